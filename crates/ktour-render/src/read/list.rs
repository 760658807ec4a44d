//! Lists of squares: one per line, all on one line, or csv.

use std::io::BufRead;

use ktour_core::Square;

use super::{
    ReadError,
    fault::{LineFault, NumbersFault},
    visits::{Spelling, Visits},
};

/// Maximum length of a line, or of a square, in bytes.
const MAX_ENTRY_BYTES: u64 = 1 << 12;

/// Reads squares, one per line, from the line with this number on; blank lines are skipped.
pub(super) fn squares<R: BufRead>(
    input: &mut R,
    first_line: u64,
    mut visits: Visits,
) -> Result<Visits, ReadError> {
    for_each_line(input, first_line, |line, text| {
        visits.visit_text(text).map_err(|error| at_line(line, error))
    })?;
    Ok(visits)
}

/// Reads the squares of one line, separated by blanks, or by commas between names.
pub(super) fn line<R: BufRead>(
    input: &mut R,
    line: &mut u64,
    mut visits: Visits,
) -> Result<Visits, ReadError> {
    let number = *line;
    let mut word = Vec::new();
    loop {
        let ahead = input.fill_buf()?.first().copied();
        input.consume(usize::from(ahead.is_some()));
        let is_between = |byte: u8| {
            byte.is_ascii_whitespace() || byte == b',' && word.first().is_none_or(u8::is_ascii_alphabetic)
        };
        if let Some(byte) = ahead.filter(|&byte| !is_between(byte) && word.len() as u64 <= MAX_ENTRY_BYTES) {
            word.push(byte);
            continue;
        }
        if !word.is_empty() {
            let text = std::str::from_utf8(&word).map_err(|_| ReadError::Binary)?;
            visits.visit_text(text).map_err(|error| at_line(number, error))?;
            word.clear();
        }
        if matches!(ahead, None | Some(b'\n')) {
            *line += 1;
            return Ok(visits);
        }
    }
}

/// Reads a csv with the header `move,x,y` and its moves in order from 1.
pub(super) fn csv<R: BufRead>(
    input: &mut R,
    first_line: u64,
    mut visits: Visits,
) -> Result<Visits, ReadError> {
    let mut expected = 0u64;
    for_each_line(input, first_line, |line, text| {
        expected += 1;
        if expected == 1 {
            return Ok(());
        }
        let wrong = |fault: LineFault| ReadError::Line { line, fault };
        let mut numbers =
            text.split(',').map(|n| n.trim().parse::<u64>().ok().filter(|&n| n < i64::MAX as u64));
        let (Some(Some(step)), Some(Some(x)), Some(Some(y)), None) =
            (numbers.next(), numbers.next(), numbers.next(), numbers.next())
        else {
            return Err(wrong(LineFault::NotAMove(clip(text))));
        };
        if step != expected - 1 {
            return Err(wrong(LineFault::Order { found: step, expected: expected - 1 }));
        }
        visits.visit(Square::new(x, y), Spelling::FromTop).map_err(|error| at_line(line, error))
    })?;
    Ok(visits)
}

fn at_line(line: u64, error: ReadError) -> ReadError {
    match error {
        ReadError::Numbers(NumbersFault::Mixed) => ReadError::Line { line, fault: LineFault::Mixed },
        ReadError::Square(error) => ReadError::Line { line, fault: LineFault::Square(error) },
        other => other,
    }
}

pub(super) fn clip(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Calls `each` with the number and text of every line that is not blank.
fn for_each_line<R: BufRead>(
    input: &mut R,
    first_line: u64,
    mut each: impl FnMut(u64, &str) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut bytes = Vec::new();
    let mut line = first_line - 1;
    loop {
        bytes.clear();
        // Lines of a list are short; a longer one is refused as unreadable.
        if std::io::Read::take(&mut *input, MAX_ENTRY_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        line += 1;
        let text = std::str::from_utf8(&bytes).map_err(|_| ReadError::Binary)?.trim();
        if !text.is_empty() {
            each(line, text)?;
        }
    }
}

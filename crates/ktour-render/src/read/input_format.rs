//! Recognises the format of an input by its first bytes.

use std::io::{BufReader, Chain, Cursor, Read};

use super::{error::ReadError, run_limit::RunLimitReader, visits::spelled};

/// Number of bytes of the first line by which a format is recognised.
const HEAD_BYTES: u64 = 1 << 13;

/// Byte order mark with which a text in UTF-8 may begin; it is skipped.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// An input whose first bytes were read and put back.
pub(super) type SniffedInput<R> = BufReader<Chain<Cursor<Vec<u8>>, RunLimitReader<R>>>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InputFormat {
    Grid,
    Npy,
    /// Squares, one per line.
    Squares,
    /// Tours, one per line: squares with blanks or commas between them.
    Lines,
    Csv,
    /// JSON documents, one after another.
    Json,
}

/// Recognises the format of an input, and returns the input without its byte order mark.
pub(super) fn sniff<R: Read>(input: R) -> Result<(InputFormat, SniffedInput<R>), ReadError> {
    let mut input = RunLimitReader::new(input);
    let mut head = Vec::new();
    loop {
        let wanted = HEAD_BYTES.saturating_sub(head.len() as u64);
        let mut some = [0; 512];
        let read = (&mut input).take(wanted).read(&mut some)?;
        head.extend_from_slice(&some[..read]);
        if BYTE_ORDER_MARK.starts_with(&head[..head.len().min(3)]) && head.len() < 3 && read > 0 {
            continue;
        }
        if head.starts_with(BYTE_ORDER_MARK) {
            head.drain(..BYTE_ORDER_MARK.len());
        }
        let is_blank = head.trim_ascii_start().is_empty();
        if read == 0 && is_blank && wanted > 0 {
            return Err(ReadError::Empty);
        }
        if read == 0 && is_blank {
            // Leading blanks have no meaning.
            head.clear();
            continue;
        }
        if !is_blank && (read == 0 || head.trim_ascii_start().contains(&b'\n')) {
            break;
        }
    }
    let kind = kind(&head)?;
    Ok((kind, BufReader::with_capacity(1 << 20, Cursor::new(head).chain(input))))
}

/// Format of an input with this beginning, which is not blank.
fn kind(head: &[u8]) -> Result<InputFormat, ReadError> {
    if head.starts_with(crate::data::npy::MAGIC) {
        return Ok(InputFormat::Npy);
    }
    let head = head.trim_ascii_start();
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or(head);
    // The end of the first bytes may be inside of a character.
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&line[..error.valid_up_to()]).unwrap_or_default(),
    };
    let text = text.trim();
    if text.is_empty() || text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Err(ReadError::Binary);
    }
    let words = text.split_whitespace().count();
    let first = text.split_whitespace().next().unwrap_or_default();
    let first_name = first.split(',').next().unwrap_or_default();
    let is_pair = |word: &str| word.contains(',') && spelled(word).is_ok();
    let is_grid = first.starts_with(|c: char| c.is_ascii_digit() || c == '#' || c == '-');
    Ok(if first.starts_with('{') {
        InputFormat::Json
    } else if text.eq_ignore_ascii_case(crate::data::csv::HEADER) {
        InputFormat::Csv
    } else if first.starts_with(|c: char| c.is_ascii_alphabetic())
        && first_name.ends_with(|c: char| c.is_ascii_digit())
    {
        if words > 1 || first.contains(',') { InputFormat::Lines } else { InputFormat::Squares }
    } else if is_pair(first) && words > 1 && text.split_whitespace().take(words - 1).all(is_pair) {
        InputFormat::Lines
    } else if is_grid && (!text.contains(',') || text.contains('#') || text.matches(',').count() > 1) {
        InputFormat::Grid
    } else if text.contains(',') {
        InputFormat::Squares
    } else {
        return Err(ReadError::UnknownFormat(first.chars().take(20).collect()));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_recognised_by_its_first_line() {
        for (text, kind) in [
            ("1 2 3\n", InputFormat::Grid),
            ("# 1", InputFormat::Grid),
            ("1,4,7,10\n", InputFormat::Grid),
            ("1, 4, 7\n", InputFormat::Grid),
            ("1,#\n", InputFormat::Grid),
            ("a1", InputFormat::Squares),
            ("\r\n\n  a1\nb3", InputFormat::Squares),
            ("0,0\n1,2\n", InputFormat::Squares),
            ("0, 0\n1, 2\n", InputFormat::Squares),
            ("a1 b3 c5\n", InputFormat::Lines),
            ("a1,b3,c5\n", InputFormat::Lines),
            ("0,0 1,2 2,4", InputFormat::Lines),
            ("move,x,y\n1,0,0", InputFormat::Csv),
            ("{\n\"squares\": []}", InputFormat::Json),
        ] {
            for mark in ["", "\u{feff}"] {
                let text = format!("{mark}{text}");
                let (found, mut rest) = sniff(text.as_bytes()).unwrap();
                let mut read = String::new();
                rest.read_to_string(&mut read).unwrap();
                assert_eq!((found, &*read), (kind, text.trim_start_matches('\u{feff}')), "{text:?}");
            }
        }
        for blank in ["", "\n", "\u{feff}", "\u{feff} \n\n"] {
            assert!(matches!(sniff(blank.as_bytes()), Err(ReadError::Empty)), "{blank:?}");
        }
        let late = " ".repeat(100_000) + "a1 b3";
        assert_eq!(sniff(late.as_bytes()).unwrap().0, InputFormat::Lines);
    }

    #[test]
    fn an_input_may_come_byte_by_byte() {
        struct Slow<'a>(&'a [u8]);
        impl Read for Slow<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let some = self.0.len().min(1).min(buffer.len());
                buffer[..some].copy_from_slice(&self.0[..some]);
                self.0 = &self.0[some..];
                Ok(some)
            }
        }
        assert_eq!(sniff(Slow("\u{feff}move,x,y\n1,0,0".as_bytes())).unwrap().0, InputFormat::Csv);
        assert_eq!(sniff(Slow(b"a1 b3")).unwrap().0, InputFormat::Lines);
    }
}

//! `ktour measure`: what a tour looks like, in numbers; of many tours, one a line, in as many lines.

use std::io::{self, BufRead, BufReader, Read, Write};

use ktour_answer::{json, measure::MeasuredDocument};
use ktour_render::read::{Hints, ReadError, tour};
use ktour_tour::{
    Tour,
    measure::{Angle, Magic, Measures, SymmetryName},
};

use super::render::not_a_tour;
use crate::{
    args::MeasureArgs,
    exit::{Exit, Failure},
    output,
};

pub(crate) fn run(args: &MeasureArgs) -> Result<Exit, Failure> {
    let hints = args.input.hints()?;
    let mut input = BufReader::new(args.input.reader()?);
    let (mut line, unread) = (Vec::new(), |error| Failure::refused(ReadError::Io(error)));
    input.read_until(b'\n', &mut line).map_err(unread)?;
    // Many tours: the first line is one, and others follow.
    let next = next_line(&mut input).map_err(unread)?;
    let read = match (of_line(&line, &hints), next) {
        (Some(Ok(first)), Some(number)) => return many(&first, (number, input), &hints, args.json),
        (Some(Ok(tour)), None) => Ok(tour),
        _ => tour(line.chain(input), &hints),
    };
    match read {
        Ok(tour) => {
            output::to_stdout(|out| match args.json {
                true => writeln!(out, "{}", json(&MeasuredDocument::of(&tour))),
                false => write(&tour, out),
            })?;
            Ok(Exit::Yes)
        }
        Err(error) => not_a_tour(error),
    }
}

/// The tour of a line that can hold one: a document, or squares with spaces between them.
fn of_line(line: &[u8], hints: &Hints) -> Option<Result<Tour, ReadError>> {
    let line = line.trim_ascii();
    match line {
        [b'{', ..] => Some(tour(line, hints)),
        _ if line.contains(&b' ') => {
            // As the reader has them, one a line.
            let squares: Vec<u8> = line.iter().map(|&byte| if byte == b' ' { b'\n' } else { byte }).collect();
            Some(tour(&squares[..], hints))
        }
        _ => None,
    }
}

/// Passes over the empty lines after the first; the number of the one that follows them, if any does.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut number = 2;
    loop {
        let ahead = input.fill_buf()?;
        match ahead.first() {
            None => return Ok(None),
            Some(byte) if !byte.is_ascii_whitespace() => return Ok(Some(number)),
            Some(byte) => number += u64::from(*byte == b'\n'),
        }
        input.consume(1);
    }
}

/// The columns of many tours.
const COLUMNS: &str = "turns  straight  longest  crossings  uncrossed  swept  symmetry     magic";

/// Measures tours, one a line; the first was read already, and the others begin with the line of this number.
fn many(
    first: &Tour,
    (from, input): (u64, impl BufRead),
    hints: &Hints,
    is_json: bool,
) -> Result<Exit, Failure> {
    let mut wrong = None;
    output::to_stdout(|out| {
        if !is_json {
            writeln!(out, "{COLUMNS}")?;
        }
        row(first, is_json, out)?;
        for (number, line) in (from..).zip(input.split(b'\n')) {
            let line = line?;
            if line.trim_ascii().is_empty() {
                continue;
            }
            match of_line(&line, hints).unwrap_or_else(|| tour(&line[..], hints)) {
                Ok(tour) => row(&tour, is_json, out)?,
                Err(error) => {
                    wrong = Some((number, error));
                    break;
                }
            }
        }
        Ok(())
    })?;
    let Some((number, error)) = wrong else { return Ok(Exit::Yes) };
    match error.step() {
        Some(step) => say!("ktour: line {number} is not a tour: step {step}: {error}"),
        None => say!("ktour: line {number} is not a tour: {error}"),
    }
    Ok(if error.is_about_the_tour() { Exit::No } else { Exit::Usage })
}

/// One of many tours.
fn row(tour: &Tour, is_json: bool, out: &mut dyn Write) -> io::Result<()> {
    if is_json {
        return writeln!(out, "{}", json(&MeasuredDocument::of(tour)));
    }
    let Measures { turns, straight, longest_run, crossings, area, symmetry, sums, .. } = Measures::of(tour);
    let (total, uncrossed) = (crossings.total, crossings.uncrossed);
    let swept = area.map_or("-".to_owned(), |area| area.swept.to_string());
    let look = symmetry.called();
    writeln!(
        out,
        "{turns:>5}  {straight:>8}  {longest_run:>7}  {total:>9}  {uncrossed:>9}  {swept:>5}  {:<11}  {}",
        look.name(),
        sums.magic.name()
    )
}

/// The measures of a tour, a line each.
pub(crate) fn write(tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
    let measures = Measures::of(tour);
    let Measures { leaps, turns, straight, longest_run, .. } = measures;
    writeln!(out, "leaps      {leaps}")?;
    let some = |leaps: usize| format!("{leaps} {}", if leaps == 1 { "leap" } else { "leaps" });
    let times = if straight == 1 { "once".to_owned() } else { format!("{straight} times") };
    writeln!(out, "turns      {turns}, straight on {times}, at most {} in a row", some(longest_run))?;
    let angle = |angle: &Angle| format!("{:.1}° {}", angle.degrees(), angle.count);
    writeln!(out, "angles     {}", measures.angles.iter().map(angle).collect::<Vec<_>>().join(", "))?;
    let slopes = measures.slopes.iter().map(|(leap, count)| format!("({},{}) {count}", leap.file, leap.rank));
    writeln!(out, "slopes     {}", slopes.collect::<Vec<_>>().join(", "))?;
    let crossings = &measures.crossings;
    let most = crossings.by_leap.len().saturating_sub(1);
    let (total, uncrossed) = (crossings.total, some(crossings.uncrossed));
    writeln!(out, "crossings  {total}, at most {most} on a leap, {uncrossed} uncrossed")?;
    if let Some(area) = measures.area {
        writeln!(out, "area       {:.3} inside, {:.1} swept", area.inside, area.swept)?;
    }
    writeln!(out, "symmetry   {}", symmetry(measures.symmetry.called()))?;
    writeln!(out, "sums       {}", sums(tour, &measures))
}

fn symmetry(look: SymmetryName) -> &'static str {
    match look {
        SymmetryName::Asymmetric => "none",
        SymmetryName::Eulerian => "Eulerian: a half turn keeps it and its direction",
        SymmetryName::Bergholtian => "Bergholtian: a half turn reverses it",
        SymmetryName::Sulian => "Sulian: a mirror keeps it and its direction",
        SymmetryName::Murraian => "Murraian: a mirror reverses it",
        SymmetryName::Birotary => "birotary: a quarter turn keeps it",
        SymmetryName::Biaxial => "biaxial: two mirrors keep it",
        SymmetryName::Octonary => "octonary: every turn and every mirror keeps it",
        SymmetryName::Rotary => "rotary: a half turn reverses it",
        SymmetryName::Axial => "axial: a mirror reverses it",
        _ => "another",
    }
}

fn sums(tour: &Tour, measures: &Measures) -> String {
    let sums = &measures.sums;
    let (ranks, files) = sums.failing();
    let all = |equal: &[u64]| equal.first().copied().unwrap_or(0);
    if !tour.board().is_rectangle() {
        return "not compared: with holes, lines have different lengths".to_owned();
    }
    match sums.magic {
        Magic::Full => format!("magic: every rank, file and diagonal sums to {}", all(&sums.ranks)),
        Magic::Semi => {
            let diagonals = sums
                .diagonals
                .map_or(String::new(), |[one, other]| format!(", the diagonals to {one} and {other}"));
            format!(
                "semi-magic: every rank sums to {}, every file to {}{diagonals}",
                all(&sums.ranks),
                all(&sums.files)
            )
        }
        Magic::Ranks => format!(
            "every rank sums to {}, {} of {} files to something else",
            all(&sums.ranks),
            files.len(),
            sums.files.len()
        ),
        Magic::Files => format!(
            "every file sums to {}, {} of {} ranks to something else",
            all(&sums.files),
            ranks.len(),
            sums.ranks.len()
        ),
        _ => format!(
            "not magic: {} of {} ranks and {} of {} files do not have the common sum",
            ranks.len(),
            sums.ranks.len(),
            files.len(),
            sums.files.len()
        ),
    }
}

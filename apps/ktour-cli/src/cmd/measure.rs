//! `ktour measure`: the measures of a tour; for input with one tour per line, one line each.

use std::io::{self, Write};

use ktour_answer::{measure::MeasuredDocument, to_json};
use ktour_core::{
    Tour,
    measure::{Angle, Magic, Measures, SymmetryName},
};
use ktour_render::read::ReadError;

use super::render::not_a_tour;
use crate::{
    args::MeasureArgs,
    exit::{Exit, Failure},
    output, refusal_text,
};

pub(crate) fn run(args: &MeasureArgs) -> Result<Exit, Failure> {
    let hints = args.input.hints()?;
    let mut tours = args.input.tours(&hints)?;
    let first = match tours.next_tour() {
        Some(Ok(tour)) => tour,
        Some(Err(error)) => return not_a_tour(error),
        None => return not_a_tour(ReadError::Empty),
    };
    let has_next = match tours.has_next() {
        Ok(has_next) => has_next,
        Err(error) => return not_a_tour(error),
    };
    let mut wrong = None;
    output::to_stdout(|out| {
        match (args.json, has_next) {
            (true, _) => writeln!(out, "{}", to_json(&MeasuredDocument::new(&first)))?,
            (false, true) => {
                writeln!(out, "{COLUMNS}")?;
                row(&first, out)?;
            }
            (false, false) => write(&first, out)?,
        }
        while let Some(next) = tours.next_tour() {
            match next {
                Ok(tour) if args.json => writeln!(out, "{}", to_json(&MeasuredDocument::new(&tour)))?,
                Ok(tour) => row(&tour, out)?,
                Err(error) => wrong = Some(error),
            }
        }
        Ok(())
    })?;
    let Some(error) = wrong else { return Ok(Exit::Yes) };
    let (line, what) = (tours.line(), refusal_text::input_error_text(&error));
    match error.step() {
        Some(step) => say!("ktour: line {line} is not a tour: step {step}: {what}"),
        None => say!("ktour: line {line} is not a tour: {what}"),
    }
    Ok(if error.is_about_the_tour() { Exit::No } else { Exit::Usage })
}

/// Header of the table of many tours.
pub(super) const COLUMNS: &str = "turns  straight  longest  crossings  uncrossed  swept  symmetry     magic";

/// Writes one of many tours.
pub(super) fn row(tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
    let Measures { turns, straight, longest_run, crossings, area, symmetry, sums, .. } = Measures::new(tour);
    let (total, uncrossed) = (crossings.total, crossings.uncrossed);
    let swept = area.map_or("-".to_owned(), |area| area.swept.to_string());
    let look = symmetry.symmetry_name();
    writeln!(
        out,
        "{turns:>5}  {straight:>8}  {longest_run:>7}  {total:>9}  {uncrossed:>9}  {swept:>5}  {:<11}  {}",
        look.name(),
        sums.magic.name()
    )
}

/// Writes the measures of a tour, one per line.
pub(crate) fn write(tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
    let measures = Measures::new(tour);
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
    writeln!(out, "symmetry   {}", symmetry(measures.symmetry.symmetry_name()))?;
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

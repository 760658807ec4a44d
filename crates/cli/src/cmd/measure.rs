//! `ktour measure`: what a tour looks like, in numbers.

use std::io::{self, Write};

use knights_tour::{
    Tour,
    measure::{Angle, Look, Magic, Measures},
};
use knights_tour_answer::{json, measure::MeasuredDocument};

use super::render::not_a_tour;
use crate::{
    args::MeasureArgs,
    exit::{Exit, Failure},
    output,
};

pub(crate) fn run(args: &MeasureArgs) -> Result<Exit, Failure> {
    match args.input.tour(&args.input.hints()?)? {
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

/// The measures of a tour, a line each.
pub(crate) fn write(tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
    let measures = Measures::of(tour);
    let Measures { leaps, turns, straight, longest_run, .. } = measures;
    writeln!(out, "leaps      {leaps}")?;
    writeln!(out, "turns      {turns}, straight on {straight} times, at most {longest_run} leaps in a row")?;
    let angle = |angle: &Angle| format!("{:.1}° {}", angle.degrees(), angle.count);
    writeln!(out, "angles     {}", measures.angles.iter().map(angle).collect::<Vec<_>>().join(", "))?;
    let slopes = measures.slopes.iter().map(|(leap, count)| format!("({},{}) {count}", leap.file, leap.rank));
    writeln!(out, "slopes     {}", slopes.collect::<Vec<_>>().join(", "))?;
    let crossings = &measures.crossings;
    let most = crossings.by_leap.len().saturating_sub(1);
    let uncrossed = crossings.uncrossed;
    writeln!(out, "crossings  {}, at most {most} on a leap, {uncrossed} leaps uncrossed", crossings.total)?;
    if let Some(area) = measures.area {
        writeln!(out, "area       {:.3} inside, {:.1} swept", area.inside, area.swept)?;
    }
    writeln!(out, "symmetry   {}", symmetry(measures.symmetry.look()))?;
    writeln!(out, "sums       {}", sums(tour, &measures))
}

fn symmetry(look: Look) -> &'static str {
    match look {
        Look::Asymmetric => "none",
        Look::Eulerian => "Eulerian: a half turn keeps it and its direction",
        Look::Bergholtian => "Bergholtian: a half turn reverses it",
        Look::Sulian => "Sulian: a mirror keeps it and its direction",
        Look::Murraian => "Murraian: a mirror reverses it",
        Look::Birotary => "birotary: a quarter turn keeps it",
        Look::Biaxial => "biaxial: two mirrors keep it",
        Look::Octonary => "octonary: every turn and every mirror keeps it",
        Look::Rotary => "rotary: a half turn reverses it",
        Look::Axial => "axial: a mirror reverses it",
        _ => "another",
    }
}

fn sums(tour: &Tour, measures: &Measures) -> String {
    let sums = &measures.sums;
    let (ranks, files) = sums.failing();
    let all = |equal: &[u64]| equal.first().copied().unwrap_or(0);
    if !tour.board().is_rectangle() {
        return "a board with holes has lines of different lengths".to_owned();
    }
    match sums.magic {
        Magic::Full => format!("magic: every rank, file and diagonal has {}", all(&sums.ranks)),
        Magic::Semi => {
            let diagonals = sums
                .diagonals
                .map_or(String::new(), |[one, other]| format!(", the diagonals {one} and {other}"));
            format!("semi-magic: ranks have {}, files {}{diagonals}", all(&sums.ranks), all(&sums.files))
        }
        Magic::Ranks => format!(
            "every rank has {}, {} of {} files differ",
            all(&sums.ranks),
            files.len(),
            sums.files.len()
        ),
        Magic::Files => format!(
            "every file has {}, {} of {} ranks differ",
            all(&sums.files),
            ranks.len(),
            sums.ranks.len()
        ),
        _ => format!(
            "not magic: {} of {} ranks and {} of {} files are off",
            ranks.len(),
            sums.ranks.len(),
            files.len(),
            sums.files.len()
        ),
    }
}

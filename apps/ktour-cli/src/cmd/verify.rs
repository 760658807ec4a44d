//! `ktour verify`: checks tours in any format and of any size in one pass, and names the first error.

use std::io::{self, Write};

use ktour_answer::{to_json, verify::VerdictDocument};
use ktour_core::{Tour, TourKind};
use ktour_render::read::{ReadError, TourReader, Verified, explain};

use super::measure;
use crate::{
    args::VerifyArgs,
    exit::{Exit, Failure},
    output, refusal_text,
};

pub(crate) fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let hints = args.input.hints()?;
    let mut tours = args.input.tours(&hints)?;
    let mut checked = VerifiedTours::default();
    output::to_stdout(|out| {
        while let Some(next) = next(&mut tours, args.measure) {
            match next {
                Ok((verified, tour)) => {
                    let is_only = match tours.has_next() {
                        Ok(has_next) => checked.count == 0 && !has_next,
                        Err(error) => {
                            checked.error = Some(error);
                            break;
                        }
                    };
                    checked.add(&verified);
                    match (args.json, &tour) {
                        (true, Some(tour)) => writeln!(out, "{}", to_json(&VerdictDocument::measured(tour)))?,
                        (true, None) => writeln!(out, "{}", to_json(&VerdictDocument::from(&verified)))?,
                        (false, Some(tour)) if !is_only => checked.row(tour, out)?,
                        (false, Some(tour)) => {
                            writeln!(out, "{}", checked.sentence())?;
                            return measure::write(tour, out);
                        }
                        (false, None) => {}
                    }
                }
                Err(error) => {
                    checked.error = Some(match args.input.regular_file() {
                        Some(path) => explain(error, path, &hints),
                        None => error,
                    });
                }
            }
        }
        match &checked.error {
            None if args.json => Ok(()),
            None => writeln!(out, "{}", checked.sentence()),
            Some(error) if !error.is_about_the_tour() => Ok(()),
            Some(error) if args.json => writeln!(out, "{}", to_json(&VerdictDocument::from(error))),
            Some(error) => writeln!(out, "not a tour: {}", checked.place(error, tours.line())),
        }
    })?;
    match &checked.error {
        None => Ok(Exit::Yes),
        Some(error) if error.is_about_the_tour() => Ok(Exit::No),
        Some(error) => Err(Failure::Refused(checked.place(error, tours.line()))),
    }
}

/// Returns the next verified tour of the input, and its squares if it is to be measured.
fn next<R: io::Read>(
    tours: &mut TourReader<R>,
    is_measured: bool,
) -> Option<Result<(Verified, Option<Tour>), ReadError>> {
    if is_measured {
        return Some(tours.next_tour()?.map(|tour| (Verified::from(&tour), Some(tour))));
    }
    Some(tours.next_verified()?.map(|verified| (verified, None)))
}

/// Summary of the valid tours of an input, and the first error.
#[derive(Default)]
struct VerifiedTours {
    count: u64,
    first: Option<Verified>,
    /// Whether some tour has another board, leaper or kind than the first.
    differ: bool,
    error: Option<ReadError>,
}

impl VerifiedTours {
    fn add(&mut self, verified: &Verified) {
        self.count += 1;
        let first = self.first.get_or_insert_with(|| verified.clone());
        self.differ |= (&first.board, first.leaper, first.kind, first.squares)
            != (&verified.board, verified.leaper, verified.kind, verified.squares);
    }

    /// Writes the measures of one of many tours.
    fn row(&self, tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
        if self.count == 1 {
            writeln!(out, "{}", measure::COLUMNS)?;
        }
        measure::row(tour, out)
    }

    fn sentence(&self) -> String {
        let count = self.count;
        match &self.first {
            Some(Verified { board, squares, kind, leaper, .. }) if count == 1 => {
                let article = if *kind == TourKind::Open { "an" } else { "a" };
                format!("valid: {article} {kind} {leaper}'s tour of {board}, {squares} squares")
            }
            Some(Verified { board, squares, kind, leaper, .. }) if !self.differ => {
                format!("valid: {count} {kind} {leaper}'s tours of {board}, {squares} squares each")
            }
            _ => format!("valid: {count} tours"),
        }
    }

    /// Describes an error and its place; the line is named only if valid tours precede it.
    fn place(&self, error: &ReadError, line: u64) -> String {
        let what = refusal_text::input_error_text(error);
        match (self.count > 0, error.step()) {
            (true, Some(step)) => format!("line {line}, step {step}: {what}"),
            (true, None) if !matches!(error, ReadError::Line { .. }) => format!("line {line}: {what}"),
            (false, Some(step)) => format!("step {step}: {what}"),
            _ => what,
        }
    }
}

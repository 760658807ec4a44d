//! `ktour verify`: any format, any size, one pass; the first thing wrong by name.

use std::{fs::File, path::Path};

use ktour_answer::{json, verify::VerdictDocument};
use ktour_render::read::{ReadError, Verified, verify, verify_file};
use ktour_tour::{Tour, TourKind};

use super::measure;
use crate::{
    args::VerifyArgs,
    exit::{Exit, Failure},
    output,
};

pub(crate) fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    match verdict(args)? {
        Ok((verified, tour)) => {
            output::to_stdout(|out| match (args.json, &tour) {
                (true, Some(tour)) => writeln!(out, "{}", json(&VerdictDocument::measured(tour))),
                (true, None) => writeln!(out, "{}", json(&VerdictDocument::from(&verified))),
                (false, tour) => {
                    writeln!(out, "{}", sentence(&verified))?;
                    tour.as_ref().map_or(Ok(()), |tour| measure::write(tour, out))
                }
            })?;
            Ok(Exit::Yes)
        }
        Err(error) if error.is_about_the_tour() => {
            output::to_stdout(|out| match args.json {
                true => writeln!(out, "{}", json(&VerdictDocument::from(&error))),
                false => match error.step() {
                    Some(step) => writeln!(out, "not a tour: step {step}: {error}"),
                    None => writeln!(out, "not a tour: {error}"),
                },
            })?;
            Ok(Exit::No)
        }
        Err(error) => Err(Failure::refused(error)),
    }
}

/// What was verified, and the tour itself where it is to be measured.
fn verdict(args: &VerifyArgs) -> Result<Result<(Verified, Option<Tour>), ReadError>, Failure> {
    let hints = args.input.hints()?;
    if args.measure {
        return Ok(args.input.tour(&hints)?.map(|tour| (Verified::from(&tour), Some(tour))));
    }
    let verified = match args.input.file.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) if path.is_dir() => {
            return Err(Failure::Refused(format!("{} is a directory: name a file", path.display())));
        }
        // A device or a pipe can be read only once.
        Some(path) if path.is_file() => verify_file(path, &hints),
        Some(path) => match File::open(path) {
            Ok(file) => verify(file, &hints),
            Err(error) => {
                return Err(Failure::Refused(format!("the file {} cannot be read: {error}", path.display())));
            }
        },
        None => verify(std::io::stdin().lock(), &hints),
    };
    Ok(verified.map(|verified| (verified, None)))
}

fn sentence(verified: &Verified) -> String {
    let Verified { files, ranks, squares, kind, leaper, .. } = verified;
    let article = if *kind == TourKind::Open { "an" } else { "a" };
    format!("valid: {article} {kind} {leaper}'s tour of {files}x{ranks}, {squares} squares")
}

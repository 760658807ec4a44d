//! `ktour verify`: any format, any size, one pass; the first thing wrong by name.

use std::{fs::File, path::Path};

use knights_tour::TourKind;
use knights_tour_answer::{json, verify::VerdictDocument};
use knights_tour_render::read::{Verified, verify, verify_file};

use crate::{
    args::VerifyArgs,
    exit::{Exit, Failure},
    output,
};

pub(crate) fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let hints = args.input.hints()?;
    let verdict = match args.input.file.as_deref().filter(|path| *path != Path::new("-")) {
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
    match verdict {
        Ok(verified) => {
            output::to_stdout(|out| match args.json {
                true => writeln!(out, "{}", json(&VerdictDocument::from(&verified))),
                false => writeln!(out, "{}", sentence(&verified)),
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

fn sentence(verified: &Verified) -> String {
    let Verified { files, ranks, squares, kind, leaper, .. } = verified;
    let article = if *kind == TourKind::Open { "an" } else { "a" };
    format!("valid: {article} {kind} {leaper}'s tour of {files}x{ranks}, {squares} squares")
}

//! `ktour puzzle --text`: a text along a tour.

use std::path::{Path, PathBuf};

use ktour_answer::{
    puzzles::spelled::{Spell, SpelledDocument, rows},
    to_json,
};
use ktour_core::Outcome;
use ktour_puzzle::{Solutions, Spelled};
use ktour_render::{DrawnPuzzle, Format, Picture, Puzzles};

use super::{
    given::text_of,
    write::{check_formats, write_puzzles},
};
use crate::{
    args::PuzzleArgs,
    console::Console,
    drawing,
    exit::{Exit, Failure},
    output,
};

pub(crate) fn run(args: &PuzzleArgs, path: &Path, console: &Console) -> Result<Exit, Failure> {
    let question = Spell::new(&args.spelled_parameters(text_of(path)?)?)?;
    let named = if args.json { Some(Format::Json) } else { args.format };
    let formats = drawing::formats(named, &args.output, Format::Grid)?;
    let picture = args.picture();
    check_formats(&formats, 1, &picture, &question.text.board)?;
    let is_drawn = formats.iter().any(|format| matches!(format, Format::Png | Format::Pdf));
    if let Some(strange) = DrawnPuzzle::first_undrawable(&question.text.signs).filter(|_| is_drawn) {
        return Err(Failure::Refused(format!(
            "png and pdf can draw only a to z and digits, not {strange}: choose svg, which uses the reader's fonts, or grid or json"
        )));
    }
    let what = format!("a text on {}", question.text.board);
    let outcome = console.search(&what, args.question.max_time, |control| question.answer(control))?;
    let spelled = match &outcome {
        Outcome::Found(spelled) => spelled,
        Outcome::Impossible(reason) => {
            print_json(&question, &outcome, &formats)?;
            console.note(format!("no puzzle: {}", reason.text(&question.text.board)));
            return Ok(Exit::No);
        }
        Outcome::Unknown(spent) => {
            print_json(&question, &outcome, &formats)?;
            console.note(spent);
            return Ok(if spent.cancelled { Exit::Interrupted } else { Exit::Unknown });
        }
    };
    let about = format!("{}, {}, seed {}", readings(spelled), spelled.tour.kind(), question.text.seed);
    console.note(&about);
    for (place, &format) in formats.iter().enumerate() {
        let path = args.output.get(place).map_or(Path::new("-"), PathBuf::as_path);
        if !write(&question, &outcome, spelled, format, path, (&picture, &about), console)? {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Yes)
}

/// Describes the number of readings, such as `1 reading` or `at least 1000 readings`.
fn readings(spelled: &Spelled) -> String {
    match spelled.readings {
        Solutions::Exactly(1) => "1 reading".to_owned(),
        Solutions::Exactly(many) => format!("{many} readings"),
        Solutions::AtLeast(many, _) => format!("at least {many} readings"),
    }
}

fn print_json(question: &Spell, outcome: &Outcome<Spelled>, formats: &[Format]) -> Result<(), Failure> {
    if formats.first() != Some(&Format::Json) {
        return Ok(());
    }
    output::to_stdout(|out| writeln!(out, "{}", to_json(&SpelledDocument::new(&question.text, outcome))))
}

/// Writes the text on its board; `false` if Ctrl-C stopped it.
fn write(
    question: &Spell,
    outcome: &Outcome<Spelled>,
    spelled: &Spelled,
    format: Format,
    path: &Path,
    (picture, about): (&Picture, &str),
    console: &Console,
) -> Result<bool, Failure> {
    let signs = &question.text.signs;
    let puzzles = [DrawnPuzzle::signs(&spelled.tour, signs, about.to_owned())];
    let pictures = Puzzles { picture: picture.clone(), puzzles: &puzzles };
    let document = || to_json(&SpelledDocument::new(&question.text, outcome)) + "\n";
    let text = || {
        let width = signs.iter().map(|sign| sign.chars().count()).max().unwrap_or(1);
        let line = |row: &Vec<String>| {
            let cells = row.iter().map(|sign| if sign.is_empty() { "#" } else { sign.as_str() });
            let line: Vec<String> = cells.map(|sign| format!("{sign:width$}")).collect();
            line.join(" ").trim_end().to_owned() + "\n"
        };
        rows(&question.text.board, spelled, signs).iter().map(line).collect()
    };
    write_puzzles(&pictures, document, text, format, path, console)
}

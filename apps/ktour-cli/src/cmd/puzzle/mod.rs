//! `ktour puzzle`: number puzzles with exactly one solution.

pub(super) mod given;
mod spelled;
mod write;

use std::path::{Path, PathBuf};

use ktour_answer::{
    puzzles::make::{MakePuzzle, PuzzleDocument},
    to_json,
};
use ktour_core::Outcome;
use ktour_puzzle::MadePuzzle;
use ktour_render::{DrawnPuzzle, Format, Picture, Puzzles};

use crate::{
    args::PuzzleArgs,
    console::Console,
    drawing,
    exit::{Exit, Failure},
    output,
};

pub(crate) fn run(args: &PuzzleArgs, console: &Console) -> Result<Exit, Failure> {
    if let Some(path) = &args.text {
        return spelled::run(args, path, console);
    }
    let question = MakePuzzle::new(&args.parameters()?)?;
    let named = if args.json { Some(Format::Json) } else { args.format };
    let formats = drawing::formats(named, &args.output, Format::Grid)?;
    let picture = args.picture();
    write::check_formats(&formats, args.number, &picture, &question.wish.board)?;
    let mut all = Vec::new();
    for at in 0..u64::from(args.number) {
        let mut question = question.clone();
        question.wish.seed = question.wish.seed.wrapping_add(at);
        let what = format!("a puzzle of {}", question.wish.board);
        let outcome = console.search(&what, args.question.max_time, |control| question.answer(control))?;
        match &outcome {
            Outcome::Found(made) => console.note(about(made, question.wish.seed)),
            _ => return print_outcome(&question, &outcome, &formats, console),
        }
        all.push((question, outcome));
    }
    for (place, &format) in formats.iter().enumerate() {
        let path = args.output.get(place).map_or(Path::new("-"), PathBuf::as_path);
        if !write(&all, format, path, &picture, console)? {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Yes)
}

/// Describes a puzzle, such as `medium, 16 clues, closed, seed 1`.
fn about(made: &MadePuzzle, seed: u64) -> String {
    let clues = match made.givens.steps().len() {
        1 => "1 clue".to_owned(),
        many => format!("{many} clues"),
    };
    format!("{}, {clues}, {}, seed {seed}", made.difficulty, made.givens.kind())
}

/// Writes all puzzles; `false` if Ctrl-C stopped it.
fn write(
    all: &[(MakePuzzle, Outcome<MadePuzzle>)],
    format: Format,
    path: &Path,
    picture: &Picture,
    console: &Console,
) -> Result<bool, Failure> {
    let found = all.iter().filter_map(|(question, outcome)| match outcome {
        Outcome::Found(made) => Some((made, question.wish.seed)),
        _ => None,
    });
    let drawn: Vec<DrawnPuzzle> =
        found.clone().map(|(made, seed)| DrawnPuzzle::numbers(made, about(made, seed))).collect();
    let pictures = Puzzles { picture: picture.clone(), puzzles: &drawn };
    let documents = || {
        let line = |(question, outcome): &(MakePuzzle, _)| {
            to_json(&PuzzleDocument::new(&question.wish, outcome)) + "\n"
        };
        all.iter().map(line).collect()
    };
    let text = || {
        let grids: Vec<String> = found.map(|(made, _)| made.givens.to_string()).collect();
        grids.join("\n")
    };
    write::write_puzzles(&pictures, documents, text, format, path, console)
}

/// Prints that there is no puzzle, or that none was made in time.
fn print_outcome(
    question: &MakePuzzle,
    outcome: &Outcome<MadePuzzle>,
    formats: &[Format],
    console: &Console,
) -> Result<Exit, Failure> {
    if formats.first() == Some(&Format::Json) {
        output::to_stdout(|out| writeln!(out, "{}", to_json(&PuzzleDocument::new(&question.wish, outcome))))?;
    }
    Ok(match outcome {
        Outcome::Impossible(reason) => {
            console.note(format!("no puzzle: {}", reason.text(&question.wish.board)));
            Exit::No
        }
        Outcome::Unknown(spent) => {
            console.note(spent);
            if spent.cancelled { Exit::Interrupted } else { Exit::Unknown }
        }
        Outcome::Found(_) => Exit::Yes,
    })
}

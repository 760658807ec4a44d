//! `ktour solve --given` and `ktour count --given`: given puzzles.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use ktour_answer::{
    parameters::TourParameters,
    puzzles::given::{Given, GivenAnswer, GivenDocument, GivenParameters, GivenSteps, differing},
    to_json,
};
use ktour_core::{control::Spent, notation};
use ktour_puzzle::{Deduction, Solutions, Uniqueness};
use ktour_render::{Format, Grid, Render};

use crate::{
    args::{CountArgs, SolveArgs},
    console::Console,
    drawing::{self, Pictures},
    exit::{Exit, Failure},
    output,
};

/// Maximum size of given steps, in bytes.
const MAX_GIVENS_BYTES: u64 = 1 << 20;

/// Solves the puzzle, prints whether there is another solution, and explains it if requested.
pub(crate) fn solve(args: &SolveArgs, path: &Path, console: &Console) -> Result<Exit, Failure> {
    let parameters = given_parameters(args.parameters()?.search.tours, path)?;
    let question = Given::new(&GivenParameters { steps: args.steps, ..parameters })?;
    let pictures = Pictures::from_flags(&args.drawing)?;
    let named = if args.json { Some(Format::Json) } else { args.format };
    let formats = drawing::formats(named, &args.output, Format::Grid)?;
    let board = question.givens.board();
    pictures.check(&formats, board)?;
    let what = format!("a puzzle of {board}");
    let solved = console.search(&what, args.question.search.max_time, |control| question.answer(control));
    if formats.first() == Some(&Format::Json) {
        let path = args.output.first().map_or(Path::new("-"), |path| path);
        output::to_file(path, |out| {
            writeln!(out, "{}", to_json(&GivenDocument::new(&question.givens, &solved)))
        })?;
        return Ok(exit(&solved.verdict));
    }
    if let Some((steps, is_whole)) = &solved.explanation {
        explain(&question, steps, *is_whole, console)?;
    }
    let (Uniqueness::Unique(tour) | Uniqueness::Two(tour, _) | Uniqueness::Unknown(Some(tour), _)) =
        &solved.verdict
    else {
        console.note(verdict(&question, &solved));
        return Ok(exit(&solved.verdict));
    };
    let written = pictures.write_all(tour, &formats, &args.output, None, console)?;
    if written != Exit::Yes {
        return Ok(written);
    }
    if let (Uniqueness::Two(_, other), Some(Format::Grid), true) =
        (&solved.verdict, formats.first(), args.output.is_empty())
    {
        output::to_stdout(|out| write!(out, "\n{}", Grid.to_text(other)))?;
    }
    console.note(verdict(&question, &solved));
    Ok(exit(&solved.verdict))
}

/// Counts the solutions.
pub(crate) fn count(args: &CountArgs, path: &Path, console: &Console) -> Result<Exit, Failure> {
    let parameters = given_parameters(args.parameters()?.tours, path)?;
    let question = Given::new(&GivenParameters { solutions: true, ..parameters })?;
    let what = format!("solutions on {}", question.givens.board());
    let solved = console.search(&what, None, |control| question.answer(control));
    let sentence = match solved.solutions {
        Some(Solutions::Exactly(1)) => "1 solution".to_owned(),
        Some(Solutions::Exactly(count)) => format!("{count} solutions"),
        Some(Solutions::AtLeast(count, _)) => format!("at least {count} solutions"),
        None => String::new(),
    };
    output::to_stdout(|out| match args.json {
        true => writeln!(out, "{}", to_json(&GivenDocument::new(&question.givens, &solved))),
        false => writeln!(out, "{sentence}"),
    })?;
    Ok(match solved.solutions {
        Some(Solutions::AtLeast(_, spent)) => stopped(&spent),
        _ => Exit::Yes,
    })
}

/// Returns the parameters of given steps in a file.
pub(in crate::cmd) fn given_parameters(
    TourParameters { board, kind, .. }: TourParameters,
    path: &Path,
) -> Result<GivenParameters, Failure> {
    let givens = Some(GivenSteps::Text(text_of(path)?));
    Ok(GivenParameters { board, kind, givens, ..GivenParameters::default() })
}

/// Reads a text file; `-` is standard input.
pub(super) fn text_of(path: &Path) -> Result<String, Failure> {
    let failed =
        |error: io::Error| Failure::Refused(format!("the file {} cannot be read: {error}", path.display()));
    let mut text = String::new();
    let read = match path == Path::new("-") {
        true => io::stdin().lock().take(MAX_GIVENS_BYTES).read_to_string(&mut text),
        false => File::open(path).and_then(|file| file.take(MAX_GIVENS_BYTES).read_to_string(&mut text)),
    };
    read.map_err(failed)?;
    Ok(text)
}

fn exit(verdict: &Uniqueness) -> Exit {
    match verdict {
        Uniqueness::Unique(_) | Uniqueness::Two(..) => Exit::Yes,
        Uniqueness::None(_) => Exit::No,
        Uniqueness::Unknown(_, spent) => stopped(spent),
    }
}

fn stopped(spent: &Spent) -> Exit {
    if spent.cancelled { Exit::Interrupted } else { Exit::Unknown }
}

/// Describes the result in one sentence.
fn verdict(question: &Given, solved: &GivenAnswer) -> String {
    let board = question.givens.board();
    match &solved.verdict {
        Uniqueness::Unique(_) if solved.is_checked => "unique: there is no other solution".to_owned(),
        Uniqueness::Unique(_) => {
            "unique according to one search; the second, slower solver gave up before confirming it"
                .to_owned()
        }
        Uniqueness::Two(one, other) => {
            let differing = differing(one, other);
            let names: Vec<String> = differing.iter().map(|&square| notation::name(board, square)).collect();
            format!("two solutions, and perhaps more: they differ on {}", names.join(", "))
        }
        Uniqueness::None(impasse) => format!("no solution: {}", impasse.text(board)),
        Uniqueness::Unknown(Some(_), spent) => {
            format!("one solution found; whether there is another is not known: {spent}")
        }
        Uniqueness::Unknown(None, spent) => spent.to_string(),
    }
}

/// Prints the deductions of a person, one per line.
fn explain(question: &Given, steps: &[Deduction], is_whole: bool, console: &Console) -> Result<(), Failure> {
    let board = question.givens.board();
    output::to_stdout(|out| {
        for (number, deduction) in (1..).zip(steps) {
            writeln!(out, "{number:3}  {:<6}  {}", deduction.rule.name(), deduction.text(board))?;
        }
        writeln!(out)
    })?;
    if !is_whole {
        console.note("these rules were not enough: the rest was found by a search");
    }
    Ok(())
}

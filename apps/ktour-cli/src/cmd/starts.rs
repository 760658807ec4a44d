//! `ktour starts`: yes or no for every starting square, each no proven.

use std::{io, ops::ControlFlow};

use ktour_answer::{
    Refused, proof,
    starts::{Starts, StartsDocument},
    to_json,
};
use ktour_core::{Control, Puzzle, Tour, notation};
use ktour_render::{Grid, Render};
use ktour_search::{CanStart, StartAnswer, memory_needed, starts_with_tours};

use crate::{
    args::{StartsArgs, TextStyle},
    cmd::proof::ProofFolder,
    console::Console,
    exit::{Exit, Failure},
    memory, output,
};

/// Bytes per answer on the map, and per answer with its reason in JSON.
const BYTES_PER_ANSWER: u128 = 256;
const JSON_BYTES_PER_ANSWER: u128 = 2048;

pub(crate) fn run(args: &StartsArgs, console: &Console) -> Result<Exit, Failure> {
    let question = Starts::new(&args.parameters()?, 1 << 22)?;
    let (puzzle, board) = (&question.puzzle, question.puzzle.board());
    let answers = board.area() * if args.json { JSON_BYTES_PER_ANSWER } else { BYTES_PER_ANSWER };
    let needed = answers + memory_needed(puzzle, question.strategy.method);
    memory::check(&format!("an answer for every square of {board}"), needed)?;
    let folder = ProofFolder::new(&args.proof, args.question.max_time, console)?;
    let mut answered = Ok(Vec::new());
    output::to_stdout(|out| {
        let mut failed = Ok(());
        let what = format!("starts of {board}");
        answered = console.search(&what, args.question.max_time, |control| match args.boards && !args.json {
            true => boards(&question, control, out, &mut failed),
            false => question.answer(control, |_| ()),
        });
        failed?;
        match &answered {
            Ok(answers) if args.json => writeln!(out, "{}", to_json(&StartsDocument::new(puzzle, answers))),
            Ok(answers) => map(puzzle, answers, console.look, out),
            Err(_) => Ok(()),
        }
    })?;
    let answers = answered?;
    if let Some(folder) = folder {
        folder.fill(|folder| show(&question, &answers, folder))?;
    }
    Ok(exit(&answers))
}

/// Writes the evidence for every square into a subdirectory; all of them share the maximum size.
fn show(question: &Starts, answers: &[StartAnswer], folder: &mut ProofFolder) -> Result<(), Failure> {
    let needed = |answer: &CanStart| match answer {
        CanStart::No(_) => proof::size_estimate(&question.puzzle, false),
        CanStart::Yes => proof::size_estimate(&question.puzzle, true),
        CanStart::Unknown(_) => 0,
    };
    folder.check_size(&question.puzzle, answers.iter().map(|start| needed(&start.answer)).sum())?;
    let known = answers.iter().filter(|start| !matches!(start.answer, CanStart::Unknown(_)));
    folder.list(known.map(|start| start.start.to_string()))?;
    for StartAnswer { start, answer } in answers {
        let from_here = question.puzzle.clone().starting_at(*start).map_err(Refused::new)?;
        folder.in_subfolder(&start.to_string(), |folder| match answer {
            CanStart::No(reason) => folder.show_no(&from_here, reason),
            CanStart::Yes => folder.show_yes(&from_here, &question.strategy),
            CanStart::Unknown(_) => Ok(()),
        })?;
    }
    Ok(())
}

fn exit(answers: &[StartAnswer]) -> Exit {
    let mut unknown = answers.iter().filter_map(|answer| match &answer.answer {
        CanStart::Unknown(spent) => Some(spent.cancelled),
        _ => None,
    });
    match unknown.next() {
        Some(true) => Exit::Interrupted,
        Some(false) => Exit::Unknown,
        None if answers.iter().any(|answer| matches!(answer.answer, CanStart::Yes)) => Exit::Yes,
        None => Exit::No,
    }
}

/// Prints a map with one letter per square, and the totals.
fn map(puzzle: &Puzzle, answers: &[StartAnswer], look: TextStyle, out: &mut dyn io::Write) -> io::Result<()> {
    let board = puzzle.board();
    let mut letters = vec!["#"; board.area() as usize];
    let (yes, no, unknown) = match look.has_colour {
        true => ("\x1b[32mY\x1b[0m", "\x1b[2m.\x1b[0m", "\x1b[33m?\x1b[0m"),
        false => ("Y", ".", "?"),
    };
    let mut counts = [0usize; 3];
    if let Some(end) = puzzle.end() {
        letters[board.index(end)] = "E";
    }
    for answer in answers {
        let (letter, count) = match answer.answer {
            CanStart::Yes => (yes, 0),
            CanStart::No(_) => (no, 1),
            CanStart::Unknown(_) => (unknown, 2),
        };
        letters[board.index(answer.start)] = letter;
        counts[count] += 1;
    }
    for rank in letters.chunks(board.files() as usize).rev() {
        writeln!(out, "{}", rank.join(" "))?;
    }
    let [yes, no, unknown] = counts;
    match unknown {
        0 => writeln!(out, "{yes} yes, {no} no"),
        _ => writeln!(out, "{yes} yes, {no} no, {unknown} unknown"),
    }
}

/// Prints every square with its tour or its reason as soon as the answer is known.
fn boards(
    question: &Starts,
    control: &Control,
    out: &mut dyn io::Write,
    failed: &mut io::Result<()>,
) -> Result<Vec<StartAnswer>, Refused> {
    let Starts { puzzle, strategy, .. } = question;
    let answers = starts_with_tours(puzzle, strategy, control, |answer, tour| {
        *failed = print_start(puzzle, answer, tour, out);
        if failed.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    answers.map_err(Refused::new)
}

fn print_start(
    puzzle: &Puzzle,
    answer: &StartAnswer,
    tour: Option<&Tour>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let start = notation::name(puzzle.board(), answer.start);
    match &answer.answer {
        CanStart::Yes => {
            writeln!(out, "{start}: yes\n{}", tour.map_or_else(String::new, |tour| Grid.to_text(tour)))
        }
        CanStart::No(reason) => writeln!(out, "{start}: no, {}\n", reason.text(puzzle.board())),
        CanStart::Unknown(spent) => writeln!(out, "{start}: {spent}\n"),
    }
}

//! `ktour exists`: whether a tour exists, and why not.

use std::{fmt::Write as _, time::Duration};

use ktour_answer::{
    Refused,
    exists::{Exists, ExistsDocument, Survey, check_table, table},
    to_json,
};
use ktour_core::{Board, KNIGHT, Puzzle, TourKind, notation};
use ktour_search::{
    Strategy,
    theory::{self, Verdict},
};

use crate::{
    args::ExistsArgs,
    cmd::proof::ProofFolder,
    console::Console,
    exit::{Exit, Failure},
    memory, output,
};

/// Time limit of a search if theory has no answer and no other limit is given.
const DEFAULT_SEARCH_TIME: Duration = Duration::from_secs(10);
/// Longest side of a table.
const MAX_TABLE_SIDE: u64 = 1000;

pub(crate) fn run(args: &ExistsArgs, console: &Console) -> Result<Exit, Failure> {
    if let Some(sides) = &args.table {
        return print_table(&sides.parse().map_err(Refused::new)?, args.json);
    }
    let question = Exists::new(&args.parameters()?)?;
    let what = format!("{}", question.puzzle.board());
    let time = Some(args.question.max_time.unwrap_or(DEFAULT_SEARCH_TIME));
    let folder = ProofFolder::new(&args.proof, time, console)?;
    let survey = console.search(&what, time, |control| question.answer(memory::free(), control));
    output::to_stdout(|out| match args.json {
        true => writeln!(out, "{}", to_json(&ExistsDocument::new(&question.puzzle, &survey))),
        false => write!(out, "{}", text(&question.puzzle, &survey)),
    })?;
    if let Some(folder) = folder {
        folder.fill(|folder| show(&question.puzzle, &survey, folder))?;
    }
    Ok(exit(&survey))
}

/// Writes the evidence for the verdict into the directory; two verdicts have a subdirectory each.
fn show(puzzle: &Puzzle, survey: &Survey, folder: &mut ProofFolder) -> Result<(), Failure> {
    let both = [(TourKind::Closed, &survey.closed), (TourKind::Open, &survey.open)];
    let asked: Vec<_> = both.iter().filter_map(|(kind, verdict)| Some((*kind, verdict.as_ref()?))).collect();
    if asked.len() > 1 {
        let known = asked.iter().filter(|(_, verdict)| !matches!(verdict, Verdict::Unknown));
        folder.list(known.map(|(kind, _)| kind.to_string()))?;
    }
    for &(kind, verdict) in &asked {
        let puzzle = puzzle.clone().with_kind(kind);
        let show = |folder: &ProofFolder| match verdict {
            Verdict::No(reason) => folder.show_no(&puzzle, reason),
            Verdict::Yes(_) => folder.show_yes(&puzzle, &Strategy::default()),
            Verdict::Unknown => Ok(()),
        };
        match asked.len() {
            1 => show(folder)?,
            _ => folder.in_subfolder(&kind.to_string(), show)?,
        }
    }
    Ok(())
}

/// Yes if any of the requested kinds exists, no if none does.
fn exit(survey: &Survey) -> Exit {
    let verdicts = || survey.closed.iter().chain(&survey.open);
    if verdicts().any(Verdict::is_yes) {
        Exit::Yes
    } else if verdicts().all(|verdict| verdict.reason().is_some()) {
        Exit::No
    } else {
        Exit::Unknown
    }
}

/// Describes the tours, such as `open from a1 to b2`.
fn open_words(puzzle: &Puzzle) -> String {
    let mut words = "open".to_owned();
    for (word, square) in [("from", puzzle.start()), ("to", puzzle.end())] {
        if let Some(square) = square {
            let _ = write!(words, " {word} {}", notation::name(puzzle.board(), square));
        }
    }
    words
}

fn text(puzzle: &Puzzle, survey: &Survey) -> String {
    let (board, leaper) = (puzzle.board(), puzzle.leaper());
    let mut text = String::new();
    if leaper != KNIGHT && board.is_rectangle() {
        let reaches = if theory::leaper_bound(board, leaper).is_none() { "yes" } else { "no" };
        let _ = writeln!(text, "every square reachable: {reaches}");
    }
    for (words, verdict) in [("closed".to_owned(), &survey.closed), (open_words(puzzle), &survey.open)] {
        let _ = match verdict {
            Some(Verdict::Yes(_)) => writeln!(text, "{words}: yes"),
            Some(Verdict::No(reason)) => writeln!(text, "{words}: no, {}", reason.text(board)),
            Some(Verdict::Unknown) => writeln!(text, "{words}: not known within the time"),
            None => Ok(()),
        };
    }
    if let Some(missing) = &survey.missing {
        let answer = if missing.is_possible() { "yes" } else { "no" };
        let _ = writeln!(text, "closed with one square missing: {answer}, {}", missing.text(board));
    }
    text
}

/// Prints the class of every rectangle up to a size; row m, column n.
fn print_table(sides: &Board, is_json: bool) -> Result<Exit, Failure> {
    check_table(sides, MAX_TABLE_SIDE)?;
    let table = table(sides);
    output::to_stdout(|out| match is_json {
        true => writeln!(out, "{}", to_json(&table)),
        false => table.rows.iter().try_for_each(|row| writeln!(out, "{row}")),
    })?;
    Ok(Exit::Yes)
}

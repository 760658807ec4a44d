//! `ktour exists`: whether a tour exists, and why not.

use std::{fmt::Write as _, time::Duration};

use knights_tour::{
    Board, Budget, KNIGHT, Method, Outcome, Puzzle, Strategy, notation, solve,
    solve::memory_needed,
    theory::{self, Grounds, Verdict},
};
use knights_tour_render::answer::{Survey, TABLE, table_json, table_rows};

use crate::{
    args::ExistsArgs,
    exit::{Exit, Failure},
    interrupt::Interrupt,
    memory, output,
};

/// How long to search where the oracle is silent, unless another time is given.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &ExistsArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    if let Some(sides) = &args.table {
        return table(&sides.parse().map_err(Failure::refused)?, args.json);
    }
    let puzzle = args.tours.puzzle()?;
    let survey = interrupt.during(|cancel| {
        let budget = Budget::unlimited().with_cancel(cancel).with_time(args.max_time.unwrap_or(PATIENCE));
        Survey::of(&puzzle, |puzzle| decide(puzzle, &budget))
    });
    output::to_stdout(|out| match args.json {
        true => writeln!(out, "{}", survey.json()),
        false => write!(out, "{}", text(&survey)),
    })?;
    Ok(exit(&survey))
}

/// The oracle's word, or what a search says where the oracle is silent.
fn decide(puzzle: &Puzzle, budget: &Budget) -> Verdict {
    let verdict = theory::exists_within(puzzle, &|| budget.is_spent(0));
    let needed = memory_needed(puzzle, Method::Auto);
    if verdict != Verdict::Unknown || needed > memory::free() {
        return verdict;
    }
    match solve(puzzle, &Strategy::default(), budget).map(|answer| answer.outcome) {
        Ok(Outcome::Found(_)) => Verdict::Yes(Grounds::Search),
        Ok(Outcome::Impossible(reason)) => Verdict::No(reason),
        _ => Verdict::Unknown,
    }
}

/// Yes if any of the kinds asked for exists, no if none does.
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

/// `open from a1 to b2`.
fn open_words(survey: &Survey) -> String {
    let mut words = "open".to_owned();
    for (word, square) in [("from", survey.puzzle.start()), ("to", survey.puzzle.end())] {
        if let Some(square) = square {
            let _ = write!(words, " {word} {}", notation::name(survey.puzzle.board(), square));
        }
    }
    words
}

fn text(survey: &Survey) -> String {
    let board = survey.puzzle.board();
    let mut text = String::new();
    if survey.puzzle.leaper() != KNIGHT && board.is_rectangle() {
        let reaches =
            if theory::leaper_bound(board, survey.puzzle.leaper()).is_none() { "yes" } else { "no" };
        let _ = writeln!(text, "every square reachable: {reaches}");
    }
    for (words, verdict) in [("closed".to_owned(), &survey.closed), (open_words(survey), &survey.open)] {
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

/// The class of every rectangle up to a size; row m, column n.
fn table(sides: &Board, is_json: bool) -> Result<Exit, Failure> {
    if sides.files().max(sides.ranks()) > TABLE {
        let refusal = format!("a table of {sides} is too long to print: the longest side is {TABLE}");
        return Err(Failure::Refused(refusal));
    }
    let rows = table_rows(sides).map_err(Failure::refused)?;
    output::to_stdout(|out| match is_json {
        true => writeln!(out, "{}", table_json(sides, &rows)),
        false => rows.iter().try_for_each(|row| writeln!(out, "{row}")),
    })?;
    Ok(Exit::Yes)
}

//! `ktour starts`: yes or no for every starting square, each no proven.

use knights_tour::{Budget, Outcome, Puzzle, TourKind, notation, solve::StartAnswer, solve::starts};
use knights_tour_render::{Grid, Render, answer::starts_json};

use crate::{
    args::{Look, StartsArgs},
    exit::{Exit, Failure},
    interrupt::Interrupt,
    output, progress,
};

pub(crate) fn run(args: &StartsArgs, look: Look, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let puzzle = args.puzzle()?;
    // A tour from a square is open unless closed ones are asked for.
    let kind = puzzle.kind().unwrap_or(TourKind::Open);
    let puzzle = puzzle.with_kind(kind);
    let strategy = args.search.strategy(puzzle.leaper(), 0)?;
    if puzzle.board().area() > 1 << 22 {
        let board = puzzle.board();
        return Err(Failure::Refused(format!(
            "{board} has too many starting squares to answer one by one: ask `exists` instead"
        )));
    }
    let answers = interrupt.during(|cancel| {
        let budget = Budget::unlimited().with_cancel(cancel);
        let budget = args.search.max_time.map_or(budget.clone(), |time| budget.with_time(time));
        let what = format!("starts of {}", puzzle.board());
        progress::during(&what, look.is_quiet, &budget, || starts(&puzzle, &strategy, &budget, |_| ()))
    });
    let answers = answers.map_err(Failure::refused)?;
    output::to_stdout(|out| {
        if args.json {
            writeln!(out, "{}", starts_json(&puzzle, &answers))
        } else {
            if args.boards {
                boards(&puzzle, &answers, out)?;
            }
            map(&puzzle, &answers, look, out)
        }
    })?;
    Ok(exit(&answers))
}

fn exit(answers: &[StartAnswer]) -> Exit {
    let mut unknown = answers.iter().filter_map(|answer| match &answer.outcome {
        Outcome::Unknown(spent) => Some(spent.cancelled),
        _ => None,
    });
    match unknown.next() {
        Some(true) => Exit::Interrupted,
        Some(false) => Exit::Unknown,
        None if answers.iter().any(|answer| matches!(answer.outcome, Outcome::Found(_))) => Exit::Yes,
        None => Exit::No,
    }
}

/// A letter a square, as the board stands, and the sum.
fn map(
    puzzle: &Puzzle,
    answers: &[StartAnswer],
    look: Look,
    out: &mut dyn std::io::Write,
) -> std::io::Result<()> {
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
        let (letter, count) = match answer.outcome {
            Outcome::Found(_) => (yes, 0),
            Outcome::Impossible(_) => (no, 1),
            Outcome::Unknown(_) => (unknown, 2),
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

/// Every square with its tour, or the reason why it has none.
fn boards(puzzle: &Puzzle, answers: &[StartAnswer], out: &mut dyn std::io::Write) -> std::io::Result<()> {
    for answer in answers {
        let start = notation::name(puzzle.board(), answer.start);
        match &answer.outcome {
            Outcome::Found(tour) => writeln!(out, "{start}: yes\n{}", Grid.to_text(tour))?,
            Outcome::Impossible(reason) => writeln!(out, "{start}: no, {}\n", reason.text(puzzle.board()))?,
            Outcome::Unknown(spent) => writeln!(out, "{start}: {spent}\n")?,
        }
    }
    Ok(())
}

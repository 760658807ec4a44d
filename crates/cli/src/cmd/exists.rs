//! `ktour exists`: whether a tour exists, and why not.

use std::{fmt::Write as _, time::Duration};

use knights_tour::{
    Board, Budget, KNIGHT, Method, Outcome, Puzzle, Square, Strategy, TourKind, notation, solve,
    solve::memory_needed,
    theory::{self, Class, Grounds, Missing, Verdict},
};
use serde_json::{Map, Value, json};

use crate::{
    args::ExistsArgs,
    cmd::reason_json,
    exit::{Exit, Failure},
    interrupt::Interrupt,
    memory, output,
};

/// How long to search where the oracle is silent, unless another time is given.
const PATIENCE: Duration = Duration::from_secs(10);

/// Boards of up to this many squares have their missing squares listed; larger ones have a rule.
const LISTED: u128 = 4096;
/// The longest side of a table.
const TABLE: u64 = 1000;

pub(crate) fn run(args: &ExistsArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    if let Some(sides) = &args.table {
        return table(sides.parse().map_err(Failure::refused)?, args.json);
    }
    let puzzle = args.tours.puzzle()?;
    let survey = interrupt.during(|cancel| {
        let budget = Budget::unlimited().with_cancel(cancel).with_time(args.max_time.unwrap_or(PATIENCE));
        Survey::of(&puzzle, &budget)
    });
    output::to_stdout(|out| match args.json {
        true => writeln!(out, "{}", survey.json()),
        false => write!(out, "{}", survey.text()),
    })?;
    Ok(survey.exit())
}

/// The oracle's word, or what a search says where the oracle is silent.
fn decide(puzzle: &Puzzle, budget: &Budget) -> Verdict {
    let verdict = theory::exists(puzzle);
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

/// All that is answered about one board.
struct Survey<'a> {
    puzzle: &'a Puzzle,
    closed: Option<Verdict>,
    open: Option<Verdict>,
    /// For a knight on a full rectangle.
    class: Option<Class>,
    missing: Option<Missing>,
}

impl<'a> Survey<'a> {
    fn of(puzzle: &'a Puzzle, budget: &Budget) -> Self {
        let asks = |kind| puzzle.kind().is_none_or(|asked| asked == kind);
        let verdict = |kind| asks(kind).then(|| decide(&puzzle.clone().with_kind(kind), budget));
        let has_start = puzzle.start().is_some() || puzzle.end().is_some();
        let is_plain = puzzle.board().is_rectangle() && puzzle.leaper() == KNIGHT;
        Survey {
            puzzle,
            closed: if puzzle.end().is_none() { verdict(TourKind::Closed) } else { None },
            open: verdict(TourKind::Open),
            class: is_plain.then(|| Class::of(puzzle.board())),
            missing: (is_plain && !has_start && puzzle.kind().is_none())
                .then(|| theory::missing(puzzle.board())),
        }
    }

    /// Yes if any of the kinds asked for exists, no if none does.
    fn exit(&self) -> Exit {
        let verdicts = || self.closed.iter().chain(&self.open);
        if verdicts().any(Verdict::is_yes) {
            Exit::Yes
        } else if verdicts().all(|verdict| verdict.reason().is_some()) {
            Exit::No
        } else {
            Exit::Unknown
        }
    }

    fn name(&self, square: Square) -> String {
        notation::name(self.puzzle.board(), square)
    }

    /// `open from a1 to b2`.
    fn open_words(&self) -> String {
        let mut words = "open".to_owned();
        for (word, square) in [("from", self.puzzle.start()), ("to", self.puzzle.end())] {
            if let Some(square) = square {
                let _ = write!(words, " {word} {}", self.name(square));
            }
        }
        words
    }

    fn text(&self) -> String {
        let board = self.puzzle.board();
        let mut text = String::new();
        if self.puzzle.leaper() != KNIGHT && board.is_rectangle() {
            let reaches =
                if theory::leaper_bound(board, self.puzzle.leaper()).is_none() { "yes" } else { "no" };
            let _ = writeln!(text, "every square reachable: {reaches}");
        }
        for (words, verdict) in [("closed".to_owned(), &self.closed), (self.open_words(), &self.open)] {
            let _ = match verdict {
                Some(Verdict::Yes(_)) => writeln!(text, "{words}: yes"),
                Some(Verdict::No(reason)) => writeln!(text, "{words}: no, {}", reason.text(board)),
                Some(Verdict::Unknown) => writeln!(text, "{words}: not known within the time"),
                None => Ok(()),
            };
        }
        if let Some(missing) = &self.missing {
            let answer = if missing.is_possible() { "yes" } else { "no" };
            let _ = writeln!(text, "closed with one square missing: {answer}, {}", missing.text(board));
        }
        text
    }

    fn json(&self) -> Value {
        let board = self.puzzle.board();
        let mut document = Map::new();
        document.insert("board".into(), board.to_string().into());
        if !board.is_rectangle() {
            let holes = board.holes().iter().map(|&hole| self.name(hole));
            document.insert("holes".into(), holes.collect());
        }
        if self.puzzle.leaper() != KNIGHT {
            let leaper = self.puzzle.leaper();
            document.insert("leaper".into(), json!([leaper.r(), leaper.s()]));
            if board.is_rectangle() {
                let connected = theory::leaper_bound(board, leaper).is_none();
                document.insert("connected".into(), connected.into());
            }
        }
        for (key, square) in [("start", self.puzzle.start()), ("end", self.puzzle.end())] {
            if let Some(square) = square {
                document.insert(key.into(), self.name(square).into());
            }
        }
        if let Some(class) = self.class {
            document.insert("class".into(), class.to_string().into());
        }
        for (key, verdict) in [("closed", &self.closed), ("open", &self.open)] {
            if let Some(verdict) = verdict {
                document.insert(key.into(), verdict_json(board, verdict));
            }
        }
        if let Some(missing) = &self.missing {
            document.insert("closed_with_one_missing".into(), missing_json(board, missing));
        }
        document.into()
    }
}

fn verdict_json(board: &Board, verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Yes(grounds) => json!({"answer": "yes", "because": grounds.to_string()}),
        Verdict::No(reason) => json!({"answer": "no", "reason": reason_json(board, reason)}),
        Verdict::Unknown => json!({"answer": "unknown"}),
    }
}

/// The squares that may be missing, as a list where it is short, always as a rule.
fn missing_json(board: &Board, missing: &Missing) -> Value {
    if !missing.is_possible() {
        let code = if *missing == Missing::EvenBoard { "parity" } else { "every-square" };
        let mut answer = json!({"answer": "no", "reason": {"code": code, "text": missing.text(board)}});
        if code == "every-square" && board.area() <= LISTED {
            answer["reason"]["squares"] =
                board.squares().filter_map(|hole| without_json(board, hole)).collect();
        }
        return answer;
    }
    let mut answer = json!({"answer": "yes", "rule": {"text": missing.text(board)}});
    if board.area() <= LISTED {
        let squares = board.squares().filter(|&square| missing.allows(square));
        answer["missing"] = squares.map(|square| Value::from(notation::name(board, square))).collect();
    }
    if let Missing::DarkBut(but) = missing {
        answer["rule"]["colour_of"] = notation::name(board, Square::new(0, 0)).into();
        answer["rule"]["except"] =
            but.iter().map(|&square| Value::from(notation::name(board, square))).collect();
    }
    answer
}

/// Why leaving out this square leaves no closed tour.
fn without_json(board: &Board, hole: Square) -> Option<Value> {
    let rest = board.with_holes([hole]).ok()?;
    let verdict = theory::exists(&Puzzle::new(rest).with_kind(TourKind::Closed));
    let reason = verdict.reason().map(|reason| reason_json(board, reason));
    Some(json!({"square": notation::name(board, hole), "reason": reason}))
}

/// The class of every rectangle up to a size; row m, column n.
fn table(sides: Board, is_json: bool) -> Result<Exit, Failure> {
    let (files, ranks) = (sides.files(), sides.ranks());
    if files.max(ranks) > TABLE {
        let refusal = format!("a table of {sides} is too long to print: the longest side is {TABLE}");
        return Err(Failure::Refused(refusal));
    }
    let class = |m, n| Board::new(n, m).map(|board| Class::of(&board).to_string());
    let mut rows = Vec::new();
    for m in 1..=ranks {
        let row: Result<Vec<String>, _> = (1..=files).map(|n| class(m, n)).collect();
        rows.push(row.map_err(Failure::refused)?.join(" "));
    }
    output::to_stdout(|out| match is_json {
        true => writeln!(out, "{}", json!({"files": files, "ranks": ranks, "rows": rows})),
        false => rows.iter().try_for_each(|row| writeln!(out, "{row}")),
    })?;
    Ok(Exit::Yes)
}

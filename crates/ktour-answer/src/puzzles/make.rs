//! Makes number puzzles with exactly one solution.

use std::time::Duration;

use ktour_core::{Control, Outcome, notation};
use ktour_puzzle::{Clues, Difficulty, Givens, MadePuzzle, PuzzleOptions};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    Cost, Job, Limits, Pace, Parameters, Refused, Reply, document::SquaresOf,
    puzzles::reply::PuzzleReplyDocument,
};

/// Question for a new puzzle.
#[derive(Clone, Debug)]
pub struct MakePuzzle {
    /// Options of the puzzle.
    pub wish: PuzzleOptions,
    /// Time limit, if given.
    pub time: Option<Duration>,
}

impl MakePuzzle {
    /// Parses the parameters. Without a difficulty it is medium; with a number of clues, any difficulty will
    /// do.
    pub fn parse(words: &Parameters) -> Result<MakePuzzle, Refused> {
        let clues = match words.text("clues")?.as_deref() {
            None => None,
            Some("fewest") => Some(Clues::Fewest),
            Some(text) => match text.trim().parse() {
                Ok(clues) => Some(Clues::Exactly(clues)),
                Err(_) => return Err(words.unknown_choice("clues", &["a number", "fewest"])),
            },
        };
        let usual = clues.is_none().then_some(Difficulty::Medium);
        let difficulty = match words.has("difficulty") {
            true => Some(words.parse_named("difficulty", Difficulty::Medium)?),
            false => usual,
        };
        let seed = match words.text("date")? {
            Some(date) => daily_seed(&date)
                .ok_or_else(|| words.unknown_choice("date", &["a day such as 2026-11-15"]))?,
            None => words.seed()?,
        };
        let wish = PuzzleOptions {
            board: words.board()?,
            leaper: words.leaper()?,
            kind: words.kind()?,
            difficulty,
            clues,
            is_symmetric: words.flag("symmetric")?,
            seed,
        };
        Ok(MakePuzzle { wish, time: words.time("max_time")? })
    }

    /// Makes the puzzle.
    pub fn answer(&self, control: &Control) -> Result<Outcome<MadePuzzle>, Refused> {
        self.wish.make(control).map_err(Refused::new)
    }
}

/// Returns the board of a daily puzzle if none is named; it depends on the difficulty.
pub fn daily_board(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Easy => "5",
        Difficulty::Medium => "6",
        Difficulty::Hard | Difficulty::Fiendish => "8",
    }
}

/// Returns the seed of a day: its date as one number.
///
/// ```
/// assert_eq!(ktour_answer::puzzles::make::daily_seed("2026-11-15"), Some(20261115));
/// ```
pub fn daily_seed(date: &str) -> Option<u64> {
    let mut parts = date.splitn(3, '-');
    let mut part = |digits: usize| {
        let part =
            parts.next().filter(|part| part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()))?;
        part.parse::<u64>().ok()
    };
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day).then_some(year * 10_000 + month * 100 + day)
}

pub(crate) fn prepare(words: &Parameters, _: &Limits) -> Result<Job, Refused> {
    let question = MakePuzzle::parse(words)?;
    let memory = Givens::memory_needed(question.wish.board.square_count());
    let cost = Cost { pace: Pace::Look, memory };
    Ok(Job::single(cost, question.time, move |control| {
        let outcome = question.answer(control)?;
        let is_cut_off = matches!(outcome, Outcome::Unknown(_));
        Ok(Reply::json_cut_off(&PuzzleDocument::new(&question.wish, &outcome), is_cut_off))
    }))
}

/// Number puzzle and its outcome.
pub type PuzzleDocument<'a> = PuzzleReplyDocument<NumberedPuzzle<'a>>;

/// Number puzzle and its solution.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Puzzle")]
pub struct NumberedPuzzle<'a> {
    /// Given steps by their squares.
    #[schemars(with = "std::collections::BTreeMap<String, u32>")]
    pub givens: Map<String, Value>,
    /// Only solution, from its first square to its last.
    pub solution: SquaresOf<'a>,
    /// Difficulty: easy, medium, hard or fiendish.
    pub difficulty: &'static str,
}

impl<'a> PuzzleDocument<'a> {
    /// Creates the document of an outcome.
    pub fn new(wish: &PuzzleOptions, outcome: &'a Outcome<MadePuzzle>) -> PuzzleDocument<'a> {
        PuzzleReplyDocument::from_outcome((&wish.board, wish.leaper, wish.seed), outcome, |made| {
            let (givens, solution) = (by_square(&made.givens), SquaresOf(&made.solution));
            (made.givens.kind(), NumberedPuzzle { givens, solution, difficulty: made.difficulty.name() })
        })
    }
}

/// Given steps by the names of their squares, in the order of the steps.
pub(crate) fn by_square(givens: &Givens) -> Map<String, Value> {
    let steps = givens.steps().iter();
    steps.map(|&(step, square)| (notation::name(givens.board(), square), step.into())).collect()
}

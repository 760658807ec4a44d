//! Makes number puzzles with exactly one solution.

use std::time::Duration;

use ktour_core::{Control, Outcome, TourKind, notation};
use ktour_puzzle::{Clues, Difficulty, Givens, MadePuzzle, PuzzleOptions};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    Ask, Cost, Job, Limits, Pace, Refused, Reply, ReplyShape,
    document::SquaresOf,
    parameters::{BoardParameters, Parameter, no_choice, parameters, text},
    puzzles::reply::PuzzleReplyDocument,
};

parameters! {
    /// Parameters of [`MakePuzzle`].
    pub struct PuzzleParameters: board: BoardParameters {
        /// Kind of tour that is a solution.
        #[cli()]
        kind: Option<TourKind>,
        /// Difficulty, by the rules that a person needs; medium if neither it nor clues are given.
        #[cli(short('d').value_name("D"))]
        difficulty: Option<Difficulty>,
        /// Number of steps to give, or fewest: then every clue is necessary.
        #[cli(value_name("N|fewest"))]
        clues: Option<Clues>,
        /// Place the given squares symmetrically under a half turn; clues are then removed in pairs.
        #[cli()]
        symmetric: bool,
        /// Seed of all random choices: the same seed gives the same puzzle.
        #[cli(value_name("N"))]
        seed: Option<u64>,
        /// A day such as 2026-11-15 instead of a seed: the same puzzle for everybody.
        date: Option<Day>,
        /// Stop after this long and answer unknown: 500ms, 10s, 2m, 1h.
        #[cli(value_name("TIME"))]
        max_time: Option<Duration>,
    }
}

impl Parameter for Clues {
    fn parse(name: &str, value: &Value) -> Result<Clues, Refused> {
        match text(name, value)? {
            text if text == "fewest" => Ok(Clues::Fewest),
            text => match text.trim().parse() {
                Ok(clues) => Ok(Clues::Exactly(clues)),
                Err(_) => Err(no_choice(name, text, &["a number", "fewest"])),
            },
        }
    }
}

/// Seed of a day: its date as one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Day(pub u64);

impl Day {
    /// Parses a date.
    pub fn parse(date: &str) -> Result<Day, Refused> {
        let refusal = || no_choice("date", date.to_owned(), &["a day such as 2026-11-15"]);
        daily_seed(date).map(Day).ok_or_else(refusal)
    }
}

impl Parameter for Day {
    fn parse(name: &str, value: &Value) -> Result<Day, Refused> {
        Day::parse(&text(name, value)?)
    }
}

/// Question for a new puzzle.
#[derive(Clone, Debug)]
pub struct MakePuzzle {
    /// Options of the puzzle.
    pub wish: PuzzleOptions,
}

impl MakePuzzle {
    /// Checks the parameters. Without a difficulty it is medium; with a number of clues, any difficulty will
    /// do.
    pub fn new(parameters: &PuzzleParameters) -> Result<MakePuzzle, Refused> {
        let &PuzzleParameters { kind, difficulty, clues, symmetric: is_symmetric, seed, date, .. } =
            parameters;
        let usual = clues.is_none().then_some(Difficulty::Medium);
        let (board, leaper) = (parameters.board.board()?, parameters.board.leaper());
        let difficulty = difficulty.or(usual);
        let seed = date.map(|Day(seed)| seed).or(seed).unwrap_or(0);
        Ok(MakePuzzle { wish: PuzzleOptions { board, leaper, kind, difficulty, clues, is_symmetric, seed } })
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

impl Ask for PuzzleParameters {
    const NAME: &'static str = "puzzle";
    const ABOUT: &'static str =
        "A number puzzle of up to 400 squares with exactly one solution, of any difficulty.";
    const EXAMPLE: &'static str = "board=5&difficulty=easy&seed=1";
    const SHAPE: ReplyShape = ReplyShape::json::<PuzzleDocument<'_>>();

    fn prepare(&self, _: &Limits) -> Result<Job, Refused> {
        let question = MakePuzzle::new(self)?;
        let memory = Givens::memory_needed(question.wish.board.square_count());
        let cost = Cost { pace: Pace::Look, memory };
        Ok(Job::single(cost, self.max_time, move |control| {
            let outcome = question.answer(control)?;
            let is_cut_off = matches!(outcome, Outcome::Unknown(_));
            Ok(Reply::json_cut_off(&PuzzleDocument::new(&question.wish, &outcome), is_cut_off))
        }))
    }
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
    /// Difficulty.
    #[schemars(extend("enum" = Difficulty::NAMES))]
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

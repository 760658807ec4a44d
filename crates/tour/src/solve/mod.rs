//! Searching for a tour: the methods, one way to call them, and what they counted.
//!
//! [`solve`] takes a [`Puzzle`] and a [`Strategy`] and gives an [`Answer`]: an honest
//! [`Outcome`] and the [`Stats`] of the search. Every tour passes [`Tour::verify`](crate::Tour::verify)
//! on its way out.

mod auto;
mod backtrack;
mod cycles;
mod degrees;
pub(crate) mod divide;
mod exact;
mod factor;
mod join;
pub(crate) mod links;
mod mailbox;
mod order;
mod places;
mod position;
mod random;
mod repair;
mod starts;
mod tie;
pub mod trace;
mod walk;
mod warnsdorff;
mod warnsdorff_backtrack;

use std::{fmt, str::FromStr, time::Duration};

use thiserror::Error;

pub use order::{MoveOrder, OrderError};
pub use starts::{CanStart, StartAnswer, starts, starts_with_tours};
pub use tie::{Tie, TieError};

use crate::{Budget, KNIGHT, Leaper, Outcome, Puzzle, Square};
use walk::{End, Walk};

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// Whatever answers soonest; never fails where a tour exists and the budget allows.
    #[default]
    Auto,
    /// Plain backtracking, recursive.
    Backtrack,
    /// Plain backtracking with a stack of its own; the same tour and counters.
    BacktrackIterative,
    /// Greedy walks by the fewest onward leaps.
    Warnsdorff,
    /// The same rule inside a search that comes back.
    WarnsdorffBacktrack,
    /// Equal blocks around a small core; any rectangle in linear time.
    Divide,
    /// Four quadrants and an exchange of leaps in the middle, level by level.
    Parberry,
    /// Two leaps for every square, and the cycles joined.
    Repair,
    /// Forced and forbidden leaps; proves impossibility.
    Exact,
}

impl Method {
    /// All methods, with the names they have on the command line.
    pub const NAMED: [(&'static str, Method); 9] = [
        ("auto", Method::Auto),
        ("backtrack", Method::Backtrack),
        ("backtrack-iterative", Method::BacktrackIterative),
        ("warnsdorff", Method::Warnsdorff),
        ("warnsdorff-backtrack", Method::WarnsdorffBacktrack),
        ("divide", Method::Divide),
        ("parberry", Method::Parberry),
        ("repair", Method::Repair),
        ("exact", Method::Exact),
    ];

    /// Whether it is plain backtracking, whose counters the report printed.
    pub fn is_backtracking(self) -> bool {
        matches!(self, Method::Backtrack | Method::BacktrackIterative)
    }

    /// Whether it goes square by square, so that a [`Trace`](trace::Trace) can show its search.
    pub fn is_watched(self) -> bool {
        matches!(self, Method::Warnsdorff | Method::WarnsdorffBacktrack) || self.is_backtracking()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Method::NAMED.into_iter().find(|&(_, method)| method == self).map_or("auto", |(name, _)| name)
    }
}

/// A text that names no method.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a method: choose one of {names}", names = Method::NAMED.map(|(name, _)| name).join(", "))]
pub struct MethodError(String);

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let named = Method::NAMED.into_iter().find(|(name, _)| *name == text);
        named.map(|(_, method)| method).ok_or_else(|| MethodError(text.to_owned()))
    }
}

/// A method and its settings; each method reads those that concern it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Which method.
    pub method: Method,
    /// The order of the leaps; `None` for the standard one.
    pub order: Option<MoveOrder>,
    /// The tie rule of the Warnsdorff methods.
    pub tie: Tie,
    /// How many greedy walks `warnsdorff` may make.
    pub tries: u64,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for Strategy {
    fn default() -> Self {
        Strategy { method: Method::Auto, order: None, tie: Tie::First, tries: 1, seed: 0 }
    }
}

impl Strategy {
    /// A method with the usual settings.
    pub fn new(method: Method) -> Self {
        Strategy { method, ..Strategy::default() }
    }

    fn order_for(&self, puzzle: &Puzzle) -> MoveOrder {
        self.order.clone().unwrap_or_else(|| MoveOrder::standard(puzzle.leaper()))
    }
}

/// What a search counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stats {
    /// The method that gave the answer.
    pub method: Method,
    /// Leaps tested, on the board or off.
    pub trials: u64,
    /// Squares entered after the start.
    pub moves: u64,
    /// Squares taken back.
    pub backtracks: u64,
    /// Walks begun, or starts tried.
    pub tries: u64,
    /// Time.
    pub elapsed: Duration,
}

impl Stats {
    /// Trials and moves as the report's program counted them: its trials end two higher, and the
    /// start is a move.
    pub fn as_the_report_counts(&self) -> (u64, u64) {
        (self.trials + 2, self.moves + 1)
    }
}

/// The outcome of a search and its counters.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Found, impossible or unknown.
    pub outcome: Outcome,
    /// The counters.
    pub stats: Stats,
}

/// Why a method does not begin.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The board has too many squares to hold one byte for each.
    #[error("a board of {squares} squares is too large for a search: the limit is about two billion")]
    TooLarge {
        /// How many squares.
        squares: u128,
    },
    /// Every leap is longer than the board, and too long for a border around it.
    #[error("no leap of a {leaper} stays on {board}, and this method does not begin without one: use auto")]
    TooFar {
        /// Who leaps.
        leaper: Leaper,
        /// The board's size.
        board: String,
    },
    /// Not a board, or not a question, for structured tours.
    #[error(
        "parberry makes closed tours of boards whose sides differ by at most 2 and are at least 6, or odd, at least 5 and without one corner; {asked} is none of them: use divide, or leave out a corner with --holes a1"
    )]
    NotStructured {
        /// What was asked for.
        asked: String,
    },
    /// A method whose search is not shown square by square.
    #[error(
        "{method} does not go square by square: watch {}, {}, {} or {}",
        Method::Backtrack,
        Method::BacktrackIterative,
        Method::Warnsdorff,
        Method::WarnsdorffBacktrack
    )]
    NotWatched {
        /// Which.
        method: Method,
    },
    /// The recursion would need a larger stack than the machine gives.
    #[error("recursion over {squares} squares needs a stack of about {} MiB, which this machine does not give: use backtrack-iterative", bytes >> 20)]
    Stack {
        /// How many squares.
        squares: u128,
        /// How large a stack.
        bytes: u128,
    },
}

impl Refusal {
    pub(crate) fn too_large(puzzle: &Puzzle) -> Refusal {
        let (board, leaper) = (puzzle.board(), puzzle.leaper());
        if u64::from(leaper.s()) >= board.files().max(board.ranks()) {
            return Refusal::TooFar { leaper, board: board.to_string() };
        }
        Refusal::TooLarge { squares: board.square_count() }
    }
}

/// Searches for a tour.
///
/// ```
/// use knights_tour::{Board, Budget, Outcome, Puzzle, Square, Strategy, solve, solve::Method};
/// let puzzle = Puzzle::new(Board::new(5, 5)?).from(Square::new(1, 0))?;
/// let answer = solve(&puzzle, &Strategy::new(Method::Exact), &Budget::unlimited())?;
/// assert!(matches!(answer.outcome, Outcome::Impossible(_))); // the wrong colour
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(puzzle: &Puzzle, strategy: &Strategy, budget: &Budget) -> Result<Answer, Refusal> {
    let began = std::time::Instant::now();
    let mut stats = Stats {
        method: strategy.method,
        trials: 0,
        moves: 0,
        backtracks: 0,
        tries: 0,
        elapsed: Duration::ZERO,
    };
    let outcome = match strategy.method {
        Method::Auto => auto::auto(puzzle, strategy, budget, &mut stats)?,
        Method::Divide => match divide::divide(puzzle, &mut stats)? {
            Some(outcome) => outcome,
            // Nothing to build: theory and search say why, or find what building does not cover.
            None => auto::auto(puzzle, strategy, budget, &mut stats)?,
        },
        Method::Parberry => divide::quadrants(puzzle, &mut stats)?,
        Method::Warnsdorff => {
            let end = warnsdorff::warnsdorff(puzzle, strategy, budget, &mut stats)?;
            walk::outcome(end, budget, &stats)
        }
        Method::Repair => {
            let end = repair::repair(puzzle, strategy, repair::TRIES, budget, &mut stats)?;
            walk::outcome(end, budget, &stats)
        }
        Method::Exact => {
            let end = exact::exact(puzzle, u64::MAX, budget, &mut stats)?;
            walk::outcome(end, budget, &stats)
        }
        Method::Backtrack | Method::BacktrackIterative | Method::WarnsdorffBacktrack => {
            from_each_start(puzzle, strategy, budget, &mut stats)?
        }
    };
    stats.elapsed = began.elapsed();
    Ok(Answer { outcome, stats })
}

/// One search after the other, from the given start or from all, until one has an answer.
fn from_each_start(
    puzzle: &Puzzle,
    strategy: &Strategy,
    budget: &Budget,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    let order = strategy.order_for(puzzle);
    let mut end = End::Exhausted;
    for start in walk::starts(puzzle) {
        let walk = Walk::new(puzzle, start);
        stats.tries += 1;
        end = match strategy.method {
            Method::Backtrack => backtrack::recursive(&walk, &order, budget, stats)?,
            Method::BacktrackIterative => backtrack::iterative(&walk, &order, budget, stats)?,
            _ => warnsdorff_backtrack::warnsdorff_backtrack(&walk, strategy, budget, stats)?,
        };
        if !matches!(end, End::Exhausted) {
            break;
        }
    }
    Ok(walk::outcome(end, budget, stats))
}

/// A square drawn by the seed, all with equal chances: what `--start random` means.
pub fn random_start(puzzle: &Puzzle, seed: u64) -> Square {
    warnsdorff::random_square(puzzle, &mut random::Random::new(seed, u64::MAX))
}

/// About how many bytes a search will hold at its largest, so that a caller can refuse in time.
pub fn memory_needed(puzzle: &Puzzle, method: Method) -> u128 {
    let squares = puzzle.board().area();
    // The answer as squares (16 bytes) and as a tour (4 bytes and a bit), then the search itself.
    let per_square: u128 = 21
        + match method {
            Method::Backtrack => 2 + (backtrack::stack_bytes(puzzle) as u128 / squares.max(1)),
            Method::BacktrackIterative => 9,
            Method::Warnsdorff => 5,
            Method::WarnsdorffBacktrack => 41,
            Method::Repair | Method::Exact => 250,
            Method::Divide => 5,
            Method::Parberry => 24,
            // Knights on rectangles, one square missing or none, are built.
            Method::Auto if puzzle.board().holes().len() < 2 && puzzle.leaper() == KNIGHT => 5,
            Method::Auto => 250,
        };
    squares.saturating_mul(per_square)
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! Search methods and tie rules by name, their settings and counters, and why a method refuses to begin.

use std::time::Duration;

use crate::MoveOrder;
use ktour_core::{Control, Leaper, Outcome, Puzzle, Reason, Square, Tour, TourKind, notation};
use thiserror::Error;

/// Search method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// The method that answers soonest; finds a tour if one exists, unless the time runs out or the search is
    /// cancelled.
    #[default]
    Auto,
    /// Plain backtracking, recursive.
    Backtrack,
    /// Plain backtracking with a stack of its own; the same tour and counters.
    BacktrackIterative,
    /// Greedy walks by the fewest onward leaps.
    Warnsdorff,
    /// The same rule inside a search that backtracks.
    WarnsdorffBacktrack,
    /// Equal blocks around a small core; any rectangle in linear time.
    Divide,
    /// Four quadrants and an exchange of leaps in the middle, level by level.
    Parberry,
    /// Parallel lines joined at the edges: few turns and few crossings.
    Tidy,
    /// A 2-factor (two leaps for every square) whose cycles are merged.
    Repair,
    /// Branching on leaps, included or excluded; proves impossibility.
    Exact,
}

impl Method {
    /// Whether it chooses among squares with equally few onward leaps.
    ///
    /// ```
    /// use ktour::Method;
    /// assert!(Method::Warnsdorff.uses_tie() && Method::Auto.uses_order() && Method::Repair.uses_seed());
    /// ```
    pub fn uses_tie(self) -> bool {
        matches!(self, Method::Warnsdorff | Method::WarnsdorffBacktrack)
    }

    /// Whether it tries leaps in an order. `divide` searches like `auto` if it cannot construct a tour.
    pub fn uses_order(self) -> bool {
        self.uses_tie() || self.is_backtracking() || matches!(self, Method::Auto | Method::Divide)
    }

    /// Whether it has random choices.
    pub fn uses_seed(self) -> bool {
        self.uses_tie() || matches!(self, Method::Auto | Method::Divide | Method::Repair)
    }

    /// Whether it is plain backtracking, whose counters the university report printed.
    pub fn is_backtracking(self) -> bool {
        matches!(self, Method::Backtrack | Method::BacktrackIterative)
    }

    /// Whether it goes square by square, so that a [`Trace`](super::Trace) can show its search.
    ///
    /// ```
    /// use ktour::Method;
    /// assert!(Method::Backtrack.is_watched() && Method::Warnsdorff.is_watched());
    /// assert!(!Method::Exact.is_watched());
    /// assert!(Method::BacktrackIterative.is_backtracking() && !Method::Warnsdorff.is_backtracking());
    /// ```
    pub fn is_watched(self) -> bool {
        matches!(self, Method::Warnsdorff | Method::WarnsdorffBacktrack) || self.is_backtracking()
    }
}

ktour_core::named! {
    Method: "method" {
        "auto" => Auto,
        "backtrack" => Backtrack,
        "backtrack-iterative" => BacktrackIterative,
        "warnsdorff" => Warnsdorff,
        "warnsdorff-backtrack" => WarnsdorffBacktrack,
        "divide" => Divide,
        "parberry" => Parberry,
        "tidy" => Tidy,
        "repair" => Repair,
        "exact" => Exact,
    }
}

/// The rule for choosing among squares with equally few onward leaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tie {
    /// The first in the move order.
    #[default]
    First,
    /// Any, with equal probability.
    Random,
    /// The one from which the rule, applied one leap further, finds the fewest (after Pohl 1967).
    Lookahead,
    /// The one farthest from the centre of the board (Roth).
    Far,
}

ktour_core::named! {
    Tie: "tie rule" { "first" => First, "random" => Random, "lookahead" => Lookahead, "far" => Far }
}

/// A method and its settings; each method uses those that apply to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Which method.
    pub method: Method,
    /// The order of the leaps; `None` for the standard one.
    pub order: Option<MoveOrder>,
    /// The tie rule of the Warnsdorff methods.
    pub tie: Tie,
    /// Maximum number of greedy walks of `warnsdorff`.
    pub tries: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for Strategy {
    fn default() -> Self {
        Strategy { method: Method::Auto, order: None, tie: Tie::First, tries: 1, seed: 0 }
    }
}

impl Strategy {
    /// A method with the default settings.
    ///
    /// ```
    /// use ktour::{Method, Strategy, Tie};
    /// let strategy = Strategy { tie: Tie::Random, tries: 10, seed: 7, ..Strategy::new(Method::Warnsdorff) };
    /// assert_eq!(strategy.method, Method::Warnsdorff);
    /// ```
    pub fn new(method: Method) -> Self {
        Strategy { method, ..Strategy::default() }
    }

    pub(crate) fn order_for(&self, puzzle: &Puzzle) -> MoveOrder {
        self.order.clone().unwrap_or_else(|| MoveOrder::standard(puzzle.leaper()))
    }
}

/// The counters of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stats {
    /// The method that gave the answer.
    pub method: Method,
    /// Leaps tested, on the board or off it.
    pub trials: u64,
    /// Squares entered after the start.
    pub moves: u64,
    /// Squares taken back.
    pub backtracks: u64,
    /// Walks begun, or starts tried.
    pub tries: u64,
    /// Elapsed time.
    pub elapsed: Duration,
}

impl Stats {
    /// Counters of a search that has not begun.
    ///
    /// ```
    /// use ktour::{Method, Stats};
    /// assert_eq!(Stats::new(Method::Exact).trials, 0);
    /// ```
    pub const fn new(method: Method) -> Stats {
        Stats { method, trials: 0, moves: 0, backtracks: 0, tries: 0, elapsed: Duration::ZERO }
    }

    /// Trials and moves as the report's program counted them: with two more trials, and with the start as a
    /// move.
    ///
    /// ```
    /// use ktour::{Board, Control, Method, Puzzle, Strategy, solve};
    /// let puzzle = Puzzle::new(Board::new(5, 5)?).starting_at("a5".parse()?)?;
    /// let stats = solve(&puzzle, &Strategy::new(Method::Backtrack), &Control::unlimited())?.stats;
    /// assert_eq!(stats.as_the_report_counts(), (stats.trials + 2, stats.moves + 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

/// Why a method refuses to begin.
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
    #[error("the {leaper} cannot leap at all on {board}: use auto, which says why there is no tour")]
    TooFar {
        /// The leaper.
        leaper: Leaper,
        /// The board's size.
        board: String,
    },
    /// A board or a question that does not fit structured tours.
    #[error(
        "{asked} does not fit parberry, which makes closed tours of boards with sides of at least 6 that differ by at most 2 (two odd sides of at least 5: without a corner): use divide"
    )]
    NotStructured {
        /// The request that does not fit, as a noun phrase.
        asked: String,
    },
    /// A board or a question that does not fit tidy tours.
    #[error(
        "tidy makes closed tours of full boards with an even side and both sides at least {}; {asked} does not fit: use divide",
        crate::build::tidy::SHORTEST
    )]
    NotTidy {
        /// The request that does not fit, as a noun phrase.
        asked: String,
    },
    /// A method whose search cannot be shown square by square.
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
    /// The board lacks the symmetry that its tour should have.
    #[error("the {board} board lacks the symmetry {symmetry}: {}", they_have(has))]
    LacksSymmetry {
        /// Which.
        symmetry: String,
        /// The board's size.
        board: String,
        /// The symmetries it has.
        has: Vec<String>,
    },
    /// A symmetric tour, requested with another method or from squares already visited.
    #[error(
        "a symmetric tour has its own search and begins on an empty board: leave out the method and the squares already visited"
    )]
    NotWhole,
    /// The recursion would need a larger stack than the machine provides.
    #[error("recursion over {squares} squares needs a stack of about {}, which this machine does not give: use backtrack-iterative", ktour_core::amounts::bytes(*bytes))]
    Stack {
        /// How many squares.
        squares: u128,
        /// How large a stack.
        bytes: u128,
    },
}

ktour_core::coded! {
    Refusal {
        "search-too-large": TooLarge { squares },
        "search-too-far": TooFar { leaper, board },
        "search-not-structured": NotStructured { asked },
        "search-not-tidy": NotTidy { asked },
        "search-not-watched": NotWatched { method },
        "search-lacks-symmetry": LacksSymmetry { symmetry, board, has },
        "search-not-whole": NotWhole,
        "search-stack": Stack { squares, bytes },
    }
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

/// Lists the symmetries that the board has, as the end of a sentence.
fn they_have(symmetries: &[String]) -> String {
    match symmetries {
        [] => "no turn and no mirror keeps it".to_owned(),
        [one] => format!("it has {one}"),
        [most @ .., last] => format!("it has {} and {last}", most.join(", ")),
    }
}

ktour_core::fact_by_name!(Method);

/// How a search ended.
pub(crate) enum SearchEnd {
    /// A tour, verified.
    Found(Tour),
    /// Everything was tried.
    Exhausted,
    /// There is no tour, for a reason that a person can check.
    Impossible(Reason),
    /// The time ran out, the search was cancelled, or the method gave up.
    Stopped,
}

impl SearchEnd {
    /// The outcome of a finished search.
    pub(crate) fn outcome(self, control: &Control, stats: &Stats) -> Outcome {
        match self {
            SearchEnd::Found(tour) => Outcome::Found(tour),
            SearchEnd::Exhausted => {
                Outcome::Impossible(Reason::Exhausted { nodes: stats.moves + stats.tries })
            }
            SearchEnd::Impossible(reason) => Outcome::Impossible(reason),
            SearchEnd::Stopped => Outcome::Unknown(control.spent(stats.trials)),
        }
    }
}

/// Verifies a tour: every answer of a search is made here.
///
/// # Panics
/// If the squares are not a tour, or not the requested one: a defect of this crate, never of the input.
pub(crate) fn verified(puzzle: &Puzzle, squares: impl IntoIterator<Item = Square>) -> Tour {
    let tour = Tour::verify(puzzle.board(), puzzle.leaper(), squares)
        .unwrap_or_else(|error| panic!("a search returned a list that is not a tour: {error}"));
    let name = |square| notation::name(puzzle.board(), square);
    let begins = tour.squares().zip(puzzle.visited()).all(|(a, &b)| a == b);
    assert!(begins, "a search changed the squares already visited");
    if let Some(end) = puzzle.end() {
        assert_eq!(tour.square_at(tour.len()), Some(end), "a tour to {} ends elsewhere", name(end));
    }
    match puzzle.kind() {
        Some(TourKind::Closed) => {
            assert_eq!(tour.kind(), TourKind::Closed, "a closed tour was asked for");
            tour
        }
        Some(TourKind::Open) => tour.as_open(),
        None => tour,
    }
}

//! What is walked, from where, and what is written down of it.

use ktour_tour::{Square, Tie};
use serde::{Deserialize, Serialize};

use crate::{Line, phrases, stats::Interval};

/// Which squares the walks begin on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StartRule {
    /// Drawn among the squares from which a tour exists.
    #[default]
    Possible,
    /// Drawn among all squares.
    All,
    /// A corner.
    Corner,
    /// Every square from which a tour exists, each with all its tries and a row of its own.
    Each,
}

impl StartRule {
    pub(super) fn line(self) -> Line {
        match self {
            StartRule::Possible => phrases::starts_possible(),
            StartRule::All => phrases::starts_all(),
            StartRule::Corner => phrases::starts_corner(),
            StartRule::Each => phrases::starts_each(),
        }
    }
}

/// Which boards, how many walks, by which tie rules, from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warnsdorff {
    /// Sides of square boards.
    pub sizes: Vec<u64>,
    /// Walks a row.
    pub tries: u64,
    /// The tie rules.
    pub ties: Vec<Tie>,
    /// Where they begin.
    pub starts: StartRule,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for Warnsdorff {
    fn default() -> Self {
        Warnsdorff {
            sizes: (5..=60).collect(),
            tries: 1000,
            ties: Tie::NAMED.map(|(_, tie)| tie).to_vec(),
            starts: StartRule::default(),
            seed: 1,
        }
    }
}

/// Walks of one size and rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WarnsdorffRow {
    /// Which board.
    pub board: String,
    /// Its side.
    pub size: u64,
    /// Which tie rule.
    pub tie: String,
    /// The start, or among which they were drawn.
    pub start: String,
    /// Walks begun.
    pub tries: u64,
    /// Walks that visited every square.
    pub successes: u64,
    /// Their share.
    pub rate: f64,
    /// The lower end of its interval, 95 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The exact chance, for random ties on small boards.
    pub exact: Option<f64>,
    /// Tries until a success, on average; nothing where there was none.
    pub mean_tries: Option<f64>,
    /// The most tries a success took; nothing where there was none.
    pub most_tries: Option<u64>,
    /// The share of three tries in a row with at least one success.
    pub within_three: f64,
    /// The share of the board visited by a walk that got stuck, in the middle of the stuck ones.
    pub stuck_median: Option<f64>,
    /// The same for the walk that got stuck first.
    pub stuck_earliest: Option<f64>,
}

impl WarnsdorffRow {
    /// Where the share of successes lies, in words.
    pub(super) fn interval(&self) -> Line {
        Interval { low: self.low, high: self.high }.line()
    }
}

/// A size, a rule, and a start of its own or none.
pub(super) struct WalkCell {
    pub(super) size: u64,
    pub(super) tie: Tie,
    pub(super) start: Option<Square>,
}

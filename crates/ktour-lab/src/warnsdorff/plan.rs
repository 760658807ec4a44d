//! The plan of greedy walks, and the row for each cell.

use ktour_core::Square;
use ktour_search::Tie;
use serde::{Deserialize, Serialize};

use crate::{Line, phrases, stats::Interval};

/// The squares on which the walks start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StartRule {
    /// Random squares from which a tour exists.
    #[default]
    Possible,
    /// Random squares of the board.
    All,
    /// The top left corner.
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

/// The boards, the number of walks, the tie rules and the starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warnsdorff {
    /// Sides of square boards.
    pub sizes: Vec<u64>,
    /// Number of walks per row.
    pub tries: u64,
    /// The tie rules.
    pub ties: Vec<Tie>,
    /// The squares on which they start.
    pub starts: StartRule,
    /// Seed of all random numbers.
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

/// A summary of the walks of one size and tie rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WarnsdorffRow {
    /// The board.
    pub board: String,
    /// Side of the board.
    pub size: u64,
    /// The tie rule.
    pub tie: String,
    /// The start, or the rule of the starts.
    pub start: String,
    /// Number of walks.
    pub tries: u64,
    /// Number of walks that visited every square.
    pub successes: u64,
    /// Share of successes.
    pub rate: f64,
    /// Lower end of the 95 % interval of the rate.
    pub low: f64,
    /// Upper end of that interval.
    pub high: f64,
    /// Exact probability, for random ties on small boards.
    pub exact: Option<f64>,
    /// Mean number of tries until a success, if there was one.
    pub mean_tries: Option<f64>,
    /// Maximum number of tries until a success, if there was one.
    pub most_tries: Option<u64>,
    /// Share of three consecutive tries with at least one success.
    pub within_three: f64,
    /// Median share of the board that stuck walks had visited.
    pub stuck_median: Option<f64>,
    /// Minimum share of the board that a stuck walk had visited.
    pub stuck_earliest: Option<f64>,
}

impl WarnsdorffRow {
    /// The interval of the rate as text.
    pub(super) fn interval(&self) -> Line {
        Interval { low: self.low, high: self.high }.line()
    }
}

/// A size, a tie rule, and a start if every start has its row.
pub(super) struct WalkCell {
    pub(super) size: u64,
    pub(super) tie: Tie,
    pub(super) start: Option<Square>,
}

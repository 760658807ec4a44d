//! The answer that all requests for a new puzzle share.

use ktour_core::{Board, Leaper, Outcome, TourKind};
use schemars::JsonSchema;
use serde::Serialize;

use crate::document::{
    BoardDocument, KindDocument, LeaperDocument, OutcomeWord, ReasonDocument, SpentDocument, Whole,
};

/// Puzzle of any sort, and its outcome.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}", deny_unknown_fields)]
pub struct PuzzleReplyDocument<T> {
    /// Found, impossible (the board has no such tour) or unknown.
    pub outcome: OutcomeWord,
    /// Board of the puzzle.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Kind of tour that is a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindDocument>,
    /// Puzzle, if found.
    #[serde(flatten)]
    pub found: Option<T>,
    /// Seed, with which the same puzzle is made again.
    pub seed: Whole,
    /// Reason why there is no puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
    /// Cost of a search without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<SpentDocument>,
}

impl<T> PuzzleReplyDocument<T> {
    /// Creates the document of an outcome; `found` returns the kind of the solutions, and the puzzle's own
    /// part.
    pub(super) fn from_outcome<'a, Found>(
        (board, leaper, seed): (&Board, Leaper, u64),
        outcome: &'a Outcome<Found>,
        found: impl FnOnce(&'a Found) -> (TourKind, T),
    ) -> PuzzleReplyDocument<T> {
        let nothing = PuzzleReplyDocument {
            outcome: OutcomeWord::Unknown,
            board: board.into(),
            leaper: leaper.into(),
            kind: None,
            found: None,
            seed: seed.into(),
            reason: None,
            spent: None,
        };
        match outcome {
            Outcome::Found(made) => {
                let (kind, found) = found(made);
                PuzzleReplyDocument {
                    outcome: OutcomeWord::Found,
                    kind: Some(kind.into()),
                    found: Some(found),
                    ..nothing
                }
            }
            Outcome::Impossible(reason) => PuzzleReplyDocument {
                outcome: OutcomeWord::Impossible,
                reason: Some(ReasonDocument::new(board, reason)),
                ..nothing
            },
            Outcome::Unknown(spent) => PuzzleReplyDocument { spent: Some(spent.into()), ..nothing },
        }
    }
}

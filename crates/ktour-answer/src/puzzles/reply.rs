//! What is said of every puzzle that was asked for, whatever its squares show.

use ktour_tour::{Board, Leaper, Outcome, TourKind};
use schemars::JsonSchema;
use serde::Serialize;

use crate::document::{
    BoardDocument, KindDocument, LeaperDocument, OutcomeWord, ReasonDocument, SpentDocument, Whole,
};

/// A puzzle and its answer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}", deny_unknown_fields)]
pub struct PuzzleReplyDocument<T> {
    /// Found, impossible (the board has no such tour) or unknown.
    pub outcome: OutcomeWord,
    /// On which board.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Which tours are solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindDocument>,
    /// The puzzle itself.
    #[serde(flatten)]
    pub found: Option<T>,
    /// The seed, which makes the same puzzle again.
    pub seed: Whole,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
    /// What was spent without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<SpentDocument>,
}

impl<T> PuzzleReplyDocument<T> {
    /// What came of it; `found` says of which kind the solutions are, and the rest.
    pub(super) fn of<'a, Found>(
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

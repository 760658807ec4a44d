//! The questions of a game, in the engine that a page loads first.

use super::shapes::json;
use crate::{Question, board, board::SquaresDocument, hint, hint::HintDocument};

/// Questions of a game, which a page needs as soon as it opens.
pub const FIRST_QUESTIONS: &[Question] = &[
    Question {
        name: "board",
        about: "The squares of a board of up to 10000 squares, and the leaps from each.",
        words: &["board", "holes", "leaper"],
        example: "board=3x4",
        shape: json::<SquaresDocument>(),
        read: board::prepare,
    },
    Question {
        name: "hint",
        about: "A hint for a game in progress: whether it can be finished, which squares are in trouble, the next square, or the rest of the tour.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "after", "grade", "max_time"],
        example: "board=5&after=a1,b3,c5&grade=next",
        shape: json::<HintDocument<'_>>(),
        read: hint::prepare,
    },
    Question {
        name: "finish",
        about: "The hint that gives all of the tour.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "after", "max_time"],
        example: "board=5&after=a1,b3,c5",
        shape: json::<HintDocument<'_>>(),
        read: hint::prepare_finish,
    },
];

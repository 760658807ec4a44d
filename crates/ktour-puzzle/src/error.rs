//! Errors in given steps, singly or in pairs.

use thiserror::Error;

use ktour_core::notation::counted;

/// Why these given steps are not possible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GivensError {
    /// The board is too large to be solved square by square.
    #[error("{board} has {squares} squares, and a puzzle has {most} at most")]
    TooLarge {
        /// The board's size.
        board: String,
        /// Number of squares of the board.
        squares: u128,
        /// Maximum number of squares.
        most: u128,
    },
    /// A step on a square that does not exist.
    #[error("{step} is given on {square}, which is not a square of the {board} board")]
    NoSuchSquare {
        /// The step.
        step: u32,
        /// The square that it is given on.
        square: String,
        /// The board's size.
        board: String,
    },
    /// A step that a tour of this board does not have.
    #[error("{step} is given on {square}, and the steps of this board are 1 to {last}")]
    OutOfRange {
        /// The step.
        step: u32,
        /// The square that it is given on.
        square: String,
        /// The last step.
        last: u32,
    },
    /// One step on two squares.
    #[error("{step} is given twice, on {first} and on {second}")]
    StepTwice {
        /// The step.
        step: u32,
        /// The square that comes first.
        first: String,
        /// The other square.
        second: String,
    },
    /// Two steps on one square.
    #[error("{square} is given two steps, {first} and {second}")]
    SquareTwice {
        /// The square.
        square: String,
        /// The lower step.
        first: u32,
        /// The higher step.
        second: u32,
    },
    /// Two steps with fewer leaps between them than are needed from one square to the other.
    #[error(
        "from {first} on {from} to {second} on {to} {}, but at least {least} are needed",
        leaps_between(*leaps)
    )]
    TooFar {
        /// The earlier step.
        first: u32,
        /// The square of the earlier step.
        from: String,
        /// The later step.
        second: u32,
        /// The square of the later step.
        to: String,
        /// Number of leaps between them.
        leaps: u32,
        /// Minimum number of leaps from one square to the other.
        least: u32,
    },
    /// Two steps with an odd number of leaps between them although every path has an even number, or vice
    /// versa.
    #[error(
        "from {first} on {from} to {second} on {to} {}, but every path between these squares has an {parity} number",
        leaps_between(*leaps)
    )]
    WrongColour {
        /// The earlier step.
        first: u32,
        /// The square of the earlier step.
        from: String,
        /// The later step.
        second: u32,
        /// The square of the later step.
        to: String,
        /// Number of leaps between them.
        leaps: u32,
        /// "even" or "odd".
        parity: &'static str,
    },
    /// Two steps on squares that no leaps connect.
    #[error(
        "{first} on {from} and {second} on {to} cannot be in one tour: no leaps lead from {from} to {to}"
    )]
    NoWay {
        /// The earlier step.
        first: u32,
        /// The square of the earlier step.
        from: String,
        /// The later step.
        second: u32,
        /// The square of the later step.
        to: String,
    },
}

fn leaps_between(leaps: u32) -> String {
    format!("there {} {}", if leaps == 1 { "is" } else { "are" }, counted(leaps.into(), "leap"))
}

ktour_core::coded! {
    GivensError {
        "givens-too-large": TooLarge { board, squares, most },
        "givens-no-such-square": NoSuchSquare { step, square, board },
        "givens-out-of-range": OutOfRange { step, square, last },
        "givens-step-twice": StepTwice { step, first, second },
        "givens-square-twice": SquareTwice { square, first, second },
        "givens-too-far": TooFar { first, from, second, to, leaps, least },
        "givens-wrong-colour": WrongColour { first, from, second, to, leaps, parity },
        "givens-no-way": NoWay { first, from, second, to },
    }
}

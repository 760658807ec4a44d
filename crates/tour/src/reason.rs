//! The reason why there is no tour.

use std::fmt;

use crate::{Square, TourKind};

/// Why there is no tour: a theorem about this board, or an exhausted search. Its text is one
/// sentence with the facts of the board in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Leaps alternate between two colours, and the colours do not come out even.
    Parity {
        /// The kind of tour that was asked for.
        kind: TourKind,
        /// Squares of a1's colour.
        dark: u128,
        /// Squares of the other colour.
        light: u128,
        /// The given first square, where it is what fails.
        start: Option<Square>,
        /// The given last square, where it is what fails.
        end: Option<Square>,
    },
    /// A search that leaves nothing out came to its end.
    Exhausted {
        /// Positions it looked at.
        nodes: u64,
    },
}

impl Reason {
    /// A short stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Reason::Parity { .. } => "parity",
            Reason::Exhausted { .. } => "exhausted",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Parity { kind, dark, light, start, end } => {
                write!(
                    f,
                    "every leap changes the colour of the square, and the board has {dark} squares of a1's colour and {light} of the other"
                )?;
                let colour = |square: Square| {
                    if square.is_dark() { "a1's" } else { "the other" }
                };
                match (kind, start, end) {
                    (_, Some(start), Some(end)) => {
                        let which =
                            if dark == light { "of two colours" } else { "both of the more frequent colour" };
                        write!(f, ": the ends of a tour are {which}, which {start} and {end} are not")
                    }
                    (_, Some(square), None) | (_, None, Some(square)) => {
                        write!(
                            f,
                            ": an open tour begins and ends on the more frequent colour, and {square} has {} colour",
                            colour(square)
                        )
                    }
                    (TourKind::Closed, None, None) => {
                        write!(f, ": a closed tour needs as many of each")
                    }
                    (TourKind::Open, None, None) => {
                        write!(f, ": an open tour allows a difference of one")
                    }
                }
            }
            Reason::Exhausted { nodes } => {
                write!(f, "an exhaustive search ended without a tour after {nodes} nodes")
            }
        }
    }
}

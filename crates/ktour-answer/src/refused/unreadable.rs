//! Given steps that cannot be read.

use thiserror::Error;

/// Given steps that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnreadableGivens {
    /// Nothing is given to read.
    #[error(
        "no steps are given: write a grid of numbers with . for what is to be found, or a list such as a1:1, c4:7"
    )]
    Nothing,
    /// Something that is neither a step nor a sign.
    #[error(
        "`{text}` in line {line} is not a step: write a number, or . for what is to be found and # for a hole"
    )]
    NoStep {
        /// Where, counted from 1.
        line: usize,
        /// What it is.
        text: String,
    },
    /// A line that is longer or shorter than the first.
    #[error(
        "line {line} has {cells} squares and line 1 has {first}: all lines of a grid must have the same length"
    )]
    Ragged {
        /// Which, counted from 1.
        line: usize,
        /// How many it has.
        cells: usize,
        /// How many the first has.
        first: usize,
    },
    /// A grid of another size than the board that was named.
    #[error("the grid is {grid} and the board is {board}: they must have the same size")]
    OtherBoard {
        /// The size of the grid.
        grid: String,
        /// The size of the board.
        board: String,
    },
    /// A square that is a hole of the board that was named, or of the text, and not of both.
    #[error("{square} is a hole in one of the two, the puzzle and the board: they must have the same holes")]
    OtherHoles {
        /// The first such square, rank by rank from a1.
        square: String,
    },
}

ktour_tour::coded! {
    UnreadableGivens {
        "given-nothing": Nothing,
        "given-no-step": NoStep { line, text },
        "given-ragged": Ragged { line, cells, first },
        "given-other-board": OtherBoard { grid, board },
        "given-other-holes": OtherHoles { square },
    }
}

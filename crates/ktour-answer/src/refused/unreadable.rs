//! Refusals of given steps that cannot be parsed.

use thiserror::Error;

/// Given steps that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnreadableGivens {
    /// The input is empty.
    #[error(
        "no steps are given: write a grid of numbers with . for what is to be found, or a list such as a1:1, c4:7"
    )]
    Nothing,
    /// A cell is neither a step nor a sign.
    #[error(
        "`{text}` in line {line} is not a step: write a number, or . for what is to be found and # for a hole"
    )]
    NoStep {
        /// Line, counted from 1.
        line: usize,
        /// Text of the cell.
        text: String,
    },
    /// A line is longer or shorter than the first.
    #[error(
        "line {line} has {cells} squares and line 1 has {first}: all lines of a grid must have the same length"
    )]
    Ragged {
        /// Line, counted from 1.
        line: usize,
        /// Number of its cells.
        cells: usize,
        /// Number of cells of the first line.
        first: usize,
    },
    /// The grid and the requested board have different sizes.
    #[error("the grid is {grid} and the board is {board}: they must have the same size")]
    OtherBoard {
        /// Size of the grid.
        grid: String,
        /// Size of the board.
        board: String,
    },
    /// A square is a hole of either the grid or the requested board, but not of both.
    #[error("{square} is a hole in one of the two, the puzzle and the board: they must have the same holes")]
    OtherHoles {
        /// First such square, rank by rank from a1.
        square: String,
    },
}

ktour_core::coded! {
    UnreadableGivens {
        "given-nothing": Nothing,
        "given-no-step": NoStep { line, text },
        "given-ragged": Ragged { line, cells, first },
        "given-other-board": OtherBoard { grid, board },
        "given-other-holes": OtherHoles { square },
    }
}

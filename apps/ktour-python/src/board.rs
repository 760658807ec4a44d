//! Handle on a board.

use ktour_core::{Square, notation};
use ktour_render::read;
use pyo3::prelude::*;

use crate::errors::value_error;

/// Handle on a board.
#[pyclass(frozen, eq, hash, module = "ktour._engine")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) ktour_core::Board);

/// File and rank, counted from zero at a1.
pub(crate) type FileAndRank = (u64, u64);

/// Converts a square.
pub(crate) fn file_and_rank(square: Square) -> FileAndRank {
    (square.file, square.rank)
}

#[pymethods]
impl Board {
    /// Parses a size such as 8 or 31x29.
    #[new]
    fn new(size: &str) -> PyResult<Board> {
        size.parse().map(Board).map_err(value_error)
    }

    /// Reads a board from a text picture or a PNG.
    #[staticmethod]
    fn drawn(picture: &[u8]) -> PyResult<Board> {
        read::board(picture).map(Board).map_err(value_error)
    }

    /// Returns a copy with additional holes.
    fn without(&self, holes: Vec<FileAndRank>) -> PyResult<Board> {
        let holes = holes.into_iter().map(|(file, rank)| Square::new(file, rank));
        self.0.with_holes(holes).map(Board).map_err(value_error)
    }

    #[getter]
    fn files(&self) -> u64 {
        self.0.files()
    }

    #[getter]
    fn ranks(&self) -> u64 {
        self.0.ranks()
    }

    #[getter]
    fn holes(&self) -> Vec<FileAndRank> {
        self.0.holes().iter().copied().map(file_and_rank).collect()
    }

    #[getter]
    fn square_count(&self) -> u128 {
        self.0.square_count()
    }

    fn contains(&self, file: u64, rank: u64) -> bool {
        self.0.contains(Square::new(file, rank))
    }

    /// Parses the name of a square or a hole.
    fn place(&self, text: &str) -> PyResult<FileAndRank> {
        notation::parse_place(&self.0, text).map(file_and_rank).map_err(value_error)
    }
}

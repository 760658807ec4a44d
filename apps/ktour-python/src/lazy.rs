//! A tour that is not stored: its steps and squares are computed one at a time or in arrays.
//!
//! Arrays are passed as bytes, eight per number, which numpy uses directly.

use std::thread;

use ktour_answer::{Declined, atlas::AtlasParameters};
use ktour_core::{AnyTour, Control, Square, TourKind};
use ktour_search::atlas::Atlas;
use pyo3::{
    prelude::*,
    types::{PyByteArray, PyDict},
};

use crate::{
    board::{Board, FileAndRank, file_and_rank},
    errors::{refusal_error, value_error},
    interruptible::{run_interruptible, run_unlocked},
    parameters,
};

/// Minimum number of array elements for several threads.
const MIN_NUMBERS_FOR_THREADS: usize = 1 << 12;

/// Handle on an implicit tour.
#[pyclass(frozen, module = "ktour._engine")]
pub(crate) struct LazyTour(Atlas);

#[pymethods]
impl LazyTour {
    #[new]
    fn new(board: &Board, values: &Bound<'_, PyDict>) -> PyResult<LazyTour> {
        let AtlasParameters { tours, method } = parameters::parse_with_board(board, values)?;
        let puzzle = tours.puzzle(u128::MAX).map_err(refusal_error)?;
        let tour = Atlas::new(&puzzle, method).map_err(value_error)?;
        let not_built = || value_error(Declined::NotBuilt { board: puzzle.board().to_string() });
        tour.map(LazyTour).ok_or_else(not_built)
    }

    #[getter]
    fn is_closed(&self) -> bool {
        self.0.kind() == TourKind::Closed
    }

    #[getter]
    fn square_count(&self) -> u128 {
        self.0.len()
    }

    /// Returns the square at a step, counted from 1.
    fn square_at(&self, py: Python<'_>, step: u128) -> PyResult<Option<FileAndRank>> {
        run_unlocked(py, || self.0.square_at(step).map(file_and_rank))
    }

    /// Returns the step of a square, counted from 1.
    fn step_of(&self, py: Python<'_>, file: u64, rank: u64) -> PyResult<Option<u128>> {
        run_unlocked(py, || self.0.step_of(Square::new(file, rank)))
    }

    /// Returns a file and a rank for every step.
    fn squares_at<'py>(&self, py: Python<'py>, steps: &[u8]) -> PyResult<Bound<'py, PyByteArray>> {
        let square_at = |&step: &[u8; 8]| {
            let step = u128::try_from(i64::from_le_bytes(step)).ok()?;
            let square = self.0.square_at(step)?;
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&square.file.to_le_bytes());
            bytes[8..].copy_from_slice(&square.rank.to_le_bytes());
            Some(bytes)
        };
        let no_step = |&step: &[u8; 8]| {
            let step = i64::from_le_bytes(step).to_string();
            Declined::NoStep { step, squares: self.0.len() }
        };
        map_array(py, steps, square_at, no_step)
    }

    /// Returns a step for every file and rank.
    fn steps_of<'py>(&self, py: Python<'py>, squares: &[u8]) -> PyResult<Bound<'py, PyByteArray>> {
        let read = |square: &[u8; 16]| [0, 1].map(|at| i64::from_le_bytes(square.as_chunks().0[at]));
        let step_of = |square: &[u8; 16]| {
            let [file, rank] = read(square);
            let square = Square::new(file.try_into().ok()?, rank.try_into().ok()?);
            Some((self.0.step_of(square)? as u64).to_le_bytes())
        };
        let no_square = |square: &[u8; 16]| {
            let [file, rank] = read(square);
            Declined::NotOnTour { square: format!("file {file}, rank {rank}") }
        };
        map_array(py, squares, step_of, no_square)
    }
}

/// Maps an array, on all processors if it is long. The error names the first element without a result.
fn map_array<'py, const INPUT_BYTES: usize, const OUTPUT_BYTES: usize>(
    py: Python<'py>,
    inputs: &[u8],
    map: impl Fn(&[u8; INPUT_BYTES]) -> Option<[u8; OUTPUT_BYTES]> + Sync,
    error_of: impl Fn(&[u8; INPUT_BYTES]) -> Declined,
) -> PyResult<Bound<'py, PyByteArray>> {
    let (inputs, _) = inputs.as_chunks();
    PyByteArray::new_with(py, inputs.len() * OUTPUT_BYTES, |bytes| {
        let (outputs, _) = bytes.as_chunks_mut();
        let fill = |inputs: &[[u8; INPUT_BYTES]], outputs: &mut [[u8; OUTPUT_BYTES]]| {
            inputs.iter().zip(outputs).find_map(|(input, output)| match map(input) {
                Some(found) => {
                    *output = found;
                    None
                }
                None => Some(*input),
            })
        };
        let first_failed = match inputs.len() < MIN_NUMBERS_FOR_THREADS {
            true => run_unlocked(py, || fill(inputs, outputs))?,
            false => run_interruptible(py, &Control::unlimited(), |control| {
                let share = inputs.len().div_ceil(thread::available_parallelism().map_or(1, usize::from));
                let fill_in_chunks =
                    |(inputs, outputs): (&[[u8; INPUT_BYTES]], &mut [[u8; OUTPUT_BYTES]])| {
                        let mut chunks = inputs
                            .chunks(MIN_NUMBERS_FOR_THREADS)
                            .zip(outputs.chunks_mut(MIN_NUMBERS_FOR_THREADS));
                        chunks
                            .by_ref()
                            .take_while(|_| !control.is_stopped())
                            .find_map(|(inputs, outputs)| fill(inputs, outputs))
                    };
                thread::scope(|scope| {
                    let shares = inputs.chunks(share).zip(outputs.chunks_mut(share));
                    let threads: Vec<_> =
                        shares.map(|share| scope.spawn(move || fill_in_chunks(share))).collect();
                    threads.into_iter().find_map(|thread| thread.join().expect("panics are its caller's too"))
                })
            })?,
        };
        first_failed.map_or(Ok(()), |input| Err(value_error(error_of(&input))))
    })
}

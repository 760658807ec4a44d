//! Handle on a verified tour.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use ktour_answer::{
    ParameterGroup as _,
    document::{MeasuresDocument, StatsDocument},
    render::RenderParameters,
    to_json,
};
use ktour_core::{Control, KNIGHT, Leaper, Square, TourKind};
use ktour_render::{
    Format,
    read::{self, Hints},
};
use ktour_search::Stats;
use numpy::PyReadwriteArray2;
use pyo3::{
    exceptions::{PyOSError, PyValueError},
    prelude::*,
    types::{PyByteArray, PyBytes, PyDict},
};

use crate::{
    board::{Board, FileAndRank, file_and_rank},
    errors::{refusal_error, value_error},
    interruptible::{run_interruptible, run_unlocked},
    memory, parameters,
};

/// Maximum width of a picture, in pixels.
const MAX_PICTURE_WIDTH: u64 = 100_000;
/// Largest tour that is drawn and measured in the calling thread, in squares.
const MAX_SQUARES_INLINE: usize = 1024;

/// Handle on a verified tour, with the counters of its search if there was one.
#[pyclass(frozen, eq, module = "ktour._engine")]
#[derive(Clone)]
pub(crate) struct Tour {
    pub(crate) tour: ktour_core::Tour,
    pub(crate) stats: Option<Stats>,
}

impl PartialEq for Tour {
    /// Tours are equal however they were found.
    fn eq(&self, other: &Tour) -> bool {
        self.tour == other.tour
    }
}

impl From<ktour_core::Tour> for Tour {
    fn from(tour: ktour_core::Tour) -> Tour {
        Tour { tour, stats: None }
    }
}

#[pymethods]
impl Tour {
    /// Verifies squares that should be a tour.
    #[staticmethod]
    fn verify(
        py: Python<'_>,
        board: &Board,
        squares: Vec<FileAndRank>,
        leaper: Option<&str>,
    ) -> PyResult<Tour> {
        let leaper = leaper.map_or(Ok(KNIGHT), str::parse::<Leaper>).map_err(value_error)?;
        let squares = squares.into_iter().map(|(file, rank)| Square::new(file, rank));
        checked(py, || ktour_core::Tour::verify(&board.0, leaper, squares))
    }

    /// Verifies a tour from the result of [`Tour::order`].
    #[staticmethod]
    fn from_order(
        py: Python<'_>,
        board: &Board,
        leaper: &str,
        is_closed: bool,
        order: &[u8],
    ) -> PyResult<Tour> {
        let (board, leaper) = (&board.0, leaper.parse().map_err(value_error)?);
        let index = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes) as usize;
        let squares = order.as_chunks().0.iter().map(|bytes| board.square(index(bytes)));
        let tour = checked(py, || ktour_core::Tour::verify(board, leaper, squares))?;
        Ok(if is_closed { tour } else { tour.tour.as_open().into() })
    }

    /// Reads a tour in any format.
    #[staticmethod]
    fn read(py: Python<'_>, bytes: &[u8], board: Option<&Board>, leaper: Option<&str>) -> PyResult<Tour> {
        let leaper = leaper.map(str::parse::<Leaper>).transpose().map_err(value_error)?;
        let hints = Hints { board: board.map(|board| board.0.clone()), leaper, memory: memory::free() };
        let read = run_unlocked(py, || read::tour(bytes, &hints))?;
        read.map(Tour::from).map_err(|error| at_step(error.step(), &error))
    }

    #[getter]
    fn board(&self) -> Board {
        Board(self.tour.board().clone())
    }

    /// Returns the two numbers of the leaper.
    #[getter]
    fn leaper(&self) -> (u32, u32) {
        let leaper = self.tour.leaper();
        (leaper.r(), leaper.s())
    }

    #[getter]
    fn is_closed(&self) -> bool {
        self.tour.kind() == TourKind::Closed
    }

    /// Returns the counters of the search as a document.
    #[getter]
    fn stats(&self) -> Option<String> {
        self.stats.as_ref().map(|stats| to_json(&StatsDocument::from(stats)))
    }

    fn __len__(&self) -> usize {
        self.tour.len()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.tour.board().hash(&mut hasher);
        // Different tours of one board usually differ in the first squares.
        for square in self.tour.squares().take(64) {
            square.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Returns the square at a step, counted from 1.
    fn square_at(&self, step: usize) -> Option<FileAndRank> {
        self.tour.square_at(step).map(file_and_rank)
    }

    /// Returns the step of a square, counted from 1.
    fn step_of(&self, file: u64, rank: u64) -> Option<usize> {
        self.tour.step_of(Square::new(file, rank))
    }

    /// Returns the squares from one step up to before another, counted from 0.
    fn squares(&self, from: usize, to: usize) -> Vec<FileAndRank> {
        self.tour.squares().skip(from).take(to.saturating_sub(from)).map(file_and_rank).collect()
    }

    /// Writes the number of every square into a grid, rank by rank from a1, and 0 into holes. One pass
    /// suffices, since the first access to the memory of a large grid takes the most time.
    fn write_steps(&self, py: Python<'_>, mut grid: PyReadwriteArray2<'_, u32>) -> PyResult<()> {
        let (tour, board) = (&self.tour, self.tour.board());
        let numbers = grid.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))?;
        if numbers.len() as u128 != board.area() {
            return Err(PyValueError::new_err("the grid is not as large as the board"));
        }
        run_unlocked(py, || {
            for (step, &place) in (1..).zip(tour.indices()) {
                numbers[place as usize] = step;
            }
            for &hole in board.holes() {
                numbers[board.index(hole)] = 0;
            }
        })
    }

    /// Returns the index of every square in the order of the tour, four bytes each; squares are counted rank
    /// by rank from a1, from 0.
    fn order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        PyByteArray::new_with(py, 4 * self.tour.len(), |bytes| {
            run_unlocked(py, || {
                for (place, &index) in bytes.as_chunks_mut().0.iter_mut().zip(self.tour.indices()) {
                    *place = index.to_le_bytes();
                }
            })
        })
    }

    /// Returns the measures as a document.
    fn measure(&self, py: Python<'_>) -> PyResult<String> {
        let measure = || to_json(&MeasuresDocument::new(&self.tour));
        if self.tour.len() <= MAX_SQUARES_INLINE {
            return run_unlocked(py, measure);
        }
        run_interruptible(py, &Control::unlimited(), |_| measure())
    }

    /// Renders the tour as a file.
    fn render<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        look: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format: Format = format.parse().map_err(value_error)?;
        let drawing = RenderParameters::read(&parameters::parse(look)?)
            .and_then(|parameters| parameters.drawing(MAX_PICTURE_WIDTH))
            .map_err(refusal_error)?;
        drawing.check(format, self.tour.board()).map_err(refusal_error)?;
        let draw = |control: &Control| {
            let mut bytes = Vec::new();
            let render = drawing.render(format, self.stats);
            render.write(&self.tour, &mut bytes, control).map(|()| bytes)
        };
        let control = Control::unlimited();
        let is_small = self.tour.len() <= MAX_SQUARES_INLINE && format != Format::Gif;
        let drawn = match is_small {
            true => run_unlocked(py, || draw(&control))?,
            false => run_interruptible(py, &control, draw)?,
        };
        drawn.map(|bytes| PyBytes::new(py, &bytes)).map_err(|error| PyOSError::new_err(error.to_string()))
    }

    /// Returns the reversed tour.
    fn reversed(&self) -> Tour {
        self.tour.clone().reversed().into()
    }

    /// Returns the tour from another start, if it is closed.
    fn started_at(&self, file: u64, rank: u64) -> Option<Tour> {
        self.tour.clone().started_at(Square::new(file, rank)).map(Tour::from)
    }
}

/// Verifies a tour; an error names its step.
fn checked(
    py: Python<'_>,
    verify: impl FnOnce() -> Result<ktour_core::Tour, ktour_core::error::NotATour> + Send,
) -> PyResult<Tour> {
    run_unlocked(py, verify)?.map(Tour::from).map_err(|error| at_step(error.step(), &error))
}

/// Creates the error of an invalid tour, with its step.
fn at_step(step: Option<u128>, error: &impl std::fmt::Display) -> PyErr {
    let at = step.map_or(String::new(), |step| format!("step {step}: "));
    PyValueError::new_err(format!("not a tour: {at}{error}"))
}

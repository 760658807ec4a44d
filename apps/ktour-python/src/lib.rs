//! The engine of the Python package `ktour`, used only by that package.
//!
//! The Python side (`python/ktour`) has the names, the types and the documented behaviour; this side has
//! handles on boards and tours, and calls to the engine. A question is passed as `parameters`, an answer as
//! a handle, as bytes that numpy uses directly, or as a small document. Every call goes through
//! `interruptible`: it releases the interpreter's lock, reacts to Ctrl-C, and converts panics.

mod ask;
mod board;
mod errors;
mod interruptible;
mod lazy;
mod memory;
mod parameters;
mod tour;
mod tours;
mod trace;

/// Native module of the package.
#[pyo3::pymodule]
mod _engine {
    #[pymodule_export]
    use crate::{
        ask::{Stream, ask, solve, stream},
        board::Board,
        lazy::LazyTour,
        tour::Tour,
        tours::{Tours, rank, sample, tours, unrank},
        trace::Trace,
    };
}

//! The engine of the Python package `ktour`, seen by nobody but that package.
//!
//! Python's side (`python/ktour`) has the names, the types and the manners; this side has handles on boards and
//! tours, and doors to the engine. A question crosses as `words`, an answer as a handle, as bytes that numpy takes
//! as they are, or as a small document. Every door goes through `patience`: the interpreter's lock is released,
//! Ctrl-C is heard, and no panic crosses.

mod ask;
mod board;
mod lazy;
mod memory;
mod patience;
mod refused;
mod tour;
mod tours;
mod trace;
mod words;

/// The engine.
#[pyo3::pymodule]
mod _engine {
    #[pymodule_export]
    use crate::{
        ask::{Stream, ask, solve, stream},
        board::Board,
        lazy::LazyTour,
        tour::Tour,
        tours::{Tours, sample, tours},
        trace::Trace,
    };
}

//! Traces of a search, in small batches of visits.

use std::{
    sync::{Mutex, PoisonError},
    time::Instant,
};

use ktour_answer::{parameters::SearchParameters, solve::Solve, trace::TraceParameters};
use ktour_core::Control;
use ktour_search as search;
use ktour_search::Visit;
use pyo3::{prelude::*, types::PyDict};

use crate::{
    ask::outcome_to_python,
    board::{Board, FileAndRank, file_and_rank},
    errors::{refusal_error, value_error},
    interruptible::run_unlocked,
    parameters,
};

/// Traced search.
#[pyclass(frozen, module = "ktour._engine")]
pub(crate) struct Trace {
    question: Solve,
    began: Instant,
    trace: Mutex<search::Trace>,
}

#[pymethods]
impl Trace {
    #[new]
    fn new(board: &Board, values: &Bound<'_, PyDict>) -> PyResult<Trace> {
        let TraceParameters { tours, options, after, method, max_time, .. } =
            parameters::parse_with_board(board, values)?;
        let search = SearchParameters { tours, options, after, method, max_time };
        let question = Solve::plain(&search, u128::MAX).map_err(refusal_error)?;
        let trace = search::Trace::new(&question.puzzle, &question.strategy).map_err(value_error)?;
        Ok(Trace { question, began: Instant::now(), trace: Mutex::new(trace) })
    }

    /// Returns the next `count` visits, each a square that was entered or given up; fewer at the end.
    fn visits(&self, py: Python<'_>, count: usize) -> PyResult<Vec<(bool, FileAndRank)>> {
        run_unlocked(py, || {
            let mut trace = self.trace.lock().unwrap_or_else(PoisonError::into_inner);
            let visit = |visit| match visit {
                Visit::Enter(square) => (true, file_and_rank(square)),
                Visit::Leave(square) => (false, file_and_rank(square)),
            };
            trace.by_ref().take(count).map(visit).collect()
        })
    }

    /// Returns the numbers of leaps tested, squares entered and squares given up.
    #[getter]
    fn counters(&self) -> (u64, u64, u64) {
        let trace = self.trace.lock().unwrap_or_else(PoisonError::into_inner);
        (trace.trials(), trace.entered(), trace.given_up())
    }

    /// Returns the tour if it was found, otherwise a document with the state so far.
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let answer = run_unlocked(py, || {
            let trace = self.trace.lock().unwrap_or_else(PoisonError::into_inner);
            trace.answer(self.began.elapsed(), &Control::unlimited())
        })?;
        outcome_to_python(py, &self.question.puzzle, answer)
    }
}

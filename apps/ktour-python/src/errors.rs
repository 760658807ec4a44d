//! Refusals as Python exceptions: the type says the kind, the message is the sentence.

use ktour_answer::Refused;
use ktour_core::Coded;
use pyo3::{
    PyErr,
    exceptions::{PyMemoryError, PyTimeoutError, PyValueError},
};

/// Converts a refusal: `MemoryError` if the work does not fit into memory, `TimeoutError` if it took too
/// long, `ValueError` otherwise.
pub(crate) fn refusal_error(refused: Refused) -> PyErr {
    let sentence = refused.to_string();
    match refused.code() {
        "memory" | "tables" | "tables-grew" => PyMemoryError::new_err(sentence),
        "stopped" | "slow-file" => PyTimeoutError::new_err(sentence),
        _ => PyValueError::new_err(sentence),
    }
}

/// Converts an error of a library.
pub(crate) fn value_error(error: impl Coded) -> PyErr {
    refusal_error(Refused::new(error))
}

//! Parameters of a question as Python passes them: a board, and a dictionary of plain values.

use ktour_answer::{ParameterGroup, Parameters};
use pyo3::{
    prelude::*,
    types::{PyBool, PyDict, PyInt, PyList, PyTuple},
};
use serde_json::{Map, Value};

use crate::{board::Board, errors::refusal_error};

/// Converts the parameters of a question about a board.
pub(crate) fn with_board(board: &Board, values: &Bound<'_, PyDict>) -> PyResult<Parameters> {
    Ok(parse(values)?.with_board(board.0.clone()))
}

/// Parses the parameters of a question about a board.
pub(crate) fn parse_with_board<P: ParameterGroup>(board: &Board, values: &Bound<'_, PyDict>) -> PyResult<P> {
    P::read(&with_board(board, values)?).map_err(refusal_error)
}

/// Converts the parameters of a question.
pub(crate) fn parse(values: &Bound<'_, PyDict>) -> PyResult<Parameters> {
    let mut parameters = Map::new();
    for (name, value) in values {
        if !value.is_none() {
            parameters.insert(name.extract()?, to_value(&value)?);
        }
    }
    Ok(Parameters::from(parameters))
}

/// Converts a text, a number, yes or no, or a list of those; any other value becomes its Python text.
fn to_value(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_instance_of::<PyBool>() {
        return Ok(value.extract::<bool>()?.into());
    }
    if value.is_instance_of::<PyInt>() {
        let small = value.extract::<i64>().map(Value::from);
        let large = || value.extract::<u64>().map(Value::from);
        return small.or_else(|_| large()).or_else(|_| Ok(value.to_string().into()));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return value.try_iter()?.map(|item| to_value(&item?)).collect();
    }
    Ok(value.to_string().into())
}

//! What users pass, as the values that the crate takes. Every error names the argument.

use numpy::{PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

use super::error::PositionError;
use crate::rules::Value;

/// An integer argument in `low..=high`; NumPy's integers are welcome, floats are not.
pub fn integer(name: &str, value: &Bound<'_, PyAny>, low: i128, high: i128) -> PyResult<i128> {
    let wrong_type =
        || PyTypeError::new_err(format!("{name}: an integer is needed, not {}", type_name(value)));
    if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyFloat>() {
        return Err(wrong_type());
    }
    let index = value.call_method0("__index__").map_err(|_| wrong_type())?;
    match index.extract::<i128>() {
        Ok(n) if (low..=high).contains(&n) => Ok(n),
        _ => Err(PyValueError::new_err(format!("{name} = {index}: allowed are {low} to {high}"))),
    }
}

pub fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "this type".to_owned(), |name| name.to_string())
}

/// The value of an option.
pub fn option_value(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::None);
    }
    if let Ok(flag) = value.extract::<bool>() {
        return Ok(Value::Bool(flag));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::Text(text.to_cow()?.into_owned()));
    }
    let number = integer(name, value, i128::from(i64::MIN), i128::from(i64::MAX))?;
    Ok(Value::Int(number as i64))
}

/// Anything NumPy reads as an array of whole numbers of this shape, as `[south, north]`.
pub fn rows(name: &str, value: &Bound<'_, PyAny>, width: Option<usize>) -> PyResult<[Vec<i64>; 2]> {
    let array = as_array(name, value, "iu", "whole numbers of seeds")?;
    let shape = array.shape().to_vec();
    let wanted = width.map_or("(2,)".to_owned(), |width| format!("(2, {width})"));
    let fits = match width {
        Some(width) => shape == [2, width],
        None => shape == [2],
    };
    if !fits {
        let text = format!(
            "{name}: an array of shape {wanted} is needed (row 0 South, row 1 North), not {shape:?}"
        );
        return Err(PositionError::new_err(text));
    }
    let flat = flat_numbers(&array)?;
    let (south, north) = flat.split_at(flat.len() / 2);
    Ok([south.to_vec(), north.to_vec()])
}

/// Truth values of shape `(2, width)`, as `[south, north]`.
pub fn flags(name: &str, value: &Bound<'_, PyAny>, width: usize) -> PyResult<[Vec<bool>; 2]> {
    let array = as_array(name, value, "biu", "truth values")?;
    if array.shape() != [2, width] {
        let text =
            format!("{name}: an array of shape (2, {width}) is needed, not {:?}", array.shape());
        return Err(PositionError::new_err(text));
    }
    let flat = flat_numbers(&array)?;
    if let Some(n) = flat.iter().find(|n| !(0..=1).contains(*n)) {
        return Err(PositionError::new_err(format!("{name} = {n}: allowed are False and True")));
    }
    let flags: Vec<bool> = flat.into_iter().map(|n| n == 1).collect();
    let (south, north) = flags.split_at(width);
    Ok([south.to_vec(), north.to_vec()])
}

fn as_array<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    kinds: &str,
    what: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = value.py();
    let wrong =
        |found: String| PyTypeError::new_err(format!("{name}: {what} are needed, not {found}"));
    let array = py
        .import("numpy")?
        .call_method1("asarray", (value,))
        .map_err(|error| PositionError::new_err(format!("{name}: {}", error.value(py))))?;
    let array = array.cast_into::<PyUntypedArray>().map_err(|_| wrong(type_name(value)))?;
    let kind: String = array.dtype().getattr("kind")?.extract()?;
    if array.len() > 0 && !kinds.contains(&kind) {
        if kind == "O" && holds_big_integers(&array)? {
            return Err(PositionError::new_err(format!(
                "{name}: a number is out of range; allowed are 0 to 255 seeds"
            )));
        }
        return Err(wrong(format!("{}", array.dtype())));
    }
    Ok(array)
}

fn holds_big_integers(array: &Bound<'_, PyUntypedArray>) -> PyResult<bool> {
    for item in array.getattr("flat")?.try_iter()? {
        if !item?.is_instance_of::<PyInt>() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The numbers of an integer array; those beyond `i64` stay out of range.
fn flat_numbers(array: &Bound<'_, PyUntypedArray>) -> PyResult<Vec<i64>> {
    let py = array.py();
    let numpy = py.import("numpy")?;
    // An unsigned 64-bit number must not come out as a negative one.
    let clipped = match array.dtype().getattr("kind")?.extract::<String>()?.as_str() {
        "u" => numpy.call_method1("minimum", (array, i64::MAX as u64))?,
        _ => array.as_any().clone(),
    };
    let flat = clipped.call_method1("astype", ("int64",))?.call_method0("ravel")?;
    let flat = flat.cast_into::<PyArray1<i64>>().map_err(PyErr::from)?;
    flat.to_vec().map_err(|error| PyValueError::new_err(error.to_string()))
}

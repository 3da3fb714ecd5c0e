//! What users pass, as the values that the crate takes. Every error names the argument.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

use super::error::PositionError;
use crate::rules::Value;

/// The whole number that a Python object stands for; NumPy's integers do, floats do not.
pub fn whole<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyInt>> {
    value.call_method0("__index__").ok()?.cast_into().ok()
}

/// An integer argument in `low..=high`; NumPy's integers are welcome, floats are not.
pub fn integer(name: &str, value: &Bound<'_, PyAny>, low: i128, high: i128) -> PyResult<i128> {
    let wrong_type =
        || PyTypeError::new_err(format!("{name}: an integer is needed, not {}", type_name(value)));
    if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyFloat>() {
        return Err(wrong_type());
    }
    let index = whole(value).ok_or_else(wrong_type)?;
    match index.extract::<i128>() {
        Ok(n) if (low..=high).contains(&n) => Ok(n),
        _ => Err(PyValueError::new_err(format!("{name} = {index}: allowed are {low} to {high}"))),
    }
}

/// The same for a part of a position, which is refused as one.
pub fn position_integer(name: &str, value: &Bound<'_, PyAny>, high: i128) -> PyResult<i64> {
    match integer(name, value, 0, high) {
        Ok(n) => Ok(n as i64),
        Err(error) if error.is_instance_of::<PyValueError>(value.py()) => {
            Err(PositionError::new_err(error.value(value.py()).to_string()))
        }
        Err(error) => Err(error),
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
    let flat = flat_numbers(name, "allowed are 0 to 255 seeds", &array)?;
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
    let flat = flat_numbers(name, "allowed are False and True", &array)?;
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
    let wrong =
        |found: String| PyTypeError::new_err(format!("{name}: {what} are needed, not {found}"));
    let ragged =
        |error: PyErr| PositionError::new_err(format!("{name}: {}", error.value(value.py())));
    let numpy = value.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (value,)).map_err(ragged)?;
    let array = array.cast_into::<PyUntypedArray>().map_err(|_| wrong(type_name(value)))?;
    let kind: String = array.dtype().getattr("kind")?.extract()?;
    // An array of objects may still hold nothing but integers too large for any NumPy type.
    if kinds.contains(&kind) || array.len() == 0 || kind == "O" && holds_integers(&array)? {
        return Ok(array);
    }
    let object = kind == "O" || kind == "U";
    Err(wrong(if object { type_name(value) } else { array.dtype().to_string() }))
}

fn holds_integers(array: &Bound<'_, PyUntypedArray>) -> PyResult<bool> {
    for item in array.getattr("flat")?.try_iter()? {
        if !item?.is_instance_of::<PyInt>() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The numbers of a small array of integers, one by one.
fn flat_numbers(
    name: &str,
    allowed: &str,
    array: &Bound<'_, PyUntypedArray>,
) -> PyResult<Vec<i64>> {
    let mut numbers = Vec::new();
    for item in array.getattr("flat")?.try_iter()? {
        let item = item?;
        let number = whole(&item).and_then(|n| n.extract::<i64>().ok());
        let out_of_range = || PositionError::new_err(format!("{name} = {item}: {allowed}"));
        numbers.push(
            number
                .or_else(|| item.extract::<bool>().ok().map(i64::from))
                .ok_or_else(out_of_range)?,
        );
    }
    Ok(numbers)
}

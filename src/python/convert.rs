//! What users pass, as the values that the crate takes. Every error names the argument.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::PyClass;
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use super::error::Raised;
use crate::game::PositionError;
use crate::plan::{Plan, Register};
use crate::rules::{Fault, Value};

/// The type of an object, and a short text, number or truth value itself, for errors.
#[pyfunction]
#[pyo3(name = "_described")]
pub fn described(value: &Bound<'_, PyAny>) -> String {
    let name = value.get_type().name();
    // Not by `Display`, which swallows an exception such as Ctrl-C.
    let name =
        name.map_or_else(|_| "this type".to_owned(), |name| name.to_string_lossy().into_owned());
    match plain_text(value) {
        Some(text) => format!("{name} {text}"),
        None => name,
    }
}

/// Most characters of a value that an error shows.
const SHOWN: usize = 40;

/// A short text, number or truth value as Python writes it; `None` for anything else, whose own
/// code would be run.
fn plain_text(value: &Bound<'_, PyAny>) -> Option<String> {
    let plain = value.is_exact_instance_of::<PyString>()
        || value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyBool>();
    let text = plain.then(|| value.repr().ok())??.to_string_lossy().into_owned();
    (text.chars().count() <= SHOWN).then_some(text)
}

/// An object of one of the package's classes.
pub fn instance<'a, 'py, T: PyClass>(
    name: &str,
    value: &'a Bound<'py, PyAny>,
) -> PyResult<&'a Bound<'py, T>> {
    let class = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default();
    value.cast::<T>().map_err(|_| {
        PyTypeError::new_err(format!("{name}: a {class} is needed, not {}", described(value)))
    })
}

/// A str, with what is not valid Unicode replaced.
pub fn string(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| {
        PyTypeError::new_err(format!("{name}: a str is needed, not {}", described(value)))
    })?;
    Ok(text.to_string_lossy().into_owned())
}

/// The whole number that a Python object stands for; NumPy's integers do, floats and truth values
/// do not. An error that has nothing to do with that, such as Ctrl-C, is passed on.
pub fn whole<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyInt>>> {
    if let Ok(number) = value.cast_exact::<PyInt>() {
        return Ok(Some(number.clone()));
    }
    // Python's truth values and NumPy's; old NumPy's would pass as indices.
    if value.extract::<bool>().is_ok() {
        return Ok(None);
    }
    match value.call_method0("__index__") {
        Ok(number) => Ok(number.cast_into().ok()),
        Err(error) => {
            let py = value.py();
            let no_number = error.is_instance_of::<PyTypeError>(py)
                || error.is_instance_of::<PyAttributeError>(py);
            if no_number { Ok(None) } else { Err(error) }
        }
    }
}

/// The error for an argument that is no whole number.
pub fn not_whole(name: &str, value: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{name}: an integer is needed, not {}", described(value)))
}

/// What stands for an integer that Python does not write.
const MANY_DIGITS: &str = "a number of thousands of digits";

/// An integer in digits; `None` for one of so many that Python writes none.
pub fn written(number: &Bound<'_, PyInt>) -> Option<String> {
    Some(number.str().ok()?.to_string_lossy().into_owned())
}

/// An integer argument in `low..=high`.
pub fn integer(name: &str, value: &Bound<'_, PyAny>, low: i128, high: i128) -> PyResult<i128> {
    let number = whole(value)?.ok_or_else(|| not_whole(name, value))?;
    match number.extract::<i128>() {
        Ok(n) if (low..=high).contains(&n) => Ok(n),
        _ => {
            let found = written(&number).unwrap_or_else(|| MANY_DIGITS.to_owned());
            Err(PyValueError::new_err(format!("{name} = {found}: allowed are {low} to {high}")))
        }
    }
}

/// A number argument in `low..=high`.
pub fn number(name: &str, value: &Bound<'_, PyAny>, low: f64, high: f64) -> PyResult<f64> {
    let wrong =
        |_| PyTypeError::new_err(format!("{name}: a number is needed, not {}", described(value)));
    let number: f64 = value.extract().map_err(wrong)?;
    if (low..=high).contains(&number) {
        return Ok(number);
    }
    Err(PyValueError::new_err(format!("{name} = {number}: allowed are {low} to {high}")))
}

/// The value of an option; `None` for a type that no option has.
pub fn option_value(value: &Bound<'_, PyAny>) -> Option<Value> {
    if value.is_none() {
        return Some(Value::None);
    }
    if let Ok(flag) = value.extract::<bool>() {
        return Some(Value::Bool(flag));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Some(Value::Text(text.to_string_lossy().into_owned()));
    }
    let number = whole(value).ok()??;
    Some(number.extract().map_or_else(
        |_| Value::Large(written(&number).unwrap_or_else(|| MANY_DIGITS.to_owned())),
        Value::Int,
    ))
}

/// A list or tuple of numbers or of names, as a description writes it; `None` for anything else.
pub fn option_list(value: &Bound<'_, PyAny>) -> Option<Value> {
    if !(value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()) {
        return None;
    }
    let mut items = Vec::new();
    for item in value.try_iter().ok()? {
        items.push(match option_value(&item.ok()?)? {
            Value::Int(n) => serde_json::json!(n),
            Value::Text(text) => serde_json::json!(text),
            Value::Bool(_) | Value::Large(_) | Value::None => return None,
        });
    }
    Some(Value::Text(serde_json::Value::from(items).to_string()))
}

/// What pits, stores and reserves hold.
const SEEDS: &str = "whole numbers of seeds";

/// The parts of a position as they are read; faults are collected.
#[derive(Default)]
pub struct PositionReader {
    faults: Vec<Fault>,
}

impl PositionReader {
    /// The faults found, as an error.
    pub fn finish(self) -> Result<(), Raised> {
        if self.faults.is_empty() {
            return Ok(());
        }
        Err(PositionError { faults: self.faults }.into())
    }

    /// A whole number; 0 after a fault. `needed`: what is asked for, in words.
    pub fn number(
        &mut self,
        name: &str,
        needed: &str,
        value: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<i64> {
        let Some(value) = value else { return Ok(0) };
        let Some(number) = whole(value)? else {
            let text = format!("{name}: {needed} is needed, not {}", described(value));
            return Err(PyTypeError::new_err(text));
        };
        Ok(number.extract().unwrap_or_else(|_| {
            self.faults.push(Fault::new(name, number, "the number is out of range"));
            0
        }))
    }

    /// One number of seeds for each side; zeros after a fault.
    pub fn pair(&mut self, name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<[i64; 2]> {
        value.map_or(Ok([0, 0]), |value| self.two(name, value, SEEDS))
    }

    fn two(&mut self, name: &str, value: &Bound<'_, PyAny>, what: &str) -> PyResult<[i64; 2]> {
        let items = self.items(name, value, what, &[2])?;
        let mut pair = [0, 0];
        for (side, item) in items.iter().enumerate() {
            pair[side] = self.count(name, item, what)?;
        }
        Ok(pair)
    }

    /// A pair of numbers for each register named; zeros for the others.
    pub fn registers(
        &mut self,
        name: &str,
        value: Option<&Bound<'_, PyAny>>,
        plan: &Plan,
    ) -> PyResult<[[i64; Register::COUNT]; 2]> {
        let mut sides = [[0; Register::COUNT]; 2];
        let Some(value) = value else { return Ok(sides) };
        let Ok(pairs) = value.cast::<PyDict>() else {
            let found = described(value);
            let needed = "a dict from name to (South's, North's) is needed";
            return Err(PyTypeError::new_err(format!("{name}: {needed}, not {found}")));
        };
        for (key, pair) in pairs {
            let key = string(&format!("each name in {name}"), &key)?;
            let Some(register) = Register::ALL.iter().find(|register| register.name() == key)
            else {
                let allowed = plan.registers_allowed();
                self.faults.push(Fault::new(name, format!("{key:?}"), allowed));
                continue;
            };
            let what = "two whole numbers, South's and North's,";
            let field = format!("{name}[{key:?}]");
            let before = self.faults.len();
            let values = self.two(&field, &pair, what)?;
            if plan.most(*register) == 0 && self.faults.len() > before {
                // Its shape does not matter where there is no such register.
                self.faults.truncate(before);
                self.faults.push(Fault::new(field, "", plan.registers_allowed()));
            }
            for (side, value) in values.into_iter().enumerate() {
                sides[side][*register as usize] = value;
            }
        }
        Ok(sides)
    }

    /// Numbers of seeds of shape `(2, width)`; row 0 is South. Empty after a fault.
    pub fn pits(
        &mut self,
        name: &str,
        value: &Bound<'_, PyAny>,
        width: usize,
    ) -> PyResult<[Vec<i64>; 2]> {
        let mut rows = [Vec::new(), Vec::new()];
        let items = self.items(name, value, SEEDS, &[2, width])?;
        for (index, item) in items.iter().enumerate() {
            rows[index / width].push(self.count(name, item, SEEDS)?);
        }
        Ok(rows)
    }

    /// Truth values of shape `(2, width)`; none marked after a fault.
    pub fn marks(
        &mut self,
        name: &str,
        value: Option<&Bound<'_, PyAny>>,
        width: usize,
    ) -> PyResult<[Vec<bool>; 2]> {
        let mut rows = [Vec::new(), Vec::new()];
        let Some(value) = value else { return Ok(rows) };
        let items = self.items(name, value, "truth values", &[2, width])?;
        for (index, item) in items.iter().enumerate() {
            let number = whole(item)?;
            let truth = item.extract::<bool>().ok().map(i64::from);
            if truth.is_none() && number.is_none() {
                return Err(needed(name, "truth values", &described(item)));
            }
            let flag = truth.or_else(|| number?.extract().ok());
            if !matches!(flag, Some(0 | 1)) {
                self.faults.push(Fault::new(name, item, "allowed are False and True"));
            }
            rows[index / width].push(flag == Some(1));
        }
        Ok(rows)
    }

    fn count(&mut self, name: &str, item: &Bound<'_, PyAny>, what: &str) -> PyResult<i64> {
        let number = whole(item)?;
        let number = number.ok_or_else(|| needed(name, what, &described(item)))?;
        Ok(number.extract().unwrap_or_else(|_| {
            self.faults.push(Fault::new(name, number, "allowed are 0 to 255 seeds"));
            0
        }))
    }

    /// The items of anything that NumPy reads as an array of this shape; none after a fault.
    fn items<'py>(
        &mut self,
        name: &str,
        value: &Bound<'py, PyAny>,
        what: &str,
        shape: &[usize],
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let array = as_array(value)?;
        let items: Vec<_> = array
            .call_method0("ravel")?
            .call_method0("tolist")?
            .try_iter()?
            .collect::<PyResult<_>>()?;
        let found = array.shape();
        let nested = |item: &Bound<'_, PyAny>| {
            item.is_instance_of::<PyList>() || item.is_instance_of::<PyTuple>()
        };
        if found == shape && !items.iter().any(nested) {
            return Ok(items);
        }
        // A single object is of the wrong type rather than of the wrong shape.
        if let ([], [item]) = (found, &items[..])
            && whole(item)?.is_none()
        {
            return Err(needed(name, what, &described(item)));
        }
        let wanted = shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let comma = if shape.len() == 1 { "," } else { "" };
        let rows = "(row 0 South, row 1 North)";
        let found = found_instead(found, items.iter().any(nested));
        let allowed = format!("an array of shape ({wanted}{comma}) is needed {rows}, not {found}");
        self.faults.push(Fault::new(name, "", allowed));
        Ok(Vec::new())
    }
}

/// What is there instead of an array of the right shape.
fn found_instead(shape: &[usize], has_lists: bool) -> String {
    match shape {
        _ if has_lists => "lists of different lengths".to_owned(),
        [] => "a single number".to_owned(),
        [length] => format!("one of shape ({length},)"),
        _ => {
            let lengths: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("one of shape ({})", lengths.join(", "))
        }
    }
}

/// NumPy's reading of a value. What is not yet an array becomes one of objects, so that nothing is
/// converted on the way.
fn as_array<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    if let Ok(array) = value.cast::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    let options = PyDict::new(value.py());
    options.set_item("dtype", "object")?;
    let numpy = value.py().import("numpy")?;
    let array = numpy.call_method("asarray", (value,), Some(&options))?;
    Ok(array.cast_into::<PyUntypedArray>()?)
}

fn needed(name: &str, what: &str, found: &str) -> PyErr {
    PyTypeError::new_err(format!("{name}: {what} are needed, not {found}"))
}

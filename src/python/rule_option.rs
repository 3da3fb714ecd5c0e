//! The options of rules and the keys of entries of the landing table, with their values.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyRange, PyTuple};

use super::convert::{described, option_list, option_value};
use crate::rules::{self, Allowed, Value, is_key_of_entry};

/// One option of a game: its value, what is allowed, and what it says.
#[pyclass(frozen, get_all, module = "mancalab")]
pub struct RuleOption {
    /// The value: bool, int, str or None.
    value: Py<PyAny>,
    /// What it may be: a tuple of values, or a range of numbers.
    allowed: Py<PyAny>,
    /// Whether None (no limit) is allowed as well.
    or_none: bool,
    /// What the option says.
    about: &'static str,
}

#[pymethods]
impl RuleOption {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (value, allowed) = (self.value.bind(py).repr()?, self.allowed.bind(py).repr()?);
        Ok(format!("RuleOption(value={value}, allowed={allowed}, about={:?})", self.about))
    }
}

/// The reference of a description as JSON: every section, field, value and option, with its meaning,
/// its default and the games that have it.
#[pyfunction]
#[pyo3(name = "_reference")]
pub fn reference() -> String {
    rules::reference().to_string()
}

/// The options of rules: a dict from name to `RuleOption`.
pub fn options_of<'py>(py: Python<'py>, rules: &rules::Rules) -> PyResult<Bound<'py, PyDict>> {
    let options = PyDict::new(py);
    for option in rules.options() {
        let info = RuleOption {
            value: value_to_python(py, &option.value)?,
            allowed: allowed_to_python(py, option.allowed)?,
            or_none: matches!(option.allowed, Allowed::RangeOrNone(..)),
            about: option.about,
        };
        options.set_item(option.name, info)?;
    }
    Ok(options)
}

pub fn value_to_python(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    Ok(match value {
        Value::Bool(flag) => flag.into_pyobject(py)?.to_owned().into_any().unbind(),
        Value::Int(n) => n.into_pyobject(py)?.into_any().unbind(),
        Value::Text(text) | Value::Large(text) => text.into_pyobject(py)?.into_any().unbind(),
        Value::None => py.None(),
    })
}

fn allowed_to_python(py: Python<'_>, allowed: Allowed) -> PyResult<Py<PyAny>> {
    Ok(match allowed {
        Allowed::Bool => PyTuple::new(py, [false, true])?.into_any().unbind(),
        Allowed::Names(names) => PyTuple::new(py, names)?.into_any().unbind(),
        Allowed::Range(low, high) | Allowed::RangeOrNone(low, high) => {
            PyRange::new(py, low as isize, high as isize + 1)?.into_any().unbind()
        }
    })
}

/// Changes of options as they come from Python.
pub fn options_from(
    rules: &rules::Rules,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(String, Value)>> {
    let mut changes = Vec::new();
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        // Tests and takings of the landing table may be lists.
        let list = if is_key_of_entry(&name) { option_list(&value) } else { None };
        let Some(value) = list.or_else(|| option_value(&value)) else {
            return Err(wrong_type(rules, &name, &value));
        };
        changes.push((name, value));
    }
    Ok(changes)
}

fn wrong_type(rules: &rules::Rules, name: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let known = rules.options().into_iter().find(|option| option.name == name);
    let allowed = match known {
        Some(option) => option.allowed.to_string(),
        None if is_key_of_entry(name) => {
            "a truth value, a number, a name, or a list of numbers or of names".to_owned()
        }
        None => "a truth value, a number, a name or None".to_owned(),
    };
    let found = described(value);
    PyTypeError::new_err(format!(
        "{name}: a value of type {found} is not allowed; allowed are {allowed}"
    ))
}

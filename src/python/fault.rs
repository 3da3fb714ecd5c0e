//! A fault of a description or a position, taken apart.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::rules;

/// One fault of a description or of a position; `str` of it is one text of `faults`.
#[pyclass(frozen, eq, hash, get_all, module = "mancalab")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The path of the field, such as "landing.capture.to" ("landing[0].to" where the entry has no
    /// name); empty where the text cannot be read at all.
    field: String,
    /// The value found, as written; empty where there is none.
    value: String,
    /// What is allowed, or what is wrong.
    allowed: String,
    /// The line of the description, counted from 1; None where it is not known.
    line: Option<usize>,
}

#[pymethods]
impl Fault {
    #[new]
    #[pyo3(signature = (field, value, allowed, line=None))]
    fn new(field: String, value: String, allowed: String, line: Option<usize>) -> Self {
        Self { field, value, allowed, line }
    }

    fn __str__(&self) -> String {
        let Self { field, value, allowed, line } = self.clone();
        rules::Fault { field, value, allowed, line }.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Fault {}>", self.__str__())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, FaultParts) {
        let Self { field, value, allowed, line } = self.clone();
        (py.get_type::<Self>().into_any(), (field, value, allowed, line))
    }
}

type FaultParts = (String, String, String, Option<usize>);

impl From<&rules::Fault> for Fault {
    fn from(fault: &rules::Fault) -> Self {
        let rules::Fault { field, value, allowed, line } = fault.clone();
        Self { field, value, allowed, line }
    }
}

/// Gives an exception the faults behind it: `faults` as texts, `details` taken apart.
pub fn attach(py: Python<'_>, error: &Bound<'_, PyAny>, faults: &[rules::Fault]) -> PyResult<()> {
    let texts: Vec<String> = faults.iter().map(rules::Fault::to_string).collect();
    error.setattr("faults", texts)?;
    error.setattr("details", PyTuple::new(py, faults.iter().map(Fault::from))?)
}

//! Errors of the crate as Python exceptions.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;

use super::fault;
use crate::game;
use crate::notation::NotationError;
use crate::rules;
use crate::study::MatchError;

create_exception!(
    mancalab,
    RulesError,
    PyValueError,
    "A description of a game that cannot be played.\n\n`faults` lists every fault as a text, `details` is a tuple of Fault."
);
create_exception!(
    mancalab,
    PositionError,
    PyValueError,
    "A position that the rules do not have.\n\n`faults` lists every fault as a text, `details` is a tuple of Fault."
);
create_exception!(
    mancalab,
    IllegalAction,
    PyValueError,
    "An action that is not legal.\n\n`action`, `clause` and `field` (that forbid it), `clause_text` (what the clause says), \
     `reason` (in words) and `legal` (the legal actions) say more."
);

create_exception!(
    mancalab,
    TableError,
    PyOSError,
    "A file that is damaged, or holds no endgame tables."
);

create_exception!(
    mancalab,
    ProofError,
    PyOSError,
    "A file that is damaged, or keeps no search of `mancalab.solve`."
);

/// Any error of the crate on its way to Python, so that `?` crosses the border.
pub struct Raised(PyErr);

impl From<Raised> for PyErr {
    fn from(raised: Raised) -> Self {
        raised.0
    }
}

impl From<PyErr> for Raised {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

/// Adds attributes to an exception; one that cannot be added is left out.
fn with_attributes(
    error: PyErr,
    set: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<()>,
) -> Raised {
    Python::attach(|py| match set(py, error.value(py).as_any()) {
        Ok(()) => Raised(error),
        Err(other) => Raised(other),
    })
}

/// An error of a file that cannot be read or written.
pub fn in_file(path: PathBuf, error: &io::Error) -> PyErr {
    if error.kind() == ErrorKind::OutOfMemory {
        return PyMemoryError::new_err(format!("{}: {error}", path.display()));
    }
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, path.into_os_string()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

impl From<rules::RulesError> for Raised {
    fn from(error: rules::RulesError) -> Self {
        let raised = RulesError::new_err(error.to_string());
        with_attributes(raised, |py, value| fault::attach(py, value, &error.faults))
    }
}

impl From<game::PositionError> for Raised {
    fn from(error: game::PositionError) -> Self {
        let raised = PositionError::new_err(error.to_string());
        with_attributes(raised, |py, value| fault::attach(py, value, &error.faults))
    }
}

impl From<game::IllegalAction> for Raised {
    fn from(error: game::IllegalAction) -> Self {
        illegal(error.to_string(), &error)
    }
}

/// The error for an action that is not legal in one lane of a batch.
pub fn illegal_in_lane(lane: usize, error: &game::IllegalAction) -> Raised {
    illegal(format!("lane {lane}: {error}"), error)
}

fn illegal(text: String, error: &game::IllegalAction) -> Raised {
    with_attributes(IllegalAction::new_err(text), |py, value| {
        let action = py.get_type::<pyo3::types::PyInt>().call1((&error.action,))?;
        value.setattr("action", action)?;
        value.setattr("field", &*error.field)?;
        value.setattr("clause", &error.clause)?;
        value.setattr("clause_text", &*error.clause_text)?;
        value.setattr("reason", &error.why)?;
        value.setattr("legal", pyo3::types::PyTuple::new(py, &*error.legal)?)
    })
}

impl From<NotationError> for Raised {
    fn from(error: NotationError) -> Self {
        match error {
            NotationError::Syntax(text) => Self(PyValueError::new_err(text)),
            NotationError::Rules(error) => error.into(),
            NotationError::Position(error) => error.into(),
        }
    }
}

impl<E: Into<PyErr>> From<MatchError<E>> for Raised {
    fn from(error: MatchError<E>) -> Self {
        match error {
            MatchError::Stopped => Self(PyKeyboardInterrupt::new_err("the run was stopped")),
            MatchError::Illegal(error) => error.into(),
            MatchError::Agent(error) => Self(error.into()),
        }
    }
}

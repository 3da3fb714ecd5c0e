//! The catalogue, and rules read from text.

use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::convert::{described, string};
use super::error::Raised;
use super::rule_option::options_from;
use super::rules::Rules;
use crate::rules::{self, Fault, catalogue};

/// A game of the catalogue, with options.
///
/// Raises KeyError for an unknown name (with the nearest ones), RulesError for an unknown option or
/// a value that is not allowed.
#[pyfunction]
#[pyo3(name = "rules", signature = (name, **options))]
pub fn catalogue_game(
    name: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Rules> {
    let name = string("name", name)?;
    let Some(found) = catalogue::find(&name) else { return Err(unknown_game(&name)) };
    let changed = found.replace(&options_from(found, options)?).map_err(Raised::from)?;
    Ok(Rules::checked(changed)?)
}

fn unknown_game(name: &str) -> PyErr {
    let said = catalogue::of_a_file(name).map_or_else(
        || {
            let near = match catalogue::near(name) {
                none if none.is_empty() => ";".to_owned(),
                question => question,
            };
            let number = catalogue::names().count();
            format!(
                "{near} `mancalab games` lists all {number} names, in Python \
                 `list(mancalab.catalogue)`"
            )
        },
        str::to_owned,
    );
    PyKeyError::new_err(format!("no game is called {name:?}{said}"))
}

/// The names of the games of the catalogue, in order.
#[pyfunction]
#[pyo3(name = "_catalogue_names")]
pub fn catalogue_names() -> Vec<&'static str> {
    catalogue::names().collect()
}

/// Rules from a description: a str is the text, a path-like object names a file.
pub fn rules_of(text: &Bound<'_, PyAny>) -> PyResult<Rules> {
    if let Ok(text) = text.cast::<PyString>() {
        return rules_from(&text.to_string_lossy());
    }
    if !text.hasattr("__fspath__")? {
        let found = described(text);
        let wanted = "a str (the description) or a path (of a file) is needed";
        return Err(PyTypeError::new_err(format!("text: {wanted}, not {found}")));
    }
    // Python's own reading, so that an OSError carries the name of the file.
    let path = text.py().import("pathlib")?.call_method1("Path", (text,))?;
    let bytes: Vec<u8> = path.call_method0("read_bytes")?.extract()?;
    let text = String::from_utf8(bytes).map_err(|_| {
        let fault = Fault::new("", "", format!("{path} is not a text in UTF-8"));
        Raised::from(rules::RulesError::from(fault))
    })?;
    rules_from(&text)
}

/// Rules from the text of a description, checked.
fn rules_from(text: &str) -> PyResult<Rules> {
    let read = rules::Rules::from_toml(text).map_err(Raised::from)?;
    Ok(Rules::checked(read)?)
}

/// Rebuilds pickled rules.
#[pyfunction]
#[pyo3(name = "_rebuild_rules")]
pub fn rebuild_rules(text: &str) -> PyResult<Rules> {
    rules_from(text)
}

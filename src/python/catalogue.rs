//! The catalogue, and rules read from text.

use std::sync::Arc;

use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::convert::{described, string};
use super::error::Raised;
use super::rule_option::options_from;
use super::rules::Rules;
use crate::plan::Plan;
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
    let said = catalogue::of_a_file(name).map(str::to_owned).or_else(|| with_options(name));
    let said = said.unwrap_or_else(|| {
        let near = match catalogue::near(name) {
            none if none.is_empty() => ";".to_owned(),
            question => question,
        };
        let number = catalogue::names().count();
        format!(
            "{near} `mancalab games` lists all {number} names, in Python \
             `list(mancalab.catalogue)`"
        )
    });
    PyKeyError::new_err(format!("no game is called {name:?}{said}"))
}

/// What is said to a name with options behind a colon, as a shell takes them.
fn with_options(name: &str) -> Option<String> {
    let (game, options) =
        name.split_once(':').filter(|(game, _)| catalogue::find(game).is_some())?;
    let lists = options.contains(['[', '.']); // keys of entries are no names of arguments
    let given = if lists { "...".to_owned() } else { options.replace(',', ", ") };
    Some(format!(
        "; that is how a shell has options: in Python it is mancalab.rules({game:?}, {given})"
    ))
}

/// The names of the games of the catalogue, in order.
#[pyfunction]
#[pyo3(name = "_catalogue_names")]
pub fn catalogue_names() -> Vec<&'static str> {
    catalogue::names().collect()
}

/// Rules from a description: a str is the text, a path-like object names a file.
pub fn rules_of(text: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let py = text.py();
    if let Ok(text) = text.cast::<PyString>() {
        return rules_from(py, &text.to_string_lossy());
    }
    if !text.hasattr("__fspath__")? {
        let found = described(text);
        let wanted = "a str (the description) or a path (of a file) is needed";
        return Err(PyTypeError::new_err(format!("text: {wanted}, not {found}")));
    }
    // Python's own reading, so that an OSError carries the name of the file; a byte more than is
    // looked at, so that a file which is too long is not read to its end.
    let path = py.import("pathlib")?.call_method1("Path", (text,))?;
    let file = path.call_method1("open", ("rb",))?;
    let read = file.call_method1("read", (rules::MAX_TEXT + 1,));
    file.call_method0("close")?;
    let bytes: Vec<u8> = read?.extract()?;
    if bytes.len() > rules::MAX_TEXT {
        let allowed = format!("{path} has more than the {} bytes that are read", rules::MAX_TEXT);
        return Err(Raised::from(rules::RulesError::from(Fault::new("", "", allowed))).into());
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        let fault = Fault::new("", "", format!("{path} is not a text in UTF-8"));
        Raised::from(rules::RulesError::from(fault))
    })?;
    rules_from(py, &text)
}

/// Rules from the text of a description, checked. Other Python threads run on meanwhile.
fn rules_from(py: Python<'_>, text: &str) -> PyResult<Rules> {
    let read = py.detach(|| {
        let read = rules::Rules::from_toml(text)?;
        Plan::new(read).map(Arc::new)
    });
    Ok(Rules { plan: read.map_err(Raised::from)? })
}

/// Rebuilds pickled rules.
#[pyfunction]
#[pyo3(name = "_rebuild_rules")]
pub fn rebuild_rules(py: Python<'_>, text: &str) -> PyResult<Rules> {
    rules_from(py, text)
}

//! `solve`.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyBlockingIOError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::convert::{instance, integer};
use super::enter::{enter, lacking};
use super::error::{ProofError, Raised, in_file};
use super::state::State;
use super::study::stopped;
use crate::solve::kept::{Keep, KeptError};
use crate::solve::{Bounds, Request, Solution, SolveError, greatest_value, solve};

/// What is asked, checked by the package.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Asked<'py> {
    actions: bool,
    at_least: Option<Bound<'py, PyAny>>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: usize,
    threads: Option<usize>,
    path: Option<PathBuf>,
    /// Seconds between two writings of the file; `None` for what costs next to nothing.
    between: Option<f64>,
}

impl From<SolveError> for Raised {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Stopped => stopped().into(),
            SolveError::Memory(lack) => lacking(lack).into(),
            SolveError::Kept(error) => error.into(),
            other => PyValueError::new_err(other.to_string()).into(),
        }
    }
}

impl From<KeptError> for Raised {
    fn from(error: KeptError) -> Self {
        use KeptError as E;
        match error {
            E::Io(path, error) => in_file(path, &error).into(),
            E::Busy(_) => PyBlockingIOError::new_err(error.to_string()).into(),
            E::NoSearch(_) | E::Version(..) | E::Damaged(..) => {
                ProofError::new_err(error.to_string()).into()
            }
            E::OtherRules { .. } | E::OtherPosition { .. } => {
                PyValueError::new_err(error.to_string()).into()
            }
            E::Stopped => stopped().into(),
        }
    }
}

/// The exact value of a state, or bounds of it; the fields of `mancalab.Solution`.
#[pyfunction]
#[pyo3(name = "_solve", signature = (state, asked))]
pub fn solve_state<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
    asked: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyDict>> {
    let state = instance::<State>("state", state)?.get().state.clone();
    let asked: Asked = asked.extract()?;
    let most = i128::from(greatest_value(&state));
    let at_least = asked.at_least.map(|value| integer("at_least", &value, -most, most));
    let at_least = at_least.transpose()?.map(|value| value as i16);
    let between = asked.between.map(Duration::from_secs_f64);
    let request = Request {
        actions: asked.actions,
        at_least,
        time: asked.time.map(Duration::from_secs_f64),
        nodes: asked.nodes,
        memory: asked.memory,
        keep: asked.path.map(|path| Keep { path, between }),
    };
    let begun = Instant::now();
    let unsaved = Mutex::new(None);
    let solved = enter(py, asked.threads, None, |run| {
        let solved = solve(&state, &request, &run.stop);
        if let (Err(SolveError::Kept(error)), true) = (&solved, run.stop.load(Ordering::Relaxed)) {
            *unsaved.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
        }
        solved
    });
    // Ctrl-C is what is raised, and must not hide that nothing was written.
    if let (Err(error), Ok(Some(why))) = (&solved, unsaved.into_inner()) {
        error.value(py).call_method1("add_note", (format!("not kept: {why}"),))?;
    }
    let fields = fields_of(py, solved?.map_err(Raised::from)?, begun)?;
    fields.set_item("at_least", at_least)?;
    Ok(fields)
}

/// A solution as `mancalab.Solution` takes it, with the time since it was asked for.
pub fn fields_of(
    py: Python<'_>,
    solution: Solution,
    begun: Instant,
) -> PyResult<Bound<'_, PyDict>> {
    let fields = PyDict::new(py);
    let pair = |bounds: Bounds| (bounds.lower, bounds.upper);
    fields.set_item("kind", solution.goal.name())?;
    fields.set_item("bounds", pair(solution.bounds))?;
    let actions = solution.actions.map(|all| all.into_iter().map(|(a, b)| (a, pair(b))));
    fields.set_item("actions", actions.map(Iterator::collect::<Vec<_>>))?;
    fields.set_item("principal_variation", solution.line)?;
    fields.set_item("nodes", solution.nodes)?;
    fields.set_item("method", solution.method.name())?;
    fields.set_item("seconds", begun.elapsed().as_secs_f64())?;
    fields.set_item("earlier_runs", solution.earlier.runs)?;
    fields.set_item("earlier_nodes", solution.earlier.nodes)?;
    fields.set_item("earlier_seconds", solution.earlier.milliseconds as f64 / 1000.0)?;
    Ok(fields)
}

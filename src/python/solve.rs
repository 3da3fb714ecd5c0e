//! `solve`.

use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::convert::instance;
use super::enter::{enter, lacking};
use super::state::State;
use super::study::stopped;
use crate::solve::{Bounds, Request, Solution, SolveError, solve};

/// What is asked, checked by the package.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Asked {
    actions: bool,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: usize,
    threads: Option<usize>,
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
    let request = Request {
        actions: asked.actions,
        time: asked.time.map(Duration::from_secs_f64),
        nodes: asked.nodes,
        memory: asked.memory,
    };
    let begun = Instant::now();
    let solved = enter(py, asked.threads, None, |run| solve(&state, &request, &run.stop))?;
    let solution = solved.map_err(|error| match error {
        SolveError::Stopped => stopped(),
        SolveError::Memory(lack) => lacking(lack),
        other => PyValueError::new_err(other.to_string()),
    })?;
    fields_of(py, solution, begun)
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
    Ok(fields)
}

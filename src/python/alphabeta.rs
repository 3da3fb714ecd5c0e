//! Alpha-beta: the agent read from Python, and what it found out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::convert::{described, instance, integer, number};
use super::enter::enter;
use super::pool::Threads;
use super::state::State;
use super::study::stopped;
use super::table::endgames;
use crate::agents::alphabeta::{Analysis, Evaluate, MOST_DEPTH, MOST_NODES, MOST_TIME, Memory};
use crate::agents::{AlphaBeta, Player};
use crate::game;
use crate::plan::Plan;
use crate::random::GameKey;

/// The fields of `mancalab.agents.AlphaBeta`.
#[derive(FromPyObject)]
struct Fields<'py> {
    depth: Option<Bound<'py, PyAny>>,
    nodes: Option<Bound<'py, PyAny>>,
    time: Option<Bound<'py, PyAny>>,
    table: Option<Bound<'py, PyAny>>,
    evaluation: Bound<'py, PyAny>,
    seed: Option<Bound<'py, PyAny>>,
}

/// The agent as one that plays this game, and its evaluation where that is a function.
pub fn alphabeta_of(
    agent: &Bound<'_, PyAny>,
    plan: &Arc<Plan>,
) -> PyResult<(AlphaBeta, Option<Py<PyAny>>)> {
    let fields: Fields = agent.extract()?;
    let whole = |name: &str, value: Option<Bound<'_, PyAny>>, low: i128, high: u64| {
        value.map(|value| integer(name, &value, low, i128::from(high))).transpose()
    };
    let depth = whole("depth", fields.depth, 1, u64::from(MOST_DEPTH))?;
    let nodes = whole("nodes", fields.nodes, 1, MOST_NODES)?;
    let time = fields.time.map(|time| number("time", &time, 0.0, MOST_TIME)).transpose()?;
    if depth.is_none() && nodes.is_none() && time.is_none() {
        let text = "depth = None: allowed only with nodes or a time, or a search would never end";
        return Err(PyValueError::new_err(text));
    }
    let seed = whole("seed", fields.seed, 0, u64::MAX)?;
    let agent = AlphaBeta {
        depth: depth.map(|depth| depth as u32),
        nodes: nodes.map(|nodes| nodes as u64),
        time: time.map(Duration::from_secs_f64),
        table: fields.table.map(|table| endgames(&table, plan)).transpose()?,
        seed: seed.map(|seed| seed as u64),
    };
    Ok((agent, function(&fields.evaluation)?))
}

/// The evaluation, if it is not the margin.
fn function(evaluation: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
    if evaluation.is_callable() {
        return Ok(Some(evaluation.clone().unbind()));
    }
    match evaluation.extract::<String>().as_deref() {
        Ok("margin") => Ok(None),
        Ok(_) => {
            let text = format!(
                "evaluation = {}: allowed are \"margin\" and functions of a state",
                evaluation.repr()?
            );
            Err(PyValueError::new_err(text))
        }
        Err(_) => {
            let text = format!(
                "evaluation: \"margin\" or a function of a state is needed, not {}",
                described(evaluation)
            );
            Err(PyTypeError::new_err(text))
        }
    }
}

/// A function of a state that judges.
struct Judge<'a, 'py> {
    function: &'a Bound<'py, PyAny>,
}

impl Evaluate for Judge<'_, '_> {
    type Error = PyErr;

    fn value(&mut self, state: &game::State) -> PyResult<f64> {
        self.look()?; // the function need not run any bytecode that would
        let answer = self.function.call1((State::new(state.clone()),))?;
        if answer.is_instance_of::<PyString>() || answer.is_none() {
            return Err(no_number(&answer));
        }
        let value: f64 = answer.extract().map_err(|error: PyErr| {
            let py = answer.py();
            if error.is_instance_of::<PyTypeError>(py) { no_number(&answer) } else { error }
        })?;
        if value.is_finite() {
            return Ok(value);
        }
        let text = format!("evaluation: a finite number is needed, not {value}");
        Err(PyValueError::new_err(text))
    }

    fn look(&mut self) -> PyResult<()> {
        self.function.py().check_signals()
    }
}

fn no_number(answer: &Bound<'_, PyAny>) -> PyErr {
    let text = format!("evaluation: it answers with a number, not {}", described(answer));
    PyTypeError::new_err(text)
}

/// An analysis with the evaluation of a Python function, on this thread.
pub fn judged(
    agent: &AlphaBeta,
    function: &Bound<'_, PyAny>,
    state: &game::State,
    key: GameKey,
    all_values: bool,
) -> PyResult<Analysis<f64>> {
    agent.analyse_by(&mut Judge { function }, state, key, all_values)
}

/// Action, value, principal variation and whether it was cut short, depth, nodes, values, seconds.
type Found<V> = (usize, V, (Vec<usize>, bool), u32, u64, Option<Vec<(usize, V)>>, f64);

fn parts<V>(found: Analysis<V>, begun: Instant) -> Found<V> {
    let Analysis { action, value, principal_variation, line_cut, depth, nodes, values } = found;
    let line = (principal_variation, line_cut);
    (action, value, line, depth, nodes, values, begun.elapsed().as_secs_f64())
}

/// An agent, a state in which it is to choose, and the numbers of the game.
struct Asked<'a> {
    agent: AlphaBeta,
    function: Option<Py<PyAny>>,
    state: &'a game::State,
    key: GameKey,
}

impl<'a> Asked<'a> {
    fn new(
        agent: &Bound<'_, PyAny>,
        state: &'a Bound<'_, PyAny>,
        game: Option<(u64, u64)>,
    ) -> PyResult<Self> {
        let state = &instance::<State>("state", state)?.get().state;
        let (agent, function) = alphabeta_of(agent, state.plan())?;
        if state.end().is_some() {
            let text = "state: the game is over; there is nothing to choose";
            return Err(PyValueError::new_err(text));
        }
        let key = game.map_or(GameKey(0), |(seed, game)| GameKey::new(seed, game));
        Ok(Self { agent, function, state, key })
    }
}

/// What a search from a state finds out; ties are broken as in a game of a run, given as seed and
/// number, or else as in a game without a run.
#[pyfunction]
#[pyo3(name = "_alphabeta", signature = (agent, state, all_values, game=None))]
pub fn analyse<'py>(
    py: Python<'py>,
    agent: &Bound<'py, PyAny>,
    state: &Bound<'py, PyAny>,
    all_values: bool,
    game: Option<(u64, u64)>,
) -> PyResult<Bound<'py, PyAny>> {
    let Asked { agent, function, state, key } = Asked::new(agent, state, game)?;
    let begun = Instant::now();
    if let Some(function) = function {
        let found = judged(&agent, function.bind(py), state, key, all_values)?;
        return Ok(parts(found, begun).into_pyobject(py)?.into_any());
    }
    if state.plan().lot_phase().is_some() {
        let found =
            enter(py, Threads::One, None, |run| agent.analyse_means(state, key, all_values, run))?;
        return Ok(parts(found.ok_or_else(stopped)?, begun).into_pyobject(py)?.into_any());
    }
    let found = enter(py, Threads::One, None, |run| {
        agent.analyse(&mut Memory::default(), state, key, all_values, run)
    })?;
    let found = found.ok_or_else(stopped)?;
    Ok(parts(found, begun).into_pyobject(py)?.into_any())
}

/// The action alone: the whole time is the search's, none is for the play expected.
#[pyfunction]
#[pyo3(name = "_alphabeta_choice", signature = (agent, state, game=None))]
pub fn choice(
    py: Python<'_>,
    agent: &Bound<'_, PyAny>,
    state: &Bound<'_, PyAny>,
    game: Option<(u64, u64)>,
) -> PyResult<i64> {
    let Asked { agent, function, state, key } = Asked::new(agent, state, game)?;
    if let Some(function) = function {
        return Ok(judged(&agent, function.bind(py), state, key, false)?.action as i64);
    }
    let Ok(action) = enter(py, Threads::One, None, |run| {
        agent.choose(&mut Memory::default(), state, key, state.plies(), run)
    })?;
    action.ok_or_else(stopped)
}

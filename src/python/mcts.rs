//! Monte Carlo tree search: the agent read from Python, and what it found out.

use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::convert::{described, instance, integer, number};
use super::enter::enter;
use super::state::State;
use super::study::{stopped, thread_count};
use crate::agents::mcts::{MOST_BATCH, MOST_EXPLORATION, MOST_SIMULATIONS, MOST_TIME};
use crate::agents::{Mcts, Simple};
use crate::batch::Level;
use crate::random::GameKey;

/// The fields of `mancalab.agents.MCTS`.
#[derive(FromPyObject)]
struct Fields<'py> {
    simulations: Option<Bound<'py, PyAny>>,
    time: Option<Bound<'py, PyAny>>,
    rollout: Bound<'py, PyAny>,
    leaf_batch: Option<Bound<'py, PyAny>>,
    exploration: Bound<'py, PyAny>,
    seed: Bound<'py, PyAny>,
}

/// The agent.
///
/// Raises ValueError when the environment asks for a vector width that is not there.
pub fn mcts_of(agent: &Bound<'_, PyAny>) -> PyResult<Mcts> {
    Level::chosen().map_err(PyValueError::new_err)?;
    let fields: Fields = agent.extract()?;
    let whole = |name: &str, value: Option<Bound<'_, PyAny>>, low: i128, high: i128| {
        value.map(|value| integer(name, &value, low, high)).transpose()
    };
    let simulations = whole("simulations", fields.simulations, 1, i128::from(MOST_SIMULATIONS))?;
    let time = fields.time.map(|time| number("time", &time, 0.0, MOST_TIME)).transpose()?;
    if simulations.is_none() && time.is_none() {
        let text = "simulations = None: allowed only with a time, or a search would never end";
        return Err(PyValueError::new_err(text));
    }
    let leaf_batch = whole("leaf_batch", fields.leaf_batch, 1, i128::from(MOST_BATCH))?;
    let exploration = number("exploration", &fields.exploration, 0.0, f64::from(MOST_EXPLORATION))?;
    Ok(Mcts {
        simulations: simulations.map(|n| n as u64),
        time: time.map(Duration::from_secs_f64),
        rollout: player(&fields.rollout)?,
        leaf_batch: leaf_batch.map(|n| n as u32),
        exploration: exploration as f32,
        seed: integer("seed", &fields.seed, 0, i128::from(u64::MAX))? as u64,
    })
}

fn player(rollout: &Bound<'_, PyAny>) -> PyResult<Simple> {
    match rollout.extract::<String>().as_deref() {
        Ok("random") => Ok(Simple::Random),
        Ok("greedy") => Ok(Simple::Greedy),
        Ok(_) => {
            let text = format!("rollout = {}: allowed are random, greedy", rollout.repr()?);
            Err(PyValueError::new_err(text))
        }
        Err(_) => {
            let text = format!("rollout: a str is needed, not {}", described(rollout));
            Err(PyTypeError::new_err(text))
        }
    }
}

/// Action; all actions, their visits and values; simulations; principal variation; seconds.
type Found = (usize, Vec<(usize, u64, f64)>, u64, Vec<usize>, f64);

/// What a search from a state finds out: its random numbers are those of a game of a run, given as
/// seed and number, or else of a game without a run.
#[pyfunction]
#[pyo3(name = "_mcts", signature = (agent, state, threads=None, game=None))]
pub fn analyse(
    py: Python<'_>,
    agent: &Bound<'_, PyAny>,
    state: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    game: Option<(u64, u64)>,
) -> PyResult<Found> {
    let mcts = mcts_of(agent)?;
    let state = &instance::<State>("state", state)?.get().state;
    let threads = threads.map(thread_count).transpose()?;
    if state.end().is_some() {
        let text = "state: the game is over; there is nothing to choose";
        return Err(PyValueError::new_err(text));
    }
    let key = game.map_or(GameKey(0), |(seed, game)| GameKey::new(seed, game));
    let begun = Instant::now();
    let found = enter(py, threads, None, |run| mcts.analyse(state, key, run))?;
    let found = found.ok_or_else(stopped)?;
    let actions = found.actions.iter();
    let actions = actions.map(|tried| (tried.action, tried.visits, tried.value())).collect();
    let seconds = begun.elapsed().as_secs_f64();
    Ok((found.action, actions, found.simulations, found.principal_variation, seconds))
}

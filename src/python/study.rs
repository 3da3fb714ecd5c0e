//! `playouts` and `match`, and what all runs of games share.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::agents::{Seat, both_native};
use super::convert::{described, instance, integer};
use super::enter::{MOST_THREADS, enter};
use super::error::Raised;
use super::pool::Threads;
use super::rules::Rules;
use super::state::State;
use super::tally::Tally;
use crate::agents::{Native, Simple};
use crate::batch::{LanePlan, Level};
use crate::rules::{Fault, RulesError};
use crate::run::Run;
use crate::study::{self, LaneMatch, MatchError, Opening};

impl From<Infallible> for Raised {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// The arguments that all runs share, checked.
pub struct Arguments {
    pub opening: Opening,
    pub seed: u64,
    pub threads: Option<usize>,
}

/// Arguments as they come from Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Common<'py> {
    seed: Bound<'py, PyAny>,
    threads: Option<Bound<'py, PyAny>>,
    opening_plies: Bound<'py, PyAny>,
    starts: Option<Bound<'py, PyAny>>,
}

impl Common<'_> {
    pub fn check(&self, rules: &Rules) -> PyResult<Arguments> {
        let threads = self.threads.as_ref().map(thread_count).transpose()?;
        let mut opening = Opening::standard(&rules.plan);
        opening.random_plies =
            integer("opening_plies", &self.opening_plies, 0, i128::from(u32::MAX))? as u32;
        if let Some(starts) = &self.starts {
            opening.starts = start_states(rules, starts)?;
        }
        let seed = integer("seed", &self.seed, 0, i128::from(u64::MAX))? as u64;
        Ok(Arguments { opening, seed, threads })
    }
}

/// A number of threads.
pub fn thread_count(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number = integer("threads", value, 1, MOST_THREADS as i128).map_err(|error| {
        if error.is_instance_of::<PyValueError>(value.py()) {
            PyValueError::new_err(format!("{}, or None for all cores", error.value(value.py())))
        } else {
            error
        }
    })?;
    Ok(number as usize)
}

pub(super) fn start_states(
    rules: &Rules,
    starts: &Bound<'_, PyAny>,
) -> PyResult<Vec<crate::game::State>> {
    let not_states = |found: &Bound<'_, PyAny>| {
        PyTypeError::new_err(format!(
            "starts: a sequence of states is needed, not {}",
            described(found)
        ))
    };
    let mut states = Vec::new();
    for item in starts.try_iter().map_err(|_| not_states(starts))? {
        let item = item?;
        let state = item.cast::<State>().map_err(|_| not_states(&item))?.get().state.clone();
        if state.plan().digest() != rules.plan.digest() {
            let text = format!("starts: state {} has other rules than the match", states.len());
            return Err(PyValueError::new_err(text));
        }
        if state.end().is_some() {
            let text =
                format!("starts: state {} is over; nothing can be played from it", states.len());
            return Err(PyValueError::new_err(text));
        }
        states.push(crate::game::State::from_parts(
            Arc::clone(&rules.plan),
            *state.position(),
            0,
            state.end(),
            state.history().to_vec(),
        ));
    }
    if states.is_empty() {
        return Err(PyValueError::new_err("starts: at least one state is needed, or None"));
    }
    Ok(states)
}

pub fn count(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    integer(name, value, 0, i128::from(i64::MAX)).map(|n| n as u64)
}

/// A run with a Python policy: on this thread, since the policy needs the interpreter anyway.
pub fn inline<T>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    total: u64,
    mut part: impl FnMut(u64, &Run) -> Result<T, Raised>,
    mut add: impl FnMut(T),
) -> PyResult<()> {
    let run = Run::default();
    for number in 0..total {
        py.check_signals()?;
        add(part(number, &run)?);
        if let Some(progress) = progress {
            progress.call1((run.done.swap(0, Ordering::Relaxed),))?;
        }
    }
    Ok(())
}

impl Arguments {
    /// A match on the lane engine. `None` where that has nothing to do or cannot do it: a start
    /// position that is over, a rule that asks for the history of a game, an agent that searches.
    ///
    /// Raises ValueError when the environment asks for a vector width that is not there.
    pub fn lanes(&self, agents: [&Native; 2]) -> PyResult<Option<LaneMatch>> {
        let [Some(first), Some(second)] = agents.map(Native::simple) else {
            return Ok(None);
        };
        let Ok(lane_plan) = LanePlan::new(Arc::clone(self.opening.starts[0].plan())) else {
            return Ok(None);
        };
        let level = Level::chosen().map_err(PyValueError::new_err)?;
        Ok(LaneMatch::new(&Arc::new(lane_plan), [first, second], &self.opening, self.seed, level))
    }
}

/// Uniformly random games number 0 to games - 1, on the lane engine or on the reference engine.
#[pyfunction]
#[pyo3(name = "_playouts", signature = (rules, games, lanes, common, progress=None))]
pub fn playouts(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    lanes: bool,
    common: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Tally> {
    let games = count("games", games)?;
    let arguments = common.extract::<Common>()?.check(instance::<Rules>("rules", rules)?.get())?;
    let agents = [&Native::Simple(Simple::Random); 2];
    if !lanes {
        return reference_match(py, agents, &arguments, games, progress);
    }
    let plan = arguments.opening.starts[0].plan();
    if plan.repetition {
        let allowed = "the lane engine keeps no history of a game: allowed is none, or \
                       engine=\"reference\"";
        let fault = Fault::new("limits.repetition", plan.rules().limits.repetition, allowed);
        return Err(Raised::from(RulesError::from(fault)).into());
    }
    native_match(py, agents, &arguments, games, progress)
}

/// Games between agents of the crate, on the lane engine where it can play them.
fn native_match(
    py: Python<'_>,
    agents: [&Native; 2],
    arguments: &Arguments,
    games: u64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Tally> {
    let begun = Instant::now();
    let Some(lanes) = arguments.lanes(agents)? else {
        return reference_match(py, agents, arguments, games, progress);
    };
    let played =
        enter(py, arguments.threads, progress, |run| lanes.play_in_parallel(0..games, run))?;
    let (tally, _) = played.ok_or_else(stopped)?;
    Ok(Tally { tally, seconds: begun.elapsed().as_secs_f64() })
}

fn reference_match(
    py: Python<'_>,
    agents: [&Native; 2],
    arguments: &Arguments,
    games: u64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Tally> {
    let begun = Instant::now();
    let Arguments { opening, seed, threads } = arguments;
    let played = enter(py, *threads, progress, |run| {
        study::play_match_in_parallel(agents, opening, 0..games, *seed, run)
    })?;
    let tally = played.map_err(Raised::from)?;
    Ok(Tally { tally, seconds: begun.elapsed().as_secs_f64() })
}

/// What a run that was stopped raises, if nothing else was raised before.
pub fn stopped() -> PyErr {
    Raised::from(MatchError::<Infallible>::Stopped).into()
}

/// Games between two agents; `first` sits with the side that starts.
#[pyfunction]
#[pyo3(name = "_match", signature = (rules, first, second, games, common, progress=None))]
pub fn play_match(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    common: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Tally> {
    let plan = &instance::<Rules>("rules", rules)?.get().plan;
    let seat = |name, agent| Seat::from_python(name, agent, plan);
    let seats = [seat("first", first)?, seat("second", second)?];
    let games = count("games", games)?;
    let arguments = common.extract::<Common>()?.check(instance::<Rules>("rules", rules)?.get())?;
    if let Some(agents) = both_native(&seats) {
        return native_match(py, agents, &arguments, games, progress);
    }
    let begun = Instant::now();
    let Arguments { opening, seed, .. } = &arguments;
    let mut sum = crate::tally::Tally::default();
    let part = |game, run: &Run| {
        study::play_match([&seats[0], &seats[1]], opening, game..game + 1, *seed, run)
            .map_err(Raised::from)
    };
    inline(py, progress, games, part, |tally| sum += &tally)?;
    Ok(Tally { tally: sum, seconds: begun.elapsed().as_secs_f64() })
}

/// Random games watched: how they end, how long they last, which rules ever fire.
#[pyfunction]
#[pyo3(name = "_survey", signature = (rules, games, seed=None))]
pub fn survey<'py>(
    py: Python<'py>,
    rules: &Bound<'py, PyAny>,
    games: &Bound<'py, PyAny>,
    seed: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let start =
        crate::game::State::start(Arc::clone(&instance::<Rules>("rules", rules)?.get().plan));
    let games = count("games", games)?;
    let seed = seed.map_or(Ok(0), |seed| integer("seed", seed, 0, i128::from(u64::MAX)))? as u64;
    let found = enter(py, Threads::One, None, |run| study::survey(&start, games, seed, run))?;
    let found = found.map_err(Raised::from)?;
    let result = PyDict::new(py);
    result.set_item("tally", Tally { tally: found.tally, seconds: 0.0 })?;
    result.set_item("skips", found.skips)?;
    result.set_item("fired", found.fired)?;
    Ok(result)
}

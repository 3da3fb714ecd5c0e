//! `playouts`, `match` and the series that studies are made of.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::agents::{Seat, both_simple};
use super::convert::{instance, integer, type_name};
use super::enter::{MOST_THREADS, enter};
use super::error::Raised;
use super::rules::Rules;
use super::state::State;
use super::tally::Tally;
use crate::agents::Simple;
use crate::study::{self, MatchError, Opening, Run};

impl From<Infallible> for Raised {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// The arguments that all runs share, checked.
struct Arguments {
    opening: Opening,
    seed: u64,
    threads: Option<usize>,
}

/// Arguments as they come from Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Common<'py> {
    seed: Bound<'py, PyAny>,
    threads: Option<Bound<'py, PyAny>>,
    opening_plies: Bound<'py, PyAny>,
    starts: Option<Bound<'py, PyAny>>,
}

impl Common<'_> {
    fn check(&self, rules: &Rules) -> PyResult<Arguments> {
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

fn thread_count(value: &Bound<'_, PyAny>) -> PyResult<usize> {
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
            type_name(found)
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

fn count(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    integer(name, value, 0, i128::from(i64::MAX)).map(|n| n as u64)
}

/// A run with a Python policy: on this thread, since the policy needs the interpreter anyway.
fn inline<T>(
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

/// Uniformly random games number 0 to games - 1.
#[pyfunction]
#[pyo3(name = "_playouts", signature = (rules, games, common, progress=None))]
pub fn playouts(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    common: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Tally> {
    let games = count("games", games)?;
    let arguments = common.extract::<Common>()?.check(instance::<Rules>("rules", rules)?.get())?;
    simple_match(py, [Simple::Random; 2], &arguments, games, progress)
}

fn simple_match(
    py: Python<'_>,
    agents: [Simple; 2],
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
    let seats = [Seat::from_python("first", first)?, Seat::from_python("second", second)?];
    let games = count("games", games)?;
    let arguments = common.extract::<Common>()?.check(instance::<Rules>("rules", rules)?.get())?;
    if let Some(agents) = both_simple(&seats) {
        return simple_match(py, agents, &arguments, games, progress);
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

/// Rounds of one game, or of two with the seats swapped, with the sums that intervals need.
#[pyclass(frozen, module = "mancalab")]
#[derive(Clone)]
pub struct Series {
    series: study::Series,
    seconds: f64,
}

/// Rounds number `first_round` to `first_round + rounds - 1` of a series.
#[pyfunction]
#[pyo3(name = "_series", signature = (rules, first, second, rounds, swap, first_round, common, progress=None))]
#[allow(clippy::too_many_arguments)]
pub fn series(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    rounds: &Bound<'_, PyAny>,
    swap: bool,
    first_round: &Bound<'_, PyAny>,
    common: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Series> {
    let seats = [Seat::from_python("first", first)?, Seat::from_python("second", second)?];
    let (from, rounds) = (count("first_round", first_round)?, count("rounds", rounds)?);
    let arguments = common.extract::<Common>()?.check(instance::<Rules>("rules", rules)?.get())?;
    let Arguments { opening, seed, threads } = &arguments;
    let begun = Instant::now();
    let mut sum = study::Series { swapped: swap, ..study::Series::default() };
    if let Some(agents) = both_simple(&seats) {
        let played: Result<_, MatchError<Infallible>> = enter(py, *threads, progress, |run| {
            study::play_series_in_parallel(agents, opening, from..from + rounds, swap, *seed, run)
        })?;
        sum.merge(&played.map_err(Raised::from)?);
    } else {
        let part = |round, run: &Run| {
            let numbers = from + round..from + round + 1;
            study::play_series([&seats[0], &seats[1]], opening, numbers, swap, *seed, run)
                .map_err(Raised::from)
        };
        inline(py, progress, rounds, part, |part| sum.merge(&part))?;
    }
    Ok(Series { series: sum, seconds: begun.elapsed().as_secs_f64() })
}

/// A series as text: JSON, exact.
#[pyfunction]
#[pyo3(name = "_series_to_json")]
pub fn series_to_json(series: &Series) -> PyResult<String> {
    let parts = (&series.series, series.seconds);
    serde_json::to_string(&parts).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A series from its text.
#[pyfunction]
#[pyo3(name = "_series_from_json")]
pub fn series_from_json(text: &str) -> PyResult<Series> {
    let parts = serde_json::from_str(text);
    let (series, seconds) =
        parts.map_err(|error| PyValueError::new_err(format!("the text is no series: {error}")))?;
    Ok(Series { series, seconds })
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
    let found = enter(py, Some(1), None, |run| study::survey(&start, games, seed, run))?;
    let found = found.map_err(Raised::from)?;
    let result = PyDict::new(py);
    result.set_item("tally", Tally { tally: found.tally, seconds: 0.0 })?;
    result.set_item("skips", found.skips)?;
    result.set_item("fired", found.fired)?;
    Ok(result)
}

#[pymethods]
impl Series {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let rebuild = py.import("mancalab._core")?.getattr("_series_from_json")?;
        Ok((rebuild, (series_to_json(self)?,)))
    }

    /// Rounds played.
    #[getter]
    fn rounds(&self) -> u64 {
        self.series.rounds
    }

    /// Games played.
    #[getter]
    fn games(&self) -> u64 {
        self.series.tally.games
    }

    /// Whether each round was played again with the seats swapped.
    #[getter]
    fn swapped(&self) -> bool {
        self.series.swapped
    }

    /// The tally of all games.
    #[getter]
    fn tally(&self) -> Tally {
        Tally { tally: self.series.tally.clone(), seconds: self.seconds }
    }

    /// Games by outcome for the side that started: (won, lost, drawn, void, truncated).
    #[getter]
    fn outcomes(&self) -> (u64, u64, u64, u64, u64) {
        self.series.outcomes.into()
    }

    /// Rounds by the outcomes of their two games (5 by 5); None unless swapped.
    #[getter]
    fn joint<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, pyo3::types::PyTuple>>> {
        type Row = (u64, u64, u64, u64, u64);
        let rows = self.series.joint.map(Row::from);
        self.series.swapped.then(|| pyo3::types::PyTuple::new(py, rows)).transpose()
    }

    /// Number of distinct games (sequences of actions).
    #[getter]
    fn distinct(&self) -> usize {
        self.series.distinct.len()
    }

    /// Sums over rounds; the values of the two games of a swapped round are added up first.
    #[getter]
    fn moments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let sums = &self.series.moments;
        let moments = PyDict::new(py);
        moments.set_item("plies", sums.plies)?;
        moments.set_item("plies2", sums.plies2)?;
        moments.set_item("choices", sums.choices)?;
        moments.set_item("choices2", sums.choices2)?;
        moments.set_item("plies_choices", sums.plies_choices)?;
        moments.set_item("margin_rounds", sums.margin_rounds)?;
        moments.set_item("margin", sums.margin)?;
        moments.set_item("margin2", sums.margin2)?;
        Ok(moments)
    }

    /// Time it took, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// So that `sum` works, which begins with 0.
    fn __radd__(&self, zero: u8) -> PyResult<Self> {
        if zero == 0 {
            return Ok(self.clone());
        }
        Err(PyTypeError::new_err("only Series and 0 can be added to a Series"))
    }

    fn __add__(&self, other: &Self) -> Self {
        let mut series = self.series.clone();
        series.merge(&other.series);
        Self { series, seconds: self.seconds + other.seconds }
    }
}

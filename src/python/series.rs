//! The series that studies are made of.

use std::convert::Infallible;
use std::ops::Range;
use std::time::Instant;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::agents::{Seat, both_native};
use super::convert::instance;
use super::enter::enter;
use super::error::Raised;
use super::rules::Rules;
use super::study::{Arguments, Common, count, inline, stopped};
use super::tally::Tally;
use crate::agents::Native;
use crate::run::Run;
use crate::study::{self, MatchError};

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
    let plan = &instance::<Rules>("rules", rules)?.get().plan;
    let seat = |name, agent| Seat::from_python(name, agent, plan);
    let seats = [seat("first", first)?, seat("second", second)?];
    let (from, rounds) = (count("first_round", first_round)?, count("rounds", rounds)?);
    let arguments = common.extract::<Common>()?.check(instance::<Rules>("rules", rules)?.get())?;
    let Arguments { opening, seed, .. } = &arguments;
    let begun = Instant::now();
    let mut sum = study::Series { swapped: swap, ..study::Series::default() };
    if let Some(agents) = both_native(&seats) {
        sum.merge(native_series(py, agents, &arguments, from..from + rounds, swap, progress)?);
    } else {
        let part = |round, run: &Run| {
            let numbers = from + round..from + round + 1;
            study::play_series([&seats[0], &seats[1]], opening, numbers, swap, *seed, run)
                .map_err(Raised::from)
        };
        inline(py, progress, rounds, part, |part| sum.merge(part))?;
    }
    Ok(Series { series: sum, seconds: begun.elapsed().as_secs_f64() })
}

/// Rounds between agents of the crate, on the lane engine where it can play them.
fn native_series(
    py: Python<'_>,
    agents: [&Native; 2],
    arguments: &Arguments,
    rounds: Range<u64>,
    swap: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<study::Series> {
    let Arguments { opening, seed, threads } = arguments;
    if let Some(lanes) = arguments.lanes(agents)? {
        let played =
            enter(py, *threads, progress, |run| lanes.play_series_in_parallel(rounds, swap, run))?;
        return played.ok_or_else(stopped);
    }
    let played: Result<_, MatchError<Infallible>> = enter(py, *threads, progress, |run| {
        study::play_series_in_parallel(agents, opening, rounds, swap, *seed, run)
    })?;
    Ok(played.map_err(Raised::from)?)
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

impl Series {
    pub fn new(series: study::Series, seconds: f64) -> Self {
        Self { series, seconds }
    }
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

    /// Number of distinct games (sequences of actions): exact up to 2**18, beyond an estimate with
    /// a relative standard error of about 2**-9 that is the same whatever played the games; never
    /// more than there are games.
    #[getter]
    fn distinct(&self) -> u64 {
        self.series.distinct_games()
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
        series.merge(other.series.clone());
        Self { series, seconds: self.seconds + other.seconds }
    }
}

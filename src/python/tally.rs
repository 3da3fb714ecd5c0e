//! `Tally`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::tally;

/// Exact counts over games. `==` ignores `seconds`; `+` adds.
///
/// Plies include a voided action. Margins are South's score minus North's, of games won, lost or
/// drawn only.
#[pyclass(frozen, module = "mancalab")]
#[derive(Clone)]
pub struct Tally {
    pub tally: tally::Tally,
    pub seconds: f64,
}

#[pymethods]
impl Tally {
    /// Games played.
    #[getter]
    fn games(&self) -> u64 {
        self.tally.games
    }

    /// Games South won.
    #[getter]
    fn south(&self) -> u64 {
        self.tally.results[0]
    }

    /// Games North won.
    #[getter]
    fn north(&self) -> u64 {
        self.tally.results[1]
    }

    /// Games drawn.
    #[getter]
    fn draws(&self) -> u64 {
        self.tally.results[2]
    }

    /// Games made void by an endless sowing.
    #[getter]
    fn voids(&self) -> u64 {
        self.tally.results[3]
    }

    /// Games cut off at `max_actions`.
    #[getter]
    fn truncated(&self) -> u64 {
        self.tally.results[4]
    }

    /// Actions played in all games.
    #[getter]
    fn plies(&self) -> u64 {
        self.tally.plies
    }

    /// Sum over games of the square of their plies.
    #[getter]
    fn plies_sum_squares(&self) -> u64 {
        self.tally.plies_sum_squares
    }

    /// Sum over plies of the number of legal actions.
    #[getter]
    fn choices_sum(&self) -> u64 {
        self.tally.choices_sum
    }

    /// Sum over plies of the square of that number.
    #[getter]
    fn choices_sum_squares(&self) -> u64 {
        self.tally.choices_sum_squares
    }

    /// Sum of margins.
    #[getter]
    fn margin_sum(&self) -> i64 {
        self.tally.margin_sum
    }

    /// Sum of squared margins.
    #[getter]
    fn margin_sum_squares(&self) -> u64 {
        self.tally.margin_sum_squares
    }

    /// Games by margin: a dict, ascending.
    #[getter]
    fn margin_histogram<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let cells = PyDict::new(py);
        self.tally.margin_histogram().try_for_each(|(margin, n)| cells.set_item(margin, n))?;
        Ok(cells)
    }

    /// Games by length in plies: a dict, ascending.
    #[getter]
    fn plies_histogram<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let cells = PyDict::new(py);
        self.tally.plies_histogram().try_for_each(|(plies, n)| cells.set_item(plies, n))?;
        Ok(cells)
    }

    /// Rounds of all games won, lost or drawn, with those in which they ended; 0 where the rules
    /// have no `[rounds]`.
    #[getter]
    fn rounds(&self) -> u64 {
        self.tally.rounds_histogram().map(|(rounds, n)| rounds * n).sum()
    }

    /// Games won, lost or drawn by their number of rounds: a dict, ascending; empty where the rules
    /// have no `[rounds]`. (Who wins each round: `mancalab.study.by_round`.)
    #[getter]
    fn rounds_histogram<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let cells = PyDict::new(py);
        self.tally.rounds_histogram().try_for_each(|(rounds, n)| cells.set_item(rounds, n))?;
        Ok(cells)
    }

    /// Time it took, in seconds; sums add up.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// So that `sum` works, which begins with 0.
    fn __radd__(&self, zero: u8) -> PyResult<Self> {
        if zero == 0 {
            return Ok(self.clone());
        }
        Err(PyTypeError::new_err("only Tally and 0 can be added to a Tally"))
    }

    fn __add__(&self, other: &Self) -> Self {
        let mut tally = self.tally.clone();
        tally += &other.tally;
        Self { tally, seconds: self.seconds + other.seconds }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().tally == self.tally)
    }

    fn __hash__(&self) -> u64 {
        self.tally.games ^ self.tally.plies.rotate_left(20) ^ self.tally.choices_sum.rotate_left(40)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let rebuild = py.import("mancalab._core")?.getattr("_rebuild_tally")?;
        let tally = &self.tally;
        let sums = (
            tally.games,
            tally.plies,
            tally.plies_sum_squares,
            tally.choices_sum,
            tally.choices_sum_squares,
            tally.margin_sum,
            tally.margin_sum_squares,
        );
        let margins = tally.margin_histogram().collect();
        let lengths = tally.plies_histogram().collect();
        let rounds = tally.rounds_histogram().collect();
        Ok((rebuild, (sums, tally.results, margins, lengths, rounds, self.seconds)))
    }

    fn __repr__(&self) -> String {
        let [south, north, draws, voids, truncated] = self.tally.results;
        format!(
            "<Tally: {} games, South {south}, North {north}, draws {draws}, voids {voids}, \
             truncated {truncated}, {} plies, {:.3} s>",
            self.tally.games, self.tally.plies, self.seconds
        )
    }
}

type Sums = (u64, u64, u64, u64, u64, i64, u64);
type Cells = Vec<(u64, u64)>;
type Parts = (Sums, [u64; 5], Vec<(i64, u64)>, Cells, Cells, f64);

/// Rebuilds a pickled tally.
#[pyfunction]
#[pyo3(name = "_rebuild_tally")]
pub fn rebuild_tally(
    sums: Sums,
    results: [u64; 5],
    margins: Vec<(i64, u64)>,
    lengths: Cells,
    rounds: Cells,
    seconds: f64,
) -> PyResult<Tally> {
    let (games, plies, plies2, choices, choices2, margin, margin2) = sums;
    let mut tally = tally::Tally::default();
    (tally.games, tally.results, tally.plies) = (games, results, plies);
    (tally.plies_sum_squares, tally.choices_sum) = (plies2, choices);
    (tally.choices_sum_squares, tally.margin_sum) = (choices2, margin);
    tally.margin_sum_squares = margin2;
    let tally = tally.with_histograms(&margins, &lengths, &rounds);
    let tally = tally.ok_or_else(|| PyValueError::new_err("a pickled tally is damaged"))?;
    Ok(Tally { tally, seconds })
}

//! Games that Python played with batches, as a series.

use std::num::NonZeroU64;

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::series::Series;
use crate::batch::playout::Finished;
use crate::fingerprint;
use crate::outcome::GameResult;
use crate::study;

/// The fields of `mancalab._matches.lockstep.Played`: arrays with an entry for each game.
#[derive(FromPyObject)]
pub struct Played<'py> {
    results: Bound<'py, PyArray1<u8>>,
    scores: Bound<'py, PyArray2<u8>>,
    plies: Bound<'py, PyArray1<u32>>,
    rounds: Bound<'py, PyArray1<u8>>,
    starters: Bound<'py, PyArray1<u8>>,
    choices: Bound<'py, PyArray1<u32>>,
    choices_squares: Bound<'py, PyArray1<u64>>,
    prints: Bound<'py, PyArray1<u64>>,
}

impl Played<'_> {
    fn games(&self) -> PyResult<Vec<Finished>> {
        let scores: PyReadonlyArray2<u8> = self.scores.readonly();
        let scores = scores.as_array();
        let (results, plies) = (column(&self.results), column(&self.plies));
        let rounds = column(&self.rounds);
        let (starters, prints) = (column(&self.starters), column(&self.prints));
        let choices = (column(&self.choices), column(&self.choices_squares));
        let game = |i: usize| {
            let result = GameResult::ALL.get(usize::from(*results.get(i)?))?;
            Some(Finished {
                game: i as u64,
                starter: *starters.get(i)? & 1,
                result: *result,
                scores: [*scores.get((i, 0))?, *scores.get((i, 1))?],
                plies: *plies.get(i)?,
                rounds: *rounds.get(i)?,
                choices: *choices.0.get(i)?,
                choices_squares: *choices.1.get(i)?,
                print: fingerprint::finished(*prints.get(i)?),
            })
        };
        let games: Option<Vec<_>> = (0..results.len()).map(game).collect();
        games.ok_or_else(|| PyValueError::new_err("games that are not over, or uneven columns"))
    }
}

fn column<T: Element + Copy>(array: &Bound<'_, PyArray1<T>>) -> Vec<T> {
    let array: PyReadonlyArray1<T> = array.readonly();
    array.as_array().to_vec()
}

/// The fingerprints of games with these numbers before their first actions, where start positions
/// are taken in turn.
#[pyfunction]
#[pyo3(name = "_prints_begun", signature = (first, games, starts))]
pub fn prints_begun(
    py: Python<'_>,
    first: u64,
    games: usize,
    starts: NonZeroU64,
) -> Bound<'_, PyArray1<u64>> {
    let numbers = (first..).take(games);
    PyArray1::from_iter(py, numbers.map(|game| fingerprint::begun(game % starts)))
}

/// Adds an action to the fingerprint of every game that runs, in place.
#[pyfunction]
#[pyo3(name = "_prints_after", signature = (prints, actions, running))]
pub fn prints_after(
    prints: &Bound<'_, PyArray1<u64>>,
    actions: PyReadonlyArray1<'_, i64>,
    running: PyReadonlyArray1<'_, bool>,
) -> PyResult<()> {
    let mut prints = prints.try_readwrite()?;
    let (actions, running) = (actions.as_array(), running.as_array());
    for ((print, action), runs) in prints.as_array_mut().iter_mut().zip(actions).zip(running) {
        if *runs {
            *print = fingerprint::after(*print, *action as u64);
        }
    }
    Ok(())
}

/// The series of the first games of rounds and, if played, of the second ones.
#[pyfunction]
#[pyo3(name = "_series_of", signature = (first, second, seconds))]
pub fn series_of(first: Played, second: Option<Played>, seconds: f64) -> PyResult<Series> {
    let games = first.games()?;
    let again = second.map(|second| second.games()).transpose()?;
    if again.as_ref().is_some_and(|again| again.len() != games.len()) {
        return Err(PyValueError::new_err("second: as many games as first are needed"));
    }
    Ok(Series::new(study::Series::of_games(&games, again.as_deref()), seconds))
}

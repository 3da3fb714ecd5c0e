//! Games that Python played with batches, as a series.

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::series::Series;
use crate::batch::playout::Finished;
use crate::outcome::GameResult;
use crate::random::mix64;
use crate::study;

/// The fields of `mancalab._batch_match.Played`: arrays with an entry for each game.
#[derive(FromPyObject)]
pub struct Played<'py> {
    results: Bound<'py, PyArray1<u8>>,
    scores: Bound<'py, PyArray2<u8>>,
    plies: Bound<'py, PyArray1<u32>>,
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
                choices: *choices.0.get(i)?,
                choices_squares: *choices.1.get(i)?,
                print: mix64(*prints.get(i)?),
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

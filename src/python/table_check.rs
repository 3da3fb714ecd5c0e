//! What is asked of whole endgame tables.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::convert::{instance, integer, number};
use super::enter::enter;
use super::error::Raised;
use super::study::thread_count;
use super::table::Table;
use crate::solve::tables::{GreedyLayer, LayerCheck, LongestPlay, Sample, WrongValue};
use crate::tree::{Board, TwoRows};

/// What all of them take.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Asked<'py> {
    share: Bound<'py, PyAny>,
    seed: Bound<'py, PyAny>,
    threads: Option<Bound<'py, PyAny>>,
}

impl Asked<'_> {
    /// The positions to be looked at, and the number of threads.
    fn check(&self) -> PyResult<(Sample, Option<usize>)> {
        let share = number("share", &self.share, 0.0, 1.0)?;
        let seed = integer("seed", &self.seed, 0, i128::from(u64::MAX))? as u64;
        let threads = self.threads.as_ref().map(thread_count).transpose()?;
        Ok((Sample::new(share, seed), threads))
    }
}

/// The seeds of a position: pits and store of the mover, then of the other.
type Seeds = [(Vec<u32>, u32); 2];
/// A position; what the table says, and what it should say.
type Named = (Seeds, i16, i16);

/// For each layer the positions looked at, how many of them have a wrong value, and the first of these.
#[pyfunction]
#[pyo3(name = "_check_table", signature = (table, asked, progress=None))]
pub fn check_table(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    asked: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(u64, u64, Vec<Named>)>> {
    let table = &instance::<Table>("table", table)?.get().table;
    let (sample, threads) = asked.extract::<Asked>()?.check()?;
    let found = enter(py, threads, progress, |run| table.verify(sample, run))?;
    let game = table.layers().game();
    let of_layer = |layer: LayerCheck| {
        let faults = layer.faults.iter().map(|fault| named(game, fault));
        (layer.checked, layer.wrong, faults.collect())
    };
    Ok(found.map_err(Raised::from)?.into_iter().map(of_layer).collect())
}

fn named(game: &TwoRows, fault: &WrongValue) -> Named {
    (seeds_of(game, fault.position), fault.found, fault.expected)
}

fn seeds_of(game: &TwoRows, position: Board) -> Seeds {
    let Board { own, other } = position;
    let row = |half: u64| {
        half.to_le_bytes()[..game.columns()].iter().map(|seeds| u32::from(*seeds)).collect()
    };
    let [store, other_store] = position.stores();
    [(row(own), store), (row(other), other_store)]
}

/// For each layer how many actions best play can take, and the first position with such a line.
#[pyfunction]
#[pyo3(name = "_longest_play", signature = (table, threads=None, progress=None))]
pub fn longest_play(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(u32, Seeds)>> {
    let table = &instance::<Table>("table", table)?.get().table;
    let threads = threads.map(thread_count).transpose()?;
    let found = enter(py, threads, progress, |run| table.longest(run))?;
    let game = table.layers().game();
    let of_layer = |layer: LongestPlay| (layer.actions, seeds_of(game, layer.position));
    Ok(found.map_err(Raised::from)?.into_iter().map(of_layer).collect())
}

/// For each layer the fields of `mancalab.GreedyRegret`.
#[pyfunction]
#[pyo3(name = "_greedy_regret", signature = (table, asked, progress=None))]
pub fn greedy_regret<'py>(
    py: Python<'py>,
    table: &Bound<'py, PyAny>,
    asked: &Bound<'py, PyDict>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let table = &instance::<Table>("table", table)?.get().table;
    let (sample, threads) = asked.extract::<Asked>()?.check()?;
    let found = enter(py, threads, progress, |run| table.greedy(sample, run))?;
    found.map_err(Raised::from)?.iter().map(|layer| fields_of(py, layer)).collect()
}

fn fields_of<'py>(py: Python<'py>, layer: &GreedyLayer) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    fields.set_item("looked_at", layer.looked_at)?;
    fields.set_item("without_action", layer.without_action)?;
    fields.set_item("left_out", layer.left_out)?;
    fields.set_item("mistakes", layer.mistakes())?;
    fields.set_item("mistakes_always", layer.mistakes_always)?;
    fields.set_item("mistakes_ever", layer.mistakes_ever)?;
    fields.set_item("at_stake", layer.at_stake)?;
    fields.set_item("result_losses", layer.result_losses())?;
    fields.set_item("loss", layer.loss())?;
    Ok(fields)
}

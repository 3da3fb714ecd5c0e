//! Endgame tables.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use pyo3::exceptions::{PyBlockingIOError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::convert::{described, instance, integer};
use super::enter::enter;
use super::error::{Raised, TableError, in_file};
use super::pool::Threads;
use super::rules::Rules;
use super::solve::fields_of;
use super::state::State;
use super::study::{stopped, thread_count};
use crate::agents::Endgames;
use crate::notation::rules_label;
use crate::plan::Plan;
use crate::rules::RulesError;
use crate::solve::tables::{self, BuildOptions, most_seeds};
use crate::solve::{is_acyclic, look_up};

impl From<tables::TableError> for Raised {
    fn from(error: tables::TableError) -> Self {
        use tables::TableError as E;
        match error {
            E::Refused(fault) => RulesError::from(fault).into(),
            E::Stopped => stopped().into(),
            E::Io(path, error) => in_file(path, &error).into(),
            E::Busy(_) => PyBlockingIOError::new_err(error.to_string()).into(),
            E::NoTable(_) | E::Version(..) | E::Damaged(..) => {
                TableError::new_err(error.to_string()).into()
            }
            E::TooLarge(..)
            | E::OtherRules(_)
            | E::TooManySeeds(..)
            | E::OtherTotal(..)
            | E::Capped(_)
            | E::GoesRound
            | E::Over => PyValueError::new_err(error.to_string()).into(),
        }
    }
}

/// What is still to come, for all positions with few seeds in the pits.
#[pyclass(frozen, name = "_Table", module = "mancalab._core")]
pub struct Table {
    pub table: Arc<tables::Table>,
}

impl Table {
    pub fn new(table: tables::Table) -> Self {
        Self { table: Arc::new(table) }
    }
}

#[pymethods]
impl Table {
    #[getter]
    fn rules(&self) -> Rules {
        Rules { plan: Arc::clone(self.table.plan()) }
    }

    #[getter]
    fn seeds(&self) -> u32 {
        self.table.seeds()
    }

    /// Positions in all.
    #[getter]
    fn positions(&self) -> u64 {
        self.table.layers().layers().iter().map(tables::Layer::positions).sum()
    }

    /// Writes it to another file.
    #[pyo3(signature = (path, packs, progress=None))]
    fn save(
        &self,
        py: Python<'_>,
        path: PathBuf,
        packs: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let saved = enter(py, Threads::All, progress, |run| self.table.save(&path, packs, run))?;
        Ok(saved.map_err(Raised::from)?)
    }

    /// Whether its file holds its layers packed.
    #[getter]
    fn packs(&self) -> bool {
        self.table.packs()
    }

    /// Positions of each layer.
    fn sizes(&self) -> Vec<usize> {
        self.table.layers().layers().iter().map(|layer| layer.order().len()).collect()
    }

    /// Bytes of the file, or of that which it would make.
    #[getter]
    fn file_size(&self) -> u64 {
        self.table.file_size()
    }

    /// Whether play can go round.
    #[getter]
    fn has_cycles(&self) -> bool {
        !is_acyclic(self.table.plan())
    }

    /// The checksum of each layer.
    fn sums<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let sums = enter(py, Threads::All, None, |_| self.table.sums())?;
        let sums = sums.map_err(Raised::from)?;
        Ok(sums.iter().map(|sum| PyBytes::new(py, sum)).collect())
    }

    fn probe(&self, state: &Bound<'_, PyAny>) -> PyResult<i16> {
        let state = instance::<State>("state", state)?;
        Ok(self.table.probe(&state.get().state).map_err(Raised::from)?)
    }

    /// What it knows of a state and of its actions; the fields of `mancalab.Solution`.
    fn solution<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let state = instance::<State>("state", state)?.get().state.clone();
        let begun = Instant::now();
        let found = enter(py, Threads::All, None, |_| look_up(&self.table, &state))?;
        fields_of(py, found.map_err(Raised::from)?, begun)
    }

    /// Raises ValueError unless its values are those of positions of the rules.
    fn check_game(&self, rules: &Bound<'_, PyAny>) -> PyResult<()> {
        let plan = &instance::<Rules>("rules", rules)?.get().plan;
        Ok(self.table.check_game(plan).map_err(Raised::from)?)
    }

    /// How often each value stands in a layer, -128 first.
    fn histogram(&self, py: Python<'_>, seeds: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let seeds = integer("seeds", seeds, 0, i128::from(self.table.seeds()))? as u32;
        let found = enter(py, Threads::All, None, |_| self.table.histogram(seeds))?;
        Ok(found.map_err(Raised::from)?.unwrap_or_default())
    }

    /// How many positions of a layer the player to move loses, draws and wins.
    fn results(&self, py: Python<'_>, seeds: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let seeds = integer("seeds", seeds, 0, i128::from(self.table.seeds()))? as u32;
        let found = enter(py, Threads::All, None, |_| self.table.results(seeds))?;
        Ok(found.map_err(Raised::from)?.unwrap_or_default())
    }

    /// All seeds of its positions where the stores matter; else None.
    #[getter]
    fn all_seeds(&self) -> Option<u32> {
        self.table.layers().shape().all_seeds()
    }
}

/// What a `mancalab.Tablebase` knows of a game, for a search. A table that was opened without
/// being verified is verified now: a search asks it too often to look each time.
pub fn endgames(tablebase: &Bound<'_, PyAny>, plan: &Arc<Plan>) -> PyResult<Endgames> {
    let py = tablebase.py();
    let inner = tablebase.getattr_opt("_table")?.ok_or_else(|| no_table(tablebase))?;
    if inner.is_none() {
        return Err(PyValueError::new_err("table: it is closed"));
    }
    let table = inner.cast::<Table>().map_err(|_| no_table(tablebase))?;
    let table = Arc::clone(&table.get().table);
    if !table.serves(plan) {
        let (whose, game) = (rules_label(table.plan().rules()), rules_label(plan.rules()));
        let text = format!("table: one of other rules ({whose}) than those of the game ({game})");
        return Err(PyValueError::new_err(text));
    }
    table.check_whole().map_err(Raised::from)?;
    if !table.is_checked() {
        enter(py, Threads::All, None, |run| table.check_all(run))?.map_err(Raised::from)?;
    }
    // Where the file was cut a search goes on as if there were no table.
    Ok(Endgames::new(move |board| {
        let value = if table.is_cut() { None } else { table.layers().probe(*board) };
        value.filter(|_| !table.is_cut()) // meanwhile
    }))
}

fn no_table(found: &Bound<'_, PyAny>) -> PyErr {
    let text = format!("table: a Tablebase is needed, not {}", described(found));
    PyTypeError::new_err(text)
}

/// The game of a table and its number of seeds, checked.
pub fn arguments(rules: &Bound<'_, PyAny>, seeds: &Bound<'_, PyAny>) -> PyResult<(Arc<Plan>, u32)> {
    let plan = Arc::clone(&instance::<Rules>("rules", rules)?.get().plan);
    tables::supported(&plan, 0).map_err(Raised::from)?;
    let seeds = integer("seeds", seeds, 0, i128::from(most_seeds(&plan)))? as u32;
    Ok((plan, seeds))
}

/// Builds a table; gives it, and what is to be warned of. In a file its layers take so many bytes of
/// memory; None for no limit.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // as many as the call has settings
#[pyo3(
    name = "_build_table",
    signature = (rules, seeds, path, threads, resume, memory=None, packs=false, progress=None)
)]
pub fn build_table(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    seeds: &Bound<'_, PyAny>,
    path: Option<PathBuf>,
    threads: Option<&Bound<'_, PyAny>>,
    resume: bool,
    memory: Option<u64>,
    packs: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Table, Vec<String>)> {
    let (plan, seeds) = arguments(rules, seeds)?;
    let threads = threads.map(thread_count).transpose()?;
    let mut warn = Vec::new();
    let built = enter(py, threads, progress, |run| match &path {
        Some(path) => {
            let how = BuildOptions { resume, memory: memory.unwrap_or(u64::MAX), packs };
            tables::Table::build_file(&plan, seeds, path, &how, run, &mut warn)
        }
        None => tables::Table::build(&plan, seeds, run),
    });
    match built.and_then(|built| built.map_err(|error| Raised::from(error).into())) {
        Ok(built) => Ok((Table::new(built), warn)),
        Err(error) => {
            for text in warn {
                error.value(py).call_method1("add_note", (text,))?; // who goes on later is not told again
            }
            Err(error)
        }
    }
}

/// Opens a table.
#[pyfunction]
#[pyo3(name = "_open_table", signature = (path, verify))]
pub fn open_table(py: Python<'_>, path: PathBuf, verify: bool) -> PyResult<Table> {
    let opened = enter(py, Threads::All, None, |run| tables::Table::open(&path, verify, run))?;
    Ok(Table::new(opened.map_err(Raised::from)?))
}

/// The number of positions of a table, and the bytes of memory that building it takes: in memory, and
/// at least where its values stay in a file.
#[pyfunction]
#[pyo3(name = "_table_size")]
pub fn table_size(rules: &Bound<'_, PyAny>, seeds: &Bound<'_, PyAny>) -> PyResult<(u64, u64, u64)> {
    let (plan, seeds) = arguments(rules, seeds)?;
    let shape = tables::shape::Shape::of(&plan);
    let positions = |seeds| shape.positions(seeds).unwrap_or(u64::MAX);
    let positions = (0..=seeds).map(positions).fold(0, u64::saturating_add);
    Ok((positions, tables::memory(&plan, seeds), tables::least_memory(&plan, seeds)))
}

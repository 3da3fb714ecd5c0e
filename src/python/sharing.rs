//! Tables that several processes build.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::enter::enter;
use super::error::Raised;
use super::pool::Threads;
use super::study::thread_count;
use super::table::{Table, arguments};
use crate::solve::tables::{Helper, Keeper, Opened, Share, check_shared};

/// Whoever keeps the file of a table in the making.
#[pyclass(frozen, name = "_TableKeeper", module = "mancalab._core")]
pub struct TableKeeper {
    keeper: Mutex<Option<Box<Keeper>>>,
}

/// The last layer that this process has helped with, and of which build.
static HELPER: Mutex<Option<(String, Arc<Helper>)>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn finished() -> PyErr {
    PyValueError::new_err("the table is finished")
}

#[pymethods]
impl TableKeeper {
    /// Works out layers of fewer than so many positions. Then the next one: its seeds, the first step that is not
    /// there, and the positions of each step; None when all are there.
    #[pyo3(signature = (few, progress=None))]
    fn next(
        &self,
        py: Python<'_>,
        few: u64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<(u32, usize, Vec<u64>)>> {
        let mut keeper = lock(&self.keeper);
        let keeper = keeper.as_mut().ok_or_else(finished)?;
        let open = enter(py, Threads::All, progress, |run| keeper.next(few, run))?;
        Ok(open.map_err(Raised::from)?.map(|open| (open.seeds, open.first, open.sizes)))
    }

    /// Works out a step in this process.
    #[pyo3(signature = (step, progress=None))]
    fn step_here(
        &self,
        py: Python<'_>,
        step: usize,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut keeper = lock(&self.keeper);
        let keeper = keeper.as_mut().ok_or_else(finished)?;
        enter(py, Threads::All, progress, |run| keeper.step_here(step, run))
    }

    /// Puts the values of a share of a step in their place.
    fn put(&self, step: usize, number: usize, of: usize, values: &[u8]) -> PyResult<()> {
        let keeper = lock(&self.keeper);
        let keeper = keeper.as_ref().ok_or_else(finished)?;
        if keeper.put(Share { step, number, of }, bytemuck::cast_slice(values)) {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("share {number} of {of}: not as many values as it has")))
    }

    /// All shares of the steps before this one are there.
    fn done(&self, py: Python<'_>, steps: usize) -> PyResult<()> {
        let mut keeper = lock(&self.keeper);
        let keeper = keeper.as_mut().ok_or_else(finished)?;
        enter(py, Threads::All, None, |run| keeper.done(steps, run))
    }

    /// All steps of the layer are there.
    fn close_layer(&self, py: Python<'_>) -> PyResult<()> {
        let mut keeper = lock(&self.keeper);
        let keeper = keeper.as_mut().ok_or_else(finished)?;
        let closed = enter(py, Threads::One, None, |_| keeper.close_layer())?;
        Ok(closed.map_err(Raised::from)?)
    }

    /// What is to be warned of, since it was opened.
    fn told(&self) -> PyResult<Vec<String>> {
        let keeper = lock(&self.keeper);
        Ok(keeper.as_ref().ok_or_else(finished)?.told().to_vec())
    }

    /// Puts the file in its place, and opens it.
    fn finish(&self, py: Python<'_>) -> PyResult<Table> {
        let keeper = lock(&self.keeper).take().ok_or_else(finished)?;
        let table = enter(py, Threads::All, None, |run| keeper.finish(run))?;
        Ok(Table::new(table.map_err(Raised::from)?))
    }
}

/// Opens the file of a table that several processes build: its keeper, or the table if that is there already; and what
/// is to be warned of.
#[pyfunction]
#[pyo3(name = "_keep_table", signature = (rules, seeds, path, resume, progress=None))]
pub fn keep_table(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    seeds: &Bound<'_, PyAny>,
    path: PathBuf,
    resume: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Py<PyAny>, Vec<String>)> {
    let (plan, seeds) = arguments(rules, seeds)?;
    check_shared(&plan).map_err(Raised::from)?;
    let mut told = Vec::new();
    let opened = enter(py, Threads::All, progress, |run| {
        Keeper::open(&plan, seeds, &path, resume, run, &mut told)
    })?;
    let opened = match opened.map_err(Raised::from)? {
        Opened::Finished(table) => Py::new(py, Table::new(*table))?.into_any(),
        Opened::Unfinished(keeper) => {
            Py::new(py, TableKeeper { keeper: Mutex::new(Some(keeper)) })?.into_any()
        }
    };
    Ok((opened, told))
}

/// Works out a share of a step of a layer, of the table in the making in a file: a byte for
/// each value. Each build has a name of its own: what was read of a file holds for one only.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // what is asked for, one by one
#[pyo3(name = "_table_share")]
pub fn table_share<'py>(
    py: Python<'py>,
    path: PathBuf,
    build: String,
    seeds: u32,
    step: usize,
    number: usize,
    of: usize,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let threads = threads.map(thread_count).transpose()?;
    let values = enter(py, threads, None, |run| {
        let known = lock(&HELPER).clone();
        let known = known.filter(|(of, helper)| *of == build && helper.seeds() == seeds);
        let helper = match known {
            Some((_, helper)) => helper,
            None => Arc::new(Helper::open(&path, seeds)?),
        };
        *lock(&HELPER) = Some((build, Arc::clone(&helper)));
        helper.share(Share { step, number, of }, run)
    })?;
    Ok(PyBytes::new(py, bytemuck::cast_slice(&values.map_err(Raised::from)?)))
}

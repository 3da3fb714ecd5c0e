//! The native part of `BatchMCTS`; `mancalab.search` checks arguments and documents.

use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{
    PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::batch::Batch;
use super::enter::lacking;
use super::pool::{Pool, SHARED};
use super::rules::Rules;
use super::table::endgames;
use crate::agents::batch_mcts::{
    self, Answers, Asked, FEWEST_FOR_THREADS, Fault, Gumbel, Method, Noise, Results, Rows, Search,
};
use crate::batch::Rewards;
use crate::memory::some_left;

/// Trees for the lanes of a batch.
#[pyclass(name = "_Trees", frozen, module = "mancalab._core")]
pub struct Trees {
    held: Mutex<Held>,
    /// Of its own, where a number of threads is asked for.
    pool: Option<Pool>,
    threads: usize,
    shape: Shape,
}

struct Held {
    trees: batch_mcts::Trees,
    /// Rows that wait for their evaluation.
    rows: usize,
}

/// What arrays must have.
#[derive(Clone, Copy)]
struct Shape {
    lanes: usize,
    features: usize,
    actions: usize,
}

/// The numbers of a [`Gumbel`], in their order.
type Halving = (usize, f64, f64, f64);
type Bytes2<'py> = PyReadwriteArray2<'py, u8>;
type Flags2<'py> = PyReadwriteArray2<'py, bool>;

fn check<const N: usize>(arrays: [(&[usize], &[usize]); N]) -> PyResult<()> {
    match arrays.iter().find(|(found, needed)| found != needed) {
        None => Ok(()),
        Some((found, needed)) => {
            let text = format!("an array of shape {needed:?} is needed, not {found:?}");
            Err(PyValueError::new_err(text))
        }
    }
}

impl Trees {
    fn lock(&self) -> PyResult<MutexGuard<'_, Held>> {
        match self.held.try_lock() {
            Ok(held) => Ok(held),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("the search is in use by another thread"))
            }
            Err(TryLockError::Poisoned(_)) => {
                Err(PyRuntimeError::new_err("a round of this search failed: please report this"))
            }
        }
    }

    /// Does a job on the threads of the search, or on this one if one is enough.
    fn work<T: Send>(&self, py: Python<'_>, job: impl FnOnce() -> T + Send) -> PyResult<T> {
        if self.threads == 1 || self.shape.lanes < FEWEST_FOR_THREADS {
            return Ok(py.detach(job));
        }
        self.pool.as_ref().unwrap_or(&SHARED).install(py, job)
    }

    fn rows<'a>(&self, rows: &'a mut (Bytes2<'_>, Flags2<'_>)) -> PyResult<Rows<'a>> {
        let Shape { lanes, features, actions } = self.shape;
        check([(rows.0.shape(), &[lanes, features]), (rows.1.shape(), &[lanes, actions])])?;
        let observations = rows.0.as_slice_mut().map_err(|_| contiguous())?;
        let mask = rows.1.as_slice_mut().map_err(|_| contiguous())?;
        Ok(Rows { observations, mask })
    }
}

fn contiguous() -> PyErr {
    PyValueError::new_err("contiguous arrays are needed")
}

fn fault(fault: Fault) -> PyErr {
    let (row, action, number) = match fault {
        Fault::Number { row, action, number } => (row, action, number),
        Fault::Memory(lack) => return lacking(lack),
    };
    let what = match action {
        Some(action) => format!("the logit of action {action}, which is legal,"),
        None => "the value".to_owned(),
    };
    let number = format!("{number}").to_lowercase();
    PyValueError::new_err(format!(
        "evaluator: {what} is {number} in row {row}; finite numbers are needed"
    ))
}

#[pymethods]
impl Trees {
    /// `method`: exploration and noise (alpha, fraction) of PUCT, or most actions considered by
    /// Gumbel, the scale of its random numbers, the weight of values in visits, and their scale.
    /// `ends`: whether they are worth margins, not results, and a table of positions that are taken for ends.
    #[new]
    #[pyo3(signature = (rules, lanes, simulations, method, ends, seed, threads))]
    fn create(
        rules: &Rules,
        lanes: usize,
        simulations: u32,
        method: (f64, Option<(f64, f64)>, Option<Halving>),
        ends: (bool, Option<Bound<'_, PyAny>>),
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        some_left().map_err(lacking)?;
        let plan = &rules.plan;
        let who = "a search of many lanes";
        if let Some(fault) = plan.features.refusal(batch_mcts::PLAYS, plan.rules(), who) {
            return Err(PyValueError::new_err(fault.to_string()));
        }
        let (exploration, noise, gumbel) = method;
        let noise = noise.map(|(alpha, fraction)| Noise { alpha, fraction });
        let puct = Method::Puct { exploration, noise };
        let method =
            gumbel.map_or(puct, |(considered, gumbel_scale, maxvisit_init, value_scale)| {
                Method::Gumbel(Gumbel { considered, gumbel_scale, maxvisit_init, value_scale })
            });
        let (margin, table) = ends;
        let table = table.map(|table| endgames(&table, plan)).transpose()?;
        let rewards = if margin { Rewards::Margin } else { Rewards::Result };
        let search = Search::new(plan, simulations, method, rewards, seed).with(table);
        let features = crate::game::observation_names(&rules.plan).len();
        Ok(Self {
            held: Mutex::new(Held { trees: batch_mcts::Trees::new(&rules.plan, search), rows: 0 }),
            pool: threads.filter(|threads| *threads > 1).map(|threads| Pool::new(Some(threads))),
            threads: threads.unwrap_or(usize::MAX),
            shape: Shape { lanes, features, actions: rules.plan.actions.count },
        })
    }

    /// Begins with the positions of a batch; gives the number of rows filled. `lanes`: which ones are searched.
    #[pyo3(signature = (batch, simulations, lanes, observations, mask))]
    fn begin(
        &self,
        py: Python<'_>,
        batch: &Batch,
        simulations: u32,
        lanes: Option<PyReadonlyArray1<'_, bool>>,
        observations: Bytes2<'_>,
        mask: Flags2<'_>,
    ) -> PyResult<usize> {
        let (mut arrays, mut held) = ((observations, mask), self.lock()?);
        let rows = self.rows(&mut arrays)?;
        let mut batch = batch.lock()?;
        if batch.len() != self.shape.lanes {
            return Err(PyValueError::new_err("batch: it has another number of lanes"));
        }
        let lanes =
            lanes.as_ref().map(|lanes| lanes.as_slice().map_err(|_| contiguous())).transpose()?;
        if let Some(lanes) = lanes {
            check([(&[lanes.len()], &[self.shape.lanes])])?;
        }
        let asked = Asked { simulations, lanes };
        let (threads, batch, trees) = (self.threads, &mut *batch, &mut held.trees);
        let count = self.work(py, || trees.begin(batch, &asked, rows, threads))?.map_err(fault)?;
        held.rows = count;
        Ok(count)
    }

    /// Takes the evaluations of the rows; gives the number of rows filled anew, 0 at the end.
    fn advance(
        &self,
        py: Python<'_>,
        logits: PyReadonlyArray2<'_, f32>,
        values: PyReadonlyArray1<'_, f32>,
        observations: Bytes2<'_>,
        mask: Flags2<'_>,
    ) -> PyResult<usize> {
        let (mut arrays, mut held) = ((observations, mask), self.lock()?);
        let rows = self.rows(&mut arrays)?;
        let count = std::mem::take(&mut held.rows);
        check([(logits.shape(), &[count, self.shape.actions]), (values.shape(), &[count])])?;
        let logits = logits.as_slice().map_err(|_| contiguous())?;
        let values = values.as_slice().map_err(|_| contiguous())?;
        let (threads, trees) = (self.threads, &mut held.trees);
        let answers = Answers { logits, values };
        let count = self.work(py, || trees.advance(answers, rows, threads))?;
        held.rows = count.map_err(fault)?;
        Ok(held.rows)
    }

    /// Writes what the searches have found out: policies, values, visits, actions, values of actions.
    fn results(
        &self,
        mut policies: PyReadwriteArray2<'_, f32>,
        mut values: PyReadwriteArray1<'_, f32>,
        mut visits: PyReadwriteArray2<'_, u32>,
        mut actions: PyReadwriteArray1<'_, u8>,
        mut q_values: PyReadwriteArray2<'_, f32>,
    ) -> PyResult<()> {
        let Shape { lanes, actions: width, .. } = self.shape;
        let wide: &[usize] = &[lanes, width];
        check([(policies.shape(), wide), (visits.shape(), wide), (q_values.shape(), wide)])?;
        check([(values.shape(), &[lanes]), (actions.shape(), &[lanes])])?;
        let held = self.lock()?;
        held.trees.results(Results {
            policies: policies.as_slice_mut().map_err(|_| contiguous())?,
            values: values.as_slice_mut().map_err(|_| contiguous())?,
            visits: visits.as_slice_mut().map_err(|_| contiguous())?,
            actions: actions.as_slice_mut().map_err(|_| contiguous())?,
            q_values: q_values.as_slice_mut().map_err(|_| contiguous())?,
        });
        Ok(())
    }

    /// The memory of the trees in bytes.
    fn memory(&self) -> PyResult<usize> {
        Ok(self.lock()?.trees.memory())
    }
}

//! The arrays in which an environment is told of a step: fresh ones each time, or always the same.

use numpy::{PyArray1, PyArrayMethods, PyUntypedArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::array_pool::{ArrayPool, Number, view};
use super::batch::Batch;
use super::targets::{shown, target};
use crate::batch::columns::Layout;
use crate::batch::columns::targets::{Shown, Target};

/// What a step tells, in order.
#[pyclass(name = "_Outputs", frozen, module = "mancalab._core")]
pub struct Outputs {
    each: Vec<Output>,
    /// Those that are always the same, and what shows them.
    same: Option<(Vec<Py<PyUntypedArray>>, Py<PyTuple>)>,
}

struct Output {
    name: String,
    shown: Shown,
    by_columns: bool,
    pool: ArrayPool,
}

/// The numbers of an array that shows this.
fn number(shown: Shown) -> Number {
    match shown {
        Shown::Terminated | Shown::Truncated | Shown::Ended => Number::Truth,
        // As Gymnasium has masks.
        Shown::Mask | Shown::Sign => Number::Signed,
        Shown::Rewards => Number::Single,
        Shown::Reward => Number::Double,
        _ => Number::Byte,
    }
}

/// Whether it has an axis for the numbers of a lane.
fn is_wide(shown: Shown) -> bool {
    matches!(shown, Shown::Observation | Shown::Mask | Shown::Rewards | Shown::FinalOrZeros)
}

/// Arrays, and what shows them.
pub struct Told<'py> {
    held: Vec<Bound<'py, PyUntypedArray>>,
    given: Bound<'py, PyTuple>,
    /// The place of the one that tells which games ended.
    ended: Option<usize>,
}

impl<'py> Told<'py> {
    /// Whether any game ended, if they tell of that.
    pub fn any_ended(&self) -> PyResult<bool> {
        let Some(place) = self.ended else { return Ok(false) };
        let truths = self.held[place].cast::<PyArray1<bool>>()?.try_readonly()?;
        Ok(truths.as_slice()?.contains(&true))
    }

    /// What shows them.
    pub fn into_given(self) -> Bound<'py, PyTuple> {
        self.given
    }
}

impl Outputs {
    /// The arrays for a step.
    pub fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Told<'py>> {
        let ended = self.each.iter().position(|output| output.shown == Shown::Ended);
        if let Some((held, given)) = &self.same {
            let held = held.iter().map(|array| array.bind(py).clone()).collect();
            return Ok(Told { held, given: given.bind(py).clone(), ended });
        }
        let held: Vec<_> =
            self.each.iter().map(|output| output.pool.get(py)).collect::<PyResult<_>>()?;
        let given = PyTuple::new(py, &held)?;
        Ok(Told { held, given, ended })
    }

    /// What fills them, for as long as they are held.
    ///
    /// Raises ValueError when they are those of a batch of another size.
    pub fn targets(&self, told: &Told, layout: &Layout, lanes: usize) -> PyResult<Vec<Target>> {
        let each = self.each.iter().zip(&told.held);
        each.map(|(output, array)| {
            target(&output.name, output.shown, output.by_columns, array, layout, lanes)
        })
        .collect()
    }
}

#[pymethods]
impl Outputs {
    /// Names of what is told, and whether all lanes' first numbers come first in memory; whether each step has fresh
    /// arrays.
    #[new]
    fn create(
        py: Python<'_>,
        batch: &Batch,
        names: Vec<(String, bool)>,
        fresh: bool,
    ) -> PyResult<Self> {
        let batch = batch.lock()?;
        let output = |(name, by_columns): &(String, bool)| {
            let shown = shown(name)?;
            if shown == Shown::FinalObservation {
                return Err(PyValueError::new_err(format!("{name}: not all lanes are written")));
            }
            let number = number(shown);
            let (numbers, bytes) = shown.shape(batch.layout());
            debug_assert_eq!(bytes, number.bytes(), "{name}");
            let shape = [batch.len(), numbers];
            let shape = if is_wide(shown) { &shape[..] } else { &shape[..1] };
            let pool = ArrayPool::of(py, shape, number, *by_columns)?;
            Ok(Output { name: name.clone(), shown, by_columns: *by_columns, pool })
        };
        let each: Vec<Output> = names.iter().map(output).collect::<PyResult<_>>()?;
        let mut same = None;
        if !fresh {
            let held: Vec<_> =
                each.iter().map(|output| output.pool.get(py)).collect::<PyResult<_>>()?;
            let views: Vec<_> = held.iter().map(view).collect::<PyResult<_>>()?;
            let held = held.into_iter().map(Bound::unbind).collect();
            same = Some((held, PyTuple::new(py, views)?.unbind()));
        }
        Ok(Self { each, same })
    }

    /// The arrays that are always the same.
    ///
    /// Raises ValueError where each step has fresh ones.
    fn same<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let lacking = || PyValueError::new_err("each step has fresh arrays");
        self.same.as_ref().map(|(_, given)| given.bind(py).clone()).ok_or_else(lacking)
    }
}

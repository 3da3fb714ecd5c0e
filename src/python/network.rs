//! The native part of trained networks; `mancalab._network` reads their files.

use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::pool::{Pool, SHARED};
use crate::agents::network::{Layer, Network};
use crate::batch::Level;

/// A network that judges positions.
#[pyclass(name = "_Judge", frozen, module = "mancalab._core")]
pub struct Judge {
    network: Network,
    level: Level,
}

type Numbers<'py> = (PyReadonlyArray2<'py, f32>, PyReadonlyArray1<'py, f32>);

fn misfit() -> PyErr {
    PyValueError::new_err("the layers do not fit each other")
}

fn layer(given: &Numbers) -> PyResult<Layer> {
    let (weights, bias) = (given.0.as_slice()?, given.1.as_slice()?);
    Layer::new(given.0.as_array().ncols(), weights, bias).ok_or_else(misfit)
}

#[pymethods]
impl Judge {
    /// A network of layers, each (weights, bias): the first, those of the blocks, policy and value.
    #[new]
    #[pyo3(signature = (layers))]
    fn create(layers: Vec<Numbers<'_>>) -> PyResult<Self> {
        let layers = layers.iter().map(layer).collect::<PyResult<Vec<_>>>()?;
        let network = Network::of(layers).ok_or_else(misfit)?;
        Ok(Self { network, level: Level::chosen().map_err(PyValueError::new_err)? })
    }

    /// Fills logits (n, actions) and values (n,) for observations (n, inputs).
    #[pyo3(signature = (observations, logits, values, threads))]
    fn judge(
        &self,
        py: Python<'_>,
        observations: PyReadonlyArray2<'_, f32>,
        mut logits: PyReadwriteArray2<'_, f32>,
        mut values: PyReadwriteArray1<'_, f32>,
        threads: Option<usize>,
    ) -> PyResult<()> {
        let shown = observations.as_slice()?;
        let (logits, values) = (logits.as_slice_mut()?, values.as_slice_mut()?);
        let (inputs, actions, count) =
            (self.network.inputs(), self.network.actions(), values.len());
        if shown.len() != count * inputs || logits.len() != count * actions {
            let text =
                format!("{count} x {inputs} numbers and {count} x {actions} logits are needed");
            return Err(PyValueError::new_err(text));
        }
        let (network, level) = (&self.network, self.level);
        if threads == Some(1) {
            py.detach(|| network.judge_here(level, shown, logits, values));
            return Ok(());
        }
        let own = threads.map(|threads| Pool::new(Some(threads)));
        let pool = own.as_ref().unwrap_or(&SHARED);
        pool.install(py, || network.judge(level, shown, logits, values))
    }
}

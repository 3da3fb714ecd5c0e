//! `build_info`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::pool;
use crate::batch::Level;

/// How the native module was built, and what it uses of this machine.
///
/// Returns a dict: version (str), simd (str: the vector width in use, "baseline", "neon", "avx2" or
/// "avx512"), simd_levels (tuple of str: all that this processor has, the narrowest first), threads
/// (int: how many `threads=None` stands for) and profile (str: "release" or "debug").
///
/// Raises ValueError when MANCALAB_SIMD names a width that this processor does not have.
#[pyfunction]
pub fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let level = Level::chosen().map_err(PyValueError::new_err)?;
    let levels = Level::available().into_iter().map(Level::name);
    let info = PyDict::new(py);
    info.set_item("version", env!("CARGO_PKG_VERSION"))?;
    info.set_item("simd", level.name())?;
    info.set_item("simd_levels", PyTuple::new(py, levels.collect::<Vec<_>>())?)?;
    info.set_item("threads", pool::cores())?;
    info.set_item("profile", if cfg!(debug_assertions) { "debug" } else { "release" })?;
    Ok(info)
}

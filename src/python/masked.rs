//! The native part of `mancalab.envs.masked`.

use numpy::ndarray::{ArrayView2, Axis, s};
use numpy::{PyReadonlyArray2, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::batch::Level;
use crate::batch::block::ACTIONS;
use crate::batch::values::{Bytes, LANES, Words};
use crate::random::GameKey;

/// How a legal action is chosen.
enum Choice<'a> {
    /// Each equally likely, by the numbers of a seed.
    Drawn(u64),
    /// The first one.
    First,
    /// That of the greatest value, lane by lane.
    Greatest(&'a [f32]),
}

/// Writes a legal action for every lane. Raises ValueError for the first lane that has none.
fn choose(mask: ArrayView2<'_, u8>, choice: &Choice, out: &mut [i64]) -> PyResult<()> {
    let level = Level::chosen().map_err(PyValueError::new_err)?;
    let (kernels, (lanes, actions)) = (level.kernels(), mask.dim());
    let values = if let Choice::Greatest(values) = choice { values.len() } else { lanes * actions };
    if !(1..=ACTIONS).contains(&actions) || out.len() != lanes || values != lanes * actions {
        let text = format!("mask: shape (n, actions) with 1 to {ACTIONS} actions is needed");
        return Err(PyValueError::new_err(text));
    }
    let mut columns = vec![Bytes::ZERO; actions];
    for (number, out) in out.chunks_mut(LANES).enumerate() {
        let first = number * LANES;
        let rows = mask.slice(s![first..first + out.len(), ..]);
        for (column, legal) in columns.iter_mut().zip(rows.axis_iter(Axis(1))) {
            for (byte, legal) in column.0.iter_mut().zip(legal) {
                *byte = (*legal != 0).into();
            }
        }
        if let Some(lane) =
            kernels.count_legal(&columns).0[..out.len()].iter().position(|n| *n == 0)
        {
            let text = format!("mask: lane {} has no legal action", first + lane);
            return Err(PyValueError::new_err(text));
        }
        let chosen = match choice {
            Choice::First => kernels.nth_legal(&columns, Bytes::ZERO),
            Choice::Greatest(values) => kernels.greatest(&columns, &values[first * actions..]),
            Choice::Drawn(seed) => {
                let number = |lane| GameKey::new(*seed, (first + lane) as u64).number(0);
                kernels.drawn(&columns, &Words(std::array::from_fn(number)))
            }
        };
        for (out, action) in out.iter_mut().zip(chosen.0) {
            *out = action.into();
        }
    }
    Ok(())
}

/// Writes the legal action of the greatest value, or the first one, for every lane.
#[pyfunction]
#[pyo3(name = "_masked_argmax", signature = (mask, values, out))]
pub fn argmax(
    mask: PyReadonlyArray2<'_, u8>,
    values: Option<PyReadonlyArray2<'_, f32>>,
    mut out: PyReadwriteArray1<'_, i64>,
) -> PyResult<()> {
    let values = values.as_ref().map(PyReadonlyArray2::as_slice).transpose()?;
    let choice = values.map_or(Choice::First, Choice::Greatest);
    choose(mask.as_array(), &choice, out.as_slice_mut()?)
}

/// Writes a legal action for every lane, by the numbers of a seed.
#[pyfunction]
#[pyo3(name = "_masked_sample", signature = (mask, seed, out))]
pub fn sample(
    mask: PyReadonlyArray2<'_, u8>,
    seed: u64,
    mut out: PyReadwriteArray1<'_, i64>,
) -> PyResult<()> {
    choose(mask.as_array(), &Choice::Drawn(seed), out.as_slice_mut()?)
}

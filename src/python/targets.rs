//! Arrays of the caller that a step fills.

// The memory of arrays: see the proof at `target`.
#![allow(unsafe_code)]

use numpy::npyffi::flags::NPY_ARRAY_WRITEABLE;
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::batch::columns::Layout;
use crate::batch::columns::targets::{Shown, Target};

/// An array: what it is filled with, itself, and whether all lanes' first numbers come first.
pub type Given<'py> = (String, Bound<'py, PyUntypedArray>, bool);

/// What is named so.
pub fn shown(name: &str) -> PyResult<Shown> {
    Ok(match name {
        "observation" => Shown::Observation,
        "mask" => Shown::Mask,
        "to_move" => Shown::ToMove,
        "acted" => Shown::Acted,
        "rewards" => Shown::Rewards,
        "terminated" => Shown::Terminated,
        "truncated" => Shown::Truncated,
        "final_observation" => Shown::FinalObservation,
        "final_or_zeros" => Shown::FinalOrZeros,
        "final_to_move" => Shown::FinalToMove,
        "ended" => Shown::Ended,
        "reward" => Shown::Reward,
        "sign" => Shown::Sign,
        other => return Err(PyValueError::new_err(format!("out: there is no {other:?}"))),
    })
}

/// The arrays, for as long as they are borrowed and the interpreter does nothing else to them.
pub fn targets(given: &[Given], layout: &Layout, lanes: usize) -> PyResult<Vec<Target>> {
    let each = given.iter().map(|(name, array, by_columns)| {
        if !array.is_c_contiguous() {
            return Err(PyValueError::new_err(format!(
                "out[{name:?}]: a C-contiguous array is needed"
            )));
        }
        target(name, shown(name)?, *by_columns, array, layout, lanes)
    });
    each.collect()
}

/// An array without gaps in which all lanes' first numbers come first (`by_columns`) or each lane's numbers follow each
/// other, for as long as it is borrowed.
pub fn target(
    name: &str,
    what: Shown,
    by_columns: bool,
    array: &Bound<'_, PyUntypedArray>,
    layout: &Layout,
    lanes: usize,
) -> PyResult<Target> {
    let (numbers, bytes) = what.shape(layout);
    // SAFETY: the object is an array; its head is only read, while this thread holds the interpreter.
    let (flags, memory) = unsafe {
        let head = &*array.as_array_ptr();
        (head.fields.flags, head.fields.data.cast::<u8>())
    };
    let fits = array.len() == numbers * lanes && array.dtype().itemsize() == bytes;
    if !(fits && flags & NPY_ARRAY_WRITEABLE != 0 && array.is_contiguous()) {
        let text = format!(
            "out[{name:?}]: an array of {} numbers of {bytes} bytes is needed",
            numbers * lanes
        );
        return Err(PyValueError::new_err(text));
    }
    // SAFETY: the array has so many numbers of this size, one after the other, and may be written; whoever holds it
    // keeps it. Python may show it to others meanwhile, as with any array that NumPy fills.
    Ok(unsafe { Target::new(what, by_columns, memory, layout, lanes) })
}

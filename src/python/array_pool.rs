//! Arrays to be given away: fresh for the caller, though their memory may be used again.
//!
//! The system has to clear the pages of a large array first, which takes longer than filling it. So
//! arrays that were given away are remembered, and one that nobody holds any more (nor a view of it)
//! is given again.

// Arrays are made by NumPy's own interface: see the proofs at `new_array` and `view`.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ptr::null_mut;
use std::sync::Mutex;

use numpy::npyffi::{NpyTypes, get_type_object, npy_intp};
use numpy::{
    PY_ARRAY_API, PyArrayDescr, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::PyValueError;
use pyo3::ffi::Py_REFCNT;
use pyo3::prelude::*;

/// Bytes: below, the allocator keeps memory at hand by itself.
const LARGE: usize = 1 << 16;
/// Of a kind: what the caller holds from the step before, from this one, and a spare.
const KEPT: usize = 3;

/// The numbers of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// `bool`.
    Truth,
    /// `int8`.
    Signed,
    /// `uint8`.
    Byte,
    /// `float32`.
    Single,
    /// `float64`.
    Double,
}

impl Number {
    fn dtype(self, py: Python<'_>) -> Bound<'_, PyArrayDescr> {
        match self {
            Self::Truth => dtype::<bool>(py),
            Self::Signed => dtype::<i8>(py),
            Self::Byte => dtype::<u8>(py),
            Self::Single => dtype::<f32>(py),
            Self::Double => dtype::<f64>(py),
        }
    }

    /// How many bytes it takes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Truth | Self::Signed | Self::Byte => 1,
            Self::Single => 4,
            Self::Double => 8,
        }
    }
}

/// A store of arrays of equal shape and type.
#[pyclass(name = "_ArrayPool", frozen, module = "mancalab._core")]
pub struct ArrayPool {
    shape: Vec<npy_intp>,
    number: Number,
    /// Whether numbers that differ in the first place only follow each other.
    by_columns: bool,
    /// Whether arrays that were given away are remembered.
    is_kept: bool,
    /// Those of large arrays that were given away before.
    kept: Mutex<Vec<Py<PyUntypedArray>>>,
}

impl ArrayPool {
    /// A store of arrays of this shape.
    ///
    /// Raises ValueError when no array has so many numbers.
    pub fn of(py: Python<'_>, shape: &[usize], number: Number, by_columns: bool) -> PyResult<Self> {
        let bytes = shape.iter().try_fold(number.bytes(), |all, size| all.checked_mul(*size));
        let numbers = shape.iter().map(|size| npy_intp::try_from(*size)).collect();
        let (Some(bytes), Ok(shape)) = (bytes, numbers) else {
            return Err(PyValueError::new_err(format!(
                "shape = {shape:?}: too large for an array"
            )));
        };
        let is_kept = bytes >= LARGE && has_one_lock(py);
        Ok(Self { shape, number, by_columns, is_kept, kept: Mutex::default() })
    }

    /// An array that nobody else holds; what is in it has no meaning.
    ///
    /// Raises MemoryError.
    pub fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        // Where another thread looks for one just now, it is not worth waiting for.
        let kept = if self.is_kept { self.kept.try_lock().ok() } else { None };
        let Some(mut kept) = kept else { return self.new_array(py) };
        // A view of its own for the caller, who may change its shape or its flags.
        if let Some(idle) = kept.iter().find(|array| is_idle(array)) {
            return view(idle.bind(py));
        }
        let made = self.new_array(py)?;
        if kept.len() < KEPT {
            kept.push(made.clone().unbind());
        }
        view(&made)
    }

    fn new_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        let mut shape = self.shape.clone();
        let dimensions = c_int::try_from(shape.len())?;
        // SAFETY: NumPy copies the sizes, of which there are so many, takes the type over, and gives a new array whose
        // memory is its own, or nothing and an error. Without given memory the number is 1 for Fortran's order.
        unsafe {
            let made = PY_ARRAY_API.PyArray_NewFromDescr(
                py,
                get_type_object(py, NpyTypes::PyArray_Type),
                self.number.dtype(py).into_dtype_ptr(),
                dimensions,
                shape.as_mut_ptr(),
                null_mut(),
                null_mut(),
                c_int::from(self.by_columns),
                null_mut(),
            );
            Ok(Bound::from_owned_ptr_or_err(py, made)?.cast_into_unchecked())
        }
    }
}

/// Whether one thread at a time runs Python. Without that lock a count of references says nothing: another thread may
/// make a view just now.
fn has_one_lock(py: Python<'_>) -> bool {
    // The function is there from Python 3.13 on.
    let asked = py.import("sys").and_then(|sys| sys.call_method0("_is_gil_enabled"));
    asked.and_then(|answer| answer.extract()).unwrap_or(true)
}

/// Whether nobody else holds an array.
fn is_idle(array: &Py<PyUntypedArray>) -> bool {
    // SAFETY: the object is there. This thread holds the only lock of the interpreter (see `has_one_lock`), so
    // that nobody counts meanwhile.
    unsafe { Py_REFCNT(array.as_ptr()) == 1 }
}

/// Another array that shows the same memory and keeps it.
pub fn view<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyUntypedArray>> {
    // SAFETY: the object is an array; without a type and a class NumPy gives a new view of those it has, or
    // nothing and an error.
    unsafe {
        let made =
            PY_ARRAY_API.PyArray_View(array.py(), array.as_array_ptr(), null_mut(), null_mut());
        Ok(Bound::from_owned_ptr_or_err(array.py(), made)?.cast_into_unchecked())
    }
}

#[pymethods]
impl ArrayPool {
    /// A store of arrays of float32, row by row.
    #[new]
    fn create(py: Python<'_>, shape: Vec<usize>) -> PyResult<Self> {
        Self::of(py, &shape, Number::Single, false)
    }

    /// An array that nobody else holds; what is in it has no meaning.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        self.get(py)
    }
}

//! Arrays to be given away: fresh for the caller, though their memory may be used again.
//!
//! The system has to clear the pages of a large array first, which takes longer than filling it, and making a small
//! one takes as long as filling it. So arrays that were given away are remembered, and one that nobody holds any more
//! (nor a view of it) is given again.

// Arrays are made by NumPy's own interface, in memory of our own: see the proofs below.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::c_int;
use std::ptr::{NonNull, null_mut};
use std::sync::Mutex;

use numpy::npyffi::flags::{NPY_ARRAY_CARRAY, NPY_ARRAY_FARRAY};
use numpy::npyffi::{NpyTypes, PyArrayObject, get_type_object, npy_intp};
use numpy::{
    PY_ARRAY_API, PyArrayDescr, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::ffi::Py_REFCNT;
use pyo3::prelude::*;

/// Bytes of a line of the cache.
const LINE: usize = 64;
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
    bytes: usize,
    number: Number,
    /// Whether numbers that differ in the first place only follow each other.
    by_columns: bool,
    /// Whether arrays that were given away are remembered.
    is_kept: bool,
    /// Those that were given away before.
    kept: Mutex<Vec<Kept>>,
}

/// An array that was given away, and what its holder may have changed besides its numbers.
struct Kept {
    array: Py<PyUntypedArray>,
    head: Head,
    shape: Vec<usize>,
    strides: Vec<isize>,
}

impl ArrayPool {
    /// A store of arrays of this shape.
    ///
    /// Raises ValueError when no array has so many numbers.
    pub fn of(py: Python<'_>, shape: &[usize], number: Number, by_columns: bool) -> PyResult<Self> {
        let bytes = shape.iter().try_fold(number.bytes(), |all, size| all.checked_mul(*size));
        let numbers = shape.iter().map(|size| npy_intp::try_from(*size)).collect();
        let bytes = bytes.filter(|bytes| npy_intp::try_from(*bytes).is_ok());
        let (Some(bytes), Ok(shape)) = (bytes, numbers) else {
            return Err(PyValueError::new_err(format!(
                "shape = {shape:?}: too large for an array"
            )));
        };
        let is_kept = has_one_lock(py);
        Ok(Self { shape, bytes, number, by_columns, is_kept, kept: Mutex::default() })
    }

    /// An array that nobody else holds; what is in it has no meaning.
    ///
    /// Raises MemoryError.
    pub fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        // Where another thread looks for one just now, it is not worth waiting for.
        let kept = if self.is_kept { self.kept.try_lock().ok() } else { None };
        let Some(mut kept) = kept else { return self.new_array(py) };
        while let Some(place) = kept.iter().position(|kept| is_idle(&kept.array)) {
            if kept[place].is_unchanged(py) {
                return Ok(kept[place].array.bind(py).clone());
            }
            kept.swap_remove(place);
        }
        let made = self.new_array(py)?;
        if kept.len() < KEPT {
            kept.push(Kept::new(&made));
        }
        Ok(made)
    }

    /// An array in memory of its own.
    fn new_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        let memory = Memory::new(self.bytes)?;
        let first = memory.first.as_ptr();
        let owner = Bound::new(py, memory)?.into_any();
        let mut shape = self.shape.clone();
        let dimensions = c_int::try_from(shape.len())?;
        let order = if self.by_columns { NPY_ARRAY_FARRAY } else { NPY_ARRAY_CARRAY };
        // SAFETY: NumPy copies the sizes, of which there are so many, takes the type over, and gives a new array, or
        // nothing and an error. The memory has room for its numbers; it is handed over to the array, which keeps it
        // for as long as it is there itself.
        unsafe {
            let made = PY_ARRAY_API.PyArray_NewFromDescr(
                py,
                get_type_object(py, NpyTypes::PyArray_Type),
                self.number.dtype(py).into_dtype_ptr(),
                dimensions,
                shape.as_mut_ptr(),
                null_mut(),
                first.cast(),
                order,
                null_mut(),
            );
            let made: Bound<'py, PyUntypedArray> =
                Bound::from_owned_ptr_or_err(py, made)?.cast_into_unchecked();
            let kept =
                PY_ARRAY_API.PyArray_SetBaseObject(py, made.as_array_ptr(), owner.into_ptr());
            if kept < 0 { Err(PyErr::fetch(py)) } else { Ok(made) }
        }
    }
}

/// The memory of an array and of all views of it. It begins with a line of the cache, so that the numbers of a block
/// are whole lines, each of which is written once. Unlike an array, it cannot be resized by whoever comes by it.
#[pyclass(name = "_Memory", frozen, module = "mancalab._core")]
struct Memory {
    first: NonNull<u8>,
    layout: Layout,
}

// SAFETY: an address, which nobody uses but NumPy, and who frees it.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    /// Room for so many bytes; what is in it has no meaning.
    ///
    /// Raises MemoryError.
    fn new(bytes: usize) -> PyResult<Self> {
        let lacking = || PyMemoryError::new_err(format!("{bytes} bytes of an array"));
        let layout = Layout::from_size_align(bytes.max(1), LINE).map_err(|_| lacking())?;
        // SAFETY: there is a byte at least.
        let first = NonNull::new(unsafe { alloc(layout) }).ok_or_else(lacking)?;
        Ok(Self { first, layout })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: it was allocated so, and this is its only end.
        unsafe { dealloc(self.first.as_ptr(), self.layout) }
    }
}

impl Kept {
    fn new(array: &Bound<'_, PyUntypedArray>) -> Self {
        let (shape, strides) = (array.shape().to_vec(), array.strides().to_vec());
        Self { array: array.clone().unbind(), head: Head::of(array), shape, strides }
    }

    /// Whether it is as it was made, but for its numbers.
    fn is_unchanged(&self, py: Python<'_>) -> bool {
        let array = self.array.bind(py);
        let is_shaped = *array.shape() == *self.shape && *array.strides() == *self.strides;
        is_shaped && Head::of(array) == self.head
    }
}

/// What NumPy says of an array besides shape and strides.
#[derive(PartialEq, Eq)]
struct Head {
    data: usize,
    base: usize,
    dtype: usize,
    flags: c_int,
    /// Who asked to be told of its end, shall be told.
    weak_references: usize,
}

impl Head {
    fn of(array: &Bound<'_, PyUntypedArray>) -> Self {
        // SAFETY: the object is an array; its head is only read, while this thread holds the interpreter.
        let fields = unsafe { &(*array.as_array_ptr()).fields };
        Self {
            data: fields.data.addr(),
            base: fields.base.addr(),
            dtype: fields.descr.addr(),
            flags: fields.flags,
            weak_references: fields.weakreflist.addr(),
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
    unsafe {
        let owner = (*array.as_ptr().cast::<PyArrayObject>()).fields.base;
        Py_REFCNT(array.as_ptr()) == 1 && !owner.is_null() && Py_REFCNT(owner) == 1
    }
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

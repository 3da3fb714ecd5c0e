//! The native part of `Encoding`; `mancalab._batch.encoding` checks arguments and documents.

use numpy::ndarray::{ArrayView2, ArrayViewMut2, Axis, s};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArray2, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::pool::{cores, share};
use super::rules::Rules;
use crate::agents::Shown;
use crate::batch::encode::{self, Kind, put_columns};
use crate::batch::{Crew, LANES, Level};
use crate::plan::Held;

/// How the observations of a game are written.
#[pyclass(name = "_Encoding", frozen, module = "mancalab._core")]
pub struct Encoding {
    shown: Shown,
}

/// Writes observations from a lane on into rows.
fn read(observations: ArrayView2<'_, u8>, first: usize, rows: &mut [u8]) {
    let width = observations.ncols();
    let count = rows.len() / width;
    let observations = observations.slice(s![first..first + count, ..]);
    if observations.strides()[0] == 1 {
        put_columns(rows, width, |first, blocks| {
            let columns = observations.axis_iter(Axis(1)).skip(first);
            for (block, column) in blocks.iter_mut().zip(columns) {
                if let Some(column) = column.as_slice() {
                    block.0[..count].copy_from_slice(column);
                }
            }
        });
    } else if let Ok(mut rows) = ArrayViewMut2::from_shape((count, width), rows) {
        rows.assign(&observations);
    }
}

fn out_fault() -> PyErr {
    PyValueError::new_err("out: a writeable, C-contiguous array of the right size is needed")
}

/// Whose it is ("own", "other" or None), its kind, its number in the kind, and the greatest that it
/// can be.
type Observed = (Option<&'static str>, &'static str, Option<usize>, u8);

/// What each number of an observation is. The kinds are "pit", "store", "reserve", "mark", "claim", "lifted", the names
/// of registers, and "phase".
#[pyfunction]
#[pyo3(name = "_observed")]
pub fn observed(rules: &Rules) -> Vec<Observed> {
    let plan = &rules.plan;
    let held = |held: Held| match held {
        Held::Pit(pit) => ("pit", Some(pit)),
        Held::Store => ("store", None),
        Held::Reserve => ("reserve", None),
        Held::Mark(pit) => ("mark", Some(pit)),
        Held::Claim(pit) => ("claim", Some(pit)),
        Held::Lifted(pit) => ("lifted", Some(pit)),
        Held::Register(register) => (register.name(), None),
    };
    let slots = plan.observed.iter().map(|(half, slot)| {
        let (kind, number) = held(slot.held);
        (Some(["own", "other"][half & 1]), kind, number)
    });
    let phase = plan.has_phases().then_some((None, "phase", None));
    let all = slots.chain(phase).zip(encode::greatest(plan));
    all.map(|((owner, kind, number), most)| (owner, kind, number, most)).collect()
}

/// Bytes that a thread writes between two looks whether Ctrl-C was pressed: a hundredth of a second.
const BETWEEN_LOOKS: usize = 1 << 24;

/// Writes rows part by part, each of whole blocks of lanes, on the shared pool where that pays. The
/// job is given the first lane of a part, and its rows, of `row` elements each.
fn in_parts<T: Send>(
    py: Python<'_>,
    out: &mut [T],
    row: usize,
    threads: usize,
    job: impl Fn(Crew, usize, &mut [T]) + Sync,
) -> PyResult<()> {
    let each = (BETWEEN_LOOKS / (row * size_of::<T>())).max(encode::LANES_PER_TASK);
    let lanes = each.saturating_mul(threads.min(cores())).next_multiple_of(LANES);
    for (number, part) in out.chunks_mut(lanes * row).enumerate() {
        let (job, count) = (&job, part.len() / row);
        let pays = encode::needs_pool(count, threads);
        share(py, pays, threads, |crew| job(crew, number * lanes, part))?;
        py.check_signals()?;
    }
    Ok(())
}

#[pymethods]
impl Encoding {
    #[new]
    #[pyo3(signature = (rules, kind, planes, outlook))]
    fn create(rules: &Rules, kind: &str, planes: usize, outlook: bool) -> PyResult<Self> {
        let Some(kind) = Kind::ALL.into_iter().find(|known| known.name() == kind) else {
            let names = Kind::ALL.map(Kind::name).join(", ");
            return Err(PyValueError::new_err(format!("kind = {kind:?}: allowed are {names}")));
        };
        let level = Level::chosen().map_err(PyValueError::new_err)?;
        Ok(Self { shown: Shown::new(&rules.plan, kind, planes, outlook, level) })
    }

    /// Numbers of a position as it is written.
    #[getter]
    fn size(&self) -> usize {
        self.shown.numbers()
    }

    /// Fills an array with the numbers of observations (lanes, features).
    #[pyo3(signature = (observations, out, threads))]
    fn write(
        &self,
        py: Python<'_>,
        observations: PyReadonlyArray2<'_, u8>,
        out: &Bound<'_, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<()> {
        let (encoding, observations) = (self.shown.encoding(), observations.as_array());
        if observations.ncols() != encoding.width() {
            let (needed, found) = (encoding.width(), observations.ncols());
            let text = format!("observations: {needed} numbers a lane are needed, not {found}");
            return Err(PyValueError::new_err(text));
        }
        let threads = threads.unwrap_or(usize::MAX);
        let size = observations.nrows() * self.size();
        let read = |first: usize, rows: &mut [u8]| read(observations, first, rows);
        if encoding.kind() == Kind::Raw {
            let mut out: PyReadwriteArrayDyn<'_, u8> =
                out.cast::<PyArrayDyn<u8>>()?.try_readwrite()?;
            let out = out.as_slice_mut().map_err(|_| out_fault())?;
            if out.len() != size {
                return Err(out_fault());
            }
            in_parts(py, out, encoding.width(), threads, |crew, first, part| {
                encoding.write_bytes(crew, part, |lane, rows| read(first + lane, rows));
            })?;
        } else {
            let mut out: PyReadwriteArrayDyn<'_, f32> =
                out.cast::<PyArrayDyn<f32>>()?.try_readwrite()?;
            let out = out.as_slice_mut().map_err(|_| out_fault())?;
            if out.len() != size {
                return Err(out_fault());
            }
            in_parts(py, out, self.size(), threads, |crew, first, part| {
                self.shown.write(crew, part, |lane, rows| read(first + lane, rows));
            })?;
        }
        Ok(())
    }
}

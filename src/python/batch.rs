//! The native part of `Batch`; `mancalab._batch` checks arguments and documents.

// Arrays that show the memory of a batch: see the proof at `shown`.
#![allow(unsafe_code)]

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use bytemuck::Pod;
use numpy::ndarray::{ArrayView2, ShapeBuilder};
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use super::enter::{enter, lacking};
use super::error::{Raised, illegal_in_lane};
use super::outputs::Outputs;
use super::pool::{SHARED, Threads, share};
use super::rules::Rules;
use super::state::State;
use super::study::{start_states, stopped};
use super::targets::{Given, targets};
use crate::batch::Chooser;
use crate::batch::columns::memory::{Floats, Longs, Memory};
use crate::batch::columns::targets::Fill;
use crate::batch::columns::{PLIES, ends};
use crate::batch::numbers::write_bytes;
use crate::batch::values::{Bytes, LANES, Words};
use crate::batch::{self, Autoreset, Crew, Lane, LanePlan, Level, Options, Rewards, needs_pool};
use crate::game;
use crate::memory::some_left;
use crate::outcome::{GameResult, Reason};
use crate::run::Run;
use crate::study::start_of;

/// Games in lockstep.
#[pyclass(name = "_Batch", frozen, module = "mancalab._core")]
pub struct Batch {
    games: Mutex<batch::Batch>,
    threads: usize,
    /// Whether a thread holds the batch, from `__enter__` to `__exit__`.
    held: AtomicBool,
}

/// What keeps the memory that arrays show.
#[pyclass(name = "_Memory", frozen, module = "mancalab._core")]
pub struct Kept {
    _bytes: Arc<Memory<Bytes>>,
    _ends: Arc<Memory<Bytes>>,
    _words: Arc<Memory<Words>>,
    _rewards: Arc<Memory<Floats>>,
    _games: Arc<Memory<Longs>>,
}

fn autoreset(name: &str) -> PyResult<Autoreset> {
    match name {
        "same_step" => Ok(Autoreset::SameStep),
        "next_step" => Ok(Autoreset::NextStep),
        "disabled" => Ok(Autoreset::Disabled),
        other => {
            let allowed = "allowed are same_step, next_step, disabled";
            Err(PyValueError::new_err(format!("autoreset = {other:?}: {allowed}")))
        }
    }
}

fn rewards(name: &str) -> PyResult<Rewards> {
    match name {
        "result" => Ok(Rewards::Result),
        "margin" => Ok(Rewards::Margin),
        other => {
            Err(PyValueError::new_err(format!("rewards = {other:?}: allowed are result, margin")))
        }
    }
}

fn options(
    rules: &Rules,
    seed: u64,
    kinds: (&str, &str),
    starts: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Arc<LanePlan>, Options)> {
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(&rules.plan)).map_err(Raised::from)?);
    let states = match starts {
        Some(starts) => start_states(rules, starts)?,
        None => vec![game::State::start(Arc::clone(&rules.plan))],
    };
    if states.iter().any(|state| state.end().is_some()) {
        let text = "rules: the game is over before the first action; nothing can be played";
        return Err(PyValueError::new_err(text));
    }
    let options = Options {
        seed,
        autoreset: autoreset(kinds.0)?,
        rewards: rewards(kinds.1)?,
        starts: states.iter().map(start_of).collect(),
        level: Level::chosen().map_err(PyValueError::new_err)?,
    };
    Ok((lane_plan, options))
}

/// An array of shape (lanes, numbers) that shows numbers of a batch.
///
/// # Safety
/// In the memory that `kept` keeps, there must be an element for each lane and number: the first one at `first`, those
/// of the next lane and of the next number `strides` elements on.
unsafe fn shown<'py, T: Element>(
    kept: &Bound<'py, Kept>,
    first: *const T,
    shape: (usize, usize),
    strides: (usize, usize),
) -> Bound<'py, PyArray2<T>> {
    // SAFETY: the caller's promise. The array is made read-only below, so nobody writes through
    // it, and `kept` is its base, so the memory outlives it. A step of the batch writes the memory
    // while arrays show it; they are read by NumPy as plain numbers through raw pointers.
    unsafe {
        let view = ArrayView2::from_shape_ptr(shape.strides(strides), first);
        let array = PyArray2::borrow_from_array(&view, kept.clone().into_any());
        array.readwrite().make_nonwriteable();
        array
    }
}

impl Batch {
    /// The batch, which one thread uses at a time.
    pub fn lock(&self) -> PyResult<MutexGuard<'_, batch::Batch>> {
        match self.games.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::WouldBlock) => Err(in_use()),
            Err(TryLockError::Poisoned(_)) => {
                Err(PyRuntimeError::new_err("a step of this batch failed: please report this"))
            }
        }
    }

    fn new(batch: batch::Batch, threads: usize) -> Self {
        Self { games: Mutex::new(batch), threads, held: AtomicBool::new(false) }
    }

    /// Plays actions of one integer type. Each is read once before anything is played, and it is this reading that is
    /// checked: should another thread write them meanwhile, an old or a new number is played.
    fn play<T: Pod + Sync>(
        &self,
        py: Python<'_>,
        actions: &[T],
        lanes: Option<&[bool]>,
        fill: Fill,
    ) -> PyResult<Option<usize>> {
        let mut batch = self.lock()?;
        one_a_lane("actions", actions.len(), batch.len())?;
        lanes.map_or(Ok(()), |lanes| one_a_lane("lanes", lanes.len(), batch.len()))?;
        let (threads, batch) = (self.threads, &mut *batch);
        let overlaps = fill.targets.iter().any(|target| target.overlaps(actions));
        let actions = if overlaps { &Cow::from(actions.to_vec()) } else { &Cow::from(actions) };
        let level = batch.options().level;
        let read = |first: usize, out: &mut [u8]| {
            write_bytes(level, &actions[first..first + out.len()], out);
        };
        let many = batch.len();
        let stepped = work(py, many, threads, |crew| match lanes {
            None => batch.step_into(crew, fill, read),
            Some(lanes) => batch.step_some(crew, lanes, fill, read),
        })?;
        Ok(stepped.err())
    }

    /// Plays actions of any integer type.
    fn play_any(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        lanes: Option<&[bool]>,
        fill: Fill,
    ) -> PyResult<()> {
        macro_rules! play {
            ($($type:ty),*) => {
                $(if let Ok(array) = actions.cast::<PyArray1<$type>>() {
                    let array: PyReadonlyArray1<$type> = array.readonly();
                    let slice = array.as_slice().map_err(|_| contiguous())?;
                    return match self.play(py, slice, lanes, fill)? {
                        Some(lane) => Err(self.refuse(lane, i128::from(slice[lane]))),
                        None => Ok(()),
                    };
                })*
            };
        }
        play!(u8, i64, i32, u32, i16, u16, i8, u64);
        Err(PyTypeError::new_err("actions: an array of integers is needed"))
    }

    /// The error for an action that is not legal.
    fn refuse(&self, lane: usize, action: i128) -> PyErr {
        let state = match self.lock() {
            Ok(mut batch) => state_of(&batch.lane_plan().plan.clone(), batch.lane(lane)),
            Err(error) => return error,
        };
        let mut error = state.illegal(i64::try_from(action).unwrap_or(i64::MAX));
        error.action = action.to_string();
        illegal_in_lane(lane, &error).into()
    }
}

fn in_use() -> PyErr {
    PyRuntimeError::new_err("the batch is in use by another thread")
}

fn state_of(plan: &Arc<crate::plan::Plan>, lane: Lane) -> game::State {
    let history = Vec::new();
    game::State::from_parts(Arc::clone(plan), lane.position, lane.plies, lane.end, history)
}

/// Does something to so many lanes, with helpers out of the shared pool where that pays.
fn work<T: Send>(
    py: Python<'_>,
    lanes: usize,
    threads: usize,
    job: impl FnOnce(Crew) -> T + Send,
) -> PyResult<T> {
    share(py, needs_pool(lanes, threads), threads, job)
}

/// Makes a batch of so many lanes: of many while this thread hears Ctrl-C. The job gives `None` when
/// it is told to stop, also for want of memory.
fn made<T: Send>(
    py: Python<'_>,
    lanes: usize,
    job: impl FnOnce(&Run) -> Option<T> + Send,
) -> PyResult<T> {
    if lanes >= MANY {
        return enter(py, Threads::All, None, job)?.ok_or_else(stopped);
    }
    let run = Run::default();
    let many = needs_pool(lanes, usize::MAX);
    let made = if many { SHARED.install(py, || job(&run))? } else { py.detach(|| job(&run)) };
    made.ok_or_else(|| run.lack.get().map_or_else(stopped, |lack| lacking(*lack)))
}

/// Lanes that take longer to make than Ctrl-C may wait.
const MANY: usize = 1 << 18;

fn contiguous() -> PyErr {
    PyValueError::new_err("actions: a contiguous array is needed")
}

fn one_a_lane(name: &str, found: usize, lanes: usize) -> PyResult<()> {
    if found == lanes {
        return Ok(());
    }
    let text = format!("{name}: {lanes} are needed, one a lane, not {found}");
    Err(PyValueError::new_err(text))
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (rules, lanes, numbers, kinds, starts, threads))]
    fn create(
        py: Python<'_>,
        rules: &Rules,
        lanes: usize,
        numbers: (u64, u64),
        kinds: (String, String),
        starts: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        some_left().map_err(lacking)?;
        let (lane_plan, options) = options(rules, numbers.0, (&kinds.0, &kinds.1), starts)?;
        let batch = made(py, lanes, |run| {
            batch::Batch::while_allowed(lane_plan, lanes, options, numbers.1, run)
        })?;
        Ok(Self::new(batch, threads.unwrap_or(usize::MAX)))
    }

    /// Takes the batch for this thread, until it leaves. Up to Python 3.13 Ctrl-C is not heard between this and the
    /// block of `with`; in 3.14 it is, and leaves the batch taken, as it would any lock.
    fn __enter__(slf: PyRef<'_, Self>) -> PyResult<PyRef<'_, Self>> {
        if slf.held.swap(true, Ordering::Acquire) { Err(in_use()) } else { Ok(slf) }
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) {
        self.held.store(false, Ordering::Release);
    }

    /// Arrays that show the columns: a dict by name.
    fn views<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let batch = self.lock()?;
        let (columns, layout, lanes) = (batch.columns(), batch.layout(), batch.len());
        let kept = Bound::new(
            py,
            Kept {
                _bytes: columns.bytes.memory(),
                _ends: columns.ends.memory(),
                _words: columns.words.memory(),
                _rewards: columns.rewards.memory(),
                _games: columns.games.memory(),
            },
        )?;
        let views = PyDict::new(py);
        let stride = columns.bytes.stride() * LANES;
        let (width, actions) = (layout.observed.len(), layout.actions);
        let bytes =
            [("observation", 0, width), ("to_move", layout.to_move, 1), ("acted", layout.acted, 1)];
        for (name, column, count) in bytes {
            let first = columns.bytes.column(column).cast::<u8>();
            // SAFETY: `count` byte columns follow each other from `column` on, `stride` bytes
            // apart; each has a byte for every lane.
            views.set_item(name, unsafe { shown(&kept, first, (lanes, count), (1, stride)) })?;
        }
        let first = columns.ends.column(0).cast::<u8>();
        let parts = [
            ("final_observation", ends::LAST, width),
            ("scores", ends::SCORES, 2),
            ("results", ends::RESULT, 1),
            ("reasons", ends::REASON, 1),
            ("final_to_move", ends::TO_MOVE, 1),
        ];
        for (name, byte, count) in parts {
            // SAFETY: each lane has a row of so many bytes, which follow each other; the parts lie within it.
            let view =
                unsafe { shown(&kept, first.wrapping_add(byte), (lanes, count), (columns.row, 1)) };
            views.set_item(name, view)?;
        }
        let flags = [
            ("mask", layout.mask, actions),
            ("terminated", layout.terminated, 1),
            ("truncated", layout.truncated, 1),
        ];
        for (name, column, count) in flags {
            let first = columns.bytes.column(column).cast::<bool>();
            // SAFETY: as above, and these columns hold 0 or 1 only (they are written as such, and
            // `Batch::from_bytes` refuses others).
            views.set_item(name, unsafe { shown(&kept, first, (lanes, count), (1, stride)) })?;
        }
        let stride = columns.rewards.stride() * LANES;
        let first = columns.rewards.column(0).cast::<f32>();
        // SAFETY: the two columns of rewards, `stride` floats apart.
        views.set_item("rewards", unsafe { shown(&kept, first, (lanes, 2), (1, stride)) })?;
        let first = columns.words.column(PLIES).cast::<u32>();
        // SAFETY: one column of words.
        views.set_item("plies", unsafe { shown(&kept, first, (lanes, 1), (1, 0)) })?;
        let first = columns.games.column(0).cast::<u64>();
        // SAFETY: the column of game numbers.
        views.set_item("games", unsafe { shown(&kept, first, (lanes, 1), (1, 0)) })?;
        Ok(views)
    }

    /// Plays one action in every lane, or in those where `lanes` is true, and fills arrays; `every_end`: with last
    /// observations of games that ended before, too.
    #[pyo3(signature = (actions, lanes, out, every_end))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        lanes: Option<PyReadonlyArray1<'py, bool>>,
        out: Vec<Given<'py>>,
        every_end: bool,
    ) -> PyResult<()> {
        let lanes = lanes.as_ref().map(PyReadonlyArray1::as_slice).transpose();
        let lanes = lanes.map_err(|_| contiguous())?;
        let targets = self.lock().and_then(|batch| targets(&out, batch.layout(), batch.len()))?;
        self.play_any(py, actions, lanes, Fill { targets: &targets, every_end })
    }

    /// Plays one action in every lane, and gives arrays that tell of it, after whether any game ended, if they
    /// tell that.
    fn step_told<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        outputs: &Outputs,
    ) -> PyResult<(bool, Bound<'py, PyTuple>)> {
        let told = outputs.arrays(py)?;
        let targets =
            self.lock().and_then(|batch| outputs.targets(&told, batch.layout(), batch.len()))?;
        self.play_any(py, actions, None, Fill { targets: &targets, every_end: false })?;
        Ok((told.any_ended()?, told.into_given()))
    }

    /// Fills arrays with what the lanes show.
    fn fill<'py>(&self, py: Python<'py>, out: Vec<Given<'py>>) -> PyResult<()> {
        let mut guard = self.lock()?;
        let (threads, batch) = (self.threads, &mut *guard);
        let targets = targets(&out, batch.layout(), batch.len())?;
        let fill = Fill { targets: &targets, every_end: true };
        work(py, batch.len(), threads, |crew| batch.fill(crew, fill))
    }

    /// Writes the action that "random" or "greedy" chooses in every lane into an array of bytes.
    fn choose(
        &self,
        py: Python<'_>,
        player: &str,
        mut out: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let player = if player == "greedy" { Chooser::Greedy } else { Chooser::Random };
        let mut batch = self.lock()?;
        let actions = out.as_slice_mut().map_err(|_| contiguous())?;
        let (threads, batch) = (self.threads, &mut *batch);
        work(py, batch.len(), threads, |crew| batch.choose(crew, player, actions))
    }

    /// Moves lanes (truth values) on to their next games.
    fn reset(&self, py: Python<'_>, lanes: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let mut batch = self.lock()?;
        let chosen = lanes.as_slice().map_err(|_| contiguous())?;
        let (threads, batch) = (self.threads, &mut *batch);
        let chosen = |lane: usize| chosen.get(lane) == Some(&true);
        work(py, batch.len(), threads, |crew| batch.reset(crew, chosen))
    }

    /// All lanes start again at the first games of a seed.
    fn restart(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let mut guard = self.lock()?;
        let batch = &mut *guard;
        work(py, batch.len(), usize::MAX, |crew| batch.restart(crew, seed, 0))
    }

    /// What a lane shows.
    fn state(&self, lane: usize) -> PyResult<State> {
        let mut batch = self.lock()?;
        let plan = Arc::clone(&batch.lane_plan().plan);
        Ok(State::new(state_of(&plan, batch.lane(lane))))
    }

    /// A lane goes on from a state, which must run and have the same rules.
    fn set_state(&self, lane: usize, state: &State) -> PyResult<()> {
        self.lock()?.set_lane(lane, &start_of(&state.state));
        Ok(())
    }

    /// A batch of these lanes.
    fn select(&self, py: Python<'_>, lanes: PyReadonlyArray1<'_, i64>) -> PyResult<Self> {
        let mut guard = self.lock()?;
        let (batch, lanes) = (&mut *guard, lanes.as_slice().map_err(|_| contiguous())?);
        let selected = made(py, lanes.len(), |run| batch.select(lanes, run))?;
        Ok(Self::new(selected, self.threads))
    }

    /// The same games once more.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let mut guard = self.lock()?;
        let batch = &mut *guard;
        let copy = py.detach(|| batch.copy()).map_err(lacking)?;
        Ok(Self::new(copy, self.threads))
    }

    /// Seed, number by which games advance, and all columns as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<(u64, u64, Bound<'py, PyBytes>)> {
        let mut batch = self.lock()?;
        let (bytes, advance) = batch.to_bytes().map_err(lacking)?;
        let seed = batch.options().seed;
        let copy = |room: &mut [u8]| {
            room.copy_from_slice(&bytes);
            Ok(())
        };
        Ok((seed, advance, PyBytes::new_with(py, bytes.len(), copy)?))
    }

    /// The start positions.
    fn starts(&self) -> PyResult<Vec<State>> {
        let batch = self.lock()?;
        let state = |start: &batch::Start| {
            let lane = Lane { position: start.position, plies: start.plies, end: None };
            State::new(state_of(&batch.lane_plan().plan, lane))
        };
        Ok(batch.options().starts.iter().map(state).collect())
    }

    /// The batch that gave these bytes. Raises ValueError where they are damaged.
    #[staticmethod]
    #[pyo3(signature = (rules, lanes, kinds, starts, threads, parts))]
    fn from_bytes(
        rules: &Rules,
        lanes: usize,
        kinds: (String, String),
        starts: &Bound<'_, PyAny>,
        threads: Option<usize>,
        parts: (u64, u64, Bound<'_, PyBytes>),
    ) -> PyResult<Self> {
        let (seed, advance, bytes) = parts;
        let (lane_plan, options) = options(rules, seed, (&kinds.0, &kinds.1), Some(starts))?;
        let bytes = bytes.as_bytes();
        let batch = batch::Batch::from_bytes(&lane_plan, options, lanes, advance, bytes);
        let batch = batch.map_err(lacking)?;
        let batch = batch.ok_or_else(|| PyValueError::new_err("a pickled batch is damaged"))?;
        Ok(Self::new(batch, threads.unwrap_or(usize::MAX)))
    }

    /// The names of results and of reasons, in the order of their numbers.
    #[staticmethod]
    fn names() -> (Vec<&'static str>, Vec<&'static str>) {
        (GameResult::ALL.map(GameResult::name).into(), Reason::ALL.map(Reason::name).into())
    }
}

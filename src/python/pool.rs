//! Pools of threads that notice a fork, and what is said where no thread can be started.
//!
//! A child process that was forked has none of its parent's threads: work given to a pool of the
//! parent would wait for ever. So a pool belongs to the process that made it, and another process
//! makes its own. The crate never uses rayon's global pool from Python, which knows of no forks.

use std::hint::black_box;
use std::mem;
use std::process;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::batch::Crew;
use crate::memory::{self, STACK};

/// Where a call runs, beside the thread that minds it.
#[derive(Clone, Copy, Debug)]
pub enum Threads {
    /// On one thread: it never works in parallel.
    One,
    /// On the pool that all calls share: a thread for every core.
    All,
    /// On so many of its own.
    Own(usize),
}

impl From<Option<usize>> for Threads {
    fn from(threads: Option<usize>) -> Self {
        threads.map_or(Self::All, Self::Own)
    }
}

/// A pool that is made when it is first used.
pub struct Pool {
    threads: Option<usize>,
    held: Mutex<Option<Held>>,
}

struct Held {
    /// The process that has its threads.
    process: u32,
    pool: Arc<ThreadPool>,
}

/// The pool that all calls share.
pub static SHARED: Pool = Pool::new(None);

impl Pool {
    /// `None`: a thread for every core, or as many as `RAYON_NUM_THREADS` says.
    pub const fn new(threads: Option<usize>) -> Self {
        Self { threads, held: Mutex::new(None) }
    }

    /// The threads of this process.
    ///
    /// Raises what [`not_started`] says.
    pub fn get(&self) -> PyResult<Arc<ThreadPool>> {
        let mut held = match self.held.try_lock() {
            Ok(held) => held,
            Err(TryLockError::Poisoned(held)) => held.into_inner(),
            // Another thread makes it just now; or did when the process was forked, and will never
            // be done.
            Err(TryLockError::WouldBlock) => return self.build(),
        };
        let process = process::id();
        if let Some(held) = held.as_ref().filter(|held| held.process == process) {
            return Ok(Arc::clone(&held.pool));
        }
        let pool = self.build()?;
        let earlier = held.replace(Held { process, pool: Arc::clone(&pool) });
        mem::forget(earlier); // its threads are another process's: nobody could end them
        Ok(pool)
    }

    fn build(&self) -> PyResult<Arc<ThreadPool>> {
        let threads = self.threads.unwrap_or_else(cores);
        let lacking = || not_started(threads);
        // Many stacks at once are more than the system may promise in one piece.
        if !memory::is_there(threads.min(FEW) * STACK) {
            return Err(lacking());
        }
        let built = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = built.map_err(|_| lacking())?;
        // What the allocator sets aside for a thread it takes when that first asks for memory: that
        // must not be when nothing is left.
        pool.broadcast(|_| drop(black_box(Box::new(0_u8))));
        memory::some_left().map_err(|_| lacking())?;
        Ok(Arc::new(pool))
    }

    /// Does a job on its threads.
    pub fn install<T: Send>(&self, py: Python<'_>, job: impl FnOnce() -> T + Send) -> PyResult<T> {
        let pool = self.get()?;
        Ok(py.detach(|| pool.install(job)))
    }
}

/// Does a job here, with up to so many threads where that pays: the others are of the shared pool.
pub fn share<T: Send>(
    py: Python<'_>,
    pays: bool,
    threads: usize,
    job: impl FnOnce(Crew) -> T + Send,
) -> PyResult<T> {
    if !pays {
        return Ok(py.detach(|| job(Crew::ALONE)));
    }
    let pool = SHARED.get()?;
    Ok(py.detach(|| job(Crew::of(&pool, threads))))
}

impl Drop for Pool {
    fn drop(&mut self) {
        let held = self.held.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if held.as_ref().is_some_and(|held| held.process != process::id()) {
            mem::forget(held);
        }
    }
}

/// The number of threads that `threads=None` stands for.
pub fn cores() -> usize {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.filter(|threads| *threads > 0).unwrap_or_else(all)
}

/// Threads whose stacks are asked for together before they are started.
const FEW: usize = 32;
/// Bytes of address space that a thread takes: its stack, and what the allocator sets aside for it.
const A_THREAD: usize = STACK + (128 << 20);
/// More than this is not asked for to find out why threads are not started.
const MOST_ASKED: usize = 4 << 30;

/// The error where `threads` threads cannot be started: of memory, where there is no room for them,
/// else of the number of threads.
pub fn not_started(threads: usize) -> PyErr {
    let bytes = threads.saturating_mul(A_THREAD).min(MOST_ASKED);
    if memory::is_there(bytes) {
        return PyRuntimeError::new_err(format!(
            "threads = {threads}: the system starts no more threads, as its limit of processes says \
             (ulimit -u, or that of a container); fewer threads= ask for less"
        ));
    }
    PyMemoryError::new_err(format!(
        "threads = {threads}: the system does not give {bytes} bytes of memory for them; \
         fewer threads= ask for less"
    ))
}

//! The one door for slow calls: other Python threads run on, Ctrl-C is heard, progress is shown.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use rayon::ThreadPool;

use super::pool::{Pool, SHARED, Threads, not_started};
use crate::memory::{OutOfMemory, some_left};
use crate::run::Run;

/// How often signals and progress are looked at: well under the 0.1 s within which Ctrl-C works.
const POLL: Duration = Duration::from_millis(20);
/// Polls between two reports of progress.
const POLLS_PER_REPORT: u32 = 5;

/// A flag that a thread can wait for.
#[derive(Default)]
struct Done {
    flag: Mutex<bool>,
    changed: Condvar,
}

impl Done {
    fn set(&self) {
        *self.flag.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    fn wait(&self) -> bool {
        let flag = self.flag.lock().unwrap_or_else(PoisonError::into_inner);
        if *flag {
            return true;
        }
        let waited = self.changed.wait_timeout(flag, POLL).unwrap_or_else(PoisonError::into_inner);
        *waited.0
    }
}

/// Sets the flag when the work is left, by whatever way.
struct SetOnDrop<'a>(&'a Done);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Runs a job while this thread minds signals and progress. After Ctrl-C, or an error of `progress`,
/// the job is told to stop and the error raised; so is the error where memory is wanting.
pub fn enter<T: Send>(
    py: Python<'_>,
    threads: impl Into<Threads>,
    progress: Option<&Bound<'_, PyAny>>,
    job: impl FnOnce(&Run) -> T + Send,
) -> PyResult<T> {
    some_left().map_err(lacking)?;
    let (run, done) = (Run::default(), Done::default());
    let mut result = None;
    let work = || {
        let _set = SetOnDrop(&done);
        // A thread that has just begun has taken memory, too.
        match some_left() {
            // A panic is told by the thread that minds.
            Ok(()) => result = catch_unwind(AssertUnwindSafe(|| job(&run))).ok(),
            Err(lack) => run.stop_for(lack),
        }
    };
    let own;
    let minded = match threads.into() {
        Threads::One => thread::scope(|scope| {
            let started = thread::Builder::new().spawn_scoped(scope, work);
            started.map_err(|_| not_started(1))?;
            mind(py, &run, &done, progress)
        }),
        Threads::All => on_pool(&*SHARED.get()?, work, || mind(py, &run, &done, progress)),
        Threads::Own(threads) => {
            own = Pool::new(Some(threads));
            on_pool(&*own.get()?, work, || mind(py, &run, &done, progress))
        }
    };
    minded?;
    if let Some(lack) = run.lack.get() {
        return Err(lacking(*lack));
    }
    result.ok_or_else(|| PyRuntimeError::new_err("the run failed: please report this"))
}

/// The error where memory is wanting.
pub fn lacking(lack: OutOfMemory) -> PyErr {
    PyMemoryError::new_err(lack.to_string())
}

/// Works on a pool while this thread minds.
fn on_pool<T>(pool: &ThreadPool, work: impl FnOnce() + Send, mind: impl FnOnce() -> T) -> T {
    pool.in_place_scope(|scope| {
        scope.spawn(|_| work());
        mind()
    })
}

/// Waits for the end of the job. On an error the job is stopped first, then waited for.
fn mind(
    py: Python<'_>,
    run: &Run,
    done: &Done,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let mut outcome = Ok(());
    let mut reported = 0;
    for polls in 1.. {
        let over = py.detach(|| done.wait());
        if outcome.is_ok() {
            outcome = py.check_signals();
            if over || polls % POLLS_PER_REPORT == 0 {
                outcome = outcome.and_then(|()| report(run, progress, &mut reported));
            }
            if outcome.is_err() {
                run.stop.store(true, Ordering::Relaxed);
            }
        }
        if over {
            break;
        }
    }
    outcome
}

fn report(run: &Run, progress: Option<&Bound<'_, PyAny>>, reported: &mut u64) -> PyResult<()> {
    let finished = run.done.load(Ordering::Relaxed);
    if let Some(progress) = progress.filter(|_| finished > *reported) {
        progress.call1((finished - *reported,))?;
        *reported = finished;
    }
    Ok(())
}

/// More threads than this are a mistake.
pub const MOST_THREADS: usize = 1024;

//! The one door for slow calls: other Python threads run on, Ctrl-C is heard, progress is shown.

use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

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

/// Runs a job on `threads` threads (all cores when `None`) while this thread minds signals and
/// progress. After Ctrl-C, or an error of `progress`, the job is told to stop and the error raised.
pub fn enter<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    job: impl FnOnce(&Run) -> T + Send,
) -> PyResult<T> {
    let run = Run::default();
    let done = Done::default();
    let pool = pool(threads)?;
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let _set = SetOnDrop(&done);
            match &pool {
                Some(pool) => pool.install(|| job(&run)),
                None => job(&run),
            }
        });
        let minded = mind(py, &run, &done, progress);
        let result = worker
            .join()
            .map_err(|_| PyRuntimeError::new_err("the run failed: please report this"));
        minded.and(result)
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

/// A pool of its own with `threads` threads.
pub fn pool(threads: Option<usize>) -> PyResult<Option<rayon::ThreadPool>> {
    let Some(threads) = threads else {
        return Ok(None);
    };
    let built = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    built.map(Some).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

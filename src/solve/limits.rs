//! How far a solver may go.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::Budget;
use crate::run::Run;

/// Limits of one call, shared by its threads.
#[derive(Debug)]
pub struct Limits<'a> {
    /// Set by the caller to stop soon.
    pub stop: &'a AtomicBool,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Positions after which to stop.
    pub most_nodes: u64,
    /// Positions looked at so far.
    pub nodes: AtomicU64,
}

/// The solver was stopped, or came to one of its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Positions between two looks at the limits: some 0.1 ms.
pub(super) const BETWEEN_LOOKS: u64 = 1024;

impl<'a> Limits<'a> {
    /// No limits but the caller's word.
    #[must_use]
    pub fn none(stop: &'a AtomicBool) -> Self {
        Self { stop, deadline: None, most_nodes: u64::MAX, nodes: AtomicU64::new(0) }
    }

    /// Counts positions.
    ///
    /// # Errors
    /// When it is time to stop.
    pub fn count(&self, nodes: u64) -> Result<(), Stopped> {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if all >= self.most_nodes || self.is_late() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether it is time to stop, the number of positions apart.
    fn is_late(&self) -> bool {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late || self.stop.load(Ordering::Relaxed)
    }

    /// Does work that only knows of a budget. That has the deadline, and is told to stop only by
    /// the caller: work may make something of what it has when its time is up.
    pub(super) fn budget<T: Send>(&self, work: impl FnOnce(&Budget) -> T + Send) -> T {
        let budget = Budget { deadline: self.deadline, ..Budget::default() };
        watch_over(&budget.stop, || self.stop.load(Ordering::Relaxed), || work(&budget))
    }

    /// Does work that only knows of a run; it is stopped when it is time to.
    pub fn watch<T: Send>(&self, work: impl FnOnce(&Run) -> T + Send) -> T {
        let run = Run::default();
        watch_over(&run.stop, || self.is_late(), || work(&run))
    }
}

/// How often a watcher looks whether it is time to stop.
const POLL: Duration = Duration::from_millis(10);

/// Does work, and sets a flag as soon as it is time to stop.
fn watch_over<T>(
    stop: &AtomicBool,
    is_time: impl Fn() -> bool + Sync,
    work: impl FnOnce() -> T,
) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                stop.fetch_or(is_time(), Ordering::Relaxed);
                thread::park_timeout(POLL);
            }
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        result
    })
}

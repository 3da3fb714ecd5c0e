//! What a long calculation may cost, and how it hears that it should stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
#[cfg(not(target_arch = "wasm32"))]
use std::thread;
use std::time::Duration;

use crate::clock::Instant;
use crate::memory::OutOfMemory;
use crate::run::Run;

/// What one call may cost; its threads share it.
#[derive(Debug)]
pub struct Budget<'a> {
    /// Set by the caller to stop soon.
    pub stop: &'a AtomicBool,
    /// When to stop by itself.
    pub deadline: Option<Instant>,
    /// Positions after which to stop.
    pub most_nodes: u64,
    /// Positions looked at so far.
    pub nodes: AtomicU64,
}

/// Why a calculation stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// [`Budget::stop`] was set.
    #[error("stopped")]
    Stopped,
    /// [`Budget::deadline`] is past, or all positions have been looked at.
    #[error("out of time")]
    Spent,
    /// The system does not give the memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

impl<'a> Budget<'a> {
    /// No end but the caller's word.
    #[must_use]
    pub fn unlimited(stop: &'a AtomicBool) -> Self {
        Self { stop, deadline: None, most_nodes: u64::MAX, nodes: AtomicU64::new(0) }
    }

    /// For a part of the work that counts its own positions: no end but the caller's word and, if
    /// that is earlier than its own, this deadline.
    #[must_use]
    pub fn part(&self, deadline: Option<Instant>) -> Self {
        let earlier = deadline.into_iter().chain(self.deadline).min();
        Self { deadline: earlier, ..Self::unlimited(self.stop) }
    }

    /// The same budget, but for no more positions in all than these.
    #[must_use]
    pub fn up_to(&self, most_nodes: u64) -> Self {
        let nodes = AtomicU64::new(self.nodes.load(Ordering::Relaxed));
        Self { most_nodes: self.most_nodes.min(most_nodes), nodes, ..*self }
    }

    /// The same budget with so much more time.
    #[must_use]
    pub fn later(&self, by: Duration) -> Self {
        Self { deadline: self.deadline.map(|deadline| deadline + by), ..self.up_to(u64::MAX) }
    }

    /// Counts positions.
    ///
    /// # Errors
    /// Why it is time to stop.
    pub fn spend(&self, nodes: u64) -> Result<(), Halt> {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.stop.load(Ordering::Relaxed) {
            Err(Halt::Stopped)
        } else if all >= self.most_nodes || self.is_late() {
            Err(Halt::Spent)
        } else {
            Ok(())
        }
    }

    /// What work gave, or why it was stopped; what it could not do for another reason counts as
    /// too much for the budget.
    fn said<T>(&self, run: &Run, result: Option<T>) -> Result<T, Halt> {
        let stopped = self.stop.load(Ordering::Relaxed);
        let why = if stopped { Halt::Stopped } else { Halt::Spent };
        result.ok_or_else(|| run.lack.get().map_or(why, |lack| lack.less_by(LESS).into()))
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Work that looks at the clock itself.
    fn unwatched<T>(&self, work: impl FnOnce(&Run) -> Option<T>) -> Result<T, Halt> {
        let run = Run { deadline: self.deadline, ..Run::default() };
        let result = work(&run);
        self.said(&run, result)
    }

    /// Does work that only knows of a run; it is stopped when it is time to, the number of positions
    /// apart. It gives `None` when stopped.
    ///
    /// # Errors
    /// Why it was stopped.
    #[cfg(target_arch = "wasm32")]
    pub fn watch<T>(&self, work: impl FnOnce(&Run) -> Option<T>) -> Result<T, Halt> {
        self.unwatched(work)
    }

    /// Does work that only knows of a run; it is stopped when it is time to, the number of positions
    /// apart. It gives `None` when stopped.
    ///
    /// # Errors
    /// Why it was stopped.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn watch<T: Send>(&self, work: impl FnOnce(&Run) -> Option<T> + Send) -> Result<T, Halt> {
        let (run, done) = (Run::default(), AtomicBool::new(false));
        thread::scope(|scope| {
            let watch = || {
                while !done.load(Ordering::Relaxed) && !run.stopped() {
                    let stop = self.stop.load(Ordering::Relaxed) || self.is_late();
                    run.stop.fetch_or(stop, Ordering::Relaxed);
                    thread::park_timeout(POLL);
                }
            };
            let Ok(watcher) = thread::Builder::new().spawn_scoped(scope, watch) else {
                // Deaf to `stop`, but not to the time: it must have an end.
                return match self.deadline {
                    Some(_) => self.unwatched(work),
                    None => Err(OutOfMemory::of(crate::memory::STACK).less_by(LESS).into()),
                };
            };
            let result = work(&run);
            done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            self.said(&run, result)
        })
    }
}

/// What asks for less memory.
pub(super) const LESS: &str = "a smaller memory=";
/// How often a watcher looks whether it is time to stop.
#[cfg(not(target_arch = "wasm32"))]
const POLL: Duration = Duration::from_millis(10);

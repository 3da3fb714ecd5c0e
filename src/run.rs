//! How a long call hears that it should stop, and says how far it is.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::clock::Instant;
use crate::memory::OutOfMemory;

/// One long call: set by who watches it, looked at by who does the work.
#[derive(Debug, Default)]
pub struct Run {
    /// Set to stop the run soon.
    pub stop: AtomicBool,
    /// Games finished.
    pub done: AtomicU64,
    /// The memory for want of which the run was stopped.
    pub lack: OnceLock<OutOfMemory>,
    /// When to stop by itself, where there is no second thread that could set `stop`.
    pub deadline: Option<Instant>,
}

impl Run {
    /// Whether it should stop.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> bool {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return true;
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// Stops the run: there is no memory to go on.
    pub fn stop_for(&self, lack: OutOfMemory) {
        let _ = self.lack.set(lack); // the first one counts
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What was asked for, if there is room for it; else the run is stopped.
    pub fn given<T>(&self, room: Result<T, OutOfMemory>) -> Option<T> {
        room.map_err(|lack| self.stop_for(lack)).ok()
    }
}

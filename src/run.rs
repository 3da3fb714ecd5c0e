//! How a long call hears that it should stop, and says how far it is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// One long call: set by who watches it, looked at by who does the work.
#[derive(Debug, Default)]
pub struct Run {
    /// Set to stop the run soon.
    pub stop: AtomicBool,
    /// Games finished.
    pub done: AtomicU64,
}

impl Run {
    /// Whether it should stop.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

//! How a long call hears that it should stop, and says how far it is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[cfg(target_arch = "wasm32")]
use crate::clock::Instant;

/// One long call: set by who watches it, looked at by who does the work.
#[derive(Debug, Default)]
pub struct Run {
    /// Set to stop the run soon.
    pub stop: AtomicBool,
    /// Games finished.
    pub done: AtomicU64,
    /// When to stop by itself: a web page has no second thread that could set `stop`.
    #[cfg(target_arch = "wasm32")]
    pub deadline: Option<Instant>,
}

impl Run {
    /// Whether it should stop.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> bool {
        #[cfg(target_arch = "wasm32")]
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return true;
        }
        self.stop.load(Ordering::Relaxed)
    }
}

//! When a long calculation has to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// How a long calculation hears that it should stop, and says how far it is.
#[derive(Debug, Default)]
pub struct Budget {
    /// Set to stop soon.
    pub stop: AtomicBool,
    /// When to stop by itself.
    pub deadline: Option<Instant>,
    /// Positions looked at.
    pub done: AtomicU64,
}

/// Why a calculation stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// [`Budget::stop`] was set.
    #[error("stopped")]
    Stopped,
    /// [`Budget::deadline`] is past.
    #[error("out of time")]
    OutOfTime,
}

impl Budget {
    /// Without a deadline.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Counts positions, and tells when to stop.
    ///
    /// # Errors
    /// Why to stop.
    pub fn spend(&self, positions: u64) -> Result<(), Halt> {
        self.done.fetch_add(positions, Ordering::Relaxed);
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Stopped);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Halt::OutOfTime),
            _ => Ok(()),
        }
    }
}

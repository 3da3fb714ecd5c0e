//! How far a solver may go.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

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
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || all >= self.most_nodes || self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        Ok(())
    }
}

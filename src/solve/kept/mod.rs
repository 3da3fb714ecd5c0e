//! Proof searches that go on another day: a file keeps what one has found.
//!
//! A file begins with a head (`framed`) of version 1, which describes the search:
//!
//! * `rules` (a TOML text), `digest` ([`essence`](super::tables)), `goal` ("margin" or "result") and
//!   `position` (a [text](crate::notation));
//! * `found`: proven `bounds` of the final value for the side to move, the same of its `actions`, and
//!   a `line` of best play if it is known; how many positions in all the present `stage` may look at,
//!   and what was `spent` by all runs;
//! * `blocks`: how many of them follow.
//!
//! A block holds what is known of some positions: their number (4 bytes), the number of bytes (4), the
//! bytes (`positions`), and the SHA-256 of the head's sum, the number of the block from 0 (4 bytes),
//! and all before of the block. So a block cannot be taken for one of another search or place.
//!
//! The file is written anew each time: beside its place as `PATH.part`, made to last, and renamed. So
//! whenever the process ends, the old file or the new one is there. While a process searches it holds
//! the lock of the file at `PATH`, and gets that of the new one before it lets go of the old one's.

mod bits;
mod error;
mod file;
mod format;
mod positions;

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Bounds;
pub use error::KeptError;
pub(super) use file::Kept;

/// Where a search is kept, and how often it is written.
#[derive(Clone, Debug)]
pub struct Keep {
    /// The file.
    pub path: PathBuf,
    /// The time between two writings; `None` for what costs next to nothing.
    pub between: Option<Duration>,
}

/// What searches have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// Calls that searched.
    pub runs: u64,
    /// Positions that they looked at.
    pub nodes: u64,
    /// The time that they took, in milliseconds.
    pub milliseconds: u64,
}

impl Spent {
    /// What one run more has cost.
    #[must_use]
    pub fn and(self, nodes: u64, time: Duration) -> Self {
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Self {
            runs: self.runs.saturating_add(1),
            nodes: self.nodes.saturating_add(nodes),
            milliseconds: self.milliseconds.saturating_add(milliseconds),
        }
    }
}

/// What a search has found out about its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Found {
    /// The final value lies between these.
    pub bounds: Bounds,
    /// The same for every legal action.
    pub actions: Vec<(usize, Bounds)>,
    /// Best play; empty as long as it is not known.
    pub line: Vec<usize>,
    /// Positions in all after which the present stage ends.
    pub stage: u64,
    /// What all runs have cost.
    pub spent: Spent,
}

impl Found {
    /// Whether it came of no more positions than another, and says the same.
    pub fn says_no_more_than(&self, other: &Self) -> bool {
        let all = |found: &Self| (found.bounds, found.stage, found.spent.nodes);
        all(self) == all(other) && self.actions == other.actions && self.line == other.line
    }
}

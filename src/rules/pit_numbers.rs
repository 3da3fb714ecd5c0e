//! Numbers of pits that a test asks for.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A set of pits by number, each in its owner's sowing order from 0; an empty list asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PitNumbers(pub Vec<i64>);

impl PitNumbers {
    /// What may be written, with an example, and what it means.
    pub const MEANINGS: &'static [(&'static str, &'static str)] =
        &[("[]", "Not asked."), ("[0, 1]", "These pits.")];

    /// Whether anything is asked.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether a pit will do.
    #[must_use]
    pub fn has(&self, pit: i64) -> bool {
        !self.is_asked() || self.0.contains(&pit)
    }
}

impl fmt::Display for PitNumbers {
    /// As in a description.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

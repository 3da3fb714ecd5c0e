//! States and players as the lane engine takes them.

use super::Simple;
use crate::batch::Chooser;
use crate::batch::Start;
use crate::game::State;

impl From<Simple> for Chooser {
    fn from(agent: Simple) -> Self {
        match agent {
            Simple::Random => Self::Random,
            Simple::Greedy => Self::Greedy,
        }
    }
}

/// A state in which somebody is to move as a start position of lanes.
#[must_use]
pub fn start_of(state: &State) -> Start {
    debug_assert!(state.end().is_none());
    Start { position: *state.position(), legal: state.legal_set(), plies: state.plies() }
}

//! A game as its users see it: states, positions set up by hand, what happened and why, pictures
//! in text, observations, perft. What an action does is worked out by the reference engine
//! (`crate::engine`).

mod draw;
mod event;
mod legal;
mod observe;
mod perft;
mod sentences;
mod setup;
mod setup_marks;
mod setup_phase;
mod state;
mod trace;

pub use crate::engine::actions_of;
pub use crate::outcome::{End, Reason};
pub use crate::position::Position;
pub use event::{Event, EventKind, Place};
pub use legal::IllegalAction;
pub use observe::{observation_names, observe};
pub use perft::perft;
pub use sentences::SENTENCES;
pub use setup::{PositionError, Setup};
pub use state::State;

//! The reference engine: scalar, short, and readable beside a rule book. It is the oracle for
//! everything else, and the only engine that can tell what happened.
//!
//! One action goes through the phases in the order of the files: `legal` (may it be played),
//! `sow` (one lap), `capture` (what the landing takes), `relay` (laps until the sowing
//! stops), `turn` (who is next), `end` (is it over, must a player be passed over).

mod capture;
mod draw;
mod end;
mod legal;
mod observe;
mod perft;
mod relay;
mod setup;
mod sow;
mod state;
mod trace;
mod turn;

pub use crate::outcome::{End, Reason};
pub use crate::position::Position;
pub use legal::{IllegalAction, actions_of};
pub use observe::{observation_names, observe};
pub use perft::perft;
pub use setup::{PositionError, Setup};
pub use state::State;
pub use trace::{Event, EventKind, Place};

use crate::plan::Plan;
use trace::Watch;

/// One position being changed by the rules of one plan, under the eyes of a watcher.
pub(crate) struct Engine<'a, W: Watch> {
    pub plan: &'a Plan,
    pub at: &'a mut Position,
    pub watch: &'a mut W,
}

//! The scalar engine: short, and readable beside a rule book. Over a [`Position`] it is the
//! reference engine, the oracle for everything else and the only engine that can tell what
//! happened; over a packed board (`crate::tree::two_rows`) it is what searches play with.
//!
//! One action goes through the phases in the order of the files: `legal` (may it be played; `play` has the
//! table that says so, `place` the seeds that are laid out before the game, `drop` those that enter one a turn),
//! `sow` (one lap), `landing` (what the landing table says), `relay` (laps until the sowing
//! stops, `turning` where a player turns one round), `turn` (who is next, `blocked` which pit they may not use), `end`
//! (is it over, must a player be passed over).
//!
//! [`Position`]: crate::position::Position

// What is called after every lap or action has to be part of its caller for both boards: measured,
// a call more in each costs up to a tenth of the speed.
#![allow(clippy::inline_always)]

mod after;
mod blocked;
pub(crate) mod board;
mod cells;
mod chain;
mod count;
mod drop;
mod duties;
mod end;
mod endless;
mod gift;
mod landing;
mod layout;
mod leave;
mod legal;
mod marks;
mod owned;
mod place;
mod play;
mod put;
mod race;
mod relay;
mod rounds;
mod shared;
mod shares;
mod slim;
pub(crate) mod sow;
mod store;
mod turn;
mod turning;
pub(crate) mod watch;

pub(crate) use board::Board;
pub(crate) use end::Turned;
pub use legal::actions_of;
pub(crate) use relay::Trial;
pub(crate) use watch::{Silent, Watch};

use crate::plan::{Plan, Tables};
use crate::position::Position;

/// One board being changed by the rules of one plan, under the eyes of a watcher.
pub(crate) struct Engine<'a, B: Board, W: Watch> {
    pub plan: &'a Plan,
    /// The plan's tables in the places of the board.
    pub tables: &'a Tables,
    pub at: &'a mut B,
    pub watch: &'a mut W,
}

impl<'a, W: Watch> Engine<'a, Position, W> {
    /// The reference engine.
    pub fn of(plan: &'a Plan, at: &'a mut Position, watch: &'a mut W) -> Self {
        Self { plan, tables: &plan.tables, at, watch }
    }
}

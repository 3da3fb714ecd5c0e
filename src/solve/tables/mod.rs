//! Endgame tables: what is still to come, for every distribution of a few seeds over the pits.
//!
//! A value is that of the player to move: the margin that they will yet gain
//! (in games that are not won by the most seeds: 1 for a win, -1 for a loss, 0 for anything else)
//! if both play perfectly. Where the end asks what a store holds, each content of the stores is a position of its own
//! ([`shape`]). Play that never ends has nothing still to come, so it is worth 0; the
//! limit on the actions of a game is left out of account. A distribution from which the player to
//! move cannot move is settled as after an action: it is over, or the other's turn.

mod about;
mod blocks;
mod cache;
mod changes;
mod check;
mod chunks;
mod codec;
mod counts;
mod error;
mod format;
mod forward;
mod greedy;
mod growing;
mod layers;
mod links;
mod longest;
mod mapped;
mod mark;
mod memory;
mod open;
mod packed;
mod packing;
mod part;
pub mod rank;
mod rounds;
mod routes;
mod sample;
pub mod shape;
mod sharing;
mod support;
mod table;
mod values;

pub use check::{LayerCheck, WrongValue};
pub use error::TableError;
pub(super) use format::essence;
pub use format::{MAGIC, VERSIONS};
pub use greedy::GreedyLayer;
pub use layers::{Layer, Layers, Seat};
pub use longest::LongestPlay;
pub use memory::{least_memory, memory};
pub use sample::Sample;
pub use sharing::{Helper, Keeper, Opened, Share, check_shared};
pub use support::{PLAYS, refusal};
pub use table::{BuildOptions, Table, most_seeds, supported};

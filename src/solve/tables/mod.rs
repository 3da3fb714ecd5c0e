//! Endgame tables: what is still to come, for every distribution of a few seeds over the pits.

mod forward;
mod layers;
pub mod rank;
mod rounds;
mod support;

pub use layers::{Layer, Layers};
pub use support::refusal;

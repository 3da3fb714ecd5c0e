//! Many games in lockstep: one action of every game a step, in columns that can be looked at.

mod batch;
mod context;
mod lane;
mod players;
mod stragglers;
mod worker;

pub use batch::{Batch, needs_pool};
pub use lane::Lane;

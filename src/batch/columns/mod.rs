//! The columns of a batch: their layout, their memory, and the way between them and blocks.

pub(super) mod flags;
mod layout;
pub mod memory;
pub(super) mod opening;
pub(super) mod transfer;

pub use layout::{KEY_HIGH, KEY_LOW, Layout, Observed, PLIES, observed};

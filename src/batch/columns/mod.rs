//! The columns of a batch: their layout, their memory, and the way between them and blocks.

mod bytes;
pub mod ends;
pub(super) mod flags;
mod layout;
pub mod memory;
pub(super) mod opening;
pub mod targets;
pub(super) mod transfer;
pub(super) mod transpose;

pub use layout::{KEY_HIGH, KEY_LOW, Layout, Observed, PLIES, observed};

//! Whole actions in one go, for the games that need nothing but one lap.

mod chain;
pub mod kernel;
pub mod rounds;
mod shape;
mod stretch;

pub use shape::{Fused, PLAYS, SIDE};

//! Whole actions in one go, for the games that need nothing but one lap.

pub mod kernel;
mod shape;

pub use shape::{Fused, PLAYS, SIDE};

//! Players that choose an action.

mod simple;

pub use simple::{Player, Simple, pick};

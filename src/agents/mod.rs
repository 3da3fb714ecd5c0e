//! Players that choose an action.

mod native;
mod player;
mod simple;

pub use native::{Native, NativeMemory};
pub use player::{Player, pick};
pub use simple::Simple;

//! Players that choose an action.

mod lanes;
pub mod mcts;
mod native;
mod player;
mod simple;

pub use lanes::start_of;
pub use mcts::Mcts;
pub use native::{Native, NativeMemory};
pub use player::{Player, pick};
pub use simple::Simple;

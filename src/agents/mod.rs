//! Players that choose an action.

pub mod alphabeta;
mod lanes;
pub mod mcts;
mod native;
pub mod network;
mod player;
mod simple;
pub mod trees;

pub use alphabeta::AlphaBeta;
pub use lanes::start_of;
pub use mcts::Mcts;
pub use native::{Native, NativeMemory};
pub use player::{Player, pick};
pub use simple::Simple;

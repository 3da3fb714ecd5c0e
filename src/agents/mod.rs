//! Players that choose an action.

pub mod alphabeta;
pub mod batch_mcts;
mod endgames;
mod lanes;
mod learnt;
pub mod mcts;
mod native;
pub mod network;
mod player;
mod shown;
mod simple;

pub use alphabeta::AlphaBeta;
pub use endgames::Endgames;
pub use lanes::start_of;
pub use learnt::{Learnt, Trained};
pub use mcts::Mcts;
pub use native::{Native, NativeMemory};
pub use player::{Player, pick};
pub use shown::Shown;
pub use simple::Simple;

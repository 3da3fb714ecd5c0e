//! Many games played out by lanes that run on independently: only their ends are looked at.

mod games;
mod greedy;
mod job;
mod next_games;
mod parked;
mod play;
mod workspace;

pub use greedy::Greedy;
pub use job::{Finished, Job, Usage};
pub use play::{play, play_in};
pub use workspace::Workspace;

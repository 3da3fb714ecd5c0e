//! The tests of the crate, one binary: quick to link.

mod common;
mod lanes;
mod mcts;
mod perft;
mod play;
mod play_lanes;
mod properties;
mod rules;

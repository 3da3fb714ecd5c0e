//! The tests of the crate, one binary: quick to link.

mod alphabeta;
mod common;
mod deepening;
mod encode;
mod graph;
mod lanes;
mod mcts;
mod perft;
mod play;
mod play_lanes;
mod properties;
mod rule_book;
mod rules;
mod solve;
mod tables;
mod two_rows;

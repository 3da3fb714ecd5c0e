//! The tests of the crate, one binary: quick to link.

mod alphabeta;
mod clauses;
mod common;
mod deepening;
mod draws;
mod encode;
mod features;
mod graph;
mod landing;
mod lanes;
mod mcts;
mod mend;
mod options;
mod perft;
mod play;
mod play_lanes;
mod properties;
mod reference;
mod rule_book;
mod rules;
mod shortcuts;
mod slots;
mod solve;
mod tables;
mod two_rows;

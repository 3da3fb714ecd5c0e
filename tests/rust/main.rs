//! The tests of the crate, one binary: quick to link.

mod alphabeta;
mod clauses;
mod common;
mod deepening;
mod draws;
mod draws_play;
mod draws_rounds;
mod draws_shared;
mod draws_special;
mod encode;
mod features;
mod fuzz;
#[path = "../fuzz/bodies.rs"]
mod fuzz_bodies;
mod graph;
mod landing;
mod lanes;
mod lots;
mod mcts;
mod mend;
mod options;
mod perft;
mod placing;
mod play;
mod play_lanes;
mod plays;
mod properties;
mod reference;
mod rule_book;
mod rules;
mod shortcuts;
mod side_by_side;
mod slots;
mod solve;
mod tables;
mod two_rows;

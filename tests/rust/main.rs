//! The tests of the crate, one binary: quick to link.

mod common;
mod lanes;
mod perft;
mod play;
mod properties;
mod rules;

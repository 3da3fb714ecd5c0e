//! The tests of the crate, one binary: quick to link.

mod common;
mod perft;
mod properties;
mod rules;

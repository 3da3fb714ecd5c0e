//! Rounds of many games that run on independently, and what is counted on the way.

pub mod counters;
pub mod round;

//! mancalab: a laboratory for the mancala family.
//!
//! A game is a file of rule values ([`rules`]); [`plan`] compiles it into flat tables; the
//! reference engine ([`game`]) plays it by the book, one position at a time, and can tell what
//! happens and why.
//!
//! ```
//! use std::sync::Arc;
//! use mancalab::{game::State, plan::Plan, rules::catalogue};
//!
//! let rules = catalogue::find("kalah").unwrap().clone();
//! let start = State::start(Arc::new(Plan::new(rules)?));
//! let next = start.play(2).unwrap();
//! assert_eq!(next.side(0), (&[4, 4, 0, 5, 5, 5][..], 1, 0, 0));
//! # Ok::<(), mancalab::rules::RulesError>(())
//! ```

pub mod agents;
pub mod batch;
pub mod game;
pub mod notation;
pub mod outcome;
pub mod plan;
pub mod position;
pub mod random;
pub mod rules;
pub mod run;
pub mod solve;
pub mod study;
pub mod tally;
pub mod tree;

#[cfg(feature = "python")]
mod python;

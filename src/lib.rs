//! mancalab: a laboratory for the mancala family.
//!
//! A game is a file of rule values, compiled once into flat tables. Two engines play by these
//! tables and give the same games to the last bit: the scalar engine by the book, one position at a
//! time, and the lane engine 64 games side by side. The scalar engine plays on two boards: positions
//! of any game (then it is the reference engine), and two rows in sixteen bytes, for searching.
//!
//! The modules, from the ground up; each imports only from those above it:
//!
//! * [`random`]: the number of each ply of a random game, the same in every engine.
//! * [`clock`]: the clock of the system or of a web page, for limits of time.
//! * [`fingerprint`]: one number for the actions of a game, to count different games.
//! * [`memory`]: large memory, which may not be there.
//! * [`run`]: how a long call is stopped, and says how far it is.
//! * [`rules`]: what a game is, as plain values and as text, with every fault named.
//! * [`plan`]: checked rules compiled into flat tables.
//! * [`position`]: what a position holds, and the player to move.
//! * [`outcome`]: how a game ended, and why.
//! * [`tally`]: exact counts over many games.
//! * `engine`: the scalar engine: what an action does, by the book.
//! * [`game`]: a game as its users see it, with what happens and which clause says so.
//! * [`notation`]: rules, positions and actions as one line of text each.
//! * [`batch`]: the lane engine, with batches of games in lockstep and whole games played out.
//! * [`tree`]: a game as a tree to be searched, through the reference engine or in sixteen bytes.
//! * [`agents`]: players that choose an action: random, greedy, alpha-beta, tree search, networks.
//! * [`solve`]: exact answers by proof search, graphs and endgame tables.
//! * [`study`]: many games between two players, counted exactly.
//! * [`executors`]: who plays a game, or proves something about it, and why others do not.
//! * `python`: the border to Python, behind the feature of that name.
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
pub mod clock;
mod engine;
pub mod executors;
mod fetch;
pub mod fingerprint;
pub mod game;
pub mod memory;
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

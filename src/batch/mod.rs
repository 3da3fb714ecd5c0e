//! The lane engine: sixty-four games side by side, a column of bytes for each pit.
//!
//! It plays by the same [`crate::plan::Plan`] as the reference engine, phase by phase under the
//! same names, but in all lanes at once and without a branch that depends on a lane: a rule is a
//! branch *outside* the loops over lanes, and what happens in some lanes only is masked. The two
//! engines give the same games to the last bit; the property tests compare them.
//!
//! From the ground up: `values` are the bytes of 64 games, [`Block`] holds the games,
//! `waits` says what each of them waits for, and [`LanePlan`] holds their rules; `phases` are the parts of an action, and `fused` whole actions of the
//! simplest games; `columns` are the memory of a [`Batch`], `rounds` what is counted in games played
//! out. All of these are plain loops, which `simd` compiles for every vector width. [`Engine`]
//! carries out actions with them, for games in `lockstep` that are looked at after every action,
//! and for a [`playout`], where only the ends are.

// Kernels are compiled once for every vector width: all that they are made of is inlined.
#![allow(clippy::inline_always, clippy::needless_range_loop)]
// Arithmetic on lanes reads like arithmetic on numbers.
#![allow(clippy::must_use_candidate, clippy::return_self_not_must_use)]

pub mod block;
mod board;
pub mod columns;
mod crew;
pub mod encode;
mod engine;
mod fused;
mod half_columns;
mod lane_entry;
mod lane_plan;
mod lane_play;
mod laps;
mod level;
mod lockstep;
pub mod masked;
pub mod numbers;
mod one_lane;
mod options;
mod phases;
pub mod playout;
mod plays;
mod rare;
mod rounds;
mod simd;
mod taken;
mod thresholds;
mod trials;
pub mod values;
mod waits;
mod watch;

pub use block::{Block, end_of};
pub use board::{Board, MARKS};
pub use crew::Crew;
pub use engine::Engine;
pub use fused::PLAYS as FUSED_PLAYS;
pub use lane_plan::{Foresees, LanePlan};
pub use level::Level;
pub use lockstep::{Batch, Lane, needs_pool};
pub use one_lane::Start;
pub use options::{Autoreset, Chooser, Options, Rewards};
pub use plays::{CHAINS, PLAYS};
pub use values::{Bytes, LANES};

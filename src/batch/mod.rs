//! The lane engine: sixty-four games side by side, a column of bytes for each pit.
//!
//! It plays by the same [`crate::plan::Plan`] as the reference engine, phase by phase under the
//! same names, but in all lanes at once and without a branch that depends on a lane: a rule is a
//! branch *outside* the loops over lanes, and what happens in some lanes only is masked. The two
//! engines give the same games to the last bit; the property tests compare them.

// Kernels are compiled once for every vector width: all that they are made of is inlined.
#![allow(clippy::inline_always, clippy::needless_range_loop)]
// Arithmetic on lanes reads like arithmetic on numbers.
#![allow(clippy::must_use_candidate, clippy::return_self_not_must_use)]

pub mod block;
mod capture;
mod choose;
pub mod columns;
pub mod course;
pub mod encode;
mod end;
mod engine;
pub mod greedy;
mod lane;
pub mod lanes;
mod late;
mod legal;
mod lockstep;
pub mod playout;
pub mod relay;
mod room;
pub mod simd;
mod sow;
pub mod store;
mod swift;
pub mod tracks;
mod turn;
mod worker;

pub use block::{Block, Start, end_of};
pub use columns::Rewards;
pub use course::Course;
pub use engine::Engine;
pub use lane::Lane;
pub use lanes::{Bytes, LANES};
use lanes::{YES, yes};
pub use lockstep::{Autoreset, Batch, Options};
pub use simd::Level;

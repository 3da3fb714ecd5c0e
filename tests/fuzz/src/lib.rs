//! The modules of the tests that the fuzzer needs, which use fewer of their functions than the tests do.
#![allow(dead_code, unused_imports)]

#[path = "../bodies.rs"]
pub mod bodies;
#[path = "../../rust/common.rs"]
mod common;
#[path = "../../rust/draws.rs"]
mod draws;
#[path = "../../rust/draws_drops.rs"]
mod draws_drops;
#[path = "../../rust/draws_ending.rs"]
mod draws_ending;
#[path = "../../rust/draws_entries.rs"]
mod draws_entries;
#[path = "../../rust/draws_gift.rs"]
mod draws_gift;
#[path = "../../rust/draws_play.rs"]
mod draws_play;
#[path = "../../rust/draws_rounds.rs"]
mod draws_rounds;
#[path = "../../rust/draws_shared.rs"]
mod draws_shared;
#[path = "../../rust/draws_special.rs"]
mod draws_special;
#[path = "../../rust/draws_store.rs"]
mod draws_store;
#[path = "../../rust/mend.rs"]
mod mend;
#[path = "../../rust/side_by_side.rs"]
mod side_by_side;

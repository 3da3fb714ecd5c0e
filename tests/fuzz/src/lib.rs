//! The modules of the tests that the fuzzer needs.

#[path = "../bodies.rs"]
pub mod bodies;
#[path = "../../rust/draws.rs"]
mod draws;
#[path = "../../rust/mend.rs"]
mod mend;
#[path = "../../rust/side_by_side.rs"]
mod side_by_side;

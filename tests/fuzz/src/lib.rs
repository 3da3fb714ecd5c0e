//! The modules of the tests that the fuzzer needs.

#[path = "../bodies.rs"]
pub mod bodies;
#[path = "../../rust/draws.rs"]
#[allow(dead_code)] // the tests use all of it
mod draws;
#[path = "../../rust/mend.rs"]
#[allow(dead_code)] // the tests use all of it
mod mend;
#[path = "../../rust/side_by_side.rs"]
mod side_by_side;

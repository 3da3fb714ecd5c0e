//! Exact answers: who wins with perfect play, and by how much.

mod acyclic;
mod answer;
pub mod limits;
pub mod proof;
mod solution;
mod staged;

pub use acyclic::is_acyclic;
pub use answer::solve;
pub use limits::{Limits, Stopped};
pub use proof::Bounds;
pub use solution::{Method, Request, Solution, SolveError};
pub mod tables;

pub use acyclic::is_acyclic;
pub use tables::Layers;

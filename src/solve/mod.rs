//! Exact answers: who wins with perfect play, and by how much.

mod acyclic;
mod answer;
mod bounds;
mod budget;
pub mod deepening;
mod fetch;
pub mod graph;
mod layered;
mod packed;
mod pages;
pub mod proof;
mod solution;
mod staged;
pub mod tables;

pub use acyclic::is_acyclic;
pub use answer::solve;
pub use bounds::Bounds;
pub use budget::{Budget, Halt};
pub use solution::{Method, Request, Solution, SolveError};
pub use tables::Layers;

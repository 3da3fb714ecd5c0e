//! Exact answers: who wins with perfect play, and by how much.

mod acyclic;
mod alone;
mod bounds;
mod budget;
mod by_proof;
mod by_tables;
pub mod deepening;
mod dispatch;
mod framed;
pub mod graph;
pub mod kept;
pub mod packed;
mod pages;
pub mod proof;
mod solution;
pub mod tables;

pub use acyclic::{PROVED_FOR as ACYCLIC_PROVED_FOR, is_acyclic};
pub use bounds::Bounds;
pub use budget::{Budget, Halt};
pub use by_tables::look_up;
pub use dispatch::{greatest_value, solve};
pub use solution::{Method, Request, Solution, SolveError};
pub use tables::Layers;

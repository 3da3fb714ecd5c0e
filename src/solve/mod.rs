//! Exact answers: who wins with perfect play, and by how much.

mod acyclic;
mod budget;
pub mod graph;
mod packed;

pub use acyclic::is_acyclic;
pub use budget::{Budget, Halt};

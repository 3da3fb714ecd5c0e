//! Exact answers: who wins with perfect play, and by how much.

mod acyclic;
mod budget;
pub mod deepening;
pub mod graph;
mod packed;
mod table;

pub use acyclic::is_acyclic;
pub use budget::{Budget, Halt};

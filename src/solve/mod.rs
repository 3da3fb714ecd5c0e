//! Exact answers: who wins with perfect play, and by how much.

mod acyclic;
pub mod tables;

pub use acyclic::is_acyclic;
pub use tables::Layers;

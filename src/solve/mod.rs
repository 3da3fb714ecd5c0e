//! Exact answers: who wins with perfect play, and by how much.

mod acyclic;

pub use acyclic::is_acyclic;

//! Which action a simulation follows.

use super::gumbel::{self, Root};
use super::tree::{Edge, Evaluated};
use super::{Method, Search};

/// The place of the action among the edges of the node. `scores`: those of a root's actions.
#[inline]
pub fn choose<N>(search: &Search, node: &Evaluated<N>, edges: &[Edge], scores: &[f64]) -> usize {
    match &search.method {
        Method::Puct { exploration, .. } => puct(*exploration, node, edges),
        Method::Gumbel(gumbel) if scores.is_empty() => gumbel::interior(gumbel, node, edges),
        Method::Gumbel(gumbel) => Root { node, edges, scores }.next(gumbel, &search.tables),
    }
}

/// The greatest Q + c P sqrt(N) / (1 + n). N counts the evaluation of the node itself, and Q of an
/// action that was not tried is the mean of the node.
#[inline]
fn puct<N>(exploration: f64, node: &Evaluated<N>, edges: &[Edge]) -> usize {
    let mean = node.mean();
    let width = exploration * f64::from(node.visits).sqrt();
    greatest(edges.iter().map(|edge| {
        let value = if edge.visits == 0 { mean } else { edge.mean() };
        value + width * f64::from(edge.prior) / f64::from(1 + edge.visits)
    }))
}

/// The place of the greatest number; of the first one where several are.
#[inline]
pub fn greatest(numbers: impl Iterator<Item = f64>) -> usize {
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    for (index, number) in numbers.enumerate() {
        if number > most {
            (best, most) = (index, number);
        }
    }
    best
}

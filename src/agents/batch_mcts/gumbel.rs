//! Policy improvement by planning with Gumbel (Danihelka and others, 2022), as `DeepMind`'s mctx
//! does it: sequential halving at the root, completed values, the improved policy.

use super::noise::Stream;
use super::select::greatest;
use super::tree::{Edge, Evaluated};

/// How search by sequential halving is tuned; the names are those of mctx.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gumbel {
    /// Most actions that are considered at the root.
    pub considered: usize,
    /// What the random numbers of the root are multiplied by; with 0 there are none.
    pub gumbel_scale: f64,
    /// Weight of the values beside the logits, in visits.
    pub maxvisit_init: f64,
    /// Scale of the values, which are stretched to 0 to 1 among the actions of a node.
    pub value_scale: f64,
}

/// Values that differ by less are not stretched further.
const LEAST_RANGE: f64 = 1e-8;
/// A score below which none of an action that is considered falls.
const LOWEST_SCORE: f64 = -1e9;
/// Most actions of a node.
const MOST: usize = 64;

/// How many visits the next action must have, simulation by simulation, when `considered`
/// actions are considered.
#[must_use]
pub fn visits_in_turn(considered: usize, simulations: usize) -> Vec<u32> {
    if considered <= 1 {
        return (0..simulations as u32).collect();
    }
    let rounds = considered.next_power_of_two().trailing_zeros() as usize;
    let mut visits = vec![0; considered];
    let (mut left, mut turns) = (considered, Vec::new());
    while turns.len() < simulations {
        for _ in 0..(simulations / (rounds * left)).max(1) {
            turns.extend_from_slice(&visits[..left]);
            visits[..left].iter_mut().for_each(|n| *n += 1);
        }
        left = (left / 2).max(2);
    }
    turns.truncate(simulations);
    turns
}

/// The scores of a root's actions before their values: Gumbel numbers and logits.
pub fn scores<'a>(
    gumbel: &Gumbel,
    edges: &'a [Edge],
    stream: &'a mut Stream,
) -> impl Iterator<Item = f64> + 'a {
    let (scale, largest) =
        (gumbel.gumbel_scale, edges.iter().map(logit).fold(f64::NEG_INFINITY, f64::max));
    edges.iter().map(move |edge| scale * stream.gumbel() + (logit(edge) - largest))
}

/// A root whose actions have scores (see [`scores`]).
pub struct Root<'a, N> {
    pub node: &'a Evaluated<N>,
    pub edges: &'a [Edge],
    pub scores: &'a [f64],
}

impl<N> Root<'_, N> {
    /// The next action: among those with the visits that are in turn the one with the best score.
    /// `tables[n]` is for `n` considered actions.
    pub fn next(&self, gumbel: &Gumbel, tables: &[Vec<u32>]) -> usize {
        let table = &tables[self.edges.len().min(tables.len() - 1)];
        let visits = table.get(self.node.visits as usize - 1).copied().unwrap_or(0);
        self.best_of(gumbel, visits)
    }

    /// The winner of the halving.
    pub fn winner(&self, gumbel: &Gumbel) -> usize {
        let most = self.edges.iter().map(|edge| edge.visits).max();
        self.best_of(gumbel, most.unwrap_or(0))
    }

    fn best_of(&self, gumbel: &Gumbel, visits: u32) -> usize {
        let mut values = [0.0; MOST];
        complete(gumbel, self.node, self.edges, &mut values);
        greatest(self.edges.iter().zip(&values).zip(self.scores).map(|((edge, value), score)| {
            let score = (score + value).max(LOWEST_SCORE);
            if edge.visits == visits { score } else { f64::NEG_INFINITY }
        }))
    }
}

/// Below the root: the action whose visits lag the furthest behind the improved policy.
pub fn interior<N>(gumbel: &Gumbel, node: &Evaluated<N>, edges: &[Edge]) -> usize {
    if node.visits == 1 {
        return greatest(edges.iter().map(|edge| f64::from(edge.prior)));
    }
    let mut shares = [0.0; MOST];
    improve(gumbel, node, edges, &mut shares);
    let all = f64::from(node.visits);
    let numbers = edges.iter().zip(&shares);
    greatest(numbers.map(|(edge, share)| share - f64::from(edge.visits) / all))
}

/// The improved policy: the softmax of logits and completed values.
pub fn improve<N>(gumbel: &Gumbel, node: &Evaluated<N>, edges: &[Edge], shares: &mut [f64; MOST]) {
    complete(gumbel, node, edges, shares);
    let shares = &mut shares[..edges.len()];
    let largest = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for (share, edge) in shares.iter_mut().zip(edges) {
        *share = prior(edge) * (*share - largest).exp();
        sum += *share;
    }
    for share in shares {
        *share /= sum;
    }
}

/// The values of all actions, stretched and weighted as logits are. One that was not tried has the
/// mean of the node's own value and the values of those that were, weighted by their priors.
fn complete<N>(gumbel: &Gumbel, node: &Evaluated<N>, edges: &[Edge], values: &mut [f64; MOST]) {
    let (mut visits, mut most, mut priors, mut weighted) = (0, 0, 0.0, 0.0);
    for edge in edges.iter().filter(|edge| edge.visits > 0) {
        visits += edge.visits;
        most = most.max(edge.visits);
        priors += prior(edge);
        weighted += prior(edge) * edge.mean();
    }
    let tried = if visits > 0 { f64::from(visits) * (weighted / priors) } else { 0.0 };
    let mixed = (f64::from(node.value) + tried) / f64::from(visits + 1);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for (value, edge) in values.iter_mut().zip(edges) {
        *value = if edge.visits > 0 { edge.mean() } else { mixed };
        (low, high) = (low.min(*value), high.max(*value));
    }
    let weight = (gumbel.maxvisit_init + f64::from(most)) * gumbel.value_scale;
    let scale = weight / (high - low).max(LEAST_RANGE);
    for value in &mut values[..edges.len()] {
        *value = (*value - low) * scale;
    }
}

/// A prior so small that it is none still has a logarithm.
fn prior(edge: &Edge) -> f64 {
    f64::from(edge.prior.max(f32::MIN_POSITIVE))
}

fn logit(edge: &Edge) -> f64 {
    prior(edge).ln()
}

#[cfg(test)]
mod tests {
    use super::visits_in_turn;

    #[test]
    fn halving_spends_the_simulations_evenly_on_fewer_and_fewer_actions() {
        assert_eq!(visits_in_turn(1, 4), [0, 1, 2, 3]);
        assert_eq!(visits_in_turn(2, 5), [0, 0, 1, 1, 2]);
        assert_eq!(visits_in_turn(4, 16), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!(visits_in_turn(3, 7), [0, 0, 0, 1, 1, 2, 2]);
    }
}

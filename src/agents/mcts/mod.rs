//! Monte Carlo tree search: plain UCT with rollouts on the lane engine.
//!
//! The leaves of a batch of descents are played out side by side. A large budget grows two trees
//! with different random numbers at once, and their visits add up; how many trees there are
//! depends on the budget alone, so the choice does not depend on the number of threads.

mod rollout;
mod search;
mod tree;

use std::convert::Infallible;
use std::time::Duration;

use rayon::prelude::*;

use super::{Player, Simple, pick};
use crate::clock::Instant;
use crate::game::State;
use crate::random::{GameKey, mix64};
use crate::run::Run;
use search::{Budget, Search};
use tree::{Edge, Tree};

/// Most simulations of a search.
pub const MOST_SIMULATIONS: u64 = 1_000_000_000;
/// Most seconds of a search.
pub const MOST_TIME: f64 = 1e6;
/// The largest batch.
pub const MOST_BATCH: u32 = 4096;
/// The greatest constant of UCB1.
pub const MOST_EXPLORATION: f32 = 1000.0;
/// Simulations from which on there are two trees.
const TWO_TREES: u64 = 1 << 15;

/// The player.
#[derive(Clone, Debug, PartialEq)]
pub struct Mcts {
    /// New simulations for each choice, if they are limited.
    pub simulations: Option<u64>,
    /// Time for each choice, if it is limited.
    pub time: Option<Duration>,
    /// Who plays the rollouts.
    pub rollout: Simple,
    /// Descents before their leaves are played out; `None` to let it grow with the tree.
    pub leaf_batch: Option<u32>,
    /// The constant of UCB1, for values from 0 to 1.
    pub exploration: f32,
    /// The seed of all that is random in the search, beside the game's own numbers.
    pub seed: u64,
}

/// The trees of a game in progress.
#[derive(Debug, Default)]
pub struct Memory {
    searches: Vec<Search>,
}

/// What a search has found out.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The best action: the one with the most visits; among these the one of the greatest value.
    pub action: usize,
    /// All legal actions, ascending.
    pub actions: Vec<Tried>,
    /// New simulations.
    pub simulations: u64,
    /// The best actions of both sides in order, as far as the trees go.
    pub principal_variation: Vec<usize>,
}

/// An action as a search found it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// The action.
    pub action: usize,
    /// Simulations that began with it.
    pub visits: u64,
    /// What they brought the side to move, in half wins.
    score: u64,
}

impl Tried {
    /// The mean score for the side to move, 0 to 1; not a number if there were no simulations.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.score as f64 / (2.0 * self.visits as f64)
    }

    fn is_better_than(&self, other: &Self) -> bool {
        (self.visits, self.score) > (other.visits, other.score)
    }
}

impl Mcts {
    /// Searches from a state in which somebody is to move; `None` when stopped.
    #[must_use]
    pub fn analyse(&self, state: &State, key: GameKey, run: &Run) -> Option<Analysis> {
        self.search(&mut Memory::default(), state, key, run)
    }

    fn search(
        &self,
        memory: &mut Memory,
        state: &State,
        key: GameKey,
        run: &Run,
    ) -> Option<Analysis> {
        let deadline = self.time.map(|time| Instant::now() + time);
        let seed = self.seed_of(state, key);
        for search in &mut memory.searches {
            search.move_on(state);
        }
        let trees = self.trees();
        memory.searches.truncate(trees);
        while memory.searches.len() < trees {
            memory.searches.push(Search::new(self, state));
        }
        let all = self.simulations.unwrap_or(u64::MAX);
        let grown = memory.searches.par_iter_mut().enumerate().map(|(index, search)| {
            let index = index as u64;
            let simulations = (all / trees as u64) + u64::from(index < all % trees as u64);
            let budget = Budget { simulations, deadline };
            search.grow(self, budget, mix64(seed.wrapping_add(index)), run)
        });
        let simulations = grown.collect::<Option<Vec<u64>>>()?.iter().sum();
        let trees: Vec<&Tree> = memory.searches.iter().map(|search| &search.tree).collect();
        analysis(&trees, simulations)
    }

    /// By the clock, a second tree needs a second thread.
    fn trees(&self) -> usize {
        let large = self.simulations.is_none_or(|all| all >= TWO_TREES);
        let alone = self.time.is_some() && rayon::current_num_threads() == 1;
        if large && !alone { 2 } else { 1 }
    }

    fn seed_of(&self, state: &State, key: GameKey) -> u64 {
        let choice = u64::from(state.plies()) << 1 | u64::from(state.position().to_move);
        mix64(mix64(mix64(self.seed) ^ key.0).wrapping_add(choice))
    }
}

impl Player for Mcts {
    type Memory = Memory;
    type Error = Infallible;

    fn begin(&self, memory: &mut Memory) {
        memory.searches.clear();
    }

    fn choose(
        &self,
        memory: &mut Memory,
        state: &State,
        key: GameKey,
        ply: u32,
        run: &Run,
    ) -> Result<Option<i64>, Infallible> {
        let legal = state.legal_set();
        if state.is_chance() || legal.is_power_of_two() {
            return Ok(Some(pick(legal, key, ply) as i64));
        }
        let found = self.search(memory, state, key, run);
        Ok(found.map(|found| found.action as i64))
    }
}

/// What trees with the same root say together.
fn analysis(trees: &[&Tree], simulations: u64) -> Option<Analysis> {
    let roots: Vec<&[Edge]> = trees.iter().map(|tree| tree.root_edges()).collect();
    let actions = merged(&roots);
    let action = best(&actions)?.action;
    let principal_variation = principal_variation(trees, roots);
    Some(Analysis { action, actions, simulations, principal_variation })
}

/// The edges of the same node in several trees, those of an action added up.
fn merged(nodes: &[&[Edge]]) -> Vec<Tried> {
    let mut all: Vec<Tried> = Vec::new();
    for edge in nodes.iter().copied().flatten() {
        let (action, visits) = (usize::from(edge.action), u64::from(edge.visits));
        let score = u64::from(edge.score);
        match all.iter_mut().find(|tried| tried.action == action) {
            Some(tried) => {
                (tried.visits, tried.score) = (tried.visits + visits, tried.score + score);
            }
            None => all.push(Tried { action, visits, score }),
        }
    }
    all
}

/// The lowest of the best.
fn best(actions: &[Tried]) -> Option<&Tried> {
    actions.iter().reduce(|best, next| if next.is_better_than(best) { next } else { best })
}

fn principal_variation<'a>(trees: &[&'a Tree], mut nodes: Vec<&'a [Edge]>) -> Vec<usize> {
    let mut line = Vec::new();
    while let Some(next) = best(&merged(&nodes)).filter(|next| next.visits > 0) {
        if trees.iter().any(|tree| tree.is_lot(next.action)) {
            break; // nobody can expect it
        }
        line.push(next.action);
        for (tree, node) in trees.iter().zip(&mut nodes) {
            let edge = node.iter().find(|edge| usize::from(edge.action) == next.action);
            *node = edge.map_or(&[], |edge| tree.edges_of(edge));
        }
    }
    line
}

//! Simulations, batch by batch.

use super::Mcts;
use super::rollout::{Rollouts, Until};
use super::tree::Tree;
use crate::clock::Instant;
use crate::game::State;
use crate::random::mix64;
use crate::run::Run;

/// The greatest batch, unless one is asked for: about what it takes to keep all lanes busy.
const LARGEST_BATCH: u64 = 256;
/// A batch is this part of the simulations of the tree at most, unless one is asked for: so few
/// that are under way hardly mislead the next ones.
const BATCH_PART: u64 = 256;
/// The score of an edge has room for this many simulations.
const MOST_SIMULATIONS: u64 = (1 << 31) - (1 << 16);

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// New simulations, at most.
    pub simulations: u64,
    /// When to stop, if by the clock.
    pub deadline: Option<Instant>,
}

/// One tree with what it takes to let it grow.
#[derive(Debug)]
pub struct Search {
    pub tree: Tree,
    rollouts: Rollouts,
    exploration: f32,
    /// The paths of a batch, one after the other.
    paths: Vec<u32>,
    /// Where the path of each leaf begins and ends.
    spans: Vec<(u32, u32)>,
}

impl Search {
    /// Nothing known but the state.
    #[must_use]
    pub fn new(mcts: &Mcts, state: &State) -> Self {
        Self {
            tree: Tree::new(state, mcts.exploration),
            rollouts: Rollouts::new(state, mcts.rollout),
            exploration: mcts.exploration,
            paths: Vec::new(),
            spans: Vec::new(),
        }
    }

    /// Moves on to a later state of the same game.
    pub fn move_on(&mut self, state: &State) {
        if !self.tree.move_on(state) {
            self.tree = Tree::new(state, self.exploration);
        }
    }

    /// Adds simulations until the budget is spent: at least one batch, unless the time is up before
    /// its games are over. Gives how many; `None` when stopped.
    pub fn grow(&mut self, mcts: &Mcts, budget: Budget, seed: u64, run: &Run) -> Option<u64> {
        self.tree.seed(seed);
        let room = MOST_SIMULATIONS.saturating_sub(u64::from(self.tree.simulations()));
        let most = budget.simulations.min(room);
        let until = Until { run, deadline: budget.deadline };
        let mut done = 0;
        while done < most {
            if let Some(lack) = self.tree.lack() {
                run.stop_for(lack.less_by("fewer simulations= or a shorter time="));
                return None;
            }
            let batch = self.batch(mcts).min(most - done);
            // `done` differs from batch to batch, so no two have the same random numbers.
            let simulated = self.simulate(batch, mix64(seed ^ mix64(done)), until);
            if run.stopped() {
                return None;
            }
            if simulated.is_none() {
                break; // the time was up before the games were over
            }
            done += batch;
            if until.is_late() {
                break;
            }
        }
        Some(done)
    }

    fn batch(&self, mcts: &Mcts) -> u64 {
        match mcts.leaf_batch {
            Some(batch) => u64::from(batch),
            None => (1 + u64::from(self.tree.simulations()) / BATCH_PART).min(LARGEST_BATCH),
        }
    }

    /// One batch: that many descents, then a rollout from each new leaf. `None` when they were
    /// stopped: then there have been no such descents.
    fn simulate(&mut self, batch: u64, seed: u64, until: Until) -> Option<()> {
        self.paths.clear();
        self.spans.clear();
        for _ in 0..batch {
            let begin = self.paths.len();
            if let Some(result) = self.tree.descend(&mut self.paths) {
                self.tree.credit(&self.paths[begin..], result);
                self.paths.truncate(begin);
            } else {
                self.rollouts.push(self.tree.reached());
                self.spans.push((begin as u32, self.paths.len() as u32));
            }
        }
        let Some(results) = self.rollouts.play(seed, until) else {
            for (begin, end) in &self.spans {
                self.tree.withdraw(&self.paths[*begin as usize..*end as usize]);
            }
            return None;
        };
        for ((begin, end), result) in self.spans.iter().zip(results) {
            self.tree.credit(&self.paths[*begin as usize..*end as usize], *result);
        }
        Some(())
    }
}

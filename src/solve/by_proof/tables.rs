//! The endgame tables of a search.

use crate::solve::tables::rank::{MOST_SEEDS, distributions};
use crate::solve::{Budget, Layers};
use crate::tree::TwoRows;

/// Endgame tables that grow with the search.
pub struct Tables {
    pub layers: Layers,
    /// Bytes that they may take.
    memory: usize,
    /// Positions in them.
    positions: u64,
}

impl Tables {
    pub fn new(game: &TwoRows, memory: usize) -> Self {
        Self { layers: Layers::new(game.clone()), memory, positions: 0 }
    }

    /// Positions of tables that help a search which is so long already: at first it gains more
    /// than they cost, later two more seeds, three times the positions, save it a third.
    fn worth_it(&self, searched: u64) -> u64 {
        let (at_first, enough, later) = if self.layers.are_quick() {
            (searched.saturating_mul(12), 360_000_000, searched.saturating_mul(2))
        } else {
            (searched.saturating_mul(4), 60_000_000, searched / 2)
        };
        at_first.min(enough).max(later)
    }

    /// Adds layers as far as they help a search that is so long already.
    pub fn extend(&mut self, searched: u64, budget: &Budget) {
        let most = self.worth_it(searched);
        let columns = self.layers.game().columns();
        while let Some(next) = distributions(columns, self.layers.next_seeds()) {
            let positions = self.positions + next;
            let fits = positions <= self.memory as u64 && self.layers.next_seeds() <= MOST_SEEDS;
            if positions > most || !fits {
                break;
            }
            // Tables that there is no memory for would only have been quicker.
            let Ok(layer) = budget.watch(|run| self.layers.solve(run)) else { break };
            self.layers.push(layer);
            self.positions = positions;
        }
    }
}

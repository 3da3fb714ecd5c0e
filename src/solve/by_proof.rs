//! Proof search in stages: each searches for longer, with endgame tables that reach farther, so
//! that neither the tables nor the search cost much more than is needed.

use std::sync::atomic::Ordering;

use super::budget::LESS;
use super::proof::{MOST_SEEDS, Memory, Proof};
use super::solution::{Method, Request, Solution, SolveError};
use super::tables::rank::{MOST_SEEDS as TABLE_SEEDS, distributions};
use super::{Bounds, Budget, Halt, Layers};
use crate::game::{State, actions_of};
use crate::memory::OutOfMemory;
use crate::tree::two_rows::Node;
use crate::tree::{Game, TwoRows};

/// Positions of the first stage, which has no tables.
const FIRST: u64 = 300_000;
/// How many times as long each stage is as the one before.
const LONGER: u64 = 3;

/// Whether a proof search can keep the positions of this game.
pub(super) fn fits(game: &TwoRows, state: &State) -> bool {
    let seeds = game.seeds_in_pits(game.board(state.position()));
    seeds <= MOST_SEEDS[usize::from(game.columns() == 7)]
}

/// Solves a position of a game of two rows without cycles.
pub(super) fn solve(
    game: &TwoRows,
    state: &State,
    request: &Request,
    budget: &Budget,
) -> Result<Solution, SolveError> {
    let node = game.node(state);
    let most = request.memory / 2;
    let first = memory_for(FIRST, most);
    let lack = OutOfMemory::of(first).less_by(LESS);
    let mut memory = Memory::new(first, game.columns()).ok_or(lack)?;
    let mut most_nodes = FIRST;
    let mut job = Job::new(game, &node, request.actions);
    let mut tables = Tables::new(game, request.memory / 2);
    loop {
        let stage = budget.up_to(most_nodes);
        let done = job.go_on(&Proof::new(game, &memory, &tables.layers, &stage));
        budget.nodes.store(stage.nodes.load(Ordering::Relaxed), Ordering::Relaxed);
        if done.is_ok() || budget.spend(0).is_err() {
            break;
        }
        tables.extend(most_nodes, &stage);
        most_nodes = most_nodes.saturating_mul(LONGER);
        let bytes = memory_for(most_nodes, most);
        // A table that the system has no room for would only have been quicker.
        if bytes > memory.bytes()
            && let Some(larger) = memory.grown(bytes, game.columns(), budget)
        {
            memory = larger;
        }
    }
    if budget.stop.load(Ordering::Relaxed) {
        return Err(SolveError::Stopped);
    }
    Ok(job.solution(budget.nodes.load(Ordering::Relaxed)))
}

/// Bytes for what a search of `positions` positions finds out: an entry of 16 bytes for every 16,
/// some four of which are looked into. A small table is quicker: what is read from memory at random
/// costs more than looking again into those that are least work, and new memory costs more still.
fn memory_for(positions: u64, most: usize) -> usize {
    usize::try_from(positions).map_or(most, |bytes| bytes.min(most))
}

/// Endgame tables that grow with the search.
struct Tables {
    layers: Layers,
    /// Bytes that they may take.
    memory: usize,
    /// Positions in them.
    positions: u64,
}

impl Tables {
    fn new(game: &TwoRows, memory: usize) -> Self {
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
    fn extend(&mut self, searched: u64, budget: &Budget) {
        let most = self.worth_it(searched);
        let columns = self.layers.game().columns();
        while let Some(next) = distributions(columns, self.layers.next_seeds()) {
            let positions = self.positions + next;
            let fits = positions <= self.memory as u64 && self.layers.next_seeds() <= TABLE_SEEDS;
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

/// What is wanted of a position, and what is known of it; all values still to come.
struct Job<'a> {
    game: &'a TwoRows,
    node: Node,
    known: Bounds,
    actions: Option<Vec<(usize, Bounds)>>,
    line: Vec<usize>,
}

impl<'a> Job<'a> {
    fn new(game: &'a TwoRows, node: &Node, actions: bool) -> Self {
        let known = Bounds::widest(game, node);
        let legal = actions_of(game.legal(node));
        Self {
            game,
            node: *node,
            known,
            actions: actions.then(|| legal.map(|action| (action, known)).collect()),
            line: Vec::new(),
        }
    }

    /// Goes on with what is not known yet.
    fn go_on(&mut self, proof: &Proof) -> Result<(), Halt> {
        proof.narrow(&self.node, &mut self.known)?;
        if self.line.is_empty() {
            self.line = proof.best_line(&self.node, self.known.lower)?;
        }
        for (action, known) in self.actions.iter_mut().flatten() {
            if known.is_open() {
                proof.narrow_action(&self.node, *action, known)?;
            }
        }
        Ok(())
    }

    fn solution(self, nodes: u64) -> Solution {
        let margin = self.game.margin(&self.node);
        let whole =
            |known: Bounds| Bounds { lower: known.lower + margin, upper: known.upper + margin };
        let actions = self.actions.map(|all| all.into_iter().map(|(a, b)| (a, whole(b))).collect());
        Solution {
            goal: self.game.goal(),
            bounds: whole(self.known),
            actions,
            line: self.line,
            nodes,
            method: Method::Proof,
        }
    }
}

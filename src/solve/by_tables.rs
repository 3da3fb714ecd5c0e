//! What endgame tables say of a position: of tables up to the position itself, for games with cycles
//! that are too large for a graph, or of a table that is there already.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::dispatch::without_guard;
use super::kept::Spent;
use super::solution::{Method, Request, Solution, SolveError};
use super::tables::rank::{MOST_SEEDS, distributions};
use super::tables::shape::Shape;
use super::tables::{Table, TableError, memory, refusal};
use super::{Bounds, Budget, Halt, Layers};
use crate::game::{State, actions_of};
use crate::plan::Plan;
use crate::tree::two_rows::Node;
use crate::tree::{Board, Game, Goal, Step, TwoRows};

/// Bytes that a position takes at most while its layer is worked out: its successors, too.
const BYTES_A_POSITION: usize = 32;

/// Whether a state has tables, and those that reach it fit into the memory that may be used.
pub(super) fn fits(game: &TwoRows, state: &State, request: &Request) -> bool {
    let seeds = game.seeds_in_pits(game.board(state.position()));
    let bytes = if game.depends_on_pits_only() {
        let positions = distributions(game.columns(), seeds).unwrap_or(u64::MAX);
        positions.saturating_mul(BYTES_A_POSITION as u64)
    } else if has_tables_of_stores(game.plan(), state, request) {
        memory(game.plan(), seeds)
    } else {
        return false;
    };
    seeds <= MOST_SEEDS && bytes <= request.memory as u64
}

/// Whether tables of every content of the stores answer. Within a limit a search proves more than lower tables tell.
fn has_tables_of_stores(plan: &Arc<Plan>, state: &State, request: &Request) -> bool {
    let is_limited = request.time.is_some() || request.nodes.is_some();
    let all_seeds = Some(state.position().seeds());
    !is_limited && refusal(plan).is_none() && Shape::of(plan).all_seeds() == all_seeds
}

/// Solves a position of a game of two rows whose tables fit.
///
/// # Errors
/// When there is not enough memory.
pub(super) fn solve(
    game: &TwoRows,
    state: &State,
    request: &Request,
    budget: &Budget,
) -> Result<Solution, SolveError> {
    let node = game.node(state);
    let seeds = game.seeds_in_pits(node.board);
    let mut layers = Layers::new(game.clone());
    while layers.next_seeds() <= seeds && budget.spend(0).is_ok() {
        let layer = match budget.watch(|run| layers.solve(run)) {
            Ok(layer) => layer,
            Err(Halt::Memory(lack)) => return Err(lack.into()),
            Err(_) => break,
        };
        let _ = budget.spend(layer.positions());
        layers.push(layer);
    }
    let found = Solved { game, layers: &layers }.solution(&node);
    Ok(Solution {
        actions: found.actions.filter(|_| request.actions),
        nodes: budget.nodes.load(Ordering::Relaxed),
        ..found
    })
}

/// What a table knows of a position: its value and those of its actions, where they are in the
/// table or end the game.
///
/// # Errors
/// For a position of a game that the table does not answer for ([`Table::check_game`]), or one
/// that is over; if a layer is damaged.
pub fn look_up(table: &Table, state: &State) -> Result<Solution, TableError> {
    table.check_game(state.plan())?;
    if state.end().is_some() {
        return Err(TableError::Over);
    }
    let state = without_guard(state);
    let game = TwoRows::new(state.plan(), Goal::of(state.plan())).map_err(TableError::Refused)?;
    let node = game.node(&state);
    table.check_up_to(game.seeds_in_pits(node.board))?;
    let found = Solved { game: &game, layers: table.layers() }.solution(&node);
    table.check_whole().map(|()| found)
}

struct Solved<'a> {
    game: &'a TwoRows,
    layers: &'a Layers,
}

impl Solved<'_> {
    /// The values of a position and of its actions. The nodes are those looked at for them.
    fn solution(&self, node: &Node) -> Solution {
        let margin = self.game.margin(node);
        let unknown = Bounds::from(self.game.bounds(node));
        let known = |value: i16| Bounds::exact(margin + value);
        let actions: Vec<(usize, Bounds)> = actions_of(self.game.legal(node))
            .map(|action| {
                let step = self.game.play(node, action);
                (action, self.worth(node, &step).map_or(unknown, known))
            })
            .collect();
        let bounds = Bounds::of_best(&actions).unwrap_or(unknown);
        Solution {
            goal: self.game.goal(),
            bounds: self.layers.probe(node.board).map_or(bounds, known),
            nodes: 1 + actions.len() as u64,
            actions: Some(actions),
            line: self.line(node),
            method: Method::Tables,
            earlier: Spent::default(),
        }
    }

    /// What an action brings its player from now on, if the tables know.
    fn worth(&self, node: &Node, step: &Step<Node>) -> Option<i16> {
        let margin = self.game.margin(node);
        if let Some(end) = step.end {
            return Some(step.to_actor(end.value) - margin);
        }
        let to_come = self.layers.probe(step.node.board)?;
        Some(step.to_actor(self.game.margin(&step.node) + to_come) - margin)
    }

    /// Best play. Of the best actions the one that takes seeds off the board goes first, then one
    /// that leads to a position not met before: where there is none play goes round.
    fn line(&self, node: &Node) -> Vec<usize> {
        let (mut node, mut line, mut met) = (*node, Vec::new(), HashSet::<Board>::new());
        while let Some(value) = self.layers.probe(node.board) {
            met.insert(self.game.relevant_of(node.board));
            let steps = actions_of(self.game.legal(&node)).map(|a| (a, self.game.play(&node, a)));
            let best: Vec<_> =
                steps.filter(|(_, step)| self.worth(&node, step) == Some(value)).collect();
            let seeds = self.game.seeds_in_pits(node.board);
            let fewer = |step: &Step<Node>| self.game.seeds_in_pits(step.node.board) < seeds;
            let fresh = |step: &Step<Node>| !met.contains(&self.game.relevant_of(step.node.board));
            let chosen = best.iter().find(|(_, step)| step.end.is_some() || fewer(step));
            let chosen = chosen.or_else(|| best.iter().find(|(_, step)| fresh(step)));
            let Some((action, step)) = chosen else { break };
            line.push(*action);
            if step.end.is_some() {
                break;
            }
            node = step.node;
        }
        line
    }
}

//! Exact values from the graph of all positions that can be reached.
//!
//! This solves any game that is small enough, whether or not positions come again. Every position
//! is met once; whether two are the same is decided by their seeds, marks and phase, never by a
//! hash. Where scores have no influence on what follows, positions that differ by scores alone are
//! one, and values are what is still to come.
//!
//! # What play that never ends is worth
//! Nobody wins. For the margin, it counts as the scores stand when nothing is stored any more.
//! In most games stores only grow and all seeds are constant (or leave the board for ever), so in
//! play that goes round nothing is stored, and what is still to come is 0. Where what lies in the
//! pits counts as well, or stored seeds come back onto the board, scores go up and down in such
//! play: if it may happen with best play, only bounds are given that hold whatever it should count.
//!
//! # Proof for margins (`margin`)
//! Strongly connected components are settled one after another, each after all that it leads to.
//! Let x be the value still to come. Play that stays in the component gains 0; that which leaves
//! it has a known value. For t > 0 let W be the positions of the component with x >= t and L those
//! with x <= -t. The player who wants t must leave the component in finite time: so W and L are
//! the least sets such that a position is in W if one of its actions leads to a worth of t or
//! more, and in L if all of them lead to -t or less. Starting from x = 0 (both sets empty for all
//! t) and putting in the best action of any position, in any order, the sets for every t only
//! grow, and stay within the least ones; when nothing changes they are closed, so they are the
//! least ones. A player whose opponent cannot force t > 0 keeps out of W by a fixed choice in each
//! position, so the value is the largest t that can be forced.
//!
//! The last change of a position with x > 0 was caused by an action whose position had its value
//! already, and so was that of every position with x < 0 by all of its best ones (a value only
//! moves away from 0). The principal variation follows these: it goes back in time and cannot go
//! round.
//!
//! # Proof for results (`result`)
//! The same with t = 1, backward from the ends of games, in the order of the number of actions
//! that it takes: so it is known for every position within how many actions a win is forced.
//!
//! # The cap on actions
//! `limits.max_actions` cuts a game off, and nobody wins it; its margin counts as the scores stand.
//! Nothing is assumed about it:
//! - Results: a win counts if it can be forced within the actions left. Everything else is 0.
//! - Margins in a graph without cycles, if the longest way through it is no longer than the actions
//!   left: no game is cut off.
//! - All other margins: backward induction over the number of actions left (`rounds`), cut off
//!   games included. In a game with cycles this may differ from the game without a cap however
//!   large the cap is: the last capture before the end is never answered.

mod build;
mod components;
mod intern;
mod margin;
mod reachable;
mod result;
mod rounds;

use std::collections::HashSet;

pub use reachable::reachable;

use super::bounds::Bounds;
use super::budget::{Budget, Halt, LESS};
use super::packed::{Packed, Task, run_packed, stores_matter};
use crate::game::{State, actions_of};
use crate::rules::Score;
use crate::tree::{Goal, Reference};
use build::{Edge, Graph};
use components::{Play, components};
use margin::Settled;
use result::Forced;
use rounds::{Enforced, Rounds};

/// How much a graph may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphLimits {
    /// Most positions.
    pub positions: u64,
    /// Most bytes for positions and actions. Values take a third more.
    pub bytes: u64,
    /// Most actions to be looked at in backward induction, all rounds together.
    pub steps: u64,
    /// Whether backward induction may use the threads of the current pool.
    pub parallel: bool,
}

impl Default for GraphLimits {
    fn default() -> Self {
        Self { positions: 50_000_000, bytes: 4 << 30, steps: 200_000_000_000, parallel: true }
    }
}

/// Why a state was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The budget ran out.
    #[error(transparent)]
    Halt(Halt),
    /// More positions than allowed.
    #[error(
        "positions: more than {limit} can be reached ({found} met so far); allowed are {limit}"
    )]
    Positions {
        /// Positions met.
        found: u64,
        /// Positions allowed.
        limit: u64,
    },
    /// More memory than allowed.
    #[error(
        "memory: {positions} positions met so far take more than {limit} bytes; allowed are {limit}"
    )]
    Memory {
        /// Positions met.
        positions: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// Not all actions are chosen.
    #[error(
        "rounds.start = lot: graphs are not made of games with lots that are drawn between rounds"
    )]
    Lots,
    /// What a position is worth depends on those before it.
    #[error(
        "limits.repetition = \"first_since_capture\": what a position is worth depends on how it was \
         reached; allowed is \"none\""
    )]
    Repetition,
    /// The cap on actions is too large for backward induction and may matter.
    #[error(
        "limits.max_actions leaves {left} actions and may decide the margin, as games can go round: \
         working them out takes more than {limit} steps; allowed is a smaller number, or \"none\""
    )]
    Cap {
        /// Actions left.
        left: u32,
        /// Steps allowed.
        limit: u64,
    },
}

impl<H: Into<Halt>> From<H> for Refusal {
    fn from(why: H) -> Self {
        Self::Halt(match why.into() {
            Halt::Memory(lack) => Halt::Memory(lack.less_by(LESS)),
            other => other,
        })
    }
}

/// What is known about a state: all values are those of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphSolution {
    /// The value lies between these; they are equal unless it depends on what play is worth that
    /// never ends (see the module).
    pub bounds: Bounds,
    /// The same for each legal action, ascending.
    pub actions: Vec<(usize, Bounds)>,
    /// Best play: the lowest of the best actions that bring the game nearer to its value. It stops
    /// where play would go round, and where the values for the actions then left were not kept.
    /// Empty if the bounds differ.
    pub line: Vec<usize>,
    /// Whether the game is over at the end of [`GraphSolution::line`].
    pub line_ends: bool,
    /// Positions in which somebody is to move.
    pub positions: u64,
    /// Whether some position can come again.
    pub cyclic: bool,
}

impl GraphSolution {
    /// The value, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<i16> {
        self.bounds.value()
    }
}

/// Solves a state of any game without a rule on repetition.
///
/// # Errors
/// Why it was not solved.
pub fn solve_graph(
    state: &State,
    goal: Goal,
    limits: &GraphLimits,
    budget: &Budget,
) -> Result<GraphSolution, Refusal> {
    let plan = state.plan();
    if plan.repetition {
        return Err(Refusal::Repetition);
    }
    if plan.lot_phase().is_some() {
        return Err(Refusal::Lots);
    }
    if state.end().is_some() {
        return Ok(finished(state, goal));
    }
    let stores = stores_matter(plan, goal);
    run_packed(state, plan, goal, stores, &Solving { state, goal, limits, budget })
}

fn finished(state: &State, goal: Goal) -> GraphSolution {
    let side = usize::from(state.position().to_move);
    let end = Reference::new(state.plan(), goal).value_of_end(state, side);
    let value = end.map_or(0, |end| end.value);
    let line_ends = true;
    let (bounds, actions, line) = (Bounds::exact(value), Vec::new(), Vec::new());
    GraphSolution { bounds, actions, line, line_ends, positions: 0, cyclic: false }
}

/// A state to be solved.
struct Solving<'a> {
    state: &'a State,
    goal: Goal,
    limits: &'a GraphLimits,
    budget: &'a Budget<'a>,
}

/// What is known about a graph.
enum Values {
    Settled(Settled),
    Forced(Forced),
    Rounds(Rounds),
    Enforced(Enforced),
}

impl Task for Solving<'_> {
    type Output = Result<GraphSolution, Refusal>;

    fn run<P: Packed>(&self, game: &P, root: &P::Node) -> Self::Output {
        let owned = self.goal != Goal::Result && self.state.plan().score == Score::Owned;
        let graph = Graph::build(game, root, owned, self.limits, self.budget)?;
        let (values, cyclic) = self.values(&graph)?;
        let stored = game.stored(root);
        let statically = Bounds::from(game.bounds(root));
        let worth = |edge| self.worth(&values, edge).plus(stored).and(statically);
        let worths = graph.edges(0).map(worth);
        let actions: Vec<_> = actions_of(self.state.legal_set()).zip(worths).collect();
        let bounds = Bounds::of_best(&actions).unwrap_or(Bounds::exact(0));
        let (line, line_ends) =
            if bounds.is_open() { (Vec::new(), false) } else { self.line(&graph, &values) };
        Ok(GraphSolution {
            bounds,
            actions,
            line,
            line_ends,
            positions: graph.len() as u64,
            cyclic,
        })
    }
}

impl Solving<'_> {
    /// Actions left; `None` without a cap.
    fn left(&self) -> Option<u32> {
        let most = self.state.plan().max_actions;
        (most < u32::MAX).then(|| most - self.state.plies())
    }

    fn values(&self, graph: &Graph) -> Result<(Values, bool), Refusal> {
        if self.goal == Goal::Result {
            let forced = Forced::of(graph, self.budget)?;
            let mut cyclic = false;
            components(graph, self.budget, |_, play| {
                cyclic |= play != Play::Leaves;
                Ok(())
            })?;
            return Ok((Values::Forced(forced), cyclic));
        }
        let settled = Settled::of(graph, self.budget)?;
        let longest = settled.longest.as_ref().map(|longest| longest[0]);
        let cyclic = settled.cyclic;
        let values = match self.left() {
            Some(left) if longest.is_none_or(|longest| longest > left) => {
                drop(settled);
                Values::Rounds(Rounds::of(graph, left - 1, self.limits, self.budget)?)
            }
            None if cyclic && (graph.has_cuts() || settled.pays_back) => {
                drop(settled);
                Values::Enforced(Enforced::of(graph, self.limits, self.budget)?)
            }
            _ => Values::Settled(settled),
        };
        Ok((values, cyclic))
    }

    /// Between which values an action of the first position lies, less what is stored.
    fn worth(&self, values: &Values, edge: Edge) -> Bounds {
        let left = self.left().unwrap_or(u32::MAX) - 1;
        let exact = |value: &dyn Fn(usize) -> i16| Bounds::exact(edge.worth(value));
        match values {
            Values::Settled(settled) => exact(&|child| settled.values[child]),
            Values::Forced(forced) => exact(&|child| forced.value(child, left)),
            Values::Rounds(rounds) => {
                let values = rounds.left(left).expect("the last layer is kept");
                exact(&|child| values[child])
            }
            Values::Enforced(enforced) => enforced.worth(edge),
        }
    }

    /// Best play, and whether it ends the game.
    fn line(&self, graph: &Graph, values: &Values) -> (Vec<usize>, bool) {
        let (mut line, mut met) = (Vec::new(), HashSet::new());
        let (mut state, mut node) = (self.state.clone(), 0);
        while met.insert(node) {
            let left = self.left().map_or(u32::MAX, |left| left - line.len() as u32);
            let Some(index) = choose(graph, values, node, left) else { break };
            let action = state.legal_actions().nth(index);
            let (Some(action), Some(edge)) = (action, graph.edge(node, index)) else { break };
            line.push(action);
            state.advance(action);
            match edge.child() {
                Some(child) if state.end().is_none() => node = child,
                _ => break,
            }
        }
        (line, state.end().is_some())
    }
}

/// The lowest of the best actions that bring the game nearer to its value, else of the best.
fn choose(graph: &Graph, values: &Values, node: usize, left: u32) -> Option<usize> {
    match values {
        Values::Settled(settled) => {
            let value = |child: usize| settled.values[child];
            let nearer = |child| settled.progresses(node, child);
            lowest(graph, node, value, nearer)
        }
        Values::Forced(forced) => {
            let value = |child| forced.value(child, left - 1);
            let nearer = |child| forced.within(child) < forced.within(node);
            lowest(graph, node, value, nearer)
        }
        Values::Rounds(rounds) => {
            let values = rounds.left(left - 1)?;
            lowest(graph, node, |child| values[child], |_| true)
        }
        Values::Enforced(enforced) => {
            let value = Bounds::exact(enforced.low[node]);
            let nearer =
                |edge: &Edge| enforced.worth(*edge) == value && enforced.progresses(node, *edge);
            graph.edges(node).position(|edge| nearer(&edge))
        }
    }
}

fn lowest(
    graph: &Graph,
    node: usize,
    value: impl Fn(usize) -> i16,
    nearer: impl Fn(usize) -> bool,
) -> Option<usize> {
    let best = graph.best(node, &value);
    let is_best = |edge: &Edge| edge.worth(&value) == best;
    let progresses = |edge: Edge| is_best(&edge) && edge.child().is_none_or(&nearer);
    graph.edges(node).position(progresses).or_else(|| graph.edges(node).position(|e| is_best(&e)))
}

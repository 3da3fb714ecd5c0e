//! Strongly connected components, each after all that it leads to (R. Tarjan, 1972).

use super::Refusal;
use super::build::{BETWEEN_LOOKS, Edge, Graph};
use crate::memory::{room, zeros};
use crate::solve::budget::Budget;

/// How play goes within a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Play {
    /// It leaves it at once.
    Leaves,
    /// It can go round, and nothing is gained on the way.
    GoesRound,
    /// It can go round, and gains are paid back on the way.
    PaysBack,
}

/// The order number of a position whose component is complete.
const DONE: u32 = u32::MAX;

/// A depth-first walk over a graph.
struct Walk<'a> {
    graph: &'a Graph,
    /// When a position was first met, from 1 on; 0 if it was not.
    met: Vec<u32>,
    /// The earliest position that it leads back to; once done, the number of its component.
    low: Vec<u32>,
    clock: u32,
    /// Positions on the way from the root, each with the number of its next action.
    path: Vec<(u32, u32)>,
    /// Positions met whose component is not complete.
    open: Vec<u32>,
}

impl Walk<'_> {
    fn enter(&mut self, node: u32) {
        self.clock += 1;
        self.met[node as usize] = self.clock;
        self.low[node as usize] = self.clock;
        self.path.push((node, 0));
        self.open.push(node);
    }

    /// Goes on to the next position from the end of the path; `None` when all of its were tried.
    fn forward(&mut self) -> Option<()> {
        let (node, next) = self.path.last_mut()?;
        let edge = self.graph.edge(*node as usize, *next as usize)?;
        *next += 1;
        let node = *node as usize;
        if let Some(child) = edge.child() {
            match self.met[child] {
                0 => self.enter(child as u32),
                DONE => {}
                met => self.low[node] = self.low[node].min(met),
            }
        }
        Some(())
    }

    /// Leaves the end of the path; gives where the component of its position begins among the open
    /// ones if it was the first of it.
    fn back(&mut self) -> Option<usize> {
        let (node, _) = self.path.pop()?;
        let low = self.low[node as usize];
        if let Some((parent, _)) = self.path.last() {
            let parent = &mut self.low[*parent as usize];
            *parent = low.min(*parent);
        }
        if low != self.met[node as usize] {
            return None;
        }
        self.open.iter().rposition(|other| *other == node)
    }

    /// How play goes within a component, all of whose positions are still open.
    fn play_within(&self, members: &[u32]) -> Play {
        let edges = members.iter().flat_map(|node| self.graph.edges(*node as usize));
        let within = |edge: &Edge| edge.child().is_some_and(|child| self.met[child] != DONE);
        edges.filter(within).fold(Play::Leaves, |play, edge| {
            if edge.gains() || play == Play::PaysBack { Play::PaysBack } else { Play::GoesRound }
        })
    }
}

/// Visits all components of a graph; `visit` is given the positions of one and how play goes within
/// it. Gives the number of each position's component.
pub(super) fn components(
    graph: &Graph,
    budget: &Budget,
    mut visit: impl FnMut(&[u32], Play) -> Result<(), Refusal>,
) -> Result<Vec<u32>, Refusal> {
    let size = graph.len();
    let (met, low) = (zeros(size)?, zeros(size)?);
    let mut walk = Walk { graph, met, low, clock: 0, path: room(size)?, open: room(size)? };
    let (mut number, mut looks) = (0, 0);
    walk.enter(0);
    while !walk.path.is_empty() {
        looks += 1;
        if looks % (16 * BETWEEN_LOOKS) == 0 {
            budget.spend(0)?;
        }
        if walk.forward().is_some() {
            continue;
        }
        let Some(begin) = walk.back() else { continue };
        let members = &walk.open[begin..];
        visit(members, walk.play_within(members))?;
        for member in members {
            walk.met[*member as usize] = DONE;
            walk.low[*member as usize] = number;
        }
        number += 1;
        walk.open.truncate(begin);
    }
    Ok(walk.low)
}

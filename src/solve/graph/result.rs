//! Won, lost or neither, and in how many actions: backward from the ends of all games.

use super::Refusal;
use super::build::{BETWEEN_LOOKS, Edge, Graph};
use crate::memory::{collected, filled, room, zeros};
use crate::solve::budget::Budget;

/// A position that nobody can force.
const NEVER: u32 = u32::MAX;

/// Who can force a win where, and how fast.
pub(super) struct Forced {
    /// 1 or -1 where the player to move wins or loses by force, else 0.
    values: Vec<i8>,
    /// Actions that it takes at most.
    within: Vec<u32>,
}

impl Forced {
    /// The value of a position in which `left` actions are left.
    pub fn value(&self, node: usize, left: u32) -> i16 {
        if self.within[node] <= left { i16::from(self.values[node]) } else { 0 }
    }

    /// The most actions that it takes to force what can be forced from a position.
    pub fn within(&self, node: usize) -> u32 {
        self.within[node]
    }

    /// Solves a graph whose games are worth 1, 0 or -1.
    pub fn of(graph: &Graph, budget: &Budget) -> Result<Self, Refusal> {
        let before = Before::of(graph, budget)?;
        let size = graph.len();
        let mut forced = Self { values: zeros(size)?, within: filled(size, NEVER)? };
        // Actions that are not known to lose.
        let mut hopes = collected((0..size).map(|node| graph.edges(node).len() as u8))?;
        let mut queue = room(size)?;
        for node in 0..size {
            for edge in graph.edges(node).filter(|edge| edge.child().is_none()) {
                forced.learn(node, edge.worth(|_| 0), 1, &mut hopes, &mut queue);
            }
        }
        let mut next = 0;
        while let Some(node) = queue.get(next).map(|node: &u32| *node as usize) {
            next += 1;
            if next.is_multiple_of(BETWEEN_LOOKS) {
                budget.spend(0)?;
            }
            let (value, within) = (i16::from(forced.values[node]), forced.within[node] + 1);
            for (earlier, passed) in before.of_node(node) {
                let worth = if passed { -value } else { value };
                forced.learn(earlier, worth, within, &mut hopes, &mut queue);
            }
        }
        Ok(forced)
    }

    /// One action of a position is worth `worth`, which takes `within` actions.
    fn learn(
        &mut self,
        node: usize,
        worth: i16,
        within: u32,
        hopes: &mut [u8],
        queue: &mut Vec<u32>,
    ) {
        if worth == 0 || self.within[node] != NEVER {
            return;
        }
        if worth < 0 {
            hopes[node] -= 1;
            if hopes[node] > 0 {
                return;
            }
        }
        (self.values[node], self.within[node]) = (worth as i8, within);
        queue.push(node as u32);
    }
}

/// The actions that lead to each position.
struct Before {
    first: Vec<u32>,
    from: Vec<u32>,
}

impl Before {
    fn of(graph: &Graph, budget: &Budget) -> Result<Self, Refusal> {
        let size = graph.len();
        let mut first = zeros::<u32>(size + 1)?;
        let children =
            |node| graph.edges(node).filter_map(|edge: Edge| Some((edge.child()?, edge)));
        for node in 0..size {
            for (child, _) in children(node) {
                first[child] += 1;
            }
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        let mut from = zeros(sum as usize)?;
        for node in 0..size {
            if node.is_multiple_of(BETWEEN_LOOKS) {
                budget.spend(0)?;
            }
            for (child, edge) in children(node) {
                first[child] -= 1;
                from[first[child] as usize] = (node as u32) << 1 | u32::from(edge.passed());
            }
        }
        Ok(Self { first, from })
    }

    /// The positions that lead to one, and whether the player changes on the way.
    fn of_node(&self, node: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
        let range = self.first[node] as usize..self.first[node + 1] as usize;
        self.from[range].iter().map(|from| ((from >> 1) as usize, from & 1 == 1))
    }
}

//! Values by components: acyclic ones at once, cyclic ones as a fixed point.

use super::Refusal;
use super::build::Graph;
use super::components::{Play, components};
use crate::memory::zeros;
use crate::solve::budget::Budget;

/// The values of a game that nothing cuts off.
pub(super) struct Settled {
    /// What is still to come, by position; worth nothing where gains are paid back.
    pub values: Vec<i16>,
    /// The component of each position.
    pub component: Vec<u32>,
    /// When a value was last changed; 0 for never. Empty if there are no cycles.
    pub stamps: Vec<u32>,
    /// Most actions that can still follow, by position, if there are no cycles.
    pub longest: Option<Vec<u32>>,
    /// Whether there are cycles.
    pub cyclic: bool,
    /// Whether gains are paid back in some of them.
    pub pays_back: bool,
}

impl Settled {
    /// The values of a graph in which play that goes round for ever gains nothing.
    pub fn of(graph: &Graph, budget: &Budget) -> Result<Self, Refusal> {
        let size = graph.len();
        let mut values = zeros(size)?;
        let mut longest = zeros::<u32>(size)?;
        let mut stamps = Vec::new();
        let (mut clock, mut pays_back) = (0, false);
        let component = components(graph, budget, |members, play| {
            if play != Play::Leaves {
                if stamps.is_empty() {
                    stamps = zeros(size)?;
                }
                pays_back |= play == Play::PaysBack;
                if pays_back {
                    return Ok(()); // values may go up and down for ever
                }
                return settle(graph, members, &mut values, &mut stamps, &mut clock, budget);
            }
            let node = members[0] as usize;
            values[node] = graph.best(node, |child| values[child]);
            let after = graph.edges(node).map(|edge| edge.child().map_or(0, |to| longest[to]));
            longest[node] = 1 + after.max().unwrap_or(0);
            Ok(())
        })?;
        let cyclic = !stamps.is_empty();
        let longest = (!cyclic).then_some(longest);
        Ok(Self { values, component, stamps, longest, cyclic, pays_back })
    }

    /// Whether this action, which is among the best, brings the game nearer to its value.
    pub fn progresses(&self, node: usize, child: usize) -> bool {
        self.component[node] != self.component[child]
            || self.values[node] != 0 && self.stamps[child] < self.stamps[node]
    }
}

/// Goes over a component until nothing changes.
fn settle(
    graph: &Graph,
    members: &[u32],
    values: &mut [i16],
    stamps: &mut [u32],
    clock: &mut u32,
    budget: &Budget,
) -> Result<(), Refusal> {
    let mut changed = true;
    while changed {
        changed = false;
        for chunk in members.chunks(1 << 14) {
            budget.spend(0)?;
            for node in chunk.iter().map(|node| *node as usize) {
                let value = graph.best(node, |child| values[child]);
                if value != values[node] {
                    *clock += 1;
                    (values[node], stamps[node], changed) = (value, *clock, true);
                }
            }
        }
    }
    Ok(())
}

//! Values by the number of actions that are left: backward induction, one round an action.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::build::{Edge, Graph};
use super::{GraphLimits, Refusal};
use crate::memory::{OutOfMemory, collected, filled, zeros};
use crate::solve::bounds::Bounds;
use crate::solve::budget::Budget;

/// Positions that one task works on.
const CHUNK: usize = 1 << 12;
/// "Nothing is known": more than any value, by more than any gain could bridge.
const BEYOND: i16 = 20_000;
/// Values are below this.
const MOST: i16 = 15_000;

/// The values of all positions with one action more, from those of `same` and `other` with one
/// action less: what a position is worth if the same player decides there, or the other.
fn round(
    graph: &Graph,
    same: &[i16],
    other: &[i16],
    limits: &GraphLimits,
    budget: &Budget,
) -> Result<Vec<i16>, Refusal> {
    let mut next = zeros(graph.len())?;
    let fill = |(chunk, values): (usize, &mut [i16])| {
        budget.spend(0)?;
        for (offset, value) in values.iter_mut().enumerate() {
            let edges = graph.edges(chunk * CHUNK + offset);
            let worth = edges.map(|edge| {
                edge.worth(|child| if edge.passed() { other[child] } else { same[child] })
            });
            *value = match worth.max().unwrap_or(0) {
                worth if worth > MOST => BEYOND,
                worth if worth < -MOST => -BEYOND,
                worth => worth,
            };
        }
        Ok::<(), Refusal>(())
    };
    if limits.parallel {
        next.par_chunks_mut(CHUNK).enumerate().try_for_each(fill)?;
    } else {
        next.chunks_mut(CHUNK).enumerate().try_for_each(fill)?;
    }
    Ok(next)
}

fn copy(values: &[i16]) -> Result<Vec<i16>, OutOfMemory> {
    collected(values.iter().copied())
}

/// The values of a game that is cut off, by the number of actions left.
pub(super) struct Rounds {
    /// The latest layers, as far as memory allows.
    kept: VecDeque<Vec<i16>>,
    /// The number of actions that are left in the last layer.
    last: u32,
    /// If layers repeat: after how many.
    period: Option<u32>,
}

impl Rounds {
    /// Values with up to `most` actions left.
    ///
    /// Each layer follows from the one before it, so when one equals an earlier one, all later
    /// ones repeat, and only the remainder is worked out (R. Brent's search for the period).
    pub fn of(
        graph: &Graph,
        most: u32,
        limits: &GraphLimits,
        budget: &Budget,
    ) -> Result<Self, Refusal> {
        let start = collected((0..graph.len()).map(|node| graph.cut(node)))?;
        let mut rounds = Self { kept: VecDeque::from([start]), last: 0, period: None };
        let room = (limits.bytes as usize).saturating_sub(graph.bytes()) / (2 * graph.len());
        let (mut pinned, mut pinned_at, mut steps) = (copy(&rounds.kept[0])?, 0, 0_u64);
        let mut target = most;
        while rounds.last < target {
            steps += graph.actions() as u64;
            if steps > limits.steps {
                return Err(Refusal::Cap { left: most + 1, limit: limits.steps });
            }
            let latest = rounds.latest();
            let next = round(graph, latest, latest, limits, budget)?;
            rounds.last += 1;
            if rounds.period.is_none() && next == pinned {
                let period = rounds.last - pinned_at;
                rounds.period = Some(period);
                target = rounds.last + (target - rounds.last) % period;
            } else if rounds.last.is_power_of_two() {
                (pinned, pinned_at) = (copy(&next)?, rounds.last);
            }
            rounds.kept.push_back(next);
            // The pinned layer and the one being made need room too.
            if rounds.kept.len() + 2 > room.max(4) {
                rounds.kept.pop_front();
            }
        }
        Ok(rounds)
    }

    fn latest(&self) -> &[i16] {
        &self.kept[self.kept.len() - 1]
    }

    /// The values with `left` actions left, unless they were forgotten.
    pub fn left(&self, left: u32) -> Option<&[i16]> {
        let mut back = i64::from(self.last) - i64::from(left);
        if let Some(period) = self.period.filter(|_| back < 0) {
            back = back.rem_euclid(i64::from(period));
        }
        let index = self.kept.len() as i64 - 1 - back;
        self.kept.get(usize::try_from(index).ok()?).map(Vec::as_slice)
    }
}

/// Values that both players can enforce, whatever play that never ends should count.
pub(super) struct Enforced {
    /// What the player to move can make sure of.
    pub low: Vec<i16>,
    /// What the other player can hold them to.
    pub high: Vec<i16>,
    /// The round in which each of `low` and `high` was last changed.
    low_at: Vec<u32>,
    high_at: Vec<u32>,
}

impl Enforced {
    /// Rounds until nothing changes. `low` only grows and `high` only falls: what can be made sure
    /// of within some actions can be within more.
    pub fn of(graph: &Graph, limits: &GraphLimits, budget: &Budget) -> Result<Self, Refusal> {
        let size = graph.len();
        let mut now = Self {
            low: filled(size, -BEYOND)?,
            high: filled(size, BEYOND)?,
            low_at: zeros(size)?,
            high_at: zeros(size)?,
        };
        for number in 1.. {
            let low = round(graph, &now.low, &now.high, limits, budget)?;
            let high = round(graph, &now.high, &now.low, limits, budget)?;
            let changed = change(&mut now.low, low, &mut now.low_at, number)
                | change(&mut now.high, high, &mut now.high_at, number);
            if !changed {
                break;
            }
        }
        Ok(now)
    }

    /// Between which values an action lies.
    pub fn worth(&self, edge: Edge) -> Bounds {
        let (same, other) =
            if edge.passed() { (&self.high, &self.low) } else { (&self.low, &self.high) };
        Bounds { lower: edge.worth(|child| same[child]), upper: edge.worth(|child| other[child]) }
    }

    /// Whether an action that makes sure of the value brings the game nearer to it.
    pub fn progresses(&self, node: usize, edge: Edge) -> bool {
        let at = if edge.passed() { &self.high_at } else { &self.low_at };
        edge.child().is_none_or(|child| at[child] < self.low_at[node])
    }
}

/// Puts new values in the place of the old ones; gives whether any differ.
fn change(values: &mut Vec<i16>, next: Vec<i16>, at: &mut [u32], number: u32) -> bool {
    let mut changed = false;
    for (at, (value, next)) in at.iter_mut().zip(values.iter().zip(&next)) {
        if value != next {
            (*at, changed) = (number, true);
        }
    }
    *values = next;
    changed
}

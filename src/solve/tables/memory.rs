//! How much memory a table needs while it is built.

use std::sync::Arc;

use super::rank::Order;
use super::shape::Shape;
use crate::plan::Plan;
use crate::solve::is_acyclic;

/// What asks for less memory.
pub(super) const LESS: &str = "a smaller number of seeds";

/// The most bytes of memory that building a table in memory takes, give or take a few million.
///
/// A byte for each position of all layers; and where play can go on for ever, while a layer is
/// computed, some ten bytes more for each of its positions (of its largest book where the stores matter) and eight for each action within the
/// layer, of which there are at most as many as legal actions. `u64::MAX` for what no machine has.
#[must_use]
pub fn memory(plan: &Arc<Plan>, seeds: u32) -> u64 {
    let shape = Shape::of(plan);
    let count = |seeds| shape.positions(seeds).unwrap_or(u64::MAX);
    let values = (0..=seeds).map(count).fold(0, u64::saturating_add);
    values.saturating_add(least_memory(plan, seeds))
}

/// The bytes of memory that it takes at least where the values stay in a file: where each block of positions begins; and
/// where play can be endless what the layer takes beside its values that takes most.
#[must_use]
pub fn least_memory(plan: &Arc<Plan>, seeds: u32) -> u64 {
    let orders = (0..=seeds).map(|seeds| Order::bytes(plan.columns, seeds));
    let kept = orders.fold(0, u64::saturating_add);
    if is_acyclic(plan) {
        return kept;
    }
    let shape = Shape::of(plan);
    // Where the stores matter the last layer of a game has one sheet, and the one before it two.
    let most = (0..=seeds).map(|seeds| beside_values(plan, shape, seeds)).max();
    kept.saturating_add(most.unwrap_or(0))
}

/// What a layer of a game with cycles takes beside its values.
fn beside_values(plan: &Plan, shape: Shape, seeds: u32) -> u64 {
    let positions = shape.largest_book(seeds).unwrap_or(u64::MAX) as f64;
    // On average over all distributions a pit holds seeds with this probability.
    let bars = 2 * plan.columns - 1;
    let holds = f64::from(seeds) / (seeds as usize + bars).max(1) as f64;
    let actions = (plan.actions.pits * plan.actions.directions) as f64 * holds;
    (positions * (10.5 + 8.0 * actions)) as u64
}

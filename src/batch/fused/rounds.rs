//! Rounds of whole actions, one after the other.

use super::kernel::act;
use super::stretch::{MOST_ROUNDS, Stretch};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::rounds::counters::{Census, Counters};

/// Rounds, at least one: at most so many, or until `enough` games wait for their final count, none can go on, or what
/// is counted would not fit its columns. `chosen`: the action of each lane is chosen already; then there is one round.
#[inline(always)]
pub fn fused_rounds(
    lane_plan: &LanePlan,
    block: &mut Block,
    counters: &mut Counters,
    most: u32,
    enough: usize,
    chosen: bool,
) -> Census {
    let Some(fused) = &lane_plan.fused else { return Census::default() };
    let ending = block.waits.ending().count();
    // A lane that has acted is ready for its next action, or waits for its final count.
    let lanes = block.waits.ready().count() + ending;
    let most = if chosen { 1 } else { most.min(MOST_ROUNDS) };
    let mut census = Census { ending, ..Census::default() };
    let mut stretch = Stretch::new(block, chosen);
    loop {
        if !chosen {
            stretch.choose(block);
        }
        stretch.count(block, counters);
        census.rounds += 1;
        census.laps += (lanes - census.ending) as u32;
        act(lane_plan, fused, block);
        census.ending = block.waits.ending().count();
        census.active = census.ending < lanes;
        if census.rounds == most || census.ending >= enough || !census.active {
            stretch.add_to(block, counters, census.rounds);
            return census;
        }
    }
}

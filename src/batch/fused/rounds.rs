//! Rounds of whole actions, one after the other.

use super::kernel::act;
use super::stretch::{MOST_ROUNDS, Stretch};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::rounds::counters::{Census, Counters};

/// Rounds, at least one: at most so many, or until `enough` games wait for their final count, or `trials` for a trial,
/// none can go on, or what is counted would not fit its columns. `chosen`: the action of each lane is chosen already;
/// then there is one round.
#[inline(always)]
pub fn fused_rounds(
    lane_plan: &LanePlan,
    block: &mut Block,
    counters: &mut Counters,
    most: u32,
    [enough, trials]: [usize; 2],
    chosen: bool,
) -> Census {
    let Some(fused) = &lane_plan.fused else { return Census::default() };
    let mut census = waiting(lane_plan, block, Census::default());
    // A lane that has acted is ready for its next action, or waits for a trial or its final count.
    let lanes = block.waits.ready().count() + census.ending + census.on_trial;
    let most = if chosen { 1 } else { most.min(MOST_ROUNDS) };
    let mut stretch = Stretch::new(block, chosen);
    loop {
        if !chosen {
            stretch.choose(block);
        }
        stretch.count(block, counters);
        census.rounds += 1;
        census.laps += (lanes - census.ending - census.on_trial) as u32;
        act(lane_plan, fused, block);
        census = waiting(lane_plan, block, census);
        census.active = census.ending + census.on_trial < lanes;
        let due = census.ending >= enough || census.on_trial >= trials;
        if census.rounds == most || due || !census.active {
            stretch.add_to(block, counters, census.rounds);
            return census;
        }
    }
}

/// The census, with what the lanes wait for now.
#[inline(always)]
fn waiting(lane_plan: &LanePlan, block: &Block, census: Census) -> Census {
    let on_trial = if lane_plan.trials { block.waits.on_trial().count() } else { 0 };
    Census { ending: block.waits.ending().count(), on_trial, ..census }
}

//! Last seeds that fall past an empty pit, and captured seeds that are sown from one. Few games ask for them.

use super::distances::{distance_of, step};
use super::sow::{Landed, lifting};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES};
use crate::plan::NO_SLOT;
use crate::rules::{FirstSeed, Skip};

/// Whether the laps of a lane go against the direction of the ring.
fn goes_back(lane_plan: &LanePlan, block: &Block, lane: usize) -> bool {
    lane_plan.two_ways && block.backward.0[lane] != 0
}

/// Last seeds that fell in an empty pit fall in the one after it instead, and the turn ends (MH-6).
#[cold]
#[inline(never)]
pub fn move_last_seeds(lane_plan: &LanePlan, block: &mut Block, landed: &mut Landed) {
    let plan = &lane_plan.plan;
    let mut alone = landed.live.and(landed.seeds.is(1));
    if plan.first == FirstSeed::Origin {
        let stays = lifting(lane_plan, block, landed.live).and(landed.hand.is(1));
        alone = alone.but_not(stays);
    }
    for lane in alone.lanes() {
        let back = goes_back(lane_plan, block, lane);
        let from = landed.place.0[lane];
        let skipped = match plan.skip {
            Skip::None => NO_SLOT as u8,
            Skip::Lap => block.origin.0[lane],
            Skip::Turn => block.turn_origin.0[lane],
        };
        let mut to = step(lane_plan, from, back);
        if to == skipped {
            to = step(lane_plan, to, back);
        }
        let [from, slot] = [from, to].map(|place| lane_plan.ring[usize::from(place)]);
        block.board.cells[from].0[lane] -= 1;
        block.board.cells[slot].0[lane] += 1;
        landed.place.0[lane] = to;
        landed.seeds.0[lane] = block.board.cells[slot].0[lane];
        landed.fired.0[lane] = YES;
    }
    landed.distance = alone.choose(distance_of(lane_plan, block, landed.place), landed.distance);
}

/// The places of the nearest empty pits before the landing pits of these lanes, or these themselves where no other
/// is empty (MH-8).
#[cold]
#[inline(never)]
pub fn empty_before(lane_plan: &LanePlan, block: &Block, landing: Bytes, lanes: Bytes) -> Bytes {
    let mut found = landing;
    for lane in lanes.lanes() {
        let back = goes_back(lane_plan, block, lane);
        let mut place = landing.0[lane];
        for _ in 1..lane_plan.length {
            place = step(lane_plan, place, !back);
            if block.board.cells[lane_plan.ring[usize::from(place)]].0[lane] == 0 {
                found.0[lane] = place;
                break;
            }
        }
    }
    found
}

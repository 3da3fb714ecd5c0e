//! Seeds of the reserve that enter one a turn: laps of one seed, with nothing in the hand, that begin in the place
//! before the pit.

use super::distances::step;
use super::legal::sows_on;
use crate::batch::block::Block;
use crate::batch::lane_plan::{LanePlan, Sower};
use crate::batch::values::{Bytes, YES};
use crate::plan::{Paused, RESERVE};

/// Truth: the turn of these lanes begins with a seed of the mover's reserve (BK-3).
#[inline(always)]
pub fn dropping(lane_plan: &LanePlan, block: &Block, lanes: Bytes) -> Bytes {
    if !lane_plan.plan.drops {
        return Bytes::ZERO;
    }
    lanes.and(block.board.cells[RESERVE].at_least(1)).and(block.phase.is(0))
}

/// The place before a pit, in the direction in which it is sown.
#[inline(always)]
pub fn place_before(lane_plan: &LanePlan, sower: Sower) -> u8 {
    step(lane_plan, sower.place, !sower.backward)
}

/// The seeds leave the reserve; what follows is a lap of one seed. Gives the hands and the places where these laps
/// begin. `chosen`: for each sower the lanes that play it.
#[inline(always)]
pub fn drop_seeds(
    lane_plan: &LanePlan,
    block: &mut Block,
    lanes: Bytes,
    chosen: impl Fn(&Block, Sower) -> Bytes,
) -> (Bytes, Bytes) {
    let one = lanes.map(|lanes| lanes & 1);
    let mut origin = Bytes::ZERO;
    for sower in &lane_plan.sowers {
        let before = place_before(lane_plan, *sower);
        let here = chosen(block, *sower).and(lanes);
        origin = origin.or(here.map(|here| here & before));
    }
    let reserve = &mut block.board.cells[RESERVE];
    *reserve = reserve.zip(one, u8::wrapping_sub);
    (one, origin)
}

/// Of these lanes, those whose turns begin with a seed of the reserve: writes their hands and where their laps begin.
#[inline(always)]
pub fn begin_drops(
    lane_plan: &LanePlan,
    block: &mut Block,
    lanes: Bytes,
    [hand, origin]: [&mut Bytes; 2],
) -> Bytes {
    let dropped = dropping(lane_plan, block, lanes);
    let chosen = |block: &Block, sower: Sower| block.action.is(sower.action);
    let (one, before) = drop_seeds(lane_plan, block, dropped, chosen);
    (*hand, *origin) = (dropped.choose(one, *hand), dropped.choose(before, *origin));
    dropped
}

/// How the turns of these lanes had gone that are taken up again after a pause, and that the others have begun.
#[inline(always)]
pub fn take_up(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, dropped: Bytes) {
    let plan = &lane_plan.plan;
    let mut so_far = block.so_far;
    so_far.dropped = lanes.choose(dropped, so_far.dropped);
    if plan.keeps_sowing {
        let paused = sows_on(lane_plan, block.phase).and(lanes);
        so_far.later = so_far.later.or(paused);
        for number in 0..Paused::COUNT as u8 {
            let kept = Paused::of(number);
            let low = plan.stop_phase(0, kept);
            let high = plan.stop_phase(plan.side - 1, kept);
            let here = block.phase.map(|phase| YES * u8::from((low..=high).contains(&phase)));
            let here = here.and(paused);
            if kept.captured {
                so_far.captured = so_far.captured.or(here);
            }
            if kept.dropped {
                so_far.dropped = so_far.dropped.or(here);
            }
        }
    }
    block.so_far = so_far;
}

/// Truth: the turn has paused at this pit, however it had gone.
#[inline(always)]
pub fn pauses_at(lane_plan: &LanePlan, block: &Block, pit: usize) -> Bytes {
    let plan = &lane_plan.plan;
    let pauses = if plan.keeps_sowing { Paused::COUNT as u8 } else { 1 };
    let phases = (0..pauses).map(|number| plan.stop_phase(pit, Paused::of(number)));
    phases.fold(Bytes::ZERO, |here, phase| here.or(block.phase.is(phase)))
}

/// The phase of lanes that pause at a pit.
#[inline(always)]
pub fn pausing(lane_plan: &LanePlan, block: &Block, pit: usize) -> Bytes {
    let plan = &lane_plan.plan;
    let plain = plan.stop_phase(pit, Paused::default());
    let mut phase = Bytes::all(plain);
    if plan.keeps_sowing {
        let bits = [
            (block.backward, Paused { backward: true, ..Paused::default() }),
            (block.so_far.captured, Paused { captured: true, ..Paused::default() }),
            (block.so_far.dropped, Paused { dropped: true, ..Paused::default() }),
        ];
        for (truth, kept) in bits {
            let more = plan.stop_phase(pit, kept) - plain;
            phase = phase.plus(truth.map(|truth| truth & more));
        }
    }
    phase
}

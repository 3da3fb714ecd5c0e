//! Seeds of a pit that are put in another one in the first turns. It happens once or twice in a game: lane
//! by lane.

use super::legal::{count, sows_on};
use super::marks::made;
use super::place::placing;
use crate::batch::block::Block;
use crate::batch::lane_entry::Ranges;
use crate::batch::lane_plan::{LanePlan, Sower};
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::{FirstTurns, HALF, MAX_PITS, NO_SLOT, PutPlan, Register, STORE, Spot, halved};

/// Truth: the mover is in their first turns, which have a rule of their own.
#[inline(always)]
pub fn in_first_turns(opening: &FirstTurns, block: &Block) -> Bytes {
    let turns_of = |half: usize| block.board.cells[half * HALF + Register::Turns.cell()];
    let turns = opening.turns;
    let within = turns_of(0).map(|own| yes(own < turns));
    if opening.only_first {
        within.but_not(turns_of(1).zip(turns_of(0), |theirs, own| yes(theirs > own)))
    } else {
        within
    }
}

/// Truth: of the pit that these lanes play, a part is sown.
#[inline(always)]
pub fn sows_some(lane_plan: &LanePlan, block: &Block, sower: &Sower, lanes: Bytes) -> Bytes {
    let some = lane_plan.lifts_some;
    if some { sown_first(lane_plan, block, sower, lanes) } else { Bytes::ZERO }
}

/// Lifts a part of the pits that some of these lanes play, in place of the hand that holds all seeds: gives the hand,
/// and these lanes. The rest stays in its pit, which the lap does not empty.
#[cold]
#[inline(never)]
pub fn lift_parts(
    lane_plan: &LanePlan,
    block: &mut Block,
    lanes: Bytes,
    hand: Bytes,
) -> [Bytes; 2] {
    let (mut hand, mut some) = (hand, Bytes::ZERO);
    for sower in &lane_plan.sowers {
        let chosen = block.action.is(sower.action).and(lanes);
        let here = sows_some(lane_plan, block, sower, chosen);
        let lifted = part(lane_plan, block.board.cells[sower.slot]).and(here);
        hand = here.choose(lifted, hand);
        let cells = &mut block.board.cells[sower.slot];
        *cells = cells.zip(lifted, u8::wrapping_sub);
        some = some.or(here);
    }
    [hand, some]
}

/// Truth: the first lap from the pit that these lanes play drops seeds elsewhere than others do.
#[inline(always)]
pub fn sows_apart(lane_plan: &LanePlan, block: &Block, sower: &Sower, lanes: Bytes) -> Bytes {
    let apart = lane_plan.sows_apart;
    if apart { sown_first(lane_plan, block, sower, lanes) } else { Bytes::ZERO }
}

/// Truth: the pit that these lanes play is sown as the rule of the first turns says.
#[cold]
#[inline(never)]
fn sown_first(lane_plan: &LanePlan, block: &Block, sower: &Sower, lanes: Bytes) -> Bytes {
    match &lane_plan.first_turns {
        Some(first @ (opening, _)) if opening.actions >> sower.slot & 1 == 1 => {
            let lanes = lanes.but_not(placing(lane_plan, block, lanes));
            // A turn that paused goes on with a later lap.
            let lanes = lanes.but_not(sows_on(lane_plan, block.phase));
            lanes.and(in_first_turns(opening, block)).and(fits_first_turn(first, block, sower))
        }
        _ => Bytes::ZERO,
    }
}

/// Truth: a pit holds what the rule of the first turns asks, and it is its turn, where these have an order.
#[inline(always)]
pub fn fits_first_turn(
    (opening, counts): &(FirstTurns, Ranges),
    block: &Block,
    sower: &Sower,
) -> Bytes {
    let fits = counts.has(block.board.cells[sower.slot]);
    match opening.turn_of(sower.slot) {
        Some(turn) => fits.and(block.board.cells[Register::Turns.cell()].is(turn)),
        None => fits,
    }
}

/// As many of these seeds as are sown in the first turns.
#[inline(always)]
pub fn part(lane_plan: &LanePlan, seeds: Bytes) -> Bytes {
    let opening = lane_plan.first_turns.as_ref();
    let most = opening.and_then(|(opening, _)| opening.lift).unwrap_or(u8::MAX);
    seeds.map(|seeds| seeds.min(most))
}

/// Whether the seeds of an own pit can be put in this slot.
fn fits(put: &PutPlan, block: &Block, lane: usize, from: usize, slot: usize) -> bool {
    let barred = usize::from(put.barred[from]);
    let next = put.next.is_none_or(|next| slot == usize::from(next[from]));
    let other = slot != from && slot != barred && next;
    other && put.counts.has(block.board.cells[slot].0[lane])
}

/// Whether the seeds of an own pit are put in another one in a lane whose mover is in their first turns.
fn is_put(lane_plan: &LanePlan, block: &Block, lane: usize, pit: usize) -> bool {
    let Some((opening, _)) = &lane_plan.first_turns else { return false };
    let Some(put) = &opening.put else { return false };
    opening.actions >> pit & 1 == 1
        && opening.counts.has(block.board.cells[pit].0[lane])
        && block.board.cells[pit].0[lane] >= lane_plan.plan.least
        && lane_plan.puts.iter().any(|(_, slot)| fits(put, block, lane, pit, *slot))
}

/// Of the pits that may be played, those whose seeds can be put elsewhere, where there are any.
#[cold]
#[inline(never)]
pub fn keep_to_puts(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let Some((opening, _)) = &lane_plan.first_turns else { return };
    let turns_of = |half: usize| block.board.cells[half * HALF + Register::Turns.cell()];
    let (own, theirs) = (turns_of(0), turns_of(1));
    let mut held = [Bytes::ZERO; MAX_PITS];
    for (pit, held) in held[..plan.side].iter_mut().enumerate() {
        *held = block.board.cells[pit].at_least(plan.least);
        if plan.bars_marked {
            *held = held.but_not(made(lane_plan, block, pit));
        }
        if !lane_plan.sowers.iter().any(|sower| sower.slot == pit && sower.plays) {
            *held = Bytes::ZERO;
        }
    }
    for lane in lanes.lanes() {
        let copies = opening.copied && theirs.0[lane] > own.0[lane];
        let kept = |pit: &usize| {
            held[*pit].0[lane] != 0
                && !(copies && block.board.cells[HALF + *pit].0[lane] > 0)
                && is_put(lane_plan, block, lane, *pit)
        };
        let kept = (0..plan.side).filter(kept).fold(0_u64, |set, pit| set | 1 << pit);
        if kept != 0 {
            write(lane_plan, block, lane, kept);
        }
    }
    count(lane_plan, block, lanes);
}

/// Writes what is legal in a lane.
fn write(lane_plan: &LanePlan, block: &mut Block, lane: usize, legal: u64) {
    for action in 0..lane_plan.plan.actions.count {
        block.legal[action].0[lane] = (legal >> action & 1) as u8;
    }
}

/// Pits whose seeds are put elsewhere are chosen: the player chooses where, as another action. Gives the
/// lanes in which they are.
#[cold]
#[inline(never)]
pub fn hold(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let plan = &lane_plan.plan;
    let Some((opening, _)) = &lane_plan.first_turns else { return Bytes::ZERO };
    let Some(put) = &opening.put else { return Bytes::ZERO };
    let first = lanes.and(in_first_turns(opening, block)).and(block.phase.is(0));
    let mut held = Bytes::ZERO;
    for lane in first.lanes() {
        let pit = usize::from(block.action.0[lane]);
        if pit >= plan.side || !is_put(lane_plan, block, lane, pit) {
            continue;
        }
        held.0[lane] = YES;
        block.phase.0[lane] = plan.put_phase(pit);
        let fitting = lane_plan.puts.iter().filter(|(_, slot)| fits(put, block, lane, pit, *slot));
        let sown = u64::from(put.or_sown) << pit; // EW-7
        let legal = fitting.fold(sown, |set, (action, _)| set | 1 << *action);
        write(lane_plan, block, lane, legal);
    }
    count(lane_plan, block, held);
    block.waits.decide(held);
    held
}

/// Truth: the mover is in first turns in which seeds are put in a pit: no duty to feed is asked in them.
#[inline(always)]
pub fn may_put(lane_plan: &LanePlan, block: &Block) -> Bytes {
    match &lane_plan.first_turns {
        Some((opening, _)) if opening.put.is_some() => in_first_turns(opening, block),
        _ => Bytes::ZERO,
    }
}

/// A house without seeds is none any more (BK-9).
fn leave_houses(lane_plan: &LanePlan, block: &mut Block, lane: usize) {
    if lane_plan.plan.houses == 0 {
        return;
    }
    for slot in lane_plan.pits().filter(|slot| block.board.cells[*slot].0[lane] == 0) {
        let (half, pit) = halved(slot);
        block.board.marks[half][pit].0[lane] = 0;
    }
}

/// The seeds are put where the player chose, and what the opening says is taken. Gives the lanes in which
/// they are.
#[cold]
#[inline(never)]
pub fn put(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let plan = &lane_plan.plan;
    let Some(rule) = plan.put() else { return Bytes::ZERO };
    let mut done = Bytes::ZERO;
    let Some((first, _)) = lane_plan.puts.first() else { return Bytes::ZERO };
    let lanes = lanes.and(block.action.at_least(*first as u8));
    for lane in lanes.lanes() {
        let action = usize::from(block.action.0[lane]);
        let found = lane_plan.puts.iter().find(|(number, _)| *number == action);
        let Some(&(_, to)) = found else { continue };
        let Some(from) = plan.put_pit(block.phase.0[lane]) else { continue };
        let cells = &mut block.board.cells;
        let mut give = |from: usize, to: usize| {
            let count = cells[from].0[lane].min(rule.lift);
            cells[from].0[lane] -= count;
            cells[to].0[lane] += count;
        };
        give(from, to);
        if rule.all_round {
            for step in (2..plan.side).step_by(2) {
                let ahead = |more: usize| (from + step + more) % plan.side;
                give(ahead(0), ahead(1));
            }
        }
        let at = [Spot::Facing, Spot::Behind].map(|spot| plan.tables.spot(spot, 0, from));
        for slot in at.into_iter().filter(|slot| rule.takes && *slot < NO_SLOT) {
            let taken = std::mem::take(&mut cells[slot].0[lane]);
            if rule.stored {
                cells[STORE].0[lane] += taken;
            }
        }
        leave_houses(lane_plan, block, lane);
        block.choosing.0[lane] = rule.choices;
        done.0[lane] = YES;
    }
    block.waits.do_without_sowing(done);
    done
}

//! Phases of positions set up by hand.

use super::Setup;
use super::setup_marks::{is_marked, is_shared};
use crate::plan::{HALF, Paused, Plan, Register, Spot};
use crate::rules::{Fault, listed};

/// A phase is one that the game has, and goes with what lies on the board.
pub(super) fn check_phase(plan: &Plan, setup: &Setup, faults: &mut Vec<Fault>) {
    let phase = setup.phase;
    let mover = usize::from(setup.to_move == 1);
    let other = 1 - mover;
    let mut fault = |allowed: String| faults.push(Fault::new("phase", phase, allowed));
    if phase == 0 {
        return;
    }
    let laid = |row: &Vec<i64>| (0..row.len()).any(|n| row[n] != 0 && !is_shared(plan, n));
    let is_laid = setup.pits.iter().any(laid);
    if u8::try_from(phase).is_ok_and(|phase| plan.gives_in(phase)) {
        why_no_gift(setup, mover).into_iter().for_each(fault);
    } else if u8::try_from(phase).is_ok_and(|phase| plan.swaps(phase)) {
        why_no_swap(setup).into_iter().for_each(fault);
    } else if u8::try_from(phase).is_ok_and(|phase| plan.leaves(phase)) {
        if is_laid {
            fault("between two rounds, where pits are chosen, all pits are empty".to_owned());
        } else if [0, 1].iter().all(|side| setup.registers[*side][Register::Began as usize] == 0) {
            fault(
                "where pits are chosen, it is known who begins the round: needs began = 1"
                    .to_owned(),
            );
        }
    } else if u8::try_from(phase).is_ok_and(|phase| plan.is_drawn(phase)) {
        if is_laid {
            let but = if plan.shared == 0 { "" } else { " that are not shared" };
            fault(format!("between two rounds, where a lot is drawn, all pits{but} are empty"));
        }
    } else if plan.actions.files.is_some() {
        let Some(file) = usize::try_from(phase - 1).ok().filter(|file| *file < plan.phases())
        else {
            return fault(format!("allowed are 0 to {}", plan.phases()));
        };
        let inner = 2 * plan.columns - 1 - file;
        let holds = |pit: usize| setup.pits[other].get(pit).is_some_and(|n| *n != 0);
        if holds(file) || holds(inner) {
            fault(format!("file {file}, just captured, must be empty"));
        } else if setup.pits[other].iter().all(|n| *n == 0) {
            fault("the other side must have seeds to choose a file of".to_owned());
        }
    } else if let Some(pit) = u8::try_from(phase).ok().and_then(|phase| plan.stop_pit(phase)) {
        let paused = plan.paused(phase as u8);
        if pit >= plan.side {
            fault(format!("allowed are 0 to {}", plan.phases()));
        } else if paused.backward && plan.actions.directions == 1 {
            fault("pits are sown one way here: a lap backward never paused".to_owned());
        } else if paused.dropped && !plan.drops {
            fault("no turn begins with a seed of the reserve here".to_owned());
        } else if setup.pits[mover].get(pit).is_none_or(|seeds| *seeds == 0) {
            fault(format!("pit {pit} of the mover, which may be sown on, must hold seeds"));
        } else if plan.bars_marked && is_marked(plan, setup, mover, pit) {
            fault(format!("pit {pit} of the mover, which may be sown on, must not be marked"));
        }
    } else if let Some(pit) = u8::try_from(phase).ok().and_then(|phase| plan.end_pit(phase)) {
        let why = why_no_end(plan, &setup.pits[other], pit, plan.paused(phase as u8));
        why.into_iter().for_each(fault);
    } else if let Some(pit) = u8::try_from(phase).ok().and_then(|phase| plan.turn_pit(phase)) {
        why_no_turn(plan, setup, mover, pit).into_iter().for_each(fault);
    } else if let Some(pit) = u8::try_from(phase).ok().and_then(|phase| plan.put_pit(phase)) {
        // Which pits can be chosen so, is asked of the whole position.
        if pit >= plan.side {
            fault(format!("allowed are 0 to {}", plan.phases()));
        }
    } else if let Some(pit) = u8::try_from(phase).ok().and_then(|phase| plan.count_pit(phase)) {
        why_no_count(plan, setup, mover, pit).into_iter().for_each(fault);
    } else if let Some(count) = u8::try_from(phase).ok().and_then(|phase| plan.store_count(phase)) {
        if setup.stores[mover] < i64::from(count) {
            fault(format!("the mover's store must hold the seeds to be sown: at least {count}"));
        }
    } else if plan.actions.beside.is_some() {
        why_no_pit_beside(plan, setup, mover).into_iter().for_each(fault);
    } else if plan.actions.takes.is_some() || plan.actions.stop.is_some() {
        if usize::try_from(phase).is_ok_and(|phase| phase <= plan.phases()) {
            let mut pits = setup.pits[other].iter().enumerate();
            if !pits.any(|(pit, n)| *n != 0 && !plan.is_exempt(pit)) {
                fault("the other side must have seeds to choose a pit of".to_owned());
            }
        } else {
            fault(format!("allowed are 0 to {}", plan.phases()));
        }
    } else if plan.actions.reserve.is_some() {
        if phase != 1 {
            fault("allowed are 0 and 1".to_owned());
        } else if setup.reserves[mover] != 0 {
            fault("after the reserve entry the mover's reserve is 0".to_owned());
        } else if setup.pits[mover].iter().all(|n| *n < i64::from(plan.least)) {
            fault(format!(
                "after the reserve entry the mover has a pit of at least {}",
                plan.least
            ));
        }
    } else if let Some(allowed) = phases_apart(plan) {
        fault(allowed);
    } else if plan.says_ways() || plan.chooses_end || plan.up_to > 0 || plan.store_back {
        fault(format!("allowed are 0 to {}", plan.phases()));
    } else {
        fault("allowed is 0: this game has no second phase".to_owned());
    }
}

/// Why no sowing is turned from this pit, if none is. Whether the lap would capture is not asked: it can be sown on
/// either way.
fn why_no_turn(plan: &Plan, setup: &Setup, mover: usize, pit: usize) -> Option<String> {
    let again = plan.again_at != 0;
    let in_pit = || setup.pits[mover].get(pit).is_some_and(|seeds| *seeds > 0);
    let held = setup.reserves[mover] > 0 || !again && in_pit();
    let turn = setup.registers[mover][Register::Turns as usize].saturating_add(1);
    if !again && plan.turn_at >> pit & 1 == 0 {
        Some(format!("pit {pit} of the mover is none in which a sowing may turn"))
    } else if !plan.turned_in.has(turn.try_into().unwrap_or(u8::MAX)) {
        Some("no sowing may turn in this turn of the mover, which registers (turns) say".to_owned())
    } else if held {
        None
    } else if again {
        Some("captured seeds are sown on: the mover's reserve must hold them".to_owned())
    } else {
        Some(format!("pit {pit} of the mover, or their reserve, must hold the seeds to be sown on"))
    }
}

/// The phases between two rounds or two turns, and before the game, if there are any.
fn phases_apart(plan: &Plan) -> Option<String> {
    let phases = [plan.lot_phase(), plan.leave_phase(), plan.swap_phase(), plan.gift_phase()];
    let apart = phases.into_iter().flatten();
    let said: Vec<String> =
        std::iter::once(0).chain(apart).map(|phase| phase.to_string()).collect();
    (said.len() > 1).then(|| format!("allowed are {}", listed(&said, "and")))
}

/// Why the mover gives no seed now, if they give none.
fn why_no_gift(setup: &Setup, mover: usize) -> Option<String> {
    let seeds: i64 = setup.pits[mover].iter().fold(0, |sum, n| sum.saturating_add(*n));
    if setup.reserves != [0, 0] {
        Some("a seed is given only when all seeds are laid out".to_owned())
    } else if setup.pits[1 - mover].iter().any(|n| *n != 0) {
        Some("a seed is given to a player whose pits are empty".to_owned())
    } else if seeds < 2 {
        Some("a seed is given by a player whose pits hold two or more".to_owned())
    } else {
        None
    }
}

/// Why nobody says now whether the board is turned round, if nobody does.
fn why_no_swap(setup: &Setup) -> Option<String> {
    if setup.reserves != [0, 0] {
        Some("the board is turned round only when all seeds are laid out".to_owned())
    } else if setup.pits.iter().flatten().any(|n| *n != 0) {
        None
    } else {
        Some("the board is turned round only when seeds lie there".to_owned())
    }
}

/// Why no number of seeds of this pit of the mover can be sown, if none can.
fn why_no_count(plan: &Plan, setup: &Setup, mover: usize, pit: usize) -> Option<String> {
    let least = plan.least;
    let holds = setup.pits[mover].get(pit).is_some_and(|seeds| *seeds >= i64::from(least));
    let barred = plan.forward >> pit & 1 == 0;
    if !holds {
        Some(format!(
            "pit {pit} of the mover, of which some seeds are sown, must hold {least} or more"
        ))
    } else if barred || plan.bars_marked && is_marked(plan, setup, mover, pit) {
        Some(format!("pit {pit} of the mover is one from which no sowing begins"))
    } else {
        None
    }
}

/// Why no pit beside the landing pit can be taken now, if none can.
fn why_no_pit_beside(plan: &Plan, setup: &Setup, mover: usize) -> Option<String> {
    let phase = u8::try_from(setup.phase).ok();
    let Some(landing) = phase.and_then(|phase| plan.beside_pit(phase)) else {
        return Some(format!("allowed are 0 to {}", plan.phases()));
    };
    let held = |slot: usize| {
        let side = if slot < HALF { mover } else { 1 - mover };
        setup.pits[side].get(slot % HALF).copied().unwrap_or(0)
    };
    let fits = |slot: usize| {
        let seeds = u8::try_from(held(slot)).unwrap_or(0);
        plan.beside.is_some_and(|beside| beside.counts.has(seeds))
    };
    if held(landing) <= 0 {
        Some("the pit in which the last seed has fallen must hold it".to_owned())
    } else if plan.beside(landing).any(fits) {
        None
    } else {
        Some("a pit beside the one in which the last seed has fallen must hold as many seeds as may be taken".to_owned())
    }
}

/// Why captured seeds are not sown from an end of the row now, if they are not. `others`: the other player's pits.
fn why_no_end(plan: &Plan, others: &[i64], pit: usize, paused: Paused) -> Option<String> {
    let facing = plan.tables.spot(Spot::Facing, 0, pit) % HALF;
    let captured = others.get(facing).is_some_and(|seeds| *seeds > 0);
    if paused.backward || !paused.captured {
        Some("captured seeds are sown from an end of the row: no such turn pauses".to_owned())
    } else if paused.dropped && !plan.drops {
        Some("no turn begins with a seed of the reserve here".to_owned())
    } else if !captured {
        Some(format!("the pit opposite pit {pit} of the mover must hold the captured seeds"))
    } else {
        None
    }
}

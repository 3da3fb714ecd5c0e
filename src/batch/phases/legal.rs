//! Which actions are legal in each lane.

use super::drop::dropping;
use super::marks::{made, may_rest, was_lifted};
use super::owned::movers;
use super::put::{fits_first_turn, in_first_turns, keep_to_puts};
use super::sow_open::closed;
use crate::batch::block::Block;
use crate::batch::lane_entry::Ranges;
use crate::batch::lane_plan::{LanePlan, Sower};
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::{FirstTurns, HALF, Paused, RESERVE, Register, SparedPlan};
use crate::rules::LOTS;

/// Writes 0 or 1 for every action that sows: pits with enough seeds (KG-2, EL-3, PR-2, MW-2,
/// CH-3), in each direction (KT-2), or lone seeds (CH-4). All other actions are not legal. `SLIM`: see
/// [`LanePlan::slim_turns`].
#[inline(always)]
pub fn pits_to_play<const SLIM: bool>(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let asks_more = plan.bars_marked
        || plan.owns_pits
        || plan.rests()
        || plan.lone != 0
        || plan.leaving != 0
        || plan.closed_first != 0
        || plan.drops;
    let choices = if !SLIM && asks_more {
        each_pit::<true>(lane_plan, block, lanes)
    } else {
        each_pit::<false>(lane_plan, block, lanes)
    };
    block.choices = lanes.choose(choices, block.choices);
    for action in lane_plan.sowers.len()..plan.actions.count {
        set(lane_plan, block, action, lanes, Bytes::ZERO);
    }
    if !SLIM && plan.fixes_heading {
        keep_headings(lane_plan, block, lanes);
    }
    if plan.singles {
        singles(lane_plan, block, lanes.and(choices.is(0)));
    }
    if !SLIM && lane_plan.first_turns.is_some() {
        keep_to_the_opening(lane_plan, block, lanes);
    }
}

/// Writes for every action that sows whether it is legal; gives the number of those that are. `ASKS_MORE`: it
/// may be asked who has marked a pit, whose it is, whether it rests, or whether it holds a single seed.
#[inline(always)]
fn each_pit<const ASKS_MORE: bool>(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let plan = &lane_plan.plan;
    let least = plan.least;
    let drops = if ASKS_MORE { dropping(lane_plan, block, lanes) } else { Bytes::ZERO };
    let rests = if ASKS_MORE { may_rest(lane_plan, block, Bytes::all(YES)) } else { Bytes::ZERO };
    let mut choices = Bytes::ZERO;
    for sower in &lane_plan.sowers {
        let mut legal = if sower.plays {
            block.board.cells[sower.slot].map(|n| u8::from(n >= least))
        } else {
            Bytes::ZERO
        };
        if ASKS_MORE && plan.drops && sower.plays {
            legal = legal.or(drops.map(|drops| drops & 1));
        }
        if ASKS_MORE && plan.leaving >> sower.action & 1 == 1 {
            legal = legal.but_not(leaves_row(lane_plan, block, *sower));
        }
        if ASKS_MORE && plan.bars_marked {
            legal = legal.but_not(made(lane_plan, block, sower.slot));
        }
        if ASKS_MORE && plan.owns_pits {
            legal = legal.and(movers(block, sower.slot));
        }
        if ASKS_MORE && plan.rests() {
            legal = legal.but_not(rests.and(was_lifted(block, sower.slot)));
        }
        if ASKS_MORE && plan.lone >> sower.action & 1 == 1 {
            legal = legal.but_not(block.board.cells[sower.slot].is(1));
        }
        choices = choices.plus(legal);
        set(lane_plan, block, usize::from(sower.action), lanes, legal);
    }
    if ASKS_MORE && plan.closed_first != 0 {
        choices = block.rare.keep_from_closed(lane_plan, block, lanes);
    }
    choices
}

/// Pits that are closed at first are played only to open them (IS-6, LB-4). Gives the number of legal actions.
#[inline(always)]
pub fn keep_from_closed(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let plan = &lane_plan.plan;
    let shut = |block: &Block, sower: &Sower| closed(lane_plan, block, sower.slot);
    let mut open = Bytes::ZERO;
    for sower in &lane_plan.sowers {
        let legal = block.legal[usize::from(sower.action)];
        open = open.plus(legal.but_not(shut(block, sower)));
    }
    let bound = if plan.reopens_stuck { open.at_least(1) } else { Bytes::ZERO };
    let mut choices = Bytes::ZERO;
    for sower in &lane_plan.sowers {
        let may_open = plan.reopens_at >> sower.slot & 1 == 1;
        let bound = if may_open { bound } else { Bytes::all(YES) };
        let barred = shut(block, sower).and(bound).and(lanes);
        let column = &mut block.legal[usize::from(sower.action)];
        *column = column.but_not(barred);
        choices = choices.plus(*column);
    }
    choices
}

/// Truth: no other pit of the inner row than that of this action holds seeds (BK-10).
#[inline(always)]
fn leaves_row(lane_plan: &LanePlan, block: &Block, sower: Sower) -> Bytes {
    let mut others = Bytes::ZERO;
    for pit in lane_plan.plan.inner_row() {
        if pit != sower.slot {
            others = others.or(block.board.cells[pit]);
        }
    }
    others.is(0)
}

/// In their first turns players keep to some of the pits, if one of these can be played (MV-3, NB-7).
#[cold]
#[inline(never)]
fn keep_to_the_opening(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let Some(first @ (opening, _)) = &lane_plan.first_turns else { return };
    let lanes = lanes.and(in_first_turns(opening, block));
    if !lanes.any() {
        return;
    }
    if opening.put.is_some() {
        return keep_to_puts(lane_plan, block, lanes);
    }
    let turns_of = |half: usize| block.board.cells[half * HALF + Register::Turns.cell()];
    let copies = turns_of(1).zip(turns_of(0), |theirs, own| yes(theirs > own));
    keep_if_some(lane_plan, block, lanes, &OfTheOpening { first, copies });
}

/// What a first turn may play; `copies`: truth where it copies the other player's.
struct OfTheOpening<'a> {
    first: &'a (FirstTurns, Ranges),
    copies: Bytes,
}

impl Keeps for OfTheOpening<'_> {
    #[inline(always)]
    fn kept(&self, block: &Block, sower: &Sower) -> Bytes {
        let (opening, legal) = (&self.first.0, block.legal[usize::from(sower.action)]);
        let mut fits = fits_first_turn(self.first, block, sower);
        if opening.copied && sower.slot < HALF {
            fits = fits.but_not(self.copies.but_not(block.board.cells[sower.slot + HALF].is(0)));
        }
        if opening.actions >> sower.action & 1 == 1 { legal.and(fits) } else { Bytes::ZERO }
    }
}

/// Pits that are spared are not played, unless nothing else is legal (SO-8).
#[inline(always)]
pub fn spare(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    if lane_plan.spared.is_some() && lanes.any() {
        block.rare.spare_in(lane_plan, block, lanes);
    }
}

#[inline(always)]
pub fn spare_in(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let Some((spared, counts)) = &lane_plan.spared else { return };
    keep_if_some(lane_plan, block, lanes, &Unspared { spared, counts });
}

/// What is not spared.
struct Unspared<'a> {
    spared: &'a SparedPlan,
    counts: &'a Ranges,
}

impl Keeps for Unspared<'_> {
    #[inline(always)]
    fn kept(&self, block: &Block, sower: &Sower) -> Bytes {
        let legal = block.legal[usize::from(sower.action)];
        let holds = self.counts.has(block.board.cells[sower.slot]);
        if self.spared.actions >> sower.action & 1 == 1 { legal.but_not(holds) } else { legal }
    }
}

/// Which legal actions are kept. (A method of a trait is inlined; a closure may be compiled for the baseline.)
trait Keeps {
    fn kept(&self, block: &Block, sower: &Sower) -> Bytes;
}

/// Of the actions that sow, keeps these, in the lanes in which there are any.
#[inline(always)]
fn keep_if_some(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, keeps: &impl Keeps) {
    let mut some = Bytes::ZERO;
    for sower in &lane_plan.sowers {
        some = some.or(keeps.kept(block, sower));
    }
    let lanes = lanes.but_not(some.is(0));
    for sower in &lane_plan.sowers {
        let kept = keeps.kept(block, sower);
        let column = &mut block.legal[usize::from(sower.action)];
        *column = lanes.choose(kept, *column);
    }
    count(lane_plan, block, lanes);
}

/// A player keeps the direction of their first turn.
#[inline(always)]
fn keep_headings(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let heading = block.board.cells[Register::Heading.cell()];
    let (forward_only, backward_only) = (heading.is(1).and(lanes), heading.is(2).and(lanes));
    for sower in &lane_plan.sowers {
        let barred = if sower.backward { forward_only } else { backward_only };
        let column = &mut block.legal[usize::from(sower.action)];
        *column = column.but_not(barred);
    }
    count(lane_plan, block, lanes);
}

/// Writes whether an action is legal. Where it follows from the seeds of its pit alone, the lanes
/// that are not asked for have the right value already.
#[inline(always)]
fn set(lane_plan: &LanePlan, block: &mut Block, action: usize, lanes: Bytes, legal: Bytes) {
    let column = &mut block.legal[action];
    *column = if lane_plan.keeps_legal { lanes.choose(legal, *column) } else { legal };
}

/// Lone seeds with an empty pit before them, where nothing larger can be played (CH-4).
#[inline(always)]
fn singles(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    if !lanes.any() {
        return;
    }
    let plan = &lane_plan.plan;
    for sower in lane_plan.sowers.iter().filter(|sower| sower.slot < HALF && sower.plays) {
        let next = block.board.cells[usize::from(plan.tables.next[0][sower.slot])];
        let movable =
            block.board.cells[sower.slot].zip(next, |n, next| u8::from(n == 1 && next == 0));
        let movable = if plan.bars_marked {
            movable.but_not(made(lane_plan, block, sower.slot))
        } else {
            movable
        };
        let column = &mut block.legal[usize::from(sower.action)];
        *column = lanes.choose(movable, *column);
    }
    count(lane_plan, block, lanes);
}

/// The reserve may be entered at the start of a turn if a pit can be played after it (MW-3).
#[inline(always)]
pub fn reserve(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let Some(action) = plan.actions.reserve else { return };
    let least = plan.least - 1;
    let mut plays_on = Bytes::ZERO;
    for pit in 0..plan.side {
        plays_on = plays_on.or(block.board.cells[pit].at_least(least));
    }
    let held = block.board.cells[RESERVE].at_least(1);
    let legal = held.and(plays_on).map(|truth| truth & 1);
    block.legal[action] = lanes.choose(legal, block.legal[action]);
    block.choices = block.choices.plus(legal.and(lanes));
}

/// All files but the one just captured (CH-7).
#[inline(always)]
pub fn files(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let Some(first) = plan.actions.files else { return };
    keep_from_all_before(first, block, lanes);
    for file in 0..plan.columns {
        let phase = file as u8 + 1;
        let legal = block.phase.map(|now| u8::from(now != phase));
        block.legal[first + file] = lanes.choose(legal, block.legal[first + file]);
    }
    count(lane_plan, block, lanes);
}

/// Truth: there is anything to choose after a capture: a pit that is not exempt (TD-6), or seeds that
/// the other player still has in some file.
#[inline(always)]
pub fn can_choose(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let plan = &lane_plan.plan;
    if plan.actions.files.is_none() && plan.actions.takes.is_none() {
        return Bytes::ZERO;
    }
    let exempt = plan.choices.map_or(0, |choices| choices.exempt);
    let mut some = Bytes::ZERO;
    for pit in (0..plan.side).filter(|pit| exempt >> pit & 1 == 0) {
        some = some.or(block.board.cells[HALF + pit]);
    }
    some.at_least(1)
}

/// The pits of the other player that hold seeds, but for those that are exempt (TD-6).
#[inline(always)]
pub fn pits_to_take(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let Some(first) = plan.actions.takes else { return };
    let lanes = lanes.but_not(sows_on(lane_plan, block.phase));
    keep_from_all_before(first, block, lanes);
    let exempt = plan.choices.map_or(0, |choices| choices.exempt);
    for pit in 0..plan.side {
        let legal = if exempt >> pit & 1 == 1 {
            Bytes::ZERO
        } else {
            block.board.cells[HALF + pit].at_least(1).map(|truth| truth & 1)
        };
        block.legal[first + pit] = lanes.choose(legal, block.legal[first + pit]);
    }
    if let Some(stop) = plan.actions.stop {
        block.legal[stop] = block.legal[stop].but_not(lanes);
    }
    count(lane_plan, block, lanes);
}

/// Truth: in this phase the player may sow on, or end the turn; or sow on either way, or from either end of the row.
#[inline(always)]
pub fn sows_on(lane_plan: &LanePlan, phase: Bytes) -> Bytes {
    let plan = &lane_plan.plan;
    if plan.actions.stop.is_some() || plan.says_ways() || plan.chooses_end {
        phase.at_least(plan.stop_phase(0, Paused::default()))
    } else {
        Bytes::ZERO
    }
}

/// The pit from which the player may sow on, and the end of the turn.
#[inline(always)]
pub fn pit_to_sow_on(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let Some(stop) = plan.actions.stop else { return };
    let mut lanes = lanes.and(sows_on(lane_plan, block.phase));
    if plan.takes_on {
        lanes = lanes.but_not(block.phase.at_least(plan.turn_phase(0, 0)));
    }
    if !lanes.any() {
        return;
    }
    keep_from_all_before(stop, block, lanes);
    let pauses = if plan.keeps_sowing { Paused::COUNT as u8 } else { 1 };
    for pit in 0..plan.side {
        let holds = block.board.cells[pit].at_least(1);
        for number in 0..pauses {
            let paused = Paused::of(number);
            let here = block.phase.is(plan.stop_phase(pit, paused)).and(lanes);
            let action = pit + usize::from(paused.backward) * plan.actions.pits;
            let column = &mut block.legal[action];
            *column = column.or(here.and(holds).map(|truth| truth & 1));
        }
    }
    block.legal[stop] = lanes.choose(Bytes::all(1), block.legal[stop]);
    count(lane_plan, block, lanes);
}

/// Truth: a lot says who begins the next round.
#[inline(always)]
pub fn lots_are_due(lane_plan: &LanePlan, block: &Block) -> Bytes {
    lane_plan.plan.lot_phase().map_or(Bytes::ZERO, |phase| block.phase.is(phase))
}

/// The two ways in which a lot can fall.
#[inline(always)]
pub fn lots(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let Some(first) = lane_plan.plan.actions.lot else { return };
    keep_from_all_before(first, block, lanes);
    for column in &mut block.legal[first..first + LOTS as usize] {
        *column = lanes.choose(Bytes::all(1), *column);
    }
    count(lane_plan, block, lanes);
}

/// No action with a smaller number is legal.
#[inline(always)]
pub fn keep_from_all_before(first: usize, block: &mut Block, lanes: Bytes) {
    for column in &mut block.legal[..first] {
        *column = column.but_not(lanes);
    }
}

/// Counts the legal actions.
#[inline(always)]
pub fn count(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let mut choices = Bytes::ZERO;
    for column in &block.legal[..lane_plan.plan.actions.count] {
        choices = choices.plus(*column);
    }
    block.choices = lanes.choose(choices, block.choices);
}

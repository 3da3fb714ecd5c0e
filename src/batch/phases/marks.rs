//! Marks that players make, and what they do.

use super::houses::house_fits;
use super::owned::movers;
use super::put::in_first_turns;
use super::sow::Landed;
use super::spots::by_way;
use crate::batch::block::Block;
use crate::batch::lane_entry::{LaneEntry, Site};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES};
use crate::plan::{CLAIMS, HALF, LIFTS, OTHER_STORE, Register, STORE, Spot, halved};
use crate::rules::{Marked, Rest};

/// Truth: a player has marked this pit.
#[inline(always)]
pub fn made(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    let by_other = made_by_other(lane_plan, block, slot);
    if lane_plan.plan.own_marks { by_other.or(made_by_owner(block, slot)) } else { by_other }
}

/// Truth: the player to whom this pit does not belong has marked it.
#[inline(always)]
fn made_by_other(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    let (half, pit) = halved(slot);
    block.board.marks[half][lane_plan.plan.made_marks + pit]
}

/// Truth: the player whose pit this is has marked it, in games with [`crate::plan::Plan::own_marks`].
#[inline(always)]
fn made_by_owner(block: &Block, slot: usize) -> Bytes {
    let (half, pit) = halved(slot);
    block.board.marks[half][CLAIMS + pit]
}

/// Truth: the mover has marked this pit.
#[inline(always)]
pub fn made_by_mover(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    let is_movers = is_movers(lane_plan, block, slot);
    let across = made_by_other(lane_plan, block, slot).but_not(is_movers);
    if lane_plan.plan.own_marks {
        across.or(made_by_owner(block, slot).and(is_movers))
    } else {
        across
    }
}

/// Truth: the pit belongs to the mover.
#[inline(always)]
pub fn is_movers(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    if lane_plan.plan.owns_pits {
        return movers(block, slot);
    }
    if slot < HALF { Bytes::all(YES) } else { Bytes::ZERO }
}

/// Truth: a pit is marked, or is not, as is wanted.
#[inline(always)]
fn marked_as(lane_plan: &LanePlan, block: &Block, wanted: Marked, slot: usize) -> Bytes {
    let marked = || made(lane_plan, block, slot);
    match wanted {
        Marked::Any => Bytes::all(YES),
        Marked::No => marked().inverse(),
        Marked::Own => made_by_mover(lane_plan, block, slot),
        Marked::Other => marked().but_not(made_by_mover(lane_plan, block, slot)),
    }
}

/// Truth: the marks of a pit, and of the one opposite, are as an entry asks.
#[inline(always)]
pub fn marks_fit(lane_plan: &LanePlan, block: &Block, entry: &LaneEntry, site: &Site) -> Bytes {
    let rule = &entry.entry;
    if rule.house.is_some() || rule.blocked.is_some() {
        // Where there are houses, or blocked pits, there are no other marks.
        return house_fits(lane_plan, block, (rule.house, rule.blocked), site);
    }
    let fits = marked_as(lane_plan, block, rule.marked, site.slot);
    let fits = if rule.facing_marked == Marked::Any {
        fits
    } else {
        fits.and(marked_as(lane_plan, block, rule.facing_marked, site.fixed(Spot::Facing)))
    };
    let fits = if entry.entry.all_lifted { fits.and(was_lifted(block, site.slot)) } else { fits };
    let across = || made_by_other(lane_plan, block, site.slot % HALF);
    match entry.entry.mirrored {
        None => fits,
        Some(true) => fits.and(across()),
        Some(false) => fits.but_not(across()),
    }
}

/// Truth: seeds of this pit were lifted to be sown, before this lap and in this round.
#[inline(always)]
pub fn was_lifted(block: &Block, slot: usize) -> Bytes {
    let (half, pit) = halved(slot);
    block.board.marks[half][LIFTS + pit]
}

/// Truth: those of the landing pit were.
#[inline(always)]
pub fn landing_was_lifted(lane_plan: &LanePlan, block: &Block, landed: &Landed) -> Bytes {
    let mut lifted = Bytes::ZERO;
    for site in &lane_plan.sites {
        lifted = lifted.or(was_lifted(block, site.slot).and(landed.place.is(site.place)));
    }
    lifted
}

/// Of these lanes, those in which pits of the mover rest that were lifted: perhaps only in their first turns.
#[inline(always)]
pub fn may_rest(lane_plan: &LanePlan, block: &Block, lanes: Bytes) -> Bytes {
    match &lane_plan.first_turns {
        Some((opening, _)) if lane_plan.plan.rest == Rest::FirstTurns => {
            lanes.and(in_first_turns(opening, block))
        }
        _ => lanes,
    }
}

/// The seeds of the pits at these places have been lifted and sown. A pit of the other player does not rest for
/// it.
#[inline(always)]
fn note_lifted(lane_plan: &LanePlan, block: &mut Block, places: Bytes, lanes: Bytes) {
    if lane_plan.plan.rest == Rest::LoneSeed {
        return;
    }
    let lanes = if lane_plan.plan.rests() { may_rest(lane_plan, block, lanes) } else { lanes };
    for site in &lane_plan.sites {
        let (half, pit) = halved(site.slot);
        if lane_plan.plan.rests() && half == 1 {
            continue;
        }
        let lifted = &mut block.board.marks[half][LIFTS + pit];
        *lifted = lifted.or(places.is(site.place).and(lanes));
    }
}

/// Pits of the other player in which a seed of the mover has fallen rest no more (AI-3).
#[inline(always)]
fn end_rests(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    for pit in 0..lane_plan.plan.markable {
        let rests = &mut block.board.marks[1][LIFTS + pit];
        *rests = rests.but_not(block.sown[HALF + pit].and(lanes));
    }
}

/// Pits of the other player in which a lap of a single seed has ended, which lies there alone, rest for a turn (AT-6).
#[cold]
#[inline(never)]
pub fn rest_for_lone_seeds(lane_plan: &LanePlan, block: &mut Block, landed: &Landed) {
    let lone = landed.live.and(landed.hand.is(1)).and(landed.seeds.is(1)).but_not(landed.fired);
    for site in lane_plan.sites.iter().filter(|site| site.slot >= HALF) {
        let rests = &mut block.board.marks[1][LIFTS + site.slot - HALF];
        *rests = rests.or(lone.and(landed.place.is(site.place)));
    }
}

/// Turns begin in these lanes: pits rest for one turn only, where single seeds do not go straight back (AT-6).
#[inline(always)]
pub fn forget_lone_seeds(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    if lane_plan.plan.rest == Rest::LoneSeed {
        forget_kept(lane_plan, block, LIFTS, lanes);
    }
}

/// Players of these lanes who play a pit that is closed at first open all of theirs (IS-6, LB-4).
#[inline(always)]
pub fn reopen(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let first = lane_plan.plan.closed_first;
    if first == 0 {
        return;
    }
    let mut opened = Bytes::ZERO;
    for sower in lane_plan.sowers.iter().filter(|sower| first >> sower.slot & 1 == 1) {
        let chosen = block.action.is(sower.action);
        opened = opened.or(block.board.marks[0][sower.slot].and(chosen));
    }
    let opened = opened.and(lanes);
    for pit in (0..lane_plan.plan.side).filter(|pit| first >> pit & 1 == 1) {
        block.board.marks[0][pit] = block.board.marks[0][pit].but_not(opened);
    }
}

/// Players of these lanes whose first turns are over, in which they play no pit twice (AJ-3).
#[cold]
#[inline(never)]
pub fn forget_first_turns(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    if let Some((opening, _)) = &lane_plan.first_turns {
        let over = lanes.but_not(in_first_turns(opening, block));
        forget_kept_of(0, lane_plan, block, LIFTS, over);
    }
}

/// In these lanes nothing is kept any more of what lies from this place of the marks on, for either player.
fn forget_kept(lane_plan: &LanePlan, block: &mut Block, from: usize, lanes: Bytes) {
    for half in 0..2 {
        forget_kept_of(half, lane_plan, block, from, lanes);
    }
}

/// The same for one of them.
fn forget_kept_of(half: usize, lane_plan: &LanePlan, block: &mut Block, from: usize, lanes: Bytes) {
    for kept in &mut block.board.marks[half][from..from + lane_plan.plan.markable] {
        *kept = kept.but_not(lanes);
    }
}

/// What laps of these lanes have changed of the pits that were lifted, and of those that rest: they began at these
/// places, in some of the lanes with the seeds of the pit there.
#[inline(always)]
pub fn keep_lifted(
    lane_plan: &LanePlan,
    block: &mut Block,
    places: Bytes,
    [lanes, lifted]: [Bytes; 2],
) {
    note_lifted(lane_plan, block, places, lifted);
    if lane_plan.plan.rest == Rest::UntilSown {
        end_rests(lane_plan, block, lanes);
    }
}

/// Truth: the landing pit is marked, or is not, as an entry asks.
#[inline(always)]
pub fn landing_marks_fit(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    landed: &Landed,
) -> Bytes {
    let mut fits = Bytes::ZERO;
    for site in &entry.sites {
        let hit = landed.place.is(site.place);
        fits = fits.or(marks_fit(lane_plan, block, entry, site).and(hit));
    }
    fits
}

/// Truth: nobody sows from the pit at this place of each lane, because it is marked.
#[inline(always)]
pub fn barred(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    let mut barred = Bytes::ZERO;
    for site in &lane_plan.sites {
        barred = barred.or(made(lane_plan, block, site.slot).and(place.is(site.place)));
    }
    barred
}

/// Truth: the last seed of these lanes has fallen in a pit that the other player has marked.
#[inline(always)]
pub fn visits(lane_plan: &LanePlan, block: &Block, landed: &Landed, lanes: Bytes) -> Bytes {
    let mut visits = Bytes::ZERO;
    for site in &lane_plan.sites {
        let marked = made(lane_plan, block, site.slot);
        let by_other = marked.but_not(made_by_mover(lane_plan, block, site.slot));
        visits = visits.or(by_other.and(landed.place.is(site.place)).and(lanes));
    }
    visits
}

/// These last seeds are counted, when the entries have been asked.
#[inline(always)]
pub fn count_visits(lane_plan: &LanePlan, block: &mut Block, visits: Bytes) {
    let most = lane_plan.plan.most_visits;
    let counted = &mut block.board.cells[Register::Visits.cell()];
    *counted = counted.zip(visits, |counted, visit| (counted + (visit & 1)).min(most));
}

/// How many pits the mover has marked.
#[inline(always)]
pub fn marks_made(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let mut sum = Bytes::ZERO;
    for pit in 0..lane_plan.plan.markable {
        sum = sum.plus(made_by_other(lane_plan, block, HALF + pit).and(Bytes::all(1)));
        if lane_plan.plan.own_marks {
            sum = sum.plus(made_by_owner(block, pit).and(Bytes::all(1)));
        }
    }
    sum
}

/// How many pits of the other player hold seeds and are not marked (GD-7).
#[inline(always)]
pub fn other_pits(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let mut sum = Bytes::ZERO;
    for slot in lane_plan.pits() {
        let held = block.board.cells[slot].at_least(1);
        let theirs = held.but_not(is_movers(lane_plan, block, slot));
        let marks = lane_plan.plan.makes_marks;
        let counted = if marks { theirs.but_not(made(lane_plan, block, slot)) } else { theirs };
        sum = sum.plus(counted.and(Bytes::all(1)));
    }
    sum
}

/// The landing pits of these lanes are the mover's from now on, and the pits opposite or before too, where the
/// entry says so.
#[inline(always)]
pub fn mark(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    lanes: Bytes,
) {
    if !entry.entry.makes_mark {
        return;
    }
    for site in &entry.sites {
        let hit = landed.place.is(site.place).and(lanes);
        mark_pit(lane_plan, block, site.slot, hit);
        if entry.entry.marks_facing {
            mark_pit(lane_plan, block, site.fixed(Spot::Facing), hit);
        }
        if entry.entry.marks_before {
            mark_before(lane_plan, block, site, hit);
        }
    }
}

/// So are the pits before, unless they are marked.
#[cold]
#[inline(never)]
fn mark_before(lane_plan: &LanePlan, block: &mut Block, site: &Site, lanes: Bytes) {
    for (slot, way) in by_way(lane_plan, block, site, Spot::Before) {
        let hit = lanes.and(way);
        let marked = made(lane_plan, block, slot);
        mark_pit(lane_plan, block, slot, hit.but_not(marked));
    }
}

/// No seed falls in the landing pits of these lanes from now on.
#[inline(always)]
pub fn close(block: &mut Block, entry: &LaneEntry, landed: &Landed, lanes: Bytes) {
    for site in &entry.sites {
        let hit = landed.place.is(site.place).and(lanes);
        let (half, pit) = halved(site.slot);
        let mark = &mut block.board.marks[half][pit];
        *mark = mark.or(hit);
    }
}

/// This pit is the mover's from now on in these lanes.
#[inline(always)]
fn mark_pit(lane_plan: &LanePlan, block: &mut Block, slot: usize, lanes: Bytes) {
    let (of_other, of_owner) = (lane_plan.plan.made_marks, CLAIMS);
    let (half, pit) = halved(slot);
    let is_own = lane_plan.plan.own_marks && half == 0;
    let (made, gone) = if is_own { (of_owner, of_other) } else { (of_other, of_owner) };
    let marks = &mut block.board.marks[half];
    marks[made + pit] = marks[made + pit].or(lanes);
    if lane_plan.plan.own_marks {
        marks[gone + pit] = marks[gone + pit].but_not(lanes);
    }
}

/// Seeds in marked pits go to the stores of the players who marked them.
#[inline(always)]
pub fn give_marked(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    for half in [0, HALF] {
        for slot in half..half + lane_plan.plan.markable {
            let marked = made(lane_plan, block, slot).and(lanes);
            let seeds = block.board.cells[slot].and(marked);
            let to_mover = made_by_mover(lane_plan, block, slot);
            block.board.add(OTHER_STORE, seeds.but_not(to_mover));
            block.board.add(STORE, seeds.and(to_mover));
            block.board.clear(slot, marked);
        }
    }
}

/// Pits that are full now are marked no more, where pits are marked until they are.
#[inline(always)]
pub fn open_full_pits(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let full_pit = lane_plan.plan.full_pit;
    for slot in lane_plan.pits() {
        let full = block.board.cells[slot].at_least(full_pit).and(lanes);
        let (half, pit) = halved(slot);
        let mark = &mut block.board.marks[half][pit];
        *mark = mark.but_not(full);
    }
}

/// No pit is claimed, and none was lifted from, in these lanes. (Where pits are shared, the mark of a player of the
/// other row is gone when the rows are filled.)
#[inline(always)]
pub fn forget_claims(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    for (kept, first) in [(plan.claims, CLAIMS), (plan.lifts, LIFTS)] {
        if kept {
            forget_kept(lane_plan, block, first, lanes);
        }
    }
}

//! Before the game: seeds of the reserve that players put where they like (see `engine::place`).

use super::legal::count;
use super::pass::pass_turn;
use crate::batch::block::Block;
use crate::batch::board::exchange;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, yes};
use crate::plan::{HALF, NO_SLOT, PlacePlan, RESERVE, Spot};
use crate::rules::Filled;

/// Truth: the mover of these lanes, which are in no phase, puts a seed of the reserve in a pit.
#[inline(always)]
pub fn placing(lane_plan: &LanePlan, block: &Block, lanes: Bytes) -> Bytes {
    match lane_plan.plan.places {
        None => Bytes::ZERO,
        Some(places) => lanes.and(to_be_placed(block, places).at_least(1)).and(block.phase.is(0)),
    }
}

/// Seeds that the mover still has to place: their own, and where one player lays out all seeds, the other player's.
#[inline(always)]
fn to_be_placed(block: &Block, places: PlacePlan) -> Bytes {
    let own = block.board.cells[RESERVE];
    if places.by_one { own.plus(block.board.cells[HALF + RESERVE]) } else { own }
}

/// Any pit of their own will do, or of either side, as the rules say: its action is that of sowing it forward.
/// `placed`: lanes in which a seed was placed just now, so that this may stand there already, whoever is to move.
#[inline(always)]
pub fn pits_to_place_in(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, placed: Bytes) {
    block.waits.decide(lanes);
    let Some(places) = lane_plan.plan.places else { return };
    if places.limits() {
        block.rare.pits_to_fill(lane_plan, block, places, lanes);
        return;
    }
    let lanes = lanes.but_not(placed);
    if !lanes.any() {
        return;
    }
    for action in 0..lane_plan.plan.actions.count {
        let own = u8::from(action < lane_plan.plan.side);
        block.legal[action] = lanes.choose(Bytes::all(own), block.legal[action]);
    }
    count(lane_plan, block, lanes);
}

/// Where it is said how pits are filled: those after which the seeds that are left are enough.
#[inline(always)]
pub fn pits_to_fill(lane_plan: &LanePlan, block: &mut Block, places: PlacePlan, lanes: Bytes) {
    if !lanes.any() {
        return;
    }
    let plan = &lane_plan.plan;
    let sides = if places.by_one { 2 } else { 1 };
    let is_filled =
        |action: usize| action < sides * plan.side && places.pits >> (action % plan.side) & 1 == 1;
    let mut due = Bytes::ZERO;
    for action in 0..sides * plan.side {
        let pit = seeds_due(lane_plan, block, action);
        let counts = places.filled == Filled::Facing || is_filled(action);
        if counts {
            due = due.plus(pit.is_due.and(Bytes::all(1)));
        }
    }
    let left = to_be_placed(block, places);
    let full = inner_singles(lane_plan, block).at_least(places.inner_singles);
    let mut some = Bytes::ZERO;
    for action in 0..plan.actions.count {
        let mut fits = Bytes::ZERO;
        if is_filled(action) {
            let then = due_after(lane_plan, block, places, due, action);
            fits = then.zip(left, |then, left| yes(then < left));
            if places.inner_singles > 0 && plan.inner_row().contains(&action) {
                fits = fits.and(block.board.cells[action].is(0)).but_not(full);
            }
        }
        some = some.or(fits);
        block.legal[action] = lanes.choose(fits.and(Bytes::all(1)), block.legal[action]);
    }
    let none = lanes.but_not(some); // a position set up by hand
    for action in (0..sides * plan.side).filter(|action| is_filled(*action)) {
        block.legal[action] = none.choose(Bytes::all(1), block.legal[action]);
    }
    count(lane_plan, block, lanes);
}

/// Pits of the mover's inner row that hold seeds.
#[inline(always)]
fn inner_singles(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let mut singles = Bytes::ZERO;
    for seeds in &block.board.cells[lane_plan.plan.inner_row()] {
        singles = singles.plus(seeds.at_least(1).and(Bytes::all(1)));
    }
    singles
}

/// What is due when a seed has fallen in one more pit. `due`: before.
#[inline(always)]
fn due_after(
    lane_plan: &LanePlan,
    block: &Block,
    places: PlacePlan,
    due: Bytes,
    action: usize,
) -> Bytes {
    if places.filled.is_largest_first() {
        return own_seeds_due(lane_plan, block, places, action);
    }
    let pit = seeds_due(lane_plan, block, action);
    let fewer = due.zip(pit.is_due, |due, is_due| due - (is_due & 1));
    fewer.plus(pit.makes_due.and(Bytes::all(1)))
}

/// Seeds that must still fall in the first row, if one falls in this pit, so that its first pit holds more than any
/// other one, and where it falls, no other one more than the one before it.
#[inline(always)]
fn own_seeds_due(lane_plan: &LanePlan, block: &Block, places: PlacePlan, placed: usize) -> Bytes {
    let plan = &lane_plan.plan;
    let held = |pit: usize| {
        let seeds = block.board.cells[pit];
        if pit == placed { seeds.map(|seeds| seeds.saturating_add(1)) } else { seeds }
    };
    let (mut due, mut most) = (Bytes::ZERO, Bytes::ZERO);
    for pit in (1..plan.columns).rev() {
        most = most.zip(held(pit), u8::max);
        if places.filled == Filled::Descending {
            due = due.zip(most.zip(held(pit), u8::wrapping_sub), u8::saturating_add);
        }
    }
    for pit in plan.columns..plan.side {
        most = most.zip(held(pit), u8::max);
    }
    let first = most.zip(held(0), |most, first| most.saturating_add(1).saturating_sub(first));
    due.zip(first, u8::saturating_add)
}

/// What a pit is owed. Truths.
struct SeedsDue {
    /// A seed must still fall there.
    is_due: Bytes,
    /// If one falls there, another pit is owed one.
    makes_due: Bytes,
}

#[inline(always)]
fn seeds_due(lane_plan: &LanePlan, block: &Block, action: usize) -> SeedsDue {
    let plan = &lane_plan.plan;
    let cells = &block.board.cells;
    let slot = if action < plan.side { action } else { HALF + action - plan.side };
    let empty = cells[slot].is(0);
    let facing = plan.tables.spot(Spot::Facing, 0, slot);
    let [is_due, makes_due] = match plan.places.map(|places| places.filled) {
        Some(Filled::Each) => [empty, Bytes::ZERO],
        Some(Filled::Facing) if facing < NO_SLOT => {
            let free = cells[facing].is(0);
            [empty.but_not(free), empty.and(free)]
        }
        _ => [Bytes::ZERO; 2],
    };
    SeedsDue { is_due, makes_due }
}

/// One seed falls in the pit that was chosen; gives the lanes in which one does.
#[inline(always)]
pub fn place(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let placing = placing(lane_plan, block, lanes);
    let Some(places) = lane_plan.plan.places.filter(|_| placing.any()) else { return placing };
    if places.by_one {
        place_for_both(lane_plan, block, placing);
        return placing;
    }
    for sower in &lane_plan.sowers {
        if sower.slot < HALF && !sower.backward {
            let chosen = block.action.is(sower.action).and(placing);
            block.board.add(sower.slot, chosen.map(|chosen| chosen & 1));
        }
    }
    pay(block, 0, placing);
    placing
}

/// The same where one player lays out all seeds: their own first.
#[cold]
#[inline(never)]
fn place_for_both(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    for sower in lane_plan.sowers.iter().filter(|sower| !sower.backward) {
        let chosen = block.action.is(sower.action).and(lanes);
        block.board.add(sower.slot, chosen.map(|chosen| chosen & 1));
    }
    let spent = lanes.but_not(block.board.cells[RESERVE].at_least(1));
    pay(block, 0, lanes.but_not(spent));
    pay(block, HALF, spent);
}

/// A seed leaves the reserve of a half in these lanes.
#[inline(always)]
fn pay(block: &mut Block, half: usize, lanes: Bytes) {
    let held = &mut block.board.cells[half + RESERVE];
    *held = held.zip(lanes, |held, lanes| held.wrapping_sub(lanes & 1));
}

/// Truth: of the lanes in which a seed was placed, or it was said whether the board is turned round, those whose
/// mover is to move again.
#[inline(always)]
pub fn goes_on_placing(lane_plan: &LanePlan, block: &Block, placed: Bytes) -> Bytes {
    let Some(places) = lane_plan.plan.places.filter(|places| !places.in_turn) else {
        return Bytes::ZERO;
    };
    let more = placed.and(to_be_placed(block, places).at_least(1));
    let Some(keep) = lane_plan.plan.actions.swap else { return more };
    let said =
        if places.keeps_start { says_board(lane_plan, block) } else { block.action.is(keep as u8) };
    more.or(placed.and(said))
}

/// In those of these lanes in which the last seed was placed, the other player says whether the board is turned
/// round. Gives them.
#[cold]
#[inline(never)]
pub fn offer_board(lane_plan: &LanePlan, block: &mut Block, placed: Bytes) -> Bytes {
    let plan = &lane_plan.plan;
    let (Some(first), Some(phase), Some(places)) =
        (plan.actions.swap, plan.swap_phase(), plan.places)
    else {
        return Bytes::ZERO;
    };
    let said = says_board(lane_plan, block);
    let all = placed.but_not(said).but_not(to_be_placed(block, places).at_least(1));
    if !all.any() {
        return all;
    }
    pass_turn(lane_plan, block, all);
    block.phase = all.choose(Bytes::all(phase), block.phase);
    for action in 0..plan.actions.count {
        let offered = u8::from(action >= first);
        block.legal[action] = all.choose(Bytes::all(offered), block.legal[action]);
    }
    count(lane_plan, block, all);
    block.waits.decide(all);
    all
}

/// Truth: the action says whether the board is turned round.
#[inline(always)]
pub fn says_board(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let keep = lane_plan.plan.actions.swap;
    keep.map_or(Bytes::ZERO, |keep| block.action.at_least(keep as u8))
}

/// The movers of these lanes leave the board as it lies, or turn it round, if they say so. Gives the lanes in which
/// they do.
#[cold]
#[inline(never)]
pub fn say_board(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let Some(keep) = lane_plan.plan.actions.swap else { return Bytes::ZERO };
    let said = says_board(lane_plan, block).and(lanes);
    let turned = block.action.is(keep as u8 + 1).and(said);
    let (own, other) = block.board.cells.split_at_mut(HALF);
    for pit in 0..lane_plan.plan.side {
        exchange(&mut own[pit], &mut other[pit], turned);
    }
    said
}

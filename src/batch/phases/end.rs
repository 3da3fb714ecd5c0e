//! The end tests, the sweeps and the winner, in all lanes at once.

use super::fields::fields_are_empty;
use super::marks::{give_marked, is_movers};
use super::next_round::{points, rounds_won};
use super::pass::{Look, look_again};
use super::put::may_put;
use super::shared::divide_shared;
use super::trial::others_starve;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES, both, pick, yes};
use crate::outcome::{GameResult, Reason};
use crate::plan::{HALF, OTHER_STORE, STORE};
use crate::rules::{Feeding, FinalCount, When, Winner};

/// These games are over for this reason, but for the final count.
#[inline(always)]
pub fn end_by_rule(block: &mut Block, lanes: Bytes, reason: Reason) {
    block.reason = lanes.choose(Bytes::all(reason as u8), block.reason);
    block.waits.end(lanes);
}

/// Ends the games that meet a condition, in the order of the conditions; gives the others.
#[inline(always)]
pub fn end_tests(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, look: Look) -> Bytes {
    let plan = &lane_plan.plan;
    let mut open = lanes;
    let (mine, theirs) = (look.mine_empty, look.theirs_empty);
    for when in &plan.ends {
        let met = match when {
            When::MoverEmpty if plan.symmetric => {
                board_met(lane_plan, block, When::EitherEmpty, look)
            }
            When::MoverEmpty => mine,
            When::CannotMove => block.choices.is(0),
            When::NobodyCanMove => continue,
            _ => board_met(lane_plan, block, *when, look),
        };
        let met = met.and(open);
        end_by_rule(block, met, Reason::of(*when));
        open = open.but_not(met);
    }
    // PR-6, OW-5. Where the duty is always on, the next player will be found unable to move.
    if matches!(plan.feeding, Feeding::Penalty | Feeding::Forced) {
        let starved = others_starve(lane_plan, block, theirs).but_not(may_put(lane_plan, block));
        let cannot = open.and(starved).but_not(mine).but_not(block.feeds);
        end_by_rule(block, cannot, Reason::CannotFeed);
        open = open.but_not(cannot);
    }
    open
}

/// Truth: a condition is met that both players see alike.
#[inline(always)]
pub fn board_met(lane_plan: &LanePlan, block: &Block, when: When, look: Look) -> Bytes {
    let (mine, theirs) = (look.mine_empty, look.theirs_empty);
    match when {
        // EL-7: a player who may play every pit has none left only when all are empty.
        When::EitherEmpty if lane_plan.plan.symmetric => mine.and(theirs),
        When::EitherEmpty => mine.or(theirs),
        When::AboveHalf => above_half(lane_plan, block),
        When::Enough => {
            let enough = lane_plan.plan.enough;
            block.board.cells[STORE]
                .at_least(enough)
                .or(block.board.cells[OTHER_STORE].at_least(enough))
        }
        When::AllSingle => {
            let mut most = Bytes::ZERO;
            for slot in lane_plan.pits() {
                most = most.zip(block.board.cells[slot], u8::max);
            }
            most.at_least(2).inverse()
        }
        When::Few => {
            let side = lane_plan.plan.side;
            let seeds = block.board.sum(0, side).plus(block.board.sum(HALF, side));
            let few = lane_plan.plan.few;
            seeds.map(|seeds| yes(seeds <= few))
        }
        When::EachFew => each_has_few(lane_plan, block),
        When::FieldsEmpty => fields_are_empty(lane_plan, block),
        When::RowEmpty => {
            let rows = both(|half| row_is_empty(lane_plan, block, half * HALF));
            rows[0].or(rows[1])
        }
        // By who moves, or by the sowing itself.
        When::MoverEmpty | When::CannotMove | When::NobodyCanMove | When::EndsTaken => Bytes::ZERO,
    }
}

/// Truth: neither player has more than few seeds in their pits (GF-6).
#[cold]
#[inline(never)]
fn each_has_few(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let [own, others] = both(|half| block.board.sum(half * HALF, lane_plan.plan.side));
    let few = lane_plan.plan.few;
    own.zip(others, |own, others| yes(own.max(others) <= few))
}

/// Truth: the row that the ending names is empty on the half that begins at `base`.
#[inline(always)]
fn row_is_empty(lane_plan: &LanePlan, block: &Block, base: usize) -> Bytes {
    let (first, last) = lane_plan.plan.row;
    block.board.is_empty(base + first, last - first)
}

/// Truth: a store holds more than half of all seeds, or both hold half.
#[inline(always)]
fn above_half(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let cells = &block.board.cells;
    let (mine, theirs) = (cells[STORE], cells[OTHER_STORE]);
    let total = if lane_plan.removes { block.board.total(lane_plan) } else { block.seeds };
    // 2 n > total, in bytes: n > total / 2.
    let half = total.map(|total| total / 2);
    let more = |store: Bytes| store.zip(half, |store, half| yes(store > half));
    let both = mine.zip3(theirs, total, |mine, theirs, total| {
        yes(mine == theirs && mine == total / 2 && total & 1 == 0)
    });
    more(mine).or(more(theirs)).or(both)
}

/// The final count of the games that are ending, but for those that are spared: sweeps, and the winner.
#[inline(always)]
pub fn finish(lane_plan: &LanePlan, block: &mut Block, spared: Bytes) {
    let lanes = block.waits.count(spared);
    let by_rule = lanes
        .but_not(block.reason.is(Reason::EndlessSowing as u8))
        .but_not(block.reason.is(Reason::MaxActions as u8));
    final_sweep(lane_plan, block, by_rule);
    let result = winner(lane_plan, block);
    // Who has taken both ends has won, whatever the rule of the winner.
    let by_rule = by_rule.but_not(block.reason.is(Reason::EndsTaken as u8));
    block.result = by_rule.choose(result, block.result);
}

/// Who gets the seeds left in the pits (KG-7, KE-2, KT-5, KN-6, EL-8, PR-6, PR-7).
#[inline(always)]
pub fn final_sweep(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    // Where the pits of each half go: truth for the mover's store.
    let (own_to_mover, others_to_mover) = match plan.final_count {
        FinalCount::Home | FinalCount::Owner => (Bytes::all(YES), Bytes::ZERO),
        FinalCount::Emptied => {
            let Look { mine_empty: mine, theirs_empty: theirs } = look_again(lane_plan, block);
            // Nobody's pits are empty when neither could move: each keeps their own (KT-5).
            (theirs.and(mine.inverse()).inverse(), mine)
        }
        FinalCount::LastMover => {
            let last = block.actor.equals(block.to_move);
            (last, last)
        }
        FinalCount::Other => (block.reason.is(Reason::CannotMove as u8).inverse(), Bytes::ZERO),
    };
    if plan.counts_marked {
        give_marked(lane_plan, block, lanes);
    }
    if plan.shared != 0 {
        divide_shared(lane_plan, block, lanes);
    }
    if plan.final_count == FinalCount::Home {
        return;
    }
    if plan.owns_pits || plan.shared != 0 {
        return sweep_pits(lane_plan, block, lanes, [own_to_mover, others_to_mover]);
    }
    for (base, to_mover) in [(0, own_to_mover), (HALF, others_to_mover)] {
        let swept = block.board.sum(base, plan.side).and(lanes);
        block.board.add(STORE, swept.and(to_mover));
        block.board.add(OTHER_STORE, swept.but_not(to_mover));
        for slot in base..base + plan.side {
            block.board.clear(slot, lanes);
        }
    }
}

/// The same pit by pit, where pits change hands, or the seeds of some are nobody's. `to_mover`: truth where the
/// mover's pits, and where those of the other player, go to the mover's store.
#[inline(always)]
fn sweep_pits(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, to_mover: [Bytes; 2]) {
    let [own_to_mover, others_to_mover] = to_mover;
    for slot in lane_plan.pits().filter(|slot| !lane_plan.is_shared(*slot)) {
        let swept = block.board.cells[slot].and(lanes);
        let to_mover = is_movers(lane_plan, block, slot).choose(own_to_mover, others_to_mover);
        block.board.add(STORE, swept.and(to_mover));
        block.board.add(OTHER_STORE, swept.but_not(to_mover));
        block.board.clear(slot, lanes);
    }
}

/// The winner by rule (KG-1, MW-8, CH-9, CH-10), as a result.
#[inline(always)]
fn winner(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let plan = &lane_plan.plan;
    let mine = block.board.is_empty(0, plan.side);
    let theirs = block.board.is_empty(HALF, plan.side);
    let more = |[own, others]: [Bytes; 2]| {
        let more = |a: Bytes, b: Bytes| a.zip(b, |a, b| yes(a > b));
        (more(own, others), more(others, own))
    };
    // Truth: the mover wins; the other player wins.
    let (mover, other) = match plan.winner {
        Winner::MostSeeds => more(block.scores(lane_plan)),
        Winner::Enough => {
            let scores = block.scores(lane_plan);
            let [own, others] = both(|half| scores[half].at_least(plan.enough));
            (own.but_not(others), others.but_not(own))
        }
        Winner::MostRounds => more(rounds_won(block)),
        Winner::MostPoints => more(points(block)),
        Winner::LastMover => (Bytes::ZERO, Bytes::all(YES)),
        Winner::Stuck => (Bytes::all(YES), Bytes::ZERO),
        Winner::LastMoverUnlessEnough => {
            let [own, _] = block.scores(lane_plan);
            (Bytes::ZERO, own.at_least(plan.enough).inverse())
        }
        Winner::HasRowOrLastMover => {
            let rows = both(|half| row_is_empty(lane_plan, block, half * HALF));
            let mover = rows[1].but_not(rows[0]);
            (mover, mover.inverse())
        }
        Winner::Emptied => (mine.but_not(theirs), theirs.but_not(mine)),
        Winner::HasSeeds => (theirs.but_not(mine), mine.but_not(theirs)),
        Winner::HasRow => {
            let rows = both(|half| row_is_empty(lane_plan, block, half * HALF));
            (rows[1].but_not(rows[0]), rows[0].but_not(rows[1]))
        }
    };
    let draw = GameResult::Draw as u8;
    let side = other.zip(block.to_move, |other, mover| mover ^ other & 1); // South 0, North 1
    mover.or(other).zip(side, |decided, side| pick(decided, side, draw))
}

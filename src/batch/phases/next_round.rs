//! The next round, in all lanes at once whose round is over (see `engine::rounds`).

use super::deal::Deal;
use super::end::final_sweep;
use super::leave::open_pits;
use super::legal::lots;
use super::marks::{forget_claims, is_movers};
use super::pass::{look_again, pass_turn};
use super::settle::settle_looked;
use crate::batch::block::{Block, NONE};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, both};
use crate::outcome::Reason;
use crate::plan::{HALF, OTHER_STORE, RESERVE, Register, STORE};

/// What came of beginning rounds.
pub struct Begun {
    /// Whether any was begun.
    pub any: bool,
    /// Truth: the next round is still to be begun, as such lanes were few. Their pits have been swept already; to
    /// sweep them again changes nothing.
    pub due: Bytes,
}

/// Begins the next round in lanes that wait for their final count, where there is one; again and again, since
/// a round may be over before an action, until such lanes are at most `few`.
#[inline(always)]
pub fn begin_rounds(lane_plan: &LanePlan, block: &mut Block, few: usize) -> Begun {
    let mut begun = Begun { any: false, due: Bytes::ZERO };
    let Some(rounds) = lane_plan.plan.rounds else { return begun };
    loop {
        let ending = block.waits.ending();
        let over = ending
            .but_not(block.reason.is(Reason::EndlessSowing as u8))
            .but_not(block.reason.is(Reason::MaxActions as u8));
        begun.due = Bytes::ZERO;
        if !over.any() {
            return begun;
        }
        final_sweep(lane_plan, block, over);
        let deal = Deal::new(lane_plan, block, rounds, Bytes::ZERO);
        let lanes = over.and(deal.goes_on);
        if lanes.count() <= few {
            begun.due = lanes;
            return begun;
        }
        begun.any = true;
        if lane_plan.plan.actions.lot.is_some() {
            wait_for_lots(lane_plan, block, lanes);
        } else {
            count_rounds(lane_plan, block, lanes);
            begin(lane_plan, block, &deal, lanes);
        }
    }
}

/// In these lanes a lot says who begins the next round.
#[inline(always)]
fn wait_for_lots(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    block.waits.begin_rounds(lanes);
    block.reason = lanes.choose(Bytes::all(NONE), block.reason);
    block.phase = lanes.choose(Bytes::all(lane_plan.plan.lot_phase().unwrap_or(0)), block.phase);
    lots(lane_plan, block, lanes);
    block.waits.decide(lanes);
}

/// The lot that was drawn in these lanes falls on the mover, or else on the other player: they begin the
/// next round.
#[cold]
#[inline(never)]
pub fn draw(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, on_mover: Bytes) {
    let Some(rounds) = lane_plan.plan.rounds else { return };
    let deal = Deal::new(lane_plan, block, rounds, on_mover);
    count_rounds(lane_plan, block, lanes);
    begin(lane_plan, block, &deal, lanes);
}

/// Rounds that the mover and the other player have won, with the one that is over now: it is theirs who have
/// more seeds.
#[inline(always)]
pub fn rounds_won(block: &Block) -> [Bytes; 2] {
    let stored = [block.board.cells[STORE], block.board.cells[OTHER_STORE]];
    both(|half| {
        let won = block.board.cells[half * HALF + Register::Won.cell()];
        stored[half].zip3(stored[1 - half], won, |own, other, won| {
            won.saturating_add(u8::from(own > other))
        })
    })
}

/// Points of the mover and of the other player, with those of the round that is over now: one for each seed that a
/// player has more. No more than 255, which only who wins can have.
#[inline(always)]
pub fn points(block: &Block) -> [Bytes; 2] {
    let stored = [block.board.cells[STORE], block.board.cells[OTHER_STORE]];
    both(|half| {
        let before = block.board.cells[half * HALF + Register::Points.cell()];
        stored[half].zip3(stored[1 - half], before, |own, other, before| {
            before.saturating_add(own.saturating_sub(other))
        })
    })
}

/// Truth: a player has so many points, with those of the round that is over now.
#[cold]
#[inline(never)]
pub fn have_points(block: &Block, most: u8) -> Bytes {
    let [own, others] = points(block);
    own.at_least(most).or(others.at_least(most))
}

/// The round that is over brings points, in these lanes. (The last one never does, see `engine::rounds`.)
#[cold]
#[inline(never)]
fn score_rounds(block: &mut Block, lanes: Bytes) {
    for (half, points) in points(block).into_iter().enumerate() {
        let column = &mut block.board.cells[half * HALF + Register::Points.cell()];
        *column = lanes.choose(points, *column);
    }
}

/// The round that is over counts for who has won it. (The last one never does, see `engine::rounds`.)
#[inline(always)]
fn count_rounds(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    if lane_plan.plan.rounds.is_some_and(|rounds| rounds.points > 0) {
        score_rounds(block, lanes);
    }
    if !lane_plan.plan.rounds.is_some_and(|rounds| rounds.counted) {
        return;
    }
    for (half, won) in rounds_won(block).into_iter().enumerate() {
        let column = &mut block.board.cells[half * HALF + Register::Won.cell()];
        *column = lanes.choose(won, *column);
    }
}

/// The next round begins in these lanes, or players choose first which pits stay without seeds.
#[inline(always)]
fn begin(lane_plan: &LanePlan, block: &mut Block, deal: &Deal, lanes: Bytes) {
    forget_claims(lane_plan, block, lanes);
    if deal.rounds.chosen {
        open_pits(lane_plan, block, lanes);
    }
    let began = deal.starts.map(|mover| mover & 1);
    for (half, began) in [(0, began), (HALF, began.map(|began| 1 - began))] {
        for register in Register::OF_A_ROUND {
            let column = &mut block.board.cells[half + register.cell()];
            *column = column.but_not(lanes);
        }
        for (register, value) in [(Register::Began, began), (Register::Round, deal.round)] {
            let column = &mut block.board.cells[half + register.cell()];
            *column = lanes.choose(value, *column);
        }
    }
    block.waits.begin_rounds(lanes);
    block.reason = lanes.choose(Bytes::all(NONE), block.reason);
    let chooses = if deal.rounds.chosen {
        let starts = deal.starts.map(|starts| starts & 1);
        block.rare.leave(lane_plan, block, &deal.pits, starts, lanes)
    } else {
        Bytes::ZERO
    };
    lay_out(lane_plan, block, deal, lanes.but_not(chooses));
}

/// The pits are filled in these lanes, and the round is played.
#[inline(always)]
fn lay_out(lane_plan: &LanePlan, block: &mut Block, deal: &Deal, lanes: Bytes) {
    if lane_plan.plan.owns_pits {
        deal.fill_owned(block, lanes);
    } else {
        deal.fill_rows(lane_plan, block, lanes);
    }
    block.phase = block.phase.but_not(lanes);
    pass_turn(lane_plan, block, lanes.but_not(deal.starts));
    if deal.rounds.as_setup {
        lay_as_setup(lane_plan, block, deal.rounds.refill, lanes);
    }
    // Nobody has made an action in this round.
    block.actor = lanes.choose(block.to_move.map(|side| side ^ 1), block.actor);
    // A game may begin with the choice of pits, in a lane that held another one.
    block.skipped = block.skipped.but_not(lanes);
    let look = look_again(lane_plan, block);
    settle_looked::<false>(lane_plan, block, lanes, Bytes::ZERO, look, lane_plan.simple_moves);
}

/// The movers of these lanes have chosen pits that stay without seeds. Others are chosen, or the round begins.
#[inline(always)]
pub fn go_on_leaving(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let Some(rounds) = lane_plan.plan.rounds else { return };
    let mut deal = Deal::new(lane_plan, block, rounds, Bytes::ZERO);
    // Who begins is known since the round before was over.
    let began = block.board.cells[Register::Began.cell()];
    deal.starts = began.at_least(1);
    let chooses = block.rare.leave(lane_plan, block, &deal.pits, began, lanes);
    lay_out(lane_plan, block, &deal, lanes.but_not(chooses));
}

/// The pits, where all are full, come to hold what they held at the start, seen by the mover; marks too.
#[inline(always)]
fn lay_as_setup(lane_plan: &LanePlan, block: &mut Block, refill: u8, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let mut full = lanes;
    for slot in lane_plan.pits() {
        full = full.and(block.board.cells[slot].is(refill));
    }
    let start = usize::from(plan.start);
    for slot in lane_plan.pits() {
        let seeds = plan.opening[start ^ (slot / HALF)][slot % HALF];
        let cells = &mut block.board.cells[slot];
        *cells = full.choose(Bytes::all(seeds), *cells);
    }
    if plan.reserve > 0 {
        take_back_reserves(block, plan.reserve, full);
    }
    for pit in (0..plan.markable).filter(|pit| plan.marked >> pit & 1 == 1) {
        let own = is_movers(lane_plan, block, pit);
        let mark = &mut block.board.marks[0][plan.made_marks + pit];
        *mark = mark.or(full.and(own));
    }
}

/// The players have their reserves again in these lanes.
#[cold]
#[inline(never)]
fn take_back_reserves(block: &mut Block, reserve: u8, lanes: Bytes) {
    for half in [0, HALF] {
        let held = &mut block.board.cells[half + RESERVE];
        *held = lanes.choose(Bytes::all(reserve), *held);
    }
}

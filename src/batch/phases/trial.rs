//! Trials of all alternatives, where a rule asks what they would do (PR-6, PR-8, OW-5, OW-6, OW-9).

use super::drop::{drop_seeds, dropping};
use super::marks::made;
use super::pass::Look;
use super::play::keep_plays;
use super::put::{may_put, part, sows_apart, sows_some};
use crate::batch::block::{Block, SoFar};
use crate::batch::lane_plan::{LanePlan, Sower};
use crate::batch::values::{Bytes, LANES, YES, yes};
use crate::plan::HALF;
use crate::rules::Feeding;

/// Lanes in which what is legal, or whether the game is over, depends on what every action would
/// do (PR-6, OW-5, OW-6, OW-9).
#[inline(always)]
pub fn need_trials(lane_plan: &LanePlan, block: &Block, lanes: Bytes, look: Look) -> Bytes {
    let plan = &lane_plan.plan;
    let by_rule = !plan.plays.is_empty()
        || plan.forbids_slams
        || plan.back_into != 0
        || plan.feeding == Feeding::Always;
    let starved = others_starve(lane_plan, block, look.theirs_empty);
    let asked = match (by_rule, lane_plan.slams) {
        (false, _) => lanes.and(starved),
        (true, None) => lanes,
        (true, Some(counts)) => lanes.and(starved.or(may_empty(lane_plan, block, counts))),
    };
    let asked = asked.but_not(may_put(lane_plan, block));
    asked.and(block.choices.at_least(1))
}

/// Truth: the other player has nothing to play with; `empty`: truth where they have no seeds.
#[inline(always)]
pub fn others_starve(lane_plan: &LanePlan, block: &Block, empty: Bytes) -> Bytes {
    let plan = &lane_plan.plan;
    if plan.fed_pit <= 1 {
        return empty;
    }
    let mut fed = Bytes::ZERO;
    for slot in HALF..HALF + plan.side {
        fed = fed.or(block.board.cells[slot].at_least(plan.fed_pit));
    }
    fed.inverse()
}

/// Truth: some action might take the last seeds of the other player by a chain from pit to pit
/// along their side (see [`LanePlan::slams`]).
///
/// A chain only takes pits in which a seed of the same lap fell. So before an action that takes
/// all, their first pits up to the landing pit hold a number that one more seed makes fit, all others
/// are empty, and the hand is just as large as the landing pit is far. A hand that goes round
/// leaves none of their pits empty, so none may hold too many.
#[inline(always)]
fn may_empty(lane_plan: &LanePlan, block: &Block, counts: (u8, u8)) -> Bytes {
    let side = lane_plan.plan.side;
    let (low, more) = counts;
    // How many pits of the other player hold such a number, from the first on; then only empty
    // ones may follow.
    let (mut fit, mut fitting) = (Bytes::all(YES), Bytes::ZERO);
    let (mut others, mut most) = (Bytes::ZERO, Bytes::ZERO);
    for cells in &block.board.cells[HALF..HALF + side] {
        fit = fit.zip(*cells, |fit, n| fit & yes(n.wrapping_add(1).wrapping_sub(low) <= more));
        fitting = fitting.zip(fit, |fitting, fit| fitting.wrapping_add(fit & 1));
        others = others.or(cells.but_not(fit));
        most = most.zip(*cells, u8::max);
    }
    let (mut just, mut round) = (Bytes::ZERO, Bytes::ZERO);
    for (pit, cells) in block.board.cells[..side].iter().enumerate() {
        let before = (side - 1 - pit) as u8;
        just = just.zip3(*cells, fitting, |just, n, fitting| {
            just | yes(n == fitting.wrapping_add(before))
        });
        round = round.or(cells.at_least(lane_plan.stops));
    }
    let just = just.and(fitting.at_least(1)).and(others.is(0));
    just.or(round.but_not(most.at_least(low + more)))
}

/// What one action would do.
pub mod verdict {
    /// It is not to be played, or makes a forbidden capture.
    pub const NONE: u8 = 0;
    /// It leaves the other player seeds.
    pub const FEEDS: u8 = 1;
    /// It leaves the other player nothing.
    pub const STARVES: u8 = 2;
    /// It never ends.
    pub const ENDLESS: u8 = 3;
    /// With a number of seeds added to it: it leaves the other player so many. In place of [`FEEDS`] in games
    /// in which it matters how many they are.
    pub const GIVES: u8 = 3;
}

/// Copies the board for laps that are tried in these lanes, in which nothing has happened yet.
#[inline(always)]
pub fn copy_board(lane_plan: &LanePlan, block: &Block, trial: &mut Block, lanes: Bytes) {
    trial.board.copy(lane_plan, &block.board);
    trial.seeds = block.seeds; // of use where the end is looked for after every lap
    trial.waits.clear();
    trial.waits.sow(lanes);
    trial.forbidden = Bytes::ZERO;
    if lane_plan.plan.may_be_endless {
        (trial.endless, trial.laps) = (Bytes::ZERO, Bytes::ZERO);
    }
    (trial.so_far, trial.ends) = (SoFar::NOTHING, Bytes::ZERO);
}

/// Prepares a trial of one action: a copy of the board in which only those of these lanes sow that may play it.
/// Gives whether there are any.
#[inline(always)]
pub fn begin_trial(
    lane_plan: &LanePlan,
    block: &Block,
    trial: &mut Block,
    sower: usize,
    lanes: Bytes,
) -> bool {
    let sower = lane_plan.sowers[sower];
    let legal = block.legal[usize::from(sower.action)].at_least(1);
    let lanes = lanes.and(legal);
    if !lanes.any() {
        return false;
    }
    copy_board(lane_plan, block, trial, lanes);
    trial.hand = block.board.cells[sower.slot].and(lanes);
    trial.origin = Bytes::all(sower.place);
    trial.turn_origin = trial.origin;
    trial.backward = Bytes::all(yes(sower.backward));
    trial.lifts = lanes;
    if lane_plan.lifts_some {
        let some = sows_some(lane_plan, block, &sower, lanes);
        trial.hand = some.choose(part(lane_plan, trial.hand), trial.hand);
        let cells = &mut trial.board.cells[sower.slot];
        *cells = cells.zip(trial.hand.and(some), u8::wrapping_sub);
        trial.lifts = lanes.but_not(some);
    }
    if lane_plan.sows_apart {
        trial.apart = sows_apart(lane_plan, block, &sower, lanes);
    }
    if lane_plan.keeps_so_far {
        trial.choosing = Bytes::ZERO;
    }
    if lane_plan.plan.drops {
        let dropped = dropping(lane_plan, block, lanes);
        let chosen = |_: &Block, other: Sower| Bytes::all(yes(other.action == sower.action));
        let (one, before) = drop_seeds(lane_plan, trial, dropped, chosen);
        trial.hand = dropped.choose(one, trial.hand);
        trial.origin = dropped.choose(before, trial.origin);
        trial.lifts = trial.lifts.but_not(dropped);
        trial.so_far.dropped = dropped;
    }
    trial.forget_sown(lane_plan, Bytes::all(YES));
    true
}

/// What the trial has shown: a verdict in each lane.
#[inline(always)]
pub fn judge(lane_plan: &LanePlan, trial: &Block) -> Bytes {
    let starves = starves(lane_plan, trial);
    let given = given(lane_plan, trial);
    let idle = trial.so_far.went_back.but_not(trial.so_far.captured);
    let forbidden = trial.forbidden.or(idle);
    let (done, mut out) = (trial.waits.done(), Bytes::ZERO);
    for i in 0..LANES {
        let fed = if starves.0[i] == 0 { given.0[i] } else { verdict::STARVES };
        let ended = if trial.endless.0[i] == 0 { fed } else { verdict::ENDLESS };
        let allowed = if forbidden.0[i] == 0 { ended } else { verdict::NONE };
        let tried = done.0[i] != 0;
        out.0[i] = if tried { allowed } else { verdict::NONE };
    }
    out
}

/// The verdict where the other player has seeds.
#[inline(always)]
fn given(lane_plan: &LanePlan, trial: &Block) -> Bytes {
    let plan = &lane_plan.plan;
    if plan.fed == 1 {
        return Bytes::all(verdict::FEEDS);
    }
    left(lane_plan, trial).map(|seeds| verdict::GIVES + seeds.min(plan.fed))
}

/// Truth: the other player has no seeds.
#[inline(always)]
fn starves(lane_plan: &LanePlan, trial: &Block) -> Bytes {
    if lane_plan.plan.sends_home {
        left(lane_plan, trial).is(0)
    } else {
        let empty = trial.board.is_empty(HALF, lane_plan.plan.side);
        others_starve(lane_plan, trial, empty)
    }
}

/// The seeds that the other player has, but for those that go to a store from marked pits (see
/// [`super::marks::give_marked`]).
#[inline(always)]
fn left(lane_plan: &LanePlan, trial: &Block) -> Bytes {
    let side = lane_plan.plan.side;
    if !lane_plan.plan.sends_home {
        return trial.board.sum(HALF, side);
    }
    let mut left = Bytes::ZERO;
    for slot in HALF..HALF + side {
        left = left.plus(trial.board.cells[slot].but_not(made(lane_plan, trial, slot)));
    }
    left
}

/// Whether the other player has seeds then.
#[inline(always)]
fn is_fed(verdict: u8) -> bool {
    verdict == verdict::FEEDS || verdict > verdict::GIVES
}

/// What is left when forbidden captures (OW-6) and actions that break the duty to feed are taken
/// out. Endless actions stay (PR-8); if no action feeds, none is broken by not doing so where the
/// duty is always on (OW-9).
#[inline(always)]
pub fn permitted(lane_plan: &LanePlan, block: &mut Block, verdicts: &[Bytes], lanes: Bytes) {
    let plan = &lane_plan.plan;
    if !plan.plays.is_empty() {
        return keep_plays(lane_plan, block, verdicts, lanes);
    }
    let starving = others_starve(lane_plan, block, block.board.is_empty(HALF, plan.side));
    let (mut feeds, mut most) = (Bytes::ZERO, Bytes::ZERO);
    for verdict in verdicts {
        feeds = feeds.or(verdict.map(|verdict| yes(is_fed(verdict))));
        most = most.zip(*verdict, u8::max);
    }
    block.feeds = lanes.choose(feeds, block.feeds);
    if !plan.must_try {
        return;
    }
    let bound = match plan.feeding {
        Feeding::Forced => starving,
        Feeding::Always => feeds,
        _ => Bytes::ZERO,
    };
    for (sower, verdict) in lane_plan.sowers.iter().zip(verdicts) {
        let column = &mut block.legal[usize::from(sower.action)];
        let legal = verdict.zip3(bound, most, |verdict, bound, most| {
            u8::from(
                is_fed(verdict) && (bound == 0 || verdict == verdict::FEEDS || verdict == most),
            ) | u8::from(verdict == verdict::ENDLESS)
                | u8::from(verdict == verdict::STARVES && bound == 0)
        });
        *column = lanes.choose(legal, *column);
    }
}

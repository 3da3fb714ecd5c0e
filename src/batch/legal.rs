//! Which actions are legal in each lane.

use super::block::Block;
use super::course::Course;
use super::lanes::{Bytes, LANES, yes};
use super::turn::Look;
use crate::plan::{HALF, RESERVE};
use crate::rules::Feeding;

/// Writes 0 or 1 for every action that sows: pits with enough seeds (KG-2, EL-3, PR-2, MW-2,
/// CH-3), in each direction (KT-2), or lone seeds (CH-4). All other actions are not legal.
#[inline(always)]
pub(super) fn pits_to_play(course: &Course, block: &mut Block, lanes: Bytes) {
    let plan = &course.plan;
    let least = plan.least;
    let mut choices = Bytes::ZERO;
    for sower in &course.sowers {
        let ways = if sower.backward { plan.backward } else { plan.forward };
        let pit = usize::from(sower.action) % plan.actions.pits;
        let may = ways >> pit & 1 == 1 && (sower.slot < HALF || plan.symmetric);
        let legal = if may {
            block.board.cells[sower.slot].map(|n| u8::from(n >= least))
        } else {
            Bytes::ZERO
        };
        choices = choices.plus(legal);
        set(course, block, usize::from(sower.action), lanes, legal);
    }
    block.choices = lanes.choose(choices, block.choices);
    for action in course.sowers.len()..plan.actions.count {
        set(course, block, action, lanes, Bytes::ZERO);
    }
    if plan.singles {
        singles(course, block, lanes.and(choices.is(0)));
    }
}

/// Writes whether an action is legal. Where it follows from the seeds of its pit alone, the lanes
/// that are not asked for have the right value already.
#[inline(always)]
fn set(course: &Course, block: &mut Block, action: usize, lanes: Bytes, legal: Bytes) {
    let column = &mut block.legal[action];
    *column = if course.keeps_legal { lanes.choose(legal, *column) } else { legal };
}

/// Lone seeds with an empty pit before them, where nothing larger can be played (CH-4).
#[inline(always)]
fn singles(course: &Course, block: &mut Block, lanes: Bytes) {
    if !lanes.any() {
        return;
    }
    let plan = &course.plan;
    for sower in course.sowers.iter().filter(|sower| sower.slot < HALF) {
        let next = block.board.cells[usize::from(plan.next[0][sower.slot])];
        let movable =
            block.board.cells[sower.slot].zip(next, |n, next| u8::from(n == 1 && next == 0));
        let column = &mut block.legal[usize::from(sower.action)];
        *column = lanes.choose(movable, *column);
    }
    count(course, block, lanes);
}

/// The reserve may be entered at the start of a turn if a pit can be played after it (MW-3).
#[inline(always)]
pub(super) fn reserve(course: &Course, block: &mut Block, lanes: Bytes) {
    let plan = &course.plan;
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
pub(super) fn files(course: &Course, block: &mut Block, lanes: Bytes) {
    let plan = &course.plan;
    let Some(first) = plan.actions.files else { return };
    for action in 0..first {
        block.legal[action] = block.legal[action].but_not(lanes);
    }
    for file in 0..plan.columns {
        let phase = file as u8 + 1;
        let legal = block.phase.map(|now| u8::from(now != phase));
        block.legal[first + file] = lanes.choose(legal, block.legal[first + file]);
    }
    count(course, block, lanes);
}

/// Counts the legal actions.
#[inline(always)]
pub(super) fn count(course: &Course, block: &mut Block, lanes: Bytes) {
    let mut choices = Bytes::ZERO;
    for column in &block.legal[..course.plan.actions.count] {
        choices = choices.plus(*column);
    }
    block.choices = lanes.choose(choices, block.choices);
}

/// Lanes in which what is legal, or whether the game is over, depends on what every action would
/// do (PR-6, OW-5, OW-6, OW-9).
#[inline(always)]
pub(super) fn need_trials(course: &Course, block: &Block, lanes: Bytes, look: Look) -> Bytes {
    let plan = &course.plan;
    let by_rule = plan.forbids_slams || plan.feeding == Feeding::Always;
    let asked = match (by_rule, course.slams) {
        (false, _) => lanes.and(look.theirs_empty),
        (true, None) => lanes,
        (true, Some(counts)) => lanes.and(look.theirs_empty.or(may_empty(course, block, counts))),
    };
    asked.and(block.choices.at_least(1))
}

/// Truth: some action might take the last seeds of the other player by a chain from pit to pit
/// along his side (see [`Course::slams`]).
///
/// A chain only takes pits in which a seed of the same lap fell. So before an action that takes
/// all, his first pits up to the landing pit hold a number that one more seed makes fit, all others
/// are empty, and the hand is just as large as the landing pit is far. A hand that goes round
/// leaves none of his pits empty, so none may hold too many.
#[inline(always)]
fn may_empty(course: &Course, block: &Block, counts: (u8, u8)) -> Bytes {
    let side = course.plan.side;
    let (low, more) = counts;
    // How many pits hold such a number, from his first pit on; then only empty ones may follow.
    let (mut fit, mut fitting) = (Bytes::all(super::YES), Bytes::ZERO);
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
        round = round.or(cells.at_least(course.stops));
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
}

/// Prepares a trial of one action: a copy of the board in which only the lanes sow that may play
/// it. Gives whether there are any.
#[inline(always)]
pub(super) fn begin_trial(course: &Course, block: &Block, trial: &mut Block, sower: usize) -> bool {
    let sower = course.sowers[sower];
    let legal = block.legal[usize::from(sower.action)].at_least(1);
    let lanes = block.on_trial.and(legal);
    if !lanes.any() {
        return false;
    }
    trial.board.copy(course, &block.board);
    trial.clear_waits();
    trial.sowing = lanes;
    trial.hand = block.board.cells[sower.slot].and(lanes);
    trial.origin = Bytes::all(sower.place);
    trial.turn_origin = trial.origin;
    trial.backward = Bytes::all(yes(sower.backward));
    trial.lifts = lanes;
    trial.forbidden = Bytes::ZERO;
    trial.endless = Bytes::ZERO;
    trial.laps = Bytes::ZERO;
    true
}

/// What the trial has shown: a verdict in each lane.
#[inline(always)]
pub(super) fn judge(course: &Course, trial: &Block) -> Bytes {
    let starves = trial.board.is_empty(HALF, course.plan.side);
    let mut out = Bytes::ZERO;
    for i in 0..LANES {
        let fed = if starves.0[i] == 0 { verdict::FEEDS } else { verdict::STARVES };
        let ended = if trial.endless.0[i] == 0 { fed } else { verdict::ENDLESS };
        let allowed = if trial.forbidden.0[i] == 0 { ended } else { verdict::NONE };
        let tried = trial.done.0[i] != 0;
        out.0[i] = if tried { allowed } else { verdict::NONE };
    }
    out
}

/// What is left when forbidden captures (OW-6) and actions that break the duty to feed are taken
/// out. Endless actions stay (PR-8); if no action feeds, none is broken by not doing so where the
/// duty is always on (OW-9).
#[inline(always)]
pub(super) fn permitted(course: &Course, block: &mut Block, verdicts: &[Bytes]) {
    let plan = &course.plan;
    let lanes = block.on_trial;
    let starving = block.board.is_empty(HALF, plan.side);
    let mut feeds = Bytes::ZERO;
    for verdict in verdicts {
        feeds = feeds.or(verdict.is(verdict::FEEDS));
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
    for (sower, verdict) in course.sowers.iter().zip(verdicts) {
        let column = &mut block.legal[usize::from(sower.action)];
        let legal = verdict.zip(bound, |verdict, bound| {
            u8::from(verdict == verdict::FEEDS || verdict == verdict::ENDLESS)
                | u8::from(verdict == verdict::STARVES && bound == 0)
        });
        *column = lanes.choose(legal, *column);
    }
}

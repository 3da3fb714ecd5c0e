//! What the table of plays lets through. Whoever has to settle a lane asks it of every pit, as trials are
//! made: a first lap is foreseen, or tried, where an entry asks for it.

use super::foresee::{Foreseen, foresee_play};
use super::houses::{as_wanted, housed, is_blocked, is_house};
use super::place::placing;
use crate::batch::block::Block;
use crate::batch::lane_plan::{LanePlan, Sower};
use crate::batch::lane_play::LanePlay;
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::{HALF, NO_SLOT, RESERVE, Register, Spot};
use crate::rules::{MAX_PLAYS, Occupancy, Pick};

/// Writes for every action the steps of the table that it fits, in these lanes, where what their first laps would do is
/// foreseen.
#[inline(always)]
pub fn foresee_plays(
    lane_plan: &LanePlan,
    block: &Block,
    whens: &Whens,
    fitting: &mut [Bytes],
    lanes: Bytes,
) {
    if lane_plan.sows_first_otherwise() {
        foresee_otherwise(lane_plan, block, whens, fitting, lanes);
    } else {
        foresee_each::<false>(lane_plan, block, whens, fitting, lanes);
    }
}

/// The same where first laps may be sown otherwise than later ones.
#[cold]
#[inline(never)]
fn foresee_otherwise(
    lane_plan: &LanePlan,
    block: &Block,
    whens: &Whens,
    fitting: &mut [Bytes],
    lanes: Bytes,
) {
    foresee_each::<true>(lane_plan, block, whens, fitting, lanes);
}

/// The same; `OTHERWISE`: see [`foresee_play`].
#[inline(always)]
fn foresee_each<const OTHERWISE: bool>(
    lane_plan: &LanePlan,
    block: &Block,
    whens: &Whens,
    fitting: &mut [Bytes],
    lanes: Bytes,
) {
    for (index, fitting) in fitting.iter_mut().enumerate() {
        let lap = if lane_plan.sowers[index].by_lap {
            foresee_play::<OTHERWISE>(lane_plan, block, index, lanes)
        } else {
            Foreseen::NOTHING
        };
        let fits = steps_that_fit(lane_plan, block, whens, &lap, index);
        *fitting = lanes.choose(fits, *fitting);
    }
}

/// For each entry of the table that asks for it the lanes in which it is asked at all, by the turn, the reserve, all
/// seeds of the player and the houses, whichever the pit is.
#[derive(Debug)]
pub struct Whens([Bytes; MAX_PLAYS]);

impl Whens {
    /// Of no block.
    pub const NONE: Self = Self([Bytes::ZERO; MAX_PLAYS]);
}

/// Looks when each entry is asked: once for all pits.
#[inline(always)]
pub fn see_whens(lane_plan: &LanePlan, block: &Block, whens: &mut Whens) {
    let spent = block.board.cells[Register::Once.cell()].at_least(1);
    for (when, play) in whens.0.iter_mut().zip(&lane_plan.plays) {
        if play.asks_when {
            *when = fits_player(lane_plan, block, play);
            if play.entry.once {
                *when = when.but_not(spent);
            }
        }
    }
}

/// Truth: what an entry asks of the mover, and not of a pit, is so.
#[inline(always)]
fn fits_player(lane_plan: &LanePlan, block: &Block, play: &LanePlay) -> Bytes {
    let cells = &block.board.cells;
    let turn = cells[Register::Turns.cell()].map(|turns| turns.saturating_add(1));
    let mut fits = play.turns.has(turn).and(play.reserve.has(cells[RESERVE]));
    if let Some(seeds) = &play.housed {
        fits = fits.and(housed(lane_plan, block, |held| seeds.has(held)));
    }
    let (lost, largest) = (!play.entry.lost.is_any(), !play.entry.largest.is_any());
    if lost || largest {
        let (mut owned, mut most) = (cells[RESERVE], Bytes::ZERO);
        for pit in &cells[..lane_plan.plan.side] {
            owned = owned.plus(*pit);
            most = most.zip(*pit, u8::max);
        }
        let gone = owned.map(|owned| lane_plan.plan.owned.saturating_sub(owned));
        fits = fits.and(play.lost.has(gone)).and(play.largest.has(most));
    }
    fits
}

/// Where an entry fits once, its turn begins in those of these lanes in which what it asks of the mover is so.
#[inline(always)]
pub fn spend_once(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let lanes = lanes.and(block.phase.is(0)).but_not(placing(lane_plan, block, lanes));
    for play in lane_plan.plays.iter().filter(|play| play.entry.once) {
        let spent = fits_player(lane_plan, block, play).and(lanes).and(Bytes::all(1));
        let column = &mut block.board.cells[Register::Once.cell()];
        *column = column.or(spent);
    }
}

/// The steps of the table that an action fits: one bit each, in every lane in which it may be played otherwise. `lap`:
/// what its first lap would do, where an entry asks for it.
#[inline(always)]
pub fn steps_that_fit(
    lane_plan: &LanePlan,
    block: &Block,
    whens: &Whens,
    lap: &Foreseen,
    sower: usize,
) -> Bytes {
    let Foreseen { landed, captured } = lap;
    let sower = lane_plan.sowers[sower];
    let legal = block.legal[usize::from(sower.action)].at_least(1);
    let mut fitting = Bytes::ZERO;
    if !legal.any() {
        return fitting;
    }
    for (play, when) in lane_plan.plays.iter().zip(&whens.0) {
        if play.entry.actions >> sower.action & 1 == 0 {
            continue;
        }
        let mut fits = if play.asks_when { legal.and(*when) } else { legal };
        if play.asks_board {
            fits = fits.and(board_fits(lane_plan, block, play, sower));
        }
        if let Some(lands) = &play.lands {
            let was = match lands.was {
                Occupancy::Any => Bytes::all(YES),
                Occupancy::Empty => landed.seeds.is(1),
                Occupancy::Occupied => landed.seeds.at_least(2),
            };
            fits = fits.and(was).and(lands.counts.has(landed.seeds));
            fits = fits.and(lands.places.has(landed.place));
        }
        if let Some(wanted) = play.entry.captures {
            fits = fits.and(if wanted { *captured } else { captured.inverse() });
        }
        fitting = fitting.or(fits.map(|fits| fits & 1 << play.entry.step));
    }
    fitting
}

/// Truth: the pits are as an entry asks.
#[inline(always)]
fn board_fits(lane_plan: &LanePlan, block: &Block, play: &LanePlay, sower: Sower) -> Bytes {
    let cells = &block.board.cells;
    let beside = |spot: Spot| {
        let at = lane_plan.plan.tables.spot(spot, usize::from(sower.backward), sower.slot);
        if at < NO_SLOT { cells[at] } else { Bytes::ZERO }
    };
    let entry = &play.entry;
    let mut fits = play.counts.has(cells[sower.slot]);
    if play.asks_around {
        fits = fits.and(play.next.has(beside(Spot::Next)));
        fits = fits.and(play.before.has(beside(Spot::Before)));
    }
    fits = fits.and(as_wanted(entry.house, || is_house(lane_plan, block, sower.slot)));
    fits.and(as_wanted(entry.blocked, || is_blocked(lane_plan, block, sower.slot)))
}

/// Legal are the actions of the first entry that fits any, and of those that are added to it. `fitting`: the
/// steps of the table that each action fits.
#[inline(always)]
pub fn keep_plays(lane_plan: &LanePlan, block: &mut Block, fitting: &[Bytes], lanes: Bytes) {
    for sower in &lane_plan.sowers {
        let column = &mut block.legal[usize::from(sower.action)];
        *column = column.but_not(lanes);
    }
    let (mut open, mut some) = (lanes, Bytes::ZERO);
    for (number, step) in lane_plan.steps.iter().enumerate() {
        if !(step.also || step.anyway) {
            open = open.but_not(some);
            some = Bytes::ZERO;
        }
        let asked = if step.anyway { lanes } else { open };
        let fits = |index: usize| fitting[index].map(|set| yes(set >> number & 1 == 1)).and(asked);
        let best = best(lane_plan, block, step.pick, fits);
        for (index, sower) in lane_plan.sowers.iter().enumerate() {
            if step.actions >> sower.action & 1 == 0 {
                continue;
            }
            let mut fits = fits(index);
            if step.pick != Pick::All {
                fits = fits.and(rank(block, step.pick, *sower).equals(best));
            }
            if !step.anyway {
                some = some.or(fits);
            }
            let column = &mut block.legal[usize::from(sower.action)];
            *column = column.or(fits.map(|truth| truth & 1));
        }
    }
}

/// The rank of the pits that are played, among those that fit.
#[inline(always)]
fn best(lane_plan: &LanePlan, block: &Block, pick: Pick, fits: impl Fn(usize) -> Bytes) -> Bytes {
    let mut best = Bytes::ZERO;
    if pick != Pick::All {
        for (index, sower) in lane_plan.sowers.iter().enumerate() {
            best = best.zip(rank(block, pick, *sower).and(fits(index)), u8::max);
        }
    }
    best
}

/// A number from 1 on, the larger the sooner a pit is played.
#[inline(always)]
fn rank(block: &Block, pick: Pick, sower: Sower) -> Bytes {
    let pit = (sower.slot % HALF) as u8;
    match pick {
        Pick::All => Bytes::ZERO,
        Pick::First => Bytes::all(HALF as u8 - pit),
        Pick::Last => Bytes::all(1 + pit),
        Pick::Largest => block.board.cells[sower.slot],
    }
}

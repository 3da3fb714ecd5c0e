//! The pit that is blocked for a turn, because it alone is threatened (BK-14).

use super::foresee::foresee_play;
use super::houses::is_house;
use super::legal::pits_to_play;
use super::play::{Whens, keep_plays, steps_that_fit};
use crate::batch::block::{ACTIONS, Block};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, LANES, YES, yes};
use crate::plan::{CLAIMS, HALF, NO_SLOT, Spot};

/// The mover of these lanes has had their turn.
#[inline(always)]
pub fn unblock(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    for pit in lane_plan.plan.inner_row() {
        let blocked = &mut block.board.marks[0][CLAIMS + pit];
        *blocked = blocked.but_not(lanes);
    }
}

/// No place.
pub const NOWHERE: Bytes = Bytes([NO_SLOT as u8; LANES]);

/// Where the laps of one player would capture.
pub struct Threats {
    /// The steps of the table of plays that each sower fits.
    pub fitting: [Bytes; ACTIONS],
    /// The place where its first lap would end, where it would capture; else none.
    pub places: [Bytes; ACTIONS],
}

impl Threats {
    /// None.
    pub const NONE: Self = Self { fitting: [Bytes::ZERO; ACTIONS], places: [NOWHERE; ACTIONS] };
}

/// Lays out the boards as if the other player were to move in these lanes, with the pits that may be played.
#[inline(always)]
pub fn swap_sides(lane_plan: &LanePlan, block: &Block, turned: &mut Block, lanes: Bytes) {
    let all = Bytes::all(YES);
    turned.board.copy(lane_plan, &block.board);
    turned.board.swap(lane_plan, lanes);
    turned.phase = Bytes::ZERO;
    turned.seeds = block.seeds;
    pits_to_play::<false>(lane_plan, turned, all);
}

/// Where the first laps of the mover of these boards would capture, in games in which that is foreseen.
#[inline(always)]
pub fn foresee_threats(
    lane_plan: &LanePlan,
    turned: &Block,
    whens: &Whens,
    threats: &mut Threats,
    lanes: Bytes,
) {
    for index in 0..lane_plan.sowers.len() {
        let lap = foresee_play::<true>(lane_plan, turned, index, lanes);
        threats.fitting[index] = steps_that_fit(lane_plan, turned, whens, &lap, index);
        threats.places[index] = lap.captured.choose(lap.landed.place, NOWHERE);
    }
}

/// Truth: of these lanes, the mover can capture.
#[inline(always)]
pub fn can_capture(
    lane_plan: &LanePlan,
    turned: &mut Block,
    threats: &Threats,
    lanes: Bytes,
) -> Bytes {
    keep_plays(lane_plan, turned, &threats.fitting, lanes);
    let mut some = Bytes::ZERO;
    for (sower, place) in lane_plan.sowers.iter().zip(&threats.places) {
        let legal = turned.legal[usize::from(sower.action)].at_least(1);
        some = some.or(legal.but_not(place.is(NO_SLOT as u8)));
    }
    some.and(lanes)
}

/// Blocks in these lanes the one pit of the mover that the other player would take from.
#[inline(always)]
pub fn block_pits(
    lane_plan: &LanePlan,
    block: &mut Block,
    turned: &mut Block,
    threats: &Threats,
    lanes: Bytes,
) {
    keep_plays(lane_plan, turned, &threats.fitting, lanes);
    let mut many = Bytes::ZERO;
    let mut threatened = [Bytes::ZERO; HALF];
    for site in lane_plan.sites.iter().filter(|site| site.slot < HALF) {
        let pit = site.fixed(Spot::Facing) - HALF;
        for (sower, place) in lane_plan.sowers.iter().zip(&threats.places) {
            let legal = turned.legal[usize::from(sower.action)].at_least(1);
            threatened[pit] = threatened[pit].or(place.is(site.place).and(legal));
        }
    }
    for pit in lane_plan.plan.inner_row() {
        many = many.plus(threatened[pit].map(|truth| truth & 1));
    }
    let alone = lanes.and(many.is(1));
    let [occupied, larger] = [1, 2].map(|least| holding(lane_plan, block, least));
    for pit in lane_plan.plan.inner_row() {
        let seeds = block.board.cells[pit];
        let spared = seeds.zip(larger, |seeds, larger| yes(seeds >= 2 && larger < 2));
        let due = threatened[pit].and(alone).and(occupied.at_least(2)).but_not(spared);
        let due = due.but_not(is_house(lane_plan, block, pit));
        let blocked = &mut block.board.marks[0][CLAIMS + pit];
        *blocked = blocked.or(due);
    }
}

/// How many pits of the mover's inner row hold so many seeds.
#[inline(always)]
fn holding(lane_plan: &LanePlan, block: &Block, least: u8) -> Bytes {
    let mut pits = Bytes::ZERO;
    for pit in lane_plan.plan.inner_row() {
        pits = pits.plus(block.board.cells[pit].map(|seeds| u8::from(seeds >= least)));
    }
    pits
}

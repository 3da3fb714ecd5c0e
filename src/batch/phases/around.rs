//! What an entry that takes from a few spots, and from nowhere else, finds around the landing pits.

use super::fields::next_field_fits;
use super::shared::{held, kept_at};
use super::sow::Landed;
use super::sow_open::closed;
use super::spots::{open_place, seeds_ahead, seeds_at};
use crate::batch::block::Block;
use crate::batch::lane_entry::LaneEntry;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::plan::{NO_SLOT, Spot};

/// What lies around the landing pits of an entry that takes what the tables say.
pub struct Around {
    /// Truth: the entry fits.
    pub fits: Bytes,
    /// The seeds of the pit opposite, and of the pit behind it, where they are read.
    facing: Bytes,
    behind: Bytes,
}

impl Around {
    /// Looks at the spots that the entry reads.
    #[inline(always)]
    pub fn new<const SLIM: bool>(
        lane_plan: &LanePlan,
        block: &Block,
        entry: &LaneEntry,
        landed: &Landed,
        asked: Bytes,
    ) -> Self {
        let rule = &entry.entry;
        let (mut facing, mut behind) = (Bytes::ZERO, Bytes::ZERO);
        if entry.reads_facing || entry.reads_behind {
            for site in &entry.sites {
                let hit = landed.place.is(site.place);
                let cells = &block.board.cells;
                if entry.reads_facing {
                    facing = facing.or(cells[site.fixed(Spot::Facing)].and(hit));
                }
                if entry.reads_behind {
                    behind = behind.or(cells[site.fixed(Spot::Behind)].and(hit));
                }
            }
            if !SLIM && lane_plan.plan.closed_first != 0 {
                facing = in_play::<SLIM>(lane_plan, block, entry, landed, Spot::Facing, facing);
                behind = in_play::<SLIM>(lane_plan, block, entry, landed, Spot::Behind, behind);
            }
        }
        let mut fits = asked;
        if !SLIM && let Some(wanted) = rule.next_field {
            fits = fits.and(next_field_fits(lane_plan, block, landed.place, wanted));
        }
        if rule.asks.has(Spot::Facing) {
            fits = fits.and(entry.counts[Spot::Facing as usize].has(facing));
        }
        if rule.asks.has(Spot::Behind) {
            fits = fits.and(entry.counts[Spot::Behind as usize].has(behind));
        }
        for spot in &entry.asks_ahead {
            fits = fits.and(ahead_fits::<SLIM>(lane_plan, block, entry, landed, *spot));
        }
        Self { fits, facing, behind }
    }

    /// Truth: the pit behind is taken, if it is one of those that are.
    #[inline(always)]
    pub fn behind_taken(&self, entry: &LaneEntry) -> Bytes {
        if entry.entry.first_of_file { self.facing.is(0) } else { self.fits }
    }

    /// The seeds that are taken, but for those of spots before or after the landing pit, in lanes where the entry
    /// fits.
    #[inline(always)]
    pub fn taken<const SLIM: bool>(
        &self,
        lane_plan: &LanePlan,
        block: &Block,
        entry: &LaneEntry,
        landed: &Landed,
    ) -> Bytes {
        let rule = &entry.entry;
        let mut taken = Bytes::ZERO;
        if entry.lifts_landing {
            let most = if SLIM { u8::MAX } else { rule.most };
            taken = landed.seeds.map(|seeds| seeds.min(most));
            taken = taken.but_not(kept_at::<SLIM>(lane_plan, block, entry, landed, Spot::Landing));
        }
        if rule.takes.has(Spot::Facing) {
            let kept = kept_at::<SLIM>(lane_plan, block, entry, landed, Spot::Facing);
            taken = taken.plus(self.facing.but_not(kept));
        }
        if rule.takes.has(Spot::Behind) {
            let kept = kept_at::<SLIM>(lane_plan, block, entry, landed, Spot::Behind);
            taken = taken.plus(self.behind.and(self.behind_taken(entry)).but_not(kept));
        }
        taken
    }
}

/// Whether pits may be out of play: closed at first, or held.
#[inline(always)]
pub fn keeps_pits_out(lane_plan: &LanePlan) -> bool {
    lane_plan.plan.closed_first != 0 || lane_plan.plan.holds_pits
}

/// Of these lanes, those in which a capture takes what lies at a spot of the landing pit: it is neither closed at
/// first nor held. `SLIM`: see [`LanePlan::slim_ends`].
#[inline(always)]
pub fn in_play<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    landed: &Landed,
    spot: Spot,
    lanes: Bytes,
) -> Bytes {
    if SLIM || !keeps_pits_out(lane_plan) {
        return lanes;
    }
    lanes.but_not(block.rare.out_of_play(lane_plan, block, entry, landed.place, spot))
}

/// Truth: the pit at this spot of the pits at these places, whatever the direction, is closed at first, or held for
/// the round. No game has both.
#[inline(always)]
pub fn out_of_play(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    place: Bytes,
    spot: Spot,
) -> Bytes {
    let holds = lane_plan.plan.holds_pits;
    let mut found = Bytes::ZERO;
    for site in entry.sites.iter().filter(|site| site.fixed(spot) != NO_SLOT) {
        let slot = site.fixed(spot);
        let out = if holds { held(lane_plan, block, slot) } else { closed(lane_plan, block, slot) };
        found = found.or(place.is(site.place).and(out));
    }
    found
}

/// Truth: the number of seeds at a spot before or after the landing pit will do.
#[inline(always)]
fn ahead_fits<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    landed: &Landed,
    spot: Spot,
) -> Bytes {
    if !SLIM && lane_plan.plan.closes_pits {
        let place = open_place(lane_plan, block, landed, spot);
        return entry.counts[spot as usize].has(seeds_at(lane_plan, block, place));
    }
    let mut seeds = Bytes::ZERO;
    for site in &entry.sites {
        let hit = landed.place.is(site.place);
        seeds = seeds.or(seeds_ahead(lane_plan, &block.board, block.backward, site, spot).and(hit));
    }
    entry.counts[spot as usize].has(seeds)
}

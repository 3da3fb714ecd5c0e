//! First laps that drop seeds elsewhere than others do: several in a pit, or the last one across (TG-3, UH-3).

use super::distances::{distance_from, place_towards};
use super::sow::Hands;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, yes};
use crate::plan::HALF;
use crate::rules::MAX_PORTIONS;

/// How the hands of such laps are sown; those of all others as they are.
pub struct Apart {
    /// What is sown one seed in each stop.
    pub hand: Bytes,
    /// By stop, from the first one on: what falls there besides.
    more: [Bytes; MAX_PORTIONS],
    /// Stops that get more than one seed.
    portions: usize,
    /// Truth: one more seed, the last one, falls across.
    across: Bytes,
    /// How far the first pit across lies from where the lap began, as distances are counted.
    distance: Bytes,
}

impl Apart {
    /// Nothing falls elsewhere.
    pub const NONE: Self = Self {
        hand: Bytes::ZERO,
        more: [Bytes::ZERO; MAX_PORTIONS],
        portions: 0,
        across: Bytes::ZERO,
        distance: Bytes::ZERO,
    };

    /// Of these hands; `lanes`: truth where the lap is such a first one.
    #[cold]
    #[inline(never)]
    pub fn new(
        lane_plan: &LanePlan,
        lanes: Bytes,
        [origin, backward]: [Bytes; 2],
        hand: Bytes,
    ) -> Self {
        let Some((opening, _)) = &lane_plan.first_turns else {
            return Self { hand, ..Self::NONE };
        };
        let portions = opening.portions.first();
        let whole = Self::spread(portions, lanes, hand);
        if !opening.last_across {
            return whole;
        }
        let last = Hands::new(lane_plan, Bytes::ZERO, whole.hand, Bytes::ZERO).last;
        let place = place_towards(lane_plan, backward, origin, last);
        // The mover's pits are the first on the ring.
        let own = place.map(|place| yes(usize::from(place) < lane_plan.plan.side));
        let across = own.and(lanes).and(hand.at_least(1));
        let before = hand.zip(across, |hand, across| hand.wrapping_sub(across & 1));
        let [first, last] = [HALF, HALF + lane_plan.plan.side - 1];
        let [on, back] = [first, last].map(|slot| Bytes::all(lane_plan.place[slot]));
        let distance = distance_from(lane_plan, [origin, backward], backward.choose(back, on));
        Self { across, distance, ..Self::spread(portions, lanes, before) }
    }

    /// So many seeds in the first stops, as far as each hand goes.
    fn spread(portions: &[u8], lanes: Bytes, hand: Bytes) -> Self {
        let mut spread = Self { hand, portions: portions.len(), ..Self::NONE };
        let mut before = 0_u8;
        for (portion, more) in portions.iter().zip(&mut spread.more) {
            *more = hand.map(|hand| hand.saturating_sub(before).min(*portion).saturating_sub(1));
            *more = more.and(lanes);
            spread.hand = spread.hand.zip(*more, u8::wrapping_sub);
            before = before.saturating_add(*portion);
        }
        spread
    }

    /// What falls at a distance besides one seed in each stop. No place is passed over in a first lap before all
    /// others were come to, so that stops are as many as places.
    #[inline(always)]
    pub fn drops(&self, distance: Bytes) -> Bytes {
        let mut drops = self.across.and(distance.equals(self.distance)).map(|truth| truth & 1);
        for (stop, more) in self.more[..self.portions].iter().enumerate() {
            drops = drops.plus(more.and(distance.is(stop as u8)));
        }
        drops
    }

    /// The distance at which the last seed falls, where without all this it would be `last`.
    #[inline(always)]
    pub fn landing(&self, last: Bytes) -> Bytes {
        self.across.choose(self.distance, last)
    }
}

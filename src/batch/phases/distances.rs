//! Places on the ring of a lap, and how far they are from each other in the direction of each lane.

use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, pick};

/// The distance of each place from a place of each lane, in the direction of its lap, from place to
/// place: 0 is the next place.
#[derive(Clone, Copy)]
pub struct Distances {
    now: Bytes,
    step: Bytes,
    length: u8,
    two_ways: bool,
}

impl Distances {
    /// Of place 0 from where the laps began.
    #[inline(always)]
    pub fn new(lane_plan: &LanePlan, block: &Block) -> Self {
        Self::from(lane_plan, block, block.origin)
    }

    /// Of place 0 from these places.
    #[inline(always)]
    pub fn from(lane_plan: &LanePlan, block: &Block, places: Bytes) -> Self {
        if lane_plan.two_ways {
            return Self::towards(lane_plan, block.backward, places);
        }
        let last = lane_plan.length - 1;
        Self {
            now: places.map(|place| last.wrapping_sub(place)),
            step: Bytes::ZERO,
            length: lane_plan.length,
            two_ways: false,
        }
    }

    /// The same against the direction of each lane.
    #[inline(always)]
    pub fn back_from(lane_plan: &LanePlan, block: &Block, places: Bytes) -> Self {
        let forward = if lane_plan.two_ways { block.backward } else { Bytes::ZERO };
        Self::towards(lane_plan, forward.inverse(), places)
    }

    /// Of place 0 from these places, against the direction of the ring where this is true.
    #[inline(always)]
    fn towards(lane_plan: &LanePlan, backward: Bytes, places: Bytes) -> Self {
        let last = lane_plan.length - 1;
        let on = places.map(|place| last.wrapping_sub(place));
        let back = places.map(|place| place.wrapping_sub(1).min(last));
        Self {
            now: backward.choose(back, on),
            step: backward.map(|back| pick(back, last, 1)),
            length: lane_plan.length,
            two_ways: true,
        }
    }

    /// Of this place; afterwards of the next.
    #[inline(always)]
    pub fn next(&mut self) -> Bytes {
        let (now, length) = (self.now, self.length);
        self.now = if self.two_ways {
            now.zip(self.step, |d, step| {
                let d = d.wrapping_add(step);
                d.min(d.wrapping_sub(length))
            })
        } else {
            now.map(|d| {
                let d = d.wrapping_add(1);
                d.min(d.wrapping_sub(length))
            })
        };
        now
    }
}

/// The distance of a place from where the lap began.
#[inline(always)]
pub fn distance_of(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    distance_from(lane_plan, [block.origin, block.backward], place)
}

/// The same from an origin, against the direction of the ring where `backward` is true.
#[inline(always)]
pub fn distance_from(lane_plan: &LanePlan, [origin, backward]: [Bytes; 2], place: Bytes) -> Bytes {
    let length = lane_plan.length;
    let wrap = |d: u8| d.min(d.wrapping_add(length));
    let on = place.zip(origin, |place, origin| wrap(place.wrapping_sub(origin).wrapping_sub(1)));
    let back = origin.zip(place, |origin, place| wrap(origin.wrapping_sub(place).wrapping_sub(1)));
    backward.choose(back, on)
}

/// The place at a distance from this one: 0 is the next place, in the direction of each lane.
#[inline(always)]
pub fn place_at(lane_plan: &LanePlan, block: &Block, from: Bytes, distance: Bytes) -> Bytes {
    place_towards(lane_plan, block.backward, from, distance)
}

/// The same against the direction of the ring where this is true.
#[inline(always)]
pub fn place_towards(lane_plan: &LanePlan, backward: Bytes, from: Bytes, distance: Bytes) -> Bytes {
    let (on, back) = both_ways(lane_plan, from, distance);
    if lane_plan.two_ways { backward.choose(back, on) } else { on }
}

/// The same against the direction of each lane.
#[inline(always)]
pub fn place_back(lane_plan: &LanePlan, block: &Block, from: Bytes, distance: Bytes) -> Bytes {
    let (on, back) = both_ways(lane_plan, from, distance);
    if lane_plan.two_ways { block.backward.choose(on, back) } else { back }
}

/// The places at a distance along the ring, and against its direction.
#[inline(always)]
fn both_ways(lane_plan: &LanePlan, from: Bytes, distance: Bytes) -> (Bytes, Bytes) {
    let length = lane_plan.length;
    let on = from.zip(distance, |from, distance| {
        let place = from.wrapping_add(1).wrapping_add(distance);
        place.min(place.wrapping_sub(length))
    });
    let back = from.zip(distance, |from, distance| {
        let place = from.wrapping_sub(1).wrapping_sub(distance);
        place.min(place.wrapping_add(length))
    });
    (on, back)
}

/// The place on the ring after this one, in the direction of each lane.
#[inline(always)]
pub fn place_after(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    place_at(lane_plan, block, place, Bytes::ZERO)
}

/// The place on the ring after this one, or before it.
#[inline(always)]
pub fn step(lane_plan: &LanePlan, place: u8, backward: bool) -> u8 {
    let last = lane_plan.length - 1;
    match (backward, place) {
        (false, place) if place == last => 0,
        (false, place) => place + 1,
        (true, 0) => last,
        (true, place) => place - 1,
    }
}

/// The place on the ring before this one, in the direction of each lane.
#[inline(always)]
pub fn place_before(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    place_back(lane_plan, block, place, Bytes::ZERO)
}

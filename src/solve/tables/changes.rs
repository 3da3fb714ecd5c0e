//! What the actions of a block of positions change: all that its solver knows of the rules.

use crate::tree::two_rows::{Fused, MOST_COLUMNS, OneLap};

/// The seeds at a place.
#[inline]
pub(super) fn at(half: u64, place: usize) -> usize {
    (half >> (8 * place) & 0xff) as usize
}

/// A number for each place.
pub(super) type Places<T> = [T; MOST_COLUMNS];

/// The positions of a block by the numbers of seeds that the mover has at each place: from the
/// first number to the second.
pub(super) type Area = Places<(usize, usize)>;

/// What an action changes.
pub(super) struct Change {
    /// Seeds that come to each place of the mover, and of the other player.
    pub own: Places<isize>,
    pub other: Places<isize>,
    /// Seeds for each store.
    pub stores: [usize; 2],
    pub passes: bool,
}

/// The positions of a block, for the actions that may be played in them.
#[derive(Clone, Copy)]
pub(super) struct Actions<'a> {
    pub fused: &'a Fused,
    pub columns: usize,
    /// The seeds of both players at each place.
    pub sums: u64,
}

impl Actions<'_> {
    /// What playing a pit with `hand` seeds changes, for each area in which that is the same.
    #[inline]
    pub fn each_change(self, pit: usize, hand: usize, mut change_of: impl FnMut(&Area, &Change)) {
        let lap = self.fused.lap(pit, hand);
        let mut area: Area = std::array::from_fn(|place| (0, at(self.sums, place)));
        area[pit] = (hand, hand);
        let change = Change::of(pit, hand, &lap);
        // A pit that gets one seed only was empty, unless the lap began there.
        match lap.captures_at.filter(|landing| at(lap.adds.own, *landing) == 1) {
            None => change_of(&area, &change),
            Some(landing) => {
                let most = at(self.sums, landing);
                if landing != pit && most > 0 {
                    area[landing] = (1, most);
                    change_of(&area, &change);
                }
                if landing != pit {
                    area[landing] = (0, 0);
                }
                self.each_capture(area, &change, landing, change_of);
            }
        }
    }

    /// A lap that ends in an empty pit: what it takes depends on the pit opposite.
    #[inline]
    fn each_capture(
        self,
        mut area: Area,
        change: &Change,
        landing: usize,
        mut change_of: impl FnMut(&Area, &Change),
    ) {
        let facing = self.columns - 1 - landing;
        let (least, most) = area[facing];
        for own in least..=most {
            area[facing] = (own, own);
            let there = at(self.sums, facing) as isize - own as isize + change.other[facing];
            let [landed, faced] = self.fused.taken(there as usize);
            change_of(&area, &change.with_capture(landing, landed, facing, faced));
        }
    }
}

impl Change {
    fn of(pit: usize, hand: usize, lap: &OneLap) -> Self {
        let places = |half: u64| std::array::from_fn(|place| at(half, place) as isize);
        let mut own: Places<isize> = places(lap.adds.own);
        own[pit] -= hand as isize;
        let stores = [lap.adds.own, lap.adds.other].map(|half| (half >> 56) as usize);
        Self { own, other: places(lap.adds.other), stores, passes: lap.passes }
    }

    fn with_capture(&self, landing: usize, landed: usize, facing: usize, faced: usize) -> Self {
        let Self { mut own, mut other, stores, passes } = *self;
        own[landing] -= landed as isize;
        other[facing] -= faced as isize;
        Self { own, other, stores: [stores[0] + landed + faced, stores[1]], passes }
    }
}

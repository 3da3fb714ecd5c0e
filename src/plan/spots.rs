//! Numbers of seeds that will do, and the pits around a landing pit.

use super::tables::SpotTables;
use super::{NO_SLOT, SLOTS, SlotTable};
use crate::rules::Counts;

/// A set of numbers of seeds, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountSet([u64; 4]);

impl Default for CountSet {
    /// Nothing is asked: all numbers.
    fn default() -> Self {
        Self::ANY
    }
}

impl CountSet {
    /// All numbers.
    pub const ANY: Self = Self([u64::MAX; 4]);

    /// Compiles a test.
    #[must_use]
    pub fn new(counts: &Counts) -> Self {
        let mut bits = [0; 4];
        for n in (0..=255).filter(|n| counts.has(*n)) {
            bits[n as usize / 64] |= 1 << (n as usize % 64);
        }
        Self(bits)
    }

    /// Whether this number is in the set.
    #[inline]
    #[must_use]
    pub fn has(&self, seeds: u8) -> bool {
        self.0[usize::from(seeds >> 6)] >> (seeds & 63) & 1 == 1
    }

    /// Whether any number will do.
    #[must_use]
    pub fn is_any(&self) -> bool {
        *self == Self::ANY
    }
}

/// A pit as seen from the landing pit, in the direction of the lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Spot {
    /// The landing pit.
    Landing,
    /// The pit opposite.
    Facing,
    /// The other player's outer pit of the same file.
    Behind,
    /// The pit after the landing pit, stores left out.
    Next,
    /// The second pit after it.
    Beyond,
    /// The pit before it.
    Before,
    /// The pit opposite the one after it.
    NextFacing,
    /// The pit opposite the second one after it.
    BeyondFacing,
}

impl Spot {
    /// Number of spots.
    pub const COUNT: usize = 8;
    /// All spots, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Landing,
        Self::Facing,
        Self::Behind,
        Self::Next,
        Self::Beyond,
        Self::Before,
        Self::NextFacing,
        Self::BeyondFacing,
    ];

    /// The field of an entry that asks for the seeds there.
    #[must_use]
    pub fn field(self) -> &'static str {
        match self {
            Self::Landing => "counts",
            Self::Facing => "facing",
            Self::Behind => "behind",
            Self::Next => "next",
            Self::Beyond => "beyond",
            Self::Before => "before",
            Self::NextFacing | Self::BeyondFacing => "take",
        }
    }
}

/// A set of spots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spots(u8);

impl Spots {
    /// Whether this spot is in the set.
    #[inline]
    #[must_use]
    pub fn has(self, spot: Spot) -> bool {
        self.0 >> spot as u8 & 1 == 1
    }

    /// The spots of the set, in the order of their numbers.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Spot> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let spot = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (spot < Spot::COUNT).then(|| Spot::ALL[spot])
        })
    }

    /// The set with one more spot.
    #[must_use]
    pub fn with(self, spot: Spot) -> Self {
        Self(self.0 | 1 << spot as u8)
    }

    /// Whether it is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all its spots are in another set.
    #[must_use]
    pub fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

impl FromIterator<Spot> for Spots {
    fn from_iter<T: IntoIterator<Item = Spot>>(spots: T) -> Self {
        spots.into_iter().fold(Self::default(), Self::with)
    }
}

/// The slot at each spot of each landing pit, for each direction; [`NO_SLOT`] where there is none.
pub(super) fn spots(
    rings: &[SlotTable; 2],
    pits: u128,
    facing: &SlotTable,
    behind: &SlotTable,
) -> [SpotTables; 2] {
    let is_pit = |slot: usize| slot < SLOTS && pits >> slot & 1 == 1;
    let at = |table: &SlotTable, slot: usize| {
        if slot < SLOTS { usize::from(table[slot]) } else { NO_SLOT }
    };
    // The next pit along a ring, stores left out.
    let along = |ring: &SlotTable, slot: usize| {
        let mut slot = at(ring, slot);
        while slot < SLOTS && !is_pit(slot) {
            slot = at(ring, slot);
        }
        slot
    };
    [0, 1].map(|direction| {
        let (ahead, back) = (&rings[direction], &rings[1 - direction]);
        let mut tables = [[NO_SLOT as u8; SLOTS]; Spot::COUNT];
        for slot in (0..SLOTS).filter(|slot| is_pit(*slot)) {
            let next = along(ahead, slot);
            let beyond = along(ahead, next);
            for spot in Spot::ALL {
                let found = match spot {
                    Spot::Landing => slot,
                    Spot::Facing => at(facing, slot),
                    Spot::Behind => at(behind, slot),
                    Spot::Next => next,
                    Spot::Beyond => beyond,
                    Spot::Before => along(back, slot),
                    Spot::NextFacing => at(facing, next),
                    Spot::BeyondFacing => at(facing, beyond),
                };
                tables[spot as usize][slot] = found as u8;
            }
        }
        tables
    })
}

/// The largest number from 1 on that any of these tells from the one after it; 0 if there is none.
pub(super) fn told_apart(sets: impl Iterator<Item = CountSet>) -> u8 {
    let last_change =
        |set: CountSet| (1..u8::MAX).rev().find(|n| set.has(*n) != set.has(*n + 1)).unwrap_or(0);
    sets.map(last_change).max().unwrap_or(0)
}

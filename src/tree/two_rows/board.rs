//! Sixteen bytes: the mover's pits and store, the other's pits and store.

use crate::plan;

/// The place of the mover's store among the sixteen; those of the mover's pits are 0 to 6.
pub(super) const STORE: usize = 7;
/// The bits of a half before its store.
const STORE_BITS: u32 = 8 * STORE as u32;
/// The place of the other player's store; those of the other's pits are 8 to 14.
pub(super) const OTHER_STORE: usize = 15;

/// The seeds of a game of two rows, a byte a place, as the player to move sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The mover's pits in sowing order, from the lowest byte on; the mover's store in the highest.
    pub own: u64,
    /// The other player's.
    pub other: u64,
}

/// The place of a slot of a plan.
pub(super) fn from_slot(slot: usize) -> usize {
    let (half, slot) = (slot / plan::HALF, slot % plan::HALF);
    8 * half + if slot == plan::STORE { STORE } else { slot & 7 }
}

/// The sum of eight bytes; below 256, as all seeds of a game are.
#[inline]
pub(super) fn sum(bytes: u64) -> u32 {
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// The bytes that are not 0, one bit each.
#[inline]
pub(super) fn occupied(bytes: u64) -> u32 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let high = ((bytes & LOW).wrapping_add(LOW) | bytes) & !LOW;
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

impl Board {
    /// The seeds in one place.
    #[inline]
    pub(super) fn seeds_at(&self, place: usize) -> u8 {
        let half = if place < 8 { self.own } else { self.other };
        (half >> (8 * (place & 7))) as u8
    }

    /// Takes all seeds of a place.
    #[inline]
    pub(super) fn take(&mut self, place: usize) -> u8 {
        let seeds = self.seeds_at(place);
        self.subtract(place, seeds);
        seeds
    }

    /// Adds seeds to a place.
    #[inline]
    pub(super) fn put(&mut self, place: usize, seeds: u8) {
        let seeds = u64::from(seeds) << (8 * (place & 7));
        if place < 8 {
            self.own += seeds;
        } else {
            self.other += seeds;
        }
    }

    #[inline]
    fn subtract(&mut self, place: usize, seeds: u8) {
        let seeds = u64::from(seeds) << (8 * (place & 7));
        if place < 8 {
            self.own -= seeds;
        } else {
            self.other -= seeds;
        }
    }

    /// The board as the other player sees it.
    #[inline]
    #[must_use]
    pub fn turned(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The seeds in the own pits.
    #[inline]
    #[must_use]
    pub fn own_seeds(self) -> u32 {
        const PITS: u64 = (1 << 56) - 1;
        sum(self.own & PITS)
    }

    /// The own store less the other's.
    #[inline]
    #[must_use]
    pub fn margin(&self) -> i16 {
        let [own, other] = self.stores();
        own as i16 - other as i16
    }

    /// Seeds in the own store and the other's.
    #[inline]
    #[must_use]
    pub fn stores(&self) -> [u32; 2] {
        [self.own, self.other].map(|half| (half >> STORE_BITS) as u32)
    }

    /// The board of empty pits with these stores, the own one and the other's.
    #[inline]
    #[must_use]
    pub fn of_stores(stores: [u32; 2]) -> Self {
        let [own, other] = stores.map(|seeds| u64::from(seeds) << STORE_BITS);
        Self { own, other }
    }

    /// The board with empty stores.
    #[inline]
    #[must_use]
    pub fn without_stores(&self) -> Self {
        const PITS: u64 = u64::MAX >> (64 - STORE_BITS);
        Self { own: self.own & PITS, other: self.other & PITS }
    }

    /// A number for the board.
    #[inline]
    pub(super) fn hash(self) -> u64 {
        const KEYS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03];
        let product = u128::from(self.own.rotate_left(29) ^ KEYS[0])
            .wrapping_mul(u128::from(self.other ^ KEYS[1]));
        let folded = product as u64 ^ (product >> 64) as u64;
        (folded ^ self.own).wrapping_mul(KEYS[0])
    }
}

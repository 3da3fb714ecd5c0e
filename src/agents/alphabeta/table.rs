//! The transposition table: what was found out about positions that may come up again.

use crate::memory::{OutOfMemory, filled};

/// No action.
pub(super) const NO_ACTION: u8 = u8::MAX;
/// Further from zero than any value.
pub(super) const INFINITY: i16 = 30_000;

/// Values between which a position's value lies, as far as a search of one depth told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub low: i16,
    pub high: i16,
    /// Whether a search of any greater depth would tell the same of the lower and upper bound:
    /// every game of the search was played to its end.
    pub proven: [bool; 2],
}

impl Bounds {
    /// Nothing is known.
    pub const NONE: Self = Self { low: -INFINITY, high: INFINITY, proven: [true; 2] };

    /// What a search with this window found: a value at its edge is a bound.
    pub fn found(value: i16, alpha: i16, beta: i16, proven: bool) -> Self {
        let low = if value > alpha { value } else { -INFINITY };
        let high = if value < beta { value } else { INFINITY };
        Self { low, high, proven: [proven; 2] }
    }

    /// As the other player sees it.
    fn turned(self) -> Self {
        let [low, high] = self.proven;
        Self { low: -self.high, high: -self.low, proven: [high, low] }
    }

    /// As the player sees it who acted; `passed`: whether that is the other one.
    pub fn to_actor(self, passed: bool) -> Self {
        if passed { self.turned() } else { self }
    }

    /// With a margin added to both. Where nothing is known, that stays further from zero than any value, though
    /// a margin of many rounds be added.
    pub fn moved(self, by: i16) -> Self {
        let moved = |bound: i16| bound.saturating_add(by).clamp(-INFINITY, INFINITY);
        Self { low: moved(self.low), high: moved(self.high), ..self }
    }

    /// What two pairs of bounds tell together.
    fn merge(&mut self, other: Self) {
        if other.low > self.low {
            (self.low, self.proven[0]) = (other.low, other.proven[0]);
        }
        if other.high < self.high {
            (self.high, self.proven[1]) = (other.high, other.proven[1]);
        }
    }
}

/// One position searched to one depth. Sixteen bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    low: i16,
    high: i16,
    depth: u8,
    action: u8,
    /// Bit 0: the lower bound is proven; bit 1: the upper one is.
    proven: u8,
    /// The game in which it was written; 0: never.
    game: u8,
}

impl Entry {
    fn bounds(&self) -> Bounds {
        let proven = [self.proven & 1 != 0, self.proven & 2 != 0];
        Bounds { low: self.low, high: self.high, proven }
    }
}

const WAYS: usize = 4;

/// Entries that share a line of the cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

const _: () = assert!(size_of::<Entry>() == 16 && size_of::<Bucket>() == 64);

/// A table of a fixed size.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The number of this game, 1 to 255.
    game: u8,
}

impl Table {
    /// A table with `2^bits` entries.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(bits: u32) -> Result<Self, OutOfMemory> {
        let buckets = filled(1 << bits >> WAYS.ilog2(), Bucket::default());
        let buckets = buckets.map_err(|lack| lack.less_by("a smaller depth= or nodes="))?;
        Ok(Self { buckets, game: 1 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.game == u8::MAX {
            self.buckets.fill(Bucket::default());
            self.game = 0;
        }
        self.game += 1;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The upper bits, scaled to the size.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known of a position for a search of this depth, and the action tried first by the
    /// deepest search of it.
    #[inline]
    pub fn get(&self, key: u64, depth: u32) -> (Bounds, u8) {
        let (mut bounds, mut action, mut deepest) = (Bounds::NONE, NO_ACTION, 0);
        for entry in &self.buckets[self.index(key)].0 {
            if entry.key != key || entry.game != self.game {
                continue;
            }
            if entry.depth >= deepest && entry.action != NO_ACTION {
                (action, deepest) = (entry.action, entry.depth);
            }
            let found = entry.bounds();
            if u32::from(entry.depth) == depth {
                bounds.merge(found);
            } else if u32::from(entry.depth) < depth {
                if found.proven[0] {
                    bounds.merge(Bounds { high: INFINITY, ..found });
                }
                if found.proven[1] {
                    bounds.merge(Bounds { low: -INFINITY, ..found });
                }
            }
        }
        (bounds, action)
    }

    /// Keeps what a search found, in place of what is worth least.
    #[inline]
    pub fn put(&mut self, key: u64, depth: u32, found: Bounds, action: u8) {
        let (index, game) = (self.index(key), self.game);
        let ways = &mut self.buckets[index].0;
        let worth = |entry: &Entry| {
            if entry.game == game { u32::from(entry.depth) + 1 } else { 0 }
        };
        let same = |entry: &Entry| {
            entry.key == key && entry.game == game && u32::from(entry.depth) == depth
        };
        let place = ways.iter().position(same);
        let mut bounds = found;
        let entry = if let Some(place) = place {
            bounds.merge(ways[place].bounds());
            &mut ways[place]
        } else {
            let Some(entry) = ways.iter_mut().min_by_key(|entry| worth(entry)) else { return };
            entry
        };
        let action = if action == NO_ACTION && place.is_some() { entry.action } else { action };
        let proven = u8::from(bounds.proven[0]) | u8::from(bounds.proven[1]) << 1;
        let Bounds { low, high, .. } = bounds;
        *entry = Entry { key, low, high, depth: depth as u8, action, proven, game };
    }
}

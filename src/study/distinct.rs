//! How many different things were seen, in bounded memory.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Most fingerprints that are kept.
pub const MOST: usize = 1 << 18;

/// Counts distinct fingerprints: exactly up to [`MOST`], beyond by an estimate with a relative
/// standard error of about 2^-9 (0.2 to 0.3 %).
///
/// Kept are the fingerprints whose lowest `level` bits are zero; the level rises when there are
/// more than [`MOST`] of them. It is the least one that suffices for all that was seen, so the
/// sample depends neither on the order of what is added nor on how it was divided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distinct {
    level: u32,
    prints: HashSet<u64, BuildHasherDefault<Rotate>>,
}

impl Distinct {
    /// Nothing seen yet, in a part of something that has come to this level already.
    #[must_use]
    pub fn at_level(level: u32) -> Self {
        Self { level, ..Self::default() }
    }

    /// Fingerprints with as many zero bits at the end are kept.
    #[must_use]
    pub fn level(&self) -> u32 {
        self.level
    }

    /// Adds a fingerprint: 64 bits as good as random.
    #[inline]
    pub fn add(&mut self, print: u64) {
        if self.keeps(print) && self.prints.insert(print) && self.prints.len() > MOST {
            self.rise(self.level + 1);
        }
    }

    /// Adds all that another one has seen.
    pub fn merge(&mut self, mut other: Self) {
        if other.prints.len() > self.prints.len() {
            std::mem::swap(self, &mut other);
        }
        if other.level > self.level {
            self.rise(other.level);
        }
        other.prints.into_iter().for_each(|print| self.add(print));
    }

    /// The number of distinct fingerprints; an estimate when there are more than [`MOST`].
    #[must_use]
    pub fn count(&self) -> u64 {
        (self.prints.len() as u64) << self.level
    }

    fn keeps(&self, print: u64) -> bool {
        print.trailing_zeros() >= self.level
    }

    fn rise(&mut self, level: u32) {
        for level in level..u64::BITS {
            self.level = level;
            self.prints.retain(|print| print.trailing_zeros() >= level);
            if self.prints.len() <= MOST {
                break;
            }
        }
    }
}

/// Fingerprints are random bits already, but for the low ones, which are zero in a sample.
#[derive(Clone, Debug, Default)]
struct Rotate(u64);

impl Hasher for Rotate {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, print: u64) {
        self.0 = print.rotate_left(32);
    }
}

/// A sample as it is written: in ascending order, so that equal ones are equal texts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    level: u32,
    prints: Vec<u64>,
}

impl Serialize for Distinct {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut prints: Vec<u64> = self.prints.iter().copied().collect();
        prints.sort_unstable();
        Written { level: self.level, prints }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Distinct {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(from)?;
        let mut sample = Self::at_level(written.level);
        let fits = written.level < u64::BITS
            && written.prints.len() <= MOST
            && written.prints.iter().all(|print| sample.keeps(*print));
        if !fits {
            return Err(D::Error::custom("the fingerprints are no sample of their level"));
        }
        sample.prints.extend(written.prints);
        Ok(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix64;

    fn sample(prints: impl IntoIterator<Item = u64>) -> Distinct {
        let mut sample = Distinct::default();
        prints.into_iter().for_each(|n| sample.add(mix64(n)));
        sample
    }

    #[test]
    fn is_exact_up_to_its_size() {
        let most = MOST as u64;
        assert_eq!(sample([]).count(), 0);
        assert_eq!(sample((0..5000).map(|n| n % 700)).count(), 700);
        let full = sample((0..most).chain(0..most));
        assert_eq!((full.count(), full.level()), (most, 0));
        assert_eq!(sample(0..=most).level(), 1);
    }

    #[test]
    fn estimates_beyond_it() {
        for distinct in [300_000, 1_000_000, 5_000_000] {
            let found = sample((0..distinct).chain(0..distinct / 2));
            let error = (found.count() as f64 - distinct as f64) / distinct as f64;
            assert!(error.abs() < 4.0 / 360.0, "{distinct}: {}", found.count());
            assert!(found.prints.len() <= MOST && found.prints.len() > MOST / 3);
        }
    }

    #[test]
    fn depends_on_neither_order_nor_division() {
        let whole = sample(0..1_500_000);
        let mut backward = sample((0..1_500_000).rev());
        assert_eq!(backward, whole);
        for parts in [2, 3, 50] {
            let each = 1_500_000 / parts;
            let part = |i: u64| sample(i * each..(i + 1) * each);
            let mut sum = Distinct::default();
            for i in (0..parts).rev() {
                let mut part = part(i);
                std::mem::swap(&mut part, &mut sum);
                sum.merge(part);
            }
            assert_eq!(sum, whole, "{parts} parts");
        }
        backward.merge(whole.clone());
        assert_eq!(backward, whole, "nothing new");
        let mut late = Distinct::at_level(whole.level() - 1);
        (0..1_500_000).for_each(|n| late.add(mix64(n)));
        assert_eq!(late, whole, "a part may begin at a level that others have come to");
        late.merge(sample(0..10));
        assert_eq!(late, whole);
    }

    #[test]
    fn is_written_and_read() {
        for distinct in [0, 10, 400_000] {
            let sample = sample(0..distinct);
            let text = serde_json::to_string(&sample).unwrap();
            assert_eq!(serde_json::from_str::<Distinct>(&text).unwrap(), sample);
        }
        for text in [r#"{"level":1,"prints":[1]}"#, r#"{"level":64,"prints":[]}"#, "[1]"] {
            assert!(serde_json::from_str::<Distinct>(text).is_err(), "{text}");
        }
    }
}

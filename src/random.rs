//! The numbers of a random game, as a pure function of seed, game number and ply.
//!
//! Any engine, thread or lane computes the same number for the same ply, so a run can be split in
//! any way and repeated anywhere. The definition is final; its test vectors stand below.

/// 2^64 divided by the golden ratio, odd.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// 2^32 divided by the golden ratio, odd.
const GOLDEN_32: u32 = 0x9E37_79B9;

/// The finaliser of `SplitMix64`: a permutation of `u64` that mixes every bit into every other.
#[must_use]
pub const fn mix64(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The key of one game of one run; everything random in the game follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameKey(pub u64);

/// What the games of one run have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunKey(u64);

impl RunKey {
    /// The run with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(mix64(seed.wrapping_add(GOLDEN)))
    }

    /// The key of a game of the run.
    #[must_use]
    pub const fn game(self, number: u64) -> GameKey {
        GameKey(mix64(self.0.wrapping_add(number.wrapping_mul(GOLDEN))))
    }
}

impl GameKey {
    /// The key of game number `game` of the run with this seed.
    #[must_use]
    pub const fn new(seed: u64, game: u64) -> Self {
        RunKey::new(seed).game(game)
    }

    /// The number of ply `ply`, 0 to 2^24 - 1. Every action is a ply, the second part of a turn
    /// too; a skipped turn is none.
    #[must_use]
    pub const fn number(self, ply: u32) -> u32 {
        number_of(self.0 as u32, (self.0 >> 32) as u32, ply)
    }

    /// Which of `candidates` (in ascending order) is taken at this ply: 0 to `candidates - 1`,
    /// each with a probability within 2^-24 of 1 / `candidates`.
    #[must_use]
    pub const fn choose(self, ply: u32, candidates: u32) -> u32 {
        ((self.number(ply) as u64 * candidates as u64) >> 24) as u32
    }
}

/// The same as [`GameKey::choose`] by the number of a ply, of so few candidates that 32 bits are enough.
#[inline(always)]
#[allow(clippy::inline_always)] // it is part of the kernels of the lane engine
pub(crate) const fn choose_few(number: u32, candidates: u8) -> u8 {
    (number.wrapping_mul(candidates as u32) >> 24) as u8
}

/// The number of a ply of the game whose key has these halves.
#[inline(always)]
#[allow(clippy::inline_always)] // it is part of the kernels of the lane engine
pub(crate) const fn number_of(low: u32, high: u32, ply: u32) -> u32 {
    number_at(advanced(low, ply), high)
}

/// The low half of a key, moved on by so many plies (see [`number_at`]).
#[inline(always)]
#[allow(clippy::inline_always)] // it is part of the kernels of the lane engine
pub(crate) const fn advanced(low: u32, ply: u32) -> u32 {
    low.wrapping_add(ply.wrapping_mul(GOLDEN_32))
}

/// The number of a ply of the game whose key has these halves, the low one moved on to the ply.
#[inline(always)]
#[allow(clippy::inline_always)] // it is part of the kernels of the lane engine
pub(crate) const fn number_at(low: u32, high: u32) -> u32 {
    let mut x = low;
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb_352d);
    x ^= x >> 15;
    x ^= high;
    x = x.wrapping_mul(0x846c_a68b);
    x >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors() {
        let vectors = [
            (0, 0, 0, 8_148_886),
            (0, 0, 1, 12_181_823),
            (0, 1, 0, 12_304_353),
            (42, 12_345, 67, 14_839_694),
            (u64::MAX, 1_099_511_627_776, 999, 1_544_945),
        ];
        for (seed, game, ply, number) in vectors {
            assert_eq!(GameKey::new(seed, game).number(ply), number, "{seed} {game} {ply}");
        }
    }

    #[test]
    fn choices_cover_exactly_the_candidates() {
        for candidates in 1..=64 {
            let mut seen = vec![0_u32; candidates as usize];
            for ply in 0..20_000 {
                seen[GameKey::new(7, 0).choose(ply, candidates) as usize] += 1;
            }
            assert!(seen.iter().all(|n| *n > 0), "{candidates}: {seen:?}");
        }
    }
}

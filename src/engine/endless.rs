//! Sowings that never end (GE-9).

use super::board::Board;
use super::relay::{FIRST_KEPT, Sowing};

/// An action of more laps than this is endless by definition (GE-9).
const MOST_LAPS: u32 = 10_000;

/// Notices a sowing that comes back to a lap that began alike: with the same seeds, in the same
/// place, with as many, in the same direction, and with the same answers for entries that ask what
/// has happened (GE-9).
///
/// Brent's method: the start of one lap is kept and replaced at every power of two laps, so any
/// cycle, whatever led into it, is met within three times its length.
pub(super) struct Detector<B> {
    /// The number of the lap that comes next.
    lap: u32,
    renew_at: u32,
    kept: (B, Sowing),
}

impl<B: Board> Detector<B> {
    /// Keeps the start of lap [`FIRST_KEPT`].
    pub fn new(at: &B, sowing: Sowing) -> Self {
        Self { lap: FIRST_KEPT, renew_at: 2 * FIRST_KEPT, kept: (*at, sowing) }
    }

    /// Whether the lap that comes next began alike before.
    #[inline]
    pub fn notices(&mut self, at: &B, sowing: &Sowing) -> bool {
        self.lap += 1;
        if self.lap > MOST_LAPS || self.kept.1 == *sowing && self.kept.0 == *at {
            return true;
        }
        if self.lap == self.renew_at {
            self.kept = (*at, *sowing);
            self.renew_at *= 2;
        }
        false
    }
}

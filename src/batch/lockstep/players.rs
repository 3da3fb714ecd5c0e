//! Who plays in a step: every lane, or those of a list.

use crate::batch::columns::memory::View;
use crate::batch::values::{Bytes, LANES, yes};

/// Who plays in a step.
pub trait Players: Copy + Sync {
    /// Whether all do.
    const ALL: bool;

    /// Those of these lanes (truth) that play.
    fn among(self, view: &View, lanes: Bytes) -> Bytes;
}

/// Every lane plays.
#[derive(Clone, Copy, Debug)]
pub struct Everyone;

impl Players for Everyone {
    const ALL: bool = true;

    #[inline(always)]
    fn among(self, _: &View, lanes: Bytes) -> Bytes {
        lanes
    }
}

/// The lanes play in which this is true; the others rest.
impl Players for &[bool] {
    const ALL: bool = false;

    #[inline(always)]
    fn among(self, view: &View, lanes: Bytes) -> Bytes {
        let mut playing = Bytes::ZERO;
        for (truth, plays) in playing.0.iter_mut().zip(&self[view.block * LANES..]) {
            *truth = yes(*plays);
        }
        playing.and(lanes)
    }
}

//! Captures that go on from the landing pit, back along the other player's row.

use super::shape::Fused;
use crate::batch::values::yes;

/// Takes the seeds of the landing pit, and of those before it, as long as their numbers fit (OW-4), but none where these
/// are all that the other player has and that calls the capture off (OW-6). `landing` is the number of the landing pit
/// among `theirs`, or any other; gives how many seeds were taken.
#[inline(always)]
pub fn take_chain<const SIDE: usize>(fused: &Fused, theirs: &mut [u8; SIDE], landing: u8) -> u8 {
    let (mut reached, mut taken, mut left) = (0_u8, 0_u8, 0_u8);
    let mut spared = [0_u8; SIDE];
    for pit in (0..SIDE).rev() {
        let fits = yes(theirs[pit].wrapping_sub(fused.low) <= fused.more);
        reached = (reached | yes(landing == pit as u8)) & fits;
        taken = taken.wrapping_add(theirs[pit] & reached);
        spared[pit] = !reached;
        left |= theirs[pit] & spared[pit];
    }
    let called_off = yes(left == 0) & fused.calls_off;
    for pit in 0..SIDE {
        theirs[pit] &= spared[pit] | called_off;
    }
    taken & !called_off
}

//! One number for the sequence of actions of a game, by which different games are counted.
//!
//! It is the same in whichever engine the game is played. The definition is final: numbers made by
//! it are stored with the parts of a study.

use crate::random::mix64;

/// An odd multiplier that spreads the actions of a game over its number.
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Before the first action of a game that begins with this start position of a run.
#[inline(always)]
#[allow(clippy::inline_always)] // it is part of the kernels of the lane engine
#[must_use]
pub const fn begun(start: u64) -> u64 {
    mix64(start)
}

/// After one action more.
#[inline(always)]
#[allow(clippy::inline_always)] // likewise
#[must_use]
pub const fn after(print: u64, action: u64) -> u64 {
    (print.rotate_left(7) ^ (action + 1)).wrapping_mul(ODD)
}

/// The fingerprint of a game that is over: 64 bits as good as random.
#[must_use]
pub const fn finished(print: u64) -> u64 {
    mix64(print)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors() {
        let print = |start: u64, actions: &[u64]| {
            finished(actions.iter().fold(begun(start), |print, action| after(print, *action)))
        };
        let vectors = [
            (0, &[][..], 0),
            (0, &[2], 487_617_019_471_545_679),
            (0, &[2, 5, 0], 2_087_913_328_440_862_864),
            (1, &[2, 5, 0], 10_068_896_369_860_504_682),
            (7, &[63, 63], 7_107_061_682_110_993_735),
        ];
        for (start, actions, number) in vectors {
            assert_eq!(print(start, actions), number, "{start} {actions:?}");
        }
    }
}

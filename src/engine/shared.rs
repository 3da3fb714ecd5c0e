//! Pits that captures mark, and whose seeds are divided when a round, or the game, is over.

use super::Engine;
use super::board::{Board, Set};
use super::watch::{By, Note, Watch};
use crate::plan::CLAIMS;
use crate::rules::Sharing;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// The pits from which nothing is captured.
    #[inline]
    pub fn shared_pits(&self) -> B::Places {
        if B::RICH { Set::of(self.plan.shared) } else { B::Places::NONE }
    }

    /// Of pits that a capture would take, those that are shared are marked for the mover, if they hold
    /// seeds (OP-6).
    #[inline]
    pub fn claim(&mut self, taken: B::Places) {
        if B::RICH && self.plan.shared != 0 {
            self.claim_all(taken & self.shared_pits());
        }
    }

    #[inline(never)] // few games have such pits
    fn claim_all(&mut self, mut pits: B::Places) {
        while let Some(place) = pits.pop() {
            let (half, pit) = (place / B::HALF, place % B::HALF);
            let marks = self.at.marks(half);
            let marked = marks | 1 << if half == 0 { CLAIMS + pit } else { pit };
            if marked != marks && self.at.get(place) > 0 {
                self.at.set_marks(half, marked);
                self.note(Note::Claim { place });
            }
        }
    }

    /// Whether the mover, and whether the other player, has marked a shared pit of a half.
    fn claimed(&self, half: usize, pit: usize) -> [bool; 2] {
        let marks = self.at.marks(half);
        let (by_owner, across) = (marks >> (CLAIMS + pit) & 1 == 1, marks >> pit & 1 == 1);
        if half == 0 { [by_owner, across] } else { [across, by_owner] }
    }

    /// Seeds of shared pits go to those who have marked them, but for some that stay (OP-7).
    #[inline(never)]
    pub fn divide_shared(&mut self) {
        for pit in (0..self.plan.side).filter(|pit| self.plan.shared >> pit & 1 == 1) {
            let held = [pit, B::HALF + pit].map(|place| self.at.get(place));
            let by = [0, 1].map(|half| self.claimed(half, pit));
            for half in 0..2 {
                let (here, there) = (held[half], held[1 - half]);
                let both = self.plan.sharing == Sharing::Together;
                let has = |player: usize| by[half][player] || both && by[1 - half][player];
                let stays = match (has(0), has(1)) {
                    (false, false) => here,
                    (true, true) if both => staying_of_two(here, there),
                    (true, true) if here == 0 => 0,
                    (true, true) => 2 - here % 2,
                    _ => here.min(1),
                };
                let left = here - stays;
                // Of an odd number the owner of the pit gets one more: of the other pit, it is the other one.
                let smaller = left / 2;
                let gains = match (has(0), has(1)) {
                    (true, true) if half == 0 => [left - smaller, smaller],
                    (true, true) => [smaller, left - smaller],
                    (true, false) => [left, 0],
                    _ => [0, left],
                };
                self.give_shares(half * B::HALF + pit, gains);
            }
        }
    }

    /// So many seeds of a pit go to the store of the mover, and of the other player.
    fn give_shares(&mut self, from: usize, gains: [u8; 2]) {
        for (count, to) in gains.into_iter().zip([B::STORE, B::OTHER_STORE]) {
            if count > 0 {
                let held = self.at.lift(from);
                self.at.add(from, held - count);
                self.at.add(to, count);
                self.note(Note::Sweep { by: By::Shared, from, to, count });
            }
        }
    }
}

/// The seeds that stay in one of two pits that are divided together.
fn staying_of_two(here: u8, there: u8) -> u8 {
    match (here % 2, there % 2) {
        (0, 0) if there == 0 => here.min(2),
        (0, 0) => here.min(1),
        (odd, _) => odd,
    }
}

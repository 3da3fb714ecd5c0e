//! The pit that is blocked for a turn, because it alone is threatened (BK-14).

use super::Engine;
use super::board::Board;
use super::legal::actions_of;
use super::watch::{Note, Silent, Watch};
use crate::plan::{Action, CLAIMS, Spot};

/// The marks of blocked pits.
const BLOCKED: u64 = ((1 << CLAIMS) - 1) << CLAIMS;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Whether a pit is blocked.
    #[inline]
    pub fn is_blocked(&self, place: usize) -> bool {
        self.plan.blocks && self.at.marks(place / B::HALF) >> (CLAIMS + place % B::HALF) & 1 == 1
    }

    /// The mover has had their turn.
    #[inline]
    pub fn unblock(&mut self) {
        if B::RICH && self.plan.blocks {
            self.at.set_marks(0, self.at.marks(0) & !BLOCKED);
        }
    }

    /// Blocks the one pit of the mover that the first laps of the other player's next turn would take from, if the
    /// mover can take nothing now.
    #[inline(never)]
    pub fn block_threatened(&mut self) {
        if self.pits_to_play() == 0 || self.threats() != 0 {
            return;
        }
        let mut copy = *self.at;
        copy.pass_turn();
        let (plan, tables) = (self.plan, self.tables);
        let threatened = Engine { plan, tables, at: &mut copy, watch: &mut Silent }.threats();
        let pit = threatened.trailing_zeros() as usize;
        if threatened.is_power_of_two() && self.can_be_blocked(pit) {
            self.at.set_marks(0, self.at.marks(0) | 1 << (CLAIMS + pit));
            self.note(Note::Block { place: pit });
        }
    }

    /// The pits of the other player that the mover would take from by the first lap of a turn now, one bit each.
    fn threats(&self) -> u64 {
        let taken_by = |action: usize| match self.tables.action(action) {
            Some(Action::Sow { slot, direction }) => {
                let ahead = self.look_ahead(slot, direction);
                let facing = self.tables.spot(Spot::Facing, direction, ahead.place);
                u64::from(ahead.captured) << (facing % B::HALF)
            }
            _ => 0,
        };
        actions_of(self.legal()).fold(0, |set, action| set | taken_by(action))
    }

    /// No house, nor the only pit of its row that holds seeds, nor the only one with two or more, is blocked.
    fn can_be_blocked(&self, pit: usize) -> bool {
        let row = self.plan.inner_row();
        let others =
            |least: u8| row.clone().any(|other| other != pit && self.at.get(other) >= least);
        !self.is_house(pit) && others(1) && (self.at.get(pit) < 2 || others(2))
    }
}

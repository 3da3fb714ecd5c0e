//! Pits that players choose to leave without seeds, before a round is laid out.

use super::Engine;
use super::board::Board;
use super::end::Turned;
use super::watch::{Note, Watch};
use crate::outcome::End;
use crate::plan::{Register, RoundPlan};
use crate::rules::Short;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Leaves this pit of the mover's without seeds for the round (BC-10).
    #[inline(never)]
    pub fn act_leave(&mut self, pit: usize) -> Result<u64, End> {
        let Some(rounds) = self.plan.rounds.filter(|_| B::RICH) else { return Ok(self.legal()) };
        self.at.set_marks(0, self.at.marks(0) | 1 << pit);
        self.note(Note::Leave { place: pit });
        self.leave_or_fill(rounds)
    }

    /// A player chooses a pit that stays without seeds, if one has to; else the round is laid out and begins.
    pub fn leave_or_fill(&mut self, rounds: RoundPlan) -> Result<u64, End> {
        if let Some(half) = self.leaver(rounds) {
            if half == 1 {
                self.at.pass_turn();
            }
            self.at.set_phase(self.plan.leave_phase().unwrap_or(0));
            return Ok(self.legal());
        }
        let side = self.plan.side;
        self.fill_fields(rounds);
        for (half, base) in [0, B::HALF].into_iter().enumerate() {
            let left = self.at.marks(half);
            let unfilled = u64::from(rounds.unfilled);
            for pit in (0..side).filter(|pit| (left | unfilled) >> pit & 1 == 0) {
                self.put(base + B::STORE, base + pit, rounds.refill);
            }
            // The pits that were left are closed now, or like any other.
            if rounds.short == Short::Open {
                self.at.set_marks(half, 0);
            }
        }
        if self.beginner() == 1 {
            self.at.pass_turn();
        }
        self.at.set_phase(0);
        self.settle(Turned::SetUp)
    }

    /// The player (0 the mover) who is next to choose a pit: who begins the round is before the other one. Both
    /// fill one pit at least, or no round follows.
    pub fn leaver(&self, rounds: RoundPlan) -> Option<usize> {
        let first = self.beginner();
        let filled = self.shares_for(rounds, first).pits;
        if filled.contains(&0) {
            return None;
        }
        let left = |half: usize| self.at.marks(half).count_ones() as usize; // marks say nothing else now
        let pits = self.plan.side - rounds.unfilled.count_ones() as usize;
        let chooses = |half: &usize| left(*half) + filled[*half] < pits;
        [first, 1 - first].into_iter().find(chooses)
    }

    /// The player (0 the mover) who begins the round.
    fn beginner(&self) -> usize {
        usize::from(self.at.register(Register::Began) == 0)
    }

    /// The mover's pits that can still be left, one bit each.
    pub fn pits_to_leave(&self) -> u64 {
        let unfilled = self.plan.rounds.map_or(0, |rounds| u64::from(rounds.unfilled));
        !self.at.marks(0) & !unfilled & ((1 << self.plan.side) - 1)
    }
}

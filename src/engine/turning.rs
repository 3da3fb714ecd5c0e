//! Laps that players may turn round (OM-9, KZ-7), and turns that go on after a pause (BK-11).

use super::Engine;
use super::board::Board;
use super::relay::{Follow, Sowing};
use super::sow::Lap;
use super::watch::{Note, Silent, Watch};
use crate::plan::{NO_SLOT, Paused};
use crate::rules::Skip;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// What follows in place of the next lap, if the player has a choice: it begins in a pit where it may be
    /// turned round, and would take seeds then.
    #[inline(never)]
    pub fn may_turn(&self, follow: Follow, ends: u8) -> Option<Follow> {
        let (origin, hand) = match follow {
            Follow::Relay { place, .. } => (place, 0),
            Follow::Resow { origin, hand } => (origin, hand),
            _ => return None,
        };
        let may = origin < self.plan.side && self.plan.turn_at >> origin & 1 == 1;
        (may && self.takes_turned(origin, hand))
            .then(|| Follow::MayTurn { phase: self.plan.turn_phase(origin, ends), hand })
    }

    /// Whether the lap would take seeds if it went clockwise. `hand`: captured seeds, or 0 where those of the
    /// pit are sown.
    fn takes_turned(&self, origin: usize, hand: u8) -> bool {
        let mut copy = *self.at;
        let (plan, tables) = (self.plan, self.tables);
        let mut trial = Engine { plan, tables, at: &mut copy, watch: &mut Silent };
        let mut sowing = trial.later_lap(origin, 1, hand);
        let skip = if plan.skip == Skip::None { NO_SLOT } else { origin };
        let starts_here = sowing.lifted && plan.first.stays(sowing.hand);
        let lap = Lap { origin, hand: sowing.hand, skip, direction: 1, starts_here };
        let landed = B::sow(&mut trial, lap);
        trial.after_lap(landed, &mut sowing);
        sowing.captured
    }

    /// A later lap, with captured seeds or with those of the pit where it begins.
    fn later_lap(&mut self, origin: usize, direction: usize, captured: u8) -> Sowing {
        let hand = if captured > 0 { captured } else { self.lift(origin) };
        let first = Sowing::beginning(origin, direction, hand);
        Sowing { first: false, lifted: captured == 0, ..first }
    }

    /// Goes on with a turn that paused, the way that it went.
    #[inline(never)]
    pub fn sow_paused(&mut self, origin: usize, paused: Paused) -> Follow {
        let Paused { backward, captured, dropped } = paused;
        let sowing = self.later_lap(origin, usize::from(backward), 0);
        self.sow_laps(Sowing { captured, dropped, ..sowing })
    }

    /// Goes on sowing from a pit, the way that the player has chosen.
    /// `ends`: what the turn has taken before.
    pub fn sow_turned(&mut self, origin: usize, direction: usize, ends: u8) -> Follow {
        let captured = self.at.lift_reserve();
        if captured > 0 {
            self.note(Note::TakeUp { count: captured });
        }
        let sowing = self.later_lap(origin, direction, captured);
        self.sow_laps(Sowing { ends, ..sowing })
    }
}

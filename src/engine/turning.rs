//! Laps that players may turn round (OM-9, KZ-7, CP-10), and turns that go on, or end, after a pause (BK-11, PD-5, BD-5).

use super::Engine;
use super::board::{Board, Set};
use super::relay::{Follow, Sowing};
use super::sow::Lap;
use super::watch::{By, Destination, Note, Silent, Watch};
use crate::outcome::End;
use crate::plan::{Entry, NO_SLOT, Paused, Register};
use crate::rules::{CaptureTo, Skip};

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
        let turn = self.at.register(Register::Turns).saturating_add(1);
        let may = self.plan.turned_in.has(turn)
            && origin < self.plan.side
            && self.plan.turn_at >> origin & 1 == 1;
        (may && self.takes_turned(origin, hand))
            .then(|| Follow::MayTurn { phase: self.plan.turn_phase(origin, ends), hand })
    }

    /// The same where captured seeds may go clockwise from where the capturing lap did (CP-10).
    #[inline(never)]
    pub fn may_go_again(&self, follow: Follow, sowing: &Sowing) -> Option<Follow> {
        let (from, clockwise) = (sowing.lap_origin, sowing.direction == 1);
        let Follow::Resow { origin, hand } = follow else { return None };
        let (number, _) = self.plan.agains().find(|(_, pit)| clockwise && *pit == from)?;
        self.takes_turned(from, hand)
            .then(|| Follow::MayTurn { phase: self.plan.turn_phase(origin, number), hand })
    }

    /// A single captured seed takes along what lies in the pit from which it is sown (CP-7); gives how many.
    #[inline(never)]
    pub fn joined(&mut self, origin: usize, captured: u8) -> u8 {
        if !self.plan.single_hand || captured != 1 {
            return 0;
        }
        let count = self.at.lift(origin);
        if count > 0 {
            self.clear_mark(origin);
            self.note(Note::Relay { by: By::Single, place: origin, count });
        }
        count
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
        let hand = sowing.hand;
        let lap = Lap { origin, hand, skip, direction: 1, starts_here, apart: false };
        let landed = B::sow(&mut trial, lap);
        trial.after_lap(landed, &mut sowing);
        sowing.captured
    }

    /// A later lap, with captured seeds or with those of the pit where it begins.
    fn later_lap(&mut self, origin: usize, direction: usize, captured: u8) -> Sowing {
        let hand = match captured {
            0 => self.lift(origin),
            _ => captured + self.joined(origin, captured),
        };
        let first = Sowing::beginning(origin, direction, hand);
        Sowing { first: false, lifted: captured == 0, ..first }
    }

    /// Goes on with a turn that paused, unless the player may say which way.
    pub fn sow_on(&mut self, place: usize, paused: Paused) -> Follow {
        let follow = Follow::Relay { place, by: By::Relay };
        let turn = if self.plan.takes_on { self.may_turn(follow, 0) } else { None };
        turn.unwrap_or_else(|| self.sow_paused(place, paused))
    }

    /// Goes on with a turn that paused, the way that it went.
    #[inline(never)]
    fn sow_paused(&mut self, origin: usize, paused: Paused) -> Follow {
        let Paused { backward, captured, dropped } = paused;
        let sowing = self.later_lap(origin, usize::from(backward), 0);
        self.sow_laps(Sowing { captured, dropped, ..sowing })
    }

    /// Captured seeds are sown from the end of the row that the player has chosen (BD-5).
    #[inline(never)]
    pub fn sow_from_end(&mut self, landing: usize, direction: usize, paused: Paused) -> Follow {
        let hand = self.take_waiting(landing);
        let first = Sowing::beginning(landing, direction, hand);
        let lap_origin = usize::from(self.plan.row_ends[direction]);
        let dropped = paused.dropped;
        let so_far = Sowing { first: false, captured: true, dropped, ..first };
        self.sow_laps(Sowing { lap_origin, lifted: false, ..so_far })
    }

    /// Whether the game would be over if the seeds opposite were captured, before the player says from which end
    /// of their row they are sown. They then are, and stay in the landing pit.
    #[inline(never)]
    pub fn is_stopped_by_a_capture(&mut self, landing: usize) -> bool {
        let mut copy = *self.at;
        let (plan, tables) = (self.plan, self.tables);
        let mut trial = Engine { plan, tables, at: &mut copy, watch: &mut Silent };
        let hand = trial.take_waiting(landing);
        trial.at.add(landing, hand);
        let met = trial.board_ends_game();
        if met {
            self.take_waiting(landing);
            self.at.add(landing, hand);
            self.note(Note::Stop { field: "ending.test", landing, hand });
        }
        met
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

    /// The seeds opposite that the player has captured, when it is known how they are sown; gives how many.
    pub fn take_waiting(&mut self, landing: usize) -> u8 {
        let entry = self.tables.landing.iter().find(|entry| entry.chooses_end);
        entry.map_or(0, |entry| {
            let taken = self.taken(entry, landing, 0); // the pit opposite, in both directions
            self.take_all(By::Entry(entry.index), taken, Destination::Hand)
        })
    }

    /// Captures in place of sowing on, and sows what was captured (IG-6).
    pub fn sow_taken(&mut self, entry: &Entry, place: usize) -> Follow {
        let origin = usize::from(self.at.register(Register::Reentry).saturating_sub(1));
        self.at.set_register(Register::Reentry, 0);
        let hand = self.take_instead(entry, place);
        let follow = Follow::Resow { origin, hand };
        self.may_turn(follow, 0).unwrap_or_else(|| {
            let first = Sowing::beginning(origin, 0, hand);
            self.sow_laps(Sowing { first: false, lifted: false, captured: true, ..first })
        })
    }

    /// What an entry takes if its player does not sow on from the landing pit; gives how many seeds.
    #[inline(never)]
    pub fn take_instead(&mut self, entry: &Entry, place: usize) -> u8 {
        let to = match entry.to {
            CaptureTo::OtherStore => Destination::Place(B::OTHER_STORE),
            CaptureTo::Removed => Destination::OffBoard,
            CaptureTo::Hand => Destination::Hand,
            _ => Destination::Place(B::STORE),
        };
        let by = By::Entry(entry.index);
        let mut taken = self.taken(entry, place, 0); // neither spot depends on the direction
        let mut seeds = 0;
        if entry.most < u8::MAX {
            taken = taken & !B::Places::one(place);
            seeds += self.take_some(by, place, entry.most, to);
        }
        seeds += self.take_all(by, taken, to);
        self.count_capture(seeds > 0);
        seeds
    }

    /// Ends the turn where it could be sown on, or a pit be taken.
    #[inline(never)]
    pub fn act_stop(&mut self) -> Result<u64, End> {
        let phase = self.at.phase();
        if let Some(place) = self.plan.stop_pit(phase).or_else(|| self.plan.beside_pit(phase)) {
            self.note(Note::Rest { place });
        }
        let Paused { captured, dropped, .. } = self.plan.paused(phase);
        let turned = self.finish_turn(true);
        if B::RICH && self.plan.blocks && !captured && !dropped {
            self.block_threatened();
        }
        self.settle(turned)
    }

    /// Captures where the pit could be sown on (PD-5).
    #[inline(never)]
    pub fn act_capture(&mut self) -> Result<u64, End> {
        let phase = self.at.phase();
        if let (Some(place), Some(entry)) = (self.plan.stop_pit(phase), self.plan.taken_instead()) {
            if self.plan.takes_on {
                return self.act_capture_on(entry, place);
            }
            self.take_instead(entry, place);
        }
        let turned = self.finish_turn(true);
        self.settle(turned)
    }

    /// Captures, and sows on with what was captured (IG-6).
    fn act_capture_on(&mut self, entry: &Entry, place: usize) -> Result<u64, End> {
        let before = if self.plan.may_be_endless { Some(*self.at) } else { None };
        self.at.set_phase(0);
        let follow = self.sow_taken(entry, place);
        match self.after_sowing(follow, before, false)? {
            Some(turned) => self.settle(turned),
            None => Ok(self.legal()),
        }
    }
}

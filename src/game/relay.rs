//! A whole sowing: lap after lap until it stops, or is known never to stop.

use super::sow::{Landed, Lap};
use super::trace::{Note, Silent, Watch};
use super::{Engine, Position};
use crate::plan::{NO_SLOT, OTHER_STORE, SLOTS, STORE};
use crate::rules::Skip;

/// What follows a lap or an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// The turn ends.
    Pass,
    /// The same player has an extra turn.
    Again,
    /// The landing pit is picked up and sown on.
    Relay { slot: usize },
    /// A captured hand is sown on.
    Resow { origin: usize, hand: u8 },
    /// The same player chooses another file than this one.
    Choose { file: usize },
    /// The sowing never ends.
    Endless,
    /// The sowing would make a capture that is forbidden.
    Forbidden,
}

/// What a sowing remembers from lap to lap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sowing {
    /// The pit the player chose.
    pub turn_origin: usize,
    /// Where the current lap began.
    pub lap_origin: usize,
    pub direction: usize,
}

impl<W: Watch> Engine<'_, W> {
    /// Sows a pit and everything that follows from it, short of changing turns.
    pub fn sow_turn(&mut self, slot: usize, direction: usize) -> Follow {
        let plan = self.plan;
        let mut sowing = Sowing { turn_origin: slot, lap_origin: slot, direction };
        let mut hand = self.lift(slot);
        let mut endless = Detector::default();
        loop {
            if plan.may_be_endless && endless.notices(self.at, sowing.lap_origin, hand) {
                return Follow::Endless;
            }
            let skip = match plan.skip {
                Skip::None => NO_SLOT,
                Skip::Lap => sowing.lap_origin,
                Skip::Turn => sowing.turn_origin,
            };
            let lap = Lap { origin: sowing.lap_origin, hand, skip };
            let landed = self.sow(lap, &plan.next[sowing.direction]);
            match self.after_lap(landed, &sowing) {
                Follow::Relay { slot } => {
                    sowing.lap_origin = slot;
                    hand = std::mem::take(&mut self.at.cells[slot]);
                    self.watch.note(self.at.to_move, Note::Relay { slot, count: hand });
                }
                Follow::Resow { origin, hand: captured } => {
                    sowing.lap_origin = origin;
                    hand = captured;
                }
                done => return done,
            }
        }
    }

    /// The landing tests in order: store, capture by the drop, captures, relay (KN-4, EL-5, MW-5).
    #[inline]
    fn after_lap(&mut self, landed: Landed, sowing: &Sowing) -> Follow {
        let slot = landed.slot;
        if slot == STORE || slot == OTHER_STORE {
            let own = slot == STORE;
            return if own && self.plan.replay { Follow::Again } else { Follow::Pass };
        }
        if landed.fired {
            return Follow::Pass;
        }
        if let Some(follow) = self.try_captures(slot, sowing) {
            return follow;
        }
        if self.plan.relay && self.at.cells[slot] > 1 {
            Follow::Relay { slot }
        } else {
            Follow::Pass
        }
    }
}

/// An action of more laps than this is endless by definition (GE-9).
const MOST_LAPS: u32 = 10_000;

/// Notices a sowing that comes back to the same board, pit and hand (GE-9).
///
/// Brent's method: one configuration is kept and replaced at every power of two laps, so any
/// cycle, whatever led into it, is met within three times its length.
struct Detector {
    laps: u32,
    renew_at: u32,
    kept: ([u8; SLOTS], usize, u8),
}

impl Default for Detector {
    fn default() -> Self {
        Self { laps: 0, renew_at: 8, kept: ([0; SLOTS], NO_SLOT, 0) }
    }
}

impl Detector {
    #[inline]
    fn notices(&mut self, at: &Position, origin: usize, hand: u8) -> bool {
        self.laps += 1;
        if self.laps > MOST_LAPS {
            return true;
        }
        let (cells, kept_origin, kept_hand) = &self.kept;
        if *kept_origin == origin && *kept_hand == hand && *cells == at.cells {
            return true;
        }
        if self.laps == self.renew_at {
            self.kept = (at.cells, origin, hand);
            self.renew_at *= 2;
        }
        false
    }
}

/// What one sowing would do, played on a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trial {
    Endless,
    /// It would make a forbidden capture.
    Forbidden,
    /// The other player has seeds.
    Feeds,
    /// The other player has none.
    Starves,
}

impl<W: Watch> Engine<'_, W> {
    /// What sowing this pit would do (PR-6, OW-5, OW-6).
    pub fn try_out(&self, slot: usize, direction: usize) -> Trial {
        let mut copy = *self.at;
        let mut trial = Engine { plan: self.plan, at: &mut copy, watch: &mut Silent };
        match trial.sow_turn(slot, direction) {
            Follow::Endless => Trial::Endless,
            Follow::Forbidden => Trial::Forbidden,
            _ if trial.other_is_empty() => Trial::Starves,
            _ => Trial::Feeds,
        }
    }
}

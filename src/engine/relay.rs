//! A whole sowing: lap after lap until it stops, or is known never to stop.

use super::Engine;
use super::board::Board;
use super::endless::Detector;
use super::sow::{Fallen, Landed, Lap};
use super::watch::{By, Note, Silent, Watch};
use crate::plan::{FirstTurns, NO_SLOT, Register, Spot};
use crate::rules::{Relay, Skip};

/// What follows a lap or an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// The turn ends.
    Pass,
    /// The same, and nothing was captured in a turn that began with a sowing.
    Quiet,
    /// The same player has an extra turn.
    Again,
    /// The seeds of a pit are picked up and sown on.
    Relay { place: usize, by: By },
    /// A captured hand is sown on.
    Resow { origin: usize, hand: u8 },
    /// The same player chooses further seeds to take, in this phase.
    Choose { phase: u8 },
    /// The same player chooses between sowing on and the end of the turn, in this phase.
    MayRelay { phase: u8 },
    /// The same player says from which end of their row captured seeds are sown, in this phase.
    MayEnd { phase: u8 },
    /// The same player says which way the next lap goes, in this phase; captured seeds are in the hand.
    MayTurn { phase: u8, hand: u8 },
    /// The mover has won, by what they have taken.
    Won,
    /// The sowing never ends.
    Endless,
    /// The sowing would make a capture that is forbidden.
    Forbidden,
}

/// What a sowing remembers from lap to lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // each answers a question of its own
pub(crate) struct Sowing {
    /// The pit the player chose.
    pub turn_origin: usize,
    /// Where the current lap began.
    pub lap_origin: usize,
    pub direction: usize,
    /// The seeds that the lap was sown with.
    pub hand: u8,
    /// Whether these were lifted from the pit where the lap began.
    pub lifted: bool,
    /// Whether this is the first lap.
    pub first: bool,
    /// Whether the first lap drops seeds as the rule of the first turns says.
    pub apart: bool,
    /// Whether the mover has taken seeds, by an entry or by a drop.
    pub captured: bool,
    /// Whether the turn began with a seed of the reserve.
    pub dropped: bool,
    /// The ends of the other player's row that were taken, one bit each.
    pub ends: u8,
    /// The pits in which a seed has fallen.
    pub fell: Fallen,
}

impl Sowing {
    /// A hand is lifted from this pit.
    #[inline(always)]
    pub(super) fn beginning(place: usize, direction: usize, hand: u8) -> Self {
        Self {
            turn_origin: place,
            lap_origin: place,
            direction,
            hand,
            lifted: true,
            first: true,
            apart: false,
            captured: false,
            dropped: false,
            ends: 0,
            fell: Fallen::NONE,
        }
    }
}

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Sows a pit and everything that follows from it, short of changing turns.
    #[inline(always)]
    pub fn sow_turn(&mut self, place: usize, direction: usize) -> Follow {
        let sowing = self.begin_sowing(place, direction);
        self.sow_laps(sowing)
    }

    /// The seeds of a pit are lifted, and sown as the first turns say (IN-2, TG-3).
    #[inline(always)]
    pub(super) fn begin_sowing(&mut self, place: usize, direction: usize) -> Sowing {
        if B::RICH && self.plan.first_turns.as_ref().is_some_and(FirstTurns::sows_otherwise) {
            return self.begin_first_turns(place, direction);
        }
        Sowing::beginning(place, direction, self.lift(place))
    }

    #[inline(never)]
    fn begin_first_turns(&mut self, place: usize, direction: usize) -> Sowing {
        let (held, turns) = (self.at.get(place), self.at.get(Register::Turns.cell()));
        let opening = self.first_turns().filter(|opening| opening.plays(place, place, held, turns));
        let apart = opening.is_some_and(FirstTurns::sows_apart);
        let Some(lift) = opening.and_then(|opening| opening.lift) else {
            let hand = self.lift(place);
            return Sowing { apart, ..Sowing::beginning(place, direction, hand) };
        };
        Sowing { apart, ..self.lift_some(place, direction, lift) }
    }

    /// Sows lap after lap.
    #[inline(always)]
    pub fn sow_laps(&mut self, mut sowing: Sowing) -> Follow {
        for _ in 1..FIRST_KEPT {
            if let Some(done) = self.lap(&mut sowing) {
                return done;
            }
        }
        self.on_copy(|engine| engine.sow_long(sowing))
    }

    /// Does rare work on a copy of the board, which is then put in place of it: a board whose address
    /// is known nowhere else stays in registers.
    #[inline(always)]
    pub fn on_copy<T>(&mut self, work: impl FnOnce(&mut Engine<'_, B, W>) -> T) -> T {
        let mut at = *self.at;
        let (plan, tables) = (self.plan, self.tables);
        let done = work(&mut Engine { plan, tables, at: &mut at, watch: self.watch });
        *self.at = at;
        done
    }

    /// The laps from number [`FIRST_KEPT`] on: few sowings come so far.
    #[inline(never)]
    fn sow_long(&mut self, mut sowing: Sowing) -> Follow {
        let mut endless = Detector::new(self.at, sowing);
        loop {
            if let Some(done) = self.lap(&mut sowing) {
                return done;
            }
            if self.plan.may_be_endless && endless.notices(self.at, &sowing) {
                return Follow::Endless;
            }
        }
    }

    /// One lap and what follows it: the next one, or the end of the sowing.
    #[inline(always)] // in two places, of which one is rare
    fn lap(&mut self, sowing: &mut Sowing) -> Option<Follow> {
        let plan = self.plan;
        let skip = match plan.skip {
            Skip::None => NO_SLOT,
            Skip::Lap => sowing.lap_origin,
            Skip::Turn => sowing.turn_origin,
        };
        let Sowing { lap_origin: origin, hand, direction, .. } = *sowing;
        if B::RICH && plan.race {
            self.count_race(hand);
        }
        let starts_here = sowing.lifted && plan.first.stays(hand);
        let apart = B::RICH && sowing.apart && sowing.first;
        let landed = B::sow(self, Lap { origin, hand, skip, direction, starts_here, apart });
        self.end_lap(landed, sowing)
    }

    /// What follows a lap that was sown.
    #[inline(always)] // as `lap`
    pub(super) fn end_lap(&mut self, landed: Landed, sowing: &mut Sowing) -> Option<Follow> {
        let (plan, origin) = (self.plan, sowing.lap_origin);
        sowing.fell = sowing.fell.with(landed.fell);
        sowing.captured |= landed.took;
        let follow = self.after_lap(landed, sowing);
        if sowing.lifted {
            self.note_lifted(origin);
        }
        if plan.ends_at_laps && self.is_stopped_by_the_end(landed.place, follow) {
            self.take_after(landed.place, sowing.fell);
            return Some(Follow::Pass);
        }
        if B::RICH && plan.takes_ends && sowing.ends == BOTH_ENDS {
            self.keep_hand(landed.place, follow);
            return Some(Follow::Won);
        }
        if B::RICH
            && plan.turn_at != 0
            && let Some(turn) = self.may_turn(follow, sowing.ends)
        {
            return Some(turn);
        }
        if B::RICH
            && plan.again_at != 0
            && let Some(again) = self.may_go_again(follow, sowing)
        {
            return Some(again);
        }
        match follow {
            Follow::Relay { place, by } => {
                sowing.lap_origin = place;
                sowing.hand = self.at.lift(place);
                sowing.lifted = true;
                self.clear_mark(place);
                self.note(Note::Relay { by, place, count: sowing.hand });
            }
            Follow::Resow { origin, hand } => {
                sowing.lap_origin = origin;
                sowing.hand = hand + if B::RICH { self.joined(origin, hand) } else { 0 };
                sowing.lifted = false;
            }
            Follow::Pass if B::RICH && plan.blocks && !sowing.captured && !sowing.dropped => {
                return Some(Follow::Quiet);
            }
            done => {
                self.take_after(landed.place, sowing.fell);
                return Some(done);
            }
        }
        sowing.first = false;
        if plan.turn_round {
            sowing.direction = 1 - sowing.direction;
        }
        if plan.back_into != 0 || plan.says_ways() {
            sowing.direction = 0;
        }
        None
    }

    /// The landing tests in order: store, capture by the drop, the landing table, relay (KN-4,
    /// EL-5, MW-5).
    #[inline(always)] // in every lap
    pub(super) fn after_lap(&mut self, landed: Landed, sowing: &mut Sowing) -> Follow {
        let place = landed.place;
        if place == B::STORE || place == B::OTHER_STORE {
            return self.after_store(place, sowing.direction);
        }
        if landed.fired {
            return Follow::Pass;
        }
        let visits = self.visits(place);
        let follow = self.try_entries(place, sowing);
        self.count_visit(visits);
        if let Some(follow) = follow {
            return follow;
        }
        match self.plan.relay {
            Relay::Landing if self.at.get(place) > 1 && !self.is_barred(place) => {
                Follow::Relay { place, by: By::Relay }
            }
            Relay::None | Relay::Landing => Follow::Pass,
            Relay::Next => {
                self.relay_from(By::Relay, self.spot(Spot::Next, sowing.direction, place))
            }
        }
    }

    /// What follows a last seed in a store.
    #[inline]
    fn after_store(&self, store: usize, direction: usize) -> Follow {
        let own = store == B::STORE;
        if own && self.plan.past_store {
            let step = |place: usize| usize::from(self.tables.next[direction][place]);
            return self.relay_from(By::Store, self.first_open(step(store), step));
        }
        if own && self.plan.replay { Follow::Again } else { Follow::Pass }
    }

    /// Nothing is sown any more: a captured hand stays in the landing pit.
    fn keep_hand(&mut self, landing: usize, follow: Follow) {
        if let Follow::Resow { hand, .. } = follow
            && hand > 0
        {
            self.at.add(landing, hand);
            self.note(Note::Stop { field: "ending.when", landing, hand });
        }
    }

    /// Where the end is looked for after every lap: whether the sowing would go on, but a condition
    /// is met on the board as it would stand if it did not. A captured hand then stays in the
    /// landing pit.
    fn is_stopped_by_the_end(&mut self, landing: usize, follow: Follow) -> bool {
        let hand = match follow {
            Follow::Relay { .. } | Follow::MayRelay { .. } => 0,
            Follow::Resow { hand, .. } => hand,
            Follow::MayEnd { .. } => return B::RICH && self.is_stopped_by_a_capture(landing),
            _ => return false,
        };
        let sowing = *self.at;
        self.at.add(landing, hand);
        let met = self.board_ends_game();
        if !met {
            *self.at = sowing;
        } else if hand > 0 {
            self.note(Note::Stop { field: "ending.test", landing, hand });
        }
        met
    }
}

/// Both ends of a row.
const BOTH_ENDS: u8 = 0b11;
/// The first lap whose start is kept, to be compared with later ones.
pub(super) const FIRST_KEPT: u32 = 8;

/// Remembers where the last seed fell.
struct LastDrop(usize);

impl Watch for LastDrop {
    fn note(&mut self, _: u8, note: Note) {
        if let Note::Drop { place } | Note::Circle { place } = note {
            self.0 = place;
        }
    }
}

/// What one sowing would do, played on a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trial {
    Endless,
    /// It would make a forbidden capture.
    Forbidden,
    /// The other player has seeds: so many.
    Feeds {
        given: u8,
    },
    /// The other player has none, or no pit of as many as they need.
    Starves,
}

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// The seeds that the other player has, as far as it matters how many they are.
    fn given(&self) -> u8 {
        let pits = B::HALF..B::HALF + self.plan.side;
        if self.plan.fed > 1 { pits.map(|place| self.at.get(place)).sum() } else { 1 }
    }

    /// Whether this pit may be sown the other way: not, where that asks for a first lap into some pits and
    /// for a capture, and it would not come to both (OT-3).
    pub fn may_go_back(&self, place: usize) -> bool {
        if !B::RICH || self.plan.back_into == 0 {
            return true;
        }
        let (mut copy, mut last) = (*self.at, LastDrop(NO_SLOT));
        let (plan, tables) = (self.plan, self.tables);
        let mut trial = Engine { plan, tables, at: &mut copy, watch: &mut last };
        let mut sowing = Sowing::beginning(place, 1, trial.lift(place));
        let mut done = trial.lap(&mut sowing);
        let into = trial.watch.0;
        if into >= B::STORE || plan.back_into >> into & 1 == 0 {
            return false;
        }
        let mut endless = Detector::new(trial.at, sowing);
        while done.is_none() && !sowing.captured {
            done = trial.lap(&mut sowing);
            if endless.notices(trial.at, &sowing) {
                break;
            }
        }
        sowing.captured
    }

    /// What sowing this pit would do (PR-6, OW-5, OW-6).
    pub fn try_out(&self, place: usize, direction: usize) -> Trial {
        let mut copy = *self.at;
        let (plan, tables) = (self.plan, self.tables);
        let mut trial = Engine { plan, tables, at: &mut copy, watch: &mut Silent };
        let follow = trial.sow_turn(place, direction);
        trial.send_home();
        match follow {
            Follow::Endless => Trial::Endless,
            Follow::Forbidden => Trial::Forbidden,
            _ if trial.other_is_starved() => Trial::Starves,
            _ => Trial::Feeds { given: trial.given() },
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::notation;
    use crate::plan::Plan;
    use crate::rules::Rules;
    use std::sync::Arc;

    /// Worked by hand: South's pit 0 is sown forward and ends in pit 2, which held one. Its two seeds
    /// go backward, in pits 1 and 0, and end in pit 0, which the action emptied.
    #[test]
    fn later_laps_turn_round() {
        let text = "name = \"t\"\nboard = { rows = 2, columns = 4 }\nsetup = { seeds = 1 }\n\
                    laps = { relay = \"landing\", turn_round = true }\n\
                    ending = { when = [\"cannot_move\"] }";
        let plan = Arc::new(Plan::new(Rules::from_toml(text).expect("good rules")).expect("good"));
        let state = notation::state(&plan, "S[2 0 1 0|0] N[1 1 1 1|0] S").expect("a position");
        let next = state.play(0).expect("a legal action");
        assert_eq!(notation::position_text(&next), "S[1 2 0 0|0] N[1 1 1 1|0] N");
    }
}

//! One lap: a hand sown seed by seed.

use super::Engine;
use super::board::{Board, Set};
use super::watch::{By, Destination, Note, Watch};
use crate::plan::{CLAIMS, HALF, NO_SLOT, SLOTS, STORE, SlotTable, Spot};

/// Pits in which seeds fell: one bit a pit, those of the mover and then, from bit 32 on, those of the other
/// player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fallen(u64);

impl Fallen {
    pub const NONE: Self = Self(0);

    /// These places.
    pub fn in_places<B: Board>(places: B::Places) -> Self {
        let half = |base: usize| (places.bits() >> base) as u64 & ((1 << B::STORE) - 1);
        Self(half(0) | half(B::HALF) << 32)
    }

    /// A set of pits by slot.
    fn in_slots(slots: u128) -> Self {
        let half = |base: usize| (slots >> base) as u64 & ((1 << STORE) - 1);
        Self(half(0) | half(HALF) << 32)
    }

    /// Those of several laps.
    #[inline]
    pub fn with(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    /// Whether any is among these slots.
    pub fn meets(self, slots: u128) -> bool {
        self.0 & Self::in_slots(slots).0 != 0
    }

    /// Those of the other player, one bit a pit.
    pub fn across(self) -> u64 {
        self.0 >> 32
    }

    /// Whether it is this pit of a half.
    pub fn has(self, half: usize, pit: usize) -> bool {
        self.0 >> (32 * half + pit) & 1 == 1
    }
}

/// Where a lap ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landed {
    pub place: usize,
    /// The last seed completed a pit that was captured by the drop (KN-3), left the board at a closed pit (DK-6),
    /// or fell past an empty pit (MH-6): the turn ends.
    pub fired: bool,
    /// A drop has captured seeds for the mover.
    pub took: bool,
    /// The pits in which a seed fell (known only where drops are watched, see
    /// [`crate::plan::Plan::watches_drops`]).
    pub fell: Fallen,
}

/// Where a lap starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lap {
    /// The first seed falls in the place after this one.
    pub origin: usize,
    pub hand: u8,
    /// A place passed over, or [`NO_SLOT`].
    pub skip: usize,
    pub direction: usize,
    /// The first seed falls in the origin instead.
    pub starts_here: bool,
    /// It is a first lap that drops seeds as the rule of the first turns says.
    pub apart: bool,
}

impl Lap {
    /// Where the next seed falls, with `left` more in the hand, after one that fell in `place`.
    #[inline]
    fn stop(&self, place: usize, left: u8, next: &SlotTable) -> usize {
        if self.starts_here && left + 1 == self.hand { place } else { step(place, self.skip, next) }
    }
}

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Picks up all seeds of a pit.
    #[inline]
    pub fn lift(&mut self, place: usize) -> u8 {
        let hand = self.at.lift(place);
        self.clear_mark(place);
        self.note(Note::Lift { place, count: hand });
        hand
    }

    /// Sows one lap (KG-3, KN-2, EL-4, PR-3, MW-4, CH-5).
    #[inline(always)] // in every lap
    pub fn sow_seed_by_seed(&mut self, lap: Lap) -> Landed {
        let next = &self.tables.next[lap.direction];
        if self.plan.watches_drops {
            return self.sow_watching_drops(lap, next);
        }
        let (mut place, mut left) = (lap.origin, lap.hand);
        if lap.starts_here {
            self.at.add(place, 1);
            self.note(Note::Drop { place });
            left -= 1;
        }
        for _ in 0..left {
            place = step(place, lap.skip, next);
            self.at.add(place, 1);
            self.note(Note::Drop { place });
        }
        Landed { place, fired: false, took: false, fell: Fallen::NONE }
    }

    /// The same where a drop can do more than add a seed (KN-3, CH-2), or where it counts on whose
    /// side it falls.
    fn sow_watching_drops(&mut self, lap: Lap, next: &SlotTable) -> Landed {
        let mut landed =
            Landed { place: lap.origin, fired: false, took: false, fell: Fallen::NONE };
        let mut fell = B::Places::NONE;
        for left in (0..lap.hand).rev() {
            let round = self.plan.circles_after.filter(|_| B::RICH);
            let circles = round.is_some_and(|round| lap.hand - left > round);
            let place = if circles {
                self.circle(landed.place, lap.direction)
            } else if B::RICH && lap.apart {
                self.stop_apart(lap, landed.place, left, next)
            } else {
                self.open_stop(lap, landed.place, left, next)
            };
            let passed = (B::RICH && left == 0 && self.comes_to_empty(lap, place)).then_some(place);
            let place = passed.map_or(place, |empty| step(empty, lap.skip, next));
            landed.place = place;
            if self.removes(place) {
                self.note(Note::Drop { place });
                let (by, to) = (By::Closed, Destination::OffBoard);
                self.note(Note::Capture { by, from: place, to, count: 1 });
                landed.fired = left == 0;
                continue;
            }
            self.at.add(place, 1);
            self.note(if circles { Note::Circle { place } } else { Note::Drop { place } });
            if let Some(empty) = passed {
                self.note(Note::Past { place: empty });
            }
            fell = fell | Set::one(place);
            let is_last = self.holds_last_seeds(left);
            let store = self.capture_by_drop(place, left == 0);
            landed.fired = store.is_some() || passed.is_some();
            landed.took |= store == Some(B::STORE);
            if let Some(store) = store.filter(|_| is_last) {
                self.take_rest(store, place, left);
                break;
            }
        }
        if self.plan.unplayed {
            self.unmark(fell);
        }
        landed.fell = Fallen::in_places::<B>(fell);
        self.change_rests(lap.hand, &landed);
        landed
    }

    /// The pit of the other player after a place, round and round in their row (SO-3).
    fn circle(&self, place: usize, direction: usize) -> usize {
        let last = self.first_across(1 - direction);
        let goes_on = self.pits_across().contains(&place) && place != last;
        if goes_on {
            usize::from(self.tables.next[direction][place])
        } else {
            self.first_across(direction)
        }
    }

    /// The pits of the other player.
    fn pits_across(&self) -> std::ops::Range<usize> {
        B::HALF..B::HALF + self.plan.side
    }

    /// The one to which a sowing in this direction comes first.
    fn first_across(&self, direction: usize) -> usize {
        let pits = self.pits_across();
        [pits.start, pits.end - 1][direction]
    }

    /// Where the next seed of a first lap falls in the first turns: several in a pit, and the last one perhaps
    /// across (TG-3, UH-3); or where captured seeds go round the own row.
    #[inline(never)]
    fn stop_apart(&self, lap: Lap, place: usize, left: u8, next: &SlotTable) -> usize {
        if self.plan.store_in_row {
            return self.next_in_row(place);
        }
        let after = |stop: usize| step(stop, lap.skip, next);
        let Some(opening) = &self.plan.first_turns else { return after(place) };
        let sown = lap.hand - 1 - left;
        let stop = if opening.portions.stays(sown) { place } else { after(place) };
        if left > 0 || !opening.last_across || stop >= self.plan.side {
            return stop;
        }
        let across = self.pits_across();
        std::iter::successors(Some(stop), |stop| Some(after(*stop)))
            .take(SLOTS)
            .find(|stop| across.contains(stop))
            .unwrap_or(stop)
    }

    /// Whether the last seed comes to an empty pit, in which it does not fall (MH-6).
    fn comes_to_empty(&self, lap: Lap, place: usize) -> bool {
        let stays = lap.starts_here && lap.hand == 1;
        self.plan.past_empty && !stays && self.at.get(place) == 0
    }

    /// Where the next seed falls: never in a pit that is closed, but for those at which it leaves the board; nor,
    /// but for the last one, in a pit that is passed over.
    fn open_stop(&self, lap: Lap, place: usize, left: u8, next: &SlotTable) -> usize {
        let first = lap.stop(place, left, next);
        let after = |stop: usize| step(stop, lap.skip, next);
        let open = self.first_where(first, after, |stop| self.removes(stop));
        let stays = lap.starts_here && left + 1 == lap.hand;
        if !B::RICH || self.plan.passes.is_none() || stays || left == 0 {
            return open;
        }
        self.first_not_passed(open, after)
    }

    /// The first of these places that is neither closed nor passed over for what it holds (PH-4); if there is
    /// no such pit, the very first.
    fn first_not_passed(&self, first: usize, after: impl Fn(usize) -> usize) -> usize {
        let mut stops = std::iter::successors(Some(first), |stop| Some(after(*stop))).take(SLOTS);
        stops.find(|stop| !self.is_closed(*stop) && !self.passes(*stop)).unwrap_or(first)
    }

    /// Whether a pit holds so many seeds that a sowing passes over it.
    fn passes(&self, place: usize) -> bool {
        let is_pit = place != B::STORE && place != B::OTHER_STORE;
        is_pit && self.plan.passes.is_some_and(|passes| passes.has(self.at.get(place)))
    }

    /// Whether a seed that comes to this place leaves the board: at a closed pit of the other player (DK-6).
    #[inline]
    fn removes(&self, place: usize) -> bool {
        B::RICH && self.plan.removes_passing && place >= B::HALF && self.is_closed(place)
    }

    /// The first of these places that is not closed, one after another.
    #[inline]
    pub fn first_open(&self, first: usize, after: impl Fn(usize) -> usize) -> usize {
        self.first_where(first, after, |_| false)
    }

    /// The same where some closed pits will do.
    #[inline]
    fn first_where(
        &self,
        first: usize,
        after: impl Fn(usize) -> usize,
        will_do: impl Fn(usize) -> bool,
    ) -> usize {
        // No more steps than there are places: a position of no game may have closed them all.
        let mut stops = std::iter::successors(Some(first), |stop| Some(after(*stop))).take(SLOTS);
        stops.find(|stop| !self.is_closed(*stop) || will_do(*stop)).unwrap_or(first)
    }

    /// Whether a pit is closed. (A marked pit that holds seeds may be held: see [`crate::plan::Plan::holds_pits`].)
    #[inline]
    pub fn is_closed(&self, place: usize) -> bool {
        B::RICH
            && self.plan.closes_pits
            && place < SLOTS
            && self.plan.shared >> place & 1 == 0
            && place % B::HALF < CLAIMS
            && self.at.marks(place / B::HALF) >> (place % B::HALF) & 1 == 1
            && !(self.plan.holds_pits && self.at.get(place) > 0)
    }

    /// The pit at a spot of a landing pit; closed pits are passed over.
    #[inline]
    pub fn spot(&self, spot: Spot, direction: usize, place: usize) -> usize {
        if B::RICH && self.plan.closes_pits {
            return self.open_spot(spot, direction, place);
        }
        self.tables.spot(spot, direction, place)
    }

    #[inline(never)] // as `taken_of_open`
    fn open_spot(&self, spot: Spot, direction: usize, place: usize) -> usize {
        let along = |spot: Spot, from: usize| {
            let step = |place: usize| self.tables.spot(spot, direction, place);
            self.first_open(step(from), step)
        };
        let next = || along(Spot::Next, place);
        let beyond = || along(Spot::Next, next());
        let facing = |of: usize| self.tables.spot(Spot::Facing, direction, of);
        match spot {
            Spot::Next => next(),
            Spot::Before => along(Spot::Before, place),
            Spot::Beyond => beyond(),
            Spot::NextFacing => facing(next()),
            Spot::BeyondFacing => facing(beyond()),
            Spot::Landing => place,
            // What lies in a pit that is closed at first is out of play.
            Spot::Facing | Spot::Behind => {
                let opposite = self.tables.spot(spot, direction, place);
                let out = self.plan.closed_first != 0 && self.is_closed(opposite);
                if out { NO_SLOT } else { opposite }
            }
        }
    }

    /// Pits that are played upon or emptied are no longer unplayed (CH-2).
    #[inline]
    fn unmark(&mut self, places: B::Places) {
        for half in 0..2 {
            let pits = u64::from((places.bits() >> (half * B::HALF)) as u32);
            self.at.set_marks(half, self.at.marks(half) & !pits);
        }
    }

    /// The same for one of them.
    #[inline]
    pub fn clear_mark(&mut self, place: usize) {
        if B::RICH && self.plan.unplayed {
            self.unmark(Set::one(place));
        }
        if B::RICH && self.plan.houses != 0 {
            self.leave_house(place);
        }
    }

    /// A drop that makes a pit hold the count captures them, for its owner (KN-3) or for the mover.
    /// Gives the store, if it does.
    fn capture_by_drop(&mut self, place: usize, last: bool) -> Option<usize> {
        let rule = self.plan.on_drop?;
        if place == B::STORE || place == B::OTHER_STORE || self.at.get(place) != rule.count {
            return None;
        }
        let side = self.owner(place);
        if !rule.sides[side] || last && rule.last_stays {
            return None;
        }
        let taker = if rule.to_mover || last && rule.last_to_mover { 0 } else { side };
        let store = taker * B::HALF + B::STORE;
        self.take_all(By::Drop, Set::one(place), Destination::Place(store));
        Some(store)
    }

    /// Tells the watcher.
    #[inline]
    pub fn note(&mut self, note: Note) {
        self.watch.note(self.at.to_move(), note);
    }
}

#[inline]
pub(crate) fn step(place: usize, skip: usize, next: &SlotTable) -> usize {
    let after = usize::from(next[place]);
    debug_assert!(after < SLOTS, "no place is sown after {place}");
    if after == skip && skip != NO_SLOT { usize::from(next[after]) } else { after }
}

#[cfg(test)]
mod tests {
    use crate::notation;
    use crate::plan::Plan;
    use crate::rules::Rules;
    use std::sync::Arc;

    /// South's action 0 on two rows of three pits. The pit of three keeps one seed and the others end
    /// in pit 2, which held one: these two are lifted, of which one stays. A lone seed stays where it
    /// is, or goes on, and a hand of seven that passes over its pit drops only its first seed there.
    #[test]
    fn the_first_seed_stays() {
        let after = |first: &str, relay: &str, before: &str| {
            let text = format!(
                "name = \"t\"\nboard = {{ rows = 2, columns = 3 }}\nsetup = {{ seeds = 1 }}\n\
                 sowing = {{ first = \"{first}\", skip = \"lap\" }}\n\
                 laps = {{ relay = \"{relay}\" }}\n\
                 ending = {{ when = [\"cannot_move\"] }}"
            );
            let plan = Plan::new(Rules::from_toml(&text).expect("good rules")).expect("good");
            let plan = Arc::new(plan);
            let state = notation::state(&plan, before).expect("a position");
            notation::position_text(&state.play(0).expect("a legal action"))
        };
        for first in ["origin", "origin_unless_single"] {
            let relays = after(first, "landing", "S[3 0 1|0] N[0 1 1|0] S");
            assert_eq!(relays, "S[1 1 1|0] N[1 1 1|0] N");
            let round = after(first, "none", "S[7 0 0|0] N[0 0 0|0] S");
            assert_eq!(round, "S[1 2 1|0] N[1 1 1|0] N");
        }
        assert_eq!(after("origin", "none", "S[1 0 0|0] N[0 1 1|0] S"), "S[1 0 0|0] N[0 1 1|0] N");
        let single = after("origin_unless_single", "none", "S[1 0 0|0] N[0 1 1|0] S");
        assert_eq!(single, "S[0 1 0|0] N[0 1 1|0] N");
    }
}

//! What the landing table says: the first entry that fits is carried out.

use super::Engine;
use super::board::{Board, Set};
use super::relay::{Follow, Sowing};
use super::watch::{By, Destination, Note, Watch};
use crate::plan::{Chooses, Entry, NO_SLOT, Paused, Register, Spot};
use crate::rules::{CaptureTo, Chain, GrandSlam, LapTest, Occupancy, Reentry, Then};

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Tries the entries in order; `None` if none fits.
    #[inline(always)] // in every lap
    pub fn try_entries(&mut self, place: usize, sowing: &mut Sowing) -> Option<Follow> {
        let tables = self.tables;
        for entry in &tables.landing {
            match self.failed_test(entry, place, sowing) {
                None => return Some(self.carry_out(entry, place, sowing)),
                Some(test) => {
                    if self.watch.wants_tests() {
                        self.note(Note::Miss { entry: entry.index, test, place });
                    }
                }
            }
        }
        None
    }

    /// The field of the first test of an entry that fails where a lap ended (KG-5, EL-6, PR-5,
    /// MW-5, CH-6, OW-4); side and row are one test here, called "side".
    #[inline(always)] // in every lap
    fn failed_test(&self, entry: &Entry, place: usize, sowing: &Sowing) -> Option<&'static str> {
        let seeds = self.at.get(place);
        let was = match entry.was {
            Occupancy::Any => true,
            Occupancy::Empty => seeds == 1,
            Occupancy::Occupied => seeds > 1,
        };
        if !was {
            return Some("was");
        }
        if let Some(test) = self.failed_place(entry, place, sowing.direction) {
            return Some(test);
        }
        // A copy, here and below: a sowing whose address is known nowhere else stays in registers.
        if entry.asks_so_far { self.failed_so_far(entry, place, *sowing) } else { None }
    }

    /// The tests of places: those that a chain repeats.
    #[inline(always)] // in every lap: a call costs the reference engine a twentieth of its speed
    pub(super) fn failed_place(
        &self,
        entry: &Entry,
        place: usize,
        direction: usize,
    ) -> Option<&'static str> {
        if !B::Places::of(entry.slots).has(self.seen(place)) {
            return Some("side");
        }
        if !entry.has_count(Spot::Landing, self.at.get(place)) {
            return Some(Spot::Landing.field());
        }
        self.failed_around(entry, place, direction)
    }

    /// The same but for whose pit it is, and for its own seeds.
    #[inline(always)] // as `failed_place`
    pub(super) fn failed_around(
        &self,
        entry: &Entry,
        place: usize,
        direction: usize,
    ) -> Option<&'static str> {
        if entry.asks.has(Spot::Facing) {
            let facing = self.facing(direction, place);
            if !entry.has_count(Spot::Facing, self.in_play(facing)) {
                return Some(Spot::Facing.field());
            }
        }
        for spot in entry.asks_around.iter() {
            let at = self.spot(spot, direction, place);
            if !entry.has_count(spot, self.in_play(at)) {
                return Some(spot.field());
            }
        }
        if B::RICH
            && let Some(wanted) = entry.next_field
            && wanted != self.is_field(self.spot(Spot::Next, direction, place))
        {
            return Some("next_field");
        }
        if B::RICH
            && entry.asks_marks
            && let Some(test) = self.failed_marks(entry, place)
        {
            return Some(test);
        }
        let inner = match entry.other_inner {
            Occupancy::Any => true,
            Occupancy::Empty => !self.other_inner_holds(),
            Occupancy::Occupied => self.other_inner_holds(),
        };
        if inner { None } else { Some("other_inner") }
    }

    /// The pit opposite, unless it is out of play.
    #[inline(always)] // as above
    fn facing(&self, direction: usize, place: usize) -> usize {
        if B::RICH && self.plan.closed_first != 0 {
            return self.spot(Spot::Facing, direction, place);
        }
        self.tables.spot(Spot::Facing, direction, place)
    }

    /// The seeds of a pit, as far as they are in play.
    #[inline(always)] // as above
    fn in_play(&self, place: usize) -> u8 {
        let out = B::RICH && self.plan.closed_first != 0 && place == NO_SLOT;
        if out { 0 } else { self.at.get(place) }
    }

    fn other_inner_holds(&self) -> bool {
        let mut row = B::Places::of(self.tables.other_inner);
        std::iter::from_fn(|| row.pop()).any(|place| self.at.get(place) > 0)
    }

    /// The tests of what has happened in this action, and before it.
    fn failed_so_far(&self, entry: &Entry, place: usize, sowing: Sowing) -> Option<&'static str> {
        let asked = &entry.so_far;
        let turn = self.at.register(Register::Turns).saturating_add(1);
        let tests = [
            ("lap", asked.lap == LapTest::Any || (asked.lap == LapTest::First) == sowing.first),
            ("captured", asked.captured.is_none_or(|wanted| wanted == sowing.captured)),
            (
                "crossed",
                asked.crossed.is_none_or(|wanted| wanted == sowing.fell.meets(self.plan.across)),
            ),
            ("dropped", asked.dropped.is_none_or(|wanted| wanted == sowing.dropped)),
            ("hand", asked.hand.has(sowing.hand)),
            ("turns", asked.turns.has(turn)),
            ("lifted", asked.lifted.is_none_or(|wanted| wanted == self.was_lifted(place))),
            ("marks", asked.marks.has(self.marks_made())),
            (
                "capture_number",
                asked.capture_number.has(self.at.register(Register::Captures).saturating_add(1)),
            ),
            ("other_pits", asked.other_pits.is_any() || asked.other_pits.has(self.other_pits())),
            ("visits", asked.visits.has(self.at.register(Register::Visits).saturating_add(1))),
        ];
        tests.into_iter().find(|(_, holds)| !holds).map(|(test, _)| test)
    }

    #[inline(always)] // for `sowing`, and called in one place
    fn carry_out(&mut self, entry: &Entry, place: usize, sowing: &mut Sowing) -> Follow {
        if B::RICH && entry.chooses_end {
            self.note(Note::Land { entry: entry.index, place });
            sowing.captured = true;
            let paused = Paused { backward: false, captured: true, dropped: sowing.dropped };
            return Follow::MayEnd { phase: self.plan.stop_phase(place, paused) };
        }
        if B::RICH && entry.chooses == Chooses::Beside && self.pits_beside(place) != 0 {
            self.note(Note::Offer { entry: entry.index, place });
            return Follow::Choose { phase: self.plan.beside_phase(place) };
        }
        // A lap that goes clockwise because it captures does so at once (IG-8).
        if B::RICH && entry.waits && !(sowing.direction == 1 && self.plan.takes_on) {
            self.note(Note::Land { entry: entry.index, place });
            if self.plan.takes_on {
                let from = self.reentry(entry, place, sowing);
                self.at.set_register(Register::Reentry, from as u8 + 1);
            }
            return self.then(entry, place, sowing);
        }
        let first = self.taken(entry, place, sowing.direction);
        let chains = entry.chain != Chain::None;
        let taken =
            if chains { self.on_copy(|engine| engine.chain(entry, place, *sowing)) } else { first };
        let slam = entry.grand_slam != GrandSlam::Capture && self.is_grand_slam(taken);
        if slam && entry.grand_slam == GrandSlam::Forbidden {
            return Follow::Forbidden;
        }
        // What goes onto the landing pit leaves what lies there.
        let spared = if entry.to == CaptureTo::Landing { Set::one(place) } else { B::Places::NONE };
        let all = taken & !spared;
        let taken = all & !self.kept_pits();
        if taken == B::Places::NONE {
            self.note(Note::Land { entry: entry.index, place });
            self.claim(all);
            self.split(entry, place);
            self.mark(entry, place, sowing.direction, slam);
            self.hold(entry, place);
        } else if !slam {
            let goal = match entry.to {
                CaptureTo::Store | CaptureTo::None => Destination::Place(B::STORE),
                CaptureTo::OtherStore => Destination::Place(B::OTHER_STORE),
                CaptureTo::Landing => Destination::Place(place),
                CaptureTo::Hand => Destination::Hand,
                CaptureTo::Removed => Destination::OffBoard,
            };
            if B::RICH && self.plan.takes_ends && entry.most == u8::MAX {
                sowing.ends |= self.ends_among(taken);
            }
            let is_last = self.holds_last_seeds(0);
            let mut seeds = if entry.most < u8::MAX {
                self.take_some(By::Entry(entry.index), place, entry.most, goal)
            } else {
                self.take_all(By::Entry(entry.index), taken & first, goal)
            };
            if chains {
                seeds += self.take_all(By::Chain(entry.index), taken & !first, goal);
            }
            sowing.captured |= seeds > 0;
            self.count_capture(seeds > 0);
            self.claim(all);
            self.mark(entry, place, sowing.direction, slam);
            self.close(entry, place);
            if let Destination::Place(store) = goal
                && is_last
                && seeds > 0
            {
                self.take_rest(store, place, 0);
                return Follow::Pass;
            }
            if entry.to == CaptureTo::Hand && seeds > 0 {
                return Follow::Resow { origin: self.reentry(entry, place, sowing), hand: seeds };
            }
            if entry.chooses != Chooses::Nothing {
                return self.choose(entry, place);
            }
        }
        self.then(entry, place, sowing)
    }

    /// An entry has taken seeds, when it is kept how many have (AK-4).
    #[inline(always)] // of all that is done in a turn, this is asked of few games
    pub(super) fn count_capture(&mut self, takes: bool) {
        if B::RICH && takes && self.plan.most_captures > 0 {
            let counted = self.at.register(Register::Captures).saturating_add(1);
            self.at.set_register(Register::Captures, counted.min(self.plan.most_captures));
        }
    }

    /// Which ends of the other player's row are among these pits, and hold seeds.
    fn ends_among(&self, taken: B::Places) -> u8 {
        let held = |pit: usize| {
            let place = B::HALF + pit;
            u8::from(taken.has(place) && self.at.get(place) > 0)
        };
        let [first, last] = self.plan.end_pits;
        held(first) | held(last) << 1
    }

    /// What follows an entry.
    #[inline(always)]
    fn then(&mut self, entry: &Entry, place: usize, sowing: &Sowing) -> Follow {
        match entry.then {
            Then::End => Follow::Pass,
            Then::Again => Follow::Again,
            Then::Relay if B::RICH && entry.lift < u8::MAX => self.relay_some(entry, place),
            Then::Relay => self.relay_from(By::Then(entry.index), place),
            Then::RelayOrEnd | Then::RelayOrTake => {
                match self.relay_from(By::Then(entry.index), place) {
                    Follow::Relay { .. } => {
                        let Sowing { direction, captured, dropped, .. } = *sowing;
                        let paused = Paused { backward: direction == 1, captured, dropped };
                        Follow::MayRelay { phase: self.plan.stop_phase(place, paused) }
                    }
                    end => end,
                }
            }
            Then::RelayNext => {
                let next = self.spot(Spot::Next, sowing.direction, place);
                self.relay_from(By::Then(entry.index), next)
            }
        }
    }

    /// All seeds of this pit are sown on, if it holds any.
    #[inline]
    pub fn relay_from(&self, by: By, place: usize) -> Follow {
        let goes_on = self.at.get(place) > 0 && !self.is_barred(place);
        if goes_on { Follow::Relay { place, by } } else { Follow::Pass }
    }

    /// The pits that one landing takes.
    #[inline]
    pub(super) fn taken(&self, entry: &Entry, place: usize, direction: usize) -> B::Places {
        if B::RICH && self.plan.closes_pits {
            return self.taken_of_open(entry, place, direction);
        }
        let taken = &self.tables.taken[usize::from(entry.number)];
        let taken = B::Places::of(taken[direction][place]);
        if !entry.first_of_file {
            return taken;
        }
        let inner = self.spot(Spot::Facing, direction, place);
        let outer = self.spot(Spot::Behind, direction, place);
        if self.at.get(inner) > 0 { taken & !B::Places::one(outer) } else { taken }
    }

    /// The same where pits may be closed.
    #[inline(never)] // so that `taken` stays small enough to be part of its callers
    fn taken_of_open(&self, entry: &Entry, place: usize, direction: usize) -> B::Places {
        let at = |spot: Spot| self.spot(spot, direction, place);
        let places = entry.takes.iter().map(at).filter(|place| *place < NO_SLOT);
        places.fold(B::Places::NONE, |set, place| set | B::Places::one(place))
    }

    /// Whether these pits hold all the seeds of the other player (OW-6).
    fn is_grand_slam(&self, taken: B::Places) -> bool {
        let mut kept = (B::HALF..B::HALF + self.plan.side).filter(|place| !taken.has(*place));
        kept.all(|place| self.at.get(place) == 0)
    }

    /// Takes the seeds of all these pits; gives how many.
    #[inline]
    pub fn take_all(&mut self, by: By, mut taken: B::Places, to: Destination) -> u8 {
        let mut seeds = 0;
        while let Some(from) = taken.pop() {
            let count = self.at.lift(from);
            seeds += count;
            if let Destination::Place(to) = to {
                self.at.add(to, count);
            }
            self.clear_mark(from);
            if count > 0 {
                self.note(Note::Capture { by, from, to, count });
            }
        }
        seeds
    }

    /// Takes so many seeds of a pit at most; gives how many.
    #[inline(never)]
    pub(super) fn take_some(&mut self, by: By, from: usize, most: u8, to: Destination) -> u8 {
        let held = self.at.lift(from);
        let count = held.min(most);
        self.at.add(from, held - count);
        if let Destination::Place(to) = to {
            self.at.add(to, count);
        }
        self.note(Note::Capture { by, from, to, count });
        count
    }

    /// Where a captured hand is sown from (MW-6), and which way where that changes (BK-5).
    #[inline(always)]
    fn reentry(&self, entry: &Entry, landing: usize, sowing: &mut Sowing) -> usize {
        match entry.reentry {
            Reentry::Lap => sowing.lap_origin,
            // From an end that is chosen seeds are sown by an action of its own.
            Reentry::Landing | Reentry::ChosenEnd => landing,
            Reentry::Turn => sowing.turn_origin,
            Reentry::Outer => self.plan.columns - 1 - file_of(landing, self.plan.columns), // CP-6
            Reentry::AfterEmpty => self.empty_before(landing, sowing.direction),
            Reentry::RowEnd => {
                let near = entry.near_ends.iter().position(|ends| ends >> landing & 1 == 1);
                sowing.direction = near.unwrap_or(sowing.direction);
                usize::from(self.plan.row_ends[sowing.direction])
            }
        }
    }

    /// The nearest empty pit before the landing pit, or the landing pit, if no other is empty (MH-8).
    #[inline(never)]
    fn empty_before(&self, landing: usize, direction: usize) -> usize {
        let before = |place: usize| usize::from(self.tables.next[1 - direction][place]);
        let back = std::iter::successors(Some(before(landing)), |place| Some(before(*place)));
        let mut back = back.take_while(|place| *place != landing);
        back.find(|place| self.at.get(*place) == 0).unwrap_or(landing)
    }

    /// After a capture the same player chooses another file (CH-7) or further pits.
    fn choose(&self, entry: &Entry, place: usize) -> Follow {
        match entry.chooses {
            Chooses::Nothing | Chooses::Beside => Follow::Pass,
            Chooses::File => Follow::Choose { phase: 1 + file_of(place, self.plan.columns) as u8 },
            Chooses::Pits(phase) => Follow::Choose { phase },
        }
    }
}

/// The file of an own pit of four rows: the number of its inner pit in the inner row.
fn file_of(place: usize, columns: usize) -> usize {
    if place < columns { columns - 1 - place } else { place - columns }
}

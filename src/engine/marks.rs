//! Marks that players make, and what they mean.

use super::Engine;
use super::board::{Board, Set};
use super::sow::Landed;
use super::watch::{By, Destination, Note, Watch};
use crate::plan::{CLAIMS, Entry, LIFTS, Register, Spot};
use crate::rules::{Marked, Rest};

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// The pits of a half that the player to whom they do not belong has marked, one bit a pit.
    #[inline]
    fn made_marks(&self, half: usize) -> u64 {
        self.at.marks(half) >> self.plan.made_marks & ((1 << CLAIMS) - 1)
    }

    /// The pits of a half that its own player has marked, one bit a pit.
    #[inline]
    fn own_marks(&self, half: usize) -> u64 {
        if self.plan.own_marks { self.at.marks(half) >> CLAIMS & ((1 << CLAIMS) - 1) } else { 0 }
    }

    /// How many pits the mover has marked.
    #[inline]
    pub fn marks_made(&self) -> u8 {
        (self.made_marks(1).count_ones() + self.own_marks(0).count_ones()) as u8
    }

    /// Pits of the other player that hold seeds and that nobody has marked (GD-7).
    #[inline(never)]
    pub fn other_pits(&self) -> u8 {
        let pits = (0..2).flat_map(|half| (0..self.plan.side).map(move |pit| half * B::HALF + pit));
        let counted = pits.filter(|place| {
            let marked = || self.plan.makes_marks && self.marker(*place).is_some();
            self.at.get(*place) > 0 && self.owner(*place) == 1 && !marked()
        });
        counted.count() as u8
    }

    /// The pits that players have marked, one bit each, as both rows are numbered.
    #[inline(never)]
    pub fn marked_pits(&self) -> u64 {
        let of = |half: usize| self.made_marks(half) | self.own_marks(half);
        of(0) | of(1) << self.plan.side
    }

    /// The player (0 the mover) who has marked this place.
    fn marker(&self, place: usize) -> Option<usize> {
        let (half, pit) = (place / B::HALF, place % B::HALF);
        let is_in = |marks: u64| pit < CLAIMS && marks >> pit & 1 == 1;
        if is_in(self.made_marks(half)) {
            Some(1 - self.owner(place))
        } else {
            is_in(self.own_marks(half)).then(|| self.owner(place))
        }
    }

    /// Whether nobody sows the seeds of this place, because it is marked or a field (but see BY-3).
    #[inline]
    pub fn is_barred(&self, place: usize) -> bool {
        let field = || self.is_field(place) && !self.plan.lifts_fields;
        B::RICH && (self.plan.bars_marked && self.marker(place).is_some() || field())
    }

    /// Whether this place is a field, which belongs to nobody.
    #[inline]
    pub fn is_field(&self, place: usize) -> bool {
        B::RICH && self.plan.field == Some(place % B::HALF)
    }

    /// Whether a last seed in this place counts as one in a pit that the other player has marked.
    #[inline]
    pub fn visits(&self, place: usize) -> bool {
        B::RICH && self.plan.most_visits > 0 && self.marker(place) == Some(1)
    }

    /// Counts it, when the entries have been asked.
    #[inline]
    pub fn count_visit(&mut self, visits: bool) {
        if visits {
            let counted = self.at.register(Register::Visits).saturating_add(1);
            self.at.set_register(Register::Visits, counted.min(self.plan.most_visits));
        }
    }

    /// Whether seeds of this place were lifted to be sown, before this lap and in this round (BC-5).
    pub fn was_lifted(&self, place: usize) -> bool {
        self.at.marks(place / B::HALF) >> (LIFTS + place % B::HALF) & 1 == 1
    }

    /// The seeds of this place have been lifted and sown. A pit of the other player does not rest for it.
    #[inline]
    pub fn note_lifted(&mut self, place: usize) {
        let half = place / B::HALF;
        let noted = match self.plan.rest {
            Rest::Never => true,
            Rest::UntilSown | Rest::FirstTurns => self.may_rest(half),
            Rest::LoneSeed => false,
        };
        if B::RICH && self.plan.lifts && noted {
            self.at.set_marks(half, self.at.marks(half) | 1 << (LIFTS + place % B::HALF));
        }
    }

    /// Whether pits of a half rest that were lifted now: those of the mover, and perhaps only in their first turns.
    fn may_rest(&self, half: usize) -> bool {
        half == 0 && (self.plan.rest != Rest::FirstTurns || self.first_turns().is_some())
    }

    /// The pits of the mover that rest, one bit a pit (AI-3, AJ-3, AT-6).
    #[inline]
    pub fn resting_pits(&self) -> u64 {
        if self.may_rest(0) { self.at.marks(0) >> LIFTS & ((1 << CLAIMS) - 1) } else { 0 }
    }

    /// What a lap changes of the pits of the other player that rest: those in which a seed has fallen rest no more
    /// (AI-3), or one rests in which a single seed has come to lie alone (AT-6).
    #[inline]
    pub fn change_rests(&mut self, hand: u8, landed: &Landed) {
        if !(B::RICH && self.plan.rests()) {
            return;
        }
        let across = landed.fell.across() << LIFTS;
        match self.plan.rest {
            Rest::UntilSown => self.at.set_marks(1, self.at.marks(1) & !across),
            Rest::LoneSeed if hand == 1 && !landed.fired && self.at.get(landed.place) == 1 => {
                self.at.set_marks(1, self.at.marks(1) | across);
            }
            Rest::Never | Rest::FirstTurns | Rest::LoneSeed => {}
        }
    }

    /// A turn begins with a sowing: pits rest for one turn only, where single seeds do not go straight back (AT-6).
    #[inline]
    pub fn forget_lone_seeds(&mut self) {
        if B::RICH && self.plan.rest == Rest::LoneSeed {
            self.forget_rests(0);
            self.forget_rests(1);
        }
    }

    /// The mover plays a pit that is closed at first, which opens all of theirs (IS-6, LB-4).
    #[inline]
    pub fn reopen(&mut self, place: usize) {
        if B::RICH && self.plan.closed_first != 0 && self.is_closed(place) {
            for pit in (0..self.plan.side).filter(|pit| self.plan.closed_first >> pit & 1 == 1) {
                self.at.set_marks(0, self.at.marks(0) & !(1 << pit));
                self.note(Note::Open { place: pit });
            }
        }
    }

    /// The first turns of the mover are over, in which no pit is played twice (AJ-3).
    #[inline]
    pub fn forget_first_turns(&mut self) {
        if B::RICH && self.plan.rest == Rest::FirstTurns && self.first_turns().is_none() {
            self.forget_rests(0);
        }
    }

    fn forget_rests(&mut self, half: usize) {
        let rests = ((1 << CLAIMS) - 1) << LIFTS;
        self.at.set_marks(half, self.at.marks(half) & !rests);
    }

    /// Whether a pit is marked, or is not, as an entry asks.
    fn is_marked(&self, wanted: Marked, place: usize) -> bool {
        match wanted {
            Marked::Any => true,
            Marked::No => self.marker(place).is_none(),
            Marked::Own => self.marker(place) == Some(0),
            Marked::Other => self.marker(place) == Some(1),
        }
    }

    /// The tests of marks, and of what was lifted, at a pit.
    #[inline(never)]
    pub fn failed_marks(&self, entry: &Entry, place: usize) -> Option<&'static str> {
        if !self.is_marked(entry.marked, place) {
            return Some("marked");
        }
        if entry.facing_marked != Marked::Any
            && !self.is_marked(entry.facing_marked, self.tables.spot(Spot::Facing, 0, place))
        {
            return Some("facing_marked");
        }
        if entry.all_lifted && !self.was_lifted(place) {
            return Some("lifted");
        }
        if entry.house.is_some_and(|wanted| wanted != self.is_house(place)) {
            return Some("house");
        }
        if entry.blocked.is_some_and(|wanted| wanted != self.is_blocked(place)) {
            return Some("blocked");
        }
        let across = || self.made_marks(0) >> (place % B::HALF) & 1 == 1;
        let mirrored = entry.mirrored.is_none_or(|wanted| wanted == across());
        if mirrored { None } else { Some("mirrored") }
    }

    /// The landing pit is the mover's from now on, and the pit opposite or the one before too, where the entry says
    /// so.
    #[inline]
    pub fn mark(&mut self, entry: &Entry, place: usize, direction: usize, called_off: bool) {
        if !(B::RICH && entry.makes_mark) || called_off {
            return;
        }
        self.mark_pit(entry, place);
        if entry.marks_facing {
            self.mark_pit(entry, self.tables.spot(Spot::Facing, 0, place));
        }
        if entry.marks_before {
            let before = self.tables.spot(Spot::Before, direction, place);
            if self.marker(before).is_none() {
                self.mark_pit(entry, before);
            }
        }
    }

    /// No seed falls in the landing pit from now on, where the entry says so (DK-4).
    #[inline]
    pub fn close(&mut self, entry: &Entry, place: usize) {
        if B::RICH && entry.closes {
            let half = place / B::HALF;
            self.at.set_marks(half, self.at.marks(half) | 1 << (place % B::HALF));
            self.note(Note::Close { entry: entry.index, place });
        }
    }

    /// Nobody sows or captures the seeds of the landing pit from now on, where the entry says so (KD-12).
    #[inline]
    pub fn hold(&mut self, entry: &Entry, place: usize) {
        if B::RICH && entry.holds {
            let (half, held) = (place / B::HALF, 1 << (place % B::HALF));
            if self.at.marks(half) & held == 0 {
                self.at.set_marks(half, self.at.marks(half) | held);
                self.note(Note::HoldPit { entry: entry.index, place });
            }
        }
    }

    /// The pits whose seeds no capture takes: those that are shared, and those that are held (PH-9).
    #[inline]
    pub fn kept_pits(&self) -> B::Places {
        let shared = self.shared_pits();
        if B::RICH && self.plan.holds_pits { shared | self.held_pits() } else { shared }
    }

    #[inline(never)] // few games have such pits
    fn held_pits(&self) -> B::Places {
        let pits = (1 << self.plan.side) - 1;
        let of = |half: usize| u128::from(self.at.marks(half) & pits) << (half * B::HALF);
        Set::of(of(0) | of(1))
    }

    fn mark_pit(&mut self, entry: &Entry, place: usize) {
        let half = place / B::HALF;
        let pit = place % B::HALF;
        let (of_other, of_owner) = (1 << (self.plan.made_marks + pit), 1 << (CLAIMS + pit));
        let marks = self.at.marks(half);
        let marked = match (self.plan.own_marks, self.owner(place)) {
            (false, _) => marks | of_other,
            (true, 0) => marks & !of_other | of_owner,
            (true, _) => marks & !of_owner | of_other,
        };
        if marked != marks {
            self.at.set_marks(half, marked);
            self.note(Note::Mark { entry: entry.index, place });
        }
    }

    /// The landing pit and the pit opposite share their seeds equally, where the entry says so.
    #[inline]
    pub fn split(&mut self, entry: &Entry, place: usize) {
        if !(B::RICH && entry.splits) {
            return;
        }
        let facing = self.tables.spot(Spot::Facing, 0, place);
        let (here, there) = (self.at.get(place), self.at.get(facing));
        let half = u8::midpoint(here, there);
        if there > half {
            self.hand_over(entry, (facing, place), there - half);
        } else if half > there {
            self.hand_over(entry, (place, facing), half - there);
        }
    }

    /// Moves so many seeds of a pit to another one.
    fn hand_over(&mut self, entry: &Entry, (from, to): (usize, usize), count: u8) {
        let held = self.at.lift(from);
        self.at.add(from, held - count);
        self.at.add(to, count);
        let to = Destination::Place(to);
        self.note(Note::Capture { by: By::Split(entry.index), from, to, count });
    }

    /// Seeds in marked pits go to those who marked them.
    #[inline]
    pub fn send_home(&mut self) {
        if B::RICH && self.plan.sends_home {
            for (place, store) in self.marked() {
                self.take_all(By::Home, Set::one(place), Destination::Place(store));
            }
        }
    }

    /// Pits that are full now are marked no more, where pits are marked until they are (KH-6).
    #[inline]
    pub fn open_full_pits(&mut self) {
        if !(B::RICH && self.plan.full_pit > 0) {
            return;
        }
        for half in 0..2 {
            let full = self.at.holding(half * B::HALF, self.plan.side, self.plan.full_pit);
            self.at.set_marks(half, self.at.marks(half) & !full);
        }
    }

    /// The same when the round, or the game, is over.
    #[inline(never)]
    pub fn sweep_marked(&mut self) {
        for (from, to) in self.marked() {
            let count = self.at.lift(from);
            self.at.add(to, count);
            if count > 0 {
                self.note(Note::Sweep { by: By::Marked, from, to, count });
            }
        }
    }

    /// The marked pits, each with the store of the player who marked it.
    fn marked(&self) -> Vec<(usize, usize)> {
        let pits = (0..2).flat_map(|half| (0..self.plan.markable).map(move |pit| (half, pit)));
        let places = pits.map(|(half, pit)| half * B::HALF + pit);
        let store = |place: usize| self.marker(place).map(|marker| marker * B::HALF + B::STORE);
        places.filter_map(|place| Some((place, store(place)?))).collect()
    }
}

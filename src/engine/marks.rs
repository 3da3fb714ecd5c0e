//! Marks that players make, and what they mean.

use super::Engine;
use super::board::{Board, Set};
use super::watch::{By, Destination, Note, Watch};
use crate::plan::{CLAIMS, Entry};
use crate::rules::Marked;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// The pits of a half that players have marked, one bit a pit.
    #[inline]
    pub fn made_marks(&self, half: usize) -> u32 {
        self.at.marks(half) >> self.plan.made_marks & ((1 << CLAIMS) - 1)
    }

    /// The pits that players have marked, one bit each, as both rows are numbered.
    #[inline(never)]
    pub fn marked_pits(&self) -> u64 {
        u64::from(self.made_marks(0)) | u64::from(self.made_marks(1)) << self.plan.side
    }

    /// Whether a player has marked this place.
    fn is_marked(&self, place: usize) -> bool {
        let (half, pit) = (place / B::HALF, place % B::HALF);
        pit < CLAIMS && self.made_marks(half) >> pit & 1 == 1
    }

    /// Whether nobody sows the seeds of this place, because it is marked.
    #[inline]
    pub fn is_barred(&self, place: usize) -> bool {
        B::RICH && self.plan.bars_marked && self.is_marked(place)
    }

    /// The tests of marks at a pit. A player marks pits of the other player.
    #[inline(never)]
    pub fn failed_marks(&self, entry: &Entry, place: usize) -> Option<&'static str> {
        let marked = match entry.marked {
            Marked::Any => true,
            Marked::No => !self.is_marked(place),
            Marked::Own => self.owner(place) == 1 && self.is_marked(place),
            Marked::Other => self.owner(place) == 0 && self.is_marked(place),
        };
        if !marked {
            return Some("marked");
        }
        let across = || self.made_marks(0) >> (place % B::HALF) & 1 == 1;
        let mirrored = entry.mirrored.is_none_or(|wanted| wanted == across());
        if mirrored { None } else { Some("mirrored") }
    }

    /// The landing pit is the mover's from now on, where the entry says so.
    #[inline]
    pub fn mark(&mut self, entry: &Entry, place: usize, called_off: bool) {
        if !(B::RICH && entry.makes_mark) || called_off {
            return;
        }
        let half = place / B::HALF;
        let marks = self.at.marks(half);
        let marked = marks | 1 << (self.plan.made_marks + place % B::HALF);
        if marked != marks {
            self.at.set_marks(half, marked);
            self.note(Note::Mark { entry: entry.index, place });
        }
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
        let pits = (0..2).flat_map(|half| (0..self.plan.columns).map(move |pit| (half, pit)));
        let places = pits.map(|(half, pit)| half * B::HALF + pit);
        let store = |place: usize| (1 - self.owner(place)) * B::HALF + B::STORE;
        places.filter(|place| self.is_marked(*place)).map(|place| (place, store(place))).collect()
    }
}

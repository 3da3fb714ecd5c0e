//! Captures that go on from pit to pit.

use super::Engine;
use super::board::{Board, Set};
use super::relay::Sowing;
use super::watch::Watch;
use crate::plan::Entry;
use crate::rules::Chain;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// The pits that a chain takes, all tests made on the board as the last seed left it (OW-4).
    #[inline(never)]
    pub(super) fn chain(&self, entry: &Entry, landing: usize, sowing: Sowing) -> B::Places {
        let ahead = &self.tables.next[sowing.direction];
        let back = &self.tables.next[1 - sowing.direction];
        let step = |place: usize| usize::from(ahead[place]);
        let is_store = |place: usize| place == B::STORE || place == B::OTHER_STORE;
        if entry.chain == Chain::Neighbours {
            let sides = [back, ahead].map(|way| {
                let step = |place: usize| usize::from(way[place]);
                self.first_open(step(landing), step)
            });
            let fitting =
                sides.into_iter().filter(|place| self.goes_on(entry, *place, sowing.direction));
            let first = self.taken(entry, landing, sowing.direction);
            return fitting
                .fold(first, |taken, place| taken | self.taken(entry, place, sowing.direction));
        }
        if entry.chain == Chain::Beside {
            return self.beside(entry, landing, sowing.direction);
        }
        // Closed pits are passed over.
        let open_step = |place: usize| self.first_open(step(place), step);
        let step_back = |place: usize| usize::from(back[place]);
        let mut seen = B::Places::NONE;
        let mut taken = B::Places::NONE;
        let mut place = landing;
        loop {
            seen = seen | Set::one(place);
            taken = taken | self.taken(entry, place, sowing.direction);
            place = match entry.chain {
                Chain::Backward => self.first_open(step_back(place), step_back),
                Chain::Alternate if !is_store(open_step(place)) => open_step(open_step(place)),
                _ => open_step(place),
            };
            let home = entry.chain == Chain::Backward && place == sowing.lap_origin;
            if home || seen.has(place) || !self.goes_on(entry, place, sowing.direction) {
                return taken;
            }
        }
    }

    /// The landing pit and those directly beside it in its row, each for itself (GF-4).
    #[inline(never)]
    fn beside(&self, entry: &Entry, landing: usize, direction: usize) -> B::Places {
        let sides = self.plan.beside(landing);
        let fitting = sides.filter(|place| self.goes_on(entry, *place, direction));
        let first = self.taken(entry, landing, direction);
        fitting.fold(first, |taken, place| taken | self.taken(entry, place, direction))
    }

    /// The pits beside this one that the player may take, one bit for each action that takes one (GF-5).
    #[inline(never)]
    pub(super) fn pits_beside(&self, landing: usize) -> u64 {
        let Some(beside) = self.plan.beside else { return 0 };
        let fitting =
            self.plan.beside(landing).filter(|place| beside.counts.has(self.at.get(*place)));
        let actions = fitting.filter_map(|place| self.plan.take_beside(place));
        actions.fold(0, |set, action| set | 1 << action)
    }

    /// Whether a chain takes from this place too: never from a store.
    fn goes_on(&self, entry: &Entry, place: usize, direction: usize) -> bool {
        let fits = || match entry.chain {
            // A series of empty pits (UH-6).
            Chain::Empties => {
                B::Places::of(entry.slots).has(self.seen(place))
                    && self.at.get(place) == 0
                    && self.failed_around(entry, place, direction).is_none()
            }
            _ => self.failed_place(entry, place, direction).is_none(),
        };
        place != B::STORE && place != B::OTHER_STORE && fits()
    }
}

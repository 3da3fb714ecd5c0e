//! Before the game: seeds of the reserve that players put where they like.

use super::Engine;
use super::board::Board;
use super::end::Turned;
use super::watch::{Note, Watch};
use crate::outcome::End;
use crate::plan::{NO_SLOT, PlacePlan, Spot};
use crate::rules::Filled;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Whether the mover puts a seed of the reserve in a pit now: of their own, or where one player lays out all
    /// seeds, of the other player's too.
    #[inline]
    pub fn is_placing(&self) -> bool {
        B::RICH
            && self.at.phase() == 0
            && self.plan.places.is_some_and(|places| self.to_be_placed(places) > 0)
    }

    fn to_be_placed(&self, places: PlacePlan) -> u8 {
        self.at.reserve(0) + if places.by_one { self.at.reserve(1) } else { 0 }
    }

    /// Any pit of their own will do, or of either side, as the rules say: its action is that of sowing it forward. Where
    /// it is said how they are filled, those after which the seeds that are left are enough (MD-2, QU-2, QL-2).
    pub fn pits_to_place_in(&self) -> u64 {
        let Some(places) = self.plan.places else { return 0 };
        let sides = if places.by_one { 2 } else { 1 };
        let all = (0..sides).fold(0, |set, side| set | places.pits << (side * self.plan.side));
        if !places.limits() {
            return all;
        }
        let (due, left) = (self.pits_due(places), self.to_be_placed(places));
        let inner = self.plan.inner_row();
        let singles = inner.clone().filter(|pit| self.at.get(*pit) > 0).count();
        let full = singles >= usize::from(places.inner_singles);
        let closed = |action: usize| {
            places.inner_singles > 0 && inner.contains(&action) && (full || self.at.get(action) > 0)
        };
        let pits = (0..sides * self.plan.side).filter(|action| all >> action & 1 == 1);
        let fits = |action: &usize| !closed(*action) && self.due_after(places, due, *action) < left;
        match pits.filter(fits).fold(0, |set, action| set | 1_u64 << action) {
            0 => all, // a position set up by hand
            some => some,
        }
    }

    /// Seeds that must still fall in the first row, if one falls in this pit, so that its first pit holds more than any
    /// other one, and where it falls, no other one more than the one before it.
    fn own_seeds_due(&self, places: PlacePlan, placed: usize) -> u8 {
        let held = |pit: usize| self.at.get(pit).saturating_add(u8::from(pit == placed));
        let columns = self.plan.columns;
        let (mut due, mut most) = (0_u8, 0);
        for pit in (1..columns).rev() {
            most = most.max(held(pit));
            if places.filled == Filled::Descending {
                due = due.saturating_add(most - held(pit));
            }
        }
        let most = (columns..self.plan.side).map(held).fold(most, u8::max);
        due.saturating_add(most.saturating_add(1).saturating_sub(held(0)))
    }

    /// The place of a pit that an action without a direction names.
    fn place_of(&self, action: usize) -> usize {
        let side = self.plan.side;
        if action < side { action } else { B::HALF + action - side }
    }

    /// The pit opposite, if there is one.
    fn opposite(&self, place: usize) -> Option<usize> {
        Some(self.tables.spot(Spot::Facing, 0, place)).filter(|place| *place < NO_SLOT)
    }

    /// Pits that must still get a seed.
    fn pits_due(&self, places: PlacePlan) -> u8 {
        let side = self.plan.side;
        let is_due = |action: &usize| {
            let place = self.place_of(*action);
            match places.filled {
                Filled::Any | Filled::LargestFirst | Filled::Descending => false,
                Filled::Each => places.pits >> (action % side) & 1 == 1 && self.at.get(place) == 0,
                Filled::Facing => {
                    let lies = |place: usize| self.at.get(place) > 0;
                    !lies(place) && self.opposite(place).is_some_and(lies)
                }
            }
        };
        (0..2 * side).filter(is_due).count() as u8
    }

    /// The same when a seed has fallen in one more pit.
    fn due_after(&self, places: PlacePlan, due: u8, action: usize) -> u8 {
        if places.filled.is_largest_first() {
            return self.own_seeds_due(places, action);
        }
        let place = self.place_of(action);
        if places.filled == Filled::Any || self.at.get(place) > 0 {
            return due;
        }
        let faces = self.opposite(place).is_some_and(|place| self.at.get(place) == 0);
        if places.filled == Filled::Facing && faces { due + 1 } else { due.saturating_sub(1) }
    }

    /// One seed falls in the pit. Then the other player places one, or the same player the next. `None` where the
    /// other player says whether the board is turned round.
    pub fn place(&mut self, place: usize) -> Option<Turned> {
        // Who lays out all seeds begins with their own.
        let half = usize::from(self.at.reserve(0) == 0);
        self.at.spend_reserve(half);
        self.at.add(place, 1);
        self.note(Note::Place { half, place });
        let left =
            self.plan.places.is_some_and(|places| !places.in_turn && self.to_be_placed(places) > 0);
        if left {
            return Some(Turned::Again);
        }
        self.at.pass_turn();
        let Some(phase) = self.plan.swap_phase() else { return Some(Turned::Passed) };
        self.at.set_phase(phase);
        None
    }

    /// The board is left as it lies, and the game begins.
    #[inline(never)]
    pub fn act_keep(&mut self) -> Result<u64, End> {
        self.at.set_phase(0);
        self.note(Note::KeepBoard);
        self.settle(Turned::Again)
    }

    /// The board is turned round: what lay on either side lies on the other. The player who has laid out the seeds
    /// begins then, or the one who has turned it (MD-3).
    #[inline(never)]
    pub fn act_swap(&mut self) -> Result<u64, End> {
        self.at.set_phase(0);
        self.note(Note::Swap);
        for pit in 0..self.plan.side {
            let (own, other) = (pit, B::HALF + pit);
            let held = [self.at.lift(own), self.at.lift(other)];
            self.at.add(own, held[1]);
            self.at.add(other, held[0]);
            for (from, to, count) in [(own, other, held[0]), (other, own, held[1])] {
                if count > 0 {
                    self.note(Note::Exchange { from, to, count });
                }
            }
        }
        if self.plan.places.is_some_and(|places| places.keeps_start) {
            return self.settle(Turned::Again);
        }
        self.at.pass_turn();
        self.settle(Turned::Passed)
    }
}

//! What is captured when the last lap of an action is over, and captures of the last seeds.

use super::Engine;
use super::board::{Board, Set};
use super::sow::Fallen;
use super::watch::{By, Destination, Note, Watch};
use crate::plan::AfterPlan;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Every pit that fits is taken, once the last lap has ended in this place. `fell`: where seeds of the
    /// action have fallen.
    #[inline(always)] // in every lap, and nothing in most games
    pub fn take_after(&mut self, landing: usize, fell: Fallen) {
        if B::RICH
            && let Some(rule) = self.plan.after
        {
            self.take_fitting(&rule, landing, fell);
        }
    }

    #[inline(never)]
    fn take_fitting(&mut self, rule: &AfterPlan, landing: usize, fell: Fallen) {
        if rule.ended.is_some_and(|pits| pits >> landing & 1 == 0) {
            return;
        }
        let is_last = self.holds_last_seeds(0);
        let mut fitting = [B::Places::NONE; 2];
        let pits = (0..2).flat_map(|half| (0..self.plan.side).map(move |pit| (half, pit)));
        for (half, pit) in pits {
            let place = half * B::HALF + pit;
            let seeds = self.at.get(place);
            let looked_at = rule.slots >> place & 1 == 1 && (!rule.sown || fell.has(half, pit));
            if looked_at && seeds > 0 && rule.counts.has(seeds) {
                let taker = if rule.to_mover { 0 } else { self.owner(place) };
                fitting[taker] = fitting[taker] | Set::one(place);
            }
        }
        for (taker, fitting) in fitting.into_iter().enumerate() {
            let store = taker * B::HALF + B::STORE;
            let taken = self.take_all(By::After, fitting, Destination::Place(store));
            if is_last && taken > 0 {
                self.take_rest(store, landing, 0);
                return;
            }
        }
    }

    /// Whether so few seeds lie in the pits, with those of the hand, that the next capture takes all of
    /// them.
    #[inline(always)] // in every lap, and nothing in most games
    pub fn holds_last_seeds(&self, hand: u8) -> bool {
        let most = u32::from(self.plan.last_seeds);
        B::RICH && most > 0 && self.seeds_in_pits() + u32::from(hand) <= most
    }

    /// A capture for this store takes all other seeds too, those of the hand as well: nobody can move
    /// then, and the game ends.
    #[inline(never)]
    pub fn take_rest(&mut self, store: usize, landing: usize, hand: u8) {
        if hand > 0 {
            self.at.add(landing, hand);
            self.note(Note::Stop { field: "ending.last_seeds", landing, hand });
        }
        let pits = (1 << self.plan.side) - 1;
        self.take_all(By::Last, Set::of(pits | pits << B::HALF), Destination::Place(store));
    }
}

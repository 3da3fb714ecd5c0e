//! What the table of plays says: of the actions that may be played, those of the first entry that fits
//! any.

use super::Engine;
use super::board::Board;
use super::legal::actions_of;
use super::relay::Sowing;
use super::sow::Lap;
use super::watch::{Silent, Watch};
use crate::plan::{Action, NO_SLOT, PlayEntry, Register, Spot};
use crate::rules::{Occupancy, Pick, Skip};

/// Where the first lap of an action would end, and what it would do.
pub(super) struct Ahead {
    pub place: usize,
    /// Seeds there, the last one included.
    seeds: u8,
    pub captured: bool,
}

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Of these actions, those that the table of plays lets through.
    #[inline(never)]
    pub fn of_plays(&self, actions: u64) -> u64 {
        let (mut legal, mut anyway, mut open) = (0, 0, true);
        for entry in &self.plan.plays {
            if entry.anyway {
                anyway |= self.fitting(entry, actions); // CP-9
                continue;
            }
            if !entry.also {
                open = legal == 0;
            }
            if open {
                legal |= self.fitting(entry, actions);
            }
        }
        legal | anyway
    }

    /// The entry of the table that keeps from an action: of the first that fits any and those beside it, the
    /// one that speaks of the action, else that first one.
    pub fn barring_play(&self, action: usize) -> usize {
        let (plays, pits) = (&self.plan.plays, self.pits_to_play());
        let speaks = |index: &usize| plays[*index].actions >> action & 1 == 1;
        let fits = |entry: &PlayEntry| !entry.anyway && self.fitting(entry, pits) != 0;
        match plays.iter().position(fits) {
            None => (0..plays.len()).find(speaks).unwrap_or(0),
            Some(first) => {
                let beside = plays[first + 1..].iter().take_while(|entry| entry.also).count();
                let mut anyway = (0..plays.len()).filter(|index| plays[*index].anyway);
                let first_of_them = (first..=first + beside).find(speaks);
                first_of_them.or_else(|| anyway.find(speaks)).unwrap_or(first)
            }
        }
    }

    /// The actions that fit an entry.
    fn fitting(&self, entry: &PlayEntry, actions: u64) -> u64 {
        let spent = entry.once && self.at.register(Register::Once) > 0;
        if spent || !self.fits_player(entry) {
            return 0;
        }
        let fits = |action: &usize| match self.tables.action(*action) {
            Some(Action::Sow { slot, direction }) => self.fits(entry, slot, direction),
            _ => false,
        };
        let fitting: Vec<usize> = actions_of(actions & entry.actions).filter(fits).collect();
        let pit = |action: &usize| match self.tables.action(*action) {
            Some(Action::Sow { slot, .. }) => slot % B::HALF,
            _ => 0,
        };
        let seeds = |action: &usize| match self.tables.action(*action) {
            Some(Action::Sow { slot, .. }) => self.at.get(slot),
            _ => 0,
        };
        let first = fitting.iter().map(pit).min();
        let last = fitting.iter().map(pit).max();
        let most = fitting.iter().map(seeds).max();
        let picked = |action: &&usize| match entry.pick {
            Pick::All => true,
            Pick::First => Some(pit(action)) == first,
            Pick::Last => Some(pit(action)) == last,
            Pick::Largest => Some(seeds(action)) == most,
        };
        fitting.iter().filter(picked).fold(0, |set, action| set | 1 << action)
    }

    /// Whether a pit, sown in a direction, fits an entry.
    fn fits(&self, entry: &PlayEntry, place: usize, direction: usize) -> bool {
        let beside = |spot: Spot| {
            let at = self.spot(spot, direction, place);
            if at < NO_SLOT { self.at.get(at) } else { 0 }
        };
        let here = entry.counts.has(self.at.get(place))
            && entry.house.is_none_or(|wanted| wanted == self.is_house(place))
            && entry.blocked.is_none_or(|wanted| wanted == self.is_blocked(place))
            && entry.next.has(beside(Spot::Next))
            && entry.before.has(beside(Spot::Before));
        if !here || !entry.looks_ahead() {
            return here;
        }
        let ahead = self.look_ahead(place, direction);
        let lands = entry.lands.is_none_or(|lands| {
            let was = match lands.was {
                Occupancy::Any => true,
                Occupancy::Empty => ahead.seeds == 1,
                Occupancy::Occupied => ahead.seeds > 1,
            };
            lands.slots >> ahead.place & 1 == 1 && was && lands.counts.has(ahead.seeds)
        });
        lands && entry.captures.is_none_or(|wanted| wanted == ahead.captured)
    }

    /// Whether what an entry asks of the mover, and not of a pit, is so.
    fn fits_player(&self, entry: &PlayEntry) -> bool {
        let turn = self.at.register(Register::Turns).saturating_add(1);
        entry.turns.has(turn)
            && entry.reserve.has(self.at.reserve(0))
            && self.fits_housed(entry)
            && entry.lost.has(self.lost())
            && entry.largest.has(self.own_pits().max().unwrap_or(0))
    }

    fn own_pits(&self) -> impl Iterator<Item = u8> {
        (0..self.plan.side).map(|pit| self.at.get(pit))
    }

    /// Seeds that the mover has fewer than at the start.
    fn lost(&self) -> u8 {
        let owned = self.own_pits().fold(self.at.reserve(0), u8::saturating_add);
        self.plan.owned.saturating_sub(owned)
    }

    /// The turn has begun in which an entry fits that does so once, if what it asks of the mover is so (QL-7).
    pub fn spend_once(&mut self) {
        if B::RICH && self.plan.plays.iter().any(|entry| entry.once && self.fits_player(entry)) {
            self.at.set_register(Register::Once, 1);
        }
    }

    /// Whether one of the mover's houses holds as many seeds as an entry asks.
    fn fits_housed(&self, entry: &PlayEntry) -> bool {
        let mut houses = (0..self.plan.side).filter(|pit| self.is_house(*pit));
        entry.housed.is_any() || houses.any(|pit| entry.housed.has(self.at.get(pit)))
    }

    /// The first lap of an action, sown on a copy of the board; or the seed of the reserve that it drops.
    pub(super) fn look_ahead(&self, place: usize, direction: usize) -> Ahead {
        let mut copy = *self.at;
        let (plan, tables) = (self.plan, self.tables);
        let mut trial = Engine { plan, tables, at: &mut copy, watch: &mut Silent };
        let dropped = trial.is_dropping();
        let mut sowing = if dropped {
            Sowing { dropped, ..Sowing::beginning(place, direction, 0) }
        } else {
            trial.begin_sowing(place, direction)
        };
        let hand = sowing.hand;
        let landed = if dropped {
            trial.drop_seed(place)
        } else {
            let skip = if plan.skip == Skip::None { NO_SLOT } else { place };
            let starts_here = sowing.lifted && plan.first.stays(hand);
            let apart = sowing.apart;
            B::sow(&mut trial, Lap { origin: place, hand, skip, direction, starts_here, apart })
        };
        let seeds = trial.at.get(landed.place);
        sowing.fell = landed.fell;
        sowing.captured = landed.took;
        trial.after_lap(landed, &mut sowing);
        Ahead { place: landed.place, seeds, captured: sowing.captured }
    }
}

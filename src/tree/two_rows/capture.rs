//! What a landing captures.

use super::board::{Board, OTHER_STORE, STORE, from_slot};
use super::{Sower, TwoRows};
use crate::plan::{CapturePlan, SLOTS};
use crate::rules::{CaptureTo, GrandSlam, Landing};

/// A capture rule in places of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taking {
    rule: CapturePlan,
    /// Places in which a landing captures, one bit each.
    places: u16,
    /// Whether any number of seeds will do.
    any_count: bool,
}

impl Taking {
    pub fn new(rule: &CapturePlan) -> Self {
        let pit = |slot: &usize| rule.slots >> slot & 1 == 1;
        Self {
            rule: *rule,
            places: (0..SLOTS).filter(pit).fold(0, |set, slot| set | 1 << from_slot(slot)),
            any_count: rule.counts == [u128::MAX; 2],
        }
    }

    /// The rule as a capture from the mover's empty pits; `None` if it is another.
    pub fn as_from_empty(&self, columns: usize) -> Option<FromEmpty> {
        let rule = &self.rule;
        let own = self.places >> columns == 0;
        let one = rule.landing == Landing::Empty && rule.has_count(1);
        let plain = !rule.chain && rule.grand_slam == GrandSlam::Capture;
        (own && one && plain && rule.to == CaptureTo::Store).then_some(FromEmpty {
            places: self.places,
            needs_facing: rule.needs_opposite,
            takes_landing: rule.takes_landing,
            takes_facing: rule.takes_facing,
        })
    }
}

/// A capture for the mover's store by a last seed that comes into one of his empty pits.
#[derive(Clone, Copy, Debug)]
pub(super) struct FromEmpty {
    /// The pits, one bit each.
    pub places: u16,
    pub needs_facing: bool,
    pub takes_landing: bool,
    pub takes_facing: bool,
}

/// What became of a landing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Captured {
    /// No rule fits.
    Nothing,
    /// A rule fits, whatever it took.
    Done,
    /// A rule fits that forbids the action.
    Forbidden,
}

impl TwoRows {
    /// Tries the capture rules in order; the first that fits is carried out.
    #[inline]
    pub(super) fn try_captures(&self, board: &mut Board, place: usize, lap: Sower) -> Captured {
        for taking in &self.captures {
            if self.fits(taking, board, place) {
                return self.capture(taking, board, place, lap);
            }
        }
        Captured::Nothing
    }

    #[inline]
    fn fits(&self, taking: &Taking, board: &Board, place: usize) -> bool {
        if taking.places >> place & 1 == 0 {
            return false;
        }
        let seeds = board.get(place);
        let landing = match taking.rule.landing {
            Landing::Empty => seeds == 1,
            Landing::Occupied => seeds > 1,
            Landing::Any => true,
        };
        landing
            && (taking.any_count || taking.rule.has_count(seeds))
            && (!taking.rule.needs_opposite || board.get(self.facing(place)) > 0)
    }

    #[inline]
    fn facing(&self, place: usize) -> usize {
        (place & 8 ^ 8) + self.columns - 1 - (place & 7)
    }

    #[inline]
    fn capture(&self, taking: &Taking, board: &mut Board, place: usize, lap: Sower) -> Captured {
        let rule = &taking.rule;
        let taken = if rule.chain {
            self.chain(taking, board, place, lap)
        } else {
            self.taken(taking, place)
        };
        if rule.grand_slam != GrandSlam::Capture && self.is_grand_slam(board, taken) {
            let forbidden = rule.grand_slam == GrandSlam::Forbidden;
            return if forbidden { Captured::Forbidden } else { Captured::Done };
        }
        let mut seeds = 0;
        let mut left = taken;
        while left != 0 {
            seeds += board.lift(left.trailing_zeros() as usize);
            left &= left - 1;
        }
        match rule.to {
            CaptureTo::OtherStore => board.add(OTHER_STORE, seeds),
            CaptureTo::Landing => board.add(place, seeds),
            CaptureTo::Removed => {}
            CaptureTo::Store | CaptureTo::None | CaptureTo::Hand => board.add(STORE, seeds),
        }
        Captured::Done
    }

    /// The places that one landing takes, one bit each.
    #[inline]
    fn taken(&self, taking: &Taking, place: usize) -> u16 {
        u16::from(taking.rule.takes_landing) << place
            | u16::from(taking.rule.takes_facing) << self.facing(place)
    }

    /// The same from the landing pit backward, as long as the rule fits, and not as far as the pit
    /// where the lap began (OW-4).
    fn chain(&self, taking: &Taking, board: &Board, landing: usize, lap: Sower) -> u16 {
        let back = &self.next[1 - lap.direction];
        let (mut pits, mut taken, mut place) = (0_u16, 0, landing);
        while self.fits(taking, board, place) && pits >> place & 1 == 0 {
            pits |= 1 << place;
            taken |= self.taken(taking, place);
            place = usize::from(back[place]);
            if place == lap.pit {
                break;
            }
        }
        taken
    }

    /// Whether these places hold all the seeds of the other player (OW-6).
    fn is_grand_slam(&self, board: &Board, taken: u16) -> bool {
        let kept = (8..8 + self.columns).filter(|place| taken >> place & 1 == 0);
        kept.fold(0, |any, place| any | board.get(place)) == 0
    }
}

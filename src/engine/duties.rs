//! Which actions are illegal for what they would bring about: forbidden captures, and the duty to feed.

use std::cmp::Ordering;

use super::Engine;
use super::board::Board;
use super::legal::actions_of;
use super::relay::Trial;
use super::watch::Watch;
use crate::plan::Action;
use crate::rules::Feeding;

/// Actions by what they would do, one bit each.
#[derive(Default)]
struct Trials {
    feeding: u64,
    /// Those that give the other player the most seeds, as far as they are asked for.
    giving: u64,
    /// How many these are.
    given: u8,
    starving: u64,
    endless: u64,
}

impl Trials {
    /// Of the actions that give different numbers of seeds, keeps those that give the most.
    fn give(&mut self, given: u8, action: u64) {
        match given.cmp(&self.given) {
            Ordering::Greater => (self.given, self.giving) = (given, action),
            Ordering::Equal => self.giving |= action,
            Ordering::Less => {}
        }
    }
}

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// What is left when forbidden captures (OW-6) and actions that break the duty to feed are
    /// taken out.
    #[inline(always)]
    pub fn permitted(&self, pits: u64) -> u64 {
        if B::RICH && !self.plan.plays.is_empty() {
            return if self.may_put() { pits } else { self.of_plays(pits) };
        }
        if B::RICH && self.plan.tries_back_only() {
            return self.without_idle_ways_back(pits);
        }
        if B::RICH && self.may_put() {
            return pits;
        }
        let starving = self.plan.feeding == Feeding::Forced && self.other_is_starved();
        let by_rule = self.plan.forbids_slams || self.plan.back_into != 0;
        if starving || by_rule || self.plan.feeding == Feeding::Always {
            self.permitted_of_tried(pits, starving)
        } else {
            pits
        }
    }

    /// Pits are sown the other way only where they may be (OT-3).
    #[inline(never)]
    fn without_idle_ways_back(&self, pits: u64) -> u64 {
        let idle = |action: &usize| match self.tables.action(*action) {
            Some(Action::Sow { slot, direction: 1 }) => !self.may_go_back(slot),
            _ => false,
        };
        actions_of(pits).filter(idle).fold(pits, |pits, action| pits & !(1 << action))
    }

    /// Endless actions stay (PR-8); if no action feeds, none is broken by not doing so where the
    /// duty is always on (OW-9).
    #[inline(never)]
    fn permitted_of_tried(&self, pits: u64, starving: bool) -> u64 {
        let trials = self.try_all(pits);
        match self.plan.feeding {
            Feeding::Forced if starving => trials.giving | trials.endless,
            Feeding::Always if trials.feeding != 0 => trials.feeding | trials.endless,
            _ => trials.feeding | trials.endless | trials.starving,
        }
    }

    /// Whether any action leaves the other player seeds; an endless one does not count (PR-6).
    pub fn can_feed(&self) -> bool {
        self.try_all(self.pits_to_play()).feeding != 0
    }

    fn try_all(&self, pits: u64) -> Trials {
        let mut trials = Trials::default();
        for action in actions_of(pits) {
            let Some(Action::Sow { slot, direction }) = self.tables.action(action) else {
                continue;
            };
            if direction == 1 && !self.may_go_back(slot) {
                continue;
            }
            match self.try_out(slot, direction) {
                Trial::Feeds { given } => {
                    trials.feeding |= 1 << action;
                    trials.give(given.min(self.plan.fed), 1 << action);
                }
                Trial::Endless => trials.endless |= 1 << action,
                Trial::Starves => trials.starving |= 1 << action,
                Trial::Forbidden => {}
            }
        }
        trials
    }

    /// Whether the other player has nothing to play with (EW-7).
    #[inline]
    pub fn other_is_starved(&self) -> bool {
        if B::RICH && self.plan.fed_pit > 1 {
            let row = B::HALF..B::HALF + self.plan.side;
            return row.into_iter().all(|pit| self.at.get(pit) < self.plan.fed_pit);
        }
        self.other_is_empty()
    }
}

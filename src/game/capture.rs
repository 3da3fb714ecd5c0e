//! What a landing captures.

use super::Engine;
use super::relay::{Follow, Sowing};
use super::sow::Landed;
use super::trace::{By, Note, Watch};
use crate::plan::{CapturePlan, HALF, NO_SLOT, OTHER_STORE, STORE};
use crate::rules::{CaptureTo, Landing, Reentry, Then};

impl<W: Watch> Engine<'_, W> {
    /// Tries the capture rules in order; the first that fits is carried out.
    #[inline]
    pub fn try_captures(&mut self, landed: Landed, sowing: &Sowing) -> Option<Follow> {
        let plan = self.plan;
        let rule = plan.captures.iter().find(|rule| self.captures(rule, landed.slot))?;
        Some(self.capture(rule, landed.slot, sowing))
    }

    /// Whether a rule fits the landing (KG-5, EL-6, PR-5, MW-5, CH-6).
    #[inline]
    fn captures(&self, rule: &CapturePlan, slot: usize) -> bool {
        let was_empty = self.at.cells[slot] == 1;
        let fits = match rule.landing {
            Landing::Empty => was_empty,
            Landing::Occupied => !was_empty,
            Landing::Any => true,
        };
        fits && rule.slots >> slot & 1 == 1
            && (!rule.needs_opposite || self.at.cells[usize::from(self.plan.facing[slot])] > 0)
    }

    fn capture(&mut self, rule: &CapturePlan, slot: usize, sowing: &Sowing) -> Follow {
        let facing = usize::from(self.plan.facing[slot]);
        let by = By::Rule(rule.index);
        let to = match rule.to {
            CaptureTo::Hand => return self.capture_to_hand(rule, slot, sowing),
            CaptureTo::Landing => slot,
            CaptureTo::Store | CaptureTo::None => STORE,
            CaptureTo::OtherStore => OTHER_STORE,
        };
        if rule.takes_landing {
            self.take(by, slot, to);
        }
        self.take(by, facing, to);
        if rule.takes_behind {
            self.take_behind(by, slot, to);
        }
        match rule.then {
            Then::End => Follow::Pass,
            Then::ChooseFile => self.choose_file(slot),
        }
    }

    fn take_behind(&mut self, by: By, slot: usize, to: usize) {
        let behind = usize::from(self.plan.behind[slot]);
        if behind != NO_SLOT {
            self.take(by, behind, to);
            self.clear_mark(behind);
        }
    }

    /// The captured seeds are the next hand (MW-6).
    fn capture_to_hand(&mut self, rule: &CapturePlan, slot: usize, sowing: &Sowing) -> Follow {
        let mut taken = [NO_SLOT; 3];
        taken[0] = usize::from(self.plan.facing[slot]);
        if rule.takes_behind {
            taken[1] = usize::from(self.plan.behind[slot]);
        }
        if rule.takes_landing {
            taken[2] = slot;
        }
        let mut hand = 0;
        for from in taken.into_iter().filter(|slot| *slot != NO_SLOT) {
            let count = std::mem::take(&mut self.at.cells[from]);
            hand += count;
            if count > 0 {
                let by = By::Rule(rule.index);
                self.watch.note(self.at.to_move, Note::Capture { by, from, to: None, count });
            }
        }
        if hand == 0 {
            return Follow::Pass;
        }
        let origin = match rule.reentry {
            Reentry::Lap => sowing.lap_origin,
            Reentry::Landing => slot,
            Reentry::Turn => sowing.turn_origin,
        };
        Follow::Resow { origin, hand }
    }

    /// After a file the same player chooses another, if the enemy still has men (CH-7).
    fn choose_file(&self, slot: usize) -> Follow {
        let enemy = &self.at.cells[HALF..HALF + self.plan.side];
        if enemy.iter().all(|n| *n == 0) {
            return Follow::Pass;
        }
        let file = slot - self.plan.columns;
        Follow::Choose { file }
    }
}

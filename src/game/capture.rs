//! What a landing captures.

use super::Engine;
use super::relay::{Follow, Sowing};
use super::trace::{By, Goal, Note, Watch};
use crate::plan::{CapturePlan, HALF, OTHER_STORE, STORE};
use crate::rules::{CaptureTo, GrandSlam, Landing, Reentry, Then};

/// A set of slots, one bit each.
type Slots = u128;

impl<W: Watch> Engine<'_, W> {
    /// Tries the capture rules in order; the first that fits is carried out.
    #[inline]
    pub fn try_captures(&mut self, slot: usize, sowing: &Sowing) -> Option<Follow> {
        let plan = self.plan;
        let rule = plan.captures.iter().find(|rule| self.fits(rule, slot))?;
        Some(self.capture(rule, slot, sowing))
    }

    /// Whether a rule fits a pit (KG-5, EL-6, PR-5, MW-5, CH-6, OW-4).
    #[inline]
    fn fits(&self, rule: &CapturePlan, slot: usize) -> bool {
        let seeds = self.at.cells[slot];
        let landing = match rule.landing {
            Landing::Empty => seeds == 1,
            Landing::Occupied => seeds > 1,
            Landing::Any => true,
        };
        landing
            && rule.slots >> slot & 1 == 1
            && rule.has_count(seeds)
            && (!rule.needs_opposite || self.at.cells[usize::from(self.plan.facing[slot])] > 0)
    }

    fn capture(&mut self, rule: &CapturePlan, slot: usize, sowing: &Sowing) -> Follow {
        let taken =
            if rule.chain { self.chain(rule, slot, sowing) } else { self.taken(rule, slot) };
        if rule.grand_slam != GrandSlam::Capture && self.is_grand_slam(taken) {
            return match rule.grand_slam {
                GrandSlam::Forbidden => Follow::Forbidden,
                _ => Follow::Pass,
            };
        }
        let goal = match rule.to {
            CaptureTo::Store | CaptureTo::None => Goal::Slot(STORE),
            CaptureTo::OtherStore => Goal::Slot(OTHER_STORE),
            CaptureTo::Landing => Goal::Slot(slot),
            CaptureTo::Hand => Goal::Hand,
            CaptureTo::Removed => Goal::OffBoard,
        };
        let first = self.taken(rule, slot);
        let hand = self.take_all(By::Rule(rule.index), taken & first, goal)
            + self.take_all(By::Chain(rule.index), taken & !first, goal);
        match (goal, rule.then) {
            (Goal::Hand, _) if hand > 0 => {
                Follow::Resow { origin: reentry(rule, slot, sowing), hand }
            }
            (_, Then::ChooseFile) => self.choose_file(slot),
            _ => Follow::Pass,
        }
    }

    /// The pits that one landing takes.
    fn taken(&self, rule: &CapturePlan, slot: usize) -> Slots {
        let bit = |takes: bool, slot: usize| if takes { 1 << slot } else { 0 };
        bit(rule.takes_landing, slot)
            | bit(rule.takes_facing, usize::from(self.plan.facing[slot]))
            | bit(rule.takes_behind, usize::from(self.plan.behind[slot]))
    }

    /// The same from the landing pit backward, as long as the rule fits, and not as far as the pit
    /// where the lap began (OW-4).
    fn chain(&self, rule: &CapturePlan, landing: usize, sowing: &Sowing) -> Slots {
        let back = &self.plan.next[1 - sowing.direction];
        let (mut pits, mut taken, mut slot) = (0_u128, 0, landing);
        while self.fits(rule, slot) && pits >> slot & 1 == 0 {
            pits |= 1 << slot;
            taken |= self.taken(rule, slot);
            slot = usize::from(back[slot]);
            if slot == sowing.lap_origin {
                break;
            }
        }
        taken
    }

    /// Whether these pits hold all the seeds of the other player (OW-6).
    fn is_grand_slam(&self, taken: Slots) -> bool {
        let mut kept = (HALF..HALF + self.plan.side).filter(|slot| taken >> slot & 1 == 0);
        kept.all(|slot| self.at.cells[slot] == 0)
    }

    /// Takes the seeds of all these pits; gives how many went into the hand.
    pub fn take_all(&mut self, by: By, taken: Slots, goal: Goal) -> u8 {
        let (mut hand, mut left) = (0, taken);
        while left != 0 {
            let from = left.ilog2() as usize;
            left ^= 1 << from;
            let count = std::mem::take(&mut self.at.cells[from]);
            match goal {
                Goal::Slot(to) => self.at.cells[to] += count,
                Goal::Hand => hand += count,
                Goal::OffBoard => {}
            }
            if self.plan.marks {
                self.clear_mark(from);
            }
            if count > 0 {
                self.watch.note(self.at.to_move, Note::Capture { by, from, goal, count });
            }
        }
        hand
    }

    /// After a file the same player chooses another, if the enemy still has men (CH-7).
    fn choose_file(&self, slot: usize) -> Follow {
        if self.other_is_empty() {
            return Follow::Pass;
        }
        Follow::Choose { file: slot - self.plan.columns }
    }
}

/// Where a captured hand is sown from (MW-6).
fn reentry(rule: &CapturePlan, landing: usize, sowing: &Sowing) -> usize {
    match rule.reentry {
        Reentry::Lap => sowing.lap_origin,
        Reentry::Landing => landing,
        Reentry::Turn => sowing.turn_origin,
    }
}

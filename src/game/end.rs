//! The settling step after an action: forfeits, end tests with their sweeps, then skips (GE-12).

use super::Engine;
use super::trace::{By, Note, Watch};
use crate::outcome::{End, GameResult, Reason};
use crate::plan::{HALF, OTHER_STORE, STORE};
use crate::rules::{Feeding, FinalCount, Score, When, Winner};

impl<W: Watch> Engine<'_, W> {
    /// Settles a position in phase 0 in which the mover has just been decided, and gives his legal
    /// actions (never none), or the end. Settling twice changes nothing. `passed`: the turn has
    /// just passed to the mover.
    #[inline]
    pub fn settle(&mut self, passed: bool) -> Result<u64, End> {
        if self.plan.forfeit {
            self.forfeits(passed);
        }
        let legal = self.legal();
        if let Some(reason) = self.end_test(legal) {
            return Err(self.end_by_rule(reason));
        }
        if legal == 0 { self.skip() } else { Ok(legal) }
    }

    /// The turn of a player without an action is skipped; if neither has one, it is over (GE-8).
    fn skip(&mut self) -> Result<u64, End> {
        self.at.pass_turn();
        let legal = self.legal();
        if legal == 0 {
            self.at.pass_turn();
            return Err(self.end_by_rule(Reason::NobodyCanMove));
        }
        self.watch.note(self.at.to_move, Note::Skip);
        match self.end_test(legal) {
            Some(reason) => Err(self.end_by_rule(reason)),
            None => Ok(legal),
        }
    }

    /// The end conditions.
    #[inline]
    fn end_test(&self, legal: u64) -> Option<Reason> {
        let met = self.plan.ends.iter().find_map(|when| self.meets(*when, legal));
        if met.is_some() || self.plan.feeding == Feeding::None {
            return met;
        }
        // PR-6, OW-5. Where the duty is always on, the next player will be found unable to move.
        let duty = self.plan.feeding != Feeding::Always && self.other_is_empty();
        (duty && !self.mover_is_empty() && !self.can_feed()).then_some(Reason::CannotFeed)
    }

    #[inline]
    fn meets(&self, when: When, legal: u64) -> Option<Reason> {
        let symmetric = self.plan.symmetric;
        let (met, reason) = match when {
            // EL-7: a player who may play every pit has none left only when all are empty.
            When::EitherEmpty | When::MoverEmpty if symmetric => {
                (self.mover_is_empty() && self.other_is_empty(), Reason::SideEmpty)
            }
            // KG-7, KE-2, KA-6, KN-6, EL-7, CH-9
            When::EitherEmpty => {
                (self.mover_is_empty() || self.other_is_empty(), Reason::SideEmpty)
            }
            // KA-6
            When::MoverEmpty => (self.mover_is_empty(), Reason::SideEmpty),
            // PR-6, PR-7, MW-8, OW-7, OW-9
            When::CannotMove => (legal == 0, Reason::CannotMove),
            // GE-8 ends the game so in any case.
            When::NobodyCanMove => (false, Reason::NobodyCanMove),
            // OW-7
            When::AboveHalf => (self.is_above_half(), Reason::AboveHalf),
        };
        met.then_some(reason)
    }

    /// Whether a store holds more than half of all seeds, or both hold half.
    fn is_above_half(&self) -> bool {
        let cells = &self.at.cells;
        let total: u32 = cells.iter().map(|n| u32::from(*n)).sum();
        let (mine, theirs) = (u32::from(cells[STORE]), u32::from(cells[OTHER_STORE]));
        2 * mine > total || 2 * theirs > total || mine == theirs && 2 * mine == total
    }

    /// Sweeps what the rules sweep, and names the winner.
    pub fn end_by_rule(&mut self, reason: Reason) -> End {
        self.final_sweep();
        let result = self.result();
        self.finish(result, reason)
    }

    pub fn finish(&mut self, result: GameResult, reason: Reason) -> End {
        let end = End { result, reason };
        self.watch.note(self.at.to_move, Note::End(end));
        end
    }

    /// Who gets the seeds left in the pits (KG-7, KE-2, KT-5, KN-6, EL-8, PR-6, PR-7).
    fn final_sweep(&mut self) {
        let (mover, other) = (STORE, HALF + STORE);
        match self.plan.final_count {
            FinalCount::Home => {}
            FinalCount::Emptied if self.mover_is_empty() => self.sweep(HALF, mover, By::Rest),
            FinalCount::Emptied if self.other_is_empty() => self.sweep(0, other, By::Rest),
            // Nobody's pits are empty when neither could move: each keeps his own (KT-5).
            FinalCount::Owner | FinalCount::Emptied => {
                self.sweep(0, mover, By::Rest);
                self.sweep(HALF, other, By::Rest);
            }
        }
    }

    /// All seeds in the pits of one half go to a store.
    pub fn sweep(&mut self, base: usize, store: usize, by: By) {
        for slot in base..base + self.plan.side {
            let count = std::mem::take(&mut self.at.cells[slot]);
            self.at.cells[store] += count;
            if count > 0 {
                self.watch.note(self.at.to_move, Note::Sweep { from: slot, to: store, count, by });
            }
        }
    }

    /// The winner by rule (KG-1, MW-8, CH-9, CH-10).
    fn result(&self) -> GameResult {
        let mover = usize::from(self.at.to_move);
        match self.plan.winner {
            Winner::MostSeeds => {
                let [south, north] = self.plan.scores(self.at);
                match south.cmp(&north) {
                    std::cmp::Ordering::Greater => GameResult::South,
                    std::cmp::Ordering::Less => GameResult::North,
                    std::cmp::Ordering::Equal => GameResult::Draw,
                }
            }
            Winner::LastMover => GameResult::won_by(1 - mover),
            Winner::Emptied => match (self.mover_is_empty(), self.other_is_empty()) {
                (true, false) => GameResult::won_by(mover),
                (false, true) => GameResult::won_by(1 - mover),
                _ => GameResult::Draw,
            },
            Winner::HasSeeds => match (self.mover_is_empty(), self.other_is_empty()) {
                (false, true) => GameResult::won_by(mover),
                (true, false) => GameResult::won_by(1 - mover),
                _ => GameResult::Draw,
            },
        }
    }
}

impl crate::plan::Plan {
    /// The scores of South and North on the board as it stands (GE-11).
    #[must_use]
    pub fn scores(&self, at: &super::Position) -> [u8; 2] {
        [0, 1].map(|side| {
            let held = match self.score {
                Score::Store => 0,
                Score::Owned => at.reserve(side) + at.pits(side, self.side).iter().sum::<u8>(),
            };
            at.store(side) + held
        })
    }
}

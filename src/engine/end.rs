//! The settling step after an action: forfeits, end tests with their sweeps, then skips (GE-12).

use std::cmp::Ordering;

use super::Engine;
use super::board::Board;
use super::watch::{By, Note, Watch};
use crate::outcome::GameResult;
use crate::outcome::{End, Reason};
use crate::plan::EndSet;
use crate::rules::{Feeding, FinalCount, Score, When, Winner};

/// How the player to move has come to be so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turned {
    /// The turn has just passed to them.
    Passed,
    /// They made the last action themselves.
    Again,
    /// The position was set up by hand.
    SetUp,
}

impl Turned {
    /// The same after one more change of turns.
    fn and_passed(self) -> Self {
        if self == Self::Again { Self::Passed } else { Self::Again }
    }
}

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Settles a position in phase 0 in which the mover has just been decided, and gives their legal
    /// actions (never none), or the end. Settling twice changes nothing.
    #[inline(always)] // after every action; what is rarer is elsewhere
    pub fn settle(&mut self, turned: Turned) -> Result<u64, End> {
        if B::RICH && self.plan.forfeit {
            self.forfeits(turned);
        }
        self.restock();
        let legal = self.legal();
        if self.is_placing() || self.surely_goes_on() {
            return Ok(legal);
        }
        self.test_and_skip(legal, turned)
    }

    fn test_and_skip(&mut self, legal: u64, turned: Turned) -> Result<u64, End> {
        if self.is_given() {
            return Ok(self.ask_for_gift());
        }
        if let Some(reason) = self.end_test(legal) {
            return self.over(reason, turned);
        }
        if legal == 0 { self.skip(turned) } else { Ok(legal) }
    }

    /// Whether the game goes on with the mover, for a reason seen at a glance: both sides hold
    /// seeds, and in this game that is enough.
    #[inline]
    pub fn surely_goes_on(&self) -> bool {
        self.plan.goes_on_with_seeds && !self.mover_is_empty() && !self.other_is_empty()
    }

    /// The turn of a player without an action is skipped; if neither has one, it is over (GE-8).
    #[inline(never)]
    fn skip(&mut self, turned: Turned) -> Result<u64, End> {
        self.unblock();
        self.at.pass_turn();
        if self.is_given() {
            self.note(Note::Skip);
            return Ok(self.ask_for_gift());
        }
        self.restock();
        let legal = self.legal();
        if legal == 0 {
            self.at.pass_turn();
            return self.over(Reason::NobodyCanMove, turned);
        }
        self.note(Note::Skip);
        if self.is_placing() {
            return Ok(legal);
        }
        match self.end_test(legal) {
            Some(reason) => self.over(reason, turned.and_passed()),
            None => Ok(legal),
        }
    }

    /// The end conditions.
    #[inline(always)] // after every action
    fn end_test(&self, legal: u64) -> Option<Reason> {
        if self.meets_any(legal) {
            return self.first_met(legal).map(Reason::of);
        }
        if self.plan.feeding == Feeding::None || B::RICH && self.may_put() {
            return None;
        }
        // PR-6, OW-5. Where the duty is always on, the next player will be found unable to move.
        let duty = self.plan.feeding != Feeding::Always && self.other_is_starved();
        (duty && !self.mover_is_empty() && !self.can_feed()).then_some(Reason::CannotFeed)
    }

    /// Whether an end condition is met.
    #[inline(always)] // and not in a loop, for the reason that `EndSet::COMMON` gives
    fn meets_any(&self, legal: u64) -> bool {
        let ends = self.plan.ends_set;
        let [stuck, half, either, mover, nobody] = EndSet::COMMON;
        let met = |when| ends.has(when) && self.meets(when, legal);
        let common = met(stuck) || met(half) || met(either) || met(mover) || met(nobody);
        common || ends.has_rare && self.first_met(legal).is_some()
    }

    /// The first condition that is met, in the order of the rules.
    #[inline(never)]
    fn first_met(&self, legal: u64) -> Option<When> {
        self.plan.ends.iter().copied().find(|when| self.meets(*when, legal))
    }

    #[inline(always)]
    fn meets(&self, when: When, legal: u64) -> bool {
        match when {
            // EL-7: a player who may play every pit has none left only when all are empty.
            When::MoverEmpty if self.plan.symmetric => self.board_meets(When::EitherEmpty),
            // KA-6
            When::MoverEmpty => self.mover_is_empty(),
            // PR-6, PR-7, MW-8, OW-7, OW-9
            When::CannotMove => legal == 0,
            // GE-8 ends the game so in any case.
            When::NobodyCanMove => false,
            _ => self.board_meets(when),
        }
    }

    /// Whether the game is over by a condition that both players see alike.
    pub fn board_ends_game(&self) -> bool {
        self.plan.ends.iter().any(|when| self.board_meets(*when))
    }

    /// The conditions that both players see alike.
    #[inline(always)] // after every action
    fn board_meets(&self, when: When) -> bool {
        match when {
            // EL-7
            When::EitherEmpty if self.plan.symmetric => {
                self.mover_is_empty() && self.other_is_empty()
            }
            // KG-7, KE-2, KA-6, KN-6, EL-7, CH-9
            When::EitherEmpty => self.mover_is_empty() || self.other_is_empty(),
            // OW-7
            When::AboveHalf => self.is_above_half(),
            When::Enough => [B::STORE, B::OTHER_STORE]
                .iter()
                .any(|store| self.at.get(*store) >= self.plan.enough),
            When::AllSingle => self.most_in_a_pit() < 2,
            When::Few => self.seeds_in_pits() <= u32::from(self.plan.few),
            When::EachFew => self.each_has_few(),
            When::RowEmpty => self.row_is_empty(0) || self.row_is_empty(B::HALF),
            // OQ-7
            When::FieldsEmpty => self
                .plan
                .field
                .is_some_and(|field| self.at.get(field) == 0 && self.at.get(B::HALF + field) == 0),
            // By who moves, or by the sowing itself.
            When::MoverEmpty | When::CannotMove | When::NobodyCanMove | When::EndsTaken => false,
        }
    }

    /// A player to move whose row is empty puts a captured seed in each of its pits (OQ-6).
    #[inline]
    fn restock(&mut self) {
        if B::RICH && self.plan.restocks {
            self.restock_row();
        }
    }

    #[inline(never)]
    fn restock_row(&mut self) {
        let columns = self.plan.columns;
        let empty = (0..columns).all(|pit| self.at.get(pit) == 0);
        if !empty || usize::from(self.at.get(B::STORE)) < columns {
            return;
        }
        for pit in 0..columns {
            self.put(B::STORE, pit, 1);
        }
    }

    /// Whether a store holds more than half of all seeds, or both hold half.
    fn is_above_half(&self) -> bool {
        let total = self.at.total();
        let (mine, theirs) = (self.at.get(B::STORE), self.at.get(B::OTHER_STORE));
        let (mine, theirs) = (u32::from(mine), u32::from(theirs));
        2 * mine > total || 2 * theirs > total || mine == theirs && 2 * mine == total
    }

    fn pits(&self) -> impl Iterator<Item = u8> {
        let side = self.plan.side;
        (0..side).chain(B::HALF..B::HALF + side).map(|place| self.at.get(place))
    }

    fn most_in_a_pit(&self) -> u8 {
        self.pits().max().unwrap_or(0)
    }

    pub fn seeds_in_pits(&self) -> u32 {
        self.pits().map(u32::from).sum()
    }

    /// Whether neither player has more than few seeds in their pits (GF-6).
    #[inline(never)]
    fn each_has_few(&self) -> bool {
        let held = |base: usize| {
            (base..base + self.plan.side).map(|place| u32::from(self.at.get(place))).sum::<u32>()
        };
        held(0).max(held(B::HALF)) <= u32::from(self.plan.few)
    }

    /// Whether the row that the ending names is empty on the half that begins at `base`.
    fn row_is_empty(&self, base: usize) -> bool {
        let (first, last) = self.plan.row;
        (base + first..base + last).all(|place| self.at.get(place) == 0)
    }

    /// Sweeps what the rules sweep, and names the winner.
    pub fn end_by_rule(&mut self, reason: Reason, turned: Turned) -> End {
        self.final_sweep(reason, turned);
        let result = self.result();
        self.finish(result, reason)
    }

    pub fn finish(&mut self, result: GameResult, reason: Reason) -> End {
        let end = End { result, reason };
        self.note(Note::End(end));
        end
    }

    /// Who gets the seeds left in the pits (KG-7, KE-2, KT-5, KN-6, EL-8, PR-6, PR-7).
    pub fn final_sweep(&mut self, reason: Reason, turned: Turned) {
        let (mover, other) = (B::STORE, B::OTHER_STORE);
        let empty = (self.mover_is_empty(), self.other_is_empty());
        let last = if turned == Turned::Again { mover } else { other };
        if B::RICH && self.plan.counts_marked {
            self.sweep_marked();
        }
        if B::RICH && self.plan.shared != 0 {
            self.divide_shared();
        }
        match (self.plan.final_count, empty) {
            (FinalCount::Home, _) => {}
            (FinalCount::Emptied, (true, _)) => self.sweep(1, mover, By::Rest),
            (FinalCount::Emptied, (_, true)) => self.sweep(0, other, By::Rest),
            (FinalCount::LastMover, _) => self.sweep_all(last, last),
            (FinalCount::Other, _) if reason == Reason::CannotMove => self.sweep_all(other, other),
            // Nobody's pits are empty when neither could move: each keeps their own (KT-5).
            (FinalCount::Owner | FinalCount::Emptied | FinalCount::Other, _) => {
                self.sweep_all(mover, other);
            }
        }
    }

    /// All seeds left go to these stores: those of the mover's pits, and those of the other's.
    fn sweep_all(&mut self, mine: usize, theirs: usize) {
        self.sweep(0, mine, By::Rest);
        self.sweep(1, theirs, By::Rest);
    }

    /// All seeds in the pits of one player go to a store.
    pub fn sweep(&mut self, half: usize, store: usize, by: By) {
        let side = self.plan.side;
        let all = if B::RICH && self.plan.owns_pits { 2 * side } else { side };
        for number in 0..all {
            let place = (half + number / side) % 2 * B::HALF + number % side;
            if self.owner(place) != half || B::RICH && self.plan.shared >> place & 1 == 1 {
                continue;
            }
            let count = self.at.lift(place);
            self.at.add(store, count);
            if count > 0 {
                self.note(Note::Sweep { from: place, to: store, count, by });
            }
        }
    }

    /// The winner by rule (KG-1, MW-8, CH-9, CH-10).
    pub fn result(&self) -> GameResult {
        let mover = usize::from(self.at.to_move());
        let alone = |mine: bool, theirs: bool| match (mine, theirs) {
            (true, false) => GameResult::won_by(mover),
            (false, true) => GameResult::won_by(1 - mover),
            _ => GameResult::Draw,
        };
        let empty = (self.mover_is_empty(), self.other_is_empty());
        match self.plan.winner {
            Winner::MostSeeds => match self.score(0).cmp(&self.score(1)) {
                Ordering::Greater => GameResult::won_by(mover),
                Ordering::Less => GameResult::won_by(1 - mover),
                Ordering::Equal => GameResult::Draw,
            },
            Winner::Enough => alone(self.has_enough(0), self.has_enough(1)),
            Winner::MostRounds => {
                let [mine, theirs] = self.rounds_won();
                alone(mine > theirs, theirs > mine)
            }
            Winner::MostPoints => {
                let [mine, theirs] = self.points();
                alone(mine > theirs, theirs > mine)
            }
            Winner::LastMover => GameResult::won_by(1 - mover),
            Winner::Stuck => GameResult::won_by(mover),
            Winner::LastMoverUnlessEnough => alone(false, !self.has_enough(0)),
            Winner::Emptied => alone(empty.0, empty.1),
            Winner::HasSeeds => alone(!empty.0, !empty.1),
            Winner::HasRow => alone(!self.row_is_empty(0), !self.row_is_empty(B::HALF)),
            Winner::HasRowOrLastMover => {
                let rows = [!self.row_is_empty(0), !self.row_is_empty(B::HALF)];
                let last = GameResult::won_by(1 - mover);
                if rows[0] == rows[1] { last } else { alone(rows[0], rows[1]) }
            }
        }
    }

    /// Whether the score of the mover (0) or of the other player (1) is enough to win.
    fn has_enough(&self, half: usize) -> bool {
        self.score(half) >= self.plan.enough
    }

    /// The score of the mover (0) or of the other player (1) on the board as it stands (GE-11).
    fn score(&self, half: usize) -> u8 {
        let base = half * B::HALF;
        let stored = self.at.get(base + B::STORE);
        match self.plan.score {
            Score::Store => stored,
            Score::Owned => {
                let pits = base..base + self.plan.side;
                stored + self.at.reserve(half) + pits.map(|place| self.at.get(place)).sum::<u8>()
            }
        }
    }
}

impl crate::plan::Plan {
    /// The scores of South and North on the board as it stands (GE-11).
    #[must_use]
    pub fn scores(&self, at: &crate::position::Position) -> [u8; 2] {
        let mut copy = *at;
        let mut silent = super::Silent;
        let engine = Engine::of(self, &mut copy, &mut silent);
        let mover = usize::from(at.to_move);
        [0, 1].map(|side| engine.score(side ^ mover))
    }

    /// Whether another round follows, where this one is over and its seeds are in the stores.
    #[must_use]
    pub fn another_round(&self, at: &crate::position::Position) -> bool {
        let mut copy = *at;
        let mut silent = super::Silent;
        let engine = Engine::of(self, &mut copy, &mut silent);
        self.rounds.is_some_and(|rounds| engine.is_followed(rounds))
    }

    /// The points that South and North have, with those of the round on the board if it is over; `None` where
    /// rounds bring none.
    #[must_use]
    pub fn points(&self, at: &crate::position::Position, over: bool) -> Option<[u16; 2]> {
        if self.rounds.is_none_or(|rounds| rounds.points == 0) {
            return None;
        }
        let mut copy = *at;
        let mut silent = super::Silent;
        let engine = Engine::of(self, &mut copy, &mut silent);
        let points = if over { engine.points() } else { engine.points_before().map(u16::from) };
        let mover = usize::from(at.to_move);
        Some([0, 1].map(|side| points[side ^ mover]))
    }

    /// The rounds that South and North have won, with the one on the board if it is over; `None` where the
    /// rules do not count them.
    #[must_use]
    pub fn rounds_won(&self, at: &crate::position::Position, over: bool) -> Option<[u8; 2]> {
        if !self.rounds.is_some_and(|rounds| rounds.counted) {
            return None;
        }
        let mut copy = *at;
        let mut silent = super::Silent;
        let engine = Engine::of(self, &mut copy, &mut silent);
        let won = if over { engine.rounds_won() } else { engine.rounds_won_before() };
        let mover = usize::from(at.to_move);
        Some([0, 1].map(|side| won[side ^ mover]))
    }
}

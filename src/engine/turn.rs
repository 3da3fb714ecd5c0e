//! From an action to the next decision: the action itself, then the end of the turn.

use super::Engine;
use super::board::{Board, Set};
use super::end::Turned;
use super::relay::Follow;
use super::watch::{By, Destination, Note, Watch};
use crate::outcome::GameResult;
use crate::outcome::{End, Reason};
use crate::plan::{Action, NO_SLOT, Register};
use crate::rules::{Endless, Feeding};

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Carries out a legal action and all that follows until somebody has to decide again. Gives
    /// the legal actions of that decision, or the end of the game.
    #[inline(always)] // a call costs the reference engine a twentieth of its speed
    pub fn act(&mut self, action: Action) -> Result<u64, End> {
        match action {
            Action::Sow { slot, direction } => match self.act_sow(slot, direction)? {
                Some(turned) => self.settle(turned),
                None => Ok(self.legal()),
            },
            Action::Reserve => {
                self.enter_reserve();
                Ok(self.legal())
            }
            Action::File(file) => self.act_file(file),
            Action::Put(slot) => self.act_put(slot),
            Action::Count(count) => self.act_count(count),
            Action::Store(count) => self.act_store(count),
            Action::Take(place) => self.act_take(place),
            Action::Stop => self.act_stop(),
            Action::Capture => self.act_capture(),
            Action::Lot(half) => self.act_lot(half),
            Action::Leave(pit) => self.act_leave(pit),
            Action::Keep => self.act_keep(),
            Action::Swap => self.act_swap(),
        }
    }

    /// Takes the file that the player has chosen after a capture (CH-7). (This and the next one are calls,
    /// so that `act` stays small enough to be part of its callers.)
    #[inline(never)]
    fn act_file(&mut self, file: usize) -> Result<u64, End> {
        self.take_file(file);
        let turned = self.finish_turn(true);
        self.settle(turned)
    }

    /// Takes a pit that the player has chosen after a capture; another one may be due.
    #[inline(never)]
    fn act_take(&mut self, place: usize) -> Result<u64, End> {
        if self.plan.beside.is_some() {
            return self.act_beside(place);
        }
        self.take_pit(place);
        if self.at.phase() > 0 && self.can_choose() {
            return Ok(self.legal());
        }
        let turned = self.finish_turn(true);
        self.settle(turned)
    }

    /// Takes the pit beside the landing pit that the player has chosen; the turn ends (GF-5).
    #[inline(never)]
    fn act_beside(&mut self, place: usize) -> Result<u64, End> {
        let by = By::Choice { captures: self.at.register(Register::Captures) };
        self.take_all(by, Set::one(place), Destination::Place(B::STORE));
        let turned = self.finish_turn(true);
        self.settle(turned)
    }

    /// Sows, and changes turns; `None` where the same player has a second decision to make.
    #[inline]
    pub fn act_sow(&mut self, place: usize, direction: usize) -> Result<Option<Turned>, End> {
        if self.is_placing() {
            return Ok(self.place(place));
        }
        if B::RICH && self.plan.gives_in(self.at.phase()) {
            return Ok(Some(self.give(place)));
        }
        if B::RICH
            && self.plan.store_back
            && let Some(count) = self.plan.store_count(self.at.phase())
        {
            return self.sow_store(count, direction);
        }
        // Only an endless sowing is ever taken back (GE-9).
        let before = if self.plan.may_be_endless { Some(*self.at) } else { None };
        let starved = self.plan.feeding == Feeding::Penalty && self.other_is_empty();
        let phase = self.at.phase();
        let turning = self.plan.turn_pit(phase).filter(|_| B::RICH);
        if phase == 0 {
            self.spend_once();
            self.forget_lone_seeds();
            self.reopen(place);
        }
        let dropping = self.is_dropping();
        let later = self.plan.keeps_sowing || self.plan.takes_on;
        let paused = self.plan.stop_pit(phase).filter(|_| B::PHASES && later);
        let ended = self.plan.end_pit(phase).filter(|_| B::RICH);
        self.at.set_phase(0);
        if B::RICH && self.plan.takes_on {
            self.at.set_register(Register::Reentry, 0);
        }
        let turns = self.at.register(Register::Turns);
        if self.plan.fixes_heading && turns >= self.plan.heading_from {
            self.at.set_register(Register::Heading, 1 + direction as u8);
        }
        let chosen = self.plan.put_pit(phase).is_some();
        if B::RICH && self.plan.actions.puts.is_some() && !chosen && self.is_put(place) {
            self.at.set_phase(self.plan.put_phase(place));
            self.note(Note::Hold { place });
            return Ok(None);
        }
        if B::RICH && self.plan.up_to > 0 {
            self.ask_for_count(place);
            return Ok(None);
        }
        if let Some(into) = self.laid_into(place) {
            self.lay_out(place, into);
            return Ok(Some(self.finish_turn(true)));
        }
        let follow = match turning {
            Some(_) => self.sow_turned(place, direction, self.plan.ends_taken(phase)),
            None if dropping => self.sow_dropped(place, direction),
            None if paused.is_some() => self.sow_on(place, self.plan.paused(phase)),
            None if ended.is_some() => self.sow_from_end(place, direction, self.plan.paused(phase)),
            None => self.sow_turn(place, direction),
        };
        self.after_sowing(follow, before, starved)
    }

    /// What follows a sowing; `None` where the same player has a second decision to make. `starved`: the other
    /// player had no seeds, and was to be fed.
    #[inline]
    pub(super) fn after_sowing(
        &mut self,
        follow: Follow,
        before: Option<B>,
        starved: bool,
    ) -> Result<Option<Turned>, End> {
        if follow != Follow::Endless {
            self.send_home();
            self.open_full_pits();
        }
        match follow {
            Follow::Endless => Err(self.take_back(before)),
            Follow::Won => Err(self.won()),
            // After all that the sowing has taken.
            Follow::Choose { phase } if self.can_choose() => {
                self.at.set_phase(phase);
                Ok(None)
            }
            Follow::MayTurn { phase, hand } => {
                self.at.set_phase(phase);
                self.at.set_reserve(hand);
                if hand > 0 {
                    self.note(Note::Keep { count: hand });
                }
                Ok(None)
            }
            Follow::MayRelay { phase } | Follow::MayEnd { phase } => {
                self.at.set_phase(phase);
                Ok(None)
            }
            Follow::Again => Ok(Some(self.finish_turn(false))),
            Follow::Quiet => {
                let turned = self.finish_turn(true);
                self.block_threatened();
                Ok(Some(turned))
            }
            _ if starved && self.other_is_empty() => Err(self.penalty()),
            _ => Ok(Some(self.finish_turn(true))),
        }
    }

    /// The pit in which the first seed of a pit is laid in the opening (HN-3).
    #[inline]
    fn laid_into(&self, place: usize) -> Option<usize> {
        let opening = self.first_turns()?;
        let into = opening.into.get(place).filter(|into| usize::from(**into) != NO_SLOT)?;
        opening.counts.has(self.at.get(place)).then_some(usize::from(*into))
    }

    /// The seeds of a pit are laid out from another one on (HN-3).
    #[inline(never)]
    fn lay_out(&mut self, place: usize, into: usize) {
        let hand = self.lift(place);
        self.note_lifted(place);
        let mut place = into;
        for _ in 0..hand {
            self.at.add(place, 1);
            self.note(Note::Lay { place });
            place = usize::from(self.tables.next[0][place]);
        }
        self.send_home();
        self.open_full_pits();
    }

    pub fn finish_turn(&mut self, pass: bool) -> Turned {
        self.at.set_phase(0);
        self.unblock();
        let races = B::RICH && self.in_race();
        if B::RICH && self.plan.most_turns > 0 {
            let turns = self.at.register(Register::Turns).saturating_add(1);
            self.at.set_register(Register::Turns, turns.min(self.plan.most_turns));
            self.forget_first_turns();
        }
        let pass = if races { self.passes_in_race() } else { pass };
        if !pass {
            return Turned::Again;
        }
        self.at.pass_turn();
        Turned::Passed
    }

    /// One seed from the reserve in each own pit; the same player then moves (MW-3).
    #[inline(never)] // as `act_take`
    fn enter_reserve(&mut self) {
        let count = self.at.lift_reserve();
        for pit in 0..self.plan.side {
            self.at.add(pit, 1);
        }
        if self.plan.unplayed {
            self.at.set_marks(0, 0); // a seed fell in every own pit (CH-2)
        }
        self.at.set_phase(1);
        self.note(Note::Reserve { count });
    }

    /// Both pits of another file, occupied or empty (CH-7).
    fn take_file(&mut self, file: usize) {
        let (outer, inner) = (B::HALF + file, B::HALF + 2 * self.plan.columns - 1 - file);
        let both = B::Places::one(inner) | Set::one(outer);
        let by = By::File { captures: self.at.register(Register::Captures) };
        if self.take_all(by, both, Destination::Place(B::STORE)) == 0 {
            // The choice of a file without men is an action too, and is told.
            let to = Destination::Place(B::STORE);
            self.note(Note::Capture { by, from: inner, to, count: 0 });
        }
    }

    /// All seeds of a pit of the other player.
    fn take_pit(&mut self, place: usize) {
        let stored = self.plan.choices.is_some_and(|choices| choices.stored);
        let to = if stored { Destination::Place(B::STORE) } else { Destination::OffBoard };
        let in_opening = self.plan.put().is_some() && self.first_turns().is_some();
        let captures = self.at.register(Register::Captures);
        let by = if in_opening { By::FirstChoice } else { By::Choice { captures } };
        self.take_all(by, Set::one(place), to);
        self.at.set_phase(self.at.phase() - 1);
    }

    /// Nothing happened but that the game is over (GE-9).
    fn take_back(&mut self, before: Option<B>) -> End {
        if let Some(before) = before {
            *self.at = before;
        }
        let result = match self.plan.endless {
            Endless::Void => GameResult::Void,
            Endless::Loss => GameResult::won_by(usize::from(self.at.to_move() ^ 1)),
        };
        self.finish(result, Reason::EndlessSowing)
    }

    /// The mover has won by what they have taken.
    fn won(&mut self) -> End {
        self.final_sweep(Reason::EndsTaken, Turned::Again);
        let mover = usize::from(self.at.to_move());
        self.finish(GameResult::won_by(mover), Reason::EndsTaken)
    }

    /// Who could feed and did not loses all their seeds on the board (PR-8).
    fn penalty(&mut self) -> End {
        self.sweep(0, B::OTHER_STORE, By::Penalty);
        self.end_by_rule(Reason::Penalty, Turned::Again)
    }

    /// Unplayed men of a player with single men only go to the other: the player who made the turn
    /// first (CH-8).
    pub fn forfeits(&mut self, turned: Turned) {
        for half in if turned == Turned::Passed { [1, 0] } else { [0, 1] } {
            let base = half * B::HALF;
            let marks = self.at.marks(half);
            if marks != 0 && !self.at.any_holds(base, self.plan.side, 2) {
                let taken = B::Places::of(u128::from(marks) << base);
                let store = (1 - half) * B::HALF + B::STORE;
                self.take_all(By::Forfeit, taken, Destination::Place(store));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::State;
    use crate::notation;
    use crate::plan::Plan;
    use crate::rules::Rules;
    use std::sync::Arc;

    /// Worked by hand: South's only seed in pit 0 falls in pit 1, which held one. They may end the turn
    /// there, or sow the two seeds on, into pit 2 and North's pit 0.
    #[test]
    fn a_turn_may_end_where_it_could_be_sown_on() {
        let text = "name = \"t\"\nboard = { rows = 2, columns = 3 }\nsetup = { seeds = 1 }\n\
                    landing = [{ was = \"occupied\", side = \"own\", then = \"relay_or_end\" }]\n\
                    ending = { when = [\"cannot_move\"] }";
        let plan = Arc::new(Plan::new(Rules::from_toml(text).expect("good rules")).expect("good"));
        let waiting = State::start(plan).play(0).expect("a legal action");
        assert_eq!(notation::position_text(&waiting), "S[0 2 1|0] N[1 1 1|0] S:2");
        assert_eq!(waiting.legal_actions().collect::<Vec<_>>(), [1, 3]);
        let ended = waiting.play(3).expect("a legal action");
        assert_eq!(notation::position_text(&ended), "S[0 2 1|0] N[1 1 1|0] N");
        let sown = waiting.play(1).expect("a legal action");
        assert_eq!(notation::position_text(&sown), "S[0 0 2|0] N[2 1 1|0] N");
        let error = waiting.play(2).expect_err("another pit");
        assert_eq!(
            (&*error.field, &*error.why),
            ("landing[0].then", "the pit is sown on now, or the turn ends")
        );
    }

    /// South sows backward first (action 2 is pit 0 backward) and has only actions backward then;
    /// North is still free.
    #[test]
    fn the_first_sowing_fixes_the_direction() {
        let text = "name = \"t\"\nboard = { rows = 2, columns = 2 }\nsetup = { seeds = 1 }\n\
                    moves = { direction = \"fixed_by_first\" }\n\
                    ending = { when = [\"cannot_move\"] }";
        let plan = Arc::new(Plan::new(Rules::from_toml(text).expect("good rules")).expect("good"));
        let first = State::start(plan).play(2).expect("a legal action");
        assert_eq!(notation::position_text(&first), "S[0 1|0 heading=2] N[1 2|0] N");
        assert_eq!(first.legal_actions().collect::<Vec<_>>(), [0, 1, 2, 3]);
        let second = first.play(0).expect("a legal action");
        assert_eq!(notation::position_text(&second), "S[0 1|0 heading=2] N[0 3|0 heading=1] S");
        assert_eq!(second.legal_actions().collect::<Vec<_>>(), [3]);
        let error = second.play(1).expect_err("South sows backward");
        assert_eq!(
            (&*error.field, &*error.why),
            ("moves.direction", "the sowing that fixed the direction went the other way")
        );
    }
}

//! Captured seeds that are sown in place of a pit (IY-7, ON-7).

use super::Engine;
use super::board::Board;
use super::end::Turned;
use super::relay::Sowing;
use super::sow::Lap;
use super::watch::{Note, Silent, Watch};
use crate::outcome::End;
use crate::plan::NO_SLOT;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// The actions that sow captured seeds: one for each number of them, one bit each.
    #[inline]
    pub fn stored_actions(&self) -> u64 {
        self.plan.actions.stored.map_or(0, |first| self.numbers_stored() << first)
    }

    #[inline(never)]
    fn numbers_stored(&self) -> u64 {
        let most = self.at.get(B::STORE).min(self.plan.store_up_to);
        (0..most).fold(0, |set, more| set | 1 << more)
    }

    /// Sows so many captured seeds. Where they would capture the other way too, the player says first which way they
    /// go.
    #[inline(never)]
    pub fn act_store(&mut self, count: usize) -> Result<u64, End> {
        let count = count as u8;
        if self.plan.store_back && self.captures_back(count) {
            self.spend_once();
            self.at.set_phase(self.plan.store_phase(count));
            self.note(Note::ChooseWay);
            return Ok(self.legal());
        }
        match self.sow_store(count, 0)? {
            Some(turned) => self.settle(turned),
            None => Ok(self.legal()),
        }
    }

    /// Sows so many captured seeds this way.
    #[inline(never)]
    pub fn sow_store(&mut self, count: u8, direction: usize) -> Result<Option<Turned>, End> {
        // Only an endless sowing is ever taken back (GE-9).
        let before = if self.plan.may_be_endless { Some(*self.at) } else { None };
        if self.at.phase() == 0 {
            self.spend_once();
        }
        self.at.set_phase(0);
        let sowing = self.lift_store(count, direction);
        let follow = self.sow_laps(sowing);
        self.after_sowing(follow, before, false)
    }

    /// So many captured seeds are taken in the hand. Their lap begins before the pit in which the first one falls.
    fn lift_store(&mut self, count: u8, direction: usize) -> Sowing {
        let held = self.at.lift(B::STORE);
        let hand = held.min(count);
        self.at.add(B::STORE, held - hand);
        self.note(Note::Lift { place: B::STORE, count: hand });
        let origin = usize::from(self.plan.store_before[direction]);
        let apart = self.plan.store_in_row;
        Sowing { lifted: false, apart, ..Sowing::beginning(origin, direction, hand) }
    }

    /// Whether so many captured seeds would capture others if they went the other way.
    fn captures_back(&self, count: u8) -> bool {
        let mut copy = *self.at;
        let (plan, tables) = (self.plan, self.tables);
        let mut trial = Engine { plan, tables, at: &mut copy, watch: &mut Silent };
        let mut sowing = trial.lift_store(count, 1);
        let Sowing { lap_origin: origin, hand, direction, apart, .. } = sowing;
        let lap = Lap { origin, hand, skip: NO_SLOT, direction, starts_here: false, apart };
        let landed = B::sow(&mut trial, lap);
        sowing.fell = landed.fell;
        sowing.captured = landed.took;
        trial.after_lap(landed, &mut sowing);
        sowing.captured
    }

    /// The pit of the own row after a place; from elsewhere the one in which the first seed falls (ON-7).
    #[inline(never)]
    pub(super) fn next_in_row(&self, place: usize) -> usize {
        let side = self.plan.side;
        if place < side { (place + 1) % side } else { self.plan.store_into }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::State;
    use crate::notation;
    use crate::plan::Plan;
    use crate::rules::Rules;
    use std::sync::Arc;

    fn game(moves: &str) -> Arc<Plan> {
        let text = format!(
            "name = \"t\"\nboard = {{ rows = 2, columns = 3 }}\nsetup = {{ seeds = 2 }}\n\
             moves = {{ {moves} }}\n\
             landing = [{{ side = \"any\", facing = [1], take = \"facing\" }}]\n\
             ending = {{ when = [\"cannot_move\"] }}"
        );
        Arc::new(Plan::new(Rules::from_toml(&text).expect("good rules")).expect("good"))
    }

    fn played(plan: &Arc<Plan>, before: &str, actions: &[&str]) -> String {
        let state = notation::state(plan, before).expect("a position");
        let number = |text: &str| notation::action(plan, text).expect("an action") as i64;
        let play = |state: State, text: &&str| state.play(number(text)).expect("a legal action");
        notation::position_text(&actions.iter().fold(state, play))
    }

    /// Worked by hand: two of South's three captured seeds fall in their pits 1 and 2, opposite North's pit 0, which
    /// holds one: it is captured. More than they hold, or than four, cannot be sown.
    #[test]
    fn captured_seeds_are_sown() {
        let plan = game("store_up_to = 4, store_into = 1");
        let state = notation::state(&plan, "S[0 0 0|3] N[1 0 2|0] S").expect("a position");
        assert_eq!(state.legal_actions().collect::<Vec<_>>(), [3, 4, 5]);
        let after = played(&plan, "S[0 0 0|3] N[1 0 2|0] S", &["c2"]);
        assert_eq!(after, "S[0 1 1|2] N[0 0 2|0] N");
        let error = state.play(6).expect_err("an illegal action");
        assert_eq!(&*error.field, "moves.store_up_to");
        assert_eq!(error.why, "of the captured seeds 1 to 3 may be sown");
    }

    /// Five seeds from pit 1 go round South's row: into 1, 2, 0, 1 and 2.
    #[test]
    fn captured_seeds_stay_in_the_row() {
        let plan = game("store_up_to = 8, store_into = 1, store_round = \"own_row\"");
        let after = played(&plan, "S[0 0 0|5] N[2 0 2|0] S", &["c5"]);
        assert_eq!(after, "S[1 2 2|0] N[2 0 2|0] N");
    }

    /// Clockwise two seeds fall in South's pit 0 and North's pit 2, opposite South's pit 0, which then holds one: South
    /// takes it back if they like. One seed captures nothing in its pit 0, opposite two: it goes the usual way.
    #[test]
    fn captured_seeds_go_clockwise_to_capture() {
        let plan = game("direction = \"chosen\", store_up_to = 8, store_back = \"captures\"");
        let before = "S[0 0 0|3] N[2 0 2|0] S";
        assert_eq!(played(&plan, before, &["c1"]), "S[1 0 0|2] N[2 0 2|0] N");
        assert_eq!(played(&plan, before, &["c2"]), "S[0 0 0|3] N[2 0 2|0] S:2");
        assert_eq!(played(&plan, before, &["c2", "0<"]), "S[0 0 0|2] N[2 0 3|0] N");
        assert_eq!(played(&plan, before, &["c2", "0>"]), "S[1 1 0|1] N[2 0 2|0] N");
    }
}

//! As many seeds of a pit as the player says.

use super::Engine;
use super::board::Board;
use super::relay::Sowing;
use super::watch::{Note, Watch};
use crate::outcome::End;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// A pit was played of which the player now says how many seeds they sow (OL-2).
    #[inline(never)]
    pub fn ask_for_count(&mut self, place: usize) {
        self.at.set_phase(self.plan.count_phase(place));
        self.note(Note::Choose { place });
    }

    /// The numbers that they may say, one bit each: a pit that may be played has some.
    #[inline(never)]
    pub fn counts(&self, pit: usize) -> u64 {
        let first = self.plan.actions.counts.unwrap_or(0);
        let most = self.plan.most_sown(self.at.get(pit));
        (0..u64::from(most)).fold(0, |set, more| set | 1 << (first as u64 + more))
    }

    /// Sows so many seeds of the pit that was chosen.
    #[inline(never)]
    pub fn act_count(&mut self, count: usize) -> Result<u64, End> {
        let Some(pit) = self.plan.count_pit(self.at.phase()) else { return Ok(self.legal()) };
        // Only an endless sowing is ever taken back (GE-9).
        let before = if self.plan.may_be_endless { Some(*self.at) } else { None };
        self.at.set_phase(0);
        let sowing = self.lift_some(pit, 0, count as u8);
        let follow = self.sow_laps(sowing);
        match self.after_sowing(follow, before, false)? {
            Some(turned) => self.settle(turned),
            None => Ok(self.legal()),
        }
    }

    /// So many seeds of a pit are lifted, or all if it holds fewer: the others stay, and are not sown.
    pub(super) fn lift_some(&mut self, place: usize, direction: usize, most: u8) -> Sowing {
        let held = self.at.lift(place);
        let hand = held.min(most);
        self.at.add(place, held - hand);
        self.note(Note::Lift { place, count: hand });
        Sowing { lifted: false, ..Sowing::beginning(place, direction, hand) }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::State;
    use crate::notation;
    use crate::plan::Plan;
    use crate::rules::Rules;
    use std::sync::Arc;

    /// Worked by hand: of the three seeds of South's pit 0 one or two are sown, since one stays. Two fall in pits 1
    /// and 2.
    #[test]
    fn a_player_says_how_many_seeds_they_sow() {
        let text = "name = \"t\"\nboard = { rows = 2, columns = 3 }\nsetup = { seeds = 2 }\n\
                    moves = { least = 2, up_to = 5, stay = 1 }\n\
                    ending = { when = [\"cannot_move\"] }";
        let plan = Arc::new(Plan::new(Rules::from_toml(text).expect("good rules")).expect("good"));
        let state = notation::state(&plan, "S[3 0 0|0] N[0 2 0|0] S").expect("a position");
        assert_eq!(state.legal_actions().collect::<Vec<_>>(), [0]);
        let asked = state.play(0).expect("a legal action");
        assert_eq!(notation::position_text(&asked), "S[3 0 0|0] N[0 2 0|0] S:1");
        assert_eq!(asked.legal_actions().collect::<Vec<_>>(), [3, 4]);
        assert_eq!(notation::action_text(&plan, 4).as_deref(), Some("n2"));
        let sown = asked.play(4).expect("a legal action");
        assert_eq!(notation::position_text(&sown), "S[1 1 1|0] N[0 2 0|0] N");
        let why = |state: &State, action: i64| {
            let error = state.play(action).expect_err("an illegal action");
            (error.field.to_string(), error.why)
        };
        let said = |why: &str| ("moves.up_to".to_owned(), why.to_owned());
        assert_eq!(why(&state, 3), said("a pit is chosen first, then how many seeds"));
        assert_eq!(why(&asked, 5), said("of this pit 1 to 2 seeds may be sown"));
        let now = "it must be said now how many seeds of the pit are sown";
        assert_eq!(why(&asked, 0), said(now));
    }
}

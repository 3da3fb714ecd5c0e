//! Sowings at the same time: the first turn of each player, played one after the other.

use super::Engine;
use super::board::Board;
use super::watch::{Note, Watch};
use crate::plan::Register;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Whether the mover has not yet had the turn in which both sow.
    #[inline]
    pub fn in_race(&self) -> bool {
        self.plan.race && self.at.register(Register::Turns) == 0
    }

    /// The seeds of a lap count in it.
    #[inline(never)]
    pub fn count_race(&mut self, hand: u8) {
        if self.in_race() {
            let raced = self.at.register(Register::Raced).saturating_add(hand);
            self.at.set_register(Register::Raced, raced);
        }
    }

    /// Whether the turn passes when the mover has had theirs: as long as the other one has not; and if both
    /// have, unless the mover has dropped fewer seeds.
    #[inline(never)]
    pub fn passes_in_race(&mut self) -> bool {
        let theirs = B::HALF + Register::Turns.cell();
        if self.at.get(theirs) == 0 {
            return true;
        }
        let cells = [0, B::HALF].map(|base| base + Register::Raced.cell());
        let [own, others] = cells.map(|cell| self.at.lift(cell));
        let passes = own >= others;
        let half = usize::from(passes);
        self.note(Note::Race { half, count: [own, others][half], tie: own == others });
        passes
    }
}

#[cfg(test)]
mod tests {
    use crate::notation;
    use crate::plan::Plan;
    use crate::rules::Rules;
    use std::sync::Arc;

    /// A game of two rows that begins with a race.
    fn plan(board: &str, rest: &str) -> Arc<Plan> {
        let text = format!(
            "name = \"t\"\nboard = {{ rows = 2, {board} }}\nsetup = {{ seeds = 1 }}\n\
             opening = {{ race = true }}\n{rest}\nending = {{ when = [\"cannot_move\"] }}"
        );
        Arc::new(Plan::new(Rules::from_toml(&text).expect("good rules")).expect("good"))
    }

    /// The positions that these actions lead to, one after the other.
    fn played(plan: &Arc<Plan>, before: &str, actions: &[i64]) -> Vec<String> {
        let mut state = notation::state(plan, before).expect("a position");
        let mut positions = Vec::new();
        for action in actions {
            state = state.play(*action).expect("a legal action");
            positions.push(notation::position_text(&state));
        }
        positions
    }

    /// Worked by hand: South drops three seeds; North two, and moves on, or three, and South moves.
    #[test]
    fn who_drops_fewer_seeds_is_next() {
        let plan = plan("columns = 3", "");
        let raced = |action| played(&plan, "S[3 1 2|0] N[1 2 3|0] S", &[0, action]);
        let south = "S[0 2 3|0 turns=1 raced=3] N[2 2 3|0] N";
        assert_eq!(raced(0), [south, "S[0 2 3|0 turns=1] N[0 3 4|0 turns=1] N"]);
        assert_eq!(raced(1), [south, "S[1 2 3|0 turns=1] N[2 0 4|0 turns=1] N"]);
        assert_eq!(raced(2), [south, "S[1 3 4|0 turns=1] N[2 2 0|0 turns=1] S"]);
        // North sows on as in any turn.
        let on = played(&plan, "S[3 1 2|0] N[1 2 3|0] S", &[0, 0, 1]);
        assert_eq!(on[2], "S[1 3 3|0 turns=1] N[0 0 5|0 turns=1] S");
    }

    /// South sows one seed and then two; North one, three and two, or one and two, or two in one lap.
    #[test]
    fn the_seeds_of_all_laps_count() {
        let plan = plan("columns = 3", "laps = { relay = \"landing\" }");
        let raced = |action| played(&plan, "S[1 1 0|0] N[0 1 2|0] S", &[0, action]);
        let south = "S[0 0 1|0 turns=1 raced=3] N[1 1 2|0] N";
        assert_eq!(raced(1), [south, "S[1 1 0|0 turns=1] N[2 1 0|0 turns=1] S"]);
        assert_eq!(raced(0), [south, "S[1 0 1|0 turns=1] N[0 0 3|0 turns=1] S"]);
        assert_eq!(raced(2), [south, "S[1 1 1|0 turns=1] N[1 1 0|0 turns=1] N"]);
    }

    /// A last seed in the own store gives no extra turn while both sow, but it does later.
    #[test]
    fn extra_turns_are_not_given_in_it() {
        let rest = "sowing = { stores = \"own\" }\nturn = { replay = true }";
        let plan = plan("columns = 2, stores = true", rest);
        let raced = played(&plan, "S[1 1|0] N[1 1|0] S", &[1, 1, 0]);
        let expected = [
            "S[1 0|1 turns=1 raced=1] N[1 1|0] N",
            "S[1 0|1 turns=1] N[1 0|1 turns=1] S",
            "S[0 1|1 turns=1] N[1 0|1 turns=1] N",
        ];
        assert_eq!(raced, expected);
        let later = played(&plan, "S[1 1|0 turns=1] N[1 1|0 turns=1] S", &[1]);
        assert_eq!(later, ["S[1 0|1 turns=1] N[1 1|0 turns=1] S"]);
    }

    /// Where the other player cannot sow, it goes on until they can: South drops two seeds, and one as in
    /// any turn, then North one.
    #[test]
    fn a_player_who_is_passed_over_sows_later() {
        let text = "name = \"t\"\nboard = { rows = 2, columns = 4 }\nsetup = { seeds = 1 }\n\
                    opening = { race = true }\nending = { when = [\"nobody_can_move\"] }";
        let plan = Arc::new(Plan::new(Rules::from_toml(text).expect("good rules")).expect("good"));
        let raced = played(&plan, "S[0 2 0 0|0] N[0 0 0 0|0] S", &[1, 3, 0]);
        let expected = [
            "S[0 0 1 1|0 turns=1 raced=2] N[0 0 0 0|0] S",
            "S[0 0 1 0|0 turns=1 raced=2] N[1 0 0 0|0] N",
            "S[0 0 1 0|0 turns=1] N[0 1 0 0|0 turns=1] N",
        ];
        assert_eq!(raced, expected);
    }

    /// Also in South's first turn, which may have ended the game (Mweiso: both ends taken).
    #[test]
    fn a_position_counts_seeds_only_between_the_two_turns() {
        let plan = plan("columns = 2", "");
        for (text, wrong) in [
            ("S[1 1|0 turns=1 raced=2] N[1 1|0 turns=1] S", true),
            ("S[1 1|0 raced=2] N[1 1|0] N", true),
            ("S[1 1|0 raced=2] N[1 1|0] S", false),
            ("S[1 1|0 turns=1 raced=2] N[1 1|0] N", false),
        ] {
            assert_eq!(notation::state(&plan, text).is_err(), wrong, "{text}");
        }
    }
}

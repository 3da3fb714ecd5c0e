//! What makes a start that players lay out playable.

use super::check::Faults;
use super::check_board::{AROUND, INNER_ROWS};
use super::check_numbers::check_pits;
use super::{Filled, MAX_COLUMNS, Row, Rules, Swap};

const ONLY: &str = "needs moves.reserve = \"placed_by_one\"";
const OWN: &str = "needs moves.reserve = \"placed_in_turn\" or \"placed_at_once\"";

impl Rules {
    /// Both sides are filled by the numbers of their pits, and facing pits are two.
    pub(super) fn check_placing(&self, faults: &mut Faults) {
        let (moves, board) = (&self.moves, &self.board);
        self.check_own_placing(faults);
        if !self.one_places() {
            faults.unless(
                !moves.reserve_at.is_asked(),
                "moves.reserve_at",
                &moves.reserve_at,
                ONLY,
            );
            let both = matches!(moves.filled, Filled::Each | Filled::Facing);
            faults.unless(!both, "moves.filled", moves.filled, ONLY);
            return faults.unless(moves.swap == Swap::Never, "moves.swap", moves.swap, ONLY);
        }
        let entry = moves.reserve;
        faults.unless(!board.has_own_circuits(), "moves.reserve", entry, AROUND);
        check_pits("moves.reserve_at", &moves.reserve_at, Row::Any, board, faults);
        let pits = (0..board.pits_per_side()).filter(|pit| moves.reserve_at.has(*pit)).count();
        let enough = moves.filled != Filled::Each || self.setup.reserve >= pits as i64;
        let allowed = format!(
            "one seed for each of {} pits: needs setup.reserve of {pits} or more",
            2 * pits
        );
        faults.unless(enough, "moves.filled", moves.filled, &allowed);
        let faces = moves.filled != Filled::Facing || board.faces_in_pairs();
        faults.unless(faces, "moves.filled", moves.filled, "is for boards of two rows");
    }

    /// Players who fill their own pits may have to keep to a shape.
    fn check_own_placing(&self, faults: &mut Faults) {
        let (moves, board) = (&self.moves, &self.board);
        let own = self.places_seeds() && !self.one_places();
        let shaped = moves.filled.is_largest_first();
        faults.unless(own || !shaped, "moves.filled", moves.filled, OWN);
        let rows = !shaped || !board.has_halves() && !board.fields;
        let allowed = "is for boards whose players own rows, without fields";
        faults.unless(rows, "moves.filled", moves.filled, allowed);
        let single = moves.inner_singles;
        let nothing = self.setup.pits(board).into_iter().flatten().all(|seeds| seeds == 0);
        let allowed = "needs setup.seeds = 0, since all seeds are placed so";
        faults.unless(nothing || !shaped, "moves.filled", moves.filled, allowed);
        faults.unless(nothing || single == 0, "moves.inner_singles", single, allowed);
        faults.range("moves.inner_singles", single, 0, MAX_COLUMNS);
        faults.unless(own || single == 0, "moves.inner_singles", single, OWN);
        let inner = board.has_inner_rows() || single == 0;
        faults.unless(inner, "moves.inner_singles", single, INNER_ROWS);
    }
}

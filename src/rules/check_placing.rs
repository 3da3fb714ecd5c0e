//! What makes a start that one player lays out playable.

use super::check::Faults;
use super::check_board::AROUND;
use super::check_numbers::check_pits;
use super::{Filled, Row, Rules, Swap};

const ONLY: &str = "needs moves.reserve = \"placed_by_one\"";

impl Rules {
    /// Both sides are filled by the numbers of their pits, and facing pits are two.
    pub(super) fn check_placing(&self, faults: &mut Faults) {
        let (moves, board) = (&self.moves, &self.board);
        if !self.one_places() {
            faults.unless(
                !moves.reserve_at.is_asked(),
                "moves.reserve_at",
                &moves.reserve_at,
                ONLY,
            );
            faults.unless(moves.filled == Filled::Any, "moves.filled", moves.filled, ONLY);
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
}

//! What makes sense of a capture when the sowing is over.

use super::check::Faults;
use super::check_board::{AROUND, INNER_ROWS};
use super::check_numbers::{check_counts, check_pits};
use super::{After, CaptureTo, DropTaker, Landing, Row, Rules, Whose};

impl Rules {
    pub(super) fn check_after(&self, faults: &mut Faults) {
        let after = &self.after;
        let takes = !after.counts.is_empty();
        faults.unless(takes, "after.counts", &after.counts, "a pit without seeds gives none");
        if !after.is_on() {
            self.check_after_is_plain(faults);
            return;
        }
        let row = self.board.has_inner_rows() || after.row == Row::Any;
        faults.unless(row, "after.row", after.row, INNER_ROWS);
        check_counts("after.counts", &after.counts, 1, faults);
        check_pits("after.at", &after.at, after.row, &self.board, faults);
        check_pits("after.ended_at", &after.ended_at, Row::Any, &self.board, faults);
        let narrower = after.ended == Whose::Other || !after.ended_at.is_asked();
        let why = "names own pits beside those of the other player: needs ended = \"other\"";
        faults.unless(narrower, "after.ended_at", &after.ended_at, why);
        let own = self.board.has_own_circuits();
        let ended = !own || after.ended == Whose::Any;
        let why = "every lap ends in a pit of the mover here: allowed is \"any\"";
        faults.unless(ended, "after.ended", after.ended, why);
        let own_drops = !own || !after.sown || after.side != Whose::Other;
        let why = "no seed falls in the other player's pits here: needs side = \"own\" or \"any\"";
        faults.unless(own_drops, "after.sown", after.sown, why);
    }

    /// Nothing else may be said where nothing is taken.
    fn check_after_is_plain(&self, faults: &mut Faults) {
        let After { counts: _, side, row, at, sown, to, ended, ended_at, clause: _ } = &self.after;
        let needs = "needs after.counts, the seeds of the pits that are taken";
        faults.unless(*side == Whose::Any, "after.side", side, needs);
        faults.unless(*row == Row::Any, "after.row", row, needs);
        faults.unless(!at.is_asked(), "after.at", at, needs);
        faults.unless(!sown, "after.sown", sown, needs);
        faults.unless(*to == DropTaker::Owner, "after.to", to, needs);
        faults.unless(*ended == Whose::Any, "after.ended", ended, needs);
        faults.unless(!ended_at.is_asked(), "after.ended_at", ended_at, needs);
    }

    pub(super) fn check_last_seeds(&self, faults: &mut Faults) {
        let last = self.ending.last_seeds;
        faults.in_range("ending.last_seeds", last);
        if last == 0 {
            return;
        }
        faults.unless(!self.board.has_own_circuits(), "ending.last_seeds", last, AROUND);
        let stored = |entry: &Landing| {
            !entry.takes() || matches!(entry.to, CaptureTo::Store | CaptureTo::OtherStore)
        };
        let why = "who captures takes all: needs to = \"store\" or \"other_store\" in every entry that takes";
        faults.unless(self.landing.iter().all(stored), "ending.last_seeds", last, why);
        let captures = self.landing.iter().any(Landing::takes)
            || self.sowing.on_drop.is_some()
            || self.after.is_on();
        let why = "needs a capture: an entry that takes, sowing.on_drop or [after]";
        faults.unless(captures, "ending.last_seeds", last, why);
    }
}

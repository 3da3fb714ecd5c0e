//! What makes the marks that an entry asks for, and those that it makes, playable.

use super::check::Faults;
use super::check_board::{AROUND, OPPOSITES};
use super::check_landing::{Entry, KEPT};
use super::check_numbers::check_pits;
use super::{Lifted, Mark, Marked, Whose};

impl Entry<'_> {
    /// Pits by number, and marks.
    pub(super) fn check_marks(&self, faults: &mut Faults) {
        let (entry, board) = (self.said, &self.rules.board);
        check_pits(&self.field("at"), &entry.at, entry.row, board, faults);
        if board.has_own_circuits() {
            let only = AROUND;
            faults.unless(entry.marked == Marked::Any, &self.field("marked"), entry.marked, only);
            faults.unless(entry.lifted == Lifted::Any, &self.field("lifted"), entry.lifted, only);
            faults.unless(!entry.marks.is_asked(), &self.field("marks"), &entry.marks, only);
            let any = entry.facing_marked == Marked::Any;
            faults.unless(any, &self.field("facing_marked"), entry.facing_marked, only);
            faults.unless(!entry.visits.is_asked(), &self.field("visits"), &entry.visits, only);
            let mirrored = entry.mirrored.unwrap_or_default();
            faults.unless(entry.mirrored.is_none(), &self.field("mirrored"), mirrored, only);
            faults.unless(entry.mark == Mark::None, &self.field("mark"), entry.mark, only);
            return;
        }
        self.check_marks_around(faults);
        let marked = !entry.visits.is_asked() || entry.marked == Marked::Other;
        let why = "counts last seeds in pits of the other player's: needs marked = \"other\"";
        faults.unless(marked, &self.field("visits"), &entry.visits, why);
        let by_place = !self.rules.marks_own_pits();
        let wrong = by_place
            && matches!(
                (entry.marked, entry.side),
                (Marked::Own, Whose::Own) | (Marked::Other, Whose::Other)
            );
        let allowed = format!(
            "no entry marks a pit of the mover, and marks lie on the other player's side: with side = {} this entry never fits",
            entry.side
        );
        faults.unless(!wrong, &self.field("marked"), entry.marked, &allowed);
        faults.unless(
            entry.mark == Mark::None || entry.side == Whose::Other || !self.rules.rounds.own_pits(),
            &self.field("mark"),
            entry.mark,
            "with rounds.short = \"owned\" a player marks pits of the other player: needs side = \"other\"",
        );
    }

    /// Marks of the pit opposite, or of the one before.
    fn check_marks_around(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let field = self.field("mark");
        if entry.mark == Mark::OwnWithFacing {
            faults.unless(rules.keeps_pits(), &field, entry.mark, KEPT);
            faults.unless(rules.board.faces_in_pairs(), &field, entry.mark, OPPOSITES);
        }
        if entry.mark == Mark::OwnWithBefore {
            let kept = KEPT.replace("opposite", "before");
            faults.unless(rules.keeps_pits(), &field, entry.mark, &kept);
        }
        if entry.facing_marked != Marked::Any {
            let field = self.field("facing_marked");
            faults.unless(rules.keeps_pits(), &field, entry.facing_marked, KEPT);
            let pairs = rules.board.faces_in_pairs();
            faults.unless(pairs, &field, entry.facing_marked, OPPOSITES);
        }
    }
}

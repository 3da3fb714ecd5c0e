//! What makes the rule of the first turns playable.

use super::check::Faults;
use super::check_numbers::{check_counts, check_pits};
use super::{Feeding, GrandSlam, MAX_SEEDS, Row, Rules, Singles, Unplayed};

impl Rules {
    pub(super) fn check_opening(&self, faults: &mut Faults) {
        let (opening, board) = (&self.opening, &self.board);
        let before = faults.0.len();
        faults.in_range("opening.turns", opening.turns);
        if opening.turns == 0 {
            let needs = "needs opening.turns of 1 or more";
            faults.unless(!opening.at.is_asked(), "opening.at", &opening.at, needs);
            faults.unless(opening.row == Row::Any, "opening.row", opening.row, needs);
            faults.unless(!opening.counts.is_asked(), "opening.counts", &opening.counts, needs);
            faults.unless(opening.into.is_none(), "opening.into", "", needs);
            faults.unless(!opening.copied, "opening.copied", true, needs);
            return;
        }
        faults.unless(
            opening.row == Row::Any || board.rows != 2,
            "opening.row",
            opening.row,
            "is for boards of four rows",
        );
        check_pits("opening.at", &opening.at, opening.row, board, faults);
        check_counts("opening.counts", &opening.counts, 0, faults);
        if faults.0.len() > before {
            return;
        }
        let says = opening.at.is_asked() || opening.row != Row::Any || opening.counts.is_asked();
        let needs = "says nothing of these turns: needs at, row or counts";
        faults.unless(says, "opening.turns", opening.turns, needs);
        let least = if self.moves.singles == Singles::Never { self.moves.least } else { 1 };
        self.check_laid(faults);
        let held = (least..=MAX_SEEDS).any(|n| opening.counts.has(n));
        let never = "no pit that may be played holds as many: see moves.least";
        faults.unless(held, "opening.counts", &opening.counts, never);
    }

    /// Seeds that are laid out elsewhere, and openings that are copied.
    fn check_laid(&self, faults: &mut Faults) {
        let opening = &self.opening;
        let own = "the pits must be the player's own: needs moves.symmetric = false";
        faults.unless(!(opening.copied && self.moves.symmetric), "opening.copied", true, own);
        let Some(into) = &opening.into else { return };
        let (held, at) = (into.len(), opening.at.0.len());
        if held != at || at == 0 {
            let allowed =
                format!("{held} numbers; one is needed for each of the {at} pits of `at`");
            return faults.add("opening.into", "", &allowed);
        }
        for (place, pit) in into.iter().enumerate() {
            let field = format!("opening.into[{place}]");
            faults.range(&field, *pit, 0, self.board.pits_per_side() - 1);
        }
        let mut needs = |fine, why| faults.unless(fine, "opening.into", "", why);
        needs(!self.moves.symmetric, own);
        needs(!self.moves.direction.is_two_ways(), "needs one direction of sowing");
        needs(
            self.sowing.on_drop.is_none(),
            "seeds laid out capture nothing: needs no sowing.on_drop",
        );
        needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        needs(!self.rounds.are_played(), "needs rounds.refill = 0");
        let tried = self.moves.feeding != Feeding::None
            || self.landing.iter().any(|entry| entry.grand_slam == GrandSlam::Forbidden);
        let why = "is not tried: needs moves.feeding = \"none\" and no grand_slam = \"forbidden\"";
        needs(!tried, why);
    }
}

//! What makes captures of pits beside the landing pit playable.

use super::check::Faults;
use super::check_landing::Entry;
use super::check_numbers::check_counts;
use super::{
    Block, CaptureTo, Chain, Choose, Counts, Feeding, GrandSlam, Landing, Mark, ReserveEntry,
    Rules, Then, Unplayed,
};

/// Why pits must lie in a row of two.
const IN_A_ROW: &str =
    "pits lie beside one another in a row of two: needs board.rows = 2, and board.fields = false";

impl Rules {
    /// Whether pits lie in two rows, and nothing beside them that is none.
    fn has_plain_rows(&self) -> bool {
        self.board.rows == 2 && !self.board.fields
    }
}

impl Entry<'_> {
    /// A capture that goes on to the pits beside the landing pit.
    pub(super) fn check_chain_beside(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        if entry.chain != Chain::Beside {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, &self.field("chain"), entry.chain, why);
        needs(rules.has_plain_rows(), IN_A_ROW);
        needs(
            !rules.closes_pits() && !rules.rounds.own_pits(),
            "pits are neither closed nor change hands: needs rounds.short = \"filling\", \"open\", \"matched\" or \"spread\", and entries without close",
        );
    }

    /// A pit beside the landing pit that the player may take.
    pub(super) fn check_choose_beside(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let (field, chosen) = (self.field("chosen"), &entry.chosen);
        if entry.choose != Choose::Beside {
            let only = "needs choose = \"beside\"";
            return faults.unless(*chosen == Counts::Any, &field, chosen, only);
        }
        check_counts(&field, chosen, 1, faults);
        let some = *chosen != Counts::Any && !chosen.has(0);
        let why = "says how many seeds a pit holds that may be chosen: needs numbers of 1 or more, or \"occupied\"";
        faults.unless(some, &field, chosen, why);
        let same = |other: &Landing| {
            !other.is_on() || other.choose != Choose::Beside || other.chosen == *chosen
        };
        let why = "needs to be the same in all entries with choose = \"beside\"";
        faults.unless(rules.landing.iter().all(same), &field, chosen, why);
        let mut needs = |fine, why| faults.unless(fine, &self.field("choose"), entry.choose, why);
        needs(rules.has_plain_rows(), IN_A_ROW);
        let nothing = entry.take.is_empty()
            && entry.mark == Mark::None
            && !entry.split
            && !entry.close
            && !entry.hold;
        needs(
            nothing,
            "is for an entry that does nothing else: needs no take, mark, split, close or hold",
        );
        needs(
            entry.to == CaptureTo::Store && entry.then == Then::End,
            "what is chosen goes to the player's store and ends the turn: needs to = \"store\" and then = \"end\"",
        );
        let once = |other: &Landing| !other.capture_number.is_asked();
        needs(
            rules.landing.iter().all(|other| !other.is_on() || once(other)),
            "what is chosen is no capture that is counted: no entry may ask for capture_number",
        );
        self.check_rest_beside(faults);
    }

    /// What else a turn may bring, or what is kept of a pit.
    fn check_rest_beside(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let mut needs = |fine, why| faults.unless(fine, &self.field("choose"), entry.choose, why);
        let moves = &rules.moves;
        let alone = !rules.chooses(Choose::AnotherFile)
            && !rules.takes_pits()
            && !rules.may_stop()
            && !rules.choose_ends()
            && !rules.laps.turn_at.is_asked()
            && !rules.laps.again_at.is_asked()
            && !rules.opening.is_played()
            && !rules.opening.race
            && moves.up_to <= 0
            && moves.store_up_to <= 0;
        needs(
            alone,
            "needs no other choice in a turn, nor first turns: neither another choose, then = \"relay_or_end\" or \"relay_or_take\", reentry = \"chosen_end\", laps.turn_at, laps.again_at, [opening], moves.up_to nor moves.store_up_to",
        );
        needs(moves.feeding == Feeding::None, "needs moves.feeding = \"none\"");
        needs(!moves.back_into.is_asked(), "cannot be combined with moves.back_into");
        needs(
            moves.reserve != ReserveEntry::OneInEachPit,
            "needs another moves.reserve than \"one_in_each_pit_then_move\"",
        );
        let slams = |other: &Landing| other.is_on() && other.grand_slam != GrandSlam::Capture;
        needs(!rules.landing.iter().any(slams), "needs grand_slam = \"capture\" in all entries");
        needs(!rules.after.is_on(), "cannot be combined with [after]");
        needs(rules.turn.block == Block::None, "needs turn.block = \"none\"");
        let plain = rules.setup.unplayed == Unplayed::None
            && !rules.setup.houses.is_asked()
            && !rules.marks_pits()
            && !rules.shares_pits();
        needs(
            plain,
            "needs pits without marks: neither setup.unplayed, setup.houses, mark nor marks.shared",
        );
        needs(
            !rules.closes_pits() && !rules.rounds.own_pits() && !rules.rounds.protect_pits(),
            "pits are neither closed, held nor change hands: needs rounds.short = \"open\", \"matched\" or \"spread\", and entries without close",
        );
    }
}

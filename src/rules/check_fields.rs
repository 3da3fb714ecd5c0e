//! What goes with fields at the ends of a board, which belong to nobody.

use super::check::Faults;
use super::{
    Choose, Counts, EmptyRow, Feeding, FinalCount, Landing, Layout, Mark, Marked, Relay,
    ReserveEntry, RoundSeeds, Rules, Short, Take, Unplayed, When, Winner,
};

/// Why a test of fields needs some.
const NO_FIELDS: &str = "there are no fields: needs board.fields = true";

impl Rules {
    pub(super) fn check_fields(&self, faults: &mut Faults) {
        let entries = || self.landing.iter().enumerate().filter(|(_, entry)| entry.is_on());
        if !self.board.fields {
            let row = self.turn.empty_row;
            let only = "is for boards with fields: needs board.fields = true";
            faults.unless(row != EmptyRow::Restock, "turn.empty_row", row, only);
            for (place, when) in self.ending.when.iter().enumerate() {
                let field = format!("ending.when[{place}]");
                faults.unless(*when != When::FieldsEmpty, &field, when, NO_FIELDS);
            }
            for (index, entry) in entries() {
                let field = format!("landing[{index}].next_field");
                let asked = entry.next_field.unwrap_or_default();
                faults.unless(entry.next_field.is_none(), &field, asked, NO_FIELDS);
            }
            let (fields, lifted) = (self.rounds.fields, self.laps.fields);
            let before = faults.0.len();
            faults.in_range("rounds.fields", fields);
            if faults.0.len() == before {
                faults.unless(fields == 0, "rounds.fields", fields, NO_FIELDS);
            }
            return faults.unless(!lifted, "laps.fields", lifted, NO_FIELDS);
        }
        let row = self.turn.empty_row;
        let only = "needs board.fields = false";
        faults.unless(row != EmptyRow::Given, "turn.empty_row", row, only);
        self.check_board_of_fields(faults);
        self.check_ending_with_fields(faults);
        self.check_lifted_fields(faults);
        self.check_rounds_with_fields(faults);
        for (index, entry) in entries() {
            check_entry(&format!("landing[{index}]"), entry, self.board.has_halves(), faults);
        }
    }

    /// The rest of the rules speaks of pits that have an owner.
    fn check_board_of_fields(&self, faults: &mut Faults) {
        let (board, moves, opening) = (&self.board, &self.moves, &self.opening);
        let plain = board.sows_round_two_rows() && !board.stores;
        let needs = [
            (plain, "is for boards of two rows that are sown round, without stores"),
            (!moves.symmetric, "needs moves.symmetric = false"),
            (moves.feeding == Feeding::None, "needs moves.feeding = \"none\""),
            (moves.reserve == ReserveEntry::None, "needs moves.reserve = \"none\""),
            (!moves.back_into.is_asked(), "cannot be combined with moves.back_into"),
            (self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\""),
            (opening.into.is_none(), "cannot be combined with opening.into"),
            (!opening.puts(), "needs opening.onto = \"none\""),
            (self.sowing.on_drop.is_none(), "cannot be combined with sowing.on_drop"),
            (!self.after.is_on(), "cannot be combined with [after]"),
            (
                !self.may_stop(),
                "cannot be combined with then = \"relay_or_end\" or \"relay_or_take\"",
            ),
            (!self.laps.turn_at.is_asked(), "cannot be combined with laps.turn_at"),
            (!self.marks.shared.is_asked(), "cannot be combined with marks.shared"),
            (self.ending.last_seeds == 0, "needs ending.last_seeds = 0"),
            (
                !self.keeps_lifted() || board.columns < 16,
                "where it is kept which seeds were lifted, or pits rest, needs fewer than 16 columns",
            ),
        ];
        for (fine, why) in needs {
            faults.unless(fine, "board.fields", true, why);
        }
    }

    /// Seeds that are sown on from a field, where any are sown on.
    fn check_lifted_fields(&self, faults: &mut Faults) {
        let goes_on = self.laps.relay != Relay::None || self.goes_on();
        let why = "nothing is picked up and sown on: needs laps.relay other than \"none\", or an entry with then = \"relay\" or \"relay_next\"";
        faults.unless(goes_on || !self.laps.fields, "laps.fields", true, why);
    }

    /// Fields are filled apart from the pits of their rows, out of what was won.
    fn check_rounds_with_fields(&self, faults: &mut Faults) {
        let rounds = &self.rounds;
        faults.in_range("rounds.fields", rounds.fields);
        if !rounds.are_played() {
            let why = "needs rounds.refill of 1 or more";
            return faults.unless(rounds.fields == 0, "rounds.fields", rounds.fields, why);
        }
        let short = matches!(rounds.short, Short::Closed | Short::Open);
        let needs = [
            (short, "needs rounds.short = \"closed\" or \"open\""),
            (rounds.seeds == RoundSeeds::Won, "needs rounds.seeds = \"won\""),
            (rounds.layout == Layout::Filled, "needs rounds.layout = \"filled\""),
            (!rounds.unfilled.is_asked(), "needs rounds.unfilled = []"),
            (self.turn.empty_row == EmptyRow::None, "needs turn.empty_row = \"none\""),
        ];
        for (fine, why) in needs {
            let why = format!("in rounds with fields (rounds.refill) {why}");
            faults.unless(fine, "board.fields", true, &why);
        }
        if rounds.close_pits() {
            let why = "pits may be closed (rounds.short): the next open pit is not asked whether it is a field";
            for (index, entry) in self.landing.iter().enumerate().filter(|(_, entry)| entry.is_on())
            {
                let (asked, field) = (entry.next_field, format!("landing[{index}].next_field"));
                faults.unless(asked.is_none(), &field, asked.unwrap_or_default(), why);
            }
        }
    }

    /// Conditions ask for pits of players.
    fn check_ending_with_fields(&self, faults: &mut Faults) {
        let ending = &self.ending;
        for (place, when) in ending.when.iter().enumerate() {
            let known = matches!(
                when,
                When::CannotMove
                    | When::NobodyCanMove
                    | When::AboveHalf
                    | When::Enough
                    | When::FieldsEmpty
            );
            let allowed = "beside fields allowed are cannot_move, nobody_can_move, above_half, enough, fields_empty";
            faults.unless(known, &format!("ending.when[{place}]"), when, allowed);
        }
        let by_seeds = matches!(
            ending.winner,
            Winner::MostSeeds
                | Winner::MostRounds
                | Winner::MostPoints
                | Winner::Enough
                | Winner::LastMover
        );
        let allowed =
            "beside fields allowed are most_seeds, most_rounds, most_points, enough, last_mover";
        faults.unless(by_seeds, "ending.winner", ending.winner, allowed);
        let counted = ending.final_count != FinalCount::Emptied;
        let allowed = "beside fields allowed are all but emptied";
        faults.unless(counted, "ending.final_count", ending.final_count, allowed);
    }
}

/// An entry speaks of pits that lie before and after the landing pit.
fn check_entry(path: &str, entry: &Landing, halves: bool, faults: &mut Faults) {
    let opposite = "a field has no pit opposite: cannot be combined with board.fields";
    let facing = &entry.facing;
    faults.unless(halves || *facing == Counts::Any, &format!("{path}.facing"), facing, opposite);
    let marked = entry.facing_marked;
    faults.unless(
        halves || marked == Marked::Any,
        &format!("{path}.facing_marked"),
        marked,
        opposite,
    );
    for take in [Take::Facing, Take::NextFacing, Take::BeyondFacing] {
        faults.unless(halves || !entry.take.has(take), &format!("{path}.take"), take, opposite);
    }
    let owned = "a field belongs to nobody: cannot be combined with board.fields";
    faults.unless(entry.mark == Mark::None, &format!("{path}.mark"), entry.mark, owned);
    faults.unless(!entry.split, &format!("{path}.split"), entry.split, owned);
    faults.unless(!entry.close, &format!("{path}.close"), entry.close, owned);
    let none = entry.choose == Choose::None;
    faults.unless(none, &format!("{path}.choose"), entry.choose, owned);
    let pits = &entry.other_pits;
    faults.unless(*pits == Counts::Any, &format!("{path}.other_pits"), pits, owned);
}

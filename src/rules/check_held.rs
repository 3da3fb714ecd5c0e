//! What makes pits that are held for a round playable.

use std::fmt::Display;

use super::check::Faults;
use super::check_landing::Entry;
use super::check_numbers::check_counts;
use super::{
    Block, Choose, EmptyRow, Landing, Marked, Marks, Opposite, ReserveEntry, Rest, Rules, Short,
    Then, Unplayed,
};

impl Rules {
    /// Pits that are held for a round, and those opposite.
    pub(super) fn check_held(&self, faults: &mut Faults) {
        let rounds = &self.rounds;
        let partial = rounds.are_played() && rounds.short == Short::Partial;
        let only = "is for pits that are filled in part: needs rounds with short = \"partial\"";
        let opposite = rounds.opposite;
        let full = opposite == Opposite::Full;
        faults.unless(partial || full, "rounds.opposite", opposite, only);
        let across = self.board.faces_in_pairs() && !self.board.has_halves();
        let why = "each pit must face one of the other player's that faces it: needs a board of two or four rows, and board.sides = \"rows\"";
        faults.unless(across || full, "rounds.opposite", opposite, why);
        let held = &rounds.held;
        if !held.is_asked() {
            return;
        }
        let before = faults.0.len();
        faults.unless(partial, "rounds.held", held, only);
        check_counts("rounds.held", held, 1, faults);
        if faults.0.len() > before {
            return;
        }
        let some = (1..rounds.refill).any(|seeds| held.has(seeds));
        faults.unless(
            some,
            "rounds.held",
            held,
            "no pit that is filled in part holds as many: see rounds.refill",
        );
        self.check_rest_of_held(faults);
    }

    /// What else is kept of a pit, or done with its seeds.
    fn check_rest_of_held(&self, faults: &mut Faults) {
        let (moves, opening) = (&self.moves, &self.opening);
        let needs = [
            (self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\""),
            (!self.setup.houses.is_asked(), "cannot be combined with setup.houses"),
            (self.marks == Marks::default(), "needs [marks] as it is without being written"),
            (self.turn.block == Block::None, "needs turn.block = \"none\""),
            (self.turn.empty_row == EmptyRow::None, "needs turn.empty_row = \"none\""),
            (opening.into.is_none(), "cannot be combined with opening.into"),
            (!opening.puts(), "needs opening.onto = \"none\""),
            (moves.reserve == ReserveEntry::None, "needs moves.reserve = \"none\""),
            (moves.rest == Rest::Never, "needs moves.rest = \"never\""),
            (self.sowing.on_drop.is_none(), "cannot be combined with sowing.on_drop"),
            (!self.after.is_on(), "cannot be combined with [after]"),
            (self.ending.last_seeds == 0, "needs ending.last_seeds = 0"),
        ];
        for (fine, why) in needs {
            faults.unless(fine, "rounds.held", &self.rounds.held, why);
        }
    }
}

impl Entry<'_> {
    /// An entry leaves held pits as they are: it takes nothing that a player chooses, and asks of marks whether there
    /// is one at most.
    pub(super) fn check_beside_held(&self, faults: &mut Faults) {
        let entry = self.said;
        if !self.rules.rounds.held.is_asked() {
            return;
        }
        let mut needs = |fine, key: &str, value: &dyn Display, allowed: &str| {
            let why = format!("pits may be held (rounds.held): {allowed}");
            faults.unless(fine, &self.field(key), value, &why);
        };
        needs(entry.choose == Choose::None, "choose", &entry.choose, "allowed is none");
        needs(!entry.split, "split", &entry.split, "allowed is false");
        let then = !matches!(entry.then, Then::RelayOrEnd | Then::RelayOrTake);
        let allowed = "allowed are end, relay, relay_next and again";
        needs(then, "then", &entry.then, allowed);
        let marked = matches!(entry.marked, Marked::Any | Marked::No);
        needs(marked, "marked", &entry.marked, "allowed is no");
        let allowed = "nothing may be asked of marks but marked = \"no\"";
        let Landing { marks, visits, other_pits, mirrored, .. } = entry;
        for (key, counts) in [("marks", marks), ("visits", visits), ("other_pits", other_pits)] {
            needs(!counts.is_asked(), key, counts, allowed);
        }
        let mirror = mirrored.unwrap_or_default();
        needs(mirrored.is_none(), "mirrored", &mirror, allowed);
    }

    /// A pit that is held keeps its seeds.
    pub(super) fn check_hold(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        if !entry.hold {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, &self.field("hold"), true, why);
        needs(rules.rounds.hold_pits(), "needs rounds with rounds.held");
        let keeps = entry.take.is_empty() && entry.then == Then::End;
        needs(keeps, "a held pit keeps its seeds: needs an entry without take, and then = \"end\"");
    }
}

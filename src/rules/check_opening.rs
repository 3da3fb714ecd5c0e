//! What makes the rule of the first turns playable.

use super::check::Faults;
use super::check_board::{INNER_ROWS, OPPOSITES, ROUND_TWO_ROWS, TWO_ROWS_A_SIDE};
use super::check_numbers::{check_counts, check_pits};
use super::{
    Block, CaptureTo, Choose, Direction, Feeding, FirstSeed, GrandSlam, Landing, LastSeed,
    MAX_PORTIONS, MAX_SEEDS, Onto, Opening, PutTake, PutTo, ReserveEntry, Rest, Row, Rules,
    SecondRound, Singles, Unplayed, Who,
};

/// Why the first turns do not go with some duties.
const NOT_TRIED: &str =
    "is not tried: needs moves.feeding = \"none\" and no grand_slam = \"forbidden\"";

impl Rules {
    pub(super) fn check_opening(&self, faults: &mut Faults) {
        let (opening, board) = (&self.opening, &self.board);
        let before = faults.0.len();
        faults.in_range("opening.turns", opening.turns);
        faults.in_range("opening.lift", opening.lift);
        faults.in_range("opening.choices", opening.choices);
        self.check_race(faults);
        if opening.turns == 0 {
            let needs = "needs opening.turns of 1 or more";
            faults.unless(!opening.at.is_asked(), "opening.at", &opening.at, needs);
            faults.unless(opening.row == Row::Any, "opening.row", opening.row, needs);
            faults.unless(!opening.counts.is_asked(), "opening.counts", &opening.counts, needs);
            faults.unless(
                opening.into.is_none(),
                "opening.into",
                shown(opening.into.as_ref()),
                needs,
            );
            faults.unless(!opening.copied, "opening.copied", true, needs);
            faults.unless(!opening.in_order, "opening.in_order", true, needs);
            faults.unless(opening.who == Who::Each, "opening.who", opening.who, needs);
            faults.unless(opening.onto == Onto::None, "opening.onto", opening.onto, needs);
            faults.unless(opening.lift == 0, "opening.lift", opening.lift, needs);
            let portions = shown(opening.portions.as_ref());
            faults.unless(opening.portions.is_none(), "opening.portions", portions, needs);
            faults.unless(opening.last == LastSeed::Next, "opening.last", opening.last, needs);
            return check_nothing_put(opening, faults);
        }
        faults.unless(
            opening.row == Row::Any || board.rows != 2,
            "opening.row",
            opening.row,
            INNER_ROWS,
        );
        check_pits("opening.at", &opening.at, opening.row, board, faults);
        check_counts("opening.counts", &opening.counts, 0, faults);
        if faults.0.len() > before {
            return;
        }
        let sows = opening.sows_some() || opening.sows_apart();
        let says = opening.chooses_pits() || sows || self.moves.rest == Rest::FirstTurns;
        let needs = "says nothing of these turns: needs at, row, counts, onto, lift, portions or last, or moves.rest = \"first_turns\"";
        faults.unless(says, "opening.turns", opening.turns, needs);
        let least = if self.moves.singles == Singles::Never { self.moves.least } else { 1 };
        self.check_who(faults);
        self.check_order(faults);
        self.check_laid(faults);
        self.check_lift(faults);
        self.check_apart(faults);
        self.check_put(faults);
        let held = (least..=MAX_SEEDS).any(|n| opening.counts.has(n));
        let never = "no pit that may be played holds as many: see moves.least";
        faults.unless(held, "opening.counts", &opening.counts, never);
    }

    /// Both players sow in a race, and neither knows what the other one does.
    fn check_race(&self, faults: &mut Faults) {
        let Opening { race, into, copied, who, onto, .. } = &self.opening;
        let mut needs = |fine, why| faults.unless(!race || fine, "opening.race", true, why);
        needs(*who == Who::Each, "both players sow: needs opening.who = \"each\"");
        needs(!copied, "neither waits for the other one: needs opening.copied = false");
        needs(into.is_none(), "seeds are sown then: cannot be combined with opening.into");
        needs(*onto == Onto::None, "seeds are sown then: needs opening.onto = \"none\"");
    }

    fn check_who(&self, faults: &mut Faults) {
        let Opening { turns, who, copied, .. } = self.opening;
        let mut needs =
            |fine, why| faults.unless(who == Who::Each || fine, "opening.who", who, why);
        needs(turns == 1, "needs opening.turns = 1");
        needs(!copied, "needs opening.copied = false: there is nobody to copy");
    }

    /// Pits that are played one after the other.
    fn check_order(&self, faults: &mut Faults) {
        let Opening { in_order, at, turns, copied, onto, .. } = &self.opening;
        let mut needs = |fine, why| faults.unless(!in_order || fine, "opening.in_order", true, why);
        let each = "a pit for each turn: needs as many pits in opening.at as opening.turns";
        needs(at.0.len() as i64 == *turns, each);
        needs(!copied, "nothing is chosen then: needs opening.copied = false");
        needs(*onto == Onto::None, "needs opening.onto = \"none\"");
    }

    /// Sowings of a part of a pit: never all round the board, where the rest lies.
    fn check_lift(&self, faults: &mut Faults) {
        let opening = &self.opening;
        if !opening.sows_some() {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "opening.lift", opening.lift, why);
        needs(
            opening.lift < self.board.ring(),
            "seeds that come all round are too many: needs fewer than the pits of the ring",
        );
        needs(
            opening.into.is_none(),
            "seeds that are laid out are all of them: cannot be combined with opening.into",
        );
        needs(
            !self.moves.symmetric,
            "the pits must be the player's own: needs moves.symmetric = false",
        );
        needs(!self.moves.back_into.is_asked(), "cannot be combined with moves.back_into");
        needs(
            self.moves.reserve != ReserveEntry::OneATurn,
            "needs moves.reserve other than \"one_a_turn\"",
        );
        needs(
            !self.keeps_lifted(),
            "needs moves.rest = \"never\", and no entry that asks for lifted seeds",
        );
        needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        needs(!self.setup.houses.is_asked(), "cannot be combined with setup.houses");
        needs(!self.rounds.own_pits(), "needs rounds.short other than \"owned\"");
        needs(
            !self.may_stop(),
            "cannot be combined with an entry with then = \"relay_or_end\" or \"relay_or_take\"",
        );
        needs(!self.tries_turns(), NOT_TRIED);
    }

    /// First laps that drop seeds elsewhere than others do.
    fn check_apart(&self, faults: &mut Faults) {
        let opening = &self.opening;
        self.check_portions(faults);
        let across = opening.last != LastSeed::Next;
        let (field, value) = if across {
            ("opening.last", opening.last.to_string())
        } else {
            ("opening.portions", shown(opening.portions.as_ref()))
        };
        if !opening.sows_apart() {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, field, &value, why);
        needs(!across || self.board.sows_round_two_rows(), ROUND_TWO_ROWS);
        needs(!across || !self.board.fields, "needs board.fields = false");
        needs(opening.into.is_none(), "seeds are sown then: cannot be combined with opening.into");
        needs(opening.onto == Onto::None, "seeds are sown then: needs opening.onto = \"none\"");
        needs(self.sowing.first == FirstSeed::Next, "needs sowing.first = \"next\"");
        needs(self.sowing.on_drop.is_none(), "cannot be combined with sowing.on_drop");
        needs(
            self.sowing.second_round == SecondRound::Board,
            "needs sowing.second_round = \"board\"",
        );
        needs(!self.closes_pits(), "cannot be combined with pits that are closed");
        needs(
            !self.moves.symmetric,
            "the pits must be the player's own: needs moves.symmetric = false",
        );
        needs(!self.moves.back_into.is_asked(), "cannot be combined with moves.back_into");
        needs(
            self.moves.reserve != ReserveEntry::OneATurn,
            "needs moves.reserve other than \"one_a_turn\"",
        );
        needs(!self.rounds.own_pits(), "needs rounds.short other than \"owned\"");
        needs(
            !self.may_stop(),
            "cannot be combined with an entry with then = \"relay_or_end\" or \"relay_or_take\"",
        );
        needs(self.turn.block == Block::None, "needs turn.block = \"none\"");
        needs(!self.tries_turns(), NOT_TRIED);
    }

    /// How many seeds the first pits get: of how many, and how many each.
    fn check_portions(&self, faults: &mut Faults) {
        let Some(portions) = &self.opening.portions else { return };
        let held = format!("{} numbers", portions.len());
        let allowed = format!("allowed are 1 to {MAX_PORTIONS} numbers");
        let fine = (1..=MAX_PORTIONS).contains(&portions.len());
        faults.unless(fine, "opening.portions", &held, &allowed);
        let allowed = "come all round: needs fewer than the pits of the ring";
        let fits = (portions.len() as i64) < self.board.ring();
        faults.unless(fits, "opening.portions", &held, allowed);
        for (place, seeds) in portions.iter().enumerate().take(MAX_PORTIONS) {
            faults.range(&format!("opening.portions[{place}]"), *seeds, 1, MAX_SEEDS);
        }
    }

    /// Whether turns may be illegal for what they would bring about.
    fn tries_turns(&self) -> bool {
        let forbids = |entry: &Landing| entry.grand_slam == GrandSlam::Forbidden;
        self.moves.feeding != Feeding::None || self.landing.iter().any(forbids)
    }

    /// Seeds that are put in another pit.
    fn check_put(&self, faults: &mut Faults) {
        let opening = &self.opening;
        if opening.onto == Onto::None {
            return check_nothing_put(opening, faults);
        }
        let row = opening.onto_row;
        faults.unless(row == Row::Any || self.board.rows != 2, "opening.onto_row", row, INNER_ROWS);
        check_counts("opening.onto_counts", &opening.onto_counts, 0, faults);
        let (moves, direction) = (&self.moves, self.moves.direction);
        let mut needs = |fine, why| faults.unless(fine, "opening.onto", opening.onto, why);
        let facing = opening.onto == Onto::AnyButFacing || opening.take == PutTake::File;
        needs(!facing || self.board.faces_in_pairs(), OPPOSITES);
        needs(opening.into.is_none(), "cannot be combined with opening.into");
        needs(!opening.copied, "cannot be combined with opening.copied");
        needs(!moves.symmetric, "the pits must be the player's own: needs moves.symmetric = false");
        needs(
            !matches!(
                direction,
                Direction::Outward | Direction::FixedByFirst | Direction::FixedBySecond
            ),
            "needs another moves.direction than outward, fixed_by_first and fixed_by_second",
        );
        needs(
            self.sowing.on_drop.is_none(),
            "seeds that are put capture nothing: needs no sowing.on_drop",
        );
        needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        needs(!self.rounds.are_played(), "needs rounds.refill = 0");
        needs(moves.reserve == ReserveEntry::None, "needs moves.reserve = \"none\"");
        needs(!moves.back_into.is_asked(), "cannot be combined with moves.back_into");
        needs(!self.may_stop(), "cannot be combined with an entry with then = \"relay_or_end\"");
        needs(
            !self.chooses(Choose::AnotherFile),
            "cannot be combined with an entry that is followed by choosing another file",
        );
        let one_way = matches!(direction, Direction::Counterclockwise | Direction::Clockwise);
        needs(opening.onto != Onto::Next || one_way, "needs one direction of sowing");
        let pits_only = opening.onto != Onto::Next || !self.sowing.stores_are_sown();
        needs(pits_only, "a store is no pit: needs sowing.stores = \"none\"");
        let forbids = |entry: &Landing| entry.grand_slam == GrandSlam::Forbidden;
        let tried = moves.feeding == Feeding::Penalty || self.landing.iter().any(forbids);
        needs(!tried, "needs no moves.feeding = \"penalty\" and no grand_slam = \"forbidden\"");
        let sown = one_way || !opening.onto_or_sown;
        faults.unless(sown, "opening.onto_or_sown", true, "needs one direction of sowing");
        self.check_round(faults);
        self.check_taken_then(faults);
    }

    /// Seeds that are put in the next pit all round.
    fn check_round(&self, faults: &mut Faults) {
        let Opening { onto, onto_round, onto_row, onto_counts, take, choices, .. } = &self.opening;
        let mut needs =
            |fine, why| faults.unless(!onto_round || fine, "opening.onto_round", true, why);
        needs(*onto == Onto::Next, "needs opening.onto = \"next\"");
        needs(self.board.has_two_rows_a_side(), TWO_ROWS_A_SIDE);
        let any = *onto_row == Row::Any && !onto_counts.is_asked();
        needs(
            any,
            "all pits get seeds: cannot be combined with opening.onto_row or opening.onto_counts",
        );
        let takes = *take != PutTake::None || *choices > 0;
        needs(!takes, "cannot be combined with opening.take or opening.choices");
        let closed = self.setup.closed.is_asked();
        needs(!closed, "cannot be combined with setup.closed");
    }

    /// What is taken when seeds have been put.
    fn check_taken_then(&self, faults: &mut Faults) {
        let opening = &self.opening;
        let takes = opening.take != PutTake::None || opening.choices > 0;
        let mut needs = |fine, why| faults.unless(fine, "opening.to", opening.to, why);
        needs(takes || opening.to == PutTo::Store, "needs opening.take or opening.choices");
        let choosing = |entry: &&Landing| entry.is_on() && entry.choose == Choose::Pits;
        let mut entries = self.landing.iter().filter(choosing);
        let goal = match opening.to {
            PutTo::Store => CaptureTo::Store,
            PutTo::Removed => CaptureTo::Removed,
        };
        let same = opening.choices == 0 || entries.clone().all(|entry| entry.to == goal);
        needs(same, "needs to be the same in all entries that choose pits");
        let exempts = opening.choices > 0 && entries.any(|entry| entry.exempt.is_asked());
        let why = "cannot be combined with pits that are exempt from being chosen";
        faults.unless(!exempts, "opening.choices", opening.choices, why);
        let why = "cannot be combined with ending.last_seeds";
        let last = self.ending.last_seeds > 0;
        faults.unless(!last || opening.take == PutTake::None, "opening.take", opening.take, why);
        faults.unless(!last || opening.choices == 0, "opening.choices", opening.choices, why);
    }

    /// Seeds that are laid out elsewhere, and openings that are copied.
    fn check_laid(&self, faults: &mut Faults) {
        let opening = &self.opening;
        let own = "the pits must be the player's own: needs moves.symmetric = false";
        faults.unless(!(opening.copied && self.moves.symmetric), "opening.copied", true, own);
        let Some(into) = &opening.into else { return };
        let (held, at) = (into.len(), opening.at.0.len());
        if held != at || at == 0 {
            let allowed = format!("needs a number for each of the {at} pits of opening.at");
            return faults.add("opening.into", shown(opening.into.as_ref()), &allowed);
        }
        for (place, pit) in into.iter().enumerate() {
            let field = format!("opening.into[{place}]");
            faults.range(&field, *pit, 0, self.board.pits_per_side() - 1);
        }
        let mut needs =
            |fine, why| faults.unless(fine, "opening.into", shown(opening.into.as_ref()), why);
        needs(!self.moves.symmetric, own);
        needs(!self.sows_two_ways(), "needs one direction of sowing");
        needs(
            self.sowing.on_drop.is_none(),
            "seeds laid out capture nothing: needs no sowing.on_drop",
        );
        needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        needs(!self.rounds.are_played(), "needs rounds.refill = 0");
        needs(!self.tries_turns(), NOT_TRIED);
    }
}

/// A list as it is written.
fn shown(numbers: Option<&Vec<i64>>) -> String {
    format!("{:?}", numbers.map_or(&[][..], Vec::as_slice))
}

/// What is said only of seeds that are put in another pit.
fn check_nothing_put(opening: &Opening, faults: &mut Faults) {
    let needs = "needs opening.onto";
    let Opening { onto_row, onto_or_sown, onto_round, take, to, choices, .. } = *opening;
    faults.unless(!onto_round, "opening.onto_round", true, needs);
    faults.unless(!onto_or_sown, "opening.onto_or_sown", true, needs);
    let counts = &opening.onto_counts;
    faults.unless(onto_row == Row::Any, "opening.onto_row", onto_row, needs);
    faults.unless(!counts.is_asked(), "opening.onto_counts", counts, needs);
    faults.unless(take == PutTake::None, "opening.take", take, needs);
    faults.unless(to == PutTo::Store, "opening.to", to, needs);
    faults.unless(choices == 0, "opening.choices", choices, needs);
}

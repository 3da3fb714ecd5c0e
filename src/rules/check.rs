//! What makes a description playable: every fault, each with field, value and what is allowed.

use super::check_board::AROUND;
use super::cited::check_values_cited;
use super::entry_names::{as_name, call_by_name};
use super::reference::field;
use super::rounds::LOTS;
use super::{
    Choose, Direction, EndTest, Ending, Fault, Field, FinalCount, Forfeit, Landing, MAX_ACTIONS,
    MaxActions, Numbered, ReserveEntry, Row, Rules, Score, Singles, Unplayed, When, Winner,
    catalogue, hint,
};

/// Most actions of a game, so that a set of them fits 64 bits.
const MAX_N_ACTIONS: i64 = 64;

/// Collects the faults of one description.
pub(super) struct Faults(pub Vec<Fault>);

impl Faults {
    pub fn add(&mut self, field: &str, value: impl std::fmt::Display, allowed: &str) {
        self.0.push(Fault::new(field, value, allowed));
    }

    /// Notes a fault unless `fine`.
    pub fn unless(
        &mut self,
        fine: bool,
        field: &str,
        value: impl std::fmt::Display,
        allowed: &str,
    ) {
        if !fine {
            self.add(field, value, allowed);
        }
    }

    /// The range that the reference names for this field.
    pub fn in_range(&mut self, path: &str, value: i64) {
        if let Some((low, high)) = field(path).and_then(Field::range) {
            self.range(path, value, low, high);
        }
    }

    pub fn range(&mut self, field: &str, value: i64, low: i64, high: i64) {
        self.unless(
            (low..=high).contains(&value),
            field,
            value,
            &format!("allowed are {low} to {high}"),
        );
    }
}

impl Rules {
    /// Every fault of the description; empty when it can be played.
    #[must_use]
    pub fn check(&self) -> Vec<Fault> {
        let mut faults = self.faults_by_number();
        for fault in &mut faults {
            call_by_name(fault, |list| self.names_in(list));
        }
        faults
    }

    /// The same, with entries of lists by their numbers, as they stand in a text.
    pub(super) fn faults_by_number(&self) -> Vec<Fault> {
        let mut faults = Faults(Vec::new());
        self.check_name(&mut faults);
        self.check_texts(&mut faults);
        self.check_board(&mut faults);
        self.check_setup(&mut faults);
        self.check_moves(&mut faults);
        self.check_play(&mut faults);
        self.check_opening(&mut faults);
        self.check_actions(&mut faults);
        self.check_turn_at(&mut faults);
        self.check_again(&mut faults);
        self.check_single_hand(&mut faults);
        self.check_drops(&mut faults);
        self.check_houses(&mut faults);
        self.check_block(&mut faults);
        self.check_sowing(&mut faults);
        self.check_landing(&mut faults);
        self.check_after(&mut faults);
        self.check_turn(&mut faults);
        self.check_ending(&mut faults);
        self.check_rounds(&mut faults);
        self.check_shared(&mut faults);
        self.check_fields(&mut faults);
        self.check_gift(&mut faults);
        self.check_clauses(&mut faults);
        faults.0
    }

    fn check_name(&self, faults: &mut Faults) {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let mut allowed = "allowed are lower-case letters, digits and hyphens".to_owned();
        let proposed = as_name(&self.name);
        if !proposed.is_empty() {
            allowed += &format!("; write name = {proposed:?}");
        }
        if !proposed.is_empty() && self.title.is_empty() {
            allowed += &format!(" and, as it is printed, title = {:?}", self.name);
        }
        let fine = !self.name.is_empty() && self.name.chars().all(good);
        faults.unless(fine, "name", format!("{:?}", self.name), &allowed);
    }

    fn check_moves(&self, faults: &mut Faults) {
        let moves = &self.moves;
        let around = !self.board.has_own_circuits();
        faults.in_range("moves.least", moves.least);
        faults.unless(
            moves.direction != Direction::Outward || self.board.faces_in_pairs(),
            "moves.direction",
            moves.direction,
            "is for boards of two or four rows",
        );
        faults.unless(around || !moves.symmetric, "moves.symmetric", moves.symmetric, AROUND);
        faults.unless(
            around || moves.numbered == Numbered::Own,
            "moves.numbered",
            moves.numbered,
            AROUND,
        );
        faults.unless(
            around || moves.feeding == super::Feeding::None,
            "moves.feeding",
            moves.feeding,
            AROUND,
        );
        let lone = moves.singles == Singles::Never || moves.least > 1;
        faults.unless(lone, "moves.singles", moves.singles, "needs moves.least of 2 or more");
        let one_way = moves.singles == Singles::Never || !self.sows_two_ways();
        faults.unless(one_way, "moves.singles", moves.singles, "needs one direction of sowing");
        self.check_lone(faults);
        self.check_rest(faults);
        self.check_up_to(faults);
        self.check_store(faults);
        self.check_fed(faults);
        self.check_spared(faults);
        self.check_back_into(faults);
        self.check_barred(faults);
        self.check_placing(faults);
    }

    /// A set of actions fits 64 bits, and a phase is of one kind.
    fn check_actions(&self, faults: &mut Faults) {
        let moves = &self.moves;
        let both_ways = self.sows_two_ways();
        let pits = self.board.pits_per_side() * if self.numbers_both() { 2 } else { 1 };
        let reserve = moves.reserve == ReserveEntry::OneInEachPit;
        let (files, takes) = (self.chooses(Choose::AnotherFile), self.takes_pits());
        let count = pits * if both_ways { 2 } else { 1 }
            + i64::from(reserve)
            + if files { self.board.columns } else { 0 }
            + if takes { self.board.pits_per_side() } else { 0 }
            + self.opening.targets(&self.board).len() as i64
            + i64::from(self.may_stop())
            + moves.up_to.max(0)
            + moves.store_up_to.max(0)
            + if self.may_swap() { 2 } else { 0 }
            + if self.chooses(Choose::Beside) { 2 * self.board.pits_per_side() + 1 } else { 0 }
            + if self.rounds.choose_pits() { self.board.owned_per_side() } else { 0 }
            + if self.rounds.draw_lots() { LOTS } else { 0 };
        faults.unless(
            count <= MAX_N_ACTIONS,
            "board.columns",
            self.board.columns,
            &format!("makes {count} actions; at most {MAX_N_ACTIONS} are allowed"),
        );
        faults.unless(
            !(reserve && (files || takes)),
            "moves.reserve",
            moves.reserve,
            "cannot be combined with an entry that is followed by choosing another file, or pits",
        );
    }

    fn check_sowing(&self, faults: &mut Faults) {
        let (stores, sown) = (self.sowing.stores, self.sowing.stores_are_sown());
        faults.unless(
            !sown || self.board.stores,
            "sowing.stores",
            stores,
            "needs board.stores = true",
        );
        faults.unless(!sown || !self.board.has_own_circuits(), "sowing.stores", stores, AROUND);
        if let Some(rule) = &self.sowing.on_drop {
            faults.in_range("sowing.on_drop.count", rule.count);
            faults.unless(!self.board.has_own_circuits(), "sowing.on_drop", "", AROUND);
        }
        self.check_second_round(faults);
        self.check_passes(faults);
        self.check_last_sown(faults);
        self.check_closed(faults);
        self.check_closed_first(faults);
    }

    fn check_turn(&self, faults: &mut Faults) {
        faults.unless(
            !self.laps.past_store || self.sowing.stores_are_sown() && !self.turn.replay,
            "laps.past_store",
            self.laps.past_store,
            "needs sowing.stores other than \"none\", and turn.replay = false",
        );
        faults.unless(
            !self.turn.replay || self.sowing.stores_are_sown(),
            "turn.replay",
            true,
            "an extra turn needs a store that is sown: sowing.stores = \"own\" or \"both\"",
        );
        faults.unless(
            self.turn.forfeit == Forfeit::None || self.setup.unplayed != Unplayed::None,
            "turn.forfeit",
            self.turn.forfeit,
            "needs setup.unplayed",
        );
    }

    fn check_ending(&self, faults: &mut Faults) {
        let ending = &self.ending;
        let has = |when: When| ending.when.contains(&when);
        faults.unless(
            !ending.when.is_empty(),
            "ending.when",
            "[]",
            &format!("at least one of {}", When::NAMES.join(", ")),
        );
        let empty = has(When::EitherEmpty) || has(When::MoverEmpty);
        faults.unless(
            ending.winner != Winner::Emptied || empty,
            "ending.winner",
            ending.winner,
            "needs either_empty or mover_empty in ending.when",
        );
        faults.unless(
            ending.final_count != FinalCount::Emptied || empty,
            "ending.final_count",
            ending.final_count,
            "needs either_empty or mover_empty in ending.when",
        );
        faults.unless(
            !ending.winner.asks_who_is_stuck() || has(When::CannotMove),
            "ending.winner",
            ending.winner,
            "needs cannot_move in ending.when",
        );
        let by_duty = |when: &When| matches!(when, When::CannotMove | When::EndsTaken);
        faults.unless(
            ending.winner != Winner::Stuck
                || !has(When::CannotMove)
                || ending.when.iter().all(by_duty),
            "ending.winner",
            ending.winner,
            "where the game ends otherwise nobody need be stuck: needs ending.when = \"cannot_move\", with \"ends_taken\" or without",
        );
        self.check_named_seeds(faults);
        self.check_ends_taken(faults);
        self.check_last_seeds(faults);
        let on_board = |when: &When| when.is_on_board();
        let fitting = When::NAMES
            .iter()
            .copied()
            .filter(|name| When::from_name(name).as_ref().is_some_and(on_board));
        faults.unless(
            ending.test == EndTest::Turn || ending.when.iter().any(on_board),
            "ending.test",
            ending.test,
            &format!("needs one of {} in ending.when", fitting.collect::<Vec<_>>().join(", ")),
        );
        faults.unless(
            ending.winner.counts_seeds() || ending.final_count == FinalCount::Home,
            "ending.final_count",
            ending.final_count,
            "counts only where seeds win: allowed is home",
        );
        if let MaxActions(Some(n)) = self.limits.max_actions {
            let allowed = format!("allowed are 1 to {MAX_ACTIONS}, or \"none\"");
            faults.unless((1..=MAX_ACTIONS).contains(&n), "limits.max_actions", n, &allowed);
        }
        for (index, when) in ending.when.iter().enumerate() {
            let again = ending.when[..index].contains(when);
            let field = format!("ending.when[{index}]");
            faults.unless(!again, &field, when, "stands there twice");
        }
    }

    /// A win by the capture of both ends.
    fn check_ends_taken(&self, faults: &mut Faults) {
        let Some(index) = self.ending.when.iter().position(|when| *when == When::EndsTaken) else {
            return;
        };
        let field = format!("ending.when[{index}]");
        let mut needs = |fine, why| faults.unless(fine, &field, When::EndsTaken, why);
        let takes = self.landing.iter().any(Landing::takes);
        needs(takes, "nothing is captured: needs an entry that takes");
        needs(!self.rounds.are_played(), "needs rounds.refill = 0");
        needs(!self.after.is_on(), "cannot be combined with [after]");
        needs(self.sowing.on_drop.is_none(), "cannot be combined with sowing.on_drop");
        let pauses = |entry: &Landing| entry.choose != Choose::None || entry.pauses();
        let pauses = self.landing.iter().any(pauses);
        needs(
            !pauses,
            "cannot be combined with landing.choose, nor with then = \"relay_or_end\" or \"relay_or_take\"",
        );
        needs(self.ending.last_seeds == 0, "needs ending.last_seeds = 0");
        needs(!self.shares_pits(), "needs no marks.shared");
    }

    /// What `few`, `enough` and `row` of the ending speak of.
    fn check_named_seeds(&self, faults: &mut Faults) {
        let ending = &self.ending;
        let has = |when: When| ending.when.contains(&when);
        if has(When::Few) || has(When::EachFew) {
            faults.in_range("ending.few", ending.few);
        } else {
            let allowed = "needs few or each_few in ending.when: allowed is 0";
            faults.unless(ending.few == 0, "ending.few", ending.few, allowed);
        }
        self.check_enough(faults);
        faults.unless(
            ending.winner != Winner::MostRounds || self.rounds.are_played(),
            "ending.winner",
            ending.winner,
            "needs rounds.refill of 1 or more",
        );
        faults.unless(
            ending.winner != Winner::MostPoints || self.rounds.bring_points(),
            "ending.winner",
            ending.winner,
            "needs rounds.points and rounds.refill of 1 or more",
        );
        let asked = has(When::RowEmpty);
        faults.unless(
            !ending.winner.asks_row() || asked,
            "ending.winner",
            ending.winner,
            "needs row_empty in ending.when",
        );
        faults.unless(
            ending.row == Row::Any || asked && self.board.rows != 2,
            "ending.row",
            ending.row,
            "needs three or four rows, and row_empty in ending.when",
        );
    }

    /// Somebody can have so many; not both players, where they end the game and win it.
    fn check_enough(&self, faults: &mut Faults) {
        let Ending { enough, winner, when, final_count, score, .. } = &self.ending;
        let (ends, wins) = (when.contains(&When::Enough), winner.asks_enough());
        if !ends && !wins {
            let allowed = "needs enough in ending.when, or as ending.winner: allowed is 0";
            return faults.unless(*enough == 0, "ending.enough", enough, allowed);
        }
        let before = faults.0.len();
        faults.in_range("ending.enough", *enough);
        let miscounted = faults.0.iter().any(|fault| fault.field.starts_with("setup"));
        if faults.0.len() > before || miscounted {
            return;
        }
        let total = self.setup.total(&self.board);
        let allowed = format!("only {total} seeds are in the game");
        faults.unless(*enough <= total, "ending.enough", enough, &allowed);
        let stored = *final_count == FinalCount::Home && *score == Score::Store;
        let one = !(ends && wins) || stored || 2 * enough > total;
        let allowed = format!(
            "the last count could give both players as many: needs more than half of the {total} seeds, or final_count = \"home\" with score = \"store\""
        );
        faults.unless(one, "ending.enough", enough, &allowed);
    }

    /// A clause must stand beside a field that there is, and a rule book that is shared must exist.
    fn check_clauses(&self, faults: &mut Faults) {
        let shared = self.book.is_empty() || catalogue::names().any(|name| name == self.book);
        let near = hint(&self.book, catalogue::names());
        let allowed = format!("no game of the catalogue has this name{near}");
        faults.unless(shared, "book", format!("{:?}", self.book), &allowed);
        for (path, axis) in self.axes() {
            let fields = axis.fields();
            for field in axis.clauses().fields().filter(|field| !fields.contains(field)) {
                let path = format!("{path}.clause.{field}");
                let allowed = format!("no such field; allowed are {}", fields.join(", "));
                faults.add(&path, "", &(allowed + &hint(field, fields.iter().copied())));
            }
            self.check_cited(&path, axis, faults);
            check_values_cited(&path, axis, faults);
        }
    }
}

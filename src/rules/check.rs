//! What makes a description playable: every fault, each with field, value and what is allowed.

use super::{
    CaptureRow, CaptureSide, CaptureTo, Clauses, Direction, Fault, FinalCount, Forfeit,
    MAX_ACTIONS, MAX_COLUMNS, MAX_SEEDS, MaxActions, ReserveEntry, Rules, Singles, SownStores,
    Take, Then, Unplayed, When, Winner, hint,
};

/// Most actions of a game, so that a set of them fits 64 bits.
const MAX_N_ACTIONS: i64 = 64;

/// Collects the faults of one description.
struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, field: &str, value: impl std::fmt::Display, allowed: &str) {
        self.0.push(Fault::new(field, value, allowed));
    }

    /// Notes a fault unless `fine`.
    fn unless(&mut self, fine: bool, field: &str, value: impl std::fmt::Display, allowed: &str) {
        if !fine {
            self.add(field, value, allowed);
        }
    }

    fn range(&mut self, field: &str, value: i64, low: i64, high: i64) {
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
        let mut faults = Faults(Vec::new());
        self.check_name(&mut faults);
        self.check_board(&mut faults);
        self.check_setup(&mut faults);
        self.check_moves(&mut faults);
        self.check_actions(&mut faults);
        self.check_sowing(&mut faults);
        for index in 0..self.capture.len() {
            self.check_capture(index, &mut faults);
        }
        self.check_turn(&mut faults);
        self.check_ending(&mut faults);
        self.check_clauses(&mut faults);
        faults.0
    }

    fn check_name(&self, faults: &mut Faults) {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        faults.unless(
            !self.name.is_empty() && self.name.chars().all(good),
            "name",
            format!("{:?}", self.name),
            "a name of lower-case letters, digits and hyphens is needed",
        );
    }

    fn check_board(&self, faults: &mut Faults) {
        let board = &self.board;
        faults.unless(matches!(board.rows, 2 | 4), "board.rows", board.rows, "allowed are 2 and 4");
        faults.range("board.columns", board.columns, 1, MAX_COLUMNS);
        faults.unless(
            !(board.rows == 4 && board.stores),
            "board.stores",
            true,
            "a board of four rows has no store pits",
        );
    }

    fn check_setup(&self, faults: &mut Faults) {
        let setup = &self.setup;
        let rows = setup.outer.is_some() || setup.inner.is_some();
        if setup.seeds.is_none() && !rows {
            faults.add("setup.seeds", "", "needed: seeds in each pit (or `outer` and `inner`)");
            return;
        }
        faults.unless(
            !(setup.seeds.is_some() && rows),
            "setup.seeds",
            "",
            "either `seeds`, or `outer` and `inner`",
        );
        faults.unless(
            !rows || self.board.rows == 4,
            "setup.outer",
            "",
            "rows of a side are for boards of four rows",
        );
        let complete = setup.outer.is_some() == setup.inner.is_some();
        faults.unless(complete, "setup.inner", "", "`outer` and `inner` are given together");
        let board_is_good = faults.0.iter().all(|fault| !fault.field.starts_with("board."));
        if complete && board_is_good {
            self.check_opening(faults);
        }
        self.check_reserve(faults);
        faults.unless(
            setup.unplayed == Unplayed::None || self.board.rows == 4,
            "setup.unplayed",
            setup.unplayed.name(),
            "marks are for boards of four rows",
        );
    }

    fn check_opening(&self, faults: &mut Faults) {
        let side = self.board.pits_per_side();
        let sides = self.setup.pits(&self.board);
        let names =
            [self.south_field(), if self.setup.north.is_some() { "setup.north" } else { "" }];
        for (pits, field) in sides.iter().zip(names).filter(|(_, field)| !field.is_empty()) {
            let held = i64::try_from(pits.len()).unwrap_or(i64::MAX);
            faults.unless(
                held == side,
                field,
                format!("{held} numbers"),
                &format!("{side} are needed, one a pit"),
            );
            if let Some(n) = pits.iter().find(|n| !(0..=MAX_SEEDS).contains(*n)) {
                faults.range(field, *n, 0, MAX_SEEDS);
            }
            if self.setup.unplayed == Unplayed::Outer && self.board.rows == 4 {
                let outer = pits.iter().take(usize::try_from(self.board.columns).unwrap_or(0));
                let single = outer.copied().all(|n| n == 1);
                faults.unless(single, field, "", "an unplayed pit holds exactly one seed");
            }
        }
        let total = sides
            .iter()
            .flatten()
            .fold(2 * self.setup.reserve.max(0), |sum, n| sum.saturating_add(*n));
        faults.unless(
            total <= MAX_SEEDS,
            self.south_field(),
            format!("{total} seeds in all"),
            &format!("at most {MAX_SEEDS} seeds in all"),
        );
    }

    fn south_field(&self) -> &'static str {
        if self.setup.seeds.is_some() { "setup.seeds" } else { "setup.outer" }
    }

    fn check_reserve(&self, faults: &mut Faults) {
        let (reserve, side) = (self.setup.reserve, self.board.pits_per_side());
        let needed = match self.moves.reserve {
            ReserveEntry::None => 0,
            ReserveEntry::OneInEachPit => side,
        };
        faults.unless(
            reserve == needed,
            "setup.reserve",
            reserve,
            &format!(
                "needed is {needed} (one for each own pit where the reserve enters so, else none)"
            ),
        );
        faults.unless(
            needed == 0 || self.board.rows == 4,
            "moves.reserve",
            self.moves.reserve.name(),
            "a reserve is for boards of four rows",
        );
    }

    fn check_moves(&self, faults: &mut Faults) {
        let moves = &self.moves;
        let two_rows = self.board.rows == 2;
        faults.range("moves.least", moves.least, 1, MAX_SEEDS);
        faults.unless(
            two_rows || !moves.numbers_both(),
            "moves.symmetric",
            moves.symmetric,
            "playing the other side's pits is for boards of two rows",
        );
        faults.unless(
            two_rows || moves.feeding == super::Feeding::None,
            "moves.feeding",
            moves.feeding.name(),
            "a duty to feed is for boards of two rows",
        );
        let lone = moves.singles == Singles::Never || moves.least > 1;
        faults.unless(
            lone,
            "moves.singles",
            moves.singles.name(),
            "needs moves.least of 2 or more",
        );
        let one_way = moves.singles == Singles::Never || moves.direction != Direction::Chosen;
        faults.unless(
            one_way,
            "moves.singles",
            moves.singles.name(),
            "needs one direction of sowing",
        );
    }

    /// A set of actions fits 64 bits, and a phase is of one kind.
    fn check_actions(&self, faults: &mut Faults) {
        let moves = &self.moves;
        let both_ways = matches!(moves.direction, Direction::Chosen | Direction::Outward);
        let pits = self.board.pits_per_side() * if moves.numbers_both() { 2 } else { 1 };
        let reserve = moves.reserve != ReserveEntry::None;
        let files = self.capture.iter().any(|rule| rule.then == Then::ChooseFile);
        let count = pits * if both_ways { 2 } else { 1 }
            + i64::from(reserve)
            + if files { self.board.columns } else { 0 };
        faults.unless(
            count <= MAX_N_ACTIONS,
            "board.columns",
            self.board.columns,
            &format!("makes {count} actions; at most {MAX_N_ACTIONS} are allowed"),
        );
        faults.unless(
            !(reserve && files),
            "moves.reserve",
            moves.reserve.name(),
            "cannot be combined with a capture that is followed by choosing another file",
        );
    }

    fn check_sowing(&self, faults: &mut Faults) {
        let stores = self.sowing.stores;
        faults.unless(
            stores == SownStores::None || self.board.stores,
            "sowing.stores",
            stores.name(),
            "needs board.stores = true",
        );
        if let Some(rule) = &self.sowing.on_drop {
            faults.range("sowing.on_drop.count", rule.count, 2, MAX_SEEDS);
            faults.unless(self.board.rows == 2, "sowing.on_drop", "", "is for boards of two rows");
        }
    }

    fn check_capture(&self, index: usize, faults: &mut Faults) {
        let rule = &self.capture[index];
        let field = |name: &str| format!("capture[{index}].{name}");
        let four_rows = self.board.rows == 4;
        if four_rows {
            faults.unless(
                rule.row == CaptureRow::Inner,
                &field("row"),
                rule.row.name(),
                "only an inner pit faces the other side: allowed is inner",
            );
            faults.unless(rule.needs_opposite, &field("needs_opposite"), false, "on four rows the file is taken only where its inner pit holds seeds: allowed is true");
            faults.unless(
                rule.side == CaptureSide::Own,
                &field("side"),
                rule.side.name(),
                "on four rows a sowing ends on the own side: allowed is own",
            );
        } else {
            faults.unless(
                rule.row == CaptureRow::Any,
                &field("row"),
                rule.row.name(),
                "is for boards of four rows",
            );
            faults.unless(
                rule.take != Take::File,
                &field("take"),
                rule.take.name(),
                "is for boards of four rows",
            );
        }
        for count in &rule.counts {
            faults.range(&field("counts"), *count, 1, MAX_SEEDS);
        }
        let files = four_rows && rule.take == Take::File && rule.to == CaptureTo::Store;
        faults.unless(
            rule.then == Then::End || files,
            &field("then"),
            rule.then.name(),
            "needs four rows, take = \"file\" and to = \"store\"",
        );
    }

    fn check_turn(&self, faults: &mut Faults) {
        faults.unless(
            !self.turn.replay || self.sowing.stores != SownStores::None,
            "turn.replay",
            true,
            "an extra turn needs a store that is sown: sowing.stores = \"own\" or \"both\"",
        );
        faults.unless(
            self.turn.forfeit == Forfeit::None || self.setup.unplayed != Unplayed::None,
            "turn.forfeit",
            self.turn.forfeit.name(),
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
            ending.winner.name(),
            "needs either_empty or mover_empty in ending.when",
        );
        faults.unless(
            ending.final_count != FinalCount::Emptied || empty,
            "ending.final_count",
            ending.final_count.name(),
            "needs either_empty or mover_empty in ending.when",
        );
        faults.unless(
            ending.winner != Winner::LastMover || has(When::CannotMove),
            "ending.winner",
            ending.winner.name(),
            "needs cannot_move in ending.when",
        );
        faults.unless(
            ending.winner == Winner::MostSeeds || ending.final_count == FinalCount::Home,
            "ending.final_count",
            ending.final_count.name(),
            "counts only where most seeds win: allowed is home",
        );
        if let MaxActions(Some(n)) = self.limits.max_actions {
            faults.range("limits.max_actions", n, 1, MAX_ACTIONS);
        }
    }

    /// A clause must stand beside a field that there is.
    fn check_clauses(&self, faults: &mut Faults) {
        let mut axes: Vec<(String, &Clauses, &[&str])> = vec![
            ("board".into(), &self.board.clause, &["rows", "columns", "stores"]),
            (
                "setup".into(),
                &self.setup.clause,
                &["seeds", "outer", "inner", "north", "reserve", "unplayed", "start"],
            ),
            (
                "moves".into(),
                &self.moves.clause,
                &["symmetric", "numbered", "least", "singles", "direction", "reserve", "feeding"],
            ),
            ("sowing".into(), &self.sowing.clause, &["stores", "skip", "on_drop"]),
            ("laps".into(), &self.laps.clause, &["relay"]),
            ("turn".into(), &self.turn.clause, &["replay", "forfeit"]),
            (
                "ending".into(),
                &self.ending.clause,
                &["when", "final_count", "winner", "score", "stuck"],
            ),
            ("limits".into(), &self.limits.clause, &["endless", "repetition", "max_actions"]),
        ];
        for (index, capture) in self.capture.iter().enumerate() {
            let fields = &[
                "landing",
                "side",
                "row",
                "counts",
                "needs_opposite",
                "take",
                "chain",
                "grand_slam",
                "to",
                "reentry",
                "then",
            ];
            axes.push((format!("capture[{index}]"), &capture.clause, fields));
        }
        if let Some(rule) = &self.sowing.on_drop {
            axes.push(("sowing.on_drop".into(), &rule.clause, &["count", "last_to_mover"]));
        }
        for (axis, clauses, fields) in axes {
            for field in clauses.fields().filter(|field| !fields.contains(field)) {
                let path = format!("{axis}.clause.{field}");
                let allowed = format!("no such field; allowed are {}", fields.join(", "));
                faults.add(&path, "", &(allowed + &hint(field, fields.iter().copied())));
            }
            self.check_cited(&axis, clauses, faults);
        }
    }

    /// A description with a rule book of its own cites only clauses that stand in it, or the common
    /// conventions.
    fn check_cited(&self, axis: &str, clauses: &Clauses, faults: &mut Faults) {
        let known = |number: &str| number.starts_with("GE-") || self.clauses.contains_key(number);
        let cited = clauses.texts().flat_map(|text| text.split(", "));
        for number in cited.filter(|number| !self.clauses.is_empty() && !known(number)) {
            let near = hint(number, self.clauses.keys().map(String::as_str));
            let allowed = format!("no clause of [clauses] has this number{near}");
            faults.add(&format!("{axis}.clause"), format!("{number:?}"), &allowed);
        }
    }
}

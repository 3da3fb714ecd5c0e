//! What makes a landing table playable, and which of its entries can never come to be carried out.

use super::check::Faults;
use super::check_board::{AROUND, INNER_ROWS, OPPOSITES};
use super::check_numbers::check_counts;
use super::entry_names::is_name;
use super::landing_tests::Test;
use super::size::MAX_ENTRIES;
use super::{
    CaptureTo, Chain, Counts, GrandSlam, Landing, LapTest, MAX_SEEDS, Occupancy, Relay, Row, Rules,
    Take, Then, Track, Whose,
};

/// For entries that speak of the pit opposite, whatever rounds are played.
pub(super) const KEPT: &str = "the pit opposite may not be closed or change hands: needs rounds.short = \"open\", \"matched\", \"spread\" or \"filling\", and no entry with close = true";

impl Rules {
    pub(super) fn check_landing(&self, faults: &mut Faults) {
        let entries = self.landing.len();
        let allowed = format!("at most {MAX_ENTRIES} entries are allowed");
        faults.unless(entries <= MAX_ENTRIES, "landing", format!("{entries} entries"), &allowed);
        for index in 0..entries.min(MAX_ENTRIES) {
            let entry = Entry { rules: self, index, said: &self.landing[index] };
            entry.check_name(faults);
            entry.check_places(faults);
            entry.check_marks(faults);
            entry.check_most(faults);
            entry.check_split(faults);
            entry.check_close(faults);
            entry.check_hold(faults);
            entry.check_beside_closed(faults);
            entry.check_beside_held(faults);
            entry.check_numbers(faults);
            entry.check_effects(faults);
            entry.check_houses(faults);
            entry.check_row_end(faults);
            entry.check_chosen_end(faults);
            entry.check_chain_beside(faults);
            entry.check_choose_beside(faults);
            entry.check_outer(faults);
            entry.check_lift(faults);
        }
    }

    /// The entries that can never be carried out, each with an earlier one that fits whenever it
    /// does. (No fault: an option can make it so, and the game is played all the same.)
    #[must_use]
    pub fn dead_entries(&self) -> Vec<(usize, usize)> {
        let on = |index: &usize| self.landing[*index].is_on();
        let indices = (0..self.landing.len()).filter(on);
        indices
            .filter_map(|later| {
                let mut before = (0..later).filter(on);
                let covers =
                    |first: &usize| self.covers(&self.landing[*first], &self.landing[later]);
                before.find(covers).map(|first| (later, first))
            })
            .collect()
    }

    /// The entry after which `laps.relay` is never asked, if there is one: it fits wherever the relay
    /// could.
    #[must_use]
    pub fn keeps_from_relay(&self) -> Option<usize> {
        let relay = match self.laps.relay {
            Relay::None => Landing::default(),
            Relay::Landing => Landing { was: Occupancy::Occupied, ..Landing::default() },
            Relay::Next => Landing { next: Counts::Occupied, ..Landing::default() },
        };
        let covers = |entry: &Landing| entry.is_on() && self.covers(entry, &relay);
        self.landing.iter().position(covers)
    }

    /// What can never be carried out, as fields: entries and, as the last one, `laps.relay`. Each has
    /// the field of the entry that fits whenever it could.
    #[must_use]
    pub fn dead_fields(&self) -> Vec<(String, String)> {
        let path = |index| self.entry_path(index);
        let dead = self.dead_entries().into_iter();
        let dead = dead.map(|(later, first)| (path(later), path(first)));
        let keeps = self.keeps_from_relay().filter(|_| self.laps.relay != Relay::None);
        dead.chain(keeps.map(|first| ("laps.relay".to_owned(), path(first)))).collect()
    }

    /// Whether `first` fits whenever `later` does: each of its tests lets through all that the same
    /// test of `later` does.
    fn covers(&self, first: &Landing, later: &Landing) -> bool {
        let own = self.board.has_own_circuits();
        let mut tests = first.tests().into_iter().zip(later.tests());
        landing_counts(later).all(|n| landing_counts(first).any(|m| m == n))
            && tests.all(|((_, test), (_, of_later))| match test {
                Test::Was(_) | Test::Landing(_) => true, // by `landing_counts`, both together
                Test::Side(_) if own => true,            // every landing is on the own side
                _ => test.covers(of_later),
            })
    }
}

/// The numbers of seeds that a landing pit may hold by `was` and `counts` together.
fn landing_counts(entry: &Landing) -> impl Iterator<Item = i64> {
    (1..=MAX_SEEDS).filter(|n| {
        let was = match entry.was {
            Occupancy::Any => true,
            Occupancy::Empty => *n == 1,
            Occupancy::Occupied => *n > 1,
        };
        was && entry.counts.has(*n)
    })
}

/// An entry being checked.
pub(super) struct Entry<'a> {
    pub(super) rules: &'a Rules,
    pub(super) index: usize,
    pub(super) said: &'a Landing,
}

impl Entry<'_> {
    pub(super) fn field(&self, name: &str) -> String {
        format!("landing[{}].{name}", self.index)
    }

    fn check_name(&self, faults: &mut Faults) {
        let name = &self.said.name;
        let allowed = "allowed are lower-case letters, digits and hyphens, a letter first";
        let fine = name.is_empty() || is_name(name);
        faults.unless(fine, &self.field("name"), format!("{name:?}"), allowed);
        let before = &self.rules.landing[..self.index];
        let again = !name.is_empty() && before.iter().any(|entry| entry.name == *name);
        let allowed = "is the name of an earlier entry: each name is used once";
        faults.unless(!again, &self.field("name"), format!("{name:?}"), allowed);
    }

    /// The places that the board has.
    fn check_places(&self, faults: &mut Faults) {
        let (entry, board) = (self.said, &self.rules.board);
        faults.unless(
            entry.side != Whose::Other || !board.has_own_circuits(),
            &self.field("side"),
            entry.side,
            "a sowing ends on the own side here: allowed are own, any",
        );
        if board.has_two_rows_a_side() {
            return;
        }
        let row = entry.row == Row::Any || board.has_inner_rows();
        faults.unless(row, &self.field("row"), entry.row, INNER_ROWS);
        let why = self.nothing_behind();
        let fine = why.is_none();
        let why = why.unwrap_or_default();
        faults.unless(fine || !entry.behind.is_asked(), &self.field("behind"), &entry.behind, &why);
        for take in [Take::File, Take::Behind, Take::FirstOfFile] {
            faults.unless(fine || !entry.take.has(take), &self.field("take"), take, &why);
        }
    }

    /// Why the pit opposite has none behind it, where that may be so.
    fn nothing_behind(&self) -> Option<String> {
        let (entry, board) = (self.said, &self.rules.board);
        if !board.has_inner_rows() {
            return Some(INNER_ROWS.to_owned());
        }
        let has_one = |pit: &i64| *pit < board.columns / 2;
        let some = entry.at.is_asked() && entry.at.0.iter().all(has_one);
        let fine = some && entry.side == Whose::Own && entry.chain == Chain::None;
        (!fine).then(|| format!(
            "on three rows there is one for the pits of the left half of the own row only: needs side = \"own\", numbers from 0 to {} as `at`, and chain = \"none\"",
            board.columns / 2 - 1
        ))
    }

    /// A capture of a part of what lies in the landing pit.
    fn check_most(&self, faults: &mut Faults) {
        let entry = self.said;
        let field = self.field("most");
        faults.range(&field, entry.most, 0, MAX_SEEDS);
        if entry.most == 0 {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, &field, entry.most, why);
        let alone = matches!(entry.take.0[..], [Take::Landing])
            || entry.then == Then::RelayOrTake && entry.take.has(Take::Landing);
        needs(
            alone && entry.to != CaptureTo::Landing,
            "is for seeds that leave the landing pit: needs take = \"landing\", and another `to`",
        );
        needs(
            entry.chain == Chain::None && entry.grand_slam == GrandSlam::Capture,
            "needs chain = \"none\" and grand_slam = \"capture\"",
        );
    }

    /// Seeds that two pits share, where no pit is closed and none changes hands.
    fn check_split(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        if !entry.split {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, &self.field("split"), true, why);
        needs(!rules.board.has_own_circuits(), AROUND);
        needs(rules.board.faces_in_pairs(), OPPOSITES);
        needs(entry.take.is_empty(), "the seeds stay on the board: needs an entry without take");
        needs(
            matches!(entry.then, Then::End | Then::Again),
            "needs then = \"end\" or then = \"again\"",
        );
        needs(rules.keeps_pits(), KEPT);
    }

    /// Numbers that there can be, and tests that do not contradict one another.
    fn check_numbers(&self, faults: &mut Faults) {
        let entry = self.said;
        for (name, test) in entry.tests() {
            let Some(counts) = test.counts() else { continue };
            check_counts(&self.field(name), counts, *test.values().start(), faults);
            let is_none = matches!(
                test,
                Test::Turns(Counts::Empty)
                    | Test::Visits(Counts::Empty)
                    | Test::CaptureNumber(Counts::Empty)
            );
            let allowed = "is never 0: with this test the entry never fits";
            faults.unless(!is_none, &self.field(name), counts, allowed);
        }
        let side = self.rules.board.pits_per_side();
        let some = (0..=side).any(|pits| entry.other_pits.has(pits));
        let allowed = format!("never fits: a side has {side} pits");
        faults.unless(some, &self.field("other_pits"), &entry.other_pits, &allowed);
        let never = match entry.was {
            _ if !entry.counts.is_asked() => "",
            Occupancy::Empty if !entry.counts.has(1) => "a pit that was empty holds 1",
            Occupancy::Occupied if !(2..=MAX_SEEDS).any(|n| entry.counts.has(n)) => {
                "a pit that was occupied holds 2 or more"
            }
            _ if !(1..=MAX_SEEDS).any(|n| entry.counts.has(n)) => "a landing pit holds 1 or more",
            _ => "",
        };
        let with = match entry.was {
            Occupancy::Any => String::new(),
            was => format!("with was = {was} "),
        };
        let allowed = format!("{never}: {with}this entry never fits");
        faults.unless(never.is_empty(), &self.field("counts"), &entry.counts, &allowed);
        self.check_so_far(faults);
        self.check_other_inner(faults);
    }

    /// What an entry asks of the action so far can have happened.
    fn check_so_far(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let others = || rules.landing.iter().filter(|other| other.is_on() && other.goes_on());
        let fits_first =
            |other: &Landing| other.lap != LapTest::Later && other.captured != Some(true);
        let later = rules.laps.relay != Relay::None || others().any(fits_first);
        faults.unless(
            entry.lap != LapTest::Later || later,
            &self.field("lap"),
            entry.lap,
            "every turn is one lap here, and this entry never fits: needs laps.relay, or an entry after which sowing goes on",
        );
        let number = &entry.capture_number;
        let before =
            number.has(1) || rules.landing.iter().any(|other| other.is_on() && other.takes());
        faults.unless(
            before,
            &self.field("capture_number"),
            number,
            "no entry takes seeds, so that this one never fits: needs an entry that does",
        );
        let captures = others().any(|other| other.takes() && other.captured != Some(true));
        let asks = entry.captured == Some(true) && rules.sowing.on_drop.is_none();
        let first = entry.lap == LapTest::First;
        faults.unless(
            !(asks && first),
            &self.field("captured"),
            true,
            "nothing has been captured before the first lap ends: with lap = \"first\" this entry never fits",
        );
        faults.unless(
            !asks || first || captures && later,
            &self.field("captured"),
            true,
            "nothing is captured before another lap here, and this entry never fits: needs an entry that takes seeds and after which sowing goes on, or sowing.on_drop",
        );
        let whole = rules.board.has_two_rows_a_side();
        let own_only = rules.board.has_own_circuits() && !whole;
        faults.unless(
            entry.crossed != Some(true) || !own_only,
            &self.field("crossed"),
            true,
            "no seed is sown on the other side here: with this test the entry never fits",
        );
        let (there, with) = if whole {
            (entry.row == Row::Inner, "row = \"inner\"")
        } else {
            (entry.side == Whose::Other && !own_only, "side = \"other\"")
        };
        faults.unless(
            entry.crossed != Some(false) || !there,
            &self.field("crossed"),
            false,
            &format!("the last seed itself has fallen there: with {with} this entry never fits"),
        );
    }

    /// An empty inner row of the other player holds no seed that another test asks for.
    fn check_other_inner(&self, faults: &mut Faults) {
        let entry = self.said;
        let four = self.rules.board.rows == 4;
        let held = match entry.side {
            Whose::Other if !four => "side = \"other\": the last seed lies in that row".to_owned(),
            side if (four || side == Whose::Own) && !entry.facing.has(0) => {
                format!("facing = {}: the pit opposite is in that row", entry.facing)
            }
            _ => return,
        };
        faults.unless(
            entry.other_inner != Occupancy::Empty,
            &self.field("other_inner"),
            entry.other_inner,
            &format!("never fits with {held}"),
        );
    }

    fn check_effects(&self, faults: &mut Faults) {
        let entry = self.said;
        let nothing = entry.take.is_empty();
        let idle = [
            ("chain", entry.chain.to_string(), entry.chain == Chain::None),
            ("grand_slam", entry.grand_slam.to_string(), entry.grand_slam == GrandSlam::Capture),
            ("to", entry.to.to_string(), matches!(entry.to, CaptureTo::Store | CaptureTo::None)),
        ];
        for (name, value, fine) in idle {
            let allowed = "needs take: the entry takes nothing";
            faults.unless(!nothing || fine, &self.field(name), value, allowed);
        }
        for (place, take) in entry.take.0.iter().enumerate() {
            let again = entry.take.0[..place].contains(take);
            faults.unless(!again, &self.field("take"), take, "stands there twice");
        }
        let board = &self.rules.board;
        let odd = board.track == Track::OwnRow && board.columns % 2 == 1;
        faults.unless(
            entry.chain != Chain::Alternate || !odd,
            &self.field("chain"),
            entry.chain,
            "every second pit of a row that is sown by itself is every one where their number is odd: needs an even one",
        );
        let empties = entry.take.has(Take::Landing) && entry.to != CaptureTo::Landing;
        faults.unless(
            !(matches!(entry.then, Then::Relay | Then::RelayOrEnd) && empties),
            &self.field("then"),
            entry.then,
            "nothing is left to be sown on where the landing pit is taken: allowed are end, relay_next, again",
        );
        self.check_stop(faults);
        self.check_choice(faults);
    }
}

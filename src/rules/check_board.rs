//! What makes a board and the seeds at the start playable.

use super::check::Faults;
use super::check_numbers::check_pits;
use super::setup::MAX_RESERVE;
use super::{Direction, Lone, MAX_SEEDS, ReserveEntry, Row, Rules, Seeds, Track, Unplayed};

/// Most columns of three rows: marks are kept of up to 16 pits a side.
const MOST_ON_THREE: i64 = 10;

/// Why a value needs a board that is sown round.
pub(super) const AROUND: &str =
    "needs a board that is sown round: board.rows = 2 or 3, and no board.track = \"own_row\"";

/// Why a value needs rows of a side.
pub(super) const INNER_ROWS: &str = "is for boards of three or four rows";

/// Why a value needs two whole rows of a side.
pub(super) const TWO_ROWS_A_SIDE: &str = "is for boards of four rows";

/// Why a value needs a sowing that goes round one row of each side.
pub(super) const ROUND_TWO_ROWS: &str = "is for boards of two rows that are sown round";

/// Why a value needs pits that face one another in pairs.
pub(super) const OPPOSITES: &str = "on three rows pits do not face one another in pairs";

impl Rules {
    pub(super) fn check_board(&self, faults: &mut Faults) {
        let board = &self.board;
        faults.unless(
            matches!(board.rows, 2..=4),
            "board.rows",
            board.rows,
            "allowed are 2, 3 and 4",
        );
        faults.in_range("board.columns", board.columns);
        faults.unless(
            board.rows != 3 || board.columns % 2 == 0 && board.columns <= MOST_ON_THREE,
            "board.columns",
            board.columns,
            "on three rows each side has half of the middle row: allowed are even numbers up to 10",
        );
        faults.unless(
            !(board.has_inner_rows() && board.stores),
            "board.stores",
            true,
            "only a board of two rows has store pits",
        );
        let fits = match board.track {
            Track::Usual => true,
            Track::OwnRow => board.rows == 2 && board.columns > 1,
            Track::Through => board.rows == 3,
        };
        let allowed = match board.track {
            Track::OwnRow => "is for boards of two rows, with two columns or more",
            _ => "is for boards of three rows",
        };
        faults.unless(fits, "board.track", board.track, allowed);
        self.check_halves(faults);
    }

    /// Both rows belong to both players.
    fn check_halves(&self, faults: &mut Faults) {
        let board = &self.board;
        if !board.has_halves() {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "board.sides", board.sides, why);
        needs(board.rows == 2 && !board.stores, "is for boards of two rows without stores");
        needs(board.columns % 2 == 0, "needs an even number of columns");
        needs(board.track == Track::Usual, "needs board.track = \"usual\"");
        needs(!self.moves.symmetric, "needs moves.symmetric = false");
        let outward = self.moves.direction == Direction::Outward;
        needs(!outward, "needs another moves.direction than outward");
        needs(self.moves.lone == Lone::Anywhere, "needs moves.lone = \"anywhere\"");
        needs(!self.opening.puts(), "needs opening.onto = \"none\"");
        needs(!self.marks.shared.is_asked(), "cannot be combined with marks.shared");
    }

    pub(super) fn check_setup(&self, faults: &mut Faults) {
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
        let written = if setup.outer.is_some() { "setup.outer" } else { "setup.inner" };
        let rows_fit = !rows || self.board.rows != 2;
        faults.unless(
            rows_fit,
            written,
            "",
            "rows of a side are for boards of three or four rows; allowed on two is `seeds`",
        );
        let complete = setup.outer.is_some() == setup.inner.is_some();
        // On two rows the one that is missing would be as wrong as the one that is there.
        faults.unless(complete || !rows_fit, written, "", "`outer` and `inner` are given together");
        let board_is_good = faults.0.iter().all(|fault| !fault.field.starts_with("board."));
        if complete && board_is_good && rows_fit {
            self.check_seeds(faults);
        }
        if board_is_good {
            self.check_reserve(faults);
            let marked = &setup.marked;
            check_pits("setup.marked", marked, Row::Any, &self.board, faults);
            let made = !marked.is_asked() || self.marks_pits();
            let why = "nobody marks a pit here: needs an entry with mark = \"own\"";
            faults.unless(made, "setup.marked", marked, why);
        }
        faults.unless(
            setup.unplayed == Unplayed::None || self.board.has_two_rows_a_side(),
            "setup.unplayed",
            setup.unplayed,
            TWO_ROWS_A_SIDE,
        );
    }

    pub(super) fn check_seeds(&self, faults: &mut Faults) {
        let columns = self.board.columns;
        let side = self.board.pits_per_side();
        let setup = &self.setup;
        let before = faults.0.len();
        let rows = [
            (&setup.seeds, "setup.seeds", side),
            (&setup.outer, "setup.outer", columns),
            (&setup.inner, "setup.inner", side - columns),
        ];
        for (seeds, field, pits) in rows {
            match seeds {
                Some(Seeds::Each(n)) => faults.range(field, *n, 0, MAX_SEEDS),
                Some(Seeds::List(numbers)) => check_list(field, numbers, pits, faults),
                None => {}
            }
        }
        if let Some(numbers) = &setup.north {
            check_list("setup.north", numbers, side, faults);
        }
        if let Some(numbers) = &setup.stores {
            let fine = numbers.len() == 2 && numbers.iter().all(|n| (0..=MAX_SEEDS).contains(n));
            let allowed = format!("allowed are two numbers from 0 to {MAX_SEEDS}, South's first");
            faults.unless(fine, "setup.stores", format!("{numbers:?}"), &allowed);
        }
        if faults.0.len() > before {
            return;
        }
        let sides = setup.pits(&self.board);
        if setup.unplayed == Unplayed::Outer && self.board.rows == 4 {
            let outer = |pits: &Vec<i64>| pits.iter().take(pits.len() / 2).all(|n| *n == 1);
            let single = sides.iter().all(outer);
            faults.unless(single, self.south_field(), "", "an unplayed pit holds exactly one seed");
        }
        let beside = 2 * setup.reserve.max(0) + setup.stored().iter().sum::<i64>();
        let total = sides.iter().flatten().fold(beside, |sum, n| sum.saturating_add(*n));
        let allowed = format!("{total} seeds in all; at most {MAX_SEEDS} are allowed");
        faults.unless(total <= MAX_SEEDS, self.south_field(), "", &allowed);
    }

    pub(super) fn south_field(&self) -> &'static str {
        if self.setup.seeds.is_some() { "setup.seeds" } else { "setup.outer" }
    }

    pub(super) fn check_reserve(&self, faults: &mut Faults) {
        let (reserve, side) = (self.setup.reserve, self.board.pits_per_side());
        let (least, most) = match self.moves.reserve {
            ReserveEntry::None => (0, 0),
            ReserveEntry::OneInEachPit => (side, side),
            ReserveEntry::PlacedInTurn
            | ReserveEntry::PlacedAtOnce
            | ReserveEntry::PlacedByOne
            | ReserveEntry::OneATurn => (1, MAX_RESERVE),
        };
        let allowed = match self.moves.reserve {
            ReserveEntry::None => format!(
                "nothing brings it into the game: needs moves.reserve = {}, {}, {}, {} or {}; without it allowed is 0",
                ReserveEntry::OneInEachPit,
                ReserveEntry::PlacedInTurn,
                ReserveEntry::PlacedAtOnce,
                ReserveEntry::PlacedByOne,
                ReserveEntry::OneATurn
            ),
            ReserveEntry::PlacedInTurn
            | ReserveEntry::PlacedAtOnce
            | ReserveEntry::PlacedByOne
            | ReserveEntry::OneATurn => {
                format!(
                    "allowed are 1 to {MAX_RESERVE} with moves.reserve = {}",
                    self.moves.reserve
                )
            }
            ReserveEntry::OneInEachPit => format!(
                "with moves.reserve = {} it is one seed for each of the {side} pits of a side: allowed is {side}",
                self.moves.reserve
            ),
        };
        faults.unless((least..=most).contains(&reserve), "setup.reserve", reserve, &allowed);
        let entry = self.moves.reserve;
        let mut needs = |fine, why| faults.unless(fine, "moves.reserve", entry, why);
        needs(
            entry != ReserveEntry::OneInEachPit || self.board.has_two_rows_a_side(),
            TWO_ROWS_A_SIDE,
        );
        if self.places_seeds() {
            needs(
                !self.rounds.are_played() || self.lays_reserves_again(),
                "seeds are placed once, or in every round: needs rounds.refill = 0 or rounds.layout = \"setup\"",
            );
            needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        }
    }
}

fn check_list(field: &str, numbers: &[i64], pits: i64, faults: &mut Faults) {
    let held = numbers.len();
    if i64::try_from(held) != Ok(pits) {
        faults.add(field, "", &format!("{held} numbers; {pits} are needed, one a pit"));
    }
    for (place, n) in numbers.iter().enumerate() {
        faults.range(&format!("{field}[{place}]"), *n, 0, MAX_SEEDS);
    }
}

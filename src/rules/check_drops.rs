//! What makes seeds that enter one a turn, houses, blocked pits and captures sown from a row's end playable.

use super::check::Faults;
use super::check_board::TWO_ROWS_A_SIDE;
use super::check_landing::Entry as LandingEntry;
use super::check_numbers::check_pits;
use super::check_play::Entry as PlayEntry;
use super::landing_tests::Test;
use super::{
    Block, CaptureTo, Chain, Choose, Direction, Feeding, FirstSeed, GrandSlam, Landing, LastPit,
    MAX_SEEDS, Marks, Reentry, Row, Rules, Singles, Skip, Take, Then, Unplayed,
};

/// Most pits of a side in games with houses or blocked pits: a position holds marks for so many.
pub(super) const MOST_MARKED: i64 = 16;

/// Why tests of what nobody has never fit.
const NO_HOUSES: &str = "there are no houses: needs setup.houses";
const NO_BLOCKS: &str = "no pit is ever blocked: needs turn.block = \"only_threatened\"";

impl Rules {
    /// The fewest seeds that a pit holds before it is played: none where a seed of the reserve falls there.
    pub(super) fn least_played(&self) -> i64 {
        i64::from(!self.drops_seeds())
    }

    /// Seeds that enter one a turn.
    pub(super) fn check_drops(&self, faults: &mut Faults) {
        let last = self.moves.last_pit;
        let four = last == LastPit::Free || self.board.has_two_rows_a_side();
        faults.unless(four, "moves.last_pit", last, TWO_ROWS_A_SIDE);
        let larger = last == LastPit::Free || self.moves.singles == Singles::Never;
        faults.unless(larger, "moves.last_pit", last, "needs moves.singles = \"never\"");
        if !self.drops_seeds() {
            return;
        }
        let moves = &self.moves;
        let mut needs = |fine, why| faults.unless(fine, "moves.reserve", moves.reserve, why);
        needs(moves.feeding == Feeding::None, "needs moves.feeding = \"none\"");
        needs(moves.singles == Singles::Never, "needs moves.singles = \"never\"");
        needs(
            !moves.symmetric && !self.numbers_both(),
            "needs moves.symmetric = false, and pits of one side numbered",
        );
        needs(
            !matches!(moves.direction, Direction::FixedByFirst | Direction::FixedBySecond),
            "needs a direction that no sowing fixes",
        );
        needs(!moves.spared.is_asked(), "cannot be combined with moves.spared");
        needs(!moves.back_into.is_asked(), "cannot be combined with moves.back_into");
        needs(!self.laps.turn_at.is_asked(), "cannot be combined with laps.turn_at");
        needs(!self.opening.is_played(), "needs opening.turns = 0");
        needs(!self.opening.race, "needs opening.race = false");
        needs(!self.rounds.are_played(), "needs rounds.refill = 0");
        needs(!self.after.is_on(), "cannot be combined with [after]");
        needs(self.sowing.on_drop.is_none(), "cannot be combined with sowing.on_drop");
        needs(self.sowing.skip != Skip::Turn, "needs sowing.skip of \"none\" or \"lap\"");
        needs(!self.closes_pits(), "cannot be combined with pits that are closed");
        needs(!self.sowing.stores_are_sown(), "needs sowing.stores = \"none\"");
        needs(self.ending.last_seeds == 0, "needs ending.last_seeds = 0");
        needs(!self.asks_lifted(), "cannot be combined with an entry that asks for lifted seeds");
        let chooses = self.chooses(Choose::AnotherFile) || self.chooses(Choose::Pits);
        needs(!chooses, "cannot be combined with an entry that is followed by a choice of pits");
        let forbids = |entry: &Landing| entry.takes() && entry.grand_slam == GrandSlam::Forbidden;
        needs(
            !self.landing.iter().any(forbids),
            "cannot be combined with an entry with grand_slam = \"forbidden\"",
        );
        let origin = |entry: &Landing| {
            entry.to == CaptureTo::Hand && matches!(entry.reentry, Reentry::Lap | Reentry::Turn)
        };
        needs(
            !self.landing.iter().any(origin),
            "a seed that falls by itself begins nowhere: needs reentry = \"landing\" or \"row_end\"",
        );
        let back = |entry: &Landing| entry.takes() && entry.chain == Chain::Backward;
        needs(
            !self.landing.iter().any(back),
            "a seed that falls by itself begins nowhere, so that no chain comes back there: needs a chain other than \"backward\"",
        );
    }

    /// Marks of another kind lie where houses and blocked pits are kept.
    fn check_no_marks(&self, field: &str, value: &str, faults: &mut Faults) {
        let mut needs = |fine, why| faults.unless(fine, field, value, why);
        needs(self.board.has_two_rows_a_side(), TWO_ROWS_A_SIDE);
        needs(self.board.pits_per_side() <= MOST_MARKED, "is for boards of at most 16 pits a side");
        needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        needs(self.marks == Marks::default(), "needs [marks] as it is without being written");
        needs(!self.rounds.are_played(), "needs rounds.refill = 0");
        needs(!self.closes_pits(), "cannot be combined with pits that are closed");
        let chooses = self.chooses(Choose::AnotherFile) || self.chooses(Choose::Pits);
        needs(!chooses, "cannot be combined with an entry that is followed by a choice of pits");
    }

    /// Pits that begin as houses.
    pub(super) fn check_houses(&self, faults: &mut Faults) {
        let houses = &self.setup.houses;
        if !houses.is_asked() {
            return;
        }
        check_pits("setup.houses", houses, Row::Any, &self.board, faults);
        self.check_no_marks("setup.houses", &houses.to_string(), faults);
        let parts = |entry: &Landing| entry.takes() && entry.most > 0;
        let needs = "cannot be combined with an entry that takes a part of what lies in a pit";
        faults.unless(!self.landing.iter().any(parts), "setup.houses", houses, needs);
        let pits = self.setup.pits(&self.board);
        for (place, house) in houses.0.iter().enumerate() {
            let held = |side: &Vec<i64>| {
                usize::try_from(*house).ok().and_then(|pit| side.get(pit)).is_none_or(|n| *n > 0)
            };
            let field = format!("setup.houses[{place}]");
            faults.unless(pits.iter().all(held), &field, house, "a house holds seeds at the start");
        }
    }

    /// A pit that is blocked for a turn: the one that is threatened.
    pub(super) fn check_block(&self, faults: &mut Faults) {
        let block = self.turn.block;
        if block == Block::None {
            return;
        }
        self.check_no_marks("turn.block", block.name(), faults);
        let mut needs = |fine, why| faults.unless(fine, "turn.block", block, why);
        needs(!self.play.is_empty(), "needs a table of plays, [[play]]");
        let takes = || self.landing.iter().filter(|entry| entry.takes());
        needs(!self.opening.race, "needs opening.race = false");
        needs(!self.opening.puts(), "needs opening.onto = \"none\"");
        needs(takes().next().is_some(), "nothing is captured: needs an entry that takes");
        let facing =
            |entry: &Landing| entry.take.0 == [Take::Facing] && entry.chain == super::Chain::None;
        needs(takes().all(facing), "needs entries that take = \"facing\" and no more");
        needs(self.sowing.on_drop.is_none(), "cannot be combined with sowing.on_drop");
        needs(!self.laps.turn_at.is_asked(), "cannot be combined with laps.turn_at");
        needs(
            !self.places_seeds(),
            "cannot be combined with seeds that are placed before the game",
        );
        needs(!self.after.is_on(), "cannot be combined with [after]");
    }
}

impl PlayEntry<'_> {
    /// Houses and blocked pits are asked for where there are any.
    pub(super) fn check_houses(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let houses = rules.setup.houses.is_asked();
        let asked = [
            ("house", entry.house, houses, NO_HOUSES),
            ("blocked", entry.blocked, rules.turn.block != Block::None, NO_BLOCKS),
        ];
        for (name, wanted, there, why) in asked {
            let value = wanted.unwrap_or_default();
            faults.unless(wanted.is_none() || there, &self.field(name), value, why);
        }
        let field = self.field("housed");
        faults.unless(!entry.housed.is_asked() || houses, &field, &entry.housed, NO_HOUSES);
        let field = self.field("reserve");
        let reserve = !entry.reserve.is_asked() || rules.drops_seeds();
        let why = "no seed enters during the game: needs moves.reserve = \"one_a_turn\"";
        faults.unless(reserve, &field, &entry.reserve, why);
    }
}

impl LandingEntry<'_> {
    /// Houses, blocked pits and seeds that fall by themselves are asked for where there are any.
    pub(super) fn check_houses(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let drops = rules.drops_seeds();
        let dropped = "needs moves.reserve = \"one_a_turn\"";
        let asked = [
            ("house", entry.house, rules.setup.houses.is_asked(), NO_HOUSES),
            ("blocked", entry.blocked, rules.turn.block != Block::None, NO_BLOCKS),
            ("dropped", entry.dropped, drops, dropped),
        ];
        for (name, wanted, there, why) in asked {
            let value = wanted.unwrap_or_default();
            faults.unless(wanted.is_none() || there, &self.field(name), value, why);
        }
        let never = "is never 0 but for a seed of the reserve that falls by itself: with this test the entry never fits";
        faults.unless(drops || !entry.hand.is_empty(), &self.field("hand"), &entry.hand, never);
        let all_but_0 = entry.hand.is_asked() && !Test::Hand(&entry.hand).asks();
        let why = "put an entry with hand = 0 before this one, for a seed that falls by itself";
        faults.unless(!(drops && all_but_0), &self.field("hand"), &entry.hand, why);
    }

    /// Captured seeds that are sown from an end of the inner row.
    pub(super) fn check_row_end(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let (field, near) = (self.field("near_end"), &entry.near_end);
        if entry.reentry != Reentry::RowEnd {
            let needs = "needs reentry = \"row_end\"";
            return faults.unless(!near.is_asked(), &field, near, needs);
        }
        check_pits(&field, near, Row::Inner, &rules.board, faults);
        let columns = rules.board.columns;
        let inner = |pit: &i64| rules.board.pits_in(Row::Inner).contains(pit);
        let in_middle = |pit: &i64| 2 * (pit - columns) + 1 == columns;
        let ends = near.0.iter().all(|pit| inner(pit) && !in_middle(pit));
        faults.unless(
            ends,
            &field,
            near,
            "allowed are pits of the inner row that are nearer to one end of it",
        );
        let mut needs = |fine, why| faults.unless(fine, &self.field("reentry"), entry.reentry, why);
        needs(rules.board.has_two_rows_a_side(), TWO_ROWS_A_SIDE);
        needs(rules.moves.direction == Direction::Chosen, "needs moves.direction = \"chosen\"");
        needs(!rules.laps.turn_round, "needs laps.turn_round = false");
        needs(!rules.laps.turn_at.is_asked(), "cannot be combined with laps.turn_at");
    }

    /// A part of the seeds of the landing pit that is sown on.
    pub(super) fn check_lift(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let field = self.field("lift");
        faults.range(&field, entry.lift, 0, MAX_SEEDS);
        if entry.lift == 0 {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, &field, entry.lift, why);
        needs(entry.then == Then::Relay, "needs then = \"relay\"");
        needs(rules.sowing.first == FirstSeed::Next, "needs sowing.first = \"next\"");
        needs(!rules.asks_lifted(), "cannot be combined with an entry that asks for lifted seeds");
        needs(!rules.laps.turn_at.is_asked(), "cannot be combined with laps.turn_at");
        needs(rules.sowing.on_drop.is_none(), "cannot be combined with sowing.on_drop");
    }
}

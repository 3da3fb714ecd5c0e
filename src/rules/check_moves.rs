//! What makes lone seeds, the duty to feed, spared and barred pits and second rounds playable.

use super::check::Faults;
use super::check_board::{AROUND, ROUND_TWO_ROWS};
use super::check_numbers::{check_counts, check_pits};
use super::{
    CaptureTo, Choose, Counts, Direction, EndTest, Feeding, FirstSeed, GrandSlam, Landing, Lone,
    MAX_OPENING, MAX_SEEDS, MarkedSeeds, Marks, PitNumbers, Reentry, Relay, ReserveEntry, Rest,
    Row, Rules, SecondRound, Singles, Skip, Unplayed,
};

impl Rules {
    /// A single seed that stays in its row must be able to be played, and to leave its row.
    pub(super) fn check_lone(&self, faults: &mut Faults) {
        let moves = &self.moves;
        if moves.lone == Lone::Anywhere {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "moves.lone", moves.lone, why);
        needs(self.board.sows_round_two_rows(), ROUND_TWO_ROWS);
        needs(moves.least <= 1, "needs moves.least = 1");
        needs(
            !self.closes_pits(),
            "where pits are closed a seed goes further than to the next one",
        );
        let moves_on = self.sowing.first != FirstSeed::Origin;
        needs(moves_on, "needs sowing.first other than \"origin\"");
    }

    /// Seeds of the other player fall in pits that rest, and of a pit one thing at most is kept beside its seeds.
    pub(super) fn check_rest(&self, faults: &mut Faults) {
        let (moves, rest) = (&self.moves, self.moves.rest);
        if rest == Rest::Never {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "moves.rest", rest, why);
        let first = rest == Rest::FirstTurns;
        needs(!self.board.has_own_circuits(), AROUND);
        needs(!first || self.opening.is_played(), "needs opening.turns of 1 or more");
        needs(!moves.symmetric, "needs moves.symmetric = false");
        needs(moves.singles == Singles::Never, "needs moves.singles = \"never\"");
        needs(
            moves.reserve != ReserveEntry::OneATurn,
            "needs moves.reserve other than \"one_a_turn\"",
        );
        needs(!self.asks_lifted(), "cannot be combined with an entry that asks for lifted seeds");
        needs(!self.rounds.own_pits(), "needs rounds.short other than \"owned\"");
        needs(!self.opening.puts(), "needs opening.onto = \"none\"");
        needs(self.opening.into.is_none(), "cannot be combined with opening.into");
        needs(self.ending.last_seeds == 0, "needs ending.last_seeds = 0");
    }

    pub(super) fn check_fed(&self, faults: &mut Faults) {
        let moves = &self.moves;
        faults.in_range("moves.fed", moves.fed);
        let forced = moves.fed <= 1 || moves.feeding == Feeding::Forced;
        faults.unless(forced, "moves.fed", moves.fed, "needs moves.feeding = \"forced\"");
        faults.in_range("moves.fed_pit", moves.fed_pit);
        let mut needs = |fine, why| {
            faults.unless(moves.fed_pit <= 1 || fine, "moves.fed_pit", moves.fed_pit, why);
        };
        let asked = matches!(moves.feeding, Feeding::Forced | Feeding::Always);
        needs(asked, "needs moves.feeding = \"forced\" or \"always\"");
        needs(moves.fed <= 1, "needs moves.fed = 1");
        let stay = !self.marks_pits() || self.marks.seeds != MarkedSeeds::Home;
        needs(stay, "needs marks.seeds = \"stay\"");
    }

    pub(super) fn check_spared(&self, faults: &mut Faults) {
        let moves = &self.moves;
        let (spared, counts) = (&moves.spared, &moves.spared_counts);
        if !spared.is_asked() {
            let needs = "needs moves.spared";
            return faults.unless(!counts.is_asked(), "moves.spared_counts", counts, needs);
        }
        let before = faults.0.len();
        check_pits("moves.spared", spared, Row::Any, &self.board, faults);
        check_counts("moves.spared_counts", counts, 1, faults);
        if faults.0.len() > before {
            return;
        }
        let least = if moves.singles == Singles::Never { moves.least } else { 1 };
        let held = (least..=MAX_SEEDS).any(|n| counts.has(n));
        let never = "no pit that may be played holds as many: see moves.least";
        faults.unless(held, "moves.spared_counts", counts, never);
        let mut needs = |fine, why| faults.unless(fine, "moves.spared", spared, why);
        needs(moves.reserve == ReserveEntry::None, "needs moves.reserve = \"none\"");
    }

    /// Pits into which others are sown the other way if that captures.
    pub(super) fn check_back_into(&self, faults: &mut Faults) {
        let (moves, pits) = (&self.moves, &self.moves.back_into);
        if !pits.is_asked() {
            return;
        }
        check_pits("moves.back_into", pits, Row::Any, &self.board, faults);
        let mut needs = |fine, why| faults.unless(fine, "moves.back_into", pits, why);
        needs(!moves.direction.is_two_ways(), "needs one direction of sowing");
        needs(!self.laps.turn_round, "later laps go the usual way: needs laps.turn_round = false");
        needs(moves.singles == Singles::Never, "needs moves.singles = \"never\"");
        needs(moves.reserve == ReserveEntry::None, "needs moves.reserve = \"none\"");
        needs(!moves.symmetric, "needs moves.symmetric = false");
        let chooses = self.chooses(Choose::AnotherFile) || self.chooses(Choose::Pits);
        needs(!chooses, "needs no entry that is followed by a choice");
        let captures = self.landing.iter().any(Landing::takes) || self.sowing.on_drop.is_some();
        needs(self.ending.last_seeds == 0, "needs ending.last_seeds = 0");
        needs(captures, "nothing is captured: needs an entry that takes, or sowing.on_drop");
    }

    /// Pits in which a sowing may turn.
    pub(super) fn check_turn_at(&self, faults: &mut Faults) {
        let pits = &self.laps.turn_at;
        let turns = &self.laps.turns;
        check_counts("laps.turns", turns, 1, faults);
        let never = "is never 0: with this no lap may be turned";
        faults.unless(*turns != Counts::Empty, "laps.turns", turns, never);
        if !pits.is_asked() {
            return faults.unless(!turns.is_asked(), "laps.turns", turns, "needs laps.turn_at");
        }
        check_pits("laps.turn_at", pits, Row::Any, &self.board, faults);
        let mut needs = |fine, why| faults.unless(fine, "laps.turn_at", pits, why);
        let later = self.laps.relay != Relay::None || self.goes_on();
        needs(
            later,
            "every turn is one lap here: needs laps.relay, or an entry after which sowing goes on",
        );
        needs(
            self.landing.iter().any(Landing::takes),
            "nothing is captured: needs an entry that takes",
        );
        let why = "cannot be combined with an entry with then = \"relay_or_end\", nor with then = \"relay_or_take\" unless it has to = \"hand\"";
        needs(!self.may_stop() || self.may_take_on(), why);
        let chooses = self.chooses(Choose::AnotherFile) || self.chooses(Choose::Pits);
        needs(!chooses, "needs no entry that is followed by a choice");
        let by_turn =
            |entry: &Landing| entry.to == CaptureTo::Hand && entry.reentry == Reentry::Turn;
        needs(!self.landing.iter().any(by_turn), "needs no entry with reentry = \"turn\"");
        self.check_ways("laps.turn_at", pits, faults);
    }

    /// Later laps of which players say which way they go, because of what they would capture so.
    pub(super) fn check_ways(&self, field: &str, pits: &PitNumbers, faults: &mut Faults) {
        let moves = &self.moves;
        let mut needs = |fine, why| faults.unless(fine, field, pits, why);
        needs(moves.direction == Direction::Chosen, "needs moves.direction = \"chosen\"");
        needs(!self.laps.turn_round, "needs laps.turn_round = false");
        needs(self.sowing.on_drop.is_none(), "needs no sowing.on_drop");
        needs(self.sowing.skip != Skip::Turn, "needs sowing.skip of \"none\" or \"lap\"");
        needs(moves.feeding == Feeding::None, "needs moves.feeding = \"none\"");
        needs(
            moves.reserve != ReserveEntry::OneInEachPit,
            "needs moves.reserve other than \"one_in_each_pit_then_move\"",
        );
        let opening = &self.opening;
        let laid = opening.into.is_some() || opening.puts() || opening.sows_some();
        needs(!laid, "cannot be combined with opening.into, onto or lift");
        // An entry that only fits in turns in which no lap may be turned has nothing to remember.
        let turned = |turn: i64| field != "laps.turn_at" || self.laps.turns.has(turn);
        let asks = |entry: &Landing| {
            let so_far = entry.captured.is_some() || entry.crossed.is_some();
            so_far && (1..=MAX_OPENING).any(|turn| entry.turns.has(turn) && turned(turn))
        };
        needs(
            !self.landing.iter().any(asks),
            "needs no entry that asks for captures, or where seeds fell, earlier in the action",
        );
        let forbids = |entry: &Landing| entry.takes() && entry.grand_slam == GrandSlam::Forbidden;
        needs(!self.landing.iter().any(forbids), "needs no entry with grand_slam = \"forbidden\"");
        needs(!self.after.is_on(), "cannot be combined with [after]");
        needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        needs(self.marks == Marks::default(), "needs [marks] as it is without being written");
        needs(self.ending.last_seeds == 0, "needs ending.last_seeds = 0");
        needs(self.ending.test == EndTest::Turn, "needs ending.test = \"turn\"");
        needs(!self.rounds.are_played(), "needs rounds.refill = 0");
        needs(!self.closes_pits(), "cannot be combined with pits that are closed");
    }

    /// Pits that are never played, beside one that is.
    pub(super) fn check_barred(&self, faults: &mut Faults) {
        let (moves, pits) = (&self.moves, &self.moves.barred);
        if !pits.is_asked() {
            return;
        }
        let before = faults.0.len();
        check_pits("moves.barred", pits, Row::Any, &self.board, faults);
        if faults.0.len() > before {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "moves.barred", pits, why);
        let some = (0..self.board.pits_per_side()).any(|pit| !pits.has(pit));
        needs(some, "no pit could be played: needs one that is not barred");
        let unfilled = &self.rounds.unfilled.0;
        let filled = |pit| !pits.has(pit) && !unfilled.contains(&pit);
        let plays_on = !self.rounds.are_played() || (0..self.board.pits_per_side()).any(filled);
        needs(plays_on, "no pit that is filled for a round could be played: needs one");
        needs(moves.reserve == ReserveEntry::None, "needs moves.reserve = \"none\"");
        needs(!self.rounds.own_pits(), "needs rounds.short other than \"owned\"");
    }

    /// The lap begins in a pit of the mover's own, which so is never passed over in the other row.
    pub(super) fn check_second_round(&self, faults: &mut Faults) {
        let round = self.sowing.second_round;
        if round == SecondRound::Board {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "sowing.second_round", round, why);
        needs(self.board.sows_round_two_rows(), ROUND_TWO_ROWS);
        needs(
            !self.moves.symmetric,
            "the pits must be the player's own: needs moves.symmetric = false",
        );
        let one_lap = self.laps.relay == Relay::None && !self.laps.past_store && !self.goes_on();
        needs(
            one_lap,
            "needs turns of one lap: laps.relay = \"none\", and no entry after which sowing goes on",
        );
        needs(self.sowing.skip != Skip::Turn, "needs sowing.skip of \"none\" or \"lap\"");
        needs(self.sowing.first == FirstSeed::Next, "needs sowing.first = \"next\"");
        needs(self.sowing.on_drop.is_none(), "needs no sowing.on_drop");
        needs(!self.rounds.are_played(), "needs rounds.refill = 0");
    }
}

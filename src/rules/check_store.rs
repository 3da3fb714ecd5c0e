//! What makes captured seeds that are sown in place of a pit playable.

use super::check::Faults;
use super::moves::MAX_PIT;
use super::{
    Direction, EmptyRow, Relay, Rules, SecondRound, Sides, Skip, StoreBack, StoreRound, Unplayed,
};

const ONLY: &str = "needs moves.store_up_to of 1 or more";

impl Rules {
    /// Captured seeds may be sown whatever follows from it, and a turn has no other action of its own.
    pub(super) fn check_store(&self, faults: &mut Faults) {
        let moves = &self.moves;
        faults.in_range("moves.store_up_to", moves.store_up_to);
        faults.in_range("moves.store_into", moves.store_into);
        if !self.sows_store() {
            faults.unless(moves.store_into == 0, "moves.store_into", moves.store_into, ONLY);
            let round = moves.store_round;
            faults.unless(round == StoreRound::Board, "moves.store_round", round, ONLY);
            let back = moves.store_back;
            return faults.unless(back == StoreBack::Never, "moves.store_back", back, ONLY);
        }
        let last = self.board.pits_per_side() - 1 - i64::from(self.board.fields);
        if (last + 1..=MAX_PIT).contains(&moves.store_into) {
            faults.range("moves.store_into", moves.store_into, 0, last);
        }
        self.check_numbers_said("moves.store_up_to", moves.store_up_to, faults);
        self.check_store_moves(faults);
        self.check_store_laps(faults);
        self.check_store_round(faults);
        self.check_store_back(faults);
    }

    /// What may be played besides.
    fn check_store_moves(&self, faults: &mut Faults) {
        let moves = &self.moves;
        let mut needs =
            |fine, why| faults.unless(fine, "moves.store_up_to", moves.store_up_to, why);
        needs(moves.up_to <= 0, "needs moves.up_to = 0");
        let fixed = [Direction::FixedByFirst, Direction::FixedBySecond].contains(&moves.direction);
        needs(!fixed, "no sowing may fix the direction of others");
        needs(!moves.spared.is_asked(), "cannot be combined with moves.spared");
        needs(!moves.back_into.is_asked(), "cannot be combined with moves.back_into");
        needs(
            !self.opening.is_played() && !self.opening.race,
            "needs opening.turns = 0, and opening.race = false",
        );
        let given = self.turn.empty_row == EmptyRow::Given;
        needs(!given, "needs turn.empty_row other than \"given\"");
    }

    /// What their laps do.
    fn check_store_laps(&self, faults: &mut Faults) {
        let most = self.moves.store_up_to;
        let mut needs = |fine, why| faults.unless(fine, "moves.store_up_to", most, why);
        needs(
            self.sowing.skip == Skip::None,
            "no pit was emptied that could be passed over: needs sowing.skip = \"none\"",
        );
        needs(
            !self.laps.single_hand,
            "a hand of one may be chosen: needs laps.single_hand = false",
        );
        let plain = self.setup.unplayed == Unplayed::None && !self.setup.houses.is_asked();
        needs(plain, "needs setup.unplayed = \"none\" and setup.houses = []");
        needs(
            !self.closes_pits(),
            "no pit may be closed: needs setup.closed = [], rounds.short that closes none, and no entry with close",
        );
    }

    /// Seeds that stay in the player's own row.
    fn check_store_round(&self, faults: &mut Faults) {
        let round = self.moves.store_round;
        if round == StoreRound::Board {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "moves.store_round", round, why);
        let rows = self.board.sows_round_two_rows()
            && self.board.sides == Sides::Rows
            && !self.board.fields;
        needs(
            rows,
            "needs two rows that are sown round, of which each player owns one, and board.fields = false",
        );
        let one_lap = self.laps.relay == Relay::None && !self.laps.past_store && !self.goes_on();
        needs(
            one_lap,
            "needs turns of one lap: laps.relay = \"none\", and no entry after which sowing goes on",
        );
        needs(
            self.sowing.second_round == SecondRound::Board,
            "needs sowing.second_round = \"board\"",
        );
        needs(self.sowing.on_drop.is_none(), "needs no sowing.on_drop");
        needs(!self.sowing.passes.is_asked(), "cannot be combined with sowing.passes");
        needs(!self.rounds.are_played(), "needs rounds.refill = 0");
    }

    /// Seeds that may go the other way.
    fn check_store_back(&self, faults: &mut Faults) {
        let moves = &self.moves;
        if moves.store_back == StoreBack::Never {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "moves.store_back", moves.store_back, why);
        needs(moves.direction == Direction::Chosen, "needs moves.direction = \"chosen\"");
        needs(self.ending.last_seeds == 0, "needs ending.last_seeds = 0");
        needs(moves.store_round == StoreRound::Board, "needs moves.store_round = \"board\"");
        needs(
            !moves.barred.0.contains(&moves.store_into),
            "the pit of moves.store_into says which way: it must not be in moves.barred",
        );
    }
}

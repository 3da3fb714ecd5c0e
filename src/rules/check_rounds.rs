//! What makes rounds playable.

use super::check::Faults;
use super::check_board::AROUND;
use super::landing_tests::Test;
use super::{
    CaptureTo, Chain, Choose, Counts, Feeding, FillFrom, FinalCount, Gained, GrandSlam, Landing,
    Layout, Marked, Remainder, Repetition, ReserveEntry, RoundSeeds, Rounds, Rules, Score, Short,
    Singles, Take, Unplayed, When, Whose, Winner,
};

impl Rules {
    pub(super) fn check_rounds(&self, faults: &mut Faults) {
        let rounds = &self.rounds;
        faults.in_range("rounds.refill", rounds.refill);
        faults.in_range("rounds.most", rounds.most);
        self.check_held(faults);
        self.check_points(faults);
        if !rounds.are_played() {
            return;
        }
        let refill = rounds.refill;
        let mut needs = |fine, why| faults.unless(fine, "rounds.refill", refill, why);
        needs(!self.board.has_own_circuits(), AROUND);
        needs(rounds.most != 1, "with rounds.most = 1 there is but one round: write 0");
        let counted = self.ending.final_count != FinalCount::Home;
        needs(counted, "pits are filled from the stores: ending.final_count must not be home");
        let by_seeds = matches!(
            self.ending.winner,
            Winner::MostSeeds | Winner::MostRounds | Winner::MostPoints
        ) && self.ending.score == Score::Store;
        needs(
            by_seeds,
            "rounds are won by seeds: needs winner = \"most_seeds\", \"most_rounds\" or \"most_points\", score = \"store\"",
        );
        let owned = rounds.own_pits();
        let marks = self.marks_pits() && (rounds.close_pits() || rounds.protect_pits());
        needs(!marks, "pits that players mark cannot be closed or filled: needs mark = \"none\"");
        let penalty = self.moves.feeding == Feeding::Penalty;
        needs(
            !penalty,
            "a penalty for not feeding ends the game: needs moves.feeding other than \"penalty\"",
        );
        let history = self.limits.repetition == Repetition::None;
        needs(history, "needs limits.repetition = \"none\"");
        let simple = |entry: &Landing| {
            let by_row = matches!(entry.chain, Chain::Backward | Chain::Empties | Chain::Alternate);
            !(owned && by_row) && entry.grand_slam == GrandSlam::Capture
        };
        let plain = self.landing.iter().all(|entry| !entry.is_on() || simple(entry));
        let why = "captures that may be called off do not know closed pits, nor do most chains know whose a pit is for the round: needs grand_slam = \"capture\", and with short = \"owned\" no chain but \"neighbours\" or \"forward\"";
        needs(plain, why);
        let stepwise = |chain: Chain| matches!(chain, Chain::None | Chain::Alternate);
        let alone = |entry: &Landing| stepwise(entry.chain) || !looks_along(entry);
        let alone = self.landing.iter().all(|entry| !entry.is_on() || alone(entry));
        let why = "beside closed pits those that a chain comes to are looked at by themselves: an entry with a chain other than \"alternate\" may not ask for next, beyond or before, nor take next, beyond or what faces them";
        needs(alone, why);
        let asks = |entry: &Landing| {
            let marks = |test| match test {
                Test::Marked(marked) if rounds.protect_pits() => marked != Marked::No,
                Test::Marks(_) | Test::FacingMarked(_) | Test::Visits(_) | Test::Mirrored(_)
                    if rounds.protect_pits() =>
                {
                    true
                }
                Test::Marked(Marked::No) if rounds.hold_pits() => false,
                Test::Marked(_) | Test::Visits(_) => rounds.close_pits(),
                Test::Marks(_) | Test::Mirrored(_) => owned || rounds.close_pits(),
                _ => false,
            };
            entry.is_on() && entry.tests().into_iter().any(|(_, test)| marks(test) && test.asks())
        };
        let asked = self.landing.iter().any(asks);
        let why = if owned {
            "in rounds with owned pits no entry may ask for marks or mirrored"
        } else if rounds.protect_pits() {
            "pits that are not full are no marks of a player: of marks an entry may only ask marked = \"no\""
        } else {
            "closed and held pits are no marks of a player: of marks an entry may only ask marked = \"no\", and only where pits are held (rounds.held)"
        };
        needs(!asked, why);
        let pits = self.setup.pits(&self.board).into_iter().flatten();
        let (laid, all) = (pits.fold(0, i64::saturating_add), 2 * self.board.pits_per_side());
        let laid = laid.saturating_add(self.setup.reserve.saturating_mul(2));
        let fine = rounds.layout == Layout::Filled || laid == refill.saturating_mul(all);
        needs(
            fine,
            "with rounds.layout = \"setup\" the full pits hold as many seeds as those of [setup] and its reserves",
        );
        let anew = rounds.seeds == RoundSeeds::Anew && !rounds.unfilled.is_asked();
        needs(
            anew || rounds.layout == Layout::Filled || self.setup.reserve == 0,
            "seeds in reserve are laid out anew whatever was won: needs rounds.seeds = \"anew\" and no rounds.unfilled",
        );
        let starts = refill >= self.moves.least;
        needs(starts, "a pit that is filled could not be played: needs moves.least or more");
        self.check_owned(faults);
        self.check_anew(faults);
        self.check_chosen(faults);
    }

    /// Pits that players leave without seeds: not all can be filled, and the others are full.
    fn check_chosen(&self, faults: &mut Faults) {
        let Rounds { order, short, seeds, layout, .. } = &self.rounds;
        if *order != FillFrom::Chosen {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "rounds.order", order, why);
        let empty = matches!(short, Short::Closed | Short::Open);
        needs(empty, "players choose pits that get no seeds: needs short = \"closed\" or \"open\"");
        let won = *seeds == RoundSeeds::Won;
        needs(won, "all pits are filled anew: needs seeds = \"won\"");
        needs(*layout == Layout::Filled, "needs layout = \"filled\"");
        needs(!self.marks_pits(), "chosen pits are marked: needs mark = \"none\" in all entries");
    }

    /// Points decide, where rounds bring some.
    fn check_points(&self, faults: &mut Faults) {
        let points = self.rounds.points;
        faults.in_range("rounds.points", points);
        let decide = self.ending.winner == Winner::MostPoints;
        let allowed = "needs ending.winner = \"most_points\": allowed is 0";
        faults.unless(points == 0 || decide, "rounds.points", points, allowed);
    }

    /// As many seeds as fill all pits, none of them kept elsewhere, and a last round.
    fn check_anew(&self, faults: &mut Faults) {
        let Rounds { seeds, refill, most, .. } = &self.rounds;
        if *seeds == RoundSeeds::Won {
            return;
        }
        let limited =
            "every round can be begun anew: needs rounds.most of 2 or more, or rounds.points";
        let ends = *most >= 2 || self.rounds.gain_one() || self.rounds.bring_points();
        faults.unless(ends, "rounds.seeds", seeds, limited);
        let kept =
            self.landing.iter().all(|entry| !entry.is_on() || entry.to != CaptureTo::Removed);
        faults.unless(kept, "rounds.seeds", seeds, "no entry may have to = \"removed\"");
        let needed = refill.saturating_mul(2 * self.board.pits_per_side());
        let total = self.setup.total(&self.board).saturating_add(2 * self.setup.reserve);
        let allowed = format!(
            "all pits are filled with {needed} seeds, but {total} are in the game: needs as many"
        );
        faults.unless(total == needed, "rounds.seeds", seeds, &allowed);
    }

    /// What is known of pits that belong to the player of the other row.
    fn check_owned(&self, faults: &mut Faults) {
        let Rounds { short, gained, remainder, order, refill, seeds, .. } = &self.rounds;
        if !self.rounds.own_pits() {
            let only = "is for rounds.short = \"owned\"";
            faults.unless(*gained == Gained::default(), "rounds.gained", gained, only);
            let matched = self.rounds.match_pits() && *seeds == RoundSeeds::Won;
            let fine = match remainder {
                Remainder::Stored => true,
                Remainder::Majority | Remainder::Partial | Remainder::Singly => matched,
            };
            let only = "is for rounds.short = \"owned\"; others than stored also for \"matched\", with seeds that were won";
            faults.unless(fine, "rounds.remainder", remainder, only);
            return;
        }
        let shared = *remainder != Remainder::Singly;
        faults.unless(shared, "rounds.remainder", remainder, "is for rounds.short = \"matched\"");
        if *gained == Gained::OneMore {
            let anew = *seeds == RoundSeeds::Anew;
            faults.unless(
                anew,
                "rounds.gained",
                gained,
                "the seeds do not tell who fills which pit: needs rounds.seeds = \"anew\"",
            );
            let stored = *remainder == Remainder::default();
            let why = "with rounds.gained = \"one_more\" no seeds are left over: allowed is stored";
            faults.unless(stored, "rounds.remainder", remainder, why);
        }
        let in_order = *order == FillFrom::default();
        faults.unless(
            in_order,
            "rounds.order",
            order,
            "pits are owned as rounds.gained says: allowed is left",
        );
        let (total, pits) = (self.setup.total(&self.board), 2 * self.board.pits_per_side());
        let needed = refill.saturating_mul(pits);
        let allowed = format!(
            "fills all pits with {needed} seeds where pits are owned, but {total} are in the game"
        );
        faults.unless(total == needed, "rounds.refill", refill, &allowed);
        let mut needs = |fine, why| faults.unless(fine, "rounds.short", short, why);
        let moves = &self.moves;
        let one_way = !self.sows_two_ways();
        needs(one_way, "needs one direction of sowing");
        let plain = !moves.symmetric
            && moves.singles == Singles::Never
            && moves.reserve == ReserveEntry::None;
        needs(
            plain,
            "needs moves.symmetric = false, moves.singles = \"never\" and moves.reserve = \"none\"",
        );
        needs(moves.feeding == Feeding::None, "needs moves.feeding = \"none\"");
        needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        needs(!self.opening.is_played(), "needs opening.turns = 0");
        let after = &self.after;
        let anywhere = after.side == Whose::Any
            && !after.at.is_asked()
            && after.ended == Whose::Any
            && !after.ended_at.is_asked();
        let why = "captures when the sowing is over are made in any pit: needs after.side = \"any\" and after.ended = \"any\", without at and ended_at";
        needs(!after.is_on() || anywhere, why);
        let by_row = [When::RowEmpty, When::EachFew];
        needs(
            !self.ending.when.iter().any(|when| by_row.contains(when)),
            "needs an ending.when without row_empty and each_few",
        );
        let known = |entry: &Landing| {
            let asks = |test: &Test| {
                let unknown = matches!(test, Test::Crossed(_) | Test::At(_) | Test::OtherInner(_));
                unknown && test.asks()
            };
            entry.chain == Chain::None
                && entry.choose == Choose::None
                && entry.to != CaptureTo::Removed
                && !entry.tests().iter().any(|(_, test)| asks(test))
        };
        let known = self.landing.iter().all(|entry| !entry.is_on() || known(entry));
        needs(
            known,
            "no entry may ask for crossed, at or other_inner, nor have chain, choose or to = \"removed\"",
        );
    }
}

/// Whether an entry asks for pits before or after the one that it speaks of, or takes from them.
fn looks_along(entry: &Landing) -> bool {
    let asked = [&entry.next, &entry.beyond, &entry.before];
    let takes = [Take::Next, Take::Beyond, Take::NextFacing, Take::BeyondFacing];
    asked.into_iter().any(|counts| *counts != Counts::Any)
        || takes.iter().any(|take| entry.take.0.contains(take))
}

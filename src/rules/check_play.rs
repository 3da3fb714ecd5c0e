//! What makes a table of plays playable.

use super::check::Faults;
use super::check_board::INNER_ROWS;
use super::check_numbers::{check_counts, check_pits};
use super::entry_names::is_name;
use super::size::{MAX_PLAYS, MAX_STEPS};
use super::{
    ClosedPits, Counts, Feeding, GrandSlam, Landing, Occupancy, Play, ReserveEntry, Row, Rules,
    Way, Whose,
};

impl Rules {
    pub(super) fn check_play(&self, faults: &mut Faults) {
        let entries = self.play.len();
        let allowed = format!("at most {MAX_PLAYS} entries are allowed");
        faults.unless(entries <= MAX_PLAYS, "play", format!("{entries} entries"), &allowed);
        for index in 0..entries.min(MAX_PLAYS) {
            let entry = Entry { rules: self, index, said: &self.play[index] };
            entry.check_name(faults);
            entry.check_places(faults);
            entry.check_numbers(faults);
            entry.check_captures(faults);
            entry.check_houses(faults);
            entry.check_player(faults);
        }
        let steps = self.steps_of_plays().last().map_or(0, |step| usize::from(*step) + 1);
        let allowed = format!(
            "at most {MAX_STEPS} are allowed; entries with also = true and pick = \"all\" are one with such an entry before"
        );
        faults.unless(
            steps <= MAX_STEPS || entries > MAX_PLAYS,
            "play",
            format!("{steps} steps, one after the other"),
            &allowed,
        );
        let later = entries == 0 || self.play.iter().any(|entry| !entry.once);
        let allowed = "needs an entry that fits in other turns";
        faults.unless(later, "play[0].once", true, allowed);
        if entries > 0 {
            self.check_play_alone(faults);
        }
    }

    /// What a table of plays cannot be combined with.
    fn check_play_alone(&self, faults: &mut Faults) {
        let moves = &self.moves;
        let mut needs = |fine, why| faults.unless(fine, "play", "", why);
        needs(
            moves.feeding == Feeding::None,
            "the plays of a table are not tried for a duty to feed: needs moves.feeding = \"none\"",
        );
        let forbids = |entry: &Landing| entry.takes() && entry.grand_slam == GrandSlam::Forbidden;
        needs(
            !self.landing.iter().any(forbids),
            "cannot be combined with an entry with grand_slam = \"forbidden\"",
        );
        needs(!moves.back_into.is_asked(), "cannot be combined with moves.back_into");
        let opening = &self.opening;
        let says_more = opening.sows_some() || opening.sows_apart() || opening.puts();
        let entered = moves.reserve == ReserveEntry::OneInEachPit;
        needs(!entered, "cannot be combined with a reserve of one seed for each pit");
        needs(
            !opening.is_played() || says_more && !opening.copied,
            "needs opening.turns = 0, since entries may ask for the player's first turns, or opening.onto, lift, portions or last without copied",
        );
        needs(!self.rounds.own_pits(), "needs rounds.short other than \"owned\"");
        if self.play.iter().any(Play::looks_ahead) {
            needs(
                self.ending.last_seeds == 0,
                "an entry asks where the first lap would end: needs ending.last_seeds = 0",
            );
            needs(
                self.sowing.closed == ClosedPits::Passed,
                "an entry asks where the first lap would end: needs sowing.closed = \"passed\"",
            );
        }
    }
}

/// An entry being checked.
pub(super) struct Entry<'a> {
    pub(super) rules: &'a Rules,
    index: usize,
    pub(super) said: &'a Play,
}

impl Entry<'_> {
    pub(super) fn field(&self, name: &str) -> String {
        format!("play[{}].{name}", self.index)
    }

    fn check_name(&self, faults: &mut Faults) {
        let name = &self.said.name;
        let allowed = "allowed are lower-case letters, digits and hyphens, a letter first";
        let fine = name.is_empty() || is_name(name);
        faults.unless(fine, &self.field("name"), format!("{name:?}"), allowed);
        let before = &self.rules.play[..self.index];
        let again = !name.is_empty() && before.iter().any(|entry| entry.name == *name);
        let allowed = "is the name of an earlier entry: each name is used once";
        faults.unless(!again, &self.field("name"), format!("{name:?}"), allowed);
        let joins = self.index > 0 || !self.said.also;
        let allowed = "there is no entry before this one: allowed is false";
        faults.unless(joins, &self.field("also"), true, allowed);
        let beside = before.last().is_some_and(|entry| entry.anyway);
        let allowed = "the entry before this one is played in any case: allowed is false";
        faults.unless(!(self.said.also && beside), &self.field("also"), true, allowed);
        let allowed = "needs also = false, since its pits are played in any case";
        faults.unless(!(self.said.anyway && self.said.also), &self.field("anyway"), true, allowed);
        let others = self.rules.play.iter().any(|entry| !entry.anyway);
        let allowed = "needs an entry without it, beside whose pits these are played";
        faults.unless(others || !self.said.anyway, &self.field("anyway"), true, allowed);
    }

    /// The places that the board has.
    fn check_places(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        if rules.board.rows == 2 {
            faults.unless(entry.row == Row::Any, &self.field("row"), entry.row, INNER_ROWS);
            let row = entry.lands_row;
            faults.unless(row == Row::Any, &self.field("lands_row"), row, INNER_ROWS);
        }
        faults.unless(
            !rules.board.has_own_circuits() || entry.lands_side != Whose::Other,
            &self.field("lands_side"),
            entry.lands_side,
            "a sowing ends on the own side here: allowed are own, any",
        );
        faults.unless(
            entry.side == Whose::Any || rules.moves.symmetric,
            &self.field("side"),
            entry.side,
            "players play pits of their own here: needs moves.symmetric = true",
        );
        check_pits(&self.field("at"), &entry.at, entry.row, &rules.board, faults);
        let lands = (&entry.lands_at, entry.lands_row);
        check_pits(&self.field("lands_at"), lands.0, lands.1, &rules.board, faults);
        faults.unless(
            entry.direction == Way::Any || rules.sows_two_ways(),
            &self.field("direction"),
            entry.direction,
            "pits are sown one way here: needs moves.direction = \"chosen\", \"outward\", \"fixed_by_first\" or \"fixed_by_second\"",
        );
    }

    /// Numbers that there can be.
    fn check_numbers(&self, faults: &mut Faults) {
        let entry = self.said;
        let numbers = [
            ("counts", &entry.counts, self.rules.least_played()),
            ("reserve", &entry.reserve, 0),
            ("housed", &entry.housed, 1),
            ("lost", &entry.lost, 0),
            ("largest", &entry.largest, self.rules.least_played()),
            ("next", &entry.next, 0),
            ("before", &entry.before, 0),
            ("turns", &entry.turns, 1),
            ("lands_counts", &entry.lands_counts, 1),
        ];
        for (name, counts, least) in numbers {
            check_counts(&self.field(name), counts, least, faults);
            let never = least > 0 && *counts == Counts::Empty;
            let allowed = "is never 0: with this test the entry never fits";
            faults.unless(!never, &self.field(name), counts, allowed);
        }
        for (name, counts) in [("next", &entry.next), ("before", &entry.before)] {
            let open = !counts.is_asked() || !self.rules.closes_pits();
            faults.unless(open, &self.field(name), counts, "is for games that close no pits");
        }
        let (was, counts) = (entry.lands_was, &entry.lands_counts);
        let can = match was {
            Occupancy::Any => true,
            Occupancy::Empty => counts.has(1),
            Occupancy::Occupied => (2..=super::MAX_SEEDS).any(|n| counts.has(n)),
        };
        let allowed = format!("never fits with lands_was = {was}");
        faults.unless(can, &self.field("lands_counts"), counts, &allowed);
    }

    /// What is asked of all seeds of a player, and what fits once.
    fn check_player(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let asked = entry.lost.is_asked();
        let field = self.field("lost");
        let mut needs = |fine, why| faults.unless(fine || !asked, &field, &entry.lost, why);
        needs(
            rules.board.has_own_circuits(),
            "no seed is lost where sowings go round the board: needs board.rows = 4 or board.track = \"own_row\"",
        );
        let [south, north] = rules.setup.pits(&rules.board);
        let sum = |pits: Vec<i64>| pits.into_iter().fold(0, i64::saturating_add);
        needs(
            sum(south) == sum(north),
            "needs as many seeds on one side at the start as on the other",
        );
        needs(
            !rules.rounds.are_played(),
            "needs rounds.refill = 0, since it is asked from the start of the game",
        );
        let before = &rules.play[..self.index];
        let other = before.iter().any(|entry| entry.once);
        let allowed = "another entry fits once: allowed is false";
        faults.unless(!(entry.once && other), &self.field("once"), true, allowed);
    }

    /// Something can be captured.
    fn check_captures(&self, faults: &mut Faults) {
        let rules = self.rules;
        let captures = rules.landing.iter().any(Landing::takes) || rules.sowing.on_drop.is_some();
        faults.unless(
            captures || self.said.captures != Some(true),
            &self.field("captures"),
            true,
            "nothing is captured: needs an entry of the landing table that takes, or sowing.on_drop",
        );
    }
}

//! Random rules of pits that are never played, shared, or not filled for a round, with what they go with.

use mancalab::rules::{
    CaptureTo, Choose, Feeding, GrandSlam, Landing, Layout, Marked, PitNumbers, Remainder,
    ReserveEntry, RoundSeeds, Rules, Score, Sharing, Short, Take, Takes, Then, Winner,
};

use crate::draws::{any_of, counts};

/// Up to so many pits of a side, each once.
fn pits(rules: &Rules, draw: &mut impl FnMut(usize) -> usize, most: usize) -> PitNumbers {
    let mut numbers = Vec::new();
    for _ in 0..=draw(most) {
        let pit = draw(rules.board.pits_per_side() as usize) as i64;
        if !numbers.contains(&pit) {
            numbers.push(pit);
        }
    }
    PitNumbers(numbers)
}

/// Pits that are never played.
pub fn barred(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.board.columns = rules.board.columns.max(2);
    rules.moves.barred = pits(rules, draw, 3);
    (rules.moves.reserve, rules.setup.reserve) = (ReserveEntry::None, 0);
    if rules.rounds.own_pits() {
        unowned(rules, draw);
    }
}

/// Pits that are not filled for a round, and perhaps pits that captures mark.
pub fn shared(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.board.columns = rules.board.columns.max(2);
    rules.marks.shared = pits(rules, draw, 2);
    rules.marks.sharing = any_of!(draw, Sharing);
    if rules.rounds.are_played() {
        unowned(rules, draw);
        rules.rounds.unfilled = rules.marks.shared.clone();
        if draw(3) == 0 {
            rules.marks.shared.0.pop();
        }
    }
    if !rules.shares_pits() {
        rules.marks.sharing = Sharing::default();
        return;
    }
    for entry in &mut rules.landing {
        (entry.mark, entry.marked, entry.marks, entry.facing_marked) = Default::default();
        (entry.visits, entry.mirrored, entry.most, entry.close) = Default::default();
        (entry.choose, entry.choices, entry.exempt) = Default::default();
        (entry.to, entry.grand_slam) = (CaptureTo::Store, GrandSlam::Capture);
        if entry.pauses() {
            entry.then = Then::End;
        }
    }
    let spots = [Take::Facing, Take::Next, Take::Beyond, Take::BeyondFacing, Take::Landing];
    let taken: Vec<Take> = spots.into_iter().filter(|_| draw(2) == 0).collect();
    let next = counts(draw, 2);
    rules.landing.push(Landing { next, take: Takes(taken), ..Landing::default() });
    if !rules.landing.iter().any(Landing::takes) {
        rules.landing.push(Landing { take: Take::Facing.into(), ..Landing::default() });
    }
    (rules.sowing.on_drop, rules.after, rules.opening) = Default::default();
    (rules.ending.last_seeds, rules.setup.marked) = Default::default();
    (rules.setup.unplayed, rules.turn.forfeit) = Default::default();
    rules.ending.score = Score::Store;
    if !rules.ending.winner.counts_seeds() {
        rules.ending.winner = Winner::LastMover;
    }
    if rules.moves.feeding == Feeding::Penalty {
        rules.moves.feeding = Feeding::Forced;
    }
}

/// Rounds in which all players fill pits of their own rows.
fn unowned(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let shorts = [Short::Closed, Short::Partial, Short::Open, Short::Matched, Short::MatchedClosed];
    rules.rounds.short = shorts[draw(5)];
    (rules.rounds.seeds, rules.rounds.layout) = (RoundSeeds::Won, Layout::Filled);
    (rules.rounds.gained, rules.rounds.remainder) = Default::default();
    if rules.rounds.short.matches() {
        rules.rounds.remainder = [Remainder::Stored, Remainder::Majority][draw(2)];
    }
    for entry in &mut rules.landing {
        (entry.marked, entry.marks, entry.visits, entry.mirrored) = Default::default();
        entry.facing_marked = Marked::Any;
        entry.choose = Choose::None;
        (entry.choices, entry.exempt, entry.mark) = Default::default();
    }
}

//! Random rules of seeds that are given, and of rounds that are laid out anew and bring points.

use mancalab::rules::{
    Begins, Board, CaptureTo, EmptyRow, Feeding, FillFrom, FinalCount, GrandSlam, Landing, Layout,
    Mark, Marked, Opening, PitNumbers, Rest, RoundSeeds, Rounds, Rules, Score, Seeds, Short, Sides,
    Take, Then, Unplayed, When, Winner,
};

use crate::draws::any_of;
use crate::draws_play::placing;

/// Seeds that are given to a player without any, and what they go with (two rows that are sown round).
pub fn gift(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let columns = rules.board.columns.min(8);
    if rules.board.rows != 2 {
        rules.board = Board { rows: 2, columns, ..Board::default() };
        (rules.setup.outer, rules.setup.inner, rules.setup.north) = Default::default();
        rules.setup.seeds = Some(Seeds::Each(1 + draw(2) as i64));
        rules.moves.back_into = PitNumbers::default();
    }
    rules.board.sides = Sides::Rows;
    rules.turn.empty_row = EmptyRow::Given;
    (rules.turn.forfeit, rules.board.track) = Default::default();
    rules.board.fields = false;
    rules.moves.symmetric = false;
    (rules.moves.feeding, rules.moves.fed, rules.moves.fed_pit) = (Feeding::None, 1, 1);
    (rules.moves.rest, rules.moves.up_to, rules.moves.stay) = (Rest::Never, 0, 0);
    (rules.setup.unplayed, rules.opening) = (Unplayed::None, Opening::default());
    (rules.setup.houses, rules.setup.closed, rules.setup.marked) = Default::default();
    (rules.laps.turn_at, rules.laps.again_at, rules.marks) = Default::default();
    if rules.rounds.close_pits() || rules.rounds.own_pits() || rules.rounds.protect_pits() {
        rules.rounds.short = [Short::Open, Short::Spread][draw(2)];
        (rules.rounds.gained, rules.rounds.remainder) = Default::default();
        (rules.rounds.held, rules.rounds.opposite) = Default::default();
    }
    for entry in &mut rules.landing {
        (entry.mark, entry.close, entry.hold) = (Mark::None, false, false);
    }
    // Rows are empty often where they are short, much is captured, and little is laid out.
    if draw(4) > 0 && !rules.rounds.are_played() && !rules.places_seeds() {
        (rules.setup.seeds, rules.setup.north) = (Some(Seeds::Each(1 + draw(2) as i64)), None);
        rules.board.columns = 1 + draw(4) as i64;
    }
    rules.moves.least = 1 + i64::from(draw(8) == 0);
    if draw(3) > 0 {
        let take = [Take::Landing, Take::Facing][draw(2)].into();
        rules.landing.insert(0, Landing { take, ..Landing::default() });
    }
    let over = [When::EitherEmpty, When::MoverEmpty];
    rules.ending.when.retain(|when| !over.contains(when));
    if rules.ending.when.is_empty() {
        rules.ending.when.push([When::CannotMove, When::NobodyCanMove][draw(2)]);
    }
}

/// Rounds in which players lay out their seeds anew, and that bring points more often than not.
pub fn laid_again(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    if rules.board.rows == 4 {
        return;
    }
    placing(rules, draw);
    let pits = rules.board.pits_per_side();
    let refill = 1 + draw(4) as i64;
    let laid = draw(refill as usize) as i64;
    rules.setup.seeds = Some(Seeds::Each(laid));
    (rules.setup.stores, rules.marks.shared) = Default::default();
    rules.setup.reserve = (refill - laid) * pits;
    rules.rounds = Rounds {
        refill,
        seeds: RoundSeeds::Anew,
        order: [FillFrom::Left, FillFrom::Right][draw(2)],
        short: [Short::Open, Short::Closed, Short::Matched][draw(3)],
        start: any_of!(draw, Begins),
        layout: Layout::Setup,
        most: 2 + draw(4) as i64,
        ..Rounds::default()
    };
    points(rules, draw);
    if rules.ending.final_count == FinalCount::Home {
        rules.ending.final_count = FinalCount::Owner;
    }
    rules.ending.score = Score::Store;
    for entry in &mut rules.landing {
        if entry.to == CaptureTo::Removed {
            entry.to = CaptureTo::Store;
        }
        if entry.pauses() {
            entry.then = Then::Relay;
        }
        entry.grand_slam = GrandSlam::default();
        (entry.marked, entry.marks, entry.mirrored, entry.visits) = Default::default();
        entry.facing_marked = Marked::Any;
        (entry.mark, entry.at) = (Mark::None, PitNumbers::default());
    }
}

/// Points that rounds bring, three times in four.
pub fn points(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    if draw(4) == 0 {
        rules.ending.winner = [Winner::MostRounds, Winner::MostSeeds][draw(2)];
        return;
    }
    rules.ending.winner = Winner::MostPoints;
    rules.rounds.points = 1 + [draw(12), draw(255)][draw(2)] as i64;
}

//! Random rules by which captured seeds are sown in place of a pit, and what they go with.

use mancalab::rules::{
    Board, CaptureTo, Direction, Opening, Relay, Rest, Rounds, Rules, SecondRound, Short, Skip,
    StoreBack, StoreRound, Then,
};

use crate::draws_play::without_choices;

/// Captured seeds that are sown, in a game of any kind that they go with.
pub fn stored(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    without_choices(rules);
    rules.opening = Opening::default();
    let Board { columns, stores, .. } = rules.board;
    let two_rows = Board { clause: rules.board.clause.clone(), ..Board::default() };
    let pits = rules.board.pits_per_side();
    let moves = &mut rules.moves;
    (moves.up_to, moves.stay, moves.rest) = (0, 0, Rest::Never);
    (moves.spared, moves.spared_counts) = Default::default();
    moves.store_up_to = 1 + draw(20) as i64;
    moves.store_into = if draw(2) == 0 { 0 } else { draw(pits as usize) as i64 };
    let ways = [Direction::Counterclockwise, Direction::Clockwise, Direction::Outward];
    moves.direction = if draw(2) == 0 { Direction::Chosen } else { ways[draw(3)] };
    if moves.direction == Direction::Chosen && draw(3) > 0 {
        moves.store_back = StoreBack::Captures;
    } else if rules.board == (Board { columns, stores, ..two_rows }) && draw(2) == 0 {
        in_row(rules);
    }
    if rules.rounds.close_pits() {
        rules.rounds.short = Short::Open;
        (rules.rounds.held, rules.rounds.opposite) = Default::default();
    }
    rules.landing.iter_mut().for_each(|entry| entry.close = false);
    rules.sowing.skip = Skip::None;
    rules.laps.single_hand = false;
    (rules.laps.turn_at, rules.laps.again_at) = Default::default();
    (rules.setup.houses, rules.setup.closed) = Default::default();
    if draw(2) == 0 {
        rules.setup.stores = Some(vec![draw(12) as i64, draw(12) as i64]);
    }
    if let Some(entry) = rules.landing.first_mut().filter(|_| draw(2) == 0) {
        entry.to = CaptureTo::Store;
    }
}

/// Captured seeds that stay in the player's own row.
fn in_row(rules: &mut Rules) {
    rules.moves.store_round = StoreRound::OwnRow;
    (rules.laps.relay, rules.laps.past_store) = (Relay::None, false);
    rules.rounds = Rounds::default();
    rules.sowing.second_round = SecondRound::Board;
    (rules.sowing.on_drop, rules.sowing.passes) = Default::default();
    for entry in &mut rules.landing {
        entry.then = Then::End;
        if entry.to == CaptureTo::Hand {
            entry.to = CaptureTo::Store;
        }
    }
}

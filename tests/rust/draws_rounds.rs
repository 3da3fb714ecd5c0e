//! Random rules of rounds.

use mancalab::rules::{
    Begins, CaptureTo, Chain, Counts, Direction, FillFrom, FinalCount, Forfeit, Gained, GrandSlam,
    Landing, Layout, Mark, Marked, Moves, Occupancy, Opening, Opposite, PitNumbers, Remainder,
    RoundSeeds, Rounds, Rules, Score, Seeds, Setup, Short, Take, Then, When, Whose, Winner,
};

use crate::draws::any_of;

/// Any rounds, and what the other fields may say beside them.
pub fn rounds(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.rounds = Rounds {
        refill: rules.moves.least + draw(5) as i64,
        order: any_of!(draw, FillFrom),
        short: [
            Short::Closed,
            Short::Partial,
            Short::Open,
            Short::Matched,
            Short::MatchedClosed,
            Short::Spread,
            Short::Filling,
        ][draw(7)],
        start: any_of!(draw, Begins),
        most: if draw(2) == 0 { 2 + draw(5) as i64 } else { 0 },
        ..Rounds::default()
    };
    let chosen = rules.rounds.order == FillFrom::Chosen;
    if chosen {
        rules.rounds.short = [Short::Closed, Short::Open][draw(2)];
    }
    // What rounds do not go with is drawn often enough without them.
    if rules.ending.final_count == FinalCount::Home {
        rules.ending.final_count = FinalCount::Owner;
    }
    (rules.ending.winner, rules.ending.score) = (Winner::MostSeeds, Score::Store);
    if draw(3) == 0 {
        rules.ending.winner = [Winner::MostRounds, Winner::MostPoints][draw(2)];
    }
    if rules.ending.winner == Winner::MostPoints {
        rules.rounds.points = 1 + [draw(12), draw(255)][draw(2)] as i64;
    }
    if rules.rounds.short.matches() {
        rules.rounds.remainder = any_of!(draw, Remainder);
        rules.rounds.refill += if draw(3) == 0 { draw(6) as i64 } else { 0 };
    }
    let owned = rules.board.rows != 4 && draw(2) == 0;
    if !owned && rules.board.rows != 4 && draw(4) == 0 {
        held(rules, draw);
    }
    for entry in &mut rules.landing {
        if owned && matches!(entry.chain, Chain::Alternate | Chain::Backward) {
            entry.chain = Chain::None;
        }
        if !matches!(entry.chain, Chain::None | Chain::Alternate) {
            (entry.next, entry.beyond, entry.before) = Default::default();
            entry.take.0.retain(|take| matches!(take, Take::Landing | Take::Facing));
        }
        entry.grand_slam = GrandSlam::Capture;
        (entry.marks, entry.mirrored) = (Counts::Any, None);
        entry.facing_marked = Marked::Any;
        let marks = rules.rounds.short.closes() || rules.rounds.short == Short::Filling;
        if !owned && (chosen || marks) {
            let known = rules.rounds.short == Short::Filling || rules.rounds.hold_pits();
            let asks = known && entry.marked != Marked::Any;
            entry.mark = Mark::None;
            entry.marked = if asks { Marked::No } else { Marked::Any };
        }
    }
    if owned {
        own_pits(rules, draw);
    }
    let gains_one = owned && rules.rounds.gained == Gained::OneMore;
    if rules.board.rows != 4 && (gains_one || !chosen && draw(3) == 0) {
        let (seeds, none) = (Some(Seeds::Each(rules.rounds.refill)), None);
        (rules.setup.seeds, rules.setup.north, rules.setup.stores) = (seeds, none.clone(), none);
        rules.rounds.seeds = RoundSeeds::Anew;
        if !owned {
            rules.rounds.remainder = Remainder::Stored;
        }
        if !gains_one {
            rules.rounds.most = rules.rounds.most.max(2);
        }
    }
    let chosen = rules.rounds.order == FillFrom::Chosen; // not where pits are owned
    if rules.board.rows != 4 && !chosen && draw(3) == 0 {
        rules.setup.seeds = Some(uneven(draw, rules.rounds.refill, rules.board.pits_per_side()));
        (rules.setup.north, rules.rounds.layout) = (None, Layout::Setup);
    }
}

/// Pits that are filled in part, which may be held, and what they go with.
fn held(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.rounds.short = Short::Partial;
    rules.rounds.remainder = Remainder::Stored;
    if rules.rounds.order == FillFrom::Chosen {
        rules.rounds.order = FillFrom::Right;
    }
    rules.rounds.opposite = any_of!(draw, Opposite);
    rules.rounds.refill = rules.rounds.refill.max(2 + draw(4) as i64);
    let most = (rules.rounds.refill - 1) as usize;
    rules.rounds.held = Counts::List(vec![1 + draw(most) as i64, 1 + draw(most) as i64]);
    if draw(4) == 0 {
        rules.rounds.held = Counts::Any;
        return;
    }
    (rules.setup.unplayed, rules.setup.houses) = Default::default();
    (rules.marks, rules.turn.block, rules.turn.empty_row) = Default::default();
    (rules.opening.into, rules.moves.reserve, rules.setup.reserve) = Default::default();
    (rules.moves.rest, rules.sowing.on_drop, rules.after) = Default::default();
    rules.ending.last_seeds = 0;
    for entry in &mut rules.landing {
        (entry.choose, entry.choices, entry.exempt, entry.split) = Default::default();
        (entry.visits, entry.mirrored, entry.other_pits) = Default::default();
        if entry.pauses() {
            entry.then = Then::Relay;
        }
        entry.hold = entry.take.is_empty() && entry.then == Then::End;
    }
    if draw(2) == 0 {
        let at = PitNumbers((0..=draw(2)).map(|_| draw(8) as i64).collect());
        rules.landing.insert(0, Landing { at, hold: true, ..Landing::default() });
    }
}

/// As many seeds as with `refill` in each pit, some of them moved to other pits.
fn uneven(draw: &mut impl FnMut(usize) -> usize, refill: i64, pits: i64) -> Seeds {
    let mut seeds = vec![refill; pits as usize];
    for _ in 0..3 {
        let (from, to) = (draw(seeds.len()), draw(seeds.len()));
        let moved = draw(seeds[from] as usize + 1) as i64;
        seeds[from] -= moved;
        seeds[to] += moved;
    }
    Seeds::List(seeds)
}

/// Rounds in which pits change hands, and what they go with.
fn own_pits(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.rounds.short = Short::Owned;
    rules.rounds.gained = any_of!(draw, Gained);
    if rules.rounds.gained != Gained::OneMore {
        rules.rounds.remainder = any_of!(draw, Remainder);
    }
    rules.rounds.order = FillFrom::default();
    rules.setup = Setup { seeds: Some(Seeds::Each(rules.rounds.refill)), ..Setup::default() };
    let direction = [Direction::Counterclockwise, Direction::Clockwise][draw(2)];
    rules.moves = Moves { direction, least: rules.moves.least, ..Moves::default() };
    rules.opening = Opening::default();
    (rules.after.side, rules.after.at) = Default::default();
    (rules.after.ended, rules.after.ended_at) = Default::default();
    rules.turn.forfeit = Forfeit::default();
    rules.ending.when.retain(|when| *when != When::RowEmpty);
    if rules.ending.when.is_empty() {
        rules.ending.when.push(When::CannotMove);
    }
    for entry in &mut rules.landing {
        (entry.crossed, entry.at, entry.chain) = (None, PitNumbers::default(), Chain::None);
        (entry.choose, entry.choices, entry.exempt) = Default::default();
        if entry.mark == Mark::Own {
            entry.side = Whose::Other;
        }
        entry.other_inner = Occupancy::Any;
        if entry.to == CaptureTo::Removed {
            entry.to = CaptureTo::Store;
        }
    }
}

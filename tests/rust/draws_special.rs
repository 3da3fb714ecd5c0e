//! Random rules that seldom fit, with what they go with: turns that may be ended, seeds that are put in
//! another pit, and large hands.

use mancalab::rules::{
    Begins, Board, CaptureTo, Chain, Choose, ClosedPits, Counts, Direction, EmptyRow, Ending,
    Feeding, FillFrom, FinalCount, GrandSlam, Landing, LapTest, LastSown, Marked, Moves, Onto,
    PitNumbers, PutTake, PutTo, Reentry, Relay, Reopens, Repetition, ReserveEntry, Rest, Rounds,
    Row, Rules, Score, SecondRound, Seeds, Setup, Short, Sides, Skip, Sowing, Take, Takes, Then,
    Turn, Unplayed, When, Who, Whose, Winner,
};

use crate::draws::{any_of, counts, first_turns};
use crate::draws_entries::{exempt, takes};
use crate::draws_play::without_choices;

/// Rules for large numbers of seeds: sowings that go round more than once, seeds that are given, pits that
/// are spared, and as many seeds as are enough.
pub fn long_hands(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    if rules.board.rows == 2 && draw(2) == 0 {
        rules.board.columns = 1 + draw(3) as i64;
        rules.setup = Setup { seeds: Some(Seeds::Each(4 + draw(8) as i64)), ..Setup::default() };
        (rules.moves.symmetric, rules.sowing.on_drop) = Default::default();
        (rules.laps.relay, rules.sowing.first, rules.rounds) = Default::default();
        rules.sowing.skip = [Skip::None, Skip::Lap][draw(2)];
        rules.landing.retain(|entry| {
            entry.to != CaptureTo::Hand && !matches!(entry.then, Then::Relay | Then::RelayNext)
        });
        rules.sowing.second_round = any_of!(draw, SecondRound);
    }
    if draw(2) == 0 {
        (rules.moves.feeding, rules.moves.fed) = (Feeding::Forced, 1 + draw(5) as i64);
        rules.moves.fed_pit = 1;
    }
    if draw(2) == 0 {
        rules.moves.spared = PitNumbers((0..=draw(3)).map(|_| draw(8) as i64).collect());
        rules.moves.spared_counts = counts(draw, 3);
    }
    if draw(2) == 0 {
        let (ends, wins) = (draw(2) == 0, draw(2) == 0);
        if ends {
            rules.ending.when.push(When::Enough);
        }
        if wins {
            (rules.ending.winner, rules.ending.score) = (Winner::Enough, Score::Store);
        }
        let total = rules.setup.total(&rules.board);
        let least = if ends && wins { total / 2 + 1 } else { 1 + total / 8 };
        rules.ending.enough = least + draw(1 + (total / 4) as usize) as i64;
    }
}

/// Pits into which others are sown the other way, and what they go with.
pub fn back_into(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.moves.back_into = PitNumbers((0..=draw(6)).map(|_| draw(8) as i64).collect());
    if rules.moves.direction.is_two_ways() {
        rules.moves.direction = [Direction::Counterclockwise, Direction::Clockwise][draw(2)];
    }
    (rules.moves.symmetric, rules.moves.singles) = Default::default();
    (rules.moves.reserve, rules.setup.reserve) = Default::default();
    (rules.laps.turn_round, rules.opening, rules.ending.last_seeds) = Default::default();
    for entry in &mut rules.landing {
        (entry.choose, entry.choices, entry.exempt) = Default::default();
        if entry.pauses() {
            entry.then = Then::Relay;
        }
    }
}

/// Fields at the ends of the board, and what they go with.
pub fn fields(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let halves = draw(3) == 0;
    let sides = if halves { Sides::Halves } else { Sides::Rows };
    let columns = rules.board.columns + if halves { rules.board.columns % 2 } else { 0 };
    rules.board = Board { rows: 2, columns, sides, fields: true, ..Board::default() };
    let row = |draw: &mut dyn FnMut(usize) -> usize| {
        (0..=columns).map(|_| draw(7) as i64).collect::<Vec<_>>()
    };
    let (south, north) = (row(draw), row(draw));
    let start = rules.setup.start;
    rules.setup =
        Setup { seeds: Some(Seeds::List(south)), north: Some(north), start, ..Setup::default() };
    let direction = any_of!(draw, Direction);
    rules.moves = Moves { direction, least: 1 + draw(2) as i64, ..Moves::default() };
    rules.sowing =
        Sowing { skip: rules.sowing.skip, first: rules.sowing.first, ..Sowing::default() };
    (rules.after, rules.marks) = Default::default();
    rules.rounds = if draw(2) == 0 { Rounds::default() } else { rounds_of_fields(draw) };
    rules.laps.fields = draw(2) == 0;
    if rules.laps.fields && rules.laps.relay == Relay::None {
        rules.laps.relay = [Relay::Landing, Relay::Next][draw(2)];
    }
    (rules.opening.into, rules.opening.copied) = (None, false);
    (rules.laps.turn_at, rules.laps.past_store) = Default::default();
    rules.turn = Turn { empty_row: any_of!(draw, EmptyRow), ..Turn::default() };
    if rules.rounds.are_played() {
        rules.turn.empty_row = EmptyRow::None;
        rules.limits.repetition = Repetition::None;
    }
    for entry in &mut rules.landing {
        (entry.other_pits, entry.mark, entry.split) = Default::default();
        (entry.close, entry.choose, entry.choices, entry.exempt) = Default::default();
        (entry.marked, entry.marks, entry.visits, entry.mirrored) = Default::default();
        entry.facing_marked = Marked::Any;
        if !halves {
            entry.facing = Counts::default();
            let kept = |take: &Take| matches!(take, Take::Landing | Take::Next | Take::Beyond);
            entry.take.0.retain(kept);
        }
        entry.next_field = [None, None, Some(false), Some(true)][draw(4)];
        if entry.pauses() {
            entry.then = Then::RelayNext;
        }
        if rules.rounds.are_played() {
            (entry.grand_slam, entry.next_field) = Default::default();
            if !matches!(entry.chain, Chain::None | Chain::Alternate) {
                (entry.next, entry.beyond, entry.before) = Default::default();
                entry.take.0.retain(|take| *take == Take::Landing);
            }
        }
    }
    let ends = [When::FieldsEmpty, When::CannotMove, When::NobodyCanMove, When::AboveHalf];
    rules.ending = Ending {
        when: vec![ends[draw(2)], ends[2 + draw(2)]],
        test: rules.ending.test,
        final_count: [FinalCount::Home, FinalCount::Owner, FinalCount::LastMover][draw(3)],
        ..Ending::default()
    };
    if rules.rounds.are_played() && rules.ending.final_count == FinalCount::Home {
        rules.ending.final_count = FinalCount::Owner;
    }
}

/// Rounds in which the fields are filled too, or begin empty.
fn rounds_of_fields(draw: &mut impl FnMut(usize) -> usize) -> Rounds {
    Rounds {
        refill: 2 + draw(5) as i64,
        fields: draw(9) as i64,
        order: any_of!(draw, FillFrom),
        short: [Short::Closed, Short::Open][draw(2)],
        start: any_of!(draw, Begins),
        most: if draw(2) == 0 { 2 + draw(5) as i64 } else { 0 },
        ..Rounds::default()
    }
}

/// A pit beside the last seed that the player may take, and what that goes with.
pub fn beside(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    without_choices(rules);
    (rules.opening, rules.after) = Default::default();
    (rules.setup.houses, rules.turn.block) = Default::default();
    (rules.laps.turn_at, rules.laps.again_at) = Default::default();
    (rules.moves.up_to, rules.moves.stay, rules.moves.store_up_to) = Default::default();
    (rules.moves.store_into, rules.moves.store_round, rules.moves.store_back) = Default::default();
    if rules.rounds.close_pits() || rules.rounds.protect_pits() {
        rules.rounds.short = Short::Open;
        (rules.rounds.held, rules.rounds.opposite, rules.rounds.remainder) = Default::default();
    }
    for entry in &mut rules.landing {
        (entry.close, entry.hold, entry.mark) = Default::default();
        entry.capture_number = Counts::Any;
        entry.grand_slam = GrandSlam::Capture;
    }
    let choice = Landing {
        choose: Choose::Beside,
        chosen: [Counts::Occupied, Counts::List(vec![1, 2, 4])][draw(2)].clone(),
        side: any_of!(draw, Whose),
        counts: counts(draw, 2),
        lap: [LapTest::Any, LapTest::Any, LapTest::Later][draw(3)],
        ..Landing::default()
    };
    let at = draw(rules.landing.len() + 1);
    rules.landing.insert(at, choice.clone());
    if draw(2) == 0 {
        let side = any_of!(draw, Whose);
        rules.landing.push(Landing { side, counts: Counts::Any, ..choice });
    }
}

/// Files that are closed at first, and what they go with (four rows).
pub fn closed_files(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let columns = rules.board.columns;
    let mut closed: Vec<i64> = Vec::new();
    for column in (0..columns).filter(|_| draw(3) == 0) {
        closed.extend([column, 2 * columns - 1 - column]);
    }
    rules.setup.closed = PitNumbers(closed.clone());
    (rules.setup.unplayed, rules.turn) = Default::default();
    rules.moves.reopens = any_of!(draw, Reopens);
    closed.retain(|_| draw(2) == 0);
    rules.moves.reopens_at = PitNumbers(closed);
    (rules.moves.singles, rules.moves.last_pit, rules.moves.rest) = Default::default();
    (rules.moves.reserve, rules.setup.reserve) = Default::default();
    (rules.marks, rules.rounds, rules.play) = Default::default();
    (rules.opening.into, rules.laps.turn_at) = Default::default();
    if rules.laps.relay == Relay::Next {
        rules.laps.relay = Relay::Landing;
    }
    for entry in &mut rules.landing {
        (entry.next, entry.beyond, entry.before, entry.other_inner) = Default::default();
        (entry.chain, entry.choose, entry.choices, entry.split) = Default::default();
        (entry.grand_slam, entry.mark, entry.reentry) = Default::default();
        (entry.marked, entry.marks, entry.visits, entry.lifted) = Default::default();
        entry.facing_marked = Marked::Any;
        let known =
            |take: &Take| matches!(take, Take::Landing | Take::Facing | Take::Behind | Take::File);
        entry.take.0.retain(known);
        if matches!(entry.then, Then::RelayNext | Then::RelayOrEnd | Then::RelayOrTake) {
            entry.then = Then::Relay;
        }
    }
}

/// Entries that close pits, and what they go with.
pub fn closing(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let open = draw(rules.board.columns as usize) as i64;
    let at: Vec<i64> = (0..rules.board.columns).filter(|pit| *pit != open).collect();
    let entry = Landing {
        side: any_of!(draw, Whose),
        at: PitNumbers(at),
        counts: counts(draw, 3),
        take: [Take::Landing.into(), Takes(vec![Take::Landing, Take::Facing])][draw(2)].clone(),
        to: any_of!(draw, CaptureTo),
        reentry: any_of!(draw, Reentry),
        close: true,
        then: any_of!(draw, Then),
        ..Landing::default()
    };
    rules.landing.insert(draw(rules.landing.len() + 1), entry);
    for entry in &mut rules.landing {
        (entry.mark, entry.marked, entry.marks, entry.mirrored) = Default::default();
        entry.facing_marked = Marked::Any;
        (entry.chain, entry.grand_slam, entry.split) = Default::default();
    }
    rules.sowing.closed = any_of!(draw, ClosedPits);
    if rules.sowing.closed != ClosedPits::Passed {
        (rules.sowing.on_drop, rules.rounds, rules.after) = Default::default();
        rules.ending.last_seeds = 0;
    }
    rules.rounds.short = [Short::Open, Short::Matched][draw(2)];
    if rules.rounds.order == FillFrom::Chosen {
        rules.rounds.short = Short::Open;
    }
    (rules.rounds.gained, rules.rounds.remainder) = Default::default();
    (rules.opening, rules.moves.singles, rules.ending.test) = Default::default();
    (rules.setup.marked, rules.sowing.second_round) = Default::default();
}

/// An entry after which players may end their turns, and what it goes with.
pub fn may_stop(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let at = (0..draw(6)).map(|_| draw(8) as i64).collect();
    let captures = draw(2) == 0;
    let entry = Landing {
        side: Whose::Own,
        at: PitNumbers(at),
        row: any_of!(draw, Row),
        counts: counts(draw, 3),
        take: if draw(3) == 0 { takes(draw) } else { Takes::default() },
        then: Then::RelayOrEnd,
        ..Landing::default()
    };
    let entry = if captures { may_take(entry, draw) } else { entry };
    rules.landing.insert(draw(rules.landing.len() + 1), entry);
    if draw(2) == 0 {
        rules.landing.push(Landing {
            facing: Counts::Occupied,
            take: Take::Facing.into(),
            choose: Choose::Pits,
            choices: 1 + draw(3) as i64,
            exempt: exempt(draw),
            ..Landing::default()
        });
    }
    (rules.moves.direction, rules.moves.feeding) = Default::default();
    (rules.moves.reserve, rules.setup.reserve) = Default::default();
    (rules.laps.turn_round, rules.opening.into) = Default::default();
    (rules.after, rules.ending.last_seeds) = Default::default();
    if draw(3) == 0 {
        rules.laps.relay = Relay::None;
    }
    for entry in &mut rules.landing {
        if entry.choose == Choose::AnotherFile {
            entry.choose = Choose::None;
        }
        if entry.grand_slam == GrandSlam::Forbidden {
            entry.grand_slam = GrandSlam::Capture;
        }
    }
}

/// The same entry, with a capture in place of the end of the turn.
fn may_take(entry: Landing, draw: &mut impl FnMut(usize) -> usize) -> Landing {
    let pits = [vec![Take::Facing], vec![Take::Landing], vec![Take::Facing, Take::Landing]];
    let take = Takes(pits[draw(3)].clone());
    let most = if take.has(Take::Landing) { draw(3) as i64 } else { 0 };
    let to = [CaptureTo::Store, CaptureTo::OtherStore, CaptureTo::Removed][draw(3)];
    let facing = counts(draw, 4);
    Landing { take, most, to, facing, then: Then::RelayOrTake, ..entry }
}

/// First turns in which seeds are put in another pit, and what they go with.
pub fn puts_seeds(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let mut opening = first_turns(draw);
    (opening.into, opening.portions, opening.last) = Default::default();
    if draw(2) == 0 {
        (opening.at, opening.row, opening.counts) = Default::default();
    }
    opening.onto = [Onto::Own, Onto::Any, Onto::AnyButFacing, Onto::Next][draw(4)];
    opening.onto_or_sown = draw(3) == 0;
    let round = rules.board.rows == 4 && draw(2) == 0;
    opening.onto_row = any_of!(draw, Row);
    opening.onto_counts = counts(draw, 2);
    opening.lift = draw(4) as i64;
    opening.take = any_of!(draw, PutTake);
    opening.choices = draw(6).saturating_sub(3) as i64;
    if opening.take != PutTake::None || opening.choices > 0 {
        opening.to = any_of!(draw, PutTo);
    }
    if round {
        (opening.onto, opening.onto_round) = (Onto::Next, true);
        (opening.onto_row, opening.onto_counts) = Default::default();
        (opening.take, opening.to, opening.choices) = Default::default();
        rules.setup.closed = PitNumbers::default();
        (rules.moves.reopens, rules.moves.reopens_at) = Default::default();
    }
    if opening.who == Who::First {
        (opening.turns, opening.copied) = (1, false);
    }
    for entry in &mut rules.landing {
        if entry.choose == Choose::AnotherFile {
            entry.choose = Choose::None;
        } else if entry.choose == Choose::Pits {
            let removed = opening.to == PutTo::Removed;
            entry.to = if removed { CaptureTo::Removed } else { CaptureTo::Store };
            entry.exempt = PitNumbers::default();
        }
        if entry.pauses() {
            entry.then = Then::Relay;
        }
        if entry.grand_slam == GrandSlam::Forbidden {
            entry.grand_slam = GrandSlam::Capture;
        }
    }
    let one_way = opening.onto == Onto::Next || opening.onto_or_sown;
    let ways = [Direction::Counterclockwise, Direction::Clockwise, Direction::Chosen];
    rules.opening = opening;
    rules.moves.direction = ways[draw(if one_way { 2 } else { 3 })];
    rules.moves.symmetric = false;
    let feeding = [Feeding::None, Feeding::Forced, Feeding::Always][draw(3)];
    (rules.moves.feeding, rules.moves.fed, rules.moves.fed_pit) = (feeding, 1, 1);
    if feeding != Feeding::None && draw(2) == 0 {
        rules.moves.fed_pit = 2;
    }
    (rules.moves.reserve, rules.setup.reserve) = Default::default();
    (rules.sowing.on_drop, rules.ending.last_seeds) = Default::default();
    if rules.setup.unplayed != Unplayed::None {
        (rules.setup.unplayed, rules.turn.forfeit) = Default::default();
    }
}

/// Pits that are passed over for what they hold, and what they go with.
pub fn passes(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.sowing.passes = match draw(4) {
        0 => Counts::Odd,
        1 => Counts::From(1 + draw(4) as i64),
        _ => Counts::List((0..=draw(2)).map(|_| 1 + draw(5) as i64).collect()),
    };
    (rules.sowing.on_drop, rules.sowing.second_round, rules.sowing.closed) = Default::default();
    (rules.opening.portions, rules.opening.last) = Default::default();
    (rules.setup.unplayed, rules.moves.back_into) = Default::default();
    if rules.moves.reserve == ReserveEntry::OneATurn {
        (rules.moves.reserve, rules.setup.reserve) = (ReserveEntry::None, 0);
    }
}

/// Last seeds that fall past an empty pit, and what they go with.
pub fn past_empty(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.sowing.last = LastSown::PastEmpty;
    (rules.sowing.stores, rules.turn.replay, rules.laps.past_store) = Default::default();
    (rules.sowing.passes, rules.sowing.on_drop, rules.sowing.second_round) = Default::default();
    (rules.opening.portions, rules.opening.last) = Default::default();
    (rules.setup.unplayed, rules.turn.forfeit, rules.moves.back_into) = Default::default();
    rules.moves.rest = [Rest::Never, Rest::FirstTurns][usize::from(draw(6) == 0)];
    (rules.after, rules.moves.store_up_to) = Default::default();
    if rules.moves.reserve == ReserveEntry::OneATurn {
        (rules.moves.reserve, rules.setup.reserve) = (ReserveEntry::None, 0);
    }
    for entry in rules.landing.iter_mut().filter(|_| rules.board.rows == 4) {
        if draw(2) == 0 {
            (entry.to, entry.reentry) = (CaptureTo::Hand, Reentry::AfterEmpty);
        }
    }
}

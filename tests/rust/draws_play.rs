//! Random tables of plays, and what they go with.

use mancalab::rules::{
    CaptureTo, ClosedPits, Counts, Direction, Feeding, Filled, GrandSlam, Landing, Lifted,
    MaxActions, Moves, Occupancy, Opening, Pick, PitNumbers, Play, Reentry, Relay, ReserveEntry,
    Rounds, Row, Rules, Seeds, Setup, Singles, Skip, Swap, Take, Takes, Then, Unplayed, Way, When,
    Who, Whose, catalogue,
};
use proptest::prelude::*;

use crate::draws::{any_of, counts, first_turns};
use crate::mend::mend_all;

/// One to four entries that say which pits may be played.
pub fn plays(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let two_ways = draw(2) == 0;
    if two_ways {
        rules.moves.direction = [
            Direction::Chosen,
            Direction::FixedByFirst,
            Direction::Outward,
            Direction::FixedBySecond,
        ][draw(4)];
        rules.moves.singles = Singles::default();
    }
    let four_rows = rules.board.rows == 4;
    rules.play = (0..=draw(4)).map(|index| entry(draw, index, four_rows, two_ways)).collect();
    // Entries that are played in any case, of which none says so of those after it.
    for index in 0..rules.play.len() {
        rules.play[index].anyway = draw(5) == 0;
        let beside = index > 0 && rules.play[index - 1].anyway;
        rules.play[index].also &= !(beside || rules.play[index].anyway);
    }
    if let Some(last) = rules.play.last_mut().filter(|last| last.anyway) {
        last.anyway = false;
    }
    if !rules.moves.symmetric {
        rules.play.iter_mut().for_each(|entry| entry.side = Whose::Any);
    }
    asked_of_players(rules, draw);
    rules.moves.back_into = PitNumbers::default();
    (rules.moves.feeding, rules.moves.fed, rules.moves.fed_pit) = (Feeding::None, 1, 1);
    if !rules.places_seeds() {
        (rules.moves.reserve, rules.setup.reserve) = Default::default();
    }
    rules.ending.last_seeds = 0;
    some_first(rules, draw);
    rules.sowing.closed = ClosedPits::Passed;
    if rules.rounds.own_pits() {
        rules.rounds = Rounds::default();
    }
    for entry in &mut rules.landing {
        if entry.grand_slam == GrandSlam::Forbidden {
            entry.grand_slam = GrandSlam::NoCapture;
        }
    }
}

/// Any entry: each test is asked seldom enough that most tables let something through.
fn entry(
    draw: &mut impl FnMut(usize) -> usize,
    index: usize,
    four_rows: bool,
    two_ways: bool,
) -> Play {
    let row = |draw: &mut dyn FnMut(usize) -> usize| {
        if four_rows && draw(3) == 0 { [Row::Inner, Row::Outer][draw(2)] } else { Row::Any }
    };
    let beside = |draw: &mut dyn FnMut(usize) -> usize| {
        if draw(6) > 0 {
            return Counts::Any;
        }
        [Counts::Empty, Counts::Occupied, Counts::From(2), Counts::List(vec![0, 1])][draw(4)]
            .clone()
    };
    let (lands, whose) = (draw(3) == 0, if four_rows { 2 } else { 3 });
    Play {
        counts: match counts(draw, 3) {
            Counts::Empty => Counts::From(2),
            counts => counts,
        },
        at: if draw(4) == 0 {
            PitNumbers((0..=draw(4)).map(|_| draw(8) as i64).collect())
        } else {
            PitNumbers::default()
        },
        side: any_of!(draw, Whose),
        row: row(draw),
        direction: if two_ways && draw(2) == 0 { any_of!(draw, Way) } else { Way::Any },
        next: beside(draw),
        before: beside(draw),
        turns: match counts(draw, 6) {
            Counts::Empty => Counts::From(2),
            counts => counts,
        },
        lands_was: if lands { any_of!(draw, Occupancy) } else { Occupancy::Any },
        lands_counts: match counts(draw, 6) {
            Counts::Empty => Counts::Occupied,
            counts => counts,
        },
        lands_side: if lands {
            [Whose::Any, Whose::Own, Whose::Other][draw(whose)]
        } else {
            Whose::Any
        },
        lands_row: row(draw),
        lands_at: if lands && draw(2) == 0 {
            PitNumbers((0..=draw(4)).map(|_| draw(8) as i64).collect())
        } else {
            PitNumbers::default()
        },
        captures: [None, None, Some(true), Some(false)][draw(4)],
        pick: if draw(3) == 0 { any_of!(draw, Pick) } else { Pick::All },
        also: index > 0 && draw(2) == 0,
        ..Play::default()
    }
}

/// What entries ask of all seeds of a player, and one of them that fits once.
fn asked_of_players(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let loses = four_equal_rows(rules) && draw(3) == 0;
    for entry in &mut rules.play {
        if loses && draw(2) == 0 {
            entry.lost =
                [Counts::Empty, Counts::From(1), Counts::UpTo(3), Counts::Even][draw(4)].clone();
        }
        if draw(8) == 0 {
            entry.largest = [Counts::From(2), Counts::UpTo(3), Counts::Odd][draw(3)].clone();
        }
    }
    if draw(4) == 0 && rules.play.len() > 1 {
        let index = draw(rules.play.len());
        rules.play[index].once = true;
    }
}

/// Whether seeds that are lost can be counted.
fn four_equal_rows(rules: &Rules) -> bool {
    rules.board.rows == 4 && rules.setup.north.is_none() && !rules.rounds.are_played()
}

/// Pits in which a sowing may turn, and what they go with.
pub fn turning(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.laps.turn_at = PitNumbers((0..=draw(5)).map(|_| draw(8) as i64).collect());
    rules.laps.turns =
        [Counts::Any, Counts::Any, Counts::From(2), Counts::List(vec![1, 3])][draw(4)].clone();
    rules.laps.turn_round = false;
    if rules.laps.relay == Relay::None {
        rules.laps.relay = Relay::Landing;
    }
    rules.moves =
        Moves { direction: Direction::Chosen, least: rules.moves.least, ..Moves::default() };
    rules.setup = Setup { reserve: 0, unplayed: Unplayed::None, ..rules.setup.clone() };
    (rules.turn.forfeit, rules.after, rules.marks) = Default::default();
    rules.opening = if draw(2) == 0 { first_turns(draw) } else { Opening::default() };
    (rules.opening.into, rules.opening.lift) = Default::default();
    (rules.sowing.on_drop, rules.rounds, rules.setup.marked) = Default::default();
    (rules.sowing.skip, rules.ending.last_seeds, rules.ending.test) = Default::default();
    for entry in &mut rules.landing {
        (entry.captured, entry.crossed, entry.close) = (None, None, false);
        (entry.choose, entry.choices, entry.exempt) = Default::default();
        (entry.mark, entry.marked, entry.marks, entry.visits) = Default::default();
        (entry.mirrored, entry.lifted, entry.split, entry.facing_marked) = Default::default();
        if entry.reentry == Reentry::Turn {
            entry.reentry = Reentry::Lap;
        }
        if entry.pauses() {
            entry.then = Then::Relay;
        }
        if entry.grand_slam == GrandSlam::Forbidden {
            entry.grand_slam = GrandSlam::Capture;
        }
    }
    if draw(2) == 0 && !rules.ending.when.contains(&When::EndsTaken) {
        rules.ending.when.push(When::EndsTaken);
    }
    if rules.board.rows == 4 {
        go_again(rules, draw);
    }
    // Captures that are made often, and are sown on as often as not.
    rules.landing.push(Landing {
        counts: [Counts::Any, Counts::Even, Counts::From(3)][draw(3)].clone(),
        facing: Counts::Occupied,
        take: Take::Facing.into(),
        to: [CaptureTo::Hand, CaptureTo::Hand, CaptureTo::Store][draw(3)],
        reentry: [Reentry::Lap, Reentry::Landing][draw(2)],
        ..Landing::default()
    });
}

/// A capture that players may leave, to sow on instead, and whose seeds are sown on (four rows).
fn may_take_on(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.laps.single_hand = false;
    rules.ending.when.retain(|when| *when != When::EndsTaken);
    for play in rules.play.iter_mut().filter(|play| play.captures.is_some()) {
        play.direction = Way::Clockwise;
    }
    rules.landing.insert(
        0,
        Landing {
            was: any_of!(draw, Occupancy),
            row: any_of!(draw, Row),
            turns: counts(draw, 4),
            facing: Counts::Occupied,
            behind: counts(draw, 2),
            take: [Take::Facing, Take::File][draw(2)].into(),
            to: CaptureTo::Hand,
            reentry: [Reentry::Lap, Reentry::Landing][draw(2)],
            then: Then::RelayOrTake,
            ..Landing::default()
        },
    );
}

/// Captured seeds that may be sown clockwise again, one time in two, or that take others along (four rows).
fn go_again(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let from = [Reentry::Lap, Reentry::Landing, Reentry::Outer, Reentry::Outer];
    for entry in &mut rules.landing {
        entry.reentry = from[draw(4)];
        (entry.near_end, entry.lift, entry.house, entry.blocked) = Default::default();
    }
    (rules.setup.houses, rules.setup.closed, rules.turn.block) = Default::default();
    (rules.sowing.first, rules.opening.portions, rules.opening.last) = Default::default();
    rules.laps.single_hand = draw(2) == 0;
    if draw(2) == 0 {
        rules.laps.again_at = std::mem::take(&mut rules.laps.turn_at);
        rules.ending.when.retain(|when| *when != When::EndsTaken);
    }
    rules.landing.push(Landing {
        was: any_of!(draw, Occupancy),
        row: Row::Inner,
        facing: Counts::Occupied,
        take: [Take::Facing, Take::File][draw(2)].into(),
        to: CaptureTo::Hand,
        reentry: from[draw(4)],
        ..Landing::default()
    });
    if rules.laps.turn_at.is_asked() && draw(2) == 0 {
        may_take_on(rules, draw);
    }
}

/// Seeds that players place before the game, and what they go with.
pub fn placing(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let ways = [ReserveEntry::PlacedInTurn, ReserveEntry::PlacedAtOnce, ReserveEntry::PlacedByOne];
    rules.moves.reserve = ways[[0, 1, 2, 2][draw(4)]];
    (rules.moves.reserve_at, rules.moves.filled, rules.moves.swap) = Default::default();
    rules.moves.inner_singles = 0;
    if !rules.one_places() {
        rules.moves.filled = [Filled::Any, Filled::LargestFirst, Filled::Descending][draw(3)];
        if rules.board.rows != 2 {
            rules.moves.inner_singles = draw(5) as i64;
        }
    }
    if rules.one_places() {
        rules.moves.filled = [Filled::Any, Filled::Each, Filled::Facing][draw(3)];
        rules.moves.swap = any_of!(draw, Swap);
        let pits = rules.board.pits_per_side();
        if draw(2) == 0 {
            let some = (0..pits).filter(|_| draw(2) == 0).collect();
            rules.moves.reserve_at = PitNumbers(some);
        }
        rules.opening.turns = [0, rules.opening.turns][draw(2)];
    }
    rules.setup.reserve = 1 + draw(12) as i64;
    let shaped = rules.moves.filled.is_largest_first() || rules.moves.inner_singles > 0;
    rules.setup.seeds = Some(Seeds::Each(if shaped { 0 } else { draw(3) as i64 }));
    (rules.setup.outer, rules.setup.inner, rules.setup.north) = Default::default();
    (rules.setup.unplayed, rules.turn.forfeit, rules.rounds) = Default::default();
}

/// Games in which it is foreseen what laps would capture that may be turned round, or that are played only if they
/// do: most of those drawn so. What does not go together is mended.
pub fn any_foreseen() -> impl Strategy<Value = Rules> {
    let draws = (prop::collection::vec(any::<u16>(), 70), 0..2_usize);
    draws.prop_map(|(draws, base)| {
        let mut draws = draws.into_iter();
        let mut draw = move |n: usize| usize::from(draws.next().unwrap_or(0)) % n;
        let mut rules = foreseen(["kubuguza", "omweso"][base], &mut draw);
        mend_all(&mut rules, |_| ());
        rules
    })
}

fn foreseen(base: &str, draw: &mut impl FnMut(usize) -> usize) -> Rules {
    let mut rules = catalogue::find(base).expect("in the catalogue").clone();
    rules.board.columns = 2 + draw(7) as i64;
    let pits = rules.board.pits_per_side();
    let some_pits = |draw: &mut dyn FnMut(usize) -> usize| {
        PitNumbers((0..pits).filter(|_| draw(3) == 0).collect::<Vec<_>>())
    };
    if rules.places_seeds() {
        rules.setup.reserve = 2 * pits - draw(4) as i64;
    } else {
        (rules.setup.outer, rules.setup.inner) = Default::default();
        rules.setup.seeds = Some(Seeds::Each(1 + draw(4) as i64));
    }
    rules.moves.least = 1 + draw(2) as i64;
    rules.sowing.skip = [Skip::None, Skip::Lap][draw(2)];
    rules.laps.turn_at = if draw(4) == 0 { PitNumbers::default() } else { some_pits(draw) };
    if draw(2) == 0 {
        rules.laps.again_at = std::mem::take(&mut rules.laps.turn_at);
    }
    rules.laps.single_hand = draw(2) == 0;
    if draw(2) == 0 {
        (rules.play[1].also, rules.play[1].anyway) = (false, true);
    }
    rules.play[1].at = some_pits(draw);
    rules.play[1].captures = Some(draw(4) > 0);
    rules.play[1].counts = counts(draw, 4);
    if draw(4) == 0 {
        rules.play.clear();
    }
    rules.landing = (0..=draw(3))
        .map(|_| Landing {
            was: any_of!(draw, Occupancy),
            counts: counts(draw, 4),
            row: any_of!(draw, Row),
            facing: counts(draw, 2),
            behind: counts(draw, 4),
            hand: counts(draw, 6),
            turns: counts(draw, 6),
            take: [Take::Landing, Take::Facing, Take::File, Take::FirstOfFile][draw(4)].into(),
            to: any_of!(draw, CaptureTo),
            reentry: [Reentry::Lap, Reentry::Landing, Reentry::Outer][draw(3)],
            ..Landing::default()
        })
        .collect();
    if draw(4) == 0 {
        rules.landing[0].take = Takes::default();
    }
    rules.ending.when = vec![When::CannotMove];
    if draw(2) == 0 && !rules.laps.again_at.is_asked() {
        rules.ending.when.push(When::EndsTaken);
    }
    rules.limits.max_actions = MaxActions(Some(120));
    rules
}

/// First turns in which pits are sown otherwise than later on, or none.
fn some_first(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.opening = if draw(3) == 0 { first_turns(draw) } else { Opening::default() };
    (rules.opening.into, rules.opening.copied) = Default::default();
    rules.opening.lift = if rules.opening.sows_apart() { 0 } else { 1 + draw(3) as i64 };
    if !rules.opening.is_played() {
        rules.opening.lift = 0;
    }
    if rules.opening.who == Who::First {
        rules.opening.turns = 1;
    }
}

/// Turns in which players say how many seeds of a pit they sow, and what they go with.
pub fn numbers(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let moves = &mut rules.moves;
    moves.up_to = 1 + draw(12) as i64;
    moves.stay = draw(3) as i64;
    moves.least = moves.least.max(moves.stay + 1);
    let ways = [Direction::Counterclockwise, Direction::Clockwise];
    moves.direction = ways[draw(2)];
    without_choices(rules);
    rules.opening = Opening { race: rules.opening.race, ..Opening::default() };
}

/// Actions that may be played whatever follows from them, of the player's own pits, with no other choice in a turn.
pub fn without_choices(rules: &mut Rules) {
    let moves = &mut rules.moves;
    (moves.symmetric, moves.numbered) = Default::default();
    (moves.singles, moves.lone, moves.last_pit, moves.rest) = Default::default();
    (moves.feeding, moves.fed, moves.fed_pit) = (Feeding::None, 1, 1);
    (moves.reserve, rules.setup.reserve) = Default::default();
    (rules.setup.unplayed, rules.turn.forfeit) = Default::default();
    rules.moves.back_into = PitNumbers::default();
    if rules.rounds.own_pits() {
        rules.rounds = Rounds::default();
    }
    for entry in &mut rules.landing {
        (entry.choose, entry.choices, entry.exempt) = Default::default();
        entry.chosen = Counts::Any;
        entry.lifted = Lifted::Any;
        if entry.grand_slam == GrandSlam::Forbidden {
            entry.grand_slam = GrandSlam::Capture;
        }
        if entry.pauses() {
            entry.then = Then::Relay;
        }
        if entry.chooses_end() {
            entry.reentry = Reentry::Landing;
        }
    }
}

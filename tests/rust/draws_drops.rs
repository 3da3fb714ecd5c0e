//! Random rules with seeds that enter one a turn, houses and blocked pits, and what they go with.

use mancalab::rules::{
    Block, CaptureTo, Counts, Direction, EndTest, FinalCount, GrandSlam, Landing, LapTest, LastPit,
    Marked, Moves, Occupancy, PitNumbers, Play, Reentry, Relay, ReserveEntry, Row, Rules, Seeds,
    Setup, Skip, Take, Takes, Then, Way, When, Winner,
};

use crate::draws::{any_of, counts};

/// Four rows on which most captures are sown from an end of the row, with one of drops, houses and blocked pits
/// or all of them.
pub fn drops(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    let columns = 2 + draw(7) as i64;
    rules.board = mancalab::rules::Board { rows: 4, columns, ..Default::default() };
    let [enters, houses, blocks] = [draw(3) > 0, draw(3) > 0, draw(3) > 0];
    setup(rules, draw, columns, [enters, houses]);
    rules.moves = Moves {
        direction: Direction::Chosen,
        reserve: if enters { ReserveEntry::OneATurn } else { ReserveEntry::None },
        last_pit: any_of!(draw, LastPit),
        ..Moves::default()
    };
    (rules.sowing, rules.opening, rules.after, rules.marks) = Default::default();
    (rules.rounds, rules.turn, rules.laps.turn_at) = Default::default();
    rules.sowing.skip = [Skip::None, Skip::None, Skip::Lap][draw(3)];
    rules.laps.turn_round = false;
    rules.laps.relay = [Relay::Landing, Relay::Landing, Relay::Next, Relay::None][draw(4)];
    rules.turn.block = if blocks { Block::OnlyThreatened } else { Block::None };
    rules.landing.truncate(draw(3));
    for entry in &mut rules.landing {
        plain(entry);
        if blocks {
            entry.take = Take::Facing.into();
        }
    }
    let own = (0..=draw(4)).map(|_| entry(draw, columns, [enters, houses, blocks])).collect();
    rules.landing = [own, std::mem::take(&mut rules.landing)].concat();
    if draw(3) == 0 {
        choosing_ends(rules, draw);
    }
    let once = draw(6);
    rules.play = if blocks || draw(3) > 0 {
        (0..=draw(6)).map(|n| play(draw, n, [enters, houses, blocks])).collect()
    } else {
        Vec::new()
    };
    if let [_, _, ..] = rules.play[..]
        && let Some(entry) = rules.play.get_mut(once)
    {
        entry.once = true;
    }
    rules.ending.when = vec![When::CannotMove, When::RowEmpty];
    (rules.ending.few, rules.ending.enough, rules.ending.last_seeds) = Default::default();
    rules.ending.row = any_of!(draw, Row);
    rules.ending.test = any_of!(draw, EndTest);
    rules.ending.final_count = FinalCount::default();
    rules.ending.winner =
        [Winner::HasRowOrLastMover, Winner::HasRow, Winner::LastMover, Winner::HasSeeds][draw(4)];
}

/// Captures whose player says from which end of the row they are sown, and what they go with.
fn choosing_ends(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    for entry in &mut rules.landing {
        (entry.crossed, entry.capture_number) = Default::default();
        if entry.pauses() {
            entry.then = Then::Relay;
        }
        if entry.reentry == Reentry::RowEnd && draw(3) > 0 {
            entry.near_end = PitNumbers::default();
            (entry.to, entry.reentry) = (CaptureTo::Hand, Reentry::ChosenEnd);
        }
    }
}

/// Seeds on the board, and beside it.
fn setup(
    rules: &mut Rules,
    draw: &mut impl FnMut(usize) -> usize,
    columns: i64,
    [enters, houses]: [bool; 2],
) {
    let pits: Vec<i64> = (0..2 * columns).map(|_| draw(5) as i64).collect();
    let mut setup = Setup { start: rules.setup.start, ..Setup::default() };
    setup.reserve = if enters { 1 + draw(8) as i64 } else { 0 };
    if houses {
        let held = (0..2 * columns).filter(|pit| pits[*pit as usize] > 0);
        setup.houses = PitNumbers(held.filter(|_| draw(4) == 0).collect());
    }
    setup.seeds = Some(Seeds::List(pits));
    rules.setup = setup;
}

/// What does not go with houses or drops is left out of an entry.
fn plain(entry: &mut Landing) {
    (entry.choose, entry.choices, entry.exempt) = Default::default();
    (entry.mark, entry.marked, entry.marks, entry.visits) = Default::default();
    (entry.mirrored, entry.lifted, entry.split, entry.close) = Default::default();
    entry.facing_marked = Marked::Any;
    (entry.most, entry.chain, entry.turns) = Default::default();
    if matches!(entry.reentry, Reentry::Turn | Reentry::Lap) {
        entry.reentry = Reentry::Landing;
    }
    if entry.grand_slam == GrandSlam::Forbidden {
        entry.grand_slam = GrandSlam::Capture;
    }
}

fn asked(draw: &mut impl FnMut(usize) -> usize, there: bool, seldom: usize) -> Option<bool> {
    if there && draw(seldom) == 0 { Some(draw(2) == 0) } else { None }
}

/// An entry that takes the pit opposite, or one for what may happen in a house.
fn entry(
    draw: &mut impl FnMut(usize) -> usize,
    columns: i64,
    [enters, houses, blocks]: [bool; 3],
) -> Landing {
    let takes = draw(3) > 0;
    let from_end = takes && draw(3) > 0;
    let near = |draw: &mut dyn FnMut(usize) -> usize| {
        let pits = (columns..2 * columns).filter(|pit| 2 * (pit - columns) + 1 != columns);
        pits.filter(|_| draw(3) == 0).collect()
    };
    let then = if takes { Then::End } else { any_of!(draw, Then) };
    Landing {
        was: [Occupancy::Occupied, Occupancy::Any][draw(2)],
        counts: counts(draw, 4),
        row: if takes && draw(2) == 0 { Row::Inner } else { Row::Any },
        facing: if takes { Counts::Occupied } else { Counts::Any },
        house: asked(draw, houses, 2),
        crossed: asked(draw, true, 6),
        blocked: asked(draw, blocks, 2),
        dropped: asked(draw, enters, 3),
        captured: asked(draw, true, 5),
        hand: match draw(5) {
            0 if enters => Counts::Empty,
            1 => Counts::UpTo(1 + draw(6) as i64),
            2 => Counts::Occupied,
            _ => Counts::Any,
        },
        lap: if draw(4) == 0 { any_of!(draw, LapTest) } else { LapTest::Any },
        take: if takes { Take::Facing.into() } else { Takes::default() },
        to: if takes && draw(4) > 0 { CaptureTo::Hand } else { CaptureTo::Store },
        reentry: if from_end { Reentry::RowEnd } else { Reentry::Landing },
        near_end: if from_end { PitNumbers(near(draw)) } else { PitNumbers::default() },
        then,
        lift: if then == Then::Relay && draw(2) == 0 { 1 + draw(3) as i64 } else { 0 },
        ..Landing::default()
    }
}

/// An entry of the table of plays; most tables let something through.
fn play(
    draw: &mut impl FnMut(usize) -> usize,
    index: usize,
    [enters, houses, blocks]: [bool; 3],
) -> Play {
    Play {
        counts: [Counts::Any, Counts::Occupied, Counts::From(2), Counts::UpTo(3)][draw(4)].clone(),
        row: [Row::Any, Row::Any, Row::Inner, Row::Outer][draw(4)],
        house: asked(draw, houses, 3),
        blocked: asked(draw, blocks, 2),
        reserve: if enters && draw(2) == 0 {
            [Counts::Empty, Counts::Occupied][draw(2)].clone()
        } else {
            Counts::Any
        },
        housed: if houses && draw(4) == 0 { Counts::From(2) } else { Counts::Any },
        largest: if draw(6) == 0 { Counts::From(3) } else { Counts::Any },
        direction: if draw(4) == 0 { any_of!(draw, Way) } else { Way::Any },
        captures: [None, None, Some(true), Some(false)][draw(4)],
        also: index > 0 && draw(2) == 0,
        ..Play::default()
    }
}

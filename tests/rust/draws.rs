//! Random rules: games of the catalogue with changed options, and games that were never written down.

use mancalab::plan::{Feature, Features};
use mancalab::rules::{
    After, Allowed, Board, Counts, Direction, DropLast, DropTaker, Endless, Feeding, FirstSeed,
    Forfeit, Landing, LastSeed, Lone, MarkedEnd, MarkedPlay, MarkedSeeds, MaxActions, Numbered,
    OnDrop, Opening, PitNumbers, Relay, Repetition, ReserveEntry, Rest, Row, Rules, Seeds, Side,
    Sides, Singles, Skip, SownStores, Take, Track, Unplayed, Value, Who, Whose, catalogue,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::draws_drops::drops;
use crate::draws_ending::ending;
use crate::draws_entries::entry;
use crate::draws_gift::{gift, laid_again};
use crate::draws_play::{numbers, placing, plays, turning};
use crate::draws_rounds::rounds;
use crate::draws_shared::{barred, shared};
use crate::draws_special::{
    back_into, beside, closed_files, closing, fields, long_hands, may_stop, passes, past_empty,
    puts_seeds,
};
use crate::draws_store::stored;
use crate::mend::{leave_out, mend_all};

/// The same draws in every run.
pub fn drawn<T: std::fmt::Debug>(
    strategy: impl Strategy<Value = T>,
    number: usize,
) -> impl Iterator<Item = T> {
    let mut runner = TestRunner::deterministic();
    (0..number).map(move |_| strategy.new_tree(&mut runner).expect("a draw").current())
}

/// The value number `n` of an option, for any `n`.
fn value(allowed: Allowed, n: usize) -> Value {
    let small = |low: i64, high: i64| Value::Int(low + n as i64 % (high.min(low + 8) - low + 1));
    match allowed {
        Allowed::Bool => Value::Bool(n.is_multiple_of(2)),
        Allowed::Names(names) => Value::Text(names[n % names.len()].to_owned()),
        Allowed::Range(low, high) => small(low, high),
        Allowed::RangeOrNone(low, _) if n.is_multiple_of(2) => {
            Value::Int(low + 40 + n as i64 % 200)
        }
        Allowed::RangeOrNone(..) => Value::Int(1000),
    }
}

/// Any game: one of the catalogue with changed options, or one that was never written down.
pub fn any_rules() -> impl Strategy<Value = Rules> {
    prop_oneof![any_variant(), any_description()]
}

/// Any catalogue game with up to six of its options changed; changes that do not go together are
/// left out one by one.
pub fn any_variant() -> impl Strategy<Value = Rules> {
    let games = catalogue::games().len();
    (0..games, prop::collection::vec((any::<u16>(), any::<u16>()), 0..6)).prop_map(
        |(game, picks)| {
            let mut rules = catalogue::games()[game].clone();
            for (which, n) in picks {
                let options = rules.options();
                let option = &options[usize::from(which) % options.len()];
                let change = (option.name.to_owned(), value(option.allowed, usize::from(n)));
                if let Ok(changed) = rules.replace(&[change]) {
                    rules = changed;
                }
            }
            rules
        },
    )
}

/// Whole descriptions drawn axis by axis. Those with faults are mended by leaving out what the
/// faults name, so that nearly every draw is a game that nobody has thought of.
pub fn any_description() -> impl Strategy<Value = Rules> {
    (prop::collection::vec(any::<u16>(), 520), any::<bool>())
        .prop_map(|(draws, four_rows)| described(draws, four_rows, |_| {}))
}

/// The same among games that ask for nothing but this, after a last change.
pub fn any_within(
    allowed: Features,
    change: impl Fn(&mut Rules) + Copy,
) -> impl Strategy<Value = Rules> {
    let four_rows = allowed.has(Feature::FourRows);
    (prop::collection::vec(any::<u16>(), 520), any::<bool>()).prop_map(move |(draws, four)| {
        described(draws, four && four_rows, |rules| {
            change(rules);
            while let Some(feature) = Features::of(rules).first_beyond(allowed) {
                leave_out(rules, feature, allowed);
            }
        })
    })
}

fn described(draws: Vec<u16>, four_rows: bool, change: impl Fn(&mut Rules)) -> Rules {
    let mut draws = draws.into_iter();
    let mut draw = move |n: usize| usize::from(draws.next().unwrap_or(0)) % n;
    let mut rules = draft(&mut draw, four_rows);
    change(&mut rules);
    mend_all(&mut rules, change);
    rules
}

/// A value of an enum of rule values, drawn by its name.
macro_rules! any_of {
    ($draw:ident, $kind:ident) => {
        $kind::from_name($kind::NAMES[$draw($kind::NAMES.len())]).unwrap()
    };
}
pub(crate) use any_of;

/// Any board but one with fields.
fn board(draw: &mut impl FnMut(usize) -> usize, four_rows: bool) -> Board {
    let (rows, track) = match draw(8) {
        _ if four_rows => (4, Track::Usual),
        0 => (3, Track::Usual),
        1 => (3, Track::Through),
        2 => (2, Track::OwnRow),
        _ => (2, Track::Usual),
    };
    let columns = 1 + draw(8) as i64;
    let halves = rows == 2 && track == Track::Usual && draw(8) == 0;
    let sides = if halves { Sides::Halves } else { Sides::Rows };
    let even = if rows == 3 || halves { columns % 2 } else { 0 };
    let stores = rows == 2 && !halves && draw(4) > 0;
    Board { rows, track, sides, columns: columns + even, stores, ..Board::default() }
}

fn draft(draw: &mut impl FnMut(usize) -> usize, four_rows: bool) -> Rules {
    let mut rules = Rules { name: "drawn".to_owned(), ..Rules::default() };
    rules.board = board(draw, four_rows);
    let pits = rules.board.pits_per_side();
    rules.setup.seeds = Some(opening(draw, pits));
    if draw(4) == 0 {
        rules.setup.north = Some((0..pits).map(|_| draw(7) as i64).collect());
    }
    if draw(8) == 0 {
        rules.setup.stores = Some(vec![draw(6) as i64, draw(6) as i64]);
    }
    rules.setup.start = any_of!(draw, Side);
    if four_rows && draw(3) == 0 {
        (rules.setup.outer, rules.setup.inner) = (Some(Seeds::Each(1)), Some(Seeds::Each(2)));
        (rules.setup.seeds, rules.setup.north) = (None, None);
        rules.setup.unplayed = Unplayed::Outer;
        rules.turn.forfeit = any_of!(draw, Forfeit);
    }
    rules.moves.symmetric = draw(4) == 0;
    rules.moves.least = 1 + draw(6).saturating_sub(3) as i64;
    rules.moves.numbered = any_of!(draw, Numbered);
    rules.moves.singles = any_of!(draw, Singles);
    rules.moves.direction = any_of!(draw, Direction);
    if draw(4) == 0 {
        (rules.moves.lone, rules.moves.least) = (Lone::OwnRow, 1);
    }
    rules.moves.rest = if draw(8) == 0 { any_of!(draw, Rest) } else { Rest::Never };
    rules.moves.feeding = if draw(2) == 0 { any_of!(draw, Feeding) } else { Feeding::None };
    if matches!(rules.moves.feeding, Feeding::Forced | Feeding::Always) && draw(3) == 0 {
        rules.moves.fed_pit = 2 + draw(3) as i64;
    }
    if four_rows && draw(2) == 0 {
        rules.moves.reserve = ReserveEntry::OneInEachPit;
        rules.setup.reserve = rules.board.pits_per_side();
    }
    if draw(4) == 0 {
        rules.opening = first_turns(draw);
    }
    rules.sowing.stores = any_of!(draw, SownStores);
    rules.sowing.skip = any_of!(draw, Skip);
    rules.sowing.first = if draw(2) == 0 { any_of!(draw, FirstSeed) } else { FirstSeed::Next };
    if draw(4) == 0 {
        rules.sowing.on_drop = Some(on_drop(draw));
    }
    rules.laps.relay = any_of!(draw, Relay);
    rules.laps.turn_round = draw(4) == 0;
    rules.landing = (0..draw(5)).map(|_| entry(draw)).collect();
    if draw(4) == 0 {
        rules.after = after(draw);
    }
    rules.turn.replay = draw(2) == 0;
    rules.laps.past_store = !rules.turn.replay && draw(3) == 0;
    rules.marks.play = any_of!(draw, MarkedPlay);
    rules.marks.seeds = any_of!(draw, MarkedSeeds);
    rules.marks.end = any_of!(draw, MarkedEnd);
    ending(&mut rules, draw, four_rows);
    if rules.board.rows == 3 && draw(2) == 0 {
        let take = [Take::Behind, Take::File][draw(2)].into();
        let behind = Landing { counts: counts(draw, 2), take, ..Landing::default() };
        rules.landing.insert(0, behind);
    }
    if draw(4) == 0 {
        rounds(&mut rules, draw);
    }
    if draw(2) == 0 {
        rules.setup.marked = PitNumbers((0..=draw(3)).map(|_| draw(8) as i64).collect());
    }
    if draw(6) == 0 && !rules.rounds.own_pits() {
        may_stop(&mut rules, draw);
    }
    if draw(5) == 0 && !rules.rounds.are_played() {
        puts_seeds(&mut rules, draw);
    }
    rules.limits.endless = any_of!(draw, Endless);
    if !rules.rounds.are_played() {
        rules.limits.repetition = any_of!(draw, Repetition);
    }
    if draw(4) == 0 {
        long_hands(&mut rules, draw);
    }
    special_pits(&mut rules, draw);
    special_plays(&mut rules, draw);
    rules.opening.race = draw(5) == 0;
    if rules.board.rows == 2 && draw(8) == 0 {
        fields(&mut rules, draw);
    }
    if rules.board.rows == 2 && draw(8) == 0 {
        gift(&mut rules, draw);
    }
    if rules.board.rows == 2 && !rules.board.fields && draw(10) == 0 {
        beside(&mut rules, draw);
    }
    // Games of rounds go on and on: cut off sooner, they are as many.
    let most = if rules.rounds.are_played() { 90 } else { 300 };
    rules.limits.max_actions = MaxActions(Some(most));
    rules
}

/// Laps that turn, seeds that are placed and tables of plays, now and then.
fn special_plays(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    if draw(10) == 0 {
        turning(rules, draw);
    }
    if draw(10) == 0 {
        placing(rules, draw);
    }
    if draw(8) == 0 {
        numbers(rules, draw);
    }
    if draw(12) == 0 {
        laid_again(rules, draw);
    }
    if draw(6) == 0 {
        plays(rules, draw);
        if draw(4) == 0 && !rules.rounds.are_played() {
            puts_seeds(rules, draw);
        }
    }
    if draw(8) == 1 {
        stored(rules, draw);
    }
    if rules.board.rows == 4 && draw(8) == 0 {
        drops(rules, draw);
    } else if rules.board.rows == 4 && draw(6) == 0 {
        closed_files(rules, draw);
    }
}

/// Pits that are not played, filled or captured from like others, now and then.
fn special_pits(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    if draw(8) == 0 {
        back_into(rules, draw);
    }
    if rules.board.rows != 4 && draw(6) == 0 {
        closing(rules, draw);
    }
    if rules.board.rows != 4 && draw(6) == 0 {
        shared(rules, draw);
    }
    if draw(8) == 0 {
        barred(rules, draw);
    }
    if draw(6) == 0 {
        passes(rules, draw);
    }
    if draw(6) == 0 {
        past_empty(rules, draw);
    }
}

/// The same number in each pit, or any numbers.
fn opening(draw: &mut impl FnMut(usize) -> usize, pits: i64) -> Seeds {
    match draw(8) {
        0 => Seeds::Each(6 + draw(6) as i64),
        1 | 2 => Seeds::List((0..pits).map(|_| draw(9) as i64).collect()),
        _ => Seeds::Each(draw(6) as i64),
    }
}

/// Any first turns with a rule of their own.
pub fn first_turns(draw: &mut impl FnMut(usize) -> usize) -> Opening {
    let mut opening = Opening {
        turns: 1 + draw(4) as i64,
        at: PitNumbers((0..draw(6)).map(|_| draw(8) as i64).collect()),
        row: any_of!(draw, Row),
        counts: counts(draw, 2),
        copied: draw(3) == 0,
        who: any_of!(draw, Who),
        ..Opening::default()
    };
    if draw(3) == 0 {
        opening.in_order = true;
        opening.turns = opening.at.0.len() as i64;
    }
    if draw(2) == 0 {
        let into = opening.at.0.iter().map(|_| draw(8) as i64);
        opening.into = Some(into.collect());
    } else if draw(3) == 0 {
        opening.lift = 1 + draw(3) as i64;
    }
    if opening.into.is_none() && draw(2) == 0 {
        opening.last = any_of!(draw, LastSeed);
        let portions = (0..draw(4)).map(|_| 1 + draw(4) as i64);
        opening.portions =
            Some(portions.collect()).filter(|portions: &Vec<_>| !portions.is_empty());
    }
    opening
}

fn on_drop(draw: &mut impl FnMut(usize) -> usize) -> OnDrop {
    let count = 2 + draw(4) as i64;
    let last_to_mover = draw(2) == 0;
    let (side, to) = (any_of!(draw, Whose), any_of!(draw, DropTaker));
    let last = any_of!(draw, DropLast);
    OnDrop { count, side, to, last_to_mover, last, ..OnDrop::default() }
}

/// Any capture when the sowing is over.
fn after(draw: &mut impl FnMut(usize) -> usize) -> After {
    After {
        counts: counts(draw, 1),
        side: any_of!(draw, Whose),
        row: any_of!(draw, Row),
        at: PitNumbers((0..draw(8).saturating_sub(4)).map(|_| draw(6) as i64).collect()),
        sown: draw(2) == 0,
        to: any_of!(draw, DropTaker),
        ended: any_of!(draw, Whose),
        ended_at: PitNumbers((0..draw(4).saturating_sub(1)).map(|_| draw(4) as i64).collect()),
        ..After::default()
    }
}

/// A test of numbers, asked one time in `seldom`.
pub fn counts(draw: &mut impl FnMut(usize) -> usize, seldom: usize) -> Counts {
    if draw(seldom) > 0 {
        return Counts::Any;
    }
    match draw(6) {
        0 => Counts::Empty,
        1 => Counts::Occupied,
        2 => Counts::Even,
        3 => Counts::Odd,
        4 if draw(3) == 0 => Counts::UpTo(1 + draw(5) as i64),
        4 => Counts::From(1 + draw(5) as i64),
        _ => Counts::List((0..=draw(3)).map(|_| 1 + draw(7) as i64).collect()),
    }
}

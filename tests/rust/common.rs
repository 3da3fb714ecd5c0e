//! What several tests share: random rules, random games, and a second way to write a position.

use std::sync::Arc;

use mancalab::agents::pick;
use mancalab::game::{Setup, State};
use mancalab::plan::{Plan, Register};
use mancalab::random::GameKey;
use mancalab::rules::{
    Allowed, CaptureTo, Chain, Choose, Counts, Direction, EndTest, Ending, Endless, Feeding,
    FinalCount, Forfeit, GrandSlam, Landing, LapTest, MaxActions, Moves, Occupancy, OnDrop,
    Reentry, Relay, Repetition, ReserveEntry, Row, Rules, Score, Seeds, Side, Singles, Skip,
    Sowing, SownStores, Take, Takes, Then, Turn, Unplayed, Value, When, Whose, Winner, catalogue,
};
use proptest::prelude::*;

/// So many cases, unless `PROPTEST_CASES` says how many.
pub fn cases(usual: u32) -> ProptestConfig {
    let given = std::env::var_os("PROPTEST_CASES").is_some();
    if given { ProptestConfig::default() } else { ProptestConfig::with_cases(usual) }
}

/// A plan of rules that are known to be good.
pub fn plan(rules: &Rules) -> Arc<Plan> {
    Arc::new(Plan::new(rules.clone()).expect("the rules are good"))
}

/// A plan of a catalogue game with options written as `name=value`.
pub fn game(name: &str, options: &[(&str, Value)]) -> Arc<Plan> {
    let changes: Vec<_> = options.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
    plan(&catalogue::find(name).expect("in the catalogue").replace(&changes).expect("good options"))
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
    (prop::collection::vec(any::<u16>(), 192), any::<bool>()).prop_map(|(draws, four_rows)| {
        let mut draws = draws.into_iter();
        let mut draw = move |n: usize| usize::from(draws.next().unwrap_or(0)) % n;
        let mut rules = draft(&mut draw, four_rows);
        while let Some(fault) = rules.check().into_iter().next() {
            mend(&mut rules, &fault.field);
        }
        rules
    })
}

/// A value of an enum of rule values, drawn by its name.
macro_rules! any_of {
    ($draw:ident, $kind:ident) => {
        $kind::from_name($kind::NAMES[$draw($kind::NAMES.len())]).unwrap()
    };
}

fn draft(draw: &mut impl FnMut(usize) -> usize, four_rows: bool) -> Rules {
    let mut rules = Rules { name: "drawn".to_owned(), ..Rules::default() };
    rules.board.rows = if four_rows { 4 } else { 2 };
    rules.board.columns = 1 + draw(8) as i64;
    rules.board.stores = !four_rows && draw(4) > 0;
    rules.setup.seeds = Some(Seeds::Each(draw(6) as i64));
    rules.setup.start = any_of!(draw, Side);
    if four_rows && draw(3) == 0 {
        (rules.setup.outer, rules.setup.inner) = (Some(Seeds::Each(1)), Some(Seeds::Each(2)));
        (rules.setup.seeds, rules.setup.unplayed) = (None, Unplayed::Outer);
        rules.turn.forfeit = any_of!(draw, Forfeit);
    }
    rules.moves.symmetric = draw(4) == 0;
    rules.moves.least = 1 + draw(3) as i64;
    rules.moves.singles = any_of!(draw, Singles);
    rules.moves.direction = any_of!(draw, Direction);
    rules.moves.feeding = any_of!(draw, Feeding);
    if four_rows && draw(2) == 0 {
        rules.moves.reserve = ReserveEntry::OneInEachPit;
        rules.setup.reserve = rules.board.pits_per_side();
    }
    rules.sowing.stores = any_of!(draw, SownStores);
    rules.sowing.skip = any_of!(draw, Skip);
    if draw(4) == 0 {
        let count = 2 + draw(4) as i64;
        let last_to_mover = draw(2) == 0;
        rules.sowing.on_drop = Some(OnDrop { count, last_to_mover, ..OnDrop::default() });
    }
    rules.laps.relay = any_of!(draw, Relay);
    rules.laps.turn_round = draw(4) == 0;
    rules.landing = (0..draw(5)).map(|_| entry(draw)).collect();
    rules.turn.replay = draw(2) == 0;
    rules.ending.when = (0..=draw(2)).map(|_| any_of!(draw, When)).collect();
    rules.ending.few = if rules.ending.when.contains(&When::Few) { 1 + draw(8) as i64 } else { 0 };
    if rules.ending.when.contains(&When::RowEmpty) && four_rows {
        rules.ending.row = any_of!(draw, Row);
    }
    rules.ending.test = if draw(3) == 0 { any_of!(draw, EndTest) } else { EndTest::Turn };
    rules.ending.final_count = any_of!(draw, FinalCount);
    rules.ending.winner = any_of!(draw, Winner);
    rules.ending.score = any_of!(draw, Score);
    rules.limits.endless = any_of!(draw, Endless);
    rules.limits.repetition = any_of!(draw, Repetition);
    rules.limits.max_actions = MaxActions(Some(300));
    rules
}

/// Any entry of the landing table: each test is asked seldom enough that most entries fit somewhere.
fn entry(draw: &mut impl FnMut(usize) -> usize) -> Landing {
    let happened = |n: usize| [false, true].get(n).copied();
    Landing {
        was: any_of!(draw, Occupancy),
        counts: counts(draw, 3),
        side: any_of!(draw, Whose),
        row: any_of!(draw, Row),
        next: counts(draw, 5),
        beyond: counts(draw, 6),
        before: counts(draw, 6),
        facing: counts(draw, 2),
        behind: counts(draw, 5),
        other_inner: if draw(8) == 0 { any_of!(draw, Occupancy) } else { Occupancy::Any },
        lap: if draw(5) == 0 { any_of!(draw, LapTest) } else { LapTest::Any },
        captured: happened(draw(10)),
        crossed: happened(draw(10)),
        hand: counts(draw, 8),
        turns: counts(draw, 8),
        take: takes(draw),
        chain: any_of!(draw, Chain),
        grand_slam: any_of!(draw, GrandSlam),
        to: any_of!(draw, CaptureTo),
        reentry: any_of!(draw, Reentry),
        choose: if draw(4) == 0 { Choose::AnotherFile } else { Choose::None },
        then: any_of!(draw, Then),
        ..Landing::default()
    }
}

/// A test of numbers, asked one time in `seldom`.
fn counts(draw: &mut impl FnMut(usize) -> usize, seldom: usize) -> Counts {
    if draw(seldom) > 0 {
        return Counts::Any;
    }
    match draw(6) {
        0 => Counts::Empty,
        1 => Counts::Occupied,
        2 => Counts::Even,
        3 => Counts::Odd,
        4 => Counts::From(1 + draw(4) as i64),
        _ => Counts::List(vec![1 + draw(4) as i64, 6]),
    }
}

fn takes(draw: &mut impl FnMut(usize) -> usize) -> Takes {
    let mut takes: Vec<Take> = (0..draw(3)).map(|_| any_of!(draw, Take)).collect();
    takes.dedup();
    Takes(takes)
}

/// Puts the axis that a fault names back to its default.
fn mend(rules: &mut Rules, field: &str) {
    match field.split(['.', '[']).next().unwrap_or_default() {
        "board" => rules.moves = Moves::default(),
        "setup" if field == "setup.reserve" => rules.setup.reserve = 0,
        "setup" => rules.setup.seeds = Some(Seeds::Each(1)),
        "moves" if field == "moves.reserve" => {
            (rules.moves.reserve, rules.setup.reserve) = (ReserveEntry::None, 0);
        }
        "moves" => {
            rules.moves = Moves { reserve: rules.moves.reserve, ..Moves::default() };
        }
        "sowing" => rules.sowing = Sowing::default(),
        "landing" => mend_entry(rules, field),
        "turn" => rules.turn = Turn::default(),
        _ => rules.ending = Ending { when: vec![When::CannotMove], ..Ending::default() },
    }
}

/// Puts the key of an entry that a fault names back to its default; leaves out an entry that cannot
/// be mended so.
fn mend_entry(rules: &mut Rules, field: &str) {
    let inside = field.trim_start_matches("landing[");
    let (index, key) = inside.split_once(']').expect("a fault of an entry");
    let index: usize = index.parse().expect("a number");
    let entry = &mut rules.landing[index];
    let before = entry.clone();
    match key.trim_start_matches('.').split('[').next().unwrap_or_default() {
        "counts" => entry.counts = Counts::Any,
        "side" => entry.side = Whose::Any,
        "row" => entry.row = Row::Any,
        "behind" => entry.behind = Counts::Any,
        "captured" => entry.captured = None,
        "hand" => entry.hand = Counts::Any,
        "turns" => entry.turns = Counts::Any,
        "take" => entry.take = Take::Facing.into(),
        "chain" => entry.chain = Chain::None,
        "grand_slam" => entry.grand_slam = GrandSlam::Capture,
        "to" => entry.to = CaptureTo::Store,
        "choose" => entry.choose = Choose::None,
        "then" => entry.then = Then::End,
        _ => {}
    }
    if rules.landing[index] == before {
        rules.landing.remove(index);
    }
}

/// A random game from a state: what `visit` is given at each ply is the state and the action.
pub fn play_out(start: State, key: GameKey, mut visit: impl FnMut(&State, usize, &State)) -> State {
    let mut state = start;
    while state.end().is_none() {
        let action = pick(state.legal_set(), key, state.plies());
        let next = state.play(action as i64).expect("a legal action");
        visit(&state, action, &next);
        state = next;
    }
    state
}

/// A state as somebody would type it in.
pub fn written(state: &State) -> Setup {
    let mut setup = Setup::default();
    for side in 0..2 {
        let (pits, store, reserve, marks) = state.side(side);
        setup.pits[side] = pits.iter().map(|n| i64::from(*n)).collect();
        setup.stores[side] = i64::from(store);
        setup.reserves[side] = i64::from(reserve);
        for register in Register::ALL {
            setup.registers[side][*register as usize] = i64::from(state.register(side, *register));
        }
        setup.marks[side] = (0..pits.len()).map(|pit| marks >> pit & 1 == 1).collect();
    }
    setup.to_move = i64::from(state.position().to_move);
    setup.phase = i64::from(state.position().phase);
    setup
}

/// The same position with the sides exchanged.
pub fn turned_round(setup: &Setup) -> Setup {
    let mut other = setup.clone();
    other.pits.swap(0, 1);
    other.stores.swap(0, 1);
    other.reserves.swap(0, 1);
    other.marks.swap(0, 1);
    other.registers.swap(0, 1);
    other.to_move = 1 - setup.to_move;
    other
}

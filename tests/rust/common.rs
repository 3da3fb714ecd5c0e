//! What several tests share: random rules, random games, and a second way to write a position.

use std::sync::Arc;

use mancalab::agents::pick;
use mancalab::game::{Setup, State};
use mancalab::plan::Plan;
use mancalab::random::GameKey;
use mancalab::rules::{Allowed, Rules, Value, catalogue};
use proptest::prelude::*;

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

/// Any catalogue game with up to six of its options changed; changes that do not go together are
/// left out one by one.
pub fn any_rules() -> impl Strategy<Value = Rules> {
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
    other.to_move = 1 - setup.to_move;
    other
}

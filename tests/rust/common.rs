//! What several tests share: plans, random games, and a second way to write a position.

use std::sync::Arc;

use mancalab::agents::pick;
use mancalab::batch::Level;
use mancalab::game::{Setup, State};
use mancalab::plan::{Plan, Register};
use mancalab::random::GameKey;
use mancalab::rules::{Rules, Value, catalogue};
use proptest::prelude::*;

pub use crate::draws::{any_rules, any_within, drawn};
pub use crate::draws_play::any_foreseen;

/// So many cases, unless `PROPTEST_CASES` says how many. Of some properties one draw in forty is a case.
pub fn cases(usual: u32) -> ProptestConfig {
    let given = std::env::var_os("PROPTEST_CASES").is_some();
    let config = if given { ProptestConfig::default() } else { ProptestConfig::with_cases(usual) };
    ProptestConfig { max_local_rejects: 256 * config.cases.max(256), ..config }
}

/// Whether this is the nightly run, in which every game of the catalogue is played longer and at every level.
pub fn nightly() -> bool {
    std::env::var("MANCALAB_PROFILE").is_ok_and(|profile| profile == "nightly")
}

/// The levels at which a game of the catalogue, the one with this number, is played: in usual runs one of them,
/// in turn.
pub fn levels_in_turn(number: usize) -> Vec<Level> {
    let levels = Level::available();
    if nightly() { levels } else { vec![levels[number % levels.len()]] }
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
        let bits = |set: u64| (0..pits.len()).map(|pit| set >> pit & 1 == 1).collect();
        (setup.marks[side], setup.claims[side]) = (bits(marks), bits(state.claims(side)));
        setup.lifted[side] = bits(state.lifted(side));
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
    other.claims.swap(0, 1);
    other.lifted.swap(0, 1);
    other.registers.swap(0, 1);
    other.to_move = 1 - setup.to_move;
    other
}

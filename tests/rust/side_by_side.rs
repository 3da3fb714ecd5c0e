//! A game in every lane, and the same games on the reference engine.

use std::sync::Arc;

use mancalab::agents::pick;
use mancalab::batch::{Block, Engine, LANES, LanePlan, Level, Start};
use mancalab::game::State;
use mancalab::random::GameKey;
use mancalab::rules::{Repetition, Rules};

use crate::common::plan;
use crate::mend::mend_all;

/// A start for lanes; `None` when the game is over before it began.
pub fn start_of(state: &State) -> Option<Start> {
    state.end().is_none().then(|| Start {
        position: *state.position(),
        legal: state.legal_set(),
        plies: state.plies(),
    })
}

/// Mends a game that was drawn and changed, and compares it from its start at every level.
pub fn compare_mended(mut rules: Rules, seed: u64) {
    rules.limits.repetition = Repetition::None; // which lanes do not know
    mend_all(&mut rules, |_| {});
    for level in Level::available() {
        compare(&State::start(plan(&rules)), level, seed, 200);
    }
}

/// Plays a game in each lane from one state, to its end or for `most` actions, and after every action
/// compares all that a position is with the reference engine. Gives the number of actions compared.
pub fn compare(opening: &State, level: Level, seed: u64, most: usize) -> usize {
    let plan = opening.plan();
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(plan)).expect("rules without repetition"));
    let mut engine = Engine::new(lane_plan, level);
    let mut block = Block::empty(level);
    let Some(start) = start_of(opening) else { return 0 };
    let mut states = vec![opening.clone(); LANES];
    let keys: Vec<_> = (0..LANES as u64).map(|game| GameKey::new(seed, game)).collect();
    for (lane, key) in keys.iter().enumerate() {
        block.put(&engine.lane_plan, lane, &start, *key);
    }
    let mut compared = 0;
    for _ in 0..most {
        if states.iter().all(|state| state.end().is_some()) {
            break;
        }
        engine.choose(&mut block);
        for (lane, state) in states.iter().enumerate().filter(|(_, s)| s.end().is_none()) {
            let action = pick(state.legal_set(), keys[lane], state.plies());
            assert_eq!(usize::from(block.action.0[lane]), action, "choice in lane {lane}");
        }
        let actions = block.action;
        engine.step(&mut block);
        for (lane, state) in states.iter_mut().enumerate().filter(|(_, s)| s.end().is_none()) {
            let before = state.clone();
            state.advance(usize::from(actions.0[lane]));
            compared += 1;
            let context = || {
                format!(
                    "{}\nlevel {}, seed {seed}, lane {lane}, ply {}\n{}action {}",
                    plan.rules().to_toml(),
                    level.name(),
                    before.plies(),
                    before,
                    actions.0[lane]
                )
            };
            assert_eq!(block.position(plan, lane), *state.position(), "position: {}", context());
            assert_eq!(block.end(lane), state.end(), "end: {}", context());
            assert_eq!(block.plies.0[lane], state.plies(), "plies: {}", context());
            assert_eq!(block.waits.over().0[lane] != 0, state.end().is_some());
            assert_eq!(block.waits.ready().0[lane] != 0, state.end().is_none());
            if state.end().is_none() {
                assert_eq!(block.legal_set(lane), state.legal_set(), "legal: {}", context());
                assert_eq!(u32::from(block.choices.0[lane]), state.legal_set().count_ones());
            }
            let [mine, theirs] = block.scores(&engine.lane_plan);
            let mover = usize::from(state.position().to_move);
            let scores = state.scores();
            assert_eq!([mine.0[lane], theirs.0[lane]], [scores[mover], scores[1 - mover]]);
        }
    }
    compared
}

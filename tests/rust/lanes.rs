//! The lane engine against the reference engine, lane by lane and action by action.

use std::sync::Arc;

use mancalab::agents::pick;
use mancalab::batch::{Block, Course, Engine, LANES, Level, Start};
use mancalab::game::State;
use mancalab::plan::Plan;
use mancalab::random::GameKey;
use mancalab::rules::{Repetition, Rules, catalogue};
use proptest::prelude::*;

use crate::common::{any_rules, plan};

/// A start for lanes; `None` when the game is over before it began.
pub fn start_of(state: &State) -> Option<Start> {
    state.end().is_none().then(|| Start {
        position: *state.position(),
        legal: state.legal_set(),
        plies: state.plies(),
    })
}

/// Plays a game in each lane to its end at one level, and after every action compares all that a
/// position is with the reference engine. Gives the number of actions compared.
fn compare(plan: &Arc<Plan>, level: Level, seed: u64) -> usize {
    let course = Arc::new(Course::new(Arc::clone(plan)).expect("rules without repetition"));
    let mut engine = Engine::new(course, level);
    let mut block = Block::empty();
    let opening = State::start(Arc::clone(plan));
    let Some(start) = start_of(&opening) else { return 0 };
    let mut states = vec![opening; LANES];
    let keys: Vec<_> = (0..LANES as u64).map(|game| GameKey::new(seed, game)).collect();
    for (lane, key) in keys.iter().enumerate() {
        block.put(lane, &start, *key);
    }
    let mut compared = 0;
    while states.iter().any(|state| state.end().is_none()) {
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
            assert_eq!(block.position(lane), *state.position(), "position: {}", context());
            assert_eq!(block.end(lane), state.end(), "end: {}", context());
            assert_eq!(block.plies.0[lane], state.plies(), "plies: {}", context());
            assert_eq!(block.over.0[lane] != 0, state.end().is_some());
            assert_eq!(block.ready.0[lane] != 0, state.end().is_none());
            if state.end().is_none() {
                assert_eq!(block.legal_set(lane), state.legal_set(), "legal: {}", context());
                assert_eq!(u32::from(block.choices.0[lane]), state.legal_set().count_ones());
            }
            let [mine, theirs] = block.scores(&engine.course);
            let mover = usize::from(state.position().to_move);
            let scores = state.scores();
            assert_eq!([mine.0[lane], theirs.0[lane]], [scores[mover], scores[1 - mover]]);
        }
    }
    compared
}

fn without_repetition(mut rules: Rules) -> Rules {
    rules.limits.repetition = Repetition::None;
    rules
}

#[test]
fn every_game_of_the_catalogue() {
    for rules in catalogue::games() {
        for level in Level::available() {
            let compared = compare(&plan(&without_repetition(rules.clone())), level, 1);
            assert!(compared > 500, "{}: only {compared} actions", rules.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn lanes_play_like_the_reference_engine(rules in any_rules(), seed in any::<u64>()) {
        let plan = plan(&without_repetition(rules));
        for level in Level::available() {
            compare(&plan, level, seed);
        }
    }
}

//! The boards of sixteen bytes against the reference engine, action by action.

use std::sync::Arc;

use mancalab::game::State;
use mancalab::plan::Plan;
use mancalab::random::GameKey;
use mancalab::rules::{Occupancy, Rules, Whose, catalogue};
use mancalab::tree::{Game, Goal, Reference, Step, TwoRows, two_rows};
use proptest::prelude::*;

use crate::common::{any_rules, any_within, cases, drawn, plan, play_out};
use crate::lanes::without_repetition;
use crate::shortcuts::without_shortcuts;

/// A position with this side's player to move, as the reference engine writes it.
fn same_board(game: &TwoRows, step: &Step<two_rows::Node>, actor: u8, state: &State) {
    let side = if step.passed { 1 - actor } else { actor };
    let mut position = game.position(step.node.board, side);
    if position.to_move != state.position().to_move {
        position.pass_turn(); // of a finished game nobody is to move
    }
    assert_eq!(position, *state.position(), "{state}");
}

/// Compares every action of every position of some random games; gives how many were compared.
fn compare(plan: &Arc<Plan>, games: u64, seed: u64) -> usize {
    let goals = [Goal::Margin, Goal::Result, Goal::Play];
    let Ok(boards) = TwoRows::new(plan, Goal::Margin) else { return 0 };
    let mut compared = 0;
    for game in 0..games {
        play_out(State::start(Arc::clone(plan)), GameKey::new(seed, game), |state, _, _| {
            let node = boards.node(state);
            let actor = state.position().to_move;
            let settled = boards.settle(node.board, false);
            assert_eq!((settled.node, settled.passed, settled.end), (node, false, None));
            for action in state.legal_actions() {
                compared += 1;
                let next = state.play(action as i64).expect("legal");
                if state.plies() + 1 == plan.max_actions {
                    continue; // boards do not count actions
                }
                let step = boards.play(&node, action);
                let context = || format!("{}\n{state}action {action}", plan.rules().to_toml());
                same_board(&boards, &step, actor, &next);
                assert_eq!(
                    step.end.map(|end| end.reason),
                    next.end().map(|e| e.reason),
                    "{}",
                    context()
                );
                if next.end().is_none() {
                    assert_eq!(step.passed, next.position().to_move != actor, "{}", context());
                    assert_eq!(u64::from(step.node.legal), next.legal_set(), "{}", context());
                    continue;
                }
                for goal in goals {
                    let boards = TwoRows::new(plan, goal).expect("as before");
                    let reference = Reference::new(plan, goal);
                    let ours = boards.play(&node, action);
                    let value = ours.end.map(|end| ours.to_actor(end.value));
                    let theirs = reference.play(state, action);
                    assert_eq!(
                        value,
                        theirs.end.map(|end| theirs.to_actor(end.value)),
                        "{}",
                        context()
                    );
                }
            }
        });
    }
    compared
}

#[test]
fn every_game_of_two_rows_in_the_catalogue() {
    let mut played = 0;
    for rules in catalogue::games() {
        let plan = plan(&without_repetition(rules.clone()));
        let compared = compare(&plan, 20, 1);
        let fits = two_rows::refusal(&plan).is_none();
        assert_eq!(compared > 100, fits, "{}: {compared} actions", rules.name);
        played += usize::from(compared > 0);
    }
    assert!(played >= 40);
}

/// Any game, most of which fit sixteen bytes.
fn any_board() -> impl Strategy<Value = Rules> {
    let narrow = |rules: &mut Rules| rules.board.columns = rules.board.columns.min(7);
    prop_oneof![
        2 => any_within(two_rows::PLAYS, narrow),
        1 => any_rules().prop_map(without_repetition),
    ]
}

/// Games whose actions may be fused.
fn any_fused() -> impl Strategy<Value = Rules> {
    any_within(two_rows::FUSED_PLAYS, |rules| {
        rules.board.columns = rules.board.columns.min(7);
        for entry in &mut rules.landing {
            (entry.was, entry.side) = (Occupancy::Empty, Whose::Own);
        }
    })
}

#[test]
fn quick_ways_are_drawn() {
    let games = |rules: &Rules| TwoRows::new(&plan(rules), Goal::Margin).ok();
    let boards: Vec<TwoRows> = drawn(any_board(), 200).filter_map(|rules| games(&rules)).collect();
    let pits = boards.iter().filter(|game| game.depends_on_pits_only()).count();
    let fused = drawn(any_fused(), 100).filter_map(|rules| games(&rules));
    let fused = fused.filter(TwoRows::is_fused).count();
    assert!(boards.len() > 120 && pits > 20 && fused > 50, "{} {pits} {fused}", boards.len());
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn boards_play_like_the_reference_engine(rules in any_board(), seed in any::<u64>()) {
        compare(&plan(&rules), 2, seed);
    }

    #[test]
    fn fused_actions_are_those_of_the_reference_engine(rules in any_fused(), seed in any::<u64>()) {
        compare(&plan(&rules), 2, seed);
    }

    #[test]
    fn boards_play_the_same_without_shortcuts(rules in any_board(), seed in any::<u64>()) {
        let plan = without_shortcuts(&plan(&rules), two_rows::PLAYS);
        if let Ok(game) = TwoRows::new(&plan, Goal::Margin) {
            assert!(!game.is_fused() && !game.depends_on_pits_only());
            compare(&plan, 1, seed);
        }
    }
}

//! Bounds by searching deeper, against plain minimax and the graph of all positions.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use mancalab::game::State;
use mancalab::rules::{MaxActions, Repetition, Value};
use mancalab::solve::deepening::{DeepeningLimits, Proven, deepen};
use mancalab::solve::graph::{GraphLimits, solve_graph};
use mancalab::solve::{Bounds, Budget, Halt};
use mancalab::tree::Goal;
use proptest::prelude::*;

use crate::common::{any_rules, cases, game, plan};
use crate::graph::NEVER;
use crate::oracles::{finished, minimax, sign, small};

fn search(state: &State, goal: Goal, actions: bool, limits: (u32, u64)) -> Proven {
    let limits = DeepeningLimits { depth: limits.0, nodes: limits.1, bytes: 1 << 16 };
    deepen(state, goal, actions, &limits, &Budget::unlimited(&NEVER)).expect("nobody stops it")
}

/// The value to South, the history included.
fn with_history(state: &State, goal: Goal) -> i16 {
    finished(state, goal).unwrap_or_else(|| {
        let next = state.legal_actions().map(|action| state.play(action as i64).unwrap());
        let values = next.map(|next| sign(state) * with_history(&next, goal));
        sign(state) * values.max().expect("has actions")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..cases(200) })]

    #[test]
    fn bounds_contain_the_value_and_meet_at_the_cap(
        rules in any_rules(), columns in 1..4_i64, seeds in 0..4_i64, cap in 1..6_i64, depth in 1..6_u32
    ) {
        let start = State::start(plan(&small(rules, columns, seeds, Some(cap))));
        if start.end().is_some() {
            return Ok(());
        }
        for goal in [Goal::Margin, Goal::Result] {
            let seen = &mut HashMap::new();
            let value = sign(&start) * minimax(&start, goal, seen);
            let proven = search(&start, goal, false, (depth, 20_000));
            prop_assert!(proven.bounds.contain(value), "{:?} {}", proven, value);
            let all = search(&start, goal, true, (cap as u32, u64::MAX));
            prop_assert_eq!(all.value(), Some(value));
            for (action, bounds) in all.actions {
                let next = start.play(action as i64).unwrap();
                let value = sign(&start) * minimax(&next, goal, seen);
                prop_assert_eq!(bounds, Bounds::exact(value));
            }
        }
    }

    #[test]
    fn a_rule_on_repetition_is_kept(
        rules in any_rules(), columns in 1..3_i64, seeds in 0..3_i64, cap in 1..7_i64
    ) {
        let mut rules = small(rules, columns, seeds, Some(cap));
        rules.limits.repetition = Repetition::FirstSinceCapture;
        // All lines of play are tried: fewer plies where there are many actions.
        let actions = plan(&rules).actions.count as u64;
        let few = |cap: &i64| actions.saturating_pow(*cap as u32) <= 30_000;
        let cap = (1..=cap).rev().find(few).unwrap_or(1);
        rules.limits.max_actions = MaxActions(Some(cap));
        let start = State::start(plan(&rules));
        if start.end().is_some() {
            return Ok(());
        }
        for goal in [Goal::Margin, Goal::Result] {
            let value = sign(&start) * with_history(&start, goal);
            let all = search(&start, goal, true, (cap as u32, u64::MAX));
            prop_assert_eq!(all.value(), Some(value));
        }
    }

    #[test]
    fn bounds_agree_with_the_graph(rules in any_rules(), columns in 1..4_i64, seeds in 0..4_i64) {
        let start = State::start(plan(&small(rules, columns, seeds, None)));
        if start.end().is_some() {
            return Ok(());
        }
        let limits = GraphLimits { positions: 3_000, ..GraphLimits::default() };
        let goal = Goal::of(start.plan());
        let Ok(solution) = solve_graph(&start, goal, &limits, &Budget::unlimited(&NEVER)) else {
            return Ok(());
        };
        let proven = search(&start, goal, true, (30, 20_000));
        match solution.value() {
            Some(value) => prop_assert!(proven.bounds.contain(value)),
            // What play is worth that never ends is left open by both.
            None => prop_assert!(proven.bounds.lower <= solution.bounds.upper),
        }
        for ((action, ours), (same, theirs)) in solution.actions.iter().zip(&proven.actions) {
            prop_assert_eq!(action, same);
            prop_assert!(ours.overlap(*theirs));
        }
    }
}

#[test]
fn a_search_that_is_cut_short_gives_what_is_proven() {
    let start = State::start(game("kalah", &[]));
    let few = search(&start, Goal::Margin, false, (400, 2_000));
    assert!(few.nodes <= 2_000 && few.depth > 2 && few.value().is_none());
    assert!(few.bounds.contain(8));
    let late = Budget { deadline: Some(Instant::now()), ..Budget::unlimited(&NEVER) };
    let limits = DeepeningLimits { bytes: 1 << 16, ..DeepeningLimits::default() };
    let none = deepen(&start, Goal::Margin, true, &limits, &late).expect("not stopped");
    assert!(none.bounds.contain(8) && none.actions.len() == 6);
    let stop = AtomicBool::new(true);
    let budget = Budget::unlimited(&stop);
    assert_eq!(deepen(&start, Goal::Margin, false, &limits, &budget), Err(Halt::Stopped));
}

#[test]
fn the_game_with_a_repetition_rule_is_bounded_too() {
    let repetition = Value::Text("first_since_capture".to_owned());
    let mut rules = game("oware", &[("repetition", repetition)]).rules().clone();
    rules.limits.max_actions = MaxActions(None);
    let start = State::start(plan(&rules));
    assert!(start.plan().repetition);
    let proven = search(&start, Goal::of(start.plan()), true, (3, 50_000));
    assert_eq!(proven.depth, 3);
    assert!(proven.bounds.contain(0) && proven.actions.len() == 6);
}

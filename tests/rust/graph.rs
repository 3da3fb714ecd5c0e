//! Solving by the graph of all positions, against searches that share nothing with it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use mancalab::game::{Setup, State};
use mancalab::plan::Plan;
use mancalab::rules::{Endless, MaxActions, Rules, Score, Value, catalogue};
use mancalab::solve::deepening::{DeepeningLimits, deepen};
use mancalab::solve::graph::{GraphLimits, GraphSolution, Refusal, reachable, solve_graph};
use mancalab::solve::{Bounds, Budget, Halt};
use mancalab::tree::Goal;
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::common::{any_rules, cases, game, plan};
use crate::oracles::{
    by_force, by_thresholds, explore, finished, minimax, sign, small, stores_grow,
};

/// Nobody stops these calculations.
pub static NEVER: AtomicBool = AtomicBool::new(false);

fn limits(positions: u64) -> GraphLimits {
    GraphLimits { positions, ..GraphLimits::default() }
}

fn solve(state: &State, goal: Goal, positions: u64) -> Result<GraphSolution, Refusal> {
    solve_graph(state, goal, &limits(positions), &Budget::unlimited(&NEVER))
}

/// What holds for every solution: the best action is worth the value, and the line leads to it.
fn is_sound(state: &State, goal: Goal, solution: &GraphSolution) {
    let value = solution.value().expect("solved");
    let best = solution.actions.iter().map(|(_, bounds)| bounds.upper).max();
    assert_eq!(best, Some(value));
    let actions: Vec<_> = solution.actions.iter().map(|(action, _)| *action).collect();
    assert_eq!(actions, state.legal_actions().collect::<Vec<_>>());
    let mut after = state.clone();
    for action in &solution.line {
        after = after.play(*action as i64).expect("a line of legal actions");
    }
    assert_eq!(solution.line_ends, after.end().is_some());
    if let Some(end) = finished(&after, goal) {
        let (rules, line) = (state.plan().rules().to_toml(), &solution.line);
        assert_eq!(sign(state) * end, value, "{rules}{state}{goal:?} {line:?}");
    }
}

fn goals(plan: &Plan) -> Vec<Goal> {
    let usual = Goal::of(plan);
    if usual == Goal::Result { vec![usual] } else { vec![usual, Goal::Result] }
}

const FEW: u64 = 3_000;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..cases(250) })]

    #[test]
    fn a_capped_game_is_worth_what_minimax_says(
        rules in any_rules(), columns in 1..4_i64, seeds in 0..4_i64, cap in 1..14_i64
    ) {
        let plan = plan(&small(rules, columns, seeds, Some(cap)));
        let start = State::start(Arc::clone(&plan));
        if start.end().is_some() {
            return Ok(());
        }
        for goal in [Goal::Margin, Goal::Result] {
            let Ok(solution) = solve(&start, goal, FEW) else { continue };
            let seen = &mut HashMap::new();
            let value = sign(&start) * minimax(&start, goal, seen);
            prop_assert_eq!(solution.bounds, Bounds::exact(value), "{:?}\n{}", goal, plan.rules().to_toml());
            is_sound(&start, goal, &solution);
            for (action, bounds) in &solution.actions {
                let next = start.play(*action as i64).unwrap();
                let value = sign(&start) * minimax(&next, goal, seen);
                prop_assert_eq!(*bounds, Bounds::exact(value));
            }
        }
    }

    #[test]
    fn a_game_without_a_cap_is_worth_what_can_be_forced(
        rules in any_rules(), columns in 1..4_i64, seeds in 0..4_i64
    ) {
        let plan = plan(&small(rules, columns, seeds, None));
        let start = State::start(Arc::clone(&plan));
        if start.end().is_some() {
            return Ok(());
        }
        let Some(all) = explore(&start, 1_500) else { return Ok(()) };
        for goal in goals(&plan) {
            let solution = solve(&start, goal, FEW).expect("few positions");
            if solution.value().is_some() {
                is_sound(&start, goal, &solution);
            }
            if !solution.cyclic {
                let value = sign(&start) * minimax(&start, goal, &mut HashMap::new());
                prop_assert_eq!(solution.value(), Some(value));
            }
            let owned = plan.score == Score::Owned && goal == Goal::Margin;
            let value = match goal {
                Goal::Result => Some(by_force(&all)),
                _ => (!owned && stores_grow(&all)).then(|| by_thresholds(&all, goal)),
            };
            if let Some(value) = value.map(|value| sign(&start) * value) {
                prop_assert_eq!(solution.value(), Some(value), "{:?}\n{}", goal, plan.rules().to_toml());
            }
            prop_assert!(solution.bounds.lower <= solution.bounds.upper);
            prop_assert!(!solution.bounds.is_open() || solution.line.is_empty());
        }
    }
}

/// All ways to put seeds into pits.
fn distributions(seeds: i64, pits: usize) -> Vec<Vec<i64>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    let with = |first: i64| {
        let rest = distributions(seeds - first, pits - 1).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    };
    (0..=seeds).flat_map(with).collect()
}

#[test]
fn layers_of_awari_are_those_of_the_databases() {
    let data: Json = serde_json::from_str(include_str!("../data/awari_layers.json")).unwrap();
    let plan = game("awari", &[("max_actions", Value::Text("none".to_owned()))]);
    for layer in &data["layers"].as_array().unwrap()[..5] {
        let mut values: HashMap<String, u64> = HashMap::new();
        for pits in distributions(layer["seeds"].as_i64().unwrap(), 12) {
            let pits = [pits[..6].to_vec(), pits[6..].to_vec()];
            let state = State::set_up(&plan, &Setup { pits, ..Setup::default() }).unwrap();
            let solution = solve(&state, Goal::Margin, 100_000).unwrap();
            // Setting up may end the game at once, or pass the turn.
            let side = if state.position().to_move == 0 { 1 } else { -1 };
            *values.entry((side * solution.value().unwrap()).to_string()).or_default() += 1;
        }
        assert_eq!(serde_json::to_value(values).unwrap(), layer["histogram"]);
    }
}

#[test]
fn games_with_cycles_and_voids_are_solved_or_bounded() {
    let games = [
        ("awari", 2, 2),
        ("chuba", 2, 1),
        ("elf", 2, 2),
        ("mwambulula", 2, 2),
        ("nchayo", 2, 1),
        ("pratt", 2, 2),
        ("tsoro", 2, 2),
    ];
    let mut cyclic = 0;
    for endless in [Endless::Void, Endless::Loss] {
        for (name, columns, seeds) in games {
            let mut rules = catalogue::find(name).unwrap().clone();
            rules.moves.symmetric = name == "elf";
            rules.limits.endless = endless;
            let plan = plan(&small(rules, columns, seeds, None));
            assert_eq!(plan.columns, 2, "{name}");
            let start = State::start(Arc::clone(&plan));
            let goal = Goal::of(&plan);
            let solution = solve(&start, goal, 1_000_000).unwrap();
            let limits = DeepeningLimits { depth: 12, nodes: 300_000, bytes: 1 << 22 };
            let proven = deepen(&start, goal, false, &limits, &Budget::unlimited(&NEVER)).unwrap();
            assert!(proven.bounds.overlap(solution.bounds), "{name} {endless}");
            cyclic += usize::from(solution.cyclic);
            if let Some(all) = explore(&start, 2_000) {
                let threshold = by_thresholds(&all, goal);
                if plan.score == Score::Store || goal == Goal::Result {
                    assert_eq!(solution.value(), Some(sign(&start) * threshold), "{name}");
                }
            }
            if solution.value().is_some() {
                is_sound(&start, goal, &solution);
            }
        }
    }
    assert!(cyclic > 2, "{cyclic}");
}

/// Rows are filled again from the stores, so that the scores go up and down for as long as nobody ends the game.
const PAYS_BACK: &str = r#"
name = "pays-back"
board = { rows = 2, columns = 1, fields = true }
setup = { seeds = [4, 5], north = [5, 1], start = "north" }
moves.direction = "fixed_by_first"
sowing.skip = "turn"
turn.empty_row = "restock"
ending = { when = ["cannot_move", "nobody_can_move"], final_count = "last_mover" }
landing = [
    { was = "occupied", counts = "even", take = "landing", most = 2, then = "relay_next" },
    { was = "empty", side = "other", hand = "..2", reentry = "turn" },
    { was = "empty", side = "other", next_field = true, reentry = "turn", then = "relay_next" },
]
"#;

#[test]
fn what_is_paid_back_again_and_again_is_bounded() {
    let state = |cap: Option<i64>| {
        let mut rules = Rules::from_toml(PAYS_BACK).unwrap();
        rules.limits.max_actions = MaxActions(cap);
        State::start(plan(&rules))
    };
    let endless = solve(&state(None), Goal::Margin, FEW).unwrap();
    assert!(endless.cyclic);
    for cap in [1, 2, 13, 60, 61, 62, 63] {
        let start = state(Some(cap));
        let value = sign(&start) * minimax(&start, Goal::Margin, &mut HashMap::new());
        assert_eq!(solve(&start, Goal::Margin, FEW).unwrap().value(), Some(value), "{cap}");
        assert!(cap < 60 || endless.bounds.contain(value), "{cap} {endless:?}");
    }
}

#[test]
fn what_cannot_be_solved_is_refused_with_a_reason() {
    let awari = |options: &[(&str, Value)]| State::start(game("awari", options));
    let text = |state: &State, limits: &GraphLimits| {
        solve_graph(state, Goal::Margin, limits, &Budget::unlimited(&NEVER))
            .unwrap_err()
            .to_string()
    };
    let small = [("columns", Value::Int(3)), ("seeds", Value::Int(2))];
    let repeats = ("repetition", Value::Text("first_since_capture".to_owned()));
    let repeats = State::start(game("oware", &[repeats]));
    let usual = GraphLimits::default();
    assert!(text(&repeats, &usual).starts_with("limits.repetition = \"first_since_capture\""));
    let few = GraphLimits { positions: 100, ..usual };
    assert!(text(&awari(&[]), &few).contains("allowed are 100"));
    let little = GraphLimits { bytes: 10_000, ..usual };
    assert!(text(&awari(&[]), &little).contains("more than 10000 bytes"));
    let short = GraphLimits { steps: 1_000, ..usual };
    assert!(text(&awari(&small), &short).starts_with("limits.max_actions leaves 1000 actions"));
    let stop = AtomicBool::new(true);
    let budget = Budget::unlimited(&stop);
    let stopped = solve_graph(&awari(&[]), Goal::Margin, &usual, &budget);
    assert_eq!(stopped, Err(Refusal::Halt(Halt::Stopped)));
    let late = Budget { deadline: Some(Instant::now()), ..Budget::unlimited(&NEVER) };
    let stopped = solve_graph(&awari(&[]), Goal::Margin, &usual, &late);
    assert_eq!(stopped, Err(Refusal::Halt(Halt::Spent)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..cases(300) })]

    #[test]
    fn one_thread_and_little_memory_give_the_same(
        rules in any_rules(), columns in 1..4_i64, seeds in 0..4_i64, cap in 1..200_i64
    ) {
        let plan = plan(&small(rules, columns, seeds, Some(cap)));
        let start = State::start(Arc::clone(&plan));
        let Ok(solution) = solve(&start, Goal::Margin, FEW) else { return Ok(()) };
        let alone = GraphLimits { parallel: false, ..GraphLimits::default() };
        let again = solve_graph(&start, Goal::Margin, &alone, &Budget::unlimited(&NEVER));
        prop_assert_eq!(again.as_ref(), Ok(&solution));
        // A result does not change once enough actions are left to force it.
        let result = |cap| {
            let rules = small(plan.rules().clone(), columns, seeds, cap);
            let state = State::start(crate::common::plan(&rules));
            solve(&state, Goal::Result, FEW).ok()?.value()
        };
        let (capped, long, free) = (result(Some(cap)), result(Some(10_000)), result(None));
        prop_assert_eq!(long, free);
        prop_assert!(capped == free || capped == Some(0));
    }
}

/// Compares the counts of boards whose counts are in this range; gives how many were compared.
fn compare_counts(counts: std::ops::Range<u64>) -> usize {
    let data: Json = serde_json::from_str(include_str!("../data/kalah_reachable.json")).unwrap();
    let rows = data["counts"].as_array().unwrap().iter();
    let rows: Vec<_> =
        rows.filter(|row| counts.contains(&row["positions"].as_u64().unwrap())).collect();
    for row in &rows {
        let number = |name: &str| Value::Int(row[name].as_i64().unwrap());
        let options = [
            ("columns", number("columns")),
            ("seeds", number("seeds")),
            ("empty_capture", Value::Bool(row["empty_capture"].as_bool().unwrap())),
            ("end", Value::Text(row["end"].as_str().unwrap().to_owned())),
        ];
        let start = State::start(game("kalah", &options));
        let found = reachable(&start, &GraphLimits::default(), &Budget::unlimited(&NEVER)).unwrap();
        assert_eq!(Some(found.positions), row["positions"].as_u64(), "{row}");
        if let Some(finished) = row["finished"].as_u64() {
            assert_eq!(found.finished, finished, "{row}");
        }
    }
    rows.len()
}

#[test]
fn positions_of_kalah_are_counted_as_others_count_them() {
    assert_eq!(compare_counts(0..1_000_000), 5);
}

#[test]
#[ignore = "takes half a minute"]
fn millions_of_positions_of_kalah_are_counted_as_others_count_them() {
    assert_eq!(compare_counts(1_000_000..u64::MAX), 3);
}

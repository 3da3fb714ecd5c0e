//! Solving by the graph of all positions, against searches that share nothing with it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use mancalab::game::{Setup, State};
use mancalab::plan::Plan;
use mancalab::position::Position;
use mancalab::rules::{
    Endless, MaxActions, Repetition, Rules, Score, Seeds, Value, Winner, catalogue,
};
use mancalab::solve::deepening::{DeepeningLimits, deepen};
use mancalab::solve::graph::{GraphLimits, GraphSolution, Refusal, reachable, solve_graph};
use mancalab::solve::{Bounds, Budget, Halt};
use mancalab::tree::{Goal, Reference};
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::common::{any_rules, cases, game, plan};

/// Nobody stops these calculations.
pub static NEVER: AtomicBool = AtomicBool::new(false);

fn limits(positions: u64) -> GraphLimits {
    GraphLimits { positions, ..GraphLimits::default() }
}

fn solve(state: &State, goal: Goal, positions: u64) -> Result<GraphSolution, Refusal> {
    solve_graph(state, goal, &limits(positions), &Budget::unlimited(&NEVER))
}

/// The rules on a small board, with this cap on actions and no rule on repetition.
pub fn small(mut rules: Rules, columns: i64, seeds: i64, cap: Option<i64>) -> Rules {
    rules.limits.repetition = Repetition::None;
    // Rounds are refused.
    (rules.rounds.refill, rules.rounds.unfilled) = Default::default();
    (rules.rounds.held, rules.rounds.opposite) = Default::default();
    for entry in &mut rules.landing {
        entry.hold = false;
    }
    if matches!(rules.ending.winner, Winner::MostRounds | Winner::MostPoints) {
        rules.ending.winner = Winner::MostSeeds;
        rules.rounds.points = 0;
    }
    rules.limits.max_actions.0 = cap;
    let changes = [("columns", columns), ("seeds", seeds)];
    for (name, value) in changes {
        if let Ok(changed) = rules.replace(&[(name.to_owned(), Value::Int(value))]) {
            rules = changed;
        }
    }
    if rules.board.rows == 4 {
        let narrow = narrow(rules.clone(), columns);
        rules = if narrow.check().is_empty() { narrow } else { rules };
    }
    rules
}

/// A game of four rows with fewer columns.
fn narrow(mut rules: Rules, columns: i64) -> Rules {
    rules.board.columns = columns;
    if rules.setup.reserve > 0 {
        rules.setup.reserve = rules.board.pits_per_side();
    }
    for row in [&mut rules.setup.seeds, &mut rules.setup.outer, &mut rules.setup.inner] {
        if matches!(row, Some(Seeds::List(_))) {
            *row = Some(Seeds::Each(1));
        }
    }
    rules
}

/// What a state is worth to South as the scores stand, if the game is cut off now.
fn standing(state: &State, goal: Goal) -> i16 {
    let [south, north] = state.scores();
    if goal == Goal::Result { 0 } else { i16::from(south) - i16::from(north) }
}

/// What a finished state is worth to South.
pub fn finished(state: &State, goal: Goal) -> Option<i16> {
    Reference::new(state.plan(), goal).value_of_end(state, 0).map(|end| end.value)
}

pub fn sign(state: &State) -> i16 {
    if state.position().to_move == 0 { 1 } else { -1 }
}

/// The value to South by plain minimax over states, the cap on actions included.
pub fn minimax(state: &State, goal: Goal, seen: &mut HashMap<(Position, u32), i16>) -> i16 {
    if let Some(value) = finished(state, goal) {
        return value;
    }
    if let Some(value) = seen.get(&(*state.position(), state.plies())) {
        return *value;
    }
    let next = state.legal_actions().map(|action| state.play(action as i64).unwrap());
    let values = next.map(|next| sign(state) * minimax(&next, goal, seen));
    let value = sign(state) * values.max().expect("has actions");
    seen.insert((*state.position(), state.plies()), value);
    value
}

/// A state, and where each of its actions leads: to a state of that number, or to the end.
type Explored = (State, Vec<Result<usize, State>>);

/// All states within reach, and where their actions lead; `None` beyond so many.
fn explore(start: &State, most: usize) -> Option<Vec<Explored>> {
    let mut numbers = HashMap::from([(*start.position(), 0)]);
    let mut all = vec![(start.clone(), Vec::new())];
    let mut at = 0;
    while at < all.len() {
        for action in all[at].0.legal_actions() {
            let next = all[at].0.play(action as i64).unwrap();
            let known = all.len();
            let edge = if next.end().is_some() {
                Err(next)
            } else {
                let number = *numbers.entry(*next.position()).or_insert(known);
                if number == known {
                    all.push((next, Vec::new()));
                }
                Ok(number)
            };
            all[at].1.push(edge);
        }
        at += 1;
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// Whether stores only grow, so that play goes round among equal stores.
fn stores_grow(all: &[Explored]) -> bool {
    let grows = |state: &State, next: &State| {
        (0..2).all(|side| next.position().store(side) >= state.position().store(side))
    };
    all.iter().all(|(state, edges)| {
        edges.iter().filter_map(|edge| edge.as_ref().ok()).all(|next| grows(state, &all[*next].0))
    })
}

/// Who can force a win of a game without a cap, to South: 1, -1 or 0.
fn by_force(all: &[Explored]) -> i16 {
    let forces = |side: u8| {
        let wanted = if side == 0 { 1 } else { -1 };
        let mut won = vec![false; all.len()];
        loop {
            let before = won.clone();
            for (number, (state, edges)) in all.iter().enumerate() {
                let good = |edge: &Result<usize, State>| match edge {
                    Ok(next) => before[*next],
                    Err(end) => finished(end, Goal::Result) == Some(wanted),
                };
                won[number] = if state.position().to_move == side {
                    edges.iter().any(good)
                } else {
                    edges.iter().all(good)
                };
            }
            if won == before {
                return won[0];
            }
        }
    };
    i16::from(forces(0)) - i16::from(forces(1))
}

/// The value to South of a game without a cap, threshold by threshold: South gets at least `t` if
/// they can force the end of the game there, or if the scores stand so in play that never ends.
///
/// Only for games in which nothing but stores is counted, and nothing is paid out of them: play goes round among equal
/// stores.
fn by_thresholds(all: &[Explored], goal: Goal) -> i16 {
    let most = all[0].0.seeds() as i16 + 1;
    let holds = |t: i16| {
        // The player who is content with what stands if nothing ends waits; the other must force.
        let south_waits = |state: &State| standing(state, goal) >= t;
        let mut won: Vec<bool> = all.iter().map(|(state, _)| south_waits(state)).collect();
        // A greatest fixed point among states that satisfy South, a least one among the others:
        // stores only grow, so layers of equal stores are settled from the fullest down.
        let unstored = |state: &State| {
            let stored = [0, 1].map(|side| u32::from(state.position().store(side)));
            state.seeds() - stored[0] - stored[1]
        };
        let mut layers: Vec<_> = all.iter().map(|(state, _)| unstored(state)).collect();
        layers.sort_unstable();
        layers.dedup();
        for layer in layers {
            let members: Vec<_> =
                (0..all.len()).filter(|i| unstored(&all[*i].0) == layer).collect();
            loop {
                let mut changed = false;
                for member in &members {
                    let (state, edges) = &all[*member];
                    let good = |edge: &Result<usize, State>| match edge {
                        Ok(next) => won[*next],
                        Err(end) => finished(end, goal).unwrap() >= t,
                    };
                    let now = if state.position().to_move == 0 {
                        edges.iter().any(good)
                    } else {
                        edges.iter().all(good)
                    };
                    changed |= now != won[*member];
                    won[*member] = now;
                }
                if !changed {
                    break;
                }
            }
        }
        won[0]
    };
    (-most..=most).rev().find(|t| holds(*t)).expect("at least the worst")
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
    #![proptest_config(ProptestConfig { failure_persistence: None, ..cases(400) })]

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

//! Monte Carlo tree search against exact play, and in every game.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use crate::common::{game, nightly, play_out};
use mancalab::agents::mcts::Analysis;
use mancalab::agents::{Mcts, Native, Player, Simple, pick};
use mancalab::game::{Position, State};
use mancalab::random::GameKey;
use mancalab::rules::{Value, catalogue};
use mancalab::study::{MatchError, Opening, Run, play_match, play_match_in_parallel};

fn player(simulations: u64) -> Mcts {
    Mcts {
        simulations: Some(simulations),
        time: None,
        rollout: Simple::Random,
        leaf_batch: None,
        exploration: 0.5,
        seed: 0,
    }
}

fn analyse(mcts: &Mcts, state: &State) -> Analysis {
    mcts.analyse(state, GameKey(0), &Run::default()).expect("not stopped")
}

/// Half wins of the side to move under best play; the games end within `max_actions`.
fn exact(state: &State, known: &mut HashMap<(Position, u32), i32>) -> i32 {
    if let Some(end) = state.end() {
        let mover = usize::from(state.position().to_move);
        return end.result.winner().map_or(1, |side| if side == mover { 2 } else { 0 });
    }
    let key = (*state.position(), state.plies());
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let value = exact_actions(state, known).into_iter().map(|(_, value)| value).max().unwrap();
    known.insert(key, value);
    value
}

/// The same of each action, for the side that takes it.
fn exact_actions(state: &State, known: &mut HashMap<(Position, u32), i32>) -> Vec<(usize, i32)> {
    let mover = state.position().to_move;
    let mut values = Vec::new();
    for action in state.legal_actions() {
        let next = state.play(action as i64).unwrap();
        let value = exact(&next, known);
        values.push((action, if next.position().to_move == mover { value } else { 2 - value }));
    }
    values
}

/// A position of a random game a few actions before its end, in rules that cut it off soon after.
fn ending(name: &str, number: u64) -> State {
    let whole = State::start(game(name, &[]));
    let key = GameKey::new(1, number);
    let length = play_out(whole, key, |_, _, _| {}).plies();
    let cut = [("max_actions", Value::Int(i64::from(length) + 1))];
    let mut state = State::start(game(name, &cut));
    while state.plies() + 5 < length {
        state.advance(pick(state.legal_set(), key, state.plies()));
    }
    state
}

/// Small games of each kind: extra turns, captures that end games, relays, second decisions of a
/// turn, and games that only their length ends.
fn small_games() -> Vec<State> {
    let small = |name: &str, options: &[(&str, i64)]| {
        let options: Vec<_> = options.iter().map(|(name, n)| (*name, Value::Int(*n))).collect();
        State::start(game(name, &options))
    };
    vec![
        small("kalah", &[("columns", 3), ("seeds", 2)]),
        small("kalah", &[("columns", 4), ("seeds", 1)]),
        small("kalah", &[("columns", 2), ("seeds", 3)]),
        small("oware", &[("columns", 3), ("seeds", 2), ("max_actions", 9)]),
        small("pratt", &[("columns", 3), ("seeds", 2), ("max_actions", 8)]),
        ending("mwambulula", 0),
        ending("chuba", 0),
        ending("chuba", 1),
    ]
}

#[test]
fn finds_the_exact_value_and_a_best_action_of_small_games() {
    let mut decided = 0;
    for start in small_games() {
        let mut known = HashMap::new();
        let mut state = start;
        // The positions of a game by best play.
        while state.end().is_none() {
            let actions = exact_actions(&state, &mut known);
            let best = actions.iter().map(|(_, value)| *value).max().unwrap();
            let found = analyse(&player(20_000), &state);
            let chosen = actions.iter().find(|(action, _)| *action == found.action).unwrap();
            assert_eq!(chosen.1, best, "{state}\n{actions:?}\n{found:?}");
            let tried = found.actions.iter().find(|tried| tried.action == found.action).unwrap();
            let error = (tried.value() - f64::from(best) / 2.0).abs();
            assert!(error < 0.1, "{state}\n{actions:?}\n{found:?}");
            decided += usize::from(actions.iter().any(|(_, value)| *value != best));
            state.advance(found.action);
        }
    }
    assert!(decided > 10, "in {decided} positions only it mattered what was chosen");
}

#[test]
fn the_same_whatever_the_number_of_threads() {
    let state = State::start(game("kalah", &[]));
    let mut mcts = player(40_000);
    let on = |threads: usize, mcts: &Mcts| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| analyse(mcts, &state))
    };
    let wanted = on(1, &mcts);
    assert_eq!(wanted.actions.iter().map(|tried| tried.visits).sum::<u64>(), 40_000);
    for threads in [2, 3] {
        let found = on(threads, &mcts);
        assert_eq!(found.actions, wanted.actions, "{threads}");
        assert_eq!(found.principal_variation, wanted.principal_variation, "{threads}");
    }
    mcts.seed = 1;
    assert_ne!(on(2, &mcts).actions, wanted.actions, "another seed");
    let other = mcts.analyse(&state, GameKey(1), &Run::default()).unwrap();
    assert_ne!(on(2, &mcts).actions, other.actions, "another game");
}

#[test]
fn plays_every_game_and_keeps_its_tree() {
    for rules in catalogue::games() {
        // Games are cut short, at night those of many rounds.
        let most = if nightly() { 100 } else { 40 };
        let short = [("max_actions", Value::Int(most))];
        let whole = nightly() && !rules.rounds.are_played();
        let options = if whole { &[] } else { &short[..] };
        let opening = Opening::standard(&game(&rules.name, options));
        let searcher = Native::Mcts(player(40));
        let greedy = Native::Simple(Simple::Greedy);
        for agents in [[&searcher, &greedy], [&greedy, &searcher]] {
            let run = Run::default();
            let wanted = play_match(agents, &opening, 0..2, 7, &run).unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
            let tally =
                pool.install(|| play_match_in_parallel(agents, &opening, 0..2, 7, &run)).unwrap();
            assert_eq!(tally, wanted, "{}", rules.name);
            assert_eq!(tally.games, 2);
        }
    }
}

#[test]
fn plays_by_the_history_where_the_rules_ask_for_it() {
    let repetition = [("repetition", Value::Text("first_since_capture".to_owned()))];
    let opening = Opening::standard(&game("oware", &repetition));
    let searcher = Native::Mcts(player(60));
    let tally = play_match(
        [&searcher, &Native::Simple(Simple::Random)],
        &opening,
        0..6,
        1,
        &Run::default(),
    );
    let tally = tally.unwrap();
    assert!(tally.results[0] >= 5, "{:?}", tally.results);
}

#[test]
fn beats_greedy_by_whatever_rollouts_and_batches() {
    let opening = Opening::standard(&game("kalah", &[]));
    let variants = [
        player(150),
        Mcts { rollout: Simple::Greedy, ..player(50) },
        Mcts { leaf_batch: Some(1), ..player(150) },
        Mcts { leaf_batch: Some(64), ..player(400) },
    ];
    for mcts in variants {
        let agents = [&Native::Simple(Simple::Greedy), &Native::Mcts(mcts.clone())];
        let tally = play_match_in_parallel(agents, &opening, 0..30, 3, &Run::default()).unwrap();
        let [south, north, ..] = tally.results;
        assert!(north > south + 8, "{mcts:?}: {:?}", tally.results);
    }
}

#[test]
fn a_search_that_is_stopped_chooses_nothing() {
    let run = Run::default();
    run.stop.store(true, Ordering::Relaxed);
    let state = State::start(game("kalah", &[]));
    let mcts = player(1000);
    assert!(mcts.analyse(&state, GameKey(0), &run).is_none());
    let mut memory = <Mcts as Player>::Memory::default();
    assert_eq!(mcts.choose(&mut memory, &state, GameKey(0), 0, &run), Ok(None));
    let opening = Opening::standard(state.plan());
    let agents = [&Native::Mcts(mcts.clone()), &Native::Mcts(mcts)];
    let played = play_match(agents, &opening, 0..1, 0, &run);
    assert!(matches!(played, Err(MatchError::Stopped)));
}

#[test]
fn the_clock_stops_a_search() {
    let state = State::start(game("kalah", &[]));
    let time = Some(std::time::Duration::from_millis(20));
    let mcts = Mcts { simulations: None, time, ..player(1) };
    let found = analyse(&mcts, &state);
    let visits: u64 = found.actions.iter().map(|tried| tried.visits).sum();
    assert_eq!(found.simulations, visits);
    assert!(visits > 0);
}

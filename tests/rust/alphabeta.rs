//! Alpha-beta against minimax.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mancalab::agents::Endgames;
use mancalab::agents::Player;
use mancalab::agents::alphabeta::{AlphaBeta, Analysis, Memory};
use mancalab::game::{Setup, State, perft};
use mancalab::outcome::{GameResult, Reason};
use mancalab::plan::{Plan, Register};
use mancalab::random::GameKey;
use mancalab::rules::{Direction, FinalCount, MaxActions, Rules, Score, Value, Winner, catalogue};
use mancalab::run::Run;
use mancalab::tree::WIN;
use mancalab::tree::{Goal, TwoRows};
use proptest::prelude::*;

use crate::common::{any_rules, cases, game, plan, play_out};

const KEY: GameKey = GameKey::new(3, 5);

fn margin(state: &State, side: u8) -> i16 {
    let side = usize::from(side);
    let ahead = |of: [u8; 2]| i16::from(of[side]) - i16::from(of[1 - side]);
    let won = [0, 1].map(|side| state.register(side, Register::Won));
    let by_rounds = state.plan().winner == Winner::MostRounds;
    // However many rounds somebody is ahead, that is worth less than the match.
    let rounds =
        if by_rounds { ahead(won).saturating_mul(255).clamp(-WIN / 2, WIN / 2) } else { 0 };
    let points = [0, 1].map(|side| state.register(side, Register::Points));
    ahead(state.scores()) + rounds + ahead(points)
}

/// What a finished game is worth to a side.
fn final_value(state: &State, side: u8) -> Option<i16> {
    let end = state.end()?;
    let by_seeds = state.plan().winner == Winner::MostSeeds && end.reason != Reason::EndlessSowing;
    Some(match end.result {
        GameResult::Void => 0,
        GameResult::Truncated => margin(state, side),
        _ if by_seeds => margin(state, side),
        GameResult::Draw => 0,
        won => WIN * if won == GameResult::won_by(side.into()) { 1 } else { -1 },
    })
}

/// The value of every action, by the book.
fn minimax(state: &State, depth: u32) -> BTreeMap<usize, i16> {
    let side = state.position().to_move;
    let value_after = |action: usize| {
        let next = state.play(action as i64).expect("legal");
        if let Some(value) = final_value(&next, side) {
            return value;
        }
        let sign = if next.position().to_move == side { 1 } else { -1 };
        let value = match depth {
            1 => margin(&next, next.position().to_move),
            _ => *minimax(&next, depth - 1).values().max().expect("an action"),
        };
        sign * value
    };
    state.legal_actions().map(|action| (action, value_after(action))).collect()
}

/// The value of a state in a game in which lots are drawn: there it is the mean.
fn mean(state: &State, depth: u32) -> f64 {
    let side = state.position().to_move;
    let values = state.legal_actions().map(|action| {
        let next = state.play(action as i64).expect("legal");
        if let Some(value) = final_value(&next, side) {
            return f64::from(value);
        }
        let mover = next.position().to_move;
        let value =
            if depth == 1 { f64::from(margin(&next, mover)) } else { mean(&next, depth - 1) };
        if mover == side { value } else { -value }
    });
    if state.is_chance() { values.sum::<f64>() / 2.0 } else { values.fold(f64::MIN, f64::max) }
}

fn analyse(agent: &AlphaBeta, memory: &mut Memory, state: &State) -> Analysis<i16> {
    agent.analyse(memory, state, KEY, true, &Run::default()).expect("not stopped")
}

fn to_depth(depth: u32) -> AlphaBeta {
    AlphaBeta { depth: Some(depth), ..AlphaBeta::default() }
}

/// Plays a line out and gives the value where it ends.
fn value_of_line(state: &State, line: &[usize]) -> i16 {
    let side = state.position().to_move;
    let play = |at: State, action: &usize| at.play(*action as i64).expect("a line is legal");
    let end = line.iter().fold(state.clone(), play);
    final_value(&end, side).unwrap_or_else(|| margin(&end, side))
}

/// Compares all depths whose minimax has few leaves; gives the number of depths.
fn compare(state: &State, memory: &mut Memory, leaves: u64) -> u32 {
    let few = |depth: &u32| perft(state, *depth, &mut || true).expect("not stopped") <= leaves;
    let depths = (1..=5).take_while(few).last().unwrap_or(0);
    for depth in 1..=depths {
        if state.plan().lot_phase().is_some() {
            let found = to_depth(depth).analyse_means(state, KEY, false, &Run::default());
            let found = found.expect("not stopped").value;
            assert!((found - mean(state, depth)).abs() < 1e-9, "{state}{depth}");
            continue;
        }
        let wanted = minimax(state, depth);
        let best = *wanted.values().max().expect("an action");
        let context = || format!("{}\n{state}depth {depth}", state.plan().rules().to_toml());
        let found = analyse(&to_depth(depth), memory, state);
        assert_eq!(found.value, best, "{}", context());
        assert_eq!(wanted[&found.action], best, "{}", context());
        assert_eq!(found.values, Some(wanted.clone().into_iter().collect()), "{}", context());
        assert!(found.depth <= depth && found.principal_variation.len() as u32 <= found.depth);
        assert_eq!(found.principal_variation[0], found.action);
        assert_eq!(
            value_of_line(state, &found.principal_variation),
            best,
            "{}{:?}",
            context(),
            found.principal_variation
        );
        // Without asking for the values of all actions, and out of a fresh memory.
        let chosen = |seed| {
            let agent = AlphaBeta { seed, ..to_depth(depth) };
            let mut fresh = Memory::default();
            let action = agent.choose(&mut fresh, state, KEY, state.plies(), &Run::default());
            action.expect("never fails").expect("not stopped") as usize
        };
        let lowest = wanted.iter().find(|(_, value)| **value == best).expect("there is one").0;
        assert_eq!(chosen(None), *lowest, "{}", context());
        assert_eq!(wanted[&chosen(Some(u64::from(depth)))], best, "{}", context());
    }
    depths
}

/// Positions of random games, with a memory that goes through each game.
fn compare_games(plan: &Arc<Plan>, games: u64, seed: u64, leaves: u64) -> u32 {
    let mut compared = 0;
    let mut memory = Memory::default();
    for game in 0..games {
        to_depth(1).begin(&mut memory);
        play_out(State::start(Arc::clone(plan)), GameKey::new(seed, game), |state, _, _| {
            if state.plies() < 40 && state.plies() % 3 == 0 {
                compared += compare(state, &mut memory, leaves);
            }
        });
    }
    compared
}

#[test]
fn values_are_those_of_minimax_in_every_game_of_the_catalogue() {
    for rules in catalogue::games() {
        let compared = compare_games(&plan(rules), 3, 1, 3_000);
        assert!(compared > 20, "{}: {compared}", rules.name);
    }
}

#[test]
fn deep_values_are_those_of_minimax() {
    for (name, depth) in [("kalah", 7), ("oware", 7), ("awari", 6), ("bao-ki-arabu", 5)] {
        let state = State::start(game(name, &[]));
        let wanted = *minimax(&state, depth).values().max().expect("an action");
        assert_eq!(analyse(&to_depth(depth), &mut Memory::default(), &state).value, wanted);
    }
}

/// A small game that `AlphaBeta` searches to its end.
fn small(name: &str) -> State {
    State::start(game(name, &[("columns", Value::Int(3)), ("seeds", Value::Int(2))]))
}

#[test]
fn a_search_stops_when_every_game_is_over() {
    for name in ["kalah", "kalaha-egyptian", "elf"] {
        let state = small(name);
        let found = analyse(&to_depth(99), &mut Memory::default(), &state);
        assert!(found.depth < 60, "{name}: {}", found.depth);
        let end = found
            .principal_variation
            .iter()
            .fold(state.clone(), |at, action| at.play(*action as i64).expect("a line is legal"));
        assert!(end.end().is_some(), "{name}");
        // Far deeper searches find nothing else, whatever the table holds.
        let mut memory = Memory::default();
        for depth in 1..found.depth + 5 {
            let deeper = analyse(&to_depth(depth), &mut memory, &state);
            assert!(depth < found.depth || deeper.value == found.value, "{name}");
        }
    }
}

#[test]
fn a_table_of_endgames_is_believed() {
    let state = small("kalah");
    let exact = analyse(&to_depth(99), &mut Memory::default(), &state);
    let boards = TwoRows::new(state.plan(), Goal::Play).expect("two rows");
    let plan = Arc::clone(state.plan());
    // Positions of at most eight seeds, solved by search one by one.
    let table = Endgames::new(move |board| {
        let mut setup = Setup::default();
        let position = boards.position(*board, 0);
        for side in 0..2 {
            let pits = position.pits(side, 3).iter();
            setup.pits[side] = pits.map(|seeds| i64::from(*seeds)).collect();
        }
        let few = setup.pits.iter().flatten().sum::<i64>() <= 8;
        let state = few.then(|| State::set_up(&plan, &setup).expect("a position"))?;
        Some(analyse(&to_depth(99), &mut Memory::default(), &state).value)
    });
    let known = AlphaBeta { table: Some(table), ..to_depth(12) };
    let found = analyse(&known, &mut Memory::default(), &state);
    assert_eq!((found.value, found.values), (exact.value, exact.values));
    assert!(found.depth < exact.depth);
}

/// An endgame in which positions come again and again: the play expected took minutes to find.
#[test]
fn the_play_expected_keeps_to_the_limits() {
    let setup =
        Setup { pits: [vec![0, 0, 0, 0, 1, 4], vec![1, 0, 0, 1, 0, 1]], ..Setup::default() };
    let state = State::set_up(&game("awari", &[]), &setup).expect("a position");
    let searched = |agent: &AlphaBeta| {
        let mut fresh = Memory::default();
        agent.analyse(&mut fresh, &state, KEY, false, &Run::default()).expect("not stopped")
    };
    for agent in [
        AlphaBeta { nodes: Some(200_000), ..AlphaBeta::default() },
        AlphaBeta { time: Some(Duration::from_millis(100)), ..AlphaBeta::default() },
        to_depth(40),
    ] {
        let found = searched(&agent);
        // How deep a time reaches is the machine's affair, and with it how long the play is.
        assert!(found.line_cut || agent.time.is_some(), "{agent:?}: {found:?}");
        assert_eq!(found.principal_variation[0], found.action);
    }
    // As many positions as are asked for, and the actions of one more; every time the same.
    let agent = AlphaBeta { nodes: Some(100_000), ..AlphaBeta::default() };
    let found = searched(&agent);
    assert!((100_000..100_012).contains(&found.nodes), "{}", found.nodes);
    assert_eq!(found, searched(&agent));
    let chosen = agent.choose(&mut Memory::default(), &state, KEY, 0, &Run::default());
    assert_eq!(chosen, Ok(Some(found.action as i64)));
}

#[test]
fn a_search_that_is_stopped_gives_nothing() {
    let run = Run::default();
    run.stop.store(true, Ordering::Relaxed);
    let state = State::start(game("kalah", &[]));
    let mut memory = Memory::default();
    assert_eq!(to_depth(99).analyse(&mut memory, &state, KEY, false, &run), None);
    assert_eq!(to_depth(99).choose(&mut memory, &state, KEY, 0, &run), Ok(None));
    // What it left behind does no harm.
    assert_eq!(analyse(&to_depth(6), &mut memory, &state).value, 3);
}

#[test]
fn nodes_lead_to_the_same_choice_whatever_is_remembered() {
    let agent = AlphaBeta { nodes: Some(3_000), ..AlphaBeta::default() };
    for name in ["kalah", "tsoro"] {
        let (mut memory, mut choices) = (Memory::default(), 0);
        play_out(State::start(game(name, &[])), KEY, |state, _, _| {
            if state.plies() < 30 {
                choices += 1;
                let fresh = analyse(&agent, &mut Memory::default(), state);
                assert_eq!(analyse(&agent, &mut memory, state), fresh);
            }
        });
        assert!(choices > 10, "{name}");
    }
}

fn with_cap(mut rules: Rules, cap: i64) -> Rules {
    rules.limits.max_actions = MaxActions(Some(cap));
    rules
}

#[test]
fn a_score_that_counts_the_pits_can_change_by_all_of_them() {
    let options = [("columns", Value::Int(3)), ("seeds", Value::Int(2))];
    let mut rules = game("kalah", &options).rules().clone();
    rules.moves.direction = Direction::Chosen;
    (rules.ending.final_count, rules.ending.score) = (FinalCount::Emptied, Score::Owned);
    assert!(compare_games(&plan(&rules), 20, 1, 500) > 100);
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn values_are_those_of_minimax(rules in any_rules(), seed in any::<u64>()) {
        compare_games(&plan(&rules), 1, seed, 300);
    }

    #[test]
    fn values_are_those_of_minimax_under_a_cap(
        rules in any_rules(), cap in 1..12_i64, seed in any::<u64>()
    ) {
        compare_games(&plan(&with_cap(rules, cap)), 1, seed, 300);
    }
}

//! Whole games on lanes: matches and series against the reference engine, to the last count.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mancalab::agents::{Simple, pick};
use mancalab::batch::playout::{Job, Workspace, play, play_in};
use mancalab::batch::{Chooser, LANES, LanePlan, Level, Start};
use mancalab::game::State;
use mancalab::plan::Plan;
use mancalab::random::GameKey;
use mancalab::rules::{MaxActions, Repetition, Rules, Value, catalogue};
use mancalab::study::{
    LaneMatch, Opening, Run, Series, play_match, play_series, play_series_in_parallel,
};
use proptest::prelude::*;

use crate::common::{any_rules, cases, game, levels_in_turn, plan};

const GAMES: Range<u64> = 0..150;
const AGENTS: [Simple; 2] = [Simple::Random, Simple::Greedy];

/// What is played, but for the rules.
#[derive(Clone, Copy, Debug)]
struct Play {
    agents: [Simple; 2],
    random_plies: u32,
    starts: usize,
    seed: u64,
    level: Level,
}

fn any_play() -> impl Strategy<Value = Play> {
    let agents = (0..2_usize, 0..2_usize).prop_map(|(a, b)| [AGENTS[a], AGENTS[b]]);
    let level = any::<prop::sample::Index>().prop_map(|level| *level.get(&Level::available()));
    (agents, 0..=4_u32, 1..=3_usize, any::<u64>(), level).prop_map(
        |(agents, random_plies, starts, seed, level)| Play {
            agents,
            random_plies,
            starts,
            seed,
            level,
        },
    )
}

/// The opening, and positions of a random game after it, with the plies that led there.
fn opening(plan: &Arc<Plan>, play: &Play) -> Opening {
    let mut opening = Opening::standard(plan);
    opening.random_plies = play.random_plies;
    let mut state = opening.starts[0].clone();
    for start in 1..play.starts {
        for _ in 0..=GameKey::new(play.seed, start as u64).choose(0, 9) {
            let action = pick(state.legal_set(), GameKey::new(play.seed, 0), state.plies());
            let next = state.play(action as i64).expect("a legal action");
            if next.end().is_some() {
                break;
            }
            state = next;
        }
        opening.starts.push(state.clone());
    }
    opening
}

/// Without a rule of repetition, and cut off in good time: matches of many rounds, and games in which
/// every action may be tried for thousands of laps before it is found to be endless.
fn limited(mut rules: Rules) -> Rules {
    rules.limits.repetition = Repetition::None;
    let tried = plan(&rules);
    let most = if tried.must_try && tried.may_be_endless { 40 } else { 1000 };
    rules.limits.max_actions =
        MaxActions(Some(rules.limits.max_actions.0.unwrap_or(most).min(most)));
    rules
}

/// The match on lanes; `None` for a game that is over before it began.
fn lanes(plan: &Arc<Plan>, play: &Play) -> Option<(LaneMatch, Opening)> {
    if State::start(Arc::clone(plan)).end().is_some() {
        return None;
    }
    let opening = opening(plan, play);
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(plan)).expect("rules without repetition"));
    let lanes = LaneMatch::new(&lane_plan, play.agents, &opening, play.seed, play.level);
    Some((lanes.expect("starts that run"), opening))
}

/// Plays a match and two series on both engines.
fn compare(rules: &Rules, play: &Play) {
    let plan = plan(rules);
    let Some((lanes, opening)) = lanes(&plan, play) else { return };
    let agents = [&play.agents[0], &play.agents[1]];
    let context = || format!("{play:?}\n{}", plan.rules().to_toml());
    let run = Run::default();
    let wanted = play_match(agents, &opening, GAMES, play.seed, &run).expect("not stopped");
    assert_eq!(run.done.swap(0, Ordering::Relaxed), wanted.games);
    let (tally, _) = lanes.play(GAMES, &run).expect("not stopped");
    assert_eq!(tally, wanted, "match: {}", context());
    assert_eq!(run.done.load(Ordering::Relaxed), wanted.games, "progress");
    for swap in [false, true] {
        let rounds = 7..57;
        let wanted = play_series(agents, &opening, rounds.clone(), swap, play.seed, &run);
        let series = lanes.play_series(rounds, swap, &run).expect("not stopped");
        assert_eq!(series, wanted.expect("not stopped"), "swap {swap}: {}", context());
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn matches_are_those_of_the_reference_engine(rules in any_rules(), play in any_play()) {
        compare(&limited(rules), &play);
    }
}

/// Games wait for trials of very many laps while others of their block play on, begin, end and are
/// cut off.
#[test]
fn games_that_wait_for_long_trials() {
    let text = |word: &str| Value::Text(word.to_owned());
    for most in [3, 12, 60, 300] {
        let options = [
            ("symmetric", Value::Bool(true)),
            ("feeding", text("forced")),
            ("capture", text("across")),
            ("grand_slam", text("forbidden")),
            ("max_actions", Value::Int(most)),
        ];
        let plan = game("french-wari", &options);
        for (level, agents) in Level::available().into_iter().zip([[0, 0], [0, 1], [1, 0]]) {
            let agents = agents.map(|agent| AGENTS[agent]);
            let play = Play { agents, random_plies: 2, starts: 3, seed: most as u64, level };
            compare(plan.rules(), &play);
            let (lanes, _) = lanes(&plan, &play).expect("a game that begins");
            let (_, usage) = lanes.play(GAMES, &Run::default()).expect("not stopped");
            assert!(most < 60 || usage.long_trials > 64, "{most}: {usage:?}");
        }
    }
}

/// Sowings of very many laps go on elsewhere, more of them than find room there at a time, and cut off soon or
/// late.
#[test]
fn games_with_many_long_sowings() {
    for (game_name, most) in [("jimafesosh", 4000), ("hufesay", 400), ("jimafesosh", 12)] {
        for (endless, starts) in [("void", 1), ("loss", 3)] {
            let endless = Value::Text(endless.to_owned());
            let options = [("endless", endless), ("max_actions", Value::Int(most))];
            let plan = game(game_name, &options);
            let level = Level::chosen().expect("a level");
            let agents = [AGENTS[0], AGENTS[0]];
            let play = Play { agents, random_plies: 0, starts, seed: most as u64, level };
            compare(plan.rules(), &play);
            let (lanes, _) = lanes(&plan, &play).expect("a game that begins");
            let (_, usage) = lanes.play(GAMES, &Run::default()).expect("not stopped");
            assert!(most < 4000 || usage.long > LANES as u64, "{game_name}, {most}: {usage:?}");
        }
    }
}

/// A workspace is used again after a run that was stopped in the midst of games that were parked.
#[test]
fn a_workspace_forgets_a_run_that_was_stopped() {
    let plan = game("jimafesosh", &[]);
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(&plan)).expect("rules without repetition"));
    let start = State::start(Arc::clone(&plan));
    let start =
        Start { position: *start.position(), legal: start.legal_set(), plies: start.plies() };
    let (starts, level) = ([start], Level::chosen().expect("a level"));
    let seats = [Chooser::Random; 2];
    let job = Job {
        lane_plan: &lane_plan,
        starts: &starts,
        seats,
        random_plies: 0,
        seed: 5,
        prints: true,
        level,
    };
    let (mut wanted, mut found) = (Vec::new(), Vec::new());
    play(&job, GAMES, &|| false, &mut |game| wanted.push(*game)).expect("not stopped");
    let mut workspace = Workspace::new(&lane_plan, seats, level);
    let looks = AtomicU64::new(0);
    let stop = || looks.fetch_add(1, Ordering::Relaxed) == 9;
    assert!(play_in(&mut workspace, &job, GAMES, &stop, &mut |_| {}).is_none());
    play_in(&mut workspace, &job, GAMES, &|| false, &mut |game| found.push(*game)).unwrap();
    for games in [&mut wanted, &mut found] {
        games.sort_by_key(|game| game.game);
    }
    assert_eq!(found.len(), GAMES.count());
    assert_eq!(found, wanted);
}

#[test]
fn every_game_of_the_catalogue() {
    for (i, rules) in catalogue::games().iter().enumerate() {
        let agents = [AGENTS[i % 2], AGENTS[1 - i % 2]];
        for level in levels_in_turn(i) {
            let play = Play { agents, random_plies: 2, starts: 3, seed: i as u64, level };
            compare(&limited(rules.clone()), &play);
        }
    }
}

/// Lanes that end at different times begin in different positions, by chance's choices alone.
#[test]
fn random_games_begin_in_turn_in_several_positions() {
    for name in ["kalah", "kalaha-general", "elf", "oware", "mwambulula"] {
        for level in Level::available() {
            let agents = [Simple::Random; 2];
            let play = Play { agents, random_plies: 0, starts: 3, seed: 4, level };
            compare(&limited(game(name, &[]).rules().clone()), &play);
        }
    }
}

/// Random against Greedy in a game, from the opening.
fn usual(plan: &Arc<Plan>) -> LaneMatch {
    let level = Level::chosen().expect("a level");
    let play = Play { agents: AGENTS, random_plies: 0, starts: 1, seed: 11, level };
    lanes(plan, &play).expect("a game that begins").0
}

#[test]
fn series_depend_on_neither_threads_nor_parts() {
    let plan = game("kalah", &[("columns", Value::Int(4)), ("seeds", Value::Int(2))]);
    let (lanes, run) = (usual(&plan), Run::default());
    let opening = Opening::standard(&plan);
    let rounds = 5..1205;
    let wanted =
        play_series_in_parallel(AGENTS.each_ref(), &opening, rounds.clone(), true, 11, &run)
            .unwrap();
    assert!(wanted.distinct.count() < wanted.tally.games, "some games are the same");
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let played = pool.install(|| lanes.play_series_in_parallel(rounds.clone(), true, &run));
        assert_eq!(played.unwrap(), wanted, "{threads} threads");
    }
    let mut sum = Series::default();
    for part in [600..1205, 5..6, 6..600] {
        sum.merge(lanes.play_series(part, true, &run).unwrap());
    }
    assert_eq!(sum, wanted);
}

#[test]
fn many_distinct_games_are_estimated_alike_on_any_number_of_threads() {
    let (lanes, run) = (usual(&game("kalah", &[])), Run::default());
    let play = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| lanes.play_series_in_parallel(0..280_000, false, &run)).unwrap()
    };
    let (one, three) = (play(1), play(3));
    assert!(one.distinct.level() > 0, "{} games", one.distinct.count());
    assert_eq!(one, three);
}

#[test]
fn a_run_that_is_stopped_gives_nothing() {
    let (lanes, run) = (usual(&game("kalah", &[])), Run::default());
    run.stop.store(true, Ordering::Relaxed);
    assert!(lanes.play_in_parallel(0..1_000_000, &run).is_none());
    assert!(lanes.play_series_in_parallel(0..1_000_000, true, &run).is_none());
}

#[test]
fn a_start_that_is_over_is_not_for_lanes() {
    let plan = plan(&catalogue::find("kalah").expect("in the catalogue").clone());
    let mut state = State::start(Arc::clone(&plan));
    while state.end().is_none() {
        state = state.play(i64::from(state.legal_set().trailing_zeros())).expect("legal");
    }
    let mut opening = Opening::standard(&plan);
    opening.starts.push(state);
    let lane_plan = Arc::new(LanePlan::new(plan).expect("rules without repetition"));
    let level = Level::chosen().expect("a level");
    assert!(LaneMatch::new(&lane_plan, AGENTS, &opening, 0, level).is_none());
}

/// A game may begin while players choose which pits stay without seeds, in a lane that held another one.
#[test]
fn games_begin_between_rounds() {
    let text = "name = \"t\"\nboard = { rows = 2, columns = 5 }\n\
                setup = { seeds = 11, north = [6, 0, 1, 6, 6] }\n\
                moves = { least = 2, barred = [1, 3, 4] }\n\
                ending = { when = [\"nobody_can_move\"], final_count = \"owner\" }\n\
                rounds = { refill = 7, order = \"chosen\" }\nlimits = { max_actions = 90 }";
    let rules = Rules::from_toml(text).expect("a game");
    for seed in 0..40 {
        let (agents, level) = ([AGENTS[0]; 2], Level::Baseline);
        compare(&rules, &Play { agents, random_plies: 0, starts: 3, seed, level });
    }
}

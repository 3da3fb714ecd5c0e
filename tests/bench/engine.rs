//! Both engines in random play, game by game, on one core and on all: moves, laps and games a
//! second, and how much of its lanes the lane engine uses.
//!
//! Every answer is checked before its time is printed: the counts of Kalah against published ones,
//! the tallies of the lane engine, at every vector width and on all cores, against the reference
//! engine's. The engines take turns; each figure is the median of five runs. Names of games as
//! arguments measure only these. Below the table stands how near the lanes come, at every level, to a
//! limit kernel that plays the same games (see `limit`).
//!
//! `engine count kalah avx2 20000 [limit]` plays so many games and nothing else, in lanes or with the limit kernel, for
//! programs that count what a processor does meanwhile (`perf stat`, or an emulator: see `instructions.sh`).

#![allow(clippy::print_stdout)]

#[allow(dead_code, reason = "each benchmark uses a part")]
mod limit;

use std::sync::Arc;
use std::time::Instant;

use mancalab::agents::Simple;
use mancalab::batch::playout::Usage;
use mancalab::batch::{LANES, LanePlan, Level};
use mancalab::game::{State, perft};
use mancalab::plan::Plan;
use mancalab::rules::{Repetition, Rules, catalogue};
use mancalab::study::{LaneMatch, Opening, Run, play_match, play_match_in_parallel};
use mancalab::tally::Tally;

const RUNS: usize = 5;
/// Moves in a run of the reference engine on one core, about, or fewer where they take long.
const MOVES: u64 = 2_000_000;
/// About the length of a run of the lane engine: in shorter ones, waking the threads counts.
const LANE_SECONDS: f64 = 0.4;
/// How many times as many moves a run beside the limit kernel has.
const LIMIT_FACTOR: u64 = 100;
/// Games that are played first, to find out how many of them make a run.
const SAMPLE: u64 = 200;
/// About the longest run of the reference engine, in games of endless sowings too: the number of games hangs on
/// how fast the sample was played.
const SECONDS: f64 = 1.0;
const SEED: u64 = 1;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [count, game, level, games, kind @ ..] = &arguments[..]
        && count == "count"
    {
        return play_only(game, level, games.parse().expect("a number of games"), kind.is_empty());
    }
    // `cargo test --benches` asks for a quick pass only.
    let quick = arguments.iter().any(|argument| argument == "--test");
    let names: Vec<&String> = arguments.iter().filter(|name| !name.starts_with('-')).collect();
    check_counts(if quick { 5 } else { 8 });
    let level = Level::chosen().expect("a level of this processor");
    println!("Uniformly random play; medians of {RUNS} runs; M = million a second, k = thousand");
    println!(
        "{}, lanes at level {}, {} threads on all cores\n",
        std::env::consts::ARCH,
        level.name(),
        rayon::current_num_threads()
    );
    println!(
        "{:18}{:^27}{:^49}{:^14}",
        "", "reference engine", "lane engine, one core", "all cores"
    );
    println!(
        "{:18}{:>9}{:>9}{:>9}{:>10}{:>10}{:>9}{:>7}{:>7}{:>6}{:>8}{:>9}",
        "game",
        "moves M",
        "games k",
        "all M",
        "moves M",
        "laps M",
        "games k",
        "ratio",
        "busy %",
        "rare",
        "moves M",
        "games k"
    );
    let moves = if quick { 20_000 } else { MOVES };
    let asked = |name: &str| names.is_empty() || names.iter().any(|one| *one == name);
    let games: Vec<&Rules> = catalogue::games().iter().filter(|rules| asked(&rules.name)).collect();
    for rules in &games {
        measure(rules, level, moves, if quick { 0.0 } else { LANE_SECONDS });
    }
    println!(
        "\nbusy: lanes that sow in a lap of a block; rare: sowings of very many laps and trials"
    );
    println!("of all alternatives, for a thousand games. Without the rule of repetition.\n");
    for rules in &games {
        measure_limit(rules, LIMIT_FACTOR * moves);
    }
}

/// Plays random games of a game, in lanes or with its limit kernel, and says how many plies they had.
fn play_only(game: &str, level: &str, games: u64, in_lanes: bool) {
    let named = |found: &Level| found.name() == level;
    let level = Level::available().into_iter().find(named).expect("a level of this processor");
    let plies = if in_lanes {
        let mut rules = catalogue::find(game).expect("a game of the catalogue").clone();
        rules.limits.repetition = Repetition::None;
        let (_, lane_plan, opening) = prepared(rules);
        let lanes = LaneMatch::new(&lane_plan, [Simple::Random; 2], &opening, SEED, level);
        lanes.expect("a start").play(0..games, &Run::default()).expect("not stopped").0.plies
    } else {
        limit::of(game).expect("a game with a limit kernel")(level, games, SEED).plies
    };
    println!("plies {plies}");
}

/// How near the lanes come to the limit kernel of the game, if there is one, at every level of this processor.
fn measure_limit(rules: &Rules, moves: u64) {
    let Some(kernel) = limit::of(&rules.name) else { return };
    let (_, lane_plan, opening) = prepared(rules.clone());
    let run = Run::default();
    for level in Level::available() {
        let lanes = LaneMatch::new(&lane_plan, [Simple::Random; 2], &opening, SEED, level);
        let lanes = lanes.expect("a start");
        let play = |games| lanes.play(0..games, &run).expect("not stopped").0;
        let games = moves * SAMPLE / play(SAMPLE).plies;
        let tally = play(games);
        let answer = kernel(level, games, SEED);
        let [south, north, drawn, ..] = tally.results;
        let wanted = limit::Answer { results: [south, north, drawn], plies: tally.plies };
        assert!(answer == wanted, "{}: the limit kernel plays other games", rules.name);
        let mut runs: [Vec<f64>; 2] = Default::default();
        for _ in 0..RUNS {
            runs[0].push(timed(|| drop(play(games))));
            runs[1].push(timed(|| assert_eq!(kernel(level, games, SEED), answer)));
        }
        let [ours, least] = runs.map(|times| tally.plies as f64 / median(times) / 1e6);
        println!(
            "{}, one core, level {}: {ours:.0} M moves a second, limit kernel {least:.0} M: {:.0} %",
            rules.name,
            level.name(),
            100.0 * ours / least
        );
    }
}

/// Kalah(6, 4) against the counts of `OpenSpiel` at depth 5 and 8.
fn check_counts(depth: u32) {
    let rules = catalogue::find("kalah").expect("in the catalogue").clone();
    let start = State::start(Arc::new(Plan::new(rules).expect("a game of the catalogue")));
    let known = if depth == 8 { 563_055 } else { 4_690 };
    assert_eq!(perft(&start, depth, &mut || true), Some(known), "sequences of {depth} actions");
}

/// The rules compiled for both engines, and their start.
fn prepared(rules: Rules) -> (Arc<Plan>, Arc<LanePlan>, Opening) {
    let plan = Arc::new(Plan::new(rules).expect("a game of the catalogue"));
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(&plan)).expect("no repetition"));
    let opening = Opening::standard(&plan);
    (plan, lane_plan, opening)
}

fn measure(rules: &Rules, level: Level, moves: u64, lane_seconds: f64) {
    let mut rules = rules.clone();
    rules.limits.repetition = Repetition::None;
    let (plan, lane_plan, opening) = prepared(rules);
    let name = plan.rules().name.clone();
    let lanes = |level| {
        LaneMatch::new(&lane_plan, [Simple::Random; 2], &opening, SEED, level).expect("a start")
    };
    let run = Run::default();
    let reference = |games: u64| {
        play_match([&Simple::Random; 2], &opening, 0..games, SEED, &run).expect("not stopped")
    };
    let reference_all = |games: u64| {
        play_match_in_parallel([&Simple::Random; 2], &opening, 0..games, SEED, &run)
            .expect("not stopped")
    };
    let lane_match = lanes(level);
    let one = |games: u64| lane_match.play(0..games, &run).expect("not stopped");
    let all = |games: u64| lane_match.play_in_parallel(0..games, &run).expect("not stopped");

    let begun = Instant::now();
    let sample = reference(SAMPLE);
    let in_time = SAMPLE as f64 * SECONDS / begun.elapsed().as_secs_f64();
    let games = (moves * SAMPLE / sample.plies).min(in_time as u64).max(1);
    let answer = reference(games);
    for level in Level::available() {
        let (tally, _) = lanes(level).play(0..games, &run).expect("not stopped");
        assert!(tally == answer, "{name}: level {} plays other games", level.name());
    }
    assert!(all(games).0 == answer, "{name}: the tally depends on the threads");
    assert!(reference_all(games) == answer, "{name}: the tally depends on the threads");

    let often = lane_seconds / timed(|| drop(one(games)));
    let more = games * (often as u64).max(1);
    let threads = rayon::current_num_threads() as u64;
    let mut runs: [Vec<f64>; 4] = Default::default();
    let mut played = [(Tally::default(), Usage::default()), (Tally::default(), Usage::default())];
    for _ in 0..RUNS {
        runs[0].push(timed(|| drop(reference(games))));
        runs[1].push(timed(|| drop(reference_all(games * threads))));
        runs[2].push(timed(|| played[0] = one(more)));
        runs[3].push(timed(|| played[1] = all(more * threads)));
    }
    let [scalar, scalar_all, lane, lane_all] = runs.map(median);
    let [(tally, usage), (tally_all, _)] = &played;
    let rate = |count: u64, seconds: f64| count as f64 / seconds / 1e6;
    let busy = 100.0 * usage.laps as f64 / (usage.rounds * LANES as u64) as f64;
    let rare = 1e3 * (usage.long + usage.trials) as f64 / tally.games as f64;
    println!(
        "{name:18}{:>9.1}{:>9.0}{:>9.1}{:>10.1}{:>10.1}{:>9.0}{:>7.1}{:>7.1}{:>6.0}{:>8.0}{:>9.0}",
        rate(answer.plies, scalar),
        1e3 * rate(answer.games, scalar),
        rate(answer.plies * threads, scalar_all),
        rate(tally.plies, lane),
        rate(usage.laps, lane),
        1e3 * rate(tally.games, lane),
        rate(tally.plies, lane) / rate(answer.plies, scalar),
        busy,
        rare,
        rate(tally_all.plies, lane_all),
        1e3 * rate(tally_all.games, lane_all),
    );
}

/// Seconds of a job.
fn timed(job: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    job();
    begun.elapsed().as_secs_f64()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

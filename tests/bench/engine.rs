//! Moves per second of the reference engine in random play, game by game, on one core and on all.
//!
//! Each figure is the median of five runs, printed only after its answer was checked: the counts
//! of Kalah against published ones, and every tally against one of the same seed on other threads.

#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Instant;

use mancalab::agents::Simple;
use mancalab::game::{State, perft};
use mancalab::plan::Plan;
use mancalab::rules::catalogue;
use mancalab::study::{Opening, Run, play_match, play_match_in_parallel};
use mancalab::tally::Tally;

const RUNS: usize = 5;
/// Moves in a run on one core, about.
const MOVES: u64 = 2_000_000;

fn main() {
    // `cargo test --benches` asks for a quick pass only.
    let quick = std::env::args().any(|argument| argument == "--test");
    let moves = if quick { 20_000 } else { MOVES };
    check_counts(if quick { 5 } else { 8 });
    println!("Reference engine, uniformly random play; medians of {RUNS} runs");
    println!("{}, {} threads on all cores\n", std::env::consts::ARCH, rayon::current_num_threads());
    println!("{:18}{:>14}{:>14}{:>14}{:>14}", "", "1 core", "", "all cores", "plies");
    println!("{:18}{:>14}{:>14}{:>14}{:>14}", "game", "moves/s", "games/s", "moves/s", "per game");
    for rules in catalogue::games() {
        let plan = Arc::new(Plan::new(rules.clone()).expect("a game of the catalogue"));
        measure(&rules.name, &Opening::standard(&plan), moves);
    }
}

/// Kalah(6, 4) against the counts of `OpenSpiel` at depth 5 and 8.
fn check_counts(depth: u32) {
    let rules = catalogue::find("kalah").expect("in the catalogue").clone();
    let start = State::start(Arc::new(Plan::new(rules).expect("a game of the catalogue")));
    let known = if depth == 8 { 563_055 } else { 4_690 };
    assert_eq!(perft(&start, depth, &mut || true), Some(known), "sequences of {depth} actions");
}

fn measure(name: &str, opening: &Opening, moves: u64) {
    let one_core = |games| {
        play_match([&Simple::Random; 2], opening, 0..games, 1, &Run::default())
            .expect("not stopped")
    };
    let all_cores = |games| {
        let agents = [Simple::Random; 2];
        play_match_in_parallel(agents, opening, 0..games, 1, &Run::default()).expect("not stopped")
    };
    let sample = one_core(200);
    let games = (moves * sample.games / sample.plies).max(1);
    let (tally, seconds) = median(|| one_core(games));
    let threads = rayon::current_num_threads() as u64;
    assert_eq!(all_cores(games), tally, "{name}: the tally depends on the threads");
    let (more, parallel) = median(|| all_cores(games * threads));
    println!(
        "{name:18}{:>12.1} M{:>14.0}{:>12.1} M{:>14.1}",
        tally.plies as f64 / seconds / 1e6,
        tally.games as f64 / seconds,
        more.plies as f64 / parallel / 1e6,
        tally.plies as f64 / tally.games as f64,
    );
}

/// The tally of a job and the median of its times, in seconds.
fn median(job: impl Fn() -> Tally) -> (Tally, f64) {
    let timed = || {
        let begun = Instant::now();
        let tally = job();
        (tally, begun.elapsed().as_secs_f64())
    };
    let mut runs: Vec<_> = (0..RUNS).map(|_| timed()).collect();
    runs.sort_by(|a, b| a.1.total_cmp(&b.1));
    runs.swap_remove(RUNS / 2)
}

//! Plays a number of random games of one game in lanes, or with its limit kernel, on one core, and says how many plies
//! they had: for programs that count what a processor does meanwhile (`perf stat`, or an emulator: see
//! `instructions.sh`).
//!
//! `count kalah avx2 20000`, or `count kalah avx2 20000 limit`.

#![allow(clippy::print_stdout)]

#[allow(dead_code, reason = "each benchmark uses a part")]
mod limit;

use std::sync::Arc;

use mancalab::agents::Simple;
use mancalab::batch::{LanePlan, Level};
use mancalab::plan::Plan;
use mancalab::rules::{Repetition, catalogue};
use mancalab::study::{LaneMatch, Opening, Run};

const SEED: u64 = 1;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|one| one != "--bench").collect();
    let [game, level, games, kind @ ..] = &arguments[..] else {
        return println!("count: needs a game, a level and a number of games");
    };
    let games: u64 = games.parse().expect("a number of games");
    let named = |found: &Level| found.name() == level;
    let level = Level::available().into_iter().find(named).expect("a level of this processor");
    let plies = if kind.is_empty() {
        in_lanes(game, level, games)
    } else {
        limit::of(game).expect("a game with a limit kernel")(level, games, SEED).plies
    };
    println!("plies {plies}");
}

fn in_lanes(game: &str, level: Level, games: u64) -> u64 {
    let mut rules = catalogue::find(game).expect("a game of the catalogue").clone();
    rules.limits.repetition = Repetition::None;
    let plan = Arc::new(Plan::new(rules).expect("a game of the catalogue"));
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(&plan)).expect("no repetition"));
    let opening = Opening::standard(&plan);
    let lanes = LaneMatch::new(&lane_plan, [Simple::Random; 2], &opening, SEED, level);
    lanes.expect("a start").play(0..games, &Run::default()).expect("not stopped").0.plies
}

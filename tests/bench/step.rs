//! `Batch::step` in lockstep, beside a limit kernel that steps the same games over columns (see `limit::columns`).
//!
//! Both play the same random actions, passed as 64-bit integers, and take turns step by step; what they show at the end
//! must be equal. The figures are medians of five runs. Names of levels as arguments measure only these.

#![allow(clippy::print_stdout)]

#[allow(dead_code, reason = "each benchmark uses a part")]
mod limit;

use std::sync::Arc;
use std::time::Instant;

use limit::columns::Columns;
use mancalab::batch::numbers::write_bytes;
use mancalab::batch::{Autoreset, Batch, Chooser, LanePlan, Level, Options, Rewards};
use mancalab::game::State;
use mancalab::plan::Plan;
use mancalab::rules::catalogue;
use mancalab::study::start_of;

const RUNS: usize = 5;
/// Actions of a run, all lanes together.
const ACTIONS: usize = 20_000_000;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--test");
    let actions = if quick { 100_000 } else { ACTIONS };
    println!("Kalah in lockstep, medians of {RUNS} runs, million steps a second");
    let names: Vec<String> =
        std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    for level in Level::available() {
        if !names.is_empty() && names.iter().all(|name| name != level.name()) {
            continue;
        }
        for (lanes, threads) in [(1_024, 1), (16_384, 1), (65_536, 1), (65_536, 2)] {
            measure(level, lanes, threads, actions);
        }
    }
}

/// Steps of both kernels in so many lanes, shared out among so many threads.
fn measure(level: Level, lanes: usize, threads: usize, actions: usize) {
    let mut rates: [Vec<f64>; 2] = Default::default();
    for _ in 0..RUNS {
        let seconds = run(level, lanes, threads, actions / lanes);
        for (rates, seconds) in rates.iter_mut().zip(seconds) {
            rates.push((actions / lanes * lanes) as f64 / seconds / 1e6);
        }
    }
    let [ours, limit] = rates.map(|mut rates| {
        rates.sort_by(f64::total_cmp);
        rates[RUNS / 2]
    });
    println!(
        "{:>8}, {lanes:>6} lanes, {threads} thread{}: {ours:4.0}, limit kernel {limit:4.0}: {:3.0} %",
        level.name(),
        if threads == 1 { " " } else { "s" },
        100.0 * ours / limit
    );
}

/// Seconds that the batch takes for so many steps, and the limit kernel.
fn run(level: Level, lanes: usize, threads: usize, steps: usize) -> [f64; 2] {
    let rules = catalogue::find("kalah").expect("in the catalogue").clone();
    let plan = Arc::new(Plan::new(rules).expect("a game of the catalogue"));
    let starts = vec![start_of(&State::start(Arc::clone(&plan)))].into();
    let lane_plan = Arc::new(LanePlan::new(plan).expect("no repetition"));
    let (autoreset, rewards) = (Autoreset::SameStep, Rewards::Result);
    let options = Options { seed: 1, autoreset, rewards, starts, level };
    let mut batch = Batch::new(lane_plan, lanes, options, 0).expect("enough memory");
    let each = lanes / threads;
    let mut columns: Vec<_> = (0..threads).map(|_| Columns::new(each)).collect();
    let mut chosen = vec![0; lanes];
    let mut seconds = [0.0; 2];
    for _ in 0..steps {
        batch.choose(threads, Chooser::Random, &mut chosen);
        let actions: Vec<i64> = chosen.iter().map(|action| i64::from(*action)).collect();
        let read = |first: usize, out: &mut [u8]| {
            write_bytes(level, &actions[first..first + out.len()], out);
        };
        let begun = Instant::now();
        let stepped = batch.step(threads, read);
        seconds[0] += begun.elapsed().as_secs_f64();
        assert_eq!(stepped, Ok(()), "a legal action");
        let begun = Instant::now();
        let legal = match &mut columns[..] {
            [columns] => columns.step(level, &actions),
            [first, second] => {
                let (left, right) = actions.split_at(each);
                let both = rayon::join(|| first.step(level, left), || second.step(level, right));
                both == (true, true)
            }
            _ => unreachable!("one thread or two"),
        };
        seconds[1] += begun.elapsed().as_secs_f64();
        assert!(legal, "every action is legal");
    }
    for lane in 0..lanes {
        let (shown, columns) = (batch.lane(lane), &columns[lane / each]);
        assert_eq!(columns.plies(lane % each), shown.plies, "lane {lane}");
        let (position, mover) = (shown.position, shown.position.to_move);
        assert_eq!(columns.mover(lane % each), mover, "lane {lane}");
        for half in 0..2 {
            let side = usize::from(mover) ^ half;
            let [pits @ .., store] = columns.side(lane % each, half);
            assert_eq!((&pits[..], store), (position.pits(side, 6), position.store(side)));
        }
    }
    seconds
}

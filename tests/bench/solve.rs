//! What it costs to solve Kalah from a cold start: `cargo bench --bench solve`.

#![allow(clippy::print_stdout)] // it is what a benchmark is for

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use mancalab::game::State;
use mancalab::plan::Plan;
use mancalab::rules::{Value, catalogue};
use mancalab::solve::{Request, solve};

/// Bytes of memory that a solver may use.
const MEMORY: usize = 4 << 30;

fn main() {
    // Published values: see tests/data/exact.
    for (seeds, empty_capture, value) in [(3, false, 2), (3, true, 2), (4, false, 8), (4, true, 10)]
    {
        measure(seeds, empty_capture, value);
    }
}

fn measure(seeds: i64, empty_capture: bool, value: i16) {
    let options = [
        ("seeds".to_owned(), Value::Int(seeds)),
        ("empty_capture".to_owned(), Value::Bool(empty_capture)),
    ];
    let kalah = catalogue::find("kalah").expect("in the catalogue");
    let rules = kalah.replace(&options).expect("good options");
    let state = State::start(Arc::new(Plan::new(rules).expect("good rules")));
    let request = Request { memory: MEMORY, ..Request::default() };
    let begun = Instant::now();
    let solution = solve(&state, &request, &AtomicBool::new(false)).expect("it can be solved");
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!((solution.bounds.lower, solution.bounds.upper), (value, value));
    println!(
        "solve  Kalah(6,{seeds}) empty_capture={empty_capture:5}  {value:+3}  {:>12} positions  \
         {seconds:7.2} s",
        solution.nodes,
    );
}

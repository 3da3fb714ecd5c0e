//! Solving: what it costs.

use std::env;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use mancalab::game::State;
use mancalab::plan::Plan;
use mancalab::rules::{Value, catalogue};
use mancalab::solve::Request;

fn main() {
    let args: Vec<String> = env::args().collect();
    let name = &args[1];
    let mut options = Vec::new();
    for option in &args[2..] {
        let Some((name, value)) = option.split_once('=') else { continue };
        let value = match value {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            text => text.parse().map_or(Value::Text(text.to_owned()), Value::Int),
        };
        options.push((name.to_owned(), value));
    }
    let rules = catalogue::find(name).unwrap().replace(&options).unwrap();
    let plan = Arc::new(Plan::new(rules).unwrap());
    let state = State::start(plan);
    let stop = AtomicBool::new(false);
    let request = Request { actions: false, time: None, nodes: None, memory: 2 << 30 };
    let begun = Instant::now();
    let solution = mancalab::solve::solve(&state, &request, &stop).unwrap();
    let seconds = begun.elapsed().as_secs_f64();
    let nodes = solution.nodes;
    println!(
        "{:?} {nodes} nodes {seconds:.2} s {:.1} M/s",
        solution.bounds,
        nodes as f64 / seconds / 1e6
    );
}

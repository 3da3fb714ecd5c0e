//! Solving: what it costs.

use std::env;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use mancalab::game::State;
use mancalab::plan::Plan;
use mancalab::rules::{Value, catalogue};
use mancalab::search::{Goal, TwoRows};
use mancalab::solve::Limits;
use mancalab::solve::proof::{Bounds, Memory, Proof};

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
    let game = TwoRows::new(&plan, Goal::of(&plan)).unwrap();
    let state = State::start(plan);
    let stop = AtomicBool::new(false);
    let limits = Limits::none(&stop);
    let begun = Instant::now();
    let memory = Memory::new(1 << 30, game.columns());
    let proof = Proof::new(&game, &memory, &(), &limits);
    let node = game.node(&state);
    let stake = game.seeds_in_pits(node.board) as i16;
    let mut known = Bounds { lower: -stake, upper: stake };
    let result = proof.narrow(&node, &mut known);
    let seconds = begun.elapsed().as_secs_f64();
    let nodes = limits.nodes.load(Ordering::Relaxed);
    println!(
        "{result:?} {known:?} {nodes} nodes {seconds:.2} s {:.1} M/s",
        nodes as f64 / seconds / 1e6
    );
}

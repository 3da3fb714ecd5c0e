//! Players, values by search, exact values.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use mancalab::agents::alphabeta::{Analysis, Memory};
use mancalab::agents::{AlphaBeta, Native, NativeMemory, Player, Simple};
use mancalab::game::State;
use mancalab::random::GameKey;
use mancalab::run::Run;
use mancalab::solve::{Bounds, Request, SolveError};

use crate::networks::Effort;
use crate::positions::Course;
use crate::request::Refusal;

/// Who chooses, and the numbers from which everything random in their choice comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mind {
    player: Who,
    seed: u64,
    /// The number of the game.
    game: u64,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Who {
    Random,
    Greedy,
    Alphabeta(Search),
    /// The trained network of the game, which the engine must know.
    Network(Effort),
}

/// How long a search may last; at least one limit is needed.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// In seconds.
    time: Option<f64>,
}

/// What solving may cost.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solving {
    /// In seconds.
    time: f64,
    /// In bytes.
    memory: u64,
}

/// A time from the page.
fn seconds(time: f64) -> Result<Duration, Refusal> {
    let wrong = || Refusal::new(format!("time = {time}: a number of seconds is needed"));
    Duration::try_from_secs_f64(time).map_err(|_| wrong())
}

impl Search {
    fn agent(self) -> Result<AlphaBeta, Refusal> {
        if self.depth.is_none() && self.nodes.is_none() && self.time.is_none() {
            return Err(Refusal::new("search: a depth, a number of nodes or a time is needed"));
        }
        Ok(AlphaBeta {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(seconds).transpose()?,
            ..AlphaBeta::default()
        })
    }
}

/// The action that a player chooses.
pub fn choose(at: &Course, mind: Mind) -> Result<Json, Refusal> {
    let state = running(at.state()?)?;
    let key = GameKey::new(mind.seed, mind.game);
    let player = match mind.player {
        Who::Random => Native::Simple(Simple::Random),
        Who::Greedy => Native::Simple(Simple::Greedy),
        Who::Alphabeta(search) => Native::AlphaBeta(search.agent()?),
        Who::Network(effort) => return Ok(json!({ "action": effort.choose(&state, key)? })),
    };
    let (mut memory, run) = (NativeMemory::default(), Run::default());
    let Ok(action) = player.choose(&mut memory, &state, key, state.plies(), &run);
    Ok(json!({ "action": action }))
}

/// The value of every action, by search.
pub fn analyse(state: &State, search: Search) -> Result<Json, Refusal> {
    let state = running(state.clone())?;
    let (agent, run) = (search.agent()?, Run::default());
    if state.plan().lot_phase().is_some() {
        return told(agent.analyse_means(&state, GameKey(0), true, &run));
    }
    told(agent.analyse(&mut Memory::default(), &state, GameKey(0), true, &run))
}

fn told<V: Serialize>(found: Option<Analysis<V>>) -> Result<Json, Refusal> {
    let found = found.ok_or_else(|| Refusal::new("there was no time for a search of depth 1"))?;
    Ok(json!({
        "action": found.action,
        "value": found.value,
        "line": found.principal_variation,
        "depth": found.depth,
        "nodes": found.nodes,
        "values": found.values,
    }))
}

/// The exact value of every action, or bounds of it.
pub fn solve(state: &State, limits: Solving) -> Result<Json, Refusal> {
    let state = running(state.clone())?;
    let request = Request {
        actions: true,
        time: Some(seconds(limits.time)?),
        memory: usize::try_from(limits.memory).unwrap_or(usize::MAX),
        ..Request::default()
    };
    let solved = mancalab::solve::solve(&state, &request, &AtomicBool::new(false));
    let found = solved.map_err(|error: SolveError| Refusal::new(error.to_string()))?;
    let pair = |bounds: Bounds| [bounds.lower, bounds.upper];
    let actions: Vec<Json> = found
        .actions
        .into_iter()
        .flatten()
        .map(|(action, bounds)| json!([action, pair(bounds)]))
        .collect();
    Ok(json!({
        "kind": found.goal.name(),
        "bounds": pair(found.bounds),
        "actions": actions,
        "line": found.line,
        "nodes": found.nodes,
        "method": found.method.name(),
    }))
}

fn running(state: State) -> Result<State, Refusal> {
    match state.end() {
        None => Ok(state),
        Some(_) => Err(Refusal::new("the game is over; there is nothing to choose")),
    }
}

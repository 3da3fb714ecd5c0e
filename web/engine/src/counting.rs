//! Many games, counted as `playouts` and `match` of the Python package count them.

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use mancalab::agents::{Native, Simple};
use mancalab::batch::{LanePlan, Level};
use mancalab::run::Run;
use mancalab::study::{LaneMatch, Opening, play_match};
use mancalab::tally::Tally;

use crate::games::Spec;
use crate::request::Refusal;

/// Which games of a run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Who plays both sides.
    player: Same,
    /// The seed of the run.
    seed: u64,
    /// The number of the first one.
    from: u64,
    /// How many.
    count: u64,
    /// Plies at the start of each game that are played at random.
    #[serde(default)]
    opening_plies: u32,
}

/// A player who needs no search.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Same {
    Random,
    Greedy,
}

impl From<Same> for Simple {
    fn from(player: Same) -> Self {
        match player {
            Same::Random => Self::Random,
            Same::Greedy => Self::Greedy,
        }
    }
}

/// Games between two players of one kind, counted.
pub fn playouts(game: &Spec, games: Games) -> Result<Json, Refusal> {
    let mut opening = Opening::standard(&game.plan()?);
    opening.random_plies = games.opening_plies;
    let end = games.from.checked_add(games.count);
    let end = end.ok_or_else(|| Refusal::new("games: their numbers are too large"))?;
    Ok(counted(&tally(&opening, games.player.into(), games.from..end, games.seed)?))
}

/// The lane engine plays what it can, the reference engine all other games.
fn tally(
    opening: &Opening,
    player: Simple,
    games: Range<u64>,
    seed: u64,
) -> Result<Tally, Refusal> {
    let (run, plan) = (Run::default(), Arc::clone(opening.starts[0].plan()));
    let stopped = || Refusal::new("the games were stopped");
    let lanes = LanePlan::new(plan).ok().and_then(|plan| {
        LaneMatch::new(&Arc::new(plan), [player; 2], opening, seed, Level::Baseline)
    });
    if let Some(lanes) = lanes {
        return lanes.play(games, &run).map(|(tally, _)| tally).ok_or_else(stopped);
    }
    let both = Native::Simple(player);
    play_match([&both, &both], opening, games, seed, &run).map_err(|_| stopped())
}

fn counted(tally: &Tally) -> Json {
    let [south, north, draws, voids, truncated] = tally.results;
    let margins: Map<String, Json> =
        tally.margin_histogram().map(|(margin, n)| (margin.to_string(), n.into())).collect();
    let lengths: Map<String, Json> =
        tally.plies_histogram().map(|(plies, n)| (plies.to_string(), n.into())).collect();
    let rounds: Map<String, Json> =
        tally.rounds_histogram().map(|(rounds, n)| (rounds.to_string(), n.into())).collect();
    json!({
        "games": tally.games,
        "south": south,
        "north": north,
        "draws": draws,
        "voids": voids,
        "truncated": truncated,
        "plies": tally.plies,
        "plies_sum_squares": tally.plies_sum_squares,
        "choices_sum": tally.choices_sum,
        "choices_sum_squares": tally.choices_sum_squares,
        "margin_sum": tally.margin_sum,
        "margin_sum_squares": tally.margin_sum_squares,
        "margin_histogram": margins,
        "plies_histogram": lengths,
        "rounds_histogram": rounds,
    })
}

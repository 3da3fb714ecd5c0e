//! What can be asked.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use mancalab::rules::Fault;

use crate::counting::{self, Games};
use crate::games::{self, Spec};
use crate::networks::{self, Layout};
use crate::positions::{self, Course, Pits};
use crate::thinking::{self, Mind, Search, Solving};

/// A request.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// The names and titles of the catalogue.
    Catalogue,
    /// Rules, checked, with everything that a page shows of them.
    Game { game: Spec },
    /// The position of a game so far.
    State { at: Course },
    /// What happens when an action is played.
    Trace { at: Course, action: i64 },
    /// A position set up by hand.
    SetUp { game: Spec, pits: Pits },
    /// A trained network for a game, whose weights are attached; players know it from now on.
    Learn { game: Spec, network: Layout },
    /// The action that a player chooses.
    Choose { at: Course, mind: Mind },
    /// The value of every action, by search.
    Analyse { at: Course, search: Search },
    /// The exact value of every action, or bounds of it.
    Solve { at: Course, limits: Solving },
    /// Games between two players who need no search, counted.
    Playouts { game: Spec, games: Games },
}

/// Why there is no answer.
#[derive(Debug, Serialize)]
pub struct Refusal {
    /// In words.
    error: String,
    /// What is wrong with a description, a position or a set of options, one by one.
    faults: Vec<Said>,
}

/// A fault as the page shows it.
#[derive(Debug, Serialize)]
struct Said {
    field: String,
    value: String,
    allowed: String,
    line: Option<usize>,
    text: String,
}

impl Refusal {
    /// With words alone.
    pub fn new(error: impl Into<String>) -> Self {
        Self { error: error.into(), faults: Vec::new() }
    }

    /// With faults.
    pub fn of(faults: &[Fault]) -> Self {
        let error = faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n");
        Self { error, faults: said(faults) }
    }
}

/// Faults as the page shows them.
fn said(faults: &[Fault]) -> Vec<Said> {
    let one = |fault: &Fault| {
        let text = fault.to_string();
        let Fault { field, value, allowed, line } = fault.clone();
        Said { field, value, allowed, line, text }
    };
    faults.iter().map(one).collect()
}

/// The answer to a request and to what goes with it; where there is none, an object with `error` and
/// `faults`.
#[must_use]
pub fn answer(text: &str, attached: &[u8]) -> String {
    let done = match serde_json::from_str(text) {
        Ok(request) => carried_out(request, attached),
        Err(error) => Err(Refusal::new(format!("the request cannot be read: {error}"))),
    };
    done.unwrap_or_else(|refusal| json!(refusal)).to_string()
}

fn carried_out(request: Request, attached: &[u8]) -> Result<Json, Refusal> {
    match request {
        Request::Catalogue => Ok(games::catalogue()),
        Request::Game { game } => games::described(&game),
        Request::State { at } => Ok(positions::shown(&at.state()?)),
        Request::Trace { at, action } => positions::traced(&at.state()?, action),
        Request::SetUp { game, pits } => positions::set_up(&game, pits),
        Request::Learn { game, network } => networks::learn(&game, &network, attached),
        Request::Choose { at, mind } => thinking::choose(&at, mind),
        Request::Analyse { at, search } => thinking::analyse(&at.state()?, search),
        Request::Solve { at, limits } => thinking::solve(&at.state()?, limits),
        Request::Playouts { game, games } => counting::playouts(&game, games),
    }
}

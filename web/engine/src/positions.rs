//! A game so far, and what an action does.

use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use mancalab::game::{Event, IllegalAction, Place, PositionError, Setup, State};
use mancalab::notation::{self, NotationError};
use mancalab::plan::Register;
use mancalab::rules::NO_CLAUSE;

use crate::games::Spec;
use crate::request::Refusal;

/// A game so far.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    game: Spec,
    /// The position that it started from, as a line of text; by default the opening of the rules.
    start: Option<String>,
    /// The actions played from there.
    actions: Vec<i64>,
}

/// A position set up by hand; rows are South's and North's.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pits {
    pits: [Vec<i64>; 2],
    stores: [i64; 2],
    reserves: [i64; 2],
    marks: [Vec<bool>; 2],
    claims: [Vec<bool>; 2],
    lifted: [Vec<bool>; 2],
    to_move: i64,
}

impl From<IllegalAction> for Refusal {
    fn from(error: IllegalAction) -> Self {
        Self::new(error.to_string())
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Self {
        Self::of(&error.faults)
    }
}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Self {
        Self::new(error.to_string())
    }
}

impl Course {
    /// The state that the actions lead to.
    pub fn state(&self) -> Result<State, Refusal> {
        let plan = self.game.plan()?;
        let start = match &self.start {
            None => State::start(plan),
            Some(text) => notation::state(&plan, text)?,
        };
        self.actions.iter().try_fold(start, |state, action| Ok(state.play(*action)?))
    }
}

/// A state with everything that a page shows of it.
pub fn shown(state: &State) -> Json {
    let sides = [0, 1].map(|side| state.side(side));
    let width = state.plan().side;
    let marked = |set: u64| (0..width).filter(|pit| set >> pit & 1 == 1).collect::<Vec<_>>();
    let claims = [0, 1].map(|side| marked(state.claims(side)));
    let lifted = [0, 1].map(|side| marked(state.lifted(side)));
    let registers: Map<String, Json> = state
        .registers()
        .map(|(register, values): (Register, [u8; 2])| (register.name().to_owned(), json!(values)))
        .collect();
    let outcome = state.end().map(|end| {
        json!({
            "result": end.result.name(),
            "winner": end.result.winner(),
            "reason": end.reason.name(),
        })
    });
    json!({
        "pits": sides.map(|side| side.0),
        "stores": sides.map(|side| side.1),
        "reserves": sides.map(|side| side.2),
        "marks": sides.map(|side| marked(side.3)),
        "claims": claims,
        "lifted": lifted,
        "registers": registers,
        "phase": state.position().phase,
        "chance": state.is_chance(),
        "plies": state.plies(),
        "to_move": state.position().to_move,
        "legal": state.legal_actions().collect::<Vec<_>>(),
        "scores": state.scores(),
        "rounds_won": state.rounds_won(),
        "points": state.points(),
        "outcome": outcome,
        "text": notation::position_text(state),
    })
}

/// What happens when an action is played, event by event, and the state after it.
pub fn traced(state: &State, action: i64) -> Result<Json, Refusal> {
    let after = state.play(action)?;
    let events: Vec<Json> = state.trace(action, false)?.iter().map(event).collect();
    Ok(json!({ "events": events, "after": shown(&after) }))
}

fn event(event: &Event) -> Json {
    let place = |place: Place| json!([place.side, place.pit]);
    let clause = if event.clause == NO_CLAUSE { "" } else { &event.clause };
    json!({
        "kind": event.kind.name(),
        "key": event.key,
        "side": event.side,
        "source": event.from.map(place),
        "target": event.to.map(place),
        "count": event.count,
        "removed": event.removed,
        "field": event.field,
        "clause": clause,
        "text": event.to_string(),
    })
}

/// The state at a position set up by hand, settled.
pub fn set_up(game: &Spec, pits: Pits) -> Result<Json, Refusal> {
    let setup = Setup {
        pits: pits.pits,
        stores: pits.stores,
        reserves: pits.reserves,
        marks: pits.marks,
        claims: pits.claims,
        lifted: pits.lifted,
        to_move: pits.to_move,
        ..Setup::default()
    };
    Ok(shown(&State::set_up(&game.plan()?, &setup)?))
}

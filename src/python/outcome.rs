//! `Outcome` and `Event`.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::game::{self, End, Place, Reason};
use crate::outcome::GameResult;

/// How a game ended.
///
/// A game that is cut off after `max_actions` ("truncated", GE-10) and one in which a sowing would
/// never end ("void", GE-9, where the rules have it so) have no winner and are no draws: tallies count
/// them apart. The score is what stands on the board; of a truncated game nothing is shared out.
#[pyclass(frozen, eq, hash, get_all, module = "mancalab")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// "south", "north", "draw", "void" or "truncated".
    result: &'static str,
    /// 0 South, 1 North, or None.
    winner: Option<usize>,
    /// The scores of South and of North, in seeds.
    score: (u8, u8),
    /// Why it is over, such as "side_empty" or "endless_sowing".
    reason: &'static str,
}

#[pymethods]
impl Outcome {
    #[new]
    #[pyo3(signature = (result, winner, score, reason))]
    fn new(result: &str, winner: Option<usize>, score: (u8, u8), reason: &str) -> PyResult<Self> {
        let unknown = |field: &str, value: &str, allowed: String| {
            PyValueError::new_err(format!("{field} = {value:?}: allowed are {allowed}"))
        };
        let results = || GameResult::ALL.map(GameResult::name).join(", ");
        let reasons = || Reason::ALL.map(Reason::name).join(", ");
        let known =
            GameResult::from_name(result).ok_or_else(|| unknown("result", result, results()))?;
        let cause =
            Reason::from_name(reason).ok_or_else(|| unknown("reason", reason, reasons()))?;
        if winner != known.winner() {
            let allowed = known.winner().map_or("None".to_owned(), |side| side.to_string());
            return Err(unknown(
                "winner",
                &format!("{winner:?}"),
                format!("{allowed} for {result:?}"),
            ));
        }
        Ok(Self { result: known.name(), winner, score, reason: cause.name() })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, OutcomeParts) {
        let class = py.get_type::<Self>().into_any();
        (class, (self.result, self.winner, self.score, self.reason))
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |side| side.to_string());
        format!(
            "Outcome(result='{}', winner={winner}, score=({}, {}), reason='{}')",
            self.result, self.score.0, self.score.1, self.reason
        )
    }
}

/// Why games can be over: a dict from the reasons of outcomes to words.
#[pyfunction(name = "_reasons")]
pub fn reasons(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for reason in Reason::ALL {
        all.set_item(reason.name(), reason.words())?;
    }
    Ok(all)
}

/// What events say: a dict from their keys to sentences with words in braces.
#[pyfunction(name = "_sentences")]
pub fn sentences(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for (key, sentence) in game::SENTENCES {
        all.set_item(key, sentence)?;
    }
    Ok(all)
}

type OutcomeParts = (&'static str, Option<usize>, (u8, u8), &'static str);

/// One thing that happens when an action is played; `str` of it is a sentence.
#[pyclass(frozen, eq, module = "mancalab")]
#[derive(Clone, PartialEq)]
pub struct Event {
    /// "lift", "drop", "relay", "landing" (an entry fits that takes nothing), "test" (an entry does
    /// not fit; told on request), "mark", "capture", "reserve", "skip", "sweep", "swap" (the board is
    /// turned round, or left as it lies), "race" (both have sown at the same time), "lot", "round", "fill" (a pit, for
    /// a round, or of the other side's seeds) or "end".
    #[pyo3(get)]
    kind: &'static str,
    /// Which sentence says it: the kind, or a form of it. Captures are "capture" (for the mover's
    /// own store), "capture.hand", "capture.heap", "capture.split", "capture.gift",
    /// "capture.removed", "capture.drop", "capture.home", "capture.file", "capture.choice",
    /// "capture.choice_removed" or "capture.forfeit"; entries that take nothing are "landing.end",
    /// "landing.relay", "landing.relay_next", "landing.again", "landing.relay_or_end", "landing.relay_or_take",
    /// "landing.beside", "landing.past" or "landing.stop"; a hand that stays in the landing pit, because the game is over, is
    /// "sweep.hand"; where rounds are counted, one begins by "round.won" or "round.drawn".
    #[pyo3(get)]
    key: &'static str,
    /// The side that acts (for a skip, the side passed over): 0 South, 1 North.
    #[pyo3(get)]
    side: usize,
    /// Where seeds come from: (side, pit), the pit None for the store; or None.
    #[pyo3(get)]
    source: Option<(usize, Option<usize>)>,
    /// Where seeds go, likewise.
    #[pyo3(get)]
    target: Option<(usize, Option<usize>)>,
    /// How many seeds.
    #[pyo3(get)]
    count: u8,
    /// Whether they leave the game.
    #[pyo3(get)]
    removed: bool,
    /// The field of the rules behind it, such as "landing.capture.take".
    #[pyo3(get)]
    field: String,
    /// The clause of the rule book, such as "KA-5"; "no clause" where there is none.
    #[pyo3(get)]
    clause: String,
    clause_text: Arc<str>,
    #[pyo3(get, name = "_text")]
    text: String,
}

#[pymethods]
impl Event {
    /// What the clause says; empty where its text is not known.
    #[getter]
    fn clause_text(&self) -> &str {
        &self.clause_text
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Event {}: {} ({})>", self.kind, self.text, self.clause)
    }
}

impl From<game::Event> for Event {
    fn from(event: game::Event) -> Self {
        let place = |place: Place| (place.side, place.pit);
        Self {
            kind: event.kind.name(),
            key: event.key,
            side: event.side,
            source: event.from.map(place),
            target: event.to.map(place),
            count: event.count,
            removed: event.removed,
            text: event.to_string(),
            field: event.field,
            clause: event.clause,
            clause_text: event.clause_text,
        }
    }
}

impl Outcome {
    /// How a state ended; `None` while it runs.
    pub fn of(state: &game::State) -> Option<Self> {
        let End { result, reason } = state.end()?;
        let [south, north] = state.scores();
        Some(Self {
            result: result.name(),
            winner: result.winner(),
            score: (south, north),
            reason: reason.name(),
        })
    }
}

//! `State` and `perft`.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, ndarray::Array2};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::convert::{instance, integer, not_whole, string, whole, written};
use super::enter::enter;
use super::error::Raised;
use super::outcome::{Event, Outcome};
use super::pool::Threads;
use super::rules::Rules;
use crate::game::{self, End, Position, Reason};
use crate::notation;
use crate::outcome::GameResult;
use crate::plan::{Plan, Register};
use crate::rules::MAX_SEEDS;

/// A game at one moment, immutable; `play` makes the next state.
///
/// Equality and hash: rules, side to move, pits, stores, reserves, marks, claims, lifted, registers and
/// phase; whether the game is over, and with which result; not plies, history, or the reason of the
/// end. So a state in which a repetition, the limit of actions or an endless sowing (GE-9) ended the game is
/// another than one with the same board in which it goes on.
#[pyclass(frozen, eq, hash, module = "mancalab")]
#[derive(Clone)]
pub struct State {
    pub state: game::State,
    last: Option<LastAction>,
}

/// The side that acted and the number of its action, as it saw it.
type LastAction = (u8, i64);

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, into: &mut H) {
        // A fixed hasher, so that hashes agree between processes.
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish().hash(into);
    }
}

impl State {
    pub fn new(state: game::State) -> Self {
        Self { state, last: None }
    }
}

/// An action number; one too large for any game is simply not legal.
pub fn action_number(name: &str, state: &game::State, action: &Bound<'_, PyAny>) -> PyResult<i64> {
    let number = whole(action)?.ok_or_else(|| not_whole(name, action))?;
    number.extract().map_err(|_| {
        let Some(written) = written(&number) else {
            let text = format!("{name}: a number of thousands of digits; no action has one");
            return PyValueError::new_err(text);
        };
        let mut error = state.illegal(i64::MAX);
        error.action = written;
        Raised::from(error).into()
    })
}

#[pymethods]
impl State {
    /// The rules of the game.
    #[getter]
    fn rules(&self) -> Rules {
        Rules { plan: Arc::clone(self.state.plan()) }
    }

    /// Seeds in the pits: uint8 (2, pits per side), row = side, each in its own sowing order.
    #[getter]
    fn pits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let [south, north] = [0, 1].map(|side| self.state.side(side).0.to_vec());
        let shape = (2, south.len());
        let array = Array2::from_shape_vec(shape, [south, north].concat());
        Ok(array.map_err(|error| PyValueError::new_err(error.to_string()))?.into_pyarray(py))
    }

    /// Seeds in the stores (captured seeds where the game has no store pit): uint8 (2,).
    #[getter]
    fn stores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, &[0, 1].map(|side| self.state.side(side).1))
    }

    /// Seeds in reserve: uint8 (2,).
    #[getter]
    fn reserves<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, &[0, 1].map(|side| self.state.side(side).2))
    }

    /// Marked pits, each by the side it lies on: bool (2, pits per side). A mark says that the pit is not
    /// yet played, that the other player has marked it, that it is closed for the round or the game, that
    /// it is not sown before it is full, or that it belongs to the player of the other row for the round.
    /// On a pit that captures mark (`marks.shared`) it says that the player of the other row has.
    #[getter]
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let width = self.state.plan().side;
        bits(py, [0, 1].map(|side| self.state.side(side).3), width)
    }

    /// Claimed pits, each by the side it lies on: bool (2, pits per side). Where pits change hands for a
    /// round, marks say which have; a claim then says that the player to whom the pit does not belong has
    /// marked it. Where players mark pits of their own too, a claim says that the pit's own player has; a pit that
    /// captures mark may so be marked by both.
    #[getter]
    fn claims<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let width = self.state.plan().side;
        bits(py, [0, 1].map(|side| self.state.claims(side)), width)
    }

    /// Pits whose seeds were lifted to be sown in this round, each by the side it lies on: bool (2, pits per
    /// side). None in games in which no entry of the landing table asks for it.
    #[getter]
    fn lifted<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let width = self.state.plan().side;
        bits(py, [0, 1].map(|side| self.state.lifted(side)), width)
    }

    /// What each side carries from action to action besides seeds and marks, by name: (South's,
    /// North's), such as {"turns": (1, 0)}; empty in most games.
    #[getter]
    fn registers(&self) -> BTreeMap<&'static str, (u8, u8)> {
        let named = |(register, values): (Register, [u8; 2])| (register.name(), values.into());
        self.state.registers().map(named).collect()
    }

    /// 0: ordinary; 1 after a reserve entry; 1 + f: choose a file after capturing file f; k: choose k more
    /// pits; m + 1 + n, with the most pits m that are ever chosen: sow pit n on, or end the turn or capture, or put its
    /// seeds in another pit, or sow captured seeds from an end of the row; the greatest one where a lot is drawn.
    #[getter]
    fn phase(&self) -> u8 {
        self.state.position().phase
    }

    /// Whether the next action is drawn, not chosen: a lot that says who begins the next round. Each of
    /// the legal actions is as likely; whoever lets agents play draws it.
    #[getter]
    fn chance(&self) -> bool {
        self.state.is_chance()
    }

    /// Actions played so far.
    #[getter]
    fn plies(&self) -> u32 {
        self.state.plies()
    }

    /// The side to move: 0 South, 1 North.
    #[getter]
    fn to_move(&self) -> u8 {
        self.state.position().to_move
    }

    /// The action that led here, as (side, action); None where none was played.
    #[getter]
    fn last(&self) -> Option<LastAction> {
        self.last
    }

    /// The legal actions, ascending, seen by the player to move; empty only when the game is over.
    #[getter]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.state.legal_actions().collect::<Vec<_>>())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.end().is_some()
    }

    /// How the game ended; None while it runs.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        Outcome::of(&self.state)
    }

    /// The scores of South and North on the board as it stands.
    #[getter]
    fn scores(&self) -> (u8, u8) {
        self.state.scores().into()
    }

    /// The rounds that South and North have won, with the last one when the game was played to its end;
    /// None where the rules do not count them (`ending.winner = "most_rounds"`).
    #[getter]
    fn rounds_won(&self) -> Option<(u8, u8)> {
        self.state.rounds_won().map(Into::into)
    }

    /// The points that South and North have, with those of the last round when the game was played to its
    /// end; None where rounds bring none (`rounds.points`).
    #[getter]
    fn points(&self) -> Option<(u16, u16)> {
        self.state.points().map(Into::into)
    }

    /// The position as numbers, seen by the player to move: uint8 (features,); the names stand in
    /// `rules.observation_names`.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_vec(py, self.state.observation())
    }

    /// The state after an action. Raises IllegalAction, which names the clause that forbids it.
    fn play(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let number = action_number("action", &self.state, action)?;
        let state = self.state.play(number).map_err(Raised::from)?;
        Ok(Self { state, last: Some((self.to_move(), number)) })
    }

    /// What happens when an action is played: a list of events in order. With `tests=True` also
    /// events of kind "test": entries of the landing table that did not fit, and the test of each
    /// that failed first.
    #[pyo3(signature = (action, *, tests=false))]
    fn trace(&self, action: &Bound<'_, PyAny>, tests: bool) -> PyResult<Vec<Event>> {
        let number = action_number("action", &self.state, action)?;
        let events = self.state.trace(number, tests).map_err(Raised::from)?;
        Ok(events.into_iter().map(Event::from).collect())
    }

    /// The position as one line, for any rules: what `to_text` says after them.
    #[getter]
    fn position_text(&self) -> String {
        notation::position_text(&self.state)
    }

    /// The state as one line: rules, a colon, the position.
    ///
    /// Raises ValueError where the rules have no such line (`Rules.to_text`).
    fn to_text(&self) -> PyResult<String> {
        let rules = self.rules().to_text()?;
        Ok(format!("{rules}: {}", notation::position_text(&self.state)))
    }

    /// The state that such a line says; with `rules` (or the text of rules) the line holds the
    /// position alone. The position is settled, as by `Rules.state`. Raises ValueError.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn from_text(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let text = string("text", text)?;
        let (plan, position) = match rules {
            Some(rules) if rules.is_instance_of::<PyString>() => {
                (notation::plan(&string("rules", rules)?).map_err(Raised::from)?, text.as_str())
            }
            Some(rules) => {
                (Arc::clone(&instance::<Rules>("rules", rules)?.get().plan), text.as_str())
            }
            None => {
                let Some((rules, position)) = text.split_once(": ") else {
                    let wanted = "rules, a colon and a position are needed, or rules= beside it";
                    return Err(PyValueError::new_err(format!("text {text:?}: {wanted}")));
                };
                (notation::plan(rules).map_err(Raised::from)?, position)
            }
        };
        Ok(Self::new(notation::state(&plan, position).map_err(Raised::from)?))
    }

    fn __str__(&self) -> String {
        self.state.to_string()
    }

    /// The board as a picture, for notebooks; `mancalab.plots.board_svg` has themes and more.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("mancalab._boards")?.call_method1("board_svg", (slf,))
    }

    /// The board as a notebook takes it: a page's own picture, which screen readers can read and
    /// which shrinks with its cell, before an image of a file.
    #[pyo3(signature = (include=None, exclude=None))]
    fn _repr_mimebundle_<'py>(
        slf: &Bound<'py, Self>,
        include: Option<&Bound<'py, PyAny>>,
        exclude: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("mancalab._boards")?.call_method1("mime_bundle", (slf, include, exclude))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let at = self.state.position();
        let list = |n: [u8; 2]| format!("[{}, {}]", n[0], n[1]);
        let [south, north] = [0, 1].map(|side| self.state.side(side).0);
        let mut text = format!("{}.state(pits=[{south:?}, {north:?}]", self.rules().__repr__(py)?);
        text += &format!(", stores={}", list([0, 1].map(|side| self.state.side(side).1)));
        let reserves = [0, 1].map(|side| self.state.side(side).2);
        if reserves != [0, 0] {
            text += &format!(", reserves={}", list(reserves));
        }
        let width = self.state.plan().side;
        let bits = |set: u64| (0..width).map(|pit| set >> pit & 1).collect::<Vec<_>>();
        let marks = [0, 1].map(|side| bits(self.state.side(side).3));
        let claims = [0, 1].map(|side| bits(self.state.claims(side)));
        let lifted = [0, 1].map(|side| bits(self.state.lifted(side)));
        for (name, [south, north]) in [("marks", marks), ("claims", claims), ("lifted", lifted)] {
            if south.contains(&1) || north.contains(&1) {
                text += &format!(", {name}=[{south:?}, {north:?}]");
            }
        }
        let registers: Vec<String> = self
            .state
            .registers()
            .filter(|(_, values)| *values != [0, 0])
            .map(|(register, [south, north])| format!("'{}': ({south}, {north})", register.name()))
            .collect();
        if !registers.is_empty() {
            text += &format!(", registers={{{}}}", registers.join(", "));
        }
        text += &format!(", to_move={}", at.to_move);
        if at.phase > 0 {
            text += &format!(", phase={}", at.phase);
        }
        Ok(text + ")")
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let rebuild = py.import("mancalab._core")?.getattr("_rebuild_state")?;
        let at = self.state.position();
        let rules = Py::new(py, self.rules())?;
        let end = self
            .state
            .end()
            .map(|end| (end.result.name().to_owned(), end.reason.name().to_owned()));
        let plan = self.state.plan();
        let parts = |at: &Position| position_parts(plan, at);
        let history = self.state.history().iter().map(parts).collect();
        Ok((rebuild, (rules, parts(at), self.state.plies(), end, history, self.last)))
    }
}

/// A truth a pit, South's and then North's, from sets with one bit a pit.
fn bits(py: Python<'_>, sides: [u64; 2], width: usize) -> PyResult<Bound<'_, PyArray2<bool>>> {
    let flat = sides.into_iter().flat_map(|set| (0..width).map(move |pit| set >> pit & 1 == 1));
    PyArray1::from_vec(py, flat.collect::<Vec<bool>>()).reshape((2, width))
}

/// What every slot holds for the mover, then for the other player; phase, side to move.
type PositionParts = (Vec<u8>, (u8, u8));
type EndParts = Option<(String, String)>;
type Parts = (Py<Rules>, PositionParts, u32, EndParts, Vec<PositionParts>, Option<LastAction>);

fn position_parts(plan: &Plan, at: &Position) -> PositionParts {
    let half = |half| plan.slots.iter().map(move |slot| at.get(half, *slot));
    (half(0).chain(half(1)).collect(), (at.phase, at.to_move))
}

fn damaged() -> PyErr {
    PyValueError::new_err("a pickled state is damaged")
}

fn rebuild_position(rules: &Rules, parts: PositionParts) -> PyResult<Position> {
    let (values, (phase, to_move)) = parts;
    let (plan, slots) = (&rules.plan, &rules.plan.slots);
    if values.len() != 2 * slots.len() || to_move > 1 || usize::from(phase) > plan.phases() {
        return Err(damaged());
    }
    let mut at = Position::empty(to_move);
    at.phase = phase;
    let mut seeds = 0_u32;
    for (index, value) in values.into_iter().enumerate() {
        let slot = slots[index % slots.len()];
        seeds += if slot.holds_seeds() { u32::from(value) } else { 0 };
        if value > slot.most || seeds > MAX_SEEDS as u32 {
            return Err(damaged());
        }
        at.set(index / slots.len(), slot, value);
    }
    Ok(at)
}

/// Rebuilds a pickled state.
#[pyfunction]
#[pyo3(name = "_rebuild_state")]
pub fn rebuild_state(
    rules: &Rules,
    position: PositionParts,
    plies: u32,
    end: EndParts,
    history: Vec<PositionParts>,
    last: Option<LastAction>,
) -> PyResult<State> {
    let position = rebuild_position(rules, position)?;
    let known =
        |(side, action)| side <= 1 && (0..rules.plan.actions.count as i64).contains(&action);
    if !last.is_none_or(known) {
        return Err(damaged());
    }
    let history: Result<Vec<_>, _> =
        history.into_iter().map(|parts| rebuild_position(rules, parts)).collect();
    let end = match end {
        None => None,
        Some((result, reason)) => {
            let result = GameResult::from_name(&result).ok_or_else(damaged)?;
            let reason = Reason::from_name(&reason).ok_or_else(damaged)?;
            Some(End { result, reason })
        }
    };
    let plan = Arc::clone(&rules.plan);
    let state = game::State::from_parts(plan, position, plies, end, history?);
    if state.end().is_none() && state.legal_set() == 0 {
        return Err(damaged()); // somebody who is to move can move
    }
    Ok(State { state, last })
}

/// The number of action sequences of exactly `depth` actions from a state; finished games are not
/// extended. Stops on Ctrl-C.
#[pyfunction]
#[pyo3(signature = (state, depth))]
pub fn perft(py: Python<'_>, state: &Bound<'_, PyAny>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
    let start = instance::<State>("state", state)?.get().state.clone();
    let depth = integer("depth", depth, 0, 1000)? as u32;
    let count = enter(py, Threads::One, None, move |run| {
        game::perft(&start, depth, &mut || !run.stop.load(std::sync::atomic::Ordering::Relaxed))
    })?;
    count.ok_or_else(|| PyKeyboardInterrupt::new_err("the count was stopped"))
}

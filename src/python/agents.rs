//! Agents written in Python, and the crate's own, as players.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::alphabeta::{alphabeta_of, judged};
use super::convert::{described, instance};
use super::enter::enter;
use super::mcts::mcts_of;
use super::pool::Threads;
use super::state::{State, action_number};
use crate::agents::{AlphaBeta, Native, NativeMemory, Player, Simple};
use crate::game;
use crate::plan::Plan;
use crate::random::GameKey;
use crate::run::Run;

/// A player from Python.
pub enum Seat {
    /// One of the crate's.
    Native(Native),
    /// Alpha-beta with a function of the state that judges.
    Judged(AlphaBeta, Py<PyAny>),
    /// A function of the state.
    Policy(Py<PyAny>),
}

impl Seat {
    /// An object of `mancalab.agents`, or any function of a state, to play this game.
    pub fn from_python(name: &str, agent: &Bound<'_, PyAny>, plan: &Arc<Plan>) -> PyResult<Self> {
        let wrong = |found: String| {
            let wanted =
                "an agent such as mancalab.agents.Random() is needed, or a function of a state";
            PyTypeError::new_err(format!("{name}: {wanted}, not {found}"))
        };
        if let Ok(class) = agent.cast::<PyType>() {
            let class = class.name()?;
            return Err(wrong(format!(
                "the class {class}; did you mean {class}(...), as in Greedy()?"
            )));
        }
        let kind: Option<String> =
            agent.getattr("_native").ok().and_then(|kind| kind.extract().ok());
        match kind.as_deref() {
            Some("random") => Ok(Self::Native(Native::Simple(Simple::Random))),
            Some("greedy") => Ok(Self::Native(Native::Simple(Simple::Greedy))),
            Some("alphabeta") => Ok(match alphabeta_of(agent, plan)? {
                (agent, Some(function)) => Self::Judged(agent, function),
                (agent, None) => Self::Native(Native::AlphaBeta(agent)),
            }),
            Some("mcts") => Ok(Self::Native(Native::Mcts(mcts_of(agent)?))),
            Some("policy") => Ok(Self::Policy(agent.getattr("function")?.unbind())),
            _ if agent.is_callable() => Ok(Self::Policy(agent.clone().unbind())),
            _ => Err(wrong(described(agent))),
        }
    }
}

impl Player for Seat {
    type Memory = NativeMemory;
    type Error = PyErr;

    fn begin(&self, memory: &mut NativeMemory) {
        if let Self::Native(native) = self {
            native.begin(memory);
        }
    }

    fn choose(
        &self,
        memory: &mut NativeMemory,
        state: &game::State,
        key: GameKey,
        ply: u32,
        run: &Run,
    ) -> PyResult<Option<i64>> {
        match self {
            Self::Native(native) if native.is_quick() => {
                let Ok(action) = native.choose(memory, state, key, ply, run);
                Ok(action)
            }
            // This is the thread that minds signals, so a long choice is another's.
            Self::Native(native) => Python::attach(|py| {
                let in_parallel = matches!(native, Native::Mcts(_));
                let threads = if in_parallel { Threads::All } else { Threads::One };
                let Ok(action) =
                    enter(py, threads, None, |run| native.choose(memory, state, key, ply, run))?;
                Ok(action)
            }),
            Self::Judged(agent, function) => Python::attach(|py| {
                let found = judged(agent, function.bind(py), state, key, false)?;
                Ok(Some(found.action as i64))
            }),
            Self::Policy(policy) => Python::attach(|py| {
                py.check_signals()?; // a policy need not run any bytecode that would
                let answer = policy.bind(py).call1((State::new(state.clone()),))?;
                let what = "a policy answers with an action";
                action_number(what, state, &answer).map(Some)
            }),
        }
    }
}

/// What a player that needs no search ("random" or "greedy") does in a state that is a position of
/// game number `game` of the run with this seed.
#[pyfunction]
#[pyo3(name = "_choose", signature = (player, state, seed, game))]
pub fn choose(player: &str, state: &Bound<'_, PyAny>, seed: u64, game: u64) -> PyResult<i64> {
    let simple = match player {
        "random" => Simple::Random,
        "greedy" => Simple::Greedy,
        _ => return Err(PyValueError::new_err(format!("player = {player:?}: random or greedy"))),
    };
    let state = &instance::<State>("state", state)?.get().state;
    if state.end().is_some() {
        return Err(PyValueError::new_err("state: the game is over"));
    }
    let key = GameKey::new(seed, game);
    let Ok(action) = simple.choose(&mut (), state, key, state.plies(), &Run::default());
    Ok(action.unwrap_or_default())
}

/// Both players, if neither needs Python.
pub fn both_native(seats: &[Seat; 2]) -> Option<[&Native; 2]> {
    match seats {
        [Seat::Native(first), Seat::Native(second)] => Some([first, second]),
        _ => None,
    }
}

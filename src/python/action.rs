//! The actions of a game, taken apart.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::notation;
use crate::plan::{self, HALF, Plan};

/// One action of a game, seen by the player to move; `str` of it is its text.
#[pyclass(frozen, eq, hash, get_all, module = "mancalab")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Action {
    /// Its number.
    number: usize,
    /// "sow", "reserve", "file", "put", "count", "store", "take", "stop", "capture", "lot", "leave", "keep" or "swap".
    kind: &'static str,
    /// The pit that is sown or taken, that seeds are put in, or that stays without seeds, in its owner's sowing order; None for the other kinds.
    pit: Option<usize>,
    /// Whose pit that is: "own" or "other"; for a lot, on whom it falls; None for the other kinds.
    side: Option<&'static str>,
    /// "forward" or "backward" where pits can be sown both ways; else None.
    direction: Option<&'static str>,
    /// The file that is taken, numbered as the other player's outer pits; None for the other kinds.
    file: Option<usize>,
    /// How many seeds of the pit just chosen, or of the player's store, are sown; None for the other kinds.
    count: Option<usize>,
    /// The text, as `Rules.action_text` has it.
    text: String,
}

#[pymethods]
impl Action {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Action {}: {}>", self.number, self.text)
    }
}

impl Action {
    fn new(plan: &Plan, number: usize, action: plan::Action) -> Self {
        let text = notation::action_text(plan, number).unwrap_or_default();
        let other = Self {
            number,
            kind: "",
            pit: None,
            side: None,
            direction: None,
            file: None,
            count: None,
            text,
        };
        match action {
            plan::Action::Reserve => Self { kind: "reserve", ..other },
            plan::Action::Count(count) => Self { kind: "count", count: Some(count), ..other },
            plan::Action::Store(count) => Self { kind: "store", count: Some(count), ..other },
            plan::Action::Stop => Self { kind: "stop", ..other },
            plan::Action::Keep => Self { kind: "keep", ..other },
            plan::Action::Swap => Self { kind: "swap", ..other },
            plan::Action::Capture => Self { kind: "capture", ..other },
            plan::Action::Lot(half) => {
                Self { kind: "lot", side: Some(["own", "other"][half & 1]), ..other }
            }
            plan::Action::Leave(pit) => {
                Self { kind: "leave", pit: Some(pit), side: Some("own"), ..other }
            }
            plan::Action::File(file) => Self { kind: "file", file: Some(file), ..other },
            plan::Action::Take(slot) => {
                let side = Some(if slot < HALF { "own" } else { "other" });
                Self { kind: "take", pit: Some(slot % HALF), side, ..other }
            }
            plan::Action::Put(slot) => {
                let side = Some(if slot < HALF { "own" } else { "other" });
                Self { kind: "put", pit: Some(slot % HALF), side, ..other }
            }
            plan::Action::Sow { slot, direction } => Self {
                kind: "sow",
                pit: Some(slot % HALF),
                side: Some(if slot < HALF { "own" } else { "other" }),
                direction: (plan.actions.directions == 2)
                    .then_some(["forward", "backward"][direction & 1]),
                ..other
            },
        }
    }
}

/// The actions of a game, in the order of their numbers.
pub fn actions_of<'py>(py: Python<'py>, plan: &Plan) -> PyResult<Bound<'py, PyTuple>> {
    let known = (0..plan.actions.count).filter_map(|n| Some(Action::new(plan, n, plan.action(n)?)));
    PyTuple::new(py, known.collect::<Vec<_>>())
}

//! `Rules` and their options.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::action::actions_of;
use super::catalogue::rules_of;
use super::convert::{PositionReader, instance, integer, string};
use super::error::Raised;
use super::rule_option::{options_from, options_of, value_to_python};
use super::state::State;
use crate::executors;
use crate::game::{self, observation_names};
use crate::notation;
use crate::plan::Plan;
use crate::rules::{self, Fault, catalogue, is_key_of_entry};
use crate::tree::Goal;

/// The rules of a game, immutable.
///
/// Two rules are equal when they play the same game: names, prose and clause numbers do not count.
#[pyclass(frozen, module = "mancalab")]
pub struct Rules {
    pub plan: Arc<Plan>,
}

impl Rules {
    pub fn checked(rules: rules::Rules) -> Result<Self, Raised> {
        Ok(Self { plan: Arc::new(Plan::new(rules)?) })
    }

    fn rules(&self) -> &rules::Rules {
        self.plan.rules()
    }
}

#[pymethods]
impl Rules {
    /// Rules from a description in TOML: a str is the text, a path-like object names a file.
    ///
    /// Raises RulesError with every fault and its line; OSError when the file cannot be read.
    #[staticmethod]
    fn from_toml(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        rules_of(text)
    }

    /// The description as TOML text; reading it gives equal rules. Values at their default are left
    /// out, unless it is to be `full`.
    #[pyo3(signature = (*, full=false))]
    fn to_toml(&self, full: bool) -> String {
        if full { self.rules().to_toml_in_full() } else { self.rules().to_toml() }
    }

    /// 32 hexadecimal digits that identify what is played.
    #[getter]
    fn digest(&self) -> &str {
        self.plan.digest()
    }

    /// The name, in lower case.
    #[getter]
    fn name(&self) -> &str {
        &self.rules().name
    }

    /// The name as printed.
    #[getter]
    fn title(&self) -> &str {
        &self.rules().title
    }

    /// Other names by which the catalogue finds it, written like `name`.
    #[getter]
    fn aliases(&self) -> Vec<String> {
        self.rules().aliases.clone()
    }

    /// Other names as printed, each with the place that it is from where that is known.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.rules().names.clone()
    }

    /// Where the game is or was played, and by whom.
    #[getter]
    fn region(&self) -> &str {
        &self.rules().region
    }

    /// The language of the game's name; empty where it is not known.
    #[getter]
    fn language(&self) -> &str {
        &self.rules().language
    }

    /// The text that the rules are taken from: author, title, year, page.
    #[getter]
    fn source(&self) -> &str {
        &self.rules().source
    }

    /// Who told or showed the rules; empty where nobody is named.
    #[getter]
    fn informant(&self) -> &str {
        &self.rules().informant
    }

    /// How unclear or contradictory texts were read; empty where there was no need.
    #[getter]
    fn note(&self) -> &str {
        &self.rules().note
    }

    /// The game of the catalogue whose clauses are cited besides its own; empty for none.
    #[getter]
    fn book(&self) -> &str {
        &self.rules().book
    }

    /// A paragraph about the game.
    #[getter]
    fn about(&self) -> &str {
        &self.rules().about
    }

    /// Rows of the board: 2 or 4.
    #[getter]
    fn rows(&self) -> i64 {
        self.rules().board.rows
    }

    /// Pits in a row.
    #[getter]
    fn columns(&self) -> usize {
        self.plan.columns
    }

    /// Pits of one side.
    #[getter]
    fn pits_per_side(&self) -> usize {
        self.plan.side
    }

    /// Whether any seed can come into a store, or to the captured ones beside the board.
    #[getter]
    fn has_stores(&self) -> bool {
        self.plan.has_stores
    }

    /// What solvers and tables say a position is worth: "margin" in seeds, where seeds decide every
    /// game; else "result", 1 for a win, -1 for a loss, 0 for neither.
    #[getter]
    fn value_kind(&self) -> &'static str {
        Goal::of(&self.plan).name()
    }

    /// The options: a dict from name to RuleOption.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        options_of(py, self.rules())
    }

    /// The game in words: a list of (field, clause, sentence) in the order of play.
    fn lines(&self) -> Vec<(String, String, String)> {
        let lines = self.rules().lines();
        lines.into_iter().map(|line| (line.field, line.clause, line.text)).collect()
    }

    /// The rule book, a dict from number to text: the game's own clauses, those of the game whose
    /// rule book it shares, then the conventions of all games (GE-1, GE-2, ...).
    #[getter]
    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let clauses = PyDict::new(py);
        for (number, text) in self.rules().rule_book() {
            clauses.set_item(number, text)?;
        }
        Ok(clauses)
    }

    /// The text of a clause as events and errors cite it, such as "KA-5" or "KT-3, KG-5" (then each
    /// text after its number); empty where there is none.
    fn clause_text(&self, clause: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.rules().quoted(&string("clause", clause)?))
    }

    /// The rules as one line, such as "kalah columns=4 seeds=3" or
    /// "oware landing.capture.counts=[2,3,4]".
    ///
    /// Raises ValueError for rules that neither options of a game of the catalogue nor keys of its
    /// landing table make; they have only their TOML text.
    pub fn to_text(&self) -> PyResult<String> {
        notation::rules_text(self.rules()).ok_or_else(|| {
            let name = self.name();
            PyValueError::new_err(format!(
                "{name} is not a game of the catalogue with options: use to_toml"
            ))
        })
    }

    /// The rules that such a line says. Raises RulesError.
    #[staticmethod]
    fn from_text(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = string("text", text)?;
        Ok(Self { plan: notation::plan(&text).map_err(Raised::from)? })
    }

    /// All actions, in the order of their numbers: a tuple of Action.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        actions_of(py, &self.plan)
    }

    /// What the game asks of those who play it: a tuple of names such as "relays".
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plan.features.iter().map(executors::name).collect::<Vec<_>>())
    }

    /// Who plays the game, or proves something about it: a dict from "lanes", "fused lanes", "two
    /// rows", "fused two rows", "acyclic proof" and "endgame tables" to None, or to the reason why
    /// it leaves this game to others. (The reference engine plays every game.)
    #[getter]
    fn refusals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let refusals = PyDict::new(py);
        for (executor, reason) in executors::refusals(&self.plan) {
            refusals.set_item(executor, reason)?;
        }
        Ok(refusals)
    }

    /// Entries of the landing table that never fit, each with an earlier one that fits whenever it
    /// does: a tuple of (later, earlier), such as ("landing.b", "landing.a"). Relays that are never
    /// asked for are the last one, ("laps.relay", "landing.a").
    #[getter]
    fn dead_entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.rules().dead_fields())
    }

    /// Values that say nothing beside the others, each with the reason.
    #[getter]
    fn _idle_values(&self) -> Vec<String> {
        self.rules().idle_values().iter().map(Fault::to_string).collect()
    }

    /// The options, each with the fields that say the same as its value: a list of (name, fields),
    /// such as ("capture", 'landing.capture.to = "store"').
    fn _option_fields(&self) -> Vec<(&'static str, String)> {
        self.rules().option_fields()
    }

    /// The text of an action, such as "3", "3<", "o3", "r" or "f5". Raises ValueError for a number
    /// that the game does not have.
    fn action_text(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let most = self.plan.actions.count as i128 - 1;
        let number = integer("action", action, 0, most)? as usize;
        Ok(notation::action_text(&self.plan, number).unwrap_or_default())
    }

    /// The number of an action from its text. Raises ValueError.
    fn action_from_text(&self, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        let text = string("text", text)?;
        Ok(notation::action(&self.plan, &text).map_err(Raised::from)?)
    }

    /// The fewest options that make these rules from the catalogue's game of that name; None if
    /// none do.
    fn _changes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let original = catalogue::find(self.name());
        let Some(changes) = original.and_then(|original| self.rules().changes_from(original))
        else {
            return Ok(None);
        };
        let options = PyDict::new(py);
        for (name, value) in changes {
            options.set_item(name, value_to_python(py, &value)?)?;
        }
        Ok(Some(options))
    }

    /// The keys of entries of the landing table that are not at their default, by the names that
    /// `replace` takes.
    #[getter]
    fn _entry_keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let keys = PyDict::new(py);
        for (name, value) in self.rules().entry_keys() {
            keys.set_item(name, value_to_python(py, &value)?)?;
        }
        Ok(keys)
    }

    /// A changed copy, checked: options, and keys of entries of the landing table, as in
    /// `replace(**{"landing.capture.counts": [2, 3]})`; "landing[0].counts" where the entry has no
    /// name. Raises RulesError, as `rules`.
    #[pyo3(signature = (**options))]
    fn replace(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let changed =
            self.rules().replace(&options_from(self.rules(), options)?).map_err(Raised::from)?;
        Ok(Self::checked(changed)?)
    }

    /// The game in words, clause by clause.
    fn explain(&self) -> String {
        self.rules().explain()
    }

    /// The sentences in which two games differ; empty when they play alike.
    fn diff(&self, other: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.rules().diff(instance::<Self>("other", other)?.get().rules()))
    }

    /// How many rules two games say differently.
    fn _differences(&self, other: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.rules().differing(instance::<Self>("other", other)?.get().rules()).len())
    }

    /// Size of the action space.
    #[getter]
    fn n_actions(&self) -> usize {
        self.plan.actions.count
    }

    /// One name for each number of an observation.
    #[getter]
    fn observation_names(&self) -> Vec<String> {
        observation_names(&self.plan)
    }

    /// The opening.
    fn start(&self) -> State {
        State::new(game::State::start(Arc::clone(&self.plan)))
    }

    /// A position set up by hand, then settled as after an action (GE-12): it may be over at once,
    /// and the other side may be to move.
    ///
    /// pits: whole numbers (2, pits per side), row 0 South, each in its own sowing order;
    /// stores, reserves: (2,), default 0; marks, claims, lifted: truth values (2, pits per side), default none;
    /// registers: a dict from name to (South's, North's), such as {"turns": (1, 0)}, default 0. A
    /// register goes as far as the rules tell its values apart: where an entry asks for the first
    /// turn only, "turns" is 0 before it and 1 ever after, and a larger value is refused;
    /// to_move: 0 South, 1 North; phase: 0 unless a second decision is pending.
    /// Raises PositionError naming every fault; TypeError for numbers that are not whole.
    #[allow(clippy::too_many_arguments)] // one for each part of a position
    #[pyo3(signature = (*, pits, stores=None, reserves=None, marks=None, claims=None, lifted=None, registers=None, to_move=None, phase=None))]
    fn state(
        &self,
        pits: &Bound<'_, PyAny>,
        stores: Option<&Bound<'_, PyAny>>,
        reserves: Option<&Bound<'_, PyAny>>,
        marks: Option<&Bound<'_, PyAny>>,
        claims: Option<&Bound<'_, PyAny>>,
        lifted: Option<&Bound<'_, PyAny>>,
        registers: Option<&Bound<'_, PyAny>>,
        to_move: Option<&Bound<'_, PyAny>>,
        phase: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        let mut read = PositionReader::default();
        let setup = game::Setup {
            pits: read.pits("pits", pits, self.plan.side)?,
            stores: read.pair("stores", stores)?,
            reserves: read.pair("reserves", reserves)?,
            marks: read.marks("marks", marks, self.plan.side)?,
            claims: read.marks("claims", claims, self.plan.side)?,
            lifted: read.marks("lifted", lifted, self.plan.side)?,
            registers: read.registers("registers", registers, &self.plan)?,
            to_move: read.number("to_move", "0 (South) or 1 (North)", to_move)?,
            phase: read.number("phase", "an integer", phase)?,
        };
        read.finish()?;
        let state = game::State::set_up(&self.plan, &setup).map_err(Raised::from)?;
        Ok(State::new(state))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().plan.digest() == self.plan.digest())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.plan.digest()).hash()
    }

    pub fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = self.rules();
        let original = catalogue::find(&rules.name);
        if let Some(changes) = original.and_then(|original| rules.changes_from(original)) {
            let mut text = format!("mancalab.rules({:?}", rules.name);
            let mut keys = Vec::new(); // are no names of arguments
            for (name, value) in changes {
                let value = value_to_python(py, &value)?.into_bound(py).repr()?;
                if is_key_of_entry(&name) {
                    keys.push(format!("{name:?}: {value}"));
                } else {
                    text += &format!(", {name}={value}");
                }
            }
            if !keys.is_empty() {
                text += &format!(", **{{{}}}", keys.join(", "));
            }
            return Ok(text + ")");
        }
        Ok(format!("mancalab.Rules.from_toml({})", PyString::new(py, &rules.to_toml()).repr()?))
    }

    fn __str__(&self) -> String {
        notation::rules_label(self.rules())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let rebuild = py.import("mancalab._core")?.getattr("_rebuild_rules")?;
        Ok((rebuild, (self.rules().to_toml(),)))
    }
}

//! Rules from the catalogue or from a description, with their faults, and in words.

use std::cell::RefCell;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use mancalab::notation;
use mancalab::plan::{Action, Feature, HALF, Held, Plan};
use mancalab::rules::{
    Allowed, Fault, NO_CLAUSE, OptionInfo, Rest, Rules, RulesError, Value, catalogue,
};

use crate::request::Refusal;

/// Which game: one of the catalogue, a description, or a line such as "kalah seeds=3"; each with
/// options.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The name of a game of the catalogue.
    name: Option<String>,
    /// A description in TOML.
    toml: Option<String>,
    /// A line, as records have it.
    line: Option<String>,
    /// Options that are changed.
    #[serde(default)]
    options: Map<String, Json>,
}

thread_local! {
    /// The rules asked for last: nearly every request is about the same ones.
    static LAST: RefCell<Option<(Spec, Arc<Plan>)>> = const { RefCell::new(None) };
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::of(&[fault])
    }
}

impl From<RulesError> for Refusal {
    fn from(error: RulesError) -> Self {
        Self::of(&error.faults)
    }
}

impl Spec {
    /// The rules, checked and compiled.
    pub fn plan(&self) -> Result<Arc<Plan>, Refusal> {
        let kept = LAST.with_borrow(|last| {
            last.as_ref().filter(|(spec, _)| spec == self).map(|(_, plan)| Arc::clone(plan))
        });
        if let Some(plan) = kept {
            return Ok(plan);
        }
        let plan = Arc::new(Plan::new(self.rules()?)?);
        LAST.set(Some((self.clone(), Arc::clone(&plan))));
        Ok(plan)
    }

    fn rules(&self) -> Result<Rules, Refusal> {
        let rules = match (&self.name, &self.toml, &self.line) {
            (Some(name), None, None) => catalogue::find(name)
                .cloned()
                .ok_or_else(|| Refusal::new(format!("no game is called {name:?}")))?,
            (None, Some(text), None) => Rules::from_toml(text)?,
            (None, None, Some(line)) => notation::plan(line)?.rules().clone(),
            _ => return Err(Refusal::new("game: one of name, toml and line is needed")),
        };
        let values: Result<Vec<_>, Refusal> = self
            .options
            .iter()
            .map(|(name, value)| Ok((name.clone(), option_value(name, value)?)))
            .collect();
        Ok(rules.replace(&values?)?)
    }
}

fn option_value(name: &str, value: &Json) -> Result<Value, Refusal> {
    let wrong = || Refusal::of(&[Fault::new(name, value, "a truth value, a number or a name")]);
    match value {
        Json::Null => Ok(Value::None),
        Json::Bool(flag) => Ok(Value::Bool(*flag)),
        Json::String(text) => Ok(Value::Text(text.clone())),
        Json::Number(number) => number.as_i64().map(Value::Int).ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

/// The names and titles of the catalogue, in its order.
pub fn catalogue() -> Json {
    catalogue::games().iter().map(|rules| json!([rules.name, rules.title])).collect()
}

/// Rules with everything that a page shows of them.
pub fn described(spec: &Spec) -> Result<Json, Refusal> {
    let plan = spec.plan()?;
    let rules = plan.rules();
    let lines: Vec<Json> = rules
        .lines()
        .into_iter()
        .map(|line| {
            let clause = if line.clause == NO_CLAUSE { String::new() } else { line.clause };
            let quoted = rules.quoted(&clause);
            json!({ "field": line.field, "clause": clause, "text": line.text, "quoted": quoted })
        })
        .collect();
    let clauses: Map<String, Json> = rules
        .rule_book()
        .into_iter()
        .map(|(number, text)| (number.to_owned(), text.into()))
        .collect();
    Ok(json!({
        "name": rules.name,
        "title": rules.printed_name(),
        "names": rules.names,
        "region": rules.region,
        "language": rules.language,
        "source": rules.source,
        "informant": rules.informant,
        "about": rules.about,
        "note": rules.note,
        "digest": plan.digest(),
        "text": notation::rules_text(rules),
        "toml": rules.to_toml(),
        "explain": rules.explain(),
        "lines": lines,
        "clauses": clauses,
        "options": rules.options().iter().map(|found| option(&plan, found)).collect::<Vec<_>>(),
        "idle": idle(rules),
        "rows": rules.board.rows,
        "columns": plan.columns,
        "fields": plan.field.is_some(),
        "halves": plan.features.has(Feature::Halves),
        "pits": plan.side,
        "has_stores": plan.has_stores,
        "store_pits": plan.features.has(Feature::Stores),
        "reserve": plan.slots.iter().any(|slot| matches!(slot.held, Held::Reserve)),
        "marks": marks(&plan),
        "claims": claims(&plan),
        "lifts": lifts(&plan),
        "places": plan.places.is_some(),
        "gives": plan.gives,
        "places_for_both": plan.places.is_some_and(|places| places.by_one),
        "chooses_end": plan.chooses_end,
        "shared": (0..plan.side).filter(|pit| plan.shared >> pit & 1 == 1).collect::<Vec<_>>(),
        "by_seeds": rules.ending.winner == mancalab::rules::Winner::MostSeeds,
        "actions": (0..plan.actions.count).map(|number| action(&plan, number)).collect::<Vec<_>>(),
    }))
}

/// What it says that seeds were lifted from a pit: they were lifted before, or the pit rests, or does so for a turn; or nothing.
fn lifts(plan: &Plan) -> &'static str {
    match plan.lifts {
        false => "",
        true => match plan.rest {
            Rest::UntilSown => "rests",
            Rest::LoneSeed => "rests_once",
            Rest::Never | Rest::FirstTurns => "lifted",
        },
    }
}

/// Who makes the marks that are claims: the "own" player of a pit, or the "other" one; or "blocked" pits have them.
fn claims(plan: &Plan) -> &'static str {
    match plan.claims {
        false => "",
        true if plan.blocks => "blocked",
        true if plan.own_marks || plan.shared != 0 => "own",
        true => "other",
    }
}

/// What marks on pits say: that they are "unplayed", "closed" for the round, "left" without seeds for it, "held" (or closed), or "filling" until they are full, that a player "made"
/// them theirs, or that they are "owned" by the player of the other row for the round.
fn marks(plan: &Plan) -> &'static str {
    match plan.marks {
        false => "",
        true if plan.houses != 0 => "house",
        true if plan.unplayed => "unplayed",
        true if plan.holds_pits => "held",
        true if plan.closes_pits => "closed",
        true if plan.actions.leaves.is_some() => "left",
        true if plan.full_pit > 0 => "filling",
        true if plan.owns_pits => "owned",
        true => "made",
    }
}

/// What a description says in vain: entries that never fit, and values that change nothing.
fn idle(rules: &Rules) -> Vec<String> {
    let dead = rules.dead_fields().into_iter();
    let dead = dead.map(|(later, earlier)| format!("{later} never fits: {earlier} comes first"));
    dead.chain(rules.idle_values().iter().map(Fault::to_string)).collect()
}

fn option(plan: &Plan, option: &OptionInfo) -> Json {
    let (kind, allowed, or_none) = match option.allowed {
        Allowed::Bool => ("flag", Json::Null, false),
        Allowed::Names(names) => ("word", json!(names), false),
        Allowed::Range(low, high) => ("number", json!([low, high]), false),
        Allowed::RangeOrNone(low, high) => ("number", json!([low, high]), true),
    };
    let value = match &option.value {
        Value::Bool(flag) => json!(flag),
        Value::Int(n) => json!(n),
        Value::Text(text) | Value::Large(text) => json!(text),
        Value::None => Json::Null,
    };
    json!({
        "name": option.name,
        "about": option.about,
        "value": value,
        "type": kind,
        "allowed": allowed,
        "offered": offered(plan, option),
        "or_none": or_none,
    })
}

/// The values of an option that mean something in this game, as the notebook's board offers them:
/// its own, and those that can be played and change what is played. A page shows no option that
/// has but one; of numbers all are shown.
fn offered(plan: &Plan, option: &OptionInfo) -> Vec<Json> {
    let means = |value: &Value| {
        let changed = || plan.rules().replace(&[(option.name.to_owned(), value.clone())]);
        *value == option.value
            || !is_idle(plan, option.name, value)
                && changed().is_ok_and(|rules| rules.digest() != plan.digest())
    };
    match option.allowed {
        Allowed::Bool => [false, true]
            .into_iter()
            .filter(|flag| means(&Value::Bool(*flag)))
            .map(Json::from)
            .collect(),
        Allowed::Names(names) => {
            let text = |name: &&&str| means(&Value::Text((**name).to_owned()));
            names.iter().filter(text).map(|name| json!(name)).collect()
        }
        Allowed::Range(..) | Allowed::RangeOrNone(..) => Vec::new(),
    }
}

/// Whether a value can be set, but says nothing that anybody would choose.
fn is_idle(plan: &Plan, option: &str, value: &Value) -> bool {
    let is = |name: &str| *value == Value::Text(name.to_owned());
    // Only the landing pit itself is captured: its seeds would stay where they are.
    let stays = option == "capture" && is("across") && !plan.features.has(Feature::TakesFacing);
    // The row is the whole side.
    stays || is("has_row") && plan.rules().board.rows == 2
}

/// An action taken apart: what it is about, seen by the player to move.
fn action(plan: &Plan, number: usize) -> Json {
    let text = notation::action_text(plan, number);
    match plan.action(number) {
        None => Json::Null,
        Some(Action::Reserve) => json!({ "kind": "reserve", "text": text }),
        Some(Action::File(file)) => json!({ "kind": "file", "file": file, "text": text }),
        Some(Action::Count(count)) => json!({ "kind": "count", "count": count, "text": text }),
        Some(Action::Store(count)) => json!({ "kind": "store", "count": count, "text": text }),
        Some(Action::Stop) => json!({ "kind": "stop", "text": text }),
        Some(Action::Capture) => json!({ "kind": "capture", "text": text }),
        Some(Action::Keep) => json!({ "kind": "keep", "text": text }),
        Some(Action::Swap) => json!({ "kind": "swap", "text": text }),
        Some(Action::Lot(half)) => json!({ "kind": "lot", "own": half == 0, "text": text }),
        Some(Action::Leave(pit)) => {
            json!({ "kind": "leave", "pit": pit, "own": true, "text": text })
        }
        Some(Action::Take(slot)) => {
            json!({ "kind": "take", "pit": slot % HALF, "own": slot < HALF, "text": text })
        }
        Some(Action::Put(slot)) => {
            json!({ "kind": "put", "pit": slot % HALF, "own": slot < HALF, "text": text })
        }
        Some(Action::Sow { slot, direction }) => {
            let way = if plan.actions.directions == 2 { [1, -1][direction & 1] } else { 0 };
            let own = slot < HALF;
            json!({ "kind": "sow", "pit": slot % HALF, "own": own, "way": way, "text": text })
        }
    }
}

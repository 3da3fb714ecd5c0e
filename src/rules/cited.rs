//! Which clause is cited for a rule value: the one that stands beside it, as long as it speaks of
//! the value that the field has.

use std::collections::BTreeMap;
use std::mem::take;

use serde_json::{Value as Json, json};
use toml::{Table, Value};

use super::axes::Axis;
use super::capture::newer_name;
use super::check::Faults;
use super::clause::{ANY_VALUE, Cited};
use super::decode::{said_plainly, split_index};
use super::rule_book::in_order;
use super::size::MAX_FAULTS;
use super::{After, Clauses, List, OnDrop, Relay, Rules, When, conventions, hint};

impl Rules {
    /// The clause that a field such as `sowing.stores` or `landing.capture.take` implements (an entry
    /// is named or numbered: `landing[0].take`). Where the description gives none that speaks of the
    /// value: the common convention (GE-...) if there is one that does, else [`super::NO_CLAUSE`].
    #[must_use]
    pub fn clause(&self, path: &str) -> String {
        let found = self.axis_of(path).and_then(|(of, field)| {
            let axis = self.axis(&of)?;
            let clause = axis.clauses().of(field, || value_of(axis, field))?;
            self.rest_is_spoken_of(&of, field).then_some(clause)
        });
        found.unwrap_or_else(|| conventions::behind(self, path)).to_owned()
    }

    /// The clauses of the sentence about a field: those of every field that it says.
    pub(super) fn clause_of_sentence(&self, path: &str) -> String {
        let also = self.said_with(path);
        let Some((of, field)) = self.axis_of(path).filter(|_| !also.is_empty()) else {
            return self.clause(path);
        };
        let Some(axis) = self.axis(&of) else { return self.clause(path) };
        let fields: Vec<&str> = std::iter::once(field).chain(also).collect();
        let changed = |field: &&str| axis.clauses().leave_out(field, || value_of(axis, field));
        if fields.iter().any(changed) || !self.rest_is_spoken_of(&of, field) {
            return self.clause(path);
        }
        let text = |field: &&str| axis.clauses().of(field, || value_of(axis, field));
        let mut numbers: Vec<&str> = Vec::new();
        for number in fields.iter().filter_map(text).flat_map(|text| text.split(", ")) {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        let own = text(&field).map_or(0, |text| text.split(", ").count());
        if numbers.len() == own {
            return self.clause(path); // as it is written there
        }
        numbers.sort_by_key(|number| in_order(number));
        numbers.join(", ")
    }

    /// The other fields that are said in the sentence about this one.
    fn said_with(&self, path: &str) -> Vec<&'static str> {
        let when = |when: When| self.ending.when.contains(&when);
        let ends = || {
            let told = [
                (When::Few, "few"),
                (When::EachFew, "few"),
                (When::Enough, "enough"),
                (When::RowEmpty, "row"),
            ];
            told.into_iter().filter(|(condition, _)| when(*condition)).map(|(_, field)| field)
        };
        match path {
            "board.columns" => vec!["rows", "stores", "track", "sides"],
            "moves.reopens" => vec!["reopens_at"],
            "moves.up_to" => vec!["stay"],
            "moves.store_up_to" => vec!["store_into"],
            "setup.outer" => vec!["inner"],
            "moves.least" => vec!["symmetric"],
            "moves.symmetric" => vec!["least"],
            "rounds.refill" => vec!["order"],
            "opening.turns" => vec!["who", "at", "row", "counts"],
            "opening.onto" => {
                vec!["onto_row", "onto_counts", "onto_or_sown", "onto_round", "lift"]
            }
            "opening.take" => vec!["to"],
            "sowing.on_drop" => vec!["side", "to", "last_to_mover", "last"],
            "after.counts" => {
                After::FIELDS.iter().copied().filter(|field| *field != "counts").collect()
            }
            "moves.spared" => vec!["spared_counts"],
            "ending.when" => ends().collect(),
            "ending.winner" if self.ending.winner.asks_row() => vec!["row"],
            "ending.winner" if self.ending.winner.asks_enough() => vec!["enough"],
            _ => match path.rsplit_once('.').map(|(entry, key)| (List::of(entry), key)) {
                Some((Some((list, _)), key)) if list.speakers().contains(&key) => {
                    // The others have sentences of their own.
                    let fields = list.fields().iter().copied();
                    fields.filter(|field| !list.apart().contains(field)).collect()
                }
                Some((Some((List::Landing, _)), "choose")) => {
                    vec!["choices", "exempt", "chosen"]
                }
                _ => Vec::new(),
            },
        }
    }

    /// The axis and the field that a path names: `landing[0]` and `take`. The rule for every drop may
    /// have clauses of its own; its `count` speaks for it as a whole.
    fn axis_of<'a>(&self, path: &'a str) -> Option<(String, &'a str)> {
        if let Some(part) = path.strip_prefix("sowing.on_drop") {
            let rule = self.sowing.on_drop.as_ref()?;
            let part = part.strip_prefix('.').unwrap_or("count");
            let own = !rule.clause.is_empty();
            return Some(if own {
                ("sowing.on_drop".to_owned(), part)
            } else {
                ("sowing".to_owned(), "on_drop")
            });
        }
        let (entry, _) = path.rsplit_once('.')?;
        if List::of(entry).is_none() {
            return path.split_once('.').map(|(axis, field)| (axis.to_owned(), field));
        }
        let (list, index, key) = self.entry_of(path)?;
        Some((format!("{}[{index}]", list.name()), key))
    }

    /// Whether the clauses speak of the values of all other fields that are in the sentence of this
    /// one.
    fn rest_is_spoken_of(&self, axis: &str, field: &str) -> bool {
        let spoken_of = |axis: &str, fields: &[&str]| {
            self.axis(axis).is_none_or(|axis| {
                let left_out = |field| axis.clauses().leave_out(field, || value_of(axis, field));
                !fields.iter().any(|field| left_out(field))
            })
        };
        match (axis, field) {
            ("moves", "least" | "symmetric") => spoken_of("moves", &["least", "symmetric"]),
            // In a symmetric game one side's empty pits are not enough.
            ("ending", "when") if self.ending.when.contains(&When::EitherEmpty) => {
                spoken_of("moves", &["symmetric"])
            }
            // "Otherwise the turn ends" in place of "the turn ends with the first lap".
            ("laps", "relay") if self.laps.relay == Relay::None && self.goes_on() => {
                let axis = |index: usize| format!("landing[{index}]");
                (0..self.landing.len()).all(|index| spoken_of(&axis(index), &["to", "then"]))
            }
            ("sowing.on_drop", _) => spoken_of(axis, OnDrop::FIELDS),
            ("after", _) => spoken_of(axis, After::FIELDS),
            // What an entry asks and does is one sentence; a chain says the same of further pits.
            (entry, field) => {
                let Some((list, _)) = List::of(entry) else { return true };
                let chain = list == List::Landing && field == "chain";
                if !chain && !list.speakers().contains(&field) {
                    return true;
                }
                let own = |field: &&&str| **field == "chain" || !list.apart().contains(*field);
                let fields: Vec<&str> = list.fields().iter().filter(own).copied().collect();
                spoken_of(axis, &fields)
            }
        }
    }

    /// Has every clause beside a value that options have changed speak of the former value.
    pub(super) fn note_changes(&mut self, origin: &Self) {
        for (path, axis) in origin.axes() {
            if axis.clauses().is_empty() {
                continue;
            }
            let Some(changing) = self.axis_mut(&path) else { continue };
            let (old, new, fields) = (axis.written(), changing.written(), axis.fields());
            let changed = |field: &&&str| old.get(**field) != new.get(**field);
            if !fields.iter().any(|field| changed(&field)) {
                continue;
            }
            let mut each = by_field(changing.clauses(), fields);
            for field in fields.iter().filter(changed) {
                let former = |text| BTreeMap::from([(key_of(old.get(*field)), text)]);
                match each.get_mut(*field) {
                    Some(Cited::Text(text)) => {
                        let cited = Cited::ByValue(former(take(text)));
                        each.insert((*field).to_owned(), cited);
                    }
                    // No clause of its own, but others may speak of it in their sentences.
                    None if is_spoken_of_elsewhere(&path) => {
                        let cited = Cited::ByValue(former(String::new()));
                        each.insert((*field).to_owned(), cited);
                    }
                    _ => {}
                }
            }
            *changing.clauses_mut() = Clauses::Each(each);
        }
        self.simplify_clauses();
    }

    /// Of clauses that speak of the present value only, writes no more than that.
    pub(super) fn simplify_clauses(&mut self) {
        let paths: Vec<String> = self.axes().map(|(path, _)| path).collect();
        for path in paths {
            let Some(axis) = self.axis_mut(&path) else { continue };
            let by_value = |cited: (&str, &Cited)| matches!(cited.1, Cited::ByValue(_));
            if !axis.clauses().cited().any(by_value) {
                continue;
            }
            let now = axis.written();
            let Clauses::Each(each) = axis.clauses_mut() else { continue };
            for (field, cited) in each.iter_mut() {
                if let Cited::ByValue(values) = cited
                    && values.len() == 1
                    && let Some(text) = values.get_mut(&key_of(now.get(field)))
                {
                    *cited = Cited::Text(take(text));
                }
            }
            each.retain(|_, cited| *cited != Cited::Text(String::new()));
        }
    }

    /// Gives the clause of a whole section to the fields that the text writes in that section or,
    /// where it writes none, to those that the game has a sentence about.
    pub(super) fn spread_clauses(&mut self, text: &Table) {
        let mut spread = Vec::new();
        for (path, axis) in self.axes() {
            let Clauses::All(clause) = axis.clauses() else { continue };
            if clause.is_empty() {
                continue;
            }
            let older =
                || section(text, &older_path(&path)).map(|found| written_in(found, newer_name));
            let written = section(text, &path).map(|found| written_in(found, |field| field));
            let mut written: Vec<String> = written.or_else(older).unwrap_or_default();
            if written.is_empty() {
                written = self.fields_said(&path);
            }
            let entry = List::of(&path).map(|(list, _)| list.speakers());
            if let Some(speaker) = entry.and_then(|speakers| unsaid(speakers, &written)) {
                written.push(speaker.to_owned());
            }
            let each = written.into_iter().map(|field| (field, Cited::Text(clause.clone())));
            spread.push((path, Clauses::Each(each.collect())));
        }
        for (path, each) in spread {
            if let Some(axis) = self.axis_mut(&path) {
                *axis.clauses_mut() = each;
            }
        }
        self.simplify_clauses();
    }

    /// A description with a rule book, its own or a shared one, cites only clauses that have a text
    /// there or in the conventions.
    pub(super) fn check_cited(&self, path: &str, axis: &dyn Axis, faults: &mut Faults) {
        let has_book = !self.clauses.is_empty() || !self.book.is_empty();
        for (field, text) in axis.clauses().texts().filter(|_| has_book) {
            for number in text.split(", ").filter(|number| self.clause_text(number).is_none()) {
                if faults.0.len() > MAX_FAULTS {
                    return;
                }
                let near = hint(number, self.rule_book().into_iter().map(|(known, _)| known));
                let allowed = format!("no clause of the rule book has this number{near}");
                let dot = if field.is_empty() { "" } else { "." };
                let field = format!("{path}.clause{dot}{field}");
                faults.add(&field, format!("{number:?}"), &allowed);
            }
        }
    }

    /// The fields of an axis that the game has sentences about.
    fn fields_said(&self, axis: &str) -> Vec<String> {
        let lines = self.lines().into_iter();
        let own_field = |(axis, field): (String, &str)| (axis, field.to_owned());
        let said = lines.filter_map(|line| self.axis_of(&line.field).map(own_field));
        let mut said: Vec<String> = said.filter(|(of, _)| of == axis).map(|(_, own)| own).collect();
        if axis == "moves" {
            said.push("least".to_owned()); // it stands in the sentence about `symmetric`, too
        }
        said
    }
}

/// Whether fields of this axis are in the sentences of other fields.
fn is_spoken_of_elsewhere(axis: &str) -> bool {
    matches!(axis, "moves" | "sowing.on_drop" | "after") || List::of(axis).is_some()
}

fn by_field(clauses: &Clauses, fields: &[&str]) -> BTreeMap<String, Cited> {
    match clauses {
        Clauses::All(text) => {
            fields.iter().map(|field| ((*field).to_owned(), Cited::Text(text.clone()))).collect()
        }
        Clauses::Each(each) => each.clone(),
    }
}

/// What speaks for an entry that writes nothing but what it asks: it does what an entry does by default.
fn unsaid(speakers: &[&'static str], written: &[String]) -> Option<&'static str> {
    let said = speakers.iter().any(|speaker| written.iter().any(|field| field == speaker));
    if said { None } else { speakers.last().copied() }
}

/// The value of a field as a table of clauses writes it.
pub(super) fn value_of(axis: &dyn Axis, field: &str) -> String {
    key_of(axis.written().get(field))
}

/// The same of any value.
fn key_of(value: Option<&Json>) -> String {
    match value {
        None | Some(Json::Null) => "none".to_owned(),
        Some(Json::String(text)) => text.clone(),
        Some(Json::Array(items)) if items.is_empty() => "[]".to_owned(),
        Some(Json::Array(items)) => joined(items.iter().map(|item| key_of(Some(item)))),
        Some(Json::Object(map)) => {
            let fields = map.iter().filter(|(field, _)| *field != "clause");
            joined(fields.map(|(field, value)| format!("{field} = {}", key_of(Some(value)))))
        }
        Some(other) => other.to_string(),
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// A table of clauses names values that its field can have.
pub(super) fn check_values_cited(path: &str, axis: &dyn Axis, faults: &mut Faults) {
    let now = axis.written();
    for (field, cited) in axis.clauses().cited().filter(|(field, _)| now.get(field).is_some()) {
        // The rule for every drop is a table: no value that could be written here.
        let Cited::ByValue(values) = cited else { continue };
        for value in values.keys().filter(|value| *value != ANY_VALUE && field != "on_drop") {
            if let Err(error) = can_be(axis, field, value) {
                let path = format!("{path}.clause.{field}");
                let allowed = said_plainly(&error.to_string());
                faults.add(&path, format!("{value:?}"), &format!("no such value; {allowed}"));
            }
        }
    }
}

/// Whether a field can have a value that a table of clauses writes.
fn can_be(axis: &dyn Axis, field: &str, value: &str) -> Result<(), serde_json::Error> {
    let with = |value: Json| {
        let mut fields = axis.written();
        fields[field] = value;
        axis.read(fields)
    };
    let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| json!(text));
    let list = || Json::Array(value.split(", ").map(read).collect());
    let left_out = || if value == "none" { Json::Null } else { json!(value) };
    with(read(value)).or_else(|error| {
        let other = with(list()).or_else(|_| with(left_out()));
        other.or(Err(error))
    })
}

/// The table of an entry in the older spelling of the landing table.
fn older_path(axis: &str) -> String {
    axis.replace("landing[", "capture[")
}

/// The table of an axis such as `sowing.on_drop` or `landing[0]`.
fn section<'a>(text: &'a Table, axis: &str) -> Option<&'a Table> {
    let mut here = text;
    for step in axis.split('.') {
        let (key, index) = split_index(step);
        here = match (here.get(key)?, index) {
            (Value::Array(list), Some(index)) => list.get(index)?.as_table()?,
            (value, _) => value.as_table()?,
        };
    }
    Some(here)
}

/// The fields of a section that have no clause of their own, as `name` calls them now.
fn written_in(section: &Table, name: impl Fn(&str) -> &str) -> Vec<String> {
    let own = |value: &Value| value.as_table().is_some_and(|table| table.contains_key("clause"));
    let is_rule = |key: &str| !matches!(key, "clause" | "name");
    let fields = section.iter().filter(|(key, value)| is_rule(key) && !own(value));
    fields.map(|(key, _)| name(key).to_owned()).collect()
}

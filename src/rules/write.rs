//! From [`Rules`] to text: the full description, the canonical form and the digest.

use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::{
    Chain, Choose, Counts, Landing, List, Occupancy, OnDrop, Relay, Rules, Take, Takes, Then,
    Whose, sections,
};

/// What a description says about a game without changing how it is played.
const PROSE: [&str; 12] = [
    "name",
    "title",
    "aliases",
    "names",
    "region",
    "language",
    "source",
    "informant",
    "about",
    "note",
    "book",
    "clauses",
];

impl Rules {
    /// The whole description as TOML, values at their default left out. Reading it gives an equal
    /// [`Rules`].
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut table = pruned(self, &Self::default());
        prune_items(&mut table);
        toml::to_string(&table).unwrap_or_else(|error| format!("# cannot be written: {error}"))
    }

    /// The whole description as TOML with every field, those at their default too. What is left out
    /// unless it is written stands there as a remark. Reading it gives an equal [`Rules`].
    #[must_use]
    pub fn to_toml_in_full(&self) -> String {
        let mut table = fields_of(self);
        let bare = || List::ALL.into_iter().filter(|list| self.entries(*list) == 0);
        for list in bare() {
            table.remove(list.name());
        }
        let mut whole = Value::Object(table);
        drop_what_is_not_given(&mut whole);
        let text = match toml::to_string(&whole) {
            Ok(text) => text,
            Err(error) => return format!("# cannot be written: {error}"),
        };
        let mut text = with_remarks(&text, &whole);
        text.extend(bare().map(entry_as_remark));
        text
    }

    /// What is played, and nothing else, as JSON with sorted keys and no spaces: no names, no
    /// prose, no clause numbers, values at their default left out, every opening pit by pit.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut table = pruned(self, &Self::default());
        prune_items(&mut table);
        for key in PROSE {
            table.remove(key);
        }
        if let (true, Some(Value::Object(moves))) = (self.moves.symmetric, table.get_mut("moves")) {
            moves.remove("numbered"); // both sides' pits have numbers anyway
        }
        let [south, north] = self.setup.pits(&self.board);
        if let Some(Value::Object(setup)) = table.get_mut("setup") {
            for key in ["seeds", "outer", "inner"] {
                setup.remove(key);
            }
            setup.insert("south".to_owned(), json!(south));
            setup.insert("north".to_owned(), json!(north));
        }
        for entry in table.get_mut("play").and_then(Value::as_array_mut).into_iter().flatten() {
            entry.as_object_mut().map(|entry| entry.remove("name"));
        }
        table.remove("landing");
        let mut entries: Vec<&Landing> =
            self.landing.iter().filter(|entry| entry.is_on()).collect();
        if entries.last().is_some_and(|entry| self.says_relay(entry)) {
            entries.pop();
            table.insert("laps".to_owned(), json!({ "relay": Relay::Landing }));
        }
        if !entries.is_empty() {
            let own = self.board.has_own_circuits();
            let entries = entries.into_iter().map(|entry| canonical_entry(entry, own));
            table.insert("capture".to_owned(), entries.collect());
        }
        let mut value = Value::Object(table);
        drop_clauses(&mut value);
        value.sort_all_objects();
        value.to_string()
    }

    /// The value of a field such as `board.rows` or `landing.capture.to`, as written; empty where
    /// there is no such field.
    #[must_use]
    pub fn written(&self, path: &str) -> String {
        let found = match self.entry_of(path) {
            Some((list, index, key)) => {
                self.entry_written(list, index).map(|entry| entry[key].clone())
            }
            None => json!(self).pointer(&format!("/{}", path.replace('.', "/"))).cloned(),
        };
        found.map_or(String::new(), |value| value.to_string())
    }

    /// Whether a last entry says what `laps.relay = "landing"` says.
    fn says_relay(&self, entry: &Landing) -> bool {
        let relay = Landing {
            was: Occupancy::Occupied,
            then: Then::Relay,
            name: entry.name.clone(),
            clause: entry.clause.clone(),
            ..Landing::default()
        };
        self.laps.relay == Relay::None && *entry == relay
    }

    /// 32 hexadecimal digits (128 bits of SHA-256) of the canonical form: equal for two
    /// descriptions that say the same game.
    #[must_use]
    pub fn digest(&self) -> String {
        use std::fmt::Write;
        let hash = Sha256::digest(self.canonical().as_bytes());
        hash.iter().take(16).fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

/// Leaves out the clauses of those that have none.
fn drop_what_is_not_given(value: &mut Value) {
    let is_none = |value: &Value| match value {
        Value::String(text) => text.is_empty(),
        Value::Object(map) => map.is_empty(),
        other => other.is_null(),
    };
    match value {
        Value::Object(map) => {
            map.retain(|key, value| {
                !(matches!(key.as_str(), "clause" | "clauses") && is_none(value))
            });
            map.values_mut().for_each(drop_what_is_not_given);
        }
        Value::Array(list) => list.iter_mut().for_each(drop_what_is_not_given),
        _ => {}
    }
}

/// The text with a remark under the head of a table for each field that is left out there.
fn with_remarks(text: &str, whole: &Value) -> String {
    let sections = sections();
    let mut with = String::new();
    let mut entries = std::collections::BTreeMap::new();
    for line in text.lines() {
        with += &format!("{line}\n");
        let name = line.trim_matches(['[', ']']);
        let Some(section) = sections.iter().find(|section| section.name == name) else { continue };
        let table = match (line.starts_with("[["), line.starts_with('[')) {
            (true, _) => {
                let place = entries.entry(name).or_insert(0);
                *place += 1;
                &whole[name][*place - 1]
            }
            (_, true) => &whole[name],
            _ => continue,
        };
        for field in section.fields.iter().filter(|field| table[field.name].is_null()) {
            with += &format!("# {} is left out\n", field.name);
        }
    }
    with
}

/// An entry of a list with its defaults, for a game that has none.
fn entry_as_remark(list: List) -> String {
    let mut entry = list.plain();
    drop_what_is_not_given(&mut entry);
    let text = toml::to_string(&entry).unwrap_or_default();
    let left_out = list.meanings().iter().filter(|field| entry[field.name].is_null());
    let left_out = left_out.map(|field| format!("# {} is left out\n", field.name));
    let lines = text.lines().map(|line| format!("# {line}\n")).chain(left_out);
    let name = list.name();
    let head =
        format!("\n# There is no [[{name}]] entry. One begins with [[{name}]] and may say:\n");
    std::iter::once(head).chain(lines).collect()
}

/// The fields of `value` that differ from those of `default`, tables field by field.
fn pruned<T: Serialize>(value: &T, default: &T) -> Map<String, Value> {
    let fields = |item: &T| match serde_json::to_value(item) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    differing(fields(value), &fields(default))
}

fn differing(table: Map<String, Value>, default: &Map<String, Value>) -> Map<String, Value> {
    table
        .into_iter()
        .filter_map(|(key, value)| match (value, default.get(&key)) {
            (Value::Object(inner), Some(Value::Object(standard))) => {
                let rest = differing(inner, standard);
                (!rest.is_empty()).then_some((key, Value::Object(rest)))
            }
            (value, Some(standard)) if value == *standard => None,
            (value, _) => Some((key, value)),
        })
        .collect()
}

/// An entry as the older spelling writes it, as far as that goes: so the digests of games that it
/// could write have stayed what they were. What it could not say stands there as it is.
fn canonical_entry(entry: &Landing, own_circuits: bool) -> Value {
    let mut table = match json!(Landing { take: Takes::default(), ..entry.clone() }) {
        Value::Object(table) => differing(table, &fields_of(&Landing::default())),
        _ => Map::new(),
    };
    for (key, test) in entry.tests() {
        if let Some(counts) = test.counts().filter(|counts| counts.is_asked()) {
            table.insert(key.to_owned(), json!(counts.numbers()));
        }
    }
    let mut older = |key: &str, newer: &str, value: Value, default: Value| {
        table.remove(newer);
        if value != default {
            table.insert(key.to_owned(), value);
        }
    };
    // A chain asks each pit for a number of seeds; the older spelling calls 1 and "2.." by `landing`.
    let by_landing = match entry.was {
        _ if entry.chain != Chain::Backward => false,
        Occupancy::Any => false,
        Occupancy::Empty => entry.counts == Counts::List(vec![1]),
        Occupancy::Occupied => entry.counts == Counts::From(2),
    };
    let by_none = entry.chain == Chain::Backward && entry.was != Occupancy::Any;
    if by_landing {
        older("counts", "counts", json!([]), json!([]));
    } else if by_none && !entry.counts.is_asked() {
        // So it has to be said where the newer one asks for no number.
        older("counts", "counts", json!("any"), json!([]));
    }
    let side = if own_circuits { Whose::Own } else { entry.side };
    if entry.facing == Counts::Occupied {
        older("needs_opposite", "facing", json!(true), json!(false));
    }
    if entry.choose == Choose::AnotherFile {
        older("then", "choose", json!("choose_another_file"), json!(entry.then));
    }
    older("landing", "was", json!(entry.was), json!(Occupancy::Empty));
    older("side", "side", json!(side), json!(Whose::Own));
    older("take", "take", canonical_take(&entry.take), json!(Take::Facing));
    table.remove("name");
    Value::Object(table)
}

fn canonical_take(take: &Takes) -> Value {
    let mut takes = take.0.clone();
    takes.sort_by_key(|take| *take as u8);
    match takes[..] {
        [one] => json!(one),
        [Take::Facing, Take::Landing] => json!("facing_and_landing"),
        [Take::Facing, Take::Behind] => json!(Take::File),
        _ => json!(takes),
    }
}

/// The fields of a value.
fn fields_of<T: Serialize>(value: &T) -> Map<String, Value> {
    match json!(value) {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Prunes the parts whose default is absence: entries of lists and the rule for every
/// drop.
fn prune_items(table: &mut Map<String, Value>) {
    let pruned = |item: &mut Value, default: &Map<String, Value>| {
        if let Value::Object(map) = item.take() {
            *item = Value::Object(differing(map, default));
        }
    };
    for list in List::ALL {
        if let (Some(Value::Array(items)), Value::Object(default)) =
            (table.get_mut(list.name()), list.plain())
        {
            for item in items {
                pruned(item, &default);
            }
        }
    }
    let on_drop = table.get_mut("sowing").and_then(|sowing| sowing.get_mut("on_drop"));
    if let Some(rule) = on_drop {
        pruned(rule, &fields_of(&OnDrop::default()));
    }
}

fn drop_clauses(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.remove("clause");
            map.values_mut().for_each(drop_clauses);
            map.retain(|_, value| !matches!(value, Value::Object(inner) if inner.is_empty()));
        }
        Value::Array(list) => list.iter_mut().for_each(drop_clauses),
        _ => {}
    }
}

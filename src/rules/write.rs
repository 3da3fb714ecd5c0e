//! From [`Rules`] to text: the full description, the canonical form and the digest.

use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::{Capture, CaptureTo, OnDrop, Rules};

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
        if let Some(Value::Array(captures)) = table.get_mut("capture") {
            captures.retain(|capture| capture["to"] != json!(CaptureTo::None.name()));
            if captures.is_empty() {
                table.remove("capture");
            }
        }
        let mut value = Value::Object(table);
        drop_clauses(&mut value);
        value.sort_all_objects();
        value.to_string()
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

/// Prunes the parts whose default is absence: capture rules and the rule for every drop.
fn prune_items(table: &mut Map<String, Value>) {
    let standard = |item: Value| match item {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    if let Some(Value::Array(list)) = table.get_mut("capture") {
        let default = standard(json!(Capture::default()));
        for item in list {
            *item = Value::Object(differing(standard(item.take()), &default));
        }
    }
    let on_drop = table.get_mut("sowing").and_then(|sowing| sowing.get_mut("on_drop"));
    if let Some(rule) = on_drop {
        *rule =
            Value::Object(differing(standard(rule.take()), &standard(json!(OnDrop::default()))));
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

//! The reference of a description: every section, field and value, with its meaning, its default and
//! the games that have it. The meanings stand beside the fields, the uses are looked up.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use super::catalogue::games;
use super::fields::{Field, Meanings, Values};
use super::{
    After, Board, Ending, Landing, Laps, Limits, Line, List, Marks, Moves, OnDrop, Opening, Rounds,
    Rules, Setup, Sowing, Turn, option_words,
};

/// A section of a description: a table such as `[board]`, or the list of tables `[[landing]]`.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// As it stands in a description; empty for what stands before the first table.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Its fields, with their meanings.
    pub fields: &'static [Field],
    /// What else may stand there, such as its clauses.
    pub beside: Meanings,
}

/// All sections, in the order in which a description is written.
#[must_use]
pub fn sections() -> Vec<Section> {
    let head = Section {
        name: "",
        about: "What the game is called, and where it is from. Only `name` is needed.",
        fields: Rules::MEANINGS,
        beside: &[],
    };
    let tables = Rules::BESIDE.iter().map(|(name, about)| {
        let (fields, beside) = table(name);
        Section { name, about, fields, beside }
    });
    std::iter::once(head).chain(tables).collect()
}

fn table(section: &str) -> (&'static [Field], Meanings) {
    match section {
        "board" => (Board::MEANINGS, Board::BESIDE),
        "setup" => (Setup::MEANINGS, Setup::BESIDE),
        "moves" => (Moves::MEANINGS, Moves::BESIDE),
        "opening" => (Opening::MEANINGS, Opening::BESIDE),
        "sowing" => (Sowing::MEANINGS, Sowing::BESIDE),
        "sowing.on_drop" => (OnDrop::MEANINGS, OnDrop::BESIDE),
        "laps" => (Laps::MEANINGS, Laps::BESIDE),
        "after" => (After::MEANINGS, After::BESIDE),
        "marks" => (Marks::MEANINGS, Marks::BESIDE),
        "turn" => (Turn::MEANINGS, Turn::BESIDE),
        "ending" => (Ending::MEANINGS, Ending::BESIDE),
        "rounds" => (Rounds::MEANINGS, Rounds::BESIDE),
        "limits" => (Limits::MEANINGS, Limits::BESIDE),
        _ => match List::named(section) {
            Some(list) => (list.meanings(), list.beside()),
            None => (&[], &[]),
        },
    }
}

/// The fields of a section.
pub(super) fn fields_of(section: &str) -> &'static [Field] {
    table(section).0
}

/// The field of a path such as `board.rows`.
pub(super) fn field(path: &str) -> Option<&'static Field> {
    let (section, name) = path.rsplit_once('.')?;
    table(section).0.iter().find(|field| field.name == name)
}

/// The whole reference as JSON: `sections` with their fields, values and uses, and `options`.
#[must_use]
pub fn reference() -> Json {
    let sections: Vec<Json> = sections().iter().map(section_in_words).collect();
    json!({ "sections": sections, "options": option_words() })
}

fn section_in_words(section: &Section) -> Json {
    let fields: Vec<Json> =
        section.fields.iter().map(|field| field_in_words(section.name, field)).collect();
    json!({
        "name": section.name,
        "about": section.about.trim(),
        "is_list": List::named(section.name).is_some(),
        "fields": fields,
        "beside": section.beside.iter().map(|(name, about)| json!([name, about.trim()])).collect::<Vec<_>>(),
    })
}

fn field_in_words(section: &str, field: &Field) -> Json {
    let inner: Vec<Json> = match field.values {
        Values::Table(fields) => {
            let path = format!("{section}.{}", field.name);
            fields.iter().map(|field| field_in_words(&path, field)).collect()
        }
        _ => Vec::new(),
    };
    let values: Vec<Json> = field
        .values
        .meanings()
        .iter()
        .map(|(value, meaning)| {
            let games = games_with(section, field, Some(value));
            let example = games.iter().find_map(|game| sentence(game, section, field, value));
            let is_told = matches!(field.values, Values::Counts);
            let example = example.or_else(|| {
                let value = as_json(value, field.values);
                let asks = !is_told && value != default(section, field.name);
                asks.then(|| sentence_of_a_variant(section, field, &value)).flatten()
            });
            let names: Vec<&str> = games.iter().map(|game| game.rules.name.as_str()).collect();
            json!({ "value": value, "meaning": meaning, "games": names, "example": example })
        })
        .collect();
    let others = games_with(section, field, None);
    json!({
        "name": field.name,
        "about": field.about.trim(),
        "kind": kind(field.values),
        "range": field.range(),
        "default": default(section, field.name),
        "is_needed": is_needed(section, field.name),
        "needed_unless": needed_unless(section, field.name),
        "is_test": is_test(section, field.name),
        "values": values,
        "example": matches!(field.values, Values::Counts).then(|| counted(section, field)).flatten(),
        "games": others.iter().map(|game| game.rules.name.as_str()).collect::<Vec<_>>(),
        "fields": inner,
    })
}

/// Whether a field of an entry is one of its tests.
fn is_test(section: &str, field: &str) -> bool {
    match List::named(section) {
        Some(List::Landing) => Landing::default().tests().iter().any(|(name, _)| *name == field),
        Some(List::Play) => !matches!(field, "pick" | "also"),
        None => false,
    }
}

/// What may be written, in one word.
fn kind(values: Values) -> &'static str {
    match values {
        Values::Names(_) => "name",
        Values::NameOrList(_) => "name or list of names",
        Values::Plain(_) => "plain",
        Values::Number(..) | Values::NumberOr(..) => "number",
        Values::Counts => "counts",
        Values::Seeds => "number or list of numbers",
        Values::Pits | Values::PitNumbers => "list of numbers",
        Values::Text => "text",
        Values::Texts => "list of texts",
        Values::Table(_) => "table",
    }
}

/// A section as it is where nothing is written.
fn untouched(section: &str) -> Json {
    match section {
        "" => json!(Rules::default()),
        "sowing.on_drop" => json!(OnDrop::default()),
        _ => match List::named(section) {
            Some(list) => list.plain(),
            None => json!(Rules::default())[section].take(),
        },
    }
}

/// The default of a field; null where it is left out unless it is written.
fn default(section: &str, name: &str) -> Json {
    untouched(section)[name].take()
}

/// Whether a description without the field has a fault.
fn is_needed(section: &str, name: &str) -> bool {
    let path = if section.is_empty() { name.to_owned() } else { format!("{section}.{name}") };
    let on_drop = section == "sowing.on_drop";
    let sowing = Sowing { on_drop: on_drop.then(OnDrop::default), ..Sowing::default() };
    let bare = Rules { sowing, ..Rules::default() };
    bare.check().iter().any(|fault| fault.field == path)
}

/// What may stand in place of a field that is needed otherwise.
fn needed_unless(section: &str, name: &str) -> Option<&'static str> {
    let is_opening = (section, name) == ("setup", "seeds");
    is_opening.then_some("`outer` and `inner` stand in its place (three and four rows)")
}

/// A game of the catalogue, written and in words: every value of every field is looked for in all of them.
struct Game {
    rules: &'static Rules,
    written: Json,
    lines: Vec<Line>,
}

fn catalogue() -> &'static [Game] {
    static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
        let game = |rules| Game { rules, written: json!(rules), lines: rules.lines() };
        games().iter().map(game).collect()
    });
    &GAMES
}

/// The tables of a written game that a section stands for: one, or an entry each.
fn tables<'a>(written: &'a Json, section: &str) -> Vec<&'a Json> {
    let table = match section {
        "" => written,
        "sowing.on_drop" => &written["sowing"]["on_drop"],
        _ => &written[section],
    };
    match table {
        Json::Null => Vec::new(),
        Json::Array(entries) => entries.iter().collect(),
        table => vec![table],
    }
}

/// The games of the catalogue in which a field has this value; `None`: any but its default.
fn games_with(section: &str, field: &Field, value: Option<&str>) -> Vec<&'static Game> {
    let standard = default(section, field.name);
    let says = |written: &Json| match value {
        Some(value) => is_written(written, value, field.values),
        None => *written != standard,
    };
    let has =
        |game: &&Game| tables(&game.written, section).iter().any(|table| says(&table[field.name]));
    catalogue().iter().filter(has).collect()
}

fn is_written(written: &Json, value: &str, values: Values) -> bool {
    let list = || written.as_array().map(Vec::as_slice).unwrap_or_default();
    match values {
        Values::Plain(_) => *written == as_json(value, values),
        // Two of the ways to write a number stand for many.
        Values::Counts if value.starts_with("[2") => !list().is_empty(),
        Values::PitNumbers if value == "[]" => list().is_empty(),
        Values::PitNumbers => !list().is_empty(),
        Values::Counts if value == "[]" => written.is_array() && list().is_empty(),
        Values::Counts if value.ends_with("..") => {
            written.as_str().is_some_and(|text| text.ends_with(".."))
        }
        _ => written == value || list().iter().any(|item| item == value),
    }
}

/// The sentence of a game about a field, or about the first entry that has this value; as JSON the
/// name of the game, the sentence, and whether the game is as the catalogue has it.
fn sentence(game: &Game, section: &str, field: &Field, value: &str) -> Option<Json> {
    let with = |entry: &&Json| is_written(&entry[field.name], value, field.values);
    let index = tables(&game.written, section).iter().position(with)?;
    let text = said_of(game.rules, &game.lines, section, field, index)?;
    Some(json!([game.rules.name, text, true]))
}

/// The sentence about a field of a section, or about the entry with this number, unless the entry
/// has the default.
fn said_of(
    rules: &Rules,
    lines: &[Line],
    section: &str,
    field: &Field,
    index: usize,
) -> Option<String> {
    if let Some(list) = List::named(section) {
        let entry = rules.entry_written(list, index)?;
        let is_on = list != List::Landing || rules.landing[index].is_on();
        if !is_on || entry[field.name] == default(section, field.name) {
            return None;
        }
    }
    spoken_of(rules, lines, section, field, index)
}

/// The same for any value: what is said there.
fn spoken_of(
    rules: &Rules,
    lines: &[Line],
    section: &str,
    field: &Field,
    index: usize,
) -> Option<String> {
    let said = |path: String| lines.iter().find(|line| line.field == path);
    let line = if let Some(list) = List::named(section) {
        let path = rules.path_in(list, index);
        let fields = std::iter::once(&field.name).chain(list.speakers());
        fields.copied().find_map(|key| said(format!("{path}.{key}")))
    } else {
        // What the first turns are bound to is one sentence, and which pits are spared is another.
        let whole = match (section, field.name) {
            ("opening", "onto_row" | "onto_counts" | "onto_round" | "lift") => {
                Some("opening.onto".to_owned())
            }
            ("opening", "to") => Some("opening.take".to_owned()),
            ("opening", "race" | "last" | "portions") => None,
            ("opening", _) => Some("opening.turns".to_owned()),
            ("moves", "spared_counts") => Some("moves.spared".to_owned()),
            ("moves", "stay") => Some("moves.up_to".to_owned()),
            ("laps", "turns") => Some("laps.turn_at".to_owned()),
            ("moves", "store_into") => Some("moves.store_up_to".to_owned()),
            _ => None,
        };
        said(format!("{section}.{}", field.name)).or_else(|| said(whole?))
    };
    line.map(|line| line.text.clone())
}

/// The same for a value that no game has: of the first game that can be changed so, if it then says
/// something else.
fn sentence_of_a_variant(section: &str, field: &Field, value: &Json) -> Option<Json> {
    catalogue().iter().find_map(|Game { rules, written, lines }| {
        let places = List::named(section).map_or(1, |list| rules.entries(list));
        let said = |place: usize| {
            let changed = changed(written, section, place, field.name, value)?;
            let text = said_of(&changed, &changed.lines(), section, field, place)?;
            let before = spoken_of(rules, lines, section, field, place);
            (before.as_ref() != Some(&text)).then(|| json!([rules.name, text, false]))
        };
        (0..places).find_map(said)
    })
}

/// A game with another value of a field, if it can be played.
fn changed(written: &Json, section: &str, place: usize, key: &str, value: &Json) -> Option<Rules> {
    let mut table = written.clone();
    let fields = match section {
        section if List::named(section).is_some() => table[section].get_mut(place)?,
        section => &mut table[section],
    };
    fields[key] = value.clone();
    let changed: Rules = serde_json::from_value(table).ok()?;
    changed.check().is_empty().then_some(changed)
}

/// A value as it stands in JSON.
fn as_json(value: &str, values: Values) -> Json {
    match values {
        Values::Plain(_) | Values::PitNumbers => serde_json::from_str(value).unwrap_or_default(),
        _ => json!(value),
    }
}

/// The number of seeds that a field is shown with.
fn counted(section: &str, field: &Field) -> Option<Json> {
    let games = games_with(section, field, None);
    let with = |game: &&Game| {
        let asked = |entry: &Json| entry[field.name] != default(section, field.name);
        let index = tables(&game.written, section).iter().position(|entry| asked(entry))?;
        let text = said_of(game.rules, &game.lines, section, field, index)?;
        Some(json!([game.rules.name, text, true]))
    };
    games.iter().find_map(with).or_else(|| sentence_of_a_variant(section, field, &json!("3..")))
}

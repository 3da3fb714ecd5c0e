//! The rule book: every number that is cited has a text, and no value is given a clause that does
//! not speak of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use mancalab::rules::{Clauses, Landing, NO_CLAUSE, Rules, catalogue, conventions};
use proptest::prelude::*;
use toml::{Table, Value};

use crate::common::{any_rules, cases};

/// All clauses that a description cites, from its text: whatever stands under a key `clause`.
fn cited(value: &Value) -> Vec<String> {
    match value {
        Value::Table(table) => {
            let inside = table.iter().flat_map(|(key, value)| match value {
                Value::String(text) if key == "clause" => vec![text.clone()],
                Value::Table(each) if key == "clause" => each.values().flat_map(texts).collect(),
                value => cited(value),
            });
            inside.collect()
        }
        Value::Array(list) => list.iter().flat_map(cited).collect(),
        _ => Vec::new(),
    }
}

/// The clause of a field, or those of its values.
fn texts(cited: &Value) -> Vec<String> {
    match cited {
        Value::String(text) => vec![text.clone()],
        Value::Table(values) => values.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

fn table(rules: &Rules) -> Table {
    rules.to_toml().parse().expect("TOML")
}

fn read(text: &str) -> Rules {
    Rules::from_toml(text).expect("a good description")
}

#[test]
fn every_clause_that_a_game_cites_has_a_text() {
    for rules in catalogue::games() {
        let mut numbers = cited(&Value::Table(table(rules)));
        numbers.extend(rules.lines().into_iter().map(|line| line.clause));
        assert!(numbers.len() > 15, "{}", rules.name);
        for number in numbers.iter().flat_map(|clause| clause.split(", ")) {
            let text = rules.clause_text(number);
            assert!(
                text.is_some_and(|text| text.ends_with(['.', ')'])),
                "{}: {number}",
                rules.name
            );
        }
    }
}

#[test]
fn every_sentence_about_a_game_of_the_catalogue_cites_a_clause() {
    for rules in catalogue::games() {
        for line in rules.lines() {
            assert_ne!(line.clause, NO_CLAUSE, "{}: {line:?}", rules.name);
        }
    }
}

/// The files under a folder whose names end so.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let inside = paths.flat_map(|path| match path.extension() {
        _ if path.is_dir() => files(&path, extension),
        Some(found) if found == extension => vec![path],
        _ => Vec::new(),
    });
    inside.collect()
}

/// The numbers such as `GE-9` in a text: two capital letters, a hyphen and digits.
fn numbers_in(text: &str) -> BTreeSet<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = text.split(|c: char| !is_word(c));
    let is_number = |word: &&str| {
        let parts = word.split_once('-');
        parts.is_some_and(|(letters, digits)| {
            letters.len() == 2
                && letters.chars().all(|c| c.is_ascii_uppercase())
                && !digits.is_empty()
                && digits.chars().all(|c| c.is_ascii_digit())
        })
    };
    words.filter(is_number).map(str::to_owned).collect()
}

#[test]
fn every_clause_that_the_code_cites_has_a_text() {
    let mut known: BTreeSet<&str> = conventions().keys().map(String::as_str).collect();
    known.extend(catalogue::games().iter().flat_map(|rules| rules.clauses.keys()).map(|n| &**n));
    let mut found = BTreeSet::new();
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "rs") {
        let numbers = numbers_in(&std::fs::read_to_string(&file).expect("a text"));
        for number in &numbers {
            assert!(known.contains(number.as_str()), "{}: {number}", file.display());
        }
        found.extend(numbers);
    }
    assert!(found.len() > 50, "{found:?}");
}

#[test]
fn the_conventions_are_complete() {
    let expected: BTreeSet<String> = (1..=12).map(|number| format!("GE-{number}")).collect();
    assert_eq!(conventions().keys().cloned().collect::<BTreeSet<_>>(), expected);
}

#[test]
fn a_clause_has_one_text_in_all_games() {
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    for rules in catalogue::games() {
        for number in rules.clauses.keys() {
            assert!(!conventions().contains_key(number), "{}: {number}", rules.name);
            assert_eq!(owners.insert(number, &rules.name), None, "{number}");
        }
    }
    assert!(owners.len() > 100);
}

#[test]
fn a_game_finds_the_clauses_of_the_rule_book_that_it_shares() {
    let ethiopian = catalogue::find("kalaha-ethiopian").unwrap();
    // Its own, that of the Egyptian rules, and that of the general rules behind these.
    for (number, owner) in
        [("KT-4", "kalaha-ethiopian"), ("KE-2", "kalaha-egyptian"), ("KG-3", "kalaha-general")]
    {
        let text = &catalogue::find(owner).unwrap().clauses[number];
        assert_eq!(ethiopian.clause_text(number), Some(text.as_str()));
    }
    assert_eq!(ethiopian.clause_text("GE-9"), Some(conventions()["GE-9"].as_str()));
    assert_eq!(ethiopian.clause_text("OW-1"), None);
    let book = ethiopian.rule_book();
    let numbers: Vec<&str> = book.iter().map(|(number, _)| *number).collect();
    let all = "KT-1 KT-2 KT-3 KT-4 KT-5 KE-1 KE-2 KG-1 KG-2 KG-3 KG-4 KG-5 KG-6 KG-7 GE-1 GE-2 GE-3 \
               GE-4 GE-5 GE-6 GE-7 GE-8 GE-9 GE-10 GE-11 GE-12";
    assert_eq!(numbers, all.split(' ').collect::<Vec<_>>());
}

#[test]
fn what_is_cited_is_quoted() {
    let rules = catalogue::find("kalaha-ethiopian").unwrap();
    let text = |number| rules.clause_text(number).unwrap();
    assert_eq!(rules.quoted("KT-4"), text("KT-4"));
    let both = format!("KT-3: {} KG-4: {}", text("KT-3"), text("KG-4"));
    assert_eq!(rules.quoted("KT-3, KG-4"), both);
    assert_eq!(rules.quoted(NO_CLAUSE), "");
}

#[test]
fn a_rule_book_is_printed_with_what_is_cited_of_others() {
    let said = catalogue::find("awari").unwrap().explain();
    let (_, book) = said.split_once("\nThe rule book\n").unwrap();
    let numbers: Vec<&str> = book.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(
        numbers,
        ["OW-9", "OW-1", "OW-2", "OW-3", "OW-4", "OW-7", "GE-1", "GE-9", "GE-10"],
        "{said}"
    );
}

/// What users read of the landing table is what it has: its keys, in order, and their values.
#[test]
fn every_key_of_the_landing_table_is_told_with_its_values() {
    for key in Landing::MEANINGS {
        let written = |value: &str| match value {
            "true" | "false" => value.to_owned(),
            list if list.starts_with('[') => list.to_owned(),
            name => format!("{name:?}"),
        };
        let entry = |value: &str| -> Result<Landing, toml::de::Error> {
            toml::from_str(&format!("{} = {}\n", key.name, written(value)))
        };
        if key.range().is_some() {
            assert!(entry("nonsense").is_err() && entry("0").is_err(), "{}: a number", key.name);
            continue;
        }
        let values = key.values.meanings();
        for (value, meaning) in values {
            assert!(entry(value).is_ok(), "{} = {value}", key.name);
            assert!(meaning.ends_with('.'), "{} = {value}: {meaning}", key.name);
        }
        let unwritten = matches!(
            key.name,
            "take"
                | "captured"
                | "crossed"
                | "mirrored"
                | "house"
                | "blocked"
                | "next_field"
                | "dropped"
        );
        let first = entry(values[0].0).unwrap();
        assert_eq!(
            first == Landing::default(),
            !unwritten,
            "{}: its default comes first",
            key.name
        );
        let allowed = entry("nonsense").unwrap_err().to_string();
        for (value, _) in values.iter().filter(|(value, _)| !value.starts_with('[')) {
            // What may be yes or no is told by its type.
            let named = if matches!(*value, "true" | "false") { "boolean" } else { *value };
            assert!(unwritten || allowed.contains(named), "{} = {value}: {allowed}", key.name);
        }
    }
}

/// A list names pits in sowing order; the words say where it begins (GE-2, GE-3).
#[test]
fn an_opening_that_is_listed_is_told_with_its_order() {
    let said = |name: &str| {
        let lines = catalogue::find(name).unwrap().lines();
        lines.into_iter().find(|line| line.field == "setup.outer").unwrap().text
    };
    assert_eq!(
        said("chuba"),
        "Each outer row begins with 1 seed in each pit, each inner row with 2 2 2 2 2 2 2 2 2 1 0, in \
         sowing order: the outer row from the player's left to their right, the inner row back from \
         right to left."
    );
    assert!(!said("tsoro").contains("order"), "the same number in each pit");
    let told = |direction: &str| {
        let text = format!(
            "name = \"listed\"\nboard = {{ rows = 2, columns = 2 }}\nsetup = {{ seeds = [1, 2], north = [3, 4] }}\n\
             moves = {{ direction = \"{direction}\" }}\nending = {{ when = [\"either_empty\"] }}\n"
        );
        read(&text).explain()
    };
    let forward = told("counterclockwise");
    assert!(
        forward.contains(
            "South begins with 1 2, in sowing order, from the player's left to their right."
        ),
        "{forward}"
    );
    assert!(told("clockwise").contains(
        "North begins with 3 4, in sowing order, from the player's right to their left."
    ));
}

/// What a catalogue game plays did not change when its clauses got texts.
#[test]
fn digests_are_as_they_were() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/digests.toml");
    let recorded: Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    assert_eq!(recorded.len(), 26);
    for (name, digest) in &recorded {
        let rules = catalogue::find(name).expect("in the catalogue");
        assert_eq!(digest.as_str(), Some(rules.digest().as_str()), "{name}: {}", rules.canonical());
    }
}

// Whose clause a value has

const OWN: &str = r#"
name = "own"
board = { rows = 2, columns = 4, stores = true, clause = "1" }
setup = { seeds = 3, clause = "2" }
moves = { clause = "3" }
sowing = { stores = "own", on_drop = { count = 4 }, clause = "4" }
ending = { when = ["either_empty"], clause = { winner = "6" } }
[[capture]]
landing = "empty"
take = "facing"
clause = "5"
"#;

#[test]
fn a_clause_of_a_section_goes_to_the_fields_beside_it() {
    let rules = read(OWN);
    let expected = [
        ("board.columns", "1"),
        ("setup.seeds", "2"),
        ("setup.start", "GE-1"),
        // It stands alone in its section, so it speaks of all that the game says of that.
        ("moves.least", "3"),
        ("moves.direction", "3"),
        ("moves.feeding", NO_CLAUSE),
        ("sowing.stores", "4"),
        ("sowing.on_drop", "4"),
        ("sowing.skip", "GE-6"),
        ("landing[0].take", "5"),
        ("landing[0].grand_slam", NO_CLAUSE),
        ("landing[1].take", NO_CLAUSE),
        ("laps.relay", NO_CLAUSE),
        ("turn.replay", NO_CLAUSE),
        ("ending.when", NO_CLAUSE),
        ("ending.winner", "6"),
        ("ending.final_count", "GE-11"),
        ("ending.score", "GE-11"),
        ("ending.stuck", "GE-8"),
        ("limits.endless", "GE-9"),
        ("limits.max_actions", "GE-10"),
    ];
    for (field, clause) in expected {
        assert_eq!(rules.clause(field), clause, "{field}");
    }
    assert_eq!(read(&rules.to_toml()), rules);
}

#[test]
fn a_rule_for_every_drop_has_clauses_of_its_own() {
    let nigerian = catalogue::find("kalaha-nigerian").unwrap();
    assert_eq!(nigerian.clause("sowing.on_drop"), "KN-3");
    assert_eq!(nigerian.clause("sowing.on_drop.last_to_mover"), "KN-3");
    assert_eq!(nigerian.clause("sowing.stores"), "KN-2");
    let Clauses::Each(fields) = &nigerian.sowing.clause else { panic!("spread over the fields") };
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["skip", "stores"]);
}

#[test]
fn a_rule_book_is_shared_by_name() {
    let shared = OWN.replace("\nboard", "\nbook = \"kalah\"\nboard").replace("\"1\"", "\"KA-1\"");
    let numbers = ["2", "3", "4", "5", "6"];
    let found = Rules::from_toml(&shared).unwrap_err().faults;
    assert_eq!(found.len(), numbers.len(), "all but KA-1: {found:#?}");
    let kalah = numbers.iter().fold(shared, |text, number| {
        text.replace(&format!("\"{number}\""), &format!("\"KA-{number}\""))
    });
    let rules = read(&kalah);
    assert_eq!(rules.clause_text("KA-5"), catalogue::find("kalah").unwrap().clause_text("KA-5"));
    assert_eq!(rules.digest(), read(OWN).digest());
    let error = Rules::from_toml(&kalah.replace("\"kalah\"", "\"kala\"")).unwrap_err().to_string();
    assert!(error.starts_with("line 3: book = \"kala\": no game of the catalogue"), "{error}");
    assert!(error.contains("did you mean \"kalah\""), "{error}");
}

/// Puts a clause into a section: for all of it, or for each of its values.
fn cite(section: &mut Table, whole: bool) {
    let fields: Vec<String> = section.keys().cloned().collect();
    let clause = if whole {
        Value::String("X-1".to_owned())
    } else {
        let each = fields.into_iter().map(|field| (field, Value::String("X-2".to_owned())));
        Value::Table(each.collect())
    };
    section.insert("clause".to_owned(), clause);
}

proptest! {
    #![proptest_config(cases(300))]

    /// A description with clauses, written and read again, is the same description, and its
    /// clauses make no difference to what is played.
    #[test]
    fn clauses_can_be_written_and_read(rules in any_rules(), whole in any::<[bool; 8]>()) {
        let plain = Rules { clauses: BTreeMap::new(), book: String::new(), ..rules.clone() };
        let mut text = table(&plain);
        let sections = ["board", "setup", "moves", "sowing", "laps", "turn", "ending", "limits"];
        for (section, whole) in sections.into_iter().zip(whole) {
            let entry = text.entry(section).or_insert_with(|| Value::Table(Table::new()));
            let section = entry.as_table_mut().expect("a section");
            section.remove("clause");
            cite(section, whole);
        }
        for entry in text.get_mut("landing").and_then(Value::as_array_mut).into_iter().flatten() {
            let entry = entry.as_table_mut().expect("an entry");
            entry.remove("clause");
            entry.remove("name");
            cite(entry, whole[0]);
        }
        let cited = read(&text.to_string());
        prop_assert_eq!(&read(&cited.to_toml()), &cited);
        prop_assert_eq!(cited.digest(), rules.digest());
    }
}

//! The reference: each field and value is told, and what is told can be written.

use mancalab::rules::{Field, Landing, Rules, Value, Values, catalogue, reference, sections};

/// Every field with the path that it is written by, those of tables inside a section too.
fn fields() -> Vec<(String, &'static Field)> {
    let mut found = Vec::new();
    for section in sections() {
        for field in section.fields {
            found.push((section.name.to_owned(), field));
            if let Values::Table(inner) = field.values {
                let path = format!("{}.{}", section.name, field.name);
                found.extend(inner.iter().map(|field| (path.clone(), field)));
            }
        }
    }
    found
}

/// What a description with only this field has to say about the field itself.
fn faults(section: &str, field: &Field, value: &str) -> Vec<String> {
    let text = match section {
        "" => format!("{} = {value}\n", field.name),
        "landing" | "play" => format!("[[{section}]]\n{} = {value}\n", field.name),
        _ => format!("[{section}]\n{} = {value}\n", field.name),
    };
    let error = Rules::from_toml(&text).expect_err("most of the game is missing");
    let faults = error.faults.iter().map(ToString::to_string);
    faults.filter(|fault| fault.contains(&format!("{} = ", field.name))).collect()
}

#[test]
fn every_section_and_field_has_a_meaning() {
    for section in sections() {
        assert!(section.about.trim().ends_with('.'), "{}", section.name);
        assert_eq!(section.fields.is_empty(), section.name == "clauses", "{}", section.name);
        for (name, about) in section.beside {
            assert!(about.trim().ends_with('.'), "{}.{name}", section.name);
        }
    }
    for (section, field) in fields() {
        let about = field.about.trim();
        assert!(
            about.ends_with(['.', ')']) && about.contains(' '),
            "{section}.{}: {about}",
            field.name
        );
        for (value, meaning) in field.values.meanings() {
            let ends = meaning.ends_with(['.', ')']);
            assert!(ends, "{section}.{} = {value}: {meaning}", field.name);
        }
    }
}

/// The reference has all that a description may have, and nothing else.
#[test]
fn the_reference_has_every_key_that_is_read() {
    for section in sections().iter().filter(|section| section.name != "clauses") {
        let mut told: Vec<&str> = section.fields.iter().map(|field| field.name).collect();
        told.extend(section.beside.iter().map(|(name, _)| *name));
        if section.name.is_empty() {
            told.extend(sections().iter().skip(1).map(|section| section.name));
        }
        let text = match section.name {
            "" => "nonsense = 1\n".to_owned(),
            list @ ("landing" | "play") => format!("[[{list}]]\nnonsense = 1\n"),
            name => format!("[{name}]\nnonsense = 1\n"),
        };
        let faults = Rules::from_toml(&text).unwrap_err().to_string();
        let line = faults.lines().find(|line| line.contains("no such field")).unwrap();
        let (_, allowed) = line.split_once("allowed are ").unwrap();
        let mut allowed: Vec<&str> = allowed.split("; ").next().unwrap().split(", ").collect();
        allowed.sort_unstable();
        told.sort_unstable();
        assert_eq!(told, allowed, "{}", section.name);
    }
}

#[test]
fn every_value_of_the_reference_can_be_read() {
    for (section, field) in fields() {
        for (value, _) in field.values.meanings() {
            let plain = value.starts_with('[') || matches!(field.values, Values::Plain(_));
            let written = if plain { (*value).to_owned() } else { format!("{value:?}") };
            for fault in faults(&section, field, &written) {
                for unread in ["allowed are", "is needed"] {
                    // A value may need another field; it is known all the same.
                    assert!(!fault.contains(unread) || fault.contains("own, any"), "{fault}");
                }
            }
            assert!(
                !faults(&section, field, "\"nonsense\"").is_empty(),
                "{section}.{}",
                field.name
            );
        }
    }
}

#[test]
fn numbers_beyond_their_range_are_refused() {
    let numbers =
        fields().into_iter().filter_map(|(path, field)| Some((path, field, field.range()?)));
    let mut tried = 0;
    for (section, field, (low, high)) in numbers.filter(|(_, field, _)| field.name != "reserve") {
        for beyond in [low - 1, high + 1] {
            let conditions = match field.name {
                "few" => "\nwhen = [\"few\"]",
                "enough" => "\nwhen = [\"enough\"]",
                "choices" if section != "opening" => "\ntake = \"facing\"\nchoose = \"pits\"",
                "lift" if section != "opening" => "\nthen = \"relay\"",
                _ => "",
            };
            let found = faults(&section, field, &format!("{beyond}{conditions}")).join("\n");
            assert!(found.contains(&format!("allowed are {low} to {high}")), "{found:?}");
        }
        tried += 1;
    }
    let named = "columns, least, up_to, stay, store_up_to, store_into, inner_singles, fed, fed_pit, turns, lift, choices, count, most, choices, few, enough, last_seeds, refill, fields, points, most, lift, max_actions";
    assert_eq!(tried, named.split(", ").count(), "{named}");
}

/// Whether a value is the default, is needed, and who has it, found in descriptions.
#[test]
fn defaults_and_uses_are_those_of_descriptions() {
    let told = reference();
    let field = |section: &str, name: &str| {
        let sections = told["sections"].as_array().unwrap();
        let section = sections.iter().find(|found| found["name"] == section).unwrap();
        let fields = section["fields"].as_array().unwrap();
        fields.iter().find(|field| field["name"] == name).unwrap().clone()
    };
    let needed: Vec<String> = told["sections"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|section| section["fields"].as_array().unwrap().iter())
        .filter(|field| field["is_needed"] == true)
        .map(|field| field["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(needed, ["name", "rows", "columns", "seeds", "when"]);
    assert_eq!(field("moves", "least")["default"], 1);
    assert_eq!(field("landing", "to")["default"], "store");
    assert!(field("setup", "north")["default"].is_null());
    let stores = field("sowing", "stores");
    let both = stores["values"].as_array().unwrap().iter().find(|value| value["value"] == "both");
    let games: Vec<&str> = both.unwrap()["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    let found: Vec<&str> = catalogue::games()
        .iter()
        .filter(|rules| rules.to_toml_in_full().contains("stores = \"both\""))
        .map(|rules| rules.name.as_str())
        .collect();
    assert_eq!(games, found);
    for name in ["was", "take", "then"] {
        assert!(Landing::FIELDS.contains(&name));
    }
    assert_eq!(field("landing", "was")["is_test"], true);
    assert_eq!(field("landing", "then")["is_test"], false);
}

#[test]
fn an_option_says_the_fields_that_it_writes() {
    let kalah = catalogue::find("kalah").unwrap();
    let said = |rules: &Rules, name: &str| {
        rules.option_fields().into_iter().find(|(option, _)| *option == name).unwrap().1
    };
    for (option, fields) in [
        ("columns", "board.columns = 6"),
        ("seeds", "setup.seeds = 4"),
        ("relay", "laps.relay = \"none\""),
        ("capture", "landing.capture.to = \"store\""),
        ("empty_capture", "landing.capture.facing = \"occupied\""),
        ("end", "ending.when = [\"either_empty\"]"),
        ("max_actions", "limits.max_actions = 1000"),
    ] {
        assert_eq!(said(kalah, option), fields);
    }
    let relays = kalah.replace(&[("relay".into(), Value::Bool(true))]).unwrap();
    assert_eq!(said(&relays, "relay"), "laps.relay = \"landing\"");
    for rules in catalogue::games() {
        for (option, fields) in rules.option_fields() {
            assert!(!fields.is_empty(), "{}: {option}", rules.name);
        }
    }
}

#[test]
fn a_description_in_full_says_every_field_and_the_same_game() {
    for rules in catalogue::games() {
        let text = rules.to_toml_in_full();
        let again = Rules::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.to_toml(), rules.to_toml());
        for (section, field) in fields() {
            if section != "sowing.on_drop" {
                let name = field.name;
                let is_told = |line: &str| {
                    let line = line.trim_start_matches("# ");
                    line.starts_with(&format!("{name} = "))
                        || line == format!("{name} is left out")
                        || line == format!("[{section}.{name}]")
                };
                assert!(text.lines().any(is_told), "{}: {section}.{name}\n{text}", rules.name);
            }
        }
    }
}

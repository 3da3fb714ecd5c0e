//! Which clause is cited for a value that an option has changed.

use mancalab::game::State;
use mancalab::notation;
use mancalab::rules::{Cited, NO_CLAUSE, Rules, Value, catalogue, conventions};
use proptest::prelude::*;

use crate::common::{any_rules, cases, plan};

fn changed(name: &str, changes: &[(&str, Value)]) -> Rules {
    let changes: Vec<_> = changes.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
    catalogue::find(name).expect("in the catalogue").replace(&changes).expect("good options")
}

fn named(name: &str) -> Value {
    Value::Text(name.to_owned())
}

/// The clause of the line about a field.
fn of_line(rules: &Rules, field: &str) -> String {
    let line = rules.lines().into_iter().find(|line| line.field == field);
    line.unwrap_or_else(|| panic!("{field}: {}", rules.explain())).clause
}

/// A value that an option changes has no clause that says the opposite.
#[test]
fn a_changed_value_loses_its_clause() {
    let yes = Value::Bool(true);
    for (game, option, value, field, before, after) in [
        ("oware", "direction", named("clockwise"), "moves.direction", "OW-3", NO_CLAUSE),
        ("oware", "least", Value::Int(2), "moves.least", "OW-2", NO_CLAUSE),
        ("oware", "relay", yes.clone(), "laps.relay", "OW-3", NO_CLAUSE),
        ("oware", "skip", named("none"), "sowing.skip", "OW-3", "GE-6"),
        ("oware", "skip", named("turn"), "sowing.skip", "OW-3", NO_CLAUSE),
        ("oware", "columns", Value::Int(5), "board.columns", "OW-1", NO_CLAUSE),
        ("oware", "start", named("north"), "setup.start", "GE-1", NO_CLAUSE),
        ("oware", "end_above_half", Value::Bool(false), "ending.when", "OW-7", NO_CLAUSE),
        ("kalah", "replay", Value::Bool(false), "turn.replay", "KA-4", NO_CLAUSE),
        ("kalah", "final_count", named("home"), "ending.final_count", "KA-6", "GE-11"),
        ("kalah", "max_actions", Value::Int(7), "limits.max_actions", "GE-10", "GE-10"),
        ("chuba", "max_actions", Value::Int(7), "limits.max_actions", "CH-11, GE-10", "GE-10"),
        (
            "mwambulula",
            "reentry",
            named("turn"),
            "landing.capture.take",
            "MW-5, MW-6, MW-7",
            NO_CLAUSE,
        ),
        ("obridje", "last_four_to_mover", Value::Bool(false), "sowing.on_drop", "OB-3", NO_CLAUSE),
    ] {
        let origin = catalogue::find(game).unwrap();
        assert_eq!(of_line(origin, field), before, "{game} {option}");
        let rules = changed(game, &[(option, value)]);
        assert_eq!(of_line(&rules, field), after, "{game} {option}");
        assert_eq!(rules.clause(field), after, "{game} {option}");
        let read = Rules::from_toml(&rules.to_toml()).expect("it can be read");
        assert_eq!(read, rules, "{}", rules.to_toml());
    }
    let end = [("repetition", named("first_since_capture"))];
    assert_eq!(of_line(&changed("kalah", &end), "limits.repetition"), NO_CLAUSE);
}

/// What the clause itself says of another value is cited for it.
#[test]
fn the_alternatives_of_a_clause_are_cited() {
    let yes = || Value::Bool(true);
    let no = || Value::Bool(false);
    for (game, option, value, field, clause) in [
        ("oware", "grand_slam", named("forbidden"), "landing.capture.grand_slam", "OW-6"),
        ("awari", "grand_slam", named("forbidden"), "landing.capture.grand_slam", "OW-6"),
        ("oware", "repetition", named("first_since_capture"), "limits.repetition", "OW-8"),
        ("kalah", "empty_capture", yes(), "landing.capture.take", "KA-5"),
        ("kalah", "end", named("mover_empty"), "ending.when", "KA-6"),
        ("kalah", "seeds", Value::Int(6), "setup.seeds", "KA-1"),
        ("kalah", "columns", Value::Int(4), "board.columns", "KA-1"),
        ("elf", "symmetric", yes(), "moves.symmetric", "EL-3"),
        ("elf", "symmetric", yes(), "ending.when", "EL-7"),
        ("elf", "replay", no(), "turn.replay", "EL-5"),
        ("elf", "relay", yes(), "laps.relay", "EL-5"),
        ("elf", "capture", named("home"), "landing.capture.take", "EL-6"),
        ("elf", "capture_side", named("own"), "landing.capture.take", "EL-6"),
        ("elf", "start", named("north"), "setup.start", "EL-1"),
        ("elf", "seeds", Value::Int(6), "setup.seeds", "EL-1"),
        ("elf", "seeds", Value::Int(7), "setup.seeds", NO_CLAUSE),
        ("pratt", "relay", no(), "laps.relay", "PR-4"),
        ("pratt", "stores", named("own"), "sowing.stores", "PR-10"),
        ("pratt", "stores", named("own"), "turn.replay", "PR-10"),
        ("pratt-store", "stores", named("none"), "sowing.stores", "PR-3"),
        ("kalaha-nigerian", "last_four_to_mover", yes(), "sowing.on_drop", "KN-3"),
        ("i-dogon", "columns", Value::Int(7), "board.columns", "ID-1"),
        ("i-dogon", "columns", Value::Int(8), "board.columns", NO_CLAUSE),
    ] {
        let rules = changed(game, &[(option, value)]);
        assert_eq!(of_line(&rules, field), clause, "{game} {option} {field}");
    }
}

/// A sentence speaks of several values: it loses its clause with any of them.
#[test]
fn a_sentence_loses_its_clause_with_any_of_its_values() {
    let counts = [("landing.capture.counts", named("[2, 3, 4]"))];
    let oware = changed("oware", &counts);
    for key in ["take", "chain", "counts"] {
        assert_eq!(oware.clause(&format!("landing.capture.{key}")), NO_CLAUSE, "{key}");
    }
    for (key, clause) in [("side", "OW-4"), ("to", "OW-4"), ("grand_slam", "OW-6")] {
        assert_eq!(oware.clause(&format!("landing.capture.{key}")), clause, "{key}");
    }
    // A test that the game did not make.
    let late = changed("kalah", &[("landing.capture.turns", named("2.."))]);
    assert_eq!(of_line(&late, "landing.capture.take"), NO_CLAUSE);
    let any_pit = changed("kalah", &[("symmetric", Value::Bool(true))]);
    assert_eq!(of_line(&any_pit, "moves.symmetric"), NO_CLAUSE);
    assert_eq!(of_line(&any_pit, "ending.when"), NO_CLAUSE, "one side's empty pits do not end it");
    let on = changed("oware", &[("landing.capture.then", named("relay_next"))]);
    assert_eq!(of_line(&on, "laps.relay"), NO_CLAUSE, "a turn is more than one lap");
}

#[test]
fn a_clause_comes_back_with_its_value() {
    let kalah = catalogue::find("kalah").unwrap();
    for (option, there, back) in [
        ("direction", named("clockwise"), named("counterclockwise")),
        ("replay", Value::Bool(false), Value::Bool(true)),
        ("empty_capture", Value::Bool(true), Value::Bool(false)),
        ("landing.capture.lap", named("first"), named("any")),
        ("seeds", Value::Int(3), Value::Int(4)),
    ] {
        let change = |value: Value| [(option.to_owned(), value)];
        let changed = kalah.replace(&change(there)).unwrap();
        assert_ne!(&changed, kalah);
        assert_eq!(&changed.replace(&change(back)).unwrap(), kalah, "{option}");
    }
}

#[test]
fn events_and_illegal_actions_cite_what_lines_cite() {
    let oware = plan(&changed("oware", &[("direction", named("clockwise"))]));
    for event in State::start(oware).trace(2, false).unwrap() {
        let stale = event.field == "moves.direction" && event.clause != NO_CLAUSE;
        assert!(!stale && (event.clause == NO_CLAUSE) == event.clause_text.is_empty(), "{event:?}");
    }
    let fixed = plan(&changed("kalah", &[("direction", named("fixed_by_first"))]));
    let state = State::start(fixed).play(0).unwrap().play(0).unwrap();
    let error = (0..state.plan().actions.count as i64)
        .filter_map(|action| state.play(action).err())
        .find(|error| error.why == "the sowing that fixed the direction went the other way")
        .expect("a direction is fixed");
    assert_eq!((&*error.clause, &*error.clause_text), (NO_CLAUSE, ""));
    assert!(!error.to_string().contains("KA-3"), "{error}");
    let least = plan(&changed("oware", &[("least", Value::Int(2))]));
    let lone = notation::state(&least, "S[1 4 4 4 4 4|0] N[4 4 4 4 4 4|0] S").unwrap();
    assert_eq!(lone.play(0).unwrap_err().clause, NO_CLAUSE);
}

/// A clause that stands alone in its section reaches what the game says of the section, no more.
#[test]
fn a_lone_clause_reaches_only_what_is_said() {
    for name in ["oware", "i-dogon", "kalah"] {
        let rules = catalogue::find(name).unwrap();
        assert!(!rules.to_toml().contains("turn_round"), "{}", rules.to_toml());
        assert_ne!(of_line(rules, "laps.relay"), NO_CLAUSE);
        assert_eq!(rules.clause("laps.turn_round"), NO_CLAUSE);
    }
}

/// The values that the catalogue gives clauses of are ones that an option can bring.
#[test]
fn clauses_by_value_are_of_several_values_or_another() {
    let mut tables = 0;
    for rules in catalogue::games() {
        assert_eq!(rules.check(), [], "{}", rules.name);
        let entries = rules.landing.iter().map(|entry| &entry.clause);
        let axes = [&rules.board.clause, &rules.setup.clause, &rules.moves.clause]
            .into_iter()
            .chain([&rules.sowing.clause, &rules.laps.clause, &rules.turn.clause])
            .chain([&rules.ending.clause, &rules.limits.clause])
            .chain(entries);
        for clauses in axes {
            let mancalab::rules::Clauses::Each(each) = clauses else { continue };
            tables += each.values().filter(|cited| matches!(cited, Cited::ByValue(_))).count();
        }
    }
    assert!(tables > 30, "{tables}");
}

#[test]
fn a_clause_of_no_value_is_a_fault() {
    let text = "name = \"own\"\nboard = { rows = 2, columns = 4 }\nsetup = { seeds = 3 }\n\
                ending = { when = [\"either_empty\"] }\n[moves]\n";
    let error = |clause: &str| {
        let text = format!("{text}clause = {{ {clause} }}\n");
        Rules::from_toml(&text).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(error("direction = { clockwise = \"X\", outward = \"Y\" }"), Ok(()));
    assert_eq!(error("symmetric = { true = \"X\" }, least = { 2 = \"X\", \"*\" = \"Y\" }"), Ok(()));
    let wrong = error("direction = { clokwise = \"X\" }").unwrap_err();
    assert!(wrong.starts_with("line 6: moves.clause.direction = \"clokwise\": "), "{wrong}");
    assert!(wrong.contains("did you mean \"clockwise\"?"), "{wrong}");
    let wrong = error("least = { two = \"X\" }").unwrap_err();
    assert!(wrong.contains("\"two\": no such value; a whole number is needed"), "{wrong}");
}

proptest! {
    #![proptest_config(cases(100))]

    /// However a game was changed, what it cites is the same after it has been written and read.
    #[test]
    fn what_is_cited_can_be_written_and_read(rules in any_rules()) {
        let read = Rules::from_toml(&rules.to_toml()).expect("it can be read");
        prop_assert_eq!(read.lines(), rules.lines());
        // A sentence that says more than one field cites their clauses too.
        for line in rules.lines() {
            let own = rules.clause(&line.field);
            let cited: Vec<&str> = line.clause.split(", ").collect();
            let all = own.split(", ").all(|number| cited.contains(&number));
            prop_assert!(all || own == NO_CLAUSE || conventions().contains_key(&own), "{line:?} {own}");
        }
    }
}

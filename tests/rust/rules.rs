//! Descriptions: the catalogue, reading with faults, options, digests, words.

use crate::common;
use mancalab::rules::{Counts, Landing, Occupancy, Rules, Take, Then, Value, catalogue};

fn faults(text: &str) -> Vec<String> {
    let error = Rules::from_toml(text).expect_err("the text is faulty");
    error.faults.iter().map(ToString::to_string).collect()
}

fn changed(name: &str, options: &[(&str, Value)]) -> Rules {
    common::game(name, options).rules().clone()
}

fn named(name: &str) -> Value {
    Value::Text(name.to_owned())
}

#[test]
fn the_catalogue_is_readable_and_complete() {
    let names: Vec<&str> = catalogue::games().iter().map(|rules| rules.name.as_str()).collect();
    let seeds = "kalah kalaha-general kalaha-egyptian kalaha-ethiopian kalaha-nigerian elf elf-mankala \
                 elf-mankala-home elf-manbula pratt pratt-single-lap pratt-store mwambulula chuba \
                 oware awari";
    let seeds: Vec<&str> = seeds.split_whitespace().collect();
    let (first, rest) = names.split_at(seeds.len());
    assert_eq!(first, seeds);
    assert!(rest.is_sorted());
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/rules/catalogue"));
    assert_eq!(names.len(), files.expect("the files of the catalogue").count());
    for rules in catalogue::games() {
        assert!(!rules.title.is_empty() && !rules.source.is_empty() && !rules.about.is_empty());
    }
    assert_eq!(catalogue::find("kalaha-four").unwrap().name, "kalaha-nigerian");
    assert!(catalogue::find("chess").is_none());
}

#[test]
fn all_faults_are_named_at_once_with_their_lines() {
    let text = r#"
name = "my game"
[board]
rows = 5
columns = 17
[setup]
seeds = "four"
[moves]
leest = 1
[sowing]
stores = "ours"
[[capture]]
landing = "empty"
take = "everything"
[turn]
replay = 1
[ending]
when = ["either_emtpy"]
[limits]
max_actions = 0
"#;
    let found = faults(text);
    let expected = [
        "line 2: name",
        "line 4: board.rows = 5: allowed are 2, 3 and 4",
        "line 5: board.columns = 17: allowed are 1 to 16",
        "line 7: setup.seeds",
        "line 9: moves.leest = 1: no such field; allowed are symmetric, numbered, least, singles, lone, last_pit, rest, up_to, stay, store_up_to, store_into, store_round, store_back, direction, reserve, reserve_at, filled, inner_singles, swap, feeding, fed, fed_pit, spared, spared_counts, back_into, reopens, reopens_at, barred, clause; did you mean \"least\"?",
        "line 11: sowing.stores = \"ours\": allowed are none, own, both",
        "line 14: capture[0].take = \"everything\": allowed are facing, facing_and_landing, file",
        "line 16: turn.replay = 1",
        "line 18: ending.when",
        "line 20: limits.max_actions = 0: allowed are 1 to 16777215",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (fault, start) in found.iter().zip(expected) {
        assert!(fault.starts_with(start), "{fault:?} does not start with {start:?}");
    }
}

#[test]
fn broken_toml_names_its_line() {
    let found = faults("name = \"x\"\n[board\nrows = 2\n");
    assert!(found[0].starts_with("line 2: "), "{found:?}");
    assert!(faults("")[0].contains("name"), "an empty text lacks a name");
}

#[test]
fn too_many_seeds_are_refused() {
    let rules = catalogue::find("kalah").unwrap();
    let change = |columns, seeds| {
        rules.replace(&[
            ("columns".into(), Value::Int(columns)),
            ("seeds".into(), Value::Int(seeds)),
        ])
    };
    assert!(change(16, 7).is_ok(), "224 seeds");
    let error = change(16, 8).unwrap_err().to_string();
    assert_eq!(error, "setup.seeds: 256 seeds in all; at most 255 are allowed");
    assert!(change(17, 1).is_err() && change(0, 1).is_err() && change(6, -1).is_err());
}

#[test]
fn options_say_what_is_allowed() {
    let rules = catalogue::find("kalah").unwrap();
    let error =
        |name: &str, value: Value| rules.replace(&[(name.into(), value)]).unwrap_err().to_string();
    assert_eq!(
        error("end", named("both")),
        "end = \"both\": allowed are either_empty, mover_empty"
    );
    assert_eq!(error("columns", Value::Bool(true)), "columns = true: allowed are 1 to 16");
    assert!(error("colums", Value::Int(6)).contains("did you mean \"columns\"?"));
    assert!(error("reentry", named("lap")).contains("kalah has no such option"));
    let twice = rules.replace(&[("end".into(), Value::None), ("seats".into(), Value::None)]);
    assert_eq!(twice.unwrap_err().faults.len(), 2);
}

#[test]
fn options_are_the_same_field_under_every_name() {
    let both = |one: &[(&str, Value)], two: &[(&str, Value)], game| {
        assert_eq!(changed(game, one).digest(), changed(game, two).digest());
    };
    both(
        &[("empty_capture", Value::Bool(true))],
        &[("capture_needs_opposite", Value::Bool(false))],
        "kalah",
    );
    both(&[("continue_sowing", Value::Bool(true))], &[("relay", Value::Bool(true))], "elf");
    both(
        &[("capture", named("none"))],
        &[("cross_capture", Value::Bool(false))],
        "kalaha-nigerian",
    );
}

#[test]
fn a_digest_says_what_is_played() {
    let digest = |name, options: &[(&str, Value)]| changed(name, options).digest();
    // The Egyptian rules are Kalah with empty capture under another name (KA-5, KE-2).
    assert_eq!(
        digest("kalaha-egyptian", &[]),
        digest("kalah", &[("empty_capture", Value::Bool(true))])
    );
    // A landing in an empty pit takes nothing either way, so it does not matter what it would need.
    assert_eq!(digest("pratt", &[("relay", Value::Bool(false))]), digest("pratt-single-lap", &[]));
    let mut seen = std::collections::BTreeMap::new();
    for rules in catalogue::games() {
        assert_eq!(seen.insert(rules.digest(), &rules.name), None, "{}", rules.name);
    }
    for option in catalogue::find("kalah").unwrap().options().iter().filter(|o| o.name == "seeds") {
        assert_ne!(digest("kalah", &[(option.name, Value::Int(3))]), digest("kalah", &[]));
    }
}

#[test]
fn all_elf_combinations_are_different_games() {
    let mut digests = std::collections::BTreeSet::new();
    for symmetric in [false, true] {
        for capture in ["none", "home", "across"] {
            for replay in [false, true] {
                for relay in [false, true] {
                    for seeds in 3..=6 {
                        let options = [
                            ("symmetric", Value::Bool(symmetric)),
                            ("capture", named(capture)),
                            ("replay", Value::Bool(replay)),
                            ("continue_sowing", Value::Bool(relay)),
                            ("seeds", Value::Int(seeds)),
                        ];
                        let rules = changed("elf", &options);
                        assert_eq!(common::plan(&rules).actions.count, 12, "EL-3");
                        digests.insert(rules.digest());
                    }
                }
            }
        }
    }
    assert_eq!(digests.len(), 24 * 4, "EL-2");
}

#[test]
fn differences_are_told_clause_by_clause() {
    let (general, egyptian) = ("kalaha-general", "kalaha-egyptian");
    let diff = catalogue::find(general).unwrap().diff(catalogue::find(egyptian).unwrap());
    assert_eq!(
        diff,
        "- KG-7  The player whose pits are empty takes the seeds left in the other's.\n\
         + KE-2  Each player puts the seeds left in their pits into their store.\n"
    );
}

#[test]
fn entries_without_a_name_stand_beside_one_another() {
    let kalah = |before: &[&Landing], after: &[&Landing]| {
        let mut rules = catalogue::find("kalah").unwrap().clone();
        let own = rules.landing.drain(..).collect::<Vec<_>>();
        rules.landing = [before.to_vec(), own.iter().collect(), after.to_vec()]
            .concat()
            .into_iter()
            .cloned()
            .collect();
        rules
    };
    let said = |one: &Rules, other: &Rules| {
        one.diff(other).lines().map(|line| line[..1].to_owned()).collect::<String>()
    };
    let occupied = Landing { was: Occupancy::Occupied, ..Landing::default() };
    let again = Landing { then: Then::Again, counts: Counts::From(3), ..occupied.clone() };
    let takes = Landing { take: Take::Landing.into(), ..occupied };
    // One begins with what it does, the other with what follows it.
    let (one, other) = (kalah(&[], &[&again]), kalah(&[], &[&takes]));
    assert_eq!(said(&one, &other), "-+", "{}", one.diff(&other));
    let (one, other) = (kalah(&[&again], &[&again]), kalah(&[&takes], &[&takes]));
    assert_eq!(said(&one, &other), "-+-+", "{}", one.diff(&other));
    // With a name and without, it says the same.
    let named = Landing { name: "again".to_owned(), ..again.clone() };
    assert_eq!(kalah(&[], &[&again]).diff(&kalah(&[], &[&named])), "");
    // An entry more stands where it is, and the others keep their partners.
    let (one, other) = (kalah(&[], &[&again]), kalah(&[&takes], &[&again]));
    assert_eq!((said(&one, &other), said(&other, &one)), ("+".to_owned(), "-".to_owned()));
    // Entries are tried in order, so in another order they are another game.
    assert_eq!(said(&kalah(&[&named], &[]), &kalah(&[], &[&named])).len(), 2);
}

#[test]
fn every_test_of_an_entry_is_said_in_words() {
    let effects = [
        "take",
        "most",
        "chain",
        "grand_slam",
        "to",
        "reentry",
        "near_end",
        "mark",
        "split",
        "close",
        "hold",
        "choose",
        "choices",
        "exempt",
        "chosen",
        "then",
        "lift",
    ];
    let rules = catalogue::find("kalah").unwrap();
    for key in Landing::FIELDS {
        assert_eq!(rules.asked(0, key).is_empty(), effects.contains(key), "{key}");
    }
    assert_eq!(rules.asked(9, "was") + &rules.asked(0, "clause"), "");
}

/// Each test of an entry, and what it is said to ask for.
const ASKED: [(&str, &str, &str); 49] = [
    ("was", "was = \"empty\"", "an empty pit"),
    ("was", "was = \"occupied\"\nside = \"own\"", "an occupied pit of the player's own"),
    ("counts", "counts = [1]", "1 seed in the landing pit"),
    ("counts", "counts = \"4..\"", "4 or more seeds in the landing pit"),
    ("counts", "counts = [2, 4, 6, 8]", "an even number of seeds in the landing pit"),
    ("counts", "counts = [2, 4, 6]", "2, 4 or 6 seeds in the landing pit"),
    ("side", "side = \"other\"", "a pit of the other player"),
    ("row", "row = \"inner\"", "an inner pit"),
    ("at", "at = [1]", "pit 1"),
    ("at", "at = [0, 1]", "one of the pits 0 or 1"),
    ("at", "at = [1, 2, 3]", "one of the pits 1 to 3"),
    ("marked", "marked = \"no\"", "a pit that is not marked"),
    ("marked", "marked = \"own\"", "a pit that the player has marked"),
    ("marked", "marked = \"other\"", "a pit that the other player has marked"),
    (
        "lifted",
        "lifted = \"never\"",
        "a pit whose seeds were not lifted to be sown before in this round",
    ),
    (
        "lifted",
        "lifted = \"each\"",
        "a pit whose seeds were lifted to be sown before in this round",
    ),
    ("marks", "marks = [1]", "1 pit marked by the player"),
    ("marks", "marks = \"2..\"", "2 or more pits marked by the player"),
    ("facing_marked", "facing_marked = \"no\"", "a pit opposite that is not marked"),
    (
        "visits",
        "marked = \"other\"\nvisits = \"2..\"",
        "the player's second last seed in such a pit in this round, or a later one",
    ),
    ("mirrored", "mirrored = true", "a pit of the same number marked by the other player"),
    ("mirrored", "mirrored = false", "no pit of the same number marked by the other player"),
    ("house", "house = true", "a house"),
    ("blocked", "blocked = false", "no blocked pit"),
    ("next", "next = \"empty\"", "an empty next pit"),
    ("next", "next = \"odd\"", "an odd number of seeds in the next pit"),
    ("next_field", "next_field = false", "no field as the next pit"),
    ("beyond", "beyond = [0]", "an empty pit beyond the next one"),
    ("before", "before = \"occupied\"", "seeds in the pit before the landing pit"),
    ("facing", "facing = [2, 3]", "2 or 3 seeds in the pit opposite"),
    ("behind", "behind = \"occupied\"", "seeds in the outer pit of the other player in that file"),
    ("other_inner", "other_inner = \"empty\"", "the other player's row to be empty"),
    (
        "other_pits",
        "other_pits = [1]",
        "1 pit of the other player that holds seeds and is not marked",
    ),
    ("lap", "lap = \"first\"", "the first lap of the action"),
    ("lap", "lap = \"later\"", "a later lap of the action"),
    ("captured", "captured = true", "a capture earlier in the action"),
    ("captured", "captured = false", "no capture earlier in the action"),
    ("crossed", "crossed = true", "a seed of the action to have fallen on the other side"),
    ("crossed", "crossed = false", "no seed of the action to have fallen on the other side"),
    ("dropped", "dropped = true", "a seed of the reserve to have begun the action"),
    ("hand", "hand = [3]", "a lap sown with 3 seeds"),
    ("hand", "hand = \"..3\"", "a lap sown with at most 3 seeds"),
    ("hand", "hand = \"empty\"", "a seed of the reserve that fell by itself"),
    ("turns", "turns = \"2..\"", "the player's second turn, or a later one"),
    ("turns", "turns = [1]", "the player's first turn"),
    ("turns", "turns = [1, 12]", "the player's first or 12th turn"),
    ("turns", "turns = \"even\"", "one of the player's even turns"),
    ("capture_number", "capture_number = [1]", "the player's first capture in this round"),
    (
        "capture_number",
        "capture_number = \"2..\"",
        "the player's second capture in this round, or a later one",
    ),
];

#[test]
fn what_a_test_asks_for_follows_asks_for() {
    for (test, entry, said) in ASKED {
        let entry: Landing = toml::from_str(entry).expect("an entry");
        let mut rules = changed("kalah", &[("columns", Value::Int(2)), ("seeds", Value::Int(2))]);
        rules.landing = vec![entry];
        assert_eq!(rules.asked(0, test), said, "{test}");
    }
    let mut told: Vec<&str> = ASKED.iter().map(|(test, ..)| *test).collect();
    told.dedup();
    assert_eq!(told, Landing::FIELDS[..28], "every test is tried");
}

/// A description of four rows, 16 columns and both directions, with what is added.
fn wide(added: &str) -> String {
    format!(
        "name = \"wide\"\nboard = {{ rows = 4, columns = 16 }}\nsetup = {{ seeds = 1{added} }}\n\
         ending = {{ when = [\"cannot_move\"], winner = \"last_mover\" }}\n"
    )
}

#[test]
fn an_action_space_fits_64_bits() {
    let both_ways = "moves = { direction = \"chosen\" }\n";
    assert!(Rules::from_toml(&(wide("") + both_ways)).is_ok(), "64 actions");
    let with_reserve =
        "moves = { direction = \"chosen\", reserve = \"one_in_each_pit_then_move\" }\n";
    let found = faults(&(wide(", reserve = 32") + with_reserve));
    assert_eq!(found, ["line 2: board.columns = 16: makes 65 actions; at most 64 are allowed"]);
}

#[test]
fn a_phase_is_of_one_kind() {
    let both = "moves = { least = 2, reserve = \"one_in_each_pit_then_move\" }\n\
                [[capture]]\nrow = \"inner\"\nneeds_opposite = true\ntake = \"file\"\n\
                then = \"choose_another_file\"\n";
    let found = faults(&(wide(", reserve = 32") + both));
    assert!(found[0].contains("cannot be combined"), "{found:?}");
}

#[test]
fn the_order_of_changes_does_not_matter() {
    let change = |name: &str, value: Value| (name.to_owned(), value);
    let pratt = catalogue::find("pratt").unwrap();
    let mut changes = [change("replay", Value::Bool(true)), change("stores", named("own"))];
    let one = pratt.replace(&changes).unwrap();
    changes.reverse();
    assert_eq!(pratt.replace(&changes).unwrap(), one);
    let kalah = catalogue::find("kalah").unwrap();
    let mut changes = [change("stores", named("none")), change("replay", Value::Bool(false))];
    let one = kalah.replace(&changes).unwrap();
    assert_eq!(one.changes_from(kalah).unwrap().len(), 2);
    changes.reverse();
    assert_eq!(kalah.replace(&changes).unwrap(), one);
    let twice = [change("relay", Value::Bool(true)), change("continue_sowing", Value::Bool(false))];
    let error = kalah.replace(&twice).unwrap_err().to_string();
    assert_eq!(error, "relay = true: contradicts another option, by which it is false");
}

#[test]
fn changed_options_can_be_changed_back() {
    for rules in catalogue::games() {
        // Captures can go to three places, of which `cross_capture` names only one.
        for option in rules.options().into_iter().filter(|option| option.name != "cross_capture") {
            let other = match option.value {
                Value::Bool(flag) => Value::Bool(!flag),
                _ => continue,
            };
            let Ok(changed) = rules.replace(&[(option.name.to_owned(), other)]) else { continue };
            let back = changed.replace(&[(option.name.to_owned(), option.value)]).unwrap();
            assert_eq!(back.digest(), rules.digest(), "{}: {}", rules.name, option.name);
        }
    }
}

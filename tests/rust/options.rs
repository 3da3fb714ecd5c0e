//! Options and keys of entries: as changes, and as one line of text.

use crate::draws::any_variant;
use mancalab::notation;
use mancalab::rules::{Counts, Landing, Rules, Value, catalogue, is_key_of_entry};
use proptest::prelude::*;

fn named(name: &str) -> Value {
    Value::Text(name.to_owned())
}

fn change(name: &str, value: Value) -> (String, Value) {
    (name.to_owned(), value)
}

/// Rules whose entries have some keys as entries of other games have them.
fn with_keys_of_others(rules: &Rules, picks: &[(u16, u16, u16)]) -> Rules {
    let others: Vec<&Landing> =
        catalogue::games().iter().flat_map(|other| &other.landing).collect();
    let mut rules = rules.clone();
    for (which, key, other) in picks {
        if rules.landing.is_empty() {
            break;
        }
        let index = usize::from(*which) % rules.landing.len();
        let key = Landing::FIELDS[usize::from(*key) % Landing::FIELDS.len()];
        let other = serde_json::to_value(others[usize::from(*other) % others.len()]).unwrap();
        let value = match &other[key] {
            serde_json::Value::Null => Value::None,
            serde_json::Value::Bool(flag) => Value::Bool(*flag),
            serde_json::Value::String(text) => named(text),
            list => Value::Text(list.to_string()),
        };
        let path = format!("{}.{key}", rules.entry_path(index));
        rules = rules.replace(&[(path, value)]).unwrap_or(rules);
    }
    rules
}

fn any_changed() -> impl Strategy<Value = Rules> {
    let picks = prop::collection::vec((any::<u16>(), any::<u16>(), any::<u16>()), 0..8);
    (any_variant(), picks).prop_map(|(rules, picks)| with_keys_of_others(&rules, &picks))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever options and keys of entries make of a game, they are found again, none is spare,
    /// their order does not matter, and one line of text says them.
    #[test]
    fn changes_are_found_again_and_written(rules in any_changed(), turn: usize) {
        let origin = catalogue::find(&rules.name).unwrap();
        let mut changes = rules.changes_from(origin).expect("changes");
        prop_assert_eq!(&origin.replace(&changes).unwrap(), &rules);
        for spare in 0..changes.len() {
            let mut rest = changes.clone();
            rest.remove(spare);
            let rebuilt = origin.replace(&rest);
            prop_assert!(rebuilt.is_err() || rebuilt.unwrap() != rules, "{:?}", changes[spare]);
        }
        let text = notation::rules_text(&rules).expect("a text");
        let read = notation::plan(&text).unwrap();
        prop_assert_eq!(read.rules(), &rules, "{}", text);
        if !changes.is_empty() {
            let middle = turn % changes.len();
            changes.rotate_left(middle);
            prop_assert_eq!(&origin.replace(&changes).unwrap(), &rules, "{:?}", changes);
        }
    }
}

#[test]
fn keys_are_written_only_where_no_option_reaches() {
    let kalah = catalogue::find("kalah").unwrap();
    let text = |changes: &[(String, Value)]| {
        notation::rules_text(&kalah.replace(changes).unwrap()).unwrap()
    };
    assert_eq!(
        text(&[change("landing.capture.turns", named("2.."))]),
        "kalah landing.capture.turns=2.."
    );
    assert_eq!(
        text(&[change("landing[0].turns", named("2.."))]),
        "kalah landing.capture.turns=2.."
    );
    assert_eq!(text(&[change("landing.capture.to", named("none"))]), "kalah capture=none");
    assert_eq!(
        text(&[change("landing.capture.counts", named("[ 1,3 ]")), change("seeds", Value::Int(3))]),
        "kalah seeds=3 landing.capture.counts=[1,3]"
    );
    assert_eq!(
        text(&[change("landing.capture.crossed", Value::Bool(false))]),
        "kalah landing.capture.crossed=false"
    );
}

#[test]
fn what_another_change_brings_or_hides_is_found() {
    let back_and_forth = |name: &str, changes: &[(&str, &str)]| {
        let origin = catalogue::find(name).unwrap();
        let changes: Vec<_> = changes.iter().map(|(name, to)| change(name, named(to))).collect();
        let rules = origin.replace(&changes).unwrap();
        let found = rules.changes_from(origin).expect("changes");
        assert_eq!((found.len(), &origin.replace(&found).unwrap()), (changes.len(), &rules));
    };
    // Final counts are for games that most seeds win.
    back_and_forth("nsumbi", &[("winner", "most_seeds"), ("final_count", "last_mover")]);
    back_and_forth("kalah", &[("winner", "emptied"), ("final_count", "home")]);
}

#[test]
fn a_list_in_a_line_of_text_may_have_blanks() {
    let plan = notation::plan("oware  landing.capture.counts=[2, 3, 4] seeds=3").unwrap();
    let wanted = Counts::List(vec![2, 3, 4]);
    assert!(plan.rules().landing.iter().any(|entry| entry.counts == wanted));
    assert_eq!(
        notation::rules_text(plan.rules()).unwrap(),
        "oware seeds=3 landing.capture.counts=[2,3,4]"
    );
}

#[test]
fn a_test_by_yes_or_no_can_be_left_out() {
    let kalah = catalogue::find("kalah").unwrap();
    let asked = kalah.replace(&[change("landing.capture.crossed", Value::Bool(true))]).unwrap();
    for none in [Value::None, named("none")] {
        let back = asked.replace(&[change("landing.capture.crossed", none)]).unwrap();
        assert_eq!(&back, kalah);
    }
    assert_eq!(
        asked.changes_from(kalah).unwrap(),
        [change("landing.capture.crossed", Value::Bool(true))]
    );
    let back = kalah.changes_from(&asked).unwrap();
    assert_eq!(back, [change("landing.capture.crossed", Value::None)]);
}

#[test]
fn entries_of_their_own_are_no_changes() {
    let kalah = catalogue::find("kalah").unwrap();
    let mut renamed = kalah.clone();
    renamed.landing[0].name = "taking".to_owned();
    assert_eq!(renamed.changes_from(kalah), None);
    let mut more = kalah.clone();
    more.landing.push(Landing::default());
    assert_eq!(more.changes_from(kalah), None);
}

#[test]
fn options_and_keys_that_contradict_one_another_are_refused() {
    let kalah = catalogue::find("kalah").unwrap();
    let error = |one, other| kalah.replace(&[one, other]).unwrap_err().to_string();
    let key = change("landing.capture.to", named("landing"));
    let wanted =
        "landing.capture.to = \"landing\": contradicts another option, by which it is \"none\"";
    assert_eq!(error(key.clone(), change("capture", named("none"))), wanted);
    assert_eq!(error(change("capture", named("none")), key), wanted);
    let list = change("landing.capture.counts", named("[1, 2]"));
    assert_eq!(
        error(list, change("landing[0].counts", named("[3]"))),
        "landing.capture.counts = [1,2]: contradicts another option, by which it is [3]"
    );
    assert!(is_key_of_entry("landing[0].to") && !is_key_of_entry("landings"));
}

/// Lists of pits are meant for the width that they are written for, but for pit 0, the first of any row.
#[test]
fn rows_of_another_width_are_refused_where_pits_are_named_by_number() {
    let game = |name: &str| catalogue::find(name).unwrap();
    let igisoro = game("igisoro");
    let error = igisoro.replace(&[change("columns", Value::Int(9))]).unwrap_err().to_string();
    assert_eq!(
        error,
        "columns = 9: allowed is 8: pits named by number are others in rows of another width, and igisoro \
         has laps.turn_at = [0, 7, 9, 14], play.reverse.at = [0, 7, 9, 14]"
    );
    let mangola = game("mangola").replace(&[change("columns", Value::Int(9))]).unwrap_err();
    assert!(mangola.to_string().contains("opening.at = [0, 15], play.ends.at = [0, 7, 8, 15]"));
    assert_eq!(&igisoro.replace(&[change("columns", Value::Int(8))]).unwrap(), igisoro);
    for name in ["kara", "deka", "togyzqumalaq", "misoro-tsoro", "mangala-bedouin", "choro-lango"] {
        let wide = game(name).board.columns + 1;
        assert!(game(name).replace(&[change("columns", Value::Int(wide))]).is_err(), "{name}");
    }
    // Its list is [0].
    let aksum = game("gabata-aksum").replace(&[change("columns", Value::Int(8))]).unwrap();
    assert_eq!(aksum.moves.spared.0, [0]);
    // What is named together with the width is meant for it, and is found again.
    let at = "landing.capture.at";
    let both = [change("columns", Value::Int(8)), change(at, named("[0,7]"))];
    let wide = game("kalah").replace(&both).unwrap();
    assert_eq!(wide.changes_from(game("kalah")).unwrap(), both);
    let key = change(at, named("[0, 5]"));
    assert!(wide.replace(&[change("columns", Value::Int(6))]).is_err());
    assert!(wide.replace(&[change("columns", Value::Int(6)), key]).is_ok());
    // As a file may have it, it is no change of options.
    let mut other = igisoro.clone();
    other.board.columns = 9;
    assert_eq!(other.changes_from(igisoro), None);
}

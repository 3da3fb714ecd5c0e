//! The table of plays, worked by hand, and on both engines.

use mancalab::game::State;
use mancalab::notation;
use mancalab::rules::{Counts, Rules, catalogue};
use proptest::prelude::*;

use crate::common::{cases, plan};
use crate::draws::any_description;
use crate::draws_play;
use crate::side_by_side;

/// A game of two rows of three pits, or four rows of two, with more of a description.
fn game(rows: usize, columns: usize, more: &str) -> Rules {
    let text = format!(
        "name = \"t\"\nboard = {{ rows = {rows}, columns = {columns} }}\nsetup = {{ seeds = 1 }}\n\
         ending = {{ when = [\"cannot_move\"] }}\n{more}"
    );
    Rules::from_toml(&text).expect("good rules")
}

fn at(rules: &Rules, position: &str) -> State {
    notation::state(&plan(rules), position).expect("a position")
}

fn legal(rules: &Rules, position: &str) -> Vec<usize> {
    at(rules, position).legal_actions().collect()
}

/// Pit 2 ends on the other side; where none does, a pit is played that ends in an empty one.
#[test]
fn where_the_first_lap_would_end() {
    let rules = game(
        2,
        3,
        "[[play]]\nlands_side = \"other\"\n[[play]]\nname = \"home\"\nlands_was = \"empty\"\n",
    );
    assert_eq!(legal(&rules, "S[2 0 1|0] N[1 1 1|0] S"), [2]);
    assert_eq!(legal(&rules, "S[2 0 0|0] N[1 1 1|0] S"), [0]);
    assert_eq!(legal(&rules, "S[1 1 0|0] N[1 1 1|0] S"), [1]);
    let error = at(&rules, "S[1 1 0|0] N[1 1 1|0] S").play(0).expect_err("it ends in pit 1");
    assert_eq!(
        (&*error.field, &*error.why),
        ("play.home.lands_was", "other pits are played now, or none")
    );
    let said: Vec<String> = rules.lines().into_iter().map(|line| line.text).collect();
    for sentence in [
        "Only a pit is played that ends its first lap in a pit of the other player.",
        "If there is none, a pit is played that ends its first lap in an empty pit.",
        "A player for whom no pit fits has no legal action.",
    ] {
        assert!(said.iter().any(|line| line == sentence), "{sentence}: {said:?}");
    }
}

/// The last seed of pit 0 sown on round the board falls in the pit itself, emptied and passed over as the
/// rules have it.
#[test]
fn laps_that_go_round_pass_over_their_origin() {
    let more = "[sowing]\nskip = \"lap\"\n[[play]]\nlands_at = [1]\nlands_side = \"own\"\n";
    // Six seeds: pits 1, 2, North's three, and pit 1 again.
    assert_eq!(legal(&game(2, 3, more), "S[6 0 0|0] N[0 0 0|0] S"), [0]);
    let all = more.replace("\"lap\"", "\"none\"");
    assert_eq!(legal(&game(2, 3, &all), "S[6 0 0|0] N[0 0 0|0] S"), [0_usize; 0]);
    assert_eq!(legal(&game(2, 3, &all), "S[7 0 0|0] N[0 0 0|0] S"), [0]);
}

/// Backward (actions 4 to 7) only if that captures: the pit opposite the inner pit 3 is North's 2.
#[test]
fn the_other_way_only_to_capture() {
    let more = "[moves]\ndirection = \"chosen\"\n\
                [[landing]]\nrow = \"inner\"\nwas = \"occupied\"\nfacing = \"occupied\"\ntake = \"facing\"\n\
                [[play]]\ndirection = \"counterclockwise\"\n\
                [[play]]\ndirection = \"clockwise\"\ncaptures = true\nalso = true\n";
    let rules = game(4, 2, more);
    // Pit 0 backward ends in pit 3, which holds a seed and faces North's pit 2.
    assert_eq!(legal(&rules, "S[1 0 0 1|0] N[0 0 1 0|0] S"), [0, 3, 4]);
    assert_eq!(legal(&rules, "S[1 0 0 1|0] N[0 1 0 0|0] S"), [0, 3]);
    assert_eq!(legal(&rules, "S[1 0 0 0|0] N[0 0 1 0|0] S"), [0]);
}

/// A capture counter-clockwise is a duty, one clockwise (actions 4 to 7) is beside it, and beside all others.
#[test]
fn an_entry_that_is_played_anyway() {
    let more = "[moves]\ndirection = \"chosen\"\n\
                [[landing]]\nrow = \"inner\"\nwas = \"occupied\"\nfacing = \"occupied\"\ntake = \"facing\"\n\
                [[play]]\nname = \"back\"\ndirection = \"clockwise\"\ncaptures = true\nanyway = true\n\
                [[play]]\nname = \"duty\"\ndirection = \"counterclockwise\"\ncaptures = true\n\
                [[play]]\nname = \"any\"\ndirection = \"counterclockwise\"\n";
    let rules = game(4, 2, more);
    // Pit 0 backward and pit 2 forward end in pit 3, which holds a seed and faces North's pit 2.
    assert_eq!(legal(&rules, "S[1 0 1 1|0] N[0 0 1 0|0] S"), [2, 4]);
    assert_eq!(legal(&rules, "S[0 0 1 1|0] N[0 0 1 0|0] S"), [2]);
    assert_eq!(legal(&rules, "S[1 0 0 1|0] N[0 0 1 0|0] S"), [0, 3, 4]);
    assert_eq!(legal(&rules, "S[1 0 1 1|0] N[0 1 0 0|0] S"), [0, 2, 3]);
    let refused =
        |position: &str, action| at(&rules, position).play(action).expect_err("not legal");
    assert_eq!(refused("S[1 0 1 1|0] N[0 0 1 0|0] S", 0).field.as_ref(), "play.duty.direction");
    assert_eq!(refused("S[1 0 1 1|0] N[0 1 0 0|0] S", 4).field.as_ref(), "play.back.direction");
    let said: Vec<String> = rules.lines().into_iter().map(|line| line.text).collect();
    for sentence in [
        "A pit may be played in any case that is sown clockwise and captures seeds with its first lap.",
        "Only a pit is played that is sown counter-clockwise and captures seeds with its first lap.",
        "If there is none, a pit is played that is sown counter-clockwise.",
    ] {
        assert!(said.iter().any(|line| line == sentence), "{sentence}: {said:?}");
    }
}

/// A capture is a duty, and of other pits the largest are played; lone seeds only before an empty pit.
#[test]
fn entries_in_order_of_preference() {
    let more = "[[landing]]\nside = \"other\"\ncounts = [2]\ntake = \"landing\"\n\
                [[play]]\ncaptures = true\n\
                [[play]]\ncounts = \"2..\"\npick = \"largest\"\n\
                [[play]]\ncounts = [1]\nnext = \"empty\"\nalso = true\n";
    let rules = game(2, 3, more);
    assert_eq!(legal(&rules, "S[1 3 1|0] N[1 0 0|0] S"), [2]); // making two in North's pit 0
    assert_eq!(legal(&rules, "S[3 2 2|0] N[3 3 0|0] S"), [0]);
    assert_eq!(legal(&rules, "S[2 2 1|0] N[0 3 0|0] S"), [0, 1, 2]);
    assert_eq!(legal(&rules, "S[0 0 1|0] N[3 3 0|0] S"), [0_usize; 0]);
}

/// In the first turn the last pit that holds seeds, then one that follows an empty pit.
#[test]
fn turns_and_pits_before() {
    let more = "[[play]]\nturns = [1]\npick = \"last\"\n\
                [[play]]\nturns = \"2..\"\nbefore = \"empty\"\npick = \"first\"\n";
    let rules = game(2, 3, more);
    let first = State::start(plan(&rules));
    assert_eq!(first.legal_actions().collect::<Vec<_>>(), [2]);
    // South's pit 2 is North's pit 0 then; North plays their last pit, whose seed falls in South's pit 0.
    let third = first.play(2).expect("legal").play(2).expect("legal");
    assert_eq!(notation::position_text(&third), "S[2 1 0|0 turns=1] N[2 1 0|0 turns=1] S");
    assert_eq!(third.legal_actions().collect::<Vec<_>>(), [0]); // after North's empty pit 2
}

/// A player who has lost some of four seeds plays their largest pit in one turn, and then any; once they hold single
/// seeds only, these step into empty pits.
#[test]
fn entries_that_fit_once_and_seeds_that_are_lost() {
    let more = "[[play]]\nlost = \"empty\"\ncounts = [1]\n[[play]]\nlost = \"1..\"\npick = \"largest\"\nonce = true\n\
                [[play]]\nlargest = \"2..\"\n[[play]]\nnext = \"empty\"\n\
                [[landing]]\nwas = \"empty\"\nrow = \"inner\"\nfacing = \"occupied\"\ntake = \"facing\"\n";
    let rules = game(4, 2, more);
    assert_eq!(legal(&rules, "S[2 0 1 1|0] N[2 2 0 0|0] S"), [2, 3]);
    assert_eq!(legal(&rules, "S[0 0 2 1|1] N[2 1 1 0|0] N"), [1, 2]);
    let turn = at(&rules, "S[2 0 1 0|1] N[2 1 1 0|0] S");
    assert_eq!(turn.legal_actions().collect::<Vec<_>>(), [0]);
    let later = turn.play(0).expect("legal");
    assert_eq!(notation::position_text(&later), "S[0 1 2 0|1 once=1] N[2 1 1 0|0] N");
    assert_eq!(legal(&rules, "S[2 0 1 0|1 once=1] N[2 1 1 0|0] S"), [0, 2]);
    assert_eq!(legal(&rules, "S[0 1 1 0|2 once=1] N[2 1 1 0|0] S"), [2]);
}

/// In Mweiso a lap of South's first turn from pit 5 may be turned in pit 0; where that is so from the second turn
/// on, the same lap is not stopped for it, and later it is.
#[test]
fn laps_are_turned_from_a_turn_on() {
    let mweiso = catalogue::find("mweiso").expect("in the catalogue");
    let mut later = mweiso.clone();
    later.laps.turns = Counts::From(2);
    let said = |rules: &Rules, turns: &str| {
        let row = "2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2";
        let text = format!("S[{row}|0{turns}] N[{row}|0{turns}] S");
        at(rules, &text).play(5).expect("legal").position().phase
    };
    assert_eq!([said(mweiso, ""), said(&later, "")], [17, 0]);
    assert_eq!([said(mweiso, " turns=1"), said(&later, " turns=1")], [17, 17]);
    let text = "name = \"t\"\nboard = { rows = 2, columns = 3 }\nsetup = { seeds = 1 }\n\
                laps = { turns = \"2..\" }\nending = { when = [\"cannot_move\"] }\n";
    let error = Rules::from_toml(text).expect_err("a fault");
    assert_eq!(&*error.faults[0].field, "laps.turns");
}

#[test]
fn faults_name_the_entry() {
    let faults = |more: &str| {
        let text = format!(
            "name = \"t\"\nboard = {{ rows = 2, columns = 3 }}\nsetup = {{ seeds = 1 }}\n\
             ending = {{ when = [\"cannot_move\"] }}\n{more}"
        );
        let error = Rules::from_toml(&text).expect_err("a fault");
        error.faults.into_iter().map(|fault| (fault.field, fault.allowed)).collect::<Vec<_>>()
    };
    let one = |field: &str, allowed: &str| vec![(field.to_owned(), allowed.to_owned())];
    assert_eq!(
        faults("[[play]]\nname = \"x\"\nalso = true\n"),
        one("play.x.also", "there is no entry before this one: allowed is false")
    );
    assert_eq!(
        faults("[[play]]\nlands_row = \"inner\"\n"),
        one("play[0].lands_row", "is for boards of three or four rows")
    );
    assert_eq!(
        faults("[[play]]\ndirection = \"clockwise\"\n"),
        one(
            "play[0].direction",
            "pits are sown one way here: needs moves.direction = \"chosen\", \"outward\", \"fixed_by_first\" or \"fixed_by_second\""
        )
    );
    assert_eq!(
        faults("[[play]]\n[[play]]\nonce = true\n[[play]]\nonce = true\n"),
        one("play[2].once", "another entry fits once: allowed is false")
    );
    assert_eq!(
        faults("[[play]]\nonce = true\n"),
        one("play[0].once", "needs an entry that fits in other turns")
    );
    assert_eq!(
        faults("[[play]]\nlost = \"2..\"\n"),
        one(
            "play[0].lost",
            "no seed is lost where sowings go round the board: needs board.rows = 4 or board.track = \"own_row\""
        )
    );
    assert_eq!(
        faults("[[play]]\ncaptures = true\n"),
        one(
            "play[0].captures",
            "nothing is captured: needs an entry of the landing table that takes, or sowing.on_drop"
        )
    );
}

/// Options reach the entries, and two games that differ in one have another digest.
#[test]
fn options_reach_the_entries() {
    let rules = game(2, 3, "[[play]]\nname = \"home\"\ncounts = \"2..\"\n");
    let change = |name: &str, value| rules.replace(&[(name.to_owned(), value)]);
    let value = mancalab::rules::Value::Text("[1,2]".to_owned());
    let changed = change("play.home.counts", value.clone()).expect("a key");
    assert_ne!(changed.digest(), rules.digest());
    assert_eq!(changed.changes_from(&rules), Some(vec![("play.home.counts".to_owned(), value)]));
    let again = Rules::from_toml(&changed.to_toml()).expect("as it was written");
    assert_eq!(again, changed);
    let named = Rules::from_toml(&changed.to_toml().replace("home", "another")).expect("good");
    assert_eq!(named.digest(), changed.digest());
}

proptest! {
    #![proptest_config(cases(60))]

    /// Any game with a table of plays, on both engines.
    #[test]
    fn lanes_play_by_the_table(rules in any_description(), draws in prop::collection::vec(any::<u16>(), 120), seed: u64) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        draws_play::plays(&mut rules, &mut |n| usize::from(draws.next().unwrap_or(0)) % n);
        side_by_side::compare_mended(rules, seed);
    }

    /// Any game in which sowings may turn, on both engines.
    #[test]
    fn lanes_let_sowings_turn(rules in any_description(), draws in prop::collection::vec(any::<u16>(), 120), seed: u64) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        let mut draw = |n| usize::from(draws.next().unwrap_or(0)) % n;
        draws_play::turning(&mut rules, &mut draw);
        if draw(2) == 0 {
            draws_play::plays(&mut rules, &mut draw);
        }
        side_by_side::compare_mended(rules, seed);
    }
}

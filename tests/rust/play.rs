//! Single positions that went wrong once, or nearly.

use crate::common::{game, plan};
use mancalab::game::State;
use mancalab::outcome::GameResult;
use mancalab::random::GameKey;
use mancalab::rules::{Rules, Value};

#[test]
fn captures_that_are_sown_on_never_hang() {
    let text = r#"
name = "hand-to-hand"
board = { rows = 2, columns = 4, stores = true }
setup = { seeds = 2 }
sowing = { stores = "own", skip = "lap" }
ending = { when = ["either_empty"] }
[[capture]]
landing = "any"
side = "own"
take = "facing_and_landing"
to = "hand"
reentry = "lap"
"#;
    let start = State::start(plan(&Rules::from_toml(text).unwrap()));
    let ends: Vec<_> = (0..200)
        .map(|game| {
            let last = crate::common::play_out(start.clone(), GameKey::new(0, game), |_, _, _| {});
            last.end().unwrap().result
        })
        .collect();
    assert!(ends.contains(&GameResult::Void), "some of these sowings have no end (GE-9)");
}

#[test]
fn clockwise_games_are_drawn_from_right_to_left() {
    let options = [("direction", Value::Text("clockwise".to_owned()))];
    let drawn = State::start(game("kalah", &options)).play(0).unwrap().to_string();
    let south = drawn.lines().last().unwrap();
    let seeds: Vec<&str> = south.split_whitespace().take(6).collect();
    assert_eq!(seeds, ["4", "5", "5", "5", "5", "0"], "pit 0 is South's rightmost");
}

#[test]
fn unplayed_marks_go_with_their_men() {
    let text = r#"
name = "marked"
board = { rows = 4, columns = 4 }
setup = { outer = 1, inner = 2, reserve = 8, unplayed = "outer" }
moves = { reserve = "one_in_each_pit_then_move" }
ending = { when = ["either_empty"], winner = "has_seeds" }
"#;
    let next = State::start(plan(&Rules::from_toml(text).unwrap())).play(8).unwrap();
    assert_eq!(next.side(0), (&[2, 2, 2, 2, 3, 3, 3, 3][..], 0, 0, 0));
    assert_eq!(next.side(1).3, 0b1111);
}

#[test]
fn seeds_that_are_laid_out_are_told_with_their_rule() {
    let events = State::start(game("hus-nama", &[])).trace(9, false).unwrap();
    let told: Vec<_> = events.iter().map(|event| (event.kind.name(), &*event.field)).collect();
    let laid = ("drop", "opening.into");
    assert_eq!(told, [("lift", "moves.least"), laid, laid]);
    let pits: Vec<_> = events.iter().filter_map(|event| event.to?.pit).collect();
    assert_eq!(pits, [20, 21]);
    assert!(events[1..].iter().all(|event| event.clause == "HN-3"));
}

/// After so many turns of both players any pit may be played, whatever the opening says.
#[test]
fn the_opening_lasts_for_so_many_turns_of_each_player() {
    let text = "name = \"t\"\nboard = { rows = 2, columns = 4 }\nsetup = { seeds = 3 }\n\
                opening = { turns = 2, at = [0, 1] }\nending = { when = [\"cannot_move\"] }";
    let plan = plan(&Rules::from_toml(text).unwrap());
    let legal = |state: &State| state.legal_actions().collect::<Vec<_>>();
    let mut state = State::start(plan.clone());
    for (action, pits) in [(1, vec![0, 1]), (0, vec![0, 1]), (0, vec![0]), (1, vec![0, 1])] {
        assert_eq!(legal(&state), pits);
        state = state.play(action).unwrap();
    }
    assert!(legal(&state).iter().any(|pit| *pit > 1), "{state}");
    let refused = State::start(plan.clone()).play(2).unwrap_err();
    assert_eq!(&*refused.field, "opening.turns");
}

/// The clause that forbids an action in a position.
fn forbidden_by(
    plan: &std::sync::Arc<mancalab::plan::Plan>,
    position: &str,
    action: i64,
) -> String {
    mancalab::notation::state(plan, position).unwrap().play(action).unwrap_err().clause
}

#[test]
fn an_illegal_action_names_the_clause_that_forbids_it() {
    let named = |name: &str| Value::Text(name.to_owned());
    let kalaha = game("kalaha-ethiopian", &[]);
    let position = "S[1 2 0 0 0 4|9] N[4 4 4 4 4 4|8] S";
    assert_eq!(forbidden_by(&kalaha, position, 0), "KT-4");
    assert_eq!(forbidden_by(&kalaha, position, 2), "KT-4");
    let elf = game("elf", &[]);
    assert_eq!(forbidden_by(&elf, "S[4 4 4 4 4 4|0] N[4 4 4 4 4 4|0] S", 7), "EL-3");
    let pratt = game("pratt-single-lap", &[("feeding", named("forced"))]);
    assert_eq!(forbidden_by(&pratt, "S[0 0 0 0 1 2|20] N[0 0 0 0 0 0|25] S", 4), "PR-6");
    let oware = game("oware", &[("grand_slam", named("forbidden"))]);
    assert_eq!(forbidden_by(&oware, "S[1 0 0 0 0 2|20] N[1 1 0 0 0 0|23] S", 5), "OW-6");
    assert_eq!(forbidden_by(&oware, "S[0 1 0 3 1 0|20] N[0 0 0 0 0 0|23] S", 1), "OW-5");

    let chuba = game("chuba", &[]);
    let men = "S[0 0 0 0 1 0 0 0 0 0 0 1 1 0 0 1 0 0 0 0 0 0|0] \
               N[0 0 0 0 0 1 2 0 0 0 0 0 0 0 1 0 1 0 0 0 0 0|0] S";
    assert_eq!(forbidden_by(&chuba, men, 11), "CH-4", "the next pit is occupied");
    let larger = men.replacen("S[0", "S[2", 1);
    assert_eq!(forbidden_by(&chuba, &larger, 4), "CH-4", "a larger pit must be played");
    assert_eq!(forbidden_by(&chuba, men, 25), "CH-7", "there is nothing to choose");
    let start = State::start(chuba).play(19).unwrap();
    let unplayed = State::start(game("chuba", &[])).play(3).unwrap_err();
    assert_eq!((&*unplayed.clause, &*unplayed.field), ("CH-2", "setup.unplayed"));
    assert_eq!(start.play(32).unwrap_err().clause, "CH-7", "another file than the one captured");
    assert_eq!(start.play(11).unwrap_err().clause, "CH-7", "a file must be chosen first");

    let mwambulula = game("mwambulula", &[]);
    let spent = "S[2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0|0] N[2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0|0+16] S";
    assert_eq!(forbidden_by(&mwambulula, spent, 16), "MW-3");
    assert_eq!(forbidden_by(&mwambulula, spent, 1), "MW-2");
}

#[test]
fn the_error_for_an_illegal_action_ends_with_the_text_of_the_clause() {
    let error = |name: &str, position: &str, action: i64| {
        let plan = game(name, &[]);
        mancalab::notation::state(&plan, position).unwrap().play(action).unwrap_err()
    };
    let position = "S[1 2 0 0 0 4|9] N[4 4 4 4 4 4|8] S";
    let single = error("kalaha-ethiopian", position, 0);
    assert_eq!(&*single.clause_text, "A pit that holds a single bead cannot be played.");
    assert_eq!(
        single.to_string(),
        "action 0 is illegal (KT-4): a pit needs 2 seeds to be played; legal are 1, 5, 7, 11. A pit \
         that holds a single bead cannot be played."
    );
    // Two clauses: each text after its number.
    let said = error("pratt", "S[0 0 0 0 0 0|20] N[0 0 0 0 1 2|25] S", 4).clause_text;
    assert!(said.starts_with("PR-6: ") && said.contains(". PR-7: "), "{said}");
}

#[test]
fn a_game_without_clauses_is_told_without_them() {
    let text = "name = \"bare\"\nboard = { rows = 2, columns = 2 }\nsetup = { seeds = [0, 1] }\n\
                ending = { when = [\"either_empty\"] }\n";
    let start = State::start(plan(&Rules::from_toml(text).unwrap()));
    let error = start.play(0).unwrap_err();
    assert_eq!((&*error.clause, &*error.clause_text), ("no clause", ""));
    assert_eq!(error.to_string(), "action 0 is illegal: the pit is empty; legal are 1");
    let events = start.trace(1, false).unwrap();
    assert!(events.iter().all(|event| event.clause == "no clause"), "{events:#?}");
}

#[test]
fn events_carry_the_text_of_their_clause() {
    let kalah = game("kalah", &[]);
    let start = State::start(kalah.clone());
    for event in start.trace(2, false).unwrap() {
        let text = kalah.rules().clause_text(&event.clause);
        assert_eq!(Some(&*event.clause_text), text, "{event}");
    }
}

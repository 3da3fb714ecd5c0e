//! Single positions that went wrong once, or nearly.

use crate::common::{game, plan};
use mancalab::game::State;
use mancalab::random::GameKey;
use mancalab::rules::{Rules, Value};
use mancalab::tally::GameResult;

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

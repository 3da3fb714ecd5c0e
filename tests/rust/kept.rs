//! What captures leave alone, or count, on boards and in rounds where that is seldom asked.

use std::sync::Arc;

use mancalab::batch::Level;
use mancalab::game::State;
use mancalab::notation;
use mancalab::plan::Plan;
use mancalab::rules::Rules;

use crate::side_by_side::compare;

fn start(rest: &str) -> State {
    let text = format!("name = \"t\"\nlimits = {{ max_actions = 80 }}\n{rest}");
    State::start(Arc::new(Plan::new(Rules::from_toml(&text).expect("good rules")).expect("good")))
}

fn compared(rest: &str) -> usize {
    let level = *Level::available().last().expect("a level");
    compare(&start(rest), level, 3, 80)
}

/// A pit behind the one opposite may be held, shared or an end of the row only on three rows.
#[test]
fn pits_behind_are_taken_like_others_on_three_rows() {
    let board = "board = { rows = 3, columns = 6 }\nsetup = { seeds = 3 }\n";
    let held = "ending = { when = [\"either_empty\"], final_count = \"owner\" }\n\
                rounds = { refill = 4, short = \"partial\", held = [2] }\n\
                landing = [{ side = \"own\", at = [0, 1, 2], take = \"file\" }]";
    let shared = "ending = { when = [\"either_empty\"] }\nmarks = { shared = [0, 5] }\n\
                  landing = [{ side = \"own\", at = [0, 1, 2], take = \"file\" }]";
    let ends = "ending = { when = [\"ends_taken\"], final_count = \"home\" }\n\
                landing = [{ side = \"own\", at = [0, 1, 2], take = \"behind\" }, \
                { take = \"facing\", then = \"relay\" }]";
    for rest in [held, shared, ends] {
        assert!(compared(&format!("{board}{rest}")) > 500, "{rest}");
    }
}

/// A seed of the reserve that falls in the inner row has crossed it, like one that is sown there.
#[test]
fn a_seed_of_the_reserve_crosses_too() {
    let rest = "board = { rows = 4, columns = 8 }\nsetup = { outer = 0, inner = 1, reserve = 24 }\n\
                moves = { reserve = \"one_a_turn\" }\nending = { when = [\"row_empty\"] }\n\
                landing = [{ crossed = true, take = \"facing\" }]";
    assert!(compared(rest) > 500);
    // The pit opposite the 12th is the other player's 12th.
    let dropped = start(rest).play(11).expect("legal");
    let text = notation::position_text(&dropped);
    let ours = "S[0 0 0 0 0 0 0 0 1 1 1 2 1 1 1 1|1+23]";
    assert!(text.starts_with(ours), "{text}");
}

/// Seeds are laid out singly as the poorer player has them: 12 fill a pit of 8 and four of one, although 16 would
/// fill two pits.
#[test]
fn single_seeds_are_those_of_the_poorer_player() {
    let rest = "board = { rows = 2, columns = 6 }\nsetup = { seeds = 3 }\n\
                ending = { when = [\"either_empty\"], final_count = \"owner\" }\n\
                rounds = { refill = 8, short = \"matched\", remainder = \"singly\" }\n\
                landing = [{ take = \"facing\" }]";
    assert!(compared(rest) > 500);
}

/// A house whose seeds are put in another pit is none any more (BK-9).
#[test]
fn a_house_that_is_put_away_is_left() {
    let rest = "board = { rows = 4, columns = 6 }\nsetup = { seeds = 2, houses = [11] }\n\
                opening = { turns = 1, onto = \"any_but_facing\" }\nending = { when = [\"either_empty\"] }";
    assert!(compared(rest) > 500);
    let held = start(rest).play(11).expect("legal");
    let target = held.legal_actions().next().expect("a pit");
    let put = held.play(target as i64).expect("legal");
    let text = notation::position_text(&put);
    let again = notation::state(put.plan(), &text).expect("a position");
    assert_eq!(notation::position_text(&again), text);
}

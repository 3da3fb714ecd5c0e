//! Seeds that players place before the game, worked by hand, and on both engines.

use mancalab::game::State;
use mancalab::notation;
use mancalab::rules::Rules;
use proptest::prelude::*;

use crate::common::{cases, plan};
use crate::draws::any_description;
use crate::draws_play;
use crate::side_by_side;

fn game(how: &str) -> Rules {
    let text = format!(
        "name = \"t\"\nboard = {{ rows = 2, columns = 2 }}\nsetup = {{ seeds = 0, reserve = 2 }}\n\
         moves = {{ reserve = \"{how}\", direction = \"fixed_by_first\" }}\n\
         landing = [{{ turns = [1], then = \"again\" }}]\nending = {{ when = [\"cannot_move\"] }}\n"
    );
    Rules::from_toml(&text).expect("good rules")
}

fn after(rules: &Rules, actions: &[i64]) -> String {
    let mut state = State::start(plan(rules));
    for action in actions {
        state = state.play(*action).expect("a legal action");
    }
    notation::position_text(&state)
}

/// Seed by seed, and then South plays. Placing is no turn: the first sowing has an extra turn, and fixes the
/// direction (action 2 is pit 0 backward).
#[test]
fn seeds_are_placed_in_turn() {
    let rules = game("placed_in_turn");
    let start = State::start(plan(&rules));
    assert_eq!(notation::position_text(&start), "S[0 0|0+2] N[0 0|0+2] S");
    assert_eq!(start.legal_actions().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(after(&rules, &[0]), "S[1 0|0+1] N[0 0|0+2] N");
    assert_eq!(after(&rules, &[0, 1, 0]), "S[2 0|0] N[0 1|0+1] N");
    assert_eq!(after(&rules, &[0, 1, 0, 0]), "S[2 0|0] N[1 1|0] S");
    // Two seeds backward: North's pits 1 and 0; and South's extra turn.
    assert_eq!(after(&rules, &[0, 1, 0, 0, 2]), "S[0 0|0 turns=1 heading=2] N[2 2|0] S");
    let error = start.play(2).expect_err("nothing is sown now");
    assert_eq!(
        (&*error.field, &*error.why),
        ("moves.reserve", "a seed is put in a pit of the player's own now")
    );
}

/// South all of theirs, then North, then South plays.
#[test]
fn seeds_are_placed_at_once() {
    let rules = game("placed_at_once");
    assert_eq!(after(&rules, &[1]), "S[0 1|0+1] N[0 0|0+2] S");
    assert_eq!(after(&rules, &[1, 1]), "S[0 2|0] N[0 0|0+2] N");
    assert_eq!(after(&rules, &[1, 1, 0, 1]), "S[0 2|0] N[1 1|0] S");
}

/// Where the first pit gets the most, a seed may fall elsewhere as long as those that are left can make up for it; and
/// where the row falls from there, for it and the pits between.
#[test]
fn own_pits_are_filled_as_it_is_said() {
    let game = |shape: &str, seeds: i64| {
        let text = format!(
            "name = \"t\"\nboard = {{ rows = 4, columns = 3 }}\nsetup = {{ seeds = 0, reserve = {seeds} }}\n\
             moves = {{ reserve = \"placed_at_once\", {shape} }}\nending = {{ when = [\"cannot_move\"] }}\n"
        );
        Rules::from_toml(&text).expect("good rules")
    };
    let most = game("filled = \"largest_first\"", 3);
    assert_eq!(legal(&most, &[]), [0, 1, 2, 3, 4, 5]); // then two are due in pit 0
    assert_eq!(legal(&most, &[1]), [0]);
    assert_eq!(legal(&most, &[0]), [0, 1, 2, 3, 4, 5]);
    assert_eq!(legal(&most, &[0, 0]), [0, 1, 2, 3, 4, 5]);
    assert_eq!(legal(&most, &[0, 1]), [0]);
    let falling = game("filled = \"descending\"", 4);
    assert_eq!(legal(&falling, &[]), [0, 1, 2, 3, 4, 5]); // pit 2: one is due in pit 1, two in pit 0
    assert_eq!(legal(&falling, &[2]), [0, 1]);
    assert_eq!(legal(&falling, &[1]), [0, 2, 3, 4, 5]);
    assert_eq!(legal(&falling, &[1, 0, 0]), [0, 2, 3, 4, 5]);
    let single = game("inner_singles = 1", 3);
    assert_eq!(legal(&single, &[4]), [0, 1, 2]);
    let said = |field: &str, why: &str| (field.to_owned(), why.to_owned());
    let due = "the seeds that are left are due in other pits";
    assert_eq!(why_not(&falling, &[2], 3), said("moves.filled", due));
    let holds = "this pit of the inner row holds its seed";
    assert_eq!(why_not(&single, &[4], 4), said("moves.inner_singles", holds));
    let full = "no more pits of the inner row get a seed";
    assert_eq!(why_not(&single, &[4], 5), said("moves.inner_singles", full));
    assert_eq!(legal(&single, &[0]), [0, 1, 2, 3, 4, 5]);
}

/// South lays out all seeds, those of both players, in pits of either side.
fn by_one(more: &str) -> Rules {
    let text = format!(
        "name = \"t\"\nboard = {{ rows = 2, columns = 2 }}\nsetup = {{ seeds = 0, reserve = 2 }}\n\
         moves = {{ reserve = \"placed_by_one\"{more} }}\nending = {{ when = [\"cannot_move\"] }}\n"
    );
    Rules::from_toml(&text).expect("good rules")
}

/// The actions that are legal after these.
fn legal(rules: &Rules, actions: &[i64]) -> Vec<usize> {
    let mut state = State::start(plan(rules));
    for action in actions {
        state = state.play(*action).expect("a legal action");
    }
    state.legal_actions().collect()
}

fn why_not(rules: &Rules, actions: &[i64], action: i64) -> (String, String) {
    let mut state = State::start(plan(rules));
    for action in actions {
        state = state.play(*action).expect("a legal action");
    }
    let error = state.play(action).expect_err("an illegal action");
    (error.field.to_string(), error.why)
}

fn said(field: &str, why: &str) -> (String, String) {
    (field.to_owned(), why.to_owned())
}

/// Their own seeds first. The other player begins then.
#[test]
fn one_player_lays_out_all_seeds() {
    let rules = by_one("");
    assert_eq!(legal(&rules, &[]), [0, 1, 2, 3]);
    assert_eq!(after(&rules, &[0]), "S[1 0|0+1] N[0 0|0+2] S");
    assert_eq!(after(&rules, &[0, 2]), "S[1 0|0] N[1 0|0+2] S");
    assert_eq!(after(&rules, &[0, 2, 3]), "S[1 0|0] N[1 1|0+1] S");
    assert_eq!(after(&rules, &[0, 2, 3, 3]), "S[1 0|0] N[1 2|0] N");
    assert_eq!(legal(&rules, &[0, 2, 3, 3]), [0, 1]);
}

/// Seeds are laid out in the pits that are named, of either side.
#[test]
fn seeds_are_laid_out_in_some_pits() {
    let rules = by_one(", reserve_at = [1]");
    assert_eq!(legal(&rules, &[]), [1, 3]);
    let why = "no seeds are laid out in this pit";
    assert_eq!(why_not(&rules, &[], 2), said("moves.reserve_at", why));
}

/// Four seeds for four pits: none may get two.
#[test]
fn each_pit_gets_a_seed() {
    let rules = by_one(", filled = \"each\"");
    assert_eq!(legal(&rules, &[0]), [1, 2, 3]);
    assert_eq!(legal(&rules, &[0, 3]), [1, 2]);
    let why = "the seeds that are left are due in other pits";
    assert_eq!(why_not(&rules, &[0], 0), said("moves.filled", why));
}

/// South's pit 0 lies opposite North's pit 1, which is action 3. Two seeds in the one leave one seed more than the
/// other is owed; of the two that are left one may fall there, or both opposite.
#[test]
fn seeds_lie_opposite_seeds() {
    let rules = by_one(", filled = \"facing\"");
    assert_eq!(legal(&rules, &[0]), [0, 1, 2, 3]);
    assert_eq!(legal(&rules, &[0, 0]), [0, 3]);
    assert_eq!(legal(&rules, &[0, 0, 0]), [3]);
    assert_eq!(legal(&rules, &[0, 1]), [2, 3]);
    assert_eq!(legal(&rules, &[0, 3]), [0, 1, 2, 3]);
}

/// North leaves the board as it lies, and begins, or turns it round, and South begins, or North all the same.
#[test]
fn the_board_is_turned_round() {
    let rules = by_one(", swap = \"gives_start\"");
    let laid = [0, 2, 3, 3];
    assert_eq!(after(&rules, &laid), "S[1 0|0] N[1 2|0] N:1");
    assert_eq!(legal(&rules, &laid), [4, 5]);
    assert_eq!(after(&rules, &[0, 2, 3, 3, 4]), "S[1 0|0] N[1 2|0] N");
    assert_eq!(after(&rules, &[0, 2, 3, 3, 5]), "S[1 2|0] N[1 0|0] S");
    let begins = by_one(", swap = \"keeps_start\"");
    assert_eq!(after(&begins, &[0, 2, 3, 3, 4]), "S[1 0|0] N[1 2|0] N");
    assert_eq!(after(&begins, &[0, 2, 3, 3, 5]), "S[1 2|0] N[1 0|0] N");
    let now = "the board is left as it lies now, or turned round";
    assert_eq!(why_not(&rules, &laid, 0), said("moves.swap", now));
    let laid_out = "the board is turned round only when all seeds are laid out";
    assert_eq!(why_not(&rules, &[0, 2, 3, 3, 4], 5), said("moves.swap", laid_out));
    let seed = "a seed is put in a pit of either side now";
    assert_eq!(why_not(&rules, &[], 5), said("moves.reserve", seed));
    let texts = [4, 5].map(|action| notation::action_text(&plan(&rules), action));
    assert_eq!(texts, [Some("k".to_owned()), Some("w".to_owned())]);
}

/// Pits that may come to be shared are laid out like others.
#[test]
fn a_board_of_pits_that_can_be_shared_is_turned_round() {
    let more = "[[landing]]\ntake = \"landing\"\n[marks]\nshared = [0, 1]\n";
    let text = by_one(", swap = \"gives_start\"").to_toml() + more;
    let rules = Rules::from_toml(&text).expect("good rules");
    let laid = notation::state(&plan(&rules), "S[1 0|0] N[1 2|0] N:1").expect("a position");
    let turned = laid.play(5).expect("legal");
    assert_eq!(notation::position_text(&turned), "S[1 2|0] N[1 0|0] S");
}

/// What the events say of it: the seeds of two pits change places.
#[test]
fn a_turned_board_is_told() {
    let rules = by_one(", swap = \"gives_start\"");
    let state = notation::state(&plan(&rules), "S[1 0|0] N[1 2|0] N:1").expect("a position");
    let told: Vec<String> =
        state.trace(5, false).expect("legal").iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "North turns the board round.",
            "1 seed from North's pit 0: to South's pit 0.",
            "1 seed from South's pit 0: to North's pit 0.",
            "2 seeds from North's pit 1: to South's pit 1.",
        ]
    );
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn lanes_place_seeds_alike(rules in any_description(), draws in prop::collection::vec(any::<u16>(), 120), seed: u64) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        let mut draw = |n| usize::from(draws.next().unwrap_or(0)) % n;
        draws_play::placing(&mut rules, &mut draw);
        if draw(2) == 0 {
            draws_play::plays(&mut rules, &mut draw);
        }
        side_by_side::compare_mended(rules, seed);
    }
}

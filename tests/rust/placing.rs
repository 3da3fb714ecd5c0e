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

//! Seeds that enter one a turn, houses, blocked pits and captures sown from the end of a row: worked by hand, and on
//! both engines.

use mancalab::game::State;
use mancalab::notation;
use mancalab::rules::Rules;
use proptest::prelude::*;

use crate::common::{cases, plan};
use crate::draws::any_description;
use crate::draws_drops;
use crate::side_by_side;

/// Four rows of four pits: outer 0 to 3, inner 4 to 7; pit 4 faces the other player's 7.
fn game(more: &str) -> Rules {
    let text = format!(
        "name = \"t\"\nboard = {{ rows = 4, columns = 4 }}\n\
         ending = {{ when = [\"cannot_move\"] }}\nlaps = {{ relay = \"landing\" }}\n{more}"
    );
    Rules::from_toml(&text).expect("good rules")
}

fn at(rules: &Rules, position: &str) -> State {
    notation::state(&plan(rules), position).expect("a position")
}

fn after(rules: &Rules, position: &str, action: i64) -> String {
    notation::position_text(&at(rules, position).play(action).expect("legal"))
}

fn legal(rules: &Rules, position: &str) -> Vec<usize> {
    at(rules, position).legal_actions().collect()
}

const CAPTURE: &str = "[[landing]]\nwas = \"occupied\"\nrow = \"inner\"\nfacing = \"occupied\"\n\
                       take = \"facing\"\nto = \"hand\"\nreentry = \"row_end\"\nnear_end = [4, 7]\n";

const DROPS: &str = "[setup]\nseeds = 1\nreserve = 2\n\
                     [moves]\nreserve = \"one_a_turn\"\ndirection = \"chosen\"\n";

/// A seed of the reserve falls in pit 5, which then holds two; they are sown on, forward to pit 7 (which held
/// one, so its two go on to pits 0 and 1) or backward. Into an empty pit it ends the turn.
#[test]
fn a_seed_of_the_reserve_begins_the_turn() {
    let rules = game(DROPS);
    let position = "S[0 0 0 0 0 1 0 1|0+2] N[0 0 0 0 0 0 0 1|0+2] S";
    assert_eq!(legal(&rules, position).len(), 16);
    let sown = "S[1 1 0 0 0 0 1 0|0+1] N[0 0 0 0 0 0 0 1|0+2] N";
    assert_eq!(after(&rules, position, 5), sown);
    let backward = "S[0 0 0 1 1 0 0 1|0+1] N[0 0 0 0 0 0 0 1|0+2] N";
    assert_eq!(after(&rules, position, 13), backward);
    let empty = "S[1 0 0 0 0 1 0 1|0+1] N[0 0 0 0 0 0 0 1|0+2] N";
    assert_eq!(after(&rules, position, 0), empty);
}

/// The seed captures what lies opposite pit 5 (three in North's pit 6): they go along the row from the end that the
/// direction names, 4, 5, 6 or 7, 6, 5. From pit 4 it is the near end whatever is named.
#[test]
fn captured_seeds_go_from_an_end_of_the_row() {
    let rules = game(&format!("{DROPS}{CAPTURE}"));
    let position = "S[0 0 0 0 1 1 0 0|0+2] N[1 0 0 0 0 0 3 1|0+2] S";
    let forward = "S[0 0 0 0 2 3 1 0|0+1] N[1 0 0 0 0 0 0 1|0+2] N";
    assert_eq!(after(&rules, position, 5), forward);
    // Backward: 7, 6 and 5, whose three go on to 4, 3 and 2.
    let backward = "S[0 0 1 1 2 0 1 1|0+1] N[1 0 0 0 0 0 0 1|0+2] N";
    assert_eq!(after(&rules, position, 13), backward);
    // One seed, sown in pit 4 itself, whose three go on to 5, 6 and 7.
    let near = "S[0 0 0 0 0 2 1 1|0+1] N[1 0 0 0 0 0 3 0|0+2] N";
    assert_eq!(after(&rules, position, 4), near);
    assert_eq!(after(&rules, position, 12), near);
}

/// Pit 4, the only one of the inner row with seeds, is not sown backward, out of the row; pit 7 not forward.
#[test]
fn the_last_pit_stays_in_its_row() {
    let rules =
        game("[setup]\nseeds = 1\n[moves]\nlast_pit = \"stays_in_row\"\ndirection = \"chosen\"\n");
    assert_eq!(legal(&rules, "S[1 0 0 0 2 0 0 0|0] N[1 0 0 0 1 0 0 0|0] S"), [0, 4, 8]);
    assert_eq!(legal(&rules, "S[0 0 0 0 0 0 0 2|0] N[1 0 0 0 1 0 0 0|0] S"), [15]);
    assert_eq!(legal(&rules, "S[0 0 0 0 2 0 0 1|0] N[1 0 0 0 1 0 0 0|0] S"), [4, 7, 12, 15]);
}

/// A house of three: two of its seeds are sown on, so that it stays one; then all of it, and it is none any more.
#[test]
fn a_house_is_one_until_it_is_emptied() {
    let rules = game(
        "[setup]\nseeds = 2\nhouses = [5]\n\
         [[landing]]\nhouse = true\ncounts = \"3..\"\nthen = \"relay\"\nlift = 2\n",
    );
    let position = "S[0 0 0 0 1 2' 0 0|0] N[0 0 0 0 0 2' 0 1|0] S";
    // The seed of pit 4 makes three: two fall in 6 and 7.
    let two = "S[0 0 0 0 0 1' 1 1|0] N[0 0 0 0 0 2' 0 1|0] N";
    assert_eq!(after(&rules, position, 4), two);
    let all = "S[0 0 0 0 1 0 1 1|0] N[0 0 0 0 0 2' 0 1|0] N";
    assert_eq!(after(&rules, position, 5), all);
    let start = notation::position_text(&State::start(plan(&rules)));
    assert_eq!(start, "S[2 2 2 2 2 2' 2 2|0] N[2 2 2 2 2 2' 2 2|0] S");
}

const BLOCK: &str = "[setup]\nseeds = 1\n[moves]\ndirection = \"chosen\"\n\
                     [turn]\nblock = \"only_threatened\"\n\
                     [[play]]\nname = \"capture\"\ncaptures = true\n\
                     [[play]]\nname = \"other\"\nblocked = false\n";

/// South's seed goes from pit 2 to 3, from where it would go on to pit 4, and capture in North's pit 7. North can
/// capture nothing, and has another pit of two in that row: the pit is blocked for a turn. It is not played, and a
/// later lap that ends there ends the turn: that of pit 2 backward, whose two go on from 1 to 0 and 7.
#[test]
fn the_one_pit_that_is_threatened_is_blocked() {
    let rules = game(&format!("{BLOCK}{CAPTURE}lap = \"first\"\n[[landing]]\nblocked = true\n"));
    let before = "S[0 0 1 0 1 0 0 0|0] N[0 1 1 0 2 0 0 2|0] S";
    let blocked = "S[0 0 0 1 1 0 0 0|0] N[0 1 1 0 2 0 0 2^|0] N";
    assert_eq!(after(&rules, before, 2), blocked);
    assert_eq!(legal(&rules, blocked), [1, 2, 4, 9, 10, 12]);
    let ended = "S[0 0 0 1 1 0 0 0|0] N[1 0 0 0 2 0 0 3|0] S";
    assert_eq!(after(&rules, blocked, 10), ended);
    let refused = at(&rules, blocked).play(7).expect_err("it is blocked");
    assert_eq!(&*refused.field, "play.other.blocked");
}

/// Not the only pit of the row with two seeds, nor where the other player can capture, or two pits are threatened.
#[test]
fn other_pits_are_not_blocked() {
    let rules = game(&format!("{BLOCK}{CAPTURE}lap = \"first\"\n[[landing]]\nblocked = true\n"));
    let free = |before: &str, action: i64, marked: &str| {
        let text = after(&rules, before, action);
        assert!(!text.contains('^'), "{text}");
        assert_eq!(text, marked);
    };
    // The only pit of two.
    free(
        "S[0 0 1 0 1 0 0 0|0] N[0 1 1 0 1 0 0 2|0] S",
        2,
        "S[0 0 0 1 1 0 0 0|0] N[0 1 1 0 1 0 0 2|0] N",
    );
    // North's pit 6 captures in pit 7.
    free(
        "S[0 0 1 0 1 0 0 0|0] N[0 1 1 0 2 0 1 2|0] S",
        2,
        "S[0 0 0 1 1 0 0 0|0] N[0 1 1 0 2 0 1 2|0] N",
    );
    // South's pit 4 then captures in North's 6, pit 3 in their 7.
    free(
        "S[4 0 0 0 0 1 0 0|0] N[0 0 0 0 0 0 3 2|0] S",
        0,
        "S[0 1 1 1 1 1 0 0|0] N[0 0 0 0 0 0 3 2|0] N",
    );
}

/// A turn of one lap that could pause ends where the lap has emptied a row, in lanes too.
#[test]
fn no_turn_pauses_where_the_game_is_over() {
    for direction in ["counterclockwise", "chosen"] {
        let text = format!(
            "name = \"t\"\nboard = {{ rows = 4, columns = 4 }}\nsetup = {{ outer = 2, inner = 1 }}\n\
             moves = {{ direction = \"{direction}\" }}\n\
             landing = [{{ was = \"empty\", then = \"relay_or_end\" }}]\n\
             ending = {{ when = [\"row_empty\", \"cannot_move\"], row = \"inner\", test = \"lap\", \
             winner = \"last_mover\", score = \"owned\" }}"
        );
        side_by_side::compare_mended(Rules::from_toml(&text).expect("good rules"), 1);
    }
}

/// Of a player who is passed over no pit stays blocked: a position has one blocked pit at most, of the mover.
#[test]
fn nothing_stays_blocked() {
    let rules = game(&format!("{BLOCK}{CAPTURE}lap = \"first\"\n[[landing]]\nblocked = true\n"));
    let refused = |position: &str| {
        let error = notation::state(&plan(&rules), position).expect_err("no such position");
        error.to_string()
    };
    let two = refused("S[1 0 0 0 1 0 0 0|0] N[0 1 1 0 2^ 0 0 2^|0] N");
    assert!(two.contains("one pit is blocked at most"), "{two}");
    let other = refused("S[1 0 0 0 1 0 0 0|0] N[0 1 1 0 2 0 0 2^|0] S");
    assert!(other.contains("of the player to move"), "{other}");
}

proptest! {
    #![proptest_config(cases(100))]

    /// Any game in which seeds enter one a turn, or with houses, or blocked pits, on both engines.
    #[test]
    fn lanes_drop_seeds(rules in any_description(), draws in prop::collection::vec(any::<u16>(), 400), seed: u64) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        draws_drops::drops(&mut rules, &mut |n| usize::from(draws.next().unwrap_or(0)) % n);
        side_by_side::compare_mended(rules, seed);
    }
}

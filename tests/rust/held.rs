//! Pits that are passed over for what they hold, and pits that are held for a round.

use std::sync::Arc;

use mancalab::batch::Level;
use mancalab::game::State;
use mancalab::notation;
use mancalab::plan::Plan;
use mancalab::rules::Rules;

use crate::side_by_side;

fn plan_of(text: &str) -> Arc<Plan> {
    Arc::new(Plan::new(Rules::from_toml(text).expect("good rules")).expect("good rules"))
}

/// South's action 0 on two rows, with these rules of sowing.
fn sown(columns: usize, sowing: &str, before: &str) -> String {
    let text = format!(
        "name = \"t\"\nboard = {{ rows = 2, columns = {columns} }}\nsetup = {{ seeds = 1 }}\n\
         sowing = {{ {sowing} }}\nending = {{ when = [\"cannot_move\"] }}"
    );
    let state = notation::state(&plan_of(&text), before).expect("a position");
    notation::position_text(&state.play(0).expect("a legal action"))
}

/// Worked by hand. Pits with three are passed over, but by the last seed. Where all others hold what is passed over
/// and the pit of the lap gets no seed, the next one does.
#[test]
fn pits_are_passed_over() {
    let threes = |before| sown(4, "passes = [3]", before);
    assert_eq!(threes("S[4 3 1 0|0] N[3 0 0 0|0] S"), "S[0 3 2 1|0] N[3 1 1 0|0] N");
    assert_eq!(threes("S[2 3 0 3|0] N[1 0 0 0|0] S"), "S[0 3 1 4|0] N[1 0 0 0|0] N");
    // The pit of the lap, which is empty, gets two of the three seeds.
    assert_eq!(sown(2, "passes = [3]", "S[3 3|0] N[3 3|0] S"), "S[2 4|0] N[3 3|0] N");
    let odd = "passes = \"odd\", skip = \"lap\"";
    assert_eq!(sown(2, odd, "S[2 1|0] N[1 1|0] S"), "S[0 2|0] N[2 1|0] N");
    // The first seed stays in its pit; a second one passes over it, and the last one falls anywhere.
    let first = "passes = [1], first = \"origin\"";
    assert_eq!(sown(2, first, "S[3 1|0] N[0 1|0] S"), "S[1 1|0] N[1 2|0] N");
}

const ROUNDS: &str = "name = \"t\"\nboard = { rows = 2, columns = 3 }\nsetup = { seeds = 3 }\n\
    landing = [{ was = \"occupied\", marked = \"no\", then = \"relay\" }, { facing = \"occupied\", take = \"facing\" }]\n\
    ending = { when = [\"cannot_move\"], final_count = \"owner\" }\n";

/// Worked by hand. The last round leaves South 7 seeds and North 11. South fills two pits and puts one seed in the
/// third, where it is held; opposite it, in North's first pit, North lays out one seed too, or two.
#[test]
fn a_pit_is_held_and_the_other_player_lays_out_less() {
    for (opposite, after) in [
        ("full", "S[3 3 1'|0 round=1 began=1] N[3 3 3|2 round=1] S"),
        ("same", "S[3 3 1'|0 round=1 began=1] N[1 3 3|4 round=1] S"),
        ("less", "S[3 3 1'|0 round=1 began=1] N[2 3 3|3 round=1] S"),
    ] {
        let rounds = format!(
            "rounds = {{ refill = 3, short = \"partial\", held = [1], opposite = \"{opposite}\", start = \"loser\" }}"
        );
        let plan = plan_of(&format!("{ROUNDS}{rounds}"));
        let state = notation::state(&plan, "S[1 0 0|6] N[0 0 0|11] S").expect("a position");
        let next = state.play(0).expect("a legal action");
        assert_eq!(notation::position_text(&next), after);
        assert!(next.legal_actions().eq([0, 1]), "nobody sows from a held pit");
    }
}

/// Worked by hand. North is left a single seed, which would be held; but as all seeds are shared out anew, both fill
/// their rows.
#[test]
fn nobodys_only_pit_is_held_where_seeds_are_shared_out_anew() {
    let rounds = "rounds = { refill = 3, seeds = \"anew\", short = \"partial\", held = [1], start = \"loser\", most = 3 }";
    let plan = plan_of(&format!("{ROUNDS}{rounds}"));
    let state = notation::state(&plan, "S[1 0 0|16] N[0 0 0|1] S").expect("a position");
    let next = state.play(0).expect("a legal action");
    let after = "S[3 3 3|0 round=1] N[3 3 3|0 round=1 began=1] N";
    assert_eq!(notation::position_text(&next), after);
    for level in Level::available() {
        assert!(side_by_side::compare(&state, level, 7, 40) > 64, "it goes on");
    }
}

/// In lanes as in the reference engine, with all that decides where seeds fall and which are taken.
#[test]
fn pits_are_held_and_passed_over_in_lanes() {
    let level = *Level::available().last().expect("a level");
    let mut compared = 0;
    for (held, opposite, order) in
        [("[1, 2]", "same", "left"), ("\"odd\"", "less", "right"), ("[3]", "full", "left")]
    {
        for (sowing, direction) in [
            ("passes = [3]", "counterclockwise"),
            ("passes = \"3..\", skip = \"lap\"", "chosen"),
            ("first = \"origin\"", "clockwise"),
        ] {
            for landing in [
                "{ marked = \"no\", counts = [4], at = [0, 3], hold = true }, { counts = [4], take = \"landing\", then = \"relay_next\" }",
                "{ next = \"empty\", beyond = \"occupied\", take = \"beyond\", chain = \"alternate\" }",
                "{ was = \"occupied\", marked = \"no\", then = \"relay\" }, { facing = \"occupied\", take = [\"facing\", \"landing\"] }",
            ] {
                let text = format!(
                    "name = \"t\"\nboard = {{ rows = 2, columns = 4 }}\nsetup = {{ seeds = 4 }}\n\
                     moves = {{ direction = \"{direction}\" }}\nsowing = {{ {sowing} }}\n\
                     laps = {{ relay = \"next\" }}\nlanding = [{landing}]\n\
                     ending = {{ when = [\"cannot_move\"], final_count = \"owner\" }}\n\
                     rounds = {{ refill = 4, short = \"partial\", order = \"{order}\", start = \"loser\", held = {held}, opposite = \"{opposite}\" }}\n\
                     limits = {{ max_actions = 200 }}"
                );
                let state = State::start(plan_of(&text));
                compared += side_by_side::compare(&state, level, 7, 40);
            }
        }
    }
    assert!(compared > 4_000, "{compared}");
}

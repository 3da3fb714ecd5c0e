//! Captures that a player may leave, to sow on instead, and whose seeds are sown on; and marks of two pits at once.

use std::sync::Arc;

use mancalab::batch::Level;
use mancalab::game::State;
use mancalab::notation;
use mancalab::plan::Plan;
use mancalab::rules::Rules;

use crate::side_by_side::compare;

fn plan(line: &str) -> Arc<Plan> {
    notation::plan(line).expect("good rules")
}

/// How many plies random games go on so, in both engines alike.
fn compared(plan: Arc<Plan>) -> usize {
    let level = *Level::available().last().expect("a level");
    compare(&State::start(plan), level, 3, 120)
}

#[test]
fn both_engines_play_alike() {
    for line in ["igisoro", "enkeshui"] {
        assert!(compared(plan(line)) > 500, "{line}");
    }
    let turned = "name = \"t\"\nboard = { rows = 4, columns = 6 }\nsetup = { seeds = 2 }\n\
                  moves = { direction = \"chosen\" }\nlaps = { relay = \"landing\", turn_at = [0, 1, 8, 11] }\n\
                  ending = { when = [\"cannot_move\"], winner = \"last_mover\", score = \"owned\" }\n";
    // Sown from the landing pit, also after a landing in the outer row, and beside a capture that nobody chooses.
    let entries = [
        "landing = [{ facing = \"occupied\", take = \"facing\", to = \"hand\", reentry = \"landing\", then = \"relay_or_take\" }]",
        "landing = [{ facing = \"3..\", take = \"file\", to = \"hand\", then = \"relay_or_take\", capture_number = \"2..\" }, \
         { was = \"occupied\", facing = \"occupied\", take = \"facing\", to = \"hand\" }]",
    ];
    for entry in entries {
        let rules = Rules::from_toml(&format!("{turned}{entry}")).expect("good rules");
        let plan = Arc::new(Plan::new(rules).expect("good rules"));
        assert!(compared(plan) > 500, "{entry}");
    }
}

/// Where captured seeds are sown from is part of a position in which a player may capture, and of no other.
#[test]
fn positions_say_from_where() {
    let plan = plan("igisoro");
    let pits = "S[0 0 0 0 0 0 0 0 1 2 0 0 0 0 0 0|0+0 turns=2";
    let other = "N[0 2 0 0 0 0 0 0 0 0 0 0 0 0 3 0|0+0 turns=2]";
    let position = |from: &str, phase: &str| {
        notation::state(&plan, &format!("{pits}{from}] {other} S{phase}"))
    };
    let waiting = position(" reentry=8", ":10").expect("a position");
    assert_eq!(waiting.legal_actions().count(), 2);
    let fault = |from, phase| position(from, phase).expect_err("a fault").to_string();
    let missing = fault("", ":10");
    assert!(missing.contains("allowed are 1 to 16"), "{missing}");
    let idle = fault(" reentry=8", "");
    assert!(idle.contains("nothing is captured and sown on now"), "{idle}");
    // The position is read as it is written, and the capture is sown from pit 7: its first seed falls in pit 8.
    let text = notation::position_text(&waiting);
    assert_eq!(notation::state(&plan, &text).expect("a position"), waiting);
    let action = notation::action(&plan, "x").expect("an action");
    let next = waiting.play(action as i64).expect("legal");
    let text = notation::position_text(&next);
    assert!(text.starts_with("S[0 0 0 0 0 0 0 0 2 3 1 1 1 0 0 0|0"), "{text}");
}

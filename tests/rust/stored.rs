//! Captured seeds that are sown in place of a pit, on both engines.

use mancalab::batch::Level;
use mancalab::game::State;
use mancalab::rules::Rules;
use proptest::prelude::*;

use crate::common::{cases, plan};
use crate::draws::any_description;
use crate::draws_play;
use crate::draws_store::stored;
use crate::side_by_side;

/// Seeds in marked pits go home after a sowing, not when the player is asked which way one goes.
#[test]
fn nothing_is_done_before_the_way_is_said() {
    let text = "name = \"t\"\nboard = { rows = 2, columns = 3 }\n\
         setup = { seeds = [2, 2, 3], stores = [3, 3], marked = [2] }\n\
         moves = { store_up_to = 3, store_back = \"captures\", direction = \"chosen\" }\n\
         landing = [{ side = \"other\", take = \"landing\" }, \
         { side = \"own\", counts = [1], mark = \"own\" }]\n\
         marks = { seeds = \"home\" }\nending = { when = [\"cannot_move\"] }";
    let start = State::start(plan(&Rules::from_toml(text).expect("good rules")));
    let asked = start.play(7).expect("two captured seeds");
    assert_eq!(asked.legal_set(), 0b1001);
    assert_eq!((asked.position().cells[2], asked.position().to_move), (3, 0));
    for level in Level::available() {
        side_by_side::compare(&start, level, 1, 60);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// Any game in which captured seeds are sown.
    #[test]
    fn lanes_let_captured_seeds_be_sown(rules in any_description(), draws in prop::collection::vec(any::<u16>(), 120), seed: u64) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        let mut draw = |n| usize::from(draws.next().unwrap_or(0)) % n;
        if draw(3) == 0 {
            draws_play::plays(&mut rules, &mut draw);
        }
        stored(&mut rules, &mut draw);
        side_by_side::compare_mended(rules, seed);
    }
}

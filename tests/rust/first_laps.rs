//! First laps that drop seeds elsewhere than others do: worked by hand, and in lanes.

use std::sync::Arc;

use mancalab::batch::Level;
use mancalab::game::State;
use mancalab::notation;
use mancalab::plan::Plan;
use mancalab::rules::{
    Chain, Direction, Feeding, FirstSeed, LastSeed, Opening, PitNumbers, ReserveEntry, Rules,
    SecondRound, Track,
};
use proptest::prelude::*;

use crate::common::drawn;
use crate::draws::any_description;
use crate::side_by_side::{compare, compare_mended};

/// Two rows of three pits, each with one lap a turn; `opening` is the rule of the first turn.
fn small(opening: &str) -> Arc<Plan> {
    let text = format!(
        "name = \"t\"\nboard = {{ rows = 2, columns = 3 }}\nsetup = {{ seeds = 1 }}\n\
         moves = {{ direction = \"chosen\" }}\nopening = {{ turns = 1, {opening} }}\n\
         ending = {{ when = [\"cannot_move\"] }}"
    );
    Arc::new(Plan::new(Rules::from_toml(&text).expect("good rules")).expect("good"))
}

/// The ring is S0 S1 S2 N0 N1 N2. North begins with a seed in N1, South with `held` in S0 and nothing else. Action 0
/// sows S0 to the right, action 3 to the left.
#[test]
fn seeds_fall_where_the_first_turns_say() {
    let portions = "portions = [2, 1]";
    let across = "last = \"across\"";
    let both = "portions = [2, 2], last = \"across\"";
    let worked = [
        (portions, 4, 0, "S[0 2 1|0] N[1 1 0|0] N"),
        (portions, 1, 0, "S[0 1 0|0] N[0 1 0|0] N"),
        // All round, one seed in each further pit: in S0 and S1 too.
        (portions, 8, 0, "S[1 3 1|0] N[1 2 1|0] N"),
        (portions, 3, 3, "S[0 0 0|0] N[0 2 2|0] N"),
        (across, 2, 0, "S[0 1 0|0] N[1 1 0|0] N"),
        (across, 1, 0, "S[0 0 0|0] N[1 1 0|0] N"),
        (across, 4, 0, "S[0 1 1|0] N[1 2 0|0] N"),
        // The seventh would fall in S1, for the second time.
        (across, 7, 0, "S[1 1 1|0] N[2 2 1|0] N"),
        // The fifth would fall in S1; on the left after S1 and S0 comes N2.
        (across, 5, 3, "S[0 0 1|0] N[1 2 2|0] N"),
        (both, 3, 0, "S[0 2 0|0] N[1 1 0|0] N"),
        (both, 2, 0, "S[0 1 0|0] N[1 1 0|0] N"),
        (both, 5, 0, "S[0 2 2|0] N[1 1 0|0] N"),
        // Three of seven are kept back: four are sown, the last of them across.
        ("lift = 4, portions = [2, 2], last = \"across\"", 7, 0, "S[3 2 1|0] N[1 1 0|0] N"),
    ];
    for (opening, held, action, after) in worked {
        let plan = small(opening);
        let before = notation::state(&plan, &format!("S[{held} 0 0|0] N[0 1 0|0] S"));
        let before = before.expect("a position");
        let next = before.play(action).expect("a legal action");
        let told = notation::position_text(&next).replace(" turns=1", "");
        assert_eq!(told, after, "{opening}: {held}");
        for level in Level::available() {
            compare(&before, level, 0, 4);
        }
        // In the second turn seeds fall as usual.
        let rules = plan.rules();
        let later = "S[2 0 0|0 turns=1] N[0 1 0|0 turns=1] S";
        let later = notation::state(&plan, later).expect("a position").play(0).expect("legal");
        let text = notation::position_text(&later);
        assert!(text.starts_with("S[0 1 1|"), "{text}: {}", rules.to_toml());
    }
}

/// Drawn rules with first turns of their own, and so that these are possible.
fn sown_apart(mut rules: Rules, draws: &[u8]) -> Rules {
    let draw = |n: usize, of: u8| draws[n] % of;
    rules.board.fields = false;
    rules.opening = Opening {
        turns: 1 + i64::from(draw(0, 4)),
        at: PitNumbers(if draw(1, 3) == 0 { vec![0, 2] } else { Vec::new() }),
        lift: i64::from(draw(2, 8).saturating_sub(4)),
        ..Opening::default()
    };
    if draw(3, 3) > 0 {
        let portions = (0..=usize::from(draw(4, 4))).map(|n| 1 + i64::from(draw(5 + n, 4)));
        rules.opening.portions = Some(portions.collect());
    }
    if draw(3, 3) != 1 && rules.board.rows == 2 && rules.board.track != Track::OwnRow {
        rules.opening.last = LastSeed::Across;
    }
    (rules.moves.symmetric, rules.moves.fed, rules.moves.feeding) = (false, 1, Feeding::None);
    rules.moves.back_into = PitNumbers::default();
    (rules.moves.reserve, rules.setup.reserve) = (ReserveEntry::None, 0);
    rules.moves.direction = [Direction::Counterclockwise, Direction::Chosen, rules.moves.direction]
        [draw(9, 3) as usize];
    rules.sowing.first = FirstSeed::Next;
    (rules.sowing.on_drop, rules.sowing.second_round) = (None, SecondRound::Board);
    rules
}

#[test]
fn first_laps_in_lanes_are_those_of_the_reference_engine() {
    let drawn = drawn((any_description(), prop::collection::vec(any::<u8>(), 10)), 160);
    for (number, (rules, draws)) in drawn.enumerate() {
        compare_mended(sown_apart(rules, &draws), number as u64);
    }
}

/// Chains through empty pits, among drawn rules with entries that take.
#[test]
fn series_in_lanes_are_those_of_the_reference_engine() {
    for (number, mut rules) in drawn(any_description(), 160).enumerate() {
        for entry in rules.landing.iter_mut().filter(|entry| entry.takes() && entry.most == 0) {
            entry.chain = Chain::Empties;
        }
        compare_mended(rules, number as u64);
    }
}

/// A series of empty pits ends at the row of the other player, at a store, and at an occupied pit.
#[test]
fn a_series_ends_at_a_store() {
    let text = "name = \"t\"\nboard = { rows = 2, columns = 3, stores = true }\n\
                setup = { seeds = 1 }\nsowing = { stores = \"own\" }\n\
                landing = [{ was = \"empty\", take = \"facing\", chain = \"empties\" }]\n\
                ending = { when = [\"cannot_move\"] }";
    let plan = Arc::new(Plan::new(Rules::from_toml(text).expect("good rules")).expect("good"));
    let after = |before: &str| {
        let state: State = notation::state(&plan, before).expect("a position");
        notation::position_text(&state.play(0).expect("a legal action"))
    };
    // The last seed falls in S1, opposite N1; S2 is empty, opposite N0; then comes the store.
    assert_eq!(after("S[1 0 0|0] N[2 3 4|0] S"), "S[0 1 0|5] N[0 0 4|0] N");
    // S2 is occupied.
    assert_eq!(after("S[1 0 1|0] N[2 3 4|0] S"), "S[0 1 1|3] N[2 0 4|0] N");
}

/// A turn whose first action enters the reserve is one of the first turns all the same; one that paused goes on with
/// all seeds of a pit.
#[test]
fn a_part_is_sown_after_the_reserve_too() {
    let level = *Level::available().last().expect("a level");
    let games = [
        "setup = { seeds = 2, reserve = 4 }\nmoves = { reserve = \"one_in_each_pit_then_move\" }\n",
        "setup = { seeds = 2 }\nmoves = { direction = \"chosen\" }\nlaps = { relay = \"landing\", turn_at = [0, 1] }\n\
         landing = [{ was = \"occupied\", row = \"inner\", facing = \"occupied\", take = \"facing\", to = \"hand\" }]\n",
    ];
    for (game, opening) in
        games.into_iter().zip(["lift = 1", "in_order = true, at = [2, 1, 0], portions = [2]"])
    {
        let text = format!(
            "name = \"t\"\nboard = {{ rows = 4, columns = 2 }}\n{game}opening = {{ turns = 3, {opening} }}\n\
             ending = {{ when = [\"cannot_move\"], winner = \"last_mover\", score = \"owned\" }}\n\
             limits = {{ max_actions = 60 }}"
        );
        let plan = Plan::new(Rules::from_toml(&text).expect("good rules")).expect("good");
        assert!(compare(&State::start(Arc::new(plan)), level, 3, 60) > 500);
    }
}

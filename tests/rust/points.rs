//! Seeds that are given to a player without any, rounds that are laid out anew, and points, worked by hand and on
//! both engines.

use mancalab::agents::pick;
use mancalab::game::State;
use mancalab::notation;
use mancalab::random::GameKey;
use mancalab::rules::{Repetition, Rules};
use proptest::prelude::*;

use crate::common::{cases, plan};
use crate::draws::{any_description, drawn};
use crate::draws_gift;
use crate::mend::mend_all;
use crate::side_by_side;

/// Two pits a side, and more of the rules.
fn game(more: &str) -> Rules {
    let text = format!("name = \"t\"\nboard = {{ rows = 2, columns = 2 }}\n{more}\n");
    Rules::from_toml(&text).expect("good rules")
}

fn given(ending: &str) -> Rules {
    game(&format!(
        "setup = {{ seeds = 1 }}\nturn = {{ empty_row = \"given\" }}\nending = {{ {ending} }}"
    ))
}

fn position(rules: &Rules, text: &str) -> State {
    notation::state(&plan(rules), text).expect("a position")
}

fn after(state: &State, actions: &[i64]) -> String {
    let mut state = state.clone();
    for action in actions {
        state = state.play(*action).expect("a legal action");
    }
    notation::position_text(&state)
}

/// South's first seed joins the second. North has none, and South gives one of the two: it falls in North's pit 0.
#[test]
fn a_player_without_seeds_is_given_one() {
    let rules = given("when = [\"few\"], few = 1, final_count = \"owner\"");
    let state = position(&rules, "S[1 1|1] N[0 0|1] S");
    assert_eq!(after(&state, &[0]), "S[0 2|1] N[0 0|1] S:1");
    let asked = state.play(0).expect("a legal action");
    assert_eq!(asked.legal_actions().collect::<Vec<_>>(), [1]);
    assert_eq!(after(&state, &[0, 1]), "S[0 1|1] N[1 0|1] N");
    let error = asked.play(0).expect_err("an empty pit");
    assert_eq!(
        (&*error.field, &*error.why),
        (
            "turn.empty_row",
            "a seed is given now, out of a pit of the player's own that holds seeds"
        )
    );
    let told: Vec<String> =
        asked.trace(1, false).expect("legal").iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "South gives the other player, who has none, a seed from South's pit 1: to North's pit 0."
        ]
    );
}

/// Where it lies is the giver's choice: one seed of three, in two pits.
#[test]
fn a_seed_is_given_from_a_pit_that_its_player_chooses() {
    let rules = given("when = [\"nobody_can_move\"], final_count = \"owner\"");
    let state = position(&rules, "S[1 2|0] N[0 0|1] N");
    assert_eq!(notation::position_text(&state), "S[1 2|0] N[0 0|1] S:1");
    assert_eq!(state.legal_actions().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(after(&state, &[0]), "S[0 2|0] N[1 0|1] N");
    assert_eq!(after(&state, &[1]), "S[1 1|0] N[1 0|1] N");
}

/// A lone seed is not given: North is passed over. And none is where the board ends the game.
#[test]
fn nobody_gives_the_last_seed() {
    let rules = given("when = [\"nobody_can_move\"], final_count = \"owner\"");
    let state = position(&rules, "S[1 0|1] N[0 0|2] S");
    assert_eq!(after(&state, &[0]), "S[0 1|1] N[0 0|2] S");
    let rules = given("when = [\"above_half\"], final_count = \"owner\"");
    let state = position(&rules, "S[1 1|3] N[0 0|0] N");
    assert!(state.end().is_some());
}

const MATCH: &str = "setup = { seeds = 0, reserve = 2 }\nmoves = { reserve = \"placed_by_one\" }\n\
    landing = [{ counts = [2], take = [\"landing\"] }]\n\
    rounds = { refill = 1, seeds = \"anew\", layout = \"setup\", start = \"loser\", points = 3 }\n\
    ending = { when = [\"few\"], few = 1, final_count = \"owner\", winner = \"most_points\" }";

/// South captures two, and has three seeds to one: two points. The loser lays out the next round. Then South is given
/// no more than they need: three points win.
#[test]
fn rounds_bring_points_and_are_laid_out_anew() {
    let rules = game(MATCH);
    let state = position(&rules, "S[0 1|1 began=1] N[1 0|1] S");
    assert_eq!(after(&state, &[1]), "S[0 0|0+2 round=1 points=2] N[0 0|0+2 round=1 began=1] N");
    let next = state.play(1).expect("a legal action");
    assert_eq!(next.points(), Some([2, 0]));
    assert_eq!(next.rounds_won(), None);
    assert_eq!(next.legal_actions().collect::<Vec<_>>(), [0, 1, 2, 3]);
    let last = position(&rules, "S[0 1|1 round=1 points=1] N[1 0|1 round=1 points=2 began=1] S");
    let over = last.play(1).expect("a legal action");
    let end = over.end().expect("three points");
    assert_eq!(end.result.winner(), Some(0));
    assert_eq!(over.points(), Some([3, 2]));
    let told: Vec<String> =
        last.trace(1, false).expect("legal").iter().map(ToString::to_string).collect();
    assert!(told[told.len() - 1].ends_with("Points: South 3, North 2."), "{told:?}");
}

/// The seeds of a round go back to the reserves, with the pits of the start.
#[test]
fn reserves_are_taken_back() {
    let rules = game(
        &MATCH
            .replace("seeds = 0, reserve = 2", "seeds = 1, reserve = 2")
            .replace("refill = 1", "refill = 2"),
    );
    let state = position(&rules, "S[0 1|3 began=1] N[1 0|3] S");
    assert_eq!(after(&state, &[1]), "S[1 1|0+2 round=1 points=2] N[1 1|0+2 round=1 began=1] N");
    let told: Vec<String> =
        state.trace(1, false).expect("legal").iter().map(ToString::to_string).collect();
    assert!(told.contains(&"North takes 2 seeds into their reserve again.".to_owned()), "{told:?}");
    assert!(told.contains(&"South has won the round. Round 2 begins.".to_owned()), "{told:?}");
}

/// A draw brings none; and who has more points wins when the last round is over.
#[test]
fn the_last_round_ends_the_match_too() {
    let rules = game(&MATCH.replace("points = 3", "points = 9, most = 2"));
    let state = position(&rules, "S[0 1|0 round=0 began=1] N[1 0|2] S");
    assert_eq!(after(&state, &[1]), "S[0 0|0+2 round=1] N[0 0|0+2 round=1 began=1] N");
    let last = position(&rules, "S[0 1|1 round=1 points=1] N[1 0|1 round=1 points=4 began=1] S");
    let over = last.play(1).expect("a legal action");
    assert_eq!(over.points(), Some([3, 4]));
    assert_eq!(over.end().expect("two rounds").result.winner(), Some(1));
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn lanes_give_seeds_alike(rules in any_description(), draws in prop::collection::vec(any::<u16>(), 80), seed: u64) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        let mut draw = |n| usize::from(draws.next().unwrap_or(0)) % n;
        if draw(3) == 0 {
            draws_gift::laid_again(&mut rules, &mut draw);
        }
        draws_gift::gift(&mut rules, &mut draw);
        side_by_side::compare_mended(rules, seed);
    }

    #[test]
    fn lanes_that_lay_out_rounds_anew_are_alike(rules in any_description(), draws in prop::collection::vec(any::<u16>(), 120), seed: u64) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        let mut draw = |n| usize::from(draws.next().unwrap_or(0)) % n;
        draws_gift::laid_again(&mut rules, &mut draw);
        side_by_side::compare_mended(rules, seed);
    }
}

/// What the properties compare is there to be compared: seeds are given, and rounds bring points, in some of the games
/// that are drawn.
#[test]
fn some_games_that_are_drawn_give_seeds_and_bring_points() {
    let (mut gave, mut won) = (0, 0);
    for (number, rules) in drawn(any_description(), 120).enumerate() {
        let mut key = number * 7919 + 1;
        let mut draw = |n: usize| {
            key =
                key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (key >> 33) % n
        };
        let [mut given, mut laid] = [rules.clone(), rules];
        draws_gift::gift(&mut given, &mut draw);
        draws_gift::laid_again(&mut laid, &mut draw);
        let keys = GameKey::new(5, number as u64);
        let seen = |rules: &mut Rules, seen: &dyn Fn(&State) -> bool| {
            rules.limits.repetition = Repetition::None;
            mend_all(rules, |_| {});
            let mut state = State::start(plan(rules));
            let mut any = false;
            while state.end().is_none() && !any {
                state.advance(pick(state.legal_set(), keys, state.plies()));
                any = seen(&state);
            }
            any
        };
        let gives = |state: &State| state.plan().gives_in(state.position().phase);
        let points = |state: &State| state.points().is_some_and(|points| points != [0, 0]);
        gave += usize::from(seen(&mut given, &gives));
        won += usize::from(seen(&mut laid, &points));
    }
    assert!(gave >= 4 && won >= 10, "{gave} gave seeds, {won} brought points");
}

//! Last seeds that fall past an empty pit, captured seeds that are sown from one, and pairs that are put all round, on both
//! engines.

use mancalab::rules::{
    CaptureTo, Landing, MaxActions, Occupancy, Reentry, Relay, Row, Rules, Take,
};
use proptest::prelude::*;

use crate::common::cases;
use crate::draws::{any_description, any_of, counts};
use crate::draws_play;
use crate::draws_special::{past_empty, puts_seeds};
use crate::side_by_side;

/// A relay game of four rows like Mangola, with what else was drawn.
fn like_mangola(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize) {
    rules.laps.relay = Relay::Landing;
    (rules.laps.turn_round, rules.laps.turn_at, rules.laps.again_at) = Default::default();
    rules.laps.single_hand = false;
    let first = Landing {
        was: any_of!(draw, Occupancy),
        row: [Row::Any, Row::Inner][draw(2)],
        facing: counts(draw, 2),
        behind: counts(draw, 3),
        take: [Take::File, Take::Facing, Take::Next, Take::Landing][draw(4)].into(),
        to: CaptureTo::Hand,
        reentry: Reentry::AfterEmpty,
        ..Landing::default()
    };
    rules.landing.insert(0, first);
    rules.landing.truncate(3);
    rules.limits.max_actions = MaxActions(Some(60));
}

proptest! {
    #![proptest_config(cases(120))]

    /// Any game with these values, most of them of four rows.
    #[test]
    fn lanes_let_last_seeds_fall_past_empty_pits(
        rules in any_description(),
        draws in prop::collection::vec(any::<u16>(), 160),
        seed: u64,
    ) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        let mut draw = |n| usize::from(draws.next().unwrap_or(0)) % n;
        if rules.board.rows == 4 && draw(4) > 0 {
            like_mangola(&mut rules, &mut draw);
        }
        if draw(3) == 0 {
            draws_play::plays(&mut rules, &mut draw);
        }
        if draw(3) == 0 && !rules.rounds.are_played() {
            puts_seeds(&mut rules, &mut draw);
        }
        if draw(4) > 0 {
            past_empty(&mut rules, &mut draw);
        }
        side_by_side::compare_mended(rules, seed);
    }
}

//! Pits beside the last seed, and fields that are sown on and filled, on both engines.

use proptest::prelude::*;

use crate::common::cases;
use crate::draws::any_description;
use crate::draws_special::{beside, fields};
use crate::side_by_side;

proptest! {
    #![proptest_config(cases(60))]

    /// Any game in which a pit beside the last seed may be taken.
    #[test]
    fn lanes_let_pits_beside_be_taken(rules in any_description(), draws in prop::collection::vec(any::<u16>(), 120), seed: u64) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        let mut draw = |n| usize::from(draws.next().unwrap_or(0)) % n;
        if rules.board.rows == 2 {
            rules.board.fields = false;
            beside(&mut rules, &mut draw);
            side_by_side::compare_mended(rules, seed);
        }
    }

    /// Any game with fields, which may be sown on and filled for another round.
    #[test]
    fn lanes_let_fields_be_sown_on(rules in any_description(), draws in prop::collection::vec(any::<u16>(), 120), seed: u64) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        let mut draw = |n| usize::from(draws.next().unwrap_or(0)) % n;
        if rules.board.rows == 2 {
            fields(&mut rules, &mut draw);
            side_by_side::compare_mended(rules, seed);
        }
    }
}

//! Random endings.

use mancalab::rules::{EndTest, FinalCount, Row, Rules, Score, When, Winner};

use crate::draws::any_of;

/// Any conditions, count and winner.
pub fn ending(rules: &mut Rules, draw: &mut impl FnMut(usize) -> usize, four_rows: bool) {
    rules.ending.when = (0..=draw(2)).map(|_| any_of!(draw, When)).collect();
    rules.ending.when.dedup();
    let few = [When::Few, When::EachFew].iter().any(|few| rules.ending.when.contains(few));
    rules.ending.few = if few { 1 + draw(8) as i64 } else { 0 };
    if rules.ending.when.contains(&When::RowEmpty) && four_rows {
        rules.ending.row = any_of!(draw, Row);
    }
    if draw(4) == 0 {
        rules.ending.last_seeds = 1 + draw(16) as i64;
    }
    rules.ending.test = if draw(3) == 0 { any_of!(draw, EndTest) } else { EndTest::Turn };
    rules.ending.final_count = any_of!(draw, FinalCount);
    let seeds_win = rules.ending.final_count != FinalCount::Home || draw(2) == 0;
    rules.ending.winner = if seeds_win { Winner::MostSeeds } else { any_of!(draw, Winner) };
    // Few rules by themselves have a row that can be empty and a winner who still has theirs.
    let by_row = rules.ending.when.first() == Some(&When::RowEmpty);
    if by_row && rules.ending.final_count == FinalCount::Home {
        rules.ending.winner = Winner::HasRow;
    }
    if rules.ending.winner == Winner::Stuck {
        rules.ending.when = vec![When::CannotMove];
    }
    rules.ending.score = any_of!(draw, Score);
}

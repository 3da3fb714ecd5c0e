//! What follows from a description in a few lines each.

use super::{CountSet, Entry, HALF, NO_SLOT, SlotTable};
use crate::rules::{Direction, PitNumbers, Row, Rules, SecondRound, Skip, Sowing, SownStores};

/// The pits of these numbers, one bit each.
pub(super) fn bits_of(pits: &PitNumbers) -> u32 {
    pits.0.iter().fold(0, |set, pit| set | 1 << pit)
}

/// The entries that are on, in their order.
pub(super) fn landing_table(rules: &Rules) -> Vec<Entry> {
    let entries = rules.landing.iter().enumerate().filter(|(_, entry)| entry.is_on());
    let entry = |(number, (index, entry))| Entry::new(number, index, entry, rules);
    entries.enumerate().map(entry).collect()
}

/// See [`Plan::row_ends`].
pub(super) fn row_ends(rules: &Rules, next: &[SlotTable; 2]) -> [u8; 2] {
    let row = rules.board.pits_in(Row::Inner);
    let [first, last] = [row.start, row.end - 1].map(|pit| pit.max(0) as usize);
    if rules.board.rows == 4 { [next[1][first], next[0][last]] } else { [NO_SLOT as u8; 2] }
}

/// See [`Plan::store_before`].
pub(super) fn store_before(rules: &Rules, next: &[SlotTable; 2]) -> [u8; 2] {
    let into = rules.moves.store_into as usize;
    [next[1][into], next[0][into]]
}

/// See [`Plan::heading_from`].
pub(super) fn heading_from(rules: &Rules) -> u8 {
    u8::from(rules.moves.direction == Direction::FixedBySecond)
}

/// See [`Plan::opening`].
pub(super) fn opening(rules: &Rules) -> [Vec<u8>; 2] {
    rules.setup.pits(&rules.board).map(|pits| pits.into_iter().map(|n| n as u8).collect())
}

/// See [`Plan::across`].
pub(super) fn across(rules: &Rules) -> u128 {
    let (row, base) = if rules.board.has_two_rows_a_side() {
        (rules.board.inner_row(), 0)
    } else {
        (rules.board.pits_in(Row::Any), HALF)
    };
    row.fold(0, |set, pit| set | 1 << (base + pit as usize))
}

/// See [`Plan::shared`].
pub(super) fn shared(rules: &Rules) -> u128 {
    let pits = u128::from(bits_of(&rules.marks.shared));
    pits | pits << HALF
}

/// See [`super::Plan::passes`].
pub(super) fn passed_counts(sowing: &Sowing) -> Option<CountSet> {
    sowing.passes.is_asked().then(|| CountSet::new(&sowing.passes))
}

/// See [`Plan::circles_after`].
pub(super) fn circles_after(rules: &Rules, side: usize) -> Option<u8> {
    let stores = match rules.sowing.stores {
        SownStores::None => 0,
        SownStores::Own => 1,
        SownStores::Both => 2,
    };
    let passed = usize::from(rules.sowing.skip != Skip::None);
    let circles = rules.sowing.second_round == SecondRound::OtherRow;
    circles.then_some((2 * side + stores - passed) as u8)
}

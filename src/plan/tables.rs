//! The tables of a plan, each computed from one part of the rules.

use super::{Action, Actions, CapturePlan, HALF, NO_SLOT, SLOTS, STORE, SlotTable};
use crate::rules::{
    Capture, CaptureRow, CaptureSide, CaptureTo, Chain, Direction, Feeding, FinalCount, Forfeit,
    GrandSlam, ReserveEntry, Rules, SownStores, Take, Then,
};

pub(super) fn has_stores(rules: &Rules) -> bool {
    let stored = |rule: &Capture| matches!(rule.to, CaptureTo::Store | CaptureTo::OtherStore);
    rules.board.stores
        || rules.ending.final_count != FinalCount::Home
        || rules.turn.forfeit != Forfeit::None
        || rules.sowing.on_drop.is_some()
        || rules.moves.feeding == Feeding::Penalty
        || rules.capture.iter().any(stored)
}

pub(super) fn forbids_slams(rules: &Rules) -> bool {
    let forbids = |rule: &Capture| rule.grand_slam == GrandSlam::Forbidden;
    rules.capture.iter().any(|rule| rule.to != CaptureTo::None && forbids(rule))
}

/// The numbered pits that may be sown in a direction.
pub(super) fn directions(rules: &Rules, space: &Actions, direction: usize) -> u64 {
    let columns = rules.board.columns as usize;
    let may = |pit: usize| match rules.moves.direction {
        Direction::Counterclockwise | Direction::Clockwise => direction == 0,
        Direction::Chosen => true,
        // The pit in the middle of a row may go either way.
        Direction::Outward if direction == 0 => 2 * (pit % columns) + 1 >= columns,
        Direction::Outward => 2 * (pit % columns) < columns,
    };
    (0..space.pits).filter(|pit| may(*pit)).fold(0, |set, pit| set | 1 << pit)
}

pub(super) fn decode(space: &Actions, side: usize, columns: usize) -> Vec<Action> {
    let mut decoded = Vec::new();
    for direction in 0..space.directions {
        decoded.extend((0..space.pits).map(|pit| {
            let slot = if pit < side { pit } else { pit - side + HALF };
            Action::Sow { slot, direction }
        }));
    }
    decoded.extend(space.reserve.map(|_| Action::Reserve));
    decoded.extend(space.files.into_iter().flat_map(|_| (0..columns).map(Action::File)));
    decoded
}

pub(super) fn sows_captures(rules: &Rules) -> bool {
    rules.capture.iter().any(|rule| rule.to == CaptureTo::Hand)
}

pub(super) fn action_space(rules: &Rules, side: usize) -> Actions {
    let pits = if rules.moves.numbers_both() { 2 * side } else { side };
    let directions = match rules.moves.direction {
        Direction::Counterclockwise | Direction::Clockwise => 1,
        Direction::Chosen | Direction::Outward => 2,
    };
    let mut count = pits * directions;
    let mut further = |needed: bool, size: usize| {
        let first = needed.then_some(count);
        count += if needed { size } else { 0 };
        first
    };
    let reserve = further(rules.moves.reserve != ReserveEntry::None, 1);
    let choose = rules
        .capture
        .iter()
        .any(|rule| rule.then == Then::ChooseFile && rule.to != CaptureTo::None);
    let files = further(choose, rules.board.columns as usize);
    Actions { pits, directions, reserve, files, count }
}

/// The circuit forward and backward: GE-2 with the stores that are sown, or GE-3.
///
/// A game with one direction lists each player's pits in that direction, so clockwise sowing runs
/// through the same table; only the drawing differs.
pub(super) fn rings(side: usize, four_rows: bool, stores: SownStores) -> [SlotTable; 2] {
    let mut circuit: Vec<usize> = (0..side).collect();
    if !four_rows {
        if stores != SownStores::None {
            circuit.push(STORE);
        }
        circuit.extend(HALF..HALF + side);
        if stores == SownStores::Both {
            circuit.push(HALF + STORE);
        }
    }
    let mut next = [[NO_SLOT as u8; SLOTS]; 2];
    for (i, slot) in circuit.iter().enumerate() {
        let after = circuit[(i + 1) % circuit.len()];
        next[0][*slot] = after as u8;
        next[1][after] = *slot as u8;
    }
    next
}

/// For each pit the pit opposite and the outer pit behind that one.
pub(super) fn opposites(columns: usize, four_rows: bool) -> (SlotTable, SlotTable) {
    let (mut facing, mut behind) = ([NO_SLOT as u8; SLOTS], [NO_SLOT as u8; SLOTS]);
    for column in 0..columns {
        let (own, other) = if four_rows {
            behind[columns + column] = (HALF + column) as u8;
            (columns + column, HALF + 2 * columns - 1 - column)
        } else {
            (column, HALF + columns - 1 - column)
        };
        facing[own] = other as u8;
        facing[other] = own as u8;
    }
    (facing, behind)
}

pub(super) fn compile_capture(
    index: usize,
    rule: &Capture,
    columns: usize,
    side: usize,
) -> CapturePlan {
    let bits = |range: std::ops::Range<usize>| range.fold(0_u128, |set, slot| set | 1 << slot);
    let inner = if rule.row == CaptureRow::Inner { columns } else { 0 };
    let own = bits(inner..side);
    let other = bits(HALF..HALF + side);
    CapturePlan {
        index,
        landing: rule.landing,
        slots: match rule.side {
            CaptureSide::Own => own,
            CaptureSide::Other => other,
            CaptureSide::Any => own | other,
        },
        needs_opposite: rule.needs_opposite,
        counts: count_bits(&rule.counts),
        takes_landing: match rule.take {
            Take::FacingAndLanding => rule.to != CaptureTo::Landing,
            Take::Landing => true,
            Take::Facing | Take::File => false,
        },
        takes_facing: rule.take != Take::Landing,
        takes_behind: rule.take == Take::File,
        chain: rule.chain == Chain::Backward,
        grand_slam: rule.grand_slam,
        to: rule.to,
        reentry: rule.reentry,
        then: rule.then,
    }
}

pub(super) fn count_bits(counts: &[i64]) -> [u128; 2] {
    if counts.is_empty() {
        return [u128::MAX; 2];
    }
    let mut bits = [0; 2];
    for count in counts {
        bits[*count as usize / 128] |= 1 << (*count as usize % 128);
    }
    bits
}

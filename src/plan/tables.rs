//! The tables of a plan, each computed from one part of the rules.

use super::landing::{TakenSets, taken_sets};
use super::{Action, Actions, Entry, HALF, NO_SLOT, SLOTS, STORE, SlotTable, Spot};
use crate::rules::{
    CaptureTo, Choose, Direction, Feeding, FinalCount, Forfeit, GrandSlam, Landing, MarkedSeeds,
    ReserveEntry, Rules, SownStores,
};

/// The slot at each spot of each pit.
pub type SpotTables = [SlotTable; Spot::COUNT];

/// All that depends on where things lie: the same for every numbering of the places of a board.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The place sown after each place, forward and backward.
    pub next: [SlotTable; 2],
    /// The place at each [`Spot`] of each pit, forward and backward, or [`NO_SLOT`].
    pub spots: [SpotTables; 2],
    /// The landing table, in the order in which it is tried.
    pub landing: Vec<Entry>,
    /// What each of its entries takes.
    pub taken: Vec<TakenSets>,
    /// The other player's inner row (on two rows, their row), one bit a place.
    pub other_inner: u128,
    /// The action numbers taken apart.
    pub decoded: Vec<Action>,
}

impl Tables {
    /// The place at a spot of a pit, in a direction; [`NO_SLOT`] where there is none.
    #[inline]
    #[must_use]
    pub fn spot(&self, spot: Spot, direction: usize, place: usize) -> usize {
        usize::from(self.spots[direction][spot as usize][place])
    }

    /// Takes an action number apart; `None` when there is no such number.
    #[inline]
    #[must_use]
    pub fn action(&self, number: usize) -> Option<Action> {
        self.decoded.get(number).copied()
    }

    /// The same tables with the places numbered anew.
    #[must_use]
    pub fn renumbered(&self, place: impl Fn(usize) -> usize) -> Self {
        let known = |slot: usize| self.next[0][slot] != NO_SLOT as u8 || self.is_pit(slot);
        let table = |old: &SlotTable| {
            let mut new = [NO_SLOT as u8; SLOTS];
            for slot in (0..SLOTS).filter(|slot| known(*slot)) {
                let there = usize::from(old[slot]);
                new[place(slot)] = if there < SLOTS { place(there) } else { there } as u8;
            }
            new
        };
        let set = |old: u128| {
            let members = (0..SLOTS).filter(|slot| old >> slot & 1 == 1);
            members.fold(0_u128, |set, slot| set | 1 << place(slot))
        };
        let entry = |entry: &Entry| Entry { slots: set(entry.slots), ..*entry };
        let action = |action: &Action| match *action {
            Action::Sow { slot, direction } => Action::Sow { slot: place(slot), direction },
            other => other,
        };
        let spots = self.spots.each_ref().map(|spots| spots.each_ref().map(table));
        let landing: Vec<Entry> = self.landing.iter().map(entry).collect();
        Self {
            next: self.next.each_ref().map(table),
            taken: taken_sets(&landing, &spots),
            spots,
            landing,
            other_inner: set(self.other_inner),
            decoded: self.decoded.iter().map(action).collect(),
        }
    }

    fn is_pit(&self, slot: usize) -> bool {
        self.spots[0][Spot::Landing as usize][slot] != NO_SLOT as u8
    }
}

pub(super) fn has_stores(rules: &Rules) -> bool {
    let stored = |entry: &Landing| {
        entry.takes() && matches!(entry.to, CaptureTo::Store | CaptureTo::OtherStore)
    };
    rules.board.stores
        || rules.ending.final_count != FinalCount::Home
        || rules.turn.forfeit != Forfeit::None
        || rules.sowing.on_drop.is_some()
        || rules.after.is_on()
        || rules.setup.stored() != [0, 0]
        || rules.moves.feeding == Feeding::Penalty
        || rules.marks_pits() && rules.marks.seeds == MarkedSeeds::Home
        || rules.landing.iter().any(stored)
}

pub(super) fn forbids_slams(rules: &Rules) -> bool {
    let forbids = |entry: &Landing| entry.grand_slam == GrandSlam::Forbidden;
    rules.landing.iter().any(|entry| entry.takes() && forbids(entry))
}

/// The numbered pits that may be sown in a direction.
pub(super) fn directions(rules: &Rules, space: &Actions, direction: usize) -> u64 {
    let columns = rules.board.columns as usize;
    let may = |pit: usize| match rules.moves.direction {
        Direction::Counterclockwise | Direction::Clockwise => direction == 0,
        Direction::Chosen | Direction::FixedByFirst => true,
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
    decoded.extend(space.takes.into_iter().flat_map(|_| (0..side).map(Action::Take)));
    decoded
}

pub(super) fn action_space(rules: &Rules, side: usize) -> Actions {
    let pits = if rules.moves.numbers_both() { 2 * side } else { side };
    let directions = 1 + usize::from(rules.moves.direction.is_two_ways());
    let mut count = pits * directions;
    let mut further = |needed: bool, size: usize| {
        let first = needed.then_some(count);
        count += if needed { size } else { 0 };
        first
    };
    let reserve = further(rules.moves.reserve != ReserveEntry::None, 1);
    let files = further(rules.chooses(Choose::AnotherFile), rules.board.columns as usize);
    let takes = further(rules.chooses(Choose::Pits), side);
    Actions { pits, directions, reserve, files, takes, count }
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

/// For each pit the pit opposite and the other player's outer pit in the same file. On four rows
/// an outer pit faces the other player's inner pit, as the inner pit of its file does.
pub(super) fn opposites(columns: usize, four_rows: bool) -> (SlotTable, SlotTable) {
    let (mut facing, mut behind) = ([NO_SLOT as u8; SLOTS], [NO_SLOT as u8; SLOTS]);
    for column in 0..columns {
        let (own, other) = if four_rows {
            let inner = HALF + 2 * columns - 1 - column;
            behind[columns + column] = (HALF + column) as u8;
            facing[columns - 1 - column] = inner as u8;
            behind[columns - 1 - column] = (HALF + column) as u8;
            (columns + column, inner)
        } else {
            (column, HALF + columns - 1 - column)
        };
        facing[own] = other as u8;
        facing[other] = own as u8;
    }
    (facing, behind)
}

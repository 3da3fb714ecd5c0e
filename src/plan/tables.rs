//! The tables of a plan, each computed from one part of the rules.

use super::landing::{TakenSets, taken_sets};
use super::{Action, Entry, HALF, NO_SLOT, SLOTS, STORE, SlotTable, Spot};
use crate::rules::{
    Board, CaptureTo, Choose, Feeding, FinalCount, Forfeit, GrandSlam, Landing, MarkedEnd,
    MarkedSeeds, Rules, SownStores, Track,
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
    /// The tables of a game from its rings, what lies around each pit, its actions and its entries.
    pub(super) fn new(
        rules: &Rules,
        next: [SlotTable; 2],
        spots: &[SpotTables; 2],
        decoded: Vec<Action>,
        landing: Vec<Entry>,
    ) -> Self {
        let inner = rules.board.inner_row();
        let other_inner = inner.fold(0, |set, pit| set | 1 << (HALF + pit as usize));
        let taken = taken_sets(&landing, spots);
        Self { next, taken, spots: *spots, other_inner, decoded, landing }
    }

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
            Action::Put(slot) => Action::Put(place(slot)),
            Action::Take(slot) => Action::Take(place(slot)),
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
        || rules.opening.stores_seeds()
        || rules.setup.stored() != [0, 0]
        || rules.moves.feeding == Feeding::Penalty
        || rules.marks_pits() && rules.marks.seeds == MarkedSeeds::Home
        || rules.marks_pits() && rules.marks.end == MarkedEnd::Marker
        || rules.shares_pits()
        || rules.sows_store()
        || rules.chooses(Choose::Beside)
        || rules.landing.iter().any(stored)
}

pub(super) fn forbids_slams(rules: &Rules) -> bool {
    let forbids = |entry: &Landing| entry.grand_slam == GrandSlam::Forbidden;
    rules.landing.iter().any(|entry| entry.takes() && forbids(entry))
}

/// The circuit forward and backward, as the player to move sows it: GE-2 with the stores that are sown, or GE-3.
///
/// A game with one direction lists each player's pits in that direction, so clockwise sowing runs
/// through the same table; only the drawing differs.
pub(super) fn rings(board: &Board, stores: SownStores) -> [SlotTable; 2] {
    let side = board.pits_per_side() as usize;
    let mut circuit: Vec<usize> = (0..side).collect();
    if board.track == Track::Through {
        // Each player lists their half of the middle row from its end inward.
        circuit.extend((HALF..HALF + side).rev());
    } else if !board.has_own_circuits() {
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
pub(super) fn opposites(board: &Board) -> (SlotTable, SlotTable) {
    let (columns, rows) = (board.columns as usize, board.rows as usize);
    if rows == 3 {
        return opposites_of_three(columns);
    }
    if board.has_halves() {
        return (opposites_in_halves(columns, board.fields), [NO_SLOT as u8; SLOTS]);
    }
    let (mut facing, mut behind) = ([NO_SLOT as u8; SLOTS], [NO_SLOT as u8; SLOTS]);
    for column in 0..columns {
        let (own, other) = if rows == 4 {
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

/// Where players own halves of two rows, the pit of the same player in the same column; fields lie opposite one
/// another.
fn opposites_in_halves(columns: usize, fields: bool) -> SlotTable {
    let mut facing = [NO_SLOT as u8; SLOTS];
    for (own, other) in [(0, HALF), (HALF, 0)] {
        for pit in 0..columns {
            facing[own + pit] = (own + columns - 1 - pit) as u8;
        }
        if fields {
            facing[own + columns] = (other + columns) as u8;
        }
    }
    facing
}

/// On three rows the nearest pit of the other player in the same column, and the one behind it, if that is
/// the one in the middle.
fn opposites_of_three(columns: usize) -> (SlotTable, SlotTable) {
    let (mut facing, mut behind) = ([NO_SLOT as u8; SLOTS], [NO_SLOT as u8; SLOTS]);
    for (own, other) in [(0, HALF), (HALF, 0)] {
        for column in 0..columns {
            let outer = other + columns - 1 - column;
            let is_shared = column < columns / 2; // there the middle pit is the other player's
            facing[own + column] = if is_shared { other + columns + column } else { outer } as u8;
            if is_shared {
                behind[own + column] = outer as u8;
            } else {
                // The own middle row runs back from the last column.
                facing[own + 2 * columns - 1 - column] = outer as u8;
            }
        }
    }
    (facing, behind)
}

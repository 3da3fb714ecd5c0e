//! The actions of a game and their numbers.

use super::{HALF, SlotTable};
use crate::rules::{Choose, Direction, LOTS, LastPit, Lone, ReserveEntry, Row, Rules};

/// An action number, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Sow the pit in this slot, in this direction (an index of [`super::Tables::next`]).
    Sow {
        /// The pit.
        slot: usize,
        /// 0: forward, 1: backward.
        direction: usize,
    },
    /// Enter the reserve.
    Reserve,
    /// Take this file of the other player too.
    File(usize),
    /// Take the seeds of the pit in this slot too.
    Take(usize),
    /// Put the seeds of the pit that was chosen in the pit in this slot.
    Put(usize),
    /// Sow so many seeds of the pit that was chosen.
    Count(usize),
    /// Sow so many captured seeds.
    Store(usize),
    /// End the turn where it could be sown on.
    Stop,
    /// The same by a capture.
    Capture,
    /// The lot falls on this player, who begins the next round: 0 the mover, 1 the other one.
    Lot(usize),
    /// Leave this own pit without seeds for the next round.
    Leave(usize),
    /// Leave the board as it lies before the game.
    Keep,
    /// Turn it round.
    Swap,
}

/// The action space of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actions {
    /// Pits with a number: those of one side, or of both.
    pub pits: usize,
    /// Directions in which each can be sown.
    pub directions: usize,
    /// Number of the reserve action.
    pub reserve: Option<usize>,
    /// Number of the action that takes file 0.
    pub files: Option<usize>,
    /// Number of the first action that puts seeds in a pit: [`super::Plan::puts`] has them all.
    pub puts: Option<usize>,
    /// Number of the action that sows one seed of the pit that was chosen; the next one sows two, and so on.
    pub counts: Option<usize>,
    /// Number of the action that sows one captured seed; the next one sows two, and so on.
    pub stored: Option<usize>,
    /// Number of the action that takes pit 0 of the other player.
    pub takes: Option<usize>,
    /// Number of the action that takes the own pit 0 beside a landing pit: those of both players follow, and then the
    /// one that takes none.
    pub beside: Option<usize>,
    /// Number of the action that ends a turn which could be sown on, by a capture or without one.
    pub stop: Option<usize>,
    /// Number of the lot that falls on the mover; the next one falls on the other player.
    pub lot: Option<usize>,
    /// Number of the action that leaves pit 0 without seeds; all from there on leave a pit.
    pub leaves: Option<usize>,
    /// Number of the action that leaves the board as it lies; the next one turns it round.
    pub swap: Option<usize>,
    /// Size of the action space.
    pub count: usize,
}

/// The numbered pits that may be sown in a direction.
pub(super) fn directions(rules: &Rules, space: &Actions, direction: usize) -> u64 {
    let columns = rules.board.columns as usize;
    let may = |pit: usize| match rules.moves.direction {
        Direction::Counterclockwise | Direction::Clockwise => {
            direction == 0 || rules.moves.back_into.is_asked()
        }
        Direction::Chosen | Direction::FixedByFirst | Direction::FixedBySecond => true,
        // The pit in the middle of a row may go either way.
        Direction::Outward if direction == 0 => 2 * (pit % columns) + 1 >= columns,
        Direction::Outward => 2 * (pit % columns) < columns,
    };
    let side = rules.board.pits_per_side() as usize;
    let barred = |pit: usize| rules.moves.barred.0.contains(&((pit % side) as i64));
    let played = (0..space.pits).filter(|pit| may(*pit) && !barred(*pit));
    played.fold(0, |set, pit| set | 1 << pit)
}

/// See [`super::Plan::lone`].
pub(super) fn lone_barred(rules: &Rules, decoded: &[Action], next: &[SlotTable; 2]) -> u64 {
    let side = rules.board.pits_per_side() as usize;
    let stays = rules.moves.lone == Lone::OwnRow;
    sowings(decoded, |slot, direction| {
        let row = if slot < HALF { 0..side } else { HALF..HALF + side };
        stays && !row.contains(&usize::from(next[direction][slot]))
    })
}

/// See [`super::Plan::leaving`].
pub(super) fn leaving(rules: &Rules, decoded: &[Action], next: &[SlotTable; 2]) -> u64 {
    let row = rules.board.pits_in(Row::Inner);
    let stays = rules.moves.last_pit == LastPit::StaysInRow;
    sowings(decoded, |slot, direction| {
        let lies_there = |slot: usize| row.contains(&(slot as i64));
        stays && lies_there(slot) && !lies_there(usize::from(next[direction][slot]))
    })
}

/// The actions that sow a slot in a direction (0 or 1) as asked, one bit each.
pub(super) fn sowings(decoded: &[Action], fits: impl Fn(usize, usize) -> bool) -> u64 {
    let fits = |action: &Action| match *action {
        Action::Sow { slot, direction } => fits(slot, direction),
        Action::Reserve
        | Action::File(_)
        | Action::Put(_)
        | Action::Count(_)
        | Action::Store(_)
        | Action::Take(_)
        | Action::Stop
        | Action::Capture
        | Action::Lot(_)
        | Action::Leave(_)
        | Action::Keep
        | Action::Swap => false,
    };
    let numbers = (0..decoded.len()).filter(|number| fits(&decoded[*number]));
    numbers.fold(0, |set, number| set | 1 << number)
}

pub(super) fn decode(rules: &Rules, space: &Actions) -> Vec<Action> {
    let (side, columns) = (rules.board.pits_per_side() as usize, rules.board.columns as usize);
    let mut decoded = Vec::new();
    for direction in 0..space.directions {
        decoded.extend((0..space.pits).map(|pit| {
            let slot = if pit < side { pit } else { pit - side + HALF };
            Action::Sow { slot, direction }
        }));
    }
    decoded.extend(space.reserve.map(|_| Action::Reserve));
    decoded.extend(space.files.into_iter().flat_map(|_| (0..columns).map(Action::File)));
    let slot = |(other, pit): (bool, i64)| pit as usize + if other { HALF } else { 0 };
    decoded.extend(rules.opening.targets(&rules.board).into_iter().map(slot).map(Action::Put));
    decoded.extend((1..=rules.moves.up_to as usize).map(Action::Count));
    decoded.extend((1..=rules.moves.store_up_to as usize).map(Action::Store));
    let of_other = |pit: usize| Action::Take(HALF + pit);
    decoded.extend(space.takes.into_iter().flat_map(|_| (0..side).map(of_other)));
    if space.beside.is_some() {
        decoded.extend((0..side).map(Action::Take));
        decoded.extend((0..side).map(of_other));
        decoded.push(Action::Stop);
    }
    let stop = if rules.may_take() { Action::Capture } else { Action::Stop };
    decoded.extend(space.stop.map(|_| stop));
    decoded.extend(space.lot.into_iter().flat_map(|_| (0..LOTS as usize).map(Action::Lot)));
    let owned = side - usize::from(rules.board.fields);
    decoded.extend(space.leaves.into_iter().flat_map(|_| (0..owned).map(Action::Leave)));
    decoded.extend(space.swap.into_iter().flat_map(|_| [Action::Keep, Action::Swap]));
    decoded
}

pub(super) fn action_space(rules: &Rules, side: usize) -> Actions {
    let owned = side - usize::from(rules.board.fields);
    let pits = if rules.numbers_both() { 2 * side } else { owned };
    let directions = 1 + usize::from(rules.sows_two_ways());
    let mut count = pits * directions;
    let mut further = |needed: bool, size: usize| {
        let first = needed.then_some(count);
        count += if needed { size } else { 0 };
        first
    };
    let reserve = further(rules.moves.reserve == ReserveEntry::OneInEachPit, 1);
    let files = further(rules.chooses(Choose::AnotherFile), rules.board.columns as usize);
    let targets = rules.opening.targets(&rules.board).len();
    let puts = further(targets > 0, targets);
    let counts = further(rules.choose_numbers(), rules.moves.up_to as usize);
    let stored = further(rules.sows_store(), rules.moves.store_up_to as usize);
    let takes = further(rules.takes_pits(), side);
    let beside = further(rules.chooses(Choose::Beside), 2 * side + 1);
    let stop = further(rules.may_stop(), 1);
    let lot = further(rules.rounds.draw_lots(), LOTS as usize);
    let leaves = further(rules.rounds.choose_pits(), owned);
    let swap = further(rules.may_swap(), 2);
    Actions {
        pits,
        directions,
        reserve,
        files,
        puts,
        counts,
        stored,
        takes,
        beside,
        stop,
        lot,
        leaves,
        swap,
        count,
    }
}

//! One lap: a hand sown, by a row of a table or seed by seed.

use super::board::{Board, OTHER_STORE, STORE};
use super::{Sower, TwoRows};
use crate::plan::Plan;
use crate::rules::Skip;

/// No place.
const NOWHERE: usize = 255;

/// What one lap adds to a board, and where it ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lap {
    pub adds: Board,
    pub landing: u8,
}

/// Where a lap ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landed {
    pub place: usize,
    /// The last seed completed a pit that was captured by the drop (KN-3).
    pub fired: bool,
}

/// Sizes of a hand.
pub(super) const HANDS: usize = 256;

/// Where a lap stands in the table.
#[inline]
pub(super) fn index(direction: usize, origin: usize, hand: u8) -> usize {
    (direction * 16 + origin) * HANDS + usize::from(hand)
}

/// All laps by direction, origin and hand. An empty hand ends where it begins.
pub(super) fn laps(plan: &Plan, next: &[[u8; 16]; 2]) -> Vec<Lap> {
    let mut laps = vec![Lap::default(); plan.actions.directions * 16 * HANDS];
    for direction in 0..plan.actions.directions {
        for origin in (0..16).filter(|place| place % 8 < plan.columns) {
            let skip = if plan.skip == Skip::None { NOWHERE } else { origin };
            let mut lap = Lap { adds: Board::default(), landing: origin as u8 };
            for hand in 0..HANDS {
                laps[index(direction, origin, hand as u8)] = lap;
                let place = step(usize::from(lap.landing), skip, &next[direction]);
                // No game has so many seeds that one place could come to hold them all twice.
                if lap.adds.get(place) < u8::MAX {
                    lap.adds.add(place, 1);
                }
                lap.landing = place as u8;
            }
        }
    }
    laps
}

#[inline]
fn step(place: usize, skip: usize, next: &[u8; 16]) -> usize {
    let after = usize::from(next[place]);
    if after == skip { usize::from(next[after]) } else { after }
}

impl TwoRows {
    /// Sows a hand that was lifted from `origin`. `chosen`: the pit that the player chose.
    #[inline]
    pub(super) fn sow(&self, board: &mut Board, lap: Sower, hand: u8, chosen: usize) -> Landed {
        if self.by_seed {
            return self.sow_by_seed(board, lap, hand, chosen);
        }
        let Lap { adds, landing } = self.laps[index(lap.direction, lap.pit, hand)];
        board.own += adds.own;
        board.other += adds.other;
        Landed { place: usize::from(landing), fired: false }
    }

    /// The same where a drop can do more than add a seed (KN-3), or where laps pass over another
    /// pit than the one they began in.
    fn sow_by_seed(&self, board: &mut Board, lap: Sower, hand: u8, chosen: usize) -> Landed {
        let skip = match self.plan.skip {
            Skip::None => NOWHERE,
            Skip::Lap => lap.pit,
            Skip::Turn => chosen,
        };
        let mut landed = Landed { place: lap.pit, fired: false };
        for left in (0..hand).rev() {
            let place = step(landed.place, skip, &self.next[lap.direction]);
            board.add(place, 1);
            landed = Landed { place, fired: self.capture_by_drop(board, place, left == 0) };
        }
        landed
    }

    /// A drop that makes a pit hold the count gives them to its owner (KN-3).
    fn capture_by_drop(&self, board: &mut Board, place: usize, last: bool) -> bool {
        let Some(rule) = self.plan.on_drop else { return false };
        if place == STORE || place == OTHER_STORE || board.get(place) != rule.count {
            return false;
        }
        let to_mover = place < 8 || last && rule.last_to_mover;
        let seeds = board.lift(place);
        board.add(if to_mover { STORE } else { OTHER_STORE }, seeds);
        true
    }
}

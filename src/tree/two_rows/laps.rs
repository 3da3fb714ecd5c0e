//! One lap as a row of a table: what it adds to a board, and where it ends.

use super::board::Board;
use crate::engine::sow::step;
use crate::plan::{NO_SLOT, Plan, Tables, shortcuts};
use crate::rules::{FirstSeed, Skip};

/// What one lap adds to a board, and where it ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lap {
    pub adds: Board,
    pub landing: u8,
}

/// Sizes of a hand.
pub(super) const HANDS: usize = 256;

/// Where a lap stands in the table.
#[inline]
pub(super) fn index(direction: usize, origin: usize, hand: u8) -> usize {
    (direction * 16 + origin) * HANDS + usize::from(hand)
}

/// All laps by direction, origin and hand; none where they have to be sown seed by seed, because
/// drops are watched, a lap passes over another pit than the one it began in, or only lifted hands
/// leave a seed where they were. An empty hand ends where it begins.
pub(super) fn laps(plan: &Plan, tables: &Tables) -> Vec<Lap> {
    let first_lap = plan.features.within(shortcuts::PLAIN_DROPS) && !plan.many_laps;
    if !(plan.features.within(shortcuts::DROPS_BY_ORIGIN) || first_lap) {
        return Vec::new();
    }
    let mut laps = vec![Lap::default(); plan.actions.directions * 16 * HANDS];
    for direction in 0..plan.actions.directions {
        for origin in (0..16).filter(|place| place % 8 < plan.columns) {
            let skip = if plan.skip == Skip::None { NO_SLOT } else { origin };
            let mut lap = Lap { adds: Board::default(), landing: origin as u8 };
            for hand in 0..HANDS {
                laps[index(direction, origin, hand as u8)] = lap;
                let place = step(usize::from(lap.landing), skip, &tables.next[direction]);
                // No game has enough seeds for one place to come to hold them all twice.
                if lap.adds.seeds_at(place) < u8::MAX {
                    lap.adds.put(place, 1);
                }
                lap.landing = place as u8;
            }
            let row = index(direction, origin, 0);
            keep_first(plan.first, origin, &mut laps[row..row + HANDS]);
        }
    }
    laps
}

/// The first seeds of these laps by hand fall where they begin, where the game says so.
fn keep_first(first: FirstSeed, origin: usize, laps: &mut [Lap]) {
    for hand in (1..HANDS).rev().filter(|hand| first.stays(*hand as u8)) {
        laps[hand] = laps[hand - 1];
        // As above: no game has so many seeds.
        if laps[hand].adds.seeds_at(origin) < u8::MAX {
            laps[hand].adds.put(origin, 1);
        }
    }
}

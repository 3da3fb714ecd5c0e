//! What is known of positions, in few bits.
//!
//! | bits | what |
//! | --- | --- |
//! | n + 1 for a pit of n seeds | the seeds of each pit, the mover's first: so many zeros and a one |
//! | 1, or 9 | the lower bound of what is to come: a one if it is the least possible, else a zero and a signed byte |
//! | 1, or 9 | the upper bound in the same way |
//! | 5 | the best action |
//! | 5 | the effort |
//! | 1, or 7 | a one if the bounds are proven, else a zero and the depth |

use super::bits::{Reader, Writer};
use crate::solve::proof::{Known, Memory, PROVEN};
use crate::tree::{Board, Goal, TwoRows};

/// Positions of a game, as files have them.
#[derive(Clone, Copy, Debug)]
pub struct Positions {
    columns: usize,
    goal: Goal,
    /// Most seeds in the pits.
    seeds: u32,
}

/// Some positions in bits.
#[derive(Debug, PartialEq, Eq)]
pub struct Packed {
    pub count: u32,
    pub bytes: Vec<u8>,
}

impl Positions {
    /// Those within reach of a position with so many seeds in the pits.
    pub fn new(game: &TwoRows, seeds: u32) -> Self {
        Self { columns: game.columns(), goal: game.goal(), seeds }
    }

    /// What is known in a part of a memory.
    pub fn pack(&self, memory: &Memory, part: usize) -> Packed {
        let mut bits = Writer::default();
        let mut count = 0;
        for (pits, known) in memory.part(part) {
            // Two threads that wrote at one time may have left a mixture, which no position is.
            if let Some(stake) = self.stake(pits).filter(|stake| is_within(known, *stake)) {
                self.put(&mut bits, pits, known, stake);
                count += 1;
            }
        }
        Packed { count, bytes: bits.finish() }
    }

    /// Adds to a memory what was packed; `None` if that is nothing which `pack` has written.
    pub fn unpack(&self, packed: &Packed, memory: &Memory) -> Option<()> {
        let mut bits = Reader::new(&packed.bytes);
        for _ in 0..packed.count {
            let (pits, known) = self.take(&mut bits)?;
            memory.put(pits, known);
        }
        bits.is_at_end().then_some(())
    }

    /// What is still to come is between this and its negative; `None` of a board that is not within
    /// reach.
    fn stake(&self, pits: Board) -> Option<i16> {
        let bytes = pits.own.to_le_bytes().into_iter().chain(pits.other.to_le_bytes());
        let seeds = bytes.map(u32::from).sum();
        let stake = if self.goal == Goal::Result { 1 } else { seeds as i16 };
        (1..=self.seeds).contains(&seeds).then_some(stake)
    }

    fn put(&self, bits: &mut Writer, pits: Board, known: Known, stake: i16) {
        for row in [pits.own, pits.other] {
            for pit in 0..self.columns {
                bits.put_unary((row >> (8 * pit)) as u32 & 0xff);
            }
        }
        for (bound, most) in [(known.lower, -stake), (known.upper, stake)] {
            if bound == most {
                bits.put(1, 1);
            } else {
                bits.put(u64::from(bound as u8) << 1, 9);
            }
        }
        bits.put(u64::from(known.best) | u64::from(known.effort) << 5, 10);
        if known.depth == PROVEN {
            bits.put(1, 1);
        } else {
            bits.put(u64::from(known.depth) << 1, 7);
        }
    }

    fn take(&self, bits: &mut Reader) -> Option<(Board, Known)> {
        let mut rows = [0; 2];
        for row in &mut rows {
            for pit in 0..self.columns {
                *row |= u64::from(u8::try_from(bits.take_unary()?).ok()?) << (8 * pit);
            }
        }
        let pits = Board { own: rows[0], other: rows[1] };
        let stake = self.stake(pits)?;
        let lower = take_bound(bits, -stake)?;
        let upper = take_bound(bits, stake)?;
        let rest = bits.take(10)?;
        let depth = if bits.take(1)? == 1 { PROVEN } else { bits.take(6)? as u8 };
        let known = Known { lower, upper, best: rest as u8 & 31, effort: (rest >> 5) as u8, depth };
        is_within(known, stake).then_some((pits, known))
    }
}

fn take_bound(bits: &mut Reader, most: i16) -> Option<i16> {
    if bits.take(1)? == 1 { Some(most) } else { Some(i16::from(bits.take(8)? as u8 as i8)) }
}

/// Whether bounds are in order, and none is beyond what can be.
fn is_within(known: Known, stake: i16) -> bool {
    -stake <= known.lower && known.lower <= known.upper && known.upper <= stake
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: usize = 1 << 16;

    fn positions(columns: usize, goal: Goal, seeds: u32) -> Positions {
        Positions { columns, goal, seeds }
    }

    /// A memory that knows something of many boards of 4 columns.
    fn some_memory() -> (Memory, Vec<(Board, Known)>) {
        let memory = Memory::new(BYTES, 4).expect("there is room");
        let all: Vec<_> = (1..500_u64)
            .map(|n| {
                let (first, last, other) = (n % 5, n % 9, n / 45);
                let pits = Board { own: first | last << 24, other: other << 8 };
                let seeds = (first + last + other) as i16;
                let (lower, upper) = if n % 3 == 0 { (-seeds, 0) } else { (0, seeds) };
                let depth = if n % 2 == 0 { PROVEN } else { (n % 17) as u8 };
                let (best, effort) = ((n % 5) as u8, (n % 31) as u8);
                (pits, Known { lower, upper, best, depth, effort })
            })
            .collect();
        for (pits, known) in &all {
            memory.put(*pits, *known);
        }
        (memory, all)
    }

    #[test]
    fn a_memory_comes_back_as_it_was() {
        let (memory, all) = some_memory();
        let positions = positions(4, Goal::Margin, 30);
        let copy = Memory::new(BYTES, 4).expect("there is room");
        let mut count = 0;
        for part in 0..memory.parts() {
            let packed = positions.pack(&memory, part);
            count += packed.count;
            assert_eq!(positions.unpack(&packed, &copy), Some(()));
        }
        assert!(count > 400, "{count}");
        for (pits, _) in all {
            assert_eq!(copy.get(pits), memory.get(pits));
        }
    }

    #[test]
    fn of_seven_columns_too() {
        let pits = Board { own: 5 | 63 << 40, other: 1 << 48 };
        let known = Known { lower: -69, upper: 3, best: 31, depth: PROVEN, effort: 9 };
        let memory = Memory::new(BYTES, 7).expect("there is room");
        memory.put(pits, known);
        let copy = Memory::new(BYTES, 7).expect("there is room");
        let positions = positions(7, Goal::Margin, 98);
        for part in 0..memory.parts() {
            positions.unpack(&positions.pack(&memory, part), &copy).expect("well packed");
        }
        assert_eq!(copy.get(pits), Some(known));
    }

    #[test]
    fn what_cannot_be_is_neither_written_nor_read() {
        let memory = Memory::new(BYTES, 4).expect("there is room");
        let good = Known { lower: -3, upper: 3, best: 0, depth: 4, effort: 1 };
        let pits = Board { own: 3, other: 0 };
        memory.put(pits, good);
        memory.put(Board { own: 31, other: 0 }, good); // more seeds than there are
        memory.put(Board { own: 2, other: 0 }, good); // bounds beyond its seeds
        memory.put(Board { own: 4, other: 0 }, Known { lower: 2, upper: 1, ..good });
        let positions = positions(4, Goal::Margin, 30);
        let packed: Vec<_> =
            (0..memory.parts()).map(|part| positions.pack(&memory, part)).collect();
        let [packed] = &packed[..] else { panic!("one part") };
        assert_eq!(packed.count, 1);
        let copy = Memory::new(BYTES, 4).expect("there is room");
        for wrong in [
            Packed { count: 2, bytes: packed.bytes.clone() },
            Packed { count: 0, bytes: packed.bytes.clone() },
            Packed { count: 1, bytes: packed.bytes[..packed.bytes.len() - 1].to_vec() },
            Packed { count: 1, bytes: [&packed.bytes[..], &[0]].concat() },
        ] {
            assert_eq!(positions.unpack(&wrong, &copy), None);
        }
        let few = Positions { seeds: 2, ..positions };
        assert_eq!(few.unpack(packed, &copy), None);
    }
}

//! Kalah(6, 4) in lockstep over columns: reads an action a lane, plays it, writes the observation, the mask, who is to
//! move and which games have ended, and begins those anew. It asks nobody whether actions are legal and keeps nothing
//! else.

// All that a level compiles is inlined, and plain loops over the lanes are what becomes vectors.
#![allow(clippy::inline_always, clippy::needless_range_loop)]

use mancalab::batch::Level;

use super::kalah::{Bytes, LANES, Lanes, PITS, SEEDS, ZERO, hands, turn, yes};

/// Own pits and store, the other player's, the mask, who moves, and whether the game ended.
const COUNT: usize = 2 * (PITS + 1) + PITS + 2;
const MASK: usize = 2 * (PITS + 1);
const MOVER: usize = MASK + PITS;
const ENDED: usize = MOVER + 1;

/// Games in lockstep, column by column.
pub struct Columns {
    columns: [Vec<Bytes>; COUNT],
    scratch: Box<Lanes>,
}

impl Columns {
    /// So many games, a multiple of 64, at their start.
    pub fn new(lanes: usize) -> Self {
        let start = |column: usize| {
            let is_pit = column % (PITS + 1) < PITS && column < MASK;
            let legal = (MASK..MOVER).contains(&column);
            let byte = if is_pit { SEEDS } else { u8::from(legal) };
            vec![Bytes([byte; LANES]); lanes / LANES]
        };
        Self { columns: std::array::from_fn(start), scratch: Box::new(Lanes::new(LANES as u64, 0)) }
    }

    /// The pits and the store of the mover (0) or of the other player (1) in a lane.
    pub fn side(&self, lane: usize, side: usize) -> [u8; PITS + 1] {
        let first = side * (PITS + 1);
        std::array::from_fn(|k| self.columns[first + k][lane / LANES].0[lane % LANES])
    }

    /// Who is to move in a lane.
    pub fn mover(&self, lane: usize) -> u8 {
        self.columns[MOVER][lane / LANES].0[lane % LANES]
    }

    /// One action, which must be legal, in every lane.
    pub fn step(&mut self, level: Level, actions: &[i64]) {
        // SAFETY: each function is called only where the processor was asked for the features of its level.
        #[allow(unsafe_code)]
        match level {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 if level.is_available() => unsafe { with_avx512(self, actions) },
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 if level.is_available() => unsafe { with_avx2(self, actions) },
            _ => run(self, actions),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(columns: &mut Columns, actions: &[i64]) {
    run(columns, actions);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
fn with_avx512(columns: &mut Columns, actions: &[i64]) {
    run(columns, actions);
}

#[inline(always)]
fn run(columns: &mut Columns, actions: &[i64]) {
    let Columns { columns, scratch } = columns;
    for (block, actions) in actions.as_chunks::<LANES>().0.iter().enumerate() {
        let mut action = ZERO;
        for i in 0..LANES {
            action.0[i] = actions[i] as u8;
        }
        load(columns, block, scratch);
        let (each, rest) = hands(scratch, &action);
        if turn(scratch, &action, &each, &rest) != 0 {
            begin(scratch);
        }
        save(columns, block, scratch);
    }
}

#[inline(always)]
fn load(columns: &[Vec<Bytes>; COUNT], block: usize, lanes: &mut Lanes) {
    for pit in 0..PITS {
        lanes.mine[pit] = columns[pit][block];
        lanes.theirs[pit] = columns[PITS + 1 + pit][block];
    }
    lanes.store = columns[PITS][block];
    lanes.other_store = columns[2 * PITS + 1][block];
    for i in 0..LANES {
        lanes.north.0[i] = yes(columns[MOVER][block].0[i] > 0);
    }
}

/// The games that are over begin anew.
#[inline(always)]
fn begin(lanes: &mut Lanes) {
    let over = lanes.over;
    let set = |column: &mut Bytes, byte: u8| {
        for i in 0..LANES {
            column.0[i] = column.0[i] & !over.0[i] | byte & over.0[i];
        }
    };
    for pit in 0..PITS {
        set(&mut lanes.mine[pit], SEEDS);
        set(&mut lanes.theirs[pit], SEEDS);
    }
    for column in [&mut lanes.store, &mut lanes.other_store, &mut lanes.north] {
        set(column, 0);
    }
}

#[inline(always)]
fn save(columns: &mut [Vec<Bytes>; COUNT], block: usize, lanes: &Lanes) {
    for pit in 0..PITS {
        columns[pit][block] = lanes.mine[pit];
        columns[PITS + 1 + pit][block] = lanes.theirs[pit];
        for i in 0..LANES {
            columns[MASK + pit][block].0[i] = u8::from(lanes.mine[pit].0[i] > 0);
        }
    }
    columns[PITS][block] = lanes.store;
    columns[2 * PITS + 1][block] = lanes.other_store;
    for i in 0..LANES {
        columns[MOVER][block].0[i] = lanes.north.0[i] & 1;
        columns[ENDED][block].0[i] = lanes.over.0[i] & 1;
    }
}

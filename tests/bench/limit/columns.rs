//! Kalah(6, 4) in lockstep over columns, with all that a step of a batch has to do: it asks whether the actions are legal,
//! plays them, writes the observation, the mask, who is to move, who acted, which games have ended and after how many
//! actions, and of those that have, their last observation and the rewards; in their lanes it begins the next games
//! with their keys.

// All that a level compiles is inlined, and plain loops over the lanes are what becomes vectors.
#![allow(clippy::inline_always, clippy::needless_range_loop)]

use mancalab::batch::Level;
use mancalab::random::GameKey;

use super::kalah::{ALL, Bytes, LANES, Lanes, PITS, SEEDS, ZERO, hands, turn, yes};

/// Own pits and store, the other player's, the mask, who moves, who acted, and whether the game ended.
const COUNT: usize = 2 * (PITS + 1) + PITS + 3;
const MASK: usize = 2 * (PITS + 1);
const MOVER: usize = MASK + PITS;
const ACTED: usize = MOVER + 1;
const ENDED: usize = ACTED + 1;

/// Games in lockstep, column by column.
pub struct Columns {
    bytes: [Vec<Bytes>; COUNT],
    scratch: Box<Lanes>,
    /// What is kept of each block besides.
    kept: Vec<Kept>,
    /// How far the game number of a lane advances, and the seed of the games.
    lanes: u64,
    seed: u64,
}

#[derive(Clone)]
struct Kept {
    plies: [u32; LANES],
    keys: [GameKey; LANES],
    games: [u64; LANES],
    rewards: [[f32; LANES]; 2],
    /// The last observations, of both sides' pits and stores.
    last: [[u8; 2 * (PITS + 1)]; LANES],
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
        let kept = |block: usize| {
            let games = std::array::from_fn(|lane| (block * LANES + lane) as u64);
            let keys = games.map(|game| GameKey::new(0, game));
            let (plies, rewards) = ([0; LANES], [[0.0; LANES]; 2]);
            Kept { plies, keys, games, rewards, last: [[0; 2 * (PITS + 1)]; LANES] }
        };
        Self {
            bytes: std::array::from_fn(start),
            scratch: Box::new(Lanes::new(LANES as u64, 0)),
            kept: (0..lanes / LANES).map(kept).collect(),
            lanes: lanes as u64,
            seed: 0,
        }
    }

    /// The pits and the store of the mover (0) or of the other player (1) in a lane.
    pub fn side(&self, lane: usize, side: usize) -> [u8; PITS + 1] {
        let first = side * (PITS + 1);
        std::array::from_fn(|k| self.bytes[first + k][lane / LANES].0[lane % LANES])
    }

    /// Who is to move in a lane.
    pub fn mover(&self, lane: usize) -> u8 {
        self.bytes[MOVER][lane / LANES].0[lane % LANES]
    }

    /// Actions of a lane's game.
    pub fn plies(&self, lane: usize) -> u32 {
        self.kept[lane / LANES].plies[lane % LANES]
    }

    /// One action in every lane; gives whether all were legal.
    pub fn step(&mut self, level: Level, actions: &[i64]) -> bool {
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
fn with_avx2(columns: &mut Columns, actions: &[i64]) -> bool {
    run(columns, actions)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
fn with_avx512(columns: &mut Columns, actions: &[i64]) -> bool {
    run(columns, actions)
}

#[inline(always)]
fn run(columns: &mut Columns, actions: &[i64]) -> bool {
    let Columns { bytes, scratch, kept, lanes, seed } = columns;
    let mut illegal = 0;
    for (block, actions) in actions.as_chunks::<LANES>().0.iter().enumerate() {
        let mut action = ZERO;
        for i in 0..LANES {
            action.0[i] = actions[i] as u8;
        }
        illegal |= forbidden(bytes, block, &action);
        load(bytes, block, scratch);
        let kept = &mut kept[block];
        unpay(kept, &bytes[ENDED][block]);
        bytes[ACTED][block] = bytes[MOVER][block];
        for i in 0..LANES {
            kept.plies[i] += 1;
        }
        let (each, rest) = hands(scratch, &action);
        if turn(scratch, &action, &each, &rest) != 0 {
            publish(scratch, kept, *lanes, *seed);
            begin(scratch);
        }
        save(bytes, block, scratch);
    }
    illegal == 0
}

/// Whether any action is not legal.
#[inline(always)]
fn forbidden(columns: &[Vec<Bytes>; COUNT], block: usize, action: &Bytes) -> u8 {
    let mut illegal = 0;
    for i in 0..LANES {
        let mut legal = 0;
        for pit in 0..PITS {
            legal |= columns[MASK + pit][block].0[i] & yes(action.0[i] == pit as u8);
        }
        illegal |= yes(legal == 0);
    }
    illegal
}

/// What the step before paid is not paid again.
#[inline(always)]
fn unpay(kept: &mut Kept, ended: &Bytes) {
    for lane in lanes_of(ended) {
        (kept.rewards[0][lane], kept.rewards[1][lane]) = (0.0, 0.0);
    }
}

/// Keeps how the games that are over ended, and numbers the next ones.
#[inline(always)]
fn publish(lanes: &Lanes, kept: &mut Kept, advance: u64, seed: u64) {
    for lane in lanes_of(&lanes.over) {
        let last = &mut kept.last[lane];
        for pit in 0..PITS {
            last[pit] = lanes.mine[pit].0[lane];
            last[PITS + 1 + pit] = lanes.theirs[pit].0[lane];
        }
        (last[PITS], last[2 * PITS + 1]) = (lanes.store.0[lane], lanes.other_store.0[lane]);
        let mover: u8 = last[..=PITS].iter().sum();
        let won = f32::from(i8::from(mover > ALL / 2) - i8::from(mover < ALL / 2));
        let south = if lanes.north.0[lane] == 0 { won } else { 0.0 - won };
        (kept.rewards[0][lane], kept.rewards[1][lane]) = (south, 0.0 - south);
        kept.games[lane] += advance;
        kept.keys[lane] = GameKey::new(seed, kept.games[lane]);
        kept.plies[lane] = 0;
    }
}

/// The lanes that are not zero.
#[inline(always)]
fn lanes_of(bytes: &Bytes) -> impl Iterator<Item = usize> {
    let (words, _) = bytes.0.as_chunks::<8>();
    let words: [u64; LANES / 8] = std::array::from_fn(|k| u64::from_le_bytes(words[k]));
    words.into_iter().enumerate().flat_map(|(k, mut word)| {
        std::iter::from_fn(move || {
            let byte = word.trailing_zeros() as usize / 8;
            word &= !(0xFF_u64.checked_shl(8 * byte as u32).unwrap_or(0));
            (byte < 8).then_some(8 * k + byte)
        })
    })
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

//! Single lanes of a batch, and batches made from others.

use std::sync::Arc;

use super::batch::Batch;
use crate::batch::block::end_of;
use crate::batch::columns::ends::{REASON, RESULT};
use crate::batch::columns::memory::Columns;
use crate::batch::columns::opening::Opening;
use crate::batch::columns::{KEY_HIGH, KEY_LOW, Layout, PLIES};
use crate::batch::lane_plan::LanePlan;
use crate::batch::one_lane::Start;
use crate::batch::options::{Autoreset, Options};
use crate::batch::values::LANES;
use crate::memory::OutOfMemory;
use crate::outcome::End;
use crate::position::Position;
use crate::random::GameKey;
use crate::run::Run;

/// Lanes that are copied between two looks at whether to stop.
const BETWEEN_LOOKS: usize = 1 << 14;

/// A lane, taken out of its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The position.
    pub position: Position,
    /// Actions played.
    pub plies: u32,
    /// How the game ended, if its end is what the lane shows.
    pub end: Option<End>,
}

impl Batch {
    /// What a lane shows.
    ///
    /// # Panics
    /// When there is no such lane.
    pub fn lane(&mut self, lane: usize) -> Lane {
        assert!(lane < self.lanes, "lane {lane} of {}", self.lanes);
        let mut position = Position::empty(self.byte(self.layout.to_move, lane));
        for column in 0..self.layout.observed.len() {
            let byte = self.byte(column, lane);
            self.layout.observed[column].set(&mut position, byte);
        }
        let [result, reason] = [RESULT, REASON].map(|byte| *self.columns.end_byte(lane, byte));
        let shown = self.shows_end(lane);
        Lane {
            position,
            plies: self.word(PLIES, lane),
            end: if shown { end_of(result, reason) } else { None },
        }
    }

    /// Whether a lane shows the end of its game.
    fn shows_end(&mut self, lane: usize) -> bool {
        self.options.autoreset != Autoreset::SameStep
            && self.byte(self.layout.terminated, lane) + self.byte(self.layout.truncated, lane) > 0
    }

    /// A lane goes on from a position in which somebody is to move; its game number stays.
    ///
    /// # Panics
    /// When there is no such lane.
    pub fn set_lane(&mut self, lane: usize, start: &Start) {
        assert!(lane < self.lanes, "lane {lane} of {}", self.lanes);
        for column in 0..self.layout.observed.len() {
            let byte = self.layout.observed[column].of(&start.position);
            self.set_byte(column, lane, byte);
        }
        for action in 0..self.layout.actions {
            let legal = (start.legal >> action & 1) as u8;
            self.set_byte(self.layout.mask + action, lane, legal);
        }
        self.truncate_in = 1; // its plies may be any
        let seeds = start.position.seeds() as u8;
        self.set_byte(self.layout.to_move, lane, start.position.to_move);
        self.set_byte(self.layout.seeds, lane, seeds);
        for column in [self.layout.terminated, self.layout.truncated] {
            self.set_byte(column, lane, 0);
        }
        self.columns.words.get_mut(PLIES, lane / LANES).0[lane % LANES] = start.plies;
        for side in 0..2 {
            self.columns.rewards.get_mut(side, lane / LANES).0[lane % LANES] = 0.0;
        }
    }

    fn byte(&mut self, column: usize, lane: usize) -> u8 {
        self.columns.bytes.get_mut(column, lane / LANES).0[lane % LANES]
    }

    fn set_byte(&mut self, column: usize, lane: usize, byte: u8) {
        self.columns.bytes.get_mut(column, lane / LANES).0[lane % LANES] = byte;
    }

    fn word(&mut self, column: usize, lane: usize) -> u32 {
        self.columns.words.get_mut(column, lane / LANES).0[lane % LANES]
    }

    /// The same games once more.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn copy(&mut self) -> Result<Self, OutOfMemory> {
        Ok(Self {
            lane_plan: Arc::clone(&self.lane_plan),
            options: self.options.clone(),
            layout: self.layout.clone(),
            openings: Arc::clone(&self.openings),
            columns: self.columns.copy()?,
            lanes: self.lanes,
            advance: self.advance,
            truncate_in: 1,
            workers: Vec::new(),
        })
    }

    /// A batch of these lanes, in this order; they keep their games, keys and numbering. `None` when
    /// stopped, also for want of memory.
    ///
    /// # Panics
    /// When there is no such lane.
    pub fn select(&mut self, lanes: &[i64], run: &Run) -> Option<Self> {
        let blocks = lanes.len().div_ceil(LANES);
        let mut columns = Columns::while_allowed(&self.layout, blocks, run)?;
        for (to, from) in lanes.iter().enumerate() {
            if to % BETWEEN_LOOKS == 0 && run.stopped() {
                return None;
            }
            let from = usize::try_from(*from).unwrap_or(usize::MAX);
            assert!(from < self.lanes, "lane {from} of {}", self.lanes);
            columns.copy_lane(to, &mut self.columns, from);
        }
        Some(Self {
            lane_plan: Arc::clone(&self.lane_plan),
            options: self.options.clone(),
            layout: self.layout.clone(),
            openings: Arc::clone(&self.openings),
            columns,
            lanes: lanes.len(),
            advance: self.advance,
            truncate_in: 1,
            workers: Vec::new(),
        })
    }

    /// All that the lanes are, as bytes, and how far game numbers advance: what
    /// [`Batch::from_bytes`] takes.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn to_bytes(&mut self) -> Result<(Vec<u8>, u64), OutOfMemory> {
        Ok((self.columns.to_bytes(&self.layout, self.lanes)?, self.advance))
    }

    /// The batch that gave these bytes; `None` when they are not of `lanes` lanes of these rules,
    /// or no lane of a batch could hold them.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn from_bytes(
        lane_plan: &Arc<LanePlan>,
        options: Options,
        lanes: usize,
        advance: u64,
        bytes: &[u8],
    ) -> Result<Option<Self>, OutOfMemory> {
        let layout = Layout::new(lane_plan);
        let Some(columns) = Columns::from_bytes(&layout, lanes, bytes)? else {
            return Ok(None);
        };
        let openings = options.starts.iter().map(|start| Opening::new(&layout, start)).collect();
        let lane_plan = Arc::clone(lane_plan);
        let mut batch = Self {
            lane_plan,
            options,
            layout,
            openings,
            columns,
            lanes,
            advance,
            truncate_in: 1,
            workers: Vec::new(),
        };
        Ok(batch.is_sound().then_some(batch))
    }

    /// Whether the bytes are such as lanes have: nothing could go wrong in stepping them.
    fn is_sound(&mut self) -> bool {
        let flags = self.layout.columns_of_flags();
        let is_seeds = |column: &usize| self.layout.observed[*column].is_seeds();
        let seeds: Vec<usize> = (0..self.layout.observed.len()).filter(is_seeds).collect();
        (0..self.lanes).all(|lane| {
            let total: u32 = seeds.iter().map(|column| u32::from(self.byte(*column, lane))).sum();
            total <= 255 && flags.iter().all(|column| self.byte(*column, lane) <= 1)
        })
    }

    /// The legal actions of a lane whose game runs, one bit each.
    pub fn legal(&mut self, lane: usize) -> u64 {
        let mask = self.layout.mask;
        (0..self.layout.actions)
            .fold(0, |set, action| set | u64::from(self.byte(mask + action, lane)) << action)
    }

    /// The seeds at the start of a lane's game.
    pub fn seeds(&mut self, lane: usize) -> u8 {
        self.byte(self.layout.seeds, lane)
    }

    /// The key of a lane's game, for agents that need more numbers.
    pub fn key(&mut self, lane: usize) -> GameKey {
        let (low, high) = (self.word(KEY_LOW, lane), self.word(KEY_HIGH, lane));
        GameKey(u64::from(low) | u64::from(high) << 32)
    }
}

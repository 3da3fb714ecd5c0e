//! How long best play can be, over all positions of a table.
//!
//! Tables keep what positions are worth, and not how long play goes on. Where the pits tell all, the length of a win does
//! not follow from them: who hurries to the end depends on what the players have stored before. That any line of best play
//! takes so many actions at most does.

use std::sync::atomic::{AtomicI8, Ordering};

use rayon::prelude::*;

use super::error::TableError;
use super::layers::{CHUNK, Layer, Layers, MOST_ACTIONS, load};
use super::table::Table;
use super::values::Unsettled;
use crate::game::actions_of;
use crate::run::Run;
use crate::solve::is_acyclic;
use crate::tree::{Board, Game};

/// Lines longer than this count as this long.
const LONGEST: u32 = 254;

/// Not found yet; else one more than the number of actions is kept.
const UNKNOWN: i8 = 0;

/// The longest lines of best play from the positions of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongestPlay {
    /// Actions of both players up to the end, 254 at most.
    pub actions: u32,
    /// The first position with such a line; its stores are empty where the pits tell all.
    pub position: Board,
}

impl Table {
    /// Finds how many actions a game can take if both players only choose actions of the greatest value, for each
    /// layer, on the threads of the current pool. It takes as many bytes as the table has positions. `run` is told
    /// the number of positions done.
    ///
    /// # Errors
    /// Where play may go round, so that there need not be a longest line; when a layer is damaged, or when stopped, also
    /// for want of memory.
    pub fn longest(&self, run: &Run) -> Result<Vec<LongestPlay>, TableError> {
        if !is_acyclic(self.layers().game().plan()) {
            return Err(TableError::GoesRound);
        }
        self.check_all(run)?;
        let (mut below, mut longest) = (Vec::new(), Vec::new());
        for layer in self.layers().layers() {
            let found = run.given(Unsettled::zeroed(layer.order().len()));
            let found = found.ok_or(TableError::Stopped)?;
            let lines = Lines { layers: self.layers(), layer, below: &below, found: &found };
            longest.push(lines.longest(run).ok_or(TableError::Stopped)?);
            below.push(found);
        }
        self.check_whole()?;
        Ok(longest)
    }
}

/// The lines of best play from the positions of a layer.
struct Lines<'a> {
    layers: &'a Layers,
    layer: &'a Layer,
    /// Those of the layers with fewer seeds.
    below: &'a [Unsettled],
    found: &'a [AtomicI8],
}

/// The number of actions, and the rank that has it.
type Longest = (u32, usize);

impl Lines<'_> {
    /// The longest of all; `None` when stopped.
    fn longest(&self, run: &Run) -> Option<LongestPlay> {
        let order = self.layer.order();
        let chunks = (0..order.len().div_ceil(CHUNK)).into_par_iter().with_max_len(1);
        let longest = chunks.map(|chunk| {
            let from = chunk * CHUNK;
            let len = CHUNK.min(order.len() - from);
            let found = (!run.stopped()).then(|| self.chunk(from, len));
            run.done.fetch_add(len as u64, Ordering::Relaxed);
            found
        });
        let (actions, rank) = longest.try_reduce_with(|one, other| Some(longer(one, other)))??;
        Some(LongestPlay { actions, position: order.unrank(rank) })
    }

    fn chunk(&self, from: usize, len: usize) -> Longest {
        let (mut cursor, mut longest) = (self.layer.order().from(from), (0, from));
        for rank in from..from + len {
            longest = longer(longest, (self.at(rank, cursor.board()), rank));
            cursor.advance();
        }
        longest
    }

    /// Of the position of this rank. What it depends on in the same layer comes before it, but another thread may be
    /// there still.
    fn at(&self, rank: usize, board: Board) -> u32 {
        match load(self.found, rank) {
            UNKNOWN => {
                let actions = self.position(board).min(LONGEST);
                self.found[rank].store((actions + 1) as u8 as i8, Ordering::Relaxed);
                actions
            }
            known => kept(known),
        }
    }

    fn position(&self, board: Board) -> u32 {
        let game = self.layers.game();
        let step = game.settle(board, false);
        if step.end.is_some() {
            return 0;
        }
        let (mut after, mut count) = ([(0, None); MOST_ACTIONS], 0);
        for (action, after) in actions_of(game.legal(&step.node)).zip(&mut after) {
            let (next, value) = self.layers.after(&step.node, action);
            *after = (value, next.end.is_none().then(|| game.relevant_of(next.node)));
            count += 1;
        }
        let after = &after[..count];
        let best = after.iter().map(|(value, _)| *value).max();
        let kept = after.iter().filter(|(value, _)| Some(*value) == best);
        1 + kept.map(|(_, next)| next.map_or(0, |board| self.from(board))).max().unwrap_or(0)
    }

    fn from(&self, board: Board) -> u32 {
        let seeds = self.layers.game().seeds_in_pits(board) as usize;
        match self.below.get(seeds) {
            Some(found) => kept(load(found, self.layers.layers()[seeds].order().rank(board))),
            None => self.at(self.layer.order().rank(board), board),
        }
    }
}

fn kept(known: i8) -> u32 {
    u32::from(known as u8).saturating_sub(1)
}

/// The longer one; of equal ones the one of the lower rank.
fn longer(one: Longest, other: Longest) -> Longest {
    if (other.0, one.1) > (one.0, other.1) { other } else { one }
}

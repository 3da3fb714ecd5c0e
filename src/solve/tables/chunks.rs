//! Parts of a layer that are packed each by itself: whole blocks of positions that follow each other, or, where the
//! stores matter, as many positions as a chunk has at least.

use std::ops::Range;

use super::rank::Order;

/// A chunk ends with the block by which it has so many positions.
pub(super) const LEAST: usize = 1 << 15;

/// The chunks of a layer.
#[derive(Clone, Debug)]
pub(super) struct Chunks {
    /// The rank with which each begins, and where the last one ends.
    firsts: Vec<usize>,
}

impl Chunks {
    pub fn of(order: &Order) -> Self {
        let mut firsts = if order.has_sheets() { cut(order.len()) } else { by_blocks(order) };
        firsts.push(order.len());
        Self { firsts }
    }

    /// How many there are: at least one.
    pub fn count(&self) -> usize {
        self.firsts.len() - 1
    }

    /// The ranks of a chunk.
    pub fn ranks(&self, number: usize) -> Range<usize> {
        self.firsts[number]..self.firsts[number + 1]
    }

    /// The chunk of a rank.
    #[inline]
    pub fn of_rank(&self, rank: usize) -> usize {
        self.firsts.partition_point(|first| *first <= rank) - 1
    }

    /// All chunks in turn.
    pub fn all(&self) -> impl Iterator<Item = Range<usize>> {
        self.firsts.windows(2).map(|ends| ends[0]..ends[1])
    }
}

/// Where the chunks of a layer begin that is cut as it comes.
fn cut(len: usize) -> Vec<usize> {
    (0..len).step_by(LEAST).collect()
}

/// Where those begin that are whole blocks.
fn by_blocks(order: &Order) -> Vec<usize> {
    let mut firsts = vec![0];
    let mut first = 0;
    for sums in order.blocks().skip(1) {
        let rank = order.start(sums);
        if rank - first >= LEAST {
            firsts.push(rank);
            first = rank;
        }
    }
    firsts
}

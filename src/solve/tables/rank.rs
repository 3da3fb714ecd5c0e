//! Numbers for the distributions of seeds over the pits of two rows.
//!
//! The distributions of `n` seeds over `k` pits are `C(n + k - 1, k - 1)`; each has a number, its
//! rank. They are ordered by the sums of opposite places first: place `i` is the `i`-th pit of the
//! mover together with the `i`-th of the other, each in its own sowing order. Blocks of equal sums
//! follow each other as the sums do when read from place 0 on; within a block the mover's shares
//! count up, place 0 fastest. Two things speak for this order:
//!
//! - A game without cycles ([`is_acyclic`](crate::solve::is_acyclic)) never takes seeds from a
//!   place to one before it unless one comes into a store: an action after which as many seeds are
//!   in the pits as before takes the position to an earlier block, whoever is to move then. So all
//!   that a position depends on comes before it.
//! - The actions of the positions of one block lead to a few other blocks only, which stay in the
//!   processor's cache.

use std::ops::Range;

use super::memory::LESS;
use super::shape::{Shape, Sheets};
use crate::memory::room;
use crate::run::Run;
use crate::tree::Board;
use crate::tree::two_rows::MOST_COLUMNS;

/// Most seeds of a layer: sums of pits and values fit seven bits.
pub const MOST_SEEDS: u32 = 127;

/// A 1 in each byte: the product with it has in each byte the sum of all bytes up to it.
const ONES: u64 = 0x0101_0101_0101_0101;

/// `C(n, k)`, or `None` beyond 64 bits.
#[must_use]
pub fn choose(n: u32, k: u32) -> Option<u64> {
    let mut product: u128 = 1;
    for i in 0..k.min(n.saturating_sub(k)) {
        product = product * u128::from(n - i) / u128::from(i + 1);
        if product > u128::from(u64::MAX) {
            return None;
        }
    }
    (k <= n).then_some(product as u64)
}

/// The number of distributions of `seeds` seeds over two rows; `None` beyond 64 bits.
#[must_use]
pub fn distributions(columns: usize, seeds: u32) -> Option<u64> {
    let bars = 2 * columns as u32 - 1;
    choose(seeds + bars, bars)
}

/// The order of the positions of a layer: of the distributions of its seeds, once for each sheet
/// ([`Shape`]).
#[derive(Clone, Debug)]
pub struct Order {
    columns: usize,
    seeds: u32,
    /// `None` where the pits tell all.
    sheets: Option<Sheets>,
    /// The number of a block is the (wrapping) sum of one entry of each row: row `i` is looked up
    /// with the seeds in places 0 to `i`.
    terms: Box<[[u32; 128]; MOST_COLUMNS - 1]>,
    /// Where the blocks begin that have so many seeds in place 0, and where all end.
    bases: Vec<Base>,
    /// The rank of the first distribution of each block, counted from its base: so it fits 32 bits.
    starts: Vec<u32>,
    /// Positions of a sheet: the distributions.
    per_sheet: usize,
}

/// The first of the blocks with so many seeds in place 0.
#[derive(Clone, Copy, Debug)]
struct Base {
    rank: usize,
    block: usize,
}

impl Order {
    /// The order of the positions with `seeds` seeds (at most [`MOST_SEEDS`]) in the pits.
    /// `None` where they are too many ([`Order::fits`]), or where there is no memory for it.
    #[must_use]
    pub fn new(shape: Shape, seeds: u32) -> Option<Self> {
        Self::given(shape, seeds, &Run::default())
    }

    /// Whether ranks of this order fit their numbers: 32 bits for the blocks, and for the distributions with the same
    /// number of seeds in place 0.
    #[must_use]
    pub fn fits(shape: Shape, seeds: u32) -> bool {
        let columns = shape.columns();
        let with = |first: u32| {
            let bars = 2 * columns as u32 - 3;
            let others = choose(seeds - first + bars, bars);
            others.map_or(u64::MAX, |others| others.saturating_mul(u64::from(first) + 1))
        };
        let bits = |count: u64| u32::try_from(count).is_ok();
        let blocks = choose(seeds + columns as u32 - 1, columns as u32 - 1);
        let all = shape.positions(seeds).and_then(|all| usize::try_from(all).ok());
        let is_narrow = columns == 1 || (0..=seeds).all(|first| bits(with(first)));
        all.is_some() && blocks.is_some_and(bits) && is_narrow
    }

    /// The same as [`Order::new`], which is said of a run where there is no memory for it.
    pub(super) fn given(shape: Shape, seeds: u32, run: &Run) -> Option<Self> {
        if !Self::fits(shape, seeds) {
            return None;
        }
        let (columns, sheets) = (shape.columns(), shape.sheets(seeds));
        let per_sheet = distributions(columns, seeds)? as usize;
        let terms = terms(columns, seeds);
        let mut order =
            Self { columns, seeds, sheets, terms, bases: vec![], starts: vec![], per_sheet };
        let blocks = choose(seeds + columns as u32 - 1, columns as u32 - 1)? as usize;
        let mut starts = run.given(room(blocks).map_err(|lack| lack.less_by(LESS)))?;
        let mut bases = Vec::with_capacity(seeds as usize + 2);
        let mut rank = 0;
        for sums in order.blocks() {
            while bases.len() <= byte(sums, 0) as usize {
                bases.push(Base { rank, block: starts.len() });
            }
            let base = bases[byte(sums, 0) as usize];
            starts.push((rank - base.rank) as u32);
            rank += (0..columns).map(|place| byte(sums, place) as usize + 1).product::<usize>();
        }
        bases.push(Base { rank, block: starts.len() });
        (order.bases, order.starts) = (bases, starts);
        Some(order)
    }

    /// The seeds that are distributed.
    #[must_use]
    pub fn seeds(&self) -> u32 {
        self.seeds
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.per_sheet * self.sheets.map_or(1, Sheets::count)
    }

    /// Whether the stores matter.
    pub(super) fn has_sheets(&self) -> bool {
        self.sheets.is_some()
    }

    /// The ranks of each book: one of all positions where the pits tell all.
    pub(super) fn books(&self) -> impl Iterator<Item = Range<usize>> {
        let (len, book) = (self.len(), 2 * self.per_sheet);
        (0..len).step_by(book).map(move |first| first..len.min(first + book))
    }

    /// Some ranks by sheet, with what the stores of each hold: nothing where the pits tell all.
    pub(super) fn by_sheet(
        &self,
        ranks: Range<usize>,
    ) -> impl Iterator<Item = (Range<usize>, Board)> {
        (ranks.start / self.per_sheet..ranks.end.div_ceil(self.per_sheet)).map(move |sheet| {
            let (from, to) = (sheet * self.per_sheet, (sheet + 1) * self.per_sheet);
            (ranks.start.max(from)..ranks.end.min(to), self.stores(sheet))
        })
    }

    /// Never: there is at least one distribution.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Bytes of memory that it takes.
    #[must_use]
    pub fn bytes(columns: usize, seeds: u32) -> u64 {
        let blocks = choose(seeds + columns as u32 - 1, columns as u32 - 1);
        blocks.map_or(u64::MAX, |blocks| blocks.saturating_mul(4))
    }

    /// The rank of a board that holds the seeds of this layer, with empty stores where the pits tell all.
    ///
    /// # Panics
    /// If the stores matter and hold what they never do while play goes on.
    #[inline]
    #[must_use]
    pub fn rank(&self, board: Board) -> usize {
        if self.sheets.is_none() {
            let (start, share) = self.seat(board);
            return *start as usize + share;
        }
        self.rank_in_sheets(board)
    }

    /// Apart, so that the others stay small enough to be inlined.
    #[inline(never)]
    fn rank_in_sheets(&self, board: Board) -> usize {
        self.find_in_sheets(board).expect("the stores of a position in play")
    }

    /// The same; `None` where stores matter and hold what they never do in this game while play goes on.
    #[inline]
    #[must_use]
    pub fn find(&self, board: Board) -> Option<usize> {
        if self.sheets.is_some() {
            return self.find_in_sheets(board);
        }
        let (start, share) = self.seat(board);
        Some(*start as usize + share)
    }

    /// Apart, too.
    #[inline(never)]
    fn find_in_sheets(&self, board: Board) -> Option<usize> {
        let sheets = self.sheets?;
        let (start, share) = self.seat(board.without_stores());
        Some(sheets.of_board(board)? * self.per_sheet + *start as usize + share)
    }

    /// The rank of a board of pits in two parts that add up to it: one that has to be looked up, and the rest.
    #[inline]
    #[must_use]
    pub(super) fn seat(&self, pits: Board) -> (&u32, usize) {
        let sums = pits.own + pits.other;
        let (base, start) = self.place(sums);
        (start, base + share(pits.own, sums) as usize)
    }

    /// The rank of the first distribution with these sums of opposite places.
    #[inline]
    pub(super) fn start(&self, sums: u64) -> usize {
        let (base, start) = self.place(sums);
        base + *start as usize
    }

    /// The same in two parts, the second of which has to be looked up.
    #[inline]
    fn place(&self, sums: u64) -> (usize, &u32) {
        let before = sums.wrapping_mul(ONES);
        let mut block = 0_u32;
        for (place, row) in self.terms.iter().enumerate() {
            block = block.wrapping_add(row[(before >> (8 * place) & 127) as usize]);
        }
        (self.bases[byte(sums, 0) as usize].rank, &self.starts[block as usize])
    }

    /// The sums of opposite places of each block, in the order of the ranks.
    pub(super) fn blocks(&self) -> impl Iterator<Item = u64> + '_ {
        self.blocks_from(self.first_sums())
    }

    /// The same from one block on.
    pub(super) fn blocks_from(&self, sums: u64) -> impl Iterator<Item = u64> + '_ {
        std::iter::successors(Some(sums), |sums| self.next_sums(*sums))
    }

    /// The positions from this rank on.
    ///
    /// # Panics
    /// If there is no such rank.
    #[must_use]
    pub fn from(&self, rank: usize) -> Cursor<'_> {
        assert!(rank < self.len(), "rank {rank} of {}", self.len());
        let (sheet, rank) = (rank / self.per_sheet, rank % self.per_sheet);
        let base = self.bases.partition_point(|base| base.rank <= rank) - 1;
        let [Base { rank: before, block: first }, Base { block: end, .. }] =
            [self.bases[base], self.bases[base + 1]];
        let starts = &self.starts[first..end];
        let block = starts.partition_point(|start| *start as usize <= rank - before) - 1;
        let sums = self.sums_of((first + block) as u64);
        let mut rest = rank - before - starts[block] as usize;
        let mut own = 0;
        for place in 0..self.columns {
            let radix = byte(sums, place) as usize + 1;
            own |= ((rest % radix) as u64) << (8 * place);
            rest /= radix;
        }
        Cursor { order: self, sums, own, sheet, stores: self.stores(sheet) }
    }

    /// What the stores of a sheet hold.
    fn stores(&self, sheet: usize) -> Board {
        self.sheets.map_or(Board::default(), |sheets| sheets.stores(sheet))
    }

    /// The board of a rank.
    #[must_use]
    pub fn unrank(&self, rank: usize) -> Board {
        self.from(rank).board()
    }

    fn first_sums(&self) -> u64 {
        u64::from(self.seeds) << (8 * (self.columns - 1))
    }

    /// The sums of the next block: the last seeds but one place move up, all others go last.
    #[inline]
    fn next_sums(&self, sums: u64) -> Option<u64> {
        let last = (sums | 1).ilog2() / 8;
        if last == 0 {
            return None;
        }
        let shift = 8 * last;
        let rest = (sums >> shift) - 1;
        let before = (sums & !(0xff << shift)) + (1 << (shift - 8));
        Some(before + (rest << (8 * (self.columns - 1))))
    }

    /// The sums of a block.
    fn sums_of(&self, block: u64) -> u64 {
        let (mut left, mut block, mut sums) = (self.seeds, block, 0);
        for place in 0..self.columns - 1 {
            let bars = (self.columns - place - 2) as u32;
            let mut here = 0;
            loop {
                // Below 2^32, like all blocks together.
                let blocks = choose(left - here + bars, bars).unwrap_or(u64::MAX);
                if block < blocks {
                    break;
                }
                block -= blocks;
                here += 1;
            }
            sums |= u64::from(here) << (8 * place);
            left -= here;
        }
        sums | u64::from(left) << (8 * (self.columns - 1))
    }
}

/// Which of the distributions of its block a board is.
#[inline]
fn share(own: u64, sums: u64) -> u32 {
    let mut share = 0_u32;
    let mut radix = 1_u32;
    for place in 0..MOST_COLUMNS {
        share += byte(own, place) * radix;
        radix *= byte(sums, place) + 1;
    }
    share
}

#[inline]
fn byte(bytes: u64, place: usize) -> u32 {
    (bytes >> (8 * place)) as u32 & 0xff
}

/// Blocks before a block, taken apart by place. With `r(i)` seeds in the places from `i` on and
/// `B(r, m)` ways to fill `m` places with `r` seeds, the blocks that agree before place `i` and
/// have fewer seeds there are `B(r(i), m) - B(r(i + 1), m)`, where `m` places begin at `i`; what
/// belongs to the same `r` is one entry.
fn terms(columns: usize, seeds: u32) -> Box<[[u32; 128]; MOST_COLUMNS - 1]> {
    let ways = |seeds: u32, places: usize| {
        choose(seeds + places as u32 - 1, places as u32 - 1).unwrap_or(0) as u32
    };
    let mut terms = Box::new([[0_u32; 128]; MOST_COLUMNS - 1]);
    for place in 0..columns - 1 {
        let places = columns - place;
        for before in 0..=seeds {
            let left = seeds - before;
            let mut term = 0_u32.wrapping_sub(ways(left, places));
            if place == 0 {
                term = term.wrapping_add(ways(seeds, places));
            }
            if place + 2 < columns {
                term = term.wrapping_add(ways(left, places - 1));
            }
            terms[place][before as usize] = term;
        }
    }
    terms
}

/// A walk through the positions in the order of their ranks.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    order: &'a Order,
    sums: u64,
    own: u64,
    sheet: usize,
    stores: Board,
}

impl Cursor<'_> {
    /// The position.
    #[inline]
    #[must_use]
    pub fn board(&self) -> Board {
        Board { own: self.stores.own | self.own, other: self.stores.other | (self.sums - self.own) }
    }

    /// Goes to the next one; after the last it stays.
    #[inline]
    pub fn advance(&mut self) {
        let other = self.sums - self.own;
        if other != 0 {
            // The first place of which the mover has not got all.
            let shift = other.trailing_zeros() & !7;
            self.own = (self.own >> shift << shift) + (1 << shift);
        } else if let Some(sums) = self.order.next_sums(self.sums) {
            (self.sums, self.own) = (sums, 0);
        } else if self.order.sheets.is_some_and(|sheets| self.sheet + 1 < sheets.count()) {
            self.sheet += 1;
            self.stores = self.order.stores(self.sheet);
            (self.sums, self.own) = (self.order.first_sums(), 0);
        }
    }
}

//! Observations as numbers that a network learns from, for many games at once.

use super::columns::transpose::put_rows;
use super::columns::{Observed, observed};
use super::crew::Crew;
use super::level::Level;
use super::simd::Kernels;
use super::values::{Bytes, LANES};
use crate::plan::Plan;

/// What becomes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Itself, a byte.
    Raw,
    /// Its share of the greatest that it can be.
    Scaled,
    /// The share, then for k = 1, 2 ... whether it is at least k.
    Thermometer,
    /// The share, then for k = 1, 2 ... whether it is k; the last one is for all that are no less.
    OneHot,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Raw, Self::Scaled, Self::Thermometer, Self::OneHot];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Scaled => "scaled",
            Self::Thermometer => "thermometer",
            Self::OneHot => "one_hot",
        }
    }
}

/// Lanes of a task: fewer do not pay for a thread of their own.
pub const LANES_PER_TASK: usize = 4096;

/// Whether the observations of so many lanes, on up to `threads` threads, need more than this one.
#[must_use]
pub fn needs_pool(lanes: usize, threads: usize) -> bool {
    threads > 1 && lanes > LANES_PER_TASK
}

/// How the observations of a game are written.
#[derive(Debug)]
pub struct Encoding {
    kind: Kind,
    /// Numbers of an observation.
    width: usize,
    /// Floats of each number.
    depth: usize,
    /// For each number of a block of lanes, the greatest that it can be.
    most: Vec<f32>,
    /// For each number of an observation, the first of its rows in the table.
    rows: Vec<usize>,
    /// The floats of every byte, `stride` apart.
    table: Vec<f32>,
    /// Floats from one row of the table to the next.
    stride: usize,
    kernels: &'static Kernels,
}

impl Encoding {
    /// The encoding of a game's observations; `planes` counts for the last two kinds only.
    #[must_use]
    pub fn new(plan: &Plan, kind: Kind, planes: usize, level: Level) -> Self {
        let most: Vec<u8> = greatest(plan);
        let width = most.len();
        let depth = match kind {
            Kind::Raw | Kind::Scaled => 1,
            Kind::Thermometer | Kind::OneHot => 1 + planes,
        };
        let stride = stride(depth);
        let (mut table, mut rows, mut known) = (Vec::new(), Vec::new(), Vec::new());
        for &most in most.iter().filter(|_| depth > 1) {
            let place = known.iter().position(|other| *other == most).unwrap_or_else(|| {
                known.push(most);
                (0..=u8::MAX).for_each(|number| {
                    table.push(share(number, most));
                    table.extend((1..depth).map(|k| plane(kind, number, k, depth - 1)));
                    table.resize(table.len().next_multiple_of(stride), 0.0);
                });
                known.len() - 1
            });
            rows.push(place * 256);
        }
        let most = most.iter().copied().map(f32::from).cycle().take(width * LANES).collect();
        let kernels = level.kernels();
        Self { kind, width, depth, most, rows, table, stride, kernels }
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Numbers of an observation.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Floats of each number.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Copies observations. `read` writes those from a lane on into rows of bytes.
    pub fn write_bytes<'a>(
        &self,
        crew: impl Into<Crew<'a>>,
        out: &mut [u8],
        read: impl Fn(usize, &mut [u8]) + Sync,
    ) {
        let block = self.width * LANES;
        spread(crew.into(), out, self.width, &|first, out| {
            for (i, rows) in out.chunks_mut(block).enumerate() {
                read(first + i * LANES, rows);
            }
        });
    }

    /// The same for the kinds of floats.
    pub fn write_floats<'a>(
        &self,
        crew: impl Into<Crew<'a>>,
        out: &mut [f32],
        read: impl Fn(usize, &mut [u8]) + Sync,
    ) {
        let block = self.width * LANES;
        spread(crew.into(), out, self.width * self.depth, &|first, out| {
            let mut rows = vec![0; block];
            for (i, out) in out.chunks_mut(block * self.depth).enumerate() {
                let rows = &mut rows[..out.len() / self.depth];
                read(first + i * LANES, rows);
                self.show(rows, out);
            }
        });
    }

    /// The same, with so many more floats after those of each lane: `tell` writes them, given the
    /// numbers of the observation.
    pub fn write_with_more<'a>(
        &self,
        crew: impl Into<Crew<'a>>,
        out: &mut [f32],
        more: usize,
        read: impl Fn(usize, &mut [u8]) + Sync,
        tell: impl Fn(&[u8], &mut [f32]) + Sync,
    ) {
        let numbers = self.width * self.depth;
        let lane = numbers + more;
        // What is copied too much of the last number falls where `tell` writes afterwards.
        let shown = numbers + more.min(self.stride);
        spread(crew.into(), out, lane, &|first, out| {
            let mut rows = vec![0; self.width * LANES];
            for (i, out) in out.chunks_mut(lane * LANES).enumerate() {
                let rows = &mut rows[..out.len() / lane * self.width];
                read(first + i * LANES, rows);
                for (row, out) in rows.chunks_exact(self.width).zip(out.chunks_exact_mut(lane)) {
                    self.show(row, &mut out[..shown]);
                    tell(row, &mut out[numbers..]);
                }
            }
        });
    }

    /// Writes the floats of rows of bytes.
    #[inline]
    fn show(&self, rows: &[u8], out: &mut [f32]) {
        match self.depth {
            1 => self.kernels.scale(&self.most, rows, out),
            _ => self.kernels.expand(self, rows, out),
        }
    }

    /// Copies rows of the table at their padded length, which the compiler knows: what is too much
    /// is overwritten by the next one.
    #[inline(always)]
    fn expand_by<const STRIDE: usize>(&self, rows: &[u8], out: &mut [f32]) {
        let (table, _) = self.table.as_chunks::<STRIDE>();
        let lane = self.width * self.depth;
        // The last row of the last lane would reach beyond the end.
        let padded = out.len().saturating_sub(STRIDE - self.depth) / lane;
        let mut at = 0;
        for lane in 0..padded {
            let numbers = &rows[lane * self.width..][..self.width];
            for place in 0..self.width {
                let row = table[self.rows[place] + usize::from(numbers[place])];
                if let Some(out) = out[at..].first_chunk_mut() {
                    *out = row; // as a whole: a slice would be copied by a function
                }
                at += self.depth;
            }
        }
        self.expand_exactly(&rows[padded * self.width..], &mut out[padded * lane..]);
    }

    #[inline(always)]
    fn expand_exactly(&self, rows: &[u8], out: &mut [f32]) {
        let numbers = rows.iter().zip(self.rows.iter().cycle());
        for ((number, first), out) in numbers.zip(out.chunks_exact_mut(self.depth)) {
            let row = self.stride * (first + usize::from(*number));
            out.copy_from_slice(&self.table[row..row + self.depth]);
        }
    }
}

/// Numbers as the share of the greatest that they can be. `most`: of each of them, at least.
#[inline(always)]
pub fn scale(most: &[f32], rows: &[u8], out: &mut [f32]) {
    for ((out, number), most) in out.iter_mut().zip(rows).zip(most) {
        *out = (f32::from(*number) / most).min(1.0);
    }
}

/// Numbers as the rows of the table.
#[inline(always)]
pub fn expand(encoding: &Encoding, rows: &[u8], out: &mut [f32]) {
    match encoding.stride {
        4 => encoding.expand_by::<4>(rows, out),
        8 => encoding.expand_by::<8>(rows, out),
        16 => encoding.expand_by::<16>(rows, out),
        32 => encoding.expand_by::<32>(rows, out),
        _ => encoding.expand_exactly(rows, out),
    }
}

/// Rows of the lanes of a block. `read` writes the columns from one on, a block each.
pub fn put_columns(rows: &mut [u8], numbers: usize, read: impl Fn(usize, &mut [Bytes])) {
    let count = rows.len() / numbers;
    put_rows(numbers, count, read, |at, row, length| match rows[at..].first_chunk_mut() {
        Some(out) if length == row.len() => *out = *row,
        _ => rows[at..at + length].copy_from_slice(&row[..length]),
    });
}

/// Shares the lanes out among a crew, whole blocks to each. `row`: elements a lane.
fn spread<T: Send>(crew: Crew, out: &mut [T], row: usize, job: &(impl Fn(usize, &mut [T]) + Sync)) {
    let lanes = out.len() / row;
    let tasks = crew.size(lanes.div_ceil(LANES_PER_TASK));
    let each = lanes.div_ceil(tasks).next_multiple_of(LANES);
    let parts = out.chunks_mut(each.max(1) * row).enumerate();
    crew.share(parts, &|(task, part)| job(task * each, part));
}

/// The greatest that each number of an observation can be, at least 1.
#[must_use]
pub fn greatest(plan: &Plan) -> Vec<u8> {
    let pits = plan.opening.iter().flatten().chain(&plan.stored).sum::<u8>();
    let seeds = (pits + 2 * plan.reserve).max(1);
    let most = |number: &Observed| match number {
        Observed::Slot(_, slot) if slot.holds_seeds() => seeds,
        Observed::Slot(_, slot) => slot.most,
        Observed::Phase => plan.phases().max(1) as u8,
    };
    observed(plan).iter().map(most).collect()
}

fn share(number: u8, most: u8) -> f32 {
    (f32::from(number) / f32::from(most)).min(1.0)
}

fn plane(kind: Kind, number: u8, k: usize, last: usize) -> f32 {
    let number = usize::from(number);
    let open = kind == Kind::Thermometer || k == last;
    f32::from(u8::from(if open { number >= k } else { number == k }))
}

/// Floats of a row of the table: a length that [`Encoding::expand`] knows, if there is one.
fn stride(depth: usize) -> usize {
    [4, 8, 16, 32].into_iter().find(|stride| depth <= *stride).unwrap_or(depth)
}

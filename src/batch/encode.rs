//! Observations as numbers that a network learns from, for many games at once.

use super::columns::{Observed, observed};
use super::values::LANES;
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
    /// For each number of an observation, the place of its rows in the table.
    rows: Vec<usize>,
    /// The floats of every byte, `stride` apart.
    table: Vec<f32>,
    /// Floats from one row of the table to the next.
    stride: usize,
}

impl Encoding {
    /// The encoding of a game's observations; `planes` counts for the last two kinds only.
    #[must_use]
    pub fn new(plan: &Plan, kind: Kind, planes: usize) -> Self {
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
            rows.push(place * 256 * stride);
        }
        let most = most.iter().copied().map(f32::from).cycle().take(width * LANES).collect();
        Self { kind, width, depth, most, rows, table, stride }
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

    /// Copies observations, on up to `threads` threads of the current pool. `read` writes those
    /// from a lane on into rows of bytes.
    pub fn write_bytes(
        &self,
        threads: usize,
        out: &mut [u8],
        read: impl Fn(usize, &mut [u8]) + Sync,
    ) {
        let block = self.width * LANES;
        spread(threads, out, self.width, &|first, out| {
            for (i, rows) in out.chunks_mut(block).enumerate() {
                read(first + i * LANES, rows);
            }
        });
    }

    /// The same for the kinds of floats.
    pub fn write_floats(
        &self,
        threads: usize,
        out: &mut [f32],
        read: impl Fn(usize, &mut [u8]) + Sync,
    ) {
        let block = self.width * LANES;
        spread(threads, out, self.width * self.depth, &|first, out| {
            let mut rows = vec![0; block];
            for (i, out) in out.chunks_mut(block * self.depth).enumerate() {
                let rows = &mut rows[..out.len() / self.depth];
                read(first + i * LANES, rows);
                match self.depth {
                    1 => self.scale(rows, out),
                    _ => self.expand(rows, out),
                }
            }
        });
    }

    fn scale(&self, rows: &[u8], out: &mut [f32]) {
        for ((out, number), most) in out.iter_mut().zip(rows).zip(&self.most) {
            *out = (f32::from(*number) / most).min(1.0);
        }
    }

    fn expand(&self, rows: &[u8], out: &mut [f32]) {
        match self.stride {
            4 => self.expand_by::<4>(rows, out),
            8 => self.expand_by::<8>(rows, out),
            16 => self.expand_by::<16>(rows, out),
            32 => self.expand_by::<32>(rows, out),
            _ => self.expand_exactly(rows, out, 0),
        }
    }

    /// Copies rows of the table at their padded length, which the compiler knows: what is too much
    /// is overwritten by the next one.
    fn expand_by<const STRIDE: usize>(&self, rows: &[u8], out: &mut [f32]) {
        let (table, _) = self.table.as_chunks::<STRIDE>();
        let starts = self.rows.iter().map(|start| start / STRIDE).cycle();
        let mut at = 0;
        let mut done = 0;
        for (number, start) in rows.iter().zip(starts) {
            let Some(out) = out.get_mut(at..at + STRIDE) else { break };
            out.copy_from_slice(&table[start + usize::from(*number)]);
            at += self.depth;
            done += 1;
        }
        self.expand_exactly(rows, out, done);
    }

    /// The numbers from the one given on.
    fn expand_exactly(&self, rows: &[u8], out: &mut [f32], done: usize) {
        let numbers = rows.iter().zip(self.rows.iter().cycle()).skip(done);
        for ((number, start), out) in numbers.zip(out.chunks_mut(self.depth).skip(done)) {
            let row = start + self.stride * usize::from(*number);
            out.copy_from_slice(&self.table[row..row + self.depth]);
        }
    }
}

/// Copies the numbers of some lanes, a column, to their place in rows.
pub fn put_column(rows: &mut [u8], width: usize, feature: usize, column: &[u8]) {
    for (row, number) in rows.chunks_exact_mut(width).zip(column) {
        row[feature] = *number;
    }
}

/// Shares the lanes out among tasks, each a number of whole blocks. `row`: elements a lane.
fn spread<T: Send>(
    threads: usize,
    out: &mut [T],
    row: usize,
    job: &(impl Fn(usize, &mut [T]) + Sync),
) {
    let lanes = out.len() / row;
    let most = lanes.div_ceil(LANES_PER_TASK).clamp(1, threads.max(1));
    let tasks = if most > 1 { most.min(rayon::current_num_threads()) } else { 1 };
    split(tasks, out, 0, row, job);
}

/// Halves until there is one task.
fn split<T: Send>(
    tasks: usize,
    out: &mut [T],
    first: usize,
    row: usize,
    job: &(impl Fn(usize, &mut [T]) + Sync),
) {
    if tasks <= 1 {
        return job(first, out);
    }
    let half = tasks / 2;
    let at = (out.len() / row / LANES * half / tasks) * LANES;
    let (left, right) = out.split_at_mut(at * row);
    rayon::join(
        || split(half, left, first, row, job),
        || split(tasks - half, right, first + at, row, job),
    );
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

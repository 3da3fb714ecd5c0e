//! Where the positions of a block go, as lines through their ranks.

use std::sync::atomic::{AtomicI8, Ordering};

use super::changes::{Area, Places};
use super::forward::UNKNOWN;
use crate::tree::two_rows::MOST_COLUMNS;

/// Where the positions of a block go.
pub(super) struct Target {
    /// The seeds that are left.
    pub seeds: u32,
    /// The rank of the first position of the block to which they go.
    pub first: usize,
    /// Counted from there, the rank of one in which the mover had nothing.
    pub rank: isize,
    /// What each of their seeds at each place adds to it.
    pub steps: Places<isize>,
    /// What the action brings them at once.
    pub gain: i8,
    pub passes: bool,
}

/// Positions side by side: their number, and the steps from each to the next and between the
/// positions that they go to.
#[derive(Clone, Copy)]
struct Line {
    count: usize,
    step: usize,
    leap: isize,
}

/// The positions of an area and where they go: a line of lines of lines.
pub(super) struct Route {
    first: usize,
    rank: isize,
    lines: Places<Line>,
    count: usize,
}

/// A line of this count is as quick as a longer one whose positions do not follow each other.
const LONG: usize = 4;
const ONE: Line = Line { count: 1, step: 1, leap: 1 };

impl Route {
    pub fn new(area: &Area, weights: &Places<usize>, target: &Target) -> Self {
        let mut all = Self { first: 0, rank: target.rank, lines: [ONE; MOST_COLUMNS], count: 0 };
        for place in 0..MOST_COLUMNS {
            let (least, most) = area[place];
            let (step, leap) = (weights[place], target.steps[place]);
            all.first += least * step;
            all.rank += least as isize * leap;
            all.add(Line { count: most - least + 1, step, leap });
        }
        let lines = &mut all.lines[..all.count];
        let close = |line: &Line| line.step == 1 && line.leap.abs() == 1 && line.count >= LONG;
        let longest = (0..lines.len()).max_by_key(|at| (close(&lines[*at]), lines[*at].count));
        if let Some(longest) = longest {
            lines.swap(0, longest);
        }
        all
    }

    /// Adds a line of all that are there, or makes the last one longer if it just goes on.
    fn add(&mut self, line: Line) {
        if line.count == 1 {
            return;
        }
        if let Some(last) = self.count.checked_sub(1).map(|last| &mut self.lines[last]) {
            let goes_on =
                last.step * last.count == line.step && last.leap * last.count as isize == line.leap;
            if goes_on {
                last.count *= line.count;
                return;
            }
        }
        self.lines[self.count] = line;
        self.count += 1;
    }

    /// Raises all to the values of where they go, of which there are those from the first of their block on.
    pub fn raise<V: Value>(&self, best: &mut [i8], values: &[V], target: &Target) {
        let gain = target.gain;
        if target.passes {
            self.raise_to(best, values, |value| gain - value);
        } else {
            self.raise_to(best, values, |value| gain + value);
        }
    }

    #[inline]
    fn raise_to<V: Value>(&self, best: &mut [i8], values: &[V], worth: impl Fn(i8) -> i8) {
        let Line { count, step, leap } = self.lines[0];
        let raise = |(best, value): (&mut i8, &V)| *best = worth(value.get()).max(*best);
        match (step, leap) {
            (1, 1) => self.each(|first, rank| {
                let best = &mut best[first..first + count];
                best.iter_mut().zip(&values[rank..rank + count]).for_each(raise);
            }),
            (1, -1) => self.each(|first, rank| {
                let best = &mut best[first..first + count];
                let values = &values[rank + 1 - count..=rank];
                best.iter_mut().zip(values.iter().rev()).for_each(raise);
            }),
            _ => self.each(|mut first, mut rank| {
                for _ in 0..count {
                    raise((&mut best[first], &values[rank]));
                    first += step;
                    rank = rank.wrapping_add_signed(leap);
                }
            }),
        }
    }

    /// Calls a function with the first position of each line, and with the rank where it goes.
    #[inline]
    fn each(&self, mut line_at: impl FnMut(usize, usize)) {
        let lines = &self.lines[..self.count];
        let mut done = [0; MOST_COLUMNS];
        let (mut first, mut rank) = (self.first, self.rank);
        loop {
            line_at(first, rank as usize);
            // The next one, as an odometer counts.
            let mut at = 1;
            loop {
                let Some(line) = lines.get(at) else { return };
                first += line.step;
                rank += line.leap;
                done[at] += 1;
                if done[at] < line.count {
                    break;
                }
                first -= line.step * line.count;
                rank -= line.leap * line.count as isize;
                done[at] = 0;
                at += 1;
            }
        }
    }
}

/// A value of a layer that is known, or of the one that is being worked out.
pub(super) trait Value {
    fn get(&self) -> i8;
}

impl Value for i8 {
    #[inline]
    fn get(&self) -> i8 {
        *self
    }
}

impl Value for AtomicI8 {
    #[inline]
    fn get(&self) -> i8 {
        let value = self.load(Ordering::Relaxed);
        debug_assert_ne!(value, UNKNOWN, "taken before it is worked out");
        value
    }
}

//! Games of one lap without cycles: each block of positions at once.
//!
//! The positions of a block (see [`rank`](super::rank)) differ in how the two players share the
//! seeds of each place, and their ranks count that up in mixed radix. What an action changes
//! follows from its pit and the seeds in it, and from those in the two pits that a capture empties.
//! So all positions of a block that agree in these go to one other block, and their ranks there are
//! a linear function of the mover's seeds in the other pits: no position is played.
//!
//! An action that puts nothing into the stores moves seeds to later places, so it leads to an
//! earlier block. Blocks that agree in all places but the last two form a group, in which one is
//! worked out after the other (they use the same parts of other layers). Where an action leads to
//! another group, it lowers the group's weight, the seeds of its places times how far these are from
//! the last two: so groups of one weight do not depend on each other, and are worked out side by
//! side.

use std::sync::atomic::{AtomicI8, Ordering};

use rayon::prelude::*;

use super::forward::{Solver, UNKNOWN};
use super::layers::{Layer, Layers};
use super::rank::Order;
use super::values::Unsettled;
use crate::run::Run;
use crate::solve::is_acyclic;
use crate::tree::two_rows::{Fused, MOST_COLUMNS, OneLap};
use crate::tree::{Board, Goal, TwoRows};

/// The rules of a game whose layers can be worked out so; `None` of any other.
pub(super) fn rules(game: &TwoRows) -> Option<&Fused> {
    game.fused().filter(|_| is_acyclic(game.plan()) && game.any_pit_may_be_played())
}

/// The values of the next layer. `None` when stopped.
pub(super) fn solve(below: &Layers, order: &Order, fused: &Fused, run: &Run) -> Option<Unsettled> {
    let solver = Solver::new(below, order);
    // Only to notice it if a value were taken before it is there.
    if cfg!(debug_assertions) {
        solver.values.fill(UNKNOWN);
    }
    for level in levels(below.game().columns(), order) {
        level.par_iter().with_max_len(1).for_each(|group| {
            let mut best = Vec::new();
            for sums in order.blocks_from(group.first).take(group.count) {
                if run.stopped() {
                    return;
                }
                Block::new(&solver, fused, sums).solve(&mut best);
                run.done.fetch_add(best.len() as u64, Ordering::Relaxed);
            }
        });
    }
    (!run.stopped()).then_some(solver.values)
}

/// Blocks that follow each other.
struct Group {
    first: u64,
    count: usize,
}

/// The groups, by weight.
fn levels(columns: usize, order: &Order) -> Vec<Vec<Group>> {
    // On few columns each block is a group: there would be few others to share out.
    let places = if columns > 3 { columns - 2 } else { columns - 1 };
    let group = |sums: u64| sums & ((1 << (8 * places)) - 1);
    let mut levels: Vec<Vec<Group>> = Vec::new();
    let mut last = None;
    for sums in order.blocks() {
        let weight: usize = (0..places).map(|place| (places - place) * at(sums, place)).sum();
        if levels.len() <= weight {
            levels.resize_with(weight + 1, Vec::new);
        }
        match levels[weight].last_mut() {
            Some(same) if last == Some(group(sums)) => same.count += 1,
            _ => levels[weight].push(Group { first: sums, count: 1 }),
        }
        last = Some(group(sums));
    }
    levels
}

/// The seeds at a place.
#[inline]
fn at(half: u64, place: usize) -> usize {
    (half >> (8 * place) & 0xff) as usize
}

/// A number for each place.
type Places<T> = [T; MOST_COLUMNS];

/// What a seed of the mover at each place adds to the rank.
fn weights(sums: Places<usize>) -> Places<usize> {
    let mut weight = 1;
    sums.map(|sum| {
        let here = weight;
        weight *= sum + 1;
        here
    })
}

/// The positions of a block in which the mover has so many seeds at each place: from the first
/// number to the second.
type Area = Places<(usize, usize)>;

/// What an action changes.
struct Change {
    /// Seeds that come to each place of the mover, and of the other player.
    own: Places<isize>,
    other: Places<isize>,
    /// Seeds for each store.
    stores: [usize; 2],
    passes: bool,
}

/// Where the positions of a block go.
struct Target {
    /// The seeds that are left.
    seeds: u32,
    /// The rank of one in which the mover had nothing.
    rank: isize,
    /// What each of his seeds at each place adds to it.
    steps: Places<isize>,
    /// What the action brings him at once.
    gain: i8,
    passes: bool,
}

/// A block.
struct Block<'a> {
    solver: &'a Solver<'a>,
    fused: &'a Fused,
    columns: usize,
    sums: u64,
    weights: Places<usize>,
    /// Whether seeds in the stores count.
    margin: bool,
}

impl<'a> Block<'a> {
    fn new(solver: &'a Solver<'a>, fused: &'a Fused, sums: u64) -> Self {
        let game = solver.below.game();
        let each = std::array::from_fn(|place| at(sums, place));
        Self {
            solver,
            fused,
            columns: game.columns(),
            sums,
            weights: weights(each),
            margin: game.goal() != Goal::Result,
        }
    }

    /// Works out its values, which are left in `best` as well.
    fn solve(&self, best: &mut Vec<i8>) {
        let len: usize = (0..self.columns).map(|place| at(self.sums, place) + 1).product();
        best.clear();
        best.resize(len, i8::MIN);
        for pit in 0..self.columns {
            for hand in 1..=at(self.sums, pit) {
                self.play(pit, hand, best);
            }
        }
        // In the first and the last all seeds are in one row: they may be over.
        best[0] = self.solver.distribution(Board { own: 0, other: self.sums }) as i8;
        best[len - 1] = self.solver.distribution(Board { own: self.sums, other: 0 }) as i8;
        let first = *self.solver.order.start(self.sums) as usize;
        for (kept, value) in self.solver.values[first..first + len].iter().zip(best) {
            kept.store(*value, Ordering::Relaxed);
        }
    }

    /// Plays a pit in all positions in which it holds so many seeds.
    fn play(&self, pit: usize, hand: usize, best: &mut [i8]) {
        let lap = self.fused.lap(pit, hand);
        let mut area: Area = std::array::from_fn(|place| (0, at(self.sums, place)));
        area[pit] = (hand, hand);
        let change = Change::of(pit, hand, &lap);
        // A pit that gets one seed only was empty, unless the lap began there.
        match lap.captures_at.filter(|landing| at(lap.adds.own, *landing) == 1) {
            None => self.update(&area, &change, best),
            Some(landing) if landing == pit => self.capture(area, &change, landing, best),
            Some(landing) => {
                let most = at(self.sums, landing);
                if most > 0 {
                    area[landing] = (1, most);
                    self.update(&area, &change, best);
                }
                area[landing] = (0, 0);
                self.capture(area, &change, landing, best);
            }
        }
    }

    /// Plays a lap that ends in an empty pit: what it takes depends on the pit opposite.
    fn capture(&self, mut area: Area, change: &Change, landing: usize, best: &mut [i8]) {
        let facing = self.columns - 1 - landing;
        let (least, most) = area[facing];
        for own in least..=most {
            area[facing] = (own, own);
            let there = at(self.sums, facing) as isize - own as isize + change.other[facing];
            let [landed, faced] = self.fused.taken(there as usize);
            self.update(&area, &change.with_capture(landing, landed, facing, faced), best);
        }
    }

    /// Takes into account where the positions of an area go.
    fn update(&self, area: &Area, change: &Change, best: &mut [i8]) {
        let target = self.target(change);
        let route = Route::new(area, &self.weights, &target);
        match self.solver.below.layers().get(target.seeds as usize) {
            Some(layer) => route.raise(best, layer.values(), &target),
            None => route.raise(best, &self.solver.values, &target),
        }
    }

    /// Where a change leads.
    fn target(&self, change: &Change) -> Target {
        let Change { own, other, stores, passes } = change;
        let before: Places<isize> = std::array::from_fn(|place| at(self.sums, place) as isize);
        let sums: Places<isize> =
            std::array::from_fn(|place| before[place] + own[place] + other[place]);
        let weights = weights(sums.map(|sum| sum as usize)).map(|weight| weight as isize);
        // The new mover's seeds less those of the old one, or the other way round.
        let share = |place: usize| {
            if *passes { before[place] + other[place] } else { own[place] }
        };
        let share: isize = (0..MOST_COLUMNS).map(|place| share(place) * weights[place]).sum();
        let sums =
            (0..MOST_COLUMNS).fold(0, |all, place| all | (sums[place] as u64) << (8 * place));
        let seeds = self.solver.seeds - (stores[0] + stores[1]) as u32;
        let below = self.solver.below.layers().get(seeds as usize);
        let order = below.map_or(self.solver.order, Layer::order);
        let margin = stores[0] as i8 - stores[1] as i8;
        Target {
            seeds,
            rank: *order.start(sums) as isize + share,
            steps: if *passes { weights.map(|weight| -weight) } else { weights },
            gain: if self.margin { margin } else { 0 },
            passes: *passes,
        }
    }
}

impl Change {
    fn of(pit: usize, hand: usize, lap: &OneLap) -> Self {
        let places = |half: u64| std::array::from_fn(|place| at(half, place) as isize);
        let mut own: Places<isize> = places(lap.adds.own);
        own[pit] -= hand as isize;
        let stores = [lap.adds.own, lap.adds.other].map(|half| (half >> 56) as usize);
        Self { own, other: places(lap.adds.other), stores, passes: lap.passes }
    }

    fn with_capture(&self, landing: usize, landed: usize, facing: usize, faced: usize) -> Self {
        let Self { mut own, mut other, stores, passes } = *self;
        own[landing] -= landed as isize;
        other[facing] -= faced as isize;
        Self { own, other, stores: [stores[0] + landed + faced, stores[1]], passes }
    }
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
struct Route {
    first: usize,
    rank: isize,
    lines: Places<Line>,
    count: usize,
}

/// A line of this count is as quick as a longer one whose positions do not follow each other.
const LONG: usize = 4;
const ONE: Line = Line { count: 1, step: 1, leap: 1 };

impl Route {
    fn new(area: &Area, weights: &Places<usize>, target: &Target) -> Self {
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

    /// Raises all to the values of where they go.
    fn raise<V: Value>(&self, best: &mut [i8], values: &[V], target: &Target) {
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
trait Value {
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

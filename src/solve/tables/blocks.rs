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

use std::ops::Range;
use std::sync::atomic::{AtomicI8, Ordering};

use rayon::prelude::*;

use super::changes::{Actions, Area, Change, Places, at};
use super::forward::{Solver, UNKNOWN};
use super::layers::{Layer, Layers, Slices};
use super::rank::Order;
use super::routes::{Route, Target};
use super::sharing::Share;
use super::values::fill;
use crate::run::Run;
use crate::solve::is_acyclic;
use crate::tree::two_rows::{Fused, MOST_COLUMNS};
use crate::tree::{Board, Goal, TwoRows};

/// The rules of a game whose layers can be worked out so; `None` of any other.
pub(super) fn rules(game: &TwoRows) -> Option<&Fused> {
    let is_theirs = game.depends_on_pits_only() && game.any_pit_may_be_played();
    game.fused().filter(|_| is_theirs && is_acyclic(game.plan()))
}

/// Works out the values of the next layer, from a level on: those before it are there. `None` when
/// stopped.
pub(super) fn solve(
    below: &Layers,
    order: &Order,
    fused: &Fused,
    values: &[AtomicI8],
    slices: Slices,
    run: &Run,
) -> Option<()> {
    let solver = Solver::new(below, order, values);
    // Only to notice it if a value were taken before it is there.
    if cfg!(debug_assertions) && slices.first == 0 {
        fill(values, UNKNOWN);
    }
    let Slices { first, steps, done } = slices;
    for number in first..steps.count() {
        solve_groups(&solver, fused, steps.groups(number).par_iter(), run)?;
        done(number + 1);
    }
    Some(())
}

/// Works out groups of a step side by side. `None` when stopped.
pub(super) fn solve_groups<'a>(
    solver: &Solver,
    fused: &Fused,
    groups: impl IndexedParallelIterator<Item = &'a Group>,
    run: &Run,
) -> Option<()> {
    groups.with_max_len(1).for_each(|group| solve_group(solver, fused, group, run));
    (!run.stopped()).then_some(())
}

/// Works out the blocks of a group one after the other.
fn solve_group(solver: &Solver, fused: &Fused, group: &Group, run: &Run) {
    let mut best = Vec::new();
    for sums in solver.order.blocks_from(group.first).take(group.count) {
        if run.stopped() {
            return;
        }
        Block::new(solver, fused, sums).solve(&mut best);
        run.done.fetch_add(best.len() as u64, Ordering::Relaxed);
    }
}

/// Blocks that follow each other.
pub(super) struct Group {
    first: u64,
    count: usize,
}

impl Group {
    /// The ranks of its positions.
    pub fn ranks(&self, order: &Order) -> Range<usize> {
        let first = order.start(self.first);
        let next = order.blocks_from(self.first).nth(self.count);
        first..next.map_or(order.len(), |sums| order.start(sums))
    }
}

/// The order in which the groups of a layer are worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slicing {
    /// In each step all groups of a weight: so there are many to share out.
    ByWeight,
    /// Slab by slab, and in each step the groups of a slab that have the same weight. A slab is all blocks that agree in
    /// the places before the last four. An action leads to a slab before, or to one of less weight in the same
    /// slab. So the blocks of other layers that are looked at in turn stand near each other, as is needed where
    /// they have to be fetched.
    BySlab,
}

/// The groups in steps: those of one step do not depend on each other.
pub(super) struct Steps {
    slicing: Slicing,
    steps: Vec<Vec<Group>>,
}

impl Steps {
    /// The steps of a layer of a game; none of a game whose positions are not worked out by blocks.
    pub fn new(game: &TwoRows, order: &Order, slicing: Slicing) -> Self {
        let has_blocks = rules(game).is_some();
        let steps = if has_blocks { steps(game.columns(), order, slicing) } else { Vec::new() };
        Self { slicing, steps }
    }

    /// How the layer is cut.
    pub fn slicing(&self) -> Slicing {
        self.slicing
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// The groups of a step.
    pub fn groups(&self, step: usize) -> &[Group] {
        self.steps.get(step).map_or(&[], Vec::as_slice)
    }

    /// The groups of a share of a step: of all groups every `of`-th.
    pub fn share(&self, share: Share) -> impl Iterator<Item = &Group> {
        self.groups(share.step).iter().skip(share.number).step_by(share.of.max(1))
    }

    /// The positions of each step.
    pub fn sizes(&self, order: &Order) -> Vec<u64> {
        let size =
            |step: &Vec<Group>| step.iter().map(|group| group.ranks(order).len() as u64).sum();
        self.steps.iter().map(size).collect()
    }
}

/// See [`Steps`].
fn steps(columns: usize, order: &Order, slicing: Slicing) -> Vec<Vec<Group>> {
    // On few columns each block is a group: there would be few others to share out.
    let places = if columns > 3 { columns - 2 } else { columns - 1 };
    let fixed = match slicing {
        Slicing::ByWeight => 0,
        Slicing::BySlab => places.saturating_sub(2),
    };
    let before = |sums: u64, place: usize| sums & ((1 << (8 * place)) - 1);
    let mut steps: Vec<Vec<Group>> = Vec::new();
    let (mut slab, mut first, mut last) = (None, 0, None);
    for sums in order.blocks() {
        if slab != Some(before(sums, fixed)) {
            (slab, first) = (Some(before(sums, fixed)), steps.len());
        }
        let weight: usize = (fixed..places).map(|place| (places - place) * at(sums, place)).sum();
        if steps.len() <= first + weight {
            steps.resize_with(first + weight + 1, Vec::new);
        }
        match steps[first + weight].last_mut() {
            Some(same) if last == Some(before(sums, places)) => same.count += 1,
            _ => steps[first + weight].push(Group { first: sums, count: 1 }),
        }
        last = Some(before(sums, places));
    }
    steps
}

/// What a seed of the mover at each place adds to the rank.
pub(super) fn weights(sums: Places<usize>) -> Places<usize> {
    let mut weight = 1;
    sums.map(|sum| {
        let here = weight;
        weight *= sum + 1;
        here
    })
}

/// A block.
struct Block<'a> {
    solver: &'a Solver<'a>,
    actions: Actions<'a>,
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
            actions: Actions { fused, columns: game.columns(), sums },
            weights: weights(each),
            margin: game.goal() != Goal::Result,
        }
    }

    /// Works out its values, which are left in `best` as well.
    fn solve(&self, best: &mut Vec<i8>) {
        let Actions { columns, sums, .. } = self.actions;
        let len: usize = (0..columns).map(|place| at(sums, place) + 1).product();
        best.clear();
        best.resize(len, i8::MIN);
        for pit in 0..columns {
            for hand in 1..=at(sums, pit) {
                self.actions.each_change(pit, hand, |area, change| self.update(area, change, best));
            }
        }
        // In the first and the last all seeds are in one row: they may be over.
        best[0] = self.solver.position(Board { own: 0, other: sums }) as i8;
        best[len - 1] = self.solver.position(Board { own: sums, other: 0 }) as i8;
        let first = self.solver.order.start(sums);
        for (kept, value) in self.solver.values[first..first + len].iter().zip(best) {
            kept.store(*value, Ordering::Relaxed);
        }
    }

    /// Takes into account where the positions of an area go.
    fn update(&self, area: &Area, change: &Change, best: &mut [i8]) {
        let target = self.target(change);
        let route = Route::new(area, &self.weights, &target);
        match self.solver.below.layers().get(target.seeds as usize) {
            Some(layer) => route.raise(best, &layer.rest_of_block(target.first), &target),
            None => route.raise(best, &self.solver.values[target.first..], &target),
        }
    }

    /// Where a change leads.
    fn target(&self, change: &Change) -> Target {
        let Change { own, other, stores, passes } = change;
        let before: Places<isize> =
            std::array::from_fn(|place| at(self.actions.sums, place) as isize);
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
            first: order.start(sums),
            rank: share,
            steps: if *passes { weights.map(|weight| -weight) } else { weights },
            gain: if self.margin { margin } else { 0 },
            passes: *passes,
        }
    }
}

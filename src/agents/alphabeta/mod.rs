//! Alpha-beta: the exact value of looking a number of actions ahead.
//!
//! Most games of two rows are searched as sixteen bytes ([`TwoRows`]), all others through the
//! reference engine. The plies and the history of a game are no part of a position, so where these
//! can decide (close to the cap on actions, under a rule of repetition) the reference engine is
//! searched, without a table. Where a lot is drawn a position is worth the mean of what it leads to: such
//! games are searched in floating-point numbers, see [`AlphaBeta::analyse_means`].
//!
//! [`TwoRows`]: crate::tree::TwoRows

mod by_function;
mod engines;
mod lots;
mod root;
mod search;
mod table;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

pub use by_function::Evaluate;
use engines::{Engines, Task};
use root::{Found, Line};
use search::Limits;
pub use search::MOST_DEPTH;

use super::{Endgames, Player, pick};
use crate::clock::Instant;
use crate::game::State;
use crate::memory::OutOfMemory;
use crate::plan::Plan;
use crate::random::{GameKey, mix64};
use crate::run::Run;

/// The most nodes that can be asked for.
pub const MOST_NODES: u64 = 1 << 53;
/// The longest time that can be asked for, in seconds.
pub const MOST_TIME: f64 = 1e6;
/// The part of the time after which no deeper search is begun or gone on with, where the play
/// expected is asked for as well.
const FOR_SEARCH: f64 = 0.875;
/// Positions that the play expected may take where none are given and the search took fewer.
const NODES_OF_LINE: u64 = 1 << 16;

/// A player that searches.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlphaBeta {
    /// Actions to look ahead, 1 to [`MOST_DEPTH`]; `None`: as far as the other limits allow.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time to take.
    pub time: Option<Duration>,
    /// Values of endgames.
    pub table: Option<Endgames>,
    /// Which of equally good actions is chosen; `None`: the one of the lowest number.
    pub seed: Option<u64>,
}

/// What a search found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<V> {
    /// The action chosen.
    pub action: usize,
    /// The value for the player to move.
    pub value: V,
    /// The play expected: it ends in a position of that value, unless [`Analysis::line_cut`].
    pub principal_variation: Vec<usize>,
    /// Whether a limit cut the play expected short.
    pub line_cut: bool,
    /// Actions looked ahead. Where every line of play ends before, fewer than asked for do.
    pub depth: u32,
    /// Positions reached by playing an action, but for those that only the play expected took.
    pub nodes: u64,
    /// The value of every action, ascending by action, if asked for.
    pub values: Option<Vec<(usize, V)>>,
}

/// What the player keeps for a game.
#[derive(Debug, Default)]
pub struct Memory(Option<Box<Engines>>);

/// The result of the deepest search that was finished.
struct Deepest {
    depth: u32,
    found: Found,
}

/// A part of a time; all of the longest one cannot be had as a product.
fn part_of(time: Duration, part: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * part).unwrap_or(time)
}

impl AlphaBeta {
    /// Searches a state in which somebody is to move. `None` when told to stop by `run`, also for
    /// want of memory; and in games in which lots are drawn, where [`AlphaBeta::analyse_means`] searches.
    pub fn analyse(
        &self,
        memory: &mut Memory,
        state: &State,
        key: GameKey,
        all_values: bool,
        run: &Run,
    ) -> Option<Analysis<i16>> {
        if state.plan().lot_phase().is_some() {
            return None;
        }
        let begun = Instant::now();
        let engines = run.given(self.engines(memory, state.plan()))?;
        let limits = self.limits(begun, FOR_SEARCH);
        let mut task = Task::new(state, limits, all_values, run);
        let Deepest { depth, found } = self.deepen(engines, &mut task)?;
        let Found { value, best, values, .. } = found;
        let action = self.choice(best, key, state.plies());
        let nodes = task.nodes;
        task.limits = self.limits_of_line(begun, nodes);
        let Line { actions: principal_variation, cut } =
            task.line(engines, depth, action, value)?;
        Some(Analysis { action, value, principal_variation, line_cut: cut, depth, nodes, values })
    }

    /// The limits of a search that may take this part of the time.
    fn limits(&self, begun: Instant, part: f64) -> Limits {
        Limits {
            nodes: self.nodes.unwrap_or(u64::MAX),
            deadline: self.time.and_then(|time| begun.checked_add(part_of(time, part))),
        }
    }

    /// The limits of the search for the play expected, after one of so many nodes: as many again,
    /// within the time. (That is nearly always enough; but where positions come again it may take a
    /// thousand times as many.)
    fn limits_of_line(&self, begun: Instant, nodes: u64) -> Limits {
        let most = self.nodes.unwrap_or(NODES_OF_LINE).max(nodes);
        Limits { nodes: nodes.saturating_add(most), ..self.limits(begun, 1.0) }
    }

    fn engines<'a>(
        &self,
        memory: &'a mut Memory,
        plan: &Arc<Plan>,
    ) -> Result<&'a mut Engines, OutOfMemory> {
        let kept = memory.0.take().filter(|kept| kept.are_of(plan));
        let new = || Engines::new(plan, self.table_bits(), self.table.clone()).map(Box::new);
        let engines = memory.0.insert(kept.map_or_else(new, Ok)?);
        if self.nodes.is_some() {
            // How deep a number of nodes reaches depends on what is known, and a choice must not
            // depend on where the game came from.
            engines.clear();
        }
        Ok(engines)
    }

    /// The size of the table: a small one stays in the cache, and holds a search of moderate depth.
    fn table_bits(&self) -> u32 {
        let by_depth = match self.depth {
            Some(..=4) => 8,
            Some(..=8) => 12,
            Some(..=18) => 16,
            _ => 20,
        };
        let by_nodes = |nodes: u64| nodes.max(1).ilog2().clamp(8, 20);
        // Ten million nodes a second.
        let by_time = |time: Duration| by_nodes((time.as_secs_f64() * 1e7) as u64);
        by_depth.min(self.nodes.map_or(20, by_nodes)).min(self.time.map_or(20, by_time))
    }

    /// Searches deeper and deeper, as far as the limits allow. `None` when told to stop.
    fn deepen(&self, engines: &mut Engines, task: &mut Task) -> Option<Deepest> {
        let mut deepest = None;
        for depth in 1..=self.depth.unwrap_or(MOST_DEPTH) {
            let Some(found) = task.search(engines, depth) else { break };
            let proven = found.proven;
            deepest = Some(Deepest { depth, found });
            if proven {
                break;
            }
        }
        deepest.filter(|_| !task.run.stopped())
    }

    /// One of the best actions.
    fn choice(&self, best: u64, key: GameKey, ply: u32) -> usize {
        match self.seed {
            None => best.trailing_zeros() as usize,
            Some(seed) => pick(best, GameKey(mix64(key.0 ^ mix64(seed))), ply),
        }
    }
}

impl Player for AlphaBeta {
    type Memory = Memory;
    type Error = Infallible;

    fn begin(&self, memory: &mut Memory) {
        if let Some(engines) = &mut memory.0 {
            engines.clear();
        }
    }

    fn choose(
        &self,
        memory: &mut Memory,
        state: &State,
        key: GameKey,
        ply: u32,
        run: &Run,
    ) -> Result<Option<i64>, Infallible> {
        let legal = state.legal_set();
        if state.is_chance() || legal.is_power_of_two() {
            return Ok(Some(pick(legal, key, ply) as i64));
        }
        if state.plan().lot_phase().is_some() {
            return Ok(self.analyse_means(state, key, false, run).map(|found| found.action as i64));
        }
        let limits = self.limits(Instant::now(), 1.0);
        let Some(engines) = run.given(self.engines(memory, state.plan())) else {
            return Ok(None);
        };
        let mut task = Task::new(state, limits, false, run);
        let deepest = self.deepen(engines, &mut task);
        Ok(deepest.map(|deepest| self.choice(deepest.found.best, key, ply) as i64))
    }
}

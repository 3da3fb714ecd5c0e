//! The root of a search: the exact value, all actions that reach it, and the line of play.

use super::search::Searcher;
use super::table::INFINITY;
use crate::game::actions_of;
use crate::tree::{Game, Step};

/// What a search of one depth found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The value.
    pub value: i16,
    /// All actions that reach it, one bit each.
    pub best: u64,
    /// The exact value of every action, ascending by action, if asked for.
    pub values: Option<Vec<(usize, i16)>>,
    /// Whether every deeper search would find the same.
    pub proven: bool,
}

/// The play expected.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub actions: Vec<usize>,
    /// Whether a limit was met before its end.
    pub cut: bool,
}

impl<G: Game> Searcher<'_, G> {
    /// Searches all actions to this depth, those first that were best before. `guesses`: what was
    /// last thought of each action. `None` when told to stop.
    pub fn search_root(
        &mut self,
        root: &G::Node,
        depth: u32,
        guesses: &mut [i16; 64],
        all_values: bool,
    ) -> Option<Found> {
        let mut actions: Vec<_> = actions_of(self.game.legal(root)).collect();
        actions.sort_by_key(|action| (-guesses[*action], *action));
        self.place.age();
        let before = self.open;
        let (mut value, mut best) = (-INFINITY, 0_u64);
        for action in &actions {
            self.nodes += 1;
            let step = self.game.play(root, *action);
            let least = if all_values { -INFINITY } else { value };
            let found = self.at_least(&step, depth - 1, guesses[*action], least);
            if self.is_due() {
                return None;
            }
            guesses[*action] = found;
            if found > value {
                (value, best) = (found, 0);
            }
            if found == value {
                best |= 1 << action;
            }
        }
        actions.sort_unstable();
        let values = actions.iter().map(|action| (*action, guesses[*action])).collect();
        let values = all_values.then_some(values);
        Some(Found { value, best, values, proven: self.open == before })
    }

    /// The exact value of an action if that is `least` or more; else an upper bound below `least`.
    fn at_least(&mut self, step: &Step<G::Node>, depth: u32, guess: i16, least: i16) -> i16 {
        if !self.tabled {
            // Every window more would search everything again.
            return self.follow(step, depth, least.saturating_sub(1), INFINITY);
        }
        let (mut low, mut high) = (-INFINITY, INFINITY);
        let mut next = guess.max(least);
        while low < high && high >= least && !self.halted {
            let beta = if next == low { next + 1 } else { next };
            next = self.follow(step, depth, beta - 1, beta);
            if next < beta {
                high = next;
            } else {
                low = next;
            }
        }
        high
    }

    /// The line of play that a search of this depth expects, which is worth `value`; cut short where
    /// a limit is met. `None` when told to stop.
    pub fn line(&mut self, root: &G::Node, depth: u32, action: usize, value: i16) -> Option<Line> {
        let mut line = vec![action];
        let mut step = self.game.play(root, action);
        let mut value = step.to_actor(value);
        for left in (1..depth).rev() {
            if step.end.is_some() {
                break;
            }
            let Some((action, next)) = self.reaching(&step.node, left, value) else { break };
            value = next.to_actor(value);
            line.push(action);
            step = next;
        }
        (!self.run.stopped()).then_some(Line { actions: line, cut: self.halted })
    }

    /// The first action that is worth as much as the node is. `None` when it is to stop, and where a
    /// table knows the node.
    fn reaching(
        &mut self,
        node: &G::Node,
        depth: u32,
        value: i16,
    ) -> Option<(usize, Step<G::Node>)> {
        if self.probe.is_some_and(|probe| probe(node).is_some()) {
            return None;
        }
        for action in actions_of(self.game.legal(node)) {
            self.nodes += 1;
            let step = self.game.play(node, action);
            let found = self.follow(&step, depth - 1, value - 1, value);
            if self.is_due() {
                return None;
            }
            if found >= value {
                return Some((action, step));
            }
        }
        None
    }
}

//! Values of single actions, and a line of best play, from a search that knows the value.

use super::memory::PROVEN;
use super::question::Question;
use super::{Bounds, Proof};
use crate::search::two_rows::Node;
use crate::search::{Game, Step};
use crate::solve::budget::Halt;

impl Proof<'_> {
    /// What an action gains by itself, as the actor sees it.
    fn gain(&self, node: &Node, step: &Step<Node>) -> i16 {
        step.to_actor(self.game.margin(&step.node)) - self.game.margin(node)
    }

    /// Bounds of what is to come after an action is chosen, as the actor sees it.
    ///
    /// # Errors
    /// When it was time to stop; `known` holds what is proven until then.
    pub fn narrow_action(
        &self,
        node: &Node,
        action: usize,
        known: &mut Bounds,
    ) -> Result<(), Halt> {
        let step = self.game.play(node, action);
        if let Some(end) = step.end {
            let value = step.to_actor(end.value) - self.game.margin(node);
            *known = Bounds { lower: value, upper: value };
            return Ok(());
        }
        let gain = self.gain(node, &step);
        let mut after = Bounds::widest(self.game, &step.node);
        let narrowed = self.narrow(&step.node, &mut after);
        let (lower, upper) = (step.to_actor(after.lower), step.to_actor(after.upper));
        *known = Bounds { lower: gain + lower.min(upper), upper: gain + lower.max(upper) };
        narrowed
    }

    /// Best play from a position of which the value still to come is known.
    ///
    /// # Errors
    /// When it was time to stop.
    pub fn best_line(&self, node: &Node, value: i16) -> Result<Vec<usize>, Halt> {
        let mut line = Vec::new();
        let (mut node, mut value) = (*node, value);
        while let Some((action, step)) = self.best_action(&node, value)? {
            line.push(action);
            if step.end.is_some() {
                break;
            }
            value = step.to_actor(value - self.gain(&node, &step));
            node = step.node;
        }
        Ok(line)
    }

    /// An action that keeps the value: the one that the search remembers, else the first.
    fn best_action(&self, node: &Node, value: i16) -> Result<Option<(usize, Step<Node>)>, Halt> {
        let remembered = self.memory.get(self.game.pits_of(node.board));
        let remembered = remembered.map_or(0, |known| 1_u64 << known.best);
        let legal = self.game.legal(node);
        for set in [legal & remembered, legal & !remembered] {
            for action in crate::game::actions_of(set) {
                let step = self.game.play(node, action);
                if self.keeps(node, &step, value)? {
                    return Ok(Some((action, step)));
                }
            }
        }
        Ok(None)
    }

    /// Whether an action is worth at least so much.
    fn keeps(&self, node: &Node, step: &Step<Node>, value: i16) -> Result<bool, Halt> {
        if let Some(end) = step.end {
            return Ok(step.to_actor(end.value) - self.game.margin(node) >= value);
        }
        let left = value - self.gain(node, step);
        let pits = self.game.pits_of(step.node.board);
        if let Some(known) = self.endgames.find(pits) {
            return Ok(step.to_actor(i16::from(*known)) >= left);
        }
        let beta = if step.passed { 1 - left } else { left };
        let found = self.ask(&step.node, Question { beta, depth: PROVEN })?;
        Ok((found.value >= beta) != step.passed)
    }
}

//! Values of single actions, and a line of best play, from a search that knows the value.

use super::memory::PROVEN;
use super::question::{Child, Question};
use super::{Bounds, Proof};
use crate::solve::budget::Halt;
use crate::tree::Game;
use crate::tree::two_rows::Node;

impl Proof<'_> {
    /// Narrows down what is to come after an action is chosen, as the actor sees it.
    ///
    /// # Errors
    /// When it was time to stop; `known` holds what is proven until then.
    pub fn narrow_action(
        &self,
        node: &Node,
        action: usize,
        known: &mut Bounds,
    ) -> Result<(), Halt> {
        let child = self.child(node, action as u8);
        if let Some(value) = child.value() {
            *known = Bounds::exact(value);
            return Ok(());
        }
        let way = child.way;
        let mut after = known.seen_by(|value| way.after(value));
        after = after.and(Bounds::widest(self.game, &child.node));
        let narrowed = self.narrow(&child.node, &mut after);
        *known = after.seen_by(|value| way.value(value));
        narrowed
    }

    /// Best play from a position of which the value still to come is known.
    ///
    /// # Errors
    /// When it was time to stop.
    pub fn best_line(&self, node: &Node, value: i16) -> Result<Vec<usize>, Halt> {
        let mut line = Vec::new();
        let (mut node, mut value) = (*node, value);
        while let Some(child) = self.best_action(&node, value)? {
            line.push(usize::from(child.way.action));
            if child.exact.is_some() {
                break;
            }
            value = child.way.after(value);
            node = child.node;
        }
        Ok(line)
    }

    /// An action that keeps the value: the one that the search remembers, else the first.
    fn best_action(&self, node: &Node, value: i16) -> Result<Option<Child<'_>>, Halt> {
        let remembered = self.memory.get(self.game.pits_of(node.board));
        let remembered = remembered.map_or(0, |known| 1_u64 << known.best);
        let legal = self.game.legal(node);
        for set in [legal & remembered, legal & !remembered] {
            for action in crate::game::actions_of(set) {
                let child = self.child(node, action as u8);
                if self.is_worth(&child, value)? {
                    return Ok(Some(child));
                }
            }
        }
        Ok(None)
    }

    /// Whether an action is worth at least `value`.
    fn is_worth(&self, child: &Child, value: i16) -> Result<bool, Halt> {
        if let Some(known) = child.value() {
            return Ok(known >= value);
        }
        let question = Question { beta: value, depth: PROVEN }.after(child.way);
        let found = self.ask(&child.node, question)?;
        Ok(child.way.value(found.value) >= value)
    }
}

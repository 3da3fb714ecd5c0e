//! All positions that can be reached from one, and what leads where.

use super::intern::Interner;
use super::{GraphLimits, Refusal};
use crate::game::actions_of;
use crate::memory::{OutOfMemory, room_for};
use crate::solve::budget::Budget;
use crate::solve::packed::Packed;

/// The game is over.
pub(super) const OVER: u32 = u32::MAX;
/// Most positions: a number and a bit fill 32 bits.
const MOST: usize = (1 << 31) - 1;
/// Most actions of a position: a bit for each.
const MOST_ACTIONS: usize = 64;
/// Positions between two looks at the clock.
pub(super) const BETWEEN_LOOKS: usize = 256;

/// Positions and actions. Position 0 is the one asked about; the actions of a position follow one
/// another in the order of their numbers.
///
/// Values are those of what is still to come, for the player to move: what a position is worth
/// less what they are ahead by the stores.
pub(super) struct Graph {
    /// Where the actions of a position begin; one entry more than positions.
    first: Vec<u32>,
    /// Where each action leads: a position, times two, plus 1 if the other player decides there.
    to: Vec<u32>,
    /// What each action gains: for a player whose game is over by it, all that it was worth.
    gain: Vec<i16>,
    /// What is still to come if the game is cut off at a position; empty where it is always 0.
    cut: Vec<i16>,
}

/// One action.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    to: u32,
    gain: i16,
}

impl Edge {
    /// The position it leads to; `None` if the game is over.
    #[inline]
    pub fn child(self) -> Option<usize> {
        (self.to != OVER).then_some((self.to >> 1) as usize)
    }

    /// Whether the other player decides there.
    #[inline]
    pub fn passed(self) -> bool {
        self.to & 1 == 1
    }

    /// Whether anything is gained or lost by it.
    #[inline]
    pub fn gains(self) -> bool {
        self.gain != 0
    }

    /// What it is worth to the player who acts, if what follows is worth `value` to the player who
    /// decides then.
    #[inline]
    pub fn worth(self, value: impl FnOnce(usize) -> i16) -> i16 {
        match self.child() {
            None => self.gain,
            Some(child) if self.passed() => self.gain - value(child),
            Some(child) => self.gain + value(child),
        }
    }
}

impl Graph {
    /// Positions.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Actions of all positions.
    pub fn actions(&self) -> usize {
        self.to.len()
    }

    /// The actions of a position, by number.
    #[inline]
    pub fn edges(&self, node: usize) -> impl ExactSizeIterator<Item = Edge> + '_ {
        let range = self.first[node] as usize..self.first[node + 1] as usize;
        let edges = self.to[range.clone()].iter().zip(&self.gain[range]);
        edges.map(|(to, gain)| Edge { to: *to, gain: *gain })
    }

    /// One action of a position.
    #[inline]
    pub fn edge(&self, node: usize, index: usize) -> Option<Edge> {
        let at = self.first[node] as usize + index;
        let there = at < self.first[node + 1] as usize;
        there.then(|| Edge { to: self.to[at], gain: self.gain[at] })
    }

    /// What a position is worth by its best action.
    #[inline]
    pub fn best(&self, node: usize, value: impl Fn(usize) -> i16) -> i16 {
        let worth = self.edges(node).map(|edge| edge.worth(&value));
        worth.max().expect("a position in which somebody is to move has actions")
    }

    /// What is still to come if the game is cut off at a position.
    #[inline]
    pub fn cut(&self, node: usize) -> i16 {
        self.cut.get(node).copied().unwrap_or(0)
    }

    /// Whether scores may change without anything being stored: what lies in the pits counts.
    pub fn has_cuts(&self) -> bool {
        !self.cut.is_empty()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.first.capacity() + self.to.capacity())
            + 2 * (self.gain.capacity() + self.cut.capacity())
    }

    /// All that can be reached from a position. `owned`: whether what lies in the pits counts.
    pub fn build<P: Packed>(
        game: &P,
        root: &P::Node,
        owned: bool,
        limits: &GraphLimits,
        budget: &Budget,
    ) -> Result<Self, Refusal> {
        let mut graph = Self { first: vec![0], to: Vec::new(), gain: Vec::new(), cut: Vec::new() };
        let mut known = Interner::new(game.words());
        let mut key = vec![0; game.words()];
        game.pack(root, &mut key);
        known.make_room(1)?;
        known.number(&key);
        while graph.len() < known.len() {
            let node = game.unpack(known.get(graph.len()));
            graph.make_room()?;
            known.make_room(MOST_ACTIONS)?;
            graph.add_position(game, &node, &mut known, &mut key);
            if owned {
                graph.cut.push(game.margin(&node) - game.stored(&node));
            }
            if graph.len().is_multiple_of(BETWEEN_LOOKS) {
                budget.spend(BETWEEN_LOOKS as u64)?;
                limits.check(known.len(), graph.bytes() + known.bytes())?;
            }
        }
        limits.check(known.len(), graph.bytes() + known.bytes())?;
        Ok(graph)
    }

    /// Makes room for a position and its actions.
    #[inline]
    fn make_room(&mut self) -> Result<(), OutOfMemory> {
        room_for(&mut self.first, 1)?;
        room_for(&mut self.cut, 1)?;
        room_for(&mut self.gain, MOST_ACTIONS)?;
        room_for(&mut self.to, MOST_ACTIONS)
    }

    fn add_position<P: Packed>(
        &mut self,
        game: &P,
        node: &P::Node,
        known: &mut Interner,
        key: &mut [u64],
    ) {
        let stored = game.stored(node);
        for action in actions_of(game.legal(node)) {
            let step = game.play(node, action);
            let (to, gain) = if let Some(end) = step.end {
                (OVER, step.to_actor(end.value))
            } else {
                game.pack(&step.node, key);
                let to = known.number(key) << 1 | u32::from(step.passed);
                (to, step.to_actor(game.stored(&step.node)))
            };
            self.to.push(to);
            self.gain.push(gain - stored);
        }
        self.first.push(self.to.len() as u32);
    }
}

impl GraphLimits {
    /// Whether a graph of `positions` positions in `bytes` bytes is allowed.
    pub(super) fn check(&self, positions: usize, bytes: usize) -> Result<(), Refusal> {
        if positions as u64 > self.positions || positions >= MOST {
            let limit = self.positions.min(MOST as u64);
            return Err(Refusal::Positions { found: positions as u64, limit });
        }
        // An action takes six bytes, so that their number fits 32 bits for long after this.
        if bytes as u64 > self.bytes || bytes / 6 > u32::MAX as usize {
            return Err(Refusal::Memory { positions: positions as u64, limit: self.bytes });
        }
        Ok(())
    }
}

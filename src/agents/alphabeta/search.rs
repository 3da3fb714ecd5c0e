//! Alpha-beta to a fixed depth, over any game.
//!
//! Every value is that of a plain minimax of the same depth, to the last seed: the table answers
//! for searches of equal depth only, or where every game of a search was played to its end.

use super::table::{Bounds, INFINITY, NO_ACTION, Table};
use crate::clock::Instant;
use crate::game::actions_of;
use crate::memory::OutOfMemory;
use crate::random::mix64;
use crate::run::Run;
use crate::tree::{Game, Step};

/// The greatest depth.
pub const MOST_DEPTH: u32 = 99;

/// Nodes between two looks at the clock and the stop flag.
const NODES_BETWEEN_LOOKS: u64 = 1024;
/// The least depth whose searches go through the table.
const TABLE_FROM: u32 = 3;
/// The least depth at which actions are looked up before the first is searched.
const LOOK_AHEAD_FROM: u32 = 5;

/// An action of a node and what it leads to.
#[derive(Debug)]
struct Child<N> {
    step: Step<N>,
    action: u8,
    /// The greatest is searched first.
    score: i32,
}

/// What a player keeps between searches of the same game.
#[derive(Debug)]
pub(super) struct Workplace<N> {
    pub table: Table,
    /// How often an action was the best one, deep searches counting more.
    history: [i32; 64],
    /// The actions of the nodes on the way to the present one, by the depth left.
    children: Vec<Vec<Child<N>>>,
}

impl<N> Workplace<N> {
    /// With a table of `2^bits` entries.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(bits: u32) -> Result<Self, OutOfMemory> {
        let children = (0..=MOST_DEPTH).map(|_| Vec::new()).collect();
        Ok(Self { table: Table::new(bits)?, history: [0; 64], children })
    }

    /// Forgets another game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = [0; 64];
    }

    /// Makes what was good in deeper searches count as much as what was good long ago.
    pub fn age(&mut self) {
        self.history = self.history.map(|count| count / 4);
    }
}

/// When a search is to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub nodes: u64,
    pub deadline: Option<Instant>,
}

impl Limits {
    pub const NONE: Self = Self { nodes: u64::MAX, deadline: None };
}

/// How far the player to move will get ahead from a position on; `None` where that is not known.
pub(super) type Probe<'a, N> = &'a dyn Fn(&N) -> Option<i16>;

/// A search at work.
pub(super) struct Searcher<'a, G: Game> {
    pub game: &'a G,
    pub place: &'a mut Workplace<G::Node>,
    /// Whether a position alone decides what follows, so that the table may be used.
    pub tabled: bool,
    /// Whether all values are margins, so that they move with the scores.
    pub scored: bool,
    pub probe: Option<Probe<'a, G::Node>>,
    pub run: &'a Run,
    limits: Limits,
    /// Positions reached by playing an action.
    pub nodes: u64,
    look_at: u64,
    /// Values used that a deeper search might change.
    pub open: u64,
    /// Told to stop: what is returned means nothing.
    pub halted: bool,
}

impl<'a, G: Game> Searcher<'a, G> {
    /// A search that goes on counting from `nodes`.
    pub fn new(
        game: &'a G,
        place: &'a mut Workplace<G::Node>,
        run: &'a Run,
        limits: Limits,
        nodes: u64,
    ) -> Self {
        Self {
            game,
            place,
            tabled: true,
            scored: true,
            probe: None,
            run,
            limits,
            nodes,
            look_at: 0,
            open: 0,
            halted: false,
        }
    }

    /// Whether it is to stop.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        self.halted || self.nodes >= self.look_at && self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        let late = self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.halted |= late || self.nodes >= self.limits.nodes || self.run.stopped();
        self.look_at = self.limits.nodes.min(self.nodes + NODES_BETWEEN_LOOKS);
        self.halted
    }

    #[inline]
    fn key(&self, node: &G::Node) -> u64 {
        let key = self.game.key(node);
        // A win that is not one by seeds is worth the same at any margin.
        if self.scored { key } else { key ^ mix64(self.game.margin(node) as u64) }
    }

    /// The value, to the player who acted, of what an action led to.
    #[inline]
    pub fn follow(&mut self, step: &Step<G::Node>, depth: u32, alpha: i16, beta: i16) -> i16 {
        match step.end {
            Some(end) => step.to_actor(end.value),
            None if step.passed => -self.search(&step.node, depth, -beta, -alpha),
            None => self.search(&step.node, depth, alpha, beta),
        }
    }

    /// The value of a node if it lies between alpha and beta; else a bound on that side.
    pub fn search(&mut self, node: &G::Node, depth: u32, alpha: i16, beta: i16) -> i16 {
        if let Some(rest) = self.probe.and_then(|probe| probe(node)) {
            return self.game.margin(node) + rest;
        }
        if depth == 0 {
            self.open += 1;
            return self.game.margin(node);
        }
        if self.is_due() {
            return 0;
        }
        match depth {
            1 => self.last(node, beta),
            _ => self.inner(node, depth, alpha, beta),
        }
    }

    /// The last action before the leaves: no order would help.
    #[inline]
    fn last(&mut self, node: &G::Node, beta: i16) -> i16 {
        let mut best = -INFINITY;
        for action in actions_of(self.game.legal(node)) {
            self.nodes += 1;
            let step = self.game.play(node, action);
            best = best.max(self.follow(&step, 0, -INFINITY, INFINITY));
            if best >= beta {
                break;
            }
        }
        best
    }

    fn inner(&mut self, node: &G::Node, depth: u32, alpha: i16, beta: i16) -> i16 {
        let (low, high) = self.game.bounds(node);
        if low >= beta {
            return low;
        }
        if high <= alpha {
            return high;
        }
        let tabled = self.tabled && depth >= TABLE_FROM;
        let (key, margin) = (self.key(node), self.game.margin(node));
        let mut first = NO_ACTION;
        if tabled {
            let (known, action) = self.place.table.get(key, depth);
            first = action;
            if let Some(value) = self.decided(known.moved(margin), alpha, beta) {
                return value;
            }
        }
        let before = self.open;
        let (value, action) = self.best(node, depth, [alpha, beta], first);
        if tabled && !self.halted {
            let found = Bounds::found(value, alpha, beta, self.open == before);
            self.place.table.put(key, depth, found.moved(-margin), action);
        }
        value
    }

    /// The value, or a bound, that makes a search with this window needless.
    #[inline]
    fn decided(&mut self, known: Bounds, alpha: i16, beta: i16) -> Option<i16> {
        let (value, proven) = if known.low >= beta {
            (known.low, known.proven[0])
        } else if known.high <= alpha {
            (known.high, known.proven[1])
        } else if known.low == known.high {
            (known.low, known.proven == [true; 2])
        } else {
            return None;
        };
        self.open += u64::from(!proven);
        Some(value)
    }

    /// The value of the best action, and which that is. `first`: the one to search first.
    fn best(
        &mut self,
        node: &G::Node,
        depth: u32,
        [alpha, beta]: [i16; 2],
        first: u8,
    ) -> (i16, u8) {
        let mut children = std::mem::take(&mut self.place.children[depth as usize]);
        children.clear();
        let mut best = self.expand(node, depth, [alpha, beta], first, &mut children);
        for index in 0..children.len() {
            if best.0 >= beta || self.halted {
                break;
            }
            let next = (index + 1..children.len())
                .fold(index, |a, b| if children[b].score > children[a].score { b } else { a });
            children.swap(index, next);
            let Child { step, action, .. } = &children[index];
            let value = self.follow(step, depth - 1, alpha.max(best.0), beta);
            if value > best.0 {
                best = (value, *action);
            }
        }
        if best.0 >= beta && best.1 != NO_ACTION && !self.halted {
            self.place.history[usize::from(best.1)] += (depth * depth) as i32;
        }
        self.place.children[depth as usize] = children;
        best
    }

    /// Plays all actions. What is known of them without a search is returned, the rest left to be
    /// searched.
    #[inline]
    fn expand(
        &mut self,
        node: &G::Node,
        depth: u32,
        [alpha, beta]: [i16; 2],
        first: u8,
        children: &mut Vec<Child<G::Node>>,
    ) -> (i16, u8) {
        let margin = self.game.margin(node);
        let mut best = (-INFINITY, NO_ACTION);
        for action in actions_of(self.game.legal(node)) {
            self.nodes += 1;
            let step = self.game.play(node, action);
            let action = action as u8;
            let known = match step.end {
                Some(end) => Some(step.to_actor(end.value)),
                None => self.known(&step, depth - 1, alpha, beta),
            };
            if let Some(value) = known {
                if value > best.0 {
                    best = (value, action);
                }
                if value >= beta {
                    break;
                }
                continue;
            }
            let score = if action == first { i32::MAX } else { self.score(&step, margin, action) };
            children.push(Child { step, action, score });
        }
        best
    }

    /// What the table says of an action, if it makes a search needless.
    #[inline]
    fn known(&mut self, step: &Step<G::Node>, depth: u32, alpha: i16, beta: i16) -> Option<i16> {
        if !self.tabled || depth + 1 < LOOK_AHEAD_FROM {
            return None;
        }
        let (known, _) = self.place.table.get(self.key(&step.node), depth);
        let known = known.moved(self.game.margin(&step.node)).to_actor(step.passed);
        self.decided(known, alpha, beta)
    }

    /// Extra turns and seeds won first, then what was good elsewhere. (Kalah wants the extra turns
    /// to count for more than a capture or two; the other games hardly care.)
    #[inline]
    fn score(&self, step: &Step<G::Node>, margin: i16, action: u8) -> i32 {
        let won = i32::from(step.to_actor(self.game.margin(&step.node)) - margin);
        let again = i32::from(!step.passed);
        (won << 16) + (again << 18) + self.place.history[usize::from(action)].min(u16::MAX.into())
    }
}

//! The tree of a search: what was tried from where, and what came of it.

use std::sync::Arc;

use crate::agents::start_of;
use crate::batch::Start;
use crate::game::{State, actions_of};
use crate::memory::{OutOfMemory, room_for};
use crate::outcome::GameResult;
use crate::plan::{Action, Plan};
use crate::random::mix64;

/// Actions that a tree keeps at most; one that is full no longer grows. With the positions this is
/// about 0.6 GB.
const MOST_EDGES: usize = 1 << 24;
/// Most actions of a node: a bit for each.
const MOST_ACTIONS: usize = 64;
/// The edge that leads to the root.
const ROOT: usize = 0;

/// An action at a node, with the node that it leads to. The edges of a node lie side by side.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Simulations that went this way, with those that are still under way.
    pub visits: u32,
    /// What they brought the side that chose, in half wins.
    pub score: u32,
    /// The first edge of the node it leads to.
    first: u32,
    /// Visits that are still under way: nothing has been credited for them yet.
    under_way: u16,
    /// The action.
    pub action: u8,
    /// What it leads to, in the lower bits, and the side that chose it in the highest one.
    beyond: u8,
}

/// In [`Edge::beyond`]: the side that chose.
const SIDE: u8 = 0x80;
/// In [`Edge::beyond`], added to the number of a result: the action ends the game so. Below this
/// it is the number of edges of the next node, 0 as long as there is no such node.
const ENDS: u8 = 0x78;

/// A tree that grows by one node at most with each simulation.
#[derive(Debug)]
pub struct Tree {
    /// The state at the root, with its history.
    root: State,
    edges: Vec<Edge>,
    /// Where in `starts` the node stands that an edge leads to.
    places: Vec<u32>,
    /// The positions of the nodes.
    starts: Vec<Start>,
    /// The state that the last descent came to.
    reached: State,
    exploration: f32,
    /// The memory for want of which it stopped growing.
    lack: Option<OutOfMemory>,
    /// Where the random numbers for choices between untried actions come from.
    random: u64,
}

impl Edge {
    fn new(action: usize, side: u8) -> Self {
        let (action, beyond) = (action as u8, SIDE * side);
        Self { visits: 0, score: 0, first: 0, under_way: 0, action, beyond }
    }

    /// The side that chose it.
    fn side(&self) -> usize {
        usize::from(self.beyond / SIDE)
    }

    /// The number of edges of the node it leads to.
    fn count(&self) -> usize {
        let count = self.beyond & !SIDE;
        if count < ENDS { usize::from(count) } else { 0 }
    }

    /// The result, if the action is known to end the game.
    fn end(&self) -> Option<GameResult> {
        let number = (self.beyond & !SIDE).checked_sub(ENDS)?;
        GameResult::ALL.get(usize::from(number)).copied()
    }

    /// It leads to this many edges, or with [`ENDS`] to a result.
    fn leads_to(&mut self, beyond: u8) {
        self.beyond = self.beyond & SIDE | beyond;
    }
}

impl Tree {
    /// A tree of this state alone.
    #[must_use]
    pub fn new(root: &State, exploration: f32) -> Self {
        let mut tree = Self {
            root: root.clone(),
            edges: vec![Edge::new(0, 0)],
            places: vec![0],
            starts: Vec::new(),
            reached: root.clone(),
            exploration,
            lack: None,
            random: 0,
        };
        tree.expand(ROOT);
        tree
    }

    /// The simulations of the tree.
    #[must_use]
    pub fn simulations(&self) -> u32 {
        self.edges[ROOT].visits
    }

    /// The edges of the root.
    #[must_use]
    pub fn root_edges(&self) -> &[Edge] {
        self.edges_of(&self.edges[ROOT])
    }

    /// The edges of the node that an edge leads to; none if there is no node yet.
    #[must_use]
    pub fn edges_of(&self, edge: &Edge) -> &[Edge] {
        &self.edges[edge.first as usize..][..edge.count()]
    }

    /// The state that the last descent came to.
    #[must_use]
    pub fn reached(&self) -> &State {
        &self.reached
    }

    /// Choices between untried actions follow from this number.
    pub fn seed(&mut self, seed: u64) {
        self.random = seed;
    }

    /// Goes down to an action that is tried for the first time, or that ends the game: then gives
    /// the result. Adds the edges on the way to `path` and counts the visit there, so that before
    /// [`Tree::credit`] says what it came to the next descents already spread out.
    pub fn descend(&mut self, path: &mut Vec<u32>) -> Option<GameResult> {
        let begin = path.len();
        let mut at = ROOT;
        self.edges[ROOT].visits += 1;
        loop {
            let chosen = self.select(at);
            path.push(chosen as u32);
            let edge = &mut self.edges[chosen];
            edge.visits += 1;
            edge.under_way += 1;
            let (visits, end) = (edge.visits, edge.end());
            if end.is_some() {
                return end;
            }
            if edge.count() == 0 {
                self.reach(at, &path[begin..]);
                if let Some(end) = self.reached.end() {
                    self.edges[chosen].leads_to(ENDS + end.result as u8);
                    return Some(end.result);
                }
                if visits == 1 || self.edges.len() >= MOST_EDGES || !self.make_room() {
                    return None;
                }
                self.expand(chosen);
            }
            at = chosen;
        }
    }

    /// Credits the actions of a path with a result, each to the side that chose it.
    pub fn credit(&mut self, path: &[u32], result: GameResult) {
        let score = match result.winner() {
            Some(0) => [2, 0],
            Some(_) => [0, 2],
            None => [1, 1],
        };
        for edge in path {
            let edge = &mut self.edges[*edge as usize];
            edge.score += score[edge.side()];
            edge.under_way -= 1;
        }
    }

    /// Takes back the visits of a path that nothing will be credited for.
    pub fn withdraw(&mut self, path: &[u32]) {
        self.edges[ROOT].visits -= 1;
        for edge in path {
            let edge = &mut self.edges[*edge as usize];
            edge.visits -= 1;
            edge.under_way -= 1;
        }
    }

    /// The edge to follow from the node that edge `at` leads to: one that was not tried yet, at
    /// random; else the one with the greatest upper confidence bound (UCB1). Visits under way count
    /// for the width of the bound, but not for the mean ("watch the unobserved"). A lot is drawn.
    fn select(&mut self, at: usize) -> usize {
        let node = self.edges[at];
        if self.is_drawn(at) {
            return node.first as usize + self.draw(node.count());
        }
        let log = self.exploration * self.exploration * ln(node.visits);
        let edges = self.edges_of(&node);
        let (mut best, mut most, mut untried) = (0, f32::NEG_INFINITY, 0);
        for (index, edge) in edges.iter().enumerate() {
            if edge.visits == 0 {
                untried += 1;
                continue;
            }
            let credited = edge.visits - u32::from(edge.under_way);
            let mean = 0.5 * edge.score as f32 / credited.max(1) as f32;
            let bound = mean + (log / edge.visits as f32).sqrt();
            if bound > most {
                (best, most) = (index, bound);
            }
        }
        if untried > 0 {
            best = self.pick_untried(at, untried);
        }
        node.first as usize + best
    }

    /// Whether the action at the node that an edge leads to is drawn, not chosen.
    fn is_drawn(&self, edge: usize) -> bool {
        let plan = self.root.plan();
        plan.lot_phase()
            .is_some_and(|phase| self.starts[self.places[edge] as usize].position.phase == phase)
    }

    /// Whether this action is a lot.
    pub fn is_lot(&self, action: usize) -> bool {
        matches!(self.root.plan().action(action), Some(Action::Lot(_)))
    }

    /// A random number below this one.
    fn draw(&mut self, below: usize) -> usize {
        self.random = self.random.wrapping_add(1);
        (((mix64(self.random) >> 32) * below as u64) >> 32) as usize
    }

    fn pick_untried(&mut self, at: usize, untried: usize) -> usize {
        let skip = self.draw(untried);
        let edges = self.edges_of(&self.edges[at]).iter().enumerate();
        edges.filter(|(_, edge)| edge.visits == 0).nth(skip).map_or(0, |(index, _)| index)
    }

    /// Comes to the state after the last action of a path, from the node that edge `at` leads to.
    fn reach(&mut self, at: usize, path: &[u32]) {
        if self.root.plan().repetition {
            self.reached.clone_from(&self.root);
            for edge in path {
                self.reached.advance(usize::from(self.edges[*edge as usize].action));
            }
        } else if let [.., last] = path {
            let Start { position, legal, plies } = &self.starts[self.places[at] as usize];
            self.reached.jump(position, *legal, *plies);
            self.reached.advance(usize::from(self.edges[*last as usize].action));
        }
    }

    /// The memory for want of which it stopped growing.
    pub fn lack(&self) -> Option<OutOfMemory> {
        self.lack
    }

    /// Makes room for a node. Where there is none, the tree stays as it is.
    #[inline]
    fn make_room(&mut self) -> bool {
        let made = room_for(&mut self.edges, MOST_ACTIONS)
            .and_then(|()| room_for(&mut self.places, MOST_ACTIONS))
            .and_then(|()| room_for(&mut self.starts, 1));
        self.lack = made.err();
        made.is_ok()
    }

    /// The state just reached becomes the node that this edge leads to.
    fn expand(&mut self, edge: usize) {
        self.places[edge] = self.starts.len() as u32;
        self.starts.push(start_of(&self.reached));
        let side = self.reached.position().to_move;
        let first = self.edges.len();
        self.edges
            .extend(actions_of(self.reached.legal_set()).map(|action| Edge::new(action, side)));
        self.places.resize(self.edges.len(), 0);
        let count = self.edges.len() - first;
        self.edges[edge].first = first as u32;
        self.edges[edge].leads_to(count as u8);
    }

    /// Moves on to a state that came of the root's: its part of the tree is kept. Whether there was
    /// such a part.
    pub fn move_on(&mut self, state: &State) -> bool {
        if !same_rules(state.plan(), self.root.plan()) {
            return false;
        }
        let Some(edge) = self.find(state) else { return false };
        let mut kept = Self {
            root: state.clone(),
            edges: vec![self.edges[edge]],
            places: Vec::new(),
            starts: Vec::new(),
            reached: state.clone(),
            exploration: self.exploration,
            lack: None,
            random: 0,
        };
        self.lack = kept.copy_nodes(self, edge).err();
        if self.lack.is_some() {
            return true; // it is not grown any further
        }
        // The simulation that found this node ended before it.
        kept.edges[ROOT].visits = kept.root_edges().iter().map(|edge| edge.visits).sum();
        *self = kept;
        true
    }

    /// Copies the nodes below an edge, the upper ones first.
    fn copy_nodes(&mut self, from: &Self, edge: usize) -> Result<(), OutOfMemory> {
        self.places.push(from.places[edge]);
        let mut next = 0;
        while next < self.edges.len() {
            let (first, count) = (self.edges[next].first as usize, self.edges[next].count());
            if count > 0 {
                let old = first..first + count;
                room_for(&mut self.edges, count)?;
                room_for(&mut self.places, count)?;
                room_for(&mut self.starts, 1)?;
                self.edges[next].first = self.edges.len() as u32;
                self.edges.extend_from_slice(&from.edges[old.clone()]);
                self.places.extend_from_slice(&from.places[old]);
                let place = self.places[next] as usize;
                self.places[next] = self.starts.len() as u32;
                self.starts.push(from.starts[place]);
            }
            next += 1;
        }
        Ok(())
    }

    /// The edge that leads to a node at this state; of several, the one most visited.
    fn find(&self, state: &State) -> Option<usize> {
        let mut open = vec![(ROOT, self.root.clone())];
        let mut found: Option<usize> = None;
        while let Some((edge, at)) = open.pop() {
            if at.plies() == state.plies() {
                let visits = found.map_or(0, |found| self.edges[found].visits);
                let same = || at == *state && at.history() == state.history();
                if self.edges[edge].visits >= visits && same() {
                    found = Some(edge);
                }
                continue;
            }
            let first = self.edges[edge].first as usize;
            for next in first..first + self.edges[edge].count() {
                if self.edges[next].count() > 0 && at.plies() < state.plies() {
                    let mut after = at.clone();
                    after.advance(usize::from(self.edges[next].action));
                    open.push((next, after));
                }
            }
        }
        found
    }
}

fn same_rules(a: &Arc<Plan>, b: &Arc<Plan>) -> bool {
    Arc::ptr_eq(a, b) || a.digest() == b.digest()
}

/// The natural logarithm of a positive number, to 1e-5 and the same on every machine, which the
/// one of the operating system need not be.
fn ln(n: u32) -> f32 {
    let bits = (n as f32).to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x007F_FFFF | 0x3F80_0000);
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0)));
    exponent as f32 * std::f32::consts::LN_2 + 2.0 * s * series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::catalogue;

    /// The subtrees at two edges say the same.
    fn assert_same(a: (&Tree, &Edge), b: (&Tree, &Edge)) {
        let (edges, others) = (a.0.edges_of(a.1), b.0.edges_of(b.1));
        assert_eq!(edges.len(), others.len());
        for (edge, other) in edges.iter().zip(others) {
            let said = |edge: &Edge| (edge.action, edge.beyond, edge.visits, edge.score);
            assert_eq!(said(edge), said(other));
            assert_same((a.0, edge), (b.0, other));
        }
    }

    /// Simulations without rollouts: South wins from every leaf.
    fn grow(tree: &mut Tree, simulations: u32) {
        for _ in 0..simulations {
            let mut path = Vec::new();
            let result = tree.descend(&mut path).unwrap_or(GameResult::South);
            tree.credit(&path, result);
        }
    }

    #[test]
    fn keeps_the_part_of_the_tree_that_a_game_comes_to() {
        for rules in catalogue::games() {
            let plan = Arc::new(Plan::new(rules.clone()).unwrap());
            let root = State::start(plan);
            let mut tree = Tree::new(&root, 1.0);
            grow(&mut tree, 3000);
            for action in root.legal_actions() {
                let next = root.play(action as i64).unwrap();
                // Two actions may come to the same state: the one more visited is kept.
                let same = |edge: &&Edge| root.play(i64::from(edge.action)).unwrap() == next;
                let ways = tree.root_edges().iter().filter(same);
                let edge = *ways.rev().max_by_key(|edge| edge.visits).unwrap();
                let mut kept = Tree::new(&root, 1.0);
                grow(&mut kept, 3000);
                assert!(kept.move_on(&next), "{}", rules.name);
                assert_same((&tree, &edge), (&kept, &kept.edges[ROOT]));
                assert_eq!(kept.simulations(), edge.visits - 1);
                grow(&mut kept, 50);
                assert_eq!(kept.simulations(), edge.visits + 49);
            }
        }
    }

    #[test]
    fn credits_the_side_that_chose() {
        let root = State::start(Arc::new(Plan::new(catalogue::games()[0].clone()).unwrap()));
        let mut tree = Tree::new(&root, 1.0);
        grow(&mut tree, 2000);
        for edge in tree.edges.iter().skip(1).filter(|edge| edge.end().is_none()) {
            let all = 2 * edge.visits;
            let leaf = edge.count() == 0;
            // Below an inner node there may be ends of games that South does not win.
            let wanted = if edge.side() == 0 { all } else { 0 };
            assert!(!leaf || edge.score == wanted, "{edge:?}");
        }
    }

    #[test]
    fn another_state_has_no_part_of_the_tree() {
        let root = State::start(Arc::new(Plan::new(catalogue::games()[0].clone()).unwrap()));
        let mut tree = Tree::new(&root, 1.0);
        assert!(!tree.move_on(&root.play(0).unwrap()), "not grown yet");
        grow(&mut tree, 100);
        assert!(!tree.move_on(&root.turned()), "of another side");
        assert!(tree.move_on(&root), "the root itself");
        assert_eq!(tree.simulations(), 100);
    }

    #[test]
    fn logarithms_are_near_enough() {
        for n in (1..5000).chain([1 << 20, (1 << 20) + 7, 3_000_000_000, u32::MAX]) {
            let wanted = f64::from(n).ln();
            assert!((f64::from(ln(n)) - wanted).abs() < 3e-5, "{n}");
        }
    }
}

//! One tree: a node for every position that was evaluated, an edge for every action there.

use super::Search;
use super::game::Game;
use super::noise::Stream;
use super::select::{choose, greatest};
use crate::game::actions_of;
use crate::memory::{OutOfMemory, room_for};
use crate::tree::Step;

/// Where an action leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Leads {
    /// It was not played yet.
    Nowhere,
    /// To the node of the number [`Edge::beyond`].
    ToNode,
    /// To the end of the game, worth the float of the bits [`Edge::beyond`] to the player who acts.
    ToEnd,
}

/// An action at a node. The edges of a node lie side by side.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The sum of the values that simulations brought the player who chooses here.
    pub sum: f64,
    /// The share that the evaluator gave it.
    pub prior: f32,
    /// Simulations that went this way.
    pub visits: u32,
    beyond: u32,
    leads: Leads,
    /// The action.
    pub action: u8,
    /// Whether the other player is to move after it.
    passed: bool,
}

const _: () = assert!(size_of::<Edge>() == 24);

/// A position that was evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Evaluated<N> {
    /// The position.
    pub node: N,
    /// What simulations brought its player to move, its own evaluation counted.
    pub sum: f64,
    /// Simulations that came here, its own evaluation counted.
    pub visits: u32,
    /// The evaluator's value.
    pub value: f32,
    first: u32,
    count: u32,
}

impl<N> Evaluated<N> {
    /// The mean of all that simulations brought.
    #[inline]
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits)
    }
}

impl Edge {
    /// The mean of all that simulations brought; not a number if there were none.
    #[inline]
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits)
    }
}

/// A tree, and the leaf that waits for its evaluation.
#[derive(Debug)]
pub struct Tree<N> {
    nodes: Vec<Evaluated<N>>,
    edges: Vec<Edge>,
    /// The nodes and edges from the root to the leaf.
    path: Vec<(u32, u32)>,
    leaf: Option<N>,
    /// Simulations to come.
    left: u32,
    /// Actions played before the root.
    plies: u32,
    /// All seeds of the game.
    seeds: f32,
    /// The random numbers of the root.
    pub stream: Stream,
    /// The scores of the root's actions, if they are used (see [`super::gumbel::scores`]).
    pub scores: Vec<f64>,
}

impl<N> Default for Tree<N> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            leaf: None,
            left: 0,
            plies: 0,
            seeds: 1.0,
            stream: Stream::default(),
            scores: Vec::new(),
        }
    }
}

impl<N: Copy> Tree<N> {
    /// Forgets all, and keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.path.clear();
        self.scores.clear();
        (self.leaf, self.left) = (None, 0);
    }

    /// Begins anew with a root, which waits for its evaluation.
    pub fn begin(&mut self, root: N, plies: u32, seeds: u8, simulations: u32) {
        self.clear();
        (self.leaf, self.left) = (Some(root), simulations);
        (self.plies, self.seeds) = (plies, f32::from(seeds.max(1)));
    }

    /// The position that waits for its evaluation.
    pub fn leaf(&self) -> Option<&N> {
        self.leaf.as_ref()
    }

    /// All seeds of the game.
    pub fn seeds(&self) -> f32 {
        self.seeds
    }

    /// Its memory in bytes.
    pub fn memory(&self) -> usize {
        size_of::<Self>()
            + self.nodes.capacity() * size_of::<Evaluated<N>>()
            + self.edges.capacity() * size_of::<Edge>()
    }

    /// The root and its actions, once it is evaluated.
    pub fn root(&self) -> Option<(&Evaluated<N>, &[Edge])> {
        let root = self.nodes.first()?;
        Some((root, &self.edges[..root.count as usize]))
    }

    /// The edges of the root.
    pub fn root_edges_mut(&mut self) -> &mut [Edge] {
        let count = self.nodes.first().map_or(0, |root| root.count as usize);
        &mut self.edges[..count]
    }

    /// Simulates until a leaf waits for its evaluation or all simulations are made: such as come to
    /// the end of a game need no evaluation.
    pub fn grow<G: Game<Node = N>>(&mut self, game: &G, scratch: &mut G::Scratch, search: &Search) {
        while self.leaf.is_none() && self.left > 0 {
            self.left -= 1;
            if let Some(value) = self.descend(game, scratch, search) {
                self.credit(f64::from(value));
            }
        }
    }

    /// Goes down to an action that ends the game, and gives what that is worth to the player who
    /// acts; or to one that is played for the first time: what follows it is the leaf.
    fn descend<G: Game<Node = N>>(
        &mut self,
        game: &G,
        scratch: &mut G::Scratch,
        search: &Search,
    ) -> Option<f32> {
        let mut at = 0;
        loop {
            let node = &self.nodes[at];
            let edges = &self.edges[node.first as usize..][..node.count as usize];
            let scores = if at == 0 { &self.scores[..] } else { &[] };
            let chosen = node.first as usize + choose(search, node, edges, scores);
            self.path.push((at as u32, chosen as u32));
            let edge = &self.edges[chosen];
            match edge.leads {
                Leads::ToNode => at = edge.beyond as usize,
                Leads::ToEnd => return Some(f32::from_bits(edge.beyond)),
                Leads::Nowhere => return self.explore(game, scratch, search, at, chosen),
            }
        }
    }

    /// Plays an action for the first time.
    fn explore<G: Game<Node = N>>(
        &mut self,
        game: &G,
        scratch: &mut G::Scratch,
        search: &Search,
        at: usize,
        chosen: usize,
    ) -> Option<f32> {
        let plies = self.plies.saturating_add(self.path.len() as u32);
        let (node, action) = (&self.nodes[at].node, self.edges[chosen].action);
        let (step, value) = self.play(game, scratch, search, (node, action), plies);
        let edge = &mut self.edges[chosen];
        let Some(value) = value else {
            edge.passed = step.passed;
            self.leaf = Some(step.node);
            return None;
        };
        (edge.leads, edge.beyond) = (Leads::ToEnd, value.to_bits());
        Some(value)
    }

    /// Plays an action, after which so many are played in the game; with what that is worth to the
    /// player who acts, if it ends the game or leads to a position that is known.
    fn play<G: Game<Node = N>>(
        &self,
        game: &G,
        scratch: &mut G::Scratch,
        search: &Search,
        (node, action): (&N, u8),
        plies: u32,
    ) -> (Step<N>, Option<f32>) {
        let step = game.play(scratch, node, usize::from(action));
        let value = match step.end {
            Some(end) => Some(search.worth(end, self.seeds)),
            None if plies >= search.max_actions => Some(0.0),
            None => search.known(game, &step.node, self.seeds),
        };
        let value = value.map(|value| if step.passed { 0.0 - value } else { value });
        (step, value)
    }

    /// The action of the root that is worth the most, `usual` if that is as good as any; if the root
    /// is known, and so is what it leads to.
    pub fn best_known<G: Game<Node = N>>(
        &self,
        game: &G,
        search: &Search,
        usual: usize,
    ) -> Option<usize> {
        let (root, edges) = self.root()?;
        search.known(game, &root.node, self.seeds)?;
        let (mut scratch, plies) = (game.scratch(), self.plies.saturating_add(1));
        let mut value =
            |edge: &Edge| self.play(game, &mut scratch, search, (&root.node, edge.action), plies).1;
        let values: Option<Vec<f32>> = edges.iter().map(&mut value).collect();
        let values = values?;
        let best = greatest(values.iter().map(|value| f64::from(*value)));
        Some(if values[usual] < values[best] { best } else { usual })
    }

    /// Takes the evaluation of the leaf: it becomes a node, and its value is credited. The logits
    /// are those of all actions of the game.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn evaluated<G: Game<Node = N>>(
        &mut self,
        game: &G,
        logits: &[f32],
        value: f32,
    ) -> Result<(), OutOfMemory> {
        let Some(node) = self.leaf.take() else { return Ok(()) };
        let legal = game.legal(&node);
        self.make_room(legal.count_ones() as usize)?;
        let first = self.edges.len();
        let largest = actions_of(legal).fold(f32::NEG_INFINITY, |most, i| most.max(logits[i]));
        let mut sum = 0.0;
        for action in actions_of(legal) {
            let share = (f64::from(logits[action]) - f64::from(largest)).exp();
            sum += share;
            self.edges.push(Edge {
                sum: share,
                prior: 0.0,
                visits: 0,
                beyond: 0,
                leads: Leads::Nowhere,
                action: action as u8,
                passed: false,
            });
        }
        for edge in &mut self.edges[first..] {
            edge.prior = (edge.sum / sum) as f32;
            edge.sum = 0.0;
        }
        if let Some((_, edge)) = self.path.last() {
            let edge = &mut self.edges[*edge as usize];
            (edge.leads, edge.beyond) = (Leads::ToNode, self.nodes.len() as u32);
        }
        let (first, count) = (first as u32, legal.count_ones());
        self.nodes.push(Evaluated { node, sum: f64::from(value), visits: 1, value, first, count });
        self.credit_leaf(f64::from(value));
        Ok(())
    }

    /// Makes room for a node.
    #[inline]
    fn make_room(&mut self, edges: usize) -> Result<(), OutOfMemory> {
        room_for(&mut self.nodes, 1)?;
        room_for(&mut self.edges, edges)
    }

    /// Credits a value of the player to move at the leaf.
    fn credit_leaf(&mut self, value: f64) {
        let passed = self.path.last().is_some_and(|(_, edge)| self.edges[*edge as usize].passed);
        self.credit(if passed { -value } else { value });
    }

    /// Credits a value of the player who acts last on the path to everybody on it: the value itself
    /// where that player chooses, the negative of it where the other one does. The path is empty
    /// then.
    fn credit(&mut self, value: f64) {
        let mut value = value;
        while let Some((node, edge)) = self.path.pop() {
            let edge = &mut self.edges[edge as usize];
            edge.sum += value;
            edge.visits += 1;
            let node = &mut self.nodes[node as usize];
            node.sum += value;
            node.visits += 1;
            if let Some((_, before)) = self.path.last()
                && self.edges[*before as usize].passed
            {
                value = -value;
            }
        }
    }
}

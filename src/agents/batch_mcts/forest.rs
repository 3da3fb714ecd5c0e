//! All trees of a search: what is done in each of them, and the rows of an array that are its.

use rayon::prelude::*;

use super::game::Game;
use super::gumbel::{self, Root};
use super::noise::Stream;
use super::tree::Tree;
use super::{Method, Origin, Search, select};
use crate::game::{actions_of, observation_names};
use crate::memory::{OutOfMemory, room_for, some_left};
use crate::plan::Plan;

/// Fewer trees than this are not worth a second thread.
pub const FEWEST_FOR_THREADS: usize = 32;
/// Most trees that one thread takes at once.
const MOST_IN_CHUNK: usize = 64;

/// Arrays for the leaves, with a row for every lane; the first ones are filled.
#[derive(Debug)]
pub struct Rows<'a> {
    /// The observations.
    pub observations: &'a mut [u8],
    /// The legal actions.
    pub mask: &'a mut [bool],
}

/// What the evaluator says of the rows.
#[derive(Clone, Copy, Debug)]
pub struct Answers<'a> {
    /// A number for every action of the game.
    pub logits: &'a [f32],
    /// The value for the player to move.
    pub values: &'a [f32],
}

/// What keeps trees from growing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// A number of the evaluator is not finite.
    Number {
        /// The row.
        row: usize,
        /// The action whose logit it is; `None` for the value.
        action: Option<usize>,
        /// The number.
        number: f32,
    },
    /// There is not enough memory.
    Memory(OutOfMemory),
}

impl From<OutOfMemory> for Fault {
    fn from(lack: OutOfMemory) -> Self {
        Self::Memory(lack.less_by("a batch of fewer lanes, or fewer simulations="))
    }
}

/// Arrays for what was found out, with a row for every lane.
#[derive(Debug)]
pub struct Results<'a> {
    /// The policies.
    pub policies: &'a mut [f32],
    /// The values of the roots.
    pub values: &'a mut [f32],
    /// The visits of the actions.
    pub visits: &'a mut [u32],
    /// The mean of what came of each action; 0 where it was not tried.
    pub q_values: &'a mut [f32],
    /// The actions.
    pub actions: &'a mut [u8],
}

/// The trees of all lanes.
#[derive(Debug)]
pub struct Forest<G: Game> {
    game: G,
    search: Search,
    trees: Vec<Tree<G::Node>>,
    /// Trees that one thread takes at once.
    chunk: usize,
    /// Rows of each chunk.
    counts: Vec<usize>,
    features: usize,
    actions: usize,
}

/// What one thread works on.
struct Chunk<'a, N> {
    trees: &'a mut [Tree<N>],
    rows: Rows<'a>,
    /// The row of the first leaf.
    first: usize,
}

impl<G: Game> Forest<G> {
    /// No trees yet.
    pub fn new(game: G, plan: &Plan, search: Search) -> Self {
        Self {
            game,
            search,
            trees: Vec::new(),
            chunk: 1,
            counts: Vec::new(),
            features: observation_names(plan).len(),
            actions: plan.actions.count,
        }
    }

    pub fn begin(
        &mut self,
        lanes: usize,
        simulations: u32,
        mut origin: impl FnMut(usize) -> Option<Origin>,
        rows: Rows,
        threads: usize,
    ) -> Result<usize, Fault> {
        self.search.simulate(simulations);
        let more = lanes.saturating_sub(self.trees.len());
        room_for(&mut self.trees, more)?;
        self.trees.resize_with(lanes, Tree::default);
        let many = threads > 1 && lanes >= FEWEST_FOR_THREADS;
        let threads = if many { threads.min(rayon::current_num_threads()) } else { 1 };
        self.chunk = lanes.div_ceil(4 * threads.max(1)).clamp(1, MOST_IN_CHUNK);
        self.counts = vec![0; lanes.div_ceil(self.chunk)];
        for (lane, tree) in self.trees.iter_mut().enumerate() {
            let Some(Origin { start, seeds, key }) = origin(lane) else {
                tree.clear();
                continue;
            };
            tree.begin(self.game.node_at(&start), start.plies, seeds, self.search.simulations);
            tree.stream = Stream::new(self.search.seed, key, start.plies);
        }
        let visit =
            |this: &Self, chunk: Chunk<'_, G::Node>| Ok(this.gather(chunk.trees, chunk.rows));
        self.on_chunks(rows, threads, visit)
    }

    pub fn advance(
        &mut self,
        answers: Answers,
        rows: Rows,
        threads: usize,
    ) -> Result<usize, Fault> {
        self.on_chunks(rows, threads, |this, chunk| {
            let mut scratch = this.game.scratch();
            let mut row = chunk.first;
            let memory = |trees: &[Tree<_>]| trees.iter().map(Tree::memory).sum::<usize>();
            let before = memory(chunk.trees);
            for tree in chunk.trees.iter_mut() {
                if tree.leaf().is_some() {
                    this.take(tree, answers, row)?;
                    row += 1;
                }
                tree.grow(&this.game, &mut scratch, &this.search);
            }
            if memory(chunk.trees) > before {
                some_left()?; // a tree is small, but there are many
            }
            Ok(this.gather(chunk.trees, chunk.rows))
        })
    }

    /// Takes the evaluation of a tree's leaf.
    fn take(&self, tree: &mut Tree<G::Node>, answers: Answers, row: usize) -> Result<(), Fault> {
        let Some(leaf) = tree.leaf() else { return Ok(()) };
        let logits = &answers.logits[row * self.actions..][..self.actions];
        let value = answers.values[row];
        let unfit = actions_of(self.game.legal(leaf)).find(|action| !logits[*action].is_finite());
        if let Some(action) = unfit {
            return Err(Fault::Number { row, action: Some(action), number: logits[action] });
        }
        if !value.is_finite() {
            return Err(Fault::Number { row, action: None, number: value });
        }
        let is_root = tree.root().is_none();
        tree.evaluated(&self.game, logits, value)?;
        if is_root {
            self.prepare_root(tree);
        }
        Ok(())
    }

    /// Draws the random numbers of a root.
    fn prepare_root(&self, tree: &mut Tree<G::Node>) {
        let mut stream = tree.stream;
        match &self.search.method {
            Method::Puct { noise: Some(noise), .. } => {
                let edges = tree.root_edges_mut();
                let mut shares = [0.0; 64];
                stream.dirichlet(noise.alpha, &mut shares[..edges.len()]);
                for (edge, share) in edges.iter_mut().zip(shares) {
                    let prior = f64::from(edge.prior);
                    edge.prior = ((1.0 - noise.fraction) * prior + noise.fraction * share) as f32;
                }
            }
            Method::Puct { noise: None, .. } => {}
            Method::Gumbel(gumbel) => {
                let Some((_, edges)) = tree.root() else { return };
                tree.scores = gumbel::scores(gumbel, edges, &mut stream).collect();
            }
        }
    }

    /// Writes the leaves of some trees to the first rows; gives their number.
    fn gather(&self, trees: &[Tree<G::Node>], rows: Rows<'_>) -> usize {
        let Rows { observations, mask } = rows;
        let mut count = 0;
        for leaf in trees.iter().filter_map(Tree::leaf) {
            let out = &mut observations[count * self.features..][..self.features];
            self.game.observe(leaf, out);
            let legal = self.game.legal(leaf);
            let out = &mut mask[count * self.actions..][..self.actions];
            out.iter_mut().enumerate().for_each(|(action, out)| *out = legal >> action & 1 == 1);
            count += 1;
        }
        count
    }

    /// Visits all chunks, which write rows of their own; then moves these together, in the order of
    /// the lanes. Gives the number of rows.
    fn on_chunks(
        &mut self,
        rows: Rows,
        threads: usize,
        visit: impl Fn(&Self, Chunk<'_, G::Node>) -> Result<usize, Fault> + Sync,
    ) -> Result<usize, Fault> {
        let Rows { observations, mask } = rows;
        let (chunk, features, actions) = (self.chunk, self.features, self.actions);
        let firsts = self.counts.iter().scan(0, |sum, count| {
            let first = *sum;
            *sum += count;
            Some(first)
        });
        let firsts: Vec<usize> = firsts.collect();
        let mut trees = std::mem::take(&mut self.trees);
        let this = &*self;
        let counts: Result<Vec<usize>, Fault> = if threads == 1 || trees.len() < FEWEST_FOR_THREADS
        {
            let parts = trees.chunks_mut(chunk).zip(observations.chunks_mut(chunk * features));
            let parts = parts.zip(mask.chunks_mut(chunk * actions)).zip(&firsts);
            let chunks = parts.map(|(((trees, observations), mask), first)| Chunk {
                trees,
                rows: Rows { observations, mask },
                first: *first,
            });
            chunks.map(|chunk| visit(this, chunk)).collect()
        } else {
            let observations = observations.par_chunks_mut(chunk * features);
            let parts = trees.par_chunks_mut(chunk).zip(observations);
            let parts = parts.zip(mask.par_chunks_mut(chunk * actions)).zip(&firsts);
            let chunks = parts.map(|(((trees, observations), mask), first)| Chunk {
                trees,
                rows: Rows { observations, mask },
                first: *first,
            });
            chunks.map(|chunk| visit(this, chunk)).collect()
        };
        self.trees = trees;
        self.counts = counts?;
        let mut end = 0;
        for (number, count) in self.counts.iter().enumerate() {
            let begin = number * chunk;
            if begin != end {
                observations
                    .copy_within(begin * features..(begin + count) * features, end * features);
                mask.copy_within(begin * actions..(begin + count) * actions, end * actions);
            }
            end += count;
        }
        Ok(end)
    }

    pub fn results(&self, results: Results) {
        let policies = results.policies.chunks_exact_mut(self.actions);
        let visits = results.visits.chunks_exact_mut(self.actions);
        let q_values = results.q_values.chunks_exact_mut(self.actions);
        let lanes = self.trees.iter().zip(policies.zip(visits.zip(q_values)));
        let lanes = lanes.zip(results.values.iter_mut().zip(results.actions));
        for ((tree, (policy, (visits, q_values))), (value, action)) in lanes {
            policy.fill(0.0);
            visits.fill(0);
            q_values.fill(0.0);
            (*value, *action) = (0.0, 0);
            let Some((root, edges)) = tree.root() else { continue };
            let mut shares = [0.0; 64];
            let best = match &self.search.method {
                Method::Puct { .. } => {
                    let all = f64::from(root.visits - 1);
                    let part = |visits: u32| f64::from(visits) / all;
                    edges.iter().zip(&mut shares).for_each(|(edge, out)| *out = part(edge.visits));
                    select::greatest(edges.iter().map(|edge| f64::from(edge.visits)))
                }
                Method::Gumbel(gumbel) => {
                    gumbel::improve(gumbel, root, edges, &mut shares);
                    Root { node: root, edges, scores: &tree.scores }.winner(gumbel)
                }
            };
            for (edge, share) in edges.iter().zip(shares) {
                policy[usize::from(edge.action)] = share as f32;
                visits[usize::from(edge.action)] = edge.visits;
                if edge.visits > 0 {
                    q_values[usize::from(edge.action)] = edge.mean() as f32;
                }
            }
            let known = self.search.known(&self.game, &root.node, tree.seeds());
            let best = tree.best_known(&self.game, &self.search, best).unwrap_or(best);
            (*value, *action) = (known.unwrap_or(root.mean() as f32), edges[best].action);
        }
    }

    pub fn memory(&self) -> usize {
        self.trees.iter().map(Tree::memory).sum()
    }
}

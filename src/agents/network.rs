//! A network of fully connected layers that judges positions.
//!
//! Every sum is taken input by input in the same order, whatever the vector width and however many
//! threads and positions there are, so that a network plays the same games; libraries of linear
//! algebra do not promise that. Only the hyperbolic tangent at the end is the system's own, in
//! double precision, and rounded. Inputs that are 0 are left out: most are, as counts are shown by
//! lamps and as half of what a layer gives is cut off.

// The variants for wider vectors: see the proof at `Network::judge_at`.
#![allow(unsafe_code)]
#![allow(clippy::inline_always, clippy::needless_range_loop)] // one body for each width; sums by number

use rayon::prelude::*;

use crate::batch::Level;

/// Outputs of a layer whose sums are kept in registers.
const TILE: usize = 64;
/// The same for the heads, which have few.
const HEAD: usize = 16;
/// Positions that are judged layer by layer, and that one thread judges before it looks for more. The weights of a tile
/// are read for all of them while they lie in the nearest cache.
const CHUNK: usize = 64;

/// What a layer makes of numbers: weighted sums.
#[derive(Clone, Debug)]
pub struct Layer {
    inputs: usize,
    outputs: usize,
    /// Outputs that are computed together; they are filled up with 0 to whole tiles.
    tile: usize,
    /// By tile and by input, the weights of its outputs.
    weights: Vec<f32>,
    /// Filled up likewise.
    bias: Vec<f32>,
}

impl Layer {
    /// A layer of weights (outputs x inputs, row by row) and a bias for each output; `None` if the
    /// sizes do not fit.
    #[must_use]
    pub fn new(inputs: usize, weights: &[f32], bias: &[f32]) -> Option<Self> {
        if weights.len() != inputs.checked_mul(bias.len())? {
            return None;
        }
        let weight = |output: usize, input: usize| weights[output * inputs + input];
        Some(Self::of(TILE, inputs, bias, weight))
    }

    /// A layer of these weights of outputs and inputs.
    fn of(tile: usize, inputs: usize, bias: &[f32], weight: impl Fn(usize, usize) -> f32) -> Self {
        let outputs = bias.len();
        let padded = outputs.next_multiple_of(tile);
        let mut weights = vec![0.0; inputs * padded];
        for output in 0..outputs {
            for input in 0..inputs {
                weights[place(tile, inputs, output, input)] = weight(output, input);
            }
        }
        let mut bias = bias.to_vec();
        bias.resize(padded, 0.0);
        Self { inputs, outputs, tile, weights, bias }
    }

    /// Both heads as one layer: the second one's outputs follow those of the first.
    fn heads(policy: &Self, value: &Self) -> Self {
        let (inputs, actions) = (policy.inputs, policy.outputs);
        let bias = [&policy.bias[..actions], &value.bias[..value.outputs]].concat();
        let weight = |output: usize, input: usize| {
            let (head, output) =
                if output < actions { (policy, output) } else { (value, output - actions) };
            head.weights[place(head.tile, inputs, output, input)]
        };
        Self::of(HEAD, inputs, &bias, weight)
    }

    /// Adds up, for the inputs of each position that are not 0 and in their order, into `out`, which has room for whole
    /// tiles.
    #[inline(always)]
    fn apply<const T: usize>(&self, lit: &[Vec<Lit>], out: &mut [f32]) {
        debug_assert_eq!(self.tile, T);
        let (padded, (biases, _)) = (self.bias.len(), self.bias.as_chunks::<T>());
        for (tile, bias) in biases.iter().enumerate() {
            let weights = &self.weights[tile * self.inputs * T..(tile + 1) * self.inputs * T];
            for (lit, out) in lit.iter().zip(out.chunks_exact_mut(padded)) {
                let Some(out) = out[tile * T..].first_chunk_mut::<T>() else { break };
                *out = summed(weights, bias, lit);
            }
        }
    }
}

/// The outputs of a tile, of weights input by input.
#[inline(always)]
fn summed<const T: usize>(weights: &[f32], bias: &[f32; T], lit: &[Lit]) -> [f32; T] {
    let mut sums = *bias;
    for &(input, number) in lit {
        let Some(weights) = weights[input as usize * T..].first_chunk::<T>() else { break };
        // By number: so they stay in registers.
        for output in 0..T {
            sums[output] += number * weights[output];
        }
    }
    sums
}

/// Where the weight of an output for an input lies.
fn place(tile: usize, inputs: usize, output: usize, input: usize) -> usize {
    (output / tile * inputs + input) * tile + output % tile
}

/// Layers: a first one, blocks of two with a short cut around them, and two heads.
#[derive(Clone, Debug)]
pub struct Network {
    first: Layer,
    blocks: Vec<[Layer; 2]>,
    /// Logits of the actions, and the value.
    heads: Layer,
}

/// An input that is not 0: its place and its number.
type Lit = (u32, f32);

/// What a thread needs to judge positions.
#[derive(Debug)]
struct Room {
    lit: Vec<Vec<Lit>>,
    shown: Vec<f32>,
    inner: Vec<f32>,
    after: Vec<f32>,
}

impl Room {
    /// For so many positions, at most [`CHUNK`].
    fn new(network: &Network, positions: usize) -> Self {
        let numbers = vec![0.0; positions * network.first.bias.len()];
        let inputs = network.inputs().max(network.first.bias.len());
        let heads = positions * network.heads.bias.len();
        Self {
            lit: (0..positions).map(|_| Vec::with_capacity(inputs + 1)).collect(),
            shown: numbers.clone(),
            inner: numbers.clone(),
            after: vec![0.0; numbers.len().max(heads)],
        }
    }

    /// Finds what is not 0 of the numbers of each position.
    #[inline(always)]
    fn light(lit: &mut [Vec<Lit>], numbers: &[f32], count: usize, stride: usize) {
        for (lit, numbers) in lit.iter_mut().zip(numbers.chunks_exact(stride)) {
            lit.resize(count + 1, (0, 0.0));
            let mut found = 0;
            // No branch: about half of the numbers are 0, as it happens.
            for (place, number) in numbers[..count].iter().enumerate() {
                lit[found] = (place as u32, *number);
                found += usize::from(*number != 0.0);
            }
            lit.truncate(found);
        }
    }
}

#[inline(always)]
fn cut_off(numbers: &mut [f32]) {
    for number in numbers {
        *number = number.max(0.0);
    }
}

impl Network {
    /// A network of these layers; `None` if they do not fit each other.
    #[must_use]
    pub fn new(
        first: Layer,
        blocks: Vec<[Layer; 2]>,
        policy: &Layer,
        value: &Layer,
    ) -> Option<Self> {
        let width = first.outputs;
        let is_empty = first.inputs == 0 || width == 0 || policy.outputs == 0;
        let inner = blocks.iter().flatten().all(|it| (it.inputs, it.outputs) == (width, width));
        let heads = policy.inputs == width && value.inputs == width && value.outputs == 1;
        (inner && heads && !is_empty).then(|| Self {
            first,
            blocks,
            heads: Layer::heads(policy, value),
        })
    }

    /// A network of layers in their order: the first, those of the blocks, policy and value; `None`
    /// if they do not fit each other.
    #[must_use]
    pub fn of(mut layers: Vec<Layer>) -> Option<Self> {
        let (value, policy) = (layers.pop()?, layers.pop()?);
        let mut inner = layers.into_iter();
        let (first, mut blocks) = (inner.next()?, Vec::new());
        while let Some(before) = inner.next() {
            blocks.push([before, inner.next()?]);
        }
        Self::new(first, blocks, &policy, &value)
    }

    /// Numbers of an observation.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.first.inputs
    }

    /// Actions that are judged.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.heads.outputs - 1
    }

    /// Judges as many positions as there are values, at most [`CHUNK`]: observations in, logits and values out.
    #[inline(always)]
    fn judge_some(&self, room: &mut Room, seen: &[f32], logits: &mut [f32], values: &mut [f32]) {
        let (width, padded, actions) = (self.first.outputs, self.first.bias.len(), self.actions());
        let (rows, heads) = (values.len(), self.heads.bias.len());
        let lit = &mut room.lit[..rows];
        let (shown, inner) = (&mut room.shown[..rows * padded], &mut room.inner[..rows * padded]);
        let after = &mut room.after;
        Room::light(lit, seen, self.inputs(), self.inputs());
        self.first.apply::<TILE>(lit, shown);
        cut_off(shown);
        for [before, behind] in &self.blocks {
            Room::light(lit, shown, width, padded);
            before.apply::<TILE>(lit, inner);
            cut_off(inner);
            Room::light(lit, inner, width, padded);
            behind.apply::<TILE>(lit, after);
            for (sum, number) in shown.iter_mut().zip(&after[..rows * padded]) {
                *sum += number;
            }
            cut_off(shown);
        }
        Room::light(lit, shown, width, padded);
        self.heads.apply::<HEAD>(lit, after);
        let judged = after.chunks_exact(heads);
        for ((judged, out), value) in judged.zip(logits.chunks_exact_mut(actions)).zip(values) {
            out.copy_from_slice(&judged[..actions]);
            *value = f64::from(judged[actions]).tanh() as f32;
        }
    }

    /// Judges positions: `inputs` numbers each in, `actions` logits and one value (-1 to 1, for the
    /// player to move) out, on the threads of the current pool.
    pub fn judge(&self, level: Level, shown: &[f32], logits: &mut [f32], values: &mut [f32]) {
        let (inputs, actions) = (self.inputs(), self.actions());
        let positions = CHUNK.min(values.len());
        let parts = shown.par_chunks(CHUNK * inputs);
        let out = logits.par_chunks_mut(CHUNK * actions).zip(values.par_chunks_mut(CHUNK));
        parts.zip(out).for_each_init(
            || Room::new(self, positions),
            |room, (shown, (logits, values))| self.judge_at(level, room, shown, logits, values),
        );
    }

    /// The same on this thread.
    pub fn judge_here(&self, level: Level, shown: &[f32], logits: &mut [f32], values: &mut [f32]) {
        let (inputs, actions) = (self.inputs(), self.actions());
        let mut room = Room::new(self, CHUNK.min(values.len()));
        let out = logits.chunks_mut(CHUNK * actions).zip(values.chunks_mut(CHUNK));
        for (shown, (logits, values)) in shown.chunks(CHUNK * inputs).zip(out) {
            self.judge_at(level, &mut room, shown, logits, values);
        }
    }

    /// Judges a chunk at a level.
    fn judge_at(
        &self,
        level: Level,
        room: &mut Room,
        shown: &[f32],
        logits: &mut [f32],
        values: &mut [f32],
    ) {
        let level = if level.is_available() { level } else { Level::Baseline };
        match level {
            // SAFETY: the processor was asked for these features just above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { self.judge_avx512(room, shown, logits, values) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { self.judge_avx2(room, shown, logits, values) },
            // NEON is the baseline of its architecture (see `Level::kernels`).
            _ => self.judge_some(room, shown, logits, values),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn judge_avx2(&self, room: &mut Room, shown: &[f32], logits: &mut [f32], values: &mut [f32]) {
        self.judge_some(room, shown, logits, values);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
    fn judge_avx512(&self, room: &mut Room, shown: &[f32], logits: &mut [f32], values: &mut [f32]) {
        self.judge_some(room, shown, logits, values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix64;

    fn numbers(count: usize, seed: u64) -> Vec<f32> {
        let number = |at: u64| (mix64(seed << 32 | at) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        (0..count as u64).map(number).collect()
    }

    fn layer(inputs: usize, outputs: usize, seed: u64) -> Layer {
        let weights = numbers(inputs * outputs, seed);
        Layer::new(inputs, &weights, &numbers(outputs, seed + 1)).expect("they fit")
    }

    #[test]
    fn all_levels_judge_alike_to_the_last_bit() {
        for width in [1, 63, 64, 100] {
            let blocks = (0..2).map(|i| [layer(width, width, 10 + i), layer(width, width, 20 + i)]);
            let (first, policy) = (layer(30, width, 1), layer(width, 7, 3));
            let network = Network::new(first, blocks.collect(), &policy, &layer(width, 1, 5));
            let network = network.expect("they fit");
            let shown = numbers(30 * 200, 9);
            let mut all = Vec::new();
            for level in Level::available() {
                let (mut logits, mut values) = (vec![0.0; 7 * 200], vec![0.0; 200]);
                network.judge(level, &shown, &mut logits, &mut values);
                all.push((logits, values));
            }
            assert!(all.iter().all(|one| *one == all[0]));
            assert!(all[0].1.iter().any(|value| value.abs() > 0.01));
        }
    }

    /// One layer as the definition has it.
    fn plain(input: &[f32], weights: &[f32], bias: &[f32]) -> Vec<f32> {
        let rows = weights.chunks_exact(input.len()).zip(bias);
        rows.map(|(row, bias)| {
            row.iter().zip(input).fold(*bias, |sum, (weight, number)| sum + number * weight)
        })
        .collect()
    }

    #[test]
    fn a_network_adds_up_input_by_input() {
        let (inputs, width, actions, rows) = (30, 20, 70, 130); // heads wider than a tile
        let sizes = [(inputs, width), (width, width), (width, width), (width, actions), (width, 1)];
        let raw = (1..).zip(sizes).map(|(seed, (inputs, outputs))| {
            (inputs, numbers(inputs * outputs, seed), numbers(outputs, 10 + seed))
        });
        let raw: Vec<(usize, Vec<f32>, Vec<f32>)> = raw.collect();
        let layers = raw.iter().map(|(inputs, weights, bias)| Layer::new(*inputs, weights, bias));
        let [first, before, behind, policy, value] =
            layers.collect::<Option<Vec<_>>>().expect("they fit").try_into().expect("five");
        let network = Network::new(first, vec![[before, behind]], &policy, &value);
        let network = network.expect("they fit");
        let mut seen = numbers(inputs * rows, 9);
        seen.iter_mut().step_by(3).for_each(|number| *number = 0.0);
        let (mut logits, mut values) = (vec![0.0; actions * rows], vec![0.0; rows]);
        network.judge_here(Level::Baseline, &seen, &mut logits, &mut values);
        let relu = |numbers: Vec<f32>| numbers.into_iter().map(|x| x.max(0.0)).collect::<Vec<_>>();
        let apply = |layer: usize, input: &[f32]| plain(input, &raw[layer].1, &raw[layer].2);
        for row in 0..rows {
            let shown = relu(apply(0, &seen[row * inputs..(row + 1) * inputs]));
            let after = apply(2, &relu(apply(1, &shown)));
            let shown = relu(shown.iter().zip(after).map(|(a, b)| a + b).collect());
            assert_eq!(logits[row * actions..(row + 1) * actions], apply(3, &shown), "{row}");
            let value = f64::from(apply(4, &shown)[0]).tanh() as f32;
            assert_eq!(values[row].to_bits(), value.to_bits(), "{row}");
        }
        let (mut again, mut more) = (logits.clone(), values.clone());
        network.judge(Level::Baseline, &seen, &mut again, &mut more);
        assert_eq!((again, more), (logits, values));
    }

    #[test]
    fn layers_that_do_not_fit_are_refused() {
        assert!(Layer::new(3, &[0.0; 5], &[0.0; 2]).is_none());
        let two = || layer(2, 2, 1);
        assert!(Network::new(layer(2, 0, 1), vec![], &layer(0, 2, 1), &layer(0, 1, 1)).is_none());
        assert!(Network::new(two(), vec![], &two(), &layer(2, 1, 1)).is_some());
        assert!(Network::new(two(), vec![], &two(), &two()).is_none());
        assert!(
            Network::new(two(), vec![[two(), layer(2, 3, 1)]], &two(), &layer(2, 1, 1)).is_none()
        );
    }
}

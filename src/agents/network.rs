//! A network of fully connected layers that judges positions.
//!
//! Every sum is taken input by input in the same order, whatever the vector width and however many
//! threads and positions there are, so that a network plays the same games; libraries of linear
//! algebra do not promise that. Only the hyperbolic tangent at the end is the system's own, in
//! double precision, and rounded. Inputs that are 0 are left out: most are, as counts are shown by
//! lamps and as half of what a layer gives is cut off.

// The variants for wider vectors: see the proof at `Network::judge`.
#![allow(unsafe_code)]
#![allow(clippy::inline_always)] // what is compiled for each width has to be one body

use rayon::prelude::*;

use crate::batch::Level;

/// Outputs whose sums are kept in registers: 4 of 64 bytes.
const TILE: usize = 64;
/// Positions that one thread judges before it looks for more.
const CHUNK: usize = 64;

/// What a layer makes of numbers: weighted sums.
#[derive(Clone, Debug)]
pub struct Layer {
    inputs: usize,
    outputs: usize,
    /// By input, the weights of all outputs, filled up with 0 to whole tiles.
    weights: Vec<f32>,
    /// Filled up likewise.
    bias: Vec<f32>,
}

impl Layer {
    /// A layer of weights (outputs x inputs, row by row) and a bias for each output; `None` if the
    /// sizes do not fit.
    #[must_use]
    pub fn new(inputs: usize, weights: &[f32], bias: &[f32]) -> Option<Self> {
        let outputs = bias.len();
        if weights.len() != inputs.checked_mul(outputs)? {
            return None;
        }
        let padded = outputs.next_multiple_of(TILE);
        let mut turned = vec![0.0; inputs * padded];
        for (output, row) in weights.chunks_exact(inputs.max(1)).enumerate() {
            for (input, weight) in row.iter().enumerate() {
                turned[input * padded + output] = *weight;
            }
        }
        let mut bias = bias.to_vec();
        bias.resize(padded, 0.0);
        Some(Self { inputs, outputs, weights: turned, bias })
    }

    /// Adds up into `out`, which has room for whole tiles.
    #[inline(always)]
    fn apply(&self, input: &[f32], lit: &mut Vec<(usize, f32)>, out: &mut [f32]) {
        lit.clear();
        let padded = self.bias.len();
        let shown = input[..self.inputs].iter().enumerate().filter(|(_, number)| **number != 0.0);
        lit.extend(shown.map(|(at, number)| (at * padded, *number)));
        for (tile, out) in out[..padded].as_chunks_mut::<TILE>().0.iter_mut().enumerate() {
            let first = tile * TILE;
            out.copy_from_slice(&self.bias[first..first + TILE]);
            let mut sums = *out;
            for (row, number) in lit.iter() {
                let Some(weights) = self.weights[row + first..].first_chunk::<TILE>() else {
                    break;
                };
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += number * weight;
                }
            }
            *out = sums;
        }
    }
}

/// Layers: a first one, blocks of two with a short cut around them, and two heads.
#[derive(Clone, Debug)]
pub struct Network {
    first: Layer,
    blocks: Vec<[Layer; 2]>,
    policy: Layer,
    value: Layer,
}

/// What a thread needs to judge positions.
#[derive(Debug, Default)]
struct Room {
    lit: Vec<(usize, f32)>,
    shown: Vec<f32>,
    inner: Vec<f32>,
    after: Vec<f32>,
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
    pub fn new(first: Layer, blocks: Vec<[Layer; 2]>, policy: Layer, value: Layer) -> Option<Self> {
        let width = first.outputs;
        let inner = blocks.iter().flatten().all(|it| (it.inputs, it.outputs) == (width, width));
        let heads = policy.inputs == width && value.inputs == width && value.outputs == 1;
        (inner && heads).then_some(Self { first, blocks, policy, value })
    }

    /// Numbers of an observation.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.first.inputs
    }

    /// Actions that are judged.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.policy.outputs
    }

    /// Judges positions one after the other: observations in, logits and values out.
    #[inline(always)]
    fn judge_all(&self, room: &mut Room, shown: &[f32], logits: &mut [f32], values: &mut [f32]) {
        let width = self.first.bias.len();
        for numbers in [&mut room.shown, &mut room.inner] {
            numbers.resize(width, 0.0);
        }
        room.after.resize(width.max(self.policy.bias.len()).max(TILE), 0.0);
        let (inputs, actions) = (self.inputs(), self.actions());
        for (place, value) in values.iter_mut().enumerate() {
            let numbers = &shown[place * inputs..(place + 1) * inputs];
            self.first.apply(numbers, &mut room.lit, &mut room.shown);
            cut_off(&mut room.shown);
            for [before, after] in &self.blocks {
                before.apply(&room.shown, &mut room.lit, &mut room.inner);
                cut_off(&mut room.inner);
                after.apply(&room.inner, &mut room.lit, &mut room.after);
                for (sum, number) in room.shown.iter_mut().zip(&room.after) {
                    *sum += number;
                }
                cut_off(&mut room.shown);
            }
            self.policy.apply(&room.shown, &mut room.lit, &mut room.after);
            let out = &mut logits[place * actions..(place + 1) * actions];
            out.copy_from_slice(&room.after[..actions]);
            self.value.apply(&room.shown, &mut room.lit, &mut room.after);
            *value = f64::from(room.after[0]).tanh() as f32;
        }
    }

    /// Judges positions: `inputs` numbers each in, `actions` logits and one value (-1 to 1, for the
    /// player to move) out, on the threads of the current pool.
    pub fn judge(&self, level: Level, shown: &[f32], logits: &mut [f32], values: &mut [f32]) {
        let (inputs, actions) = (self.inputs(), self.actions());
        let parts = shown.par_chunks(CHUNK * inputs);
        let out = logits.par_chunks_mut(CHUNK * actions).zip(values.par_chunks_mut(CHUNK));
        let level = if level.is_available() { level } else { Level::Baseline };
        parts.zip(out).for_each_init(Room::default, |room, (shown, (logits, values))| {
            match level {
                // SAFETY: the processor was asked for these features just above.
                #[cfg(target_arch = "x86_64")]
                Level::Avx512 => unsafe { self.judge_avx512(room, shown, logits, values) },
                // SAFETY: likewise.
                #[cfg(target_arch = "x86_64")]
                Level::Avx2 => unsafe { self.judge_avx2(room, shown, logits, values) },
                // NEON is the baseline of its architecture (see `Level::kernels`).
                _ => self.judge_all(room, shown, logits, values),
            }
        });
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn judge_avx2(&self, room: &mut Room, shown: &[f32], logits: &mut [f32], values: &mut [f32]) {
        self.judge_all(room, shown, logits, values);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
    fn judge_avx512(&self, room: &mut Room, shown: &[f32], logits: &mut [f32], values: &mut [f32]) {
        self.judge_all(room, shown, logits, values);
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
            let network = Network::new(first, blocks.collect(), policy, layer(width, 1, 5));
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

    #[test]
    fn layers_that_do_not_fit_are_refused() {
        assert!(Layer::new(3, &[0.0; 5], &[0.0; 2]).is_none());
        let two = || layer(2, 2, 1);
        assert!(Network::new(two(), vec![], two(), layer(2, 1, 1)).is_some());
        assert!(Network::new(two(), vec![], two(), two()).is_none());
        assert!(
            Network::new(two(), vec![[two(), layer(2, 3, 1)]], two(), layer(2, 1, 1)).is_none()
        );
    }
}

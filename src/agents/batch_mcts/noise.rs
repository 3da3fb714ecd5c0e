//! Random numbers of a tree: a pure function of the search's seed, the game and the ply.

use crate::random::{GameKey, mix64};

/// 2^64 divided by the golden ratio, odd.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Random numbers, one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stream(u64);

impl Stream {
    /// The numbers of one ply of a game, in a search with this seed.
    #[must_use]
    pub fn new(seed: u64, key: GameKey, plies: u32) -> Self {
        let game = mix64(key.0 ^ mix64(seed.wrapping_add(GOLDEN)));
        Self(mix64(game.wrapping_add(u64::from(plies).wrapping_mul(GOLDEN))))
    }

    /// A number between 0 and 1, never one of them.
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        ((mix64(self.0) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// A number of the standard Gumbel distribution.
    pub fn gumbel(&mut self) -> f64 {
        -(-self.uniform().ln()).ln()
    }

    /// A number of the standard normal distribution (Box and Muller).
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// A number of the gamma distribution of this shape (Marsaglia and Tsang).
    fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            let power = self.uniform().powf(1.0 / shape);
            return power * self.gamma(shape + 1.0);
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let v = (1.0 + c * x).powi(3);
            if v > 0.0 && self.uniform().ln() < 0.5 * x * x + d * (1.0 - v + v.ln()) {
                return d * v;
            }
        }
    }

    /// Shares of the symmetric Dirichlet distribution.
    pub fn dirichlet(&mut self, alpha: f64, shares: &mut [f64]) {
        for share in shares.iter_mut() {
            *share = self.gamma(alpha);
        }
        let sum: f64 = shares.iter().sum();
        if sum > 0.0 {
            for share in shares {
                *share /= sum;
            }
        } else {
            // All shares are smaller than any number: one is almost everything.
            let all = (self.uniform() * shares.len() as f64) as usize;
            shares.iter_mut().enumerate().for_each(|(i, share)| *share = f64::from(i == all));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
        let (count, sum) = numbers.fold((0, 0.0), |(count, sum), x| (count + 1, sum + x));
        sum / f64::from(count)
    }

    #[test]
    fn gumbel_numbers_have_the_mean_and_the_variance_of_their_distribution() {
        let mut stream = Stream::new(1, GameKey::new(2, 3), 4);
        let numbers: Vec<f64> = (0..100_000).map(|_| stream.gumbel()).collect();
        let centre = mean(numbers.iter().copied());
        assert!((centre - 0.577_215_664_9).abs() < 0.02, "{centre}");
        let spread = mean(numbers.iter().map(|x| (x - centre).powi(2)));
        assert!((spread - std::f64::consts::PI.powi(2) / 6.0).abs() < 0.05, "{spread}");
    }

    #[test]
    fn dirichlet_shares_have_the_variance_of_their_distribution() {
        for alpha in [0.05, 0.3, 1.0, 5.0] {
            let mut stream = Stream::new(5, GameKey::new(6, 7), 8);
            let mut firsts = Vec::new();
            for _ in 0..20_000 {
                let mut shares = [0.0; 4];
                stream.dirichlet(alpha, &mut shares);
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                firsts.push(shares[0]);
            }
            let spread = mean(firsts.iter().map(|share| (share - 0.25).powi(2)));
            let expected = 0.25 * 0.75 / (4.0 * alpha + 1.0);
            assert!((spread / expected - 1.0).abs() < 0.05, "{alpha}: {spread}, not {expected}");
        }
    }

    #[test]
    fn the_smallest_alpha_still_gives_shares() {
        let mut stream = Stream::new(0, GameKey::new(0, 0), 0);
        for _ in 0..1000 {
            let mut shares = [0.0; 3];
            stream.dirichlet(0.001, &mut shares);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
        }
    }
}

//! Actions chosen by masks, in many lanes at once: what an agent does between two steps.

use super::values::{Bytes, LANES, Words};
use crate::random::choose_few;

/// The number of legal actions in each lane; `mask`: 0 or 1 for each action.
#[inline(always)]
pub fn count_legal(mask: &[Bytes]) -> Bytes {
    mask.iter().fold(Bytes::ZERO, |sum, legal| sum.plus(*legal))
}

/// The legal action that has as many legal ones before it as `which` says, in each lane.
#[inline(always)]
pub fn nth_legal(mask: &[Bytes], which: Bytes) -> Bytes {
    let (mut upto, mut below) = (Bytes::ZERO, Bytes::ZERO);
    for legal in mask {
        upto = upto.plus(*legal);
        below = below
            .zip3(upto, which, |below, upto, which| below.wrapping_add(u8::from(upto <= which)));
    }
    below
}

/// A legal action of each lane, by a random number of 24 bits; all are equally likely.
#[inline(always)]
pub fn drawn(mask: &[Bytes], numbers: &Words) -> Bytes {
    let (count, mut which) = (count_legal(mask), Bytes::ZERO);
    for i in 0..LANES {
        which.0[i] = choose_few(numbers.0[i], count.0[i]);
    }
    nth_legal(mask, which)
}

/// The legal action of the greatest value in each lane, of equal ones the first. `values`: of one lane after the other.
#[inline(always)]
pub fn greatest(mask: &[Bytes], values: &[f32]) -> Bytes {
    let (mut chosen, mut best) = (nth_legal(mask, Bytes::ZERO), [f32::NEG_INFINITY; LANES]);
    for (action, legal) in mask.iter().enumerate() {
        let mut column = [f32::NAN; LANES];
        for (to, from) in column.iter_mut().zip(values[action..].iter().step_by(mask.len())) {
            *to = *from;
        }
        for i in 0..LANES {
            let better = legal.0[i] != 0 && column[i] > best[i];
            best[i] = if better { column[i] } else { best[i] };
            chosen.0[i] = if better { action as u8 } else { chosen.0[i] };
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Action `a` is legal in lane `i` where bit `a` of `i` is set, and action 6 everywhere.
    fn mask() -> Vec<Bytes> {
        let legal = |a: usize| Bytes(std::array::from_fn(|i| u8::from(a == 6 || i >> a & 1 == 1)));
        (0..7).map(legal).collect()
    }

    #[test]
    fn actions_are_counted_and_found() {
        let (mask, count) = (mask(), count_legal(&mask()));
        for lane in 0..LANES {
            let legal: Vec<u8> = (0..7).filter(|a| mask[usize::from(*a)].0[lane] == 1).collect();
            assert_eq!(usize::from(count.0[lane]), legal.len());
            for (place, action) in legal.iter().enumerate() {
                assert_eq!(nth_legal(&mask, Bytes::all(place as u8)).0[lane], *action);
            }
        }
    }

    #[test]
    fn the_greatest_number_draws_the_last_one() {
        assert_eq!(drawn(&mask(), &Words([0xFF_FFFF; LANES])), Bytes::all(6));
        assert_eq!(drawn(&mask(), &Words([0; LANES])), nth_legal(&mask(), Bytes::ZERO));
    }

    #[test]
    fn the_best_legal_action_is_chosen_and_of_equal_ones_the_first() {
        let mask = mask();
        let values: Vec<f32> = (0..LANES * 7).map(|k| (k % 7 % 3) as f32).collect();
        for (lane, action) in greatest(&mask, &values).0.into_iter().enumerate() {
            let best = (0..7).filter(|a| mask[*a].0[lane] == 1).max_by(|a, b| {
                values[*a].total_cmp(&values[*b]).then(b.cmp(a)) // of equal ones the first
            });
            assert_eq!(Some(usize::from(action)), best, "lane {lane}");
        }
        let nothing = vec![f32::NEG_INFINITY; LANES * 7];
        assert_eq!(greatest(&mask, &nothing), nth_legal(&mask, Bytes::ZERO));
        assert_eq!(greatest(&mask, &vec![f32::NAN; LANES * 7]), nth_legal(&mask, Bytes::ZERO));
    }
}

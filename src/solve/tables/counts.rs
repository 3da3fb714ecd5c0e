//! How often what stands in a layer.

use std::cmp::Ordering;
use std::ops::Range;

use super::error::TableError;
use super::table::Table;
use crate::tree::Goal;

impl Table {
    /// How often each value stands in the layer of `seeds` seeds, -128 first. `None` if the table
    /// has no such layer.
    ///
    /// # Errors
    /// If the layer is damaged.
    pub fn histogram(&self, seeds: u32) -> Result<Option<Vec<u64>>, TableError> {
        let Some(layer) = self.layers().layers().get(seeds as usize) else { return Ok(None) };
        self.check(seeds)?;
        let count = |mut sums: Vec<u64>, _, part: &[i8]| {
            for value in part {
                sums[(i16::from(*value) + 128) as usize] += 1;
            }
            sums
        };
        let counts = layer.each_part(|| vec![0_u64; 256], count, add);
        self.check_whole().map(|()| Some(counts))
    }

    /// How many positions of the layer of `seeds` seeds the player to move first loses, draws and wins: with what both
    /// have stored before where the stores matter, else as if both had stored as much. `None` if the table has no such layer.
    ///
    /// # Errors
    /// If the layer is damaged.
    pub fn results(&self, seeds: u32) -> Result<Option<Vec<u64>>, TableError> {
        let Some(layer) = self.layers().layers().get(seeds as usize) else { return Ok(None) };
        self.check(seeds)?;
        let is_margin = self.layers().game().goal() == Goal::Margin;
        let count = |mut sums: Vec<u64>, ranks: Range<usize>, part: &[i8]| {
            let first = ranks.start;
            for (ranks, stores) in layer.order().by_sheet(ranks) {
                let before = if is_margin { stores.margin() } else { 0 };
                for value in &part[ranks.start - first..ranks.end - first] {
                    let place = match (i16::from(*value) + before).cmp(&0) {
                        Ordering::Less => 0,
                        Ordering::Equal => 1,
                        Ordering::Greater => 2,
                    };
                    sums[place] += 1;
                }
            }
            sums
        };
        let counts = layer.each_part(|| vec![0_u64; 3], count, add);
        self.check_whole().map(|()| Some(counts))
    }
}

fn add(mut sums: Vec<u64>, more: Vec<u64>) -> Vec<u64> {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    sums
}

//! What the file of a table says of itself.

use super::error::TableError;
use super::format::Head;
use super::layers::Layer;
use super::table::Table;
use crate::solve::framed::SUM;

impl Table {
    /// The checksum of each layer as it stands in the file, or as it would.
    ///
    /// # Errors
    /// If the file was cut.
    pub fn sums(&self) -> Result<Vec<[u8; SUM]>, TableError> {
        let Some((places, bytes)) = self.source() else {
            let head = Head::new(self.plan(), self.seeds(), false);
            let sum = |(layer, seeds): (&Layer, u32)| {
                head.layer_sum(seeds, bytemuck::cast_slice(layer.values().unwrap_or_default()))
            };
            return Ok(self.layers().layers().iter().zip(0..).map(sum).collect());
        };
        let sums = places.iter().filter_map(|place| bytes[place.end..].first_chunk().copied());
        let sums = sums.collect();
        self.check_whole().map(|()| sums)
    }

    /// The bytes of the file, or of that which it would make.
    #[must_use]
    pub fn file_size(&self) -> u64 {
        let bytes = self.source().map(|(_, bytes)| bytes.len());
        let head = || Head::new(self.plan(), self.seeds(), false);
        let last = || head().places()?.last().map(|at| at.end + SUM);
        bytes.or_else(last).unwrap_or_default() as u64
    }
}

//! Writes and finds the packed layers of a table in the making.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::cache::Cache;
use super::chunks::Chunks;
use super::codec;
use super::format::Head;
use super::mapped::Mapped;
use super::packed::{BEFORE, Coding, Found, Packed};
use super::rank::Order;
use super::values::Values;
use crate::run::Run;
use crate::solve::framed::SUM;

/// Chunks that are packed, or unpacked, before they are written.
pub(super) const TOGETHER: usize = 256;

/// A layer to be packed, or one that was.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub head: &'a Head,
    pub order: &'a Order,
    pub seeds: u32,
    /// The greatest value that there can be.
    pub most: i16,
    /// Where it begins in the file.
    pub at: u64,
}

/// Writes a layer; gives the first byte after it, and `None` when stopped.
pub(super) fn write(
    mut file: &File,
    place: Place,
    values: &Values,
    run: &Run,
) -> io::Result<Option<u64>> {
    let coding = Coding::of(values, place.most);
    let chunks: Vec<_> = Chunks::of(place.order).all().collect();
    let mut sum = place.head.sum_of_layer(place.seeds);
    file.seek(SeekFrom::Start(place.at))?;
    file.write_all(&[0; BEFORE])?;
    let mut sizes = Vec::with_capacity(4 * chunks.len());
    let mut total = 0_u64;
    for some in chunks.chunks(TOGETHER) {
        if run.stopped() {
            return Ok(None);
        }
        let pack = |ranks: &Range<usize>| codec::pack(&values.piece(ranks), coding);
        let frames: Vec<_> = some.par_iter().map(pack).collect();
        for frame in frames {
            let frame = frame?;
            file.write_all(&frame)?;
            sum.add(&frame);
            sizes.extend((frame.len() as u32).to_le_bytes());
            total += frame.len() as u64;
        }
    }
    let mut before = total.to_le_bytes().to_vec();
    before.extend(u64::from(coding.step).to_le_bytes());
    sum.add(&sizes);
    sum.add(&before);
    file.write_all(&sizes)?;
    file.write_all(&sum.finished())?;
    file.sync_data()?;
    // Without this there is no layer, so it comes when all else is on the disk.
    file.seek(SeekFrom::Start(place.at))?;
    file.write_all(&before)?;
    file.sync_data()?;
    Ok(Some(place.at + BEFORE as u64 + total + (sizes.len() + SUM) as u64))
}

/// The layer at a place of a file, if there is one that was finished, and whether its checksum is right.
pub(super) fn find(
    file: &File,
    place: Place,
    cache: &Arc<Cache>,
) -> io::Result<Option<(Packed, u64, bool)>> {
    let rest = file.metadata()?.len().saturating_sub(place.at) as usize;
    if rest < BEFORE + SUM {
        return Ok(None);
    }
    let found = |len: usize| {
        let map = Arc::new(Mapped::part_of(file, place.at, len)?);
        let Place { order, seeds, most, .. } = place;
        let found = Packed::find(&map, 0, order, seeds, most, cache);
        io::Result::Ok(found.map(|found| (map, found)))
    };
    let Some((_, Found { content, .. })) = found(rest)? else { return Ok(None) };
    // Of a map that ends with the layer it is noticed if the file is cut.
    let Some((map, Found { packed, content })) = found(content.end + SUM)? else { return Ok(None) };
    let sum = place.head.packed_sum(place.seeds, &map[content.clone()]);
    let is_right = map[content.end..] == sum;
    Ok(Some((packed, place.at + map.len() as u64, is_right)))
}

//! Layers as they are used: a byte for each value.

use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use rayon::prelude::*;

use super::{Part, damage_in};
use crate::memory::zeros;
use crate::run::Run;
use crate::solve::framed::SUM;
use crate::solve::tables::blocks::{Slicing, Steps};
use crate::solve::tables::error::TableError;
use crate::solve::tables::growing::Growing;
use crate::solve::tables::layers::{Layer, Layers};
use crate::solve::tables::mapped::Mapped;
use crate::solve::tables::mark::is_marked;
use crate::solve::tables::memory::LESS;
use crate::solve::tables::packing::TOGETHER;
use crate::solve::tables::rank::Order;
use crate::solve::tables::values::Values;

/// Bytes after which what was written is made to last.
const BETWEEN_SYNCS: usize = 1 << 20;

impl Part {
    /// The next layer, read into memory.
    pub(super) fn next_read(
        &mut self,
        order: Order,
        seeds: u32,
        run: &Run,
    ) -> Result<Option<Layer>, TableError> {
        let bytes = zeros(order.len() + SUM).map_err(|lack| lack.less_by(LESS));
        let mut bytes: Vec<u8> = run.given(bytes).ok_or(TableError::Stopped)?;
        let read = self.file.seek(SeekFrom::Start(self.end));
        match read.and_then(|_| self.file.read_exact(&mut bytes)) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            read => self.said(read)?,
        }
        let sum = bytes.split_off(order.len());
        if self.head.layer_sum(seeds, &bytes).as_slice() != sum {
            self.damaged = (!is_marked(&sum)).then(|| damage_in(&self.path, seeds));
            return Ok(None);
        }
        self.end += (order.len() + SUM) as u64;
        self.left -= order.len() as u64;
        let values = bytes.into_iter().map(|byte| byte as i8).collect();
        Ok(Some(Layer::new(order, Values::Memory(values))))
    }

    /// The next layer, which stays in the file.
    pub(super) fn next_mapped(
        &mut self,
        order: Order,
        seeds: u32,
    ) -> Result<Option<Layer>, TableError> {
        let metadata = self.file.metadata();
        if self.said(metadata)?.len() < self.end + (order.len() + SUM) as u64 {
            return Ok(None);
        }
        let mapped = Mapped::part_of(&self.file, self.end, order.len() + SUM);
        let mapped = self.said(mapped)?;
        let (bytes, sum) = mapped.split_at(order.len());
        if self.head.layer_sum(seeds, bytes).as_slice() != sum {
            // One that was not finished has no sum; what there is of it is used.
            self.damaged = (!is_marked(sum)).then(|| damage_in(&self.path, seeds));
            return Ok(None);
        }
        self.end += (order.len() + SUM) as u64;
        Ok(Some(in_file(order, mapped)))
    }

    /// Works out the next layer in its place in the file.
    pub(super) fn grown(
        &mut self,
        below: &Layers,
        order: Order,
        run: &Run,
    ) -> Result<Layer, TableError> {
        let steps = Steps::new(below.game(), &order, Slicing::BySlab);
        let growing = self.begin_growing(order, steps, run)?;
        let done = growing.work_out(below, run);
        self.said(growing.check_whole())?;
        done.ok_or(TableError::Stopped)?;
        self.end_growing(growing)
    }

    /// The next layer in its place in the file.
    pub fn begin_growing(
        &mut self,
        order: Order,
        steps: Steps,
        run: &Run,
    ) -> Result<Growing, TableError> {
        let seeds = order.seeds();
        let growing = self.said(Growing::open(&self.file, self.end, order, steps, run))?;
        let growing = growing.ok_or(TableError::Stopped)?;
        self.damaged = growing.was_damaged().then(|| damage_in(&self.path, seeds));
        Ok(growing)
    }

    /// Adds the next layer, which is in its place.
    pub fn end_growing(&mut self, growing: Growing) -> Result<Layer, TableError> {
        self.said(growing.check_whole())?;
        let order = growing.into_order();
        let mapped = Mapped::part_of(&self.file, self.end, order.len() + SUM);
        let sum = self.head.layer_sum(order.seeds(), &self.said(mapped)?[..order.len()]);
        let end = self.end + order.len() as u64;
        let written = self.file.seek(SeekFrom::Start(end)).and_then(|_| self.file.write_all(&sum));
        self.said(written)?;
        let mapped = Mapped::part_of(&self.file, self.end, order.len() + SUM);
        self.end = end + SUM as u64;
        Ok(in_file(order, self.said(mapped)?))
    }

    /// Writes the values of a layer.
    pub(super) fn write(&mut self, seeds: u32, values: &Values) -> Result<(), TableError> {
        let mut sum = self.head.sum_of_layer(seeds);
        let sought = self.file.seek(SeekFrom::Start(self.end)).map(|_| ());
        self.said(sought)?;
        for parts in values.parts().chunks(TOGETHER) {
            let pieces: Vec<_> = parts.par_iter().map(|ranks| values.piece(ranks)).collect();
            for piece in pieces {
                let bytes = bytemuck::cast_slice(&piece);
                sum.add(bytes);
                let written = self.file.write_all(bytes);
                self.said(written)?;
            }
        }
        let mut written = self.file.write_all(&sum.finished());
        self.end += (values.len() + SUM) as u64;
        self.unsynced += values.len();
        if self.unsynced > BETWEEN_SYNCS {
            written = written.and_then(|()| self.file.sync_data());
            self.unsynced = 0;
        }
        self.said(written)
    }
}

/// A finished layer that stays in the file.
pub(in crate::solve::tables) fn in_file(order: Order, mapped: Mapped) -> Layer {
    let at = 0..order.len();
    Layer::new(order, Values::Mapped { map: Arc::new(mapped), at })
}

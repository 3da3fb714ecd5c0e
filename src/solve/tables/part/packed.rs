//! Layers as files keep them for long.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Part, damage_in};
use crate::run::Run;
use crate::solve::alone::beside;
use crate::solve::framed::SUM;
use crate::solve::tables::blocks::{Slicing, Steps};
use crate::solve::tables::error::TableError;
use crate::solve::tables::growing::Growing;
use crate::solve::tables::layers::{Layer, Layers};
use crate::solve::tables::mapped::Mapped;
use crate::solve::tables::packing::{self, Place};
use crate::solve::tables::rank::Order;
use crate::solve::tables::values::Values;

impl Part {
    /// Where a layer grows that memory does not hold, until it is packed.
    pub(super) fn layer_path(&self) -> PathBuf {
        beside(&self.target, ".layer")
    }

    /// The next layer: unpacked if memory holds it.
    pub(super) fn next_packed(
        &mut self,
        order: Order,
        seeds: u32,
        most: i16,
    ) -> Result<Option<Layer>, TableError> {
        let place = Place { head: &self.head, order: &order, seeds, most, at: self.end };
        let found = packing::find(&self.file, place, &self.cache);
        let Some((packed, end, is_right)) = self.said(found)? else { return Ok(None) };
        if !is_right {
            self.damaged = Some(damage_in(&self.path, seeds));
            return Ok(None);
        }
        self.end = end;
        let values = if self.fits(&order) {
            self.left -= order.len() as u64;
            Values::Memory(packed.unpacked())
        } else {
            Values::Packed(packed)
        };
        Ok(Some(Layer::new(order, values)))
    }

    /// Adds a layer, packed.
    pub(super) fn pack(
        &mut self,
        order: &Order,
        most: i16,
        values: &Values,
        run: &Run,
    ) -> Result<(), TableError> {
        let place = Place { head: &self.head, order, seeds: order.seeds(), most, at: self.end };
        let written = packing::write(&self.file, place, values, run);
        self.end = self.said(written)?.ok_or(TableError::Stopped)?;
        Ok(())
    }

    /// Works out the next layer in a file of its own, and adds it, packed.
    pub(super) fn grown_beside(
        &mut self,
        below: &Layers,
        order: Order,
        run: &Run,
    ) -> Result<Layer, TableError> {
        let seeds = below.next_seeds();
        let path = self.layer_path();
        let said = |error| TableError::Io(path.clone(), error);
        let options = File::options().read(true).write(true).create(true).truncate(false).clone();
        let file = options.open(&path).map_err(said)?;
        let steps = Steps::new(below.game(), &order, Slicing::BySlab);
        let growing = Growing::open(&file, 0, order, steps, run).map_err(said)?;
        let growing = growing.ok_or(TableError::Stopped)?;
        self.damaged = growing.was_damaged().then(|| damage_in(&path, seeds));
        let done = growing.work_out(below, run);
        growing.check_whole().map_err(said)?;
        done.ok_or(TableError::Stopped)?;
        let order = growing.into_order();
        let map = Arc::new(Mapped::part_of(&file, 0, order.len() + SUM).map_err(said)?);
        let at = self.end;
        let most = below.most(seeds);
        self.pack(&order, most, &Values::Mapped { map, at: 0..order.len() }, run)?;
        file.set_len(0).map_err(said)?;
        let place = Place { head: &self.head, order: &order, seeds, most, at };
        let found = packing::find(&self.file, place, &self.cache);
        match self.said(found)? {
            Some((packed, _, true)) => Ok(Layer::new(order, Values::Packed(packed))),
            _ => Err(TableError::Damaged(self.path.clone(), format!("the layer of {seeds} seeds"))),
        }
    }
}

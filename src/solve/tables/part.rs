//! A table in the making: a file beside its place that grows layer by layer.

mod packed;
mod plain;

use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

pub(super) use plain::in_file;

use super::cache::Cache;
use super::error::TableError;
use super::format::Head;
use super::layers::{Layer, Layers};
use super::rank::Order;
use super::shape::Shape;
use crate::run::Run;
use crate::solve::alone::{Alone, NotAlone, beside, put_in_place};

/// The file of an unfinished table.
pub(super) struct Part {
    target: PathBuf,
    path: PathBuf,
    file: Alone,
    head: Head,
    /// Bytes that are good.
    end: u64,
    /// Bytes written since the last time they were made to last.
    unsynced: usize,
    /// What is to be said of a layer that was found not to be what was written.
    damaged: Option<String>,
    /// Bytes of memory that layers may still take; what does not fit stays in the file.
    left: u64,
    /// Chunks of packed layers.
    cache: Arc<Cache>,
}

impl Part {
    /// Opens the file, which then begins with the head. What stood there is kept if it is a part
    /// of the same table and `resume` asks for it. Nobody else can open it until it is let go. Layers
    /// take so many bytes of memory, others stay in the file.
    pub fn open(
        target: &Path,
        head: Head,
        resume: bool,
        memory: u64,
        warn: &mut Vec<String>,
    ) -> Result<Self, TableError> {
        let path = beside(target, ".part");
        let file = Alone::open_or_make(&path).map_err(|why| match why {
            NotAlone::Busy => TableError::Busy(path.clone()),
            NotAlone::Io(error) => TableError::Io(path.clone(), error),
        })?;
        let end = head.bytes.len() as u64;
        let shape = Shape::of(&head.plan);
        let whole = (0..=head.seeds).filter_map(|n| shape.positions(n)).sum();
        // Where not all is held, what is packed is unpacked again and again.
        let left = if head.packs && memory < whole { memory / 2 } else { memory };
        let cache = Arc::new(Cache::new(memory - left));
        let (target, damaged) = (target.to_owned(), None);
        let mut part = Self { target, path, file, head, end, unsynced: 0, damaged, left, cache };
        let found = part.begins_with_head()?;
        if found != Some(true) || !resume {
            if found == Some(false) && resume {
                warn.push(format!("{}: not a part of this table; built anew", part.path.display()));
            }
            part.begin()?;
            let _ = std::fs::remove_file(part.layer_path()); // there is none as a rule
        }
        Ok(part)
    }

    /// Whether the file begins with the head; `None` for one that holds nothing yet.
    fn begins_with_head(&mut self) -> Result<Option<bool>, TableError> {
        let mut bytes = Vec::new();
        let read = (&*self.file).take(self.end).read_to_end(&mut bytes);
        self.said(read)?;
        let whole = bytes == self.head.bytes;
        // A head that was cut off while it was written is nothing to warn about.
        Ok((whole || !self.head.bytes.starts_with(&bytes)).then_some(whole))
    }

    fn begin(&mut self) -> Result<(), TableError> {
        let written = self.file.set_len(0).and_then(|()| {
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&self.head.bytes)
        });
        self.said(written)
    }

    /// The next layer that the file holds, if there is one and it is good.
    pub fn next_layer(&mut self, below: &Layers, run: &Run) -> Result<Option<Layer>, TableError> {
        let seeds = below.next_seeds();
        if seeds > self.head.seeds {
            return Ok(None);
        }
        if run.stopped() {
            return Err(TableError::Stopped);
        }
        let order = Order::given(below.shape(), seeds, run);
        let order = order.ok_or(TableError::Stopped)?;
        let positions = order.len() as u64;
        let layer = match self.head.packs {
            true => self.next_packed(order, seeds, below.most(seeds))?,
            false if self.fits(&order) => self.next_read(order, seeds, run)?,
            false => self.next_mapped(order, seeds)?,
        };
        if layer.is_some() {
            run.done.fetch_add(positions, Ordering::Relaxed);
        }
        Ok(layer)
    }

    /// Works out the next layer, and adds it.
    pub fn next_solved(&mut self, below: &Layers, run: &Run) -> Result<Layer, TableError> {
        let seeds = below.next_seeds();
        let order = Order::given(below.shape(), seeds, run).ok_or(TableError::Stopped)?;
        let layer = if self.fits(&order) {
            self.left -= order.len() as u64;
            let layer = below.solve(run).ok_or(TableError::Stopped)?;
            self.add(&layer, below.most(seeds), run)?;
            layer
        } else if self.head.packs {
            self.grown_beside(below, order, run)?
        } else {
            self.grown(below, order, run)?
        };
        if self.cache.is_damaged() {
            let what = "a packed layer is not what was written".to_owned();
            return Err(TableError::Damaged(self.path.clone(), what));
        }
        Ok(layer)
    }

    /// Adds a layer that is known.
    pub fn add(&mut self, layer: &Layer, most: i16, run: &Run) -> Result<(), TableError> {
        if self.head.packs {
            return self.pack(layer.order(), most, layer.all_values(), run);
        }
        self.write(layer.order().seeds(), layer.all_values())
    }

    /// Whether memory holds the values of this order, too.
    fn fits(&self, order: &Order) -> bool {
        order.len() as u64 <= self.left
    }

    /// What is to be said of a layer that was not good, once.
    pub fn damage(&mut self) -> Option<String> {
        self.damaged.take()
    }

    /// Cuts off what is not good. What there is of the next layer stays where that is worked out in the file.
    pub fn cut(&mut self, below: &Layers) -> Result<(), TableError> {
        let next = below.shape().positions(below.next_seeds());
        let grows = next.is_some_and(|len| len > self.left) && !self.head.packs;
        let stays = self.damaged.is_none() && grows;
        let cut = if stays { Ok(()) } else { self.file.set_len(self.end) };
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.end)).map(|_| ()));
        self.said(cut)
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), TableError> {
        let _ = std::fs::remove_file(self.layer_path());
        let synced = self.file.sync_all();
        self.said(synced)?;
        let renamed = put_in_place(&self.path, &self.target);
        renamed.map_err(|error| TableError::Io(self.target.clone(), error))
    }

    /// Puts the file in its place if all is added; else takes it away, as nobody goes on with it.
    pub fn finish_if(self, added: Result<(), TableError>) -> Result<(), TableError> {
        if added.is_ok() {
            return self.finish();
        }
        let _ = std::fs::remove_file(&self.path); // it would only fill the disk
        added
    }

    fn said<T>(&self, done: std::io::Result<T>) -> Result<T, TableError> {
        done.map_err(|error| TableError::Io(self.path.clone(), error))
    }
}

/// What is to be said of a layer of a file that is not good.
fn damage_in(path: &Path, seeds: u32) -> String {
    format!("{}: damaged: the layer of {seeds} seeds; built anew from there", path.display())
}

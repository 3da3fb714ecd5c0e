//! A table in the making: a file beside its place that grows layer by layer.

use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::error::TableError;
use super::format::Head;
use super::layers::{Layer, Layers};
use super::memory::LESS;
use super::rank::Order;
use super::values::Values;
use crate::memory::zeros;
use crate::run::Run;
use crate::solve::alone::{Alone, NotAlone, beside};
use crate::solve::framed::SUM;

/// Bytes after which what was written is made to last.
const BETWEEN_SYNCS: usize = 1 << 20;

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
    /// A layer was found that is not what was written.
    damaged: Option<u32>,
}

impl Part {
    /// Opens the file, which then begins with the head. What stood there is kept if it is a part
    /// of the same table and `resume` asks for it. Nobody else can open it until it is let go.
    pub fn open(
        target: &Path,
        head: Head,
        resume: bool,
        warn: &mut Vec<String>,
    ) -> Result<Self, TableError> {
        let path = beside(target);
        let file = Alone::open_or_make(&path).map_err(|why| match why {
            NotAlone::Busy => TableError::Busy(path.clone()),
            NotAlone::Io(error) => TableError::Io(path.clone(), error),
        })?;
        let end = head.bytes.len() as u64;
        let mut part =
            Self { target: target.to_owned(), path, file, head, end, unsynced: 0, damaged: None };
        let found = part.begins_with_head()?;
        if found != Some(true) || !resume {
            if found == Some(false) && resume {
                warn.push(format!("{}: not a part of this table; built anew", part.path.display()));
            }
            part.begin()?;
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
        let order = Order::given(below.game().columns(), seeds, run);
        let order = order.ok_or(TableError::Stopped)?;
        let bytes = zeros(order.len() + SUM).map_err(|lack| lack.less_by(LESS));
        let mut bytes: Vec<u8> = run.given(bytes).ok_or(TableError::Stopped)?;
        let read = self.file.seek(SeekFrom::Start(self.end));
        match read.and_then(|_| self.file.read_exact(&mut bytes)) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            read => self.said(read)?,
        }
        let sum = bytes.split_off(order.len());
        if self.head.layer_sum(seeds, &bytes).as_slice() != sum {
            self.damaged = Some(seeds);
            return Ok(None);
        }
        self.end += (order.len() + SUM) as u64;
        run.done.fetch_add(order.len() as u64, Ordering::Relaxed);
        let values = bytes.into_iter().map(|byte| byte as i8).collect();
        Ok(Some(Layer::new(order, Values::Memory(values))))
    }

    /// What is to be said of a layer that was not good.
    pub fn damage(&self) -> Option<String> {
        let (path, seeds) = (self.path.display(), self.damaged?);
        Some(format!("{path}: damaged: the layer of {seeds} seeds; built anew from there"))
    }

    /// Cuts off what is not good.
    pub fn cut(&mut self) -> Result<(), TableError> {
        let cut = self.file.set_len(self.end);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.end)).map(|_| ()));
        self.said(cut)
    }

    /// Adds a layer.
    pub fn add(&mut self, layer: &Layer, seeds: u32) -> Result<(), TableError> {
        let bytes: &[u8] = bytemuck::cast_slice(layer.values());
        let sum = self.head.layer_sum(seeds, bytes);
        let mut written = self.file.write_all(bytes).and_then(|()| self.file.write_all(&sum));
        self.unsynced += bytes.len();
        if self.unsynced > BETWEEN_SYNCS {
            written = written.and_then(|()| self.file.sync_data());
            self.unsynced = 0;
        }
        self.said(written)
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), TableError> {
        let synced = self.file.sync_all();
        self.said(synced)?;
        let renamed = std::fs::rename(&self.path, &self.target);
        renamed.map_err(|error| TableError::Io(self.target.clone(), error))
    }

    fn said<T>(&self, done: std::io::Result<T>) -> Result<T, TableError> {
        done.map_err(|error| TableError::Io(self.path.clone(), error))
    }
}

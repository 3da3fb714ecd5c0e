//! A table in the making: a file beside its place that grows layer by layer.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::error::TableError;
use super::format::{Head, SUM};
use super::growing::Growing;
use super::layers::{Layer, Layers, Slices};
use super::mapped::Mapped;
use super::memory::LESS;
use super::rank::{Order, distributions};
use super::values::Values;
use crate::memory::zeros;
use crate::run::Run;

/// Bytes after which what was written is made to last.
const BETWEEN_SYNCS: usize = 1 << 20;

/// The file of an unfinished table.
pub(super) struct Part {
    target: PathBuf,
    path: PathBuf,
    file: File,
    head: Head,
    /// Bytes that are good.
    end: u64,
    /// Bytes written since the last time they were made to last.
    unsynced: usize,
    /// A layer was found that is not what was written.
    damaged: Option<u32>,
    /// Bytes of memory that layers may still take; what does not fit stays in the file.
    left: u64,
}

/// Opens a file, or makes it, that nobody else has open in this way.
fn open_alone(path: &Path) -> Result<File, TableError> {
    let in_file = |error| TableError::Io(path.to_owned(), error);
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
    loop {
        let file = options.open(path).map_err(in_file)?;
        if !lock(&file) {
            return Err(TableError::Busy(path.to_owned()));
        }
        // Between the two calls another builder may have finished, and its part have got its name.
        if stands_at(&file, path) {
            return Ok(file);
        }
    }
}

/// Takes the lock of a file, which is let go with its [`Part`] or at the end of the process, by
/// whatever way; false if somebody else has it. A file system without locks lets everybody pass.
#[cfg(not(target_family = "wasm"))]
fn lock(file: &File) -> bool {
    !matches!(fs4::FileExt::try_lock(file), Err(fs4::TryLockError::WouldBlock))
}

/// Closing the file does not let go of the lock while a child that was forked meanwhile has it open.
#[cfg(not(target_family = "wasm"))]
impl Drop for Part {
    fn drop(&mut self) {
        let _ = fs4::FileExt::unlock(&self.file); // closing it does, where this cannot
    }
}

/// A page in a browser has no files that others could open.
#[cfg(target_family = "wasm")]
fn lock(_: &File) -> bool {
    true
}

/// Whether an open file still has this path.
#[cfg(unix)]
fn stands_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: std::io::Result<std::fs::Metadata>| {
        found.map(|found| (found.dev(), found.ino())).ok()
    };
    place(file.metadata()) == place(std::fs::metadata(path))
}

/// Whether an open file still has this path.
#[cfg(not(unix))]
fn stands_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// The path of the unfinished table.
fn beside(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
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
        let path = beside(target);
        let file = open_alone(&path)?;
        let end = head.bytes.len() as u64;
        let (target, left) = (target.to_owned(), memory);
        let mut part = Self { target, path, file, head, end, unsynced: 0, damaged: None, left };
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
        let read = (&mut self.file).take(self.end).read_to_end(&mut bytes);
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
        if !self.fits(&order) {
            return self.mapped_layer(order, seeds, run);
        }
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
        self.left -= order.len() as u64;
        run.done.fetch_add(order.len() as u64, Ordering::Relaxed);
        let values = bytes.into_iter().map(|byte| byte as i8).collect();
        Ok(Some(Layer::new(order, Values::Memory(values))))
    }

    /// The same for one that stays in the file.
    fn mapped_layer(
        &mut self,
        order: Order,
        seeds: u32,
        run: &Run,
    ) -> Result<Option<Layer>, TableError> {
        let metadata = self.file.metadata();
        if self.said(metadata)?.len() < self.end + (order.len() + SUM) as u64 {
            return Ok(None);
        }
        let mapped = Mapped::part_of(&self.file, self.end, order.len() + SUM);
        let mapped = self.said(mapped)?;
        let (bytes, sum) = mapped.split_at(order.len());
        if self.head.layer_sum(seeds, bytes).as_slice() != sum {
            // One that was not finished has no sum, and what there is of it is used.
            self.damaged = (!Growing::is_marked(sum)).then_some(seeds);
            return Ok(None);
        }
        self.end += (order.len() + SUM) as u64;
        run.done.fetch_add(order.len() as u64, Ordering::Relaxed);
        Ok(Some(in_file(order, mapped)))
    }

    /// Whether memory holds the values of this order, too.
    fn fits(&self, order: &Order) -> bool {
        order.len() as u64 <= self.left
    }

    /// Works out the next layer, and adds it.
    pub fn next_solved(&mut self, below: &Layers, run: &Run) -> Result<Layer, TableError> {
        let seeds = below.next_seeds();
        let order = Order::given(below.game().columns(), seeds, run).ok_or(TableError::Stopped)?;
        if !self.fits(&order) {
            return self.grown(below, order, run);
        }
        self.left -= order.len() as u64;
        let layer = below.solve(run).ok_or(TableError::Stopped)?;
        self.add(&layer, seeds)?;
        Ok(layer)
    }

    /// Works out the next layer in its place in the file.
    fn grown(&mut self, below: &Layers, order: Order, run: &Run) -> Result<Layer, TableError> {
        let seeds = below.next_seeds();
        let opened = Growing::open(&self.file, self.end, order.len(), seeds);
        let (growing, first) = self.said(opened)?;
        let mut keep = |slices| growing.keep(slices);
        let done = below.work_out(&order, &growing, &mut Slices { first, done: &mut keep }, run);
        self.said(growing.check_whole())?;
        done.ok_or(TableError::Stopped)?;
        drop(growing);
        let mapped = Mapped::part_of(&self.file, self.end, order.len() + SUM);
        let mapped = self.said(mapped)?;
        let sum = self.head.layer_sum(seeds, &mapped[..order.len()]);
        let end = self.end + order.len() as u64;
        let written = self.file.seek(SeekFrom::Start(end)).and_then(|_| self.file.write_all(&sum));
        self.said(written)?;
        self.end = end + SUM as u64;
        let mapped = Mapped::part_of(&self.file, end - order.len() as u64, order.len() + SUM);
        Ok(in_file(order, self.said(mapped)?))
    }

    /// What is to be said of a layer that was not good.
    pub fn damage(&self) -> Option<String> {
        let (path, seeds) = (self.path.display(), self.damaged?);
        Some(format!("{path}: damaged: the layer of {seeds} seeds; built anew from there"))
    }

    /// Cuts off what is not good. What there is of the next layer stays where that is worked out in the file.
    pub fn cut(&mut self, below: &Layers) -> Result<(), TableError> {
        let next = distributions(below.game().columns(), below.next_seeds());
        let stays = self.damaged.is_none() && next.is_some_and(|len| len > self.left);
        let cut = if stays { Ok(()) } else { self.file.set_len(self.end) };
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.end)).map(|_| ()));
        self.said(cut)
    }

    /// Adds a layer.
    fn add(&mut self, layer: &Layer, seeds: u32) -> Result<(), TableError> {
        let bytes: &[u8] = bytemuck::cast_slice(layer.values());
        let sum = self.head.layer_sum(seeds, bytes);
        let mut written = self.file.write_all(bytes).and_then(|()| self.file.write_all(&sum));
        self.end += (bytes.len() + SUM) as u64;
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

/// A finished layer that stays in the file.
fn in_file(order: Order, mapped: Mapped) -> Layer {
    let at = 0..order.len();
    Layer::new(order, Values::Mapped { map: Arc::new(mapped), at })
}

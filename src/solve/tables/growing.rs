//! A layer in the making that lies in the file of its table, for those that memory does not hold.
//!
//! In the place of its checksum stands meanwhile how many of its slices are there: [`MARK`], the number
//! of seeds and which slices they are (4 bytes each), and the number of slices (8 bytes). That is written after the values of these
//! slices have come to the disk, so whatever ends the process, they are as it says.

use std::cell::Cell;
use std::fs::File;
#[cfg(not(target_family = "wasm"))]
use std::io::ErrorKind;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Deref;
use std::sync::atomic::AtomicI8;
use std::time::{Duration, Instant};

use super::blocks::Slicing;
use super::mapped::Watched;
use super::rank::Order;
use crate::solve::framed::SUM;
use crate::solve::pages::Shared;

/// How the place of the checksum of an unfinished layer begins.
const MARK: &[u8; 16] = b"unfinished layer";
/// Slices are made to last when this has gone by since the last time, and as many times what that took then.
const BETWEEN: Duration = Duration::from_secs(if cfg!(test) { 0 } else { 2 });
const RARELY: u32 = if cfg!(test) { 0 } else { 20 };

/// The values of the layer, mapped: what is written to them comes into the file.
pub(super) struct Growing {
    _watched: Watched, // let go before the memory
    values: Shared<AtomicI8>,
    file: File,
    at: u64,
    /// What its mark says: its seeds, and which slices they are.
    what: [u32; 2],
    /// When slices were last made to last, and how long that took.
    kept: Cell<(Instant, Duration)>,
}

impl Growing {
    /// The values of the layer of an order, which has the bytes of a file from `at` on to itself. With it comes the
    /// number of its slices that are there already, of those that are cut so.
    pub fn open(
        file: &File,
        at: u64,
        order: &Order,
        slicing: Slicing,
    ) -> io::Result<(Self, usize)> {
        let (len, what) = (order.len(), [order.seeds(), slicing as u32]);
        let end = at + (len + SUM) as u64;
        // What is written to a mapping where the disk is full ends the process: so there must be room for all.
        let known = file.metadata()?.len() == end;
        if !known {
            file.set_len(at)?;
        }
        make_room(file, end)?;
        let file = file.try_clone()?;
        let slices = if known { read_mark(&file, at + len as u64, what)? } else { 0 };
        let values = Shared::of_file(&file, at, len)?;
        let watched = Watched::new(values.as_ptr().cast(), len);
        let kept = Cell::new((Instant::now(), Duration::ZERO));
        Ok((Self { _watched: watched, values, file, at, what, kept }, slices))
    }

    /// Makes the first slices last, if it is time to. A mark that cannot be written is of no harm: it says less.
    pub fn keep(&self, slices: usize) {
        let (last, took) = self.kept.get();
        let begun = Instant::now();
        if begun - last > BETWEEN.max(took * RARELY) {
            let _ = self.values.flush().and_then(|()| self.write_mark(slices));
            self.kept.set((Instant::now(), begun.elapsed()));
        }
    }

    fn write_mark(&self, slices: usize) -> io::Result<()> {
        let mut mark = MARK.to_vec();
        mark.extend(self.what.map(u32::to_le_bytes).concat());
        mark.extend((slices as u64).to_le_bytes());
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.at + self.values.len() as u64))?;
        file.write_all(&mark)?;
        file.sync_data()
    }

    /// Whether what stands in the place of a checksum is a mark, or nothing yet.
    pub fn is_marked(sum: &[u8]) -> bool {
        sum.starts_with(MARK) || sum.iter().all(|byte| *byte == 0)
    }

    /// Asks that nobody has shortened the file meanwhile.
    pub fn check_whole(&self) -> io::Result<()> {
        let end = self.at + (self.values.len() + SUM) as u64;
        if self.file.metadata()?.len() == end {
            return Ok(());
        }
        Err(io::Error::other("somebody changed the length of the file while it was being written"))
    }
}

impl Deref for Growing {
    type Target = [AtomicI8];

    fn deref(&self) -> &[AtomicI8] {
        &self.values
    }
}

/// Makes the file so long, with a place on the disk for all of it.
fn make_room(file: &File, len: u64) -> io::Result<()> {
    #[cfg(not(target_family = "wasm"))]
    match fs4::FileExt::allocate(file, len) {
        Err(error) if error.kind() == ErrorKind::Unsupported => return fill_up(file, len),
        allocated => allocated?,
    }
    file.set_len(len) // where the file has the place already, nothing was done
}

/// The same where the file system has no call for it.
#[cfg(not(target_family = "wasm"))]
fn fill_up(mut file: &File, len: u64) -> io::Result<()> {
    let from = file.seek(SeekFrom::End(0))?;
    io::copy(&mut io::repeat(0).take(len.saturating_sub(from)), &mut file).map(|_| ())
}

/// The slices that a mark tells of; 0 where there is none.
fn read_mark(mut file: &File, at: u64, what: [u32; 2]) -> io::Result<usize> {
    let mut mark = [0; SUM];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut mark)?;
    let ours = mark.starts_with(MARK) && mark[16..24] == what.map(u32::to_le_bytes).concat();
    let slices = mark[24..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    Ok(if ours { slices as usize } else { 0 })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::plan::Plan;
    use crate::rules::catalogue;
    use crate::run::Run;
    use crate::solve::tables::shape::Shape;
    use crate::solve::tables::{BuildOptions, Table};

    /// A path in a folder of its own.
    fn path(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("mancalab-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder.join("table")
    }

    /// The layer of so many seeds on one column: one position more.
    fn layer(file: &File, seeds: u32) -> (Growing, usize) {
        let order = Order::new(Shape::pits(1), seeds).expect("small");
        Growing::open(file, 5, &order, Slicing::BySlab).expect("room for it")
    }

    #[test]
    fn what_was_kept_is_there_when_it_is_opened_again() {
        let path = path("kept");
        let options = File::options().read(true).write(true).create(true).truncate(true).clone();
        let file = options.open(&path).expect("a file");
        file.set_len(5).expect("room");
        let (growing, slices) = layer(&file, 99);
        assert_eq!((slices, growing.len()), (0, 100));
        growing[99].store(-3, Ordering::Relaxed);
        growing.keep(4);
        drop(growing);
        let (growing, slices) = layer(&file, 99);
        assert_eq!((slices, growing[99].load(Ordering::Relaxed)), (4, -3));
        drop(growing);
        let order = Order::new(Shape::pits(1), 99).expect("small");
        let other = Growing::open(&file, 5, &order, Slicing::ByWeight).expect("room for it");
        assert_eq!(other.1, 0, "other slices");
        drop(other);
        let (growing, slices) = layer(&file, 98);
        assert_eq!((slices, growing.check_whole().is_ok()), (0, true), "other seeds");
        file.set_len(50).expect("shorter");
        assert!(growing.check_whole().is_err());
        std::fs::remove_dir_all(path.parent().expect("a folder")).expect("it goes");
    }

    #[test]
    fn a_build_that_is_stopped_goes_on_from_its_last_slice() {
        let rules = catalogue::games().iter().find(|rules| rules.name == "kalah").expect("kalah");
        let plan = Arc::new(Plan::new(rules.clone()).expect("a game"));
        let (path, whole) = (path("slices"), path("whole"));
        let seeds = 7;
        let build = |path: &PathBuf, memory, run: &Run| {
            let how = BuildOptions { resume: true, memory, packs: false };
            Table::build_file(&plan, seeds, path, &how, run, &mut Vec::new())
        };
        build(&whole, u64::MAX, &Run::default()).expect("in memory");
        let all = crate::solve::tables::rank::distributions(6, seeds).expect("few");
        let below: u64 = (0..seeds).filter_map(|n| super::super::rank::distributions(6, n)).sum();
        let run = Run::default();
        std::thread::scope(|threads| {
            threads.spawn(|| {
                while run.done.load(Ordering::Relaxed) < below + all / 2 {
                    std::hint::spin_loop();
                }
                run.stop.store(true, Ordering::Relaxed);
            });
            let _ = build(&path, 0, &run);
        });
        let again = Run::default();
        build(&path, 0, &again).expect("it goes on");
        let read = |path| std::fs::read(path).expect("a table");
        assert!(read(&path) == read(&whole));
        let known = below + all - again.done.load(Ordering::Relaxed);
        assert!(known > 0, "all of the last layer was worked out again");
        for path in [path, whole] {
            std::fs::remove_dir_all(path.parent().expect("a folder")).expect("it goes");
        }
    }
}

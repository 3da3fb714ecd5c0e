//! A layer in the making that lies in the file of its table, for those that memory does not hold.
//!
//! In the place of its checksum stands meanwhile a mark that tells which of its slices are there, and the sum of their
//! values ([`mark`](super::mark)). It is written after these values have come to the disk, so whatever ends the process, they are as
//! it says; and what has been damaged since is worked out again.

use std::cell::Cell;
use std::fs::File;
#[cfg(not(target_family = "wasm"))]
use std::io::ErrorKind;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Deref;
use std::sync::atomic::AtomicI8;
use std::time::{Duration, Instant};

use super::blocks::Steps;
use super::layers::{Layers, Slices};
use super::mapped::Watched;
use super::mark::{Summed, sum_of};
use super::rank::Order;
use crate::run::Run;
use crate::solve::framed::SUM;
use crate::solve::pages::Shared;

/// Slices are made to last when this has gone by since the last time, and as many times what that took then.
const BETWEEN: Duration = Duration::from_secs(if cfg!(test) { 0 } else { 2 });
const RARELY: u32 = if cfg!(test) { 0 } else { 20 };

/// The values of the layer, mapped: what is written to them comes into the file.
pub(super) struct Growing {
    watched: Watched, // let go before the memory
    values: Shared<AtomicI8>,
    file: File,
    at: u64,
    order: Order,
    steps: Steps,
    /// The slices that were summed up, from the first on.
    summed: Cell<Summed>,
    /// When slices were last made to last, and how long that took.
    kept: Cell<(Instant, Duration)>,
    /// Slices were there that are not what was written.
    was_damaged: bool,
}

impl Growing {
    /// The values of a layer, which has the bytes of a file from `at` on to itself, and of which those steps are worked out
    /// one after the other. `None` when stopped.
    pub fn open(
        file: &File,
        at: u64,
        order: Order,
        steps: Steps,
        run: &Run,
    ) -> io::Result<Option<Self>> {
        if file.metadata()?.len() != at + (order.len() + SUM) as u64 {
            file.set_len(at)?;
        }
        let mut growing = Self::mapped(file, at, order, steps)?;
        let Some(is_right) = growing.is_as_told(run)? else { return Ok(None) };
        if !is_right {
            let Self { order, steps, .. } = growing;
            file.set_len(at)?; // what there is may lie where the disk can no more be read
            growing = Self::mapped(file, at, order, steps)?;
            growing.was_damaged = true;
        }
        Ok(Some(growing))
    }

    fn mapped(file: &File, at: u64, order: Order, steps: Steps) -> io::Result<Self> {
        // What is written to a mapping where the disk is full ends the process: so there must be room for all.
        make_room(file, at + (order.len() + SUM) as u64)?;
        let file = file.try_clone()?;
        let values = Shared::of_file(&file, at, order.len())?;
        let watched = Watched::new(values.as_ptr().cast(), values.len());
        let kept = Cell::new((Instant::now(), Duration::ZERO));
        let summed = Cell::default();
        Ok(Self { watched, values, file, at, order, steps, summed, kept, was_damaged: false })
    }

    /// Whether the slices are there that the mark tells of, if there is one. `None` when stopped.
    fn is_as_told(&self, run: &Run) -> io::Result<Option<bool>> {
        let mut mark = [0; SUM];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.at + self.values.len() as u64))?;
        file.read_exact(&mut mark)?;
        let told = Summed::told(&mark, &self.order, &self.steps).unwrap_or_default();
        if told.slices as usize > self.steps.count() {
            return Ok(Some(false));
        }
        Ok(self.summed_up_to(told.slices, run).map(|summed| summed == told))
    }

    /// How many of its slices are there already.
    pub fn slices(&self) -> usize {
        self.summed.get().slices as usize
    }

    /// Whether slices were there that are not what was written: they do not count.
    pub fn was_damaged(&self) -> bool {
        self.was_damaged
    }

    /// The order of its positions.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// The order in which they are worked out.
    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// The order, when all is worked out.
    pub fn into_order(self) -> Order {
        self.order
    }

    /// Works out the slices that are not there. `None` when stopped.
    pub fn work_out(&self, below: &Layers, run: &Run) -> Option<()> {
        let done = &mut |slices| self.keep(slices, run);
        let slices = Slices { first: self.slices(), steps: &self.steps, done };
        below.work_out(&self.order, &self.values, slices, run)
    }

    /// The first slices are there: makes them last, if it is time to. A mark that cannot be written is of no harm: it says less.
    pub fn keep(&self, slices: usize, run: &Run) {
        // At once, while they are in memory.
        let Some(summed) = self.summed_up_to(slices as u32, run) else { return };
        let (last, took) = self.kept.get();
        let begun = Instant::now();
        if begun - last > BETWEEN.max(took * RARELY) {
            let _ = self.values.flush().and_then(|()| self.write_mark(summed));
            self.kept.set((Instant::now(), begun.elapsed()));
        }
    }

    /// Sums up the slices that have come since the last time. `None` when stopped.
    fn summed_up_to(&self, slices: u32, run: &Run) -> Option<Summed> {
        while self.summed.get().slices < slices {
            if run.stopped() {
                return None;
            }
            let Summed { slices, sum } = self.summed.get();
            let groups = self.steps.groups(slices as usize);
            let sum = sum.wrapping_add(sum_of(&self.values, &self.order, groups));
            self.summed.set(Summed { slices: slices + 1, sum });
        }
        Some(self.summed.get())
    }

    fn write_mark(&self, summed: Summed) -> io::Result<()> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.at + self.values.len() as u64))?;
        file.write_all(&summed.mark(&self.order, &self.steps))?;
        file.sync_data()
    }

    /// Asks that nobody has shortened the file meanwhile, and that all of it could be read.
    pub fn check_whole(&self) -> io::Result<()> {
        if self.watched.has_lost() {
            return Err(io::Error::other(
                "a part of the file could not be read or written any more",
            ));
        }
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

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::plan::Plan;
    use crate::rules::catalogue;
    use crate::solve::alone::beside;
    use crate::solve::tables::blocks::Slicing;
    use crate::solve::tables::format::Head;
    use crate::solve::tables::shape::Shape;
    use crate::solve::tables::table::{Begun, BuildOptions, Table, supported};

    /// A path in a folder of its own.
    fn path(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("mancalab-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder.join("table")
    }

    fn kalah() -> Arc<Plan> {
        let rules = catalogue::games().iter().find(|rules| rules.name == "kalah").expect("kalah");
        Arc::new(Plan::new(rules.clone()).expect("a game"))
    }

    /// The layer of so many seeds of Kalah.
    fn layer(file: &File, seeds: u32, slicing: Slicing) -> Growing {
        let plan = kalah();
        let order = Order::new(Shape::of(&plan), seeds).expect("small");
        let steps = Steps::new(&supported(&plan, seeds).expect("it has tables"), &order, slicing);
        let opened = Growing::open(file, 5, order, steps, &Run::default());
        opened.expect("room for it").expect("not stopped")
    }

    #[test]
    fn what_was_kept_is_there_when_it_is_opened_again() {
        let path = path("kept");
        let options = File::options().read(true).write(true).create(true).truncate(true).clone();
        let file = options.open(&path).expect("a file");
        file.set_len(5).expect("room");
        let growing = layer(&file, 5, Slicing::BySlab);
        assert_eq!((growing.slices(), growing.len()), (0, 4368));
        assert!(growing.steps().count() > 4);
        let [first, later] =
            [0, 4].map(|step| growing.steps().groups(step)[0].ranks(growing.order()));
        growing[first.start].store(-3, Ordering::Relaxed);
        growing.keep(1, &Run::default());
        growing.keep(4, &Run::default());
        drop(growing);
        let growing = layer(&file, 5, Slicing::BySlab);
        let value = growing[first.start].load(Ordering::Relaxed);
        assert_eq!((growing.slices(), value, growing.was_damaged()), (4, -3, false));
        drop(growing);

        let put = |rank: usize, value: u8| {
            let mut file = &file;
            file.seek(SeekFrom::Start(5 + rank as u64))
                .and_then(|_| file.write_all(&[value]))
                .expect("a byte");
        };
        put(later.start, 1);
        assert_eq!(
            layer(&file, 5, Slicing::BySlab).slices(),
            4,
            "of a slice that is not there yet"
        );
        put(first.start, 1);
        let growing = layer(&file, 5, Slicing::BySlab);
        assert_eq!((growing.slices(), growing.was_damaged()), (0, true));
        growing.keep(2, &Run::default());
        drop(growing);
        let of_others = layer(&file, 5, Slicing::ByWeight);
        assert_eq!((of_others.slices(), of_others.was_damaged()), (0, false));
        drop(of_others);
        put(4368 + 15, 0xff);
        let growing = layer(&file, 5, Slicing::BySlab);
        assert_eq!((growing.slices(), growing.was_damaged()), (0, true), "so many there are not");
        drop(growing);
        let growing = layer(&file, 6, Slicing::BySlab);
        assert!(growing.check_whole().is_ok());
        file.set_len(50).expect("shorter");
        assert!(growing.check_whole().is_err());
        std::fs::remove_dir_all(path.parent().expect("a folder")).expect("it goes");
    }

    const SEEDS: u32 = 5;

    fn how(packs: bool) -> BuildOptions {
        BuildOptions { resume: true, memory: 0, packs }
    }

    /// Builds a table in a file, where no layer is held, until its last layer has so many slices.
    fn build_some(path: &Path, slices: usize, packs: bool) {
        let run = Run::default();
        let begun = Table::begin(&kalah(), SEEDS, path, &how(packs), &run, &mut Vec::new());
        let Ok(Begun::Unfinished(begun)) = begun else { panic!("there is nothing yet") };
        let (mut part, mut layers) = *begun;
        while layers.next_seeds() < SEEDS {
            layers.push(part.next_solved(&layers, &run).expect("a layer"));
        }
        let order = Order::new(layers.shape(), SEEDS).expect("small");
        let steps = Steps::new(layers.game(), &order, Slicing::BySlab);
        let growing = if packs {
            let options =
                File::options().read(true).write(true).create(true).truncate(true).clone();
            let file = options.open(beside(path, ".layer")).expect("a file");
            Growing::open(&file, 0, order, steps, &run).expect("room for it").expect("not stopped")
        } else {
            part.begin_growing(order, steps, &run).expect("room for it")
        };
        let done = &mut |there| {
            growing.keep(there, &run);
            run.stop.store(there == slices, Ordering::Relaxed);
        };
        let slices = Slices { first: 0, steps: growing.steps(), done };
        assert_eq!(layers.work_out(growing.order(), &growing, slices, &run), None);
    }

    /// Goes on with that: gives the bytes of the file, the positions that were worked out or read, and what was told.
    fn go_on(path: &Path, packs: bool) -> (Vec<u8>, u64, Vec<String>) {
        let (run, mut told) = (Run::default(), Vec::new());
        let built = Table::build_file(&kalah(), SEEDS, path, &how(packs), &run, &mut told);
        built.expect("it goes on");
        (std::fs::read(path).expect("a table"), run.done.load(Ordering::Relaxed), told)
    }

    #[test]
    fn a_build_that_is_stopped_goes_on_from_its_last_slice() {
        for packs in [false, true] {
            let [path, broken, whole] = ["slices", "broken", "whole"].map(path);
            let (bytes, all, _) = go_on(&whole, packs);
            build_some(&path, 15, packs);
            let (same, done, told) = go_on(&path, packs);
            assert!(same == bytes);
            assert!(done < all, "all of the last layer was worked out again");
            assert_eq!(told, [""; 0]);

            build_some(&broken, 15, packs);
            let grows = beside(&broken, if packs { ".layer" } else { ".part" });
            let places = Head::new(&kalah(), SEEDS, false).places().expect("small");
            let at = if packs { 0 } else { places[SEEDS as usize].start }; // in the first slice
            let mut byte = [0];
            let mut file =
                File::options().read(true).write(true).open(&grows).expect("it is there");
            for read in [true, false] {
                file.seek(SeekFrom::Start(at as u64)).expect("it is there");
                if read {
                    file.read_exact(&mut byte).expect("a byte");
                } else {
                    file.write_all(&[byte[0] ^ 1]).expect("a byte");
                }
            }
            let (same, done, told) = go_on(&broken, packs);
            assert!(same == bytes);
            assert_eq!(done, all);
            let what = "damaged: the layer of 5 seeds; built anew from there";
            assert_eq!(told, [format!("{}: {what}", grows.display())]);
            for path in [path, broken, whole] {
                std::fs::remove_dir_all(path.parent().expect("a folder")).expect("it goes");
            }
        }
    }
}

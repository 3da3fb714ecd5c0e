//! Tables as they are used: built, opened, asked.

use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::cache::Cache;
use super::error::TableError;
use super::format::{Head, essence};
use super::layers::{Layer, Layers};
use super::mapped::Mapped;
use super::part::Part;
use super::rank::{MOST_SEEDS, Order};
use super::refusal;
use super::shape::Shape;
use crate::game::State;
use crate::notation::rules_label;
use crate::plan::Plan;
use crate::run::Run;
use crate::solve::dispatch::is_cap;
use crate::solve::framed::SUM;
use crate::solve::is_acyclic;
use crate::tree::{Goal, TwoRows};

/// A table: all layers up to a number of seeds.
#[derive(Debug)]
pub struct Table {
    layers: Layers,
    essence: String,
    /// The digest of the rules that were last found to be served.
    served: Mutex<String>,
    file: Option<Source>,
}

/// Where the layers of a table come from.
#[derive(Debug)]
pub(super) struct Source {
    pub path: PathBuf,
    pub head: Head,
    pub map: Arc<Mapped>,
    /// Where the values of each layer stand, packed or not; their checksum follows them.
    pub places: Vec<Range<usize>>,
    /// Chunks of packed layers.
    pub cache: Arc<Cache>,
    /// The layers whose checksums have been found right.
    pub checked: Vec<AtomicBool>,
}

/// What there is of a table in a file.
pub(super) enum Begun {
    Finished(Box<Table>),
    /// The file of one in the making, and its layers that are there.
    Unfinished(Box<(Part, Layers)>),
}

/// How a table is built in a file.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// Goes on with what stands there.
    pub resume: bool,
    /// Bytes of memory that layers take; those that do not fit are worked out in the file, and stay there.
    pub memory: u64,
    /// Whether the file holds its layers packed.
    pub packs: bool,
}

/// The most seeds of a table of a game: ranks must fit their numbers, and where play can be endless those in a book 31
/// bits; and where the stores matter those of the game.
#[must_use]
pub fn most_seeds(plan: &Arc<Plan>) -> u32 {
    let shape = Shape::of(plan);
    let is_short = |seeds| shape.largest_book(seeds).is_some_and(|all| all < 1 << 31);
    let fits = |seeds: &u32| Order::fits(shape, *seeds) && (is_acyclic(plan) || is_short(*seeds));
    (0..=MOST_SEEDS).take_while(fits).last().unwrap_or(0)
}

/// The game of a table.
///
/// # Errors
/// Where it can have none.
pub fn supported(plan: &Arc<Plan>, seeds: u32) -> Result<TwoRows, TableError> {
    if let Some(fault) = refusal(plan) {
        return Err(TableError::Refused(fault));
    }
    let game = TwoRows::new(plan, Goal::of(plan));
    let game = game.map_err(TableError::Refused)?;
    let most = most_seeds(plan);
    if seeds > most {
        return Err(TableError::TooLarge(seeds, most, plan.columns));
    }
    Ok(game)
}

impl Table {
    /// Builds a table in memory, on the threads of the current pool.
    ///
    /// # Errors
    /// For a game without tables, or when stopped.
    pub fn build(plan: &Arc<Plan>, seeds: u32, run: &Run) -> Result<Self, TableError> {
        let game = supported(plan, seeds)?;
        let layers = Layers::build(&game, seeds, run).ok_or(TableError::Stopped)?;
        Ok(Self::new(layers, None))
    }

    pub(super) fn new(layers: Layers, file: Option<Source>) -> Self {
        let plan = layers.game().plan();
        let (essence, served) = (essence(plan), Mutex::new(plan.digest().to_owned()));
        Self { layers, essence, served, file }
    }

    /// Builds a table in a file. It grows beside its place as `PATH.part`, layer by layer, and is
    /// renamed at the end. To resume, an earlier `PATH.part` of the same table is gone on with
    /// from its last good layer, and a finished table of the same kind is taken as it is. `warn` is
    /// told what else was found there.
    ///
    /// # Errors
    /// For a game without tables, when stopped, when a file cannot be written, or when another build
    /// has `PATH.part`; layers that were finished stay there.
    pub fn build_file(
        plan: &Arc<Plan>,
        seeds: u32,
        path: &Path,
        how: &BuildOptions,
        run: &Run,
        warn: &mut Vec<String>,
    ) -> Result<Self, TableError> {
        let (mut part, mut layers) = match Self::begin(plan, seeds, path, how, run, warn)? {
            Begun::Finished(table) => return Ok(*table),
            Begun::Unfinished(begun) => *begun,
        };
        while layers.next_seeds() <= seeds {
            let layer = part.next_solved(&layers, run);
            warn.extend(part.damage()); // also if it ends here: nobody is told the next time
            layers.push(layer?);
        }
        drop(layers);
        part.finish()?;
        Self::open(path, true, run)
    }

    /// Opens what there is of a table in a file: see [`Table::build_file`].
    pub(super) fn begin(
        plan: &Arc<Plan>,
        seeds: u32,
        path: &Path,
        how: &BuildOptions,
        run: &Run,
        warn: &mut Vec<String>,
    ) -> Result<Begun, TableError> {
        let BuildOptions { resume, memory, packs } = *how;
        let game = supported(plan, seeds)?;
        if path.is_dir() {
            let error = ErrorKind::IsADirectory.into();
            return Err(TableError::Io(path.to_owned(), error));
        }
        let head = Head::new(plan, seeds, packs);
        if resume && let Some(table) = Self::finished(path, &head, run, warn)? {
            return Ok(Begun::Finished(Box::new(table)));
        }
        let mut layers = Layers::new(game);
        let mut part = Part::open(path, head, resume, memory, warn)?;
        while let Some(layer) = part.next_layer(&layers, run)? {
            layers.push(layer);
        }
        part.cut(&layers)?;
        warn.extend(part.damage());
        Ok(Begun::Unfinished(Box::new((part, layers))))
    }

    /// Writes it to another file, packed or not.
    ///
    /// # Errors
    /// If a layer is damaged, when stopped, or when the file cannot be written.
    pub fn save(&self, path: &Path, packs: bool, run: &Run) -> Result<(), TableError> {
        let head = Head::new(self.plan(), self.seeds(), packs);
        let mut part = Part::open(path, head, false, 0, &mut Vec::new())?;
        let added = (0..).zip(self.layers.layers()).try_for_each(|(seeds, layer)| {
            if run.stopped() {
                return Err(TableError::Stopped);
            }
            self.check(seeds)?;
            part.add(layer, self.layers.most(seeds), run)?;
            self.check_whole()?;
            run.done.fetch_add(layer.positions(), Ordering::Relaxed);
            Ok(())
        });
        part.finish_if(added)
    }

    /// The table that stands in the file already, if it is the same.
    fn finished(
        path: &Path,
        head: &Head,
        run: &Run,
        warn: &mut Vec<String>,
    ) -> Result<Option<Self>, TableError> {
        match Self::open(path, false, run) {
            Ok(table) if table.file.as_ref().is_some_and(|file| file.head.bytes == head.bytes) => {
                match table.check_all(run) {
                    Ok(()) => {
                        let positions = table.layers.layers().iter();
                        let positions = positions.map(Layer::positions).sum();
                        run.done.fetch_add(positions, Ordering::Relaxed);
                        Ok(Some(table))
                    }
                    Err(TableError::Stopped) => Err(TableError::Stopped),
                    Err(error) => {
                        warn.push(format!("{error}; it is built anew"));
                        Ok(None)
                    }
                }
            }
            Err(error @ TableError::Damaged(..)) => {
                warn.push(format!("{error}; it is built anew"));
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Compares the checksums of all layers.
    ///
    /// # Errors
    /// For the first that is damaged, or when stopped.
    pub fn check_all(&self, run: &Run) -> Result<(), TableError> {
        // The largest first, to share them out well.
        let layers = (0..self.layers.next_seeds()).into_par_iter().rev();
        let check =
            |seeds| if run.stopped() { Err(TableError::Stopped) } else { self.check(seeds) };
        layers.map(check).collect()
    }

    /// Whether the checksums of all layers have been found right, or there are none.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        let all = |file: &Source| file.checked.iter().all(|one| one.load(Ordering::Acquire));
        self.file.as_ref().is_none_or(all)
    }

    /// Compares the checksum of a layer, unless that has been done.
    pub(super) fn check(&self, seeds: u32) -> Result<(), TableError> {
        let Some(file) = &self.file else { return Ok(()) };
        self.check_whole()?;
        let checked = &file.checked[seeds as usize];
        if checked.load(Ordering::Acquire) {
            return Ok(());
        }
        let place = &file.places[seeds as usize];
        let content = &file.map[place.clone()];
        let sum_of = if file.head.packs { Head::packed_sum } else { Head::layer_sum };
        let same = sum_of(&file.head, seeds, content) == file.map[place.end..place.end + SUM];
        self.check_whole()?;
        if !same {
            let what = format!("the layer of {seeds} seeds");
            return Err(TableError::Damaged(file.path.clone(), what));
        }
        checked.store(true, Ordering::Release);
        Ok(())
    }

    /// Whether somebody shortened the file while it is open, or a part of it cannot be unpacked, so that
    /// what was read may be wrong: to be asked after a read.
    #[inline]
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.map.is_cut() || file.cache.is_damaged())
    }

    /// Asks that all that was read so far stood in the file.
    ///
    /// # Errors
    /// If it was cut.
    pub fn check_whole(&self) -> Result<(), TableError> {
        match &self.file {
            Some(file) if self.is_cut() => {
                let what = if file.map.is_cut() {
                    "it became shorter, or cannot be read any more, while it was open"
                } else {
                    "a part of it cannot be unpacked"
                };
                Err(TableError::Damaged(file.path.clone(), what.to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// The rules.
    #[must_use]
    pub fn plan(&self) -> &Arc<Plan> {
        self.layers.game().plan()
    }

    /// Most seeds in the pits.
    #[must_use]
    pub fn seeds(&self) -> u32 {
        self.layers.next_seeds() - 1
    }

    /// Whether its file holds its layers packed.
    #[must_use]
    pub fn packs(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.head.packs)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.path.as_path())
    }

    /// Where the values of each layer stand in its file, and the bytes of that.
    pub(super) fn source(&self) -> Option<(&[Range<usize>], &Mapped)> {
        self.file.as_ref().map(|file| (&*file.places, &*file.map))
    }

    /// All layers, to be asked without a check of what is asked: see [`Table::check_all`].
    #[must_use]
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// What messages call its game: where the stores matter with the number of all seeds.
    fn label(&self) -> String {
        let game = rules_label(self.plan().rules());
        self.layers
            .shape()
            .all_seeds()
            .map_or(game.clone(), |all| format!("{game}, {all} seeds in all"))
    }

    /// Whether it is a table for this game: all rules but the opening and the limit of actions are
    /// the same, and where the stores matter the number of all seeds.
    #[must_use]
    pub fn serves(&self, plan: &Arc<Plan>) -> bool {
        let mut served = self.served.lock().unwrap_or_else(PoisonError::into_inner);
        if *served == plan.digest() {
            return true;
        }
        let same = essence(plan) == self.essence;
        if same {
            plan.digest().clone_into(&mut served);
        }
        same
    }

    /// Asks that its values are those of positions of a game.
    ///
    /// # Errors
    /// If it has other rules, or a cap on actions that counts.
    pub fn check_game(&self, plan: &Arc<Plan>) -> Result<(), TableError> {
        if !self.serves(plan) {
            return Err(TableError::OtherRules(self.label()));
        }
        if is_cap(plan) {
            return Err(TableError::Capped(plan.max_actions));
        }
        Ok(())
    }

    /// Compares the checksums of the layers with up to that many seeds, unless that has been done.
    pub(crate) fn check_up_to(&self, seeds: u32) -> Result<(), TableError> {
        (0..=seeds.min(self.seeds())).try_for_each(|layer| self.check(layer))
    }

    /// What is still to come for the player to move.
    ///
    /// # Errors
    /// For a position of another game or with too many seeds, or if the layer is damaged.
    pub fn probe(&self, state: &State) -> Result<i16, TableError> {
        if !self.serves(state.plan()) {
            return Err(TableError::OtherRules(self.label()));
        }
        if state.end().is_some() {
            return Ok(0);
        }
        let board = self.layers.game().board(state.position());
        let seeds = self.layers.game().seeds_in_pits(board);
        if seeds > self.seeds() {
            return Err(TableError::TooManySeeds(seeds, self.seeds()));
        }
        self.check(seeds)?;
        let value = self.layers.probe(board);
        self.check_whole()?;
        value.ok_or_else(|| {
            let all = self.layers.shape().all_seeds().unwrap_or_default();
            TableError::OtherTotal(state.position().seeds(), all)
        })
    }
}

//! A table that several processes build: one keeps the file, and the others work out shares of its large layers.
//!
//! They read the file of the table in the making, so they need the same disk. What they find goes
//! back to the one who keeps it: nobody else writes.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::blocks::{self, Slicing, Steps};
use super::error::TableError;
use super::format::Head;
use super::forward::Solver;
use super::growing::Growing;
use super::layers::Layers;
use super::mapped::{Mapped, Watched};
use super::mark::is_marked;
use super::part::{Part, in_file};
use super::rank::Order;
use super::table::{Begun, BuildOptions, Table, supported};
use crate::plan::Plan;
use crate::rules::Fault;
use crate::run::Run;
use crate::solve::framed::{HeadError, SUM};
use crate::solve::pages::Shared;

/// Which part of a step: of all groups every `of`-th, from this one on.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The step of the layer.
    pub step: usize,
    /// Less than `of`.
    pub number: usize,
    /// All shares of the step.
    pub of: usize,
}

/// The next large layer.
#[derive(Debug)]
pub struct Open {
    /// Its seeds.
    pub seeds: u32,
    /// The first of its steps that is not there yet.
    pub first: usize,
    /// The positions of each step.
    pub sizes: Vec<u64>,
}

/// Whoever keeps the file.
pub struct Keeper {
    part: Part,
    layers: Layers,
    layer: Option<Growing>,
    /// What is to be warned of, since it was opened.
    told: Vec<String>,
    path: PathBuf,
    seeds: u32,
}

/// Why the tables of a game cannot be shared out.
///
/// # Errors
/// With the rule that is in the way.
pub fn check_shared(plan: &Arc<Plan>) -> Result<(), TableError> {
    let game = supported(plan, 0)?;
    if blocks::rules(&game).is_some() {
        return Ok(());
    }
    let (allowed, game) = (
        "only games of one lap, without cycles and with no end by a store, are shared out",
        plan.rules(),
    );
    Err(TableError::Refused(Fault::new("executor", &game.name, allowed)))
}

/// What there is where a table is to be built.
pub enum Opened {
    /// It is there already.
    Finished(Box<Table>),
    /// It is in the making.
    Unfinished(Box<Keeper>),
}

impl Keeper {
    /// Opens the file beside its place, as [`Table::build_file`] does. All layers stay in the file, as those who help
    /// read them there.
    ///
    /// # Errors
    /// As there.
    pub fn open(
        plan: &Arc<Plan>,
        seeds: u32,
        path: &Path,
        resume: bool,
        run: &Run,
        warn: &mut Vec<String>,
    ) -> Result<Opened, TableError> {
        let how = BuildOptions { resume, memory: 0, packs: false };
        Ok(match Table::begin(plan, seeds, path, &how, run, warn)? {
            Begun::Finished(table) => Opened::Finished(table),
            Begun::Unfinished(begun) => {
                let (part, layers) = *begun;
                let path = path.to_owned();
                let (layer, told) = (None, Vec::new());
                Opened::Unfinished(Box::new(Self { part, layers, layer, told, path, seeds }))
            }
        })
    }

    /// Works out layers of fewer than so many positions, and opens the next one that has more; `None` when all are done.
    ///
    /// # Errors
    /// When stopped, or if the file cannot be written.
    pub fn next(&mut self, few: u64, run: &Run) -> Result<Option<Open>, TableError> {
        while self.layers.next_seeds() <= self.seeds {
            let (shape, seeds) = (self.layers.shape(), self.layers.next_seeds());
            if shape.positions(seeds).is_some_and(|len| len >= few) {
                let order = Order::given(shape, seeds, run).ok_or(TableError::Stopped)?;
                let steps = Steps::new(self.layers.game(), &order, Slicing::ByWeight);
                let growing = self.part.begin_growing(order, steps, run)?;
                self.told.extend(self.part.damage());
                let sizes = growing.steps().sizes(growing.order());
                let first = growing.slices();
                self.layer = Some(growing);
                return Ok(Some(Open { seeds, first, sizes }));
            }
            let layer = self.part.next_solved(&self.layers, run);
            self.told.extend(self.part.damage());
            self.layers.push(layer?);
        }
        Ok(None)
    }

    /// Works out a step here.
    pub fn step_here(&mut self, step: usize, run: &Run) {
        let Some(growing) = &self.layer else { return };
        let Some(fused) = blocks::rules(self.layers.game()) else { return };
        let solver = Solver::new(&self.layers, growing.order(), growing);
        let groups = growing.steps().groups(step).par_iter();
        let _ = blocks::solve_groups(&solver, fused, groups, run);
    }

    /// Puts a share of a step in its place; false if it has not as many values.
    #[must_use]
    pub fn put(&self, share: Share, values: &[i8]) -> bool {
        let Some(growing) = &self.layer else { return false };
        let mut values = values.iter();
        for group in growing.steps().share(share) {
            for kept in &growing[group.ranks(growing.order())] {
                let Some(value) = values.next() else { return false };
                kept.store(*value, Ordering::Relaxed);
            }
        }
        values.next().is_none()
    }

    /// All shares of the steps before this one are there: makes them last, if it is time to.
    pub fn done(&mut self, steps: usize, run: &Run) {
        if let Some(growing) = &self.layer {
            growing.keep(steps, run);
        }
    }

    /// Adds the layer, all of which is there.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn close_layer(&mut self) -> Result<(), TableError> {
        if let Some(growing) = self.layer.take() {
            let layer = self.part.end_growing(growing)?;
            self.layers.push(layer);
        }
        Ok(())
    }

    /// What is to be warned of, since it was opened.
    #[must_use]
    pub fn told(&self) -> &[String] {
        &self.told
    }

    /// Puts the file in its place, and opens it.
    ///
    /// # Errors
    /// If that fails.
    pub fn finish(self, run: &Run) -> Result<Table, TableError> {
        drop(self.layers);
        self.part.finish()?;
        Table::open(&self.path, true, run)
    }
}

/// What a process needs to work out shares of a layer.
pub struct Helper {
    file: File,
    below: Layers,
    order: Order,
    steps: Steps,
    at: u64,
    path: PathBuf,
}

impl Helper {
    /// Opens the file of a table in the making, of which the layers before that of `seeds` seeds are there.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(path: &Path, seeds: u32) -> Result<Self, TableError> {
        let said = |error| TableError::Io(path.to_owned(), error);
        let mut file = File::open(path).map_err(said)?;
        let head = Head::read(&mut file).map_err(|error| match error {
            HeadError::Io(error) => said(error),
            _ => TableError::NoTable(path.to_owned()),
        })?;
        let game = supported(&head.plan, head.seeds)?;
        let none = || TableError::NoTable(path.to_owned());
        let places = head.places().ok_or_else(none)?;
        let mut below = Layers::new(game);
        for place in &places[..places.len().min(seeds as usize)] {
            let order = Order::new(below.shape(), below.next_seeds()).ok_or_else(none)?;
            let mapped = Mapped::part_of(&file, place.start as u64, place.len() + SUM);
            let mapped = mapped.map_err(said)?;
            // Where the file is shorter, or another machine has not seen all of it yet, zeros are read.
            if is_marked(&mapped[place.len()..]) {
                let what = format!("the layer of {} seeds is not there", below.next_seeds());
                return Err(TableError::Damaged(path.to_owned(), what));
            }
            below.push(in_file(order, mapped));
        }
        let order = Order::new(below.shape(), seeds).ok_or_else(none)?;
        let at = places.get(seeds as usize).ok_or_else(none)?.start as u64;
        let steps = Steps::new(below.game(), &order, Slicing::ByWeight);
        Ok(Self { file, below, order, steps, at, path: path.to_owned() })
    }

    /// The seeds of the layer.
    #[must_use]
    pub fn seeds(&self) -> u32 {
        self.order.seeds()
    }

    /// Works out a share of a step: the values of its groups in turn.
    ///
    /// # Errors
    /// When stopped, or if the file cannot be read.
    pub fn share(&self, share: Share, run: &Run) -> Result<Vec<i8>, TableError> {
        let said = |error| TableError::Io(self.path.clone(), error);
        // What is written to it stays here.
        let values = Shared::copy_of_file(&self.file, self.at, self.order.len()).map_err(said)?;
        let _watched = Watched::new(values.as_ptr().cast(), values.len()); // let go before the memory
        let fused = blocks::rules(self.below.game()).ok_or(TableError::Stopped)?;
        let solver = Solver::new(&self.below, &self.order, &values);
        let groups: Vec<_> = self.steps.share(share).collect();
        let done = blocks::solve_groups(&solver, fused, groups.par_iter().copied(), run);
        done.ok_or(TableError::Stopped)?;
        // Of what the file has lost zeros were read.
        if self.file.metadata().map_err(said)?.len() < self.at + self.order.len() as u64 {
            return Err(said(ErrorKind::UnexpectedEof.into()));
        }
        let ranks = groups.iter().flat_map(|group| group.ranks(&self.order));
        Ok(ranks.map(|rank| values[rank].load(Ordering::Relaxed)).collect())
    }
}

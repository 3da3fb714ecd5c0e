//! Opening the file of a table.

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::cache::Cache;
use super::error::TableError;
use super::format::Head;
use super::layers::{Layer, Layers};
use super::mapped::Mapped;
use super::packed::{Found, Packed};
use super::rank::Order;
use super::table::{Source, Table, supported};
use super::values::Values;
use crate::run::Run;
use crate::solve::framed::{HeadError, SUM};

/// Bytes of unpacked chunks that an open table keeps.
const CACHE: u64 = 1 << 28;

impl Table {
    /// Opens a file. With `check` all of it is read and its checksums are compared; without, a
    /// layer's when it is first asked.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn open(path: &Path, check: bool, run: &Run) -> Result<Self, TableError> {
        let in_file = |error| TableError::Io(path.to_owned(), error);
        let damaged = |what: &str| TableError::Damaged(path.to_owned(), what.to_owned());
        let mut file = File::open(path).map_err(in_file)?;
        let head = Head::read(&mut file).map_err(|error| match error {
            HeadError::Foreign => TableError::NoTable(path.to_owned()),
            HeadError::Version(version) => TableError::Version(path.to_owned(), version),
            HeadError::Damaged => damaged("the head"),
            HeadError::Io(error) => in_file(error),
        })?;
        let game = supported(&head.plan, head.seeds).map_err(|_| damaged("the head"))?;
        let map = Arc::new(Mapped::of(&file).map_err(in_file)?);
        let cache = Arc::new(Cache::new(CACHE));
        let mut layers = Layers::new(game);
        let places = if head.packs {
            packed_layers(&mut layers, &head, &map, &cache)
        } else {
            plain_layers(&mut layers, &head, &map)
        };
        let places = places.ok_or_else(|| damaged("the head"))?;
        let end = places.last().map_or(0, |place| place.end + SUM);
        if places.len() as u32 <= head.seeds || map.len() != end {
            return Err(damaged(&format!("it has {} bytes, not {end}", map.len())));
        }
        let checked = (0..=head.seeds).map(|_| AtomicBool::new(false)).collect();
        let file = Source { path: path.to_owned(), head, map, places, cache, checked };
        let table = Self::new(layers, Some(file));
        if check {
            table.check_all(run)?;
        }
        Ok(table)
    }
}

/// Adds the layers of a file to none; gives where their values stand.
fn plain_layers(layers: &mut Layers, head: &Head, map: &Arc<Mapped>) -> Option<Vec<Range<usize>>> {
    let places = head.places()?;
    for at in &places {
        let order = Order::new(layers.shape(), layers.next_seeds())?;
        if at.end > map.len() {
            break; // its length is told then
        }
        layers.push(Layer::new(order, Values::Mapped { map: Arc::clone(map), at: at.clone() }));
    }
    Some(places)
}

/// The same of a file that holds them packed, as far as they can be found.
fn packed_layers(
    layers: &mut Layers,
    head: &Head,
    map: &Arc<Mapped>,
    cache: &Arc<Cache>,
) -> Option<Vec<Range<usize>>> {
    let (mut places, mut at) = (Vec::new(), head.bytes.len());
    for seeds in 0..=head.seeds {
        let order = Order::new(layers.shape(), seeds)?;
        let most = layers.most(seeds);
        let found = Packed::find(map, at, &order, seeds, most, cache);
        let Some(Found { packed, content }) = found else { break };
        at = content.end + SUM;
        places.push(content);
        layers.push(Layer::new(order, Values::Packed(packed)));
    }
    Some(places)
}

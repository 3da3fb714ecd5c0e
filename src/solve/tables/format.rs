//! Files of tables.
//!
//! A file begins with a head ([`framed`](crate::solve::framed)) of version 1, or 2 where layers are
//! packed, which describes the table by its `rules` (a TOML text), `digest` ([`essence`]), `goal` ("margin" or
//! "result") and `seeds`.
//!
//! After it come the layers of 0 to `seeds` seeds. Each is a signed byte for every rank
//! ([`rank`](super::rank)), then the SHA-256 of the head's sum, the number of seeds (4 bytes) and
//! the values. So a layer cannot be taken for that of another game, and a file that is being
//! written holds the layers that are finished. Packed layers: see [`packed`](super::packed).

use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::packed::BEFORE;
use super::rank::MOST_SEEDS;
use super::shape::Shape;
use crate::plan::Plan;
use crate::rules::{MaxActions, Rules, Setup};
use crate::solve::framed::{Frame, HeadError, SUM};
use crate::tree::Goal;

/// How a file begins.
pub const MAGIC: &[u8; 16] = b"mancalab table\r\n";
/// The versions of the format: of plain values, and of packed ones.
pub const VERSIONS: [u32; 2] = [1, 2];

const FRAME: Frame = Frame { magic: MAGIC, versions: &VERSIONS };

/// What the values of a table depend on: the digest of the rules without the opening and the limit
/// of actions; and where the stores matter the number of all seeds.
#[must_use]
pub fn essence(plan: &Arc<Plan>) -> String {
    let mut rules = plan.rules().clone();
    rules.setup = Setup::default();
    rules.limits.max_actions = MaxActions(None);
    match Shape::of(plan).all_seeds() {
        Some(all) => format!("{} with {all} seeds", rules.digest()),
        None => rules.digest(),
    }
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    rules: String,
    digest: String,
    goal: String,
    seeds: u32,
}

/// The head of a file.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub plan: Arc<Plan>,
    pub seeds: u32,
    /// Whether layers are packed.
    pub packs: bool,
    /// The bytes of the file as far as the first layer.
    pub bytes: Vec<u8>,
}

/// The checksum of a layer while its content comes.
pub(super) struct LayerSum(Sha256);

impl LayerSum {
    /// More of the content.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The checksum.
    pub fn finished(self) -> [u8; SUM] {
        self.0.finalize().into()
    }
}

impl Head {
    /// The head of a table to be written.
    pub fn new(plan: &Arc<Plan>, seeds: u32, packs: bool) -> Self {
        let description = Description {
            rules: plan.rules().to_toml(),
            digest: essence(plan),
            goal: goal(plan).to_owned(),
            seeds,
        };
        let bytes = FRAME.head(usize::from(packs), &description);
        Self { plan: Arc::clone(plan), seeds, packs, bytes }
    }

    /// Reads the head of a file.
    pub fn read(file: &mut File) -> Result<Self, HeadError> {
        let (found, version, bytes): (Description, _, _) = FRAME.read(file)?;
        let rules = Rules::from_toml(&found.rules).map_err(|_| HeadError::Damaged)?;
        let plan = Arc::new(Plan::new(rules).map_err(|_| HeadError::Damaged)?);
        let refused = super::refusal(&plan).is_some() || found.seeds > MOST_SEEDS;
        let sum = (essence(&plan), goal(&plan)) == (found.digest, found.goal.as_str());
        if refused || !sum {
            return Err(HeadError::Damaged);
        }
        Ok(Self { plan, seeds: found.seeds, packs: version == 1, bytes })
    }

    /// Where the values of each layer stand if they are not packed; their checksum follows them. `None`
    /// beyond the addresses of this machine.
    pub fn places(&self) -> Option<Vec<Range<usize>>> {
        let (shape, mut from) = (Shape::of(&self.plan), self.bytes.len());
        let mut places = Vec::new();
        for seeds in 0..=self.seeds {
            let len = usize::try_from(shape.positions(seeds)?).ok()?;
            let to = from.checked_add(len)?;
            places.push(from..to);
            from = to.checked_add(SUM)?;
        }
        Some(places)
    }

    /// The checksum of a layer.
    pub fn layer_sum(&self, seeds: u32, values: &[u8]) -> [u8; SUM] {
        let mut sum = self.sum_of_layer(seeds);
        sum.add(values);
        sum.finished()
    }

    /// The checksum of a packed layer, what stands before its frames last.
    pub fn packed_sum(&self, seeds: u32, content: &[u8]) -> [u8; SUM] {
        let (before, content) = content.split_at(BEFORE);
        let mut sum = self.sum_of_layer(seeds);
        sum.add(content);
        sum.add(before);
        sum.finished()
    }

    /// The checksum of a layer of which nothing has come yet.
    pub fn sum_of_layer(&self, seeds: u32) -> LayerSum {
        let mut sum = LayerSum(Sha256::new());
        sum.add(&self.bytes[self.bytes.len() - SUM..]);
        sum.add(&seeds.to_le_bytes());
        sum
    }
}

/// What the values of a game are values of, as files have it.
fn goal(plan: &Plan) -> &'static str {
    Goal::of(plan).name()
}

//! Files of tables.
//!
//! A file begins with a head ([`framed`](crate::solve::framed)) of version 1, which describes the
//! table by its `rules` (a TOML text), `digest` ([`essence`]), `goal` ("margin" or "result") and `seeds`.
//!
//! After it come the layers of 0 to `seeds` seeds. Each is a signed byte for every rank
//! ([`rank`](super::rank)), then the SHA-256 of the head's sum, the number of seeds (4 bytes) and
//! the values. So a layer cannot be taken for that of another game, and a file that is being
//! written holds the layers that are finished.

use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::rank::{MOST_SEEDS, distributions};
use crate::plan::Plan;
use crate::rules::{MaxActions, Rules, Setup};
use crate::solve::framed::{Frame, HeadError, SUM};
use crate::tree::Goal;

/// How a file begins.
pub const MAGIC: &[u8; 16] = b"mancalab table\r\n";
/// The version of the format.
pub const VERSION: u32 = 1;

const FRAME: Frame = Frame { magic: MAGIC, version: VERSION };

/// What the values of a table depend on: the digest of the rules without the opening and the limit
/// of actions.
#[must_use]
pub fn essence(rules: &Rules) -> String {
    let mut rules = rules.clone();
    rules.setup = Setup::default();
    rules.limits.max_actions = MaxActions(None);
    rules.digest()
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
    /// The bytes of the file as far as the first layer.
    pub bytes: Vec<u8>,
}

impl Head {
    /// The head of a table to be written.
    pub fn new(plan: &Arc<Plan>, seeds: u32) -> Self {
        let rules = plan.rules();
        let description = Description {
            rules: rules.to_toml(),
            digest: essence(rules),
            goal: goal(plan).to_owned(),
            seeds,
        };
        let bytes = FRAME.head(&description);
        Self { plan: Arc::clone(plan), seeds, bytes }
    }

    /// Reads the head of a file.
    pub fn read(file: &mut File) -> Result<Self, HeadError> {
        let (found, bytes): (Description, _) = FRAME.read(file)?;
        let rules = Rules::from_toml(&found.rules).map_err(|_| HeadError::Damaged)?;
        let plan = Arc::new(Plan::new(rules).map_err(|_| HeadError::Damaged)?);
        let refused = super::refusal(&plan).is_some() || found.seeds > MOST_SEEDS;
        let sum = (essence(plan.rules()), goal(&plan)) == (found.digest, found.goal.as_str());
        if refused || !sum {
            return Err(HeadError::Damaged);
        }
        Ok(Self { plan, seeds: found.seeds, bytes })
    }

    /// Where the values of each layer stand; their checksum follows them. `None` beyond the
    /// addresses of this machine.
    pub fn places(&self) -> Option<Vec<Range<usize>>> {
        let mut from = self.bytes.len();
        let mut places = Vec::new();
        for seeds in 0..=self.seeds {
            let len = usize::try_from(distributions(self.plan.columns, seeds)?).ok()?;
            let to = from.checked_add(len)?;
            places.push(from..to);
            from = to.checked_add(SUM)?;
        }
        Some(places)
    }

    /// The checksum of a layer.
    pub fn layer_sum(&self, seeds: u32, values: &[u8]) -> [u8; SUM] {
        let mut sum = Sha256::new();
        sum.update(&self.bytes[self.bytes.len() - SUM..]);
        sum.update(seeds.to_le_bytes());
        sum.update(values);
        sum.finalize().into()
    }
}

/// What the values of a game are values of, as files have it.
fn goal(plan: &Plan) -> &'static str {
    Goal::of(plan).name()
}

//! The head of a file: which search it keeps, and what that has found.

use std::io::Read;

use serde::{Deserialize, Serialize};

use super::Found;
use crate::game::State;
use crate::notation::{position_text, rules_label};
use crate::rules::Rules;
use crate::solve::Bounds;
use crate::solve::framed::{Frame, HeadError};
use crate::solve::tables::essence;
use crate::tree::two_rows::Node;
use crate::tree::{Game, TwoRows};

const MAGIC: &[u8; 16] = b"mancalab proof\r\n";
/// The version of the format.
pub(super) const VERSION: u32 = 1;

const FRAME: Frame = Frame { magic: MAGIC, versions: &[VERSION] };

/// Which search a file keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    pub rules: String,
    pub digest: String,
    pub goal: String,
    pub position: String,
}

/// What the head of a file says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    pub subject: Subject,
    pub found: Found,
    pub blocks: u32,
}

impl Subject {
    pub fn new(game: &TwoRows, state: &State) -> Self {
        let rules = game.plan().rules();
        Self {
            rules: rules.to_toml(),
            digest: essence(game.plan()),
            goal: game.goal().name().to_owned(),
            position: position_text(state),
        }
    }

    /// What messages call its rules, as far as they can be read.
    pub fn label(&self) -> String {
        Rules::from_toml(&self.rules)
            .map_or_else(|_| "unknown".to_owned(), |rules| rules_label(&rules))
    }

    /// Whether positions are worth the same in both games.
    pub fn has_rules_of(&self, other: &Self) -> bool {
        (&self.digest, &self.goal) == (&other.digest, &other.goal)
    }
}

impl Head {
    pub fn read(file: impl Read) -> Result<(Self, Vec<u8>), HeadError> {
        FRAME.read(file).map(|(found, _, bytes)| (found, bytes))
    }

    pub fn bytes(&self) -> Vec<u8> {
        FRAME.head(0, self)
    }
}

impl Found {
    /// Whether it may be said of a position.
    pub fn suits(&self, game: &TwoRows, node: &Node) -> bool {
        let widest = Bounds::widest(game, node).plus(game.margin(node));
        let is_within = |bounds: Bounds| {
            widest.lower <= bounds.lower
                && bounds.lower <= bounds.upper
                && bounds.upper <= widest.upper
        };
        let legal = crate::game::actions_of(game.legal(node));
        is_within(self.bounds)
            && self.actions.iter().all(|(_, bounds)| is_within(*bounds))
            && self.actions.iter().map(|(action, _)| *action).eq(legal)
            && can_be_played(game, *node, &self.line)
    }
}

/// Whether actions are legal one after the other.
fn can_be_played(game: &TwoRows, mut node: Node, line: &[usize]) -> bool {
    let mut over = false;
    line.iter().all(|action| {
        let legal = !over && *action < 64 && game.legal(&node) >> action & 1 == 1;
        if legal {
            let step = game.play(&node, *action);
            over = step.end.is_some();
            node = step.node;
        }
        legal
    })
}

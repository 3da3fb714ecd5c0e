//! The opening: seeds, reserves, marks, and who starts.

use serde::{Deserialize, Deserializer, Serialize, de};

use super::values::rule_values;
use super::{Board, Clauses};

/// A number of seeds for each pit of a group, or one number a pit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Seeds {
    /// The same number in each pit.
    Each(i64),
    /// One number a pit, in the owner's sowing order: see [`Setup`].
    List(Vec<i64>),
}

impl Seeds {
    fn spread(&self, pits: usize) -> Vec<i64> {
        match self {
            Self::Each(n) => vec![*n; pits],
            Self::List(list) => list.clone(),
        }
    }
}

impl<'de> Deserialize<'de> for Seeds {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(SeedsVisitor)
    }
}

struct SeedsVisitor;

impl<'de> de::Visitor<'de> for SeedsVisitor {
    type Value = Seeds;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a number of seeds, or a list with one number a pit")
    }

    fn visit_i64<E: de::Error>(self, n: i64) -> Result<Seeds, E> {
        Ok(Seeds::Each(n))
    }

    fn visit_u64<E: de::Error>(self, n: u64) -> Result<Seeds, E> {
        i64::try_from(n).map(Seeds::Each).map_err(E::custom)
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Seeds, A::Error> {
        let mut list = Vec::new();
        while let Some(n) = seq.next_element()? {
            list.push(n);
        }
        Ok(Seeds::List(list))
    }
}

rule_values! {
    /// A player.
    Side {
        South = "south": "Side 0.",
        North = "north": "Side 1.",
    }
}

rule_values! {
    /// Pits that begin with the mark "unplayed".
    Unplayed {
        None = "none": "The game has no marks.",
        Outer = "outer": "The outer row of each side.",
    }
}

/// The opening position.
///
/// # Order of pits
///
/// A list names the pits of a player in the order in which that player sows them, the first being
/// pit 0 (GE-2, GE-3). On two rows this is from the player's left to their right. On four rows the
/// outer row runs from left to right and the inner row **back, from right to left**; `seeds` and
/// `north` name the outer row first. In a game that is sown clockwise left and right are exchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Seeds in the pits of a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeds: Option<Seeds>,
    /// Four rows: seeds in the outer row (instead of `seeds`). A list runs in sowing order, from the
    /// player's left to their right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outer: Option<Seeds>,
    /// Four rows: seeds in the inner row (instead of `seeds`). A list runs in sowing order, so from
    /// the player's right to their left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inner: Option<Seeds>,
    /// North's pits where they differ from South's: all of them, in North's sowing order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub north: Option<Vec<i64>>,
    /// Seeds each side holds in reserve.
    pub reserve: i64,
    /// Pits marked "unplayed".
    pub unplayed: Unplayed,
    /// Who makes the first action.
    pub start: Side,
    /// Clauses of the rule book.
    pub clause: Clauses,
}

impl Setup {
    /// Seeds of South's and of North's pits, each in its owner's sowing order.
    #[must_use]
    pub fn pits(&self, board: &Board) -> [Vec<i64>; 2] {
        let columns = usize::try_from(board.columns).unwrap_or(0);
        let side = usize::try_from(board.pits_per_side()).unwrap_or(0);
        let south = match &self.seeds {
            Some(seeds) => seeds.spread(side),
            None => [&self.outer, &self.inner]
                .iter()
                .flat_map(|row| row.as_ref().map_or(Vec::new(), |seeds| seeds.spread(columns)))
                .collect(),
        };
        let north = self.north.clone().unwrap_or_else(|| south.clone());
        [south, north]
    }

    /// Whether the opening grows and shrinks with the board (no pit is listed one by one).
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        let listed = |row: &Option<Seeds>| matches!(row, Some(Seeds::List(_)));
        self.north.is_none()
            && self.reserve == 0
            && ![&self.seeds, &self.outer, &self.inner].into_iter().any(listed)
    }
}

impl Setup {
    /// The fields that a clause can stand beside.
    pub const FIELDS: &'static [&'static str] =
        &["seeds", "outer", "inner", "north", "reserve", "unplayed", "start"];
}

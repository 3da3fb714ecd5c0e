//! The opening: seeds, reserves, marks, and who starts.

use serde::{Deserialize, Deserializer, Serialize, de};

use super::fields::{Values, Written, rule_fields};
use super::moves::MAX_PIT;
use super::values::rule_values;
use super::{Board, PitNumbers, Row};

/// Most seeds that a side has in reserve.
pub const MAX_RESERVE: i64 = 127;

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
        South = "south": "The player below the board.",
        North = "north": "The player above the board.",
    }
}

rule_values! {
    /// Pits that begin with the mark "unplayed".
    Unplayed {
        None = "none": "The game has no marks.",
        Outer = "outer": "The outer row of each side.",
    }
}

impl Written for Option<Seeds> {
    const VALUES: Values = Values::Seeds;
}

impl Written for Option<Vec<i64>> {
    const VALUES: Values = Values::Pits;
}

rule_fields! {
    /// The opening position.
    ///
    /// # Order of pits
    ///
    /// A list names the pits of a player in the order in which that player sows them, the first being
    /// pit 0 (GE-2, GE-3). On two rows this is from the player's left to their right. On three and four
    /// rows the outer row runs from left to right and the inner row, or half of it, **back, from right
    /// to left**; `seeds` and `north` name the outer row first. In a game that is sown clockwise left and right are exchanged.
    #[derive(Default)]
    pub struct Setup {
        /// Seeds in each pit of a side: one number for all of them, or a list with one number a pit,
        /// in sowing order. On two rows that is from the player's left to their right. On three and four
        /// rows it is first the outer row from left to right, then the inner row back from right to left.
        /// (Where sowing is clockwise, left and right are exchanged.)
        #[serde(skip_serializing_if = "Option::is_none")]
        seeds: Option<Seeds>,
        /// Three and four rows: seeds in the outer row; `outer` and `inner` stand together, instead of `seeds`.
        /// A list runs in sowing order, from the player's left to their right.
        #[serde(skip_serializing_if = "Option::is_none")]
        outer: Option<Seeds>,
        /// Three and four rows: seeds in the inner row, likewise (on three rows in the half of it that is theirs). A list runs in sowing order too, and so from
        /// the player's **right to their left**: its first number is the pit at the player's right
        /// end. Two seeds in the four rightmost pits of eight are `inner = [2, 2, 2, 2, 0, 0, 0, 0]`.
        /// (Where sowing is clockwise, left and right are exchanged.)
        #[serde(skip_serializing_if = "Option::is_none")]
        inner: Option<Seeds>,
        /// North's pits, where they differ from South's: all of them, in North's own sowing order.
        #[serde(skip_serializing_if = "Option::is_none")]
        north: Option<Vec<i64>>,
        /// Seeds that the players have captured before the first action: two numbers, South's first. For
        /// an opening without a choice, which is given played out.
        #[serde(skip_serializing_if = "Option::is_none")]
        stores: Option<Vec<i64>>,
        /// Seeds that each side holds in its hand at the start, beside the board. Only with
        /// `moves.reserve`: one for each pit of a side where they are entered so, else as many as are placed.
        reserve: i64 = Values::Number(0, MAX_RESERVE),
        /// Pits that begin with the mark "unplayed": they cannot be played until a seed has been
        /// dropped in them (four rows).
        unplayed: Unplayed,
        /// The numbers of pits that begin as houses of their owners, each in its owner's sowing order from 0. A
        /// house is one until all its seeds are lifted or captured; what that means is said where plays and
        /// entries of the landing table ask for it. `[]`: there are none.
        houses: PitNumbers,
        /// The numbers of pits that are closed at first, each in its owner's sowing order from 0: no seed falls in
        /// them, nothing is captured from them, and they are not played until their player opens all of theirs
        /// (`moves.reopens`). What they hold is out of play until then (four rows; both pits of a file). `[]`: there
        /// are none.
        closed: PitNumbers,
        /// Pits of the player who starts that the other player has marked, by number. For an opening
        /// without a choice, which is given played out (two rows).
        marked: PitNumbers,
        /// Who makes the first action.
        start: Side,
    }
}

impl Setup {
    /// Seeds of South's and of North's pits, each in its owner's sowing order.
    #[must_use]
    pub fn pits(&self, board: &Board) -> [Vec<i64>; 2] {
        // A board may be refused for its size: no more pits are counted than any side has.
        let count = |pits: i64| usize::try_from(pits.clamp(0, MAX_PIT + 1)).unwrap_or(0);
        let pits = |row| {
            let pits = board.pits_in(row);
            count(pits.end.saturating_sub(pits.start))
        };
        let side = count(board.pits_per_side());
        let south = match &self.seeds {
            Some(seeds) => seeds.spread(side),
            None => [(&self.outer, Row::Outer), (&self.inner, Row::Inner)]
                .into_iter()
                .filter_map(|(seeds, row)| Some(seeds.as_ref()?.spread(pits(row))))
                .flatten()
                .collect(),
        };
        let north = self.north.clone().unwrap_or_else(|| south.clone());
        [south, north]
    }

    /// Seeds in South's and in North's store.
    #[must_use]
    pub fn stored(&self) -> [i64; 2] {
        match self.stores.as_deref() {
            Some([south, north]) => [*south, *north],
            _ => [0, 0],
        }
    }

    /// Seeds of a player at the start, in their pits and in reserve, where both have as many.
    #[must_use]
    pub fn owned(&self, board: &Board) -> i64 {
        let [south, _] = self.pits(board);
        south.into_iter().fold(self.reserve, i64::saturating_add)
    }

    /// All seeds of the game but those of the hands.
    #[must_use]
    pub fn total(&self, board: &Board) -> i64 {
        let pits = self.pits(board).into_iter().flatten();
        pits.chain(self.stored()).fold(0, i64::saturating_add)
    }

    /// Whether the opening grows and shrinks with the board (no pit is listed one by one).
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        let listed = |row: &Option<Seeds>| matches!(row, Some(Seeds::List(_)));
        self.north.is_none()
            && self.stores.is_none()
            && !self.marked.is_asked()
            && !self.houses.is_asked()
            && self.reserve == 0
            && ![&self.seeds, &self.outer, &self.inner].into_iter().any(listed)
    }
}

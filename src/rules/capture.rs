//! `[[capture]]`, the older spelling of the landing table: it is read, and written as `[[landing]]`.

use serde::{Deserialize, Serialize};

use super::Clauses;
use super::counts::Counts;
use super::landing::{
    CaptureTo, Chain, Choose, GrandSlam, Landing, Occupancy, Reentry, Row, Whose,
};
use super::takes::{Take, Takes};
use super::values::rule_values;

rule_values! {
    /// The landing pit before the last seed fell: empty unless it is said.
    CaptureLanding {
        Empty = "empty": "It held nothing.",
        Occupied = "occupied": "It held seeds.",
        Any = "any": "Either.",
    }
}

rule_values! {
    /// Whose pit the landing pit must be: the mover's unless it is said.
    CaptureSide {
        Own = "own": "The mover's.",
        Other = "other": "The other player's.",
        Any = "any": "Either.",
    }
}

rule_values! {
    /// What is taken: the pit opposite unless it is said.
    CaptureTake {
        Facing = "facing": "The pit opposite the landing pit.",
        FacingAndLanding = "facing_and_landing": "The pit opposite and the landing pit.",
        File = "file": "Both of the other player's pits in the file of the landing pit.",
        Landing = "landing": "The landing pit.",
    }
}

rule_values! {
    /// What follows a capture.
    CaptureThen {
        End = "end": "The turn ends.",
        ChooseFile = "choose_another_file":
            "The same player also takes another file of their choice, occupied or empty.",
    }
}

rule_values! {
    /// Whether a capture goes on from the landing pit.
    CaptureChain {
        None = "none": "It does not.",
        Backward = "backward": "Pit by pit against the direction of sowing.",
    }
}

rule_values! {
    /// The row of the landing pit.
    CaptureRow {
        Any = "any": "Either.",
        Inner = "inner": "The inner one.",
    }
}

/// An entry in the older spelling.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Capture {
    pub landing: CaptureLanding,
    pub side: CaptureSide,
    pub row: CaptureRow,
    pub counts: Vec<i64>,
    pub needs_opposite: bool,
    pub take: CaptureTake,
    pub chain: CaptureChain,
    pub grand_slam: GrandSlam,
    pub to: CaptureTo,
    pub reentry: Reentry,
    pub then: CaptureThen,
    pub clause: Clauses,
}

/// The older name of each field that has one.
const OLDER_NAMES: [(&str, &str); 3] =
    [("was", "landing"), ("facing", "needs_opposite"), ("choose", "then")];

/// The fields of `[[capture]]` that may have a clause.
pub(super) const OLDER_FIELDS: &[&str] = &[
    "landing",
    "side",
    "row",
    "counts",
    "needs_opposite",
    "take",
    "chain",
    "grand_slam",
    "to",
    "reentry",
    "then",
];

/// A field of an entry as `[[capture]]` calls it.
pub(super) fn older_name(field: &str) -> &str {
    OLDER_NAMES.iter().find(|(new, _)| *new == field).map_or(field, |(_, old)| old)
}

/// A field of `[[capture]]` as an entry calls it.
pub(super) fn newer_name(field: &str) -> &str {
    OLDER_NAMES.iter().find(|(_, old)| *old == field).map_or(field, |(new, _)| new)
}

impl From<Capture> for Landing {
    fn from(old: Capture) -> Self {
        Self {
            was: match old.landing {
                CaptureLanding::Empty => Occupancy::Empty,
                CaptureLanding::Occupied => Occupancy::Occupied,
                CaptureLanding::Any => Occupancy::Any,
            },
            counts: counts(&old),
            side: match old.side {
                CaptureSide::Own => Whose::Own,
                CaptureSide::Other => Whose::Other,
                CaptureSide::Any => Whose::Any,
            },
            row: if old.row == CaptureRow::Inner { Row::Inner } else { Row::Any },
            facing: if old.needs_opposite { Counts::Occupied } else { Counts::Any },
            take: match old.take {
                CaptureTake::Facing => Take::Facing.into(),
                CaptureTake::FacingAndLanding => Takes(vec![Take::Facing, Take::Landing]),
                CaptureTake::File => Take::File.into(),
                CaptureTake::Landing => Take::Landing.into(),
            },
            chain: match old.chain {
                CaptureChain::None => Chain::None,
                CaptureChain::Backward => Chain::Backward,
            },
            grand_slam: old.grand_slam,
            to: old.to,
            reentry: old.reentry,
            choose: match old.then {
                CaptureThen::End => Choose::None,
                CaptureThen::ChooseFile => Choose::AnotherFile,
            },
            clause: match old.clause {
                Clauses::All(text) => Clauses::All(text),
                Clauses::Each(map) => Clauses::Each(
                    map.into_iter()
                        .map(|(field, text)| (newer_name(&field).to_owned(), text))
                        .collect(),
                ),
            },
            ..Self::default()
        }
    }
}

/// In the older spelling a chain asks every pit what it asks the landing pit, so that `landing`
/// stands for a number of seeds.
fn counts(old: &Capture) -> Counts {
    let numbers = &old.counts;
    if old.chain == CaptureChain::None || old.landing == CaptureLanding::Any {
        return if numbers.is_empty() { Counts::Any } else { Counts::List(numbers.clone()) };
    }
    let fits = |n: &i64| (*n == 1) == (old.landing == CaptureLanding::Empty);
    match (numbers.is_empty(), old.landing) {
        (true, CaptureLanding::Empty) => Counts::List(vec![1]),
        (true, _) => Counts::From(2),
        _ if numbers.iter().any(fits) => {
            Counts::List(numbers.iter().copied().filter(fits).collect())
        }
        _ => Counts::List(numbers.clone()),
    }
}

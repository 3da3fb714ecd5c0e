//! The words of the landing table, for its users: each key with what it asks or says, and its values.

use super::counts::Counts;
use super::landing::{
    CaptureTo, Chain, Choose, GrandSlam, LapTest, Occupancy, Reentry, Row, Then, Whose,
};
use super::takes::Take;

/// A key of an entry of the landing table.
#[derive(Clone, Copy, Debug)]
pub struct LandingKey {
    /// As it stands in a description.
    pub name: &'static str,
    /// Whether it is a test, which decides whether the entry fits; else it says what is done.
    pub is_test: bool,
    /// What it asks or says.
    pub about: &'static str,
    /// What may be written, and what that means; the first is the default. Names stand without
    /// quotation marks.
    pub values: &'static [(&'static str, &'static str)],
}

const fn test(
    name: &'static str,
    about: &'static str,
    values: &'static [(&'static str, &'static str)],
) -> LandingKey {
    LandingKey { name, is_test: true, about, values }
}

const fn effect(
    name: &'static str,
    about: &'static str,
    values: &'static [(&'static str, &'static str)],
) -> LandingKey {
    LandingKey { name, is_test: false, about, values }
}

/// The keys of an entry, in the order of [`super::Landing::FIELDS`].
pub const LANDING_KEYS: &[LandingKey] = &[
    test("was", "What the landing pit held before the last seed fell.", Occupancy::MEANINGS),
    test("counts", "Seeds of the landing pit, the last one included.", Counts::MEANINGS),
    test("side", "Whose pit the landing pit is.", Whose::MEANINGS),
    test("row", "The row of the landing pit (four rows).", Row::MEANINGS),
    test(
        "next",
        "Seeds of the pit after the landing pit, in the direction of sowing, stores left out.",
        Counts::MEANINGS,
    ),
    test("beyond", "Seeds of the second pit after the landing pit, likewise.", Counts::MEANINGS),
    test("before", "Seeds of the pit before the landing pit, likewise.", Counts::MEANINGS),
    test(
        "facing",
        "Seeds of the pit opposite the landing pit: on four rows of the other player's inner pit \
         in that file.",
        Counts::MEANINGS,
    ),
    test(
        "behind",
        "Seeds of the other player's outer pit in the file of the landing pit (four rows).",
        Counts::MEANINGS,
    ),
    test(
        "other_inner",
        "The other player's whole inner row: on two rows, their row.",
        Occupancy::MEANINGS,
    ),
    test("lap", "Which lap of the action this is.", LapTest::MEANINGS),
    test(
        "captured",
        "Whether an entry has taken seeds earlier in this action; not asked unless it is written.",
        &[("true", "One has."), ("false", "None has.")],
    ),
    test(
        "crossed",
        "Whether a seed of this action has fallen on the other player's side; not asked unless \
         it is written.",
        &[("true", "One has."), ("false", "None has.")],
    ),
    test("hand", "Seeds that the lap was sown with.", Counts::MEANINGS),
    test(
        "turns",
        "Which turn of the player this is, counted from 1; extra turns count.",
        Counts::MEANINGS,
    ),
    effect(
        "take",
        "The pits whose seeds are taken: a name or a list of names; none unless it is written, \
         for an exception that takes nothing.",
        Take::MEANINGS,
    ),
    effect(
        "chain",
        "Whether the capture goes on from the landing pit: with another pit in its place the \
         pits are tested and taken from once more, as long as they fit. What lies behind the \
         player is not asked again (`was`, `lap`, `captured`, `crossed`, `hand`, `turns`). A run \
         never crosses a store and never comes to a pit twice.",
        Chain::MEANINGS,
    ),
    effect(
        "grand_slam",
        "A capture that would take all seeds of the other player.",
        GrandSlam::MEANINGS,
    ),
    effect("to", "Where the captured seeds go.", CaptureTo::MEANINGS),
    effect(
        "reentry",
        "Where captured seeds that are sown on (`to = \"hand\"`) start from.",
        Reentry::MEANINGS,
    ),
    effect(
        "choose",
        "A further capture of the player's choice, as an action of its own (four rows).",
        Choose::MEANINGS,
    ),
    effect("then", "What follows, unless captured seeds are sown on.", Then::MEANINGS),
];

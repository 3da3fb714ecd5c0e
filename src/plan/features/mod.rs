//! What a game asks of those who play it or prove something about it.
//!
//! [`Features::of`] takes a description apart with no `..`: a new field, or a new value of one, does
//! not compile until it is classed here, and is then refused by every executor and every proof
//! that does not name it. Each of them states what it was written for as an allow-list beside it.

mod found;
mod found_ending;
mod found_landing;
mod names;

use crate::rules::{Fault, Landing, List, Play, Rules};
use found::Found;
pub use names::Feature;

/// An allow-list: the set of these features.
macro_rules! allow_list {
    ($($feature:ident),+ $(,)?) => {
        $crate::plan::Features::new(&[$($crate::plan::Feature::$feature),+])
    };
}

pub(crate) use allow_list;

impl Feature {
    /// Its word of a set, and its bit there.
    const fn place(self) -> (usize, u64) {
        (self as usize / 64, 1 << (self as usize % 64))
    }

    /// The field of a description that brings this feature, and its value there.
    fn place_in(self, rules: &Rules) -> (String, String) {
        let field = match self.field().strip_prefix("landing") {
            None if self.field().starts_with("play") => {
                let brings = |entry: &Play| self == Self::PlaysSome || entry.looks_ahead();
                let index = rules.play.iter().position(brings).unwrap_or(0);
                let field = rules.play.get(index).map_or("pick", Play::first_field);
                format!("{}.{field}", rules.path_in(List::Play, index))
            }
            None => self.field().to_owned(),
            Some(key) => {
                let brings = |entry: &Landing| {
                    let mut found = Found::default();
                    found.entry(entry, rules.board.has_own_circuits());
                    entry.is_on() && found.0.has(self)
                };
                let index = rules.landing.iter().position(brings);
                // What no entry brings, the opening does.
                let elsewhere = match self {
                    Self::Removes => "opening.to",
                    Self::ChoosesPits => "opening.choices",
                    _ => "landing",
                };
                index.map_or(elsewhere.to_owned(), |index| rules.entry_path(index) + key)
            }
        };
        let value = rules.written(&field);
        (field, value)
    }
}

/// Words of a set, with one bit for each feature.
const WORDS: usize = Feature::ALL.len().div_ceil(64);

/// A set of features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features([u64; WORDS]);

impl Features {
    /// The set of these features.
    #[must_use]
    pub const fn new(features: &[Feature]) -> Self {
        let (mut set, mut index) = ([0; WORDS], 0);
        while index < features.len() {
            let (word, bit) = features[index].place();
            set[word] |= bit;
            index += 1;
        }
        Self(set)
    }

    /// All that are in one of two sets.
    #[must_use]
    pub const fn or(self, more: Self) -> Self {
        let (mut set, mut word) = (self.0, 0);
        while word < WORDS {
            set[word] |= more.0[word];
            word += 1;
        }
        Self(set)
    }

    /// All that are in the set, and these.
    #[must_use]
    pub const fn and(self, more: &[Feature]) -> Self {
        self.or(Self::new(more))
    }

    /// All but these.
    #[must_use]
    pub const fn without(self, fewer: &[Feature]) -> Self {
        self.but_not(Self::new(fewer))
    }

    /// All that are not in the other set.
    #[must_use]
    pub const fn but_not(self, fewer: Self) -> Self {
        let (mut set, mut word) = (self.0, 0);
        while word < WORDS {
            set[word] &= !fewer.0[word];
            word += 1;
        }
        Self(set)
    }

    /// Whether this feature is in the set.
    #[must_use]
    pub const fn has(self, feature: Feature) -> bool {
        let (word, bit) = feature.place();
        self.0[word] & bit != 0
    }

    /// Whether all of them are in an allow-list.
    #[must_use]
    pub const fn within(self, allowed: Self) -> bool {
        let (beyond, mut word) = (self.but_not(allowed), 0);
        while word < WORDS {
            if beyond.0[word] != 0 {
                return false;
            }
            word += 1;
        }
        true
    }

    /// The first feature that an allow-list does not have.
    #[must_use]
    pub fn first_beyond(self, allowed: Self) -> Option<Feature> {
        let beyond = |feature: &&Feature| self.has(**feature) && !allowed.has(**feature);
        Feature::ALL.iter().find(beyond).copied()
    }

    /// The features, in order.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |feature| self.has(*feature))
    }

    /// The fault of a game that asks for more than `who` was written for.
    #[must_use]
    pub fn refusal(self, allowed: Self, rules: &Rules, who: &str) -> Option<Fault> {
        let feature = self.first_beyond(allowed)?;
        let (field, value) = feature.place_in(rules);
        let why = format!("{who} cannot play games with {}", feature.words());
        Some(Fault::new(field, value, why))
    }

    /// The features of a game.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        let mut found = Found::default();
        // No `..`: a new axis has to be classed. Names and prose ask for nothing.
        let Rules {
            name: _,
            title: _,
            aliases: _,
            region: _,
            names: _,
            source: _,
            language: _,
            informant: _,
            note: _,
            book: _,
            about: _,
            board,
            setup,
            moves,
            play,
            opening,
            sowing,
            laps,
            landing,
            after,
            marks,
            turn,
            ending,
            rounds,
            limits,
            clauses: _,
        } = rules;
        found.board(board);
        found.setup(setup);
        found.moves(moves);
        found.play(play);
        found.opening(opening);
        found.sowing(sowing);
        found.laps(laps);
        for entry in landing.iter().filter(|entry| entry.is_on()) {
            found.entry(entry, board.has_own_circuits());
        }
        found
            .add(landing.iter().filter(|entry| entry.is_on()).count() > 1, Feature::SeveralEntries);
        found.after(after);
        found.marks(marks);
        found.turn(turn);
        found.ending(ending);
        found.rounds(rounds);
        found.limits(limits);
        found.0
    }
}

//! The lists of a description whose entries have names: the landing table and the table of plays.

use serde_json::Value as Json;

use super::{Field, Landing, Play, Rules};

/// A list of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// What follows when a lap ends.
    Landing,
    /// Which pits may be played.
    Play,
}

impl List {
    /// All lists, in the order in which a description is written.
    pub const ALL: [Self; 2] = [Self::Play, Self::Landing];

    /// As it stands in a description.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Landing => "landing",
            Self::Play => "play",
        }
    }

    /// The list of a path such as `landing`, `landing.capture.to` or `landing[0]`, with what follows its name.
    pub(super) fn of(path: &str) -> Option<(Self, &str)> {
        let rest = |list: Self| {
            let rest = path.strip_prefix(list.name())?;
            (rest.is_empty() || rest.starts_with(['.', '['])).then_some((list, rest))
        };
        Self::ALL.into_iter().find_map(rest)
    }

    /// The list of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|list| list.name() == name)
    }

    /// The fields of an entry that a clause can stand beside.
    pub(super) fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Landing => Landing::FIELDS,
            Self::Play => Play::FIELDS,
        }
    }

    /// The same with what they mean.
    pub(super) fn meanings(self) -> &'static [Field] {
        match self {
            Self::Landing => Landing::MEANINGS,
            Self::Play => Play::MEANINGS,
        }
    }

    /// What else an entry can say.
    pub(super) fn beside(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Landing => Landing::BESIDE,
            Self::Play => Play::BESIDE,
        }
    }

    /// An entry in which nothing is written.
    pub(super) fn plain(self) -> Json {
        match self {
            Self::Landing => serde_json::json!(Landing::default()),
            Self::Play => serde_json::json!(Play::default()),
        }
    }

    /// The fields of an entry whose sentence says what it asks and does, in the order in which they speak for
    /// it.
    pub(super) fn speakers(self) -> &'static [&'static str] {
        match self {
            Self::Landing => &["take", "then"],
            Self::Play => &["pick"],
        }
    }

    /// The fields of an entry that have sentences of their own.
    pub(super) fn apart(self) -> &'static [&'static str] {
        match self {
            Self::Landing => &["chain", "grand_slam", "choose", "choices", "exempt", "chosen"],
            Self::Play => &[],
        }
    }
}

impl Rules {
    /// How many entries a list has.
    #[must_use]
    pub fn entries(&self, list: List) -> usize {
        match list {
            List::Landing => self.landing.len(),
            List::Play => self.play.len(),
        }
    }

    /// An entry of a list, field by field.
    pub(super) fn entry_written(&self, list: List, index: usize) -> Option<Json> {
        match list {
            List::Landing => self.landing.get(index).map(|entry| serde_json::json!(entry)),
            List::Play => self.play.get(index).map(|entry| serde_json::json!(entry)),
        }
    }

    /// Puts an entry in the place of another one.
    pub(super) fn set_entry(
        &mut self,
        list: List,
        index: usize,
        entry: Json,
    ) -> Result<(), serde_json::Error> {
        match list {
            List::Landing => self.landing[index] = serde_json::from_value(entry)?,
            List::Play => self.play[index] = serde_json::from_value(entry)?,
        }
        Ok(())
    }
}

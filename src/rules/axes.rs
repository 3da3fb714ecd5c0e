//! The axes of a description. Whatever is done with each of them walks the one list here.

use serde_json::{Value as Json, from_value, json};

use super::decode::split_index;
use super::{
    After, Board, Clauses, Ending, Landing, Laps, Limits, List, Marks, Moves, OnDrop, Opening,
    Play, Rounds, Rules, Setup, Sowing, Turn,
};

/// Fields that have clauses beside them.
pub(super) trait Axis {
    fn clauses(&self) -> &Clauses;

    fn clauses_mut(&mut self) -> &mut Clauses;

    /// The names of the fields, as they stand in a description.
    fn fields(&self) -> &'static [&'static str];

    /// The fields with their values.
    fn written(&self) -> Json;

    /// Whether an axis of this kind can have these fields and values.
    fn read(&self, written: Json) -> Result<(), serde_json::Error>;
}

macro_rules! is_axis {
    ($($kind:ty),+) => { $(
        impl Axis for $kind {
            fn clauses(&self) -> &Clauses {
                &self.clause
            }

            fn clauses_mut(&mut self) -> &mut Clauses {
                &mut self.clause
            }

            fn fields(&self) -> &'static [&'static str] {
                Self::FIELDS
            }

            fn written(&self) -> Json {
                json!(self)
            }

            fn read(&self, written: Json) -> Result<(), serde_json::Error> {
                from_value::<Self>(written).map(drop)
            }
        }
    )+ };
}

is_axis!(
    Board, Setup, Moves, Opening, Sowing, OnDrop, Laps, Landing, Play, After, Marks, Turn, Ending,
    Rounds, Limits
);

macro_rules! sections {
    ($($section:ident),+) => {
        /// The axes that every game has.
        const SECTIONS: &[&str] = &[$(stringify!($section)),+];

        impl Rules {
            /// The axis of a path such as `sowing`, `sowing.on_drop` or `landing[0]`.
            pub(super) fn axis(&self, path: &str) -> Option<&dyn Axis> {
                let axis: &dyn Axis = match path {
                    $(stringify!($section) => &self.$section,)+
                    "sowing.on_drop" => self.sowing.on_drop.as_ref()?,
                    _ => match (List::named(split_index(path).0)?, split_index(path).1?) {
                        (List::Landing, index) => self.landing.get(index)?,
                        (List::Play, index) => self.play.get(index)?,
                    },
                };
                Some(axis)
            }

            /// The same, to be changed.
            pub(super) fn axis_mut(&mut self, path: &str) -> Option<&mut dyn Axis> {
                let axis: &mut dyn Axis = match path {
                    $(stringify!($section) => &mut self.$section,)+
                    "sowing.on_drop" => self.sowing.on_drop.as_mut()?,
                    _ => match (List::named(split_index(path).0)?, split_index(path).1?) {
                        (List::Landing, index) => self.landing.get_mut(index)?,
                        (List::Play, index) => self.play.get_mut(index)?,
                    },
                };
                Some(axis)
            }
        }
    };
}

sections!(board, setup, moves, opening, sowing, laps, after, marks, turn, ending, rounds, limits);

impl Rules {
    /// Every axis of this game with its path.
    pub(super) fn axes(&self) -> impl Iterator<Item = (String, &dyn Axis)> {
        let sections = SECTIONS.iter().map(|section| (*section).to_owned());
        let numbered = |list: List| {
            (0..self.entries(list)).map(move |index| format!("{}[{index}]", list.name()))
        };
        let paths = sections
            .chain(List::ALL.into_iter().flat_map(numbered))
            .chain(["sowing.on_drop".to_owned()]);
        paths.filter_map(|path| self.axis(&path).map(|axis| (path, axis)))
    }
}

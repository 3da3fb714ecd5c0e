//! Pits that a description names by number, and rows of another width, where these are others.

use super::decode::split_index;
use super::fields::{Field, Values};
use super::options::Allowed;
use super::reference::fields_of;
use super::{Fault, List, Rules};

/// Whether a field holds numbers of pits. Those of `opening.into` are paired with others, one by one.
fn holds_pits(field: &Field) -> bool {
    matches!(field.values, Values::PitNumbers) || field.name == "into"
}

impl Rules {
    /// The fields that name pits by number, each with its value.
    ///
    /// A list of pit 0 alone is not among them: it is the first pit of its owner, at one end of their row,
    /// however wide that is. No other list says what it means on other rows: `[0, 1]` may be the first two
    /// pits, or all but the last one of three; `[6]` the last one or the one after the middle.
    fn named_pits(&self) -> Vec<String> {
        let mut named = Vec::new();
        for (path, axis) in self.axes() {
            let written = axis.written();
            let (section, index) = split_index(&path);
            let list = List::named(section).zip(index);
            let called = list.map_or_else(|| path.clone(), |(list, at)| self.path_in(list, at));
            for field in fields_of(section).iter().filter(|field| holds_pits(field)) {
                let pits = written[field.name].as_array().map_or(&[][..], Vec::as_slice);
                if pits.iter().any(|pit| *pit != 0) {
                    let pits: Vec<String> = pits.iter().map(ToString::to_string).collect();
                    named.push(format!("{called}.{} = [{}]", field.name, pits.join(", ")));
                }
            }
        }
        named
    }

    /// What `columns` may be set to where pits are named by number: what it is.
    pub(super) fn columns_allowed(&self) -> Option<Allowed> {
        let columns = self.board.columns;
        (!self.named_pits().is_empty()).then_some(Allowed::Range(columns, columns))
    }

    /// The fault of rows of another width than in the rules that these are made from, where pits are still
    /// named as for the old one. Lists that are changed together with the width are taken to be meant
    /// for the new one.
    pub(super) fn pits_of_another_width(&self, origin: &Self) -> Option<Fault> {
        let columns = origin.board.columns;
        if self.board.columns == columns {
            return None;
        }
        let now = self.named_pits();
        let kept: Vec<String> =
            origin.named_pits().into_iter().filter(|pits| now.contains(pits)).collect();
        let allowed = format!(
            "allowed is {columns}: pits named by number are others in rows of another width, and {} has {}",
            origin.name,
            kept.join(", ")
        );
        (!kept.is_empty()).then(|| Fault::new("columns", self.board.columns, allowed))
    }
}

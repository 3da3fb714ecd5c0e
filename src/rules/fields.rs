//! One macro for the tables of a description, so that no field is without its meaning.

use super::counts::Counts;
use super::pit_numbers::PitNumbers;
use super::takes::{Take, Takes};

/// What may be written, and what that means; names stand without quotation marks.
pub type Meanings = &'static [(&'static str, &'static str)];

/// What may be written at a field.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these names.
    Names(Meanings),
    /// One of these names, or a list of them.
    NameOrList(Meanings),
    /// One of these, without quotation marks: a truth value or a number.
    Plain(Meanings),
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// Such a number, or the name that stands for no limit.
    NumberOr(i64, i64, Meanings),
    /// A set of numbers of seeds, written the same at every field that asks for one.
    Counts,
    /// A number of seeds for each pit, or a list with one number a pit.
    Seeds,
    /// A list with one number a pit.
    Pits,
    /// A list of numbers of pits, from 0.
    PitNumbers,
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A table with these fields.
    Table(&'static [Field]),
}

impl Values {
    /// The values that are named one by one, with their meanings.
    #[must_use]
    pub fn meanings(self) -> Meanings {
        match self {
            Self::Names(named)
            | Self::NameOrList(named)
            | Self::Plain(named)
            | Self::NumberOr(_, _, named) => named,
            Self::Counts => Counts::MEANINGS,
            Self::PitNumbers => PitNumbers::MEANINGS,
            Self::Number(..)
            | Self::Seeds
            | Self::Pits
            | Self::Text
            | Self::Texts
            | Self::Table(_) => &[],
        }
    }
}

/// A field of a description.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// As it stands in a description.
    pub name: &'static str,
    /// What it says or asks.
    pub about: &'static str,
    /// What may be written.
    pub values: Values,
}

impl Field {
    /// The range of a number.
    #[must_use]
    pub fn range(&self) -> Option<(i64, i64)> {
        match self.values {
            Values::Number(low, high) | Values::NumberOr(low, high, _) => Some((low, high)),
            _ => None,
        }
    }
}

/// A kind of value whose meanings are the same wherever it stands. Numbers and truth values are not:
/// each field says what its own mean.
pub(crate) trait Written {
    const VALUES: Values;
}

impl Written for Counts {
    const VALUES: Values = Values::Counts;
}

impl Written for PitNumbers {
    const VALUES: Values = Values::PitNumbers;
}

impl Written for Takes {
    const VALUES: Values = Values::NameOrList(Take::MEANINGS);
}

impl Written for String {
    const VALUES: Values = Values::Text;
}

impl Written for Vec<String> {
    const VALUES: Values = Values::Texts;
}

/// Declares a table of a description. The comment above a field is what the reference says of it,
/// and a field without one does not compile. Fields that a clause can stand beside are in the struct
/// itself, all others `before` and `beside` them: the clauses, if nothing is said. `cited` is one more
/// name that a clause can stand beside.
macro_rules! rule_fields {
    (
        $(#[$meta:meta])*
        pub struct $kind:ident { $($fields:tt)* }
        $(before { $($before:tt)* })?
        $(cited $extra:literal)?
    ) => {
        rule_fields! {
            $(#[$meta])*
            pub struct $kind { $($fields)* }
            $(before { $($before)* })?
            beside {
                #[doc = " The clauses of the rule book that the fields come from: one for all that \
                         are written in this section, `clause = \"KG-3\"`, or one for each, \
                         `clause = { stores = \"KN-2\", skip = \"KN-3\" }`. Where there are several, \
                         write a list, `clause = [\"KG-3\", \"KG-5\"]` or `{ stores = [\"KN-2\", \
                         \"KN-4\"] }`; one text with commas, `\"KG-3, KG-5\"`, is the same."]
                clause: $crate::rules::Clauses,
            }
            $(cited $extra)?
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $kind:ident {
            $(
                $(#[doc = $doc:literal])+
                $(#[serde($($serde:tt)*)])?
                $field:ident: $type:ty $(= $values:expr)?,
            )*
        }
        $(before {
            $($(#[doc = $before_doc:literal])+ $before:ident: $before_type:ty,)*
        })?
        beside {
            $($(#[doc = $beside_doc:literal])+ $beside:ident: $beside_type:ty,)*
        }
        $(cited $extra:literal)?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $kind {
            $($($(#[doc = $before_doc])+ pub $before: $before_type,)*)?
            $($(#[doc = $doc])+ $(#[serde($($serde)*)])? pub $field: $type,)*
            $($(#[doc = $beside_doc])+ pub $beside: $beside_type,)*
        }

        impl $kind {
            /// The fields that a clause can stand beside.
            pub const FIELDS: &'static [&'static str] = &[$(stringify!($field),)* $($extra)?];

            /// The fields with what they mean.
            pub const MEANINGS: &'static [$crate::rules::fields::Field] = &[$(
                $crate::rules::fields::Field {
                    name: stringify!($field),
                    about: concat!($($doc),+),
                    values: rule_fields!(@values $type $(, $values)?),
                },
            )*];

            /// All others, with what they mean.
            pub const BESIDE: &'static [(&'static str, &'static str)] = &[
                $($((stringify!($before), concat!($($before_doc),+)),)*)?
                $((stringify!($beside), concat!($($beside_doc),+)),)*
            ];
        }
    };
    (@values $type:ty) => { <$type as $crate::rules::fields::Written>::VALUES };
    (@values $type:ty, $values:expr) => { $values };
}

pub(crate) use rule_fields;

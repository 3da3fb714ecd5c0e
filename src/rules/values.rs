//! One macro for the closed sets of names that rule axes are made of.

/// Declares an enum of rule values with the name each has in a description.
///
/// The first variant is the default. `NAMES` lists what is allowed, in order.
macro_rules! rule_values {
    (
        $(#[$meta:meta])*
        $name:ident { $first:ident = $first_text:literal: $first_doc:literal
        $(, $variant:ident = $text:literal: $doc:literal)* $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
        pub enum $name {
            #[doc = $first_doc]
            #[default]
            #[serde(rename = $first_text)]
            $first,
            $(
                #[doc = $doc]
                #[serde(rename = $text)]
                $variant,
            )*
        }

        impl std::fmt::Display for $name {
            /// As in a description: the name in quotation marks.
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                write!(f, "{:?}", self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let visitor = $crate::rules::values::NameVisitor(Self::NAMES);
                let index = from.deserialize_any(visitor)?;
                Ok([Self::$first $(, Self::$variant)*][index])
            }
        }

        impl $crate::rules::fields::Written for $name {
            const VALUES: $crate::rules::fields::Values =
                $crate::rules::fields::Values::Names(Self::MEANINGS);
        }

        impl $name {
            /// The allowed names, as they stand in a description.
            pub const NAMES: &'static [&'static str] = &[$first_text $(, $text)*];

            /// Each allowed name with what it means.
            pub const MEANINGS: &'static [(&'static str, &'static str)] =
                &[($first_text, $first_doc) $(, ($text, $doc))*];

            /// The name of this value in a description.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    Self::$first => $first_text,
                    $(Self::$variant => $text,)*
                }
            }

            /// The value of that name, if there is one.
            #[allow(dead_code)] // sets that only the older spelling has are never asked by name
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $first_text => Some(Self::$first),
                    $($text => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use rule_values;

/// Reads one of a set of names; gives its index.
pub(crate) struct NameVisitor(pub &'static [&'static str]);

impl serde::de::Visitor<'_> for NameVisitor {
    type Value = usize;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "allowed are {}", self.0.join(", "))
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<usize, E> {
        let found = self.0.iter().position(|known| *known == name);
        found.ok_or_else(|| E::unknown_variant(name, self.0))
    }
}

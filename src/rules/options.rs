//! Options: the fields of a description that users change by name, the same in every game.

use std::fmt;

use super::option_table::{SPECS, Spec};
use super::reference::field;
use super::{Fault, Rules, RulesError, hint, is_key_of_entry};

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A number too large for any option, as written.
    Large(String),
    /// One of a set of names.
    Text(String),
    /// No limit.
    None,
}

impl Value {
    /// Whether it stands for "no limit".
    pub(super) fn is_no_limit(&self) -> bool {
        *self == Self::None || *self == Self::Text("none".to_owned())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Bool(b) => write!(f, "{b}"),
            Self::Int(n) => write!(f, "{n}"),
            Self::Large(number) => f.write_str(number),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::None => f.write_str("None"),
        }
    }
}

/// What an option may be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// `true` or `false`.
    Bool,
    /// A number from the first to the second.
    Range(i64, i64),
    /// Such a number, or no limit.
    RangeOrNone(i64, i64),
    /// One of these names.
    Names(&'static [&'static str]),
}

impl Allowed {
    fn accepts(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Bool, Value::Bool(_)) => true,
            (Self::RangeOrNone(..), value) if value.is_no_limit() => true,
            (Self::Range(low, high) | Self::RangeOrNone(low, high), Value::Int(n)) => {
                (low..=high).contains(n)
            }
            (Self::Names(names), Value::Text(text)) => names.contains(&text.as_str()),
            _ => false,
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true, false"),
            Self::Range(low, high) if low == high => write!(f, "{low}"),
            Self::Range(low, high) => write!(f, "{low} to {high}"),
            Self::RangeOrNone(low, high) => write!(f, "{low} to {high}, and None for no limit"),
            Self::Names(names) => f.write_str(&names.join(", ")),
        }
    }
}

/// An option as a game has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: Value,
    /// What it may be set to.
    pub allowed: Allowed,
    /// What it says.
    pub about: &'static str,
}

impl Rules {
    /// The options this game has, in a fixed order.
    #[must_use]
    pub fn options(&self) -> Vec<OptionInfo> {
        let info = |spec: &Spec| {
            let value = (spec.get)(self)?;
            let fixed = (spec.name == "columns").then(|| self.columns_allowed()).flatten();
            let allowed = fixed.unwrap_or(spec.allowed);
            Some(OptionInfo { name: spec.name, value, allowed, about: spec.about })
        };
        SPECS.iter().filter_map(info).collect()
    }

    /// A changed and checked copy. The changes are one set: their order does not matter.
    ///
    /// # Errors
    /// Every unknown option, every value that is not allowed, two names of one field with different
    /// values, rows of another width where pits are named by number, and every fault of the result.
    pub fn replace(&self, changes: &[(String, Value)]) -> Result<Self, RulesError> {
        let rules = self.changed(changes)?;
        RulesError::unless_empty(rules.pits_of_another_width(self).into_iter().collect())?;
        RulesError::unless_empty(rules.check())?;
        Ok(rules)
    }

    /// The same, with the result not yet checked.
    fn changed(&self, changes: &[(String, Value)]) -> Result<Self, RulesError> {
        let mut rules = self.clone();
        let mut faults = Vec::new();
        // Keys of entries first: the other options speak of the entries as these make them.
        let (keys, mut waiting): (Vec<_>, Vec<_>) =
            changes.iter().partition(|(name, _)| is_key_of_entry(name));
        faults.extend(keys.iter().filter_map(|(name, value)| rules.set_key(name, value).err()));
        // A change may give the game the field of another change, so they are tried again.
        loop {
            let before = waiting.len();
            waiting.retain(|(name, value)| match rules.set_option(self, name, value) {
                Ok(done) => !done,
                Err(fault) => {
                    faults.push(fault);
                    false
                }
            });
            if waiting.is_empty() || waiting.len() == before {
                break;
            }
        }
        faults.extend(waiting.iter().map(|(name, value)| rules.unknown_option(name, value)));
        if faults.is_empty() {
            faults.extend(changes.iter().filter_map(|(name, value)| rules.overruled(name, value)));
        }
        RulesError::unless_empty(faults)?;
        rules.note_changes(self);
        Ok(rules)
    }

    /// Sets an option that this game or the one it is made from has; `false` if neither has it.
    fn set_option(&mut self, origin: &Self, name: &str, value: &Value) -> Result<bool, Fault> {
        let Some(spec) = SPECS.iter().find(|spec| spec.name == name) else { return Ok(false) };
        let Some(current) = (spec.get)(self).or_else(|| (spec.get)(origin)) else {
            return Ok(false);
        };
        if !spec.allowed.accepts(value) {
            return Err(Fault::new(name, value, format!("allowed are {}", spec.allowed)));
        }
        if current != *value {
            (spec.set)(self, value);
        }
        Ok(true)
    }

    /// The fault of a change that another change of the same set has undone.
    fn overruled(&self, name: &str, value: &Value) -> Option<Fault> {
        if is_key_of_entry(name) {
            return self.overruled_key(name, value);
        }
        let spec = SPECS.iter().find(|spec| spec.name == name)?;
        let result = (spec.get)(self).filter(|result| result != value && !value.is_no_limit())?;
        let allowed = format!("contradicts another option, by which it is {result}");
        Some(Fault::new(name, value, allowed))
    }

    /// The fewest changes of options that make these rules from others, if any do. Keys of entries
    /// are among them only where no other option reaches.
    #[must_use]
    pub fn changes_from(&self, origin: &Self) -> Option<Vec<(String, Value)>> {
        if self.pits_of_another_width(origin).is_some() {
            return None;
        }
        let mut changes = self.named_changes(origin)?;
        let named = changes.len();
        loop {
            let rebuilt = origin.changed(&changes).ok()?;
            let known = |key: &String| changes[named..].iter().any(|(name, _)| name == key);
            let mut keys = self.keys_from(&rebuilt);
            keys.retain(|(key, _)| !known(key));
            if keys.is_empty() {
                break;
            }
            changes.extend(keys);
        }
        let makes = |changes: &[_]| origin.changed(changes).is_ok_and(|made| made == *self);
        if !makes(&changes) {
            return None;
        }
        leave_out(&mut changes, makes);
        Some(changes)
    }

    /// The options that differ from those of others, as far as the others can have them.
    fn named_changes(&self, origin: &Self) -> Option<Vec<(String, Value)>> {
        let mut changes: Vec<(String, Value)> = Vec::new();
        let mut waiting = self.options();
        loop {
            let before = waiting.len();
            let mut late = Vec::new();
            for option in waiting {
                let rebuilt = origin.changed(&changes).ok()?;
                let now = rebuilt.options().into_iter().find(|old| old.name == option.name);
                if now.is_some_and(|old| old.value == option.value) {
                    continue;
                }
                changes.push((option.name.to_owned(), option.value.clone()));
                if origin.changed(&changes).is_err() {
                    changes.pop(); // another change may give the game this field
                    late.push(option);
                }
            }
            if late.is_empty() || late.len() == before {
                break;
            }
            waiting = late;
        }
        changes.extend(self.hidden_changes(origin, &changes));
        Some(changes)
    }

    /// Options of others that these rules have lost by a change, where their fields differ all the
    /// same: the value shows when the change is taken back.
    fn hidden_changes(&self, origin: &Self, changes: &[(String, Value)]) -> Vec<(String, Value)> {
        let (here, there) = (self.options(), origin.options());
        let without = |name: &String| {
            let old = there.iter().find(|old| old.name == name)?;
            let mut rules = self.clone();
            rules.set_option(origin, name, &old.value).ok().map(|_| rules.options())
        };
        let earlier: Vec<Vec<OptionInfo>> =
            changes.iter().filter_map(|(name, _)| without(name)).collect();
        let lost = there.iter().filter(|old| here.iter().all(|option| option.name != old.name));
        lost.filter_map(|old| {
            let known = earlier.iter().flatten().find(|option| option.name == old.name)?;
            (known.value != old.value).then(|| (old.name.to_owned(), known.value.clone()))
        })
        .collect()
    }

    fn unknown_option(&self, name: &str, value: &Value) -> Fault {
        if field(name).is_some() {
            let allowed = format!(
                "this is a key of a description, and no option: `mancalab rules {} --toml` writes one that can be changed",
                self.name
            );
            return Fault::new(name, value, allowed);
        }
        let names: Vec<&str> = self.options().iter().map(|option| option.name).collect();
        let hint = hint(name, names.iter().copied());
        let allowed =
            format!("{} has no such option; it has {}{hint}", self.name, names.join(", "));
        Fault::new(name, value, allowed)
    }
}

/// Leaves out, from the last on, what the others make good without.
fn leave_out(changes: &mut Vec<(String, Value)>, good: impl Fn(&[(String, Value)]) -> bool) {
    let without = |changes: &[(String, Value)], place: usize| {
        let mut rest = changes.to_vec();
        rest.remove(place);
        rest
    };
    while let Some(spare) = (0..changes.len()).rev().find(|place| good(&without(changes, *place))) {
        changes.remove(spare);
    }
}

//! The table of options: for each its name, what is allowed, and the field it reads and writes.

use super::capture::CaptureSide;
use super::options::{Allowed, Value};
use super::{
    CaptureTo, Counts, Direction, Endless, Feeding, FinalCount, GrandSlam, Landing, MAX_ACTIONS,
    MAX_COLUMNS, MAX_SEEDS, MaxActions, Reentry, Relay, Repetition, Rules, Seeds, Side, Skip,
    SownStores, Take, When, Whose, Winner,
};

/// One option.
pub(super) struct Spec {
    pub name: &'static str,
    pub about: &'static str,
    pub allowed: Allowed,
    /// The value in a game; `None` where the game has no such field.
    pub get: fn(&Rules) -> Option<Value>,
    /// Writes a value that `allowed` accepts and `get` found a field for.
    pub set: fn(&mut Rules, &Value),
}

impl Rules {
    pub(super) fn two_rows(&self) -> bool {
        self.board.rows == 2
    }

    /// The first entry of the landing table that takes anything: the one that options speak of.
    fn capture(&self) -> Option<&Landing> {
        self.landing.iter().find(|entry| !entry.take.is_empty())
    }

    /// The same where it takes no file.
    fn plain_capture(&self) -> Option<&Landing> {
        self.capture().filter(|entry| self.two_rows() && !entry.take.has(Take::File))
    }

    /// The same where it takes the last seed with what lies opposite, whatever that is.
    fn landing_capture(&self) -> Option<&Landing> {
        let both = |entry: &&Landing| entry.take.has(Take::Facing) && entry.take.has(Take::Landing);
        let known = |entry: &&Landing| matches!(entry.facing, Counts::Any | Counts::Occupied);
        self.plain_capture().filter(both).filter(known)
    }

    /// Changes the entry that options speak of.
    fn change_capture(&mut self, change: impl FnOnce(&mut Landing)) {
        if let Some(entry) = self.landing.iter_mut().find(|entry| !entry.take.is_empty()) {
            change(entry);
        }
    }
}

fn text(name: &str) -> Value {
    Value::Text(name.to_owned())
}

fn is_true(value: &Value) -> bool {
    *value == Value::Bool(true)
}

fn int(value: &Value) -> i64 {
    if let Value::Int(n) = value { *n } else { 0 }
}

/// The value of the enum that `Allowed::Names` let through; its default can never be needed.
macro_rules! named {
    ($kind:ident, $value:expr) => {
        match $value {
            Value::Text(name) => $kind::from_name(name).unwrap_or_default(),
            _ => $kind::default(),
        }
    };
}

/// An option whose field is an enum: its path, and when a game has it.
macro_rules! enum_spec {
    ($name:literal, $about:literal, $kind:ident, |$rules:ident| $has:expr, $($path:tt)+) => {
        Spec {
            name: $name,
            about: $about,
            allowed: Allowed::Names($kind::NAMES),
            get: |$rules| ($has).then(|| text($rules.$($path)+.name())),
            set: |rules, value| rules.$($path)+ = named!($kind, value),
        }
    };
}

/// An option whose field is a truth value.
macro_rules! bool_spec {
    ($name:literal, $about:literal, |$rules:ident| $has:expr, $($path:tt)+) => {
        Spec {
            name: $name,
            about: $about,
            allowed: Allowed::Bool,
            get: |$rules| ($has).then(|| Value::Bool($rules.$($path)+)),
            set: |rules, value| rules.$($path)+ = is_true(value),
        }
    };
}

const CAPTURES: &[(&str, CaptureTo)] =
    &[("none", CaptureTo::None), ("home", CaptureTo::Store), ("across", CaptureTo::Landing)];
const ENDS: &[(&str, When)] =
    &[("either_empty", When::EitherEmpty), ("mover_empty", When::MoverEmpty)];

/// A truth value can say relays from the landing pit or none, and no others.
fn relay_value(rules: &Rules) -> Option<Value> {
    match rules.laps.relay {
        Relay::None => Some(Value::Bool(false)),
        Relay::Landing => Some(Value::Bool(true)),
        Relay::Next => None,
    }
}

fn set_relay(rules: &mut Rules, value: &Value) {
    rules.laps.relay = if is_true(value) { Relay::Landing } else { Relay::None };
}

fn set_capture(rules: &mut Rules, value: &Value) {
    let to = CAPTURES
        .iter()
        .find(|(name, _)| *value == text(name))
        .map_or(CaptureTo::None, |(_, to)| *to);
    rules.change_capture(|entry| entry.to = to);
}

fn capture_name(rules: &Rules) -> Option<Value> {
    let to = rules.plain_capture()?.to;
    CAPTURES.iter().find(|(_, known)| *known == to).map(|(name, _)| text(name))
}

fn set_needs_opposite(rules: &mut Rules, needs: bool) {
    let facing = if needs { Counts::Occupied } else { Counts::Any };
    rules.change_capture(|entry| entry.facing = facing);
}

fn set_end(rules: &mut Rules, value: &Value) {
    let Some((_, wanted)) = ENDS.iter().find(|(name, _)| *value == text(name)) else {
        return;
    };
    for when in &mut rules.ending.when {
        if ENDS.iter().any(|(_, known)| known == when) {
            *when = *wanted;
        }
    }
}

fn end_name(rules: &Rules) -> Option<Value> {
    let known = |when: &When| ENDS.iter().find(|(_, known)| known == when);
    rules.ending.when.iter().find_map(known).map(|(name, _)| text(name))
}

/// All options, in the order in which they are listed.
pub(super) const SPECS: &[Spec] = &[
    Spec {
        name: "columns",
        about: "pits in a row",
        allowed: Allowed::Range(1, MAX_COLUMNS),
        get: |rules| {
            (rules.two_rows() || rules.setup.is_uniform())
                .then_some(Value::Int(rules.board.columns))
        },
        set: |rules, value| rules.board.columns = int(value),
    },
    Spec {
        name: "seeds",
        about: "seeds in each pit at the start",
        allowed: Allowed::Range(0, MAX_SEEDS),
        get: |rules| match (&rules.setup.seeds, &rules.setup.north) {
            (Some(Seeds::Each(n)), None) => Some(Value::Int(*n)),
            _ => None,
        },
        set: |rules, value| rules.setup.seeds = Some(Seeds::Each(int(value))),
    },
    enum_spec!("start", "the side that starts", Side, |rules| true, setup.start),
    Spec {
        name: "symmetric",
        about: "the pits of either side may be played",
        allowed: Allowed::Bool,
        get: |rules| rules.two_rows().then_some(Value::Bool(rules.moves.symmetric)),
        set: |rules, value| rules.moves.symmetric = is_true(value),
    },
    Spec {
        name: "least",
        about: "fewest seeds a pit must hold to be played",
        allowed: Allowed::Range(1, MAX_SEEDS),
        get: |rules| Some(Value::Int(rules.moves.least)),
        set: |rules, value| rules.moves.least = int(value),
    },
    enum_spec!("direction", "direction of sowing", Direction, |rules| true, moves.direction),
    enum_spec!(
        "feeding",
        "duty to leave the other player seeds",
        Feeding,
        |rules| rules.two_rows(),
        moves.feeding
    ),
    enum_spec!(
        "stores",
        "stores that are sown",
        SownStores,
        |rules| rules.board.stores,
        sowing.stores
    ),
    enum_spec!("skip", "pit that a sowing passes over", Skip, |rules| true, sowing.skip),
    Spec {
        name: "last_four_to_mover",
        about: "the last seed of a lap gives the pit it completes to the mover, not to its owner",
        allowed: Allowed::Bool,
        get: |rules| rules.sowing.on_drop.as_ref().map(|rule| Value::Bool(rule.last_to_mover)),
        set: |rules, value| {
            if let Some(rule) = &mut rules.sowing.on_drop {
                rule.last_to_mover = is_true(value);
            }
        },
    },
    Spec {
        name: "relay",
        about: "the seeds of an occupied landing pit are sown on",
        allowed: Allowed::Bool,
        get: relay_value,
        set: set_relay,
    },
    Spec {
        name: "continue_sowing",
        about: "the same as `relay`",
        allowed: Allowed::Bool,
        get: relay_value,
        set: set_relay,
    },
    Spec {
        name: "capture",
        about: "where captured seeds go: nowhere, home, or onto the landing pit",
        allowed: Allowed::Names(&["none", "home", "across"]),
        get: capture_name,
        set: set_capture,
    },
    Spec {
        name: "cross_capture",
        about: "whether the last seed captures: false is `capture=none`; true, where nothing was captured, is `capture=home`",
        allowed: Allowed::Bool,
        get: |rules| Some(Value::Bool(rules.plain_capture()?.is_on())),
        set: |rules, value| {
            let to = if is_true(value) { CaptureTo::Store } else { CaptureTo::None };
            rules.change_capture(|entry| entry.to = to);
        },
    },
    Spec {
        name: "capture_needs_opposite",
        about: "no capture where the pit opposite is empty",
        allowed: Allowed::Bool,
        get: |rules| Some(Value::Bool(rules.landing_capture()?.facing.is_asked())),
        set: |rules, value| set_needs_opposite(rules, is_true(value)),
    },
    Spec {
        name: "empty_capture",
        about: "the last seed is captured also where the pit opposite is empty; the opposite of `capture_needs_opposite`",
        allowed: Allowed::Bool,
        get: |rules| Some(Value::Bool(!rules.landing_capture()?.facing.is_asked())),
        set: |rules, value| set_needs_opposite(rules, !is_true(value)),
    },
    Spec {
        name: "capture_side",
        about: "side on which a landing captures",
        allowed: Allowed::Names(CaptureSide::NAMES),
        get: |rules| Some(text(rules.plain_capture()?.side.name())),
        set: |rules, value| rules.change_capture(|entry| entry.side = named!(Whose, value)),
    },
    Spec {
        name: "grand_slam",
        about: "a capture of all that the other player has",
        allowed: Allowed::Names(GrandSlam::NAMES),
        get: |rules| {
            let entry = rules.capture().filter(|entry| entry.side != Whose::Own)?;
            rules.two_rows().then(|| text(entry.grand_slam.name()))
        },
        set: |rules, value| {
            rules.change_capture(|entry| entry.grand_slam = named!(GrandSlam, value));
        },
    },
    Spec {
        name: "reentry",
        about: "where captured seeds are sown from",
        // Not an end of the row, which needs more than an option says: what begins at which one.
        allowed: Allowed::Names(&["lap", "turn", "landing"]),
        get: |rules| {
            let entry = rules.capture().filter(|entry| entry.to == CaptureTo::Hand)?;
            let by_name = matches!(entry.reentry, Reentry::Lap | Reentry::Turn | Reentry::Landing);
            by_name.then(|| text(entry.reentry.name()))
        },
        set: |rules, value| rules.change_capture(|entry| entry.reentry = named!(Reentry, value)),
    },
    bool_spec!(
        "replay",
        "a last seed in the own store gives an extra turn",
        |rules| rules.board.stores,
        turn.replay
    ),
    Spec {
        name: "end",
        about: "whose empty side ends the game",
        allowed: Allowed::Names(&["either_empty", "mover_empty"]),
        get: end_name,
        set: set_end,
    },
    enum_spec!(
        "final_count",
        "who gets the seeds left in the pits",
        FinalCount,
        |rules| rules.ending.winner == Winner::MostSeeds,
        ending.final_count
    ),
    Spec {
        name: "end_above_half",
        about: "the game ends when a store holds more than half of all seeds, or both hold half",
        allowed: Allowed::Bool,
        get: |rules| {
            let counts = rules.two_rows() && rules.ending.winner == Winner::MostSeeds;
            counts.then(|| Value::Bool(rules.ending.when.contains(&When::AboveHalf)))
        },
        set: |rules, value| {
            rules.ending.when.retain(|when| *when != When::AboveHalf);
            if is_true(value) {
                rules.ending.when.push(When::AboveHalf);
            }
        },
    },
    Spec {
        name: "enough",
        about: "seeds that are enough to end the game, or to win",
        allowed: Allowed::Range(1, MAX_SEEDS),
        get: |rules| {
            let ending = &rules.ending;
            let asked = ending.winner.asks_enough() || ending.when.contains(&When::Enough);
            asked.then_some(Value::Int(ending.enough))
        },
        set: |rules, value| rules.ending.enough = int(value),
    },
    enum_spec!(
        "repetition",
        "what happens when a position comes again",
        Repetition,
        |rules| true,
        limits.repetition
    ),
    enum_spec!("winner", "who wins", Winner, |rules| true, ending.winner),
    enum_spec!("endless", "what an endless sowing does", Endless, |rules| true, limits.endless),
    Spec {
        name: "max_actions",
        about: "most actions of a game",
        allowed: Allowed::RangeOrNone(1, MAX_ACTIONS),
        get: |rules| Some(rules.limits.max_actions.0.map_or(Value::None, Value::Int)),
        set: |rules, value| {
            rules.limits.max_actions =
                MaxActions(if let Value::Int(n) = value { Some(*n) } else { None });
        },
    },
];

//! The landing table in words: one sentence for each entry.

use super::explain::say;
use super::explain_chain::{chain, slam};
use super::explain_effects::effects;
use super::explain_pits::{lifted_pit, marked_pit, marked_so, row_word, the_pits};
use super::landing_tests::{BEHIND, Test};
use super::words::{
    a_capture, a_turn, a_visit, amount, capitalized, listed, number_of, pits_left, turns,
};
use super::{
    Counts, Landing, LapTest, Lifted, Marked, Occupancy, PitNumbers, Relay, Row, Rules, SownStores,
    Whose,
};

impl Rules {
    pub(super) fn say_landing(&self, said: &mut Vec<(String, String)>) {
        for (index, entry) in self.landing.iter().enumerate().filter(|(_, entry)| entry.is_on()) {
            let path = self.entry_path(index);
            let field = if entry.takes() { "take" } else { "then" };
            let text = sentence(&self.in_words(entry), self.row_words(), self.any_other(index));
            say(said, &format!("{path}.{field}"), text);
            if let Some(text) = chain(&self.in_words(entry), self.board.has_own_circuits()) {
                say(said, &format!("{path}.chain"), text);
            }
            if let Some(text) = slam(entry.grand_slam) {
                say(said, &format!("{path}.grand_slam"), text.into());
            }
            if let Some(text) = entry.choice_in_words() {
                say(said, &format!("{path}.choose"), text);
            }
        }
        self.say_relay(said);
    }

    /// What an entry that asks for nothing is left with: all that those before it do not fit. Where these ask
    /// for numbers of seeds alone, any other number.
    fn any_other(&self, index: usize) -> Option<&'static str> {
        let asks = |entry: &Landing| entry.tests().iter().any(|(_, test)| test.asks());
        let counts_only = |entry: &Landing| {
            asks(entry) && !asks(&Landing { counts: Counts::Any, ..entry.clone() })
        };
        let mut before = self.landing[..index].iter().filter(|entry| entry.is_on()).peekable();
        if asks(&self.landing[index]) || before.peek().is_none() {
            return None;
        }
        Some(if before.all(counts_only) {
            "If the last seed falls in a pit, making any other number there"
        } else {
            "Otherwise, if the last seed falls in a pit"
        })
    }

    /// Said after the entries, which are tried first; not at all where one of them always fits.
    fn say_relay(&self, said: &mut Vec<(String, String)>) {
        let first = !self.landing.iter().any(Landing::is_on);
        let goes_on = self.goes_on();
        let text = match (self.laps.relay, first) {
            (relay, _)
                if (relay != Relay::None || goes_on) && self.keeps_from_relay().is_some() =>
            {
                return self.say_turn_round(said);
            }
            (Relay::Landing, true) => {
                "If the last seed falls in an occupied pit, the player picks up all seeds there and goes on sowing."
            }
            (Relay::Landing, false) => {
                "Otherwise, if the last seed falls in an occupied pit, the player picks up all seeds there and goes on sowing."
            }
            (Relay::Next, true) => {
                "The player picks up all seeds of the pit after the landing pit, if it holds any, and goes on sowing."
            }
            (Relay::Next, false) => {
                "Otherwise the player picks up all seeds of the pit after the landing pit, if it holds any, and goes on sowing."
            }
            (Relay::None, _) if goes_on || self.may_stop() => "Otherwise the turn ends.",
            (Relay::None, _) => "The turn ends with the first lap.",
        };
        say(said, "laps.relay", text.to_owned());
        self.say_turn_round(said);
    }

    /// Said of boards with fields only.
    fn say_fields_sown_on(&self, said: &mut Vec<(String, String)>) {
        if self.laps.fields {
            let text = "The seeds of a field are picked up and sown on like those of any pit.";
            say(said, "laps.fields", text.to_owned());
        }
    }

    fn say_turn_round(&self, said: &mut Vec<(String, String)>) {
        self.say_fields_sown_on(said);
        if self.laps.past_store {
            let mut text = "If the last seed falls in the player's store, the player picks up all seeds of the pit after it, if it holds any, and goes on sowing.".to_owned();
            if self.sowing.stores == SownStores::Both {
                text += " In the other player's store, it ends the turn.";
            }
            say(said, "laps.past_store", text);
        }
        if self.laps.turn_at.is_asked() {
            let asked = self.laps.turns.is_asked();
            let when = if asked { turns(&self.laps.turns) + ", " } else { String::new() };
            let text = format!(
                "{when}a later lap that begins in {} may be sown clockwise, as the player chooses, if it captures seeds; all others go counter-clockwise.",
                the_pits(&self.laps.turn_at)
            );
            say(said, "laps.turn_at", capitalized(&text));
        }
        if self.laps.again_at.is_asked() {
            let text = format!(
                "If a lap goes clockwise from {} and captures seeds that are sown on, they may be sown clockwise from there again, as the player chooses, if that captures seeds; all other later laps go counter-clockwise.",
                the_pits(&self.laps.again_at)
            );
            say(said, "laps.again_at", text);
        }
        if self.laps.single_hand {
            let text = "A single captured seed is sown on together with what lies in the pit from which it is sown, which is picked up.";
            say(said, "laps.single_hand", text.to_owned());
        }
        if self.laps.turn_round {
            let text = "Each later lap of an action goes the other way than the one before it.";
            say(said, "laps.turn_round", text.to_owned());
        }
    }

    /// Whether an entry makes a sowing go on.
    pub(super) fn goes_on(&self) -> bool {
        self.landing.iter().any(|entry| entry.is_on() && entry.goes_on())
    }
}

impl Rules {
    /// What an entry asks by one of its tests, in words; empty for what is no test.
    #[must_use]
    pub fn asked(&self, index: usize, test: &str) -> String {
        let Some(entry) = self.landing.get(index) else { return String::new() };
        let entry = &self.in_words(entry);
        let Some((_, asked)) = entry.tests().into_iter().find(|(field, _)| *field == test) else {
            return String::new();
        };
        match asked {
            Test::Was(_) | Test::Side(_) | Test::Row(_) => landing_pit(&Landing {
                at: PitNumbers::default(),
                marked: Marked::Any,
                house: None,
                blocked: None,
                ..entry.clone()
            }),
            Test::Landing(counts) => format!("{} in the landing pit", amount(counts)),
            Test::Pit(pit, counts) => held(pit, counts),
            Test::At(pits) => the_pits(pits),
            Test::Marked(marked) => marked_pit(marked),
            Test::FacingMarked(marked) => marked_pit(marked).replacen("pit", "pit opposite", 1),
            Test::Lifted(wanted) => lifted_pit(wanted).to_owned(),
            Test::Marks(counts) => format!("{} marked by the player", number_of(counts, "pit")),
            Test::Visits(counts) => a_visit(counts),
            Test::CaptureNumber(counts) => a_capture(counts),
            Test::Mirrored(wanted) => {
                format!("{} pit of the same number marked by the other player", a_or_no(wanted))
            }
            Test::OtherInner(was) => {
                format!("{} to be {}", self.row_words().other, was.name())
            }
            Test::NextField(wanted) => format!("{} field as the next pit", a_or_no(wanted)),
            Test::OtherPits(counts) => pits_left(counts),
            Test::Lap(LapTest::Any) => "any lap of the action".to_owned(),
            Test::Lap(LapTest::First) => "the first lap of the action".to_owned(),
            Test::Lap(LapTest::Later) => "a later lap of the action".to_owned(),
            Test::Captured(wanted) => format!("{} capture earlier in the action", a_or_no(wanted)),
            Test::Crossed(wanted) => {
                let across = self.row_words().across;
                format!("{} seed of the action to have fallen {across}", a_or_no(wanted))
            }
            Test::House(wanted) => format!("{} house", a_or_no(wanted)),
            Test::Blocked(wanted) => format!("{} blocked pit", a_or_no(wanted)),
            Test::Dropped(wanted) => {
                format!("{} seed of the reserve to have begun the action", a_or_no(wanted))
            }
            Test::Hand(counts) if counts.is_empty() => {
                "a seed of the reserve that fell by itself".to_owned()
            }
            Test::Hand(counts) => format!("a lap sown with {}", amount(counts)),
            Test::Turns(counts) => a_turn(counts),
        }
    }

    /// How rows are called.
    fn row_words(&self) -> RowWords {
        let inner = self.board.has_inner_rows();
        let whole = self.board.has_two_rows_a_side();
        RowWords {
            other: if inner { "the other player's inner row" } else { "the other player's row" },
            across: if whole { "in the inner row" } else { "on the other side" },
        }
    }

    /// An entry as it is said: a list of all even numbers that there can be is "an even number".
    fn in_words(&self, entry: &Landing) -> Landing {
        let seeds = self.setup.pits(&self.board).iter().flatten().sum::<i64>();
        let beside = 2 * self.setup.reserve + self.setup.stored().iter().sum::<i64>();
        let most = seeds + beside;
        let mut entry = entry.clone();
        let Landing { counts, next, beyond, before, facing, behind, hand, .. } = &mut entry;
        for counts in [counts, next, beyond, before, facing, behind, hand] {
            if counts.is_each_even(most) {
                *counts = Counts::Even;
            }
        }
        entry
    }
}

/// How the rows are called that tests speak of.
#[derive(Clone, Copy)]
struct RowWords {
    /// The row of `other_inner`.
    other: &'static str,
    /// Where seeds fall for `crossed`, as it follows "fallen".
    across: &'static str,
}

pub(super) fn a_or_no(wanted: Option<bool>) -> &'static str {
    if wanted == Some(false) { "no" } else { "a" }
}

/// An entry: "If the last seed falls in ..., the player ...". `other`: how it begins if it is for all that others
/// do not fit.
fn sentence(entry: &Landing, rows: RowWords, other: Option<&str>) -> String {
    if let Some(begins) = other {
        return format!("{begins}, {}.", effects(entry));
    }
    let pit = landing_pit(entry);
    let conditions = conditions(entry, rows);
    let text = match &conditions[..] {
        [] => pit,
        [only] => format!("{pit}, {only}"),
        [most @ .., last] => format!("{pit}, {}, and {last}", most.join(", ")),
    };
    format!("If the last seed falls in {text}, {}.", effects(entry))
}

/// What an entry asks beside the landing pit itself; what must lie where is one condition.
fn conditions(entry: &Landing, rows: RowWords) -> Vec<String> {
    let asked = || entry.tests().into_iter().map(|(_, test)| test).filter(|test| test.asks());
    let making = Some(&entry.counts).filter(|counts| Test::Landing(counts).asks());
    let making = making.map(|counts| format!("making {} there", amount(counts)));
    let mut with: Vec<String> = asked().filter_map(|test| with(test, rows)).collect();
    if Test::Pit("", &entry.facing).asks() {
        // Where the one opposite has been spoken of.
        for held in &mut with {
            *held = held.replace(BEHIND, "pit behind that one");
        }
    }
    let with = Some(with).filter(|with| !with.is_empty());
    let with = with.map(|with| format!("with {}", listed(&with, "and")));
    making.into_iter().chain(with).chain(asked().filter_map(|test| when(test, rows))).collect()
}

fn landing_pit(entry: &Landing) -> String {
    let row = row_word(entry.row);
    let side = match entry.side {
        Whose::Any => "",
        // On four rows every landing is on the own side.
        Whose::Own if entry.row != Row::Any => "",
        Whose::Own => " of the player's own",
        Whose::Other => " of the other player",
    };
    let was = match entry.was {
        Occupancy::Any if entry.row == Row::Any => "a ",
        Occupancy::Any => "an ",
        Occupancy::Empty => "an empty ",
        Occupancy::Occupied => "an occupied ",
    };
    let marked = marked_so(entry.marked);
    let house = match (entry.house, entry.blocked) {
        (Some(true), Some(true)) => " that is a blocked house",
        (Some(true), _) => " that is a house",
        (_, Some(true)) => " that is blocked",
        (Some(false), Some(false)) => " that is neither a house nor blocked",
        (Some(false), None) => " that is no house",
        (None, Some(false)) => " that is not blocked",
        (None, None) => "",
    };
    let at = if entry.at.is_asked() { format!(", {}", the_pits(&entry.at)) } else { String::new() };
    format!("{was}{row}pit{side}{marked}{house}{at}")
}

/// What a test demands that is said after "with".
fn with(test: Test, rows: RowWords) -> Option<String> {
    Some(match test {
        Test::Pit(pit, counts) => held(pit, counts),
        Test::Lifted(Lifted::Never) => "its seeds not lifted before in this round".into(),
        Test::Lifted(Lifted::Before | Lifted::Each) => {
            "its seeds lifted to be sown before in this round".into()
        }
        Test::Marks(counts) if counts.is_empty() => "no pit marked by the player so far".into(),
        Test::Marks(counts) => format!("{} marked by the player so far", number_of(counts, "pit")),
        Test::FacingMarked(marked) => format!("a pit opposite{}", marked_so(marked)),
        Test::Mirrored(Some(false)) => {
            "the pit of the same number in the player's row not marked by the other".into()
        }
        Test::Mirrored(_) => {
            "the pit of the same number in the player's row marked by the other".into()
        }
        Test::NextField(wanted) => format!("{} field as the next pit", a_or_no(wanted)),
        Test::OtherPits(counts) => pits_left(counts),
        Test::OtherInner(Occupancy::Occupied) => format!("seeds in {}", rows.other),
        Test::OtherInner(_) => format!("{} empty", rows.other),
        Test::Captured(Some(false)) => "nothing captured in this action so far".into(),
        Test::Crossed(Some(false)) => format!("no seed of the action fallen {}", rows.across),
        _ => return None,
    })
}

/// What a test demands that says when, or of which lap.
fn when(test: Test, rows: RowWords) -> Option<String> {
    Some(match test {
        Test::Hand(counts) if counts.is_empty() => {
            "if it was a seed of the reserve that fell by itself".into()
        }
        Test::Hand(counts) => format!("if the lap was sown with {}", amount(counts)),
        Test::Dropped(Some(true)) => "in an action that began with a seed of the reserve".into(),
        Test::Dropped(Some(false)) => "in an action that began with a sowing".into(),
        Test::Turns(counts) => turns(counts),
        Test::Visits(counts) => format!("as {}", a_visit(counts)),
        Test::CaptureNumber(counts) => format!("as {}", a_capture(counts)),
        Test::Lap(LapTest::Later) => "in a later lap of the action".into(),
        Test::Lap(_) => "in the first lap of the action".into(),
        Test::Captured(Some(true)) => "after a capture in the same action".into(),
        Test::Crossed(Some(true)) => format!("after a seed of the action fell {}", rows.across),
        _ => return None,
    })
}

/// "seeds in the next pit", "an empty next pit".
pub(super) fn held(pit: &str, counts: &Counts) -> String {
    match counts {
        Counts::Occupied => format!("seeds in the {pit}"),
        _ if counts.is_empty() => format!("an empty {pit}"),
        _ => format!("{} in the {pit}", amount(counts)),
    }
}

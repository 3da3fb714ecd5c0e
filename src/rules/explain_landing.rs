//! The landing table in words: one sentence for each entry.

use super::check_landing::holds_always;
use super::explain::say;
use super::words::{amount, listed, turns};
use super::{
    CaptureTo, Chain, Choose, Counts, GrandSlam, Landing, LapTest, Occupancy, Reentry, Relay, Row,
    Rules, Take, Then, Whose,
};

impl Rules {
    pub(super) fn say_landing(&self, said: &mut Vec<(String, String)>) {
        for (index, entry) in self.landing.iter().enumerate().filter(|(_, entry)| entry.is_on()) {
            let path = self.entry_path(index);
            let field = if entry.takes() { "take" } else { "then" };
            say(said, &format!("{path}.{field}"), sentence(entry));
            if let Some(text) = chain(entry.chain) {
                say(said, &format!("{path}.chain"), text.into());
            }
            if let Some(text) = slam(entry.grand_slam) {
                say(said, &format!("{path}.grand_slam"), text.into());
            }
            if entry.choose == Choose::AnotherFile {
                let text = "They then take another file of their choice, occupied or empty, if the other player has seeds left.";
                say(said, &format!("{path}.choose"), text.into());
            }
        }
        self.say_relay(said);
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
            (Relay::None, _) if goes_on => "Otherwise the turn ends.",
            (Relay::None, _) => "The turn ends with the first lap.",
        };
        say(said, "laps.relay", text.to_owned());
        self.say_turn_round(said);
    }

    fn say_turn_round(&self, said: &mut Vec<(String, String)>) {
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
        let Landing {
            was: _, // with the side and the row, in `landing_pit`
            counts,
            side: _,
            row: _,
            next,
            beyond,
            before,
            facing,
            behind,
            other_inner,
            lap,
            captured,
            crossed,
            hand,
            turns: number,
            // No tests:
            name: _,
            take: _,
            chain: _,
            grand_slam: _,
            to: _,
            reentry: _,
            choose: _,
            then: _,
            clause: _,
        } = entry;
        let places = [
            ("counts", "the landing pit", counts),
            ("next", "the next pit", next),
            ("beyond", "the pit beyond", beyond),
            ("before", "the pit before", before),
            ("facing", "the pit opposite", facing),
            ("behind", "the pit behind that one", behind),
        ];
        if let Some((_, place, counts)) = places.into_iter().find(|(field, ..)| *field == test) {
            return format!("{} in {place}", amount(counts));
        }
        match test {
            "was" | "side" | "row" => landing_pit(entry),
            "other_inner" => {
                format!("the other player's inner row to be {}", other_inner.name())
            }
            "lap" => format!("the {} lap", lap.name()),
            "captured" => said_yes(*captured, "a capture in this action before"),
            "crossed" => said_yes(*crossed, "a seed of this action on the other side"),
            "hand" => format!("a lap sown with {}", amount(hand)),
            "turns" => turns(number),
            _ => String::new(),
        }
    }
}

fn said_yes(wanted: Option<bool>, what: &str) -> String {
    if wanted == Some(false) { what.replacen("a ", "no ", 1) } else { what.to_owned() }
}

/// An entry: "If the last seed falls in ..., the player ...".
fn sentence(entry: &Landing) -> String {
    let mut text = format!("If the last seed falls in {}", landing_pit(entry));
    if asks(&entry.counts, 1) {
        text += &format!(", making {} there", amount(&entry.counts));
    }
    for condition in conditions(entry) {
        text += &format!(", {condition}");
    }
    format!("{text}, {}.", effects(entry))
}

fn landing_pit(entry: &Landing) -> String {
    let row = match entry.row {
        Row::Any => "",
        Row::Inner => "inner ",
        Row::Outer => "outer ",
    };
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
    format!("{was}{row}pit{side}")
}

/// What else must hold, each as "with ..." or "if ...".
fn conditions(entry: &Landing) -> Vec<String> {
    let Landing {
        next,
        beyond,
        before,
        facing,
        behind,
        other_inner,
        lap,
        captured,
        crossed,
        hand,
        turns: number,
        // Said before, in `sentence`:
        was: _,
        counts: _,
        side: _,
        row: _,
        // No tests:
        name: _,
        take: _,
        chain: _,
        grand_slam: _,
        to: _,
        reentry: _,
        choose: _,
        then: _,
        clause: _,
    } = entry;
    let places = [
        ("next pit", next),
        ("pit beyond", beyond),
        ("pit before", before),
        ("pit opposite", facing),
        ("pit behind that one", behind),
    ];
    let mut said = Vec::new();
    for (place, counts) in places.into_iter().filter(|(_, counts)| asks(counts, 0)) {
        said.push(match counts {
            Counts::Occupied => format!("with seeds in the {place}"),
            _ if counts.is_empty() => format!("with an empty {place}"),
            _ => format!("with {} in the {place}", amount(counts)),
        });
    }
    match other_inner {
        Occupancy::Any => {}
        Occupancy::Empty => said.push("with the other player's inner row empty".into()),
        Occupancy::Occupied => said.push("with seeds in the other player's inner row".into()),
    }
    match lap {
        LapTest::Any => {}
        LapTest::First => said.push("in the first lap of the action".into()),
        LapTest::Later => said.push("in a later lap of the action".into()),
    }
    match captured {
        None => {}
        Some(true) => said.push("after a capture in the same action".into()),
        Some(false) => said.push("with nothing captured in this action so far".into()),
    }
    match crossed {
        None => {}
        Some(true) => said.push("after a seed of the action fell on the other side".into()),
        Some(false) => said.push("with no seed of the action fallen on the other side".into()),
    }
    if asks(hand, 1) {
        said.push(format!("if the lap was sown with {}", amount(hand)));
    }
    if asks(number, 1) {
        said.push(turns(number));
    }
    said
}

/// Whether a test lets not every number through.
fn asks(counts: &Counts, least: i64) -> bool {
    counts.is_asked() && !holds_always(counts, least)
}

/// What the player does, and what follows.
fn effects(entry: &Landing) -> String {
    let then = match entry.then {
        Then::End if !entry.takes() => "the turn ends",
        Then::End => "",
        Then::Relay if entry.takes() => {
            "picks up all that now lies in the landing pit and goes on sowing"
        }
        Then::Relay => "the player picks up all seeds there and goes on sowing",
        Then::RelayNext if entry.takes() => {
            "picks up the seeds of the next pit, if it holds any, and goes on sowing"
        }
        Then::RelayNext => {
            "the player picks up the seeds of the next pit, if it holds any, and goes on sowing"
        }
        Then::Again if entry.takes() => "has an extra turn",
        Then::Again => "the player has an extra turn",
    };
    match (entry.takes(), then) {
        (false, then) => then.to_owned(),
        (true, "") => capture(entry),
        (true, then) => format!("{}; the player then {then}", capture(entry)),
    }
}

fn capture(entry: &Landing) -> String {
    let taken = taken(entry);
    match entry.to {
        CaptureTo::Store | CaptureTo::None => format!("the player captures {taken}"),
        CaptureTo::OtherStore => format!("the player gives the other player {taken}"),
        CaptureTo::Removed => format!("the player removes {taken} from the board"),
        CaptureTo::Landing => format!("the player heaps {taken} onto the landing pit"),
        CaptureTo::Hand => {
            let from = match entry.reentry {
                Reentry::Lap => "the pit where the capturing lap began",
                Reentry::Landing => "the landing pit",
                Reentry::Turn => "the pit they chose",
            };
            format!("the player captures {taken} and sows on with them from {from}")
        }
    }
}

/// "the seeds of the landing pit and of the pit opposite".
fn taken(entry: &Landing) -> String {
    let [_, next, beyond, before, facing, behind, ..] = entry.numbers();
    let others = [next, beyond, before, facing, behind];
    match entry.take.0[..] {
        // Where no other pit has been spoken of.
        [Take::Landing] if !others.into_iter().any(|counts| asks(counts, 0)) => {
            "the seeds of that pit".into()
        }
        [Take::File] => "both pits of the other player in that file".into(),
        [Take::FirstOfFile] => "the first pit of that file that holds seeds".into(),
        _ => {
            let mut takes = entry.take.0.clone();
            takes.sort_by_key(|take| *take != Take::Landing);
            let pits: Vec<String> =
                takes.into_iter().map(|take| format!("of {}", pits(take))).collect();
            format!("the seeds {}", listed(&pits, "and"))
        }
    }
}

fn pits(take: Take) -> &'static str {
    match take {
        Take::Facing => "the pit opposite",
        Take::Landing => "the landing pit",
        Take::File => "both pits of the other player in that file",
        Take::Behind => "the other player's outer pit in that file",
        Take::FirstOfFile => "the first pit of that file that holds seeds",
        Take::Next => "the next pit",
        Take::Beyond => "the pit beyond the next one",
        Take::NextFacing => "the pit opposite the next one",
        Take::BeyondFacing => "the pit opposite the one beyond the next",
    }
}

fn chain(chain: Chain) -> Option<&'static str> {
    Some(match chain {
        Chain::None => return None,
        Chain::Backward => {
            "The same happens pit by pit backward, as long as the next pit fits and is not the one where the lap began."
        }
        Chain::Forward => "The same happens pit by pit forward, as long as the next pit fits.",
        Chain::Neighbours => {
            "The same happens at the pits directly before and after the landing pit, if they fit."
        }
        Chain::Alternate => {
            "The same happens at every second pit from there on, as long as it fits."
        }
    })
}

fn slam(slam: GrandSlam) -> Option<&'static str> {
    Some(match slam {
        GrandSlam::Capture => return None,
        GrandSlam::NoCapture => {
            "A capture that would take all seeds of the other player is not made."
        }
        GrandSlam::Forbidden => {
            "An action that would capture all seeds of the other player is illegal."
        }
    })
}

//! What an entry of the landing table does, in words.

use super::explain::seeds_in_words;
use super::landing_tests::Test;
use super::words::listed;
use super::{CaptureTo, Choose, Landing, Mark, Take, Then};

/// What the player does, and what follows.
pub(super) fn effects(entry: &Landing) -> String {
    let lifts =
        format!("the player picks up {} there and goes on sowing", seeds_in_words(entry.lift));
    let then: &str = match entry.then {
        Then::RelayOrTake => return choice(entry),
        // Which one, and that the turn ends then, is said after this.
        Then::End if entry.choose == Choose::Beside => "the player may choose a pit beside it",
        Then::End if !entry.takes() => "the turn ends",
        Then::End => "",
        Then::Relay if entry.takes() => {
            "picks up all that now lies in the landing pit and goes on sowing"
        }
        Then::Relay if entry.lift > 0 => &lifts,
        Then::Relay => "the player picks up all seeds there and goes on sowing",
        Then::RelayNext if entry.takes() => {
            "picks up the seeds of the next pit, if it holds any, and goes on sowing"
        }
        Then::RelayNext => {
            "the player picks up the seeds of the next pit, if it holds any, and goes on sowing"
        }
        Then::RelayOrEnd if entry.takes() => {
            "may pick up all that now lies in the landing pit and go on sowing, or end the turn"
        }
        Then::RelayOrEnd => {
            "the player may pick up all seeds there and go on sowing, or end the turn"
        }
        Then::Again if entry.takes() => "has an extra turn",
        Then::Again => "the player has an extra turn",
    };
    if entry.hold {
        return format!(
            "nobody sows or captures what lies there for the rest of the round, and {then}"
        );
    }
    if entry.close {
        let close = "closes the landing pit";
        return match then {
            "" => format!("{}, and {close}", capture(entry)),
            then => format!("{}, and {close}; the player then {then}", capture(entry)),
        };
    }
    if entry.split {
        let marked = match entry.mark {
            Mark::None => "",
            Mark::Own => " and marks the first",
            Mark::OwnWithFacing => " and marks both",
            Mark::OwnWithBefore => {
                " and marks the first, and the pit before it if nobody has marked that one"
            }
        };
        return format!(
            "the player shares the seeds of that pit and of the one opposite equally between them{marked}, an odd seed staying in the first; {then}"
        );
    }
    let pits = match entry.mark {
        Mark::None => None,
        Mark::Own if entry.takes() => Some("it"),
        Mark::Own => Some("that pit"),
        Mark::OwnWithFacing => Some("that pit and the one opposite"),
        Mark::OwnWithBefore => Some("that pit, and the one before it if nobody has marked it"),
    };
    match (entry.takes(), then, pits) {
        (false, then, Some(pits)) => format!("the player marks {pits}; {then}"),
        (false, then, None) => then.to_owned(),
        (true, "", Some(pits)) => format!("{} and marks {pits}", capture(entry)),
        (true, "", None) => capture(entry),
        (true, then, Some(pits)) => {
            format!("{} and marks {pits}; the player then {then}", capture(entry))
        }
        (true, then, None) => format!("{}; the player then {then}", capture(entry)),
    }
}

/// What the player may do where they choose between the capture and sowing on.
fn choice(entry: &Landing) -> String {
    let taken = capture(entry);
    let takes = taken.strip_prefix("the player ").unwrap_or(&taken);
    let how = "as they choose, the player either picks up all seeds there and goes on sowing";
    if entry.takes_on() {
        return format!("{how}, or {takes}; after a lap that went clockwise they do the latter");
    }
    format!("{how}, or {takes}, which ends the turn")
}

fn capture(entry: &Landing) -> String {
    let taken = taken(entry);
    match entry.to {
        CaptureTo::Store | CaptureTo::None => format!("the player captures {taken}"),
        CaptureTo::OtherStore => format!("the player gives the other player {taken}"),
        CaptureTo::Removed => format!("the player removes {taken} from the board"),
        CaptureTo::Landing => format!("the player heaps {taken} onto the landing pit"),
        CaptureTo::Hand => {
            let first = entry.reentry_in_words();
            format!("the player captures {taken} and sows on with them, the first one {first}")
        }
    }
}

/// "the seeds of the landing pit and of the pit opposite".
fn taken(entry: &Landing) -> String {
    let others = |test: Test| matches!(test, Test::Pit(..)) && test.asks();
    match entry.take.0[..] {
        [Take::Landing] if entry.most > 0 => {
            let seeds = seeds_in_words(entry.most);
            let fewer = if entry.most > 1 { ", or as many as there are" } else { "" };
            format!("{seeds} of that pit{fewer}")
        }
        _ if entry.most > 0 => {
            let others: Vec<String> = entry
                .take
                .0
                .iter()
                .filter(|take| **take != Take::Landing)
                .map(|take| format!("the seeds of {}", pits(*take)))
                .collect();
            format!("{} of that pit and {}", seeds_in_words(entry.most), listed(&others, "and"))
        }
        // Where no other pit has been spoken of.
        [Take::Landing] if !entry.tests().into_iter().any(|(_, test)| others(test)) => {
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

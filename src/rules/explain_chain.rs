//! How captures go on, and those that are called off, in words.

use super::explain_landing::{a_or_no, held};
use super::explain_pits::{marked_pit, the_pits};
use super::landing_tests::Test;
use super::words::{amount, listed};
use super::{Chain, Counts, GrandSlam, Landing, Whose};

/// How a capture goes on.
pub(super) fn chain(entry: &Landing, own_circuits: bool) -> Option<String> {
    let asked = asked_of_every_pit(entry, own_circuits);
    let others =
        asked_of_every_pit(&Landing { counts: Counts::Any, ..entry.clone() }, own_circuits);
    let fits = listed(&asked, "and");
    let as_long = if asked.is_empty() {
        ", whatever they hold".to_owned()
    } else {
        format!(", as long as that pit {fits}")
    };
    Some(match entry.chain {
        Chain::None => return None,
        Chain::Backward if asked.is_empty() => {
            "The same happens at the pit before the landing pit, at the one before that, and so on, whatever they hold, as far as the pit where the lap began, which is left out.".to_owned()
        }
        Chain::Backward => format!(
            "The same happens at the pit before the landing pit, at the one before that, and so on{as_long}, and is not the one where the lap began."
        ),
        Chain::Forward => format!(
            "The same happens at the pit after the landing pit, at the one after that, and so on{as_long}."
        ),
        Chain::Neighbours if asked.is_empty() => {
            "The same happens at the pits directly before and after the landing pit, whatever they hold.".to_owned()
        }
        Chain::Neighbours => format!(
            "The same happens at the pit directly before the landing pit, and at the one after it, each if it {fits}."
        ),
        Chain::Beside if asked.is_empty() => {
            "The same happens at the pits directly beside the landing pit in its row, whatever they hold.".to_owned()
        }
        Chain::Beside => format!(
            "The same happens at the pits directly beside the landing pit in its row, at each if it {fits}."
        ),
        Chain::Empties if others.is_empty() => {
            "The same happens at the pit after the landing pit, at the one after that, and so on, as long as these are empty.".to_owned()
        }
        Chain::Empties => format!(
            "The same happens at the pit after the landing pit, at the one after that, and so on, as long as these are empty and each of them {}.",
            listed(&others, "and")
        ),
        Chain::Alternate => format!(
            "The same happens at the second pit after the landing pit, at the second one after that, and so on{as_long}."
        ),
    })
}

/// What a chain asks of each pit that it comes to, as it follows "that pit".
fn asked_of_every_pit(entry: &Landing, own_circuits: bool) -> Vec<String> {
    let asked = entry.tests().into_iter().map(|(_, test)| test).filter(|test| test.asks());
    let tests: Vec<Test> = asked.filter(|test| !test.is_behind_the_player()).collect();
    let at_pit = |test: &Test| match *test {
        Test::Landing(counts) => Some(format!("holds {}", amount(counts))),
        // No lap leaves the player's own side.
        Test::Side(_) if own_circuits => None,
        Test::Side(Whose::Other) => Some("is the other player's".to_owned()),
        Test::Side(_) => Some("is the player's own".to_owned()),
        Test::Row(row) => Some(format!("is an {} one", row.name())),
        Test::At(pits) => Some(format!("is {}", the_pits(pits))),
        Test::Marked(marked) => Some(format!("is {}", marked_pit(marked))),
        Test::FacingMarked(marked) => Some(format!("faces {}", marked_pit(marked))),
        Test::Lifted(_) => Some("has had its seeds lifted to be sown before".to_owned()),
        Test::NextField(Some(false)) => Some("is not followed by a field".to_owned()),
        Test::NextField(_) => Some("is followed by a field".to_owned()),
        Test::House(wanted) => Some(format!("is {} house", a_or_no(wanted))),
        Test::Blocked(wanted) => Some(format!("is {} blocked one", a_or_no(wanted))),
        Test::Mirrored(wanted) => {
            let not = if wanted == Some(false) { "not " } else { "" };
            Some(format!("is {not}the one whose number in the player's row the other has marked"))
        }
        // The same at every pit, as seeds are taken after all tests; and what is said below.
        _ => None,
    };
    let around = |test: &Test| match *test {
        Test::Pit(pit, counts) => Some(held(&pit.replace("the landing pit", "it"), counts)),
        _ => None,
    };
    let around: Vec<String> = tests.iter().filter_map(around).collect();
    let has = (!around.is_empty()).then(|| format!("has {}", listed(&around, "and")));
    tests.iter().filter_map(at_pit).chain(has).collect()
}

pub(super) fn slam(slam: GrandSlam) -> Option<&'static str> {
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

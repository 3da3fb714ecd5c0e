//! Which games have tables.

use crate::plan::Plan;
use crate::rules::{
    CaptureTo, Fault, Relay, Repetition, ReserveEntry, Score, SownStores, Then, Unplayed, When,
};
use crate::tree::two_rows::MOST_COLUMNS;

/// Why a game can have no endgame tables; `None` where it can.
///
/// A table gives one value for each distribution of seeds over two rows of at most 7 pits. So all
/// that still happens must follow from the seeds in the pits. It does not where pits carry marks,
/// seeds are kept in reserve or files are chosen; where the game ends by what the stores hold, or by
/// what happened before; where a lone seed may only move into an empty place, and that is a store;
/// where the score counts other seeds than the stores'; and where a sowing may never end, since that
/// makes the whole game void, whatever the stores hold.
#[must_use]
pub fn refusal(plan: &Plan) -> Option<Fault> {
    let rules = plan.rules();
    let (marks, reserve) = (rules.setup.unplayed, rules.moves.reserve);
    let (relay, score, again) = (rules.laps.relay, rules.ending.score, rules.limits.repetition);
    let endless = relay == Relay::Landing && rules.sowing.stores == SownStores::None;
    let above_half = plan.ends.contains(&When::AboveHalf);
    let columns = format!("1 to {MOST_COLUMNS}");
    let none = "\"none\"";
    let singles = rules.moves.singles.to_string();
    let refused = [
        (rules.board.rows != 2, "board.rows", rules.board.rows.to_string(), "2"),
        (plan.columns > MOST_COLUMNS, "board.columns", plan.columns.to_string(), columns.as_str()),
        (marks != Unplayed::None, "setup.unplayed", marks.to_string(), none),
        (plan.reserve > 0, "setup.reserve", plan.reserve.to_string(), "0"),
        (reserve != ReserveEntry::None, "moves.reserve", reserve.to_string(), none),
        (plan.stores_stop_singles(), "moves.singles", singles, SINGLES),
        (endless, "laps.relay", relay.to_string(), RELAY),
        (above_half, "ending.when", When::AboveHalf.to_string(), WHEN),
        (score != Score::Store, "ending.score", score.to_string(), "\"store\""),
        (again != Repetition::None, "limits.repetition", again.to_string(), none),
    ];
    let refused = refused.into_iter().find(|(refused, ..)| *refused);
    let refused = refused.map(|(_, field, value, allowed)| fault(field, value, allowed));
    refused.or_else(|| refused_capture(plan))
}

const RELAY: &str = "\"none\" where no store is sown, since a sowing that never ends is void";
const SINGLES: &str = "\"never\" where a store follows a pit";
const WHEN: &str = "the ends that do not depend on the stores";

fn refused_capture(plan: &Plan) -> Option<Fault> {
    plan.rules().capture.iter().enumerate().find_map(|(index, rule)| match (rule.to, rule.then) {
        (CaptureTo::Hand, _) => {
            let allowed = "captures that are not sown on, since such a sowing may never end";
            Some(fault(&format!("capture[{index}].to"), rule.to.to_string(), allowed))
        }
        (_, Then::ChooseFile) => {
            Some(fault(&format!("capture[{index}].then"), rule.then.to_string(), "\"end\""))
        }
        _ => None,
    })
}

fn fault(field: &str, value: String, allowed: &str) -> Fault {
    Fault::new(field, value, format!("endgame tables allow {allowed}"))
}

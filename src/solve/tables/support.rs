//! Which games have tables.

use crate::plan::features::allow_list;
use crate::plan::{Feature, Features, Plan};
use crate::rules::Fault;
use crate::tree::two_rows;

/// What tables were written for.
///
/// A table gives one value for each distribution of seeds over two rows of at most 7 pits, as the
/// board of sixteen bytes plays them. So all that still happens must follow from the seeds in the
/// pits; where the game ends by what the stores hold there is one for each content of the stores, too. It does not
/// follow where the seeds left at the end go by who made the last action. Sowings that may never end make the whole game void, whatever the
/// stores hold: captures that are sown on, and relays that can leap over a store.
pub const PLAYS: Features = allow_list! {
    Stores, Symmetric, NumbersBoth, LargerPits, Singles, Clockwise, ChosenWay, Outward,
    FeedPenalty, FeedForced, FeedAlways,
    SowsOwnStore, SowsBothStores, SkipsLap, SkipsTurn, StartsInOrigin, DropCaptures, Relays,
    Captures, SeveralEntries, Exceptions,
    FromEmpty, FromOccupied, FromAny, LandingCounts, OnOwnSide, OnOtherSide,
    AsksFacing, CountsFacing, AsksAhead, AsksRow, AsksLap, AsksCaptured, AsksCrossed, AsksHand,
    TakesLanding, TakesFacing, TakesAhead, ChainsBack, Chains, SlamsCalledOff, SlamsForbidden,
    ToOtherStore, ToLanding, Removes, ThenRelays, ThenAgain, Replays,
    EndsEmpty, EndsStuck, EndsAboveHalf, EndsAllSingle, EndsFew, EndsRow, EndsAtLaps,
    CountsHome, CountsOwner, CountsEmptied, WonBySeeds, WonByLastMove, WonByPits, WonByRow,
    EndlessVoid, EndlessLoss, Cap,
};

/// Why a game can have no endgame tables; `None` where it can.
///
/// Besides what [`PLAYS`] leaves out: relays where no store is sown, and lone seeds that may only
/// move into an empty place where that can be a store.
#[must_use]
pub fn refusal(plan: &Plan) -> Option<Fault> {
    let rules = plan.rules();
    if let Some(fault) = plan.features.refusal(PLAYS, rules, "endgame tables") {
        return Some(fault);
    }
    let fault = |field: &str, why: &str| {
        let allowed = format!("endgame tables cannot play games with {why}");
        Some(Fault::new(field, rules.written(field), allowed))
    };
    if plan.features.has(Feature::EndsAboveHalf) && plan.features.has(Feature::Removes) {
        // Half of what is left: the two stores would not tell how much that is.
        let why = "an end by what a store holds, and seeds that leave the game";
        return fault("ending.when", why);
    }
    if plan.may_be_endless {
        let field = relaying_field(plan);
        return fault(&field, "relays where no store is sown: such a sowing may never end");
    }
    if plan.stores_stop_singles() {
        return fault("moves.singles", "lone seeds stopped by what a store holds");
    }
    if plan.columns > two_rows::MOST_COLUMNS {
        let why = format!("more than {} columns", two_rows::MOST_COLUMNS);
        return fault("board.columns", &why);
    }
    None
}

/// The field by which a sowing goes on.
fn relaying_field(plan: &Plan) -> String {
    let entry = plan.landing().iter().find(|entry| entry.goes_on());
    match entry {
        Some(entry) if !plan.features.has(Feature::Relays) => {
            format!("{}.then", plan.rules().entry_path(usize::from(entry.index)))
        }
        _ => "laps.relay".to_owned(),
    }
}

//! Games in which no position can ever come again, known from their rules alone.

use crate::plan::features::allow_list;
use crate::plan::{Features, Plan, STORE};

/// What the proof was made for.
pub const PROVED_FOR: Features = allow_list!(
    Stores,
    NumbersBoth,
    LargerPits,
    Singles,
    Clockwise,
    FeedPenalty,
    FeedForced,
    FeedAlways,
    SowsOwnStore,
    SowsBothStores,
    SkipsLap,
    SkipsTurn,
    DropCaptures,
    Relays,
    Captures,
    SeveralEntries,
    FromEmpty,
    FromOccupied,
    FromAny,
    LandingCounts,
    OnOwnSide,
    OnOtherSide,
    AsksFacing,
    TakesLanding,
    TakesFacing,
    ChainsBack,
    SlamsCalledOff,
    SlamsForbidden,
    ToOtherStore,
    ToLanding,
    Removes,
    Replays,
    EndsEmpty,
    EndsStuck,
    EndsAboveHalf,
    CountsHome,
    CountsOwner,
    CountsEmptied,
    WonBySeeds,
    WonByLastMove,
    WonByPits,
    ScoresOwned,
    EndlessVoid,
    EndlessLoss,
    History,
    Cap,
);

/// Whether no position of this game can come again.
///
/// True where each player sows their own pits only, in one direction, with their own store on the way
/// from their last pit to the other's row, and captured seeds are not sown on. Proof: stores only
/// grow, so the actions between two equal positions put nothing into them. None of their laps
/// passes the mover's store, then: each is sown within the mover's row, forward, and whatever it
/// captures goes to its landing pit, in the same row and after the pit it began in. Look at the
/// first of all the pits, counted in its owner's order, that was lifted between the two positions,
/// by sowing or by relay: it must hold seeds again, but seeds only came to pits after one that was
/// lifted. (A capture lifts nothing from which a lap begins, and where it takes from another row,
/// that pit too must be filled again by a lap that began before it.)
#[must_use]
pub fn is_acyclic(plan: &Plan) -> bool {
    let last = plan.side - 1;
    let store_on_the_way = usize::from(plan.tables.next[0][last]) == STORE;
    plan.features.within(PROVED_FOR) && store_on_the_way
}

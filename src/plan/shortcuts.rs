//! What an engine may leave out, and in which games: each shortcut is an allow-list of the features
//! that it was thought through for. A feature that is in no list brings all the work back, so a new
//! rule is slow before it is fast, and never played wrongly.

use super::features::allow_list;
use super::{Feature, Features};

/// Features that change who gets which seeds, who moves next, when nobody can move, and who wins;
/// but neither what may be played, nor what a drop does, nor whether a lap follows.
const ORDINARY: Features = MADE_MARKS.or(allow_list! {
    ThreeRows, FourRows, OwnRowsSown, SowsThrough, Halves, Stores, Clockwise,
    SowsOwnStore, SowsBothStores, SkipsLap,
    Captures, SeveralEntries, Exceptions,
    FromEmpty, FromOccupied, FromAny, LandingCounts, OnOwnSide, OnOtherSide, OneRow, AtPits,
    TakesSome, TakesAfter,
    AsksFacing, CountsFacing, AsksBehind, AsksAhead, AsksRow,
    AsksLap, AsksCaptured, AsksHand, AsksTurns, AsksCaptureNumber,
    TakesLanding, TakesFacing, TakesBehind, TakesFirst, TakesAhead, ChainsBack, Chains, ChainsEmpties, ChainsBeside,
    SlamsCalledOff, ToOtherStore, ToLanding, ThenAgain, Replays,
    EndsEmpty, EndsStuck, EndsAtLaps,
    CountsHome, CountsOwner, CountsEmptied, CountsOneSide,
    WonBySeeds, WonByLastMove, WonByBeingStuck, WonByPits, WonByRow, ScoresOwned,
    EndlessVoid, EndlessLoss, Cap,
});

/// Marks that players make, or that say which seeds were lifted before.
const MADE_MARKS: Features = allow_list! {
    AsksLifted, AsksMarked, AsksFacingMarked, AsksMarks, AsksVisits, AsksMirrored, AsksOtherPits, MarksPits, MarksFacing,
    MarksBefore, MarksOwnPits, SendsHome, CountsMarked,
};

/// What may be played is more, or less, than the own pits with seeds.
const CHOICES: Features = allow_list! {
    Reserve, Symmetric, NumbersBoth, LargerPits, Singles, ChosenWay, FixesHeading, Outward,
    FeedPenalty, FeedForced, FeedsMany, FeedAlways, SlamsForbidden, ChoosesFile, ChoosesPits,
    ThenMayRelay, Forfeits, SparesPits, FirstTurns, LaysSeeds, PutsSeeds, Copies, LoneStays,
    PlaysSome, PlaysByLap, PlacesSeeds, PlacesForBoth, TurnsBoard, GivesSeeds,
};

/// Turns that pause until their player says whether the landing pit is sown on, or seeds are captured and the turn
/// ends; or which pit beside it is captured, if any. Until then all seeds stay where they are, and a lap that follows is
/// one of a new action.
const PAUSES: Features = allow_list! { ThenMayTake, ThenMayResow, ChoosesBeside };

/// Pits that rest, so that they are not played. Nothing else asks for them, and a drop in one adds a seed as
/// elsewhere.
const RESTS: Features = allow_list! { RestsPits, RestsFirst, RestsLone };

/// Fields, which are never played; and rows that are filled between two turns. A drop does the same there as
/// elsewhere, and seeds go to pits and stores only. Where later laps begin there, they do so as in any pit.
const FIELDS: Features =
    allow_list! { Fields, AsksNextField, LiftsFields, FillsFields, Restocks, EndsFields };

/// Two turns at the beginning whose seeds are counted lap by lap. It changes who moves next, once: neither what
/// may be played, nor what a drop does, nor whether a lap follows.
const RACE: Features = allow_list! { Races };

/// A drop does more than add a seed, something asks where it fell, or a lap passes over another pit
/// than the one where it began, or does not go on round the board.
const DROPS: Features =
    allow_list! { Marks, DropCaptures, AsksCrossed, AsksSown, SkipsTurn, CirclesAcross };

/// The first seed of a lap stays in its pit. A lone seed that is lifted time and again may stay where
/// it is, and never come past a store.
const FIRST: Features = allow_list! { StartsInOrigin };

/// Laps that follow from the landing pit.
const LAPS: Features = allow_list! { Relays, ThenRelays };

/// Pits that are not sown from: neither played, nor by a lap that ends there.
const BARRED: Features = allow_list! { BarsMarked, FillsPits };

/// Laps that follow from elsewhere, so that they can leap over a store.
const LEAPS: Features = allow_list! {
    RelaysNext, PastStore, ThenRelaysNext, Resows, ReentersAtLanding, ReentersAtTurn,
};

/// Later laps go the other way: with relays, they can keep clear of a store.
const TO_AND_FRO: Features = allow_list! { TurnsRound };

/// Ends of games in which both players hold seeds and can move, and a winner who need not have the most.
const ENDS: Features = allow_list! { EndsAboveHalf, EndsEnough, EndsAllSingle, EndsFew, EndsEachFew, EndsRow, WonByEnough };

/// Ends that ask what a store holds.
const STORES_END: Features = allow_list! { EndsAboveHalf, EndsEnough, WonByEnough };

/// Seeds that leave the game, and an end by what has happened before.
const REST: Features = allow_list! { Removes, History };

/// A capture of the last seeds, which ends a lap before its time.
const LAST: Features = allow_list! { LastSeeds };

/// Seeds that are laid out anew in the middle of a game, and pits that are closed or change hands then.
const ROUNDS: Features = OPEN_ROUNDS.or(allow_list! { ClosedPits });

/// Rounds in which a seed may fall in every pit.
const OPEN_ROUNDS: Features = allow_list! {
    Rounds, MatchedPits, SpreadSeeds, OwnedPits, GainsOnePit, LaysAgain, BeginsAnew, DrawsLots, LeavesPits, WonByRounds,
    WonByPoints,
};

/// Seeds of the reserve that fall one by one, which is a lap of one seed; houses and blocked pits, which entries
/// ask for and no drop changes; a last pit that stays in its row; parts of a pit that are sown on, and captured
/// seeds that are from the end of a row, perhaps by a new action. Which pits all these are is known before an action.
const HOUSES: Features = allow_list! {
    DropsReserve, Houses, BlocksPits, KeepsRow, AsksDropped, LiftsSome, SowsSomeFirst, ReentersAtEnd, ChoosesEnd,
};

/// Captured seeds that are sown from the outer row, from an empty pit, or clockwise once more from where the lap
/// began; and single ones that take along what lies in the pit from which they are sown. Which pit that is, and what
/// the hand is then, is known before the lap begins.
const OUTSIDE: Features =
    allow_list! { ReentersOutside, ReentersAfterEmpty, GoesAgain, SingleHand };

/// Laps of as many seeds as the player says: an action of its own, which is legal whatever follows from it. The
/// action before it, which chooses the pit, moves no seed.
const NUMBERS: Features = allow_list! { ChoosesNumber };

/// Laps of captured seeds, which begin in the same place each time. That they may go the other way is found out when
/// their number has been said: until then they stay in the store.
const STORES: Features = allow_list! { SowsStore, StoreBack };

/// First laps that drop several seeds in a pit, or whose last one falls across.
const APART: Features = allow_list! { SowsPortions, LastAcross };

/// Captured seeds that stay in the player's own row.
const IN_ROW: Features = allow_list! { StoreInRow };

/// Pits that are never played, that cannot be chosen, that are not filled, and those that captures mark and do
/// not empty; and two pits that share their seeds. Which pits these are is known before an action. A drop does
/// the same there as elsewhere, no lap follows, and seeds go to pits and stores only.
const SET_APART: Features = allow_list! { BarsPits, ExemptsPits, UnfilledPits, SharesPits, Splits };

/// Pits that an entry closes, which are empty, so that none of them could be played; and seeds that leave the
/// game there while a hand is sown.
const CLOSES: Features = allow_list! { ClosesLanding, RemovesPassing };

/// Pits that are held for a round, whose seeds stay where they are, and pits that are passed over for what they
/// hold, so that seeds fall elsewhere, by any seed or by the last one. Which pits these are is seen on the board
/// before a seed falls.
const HELD: Features = allow_list! { HoldsPits, HoldsLanding, PassesPits, PastEmpty };

/// All that can follow from an action that was chosen.
const SOWING: Features = ORDINARY.or(FIRST).or(DROPS).or(LAPS).or(LEAPS).or(TO_AND_FRO).or(REST);

/// What a lap adds to the board follows from where it begins, which way it goes, and from its hand.
pub const DROPS_BY_ORIGIN: Features =
    ORDINARY.or(CHOICES).or(LAPS).or(LEAPS).or(TO_AND_FRO).or(ENDS).or(REST).or(BARRED);

/// The same, and a mark is cleared wherever a seed falls. Whether a lap backward may end where it does is asked
/// when it has been sown.
pub const PLAIN_LAPS: Features = DROPS_BY_ORIGIN
    .or(FIELDS)
    .or(OPEN_ROUNDS)
    .or(SET_APART)
    .or(HOUSES)
    .or(OUTSIDE)
    .or(RACE)
    .or(PAUSES)
    .or(NUMBERS)
    .or(STORES)
    .and(&[Feature::Marks, Feature::SowsBackInto, Feature::TurnsAt, Feature::EndsTaken]);

/// The same, but that drops may capture.
pub const PLAIN_BUT_DROPS: Features = PLAIN_LAPS.and(&[Feature::DropCaptures]);

/// Where a lap ends follows from where it begins, which way it goes, from its hand, and from the turn.
pub const LANDS_BY_ORIGIN: Features = PLAIN_LAPS.or(APART);

/// Slim laps, those of most games: one after the other the same way round, through pits that all belong to the
/// player of their row and that nothing is captured in but by an entry.
pub const SLIM_LAPS: Features = DROPS_BY_ORIGIN.and(&[Feature::Marks]).without(&[
    Feature::PastStore,
    Feature::TurnsRound,
    Feature::BarsMarked,
    Feature::FillsPits,
    Feature::AsksLifted,
    Feature::AsksVisits,
    Feature::AsksCaptureNumber,
    Feature::TakesAfter,
    Feature::TakesSome,
    Feature::ChainsEmpties,
    Feature::ChainsBeside,
    Feature::EndsAtLaps,
]);

/// The same, and drops may capture, which happens before.
pub const SLIM_ENDS: Features = SLIM_LAPS.and(&[Feature::DropCaptures]);

/// A slim board has neither marks, registers nor rounds, and nothing is captured but by entries and drops:
/// the rest is what makes a board of the reference engine rich.
pub const SLIM_BOARD: Features = DROPS_BY_ORIGIN
    .or(FIRST)
    .or(allow_list! { DropCaptures, AsksCrossed, SkipsTurn })
    .but_not(MADE_MARKS)
    .but_not(BARRED)
    .without(&[
        Feature::TakesAfter,
        Feature::AsksTurns,
        Feature::AsksCaptureNumber,
        Feature::FixesHeading,
        Feature::Forfeits,
        Feature::SparesPits,
        Feature::FirstTurns,
        Feature::LaysSeeds,
        Feature::PutsSeeds,
        Feature::Copies,
        Feature::LoneStays,
        Feature::PlaysSome,
        Feature::PlaysByLap,
        Feature::PlacesSeeds,
        Feature::PlacesForBoth,
        Feature::TurnsBoard,
        Feature::GivesSeeds,
    ]);

/// Slim turns: one pit is played, on a slim board, and the other player is to move or the same again.
pub const SLIM_TURNS: Features = SLIM_BOARD.without(&[
    Feature::Reserve,
    Feature::ChoosesFile,
    Feature::ChoosesPits,
    Feature::ThenMayRelay,
]);

/// No drop does more than add a seed, and nothing asks where it fell.
pub const PLAIN_DROPS: Features = DROPS_BY_ORIGIN
    .or(FIELDS)
    .or(FIRST)
    .or(OPEN_ROUNDS)
    .or(HOUSES)
    .or(OUTSIDE)
    .or(RACE)
    .or(PAUSES)
    .or(NUMBERS)
    .or(STORES)
    .and(&[Feature::SkipsTurn, Feature::TurnsAt, Feature::EndsTaken]);

/// No lap follows the first.
pub const ONE_LAP: Features = ORDINARY
    .or(FIRST)
    .or(CHOICES)
    .or(DROPS)
    .or(ENDS)
    .or(REST)
    .or(ROUNDS)
    .or(SET_APART)
    .or(RACE)
    .or(FIELDS)
    .or(RESTS)
    .or(PAUSES)
    .or(APART)
    .or(NUMBERS)
    .or(STORES)
    .or(IN_ROW)
    .and(&[Feature::SowsSomeFirst]);

/// No seed leaves the game.
pub const KEEPS_SEEDS: Features = SOWING
    .without(&[Feature::Removes])
    .or(FIELDS)
    .or(CHOICES)
    .or(ENDS)
    .or(LAST)
    .or(ROUNDS)
    .or(BARRED)
    .or(HELD)
    .or(SET_APART)
    .or(HOUSES)
    .or(OUTSIDE)
    .or(RACE)
    .or(RESTS)
    .or(PAUSES)
    .or(APART)
    .or(NUMBERS)
    .or(STORES)
    .or(IN_ROW)
    .and(&[Feature::TurnsAt, Feature::EndsTaken]);

/// What still happens follows from the seeds in the pits, whatever the stores hold (but see
/// [`super::Plan::stores_stop_singles`]).
pub const PITS_TELL: Features =
    SOWING.without(&[Feature::History]).or(CHOICES).or(ENDS.but_not(STORES_END));

/// A game ends with a margin that differs from that of the stores by the other seeds at most.
pub const SEEDS_BOUND: Features = SOWING.or(CHOICES).or(ENDS);

/// As long as both players hold seeds in their pits, the player to move has an action, and the
/// game is not over.
pub const GOES_ON: Features =
    SOWING.or(CHOICES).or(LAST).or(ROUNDS).or(RACE).or(PAUSES).without(&[
        Feature::LargerPits,
        Feature::Singles,
        Feature::LoneStays,
        Feature::SlamsForbidden,
        Feature::PlaysSome,
        Feature::PlaysByLap,
        Feature::PlacesSeeds,
        Feature::PlacesForBoth,
        Feature::TurnsBoard,
    ]);

/// No action is illegal because of what it would do.
pub const NEVER_TRIED: Features = SOWING
    .or(ENDS)
    .or(LAST)
    .or(ROUNDS)
    .or(BARRED)
    .or(HELD)
    .or(SET_APART)
    .or(CLOSES)
    .or(HOUSES)
    .or(OUTSIDE)
    .or(FIELDS)
    .or(RESTS)
    .or(PAUSES)
    .or(APART)
    .or(NUMBERS)
    .or(STORES)
    .or(IN_ROW)
    .or(allow_list! {
        Reserve, Symmetric, NumbersBoth, LargerPits, Singles, ChosenWay, FixesHeading, Outward,
        FeedPenalty, ChoosesFile, ChoosesPits, ThenMayRelay, Forfeits, SparesPits,
        FirstTurns, LaysSeeds, PutsSeeds, Copies, Races, LoneStays, PlacesSeeds,
        PlacesForBoth, TurnsBoard, GivesSeeds, TurnsAt, EndsTaken, ClosedFirst,
    });

/// And no game is over because of what all actions would do.
pub const NO_TRIALS: Features = NEVER_TRIED.without(&[Feature::FeedPenalty]);

/// Whether an action is legal follows from the seeds of its pit alone.
pub const LEGAL_BY_SEEDS: Features = SOWING
    .or(ENDS)
    .or(LAST)
    .or(ROUNDS.without(&[Feature::OwnedPits, Feature::DrawsLots, Feature::LeavesPits]))
    .or(CLOSES)
    .or(allow_list! { Symmetric, NumbersBoth, LargerPits, ChosenWay, Outward, Forfeits });

/// Action `n` sows the own pit `n` if it holds enough, and there are no others; nothing changes the
/// pits between the end of an action and the next one.
pub const OWN_PITS: Features = SOWING.or(ENDS).or(allow_list! { LargerPits });

/// Laps follow from the landing pit only, so that they come past every place of the ring.
pub const PAST_A_STORE: Features =
    ORDINARY.or(CHOICES).or(DROPS).or(LAPS).or(ENDS).or(REST).or(ROUNDS).or(RACE).or(PAUSES);

/// Whether every sowing ends: there is but one lap; or laps come past a store, where a seed stays
/// each time round.
pub(super) fn sowings_end(features: Features) -> bool {
    let stored = features.has(Feature::SowsOwnStore) || features.has(Feature::SowsBothStores);
    features.within(ONE_LAP) || stored && features.within(PAST_A_STORE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where actions are tried, a position in which one side has no seeds costs many times as much. So a feature
    /// that is in no list shall not bring trials unnoticed: prove that none is needed, or name it here.
    #[test]
    fn actions_are_tried_for_few_features() {
        let tried: Vec<&Feature> =
            Feature::ALL.iter().filter(|feature| !NEVER_TRIED.has(**feature)).collect();
        let asks = [
            Feature::FeedForced,
            Feature::FeedsPit,
            Feature::FeedAlways,
            Feature::FeedsMany,
            Feature::SowsBackInto,
            Feature::PlaysSome,
            Feature::PlaysByLap,
            Feature::SlamsForbidden,
        ];
        assert_eq!(
            tried,
            asks.iter().collect::<Vec<_>>(),
            "a new feature: prove that no action is illegal because of what it would do, or name it here"
        );
    }
}

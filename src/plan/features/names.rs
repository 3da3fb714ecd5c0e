//! The features by name: each with the field that brings it, and what it is in words.

/// Declares the features: each with the field that brings it, and what it is in words.
macro_rules! features {
    ($($feature:ident: $field:literal, $words:literal;)+) => {
        /// One thing that a game can ask for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Feature {
            $(#[doc = $words] $feature,)+
        }

        impl Feature {
            /// All features, in the order in which refusals name them.
            pub const ALL: &'static [Self] = &[$(Self::$feature),+];

            /// The field that brings it.
            #[must_use]
            pub fn field(self) -> &'static str {
                match self { $(Self::$feature => $field),+ }
            }

            /// What it is, in words.
            #[must_use]
            pub fn words(self) -> &'static str {
                match self { $(Self::$feature => $words),+ }
            }
        }
    };
}

features! {
    ThreeRows: "board.rows", "three rows";
    FourRows: "board.rows", "four rows";
    OwnRowsSown: "board.track", "two rows that are sown each by its player alone";
    Halves: "board.sides", "players who own halves of both rows";
    ClosedFirst: "setup.closed", "pits that are closed at first";
    SowsThrough: "board.track", "sowings through all rows one after the other";
    Fields: "board.fields", "fields at the ends of the board";
    Stores: "board.stores", "a store pit for each side";
    Reserve: "setup.reserve", "seeds in reserve";
    PlacesSeeds: "moves.reserve", "seeds that players place before the game";
    PlacesForBoth: "moves.reserve", "seeds that one player places for both";
    TurnsBoard: "moves.swap", "a board that may be turned round";
    DropsReserve: "moves.reserve", "seeds of the reserve that enter one a turn";
    Houses: "setup.houses", "houses";
    BlocksPits: "turn.block", "pits that are blocked for a turn";
    KeepsRow: "moves.last_pit", "the last pit of a row, which stays in it";
    RestsPits: "moves.rest", "pits that rest after they were played";
    RestsFirst: "moves.rest", "pits that are not played twice in the first turns";
    RestsLone: "moves.rest", "pits from which a single seed does not go straight back";
    AsksDropped: "landing.dropped", "entries that ask whether a seed of the reserve began the action";
    LiftsSome: "landing.lift", "entries after which a part of a pit is sown on";
    SowsSomeFirst: "opening.lift", "first turns in which a part of a pit is sown";
    SowsPortions: "opening.portions", "first laps that drop several seeds in a pit";
    LastAcross: "opening.last", "first laps whose last seed falls across";
    ReentersAtEnd: "landing.reentry", "captured seeds that are sown from an end of the row";
    ReentersOutside: "landing.reentry", "captured seeds that are sown from the outer row";
    ReentersAfterEmpty: "landing.reentry", "captured seeds that are sown from an empty pit before the landing pit";
    ChoosesEnd: "landing.reentry", "captured seeds that are sown from an end of the row of the player's choice";
    Marks: "setup.unplayed", "pits that begin with a mark";
    Symmetric: "moves.symmetric", "pits of either side that may be played";
    NumbersBoth: "moves.numbered", "action numbers for the pits of both sides";
    LargerPits: "moves.least", "pits that need more than one seed to be played";
    ChoosesNumber: "moves.up_to", "a number of seeds of the player's choice";
    SowsStore: "moves.store_up_to", "captured seeds that are sown in place of a pit";
    StoreInRow: "moves.store_round", "captured seeds that are sown in the player's own row";
    StoreBack: "moves.store_back", "captured seeds that may be sown clockwise";
    Singles: "moves.singles", "lone seeds that move only into an empty place";
    LoneStays: "moves.lone", "single seeds that stay in their row";
    Clockwise: "moves.direction", "sowing clockwise";
    ChosenWay: "moves.direction", "a direction of the player's choice";
    FixesHeading: "moves.direction", "a direction that a first sowing fixes";
    Outward: "moves.direction", "sowing away from the middle";
    FeedPenalty: "moves.feeding", "a penalty for not feeding";
    FeedForced: "moves.feeding", "a duty to feed";
    FeedsPit: "moves.fed_pit", "a duty to leave the other player a pit of several seeds";
    FeedAlways: "moves.feeding", "a duty to leave the other player seeds";
    FeedsMany: "moves.fed", "a duty to give more than one seed";
    SparesPits: "moves.spared", "pits that are played only where nothing else is legal";
    BarsPits: "moves.barred", "pits that are never played";
    SowsBackInto: "moves.back_into", "pits into which others are sown the other way";
    PlaysSome: "play", "entries that say which pits may be played";
    PlaysByLap: "play.lands_side", "entries that ask what the first lap would do";
    FirstTurns: "opening.turns", "first turns that have a rule of their own";
    LaysSeeds: "opening.into", "seeds of a pit that are laid out elsewhere";
    PutsSeeds: "opening.onto", "seeds of a pit that are put in another one";
    Copies: "opening.copied", "players who copy one another";
    Races: "opening.race", "players who sow at the same time to begin with";
    SowsOwnStore: "sowing.stores", "the mover's store on the way";
    SowsBothStores: "sowing.stores", "both stores on the way";
    SkipsLap: "sowing.skip", "laps that pass over the pit where they began";
    SkipsTurn: "sowing.skip", "laps that pass over the pit the player chose";
    StartsInOrigin: "sowing.first", "laps whose first seed falls in the pit where they began";
    CirclesAcross: "sowing.second_round", "sowings that go on round the other player's row";
    PassesPits: "sowing.passes", "pits that are passed over for what they hold";
    PastEmpty: "sowing.last", "last seeds that fall past an empty pit";
    RemovesPassing: "sowing.closed", "seeds that leave the game at closed pits";
    DropCaptures: "sowing.on_drop", "captures by any drop";
    Relays: "laps.relay", "relays from the landing pit";
    RelaysNext: "laps.relay", "relays from the pit after the landing pit";
    PastStore: "laps.past_store", "last seeds in the store after which the next pit is sown on";
    TurnsRound: "laps.turn_round", "later laps that go the other way";
    TurnsAt: "laps.turn_at", "later laps that the player may turn round";
    GoesAgain: "laps.again_at", "captured seeds that may be sown clockwise again";
    LiftsFields: "laps.fields", "fields whose seeds are sown on";
    SingleHand: "laps.single_hand", "single captured seeds that take others along";
    Captures: "landing", "captures";
    SeveralEntries: "landing", "more than one entry in the landing table";
    Exceptions: "landing", "entries that take nothing";
    FromEmpty: "landing.was", "entries for landing pits that were empty";
    FromOccupied: "landing.was", "entries for landing pits that were occupied";
    FromAny: "landing.was", "entries for empty and occupied landing pits alike";
    LandingCounts: "landing.counts", "entries that ask for the seeds of the landing pit";
    OnOwnSide: "landing.side", "entries for the mover's pits";
    OnOtherSide: "landing.side", "entries for the other player's pits";
    OneRow: "landing.row", "entries for one row of a side";
    AtPits: "landing.at", "entries for some pits of a side";
    AsksMarked: "landing.marked", "entries that ask whether the landing pit is marked";
    AsksLifted: "landing.lifted", "entries that ask which seeds were lifted before";
    AsksVisits: "landing.visits", "entries that count last seeds in marked pits";
    AsksFacingMarked: "landing.facing_marked", "entries that ask whether the pit opposite is marked";
    AsksMarks: "landing.marks", "entries that ask how many pits a player has marked";
    AsksMirrored: "landing.mirrored", "entries that ask for a mark in the mover's row";
    AsksFacing: "landing.facing", "entries that ask whether the pit opposite holds seeds";
    CountsFacing: "landing.facing", "entries that ask how many seeds the pit opposite holds";
    AsksBehind: "landing.behind", "entries that ask for the pit behind the pit opposite";
    AsksAhead: "landing.next", "entries that ask for the pits next to the landing pit";
    AsksNextField: "landing.next_field", "entries that ask whether the next pit is a field";
    AsksOtherPits: "landing.other_pits", "entries that ask how many pits of the other player hold seeds";
    AsksRow: "landing.other_inner", "entries that ask for a whole row";
    AsksLap: "landing.lap", "entries that ask which lap it is";
    AsksCaptured: "landing.captured", "entries that ask for earlier captures";
    AsksCrossed: "landing.crossed", "entries that ask where seeds have fallen";
    AsksHand: "landing.hand", "entries that ask for the size of the hand";
    AsksTurns: "landing.turns", "entries that ask how many turns there were";
    AsksCaptureNumber: "landing.capture_number", "entries that count the captures of a player";
    TakesLanding: "landing.take", "captures of the landing pit";
    TakesFacing: "landing.take", "captures of the pit opposite";
    TakesBehind: "landing.take", "captures of the pit behind the pit opposite";
    TakesFirst: "landing.take", "captures of the first pit of a file that holds seeds";
    TakesAhead: "landing.take", "captures of the pits next to the landing pit";
    ChainsBack: "landing.chain", "captures that go on backward";
    Chains: "landing.chain", "captures that go on forward or to both sides";
    ChainsBeside: "landing.chain", "captures that go on to the pits beside in the row";
    ChainsEmpties: "landing.chain", "captures that go on through empty pits";
    SlamsCalledOff: "landing.grand_slam", "captures called off where they would take everything";
    SlamsForbidden: "landing.grand_slam", "actions forbidden where they would take everything";
    ToOtherStore: "landing.to", "captures for the other player";
    ToLanding: "landing.to", "captures onto the landing pit";
    Resows: "landing.to", "captures that are sown on";
    ReentersAtLanding: "landing.reentry", "captures sown on from the landing pit";
    ReentersAtTurn: "landing.reentry", "captures sown on from the pit the player chose";
    Removes: "landing.to", "captures that leave the game";
    ChoosesFile: "landing.choose", "a further file of the player's choice";
    ChoosesPits: "landing.choose", "further pits of the player's choice";
    ChoosesBeside: "landing.choose", "a pit beside the landing pit that the player may take";
    ExemptsPits: "landing.exempt", "pits that cannot be chosen so";
    TakesSome: "landing.most", "captures of a part of what lies in a pit";
    MarksPits: "landing.mark", "pits that a player marks";
    ClosesLanding: "landing.close", "entries that close the landing pit";
    HoldsLanding: "landing.hold", "entries that hold the landing pit for a round";
    Splits: "landing.split", "seeds that two pits share equally";
    MarksFacing: "landing.mark", "pits marked together with the one opposite";
    MarksBefore: "landing.mark", "pits marked together with the one before";
    MarksOwnPits: "landing.mark", "pits of their own that a player marks";
    ThenRelays: "landing.then", "entries after which the landing pit is sown on";
    ThenRelaysNext: "landing.then", "entries after which the next pit is sown on";
    ThenAgain: "landing.then", "entries that give an extra turn";
    ThenMayRelay: "landing.then", "entries after which the player may sow on or end the turn";
    ThenMayTake: "landing.then", "entries after which the player may sow on or capture";
    ThenMayResow: "landing.then", "captures of the player's choice that are sown on";
    TakesAfter: "after.counts", "captures when the sowing is over";
    AsksSown: "after.sown", "captures when the sowing is over that ask where seeds have fallen";
    SendsHome: "marks.seeds", "seeds in marked pits that go to a store";
    BarsMarked: "marks.play", "marked pits from which nobody sows";
    CountsMarked: "marks.end", "seeds in marked pits that count for who marked them";
    SharesPits: "marks.shared", "pits that captures mark and whose seeds are divided at the end";
    Replays: "turn.replay", "extra turns by a last seed in the own store";
    Restocks: "turn.empty_row", "rows that are filled again from what was captured";
    GivesSeeds: "turn.empty_row", "a seed that a player without any is given";
    Forfeits: "turn.forfeit", "men forfeited at the end of a turn";
    EndsEmpty: "ending.when", "an end by an empty side";
    EndsStuck: "ending.when", "an end by a player without an action";
    EndsAboveHalf: "ending.when", "an end by what a store holds";
    EndsEnough: "ending.when", "an end by as many seeds as are enough";
    EndsAllSingle: "ending.when", "an end by single seeds everywhere";
    EndsFew: "ending.when", "an end by few seeds";
    EndsEachFew: "ending.when", "an end by few seeds of each player";
    EndsRow: "ending.when", "an end by an empty row";
    EndsTaken: "ending.when", "a win by the capture of both ends of a row";
    EndsFields: "ending.when", "an end by empty fields";
    LastSeeds: "ending.last_seeds", "a capture that takes all of the last seeds";
    EndsAtLaps: "ending.test", "an end in the middle of a sowing";
    CountsHome: "ending.final_count", "seeds left at the end that do not count";
    CountsOwner: "ending.final_count", "seeds left at the end for the owners of the pits";
    CountsEmptied: "ending.final_count", "seeds left at the end for the player without any";
    CountsOneSide: "ending.final_count", "seeds left at the end for one of the players";
    WonBySeeds: "ending.winner", "a win by seeds";
    WonByEnough: "ending.winner", "a win by as many seeds as are enough";
    WonByRounds: "ending.winner", "a win by rounds";
    WonByPoints: "ending.winner", "a win by points";
    WonByLastMove: "ending.winner", "a win by the last move";
    WonByBeingStuck: "ending.winner", "a win by who cannot move";
    WonByPits: "ending.winner", "a win by whose pits are empty";
    WonByRow: "ending.winner", "a win by whose row is empty";
    ScoresOwned: "ending.score", "scores that count seeds in pits";
    Rounds: "rounds.refill", "rounds";
    ClosedPits: "rounds.short", "pits that are closed for a round";
    HoldsPits: "rounds.held", "pits that are held for a round";
    FillsPits: "rounds.short", "pits that are marked until they are full";
    FillsFields: "rounds.fields", "rounds for which the fields are filled too";
    UnfilledPits: "rounds.unfilled", "rounds for which some pits are not filled";
    SpreadSeeds: "rounds.short", "rounds for which seeds are laid out evenly";
    MatchedPits: "rounds.short", "rounds for which both players fill equally many pits";
    OwnedPits: "rounds.short", "pits that belong to the player of the other row for a round";
    GainsOnePit: "rounds.gained", "rounds that win one pit";
    BeginsAnew: "rounds.seeds", "rounds that are games of their own";
    LeavesPits: "rounds.order", "pits that players choose to leave without seeds";
    DrawsLots: "rounds.start", "lots that are drawn between rounds";
    LaysAgain: "rounds.layout", "rounds that begin with the opening of the game";
    EndlessVoid: "limits.endless", "void games where a sowing never ends";
    EndlessLoss: "limits.endless", "games lost by a sowing that never ends";
    History: "limits.repetition", "an end by a position that comes again";
    Cap: "limits.max_actions", "a limit on actions";
}

//! What a game asks of those who play it or prove something about it.
//!
//! [`Features::of`] takes a description apart with no `..`: a new field, or a new value of one, does
//! not compile until it is classed here, and is then refused by every executor and every proof
//! that does not name it. Each of them states what it was written for as an allow-list beside it.

use crate::plan::landing::takes;
use crate::plan::{Spot, Spots};
use crate::rules::{
    Board, CaptureTo, Chain, Choose, Counts, Direction, EndTest, Ending, Endless, Fault, Feeding,
    FinalCount, Forfeit, GrandSlam, Landing, LapTest, Laps, Limits, MaxActions, Moves, Numbered,
    Occupancy, Reentry, Relay, Repetition, ReserveEntry, Row, Rules, Score, Setup, Singles, Skip,
    Sowing, SownStores, Take, Then, Turn, Unplayed, When, Whose, Winner,
};

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
    FourRows: "board.rows", "four rows";
    Stores: "board.stores", "a store pit for each side";
    Reserve: "setup.reserve", "seeds in reserve";
    Marks: "setup.unplayed", "pits that carry marks";
    Symmetric: "moves.symmetric", "pits of either side that may be played";
    NumbersBoth: "moves.numbered", "action numbers for the pits of both sides";
    LargerPits: "moves.least", "pits that need more than one seed to be played";
    Singles: "moves.singles", "lone seeds that move only into an empty place";
    Clockwise: "moves.direction", "sowing clockwise";
    ChosenWay: "moves.direction", "a direction of the player's choice";
    Outward: "moves.direction", "sowing away from the middle";
    FeedPenalty: "moves.feeding", "a penalty for not feeding";
    FeedForced: "moves.feeding", "a duty to feed";
    FeedAlways: "moves.feeding", "a duty to leave the other player seeds";
    SowsOwnStore: "sowing.stores", "the mover's store on the way";
    SowsBothStores: "sowing.stores", "both stores on the way";
    SkipsLap: "sowing.skip", "laps that pass over the pit where they began";
    SkipsTurn: "sowing.skip", "laps that pass over the pit the player chose";
    DropCaptures: "sowing.on_drop", "captures by any drop";
    Relays: "laps.relay", "relays from the landing pit";
    RelaysNext: "laps.relay", "relays from the pit after the landing pit";
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
    AsksFacing: "landing.facing", "entries that ask whether the pit opposite holds seeds";
    CountsFacing: "landing.facing", "entries that ask how many seeds the pit opposite holds";
    AsksBehind: "landing.behind", "entries that ask for the pit behind the pit opposite";
    AsksAhead: "landing.next", "entries that ask for the pits next to the landing pit";
    AsksRow: "landing.other_inner", "entries that ask for a whole row";
    AsksLap: "landing.lap", "entries that ask which lap it is";
    AsksCaptured: "landing.captured", "entries that ask for earlier captures";
    AsksCrossed: "landing.crossed", "entries that ask where seeds have fallen";
    AsksHand: "landing.hand", "entries that ask for the size of the hand";
    AsksTurns: "landing.turns", "entries that ask how many turns there were";
    TakesLanding: "landing.take", "captures of the landing pit";
    TakesFacing: "landing.take", "captures of the pit opposite";
    TakesBehind: "landing.take", "captures of the pit behind the pit opposite";
    TakesFirst: "landing.take", "captures of the first pit of a file that holds seeds";
    TakesAhead: "landing.take", "captures of the pits next to the landing pit";
    ChainsBack: "landing.chain", "captures that go on backward";
    Chains: "landing.chain", "captures that go on forward or to both sides";
    SlamsCalledOff: "landing.grand_slam", "captures called off where they would take everything";
    SlamsForbidden: "landing.grand_slam", "actions forbidden where they would take everything";
    ToOtherStore: "landing.to", "captures for the other player";
    ToLanding: "landing.to", "captures onto the landing pit";
    Resows: "landing.to", "captures that are sown on";
    ReentersAtLanding: "landing.reentry", "captures sown on from the landing pit";
    ReentersAtTurn: "landing.reentry", "captures sown on from the pit the player chose";
    Removes: "landing.to", "captures that leave the game";
    ChoosesFile: "landing.choose", "a further file of the player's choice";
    ThenRelays: "landing.then", "entries after which the landing pit is sown on";
    ThenRelaysNext: "landing.then", "entries after which the next pit is sown on";
    ThenAgain: "landing.then", "entries that give an extra turn";
    Replays: "turn.replay", "extra turns by a last seed in the own store";
    Forfeits: "turn.forfeit", "men forfeited at the end of a turn";
    EndsEmpty: "ending.when", "an end by an empty side";
    EndsStuck: "ending.when", "an end by a player without an action";
    EndsAboveHalf: "ending.when", "an end by what a store holds";
    EndsAllSingle: "ending.when", "an end by single seeds everywhere";
    EndsFew: "ending.when", "an end by few seeds";
    EndsRow: "ending.when", "an end by an empty row";
    EndsAtLaps: "ending.test", "an end in the middle of a sowing";
    CountsHome: "ending.final_count", "seeds left at the end that do not count";
    CountsOwner: "ending.final_count", "seeds left at the end for the owners of the pits";
    CountsEmptied: "ending.final_count", "seeds left at the end for the player without any";
    CountsOneSide: "ending.final_count", "seeds left at the end for one of the players";
    WonBySeeds: "ending.winner", "a win by seeds";
    WonByLastMove: "ending.winner", "a win by the last move";
    WonByPits: "ending.winner", "a win by whose pits are empty";
    WonByRow: "ending.winner", "a win by whose row is empty";
    ScoresOwned: "ending.score", "scores that count seeds in pits";
    EndlessVoid: "limits.endless", "void games where a sowing never ends";
    EndlessLoss: "limits.endless", "games lost by a sowing that never ends";
    History: "limits.repetition", "an end by a position that comes again";
    Cap: "limits.max_actions", "a limit on actions";
}

/// An allow-list: the set of these features.
macro_rules! allow_list {
    ($($feature:ident),+ $(,)?) => {
        $crate::plan::Features::new(&[$($crate::plan::Feature::$feature),+])
    };
}

pub(crate) use allow_list;

impl Feature {
    /// The field of a description that brings this feature, and its value there.
    fn place_in(self, rules: &Rules) -> (String, String) {
        let field = match self.field().strip_prefix("landing") {
            None => self.field().to_owned(),
            Some(key) => {
                let brings = |entry: &Landing| {
                    let mut found = Found::default();
                    found.entry(entry, rules.board.rows == 4);
                    entry.is_on() && found.0.has(self)
                };
                let index = rules.landing.iter().position(brings);
                index.map_or("landing".to_owned(), |index| rules.entry_path(index) + key)
            }
        };
        let value = rules.written(&field);
        (field, value)
    }
}

/// A set of features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(u128);

impl Features {
    /// The set of these features.
    #[must_use]
    pub const fn new(features: &[Feature]) -> Self {
        let (mut set, mut index) = (0, 0);
        while index < features.len() {
            set |= 1 << features[index] as u8;
            index += 1;
        }
        Self(set)
    }

    /// All that are in the set, and these.
    #[must_use]
    pub const fn and(self, more: &[Feature]) -> Self {
        Self(self.0 | Self::new(more).0)
    }

    /// All that are in one of two sets.
    #[must_use]
    pub const fn or(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    /// All but these.
    #[must_use]
    pub const fn without(self, fewer: &[Feature]) -> Self {
        Self(self.0 & !Self::new(fewer).0)
    }

    /// Whether this feature is in the set.
    #[must_use]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u8 & 1 == 1
    }

    /// Whether all of them are in an allow-list.
    #[must_use]
    pub const fn within(self, allowed: Self) -> bool {
        self.0 & !allowed.0 == 0
    }

    /// The first feature that an allow-list does not have.
    #[must_use]
    pub fn first_beyond(self, allowed: Self) -> Option<Feature> {
        let beyond = |feature: &&Feature| self.has(**feature) && !allowed.has(**feature);
        Feature::ALL.iter().find(beyond).copied()
    }

    /// The features, in order.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |feature| self.has(*feature))
    }

    /// The fault of a game that asks for more than `who` was written for.
    #[must_use]
    pub fn refusal(self, allowed: Self, rules: &Rules, who: &str) -> Option<Fault> {
        let feature = self.first_beyond(allowed)?;
        let (field, value) = feature.place_in(rules);
        let why = format!("{who} cannot play games with {}", feature.words());
        Some(Fault::new(field, value, why))
    }

    /// The features of a game.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        let mut found = Found::default();
        // No `..`: a new axis has to be classed. Names and prose ask for nothing.
        let Rules {
            name: _,
            title: _,
            aliases: _,
            region: _,
            names: _,
            source: _,
            language: _,
            informant: _,
            note: _,
            book: _,
            about: _,
            board,
            setup,
            moves,
            sowing,
            laps,
            landing,
            turn,
            ending,
            limits,
            clauses: _,
        } = rules;
        found.board(board);
        found.setup(setup);
        found.moves(moves);
        found.sowing(sowing);
        found.laps(laps);
        for entry in landing.iter().filter(|entry| entry.is_on()) {
            found.entry(entry, board.rows == 4);
        }
        found
            .add(landing.iter().filter(|entry| entry.is_on()).count() > 1, Feature::SeveralEntries);
        found.turn(turn);
        found.ending(ending);
        found.limits(limits);
        found.0
    }
}

/// The features found so far.
#[derive(Default)]
struct Found(Features);

impl Found {
    fn add(&mut self, asked: bool, feature: Feature) {
        if asked {
            self.0 = self.0.and(&[feature]);
        }
    }

    fn note(&mut self, feature: Option<Feature>) {
        if let Some(feature) = feature {
            self.add(true, feature);
        }
    }

    fn board(&mut self, board: &Board) {
        let Board { rows, columns: _, stores, clause: _ } = board;
        self.add(*rows == 4, Feature::FourRows);
        self.add(*stores, Feature::Stores);
    }

    /// How the seeds lie at the start, and who starts, changes no rule.
    fn setup(&mut self, setup: &Setup) {
        let Setup {
            seeds: _,
            outer: _,
            inner: _,
            north: _,
            reserve,
            unplayed,
            start: _,
            clause: _,
        } = setup;
        self.add(*reserve > 0, Feature::Reserve);
        self.note(match unplayed {
            Unplayed::None => None,
            Unplayed::Outer => Some(Feature::Marks),
        });
    }

    fn moves(&mut self, moves: &Moves) {
        let Moves { symmetric, numbered, least, singles, direction, reserve, feeding, clause: _ } =
            moves;
        self.add(*symmetric, Feature::Symmetric);
        self.add(*numbered == Numbered::Both, Feature::NumbersBoth);
        self.add(*least > 1, Feature::LargerPits);
        self.note(match singles {
            Singles::Never => None,
            Singles::IntoEmpty => Some(Feature::Singles),
        });
        self.note(match direction {
            Direction::Counterclockwise => None,
            Direction::Clockwise => Some(Feature::Clockwise),
            Direction::Chosen => Some(Feature::ChosenWay),
            Direction::Outward => Some(Feature::Outward),
        });
        self.note(match reserve {
            ReserveEntry::None => None,
            ReserveEntry::OneInEachPit => Some(Feature::Reserve),
        });
        self.note(match feeding {
            Feeding::None => None,
            Feeding::Penalty => Some(Feature::FeedPenalty),
            Feeding::Forced => Some(Feature::FeedForced),
            Feeding::Always => Some(Feature::FeedAlways),
        });
    }

    fn sowing(&mut self, sowing: &Sowing) {
        let Sowing { stores, skip, on_drop, clause: _ } = sowing;
        self.note(match stores {
            SownStores::None => None,
            SownStores::Own => Some(Feature::SowsOwnStore),
            SownStores::Both => Some(Feature::SowsBothStores),
        });
        self.note(match skip {
            Skip::None => None,
            Skip::Lap => Some(Feature::SkipsLap),
            Skip::Turn => Some(Feature::SkipsTurn),
        });
        self.add(on_drop.is_some(), Feature::DropCaptures);
    }

    fn laps(&mut self, laps: &Laps) {
        let Laps { relay, clause: _ } = laps;
        self.note(match relay {
            Relay::None => None,
            Relay::Landing => Some(Feature::Relays),
            Relay::Next => Some(Feature::RelaysNext),
        });
    }

    fn entry(&mut self, entry: &Landing, four_rows: bool) {
        let Landing {
            name: _,
            was,
            counts,
            side,
            row,
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
            turns,
            take,
            chain,
            grand_slam,
            to,
            reentry,
            choose,
            then,
            clause: _,
        } = entry;
        self.note(Some(match was {
            Occupancy::Any => Feature::FromAny,
            Occupancy::Empty => Feature::FromEmpty,
            Occupancy::Occupied => Feature::FromOccupied,
        }));
        self.add(counts.is_asked(), Feature::LandingCounts);
        self.add(four_rows || *side != Whose::Other, Feature::OnOwnSide);
        self.add(!four_rows && *side != Whose::Own, Feature::OnOtherSide);
        self.add(*row != Row::Any, Feature::OneRow);
        self.note(match facing {
            Counts::Any => None,
            Counts::Occupied => Some(Feature::AsksFacing),
            _ => Some(Feature::CountsFacing),
        });
        self.add(behind.is_asked(), Feature::AsksBehind);
        let ahead = [next, beyond, before];
        self.add(ahead.into_iter().any(Counts::is_asked), Feature::AsksAhead);
        self.add(*other_inner != Occupancy::Any, Feature::AsksRow);
        self.add(*lap != LapTest::Any, Feature::AsksLap);
        self.add(captured.is_some(), Feature::AsksCaptured);
        self.add(crossed.is_some(), Feature::AsksCrossed);
        self.add(hand.is_asked(), Feature::AsksHand);
        self.add(turns.is_asked(), Feature::AsksTurns);
        self.takes(takes(entry));
        self.add(take.has(Take::FirstOfFile), Feature::TakesFirst);
        self.add(take.is_empty(), Feature::Exceptions);
        self.add(!take.is_empty(), Feature::Captures);
        self.note(match chain {
            Chain::None => None,
            Chain::Backward => Some(Feature::ChainsBack),
            Chain::Forward | Chain::Neighbours | Chain::Alternate => Some(Feature::Chains),
        });
        self.note(match grand_slam {
            GrandSlam::Capture => None,
            GrandSlam::NoCapture => Some(Feature::SlamsCalledOff),
            GrandSlam::Forbidden => Some(Feature::SlamsForbidden),
        });
        self.note(match to {
            CaptureTo::Store | CaptureTo::None => None,
            CaptureTo::OtherStore => Some(Feature::ToOtherStore),
            CaptureTo::Landing => Some(Feature::ToLanding),
            CaptureTo::Hand => Some(Feature::Resows),
            CaptureTo::Removed => Some(Feature::Removes),
        });
        // Where seeds are sown on from is asked only where they are.
        self.note(match reentry {
            _ if *to != CaptureTo::Hand => None,
            Reentry::Lap => None,
            Reentry::Landing => Some(Feature::ReentersAtLanding),
            Reentry::Turn => Some(Feature::ReentersAtTurn),
        });
        self.note(match choose {
            Choose::None => None,
            Choose::AnotherFile => Some(Feature::ChoosesFile),
        });
        self.note(match then {
            Then::End => None,
            Then::Relay => Some(Feature::ThenRelays),
            Then::RelayNext => Some(Feature::ThenRelaysNext),
            Then::Again => Some(Feature::ThenAgain),
        });
    }

    fn takes(&mut self, takes: Spots) {
        for spot in takes.iter() {
            let feature = match spot {
                Spot::Landing => Feature::TakesLanding,
                Spot::Facing => Feature::TakesFacing,
                Spot::Behind => Feature::TakesBehind,
                Spot::Next
                | Spot::Beyond
                | Spot::Before
                | Spot::NextFacing
                | Spot::BeyondFacing => Feature::TakesAhead,
            };
            self.add(true, feature);
        }
    }

    fn turn(&mut self, turn: &Turn) {
        let Turn { replay, forfeit, clause: _ } = turn;
        self.add(*replay, Feature::Replays);
        self.note(match forfeit {
            Forfeit::None => None,
            Forfeit::UnplayedWhenAllSingle => Some(Feature::Forfeits),
        });
    }

    fn ending(&mut self, ending: &Ending) {
        // `few` and `row` say what two of the conditions speak of.
        let Ending { when, few: _, row: _, test, final_count, winner, score, clause: _ } = ending;
        for when in when {
            self.note(match when {
                When::EitherEmpty | When::MoverEmpty => Some(Feature::EndsEmpty),
                When::CannotMove => Some(Feature::EndsStuck),
                When::NobodyCanMove => None, // GE-8 ends every game so
                When::AboveHalf => Some(Feature::EndsAboveHalf),
                When::AllSingle => Some(Feature::EndsAllSingle),
                When::Few => Some(Feature::EndsFew),
                When::RowEmpty => Some(Feature::EndsRow),
            });
        }
        self.note(match test {
            EndTest::Turn => None,
            EndTest::Lap => Some(Feature::EndsAtLaps),
        });
        self.note(Some(match final_count {
            FinalCount::Home => Feature::CountsHome,
            FinalCount::Owner => Feature::CountsOwner,
            FinalCount::Emptied => Feature::CountsEmptied,
            FinalCount::LastMover | FinalCount::Other => Feature::CountsOneSide,
        }));
        self.note(Some(match winner {
            Winner::MostSeeds => Feature::WonBySeeds,
            Winner::LastMover => Feature::WonByLastMove,
            Winner::Emptied | Winner::HasSeeds => Feature::WonByPits,
            Winner::HasRow => Feature::WonByRow,
        }));
        self.note(match score {
            Score::Store => None,
            Score::Owned => Some(Feature::ScoresOwned),
        });
    }

    fn limits(&mut self, limits: &Limits) {
        let Limits { endless, repetition, max_actions, clause: _ } = limits;
        self.note(Some(match endless {
            Endless::Void => Feature::EndlessVoid,
            Endless::Loss => Feature::EndlessLoss,
        }));
        self.note(match repetition {
            Repetition::None => None,
            Repetition::FirstSinceCapture => Some(Feature::History),
        });
        let MaxActions(most) = max_actions;
        self.add(most.is_some(), Feature::Cap);
    }
}

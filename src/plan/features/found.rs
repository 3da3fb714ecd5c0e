//! Each axis of a description taken apart, with no `..`.

use super::{Feature, Features};
use crate::rules::{
    After, Block, Board, ClosedPits, Direction, EmptyRow, Feeding, FirstSeed, Forfeit, Laps,
    LastPit, LastSeed, LastSown, Lone, MarkedEnd, MarkedPlay, MarkedSeeds, Marks, Moves, Numbered,
    OnDrop, Opening, Play, PutTo, Relay, ReserveEntry, Rest, SecondRound, Setup, Sides, Singles,
    Skip, Sowing, SownStores, StoreBack, StoreRound, Swap, Track, Turn, Unplayed,
};

/// The features found so far.
#[derive(Default)]
pub(super) struct Found(pub Features);

impl Found {
    pub fn add(&mut self, asked: bool, feature: Feature) {
        if asked {
            self.0 = self.0.and(&[feature]);
        }
    }

    pub(super) fn note(&mut self, feature: Option<Feature>) {
        if let Some(feature) = feature {
            self.add(true, feature);
        }
    }

    pub fn board(&mut self, board: &Board) {
        let Board { rows, track, sides, columns: _, fields, stores, clause: _ } = board;
        self.add(*fields, Feature::Fields);
        self.add(*rows == 3, Feature::ThreeRows);
        self.add(*rows == 4, Feature::FourRows);
        self.note(match track {
            Track::Usual => None,
            Track::OwnRow => Some(Feature::OwnRowsSown),
            Track::Through => Some(Feature::SowsThrough),
        });
        self.note(match sides {
            Sides::Rows => None,
            Sides::Halves => Some(Feature::Halves),
        });
        self.add(*stores, Feature::Stores);
    }

    /// How the seeds and marks lie at the start, and who starts, changes no rule.
    pub fn setup(&mut self, setup: &Setup) {
        let Setup {
            seeds: _,
            outer: _,
            inner: _,
            north: _,
            stores: _,
            reserve: _, // with `moves.reserve`
            unplayed,
            houses,
            closed,
            marked: _,
            start: _,
            clause: _,
        } = setup;
        self.add(houses.is_asked(), Feature::Houses);
        self.add(closed.is_asked(), Feature::ClosedFirst);
        self.note(match unplayed {
            Unplayed::None => None,
            Unplayed::Outer => Some(Feature::Marks),
        });
    }

    pub fn moves(&mut self, moves: &Moves) {
        let Moves {
            symmetric,
            numbered,
            least,
            singles,
            lone,
            last_pit,
            rest,
            up_to,
            stay: _, // with `up_to`
            store_up_to,
            store_into: _, // with `store_up_to`
            store_round,
            store_back,
            direction,
            reserve,
            reserve_at: _, // with `moves.reserve`
            filled: _,
            inner_singles: _,
            swap,
            feeding,
            fed,
            fed_pit,
            spared,
            spared_counts: _, // with `spared`
            back_into,
            reopens: _, // with `setup.closed`
            reopens_at: _,
            barred,
            clause: _,
        } = moves;
        self.add(*fed > 1, Feature::FeedsMany);
        self.add(spared.is_asked(), Feature::SparesPits);
        self.add(back_into.is_asked(), Feature::SowsBackInto);
        self.add(barred.is_asked(), Feature::BarsPits);
        self.add(*symmetric, Feature::Symmetric);
        self.add(*numbered == Numbered::Both, Feature::NumbersBoth);
        self.add(*least > 1, Feature::LargerPits);
        self.add(*up_to > 0, Feature::ChoosesNumber);
        self.add(*store_up_to > 0, Feature::SowsStore);
        self.note(match store_round {
            StoreRound::Board => None,
            StoreRound::OwnRow => Some(Feature::StoreInRow),
        });
        self.note(match store_back {
            StoreBack::Never => None,
            StoreBack::Captures => Some(Feature::StoreBack),
        });
        self.add(*fed_pit > 1, Feature::FeedsPit);
        self.note(match singles {
            Singles::Never => None,
            Singles::IntoEmpty => Some(Feature::Singles),
        });
        self.note(match lone {
            Lone::Anywhere => None,
            Lone::OwnRow => Some(Feature::LoneStays),
        });
        self.note(match last_pit {
            LastPit::Free => None,
            LastPit::StaysInRow => Some(Feature::KeepsRow),
        });
        self.note(match rest {
            Rest::Never => None,
            Rest::UntilSown => Some(Feature::RestsPits),
            Rest::FirstTurns => Some(Feature::RestsFirst),
            Rest::LoneSeed => Some(Feature::RestsLone),
        });
        self.note(match direction {
            Direction::Counterclockwise => None,
            Direction::Clockwise => Some(Feature::Clockwise),
            Direction::Chosen => Some(Feature::ChosenWay),
            Direction::Outward => Some(Feature::Outward),
            Direction::FixedByFirst | Direction::FixedBySecond => Some(Feature::FixesHeading),
        });
        self.note(match reserve {
            ReserveEntry::None => None,
            ReserveEntry::OneInEachPit => Some(Feature::Reserve),
            ReserveEntry::PlacedInTurn | ReserveEntry::PlacedAtOnce | ReserveEntry::PlacedByOne => {
                Some(Feature::PlacesSeeds)
            }
            ReserveEntry::OneATurn => Some(Feature::DropsReserve),
        });
        self.add(*reserve == ReserveEntry::PlacedByOne, Feature::PlacesForBoth);
        self.note(match swap {
            Swap::Never => None,
            Swap::GivesStart | Swap::KeepsStart => Some(Feature::TurnsBoard),
        });
        self.note(match feeding {
            Feeding::None => None,
            Feeding::Penalty => Some(Feature::FeedPenalty),
            Feeding::Forced => Some(Feature::FeedForced),
            Feeding::Always => Some(Feature::FeedAlways),
        });
    }

    /// Which pits, changes nothing but that others are not played.
    pub fn play(&mut self, play: &[Play]) {
        for entry in play {
            let Play {
                name: _,
                counts: _,
                at: _,
                side: _,
                row: _,
                house: _,   // with `setup.houses`
                blocked: _, // with `turn.block`
                reserve: _, // with `moves.reserve`
                housed: _,
                lost: _,
                largest: _,
                once: _,
                direction: _,
                next: _,
                before: _,
                turns: _,
                lands_was: _, // these five and `captures` by `looks_ahead`
                lands_counts: _,
                lands_side: _,
                lands_row: _,
                lands_at: _,
                captures: _,
                pick: _,
                also: _,
                anyway: _,
                clause: _,
            } = entry;
            self.add(true, Feature::PlaysSome);
            self.add(entry.looks_ahead(), Feature::PlaysByLap);
        }
    }

    /// Which pits are played in them, and by whom, changes nothing but that some are not. What is put
    /// where, and what the player takes then, brings no more than captures do that are chosen.
    pub fn opening(&mut self, opening: &Opening) {
        let Opening {
            turns: _,
            who: _,
            at: _,
            row: _,
            counts: _,
            into,
            copied,
            in_order: _, // as `at`
            onto: _,     // with the others
            onto_row: _,
            onto_counts: _,
            onto_or_sown: _,
            onto_round: _,
            lift: _, // by `sows_some`
            portions,
            last,
            take: _,
            to,
            choices,
            race,
            clause: _,
        } = opening;
        self.add(opening.is_played(), Feature::FirstTurns);
        self.add(into.is_some(), Feature::LaysSeeds);
        self.add(opening.sows_some(), Feature::SowsSomeFirst);
        self.add(portions.is_some(), Feature::SowsPortions);
        self.note(match last {
            LastSeed::Next => None,
            LastSeed::Across => Some(Feature::LastAcross),
        });
        self.add(opening.puts(), Feature::PutsSeeds);
        self.add(*to == PutTo::Removed, Feature::Removes);
        self.add(*choices > 0, Feature::ChoosesPits);
        self.add(*copied, Feature::Copies);
        self.add(*race, Feature::Races);
    }

    pub fn sowing(&mut self, sowing: &Sowing) {
        let Sowing { stores, skip, first, second_round, passes, last, closed, on_drop, clause: _ } =
            sowing;
        self.add(passes.is_asked(), Feature::PassesPits);
        self.note(match last {
            LastSown::Next => None,
            LastSown::PastEmpty => Some(Feature::PastEmpty),
        });
        self.note(match closed {
            ClosedPits::Passed => None,
            ClosedPits::OtherRemoved => Some(Feature::RemovesPassing),
        });
        self.note(match second_round {
            SecondRound::Board => None,
            SecondRound::OtherRow => Some(Feature::CirclesAcross),
        });
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
        self.note(match first {
            FirstSeed::Next => None,
            FirstSeed::Origin | FirstSeed::OriginUnlessSingle => Some(Feature::StartsInOrigin),
        });
        if let Some(OnDrop { count: _, side: _, to: _, last_to_mover: _, last: _, clause: _ }) =
            on_drop
        {
            self.add(true, Feature::DropCaptures);
        }
    }

    /// Which pits, and for whom, changes no more than who gets which seeds.
    pub fn after(&mut self, after: &After) {
        let After { counts, side: _, row: _, at: _, sown, to: _, ended: _, ended_at: _, clause: _ } =
            after;
        self.add(counts.is_asked(), Feature::TakesAfter);
        self.add(*sown, Feature::AsksSown);
    }

    pub fn marks(&mut self, marks: &Marks) {
        // How shared seeds are divided changes no more than who gets which.
        let Marks { play, seeds, end, shared, sharing: _, clause: _ } = marks;
        self.add(shared.is_asked(), Feature::SharesPits);
        self.note(match play {
            MarkedPlay::Allowed => None,
            MarkedPlay::Never => Some(Feature::BarsMarked),
        });
        self.note(match seeds {
            MarkedSeeds::Stay => None,
            MarkedSeeds::Home => Some(Feature::SendsHome),
        });
        self.note(match end {
            MarkedEnd::Owner => None,
            MarkedEnd::Marker => Some(Feature::CountsMarked),
        });
    }

    pub fn laps(&mut self, laps: &Laps) {
        let Laps {
            relay,
            fields,
            turn_round,
            past_store,
            turn_at,
            turns: _, // with `turn_at`
            again_at,
            single_hand,
            clause: _,
        } = laps;
        self.add(*fields, Feature::LiftsFields);
        self.add(again_at.is_asked(), Feature::GoesAgain);
        self.add(*single_hand, Feature::SingleHand);
        self.add(turn_at.is_asked(), Feature::TurnsAt);
        self.add(*past_store, Feature::PastStore);
        self.add(*turn_round, Feature::TurnsRound);
        self.note(match relay {
            Relay::None => None,
            Relay::Landing => Some(Feature::Relays),
            Relay::Next => Some(Feature::RelaysNext),
        });
    }

    pub fn turn(&mut self, turn: &Turn) {
        let Turn { replay, forfeit, block, empty_row, clause: _ } = turn;
        self.note(match empty_row {
            EmptyRow::None => None,
            EmptyRow::Restock => Some(Feature::Restocks),
            EmptyRow::Given => Some(Feature::GivesSeeds),
        });
        self.note(match block {
            Block::None => None,
            Block::OnlyThreatened => Some(Feature::BlocksPits),
        });
        self.add(*replay, Feature::Replays);
        self.note(match forfeit {
            Forfeit::None => None,
            Forfeit::UnplayedWhenAllSingle => Some(Feature::Forfeits),
        });
    }
}

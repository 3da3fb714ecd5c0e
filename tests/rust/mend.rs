//! How a description that was drawn is mended: by leaving out what a fault, or a feature, comes of.

use mancalab::plan::{Feature, Features};
use mancalab::rules::{
    After, ClosedPits, Counts, Direction, EndTest, Ending, Endless, Fault, Feeding, FillFrom,
    Filled, FinalCount, FirstSeed, Landing, LastPit, LastSeed, LastSown, Lone, Marks, Moves,
    Numbered, Occupancy, Opening, Opposite, PitNumbers, PutTake, Relay, Reopens, Repetition,
    ReserveEntry, Rest, RoundSeeds, Rounds, Row, Rules, Score, SecondRound, Seeds, Sharing, Sides,
    Singles, Skip, Sowing, SownStores, StoreBack, StoreRound, Swap, Track, Turn, When, Who, Whose,
    Winner,
};
use serde_json::{from_value, json};

/// Mends fault after fault, with a change after each.
pub fn mend_all(rules: &mut Rules, change: impl Fn(&mut Rules)) {
    for _ in 0..1000 {
        let Some(fault) = rules.check().into_iter().next() else { return };
        mend(rules, &fault);
        change(rules);
    }
    panic!("cannot be mended: {:?}\n{}", rules.check(), rules.to_toml());
}

/// Fields are neither sown on nor filled.
fn no_fields(rules: &mut Rules) {
    (rules.laps.fields, rules.rounds.fields) = Default::default();
}

/// The least number of seeds by which a condition is met, where there is one that asks for it.
fn few_asked(ending: &Ending) -> i64 {
    i64::from([When::Few, When::EachFew].iter().any(|few| ending.when.contains(few)))
}

/// Puts what a fault names of pits that are captured when a turn is over back to its default.
fn mend_after(after: &mut After, field: &str) {
    match field {
        "after.row" => after.row = Row::Any,
        "after.sown" => after.sown = false,
        "after.ended" => after.ended = Whose::Any,
        field if field.starts_with("after.at") => after.at = PitNumbers::default(),
        field if field.starts_with("after.ended_at") => after.ended_at = PitNumbers::default(),
        _ => *after = After::default(),
    }
}

/// Puts what a fault names back to its default.
pub fn mend(rules: &mut Rules, fault: &Fault) {
    let (moves, ending) = (&mut rules.moves, &mut rules.ending);
    match fault.field.as_str() {
        "board.columns" => rules.board.columns = 4,
        "board.stores" => rules.board.stores = false,
        "board.fields" => rules.board.fields = false,
        "board.sides" => rules.board.sides = Sides::Rows,
        "board.track" => rules.board.track = Track::Usual,
        "setup.reserve" => (moves.reserve, rules.setup.reserve) = (ReserveEntry::None, 0),
        field if field.starts_with("setup.closed") => unclose(rules),
        "moves.reopens" => moves.reopens = Reopens::AtWill,
        field if field.starts_with("moves.reopens_at") => {
            moves.reopens_at = PitNumbers::default();
        }
        field if field.starts_with("setup.houses") => rules.setup.houses = PitNumbers::default(),
        field if field.starts_with("setup.marked") => rules.setup.marked = PitNumbers::default(),
        field if field.starts_with("setup") => {
            (rules.setup.seeds, rules.setup.north) = (Some(Seeds::Each(1)), None);
            rules.setup.stores = None;
        }
        "moves.symmetric" => moves.symmetric = false,
        "moves.numbered" => moves.numbered = Numbered::Own,
        "moves.singles" => moves.singles = Singles::Never,
        "moves.feeding" => (moves.feeding, moves.fed_pit) = (Feeding::None, 1),
        "moves.reserve" => (moves.reserve, rules.setup.reserve) = (ReserveEntry::None, 0),
        "moves.fed" => moves.fed = 1,
        "moves.fed_pit" => moves.fed_pit = 1,
        "moves.lone" => moves.lone = Lone::Anywhere,
        "moves.last_pit" => moves.last_pit = LastPit::Free,
        "moves.rest" => moves.rest = Rest::Never,
        "moves.filled" => moves.filled = Filled::Any,
        "moves.inner_singles" => moves.inner_singles = 0,
        "moves.swap" => moves.swap = Swap::Never,
        field if field.starts_with("moves.reserve_at") => {
            moves.reserve_at = PitNumbers::default();
        }
        "moves.up_to" => (moves.up_to, moves.stay) = (0, 0),
        "moves.stay" => moves.stay = 0,
        field if field.starts_with("moves.store") => mend_store(moves, field),
        field if field.starts_with("moves.back_into") => moves.back_into = PitNumbers::default(),
        field if field.starts_with("moves.barred") => moves.barred = PitNumbers::default(),
        field if field.starts_with("moves.spared") => {
            (moves.spared, moves.spared_counts) = Default::default();
        }
        field if field.starts_with("moves") => *moves = Moves::default(),
        field if field.starts_with("opening") => mend_opening(&mut rules.opening, field),
        "sowing.on_drop" => rules.sowing.on_drop = None,
        "sowing.closed" => rules.sowing.closed = ClosedPits::Passed,
        field if field.starts_with("sowing.passes") => rules.sowing.passes = Counts::Any,
        "sowing.last" => rules.sowing.last = LastSown::Next,
        "sowing.second_round" => rules.sowing.second_round = SecondRound::Board,
        field if field.starts_with("sowing") => rules.sowing = Sowing::default(),
        "laps.past_store" => rules.laps.past_store = false,
        field if field.starts_with("laps.turn_at") => {
            (rules.laps.turn_at, rules.laps.turns) = Default::default();
        }
        "laps.turns" => rules.laps.turns = Counts::Any,
        field if field.starts_with("laps.again_at") => {
            rules.laps.again_at = PitNumbers::default();
        }
        "laps.fields" | "rounds.fields" => no_fields(rules),
        "laps.single_hand" => rules.laps.single_hand = false,
        "play" => rules.play.clear(),
        field if field.starts_with("play") => drop(rules.play.pop()),
        field if field.starts_with("landing") => mend_entry(rules, field),
        field if field.starts_with("after") => mend_after(&mut rules.after, field),
        field if field.starts_with("turn") => rules.turn = Turn::default(),
        field if field.starts_with("marks") => rules.marks = Marks::default(),
        field if field.starts_with("rounds.unfilled") => {
            (rules.rounds.unfilled, rules.marks) = Default::default();
        }
        "rounds.seeds" => rules.rounds.seeds = RoundSeeds::Won,
        "rounds.order" => rules.rounds.order = FillFrom::default(),
        "rounds.points" => rules.rounds.points = 0,
        "rounds.opposite" => rules.rounds.opposite = Opposite::Full,
        field if field.starts_with("rounds.held") => rules.rounds.held = Counts::Any,
        field if field.starts_with("rounds") => rules.rounds = Rounds::default(),
        "ending.few" => ending.few = few_asked(ending),
        "ending.enough" => {
            let asked = ending.when.contains(&When::Enough) || ending.winner.asks_enough();
            let total = rules.setup.total(&rules.board);
            ending.enough = if asked { total / 2 + 1 } else { 0 };
            if total == 0 {
                *ending = Ending { when: vec![When::CannotMove], ..Ending::default() };
            }
        }
        "ending.last_seeds" => ending.last_seeds = 0,
        "ending.row" => ending.row = Row::Any,
        "ending.winner" => ending.winner = Winner::MostSeeds,
        "ending.final_count" if ending.winner.counts_seeds() => {
            ending.final_count = FinalCount::Owner;
        }
        "ending.final_count" => ending.final_count = FinalCount::Home,
        field if field.starts_with("ending.when[") => drop(ending.when.pop()),
        "ending.test" => ending.test = EndTest::Turn,
        _ => *ending = Ending { when: vec![When::CannotMove], ..Ending::default() },
    }
}

/// The same for the first turns.
fn mend_opening(opening: &mut Opening, field: &str) {
    match field {
        "opening.row" => opening.row = Row::Any,
        field if field.starts_with("opening.at[") => {
            opening.at.0.pop();
            opening.into.as_mut().map(Vec::pop);
        }
        "opening.copied" => opening.copied = false,
        "opening.in_order" => opening.in_order = false,
        "opening.race" => opening.race = false,
        "opening.who" => opening.who = Who::Each,
        "opening.choices" => opening.choices = 0,
        "opening.to" => (opening.to, opening.choices) = Default::default(),
        "opening.onto_row" => opening.onto_row = Row::Any,
        "opening.take" => opening.take = PutTake::None,
        field if field.starts_with("opening.onto_counts") => {
            opening.onto_counts = Counts::Any;
        }
        "opening.lift" => opening.lift = 0,
        "opening.onto_or_sown" => opening.onto_or_sown = false,
        "opening.onto_round" => opening.onto_round = false,
        "opening.last" => opening.last = LastSeed::Next,
        field if field.starts_with("opening.portions") => opening.portions = None,
        "opening.onto" => put_nowhere(opening),
        field if field.starts_with("opening.into") => opening.into = None,
        _ => *opening = Opening::default(),
    }
}

fn mend_store(moves: &mut Moves, field: &str) {
    match field {
        "moves.store_into" => moves.store_into = 0,
        "moves.store_round" => moves.store_round = StoreRound::Board,
        "moves.store_back" => moves.store_back = StoreBack::Never,
        _ => keep_store(moves),
    }
}

fn keep_store(moves: &mut Moves) {
    (moves.store_up_to, moves.store_into) = (0, 0);
    (moves.store_round, moves.store_back) = Default::default();
}

fn unclose(rules: &mut Rules) {
    rules.setup.closed = PitNumbers::default();
    (rules.moves.reopens, rules.moves.reopens_at) = Default::default();
}

fn put_nowhere(opening: &mut Opening) {
    let Opening { turns, who, at, row, counts, into, copied, race, clause, .. } = opening.clone();
    let put = Opening::default();
    *opening = Opening { turns, who, at, row, counts, into, copied, race, clause, ..put };
}

/// Puts the key of an entry that a fault names back to its default; leaves out an entry that cannot
/// be mended so.
fn mend_entry(rules: &mut Rules, field: &str) {
    let inside = field.trim_start_matches("landing[");
    let (index, key) = inside.split_once(']').expect("a fault of an entry");
    let index: usize = index.parse().expect("a number");
    let entry = &mut rules.landing[index];
    let before = entry.clone();
    reset(entry, key.trim_start_matches('.').split('[').next().unwrap_or_default());
    if rules.landing[index] == before {
        rules.landing.remove(index);
    }
}

/// Puts a key of an entry back to its default; of pits that are taken, leaves out the last.
fn reset(entry: &mut Landing, key: &str) {
    match key {
        "next" => {
            (entry.next, entry.beyond, entry.before) = (Counts::Any, Counts::Any, Counts::Any);
        }
        "take" => drop(entry.take.0.pop()),
        "choose" | "choices" | "exempt" | "chosen" => {
            (entry.choose, entry.choices, entry.exempt) = Default::default();
            entry.chosen = Counts::Any;
        }
        key if Landing::FIELDS.contains(&key) => {
            let mut written = json!(entry);
            written[key] = json!(Landing::default())[key].take();
            *entry = from_value(written).expect("an entry with a default value");
        }
        _ => {}
    }
}

/// Leaves out what brings a feature.
pub fn leave_out(rules: &mut Rules, feature: Feature, allowed: Features) {
    let has = |feature| allowed.has(feature);
    match feature {
        Feature::SeveralEntries | Feature::Captures => drop(rules.landing.pop()),
        Feature::Exceptions => rules.landing.retain(Landing::takes),
        Feature::FromAny | Feature::FromEmpty | Feature::FromOccupied => {
            let was = match () {
                () if has(Feature::FromAny) => Occupancy::Any,
                () if has(Feature::FromEmpty) => Occupancy::Empty,
                () => Occupancy::Occupied,
            };
            rules.landing.iter_mut().for_each(|entry| entry.was = was);
        }
        Feature::OnOwnSide => rules.landing.iter_mut().for_each(|entry| entry.side = Whose::Other),
        Feature::OnOtherSide => rules.landing.iter_mut().for_each(|entry| entry.side = Whose::Own),
        Feature::CountsFacing if has(Feature::AsksFacing) => {
            rules.landing.iter_mut().for_each(|entry| entry.facing = Counts::Occupied);
        }
        Feature::EndlessVoid => rules.limits.endless = Endless::Loss,
        Feature::Removes | Feature::ChoosesPits => {
            (rules.opening.to, rules.opening.choices) = Default::default();
            leave_out_field(rules, feature.field());
        }
        _ => leave_out_field(rules, feature.field()),
    }
}

fn leave_out_field(rules: &mut Rules, field: &str) {
    match field.split_once('.').unwrap_or((field, "")) {
        ("board", "rows") => (rules.board.rows, rules.board.track) = (2, Track::Usual),
        ("board", "sides") => rules.board.sides = Sides::Rows,
        ("board", "track") => rules.board.track = Track::Usual,
        ("board", "fields") => rules.board.fields = false,
        ("board", _) => rules.board.stores = false,
        ("play", _) => rules.play.clear(),
        ("setup" | "moves", "reserve") => {
            (rules.moves.reserve, rules.setup.reserve) = (ReserveEntry::None, 0);
            let moves = &mut rules.moves;
            (moves.reserve_at, moves.filled, moves.swap) = Default::default();
            moves.inner_singles = 0;
        }
        ("moves", "swap") => rules.moves.swap = Swap::Never,
        ("setup", "closed") => unclose(rules),
        ("setup", "houses") => rules.setup.houses = PitNumbers::default(),
        ("setup", _) => (rules.setup.unplayed, rules.turn.forfeit) = Default::default(),
        ("moves", "symmetric") => rules.moves.symmetric = false,
        ("moves", "numbered") => rules.moves.numbered = Numbered::Own,
        ("moves", "direction") => rules.moves.direction = Direction::Counterclockwise,
        ("moves", "lone") => rules.moves.lone = Lone::Anywhere,
        ("moves", "last_pit") => rules.moves.last_pit = LastPit::Free,
        ("moves", "rest") => rules.moves.rest = Rest::Never,
        ("moves", "up_to") => (rules.moves.up_to, rules.moves.stay) = (0, 0),
        ("moves", "store_up_to") => keep_store(&mut rules.moves),
        ("moves", "store_round") => rules.moves.store_round = StoreRound::Board,
        ("moves", "store_back") => rules.moves.store_back = StoreBack::Never,
        ("moves", "fed") => rules.moves.fed = 1,
        ("moves", "fed_pit") => rules.moves.fed_pit = 1,
        ("moves", "barred") => rules.moves.barred = PitNumbers::default(),
        ("moves", "back_into") => rules.moves.back_into = PitNumbers::default(),
        ("moves", "spared") => {
            (rules.moves.spared, rules.moves.spared_counts) = Default::default();
        }
        ("moves", "feeding") => {
            (rules.moves.feeding, rules.moves.fed_pit) = (Feeding::None, 1);
        }
        ("moves", _) => (rules.moves.least, rules.moves.singles) = (1, Singles::Never),
        ("opening", "into") => rules.opening.into = None,
        ("opening", "lift") => rules.opening.lift = 0,
        ("opening", "onto_or_sown") => rules.opening.onto_or_sown = false,
        ("opening", "onto_round") => rules.opening.onto_round = false,
        ("opening", "last") => rules.opening.last = LastSeed::Next,
        ("opening", "portions") => rules.opening.portions = None,
        ("opening", "onto") => put_nowhere(&mut rules.opening),
        ("opening", "copied") => rules.opening.copied = false,
        ("opening", "race") => rules.opening.race = false,
        ("opening", _) => rules.opening = Opening::default(),
        ("sowing", "stores") => {
            (rules.sowing.stores, rules.turn.replay) = (SownStores::None, false);
        }
        ("sowing", "first") => rules.sowing.first = FirstSeed::Next,
        ("sowing", "last") => rules.sowing.last = LastSown::Next,
        ("sowing", "passes") => rules.sowing.passes = Counts::Any,
        ("sowing", "closed") => rules.sowing.closed = ClosedPits::Passed,
        ("sowing", "second_round") => rules.sowing.second_round = SecondRound::Board,
        ("sowing", "skip") => rules.sowing.skip = Skip::None,
        ("sowing", _) => rules.sowing.on_drop = None,
        ("laps", "past_store") => rules.laps.past_store = false,
        ("laps", "turn_at") => (rules.laps.turn_at, rules.laps.turns) = Default::default(),
        ("laps", "again_at") => rules.laps.again_at = PitNumbers::default(),
        ("laps", "fields") => rules.laps.fields = false,
        ("laps", "single_hand") => rules.laps.single_hand = false,
        ("laps", "turn_round") => rules.laps.turn_round = false,
        ("laps", _) => rules.laps.relay = Relay::None,
        ("landing", key) => rules.landing.iter_mut().for_each(|entry| reset(entry, key)),
        ("after", "sown") => rules.after.sown = false,
        ("after", _) => rules.after = After::default(),
        ("marks", _) => rules.marks = Marks::default(),
        ("rounds", "order") => rules.rounds.order = FillFrom::default(),
        ("rounds", "seeds") => rules.rounds.seeds = RoundSeeds::Won,
        ("rounds", "fields") => rules.rounds.fields = 0,
        ("rounds", "held") => rules.rounds.held = Counts::Any,
        ("rounds", "unfilled") => {
            (rules.rounds.unfilled, rules.marks.shared) = Default::default();
            rules.marks.sharing = Sharing::default();
        }
        ("rounds", _) => rules.rounds = Rounds::default(),
        ("turn", _) => rules.turn = Turn::default(),
        ("ending", "last_seeds") => rules.ending.last_seeds = 0,
        ("ending", "test") => rules.ending.test = EndTest::Turn,
        ("ending", "score") => rules.ending.score = Score::Store,
        ("ending", _) => {
            rules.ending = Ending {
                when: vec![When::EitherEmpty],
                final_count: FinalCount::Owner,
                ..Ending::default()
            }
        }
        (_, "repetition") => rules.limits.repetition = Repetition::None,
        other => panic!("nothing else is left out: {other:?}"),
    }
}

//! The landing table compiled: entries that both engines carry out.

use super::spots::{CountSet, Spot, Spots, told_apart};
use super::tables::SpotTables;
use super::{HALF, SLOTS};
use crate::rules::{
    Board, CaptureTo, Chain, Choose, GrandSlam, Landing, LapTest, Lifted, Mark, Marked, Occupancy,
    PitNumbers, Reentry, Row, Rules, Take, Then, Whose,
};

/// What an entry asks of the action so far, once, where the lap ends; by default nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoFar {
    /// Which lap this is.
    pub lap: LapTest,
    /// Whether an entry has taken seeds before.
    pub captured: Option<bool>,
    /// Whether a seed has fallen on the other player's side.
    pub crossed: Option<bool>,
    /// Whether the action began with a seed of the reserve.
    pub dropped: Option<bool>,
    /// Seeds that the lap was sown with: none where such a seed fell.
    pub hand: CountSet,
    /// Which turn of the player this is.
    pub turns: CountSet,
    /// Whether the seeds of the landing pit were lifted before.
    pub lifted: Option<bool>,
    /// Pits that the mover has marked.
    pub marks: CountSet,
    /// Which last seed of the mover's in pits marked by the other player this is.
    pub visits: CountSet,
    /// Pits of the other player that hold seeds and are not marked.
    pub other_pits: CountSet,
    /// Which capture of the player this would be.
    pub capture_number: CountSet,
}

/// One entry of the landing table.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is one independent effect or shortcut
pub struct Entry {
    /// Which of the description's entries this is.
    pub index: u8,
    /// Which of the table's entries this is: some of the description's may be switched off.
    pub number: u8,
    /// The landing pit before the last seed; asked once.
    pub was: Occupancy,
    /// Whether the next pit is a field.
    pub next_field: Option<bool>,
    /// What is asked of the action so far; asked once.
    pub so_far: SoFar,
    /// Whether anything of it is.
    pub asks_so_far: bool,
    /// Pits on which it fits, one bit a slot.
    pub slots: u128,
    /// Spots whose seeds are asked for.
    pub asks: Spots,
    /// The same without the landing pit and the pit opposite.
    pub asks_around: Spots,
    /// The numbers of seeds that will do there, by spot.
    pub counts: [CountSet; Spot::COUNT],
    /// Whether, and by whom, the landing pit is marked.
    pub marked: Marked,
    /// Whether, and by whom, the pit opposite is.
    pub facing_marked: Marked,
    /// Whether its seeds must have been lifted before, and those of all pits of a chain.
    pub all_lifted: bool,
    /// Whether the other player has marked the pit of the same number in the mover's row.
    pub mirrored: Option<bool>,
    /// Whether the landing pit is a house.
    pub house: Option<bool>,
    /// Whether it is blocked.
    pub blocked: Option<bool>,
    /// Whether one of these six is asked.
    pub asks_marks: bool,
    /// Whether the landing pit is marked for the mover.
    pub makes_mark: bool,
    /// Whether the pit opposite is, too.
    pub marks_facing: bool,
    /// Whether the pit before it is, unless it was marked before.
    pub marks_before: bool,
    /// Whether the landing pit is closed.
    pub closes: bool,
    /// Whether the landing pit is held for the rest of the round.
    pub holds: bool,
    /// Whether the landing pit and the pit opposite share their seeds.
    pub splits: bool,
    /// The other player's inner row.
    pub other_inner: Occupancy,
    /// Spots that are taken.
    pub takes: Spots,
    /// Most seeds that are taken from the landing pit.
    pub most: u8,
    /// Whether the outer pit of the file is left alone where the inner one holds seeds.
    pub first_of_file: bool,
    /// Whether, and how, it goes on from the landing pit.
    pub chain: Chain,
    /// A capture of all that the other player has.
    pub grand_slam: GrandSlam,
    /// Destination.
    pub to: CaptureTo,
    /// Where a captured hand starts from.
    pub reentry: Reentry,
    /// The landing pits, one bit each, for which that is the first end of the row in sowing order, and the last.
    pub near_ends: [u64; 2],
    /// What is chosen after it.
    pub chooses: Chooses,
    /// What follows.
    pub then: Then,
    /// Whether its seeds are sown from an end of the row that the player chooses.
    pub chooses_end: bool,
    /// Whether its seeds are taken only when the player says so, in place of sowing on.
    pub waits: bool,
    /// Most seeds that are sown on from the landing pit.
    pub lift: u8,
}

/// What the player chooses after an entry, as actions of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooses {
    /// Nothing.
    Nothing,
    /// Another file.
    File,
    /// So many pits.
    Pits(u8),
    /// A pit beside the landing pit, or none.
    Beside,
}

impl Entry {
    /// Whether the number of seeds at a spot will do.
    #[inline]
    #[must_use]
    pub fn has_count(&self, spot: Spot, seeds: u8) -> bool {
        self.counts[spot as usize].has(seeds)
    }

    /// Whether a lap may follow it.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        matches!(self.then, Then::Relay | Then::RelayNext) || self.to == CaptureTo::Hand
    }

    pub(super) fn new(number: usize, index: usize, entry: &Landing, rules: &Rules) -> Self {
        let counts = [
            (Spot::Landing, &entry.counts),
            (Spot::Facing, &entry.facing),
            (Spot::Behind, &entry.behind),
            (Spot::Next, &entry.next),
            (Spot::Beyond, &entry.beyond),
            (Spot::Before, &entry.before),
        ];
        let mut sets = [CountSet::ANY; Spot::COUNT];
        for (spot, counts) in counts {
            sets[spot as usize] = CountSet::new(counts);
        }
        let so_far = SoFar {
            lap: entry.lap,
            captured: entry.captured,
            crossed: entry.crossed,
            dropped: entry.dropped,
            hand: CountSet::new(&entry.hand),
            turns: CountSet::new(&entry.turns),
            lifted: match entry.lifted {
                Lifted::Any | Lifted::Each => None, // of all pits, below
                Lifted::Never => Some(false),
                Lifted::Before => Some(true),
            },
            marks: CountSet::new(&entry.marks),
            visits: CountSet::new(&entry.visits),
            other_pits: CountSet::new(&entry.other_pits),
            capture_number: CountSet::new(&entry.capture_number),
        };
        let asked = counts.iter().filter(|(_, counts)| counts.is_asked());
        let asks: Spots = asked.map(|(spot, _)| *spot).collect();
        Self {
            index: index as u8,
            number: number as u8,
            was: entry.was,
            next_field: entry.next_field,
            so_far,
            asks_so_far: so_far != SoFar::default(),
            slots: slots_of(&rules.board, entry.side, entry.row, &entry.at),
            asks,
            asks_around: asks.iter().filter(|spot| *spot > Spot::Facing).collect(),
            counts: sets,
            marked: entry.marked,
            facing_marked: entry.facing_marked,
            all_lifted: entry.lifted == Lifted::Each,
            mirrored: entry.mirrored,
            house: entry.house,
            blocked: entry.blocked,
            asks_marks: entry.marked != Marked::Any
                || entry.facing_marked != Marked::Any
                || entry.mirrored.is_some()
                || entry.house.is_some()
                || entry.blocked.is_some()
                || entry.lifted == Lifted::Each,
            makes_mark: entry.mark != Mark::None,
            marks_facing: entry.mark == Mark::OwnWithFacing,
            marks_before: entry.mark == Mark::OwnWithBefore,
            splits: entry.split,
            closes: entry.close,
            holds: entry.hold,
            other_inner: entry.other_inner,
            takes: takes(entry),
            most: if entry.most == 0 { u8::MAX } else { entry.most as u8 },
            first_of_file: entry.take.has(Take::FirstOfFile),
            chain: entry.chain,
            grand_slam: entry.grand_slam,
            to: entry.to,
            reentry: entry.reentry,
            near_ends: near_ends(&rules.board, &entry.near_end),
            chooses: match entry.choose {
                Choose::None => Chooses::Nothing,
                Choose::AnotherFile => Chooses::File,
                Choose::Pits => Chooses::Pits(entry.choices as u8),
                Choose::Beside => Chooses::Beside,
            },
            then: entry.then,
            chooses_end: entry.takes() && entry.chooses_end(),
            waits: entry.then == Then::RelayOrTake,
            lift: if entry.lift == 0 { u8::MAX } else { entry.lift as u8 },
        }
    }
}

/// See [`Entry::near_ends`].
fn near_ends(board: &Board, pits: &PitNumbers) -> [u64; 2] {
    let is_first = |pit: &i64| 2 * (pit - board.columns) < board.columns;
    let set = |wanted: bool| {
        let near = pits.0.iter().filter(|pit| is_first(pit) == wanted);
        near.fold(0, |set, pit| set | 1 << pit)
    };
    [set(true), set(false)]
}

/// The pits of a side and a row in which a lap may end: on the own side where no sowing leaves it.
pub(super) fn slots_of(board: &Board, side: Whose, row: Row, at: &PitNumbers) -> u128 {
    let all = pit_set(board, row, at);
    // A field is nobody's.
    let own = board.field().map_or(all, |field| all & !(1 << field));
    let other = own << HALF;
    match side {
        _ if board.has_own_circuits() => own,
        Whose::Own => own,
        Whose::Other => other,
        Whose::Any => all | all << HALF,
    }
}

/// The pits of a row that have one of these numbers, one bit a slot of the own half.
pub(super) fn pit_set(board: &Board, row: Row, at: &PitNumbers) -> u128 {
    board.pits_in(row).filter(|pit| at.has(*pit)).fold(0, |set, pit| set | 1 << pit)
}

pub(super) fn takes(entry: &Landing) -> Spots {
    let spots = |take: &Take| -> &[Spot] {
        match take {
            Take::Landing => &[Spot::Landing],
            Take::Facing => &[Spot::Facing],
            Take::File | Take::FirstOfFile => &[Spot::Facing, Spot::Behind],
            Take::Behind => &[Spot::Behind],
            Take::Next => &[Spot::Next],
            Take::Beyond => &[Spot::Beyond],
            Take::NextFacing => &[Spot::NextFacing],
            Take::BeyondFacing => &[Spot::BeyondFacing],
        }
    };
    entry.take.0.iter().flat_map(spots).copied().collect()
}

/// The places that a landing takes, one bit each, by direction and landing place.
pub type TakenSets = [[u128; SLOTS]; 2];

/// The places that each entry takes.
pub(super) fn taken_sets(entries: &[Entry], spots: &[SpotTables; 2]) -> Vec<TakenSets> {
    let taken = |entry: &Entry, direction: usize, place: usize| {
        let at = |spot: Spot| usize::from(spots[direction][spot as usize][place]);
        let places = entry.takes.iter().map(at).filter(|place| *place < SLOTS);
        places.fold(0_u128, |set, place| set | 1 << place)
    };
    let sets = |entry: &Entry| {
        [0, 1].map(|direction| std::array::from_fn(|place| taken(entry, direction, place)))
    };
    entries.iter().map(sets).collect()
}

/// The largest turn number that any entry distinguishes: a count of turns stops there. 0 where no
/// entry asks.
pub(super) fn turns_told_apart(entries: &[Entry]) -> u8 {
    told_apart(entries.iter().map(|entry| entry.so_far.turns))
}

/// The same of captures; one more where pits are chosen after some of them, whose entry is then still known.
pub(super) fn captures_told_apart(entries: &[Entry]) -> u8 {
    let number = |entry: &Entry| entry.so_far.capture_number;
    let chooses = |entry: &Entry| entry.chooses != Chooses::Nothing && !number(entry).is_any();
    told_apart(entries.iter().map(number)) + u8::from(entries.iter().any(chooses))
}

/// The same of last seeds in marked pits.
pub(super) fn visits_told_apart(entries: &[Entry]) -> u8 {
    told_apart(entries.iter().map(|entry| entry.so_far.visits))
}

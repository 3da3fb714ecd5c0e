//! A plan as the lane engine reads it: every table that depends on a slot becomes a list to be
//! walked from column to column.

use std::sync::Arc;

use super::fused::Fused;
use super::half_columns::HalfColumns;
use super::lane_entry::{LaneAfter, LaneEntry, Ranges, Site};
use super::lane_play::{LanePlay, Step};
use super::plays::{CHAINS, FORESEEN, PLAYS};
use crate::plan::{
    Action, Entry, Feature, FirstTurns, HALF, Held, NO_SLOT, Plan, SLOTS, Slot, SparedPlan, Spot,
    shortcuts,
};
use crate::rules::{
    CaptureTo, Endless, Fault, FirstSeed, LapTest, Reentry, Relay, Rest, RulesError, Skip, Then,
};

/// An action that sows.
#[derive(Clone, Copy, Debug)]
pub struct Sower {
    /// Its number.
    pub action: u8,
    /// The pit.
    pub slot: usize,
    /// The place of the pit on the ring.
    pub place: u8,
    /// Against the direction of the ring.
    pub backward: bool,
    /// Whether the pit can ever be played so.
    pub plays: bool,
    /// Whether an entry of the table of plays asks what its first lap would do.
    pub by_lap: bool,
}

/// What is seen of a lap before it is sown.
#[derive(Clone, Copy, Debug)]
pub struct Foresees {
    /// Whether it would take seeds, besides where it would end.
    pub captures: bool,
}

/// A plan ready for lanes.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is one independent property of the rules
pub struct LanePlan {
    /// The plan.
    pub plan: Arc<Plan>,
    /// Slots in the order of sowing.
    pub ring: Vec<usize>,
    /// Slots on the ring.
    pub length: u8,
    /// Slots that one round of a sowing falls into: all, or all but the one passed over.
    pub stops: u8,
    /// ceil(2^16 / stops): `n * inverse >> 16` is `n / stops` for every byte `n`.
    pub inverse: u32,
    /// The place of each slot on the ring, [`NO_SLOT`] for none.
    pub place: [u8; SLOTS],
    /// The actions that sow.
    pub sowers: Vec<Sower>,
    /// Which pits may be played, entry by entry; all are where there is none.
    pub plays: Vec<LanePlay>,
    /// Whether an entry fits in one turn of each player only.
    pub plays_once: bool,
    /// The steps of that table.
    pub steps: Vec<Step>,
    /// The rule of the first turns, with the seeds of the pits that are played in them.
    pub first_turns: Option<(FirstTurns, Ranges)>,
    /// Pits that are played only where nothing else is legal, with the seeds with which they are spared.
    pub spared: Option<(SparedPlan, Ranges)>,
    /// Seeds with which a pit is passed over; none where no pit is.
    pub passes: Option<Ranges>,
    /// Whether their first laps, or those of captured seeds, may drop seeds elsewhere than others do.
    pub sows_apart: bool,
    /// Whether their first laps may be of a part of a pit.
    pub lifts_some: bool,
    /// Whether the seeds of some pits are laid out elsewhere in them.
    pub lays_out: bool,
    /// The actions (number, slot) that put the seeds of a pit in another one in the first turns.
    pub puts: Vec<(usize, usize)>,
    /// Whether some actions, or later laps, sow against the direction of the ring.
    pub two_ways: bool,
    /// No drop does more than add a seed and clear a mark, and the pit passed over is where the lap
    /// began (if any).
    pub plain: bool,
    /// The same, but that drops may capture.
    pub plain_but_drops: bool,
    /// No lap does more than [`shortcuts::SLIM_LAPS`] names: it is sown by kernels without the rest, which
    /// would keep the vectors of all others from the registers (a fifth of their speed).
    pub slim: bool,
    /// What follows a lap is no more than that, or that drops have captured.
    pub slim_ends: bool,
    /// See `shortcuts::SLIM_TURNS`.
    pub slim_turns: bool,
    /// The pits in which a lap may be turned round.
    pub turns: Vec<usize>,
    /// The turns of a player in which they may be turned; none where that is not asked.
    pub turned_in: Option<Ranges>,
    /// Pits from which captured seeds may be sown clockwise again, with their numbers.
    pub agains: Vec<(u8, usize)>,
    /// Pits in which the next lap may begin while players say which way it goes.
    pub pauses: Vec<usize>,
    /// What is seen of a lap before it is sown, where that is all that the table of plays asks of it, or who may turn
    /// it round.
    pub foresees: Option<Foresees>,
    /// The landing table in order.
    pub entries: Vec<LaneEntry>,
    /// A capture when the last lap of an action is over.
    pub after: Option<LaneAfter>,
    /// Whether it asks where seeds have fallen, or pits rest until one has.
    pub asks_sown: bool,
    /// All pits, with what lies around them.
    pub sites: Vec<Site>,
    /// See [`Plan::all_beside`].
    pub beside: Vec<Vec<usize>>,
    /// Whether an entry asks which lap it is.
    pub asks_lap: bool,
    /// Whether an entry asks for earlier captures.
    pub asks_captured: bool,
    /// Whether an entry asks where seeds have fallen.
    pub asks_crossed: bool,
    /// Whether an action may give an extra turn.
    pub extra_turns: bool,
    /// How many pits after the landing pit are asked for or taken by an entry, or sown on: 0 to 2.
    pub looks_ahead: u8,
    /// Whether hands are sown on that are not all that lay where the lap begins.
    pub resows: bool,
    /// How many entries there are up to the last one that takes seeds.
    pub takers: usize,
    /// Whether captures may turn the direction of a sowing.
    pub row_ends: bool,
    /// Whether it is kept how an action began, and what it has captured, whatever entries ask.
    pub keeps_so_far: bool,
    /// Whether a later lap depends on the pit that the player chose.
    pub turn_origin: bool,
    /// Whether the first seed of a lap may stay in the pit from which it was lifted.
    pub keeps_first: bool,
    /// More than one lap may follow from an action.
    pub many_laps: bool,
    /// Whether an own pit may be played when it holds enough, and that is all: action `n` sows pit
    /// `n`, and what is legal follows from the board alone.
    pub simple_moves: bool,
    /// Whether the game ends when the player to move has no action, so that nobody is passed over.
    pub never_passes: bool,
    /// Whether what is legal in a lane does not follow from its board alone, pit by pit, so that it
    /// must not be written anew while other lanes are settled.
    pub keeps_legal: bool,
    /// Whether captured seeds may leave the game.
    pub removes: bool,
    /// Whether there are second decisions.
    pub phases: bool,
    /// What the players hold besides their pits and can change.
    pub besides_pits: HalfColumns,
    /// All that is held.
    pub held: HalfColumns,
    /// Whether a position may ask for a trial of all alternatives before it is settled.
    pub trials: bool,
    /// The numbers of seeds (low, high - low) that a chain takes, where nothing else empties the
    /// pits of the other player: one lap along both sides, whose landing in those pits takes these
    /// and those before them.
    pub slams: Option<(u8, u8)>,
    /// Whether an endless sowing has to be taken back on the board (its loser's score counts).
    pub takes_back: bool,
    /// The rules of the games whose actions are carried out in one go.
    pub fused: Option<Fused>,
}

impl LanePlan {
    /// Compiles a plan.
    ///
    /// # Errors
    /// When the rules ask for the history of a game, which lanes do not keep.
    pub fn new(plan: Arc<Plan>) -> Result<Self, RulesError> {
        RulesError::unless_empty(refusal(&plan).into_iter().collect())?;
        let ring = circuit(&plan);
        let mut place = [NO_SLOT as u8; SLOTS];
        for (i, slot) in ring.iter().enumerate() {
            place[*slot] = i as u8;
        }
        let length = ring.len() as u8;
        let stops = if plan.skip == Skip::None { length } else { length - 1 };
        let sowers = sowers(&plan, &place);
        let mut lane_plan = Self {
            length,
            stops,
            inverse: 65_536_u32.div_ceil(u32::from(stops)),
            two_ways: plan.turn_round || sowers.iter().any(|sower| sower.backward),
            sowers,
            plays: LanePlay::table(&plan, &place),
            plays_once: plan.plays.iter().any(|entry| entry.once),
            steps: Step::all(&plan),
            puts: plan.puts().collect(),
            sows_apart: plan.store_in_row
                || plan.first_turns.is_some_and(|opening| opening.sows_apart()),
            lifts_some: plan.first_turns.is_some_and(|opening| opening.lift.is_some()),
            lays_out: plan.features.has(Feature::LaysSeeds),
            passes: plan.passes.as_ref().and_then(Ranges::of),
            spared: plan.spared.and_then(|s| Some((s, Ranges::of(&s.counts)?))),
            first_turns: plan.first_turns.and_then(|o| Some((o, Ranges::of(&o.counts)?))),
            turns: (0..plan.side).filter(|pit| plan.turn_at >> pit & 1 == 1).collect(),
            turned_in: if plan.turned_in.is_any() { None } else { Ranges::of(&plan.turned_in) },
            agains: plan.agains().collect(),
            pauses: (0..plan.side)
                .filter(|pit| plan.again_at != 0 || plan.turn_at >> pit & 1 == 1)
                .collect(),
            plain: plan.features.within(shortcuts::PLAIN_LAPS),
            plain_but_drops: plan.features.within(shortcuts::PLAIN_BUT_DROPS),
            slim: plan.features.within(shortcuts::SLIM_LAPS),
            slim_ends: plan.features.within(shortcuts::SLIM_ENDS),
            slim_turns: plan.features.within(shortcuts::SLIM_TURNS),
            entries: plan
                .landing()
                .iter()
                .filter_map(|entry| LaneEntry::new(&plan, entry, &ring, &place))
                .collect(),
            after: LaneAfter::new(&plan, &place),
            asks_sown: plan.after.is_some_and(|rule| rule.sown) || plan.rest == Rest::UntilSown,
            sites: Site::all(&plan, &place),
            beside: plan.all_beside(),
            asks_lap: plan.asks(|so_far| so_far.lap != LapTest::Any)
                || plan.back_into != 0
                || plan.drops,
            asks_captured: plan.asks(|so_far| so_far.captured.is_some())
                || plan.back_into != 0
                || plan.keeps_sowing
                || plan.blocks
                || plan.says_ways()
                || plan.store_back
                || plan.plays.iter().any(|entry| entry.captures.is_some()),
            asks_crossed: plan.asks(|so_far| so_far.crossed.is_some()),
            extra_turns: plan.replay
                || plan.landing().iter().any(|entry| entry.then == Then::Again),
            looks_ahead: looks_ahead(&plan),
            resows: plan.drops
                || plan.up_to > 0
                || plan.store_up_to > 0
                || plan.landing().iter().any(sows_a_hand)
                || plan.first_turns.is_some_and(|opening| opening.lift.is_some()),
            takers: 0,
            row_ends: plan.landing().iter().any(|entry| entry.reentry == Reentry::RowEnd),
            keeps_so_far: plan.drops || plan.keeps_sowing || plan.blocks,
            turn_origin: plan.skip == Skip::Turn
                || plan.landing().iter().any(|entry| entry.reentry == Reentry::Turn),
            keeps_first: plan.first != FirstSeed::Next,
            many_laps: plan.many_laps,
            simple_moves: plan.features.within(shortcuts::OWN_PITS),
            never_passes: plan.ends_when_empty() && plan.plays_all_own_pits(),
            keeps_legal: !plan.features.within(shortcuts::LEGAL_BY_SEEDS),
            removes: !plan.features.within(shortcuts::KEEPS_SEEDS),
            phases: plan.has_phases(),
            held: HalfColumns::of(plan.slots.iter()),
            besides_pits: HalfColumns::of(plan.slots.iter().filter(|slot| changes(slot, &plan))),
            trials: !plan.features.within(shortcuts::NO_TRIALS),
            takes_back: plan.may_be_endless && plan.endless != Endless::Void,
            place,
            ring,
            plan,
            fused: None,
            slams: None,
            foresees: None,
        };
        let takes = |entry: &LaneEntry| !entry.entry.takes.is_empty();
        lane_plan.takers = lane_plan.entries.iter().rposition(takes).map_or(0, |last| last + 1);
        lane_plan.foresees = foresees(&lane_plan);
        lane_plan.slams = slams(&lane_plan);
        lane_plan.fused = Fused::of(&lane_plan.plan, &lane_plan.ring, &lane_plan.entries);
        Ok(lane_plan)
    }

    /// The pits of both players.
    pub fn pits(&self) -> impl Iterator<Item = usize> + use<> {
        let side = self.plan.side;
        (0..side).chain(HALF..HALF + side)
    }

    /// Whether first laps may be sown otherwise than later ones: they drop seeds elsewhere, or are of a part of a pit.
    #[inline]
    #[must_use]
    pub fn sows_first_otherwise(&self) -> bool {
        self.sows_apart || self.lifts_some
    }

    /// Whether captures mark this pit, and leave its seeds.
    #[inline]
    pub fn is_shared(&self, slot: usize) -> bool {
        self.plan.shared >> slot & 1 == 1
    }
}

/// Why lanes refuse a game, if they do.
fn refusal(plan: &Plan) -> Option<Fault> {
    let fault = plan.features.refusal(PLAYS, plan.rules(), "the lane engine")?;
    let allowed = format!("{}: allowed is none, or the reference engine", fault.allowed);
    Some(Fault { allowed, ..fault })
}

/// See [`LanePlan::resows`].
fn sows_a_hand(entry: &Entry) -> bool {
    entry.to == CaptureTo::Hand || entry.lift < u8::MAX
}

/// See [`LanePlan::foresees`].
fn foresees(lane_plan: &LanePlan) -> Option<Foresees> {
    let LanePlan { plan, entries, place, .. } = lane_plan;
    let asks = plan.plays.iter().any(|entry| entry.captures.is_some());
    let captures = asks || plan.says_ways() || plan.blocks;
    // The pits that an entry reads beside the landing pit get no seed of the lap.
    let is_apart = |slot: usize| usize::from(place[slot]) == NO_SLOT;
    let reads_apart = |entry: &LaneEntry| {
        let all = |spot| entry.sites.iter().all(|site| is_apart(site.fixed(spot)));
        (!entry.reads_facing || all(Spot::Facing)) && (!entry.reads_behind || all(Spot::Behind))
    };
    let seen = plan.features.within(FORESEEN) && entries.iter().all(reads_apart);
    let lands = !captures && !plan.drops;
    let by_origin = plan.features.within(shortcuts::LANDS_BY_ORIGIN);
    (by_origin && (seen || lands)).then_some(Foresees { captures })
}

/// See [`LanePlan::slams`].
fn slams(lane_plan: &LanePlan) -> Option<(u8, u8)> {
    let [entry] = &lane_plan.entries[..] else { return None };
    let counts = entry.counts[Spot::Landing as usize].only()?;
    let board = lane_plan.ring.iter().copied().eq(lane_plan.pits());
    (lane_plan.plan.features.within(CHAINS) && board && counts.0 >= 2).then_some(counts)
}

/// See [`LanePlan::looks_ahead`].
fn looks_ahead(plan: &Plan) -> u8 {
    let any = |test: &dyn Fn(&Entry) -> bool| plan.landing().iter().any(test);
    let sees = |entry: &Entry, spot| entry.asks.has(spot) || entry.takes.has(spot);
    if any(&|entry| sees(entry, Spot::Beyond) || sees(entry, Spot::BeyondFacing)) {
        return 2;
    }
    let next = any(&|entry| {
        let taken = sees(entry, Spot::Next) || sees(entry, Spot::NextFacing);
        taken || entry.then == Then::RelayNext
    });
    u8::from(next || plan.relay == Relay::Next || plan.past_store)
}

/// Whether a slot is no pit and can change.
fn changes(slot: &Slot, plan: &Plan) -> bool {
    match slot.held {
        Held::Pit(_) => false,
        Held::Store => plan.has_stores,
        Held::Reserve | Held::Mark(_) | Held::Claim(_) | Held::Lifted(_) | Held::Register(_) => {
            true
        }
    }
}

/// The slots in the order of sowing, the mover's first pit first.
fn circuit(plan: &Plan) -> Vec<usize> {
    let mut ring = vec![0];
    loop {
        let next = usize::from(plan.tables.next[0][ring[ring.len() - 1]]);
        if next == 0 {
            return ring;
        }
        ring.push(next);
    }
}

fn sowers(plan: &Plan, place: &[u8; SLOTS]) -> Vec<Sower> {
    let mut sowers = Vec::new();
    for action in 0..plan.actions.count {
        if let Some(Action::Sow { slot, direction }) = plan.action(action) {
            let ways = [plan.forward, plan.backward][direction];
            let pit = action % plan.actions.pits;
            sowers.push(Sower {
                action: action as u8,
                slot,
                // A pit without a place on the ring is numbered, but never played.
                place: place[slot],
                backward: direction == 1,
                plays: ways >> pit & 1 == 1 && (slot < HALF || plan.symmetric || plan.owns_pits),
                by_lap: plan
                    .plays
                    .iter()
                    .any(|entry| entry.looks_ahead() && entry.actions >> action & 1 == 1),
            });
        }
    }
    sowers
}

//! A description becomes a plan.

use super::actions::{action_space, decode, directions, leaving, lone_barred};
use super::derived::{
    across, bits_of, circles_after, heading_from, landing_table, opening, passed_counts, row_ends,
    shared, store_before,
};
use super::tables::{forbids_slams, has_stores, opposites, rings};
use super::{
    AfterPlan, BesidePlan, CLAIMS, ChoicePlan, DropPlan, EndSet, Feature, Features, FirstTurns,
    HALF, PlacePlan, Plan, PlayEntry, RoundPlan, SparedPlan, Tables, landing, play, shortcuts,
    slots, spots,
};
use crate::rules::{
    Block, ClosedPits, Direction, EmptyRow, EndTest, Forfeit, LastSown, MarkedEnd, MarkedPlay,
    MarkedSeeds, Reopens, Repetition, Rules, RulesError, Singles, StoreRound, Unplayed, When,
};

impl Plan {
    /// Compiles a description.
    ///
    /// # Errors
    /// Every fault of the description.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        RulesError::unless_empty(rules.check())?;
        let features = Features::of(&rules);
        Ok(Self::compiled(rules, features))
    }

    /// The same game as if it asked for more, which none of its fields brings. It is played alike,
    /// without the shortcuts that do not allow for it: by this every allow-list is tested.
    #[doc(hidden)]
    #[must_use]
    pub fn with_features(&self, more: Features) -> Self {
        Self::compiled(self.rules.clone(), self.features.or(more))
    }

    #[expect(clippy::too_many_lines, reason = "a line for each field")]
    fn compiled(rules: Rules, features: Features) -> Self {
        let columns = rules.board.columns as usize;
        let rows = rules.board.rows as usize;
        let side = rules.board.pits_per_side() as usize;
        let (facing, behind) = opposites(&rules.board);
        let actions = action_space(&rules, side);
        let landing = landing_table(&rules);
        let next = rings(&rules.board, rules.sowing.stores);
        let pits = (0..side).fold(0, |set, pit| set | 1 << pit | 1 << (HALF + pit));
        let asks_so_far = landing.iter().any(|entry| entry.asks_so_far);
        let decoded = decode(&rules, &actions);
        let spared = SparedPlan::new(&rules, &decoded);
        let first_turns = FirstTurns::new(&rules, &decoded, [&facing, &next[0]]);
        let lone = lone_barred(&rules, &decoded, &next);
        let leaving = leaving(&rules, &decoded, &next);
        let row_ends = row_ends(&rules, &next);
        let store_before = store_before(&rules, &next);
        let plays = PlayEntry::table(&rules, &decoded);
        let turned_in = spots::CountSet::new(&rules.laps.turns);
        let most_turns = landing::turns_told_apart(&landing)
            .max(first_turns.map_or(0, |opening| opening.turns))
            .max(play::turns_told_apart(&plays))
            .max(u8::from(rules.opening.race))
            .max(spots::told_apart(std::iter::once(turned_in)))
            .max(heading_from(&rules));
        let most_visits = landing::visits_told_apart(&landing);
        let most_captures = landing::captures_told_apart(&landing);
        let shape = slots::Shape::of(&rules, [most_turns, most_visits, most_captures]);
        let slots = slots::slots(&shape);
        let row = rules.board.pits_in(rules.ending.row);
        let spots = spots::spots(&next, pits, &facing, &behind);
        Self {
            digest: rules.digest(),
            features,
            columns,
            side,
            rows,
            field: rules.board.field().map(|field| field as usize),
            lifts_fields: rules.laps.fields,
            restocks: rules.turn.empty_row == EmptyRow::Restock,
            gives: rules.turn.empty_row == EmptyRow::Given,
            markable: rules.board.markable() as usize,
            tables: Tables::new(&rules, next, &spots, decoded, landing),
            observed: slots::by_group(&slots),
            slots,
            forward: directions(&rules, &actions, 0),
            backward: directions(&rules, &actions, 1),
            actions,
            symmetric: rules.moves.symmetric,
            fixes_heading: matches!(
                rules.moves.direction,
                Direction::FixedByFirst | Direction::FixedBySecond
            ),
            heading_from: heading_from(&rules),
            places: PlacePlan::new(&rules),
            plays,
            owned: rules.setup.owned(&rules.board) as u8,
            first_turns,
            race: rules.opening.race,
            spared,
            back_into: bits_of(&rules.moves.back_into),
            turn_at: bits_of(&rules.laps.turn_at),
            turned_in,
            again_at: bits_of(&rules.laps.again_at),
            single_hand: rules.laps.single_hand,
            bars_pits: rules.moves.barred.is_asked() || rules.board.fields,
            least: rules.moves.least as u8,
            singles: rules.moves.singles == Singles::IntoEmpty,
            up_to: rules.moves.up_to as u8,
            stay: rules.moves.stay as u8,
            store_up_to: rules.moves.store_up_to as u8,
            store_into: rules.moves.store_into as usize,
            store_before,
            store_in_row: rules.moves.store_round == StoreRound::OwnRow,
            store_back: rules.turns_store(),
            lone,
            leaving,
            drops: rules.drops_seeds(),
            closed_first: bits_of(&rules.setup.closed),
            reopens_at: u64::from(bits_of(rules.reopening_pits())),
            reopens_stuck: rules.moves.reopens == Reopens::WhenStuck,
            houses: bits_of(&rules.setup.houses),
            blocks: rules.turn.block != Block::None,
            row_ends,
            chooses_end: rules.choose_ends(),
            takes_on: rules.may_take_on(),
            keeps_sowing: rules.keeps_sowing() && !rules.may_take_on(),
            feeding: rules.moves.feeding,
            fed_pit: rules.moves.fed_pit as u8,
            fed: rules.moves.fed as u8,
            skip: rules.sowing.skip,
            circles_after: circles_after(&rules, side),
            first: rules.sowing.first,
            passes: passed_counts(&rules.sowing),
            past_empty: rules.sowing.last == LastSown::PastEmpty,
            on_drop: rules.sowing.on_drop.as_ref().map(DropPlan::new),
            after: AfterPlan::new(&rules),
            relay: rules.laps.relay,
            may_be_endless: !shortcuts::sowings_end(features),
            // Where a turn may pause, the end is looked for after its lap as if another followed.
            many_laps: !features.within(shortcuts::ONE_LAP)
                || rules.may_stop() && features.has(Feature::EndsAtLaps),
            must_try: !features.within(shortcuts::NEVER_TRIED),
            past_store: rules.laps.past_store,
            turn_round: rules.laps.turn_round,
            forbids_slams: forbids_slams(&rules),
            across: across(&rules),
            asks_so_far,
            most_turns,
            most_visits,
            most_captures,
            watches_drops: !features.within(shortcuts::PLAIN_DROPS),
            goes_on_with_seeds: features.within(shortcuts::GOES_ON),
            replay: rules.turn.replay,
            has_stores: has_stores(&rules),
            marks: !shape.marks.is_empty(),
            unplayed: rules.setup.unplayed != Unplayed::None,
            unmarks: rules.setup.unplayed != Unplayed::None || rules.setup.houses.is_asked(),
            slim: features.within(shortcuts::SLIM_BOARD),
            rounds: RoundPlan::new(&rules),
            closes_pits: rules.closes_pits(),
            holds_pits: rules.rounds.hold_pits(),
            removes_passing: rules.sowing.closed == ClosedPits::OtherRemoved,
            owns_pits: rules.rounds.own_pits(),
            choices: ChoicePlan::new(&rules),
            beside: BesidePlan::new(&rules),
            made_marks: if rules.marks_pits() && rules.rounds.own_pits() { CLAIMS } else { 0 },
            own_marks: rules.marks_own_pits(),
            claims: !shape.claims.is_empty(),
            lifts: !shape.lifts.is_empty(),
            rest: rules.moves.rest,
            makes_marks: rules.marks_pits(),
            sends_home: rules.marks_pits() && rules.marks.seeds == MarkedSeeds::Home,
            bars_marked: rules.marks_pits() && rules.marks.play == MarkedPlay::Never
                || rules.rounds.protect_pits()
                || rules.rounds.hold_pits(),
            full_pit: if rules.rounds.protect_pits() { rules.rounds.refill as u8 } else { 0 },
            counts_marked: rules.marks_pits() && rules.marks.end == MarkedEnd::Marker,
            shared: shared(&rules),
            sharing: rules.marks.sharing,
            forfeit: rules.turn.forfeit != Forfeit::None,
            ends: rules.ending.when.clone(),
            ends_set: EndSet::new(&rules.ending.when),
            few: rules.ending.few as u8,
            enough: rules.ending.enough as u8,
            last_seeds: rules.ending.last_seeds as u8,
            row: (row.start as usize, row.end as usize),
            takes_ends: rules.ending.when.contains(&When::EndsTaken),
            end_pits: if rows == 4 { [columns, 2 * columns - 1] } else { [0, columns - 1] },
            ends_at_laps: rules.ending.test == EndTest::Lap,
            final_count: rules.ending.final_count,
            winner: rules.ending.winner,
            score: rules.ending.score,
            endless: rules.limits.endless,
            repetition: rules.limits.repetition != Repetition::None,
            max_actions: rules.limits.max_actions.0.map_or(u32::MAX, |n| n as u32),
            marked: bits_of(&rules.setup.marked),
            start: rules.setup.start as u8,
            opening: opening(&rules),
            stored: rules.setup.stored().map(|n| n as u8),
            reserve: rules.setup.reserve as u8,
            rules,
        }
    }
}

//! What random play makes of a game: how it ends, how long it lasts, and which rules ever fire.

use std::collections::{BTreeMap, BTreeSet};

use super::Run;
use super::games::MatchError;
use crate::agents::pick;
use crate::game::{Event, EventKind, Place, Reason, State};
use crate::plan::{Action, HALF, Plan, STORE};
use crate::random::GameKey;
use crate::rules::{
    Chain, Choose, EmptyRow, Feeding, FinalCount, FirstSeed, Forfeit, GrandSlam, Relay,
    ReserveEntry, SecondRound, Singles, Skip, SownStores, Then, When,
};
use crate::tally::{Game, Tally};

/// Counts over the games of a survey.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Results, lengths, choices.
    pub tally: Tally,
    /// Turns passed over.
    pub skips: u64,
    /// For every rule that can fire: the number of games in which it did.
    pub fired: BTreeMap<String, u64>,
}

/// Plays random games number `0..games` under the eyes of a watcher.
///
/// # Errors
/// When stopped.
pub fn survey(
    start: &State,
    games: u64,
    seed: u64,
    run: &Run,
) -> Result<Survey, MatchError<std::convert::Infallible>> {
    let mut survey = Survey::default();
    for field in rules_that_can_fire(start.plan()) {
        survey.fired.insert(field, 0);
    }
    for game in 0..games {
        if run.stopped() {
            return Err(MatchError::Stopped);
        }
        survey.play(start, GameKey::new(seed, game));
        run.done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
    Ok(survey)
}

impl Survey {
    fn play(&mut self, start: &State, key: GameKey) {
        let mut state = start.clone();
        let mut seen = BTreeSet::new();
        while state.end().is_none() {
            self.tally.add_ply(state.legal_set().count_ones());
            let action = pick(state.legal_set(), key, state.plies());
            let (next, skips) = watched(&state, action, &mut seen);
            self.skips += skips;
            state = next;
        }
        if let Some(end) = state.end() {
            self.tally.add_game(Game {
                result: end.result,
                scores: state.scores(),
                plies: state.plies(),
                rounds: state.rounds_begun(),
            });
        }
        for field in seen {
            if let Some(games) = self.fired.get_mut(&field) {
                *games += 1;
            }
        }
    }
}

/// Plays one action; notes the rules that fire, and counts the turns passed over.
fn watched(state: &State, action: usize, seen: &mut BTreeSet<String>) -> (State, u64) {
    let Ok(events) = state.trace(action as i64, false) else { return (state.clone(), 0) };
    let skips = events.iter().filter(|event| event.kind == EventKind::Skip).count() as u64;
    seen.extend(events.iter().map(|event| event.field.clone()));
    if passes_over(state, action, &events) {
        seen.insert("sowing.skip".to_owned());
    }
    let mover = usize::from(state.position().to_move);
    let last = events.iter().rfind(|event| event.kind == EventKind::Drop);
    if last.and_then(|event| event.to) == Some(Place { side: mover, pit: None }) {
        seen.insert("turn.replay".to_owned());
    }
    let mut next = state.clone();
    next.advance(action);
    note_what_events_do_not_tell(state, action, &next, seen);
    (next, skips)
}

/// Fields by which seeds fall elsewhere than in the slot after the one before.
const OWN_WAY: [&str; 2] = ["sowing.first", "sowing.second_round"];

/// Whether a drop does not fall in the slot after the one before it.
fn passes_over(state: &State, action: usize, events: &[Event]) -> bool {
    let Some(Action::Sow { direction, .. }) = state.plan().action(action) else { return false };
    let mover = usize::from(state.position().to_move);
    let slot =
        |place: Place| place.pit.unwrap_or(STORE) + if place.side == mover { 0 } else { HALF };
    // The pit that a lap goes round to is passed over before its second round begins (SO-3).
    let circles = |event: &Event| event.field == "sowing.second_round";
    if state.plan().skip != Skip::None && events.iter().any(circles) {
        return true;
    }
    let mut before = None;
    for event in events {
        let (from, to) = (event.from.map(slot), event.to.map(slot));
        match (event.kind, before) {
            (EventKind::Drop, _) if OWN_WAY.contains(&event.field.as_str()) => before = to,
            (EventKind::Drop, Some(last)) => {
                let after = usize::from(state.plan().tables.next[direction][last]);
                if to != Some(after) {
                    return true;
                }
                before = to;
            }
            (EventKind::Drop, None) => before = to,
            (EventKind::Lift | EventKind::Relay, _) => before = from,
            // A captured hand may start anywhere.
            (EventKind::Capture, _) if to.is_none() => before = None,
            _ => {}
        }
    }
    false
}

/// Rules that act by what is legal.
fn note_what_events_do_not_tell(
    state: &State,
    action: usize,
    next: &State,
    seen: &mut BTreeSet<String>,
) {
    let plan = state.plan();
    let at = state.position();
    if let Some(Action::Sow { slot, .. }) = plan.action(action)
        && at.cells[slot] < plan.least
    {
        seen.insert("moves.singles".to_owned());
    }
    if let Some(Action::Sow { direction: 1, .. }) = plan.action(action)
        && plan.back_into != 0
    {
        seen.insert("moves.back_into".to_owned());
    }
    if (plan.must_try || plan.spared.is_some() || plan.bars_pits) && at.phase == 0 {
        // What is chosen in the course of a turn is never legal at its beginning.
        let sows = |action: &usize| matches!(plan.action(*action), Some(Action::Sow { .. }));
        let is_illegal = |action: &usize| state.legal_set() >> action & 1 == 0;
        let illegal = (0..plan.actions.count).filter(sows).filter(is_illegal);
        seen.extend(illegal.map(|action| state.illegal(action as i64).field.into_string()));
    }
    let Some(end) = next.end() else { return };
    seen.insert(end.reason.field().to_owned());
    let brought_it = |when: &&When| Reason::of(**when) == end.reason;
    let ends = plan.ends.iter().filter(brought_it);
    seen.extend(ends.map(|when| format!("ending.when: {}", when.name())));
}

/// The fields of the rules that can fire in this game.
fn rules_that_can_fire(plan: &Plan) -> Vec<String> {
    let rules = plan.rules();
    let mut fields = Vec::new();
    let mut add = |can: bool, field: &str| {
        if can {
            fields.push(field.to_owned());
        }
    };
    add(rules.moves.singles != Singles::Never, "moves.singles");
    add(rules.moves.reserve != ReserveEntry::None, "moves.reserve");
    add(rules.sows_store(), "moves.store_up_to");
    add(rules.turns_store(), "moves.store_back");
    add(rules.moves.feeding != Feeding::None, "moves.feeding");
    add(rules.moves.fed > 1, "moves.fed");
    add(rules.moves.spared.is_asked(), "moves.spared");
    add(rules.moves.back_into.is_asked(), "moves.back_into");
    add(rules.moves.barred.is_asked(), "moves.barred");
    add(rules.sowing.stores != SownStores::None, "sowing.stores");
    add(rules.sowing.skip != Skip::None, "sowing.skip");
    add(rules.sowing.second_round != SecondRound::Board, "sowing.second_round");
    add(rules.sowing.first != FirstSeed::Next, "sowing.first");
    add(rules.sowing.on_drop.is_some(), "sowing.on_drop");
    add(rules.laps.relay != Relay::None, "laps.relay");
    for (index, entry) in rules.landing.iter().enumerate().filter(|(_, entry)| entry.is_on()) {
        let path = rules.entry_path(index);
        add(entry.takes(), &format!("{path}.take"));
        let follows =
            matches!(entry.then, Then::Relay | Then::RelayNext) || entry.pauses() || !entry.takes();
        add(follows, &format!("{path}.then"));
        add(entry.choose != Choose::None, &format!("{path}.choose"));
        add(entry.chain != Chain::None, &format!("{path}.chain"));
        add(entry.grand_slam == GrandSlam::Forbidden, &format!("{path}.grand_slam"));
    }
    add(rules.after.is_on(), "after.counts");
    add(rules.shares_pits(), "marks.shared");
    add(rules.shares_pits(), "marks.sharing");
    add(rules.ending.last_seeds > 0, "ending.last_seeds");
    add(rules.turn.replay, "turn.replay");
    add(rules.turn.forfeit != Forfeit::None, "turn.forfeit");
    add(rules.turn.empty_row != EmptyRow::None, "turn.empty_row");
    add(rules.rounds.are_played(), "rounds.refill");
    add(rules.lays_reserves_again(), "rounds.layout");
    for when in &plan.ends {
        add(true, &format!("ending.when: {}", when.name()));
    }
    add(plan.repetition, "limits.repetition");
    add(rules.ending.final_count != FinalCount::Home, "ending.final_count");
    fields
}

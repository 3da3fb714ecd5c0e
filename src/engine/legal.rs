//! Which actions are legal.

use super::Engine;
use super::board::Board;
use super::watch::Watch;
use crate::plan::{Action, FirstTurns, NO_SLOT, Register, SparedPlan};
use crate::rules::LOTS;

/// The action numbers in a set, ascending.
pub fn actions_of(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let action = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (action < 64).then_some(action as usize)
    })
}

/// Bits 0 to `n - 1`.
fn low_bits(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// The legal actions, one bit each.
    #[inline(always)] // after every action
    pub fn legal(&self) -> u64 {
        match self.at.phase() {
            0 if self.is_placing() => self.pits_to_place_in(),
            0 => self.ordinary(),
            _ if self.plan.actions.files.is_some() => self.files(),
            phase => self.in_a_later_phase(phase),
        }
    }

    /// After a first part of an action that was no file.
    #[inline(never)]
    fn in_a_later_phase(&self, phase: u8) -> u64 {
        let plan = self.plan;
        if let Some(lot) = plan.actions.lot.filter(|_| plan.is_drawn(phase)) {
            return low_bits(LOTS as usize) << lot;
        }
        if let Some(first) = plan.actions.leaves.filter(|_| plan.leaves(phase)) {
            return self.pits_to_leave() << first;
        }
        if let Some(first) = plan.actions.swap.filter(|_| plan.swaps(phase)) {
            return 3 << first;
        }
        if plan.gives_in(phase) {
            return self.pits_to_give_from();
        }
        if let Some(pit) = plan.put_pit(phase) {
            let sown = plan.put().is_some_and(|put| put.or_sown);
            return self.pits_to_put_in(pit) | u64::from(sown) << pit; // EW-7
        }
        if let Some(pit) = plan.count_pit(phase) {
            return self.counts(pit);
        }
        if plan.store_count(phase).is_some() {
            return (1 | 1 << plan.actions.pits) << plan.store_into; // IY-8
        }
        if let Some(pit) = plan.stop_pit(phase).filter(|_| plan.keeps_sowing) {
            return self.pit_to_sow_on(pit, plan.paused(phase).backward);
        }
        if let Some(pit) = plan.turn_pit(phase).or_else(|| plan.end_pit(phase)) {
            let back = plan.turned_pit(phase).unwrap_or(pit);
            return 1 << pit | 1 << (plan.actions.pits + back);
        }
        if let (Some(landing), Some(none)) = (plan.beside_pit(phase), plan.take_none()) {
            return self.pits_beside(landing) | 1 << none; // GF-5
        }
        match (plan.actions.stop, plan.stop_pit(phase)) {
            (Some(stop), Some(pit)) => 1 << stop | u64::from(self.at.get(pit) > 0) << pit,
            _ if plan.actions.takes.is_some() => self.pits_to_take(),
            _ => self.pits_to_play(),
        }
    }

    /// A turn that paused goes on the way that it went, or ends.
    fn pit_to_sow_on(&self, pit: usize, backward: bool) -> u64 {
        let actions = &self.plan.actions;
        let action = pit + usize::from(backward) * actions.pits;
        actions.stop.map_or(0, |stop| 1 << stop) | u64::from(self.at.get(pit) > 0) << action
    }

    #[inline(always)]
    fn ordinary(&self) -> u64 {
        let pits = self.permitted_pits();
        match &self.plan.spared {
            Some(spared) if B::RICH => self.but_spared(pits, spared),
            _ if B::RICH => pits | self.reserve_action() | self.stored_actions(),
            _ => pits | self.reserve_action(),
        }
    }

    /// The pits that may be sown if those that are spared do not count.
    #[inline(always)]
    pub fn permitted_pits(&self) -> u64 {
        let pits = self.pits_to_play();
        if self.plan.must_try { self.permitted(pits) } else { pits }
    }

    /// Pits with enough seeds (KG-2, EL-3, PR-2, MW-2, CH-3), in each direction (KT-2).
    #[inline(always)]
    pub fn pits_to_play(&self) -> u64 {
        let plan = self.plan;
        let holding = |base: usize| self.at.holding(base, plan.side, plan.least);
        let mut pits = if self.is_dropping() { low_bits(plan.side) } else { holding(0) };
        if plan.symmetric {
            pits |= holding(B::HALF) << plan.side;
        }
        if B::RICH && plan.owns_pits {
            pits = self.owned_of(holding(0), holding(B::HALF));
        }
        if B::RICH && plan.bars_marked {
            pits &= !self.marked_pits();
        }
        if B::RICH && plan.bars_pits {
            pits &= plan.forward | plan.backward;
        }
        if B::RICH && plan.rests() {
            pits &= !self.resting_pits();
        }
        if B::RICH && plan.closed_first != 0 {
            pits = self.but_closed(pits);
        }
        let held = pits;
        if pits == 0 && plan.singles {
            pits = self.singles();
        }
        let [forward, backward] = self.ways();
        let mut actions = pits & forward | (pits & backward) << plan.actions.pits;
        if B::RICH && plan.lone != 0 {
            actions = self.but_lone(actions);
        }
        if B::RICH && plan.leaving != 0 {
            actions = self.but_leaving(actions);
        }
        match self.first_turns() {
            None => actions,
            Some(opening) => {
                // Where seeds are put, it is not asked where they could be sown.
                let played = if opening.put.is_some() { held } else { actions };
                match self.in_the_opening(played, opening) {
                    0 => actions,
                    kept => kept,
                }
            }
        }
    }

    /// Pits that are closed at first are played only to open them (IS-6, LB-4).
    #[inline(never)]
    fn but_closed(&self, pits: u64) -> u64 {
        let open = pits & !(self.at.marks(0) & u64::from(self.plan.closed_first));
        if self.plan.reopens_stuck && open != 0 { open } else { open | pits & self.plan.reopens_at }
    }

    /// The closed pits that the mover may play now to open theirs, if there are any.
    pub fn pits_to_open(&self) -> u64 {
        let held = self.at.holding(0, self.plan.side, self.plan.least);
        self.but_closed(held) & self.at.marks(0) & u64::from(self.plan.closed_first)
    }

    /// A single seed that would leave its row is not sown so (LU-4).
    #[inline(never)]
    fn but_lone(&self, actions: u64) -> u64 {
        let is_lone = |action: &usize| match self.tables.action(*action) {
            Some(Action::Sow { slot, .. }) => self.at.get(slot) == 1,
            _ => false,
        };
        let barred = actions_of(actions & self.plan.lone).filter(is_lone);
        actions & !barred.fold(0, |set, action| set | 1 << action)
    }

    /// The last pit of the inner row that holds seeds is not sown out of it (BK-10).
    #[inline(never)]
    fn but_leaving(&self, actions: u64) -> u64 {
        let row = self.plan.inner_row();
        let leaves = |action: &usize| match self.tables.action(*action) {
            Some(Action::Sow { slot, .. }) => {
                row.clone().all(|pit| pit == slot || self.at.get(pit) == 0)
            }
            _ => false,
        };
        let barred = actions_of(actions & self.plan.leaving).filter(leaves);
        actions & !barred.fold(0, |set, action| set | 1 << action)
    }

    /// The rule of the first turns, if the mover is in them.
    #[inline]
    pub fn first_turns(&self) -> Option<&FirstTurns> {
        let opening = self.plan.first_turns.as_ref().filter(|_| B::RICH)?;
        let [own, theirs] = self.turns();
        (own < opening.turns && !(opening.only_first && theirs > own)).then_some(opening)
    }

    /// The turns of the mover and of the other player, as far as they are told apart.
    fn turns(&self) -> [u8; 2] {
        [0, 1].map(|half| self.at.get(half * B::HALF + Register::Turns.cell()))
    }

    /// In their first turns players keep to some of the pits, if one of these can be played (MV-3,
    /// NB-7).
    #[inline(never)]
    fn in_the_opening(&self, actions: u64, opening: &FirstTurns) -> u64 {
        let [own, theirs] = self.turns();
        let copies = opening.copied && theirs > own;
        let fits = |action: &usize| match self.tables.action(*action) {
            Some(Action::Sow { slot, .. }) => {
                opening.plays(*action, slot, self.at.get(slot), own)
                    && !(copies && self.at.get(slot + B::HALF) > 0)
                    && (opening.put.is_none() || self.pits_to_put_in(slot) != 0)
            }
            _ => false,
        };
        let kept = actions_of(actions).filter(fits);
        kept.fold(0, |set, action| set | 1 << action)
    }

    /// Without the pits that are spared, unless nothing else is legal (SO-8).
    #[inline(never)]
    fn but_spared(&self, actions: u64, spared: &SparedPlan) -> u64 {
        let is_spared = |action: &usize| match self.tables.action(*action) {
            Some(Action::Sow { slot, .. }) => spared.counts.has(self.at.get(slot)),
            _ => false,
        };
        let some = actions_of(actions & spared.actions).filter(is_spared);
        match actions & !some.fold(0, |set, action| set | 1 << action) {
            0 => actions,
            kept => kept,
        }
    }

    /// The pits that may be sown forward and backward.
    #[inline]
    fn ways(&self) -> [u64; 2] {
        let both = [self.plan.forward, self.plan.backward];
        if !(B::RICH && self.plan.fixes_heading) {
            return both;
        }
        match self.at.register(Register::Heading) {
            1 => [both[0], 0],
            2 => [0, both[1]],
            _ => both,
        }
    }

    /// Lone seeds with an empty pit before them (CH-4).
    #[inline(never)]
    fn singles(&self) -> u64 {
        let next = |pit: usize| self.at.get(usize::from(self.tables.next[0][pit]));
        let is_played = |pit: usize| self.plan.forward >> pit & 1 == 1;
        let movable = |pit: &usize| {
            self.at.get(*pit) == 1 && next(*pit) == 0 && !self.is_barred(*pit) && is_played(*pit)
        };
        (0..self.plan.side).filter(movable).fold(0, |set, pit| set | 1 << pit)
    }

    /// The reserve may be entered at the start of a turn if a pit can be played after it, which
    /// with `least = 2` asks for a seed on the board (MW-3).
    fn reserve_action(&self) -> u64 {
        let Some(action) = self.plan.actions.reserve.filter(|_| B::PHASES) else { return 0 };
        let held = self.at.reserve(0) > 0;
        let plays_on = self.at.holding(0, self.plan.side, self.plan.least - 1) != 0;
        u64::from(held && plays_on) << action
    }

    /// All files but the one just captured (CH-7).
    #[inline(never)]
    fn files(&self) -> u64 {
        let first = self.plan.actions.files.unwrap_or(0);
        let all = low_bits(self.plan.columns) << first;
        all & !(1 << (first + usize::from(self.at.phase()) - 1))
    }

    /// The pits of the other player that hold seeds, but for those that are exempt (TD-6).
    #[inline(never)]
    fn pits_to_take(&self) -> u64 {
        let first = self.plan.actions.takes.unwrap_or(0);
        let exempt = self.plan.choices.map_or(0, |choices| choices.exempt);
        (self.at.holding(B::HALF, self.plan.side, 1) & !exempt) << first
    }

    /// Whether the seeds of an own pit, which the mover plays, are put in another one (LU-2, NU-3).
    pub fn is_put(&self, pit: usize) -> bool {
        let in_opening = |opening: &FirstTurns| {
            opening.put.is_some()
                && opening.actions >> pit & 1 == 1
                && opening.counts.has(self.at.get(pit))
                && self.at.get(pit) >= self.plan.least
        };
        self.first_turns().is_some_and(in_opening) && self.pits_to_put_in(pit) != 0
    }

    /// Whether the mover is in first turns in which seeds are put in a pit: no duty to feed is asked in them.
    #[inline]
    pub fn may_put(&self) -> bool {
        self.first_turns().is_some_and(|opening| opening.put.is_some())
    }

    /// The actions that put the seeds of an own pit in another one.
    #[inline(never)]
    pub fn pits_to_put_in(&self, from: usize) -> u64 {
        let Some(put) = self.plan.put() else { return 0 };
        let barred = put.barred.get(from).map_or(NO_SLOT, |slot| usize::from(*slot));
        let next = put.next.as_ref().map(|next| usize::from(next[from]));
        let fits = |slot: usize| {
            let other = slot != from && slot != barred && next.is_none_or(|next| slot == next);
            other && put.counts.has(self.at.get(slot))
        };
        let fitting = self.plan.puts().filter(|(_, slot)| fits(*slot));
        fitting.fold(0, |set, (action, _)| set | 1 << action)
    }

    /// Whether there is anything to choose after a capture: a pit, or seeds that the other player still
    /// has in some file.
    pub fn can_choose(&self) -> bool {
        if self.plan.actions.beside.is_some() {
            true // where a pit fits, it was found
        } else if self.plan.actions.takes.is_some() {
            self.pits_to_take() != 0
        } else {
            !self.other_is_empty()
        }
    }

    #[inline]
    pub fn mover_is_empty(&self) -> bool {
        self.has_no_seeds(0)
    }

    #[inline]
    pub fn other_is_empty(&self) -> bool {
        self.has_no_seeds(1)
    }
}

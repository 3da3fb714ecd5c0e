//! What each lane waits for, and how it comes to wait for something else.

use super::values::{Bytes, YES};

/// What the lanes wait for, as truth. A lane waits for one thing at a time, a lane without a game
/// for nothing.
///
/// The masks of the phases are loaded from here rather than computed by a comparison: see
/// [`pick`](super::values::pick).
#[derive(Clone, Debug)]
pub struct Waits {
    ready: Bytes,
    sowing: Bytes,
    done: Bytes,
    on_trial: Bytes,
    long: Bytes,
    ending: Bytes,
    over: Bytes,
}

macro_rules! waits {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        /// Which lanes wait for what.
        impl Waits {
            $($(#[$doc])*
            #[inline(always)]
            pub fn $name(&self) -> Bytes {
                self.$name
            })*
        }
    };
}

waits! {
    /// Lanes that wait for an action: the legal ones are known.
    ready;
    /// For the next lap of their sowing.
    sowing;
    /// For the end of their turn: the action is done.
    done;
    /// For a trial of all their alternatives (PR-6, PR-8, OW-5, OW-6, OW-9).
    on_trial;
    /// To be found out whether their sowing ever ends (GE-9).
    long;
    /// For the final count: the last action is done.
    ending;
    /// For the next game: this one is over.
    over;
}

impl Waits {
    /// No lane waits for anything.
    pub const NONE: Self = Self {
        ready: Bytes::ZERO,
        sowing: Bytes::ZERO,
        done: Bytes::ZERO,
        on_trial: Bytes::ZERO,
        long: Bytes::ZERO,
        ending: Bytes::ZERO,
        over: Bytes::ZERO,
    };

    /// Truth: the lane can go on by itself.
    #[inline(always)]
    pub fn active(&self) -> Bytes {
        self.ready.or(self.sowing).or(self.done)
    }

    /// Truth: the game of the lane is not over.
    #[inline(always)]
    pub fn running(&self) -> Bytes {
        self.active().or(self.on_trial).or(self.long)
    }
}

/// From one thing to the next.
impl Waits {
    /// No lane waits for anything any more.
    #[inline(always)]
    pub fn clear(&mut self) {
        *self = Self::NONE;
    }

    /// These lanes, which waited for nothing, wait for an action.
    #[inline(always)]
    pub fn decide(&mut self, lanes: Bytes) {
        self.ready = self.ready.or(lanes);
    }

    /// The actions of all lanes that are ready begin. Gives these lanes: they wait for nothing.
    #[inline(always)]
    pub fn begin(&mut self) -> Bytes {
        std::mem::replace(&mut self.ready, Bytes::ZERO)
    }

    /// These lanes, whose actions have begun, wait for their first lap.
    #[inline(always)]
    pub fn sow(&mut self, lanes: Bytes) {
        self.sowing = self.sowing.or(lanes);
    }

    /// These lanes, which wait for nothing, are done without a lap (CH-7), or were sown elsewhere.
    #[inline(always)]
    pub fn do_without_sowing(&mut self, lanes: Bytes) {
        self.done = self.done.or(lanes);
    }

    /// The sowings of these lanes are done.
    #[inline(always)]
    pub fn finish_sowing(&mut self, lanes: Bytes) {
        self.sowing = self.sowing.but_not(lanes);
        self.done = self.done.or(lanes);
    }

    /// All sowings are done.
    #[inline(always)]
    pub fn finish_all_sowings(&mut self) {
        self.done = self.done.or(self.sowing);
        self.sowing = Bytes::ZERO;
    }

    /// The sowings of these lanes are put aside.
    #[inline(always)]
    pub fn put_aside(&mut self, lanes: Bytes) {
        self.sowing = self.sowing.but_not(lanes);
        self.long = self.long.or(lanes);
    }

    /// The sowings that were put aside are taken up elsewhere. Gives their lanes: they wait for
    /// nothing.
    #[inline(always)]
    pub fn take_long(&mut self) -> Bytes {
        std::mem::replace(&mut self.long, Bytes::ZERO)
    }

    /// The games of these lanes, which wait for nothing, are elsewhere: they wait for the next ones, by which what
    /// the lanes hold is written over.
    #[inline(always)]
    pub fn give_up(&mut self, lanes: Bytes) {
        self.over = self.over.or(lanes);
    }

    /// The game of a lane, whose action was done, is elsewhere.
    #[inline(always)]
    pub fn leave_done(&mut self, lane: usize) {
        self.done.0[lane] = 0;
    }

    /// All actions that are done are settled. Gives their lanes: they wait for nothing.
    #[inline(always)]
    pub fn settle(&mut self) -> Bytes {
        std::mem::replace(&mut self.done, Bytes::ZERO)
    }

    /// These lanes, which are being settled, wait for a trial first.
    #[inline(always)]
    pub fn put_on_trial(&mut self, lanes: Bytes) {
        self.on_trial = self.on_trial.or(lanes);
    }

    /// The trials of these lanes are made: they wait for nothing.
    #[inline(always)]
    pub fn finish_trials(&mut self, lanes: Bytes) {
        self.on_trial = self.on_trial.but_not(lanes);
    }

    /// These lanes, which waited for nothing, wait for their final count.
    #[inline(always)]
    pub fn end(&mut self, lanes: Bytes) {
        self.ending = self.ending.or(lanes);
    }

    /// These lanes are no longer ready: they wait for nothing.
    #[inline(always)]
    pub fn leave_ready(&mut self, lanes: Bytes) {
        self.ready = self.ready.but_not(lanes);
    }

    /// All games that wait for their final count, but for those that are spared, are over. Gives their lanes.
    #[inline(always)]
    pub fn count(&mut self, spared: Bytes) -> Bytes {
        let lanes = self.ending.but_not(spared);
        self.ending = self.ending.and(spared);
        self.over = self.over.or(lanes);
        lanes
    }

    /// All lanes wait for the next game, whatever they waited for.
    #[inline(always)]
    pub fn begin_anew(&mut self) {
        self.clear();
        self.over = Bytes::all(YES);
    }

    /// The lanes whose games are over wait for nothing.
    #[inline(always)]
    pub fn leave_over(&mut self) {
        self.over = Bytes::ZERO;
    }

    /// The lanes that are ready or over were written elsewhere: they wait for nothing.
    #[inline(always)]
    pub fn leave_settled(&mut self) {
        (self.ready, self.over) = (Bytes::ZERO, Bytes::ZERO);
    }

    /// A lane has been given a game, and waits for its first action.
    #[inline(always)]
    pub fn begin_game(&mut self, lane: usize) {
        self.ready.0[lane] = YES;
        self.over.0[lane] = 0;
    }

    /// Lanes whose round is over have been given the next one.
    #[inline(always)]
    pub fn begin_rounds(&mut self, lanes: Bytes) {
        self.ending = self.ending.but_not(lanes);
    }

    /// A lane has been given a game between two laps.
    #[inline(always)]
    pub fn go_on_sowing(&mut self, lane: usize) {
        self.sowing.0[lane] = YES;
    }
}

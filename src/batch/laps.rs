//! Laps and the beginning of actions where several kernels make them.

use super::block::Block;
use super::lane_plan::LanePlan;
use super::phases::past_empty::move_last_seeds;
use super::phases::relay;
use super::phases::sow::Landed;
use super::simd::Kernels;
use super::values::Bytes;

impl Kernels {
    /// Begins the chosen actions of the lanes that are ready.
    #[inline(always)]
    pub fn begin(&self, lane_plan: &LanePlan, block: &mut Block) {
        self.begin_actions(lane_plan, block);
        if lane_plan.plan.store_back {
            self.let_go_back(lane_plan, block);
        }
        if lane_plan.plan.takes_on {
            self.let_turn(lane_plan, block);
            block.unasked = Bytes::ZERO;
        }
    }

    /// Asks whether captured seeds that are to be sown would capture the other way.
    #[cold]
    #[inline(never)]
    fn let_go_back(&self, lane_plan: &LanePlan, block: &mut Block) {
        if let Some(captured) = self.captured_on_trial(lane_plan, block, Self::begin_back) {
            self.offer_back(lane_plan, block, captured);
        }
    }

    /// Where laps capture that are tried on a copy of the board; `begin` prepares it, and says whether there are any.
    #[inline(always)]
    fn captured_on_trial(
        &self,
        lane_plan: &LanePlan,
        block: &mut Block,
        begin: impl Fn(&Self, &LanePlan, &Block, &mut Block) -> bool,
    ) -> Option<Bytes> {
        let mut trial = block.trial.take().unwrap_or_else(|| Block::empty(self.level));
        let tried = begin(self, lane_plan, block, &mut trial);
        if tried {
            self.first_lap(lane_plan, &mut trial);
        }
        let captured = trial.so_far.captured;
        block.trial = Some(trial);
        tried.then_some(captured)
    }

    /// One lap in all lanes that are sowing.
    #[inline]
    pub fn lap(&self, lane_plan: &LanePlan, block: &mut Block) {
        if lane_plan.slim {
            self.slim_lap(lane_plan, block);
        } else {
            self.rich_lap(lane_plan, block);
        }
    }

    /// One lap of any kind. How it is sown and what follows are kernels of their own: in one function they
    /// would keep each other's vectors from the registers.
    #[inline(always)]
    fn rich_lap(&self, lane_plan: &LanePlan, block: &mut Block) {
        let landed = self.sow_one(lane_plan, block);
        if lane_plan.slim_ends {
            return self.end_slim_lap(lane_plan, block, &landed);
        }
        self.end_lap(lane_plan, block, &landed);
        if !lane_plan.plan.says_ways() {
            return;
        }
        if lane_plan.foresees.is_some() {
            self.foresee_turns(lane_plan, block);
        } else {
            self.let_turn(lane_plan, block);
        }
    }

    /// Asks whether the next laps would capture the other way, where they may be turned round.
    #[inline(never)]
    fn let_turn(&self, lane_plan: &LanePlan, block: &mut Block) {
        if let Some(captured) = self.captured_on_trial(lane_plan, block, Self::begin_turns) {
            self.offer_turns(lane_plan, block, captured);
        }
    }

    /// The first lap of a trial, and where it ends.
    #[inline]
    pub fn first_lap(&self, lane_plan: &LanePlan, block: &mut Block) -> Landed {
        let landed = self.sow_one(lane_plan, block);
        self.end_lap(lane_plan, block, &landed);
        landed
    }

    /// Sows the hands of a lap of any kind.
    #[inline(always)]
    fn sow_one(&self, lane_plan: &LanePlan, block: &mut Block) -> Landed {
        if lane_plan.plan.single_hand {
            self.join_single(lane_plan, block);
        }
        if lane_plan.plain {
            return self.sow_plain(lane_plan, block);
        }
        if lane_plan.plain_but_drops {
            return self.sow_drops(lane_plan, block);
        }
        let mut landed = if lane_plan.passes.is_some() {
            self.sow_passing(lane_plan, block)
        } else if lane_plan.plan.closes_pits {
            self.sow_open(lane_plan, block)
        } else {
            self.sow_any(lane_plan, block)
        };
        if lane_plan.plan.past_empty {
            move_last_seeds(lane_plan, block, &mut landed);
        }
        landed
    }

    /// Laps until at most `few` lanes are sowing.
    #[inline]
    pub fn sow_most(&self, lane_plan: &LanePlan, block: &mut Block, few: usize) {
        if lane_plan.slim {
            self.slim_sow_most(lane_plan, block, few);
        } else {
            relay::sow_most(lane_plan, block, few, &RichLaps(self));
        }
    }
}

/// Laps of all kinds, by kernels of their own: a copy in every loop took a third of the compiler's time.
pub struct RichLaps<'a>(pub &'a Kernels);

impl relay::Laps for RichLaps<'_> {
    #[inline(always)]
    fn lap(&self, lane_plan: &LanePlan, block: &mut Block) {
        self.0.rich_lap(lane_plan, block);
    }
}

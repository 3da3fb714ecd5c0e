//! Sowings of very many laps, watched lane by lane to find out whether they ever end (GE-9).
//!
//! Brent's method: a lap is kept and replaced at distances that double, so any cycle, whatever led into it,
//! is met within three times its length. Each lane begins and ends on its own.

use super::block::Block;
use super::lane_plan::LanePlan;
use super::phases::relay::{Kept, stop};
use super::simd::Kernels;
use super::thresholds::{MANY_LAPS, MOST_LAPS};
use super::values::{Bytes, LANES, YES};

/// What is known of the sowings of a block.
#[derive(Debug)]
pub struct Watch {
    kept: Box<Kept>,
    /// Laps since the watch began.
    clock: u64,
    /// When something is due in some lane.
    next: u64,
    /// By lane: when the next lap is kept.
    keep_at: [u64; LANES],
    /// By lane: how many laps later the one after it is kept.
    span: [u64; LANES],
    /// By lane: when its sowing has had so many laps that it is endless by definition.
    most_at: [u64; LANES],
}

impl Watch {
    /// Nothing is watched.
    #[must_use]
    pub fn new() -> Self {
        Self {
            kept: Kept::new(),
            clock: 0,
            next: u64::MAX,
            keep_at: [0; LANES],
            span: [0; LANES],
            most_at: [0; LANES],
        }
    }

    /// Sows until no lane is sowing any more; `sown` laps have been sown before, the same number in all
    /// lanes. Lanes in which the sowing never ends stop as endless, their boards as they are.
    pub fn sow_out(
        &mut self,
        kernels: &Kernels,
        lane_plan: &LanePlan,
        block: &mut Block,
        sown: u8,
    ) {
        self.forget();
        if lane_plan.plan.may_be_endless {
            self.add(Bytes::all(YES), sown);
        }
        self.sow(kernels, lane_plan, block, 0);
    }

    /// Nothing is watched any more.
    pub fn forget(&mut self) {
        (self.clock, self.next) = (0, u64::MAX);
        self.kept.lanes = Bytes::ZERO;
    }

    /// The sowings of these lanes are watched from now on, after so many laps.
    pub fn add(&mut self, lanes: Bytes, sown: u8) {
        for lane in lanes.lanes() {
            self.keep_at[lane] = self.clock + u64::from(MANY_LAPS.saturating_sub(sown));
            self.span[lane] = 1;
            self.most_at[lane] = self.clock + u64::from(MOST_LAPS - u32::from(sown));
            self.next = self.next.min(self.keep_at[lane]);
        }
        self.kept.lanes = self.kept.lanes.but_not(lanes);
    }

    /// Sows until at most `few` lanes are sowing.
    pub fn sow(&mut self, kernels: &Kernels, lane_plan: &LanePlan, block: &mut Block, few: usize) {
        while block.waits.sowing().count() > few {
            kernels.lap(lane_plan, block);
            self.clock += 1;
            if self.kept.lanes.any() {
                kernels.compare(lane_plan, block, &self.kept);
            }
            if self.clock >= self.next {
                self.do_what_is_due(kernels, lane_plan, block);
            }
        }
    }

    fn do_what_is_due(&mut self, kernels: &Kernels, lane_plan: &LanePlan, block: &mut Block) {
        let (mut over, mut keep) = (Bytes::ZERO, Bytes::ZERO);
        self.next = u64::MAX;
        for lane in block.waits.sowing().lanes() {
            if self.clock >= self.most_at[lane] {
                over.0[lane] = YES;
                continue;
            }
            if self.clock >= self.keep_at[lane] {
                keep.0[lane] = YES;
                self.keep_at[lane] = self.clock + self.span[lane];
                self.span[lane] = 2 * self.span[lane] + 1;
            }
            self.next = self.next.min(self.keep_at[lane]).min(self.most_at[lane]);
        }
        stop(block, over);
        kernels.keep(lane_plan, block, &mut self.kept, keep);
    }
}

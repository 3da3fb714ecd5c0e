//! What is captured when the last lap of an action is over, wherever it lies.

use super::counts::Counts;
use super::fields::{Values, rule_fields};
use super::pit_numbers::PitNumbers;
use super::{DropTaker, Row, Whose};

rule_fields! {
    /// A capture from every pit that fits, once the last lap of an action is over and what its last
    /// seed does is done. It comes before all else that ends an action (seeds sent home, forfeits,
    /// penalties), and before an extra turn as well: each action has its own. A sowing that never ends
    /// captures nothing so. All pits are looked at on the board as the sowing leaves it.
    #[derive(Default)]
    pub struct After {
        /// Seeds of the pits that are taken. Nothing is taken so unless it is written.
        counts: Counts,
        /// Whose pits are looked at.
        side: Whose,
        /// The row of the pits that are looked at (three and four rows).
        row: Row,
        /// The numbers of the pits that are looked at, each in its owner's sowing order from 0:
        /// `at = [0, 1, 2]`. All of them unless it is written.
        at: PitNumbers,
        /// Whether a seed must have fallen in a pit.
        sown: bool = Values::Plain(&[
            ("false", "A pit is taken whether or not a seed of the action fell there."),
            ("true", "Only pits are taken in which a seed of this action fell, in whichever lap."),
        ]),
        /// Who gets the seeds.
        to: DropTaker,
        /// Whose pit the last lap must end in. A store is nobody's pit here.
        ended: Whose,
        /// The numbers of own pits in which the last lap may end as well, whatever `ended` says.
        ended_at: PitNumbers,
    }
}

impl After {
    /// Whether anything is taken so.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.counts.is_asked()
    }
}

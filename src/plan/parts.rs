//! Parts of a plan: what every drop may do, and how rounds follow one another.

use crate::rules::{
    Begins, CaptureTo, Choose, Direction, DropTaker, FillFrom, OnDrop, Rules, Short, Whose,
};

/// A capture by any drop.
#[derive(Clone, Copy, Debug)]
pub struct DropPlan {
    /// Seeds that make it.
    pub count: u8,
    /// Whether pits of the mover's, and of the other player's, are captured so.
    pub sides: [bool; 2],
    /// Whether the mover gets the seeds, not the owner of the pit.
    pub to_mover: bool,
    /// Whether the last seed of a lap gives them to the mover.
    pub last_to_mover: bool,
}

impl DropPlan {
    pub(super) fn new(rule: &OnDrop) -> Self {
        Self {
            count: rule.count as u8,
            sides: [rule.side != Whose::Other, rule.side != Whose::Own],
            to_mover: rule.to == DropTaker::Mover,
            last_to_mover: rule.last_to_mover,
        }
    }
}

/// Pits that players choose after a capture.
#[derive(Clone, Copy, Debug)]
pub struct ChoicePlan {
    /// Most of them after one capture.
    pub most: u8,
    /// Whether their seeds go to the store; otherwise they leave the game.
    pub stored: bool,
}

impl ChoicePlan {
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let choosing =
            rules.landing.iter().filter(|entry| entry.is_on() && entry.choose == Choose::Pits);
        let most = choosing.clone().map(|entry| entry.choices as u8).max()?;
        Some(Self { most, stored: choosing.clone().all(|entry| entry.to == CaptureTo::Store) })
    }
}

/// How the seeds are laid out for the next round.
#[derive(Clone, Copy, Debug)]
pub struct RoundPlan {
    /// Seeds a pit.
    pub refill: u8,
    /// Whether players fill their pits from the last one in their sowing order.
    pub from_last: bool,
    /// What becomes of pits for which the seeds do not suffice.
    pub short: Short,
    /// Who begins.
    pub start: Begins,
    /// Most rounds.
    pub most: u8,
}

impl RoundPlan {
    /// GE-2: left and right change places where sowing is clockwise.
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let rounds = &rules.rounds;
        let clockwise = rules.moves.direction == Direction::Clockwise;
        rounds.are_played().then_some(Self {
            refill: rounds.refill as u8,
            from_last: (rounds.order == FillFrom::Right) != clockwise,
            short: rounds.short,
            start: rounds.start,
            most: rounds.most_rounds() as u8,
        })
    }
}

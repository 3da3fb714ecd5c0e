//! Rounds: the seeds that the players have won are laid out again, and the game goes on.

use super::MAX_SEEDS;
use super::counts::Counts;
use super::fields::{Values, rule_fields};
use super::pit_numbers::PitNumbers;
use super::values::rule_values;

/// Players on whom a lot can fall.
pub const LOTS: i64 = 2;

/// Most rounds of a game.
pub const MAX_ROUNDS: i64 = 255;

/// Most points that can be asked of who wins.
pub const MAX_POINTS: i64 = 255;

rule_values! {
    /// The seeds with which the players fill their pits for the next round.
    RoundSeeds {
        Won = "won": "Those in their stores.",
        Anew = "anew": "As many as fill their own pits, whatever they have won: each round is a game of its own.",
    }
}

rule_values! {
    /// Which pits players fill who have too few seeds for all.
    FillFrom {
        Left = "left": "The first ones from their left.",
        Right = "right": "The first ones from their right.",
        Chosen = "chosen":
            "Those that they choose: each pit that stays without seeds is an action of its own, in any order. The player \
             who begins the round chooses first, if both have a choice, and all of theirs. Pits are filled when \
             all is chosen; until then seeds are in the stores, and a position marks the pits that were \
             chosen. Needs `short = \"closed\"` or `\"open\"`.",
    }
}

rule_values! {
    /// What becomes of a pit for which a player has too few seeds.
    Short {
        Closed = "closed":
            "It is closed for the round: nothing is sown into it, and seeds left over stay in the store.",
        Partial = "partial": "The first one gets what is left, if anything; all others are closed.",
        Filling = "filling":
            "The first one gets what is left, if anything, and all others lie empty. Until such a pit holds as \
             many seeds as `refill` says it is marked: seeds fall there, but nobody sows from it, and entries \
             tell it by `marked`. When an action is over that has filled it, it is like any other.",
        Open = "open": "It lies empty, and is like any other; seeds left over stay in the store.",
        Matched = "matched":
            "It lies empty, and the other player fills no more pits than that: the same ones of their own row, \
             with the same seeds. Empty pits are like any other; seeds left over stay in the stores.",
        MatchedClosed = "matched_closed":
            "The same, but the empty pits of both players are closed for the round: nothing is sown into them.",
        Spread = "spread":
            "The player with fewer seeds lays out all of them, in all of their pits and as evenly as possible: \
             where that leaves some over, the first pits get one more. The other player lays out the same in their \
             own row, and the rest of their seeds stays in the store.",
        Owned = "owned":
            "The other player fills it, and it is theirs for the round: they sow from it, and it is one of \
             their own pits for every other rule.",
    }
}

rule_values! {
    /// Which pits of the other row a player gains who has the seeds for more than their own.
    Gained {
        First = "first": "The first ones in their owner's sowing order: they follow the last pit of who gains them.",
        Last = "last":
            "The last ones: the owner fills their first pits. A pit that nobody fills is the very last one.",
        Beginner = "beginner":
            "The pits of the player who begins the round lie side by side from their own first one on; the \
             other player has all others.",
        OneMore = "one_more":
            "Whoever has won the round owns one pit more than before, and the other player one less, whatever \
             their seeds: the first ones, as with first. A draw changes nothing. Needs `seeds = \"anew\"`.",
    }
}

rule_values! {
    /// What becomes of seeds that fill no pit, where pits are owned or matched.
    Remainder {
        Stored = "stored": "They stay in the stores. A pit that neither player can fill lies empty, and belongs to the player of its row.",
        Majority = "majority":
            "Who has more of them gets one pit more, filled by both; the player with fewer seeds in all if \
             they have equally many. (Where pits are matched, what is missing to a full pit is given if it is \
             there, also where no pit more is filled in the end, and is not given back.)",
        Partial = "partial":
            "Where pits are owned: the same, but the pit gets the seeds of its new owner alone. Where they are \
             matched: the last pit that is filled gets what the player with fewer seeds has left for it, and the \
             same pit of the other player gets as many.",
        Singly = "singly":
            "Where pits are matched: those that the player with fewer seeds has left are laid out one by one, in the \
             pits that come next, as far as there are any; the other player lays out the same in their own row. A \
             player who has a single seed fills no pit.",
    }
}

rule_values! {
    /// What the other player lays out opposite a pit that is filled in part.
    Opposite {
        Full = "full": "As many seeds as in any other pit.",
        Same = "same": "As many as lie there: what the pit lacks stays in their store.",
        Less = "less": "Fewer than in any other pit, by as many as lie there: that many stay in their store.",
    }
}

rule_values! {
    /// How the seeds lie when a round begins.
    Layout {
        Filled = "filled": "As the players have filled the pits.",
        Setup = "setup":
            "As `[setup]` has them, seen by the player who begins the round, with its marks: for an opening \
             without a choice, which is given played out. If not all pits are full, as they are filled. Seeds in \
             reserve are in reserve again, and players lay them out anew (needs `seeds = \"anew\"`): where one player \
             lays out all of them, that is the one who begins the round.",
    }
}

rule_values! {
    /// Who begins the next round.
    Begins {
        Alternate = "alternate": "The players take turns.",
        Winner = "winner": "Who has more seeds; in turn if they have equally many.",
        Loser = "loser": "Who has fewer seeds; in turn if they have equally many.",
        Same = "same": "Who began the one before.",
        Lot = "lot":
            "A lot says who: an action of its own that nobody chooses, with which each of the two players is as likely to begin.",
    }
}

rule_fields! {
    /// Rounds (two and three rows). A round ends as the game would, by `[ending]`; then the players fill their
    /// pits from their stores, and the game goes on. It is over when a player has too few seeds for a
    /// single pit, or when enough rounds were played. A position marks pits that are closed for the
    /// round, or that belong to the player of the other row.
    #[derive(Default)]
    pub struct Rounds {
        /// Seeds that each pit gets for the next round; 0: there is but one round. (With `short = "spread"`
        /// the seeds of the poorer player say how many it gets.)
        refill: i64 = Values::Number(0, MAX_SEEDS),
        /// Seeds that each player puts in the field at the end of their row for the next round, before they fill
        /// pits (`board.fields`): who cannot fill a pit, too, has too few seeds for a round. 0: fields begin a
        /// round empty.
        fields: i64 = Values::Number(0, MAX_SEEDS),
        /// The seeds with which the players fill their pits. `anew` needs as many in the game as fill them all,
        /// and `most` unless pits are gained one by one or rounds bring points.
        seeds: RoundSeeds,
        /// Which pits players fill who have too few seeds for all.
        order: FillFrom,
        /// What becomes of pits for which the seeds do not suffice.
        short: Short,
        /// The numbers of pits that players do not fill, each in its owner's sowing order from 0: they are never
        /// closed, and begin the round with the seeds that were left there, or empty. `[]`: there are none.
        unfilled: PitNumbers,
        /// Which pits of the other row a player gains, where `short` is "owned".
        gained: Gained,
        /// What becomes of seeds that fill no pit, where `short` is `owned`, `matched` or `matched_closed`.
        remainder: Remainder,
        /// Seeds with which a pit that is filled in part is held for the round, where `short` is `partial`: seeds
        /// fall there, but nobody sows from it, and no capture takes what it holds. A position marks it; entries
        /// tell it by `marked`. A player whose only pit would be held cannot begin the round: the game is over.
        /// `[]`: there is none.
        held: Counts,
        /// What the other player lays out opposite a pit that is filled in part, where `short` is `partial`.
        opposite: Opposite,
        /// Who begins the next round.
        start: Begins,
        /// How the seeds lie then.
        layout: Layout,
        /// Points with which a player has won the game: who has more seeds when a round is over gets a point for each
        /// seed that they have more. Goes together with `ending.winner = "most_points"`. 0: rounds bring no points.
        points: i64 = Values::Number(0, MAX_POINTS),
        /// Most rounds, after which the game is over; 0 stands for 255.
        most: i64 = Values::Number(0, MAX_ROUNDS),
    }
}

impl Rounds {
    /// Whether there can be more than one.
    #[must_use]
    pub fn are_played(&self) -> bool {
        self.refill > 0
    }

    /// Whether players can own pits of the other row for a round.
    #[must_use]
    pub fn own_pits(&self) -> bool {
        self.are_played() && self.short == Short::Owned
    }

    /// Whether the richer player fills no more pits than the poorer one can.
    #[must_use]
    pub fn match_pits(&self) -> bool {
        self.are_played() && self.short.matches()
    }

    /// Whether pits that were not filled are marked until they are.
    #[must_use]
    pub fn protect_pits(&self) -> bool {
        self.are_played() && self.short == Short::Filling
    }

    /// Whether pits that are filled in part are held for the round.
    #[must_use]
    pub fn hold_pits(&self) -> bool {
        self.are_played() && self.held.is_asked()
    }

    /// Whether the seeds of the poorer player are laid out evenly, and as many of the other one.
    #[must_use]
    pub fn spread_seeds(&self) -> bool {
        self.are_played() && self.short == Short::Spread
    }

    /// Whether who wins a round gains one pit.
    #[must_use]
    pub fn gain_one(&self) -> bool {
        self.own_pits() && self.gained == Gained::OneMore
    }

    /// Whether pits are closed for a round that their players cannot fill.
    #[must_use]
    pub fn close_pits(&self) -> bool {
        self.are_played() && self.short.closes()
    }

    /// Whether players choose which pits stay without seeds.
    #[must_use]
    pub fn choose_pits(&self) -> bool {
        self.are_played() && self.order == FillFrom::Chosen
    }

    /// Whether a lot is drawn between two of them.
    #[must_use]
    pub fn draw_lots(&self) -> bool {
        self.are_played() && self.start == Begins::Lot
    }

    /// Whether rounds bring points.
    #[must_use]
    pub fn bring_points(&self) -> bool {
        self.are_played() && self.points > 0
    }

    /// The number of rounds after which the game is over.
    #[must_use]
    pub fn most_rounds(&self) -> i64 {
        if self.most == 0 { MAX_ROUNDS } else { self.most }
    }
}

impl Short {
    /// Whether both players fill equally many pits.
    #[must_use]
    pub fn matches(self) -> bool {
        matches!(self, Self::Matched | Self::MatchedClosed)
    }

    /// Whether pits without seeds are closed.
    #[must_use]
    pub fn closes(self) -> bool {
        matches!(self, Self::Closed | Self::Partial | Self::MatchedClosed)
    }
}

//! Which actions a player has.

use super::Rules;
use super::fields::{Values, rule_fields};
use super::values::rule_values;
use super::{Block, Clauses, Counts, Layout, MAX_COLUMNS, MAX_SEEDS, PitNumbers};

/// Most seeds of a pit among which a player chooses how many they sow.
pub const MAX_UP_TO: i64 = 48;

/// The greatest number of a pit.
pub(super) const MAX_PIT: i64 = 31;

/// Most seeds that a player can have to give, so that the lanes hold them, and three marks beside them, in a
/// byte.
const MOST_FED: i64 = 250;

rule_values! {
    /// Where captured seeds fall that are sown in place of a pit.
    StoreRound {
        Board = "board": "As any others, from the first pit on.",
        OwnRow = "own_row": "Round and round in the player's own row: after its last pit in the first one again (two rows).",
    }
}

rule_values! {
    /// Whether captured seeds that are sown in place of a pit may go the other way.
    StoreBack {
        Never = "never": "They do not.",
        Captures = "captures": "They may if that lap captures seeds for the player. Having said how many they sow, the player \
                                then says which way, as another action. The first seed falls in the same pit.",
    }
}

rule_values! {
    /// The direction of a sowing.
    Direction {
        Counterclockwise = "counterclockwise": "Towards the player's own right hand.",
        Clockwise = "clockwise": "The mirror image: pits are then listed from the player's right.",
        Chosen = "chosen": "Either; the player says which with each action.",
        Outward = "outward": "Away from the middle of the row; the middle pit goes either way.",
        FixedByFirst = "fixed_by_first": "Either in a player's first sowing; from then on that player's stays the same.",
        FixedBySecond = "fixed_by_second": "Either in a player's first two turns; from then on that player's stays that of the second.",
    }
}

rule_values! {
    /// Whether a lone seed may move where `least` forbids it.
    Singles {
        Never = "never": "Never.",
        IntoEmpty = "into_empty_when_nothing_larger":
            "Only when no pit holds `least` seeds, and only into an empty next pit.",
    }
}

rule_values! {
    /// Where a single seed may be sown.
    Lone {
        Anywhere = "anywhere": "Like any other number of seeds.",
        OwnRow = "own_row": "Only in a direction in which it stays in its row.",
    }
}

rule_values! {
    /// Whether the last pit of the inner row that holds seeds may be sown out of it.
    LastPit {
        Free = "free": "Like any other pit.",
        StaysInRow = "stays_in_row": "Not in a direction in which its first seed leaves the row.",
    }
}

rule_values! {
    /// Whether a pit rests after it was played, or reached.
    Rest {
        Never = "never": "None does.",
        UntilSown = "until_sown":
            "A pit of theirs from which a player has lifted seeds to be sown is not played by them again before a seed \
             of the other player has fallen in it. When a round begins, no pit rests.",
        FirstTurns = "first_turns":
            "In the first turns, as many as `opening.turns` says, a player plays none of their pits twice.",
        LoneSeed = "lone_seed":
            "A pit that was empty, and in which a lap of a single seed of the other player has ended, is not played in \
             the turn that follows: that seed does not go straight back.",
    }
}

rule_values! {
    /// How the seeds in reserve come into the game.
    ReserveEntry {
        None = "none": "There is no such action.",
        OneInEachPit = "one_in_each_pit_then_move":
            "As an action of its own at the start of a turn: one seed in each own pit; then the same player moves (four rows).",
        PlacedInTurn = "placed_in_turn": "Before the first sowing: players put one seed in a pit of their own, whichever they \
                                          choose, and so in turn until all are on the board.",
        PlacedAtOnce = "placed_at_once": "Likewise, but the player who starts puts all of theirs, and then the other player.",
        PlacedByOne = "placed_by_one": "Before the first sowing the player who starts puts all seeds, their own and those of \
                                        the other player, one by one in pits of either side (two and three rows). Then the other \
                                        player begins, unless the board is turned round (`swap`).",
        OneATurn = "one_a_turn": "As long as a player has some, each of their turns begins with one: it falls in an own pit of \
                                  their choice, and what follows is as after a lap, in the direction that they name.",
    }
}

rule_values! {
    /// When a pit may be played that was closed at first. Whoever plays one opens all of theirs.
    Reopens {
        AtWill = "at_will": "Whenever its player likes.",
        WhenStuck = "when_stuck": "When none of their open pits can be played.",
    }
}

rule_values! {
    /// The duty to leave the other player something to play with.
    Feeding {
        None = "none": "No duty.",
        Penalty = "penalty": "A player who could feed and does not loses all their seeds on the board.",
        Forced = "forced": "Only actions that feed are legal when the other player has nothing. If there is none, \
                            `ending.final_count` says who gets the seeds left.",
        Always = "always": "No action may leave the other player without seeds, unless every action does.",
    }
}

rule_values! {
    /// Pits that have action numbers.
    Numbered {
        Own = "own": "Those that may be played.",
        Both = "both": "Those of both sides, so that games that differ in `symmetric` have the same actions.",
    }
}

rule_values! {
    /// How pits are filled with the seeds in reserve before the game.
    Filled {
        Any = "any": "As the player likes.",
        Each = "each": "In each of the pits that may be filled lies a seed at least. Only with `reserve = \"placed_by_one\"`.",
        Facing = "facing": "The pit opposite a pit with seeds holds seeds too. Only with `reserve = \"placed_by_one\"`.",
        LargestFirst = "largest_first": "The first pit of each side, in sowing order, gets more seeds than any other pit \
                                         of it. Only where players fill their own pits.",
        Descending = "descending": "Likewise, and no pit of the row that begins there, the outer one on four rows, gets \
                                    more than the pit before it.",
    }
}

rule_values! {
    /// Whether the other player may turn the board round, so that what lay on either side lies on the other.
    Swap {
        Never = "never": "They may not.",
        GivesStart = "gives_start": "They say so before the game. If they turn it round, the player who has laid out the \
                                     seeds begins; else they do.",
        KeepsStart = "keeps_start": "Likewise, but they begin in either case.",
    }
}

rule_fields! {
    /// The actions of a turn.
    pub struct Moves {
        /// Whether the pits of either side may be played (two and three rows).
        symmetric: bool = Values::Plain(&[
            ("false", "A player plays pits of their own."),
            ("true", "A player may also play pits of the other side."),
        ]),
        /// Pits that have action numbers, playable or not. It changes no game, only the numbers by
        /// which programs call the actions (two and three rows).
        numbered: Numbered,
        /// Fewest seeds a pit must hold to be played.
        least: i64 = Values::Number(1, MAX_SEEDS),
        /// Whether a lone seed may move where `least` forbids it. Needs `least` of 2 or more, and one
        /// direction of sowing.
        singles: Singles,
        /// Where a single seed may be sown (two rows).
        lone: Lone,
        /// Whether the only pit of the inner row that holds seeds may be sown out of that row (four rows).
        last_pit: LastPit,
        /// Whether a pit rests after it was played, or reached (two and three rows).
        rest: Rest,
        /// Most seeds of a pit that a player sows where they choose how many, as an action of its own after that
        /// pit was chosen; the others stay in their pit, and the first seed falls in the
        /// next one, whatever `sowing.first` says of laps of all seeds. 0: all seeds are sown, and there is no such choice.
        up_to: i64 = Values::Number(0, MAX_UP_TO),
        /// Fewest seeds that then stay in the pit. Only with `up_to`.
        stay: i64 = Values::Number(0, MAX_SEEDS),
        /// Most seeds of their store that a player sows in place of a pit, as many as they say. Like other laps, these go
        /// on as `[laps]` and the landing table say. 0: they sow none of them.
        store_up_to: i64 = Values::Number(0, MAX_UP_TO),
        /// The number of the pit in which the first of these seeds falls, in its owner's sowing order from 0. Only with
        /// `store_up_to`.
        store_into: i64 = Values::Number(0, MAX_PIT),
        /// Where the others fall. Only with `store_up_to`.
        store_round: StoreRound,
        /// Whether they may go the other way. Only with `store_up_to`, and `direction = "chosen"`.
        store_back: StoreBack,
        /// The direction of a sowing.
        direction: Direction,
        /// How the seeds in reserve come into the game. Goes together with
        /// `setup.reserve`.
        reserve: ReserveEntry,
        /// The numbers of the pits in which one player lays out all seeds, each in its owner's sowing order from 0, on
        /// both sides. Only with `reserve = "placed_by_one"`. `[]`: all.
        reserve_at: PitNumbers,
        /// How pits are filled before the game. Only where seeds are placed then.
        filled: Filled,
        /// Most pits of the inner row in which players may place seeds before the game, one seed in each of them. 0:
        /// they place as many there as they like. Only where players fill their own pits (three and four rows).
        inner_singles: i64 = Values::Number(0, MAX_COLUMNS),
        /// Whether the other player may turn the board round then. Only with `reserve = "placed_by_one"`.
        swap: Swap,
        /// The duty to leave the other player something to play with (two and three rows). It is not asked in first turns in
        /// which seeds are put in a pit (`opening.onto`).
        feeding: Feeding,
        /// Fewest seeds that the other player must then have in their pits; if no action gives them so
        /// many, those that give the most are legal. More than 1 only with `feeding = "forced"`.
        fed: i64 = Values::Number(1, MOST_FED),
        /// Fewest seeds that one of the other player's pits must hold; else they have nothing to play with,
        /// as if all were empty. More than 1 only with `feeding = "forced"` or `feeding = "always"`, and `fed = 1`.
        fed_pit: i64 = Values::Number(1, MAX_SEEDS),
        /// The numbers of pits that are spared, each in its owner's sowing order from 0: while they hold as
        /// many seeds as `spared_counts` says, they are played only where nothing else is legal. `[]`:
        /// there are none.
        spared: PitNumbers,
        /// Seeds with which these pits are spared. Only with `spared`.
        spared_counts: Counts,
        /// The numbers of pits, each in its owner's sowing order from 0, for which a pit may also be sown the
        /// other way: if the first lap ends in one of them, on the player's own side, and the mover captures
        /// seeds in that lap or a later one. Later laps go the usual way. `[]`: there are none.
        back_into: PitNumbers,
        /// When pits that were closed at first (`setup.closed`) may be played. Whoever plays one of them opens all of
        /// theirs.
        reopens: Reopens,
        /// The numbers of closed pits that may be played so, each in its owner's sowing order from 0. `[]`: all.
        reopens_at: PitNumbers,
        /// The numbers of pits that are never played, each in its owner's sowing order from 0; a relay may
        /// go on from them. `[]`: there are none.
        barred: PitNumbers,
    }
}

impl Default for Moves {
    fn default() -> Self {
        Self {
            symmetric: false,
            numbered: Numbered::default(),
            least: 1,
            singles: Singles::default(),
            lone: Lone::default(),
            last_pit: LastPit::default(),
            rest: Rest::default(),
            up_to: 0,
            stay: 0,
            store_up_to: 0,
            store_into: 0,
            store_round: StoreRound::default(),
            store_back: StoreBack::default(),
            direction: Direction::default(),
            reserve: ReserveEntry::default(),
            reserve_at: PitNumbers::default(),
            filled: Filled::default(),
            inner_singles: 0,
            swap: Swap::default(),
            feeding: Feeding::default(),
            fed: 1,
            fed_pit: 1,
            spared: PitNumbers::default(),
            spared_counts: Counts::default(),
            back_into: PitNumbers::default(),
            reopens: Reopens::default(),
            reopens_at: PitNumbers::default(),
            barred: PitNumbers::default(),
            clause: Clauses::default(),
        }
    }
}

impl Filled {
    /// Whether the first pit of a side gets more seeds than any other one.
    #[must_use]
    pub fn is_largest_first(self) -> bool {
        matches!(self, Self::LargestFirst | Self::Descending)
    }
}

impl Rules {
    /// Whether players put seeds in their pits before the game.
    #[must_use]
    pub fn places_seeds(&self) -> bool {
        use ReserveEntry::{PlacedAtOnce, PlacedByOne, PlacedInTurn};
        matches!(self.moves.reserve, PlacedInTurn | PlacedAtOnce | PlacedByOne)
    }

    /// Whether one player lays out all seeds.
    #[must_use]
    pub fn one_places(&self) -> bool {
        self.moves.reserve == ReserveEntry::PlacedByOne
    }

    /// Whether the seeds in reserve are laid out anew in every round.
    #[must_use]
    pub fn lays_reserves_again(&self) -> bool {
        let again = self.rounds.are_played() && self.rounds.layout == Layout::Setup;
        again && self.setup.reserve > 0
    }

    /// Whether the other player may turn the board round then.
    #[must_use]
    pub fn may_swap(&self) -> bool {
        self.moves.swap != Swap::Never
    }

    /// Whether turns begin with a seed of the reserve that falls in a pit.
    #[must_use]
    pub fn drops_seeds(&self) -> bool {
        self.moves.reserve == ReserveEntry::OneATurn
    }

    /// Whether a turn that pauses goes on as it had gone before: the same way, and with what it has done. Elsewhere
    /// an action that goes on begins anew.
    #[must_use]
    pub fn keeps_sowing(&self) -> bool {
        let matters = self.sows_two_ways() || self.drops_seeds() || self.turn.block != Block::None;
        self.may_stop() && matters || self.choose_ends()
    }

    /// Whether players choose how many seeds of a pit they sow.
    #[must_use]
    pub fn choose_numbers(&self) -> bool {
        self.moves.up_to > 0
    }

    /// Whether players may sow captured seeds in place of a pit.
    #[must_use]
    pub fn sows_store(&self) -> bool {
        self.moves.store_up_to > 0
    }

    /// Whether these may go the other way.
    #[must_use]
    pub fn turns_store(&self) -> bool {
        self.sows_store() && self.moves.store_back != StoreBack::Never
    }

    /// Whether a pit may be sown in either direction.
    #[must_use]
    pub fn sows_two_ways(&self) -> bool {
        self.moves.direction.is_two_ways() || self.moves.back_into.is_asked()
    }

    /// Whether the pits of both sides have action numbers.
    #[must_use]
    pub fn numbers_both(&self) -> bool {
        let Moves { symmetric, numbered, .. } = self.moves;
        symmetric || numbered == Numbered::Both || self.rounds.own_pits() || self.one_places()
    }
}

impl Direction {
    /// Whether pits can be sown in either direction.
    #[must_use]
    pub fn is_two_ways(self) -> bool {
        match self {
            Self::Counterclockwise | Self::Clockwise => false,
            Self::Chosen | Self::Outward | Self::FixedByFirst | Self::FixedBySecond => true,
        }
    }
}

//! Observers of what the engine does.

use crate::outcome::End;

/// An observer of the engine's events. The silent one costs nothing.
pub(crate) trait Watch {
    fn note(&mut self, mover: u8, note: Note);

    /// Whether entries that do not fit are of interest.
    fn wants_tests(&self) -> bool {
        false
    }
}

/// Ignores them.
pub(crate) struct Silent;

impl Watch for Silent {
    #[inline]
    fn note(&mut self, _: u8, _: Note) {}
}

/// What caused seeds to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// An entry of the landing table, by its index in the description.
    Entry(u8),
    /// The same, further along from the landing pit.
    Chain(u8),
    /// The landing pit and the pit opposite share their seeds.
    Split(u8),
    /// What such an entry says follows.
    Then(u8),
    /// The relay where no entry fits.
    Relay,
    /// What is sown together with a single captured seed.
    Single,
    /// The relay after a last seed in the store.
    Store,
    /// A drop that completed a pit.
    Drop,
    /// The capture when the sowing is over.
    After,
    /// A capture of the last seeds takes all that is left.
    Last,
    /// A chosen file.
    File {
        /// Captures of the player, the one before the choice included, as far as entries tell them apart.
        captures: u8,
    },
    /// A chosen pit.
    Choice {
        /// The same.
        captures: u8,
    },
    /// What is taken when seeds have been put in a pit.
    Put,
    /// A pit that is chosen then.
    FirstChoice,
    /// Unplayed men lost.
    Forfeit,
    /// A drop in a closed pit, from which it leaves the board.
    Closed,
    /// Seeds of a marked pit, when the sowing is over.
    Home,
    /// Seeds of a marked pit, when the round or the game is over.
    Marked,
    /// Seeds of a shared pit, likewise.
    Shared,
    /// The sweep at the end.
    Rest,
    /// The penalty for not feeding.
    Penalty,
}

/// Where captured seeds go.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Destination {
    Place(usize),
    /// Into the hand, to be sown on.
    Hand,
    /// Out of the game.
    OffBoard,
}

/// A raw event in the places of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Note {
    Lift {
        place: usize,
        count: u8,
    },
    Drop {
        place: usize,
    },
    /// A seed falls in the second round of a lap, in the other row.
    Circle {
        place: usize,
    },
    /// A seed is laid in a pit, without being sown.
    Lay {
        place: usize,
    },
    /// A seed of the reserve of the mover (0), or of the other player, is put in a pit before the game.
    Place {
        half: usize,
        place: usize,
    },
    /// A seed of the reserve enters the game in a pit.
    Enter {
        place: usize,
    },
    /// A pit is a house no more.
    LeaveHouse {
        place: usize,
    },
    /// A pit is blocked for a turn.
    Block {
        place: usize,
    },
    /// Captured seeds wait until the player says which way they are sown.
    Keep {
        count: u8,
    },
    /// They are sown on.
    TakeUp {
        count: u8,
    },
    /// A pit is chosen whose seeds are to be put elsewhere.
    Hold {
        place: usize,
    },
    /// A pit is chosen of which so many seeds are to be sown as the player says next.
    Choose {
        place: usize,
    },
    /// Captured seeds are to be sown, one way or the other.
    ChooseWay,
    /// Its seeds are put there.
    Put {
        from: usize,
        to: usize,
        count: u8,
    },
    Relay {
        by: By,
        place: usize,
        count: u8,
    },
    /// An entry that takes nothing fits.
    Land {
        entry: u8,
        place: usize,
    },
    /// An entry fits after which the player may take a pit beside this one.
    Offer {
        entry: u8,
        place: usize,
    },
    /// The player ends the turn though they could sow on from here, or take a pit beside it.
    Rest {
        place: usize,
    },
    /// The last seed did not fall in this pit, which is empty, but in the one after it.
    Past {
        place: usize,
    },
    /// An entry marks the landing pit.
    Mark {
        entry: u8,
        place: usize,
    },
    /// A capture marks a pit whose seeds are shared.
    Claim {
        place: usize,
    },
    /// An entry closes the landing pit.
    Close {
        entry: u8,
        place: usize,
    },
    /// An entry holds the landing pit.
    HoldPit {
        entry: u8,
        place: usize,
    },
    /// A pit that was closed at first is open from now on.
    Open {
        place: usize,
    },
    /// An entry does not fit, for this test.
    Miss {
        entry: u8,
        test: &'static str,
        place: usize,
    },
    Capture {
        by: By,
        from: usize,
        to: Destination,
        count: u8,
    },
    Reserve {
        count: u8,
    },
    /// The other player was passed over; the mover moves again.
    Skip,
    Sweep {
        by: By,
        from: usize,
        to: usize,
        count: u8,
    },
    /// Both have sown to begin with: the mover (0) or the other player (1) has dropped no more seeds, so many,
    /// and is next; `tie`: both as many.
    Race {
        half: usize,
        count: u8,
        tie: bool,
    },
    /// The lot falls on the mover (0) or on the other player (1).
    Lot {
        half: usize,
    },
    /// A pit stays without seeds for the round.
    Leave {
        place: usize,
    },
    /// A player takes back so many seeds into their reserve, for the round that begins.
    TakeBack {
        count: u8,
    },
    /// A seed is given to the other player, who has none.
    Give {
        from: usize,
        to: usize,
    },
    /// The board is left as it lies before the game.
    KeepBoard,
    /// It is turned round.
    Swap,
    /// Seeds of a pit come to lie in that of the other side.
    Exchange {
        from: usize,
        to: usize,
        count: u8,
    },
    /// A round begins, with this number; who has won the one before (0 the mover).
    Round {
        number: u8,
        winner: Option<usize>,
    },
    /// A pit is filled for the round, or in an empty row.
    Fill {
        from: usize,
        to: usize,
        count: u8,
    },
    /// The end of the game, by this field, stops a sowing: its hand stays in the landing pit.
    Stop {
        field: &'static str,
        landing: usize,
        hand: u8,
    },
    End(End),
}

//! How a turn had gone that pauses until its player says whether it goes on.

/// What is kept of it, in games in which laps go either way or turns begin with a seed of the reserve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paused {
    /// The lap went backward.
    pub backward: bool,
    /// Seeds were captured.
    pub captured: bool,
    /// The turn began with a seed of the reserve.
    pub dropped: bool,
}

impl Paused {
    /// How many there are.
    pub const COUNT: usize = 8;

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        u8::from(self.backward) | u8::from(self.captured) << 1 | u8::from(self.dropped) << 2
    }

    /// The one of a number.
    #[must_use]
    pub fn of(number: u8) -> Self {
        let has = |bit: u8| number >> bit & 1 == 1;
        Self { backward: has(0), captured: has(1), dropped: has(2) }
    }
}

//! After how many laps, and for how few lanes, a sowing is put aside.

/// An action of more laps than this is endless by definition (GE-9).
pub const MOST_LAPS: u32 = 10_000;
/// Sowings longer than this are set aside and checked together: whether they ever end. Fits in the
/// byte that counts the laps of a lane.
pub const MANY_LAPS: u8 = 96;
/// Once at most this many lanes of a block are sowing, the others are settled: a block does not
/// wait for its longest relays.
pub const FEW: usize = 2;
/// Once at most this many of the stragglers are sowing, the others are settled.
pub const HALF_OF_THEM: usize = 32;

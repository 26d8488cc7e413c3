//! Time as an argument. `Mono` measures delays and never jumps; `Wall` is the browser's clock and may jump.

use crate::wire::Wall;

/// Whole milliseconds of `performance.now()`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mono(pub u64);

impl Mono {
    /// `ms` milliseconds later; saturates.
    pub fn plus_ms(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds since `earlier`; 0 if `earlier` is later.
    pub fn since_ms(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// The time of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Monotonic time, for delays.
    pub mono: Mono,
    /// The browser's clock.
    pub wall: Wall,
}

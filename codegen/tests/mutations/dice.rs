//! A small generator of numbers, the same on every machine.

/// Its state; never zero.
pub(crate) struct Dice(u64);

impl Dice {
    /// The dice of a case; cases that follow each other have nothing in common.
    pub(crate) fn of(case: usize) -> Self {
        let mut mixed = (u64::try_from(case).unwrap() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((mixed ^ (mixed >> 31)).max(1))
    }

    /// A number from 0 up to `sides`, which is not among them.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(sides.max(1)).unwrap()).unwrap()
    }
}

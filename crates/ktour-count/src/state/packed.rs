//! Words in nibbles: one machine word for sixteen slots, two for more.
//!
//! A digit stands in every nibble, so a digit is looked for, counted and added in all slots at once. Words of
//! two machine words are used only while moving; they are stored in one, two slots in seven bits, with a last
//! slot left out if its name is the one that occurs only once.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr},
};

use crate::state::form::{FULL_DIGIT as FULL, Form};

/// Names that a word of 19 slots can have.
pub(crate) const NAMES: usize = 9;
/// The lowest bit of every nibble of a machine word.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Bytes of a word of 19 slots.
pub(crate) const BYTES: usize = 10;

/// What every value of every byte adds.
pub(crate) type Sums = [[u32; 256]; BYTES];

/// A word in nibbles, for moving.
pub(crate) trait Nibbles:
    Copy
    + Debug
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many slots there are.
    const SLOTS: usize;
    /// How many names they can have.
    const NAMES: usize;
    /// All bare.
    const BARE: Self;
    /// A mask of the first slot.
    const FIRST: Self;

    /// A word as it is kept.
    fn kept(word: u64, form: Form) -> Self;
    /// The word to keep.
    fn keep(self, form: Form) -> u64;
    /// The same digit everywhere.
    fn all(digit: u64) -> Self;
    /// The sum of all nibbles that are 0 or 1.
    fn size(self) -> u64;
    /// The same, also where there are as many as slots.
    fn count(self) -> u32;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, factor: u64) -> Self;
    /// The lowest digit.
    fn digit(self) -> usize;
    /// Below which bit there is none.
    fn zeros(self) -> u32;
    /// What two digits at a time add up to.
    fn sum(self, sums: &Sums) -> u32;

    /// The slots whose digit is `digit`.
    #[inline(always)]
    fn slots_of(self, digit: u64) -> Self {
        let differs = self ^ Self::all(digit);
        let halves = differs | differs >> 1;
        !(halves | halves >> 2) & Self::all(1)
    }

    /// The first slot of a mask.
    #[inline(always)]
    fn lowest(self) -> Self {
        self & Self::BARE.minus(self)
    }

    /// The digits of a mask's slots.
    #[inline(always)]
    fn whole(self) -> Self {
        self.times(15)
    }
}

impl Nibbles for u64 {
    const SLOTS: usize = 16;
    const NAMES: usize = 8;
    const BARE: u64 = 0;
    const FIRST: u64 = 1;

    #[inline(always)]
    fn kept(word: u64, _: Form) -> u64 {
        word
    }

    #[inline(always)]
    fn keep(self, _: Form) -> u64 {
        self
    }

    #[inline(always)]
    fn all(digit: u64) -> u64 {
        digit * ONES
    }

    #[inline(always)]
    fn size(self) -> u64 {
        // Sixteen would be none; callers ask for fewer.
        self.wrapping_mul(ONES) >> 60
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn minus(self, other: u64) -> u64 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn times(self, factor: u64) -> u64 {
        self.wrapping_mul(factor)
    }

    #[inline(always)]
    fn digit(self) -> usize {
        (self & 15) as usize
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn sum(self, sums: &Sums) -> u32 {
        let bytes = self.to_le_bytes();
        (0..8).map(|at| sums[at][bytes[at] as usize]).sum()
    }
}

impl Nibbles for u128 {
    const SLOTS: usize = 32;
    const NAMES: usize = NAMES;
    const BARE: u128 = 0;
    const FIRST: u128 = 1;

    #[inline(always)]
    fn kept(word: u64, form: Form) -> u128 {
        match form {
            Form::Nibbles => word.into(),
            Form::AllButOne => u128::from(word) | u128::from(lone_name(word)) << 64,
            Form::Pairs => unpaired(word),
            Form::PairsButOne => {
                let known = unpaired(word);
                let names = known & !known.slots_of(FULL).whole();
                known | u128::from(xor_of(names as u64 ^ (names >> 64) as u64)) << 72
            }
        }
    }

    #[inline(always)]
    fn keep(self, form: Form) -> u64 {
        match form {
            Form::Nibbles | Form::AllButOne => self as u64,
            Form::Pairs | Form::PairsButOne => paired(self),
        }
    }

    #[inline(always)]
    fn all(digit: u64) -> u128 {
        let half = digit * ONES;
        u128::from(half) << 64 | u128::from(half)
    }

    #[inline(always)]
    fn size(self) -> u64 {
        let twos = self as u64 + (self >> 64) as u64;
        let fours = (twos & 0x0f0f_0f0f_0f0f_0f0f) + (twos >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
        fours.wrapping_mul(0x0101_0101_0101_0101) >> 56
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn plus(self, other: u128) -> u128 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn minus(self, other: u128) -> u128 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn times(self, factor: u64) -> u128 {
        self.wrapping_mul(factor.into())
    }

    #[inline(always)]
    fn digit(self) -> usize {
        (self & 15) as usize
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn sum(self, sums: &Sums) -> u32 {
        let bytes = self.to_le_bytes();
        (0..BYTES).map(|at| sums[at][bytes[at] as usize]).sum()
    }
}

/// Eighteen nibbles, two in seven bits each.
#[inline(always)]
fn paired(word: u128) -> u64 {
    let eight = |bytes: u64| bytes - 5 * (bytes >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    let bytes = eight(word as u64);
    let twos = bytes & 0x007f_007f_007f_007f | (bytes & 0x7f00_7f00_7f00_7f00) >> 1;
    let fours = twos & 0x0000_3fff_0000_3fff | (twos & 0x3fff_0000_3fff_0000) >> 2;
    let low = fours & 0x0fff_ffff | (fours & 0x0fff_ffff_0000_0000) >> 4;
    low | eight((word >> 64) as u64 & 0xff) << 56
}

/// What [`paired`] was made of.
#[inline(always)]
fn unpaired(word: u64) -> u128 {
    let low = word & 0x00ff_ffff_ffff_ffff;
    let fours = low & 0x0fff_ffff | (low << 4) & 0x0fff_ffff_0000_0000;
    let twos = fours & 0x0000_3fff_0000_3fff | (fours << 2) & 0x3fff_0000_3fff_0000;
    let bytes = twos & 0x007f_007f_007f_007f | (twos << 1) & 0x7f00_7f00_7f00_7f00;
    // Division by 11, exact below 121, in lanes of 16 bits.
    let lanes = |lanes: u64| (lanes * 187) >> 11 & 0x000f_000f_000f_000f;
    let tens = lanes(bytes & 0x00ff_00ff_00ff_00ff) | lanes(bytes >> 8 & 0x00ff_00ff_00ff_00ff) << 8;
    let last = word >> 56;
    u128::from(bytes + 5 * tens) | u128::from(last + 5 * ((last * 187) >> 11)) << 64
}

/// The bits that an odd number of nibbles has.
#[inline(always)]
fn xor_of(word: u64) -> u64 {
    let half = word ^ word >> 32;
    let quarter = half ^ half >> 16;
    let byte = quarter ^ quarter >> 8;
    (byte ^ byte >> 4) & 15
}

/// The name that stands alone, whose other end is the slot that a word leaves out.
#[inline(always)]
pub(crate) fn lone_name(word: u64) -> u64 {
    xor_of(word & !word.slots_of(FULL).whole())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_find_digits() {
        let word = 0x0a21_1203_30a0_5005u64;
        assert_eq!(word.slots_of(10), 0x0100_0000_0010_0000);
        assert_eq!(word.slots_of(3), 0x0000_0001_1000_0000);
        assert_eq!(word.slots_of(0) & 0xf, 0);
        assert_eq!(word.slots_of(0).size(), 6);
        assert_eq!(u128::from(word).slots_of(0).size(), 16 + 6);
        assert_eq!(lone_name(word), 0);
        assert_eq!(lone_name(word ^ 0x5000), 5);
    }

    #[test]
    fn a_wide_word_is_kept_in_a_narrow_one() {
        for pair in 0..9 {
            for byte in (0..=10u128).flat_map(|low| (0..=10).map(move |high| low | high << 4)) {
                let word = 0x1a_03a1_2a30_4040_a052u128 & !(0xff << (8 * pair)) | byte << (8 * pair);
                assert_eq!(u128::kept(word.keep(Form::Pairs), Form::Pairs), word);
            }
        }
        // A name that stands alone is that of the slot left out.
        for (word, form) in
            [(0x2_a031_3a01_2004_4a00u128, Form::AllButOne), (0x5a5_a031_3a01_2004_4a02, Form::PairsButOne)]
        {
            assert_eq!(u128::kept(word.keep(form), form), word);
        }
    }
}

//! Packed states: the digits of a mate table in one machine word.
//!
//! A table has a digit for every slot: bare, inner, or the name of a pair. Words have a nibble for a digit; a
//! slot that is left out is found again by the name that occurs only once, and longer tables have two digits
//! in seven bits.

use crate::state::encoding::{FULL_DIGIT as FULL, StateEncoding};

/// The lowest bit of every nibble.
const ONES: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;

/// The nibbles of a packed state.
pub(crate) fn unpacked(word: u64, form: StateEncoding) -> u128 {
    match form {
        StateEncoding::Nibbles => word.into(),
        StateEncoding::AllButOne => u128::from(word) | u128::from(lone_name(word.into())) << 64,
        StateEncoding::Pairs => unpaired(word),
        StateEncoding::PairsButOne => {
            let known = unpaired(word);
            known | u128::from(lone_name(known)) << 72
        }
    }
}

/// The packed state of some nibbles.
pub(crate) fn packed(nibbles: u128, form: StateEncoding) -> u64 {
    match form {
        StateEncoding::Nibbles | StateEncoding::AllButOne => nibbles as u64,
        StateEncoding::Pairs | StateEncoding::PairsButOne => paired(nibbles),
    }
}

/// The slots whose digit is `digit`: the lowest bit of each.
#[inline(always)]
fn slots_of(nibbles: u128, digit: u64) -> u128 {
    let differs = nibbles ^ (ONES * u128::from(digit));
    let halves = differs | differs >> 1;
    !(halves | halves >> 2) & ONES
}

/// The name that stands alone, whose other end is the slot that a word leaves out.
#[inline(always)]
fn lone_name(nibbles: u128) -> u64 {
    let names = nibbles & !(slots_of(nibbles, FULL) * 15);
    xor_of(names as u64 ^ (names >> 64) as u64)
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

/// Inverse of [`paired`].
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_find_digits() {
        let word = 0x0a21_1203_30a0_5005u128;
        assert_eq!(slots_of(word, 10), 0x0100_0000_0010_0000);
        assert_eq!(slots_of(word, 3), 0x0000_0001_1000_0000);
        assert_eq!(slots_of(word, 0).count_ones(), 16 + 6);
        assert_eq!(lone_name(word), 0);
        assert_eq!(lone_name(word ^ 0x5000), 5);
    }

    #[test]
    fn a_state_is_unpacked_as_it_was_packed() {
        for pair in 0..9 {
            for byte in (0..=10u128).flat_map(|low| (0..=10).map(move |high| low | high << 4)) {
                let nibbles = 0x1a_03a1_2a30_4040_a052u128 & !(0xff << (8 * pair)) | byte << (8 * pair);
                assert_eq!(unpacked(packed(nibbles, StateEncoding::Pairs), StateEncoding::Pairs), nibbles);
            }
        }
        // A name that stands alone is that of the slot left out.
        for (nibbles, form) in [
            (0x2_a031_3a01_2004_4a00u128, StateEncoding::AllButOne),
            (0x5a5_a031_3a01_2004_4a02, StateEncoding::PairsButOne),
        ] {
            assert_eq!(unpacked(packed(nibbles, form), form), nibbles);
        }
    }
}

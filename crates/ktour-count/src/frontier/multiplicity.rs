//! Multiplicities: how many partial choices a state stands for.
//!
//! A layer counts in one machine word until a sum could overflow it; the whole layer is widened before that
//! step. Additions therefore never wrap.

use num_bigint::BigUint;

/// A number that layers add up.
pub(crate) trait Multiplicity: Copy + Send + Sync + 'static {
    /// None.
    const ZERO: Self;
    /// One partial choice.
    const ONE: Self;
    /// The sum; the caller knows that it fits.
    fn plus(self, other: Self) -> Self;
    /// The position of the highest bit set, counted from 1.
    fn bits(self) -> u64;
    /// Converts to an unbounded number for results.
    fn to_big(self) -> BigUint;
    /// Appends the bytes of the number to a file's buffer.
    fn write(self, to: &mut Vec<u8>);
    /// Reads what [`write`](Self::write) wrote.
    fn read(from: &[u8]) -> Self;
    /// The same of some first bytes alone, with 16 or more bytes behind them.
    fn of_bytes(from: &[u8], bytes: usize) -> Self;
}

impl Multiplicity for u64 {
    const ZERO: u64 = 0;
    const ONE: u64 = 1;

    fn plus(self, other: u64) -> u64 {
        self + other
    }

    fn bits(self) -> u64 {
        64 - u64::from(self.leading_zeros())
    }

    fn to_big(self) -> BigUint {
        self.into()
    }

    fn write(self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn read(from: &[u8]) -> u64 {
        word_at(from, 0)
    }

    #[inline(always)]
    fn of_bytes(from: &[u8], bytes: usize) -> u64 {
        word_at(from, 0) & (u64::MAX >> (64 - 8 * bytes))
    }
}

impl Multiplicity for u128 {
    const ZERO: u128 = 0;
    const ONE: u128 = 1;

    fn plus(self, other: u128) -> u128 {
        self + other
    }

    fn bits(self) -> u64 {
        128 - u64::from(self.leading_zeros())
    }

    fn to_big(self) -> BigUint {
        self.into()
    }

    fn write(self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn read(from: &[u8]) -> u128 {
        u128::from(word_at(from, 0)) | u128::from(word_at(from, 1)) << 64
    }

    #[inline(always)]
    fn of_bytes(from: &[u8], bytes: usize) -> u128 {
        u128::read(from) & (u128::MAX >> (128 - 8 * bytes))
    }
}

/// 1024 bits, lowest word first: enough for 308 digits.
#[derive(Clone, Copy)]
pub(crate) struct Wide([u64; 16]);

impl From<u128> for Wide {
    fn from(number: u128) -> Wide {
        let mut words = [0; 16];
        (words[0], words[1]) = (number as u64, (number >> 64) as u64);
        Wide(words)
    }
}

impl Multiplicity for Wide {
    const ZERO: Wide = Wide([0; 16]);
    const ONE: Wide = Wide([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

    fn plus(mut self, other: Wide) -> Wide {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(other.0) {
            (*word, carry) = add_with_carry(*word, more, carry);
        }
        self
    }

    fn bits(self) -> u64 {
        (0..16).rev().find(|&at| self.0[at] != 0).map_or(0, |at| at as u64 * 64 + self.0[at].bits())
    }

    fn to_big(self) -> BigUint {
        self.0.iter().rev().fold(BigUint::ZERO, |sum, &word| (sum << 64u32) + word)
    }

    fn write(self, to: &mut Vec<u8>) {
        self.0.iter().for_each(|word| to.extend(word.to_le_bytes()));
    }

    fn read(from: &[u8]) -> Wide {
        Wide(std::array::from_fn(|at| word_at(from, at)))
    }

    fn of_bytes(from: &[u8], bytes: usize) -> Wide {
        let mut words = [0; 16];
        for (at, word) in words.iter_mut().enumerate().take(bytes.div_ceil(8)) {
            *word = u64::of_bytes(&from[8 * at..], (bytes - 8 * at).min(8));
        }
        Wide(words)
    }
}

/// The `at`-th word of some bytes.
pub fn word_at(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[8 * at..8 * at + 8]);
    u64::from_le_bytes(word)
}

fn add_with_carry(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_numbers_carry() {
        let mut wide = Wide::from(u128::MAX);
        let mut big = BigUint::from(u128::MAX);
        for _ in 0..300 {
            wide = wide.plus(wide);
            big = &big + &big;
            assert_eq!(wide.to_big(), big);
            assert_eq!(wide.bits(), big.bits());
        }
    }
}

//! The mate table: all that a frontier remembers.
//!
//! Squares are decided one by one, each until two chosen leaps touch it. For each slot of the
//! frontier
//!
//! * `mate[s] == s`      no chosen leap touches `s` yet (*bare*);
//! * `mate[s] == t`      `s` and `t` are the two ends of one chosen path (*outer*);
//! * `mate[s] == INNER`  two chosen leaps touch `s`.
//!
//! Two partial choices with equal tables have the same completions, so the counter adds their multiplicities
//! and keeps one. A table is written as one machine word: the pairs are named in the order of their first
//! end, and every slot takes a digit (bare, inner, or a name): four bits for up to 16 slots. A 17th slot that
//! is never inner is left out: if it is an end, its name is the one that occurs only once. Other tables pack
//! two digits into seven bits, up to 18 slots, or 19 in the same way.
//!
//! Reference: Knuth, TAOCP 4, pre-fascicle 8A; Iwashita & Minato 2013.

use crate::state::{
    encoding::{FULL_DIGIT, StateEncoding},
    packed::{packed, unpacked},
};

/// Two chosen leaps touch the slot.
pub(crate) const INNER: u8 = 31;
/// The most slots a word can hold.
pub(crate) const MOST_SLOTS: usize = 19;
/// Capacity of a frontier while squares enter and leave it.
pub(crate) const SLOT_CAPACITY: usize = 32;
const FULL: u8 = FULL_DIGIT as u8;

/// A mate table, unpacked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matching(pub(crate) [u8; SLOT_CAPACITY]);

impl Matching {
    /// Nothing chosen.
    pub(crate) fn bare() -> Matching {
        Matching(std::array::from_fn(|slot| slot as u8))
    }

    /// How many chosen leaps touch the slot.
    pub(crate) fn degree(&self, slot: usize) -> usize {
        match self.0[slot] {
            INNER => 2,
            mate => usize::from(mate as usize != slot),
        }
    }

    /// Takes the leap between two slots that are not inner, and says whether that closed a
    /// cycle.
    pub(crate) fn take(&mut self, a: usize, b: usize) -> bool {
        let (end_a, end_b) = (self.0[a] as usize, self.0[b] as usize);
        if end_a == b {
            self.0[a] = INNER;
            self.0[b] = INNER;
            return true;
        }
        self.0[a] = INNER;
        self.0[b] = INNER;
        self.0[end_a] = end_b as u8;
        self.0[end_b] = end_a as u8;
        false
    }

    /// The table after the inner slot `gone` has left the frontier.
    pub(crate) fn shifted(&self, gone: usize) -> Matching {
        let earlier = |mate: u8| mate - u8::from(mate > gone as u8 && mate != INNER);
        Matching(std::array::from_fn(|slot| match slot {
            slot if slot < gone => earlier(self.0[slot]),
            slot if slot + 2 < SLOT_CAPACITY => earlier(self.0[slot + 1]),
            slot => slot as u8,
        }))
    }

    /// The word in a form, without the inner slot `without`, 0 or 1, if one leaves.
    ///
    /// Nothing branches on the table, which would be guessed wrong half the time.
    pub(crate) fn pack(&self, form: StateEncoding, without: Option<usize>) -> u64 {
        let mut digits = [0u8; SLOT_CAPACITY];
        digits[INNER as usize] = FULL;
        let mut names = 0;
        for slot in 0..MOST_SLOTS + 1 {
            let mate = self.0[slot];
            let is_new = mate > slot as u8 && mate != INNER;
            names += u8::from(is_new);
            digits[slot] = if is_new { names } else { digits[mate as usize % SLOT_CAPACITY] };
        }
        let start = usize::from(without.is_some());
        if without == Some(1) {
            digits[1] = digits[0];
        }
        let word =
            digits[start..=MOST_SLOTS].iter().rev().fold(0, |word, &digit| word << 4 | u128::from(digit));
        packed(word, form)
    }

    /// The table of a word, slots behind it bare; and the sum of the degrees, each times its
    /// weight.
    pub(crate) fn unpack(
        word: u64,
        form: StateEncoding,
        weights: &[usize; SLOT_CAPACITY],
    ) -> (Matching, usize) {
        // Where a name was seen last; the spare slot takes what is not to be kept.
        const SPARE: u8 = SLOT_CAPACITY as u8 - 1;
        let mut mates = Matching::bare();
        let mut seen = [SPARE; 16];
        let mut profile = 0;
        let mut follow = |slot: usize, digit: usize| {
            let first = seen[digit];
            let (is_touched, is_full) = (digit != 0, digit == FULL as usize);
            let mate = if is_touched { first } else { slot as u8 };
            mates.0[slot] = if is_full { INNER } else { mate };
            mates.0[first as usize % SLOT_CAPACITY] = slot as u8;
            seen[digit] = if is_touched && !is_full { slot as u8 } else { SPARE };
            profile += (usize::from(is_touched) + usize::from(is_full)) * weights[slot];
        };
        let nibbles = unpacked(word, form);
        for slot in 0..MOST_SLOTS {
            follow(slot, (nibbles >> (4 * slot)) as usize & 15);
        }
        (mates, profile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_holds_the_whole_table() {
        for (slots, form) in [
            (2usize, StateEncoding::Nibbles),
            (12, StateEncoding::Nibbles),
            (16, StateEncoding::Nibbles),
            (17, StateEncoding::AllButOne),
            (17, StateEncoding::Pairs),
            (18, StateEncoding::Pairs),
            (19, StateEncoding::PairsButOne),
        ] {
            let mut mates = Matching::bare();
            assert!(!mates.take(0, slots - 1));
            if slots > 5 {
                assert!(!mates.take(1, 4));
                assert!(!mates.take(4, 3));
                assert!(!mates.take(5, 2));
            }
            let (again, _) = Matching::unpack(mates.pack(form, None), form, &[0; SLOT_CAPACITY]);
            assert_eq!(again.0[..slots], mates.0[..slots], "{slots} slots");
        }
    }

    #[test]
    fn taking_the_leap_between_two_mates_closes() {
        let mut mates = Matching::bare();
        assert!(!mates.take(0, 1));
        assert!(!mates.take(1, 2));
        assert_eq!(mates.0[..3], [2, INNER, 0]);
        assert!(mates.take(2, 0));
        assert_eq!(mates.0[..3], [INNER; 3]);
    }
}

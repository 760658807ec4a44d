//! Moves on words: the next mate tables, computed without unpacking.
//!
//! A word has a nibble for every slot (see [`frontier`](crate::problem::frontier)): bare, inner, or the name
//! of a pair, names given in the order of first appearance. A step removes the deciding square and joins two
//! ends; all other pairs keep their order, so their names move by a constant between certain names. With a
//! mask of the slots of every name, the new word is a sum of a few masks, without loops or unpredictable
//! branches.

use crate::{
    state::form::FULL_DIGIT as FULL,
    state::packed::{BYTES, NAMES, Nibbles, Sums},
};

/// A slot as a move sees it: a mask with one slot, or an empty one for the slot left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot<N> {
    pub(crate) mask: N,
    shift: u32,
}

impl<N: Nibbles> Spot<N> {
    /// The spot of a slot.
    pub(crate) fn new(slot: usize) -> Spot<N> {
        // The slot left out is bare before the move: any nibble that is always bare would do.
        if slot >= N::SLOTS {
            Spot { mask: N::BARE, shift: 0 }
        } else {
            let shift = 4 * slot as u32;
            Spot { mask: N::FIRST << shift, shift }
        }
    }

    /// Its digit.
    #[inline(always)]
    pub(crate) fn digit(self, word: N) -> usize {
        if self.mask == N::BARE { 0 } else { (word >> self.shift).digit() }
    }
}

/// The digit of a slot.
#[inline(always)]
pub(crate) fn digit_at<N: Nibbles>(word: N, slot: usize) -> usize {
    (word >> (4 * slot as u32)).digit()
}

/// The word without a slot, and with `lone` at the slot left out.
#[inline(always)]
pub(crate) fn without<N: Nibbles>(word: N, leaving: usize, lone: u64) -> N {
    let low = (N::FIRST << (4 * leaving as u32)).minus(N::FIRST);
    word & low | word >> 4 & !low | N::FIRST.times(lone) << 60
}

/// A word about to be moved: where every name stands.
pub(crate) struct Named<N> {
    /// The word without the slot that leaves.
    rest: N,
    /// Slots of every name in `rest`.
    at: [N; NAMES + 2],
    /// Slots of all later names; nothing for 0, which is no name.
    later: [N; NAMES + 2],
    /// Slots of all names.
    all: N,
    /// Where names appear first, in the word as it was.
    firsts: N,
    /// Slots before this one have the same number in the word as it was.
    low: N,
    /// By how much the others have moved.
    moved: u32,
}

impl<N: Nibbles> Named<N> {
    /// The word, from which the slot `leaving` goes, with `lone` at the slot left out.
    #[expect(clippy::needless_range_loop, reason = "a loop with constant bounds is unrolled: a sixth faster")]
    #[inline(always)]
    pub(crate) fn new(word: N, leaving: Option<usize>, lone: u64) -> Named<N> {
        let (low, moved) = match leaving {
            Some(slot) => ((N::FIRST << (4 * slot as u32)).minus(N::FIRST), 4),
            None => (N::BARE, 0),
        };
        let without = |mask: N| mask & low | mask >> moved & !low;
        let mut named = Named {
            rest: without(word) | N::FIRST.times(lone) << 60,
            at: [N::BARE; NAMES + 2],
            later: [N::BARE; NAMES + 2],
            all: N::BARE,
            firsts: N::BARE,
            low,
            moved,
        };
        let mut upto = [N::BARE; NAMES + 2];
        for name in 1..=N::NAMES {
            let slots = word.slots_of(name as u64);
            named.firsts |= slots.lowest();
            let slots = without(slots) | N::FIRST.times(u64::from(lone == name as u64)) << 60;
            named.at[name] = slots;
            named.all |= slots;
            upto[name] = named.all;
        }
        for name in 1..=N::NAMES {
            named.later[name] = named.all ^ upto[name];
        }
        named
    }

    /// The word after two ends are joined: the mates of two slots, which become inner, or the
    /// slots themselves where they are bare.
    #[inline(always)]
    pub(crate) fn joined(&self, (x, a): (usize, N), (y, b): (usize, N)) -> N {
        let ends = (self.at[x] ^ a) | (self.at[y] ^ b);
        let inner = (if x == 0 { N::BARE } else { a }) | (if y == 0 { N::BARE } else { b });
        let gone = self.at[x] | self.at[y];
        let lowest = ends.lowest();
        let before = if lowest & self.low != N::BARE { lowest } else { lowest << self.moved };
        // How many names appear before the new pair does.
        let earlier = (self.firsts & before.minus(N::FIRST)).size();
        let is_earlier = |name: usize| u64::from((name as u64).wrapping_sub(1) < earlier);
        let name = 1 + earlier - is_earlier(x) - is_earlier(y);
        let behind = if earlier == 0 { self.all } else { self.later[earlier as usize] };
        (self.rest & !gone.whole())
            .plus(behind & !gone)
            .minus(self.later[x] & !gone)
            .minus(self.later[y] & !gone)
            .plus(ends.times(name))
            .plus(inner.times(FULL))
    }
}

/// The word of the mirror image: the slot at `order[i]` comes to slot `i`.
pub(crate) fn mirrored<N: Nibbles>(word: N, order: &[u8]) -> N {
    let digit = N::FIRST.whole();
    let image = order.iter().enumerate().fold(N::BARE, |image, (slot, &from)| {
        image | (word >> (4 * u32::from(from)) & digit) << (4 * slot as u32)
    });
    let inner = image.slots_of(FULL);
    let mut left = !(image.slots_of(0) | inner) & N::all(1);
    let mut renamed = inner.times(FULL);
    let mut name = 1;
    while left != N::BARE {
        let slots = image.slots_of((image >> left.zeros()).digit() as u64);
        renamed = renamed.plus(slots.times(name));
        left = left & !slots;
        name += 1;
    }
    renamed
}

/// A sum over the degrees of all slots, two nibbles at a time.
#[derive(Clone, Debug)]
pub(crate) struct DegreeSum(Box<Sums>);

impl DegreeSum {
    /// Given what a slot adds with a degree.
    pub(crate) fn new(weight: impl Fn(usize, usize) -> u32) -> DegreeSum {
        let degree = |digit: usize| match digit {
            0 => 0,
            digit => 1 + usize::from(digit == FULL as usize),
        };
        let mut sums = Box::new([[0; 256]; BYTES]);
        for (byte, sums) in sums.iter_mut().enumerate() {
            for (value, sum) in sums.iter_mut().enumerate() {
                *sum = weight(2 * byte, degree(value & 15)) + weight(2 * byte + 1, degree(value >> 4));
            }
        }
        DegreeSum(sums)
    }

    /// The degrees as a number in base 3, each slot where `order` takes it; or what is missing
    /// to two everywhere.
    pub(crate) fn in_order(order: &[u8], is_missing: bool) -> DegreeSum {
        let mut at = [None; 2 * BYTES];
        for (slot, &from) in order.iter().enumerate() {
            at[from as usize] = Some(3u32.pow(slot as u32));
        }
        DegreeSum::new(|slot, degree| {
            at[slot].unwrap_or(0) * if is_missing { 2 - degree } else { degree } as u32
        })
    }

    /// The sum for a word.
    #[inline(always)]
    pub(crate) fn sum<N: Nibbles>(&self, word: N) -> u32 {
        word.sum(&self.0)
    }
}

/// A mirror: which of a word and its image stands for both.
#[derive(Clone, Debug)]
pub(crate) struct Mirror {
    pub(crate) order: Vec<u8>,
    own: DegreeSum,
    image: DegreeSum,
}

impl Mirror {
    pub(crate) fn new(order: Vec<u8>) -> Mirror {
        let own: Vec<u8> = (0..order.len() as u8).collect();
        let (own, image) = (DegreeSum::in_order(&own, false), DegreeSum::in_order(&order, false));
        Mirror { order, own, image }
    }

    /// The one with the lower degrees, or the lower word.
    pub(crate) fn lower<N: Nibbles>(&self, word: N) -> N {
        match self.own.sum(word).cmp(&self.image.sum(word)) {
            std::cmp::Ordering::Less => word,
            std::cmp::Ordering::Greater => mirrored(word, &self.order),
            std::cmp::Ordering::Equal => word.min(mirrored(word, &self.order)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_twice_is_the_word() {
        let order = [3, 2, 1, 0, 7, 6, 5, 4];
        let word = 0x32a3_2101u64;
        let image = mirrored(word, &order);
        assert_eq!(image, 0x3a13_2021);
        assert_eq!(mirrored(image, &order), word);
        assert_eq!(mirrored(u128::from(word), &order), image.into());
    }
}

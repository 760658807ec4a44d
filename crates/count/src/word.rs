//! Moves on words: what follows from a mate table, without unpacking it.
//!
//! A word has a nibble for every place (see [`frontier`](crate::frontier)): bare, inner, or the
//! name of a pair, names given in the order of first appearance. A step removes the deciding
//! square and joins two ends; all other pairs keep their order, so their names move by a constant
//! between certain names. With a mask of the places of every name, the new word is a sum of a few
//! masks: no loop, and nothing that a processor would have to guess.

use crate::frontier::FULL_DIGIT as FULL;

/// The lowest bit of every nibble.
pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;
/// Names that a word of 17 places can have.
const NAMES: usize = 8;

/// The places whose digit is `digit`.
pub(crate) fn places_of(word: u64, digit: u64) -> u64 {
    let differs = word ^ (digit * ONES);
    let halves = differs | differs >> 1;
    !(halves | halves >> 2) & ONES
}

/// How many places a mask has, below 16.
pub(crate) fn size(mask: u64) -> u64 {
    mask.wrapping_mul(ONES) >> 60
}

/// The digit at the place of a mask of one place; none for an empty mask.
fn digit(word: u64, place: u32) -> usize {
    (word >> place & 15) as usize
}

/// The name that stands alone, whose other end is the place that a word leaves out.
pub(crate) fn lone_name(word: u64) -> u64 {
    let names = word & !(places_of(word, FULL) * 15);
    let half = names ^ names >> 32;
    let quarter = half ^ half >> 16;
    let byte = quarter ^ quarter >> 8;
    (byte ^ byte >> 4) & 15
}

/// A place as a move sees it: a mask with one place, or an empty one for the place left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) mask: u64,
    shift: u32,
}

impl Spot {
    /// The spot of a place.
    pub(crate) fn new(place: usize) -> Spot {
        // The place left out is bare before the move: any nibble that is always bare would do.
        if place > 15 {
            Spot { mask: 0, shift: 0 }
        } else {
            Spot { mask: 1 << (4 * place), shift: 4 * place as u32 }
        }
    }

    /// Its digit.
    pub(crate) fn digit(self, word: u64) -> usize {
        if self.mask == 0 { 0 } else { digit(word, self.shift) }
    }
}

/// A word about to be moved: where every name stands.
pub(crate) struct Named {
    /// The word without the place that leaves.
    pub(crate) rest: u64,
    /// The digit of the place that leaves.
    pub(crate) first: usize,
    /// Places of every name in `rest`.
    at: [u64; NAMES + 2],
    /// Places of all later names; nothing for 0, which is no name.
    later: [u64; NAMES + 2],
    /// Places of all names.
    all: u64,
    /// Where names appear first, in the word as it was.
    firsts: u64,
    /// Places before this one have the same number in the word as it was.
    low: u64,
    /// By how much the others have moved.
    moved: u32,
}

impl Named {
    /// The word, from which the place `leaving` goes, with `lone` at the place left out.
    #[inline(always)]
    pub(crate) fn new(word: u64, leaving: Option<usize>, lone: u64) -> Named {
        let (low, moved) = match leaving {
            Some(place) => ((1u64 << (4 * place)) - 1, 4),
            None => (0, 0),
        };
        let without = |mask: u64| mask & low | mask >> moved & !low;
        let mut named = Named {
            rest: without(word) | lone << 60,
            first: leaving.map_or(0, |place| digit(word, 4 * place as u32)),
            at: [0; NAMES + 2],
            later: [0; NAMES + 2],
            all: 0,
            firsts: 0,
            low,
            moved,
        };
        let mut upto = [0; NAMES + 1];
        for (name, upto) in upto.iter_mut().enumerate().skip(1) {
            let places = places_of(word, name as u64);
            named.firsts |= places & places.wrapping_neg();
            let places = without(places) | u64::from(lone == name as u64) << 60;
            named.at[name] = places;
            named.all |= places;
            *upto = named.all;
        }
        for (later, upto) in named.later.iter_mut().zip(upto).skip(1) {
            *later = named.all ^ upto;
        }
        named
    }

    /// The word after two ends are joined: the mates of two places, which become inner, or the
    /// places themselves where they are bare.
    #[inline(always)]
    pub(crate) fn joined(&self, (x, a): (usize, u64), (y, b): (usize, u64)) -> u64 {
        let ends = (self.at[x] ^ a) | (self.at[y] ^ b);
        let inner = (if x == 0 { 0 } else { a }) | (if y == 0 { 0 } else { b });
        let gone = self.at[x] | self.at[y];
        let lowest = ends & ends.wrapping_neg();
        let before = if lowest & self.low != 0 { lowest } else { lowest << self.moved };
        // How many names appear before the new pair does.
        let earlier = size(self.firsts & before.wrapping_sub(1));
        let is_earlier = |name: usize| u64::from((name as u64).wrapping_sub(1) < earlier);
        let name = 1 + earlier - is_earlier(x) - is_earlier(y);
        let behind = if earlier == 0 { self.all } else { self.later[earlier as usize] };
        (self.rest & !(gone * 15))
            .wrapping_add(behind & !gone)
            .wrapping_sub(self.later[x] & !gone)
            .wrapping_sub(self.later[y] & !gone)
            .wrapping_add(name.wrapping_mul(ends))
            .wrapping_add(FULL * inner)
    }
}

/// The word of the mirror image: the place at `order[i]` comes to place `i`.
pub(crate) fn mirrored(word: u64, order: &[u8]) -> u64 {
    let image = order
        .iter()
        .enumerate()
        .fold(0, |image, (place, &from)| image | (word >> (4 * from) & 15) << (4 * place));
    let mut left = !(places_of(image, 0) | places_of(image, FULL)) & ONES;
    let mut renamed = FULL * places_of(image, FULL);
    let mut name = 1;
    while left != 0 {
        let places = places_of(image, u64::from(digit(image, left.trailing_zeros()) as u32));
        renamed += name * places;
        left &= !places;
        name += 1;
    }
    renamed
}

/// A sum over the degrees of all places, two nibbles at a time.
#[derive(Clone, Debug)]
pub(crate) struct Degrees(Box<[[u32; 256]; 8]>);

impl Degrees {
    /// Given what a place adds with a degree.
    pub(crate) fn new(weight: impl Fn(usize, usize) -> u32) -> Degrees {
        let degree = |digit: usize| match digit {
            0 => 0,
            digit => 1 + usize::from(digit == FULL as usize),
        };
        let mut sums = Box::new([[0; 256]; 8]);
        for (byte, sums) in sums.iter_mut().enumerate() {
            for (value, sum) in sums.iter_mut().enumerate() {
                *sum = weight(2 * byte, degree(value & 15)) + weight(2 * byte + 1, degree(value >> 4));
            }
        }
        Degrees(sums)
    }

    /// The degrees as a number in base 3, each place where `order` takes it; or what is missing
    /// to two everywhere.
    pub(crate) fn in_order(order: &[u8], is_missing: bool) -> Degrees {
        let mut at = [None; 16];
        for (place, &from) in order.iter().enumerate() {
            at[from as usize] = Some(3u32.pow(place as u32));
        }
        Degrees::new(|place, degree| {
            at[place].unwrap_or(0) * if is_missing { 2 - degree } else { degree } as u32
        })
    }

    /// The sum for a word.
    pub(crate) fn sum(&self, word: u64) -> u32 {
        let bytes = word.to_le_bytes();
        (0..8).map(|at| self.0[at][bytes[at] as usize]).sum()
    }
}

/// A mirror: which of a word and its image stands for both.
#[derive(Clone, Debug)]
pub(crate) struct Mirror {
    pub(crate) order: Vec<u8>,
    own: Degrees,
    image: Degrees,
}

impl Mirror {
    pub(crate) fn new(order: Vec<u8>) -> Mirror {
        let own: Vec<u8> = (0..order.len() as u8).collect();
        let (own, image) = (Degrees::in_order(&own, false), Degrees::in_order(&order, false));
        Mirror { order, own, image }
    }

    /// The one with the lower degrees, or the lower word.
    pub(crate) fn lower(&self, word: u64) -> u64 {
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
    fn masks_find_digits() {
        let word = 0x0a21_1203_30a0_5005;
        assert_eq!(places_of(word, 10), 0x0100_0000_0010_0000);
        assert_eq!(places_of(word, 3), 0x0000_0001_1000_0000);
        assert_eq!(places_of(word, 0) & 0xf, 0);
        assert_eq!(size(places_of(word, 0)), 6);
        assert_eq!(lone_name(word), 0);
        assert_eq!(lone_name(word ^ 0x5000), 5);
    }

    #[test]
    fn a_mirror_twice_is_the_word() {
        let order = [3, 2, 1, 0, 7, 6, 5, 4];
        let word = 0x32a3_2101;
        let image = mirrored(word, &order);
        assert_eq!(image, 0x3a13_2021);
        assert_eq!(mirrored(image, &order), word);
    }
}

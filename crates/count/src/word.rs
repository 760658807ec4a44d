//! Moves on words: what follows from a mate table, without unpacking it.
//!
//! A word has a nibble for every place (see [`frontier`](crate::frontier)): bare, inner, or the
//! name of a pair, names given in the order of first appearance. A step removes the deciding
//! square and joins two ends; all other pairs keep their order, so their names move by a constant
//! between certain names. With a mask of the places of every name, the new word is a sum of a few
//! masks: no loop, and nothing that a processor would have to guess. Sixteen places are one
//! machine word; wider frontiers are moved in two and kept in one, two places in seven bits.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr},
};

use crate::frontier::{FULL_DIGIT as FULL, Form};

/// Names that a word of 19 places can have.
const NAMES: usize = 9;
/// The lowest bit of every nibble of a machine word.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Bytes of a word of 19 places.
const BYTES: usize = 10;

/// What every value of every byte adds.
type Sums = [[u32; 256]; BYTES];

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
    /// How many places there are.
    const PLACES: usize;
    /// How many names they can have.
    const NAMES: usize;
    /// All bare.
    const BARE: Self;
    /// A mask of the first place.
    const FIRST: Self;

    /// A word as it is kept.
    fn kept(word: u64, form: Form) -> Self;
    /// The word to keep.
    fn keep(self, form: Form) -> u64;
    /// The same digit everywhere.
    fn all(digit: u64) -> Self;
    /// The sum of all nibbles that are 0 or 1.
    fn size(self) -> u64;
    /// The same, also where there are as many as places.
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

    /// The places whose digit is `digit`.
    #[inline(always)]
    fn places_of(self, digit: u64) -> Self {
        let differs = self ^ Self::all(digit);
        let halves = differs | differs >> 1;
        !(halves | halves >> 2) & Self::all(1)
    }

    /// The first place of a mask.
    #[inline(always)]
    fn lowest(self) -> Self {
        self & Self::BARE.minus(self)
    }

    /// The digits of a mask's places.
    #[inline(always)]
    fn whole(self) -> Self {
        self.times(15)
    }
}

impl Nibbles for u64 {
    const PLACES: usize = 16;
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
        // Sixteen would be none; whoever asks has fewer.
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
    const PLACES: usize = 32;
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
                let names = known & !known.places_of(FULL).whole();
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

/// The name that stands alone, whose other end is the place that a word leaves out.
#[inline(always)]
pub(crate) fn lone_name(word: u64) -> u64 {
    xor_of(word & !word.places_of(FULL).whole())
}

/// A place as a move sees it: a mask with one place, or an empty one for the place left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot<N> {
    pub(crate) mask: N,
    shift: u32,
}

impl<N: Nibbles> Spot<N> {
    /// The spot of a place.
    pub(crate) fn new(place: usize) -> Spot<N> {
        // The place left out is bare before the move: any nibble that is always bare would do.
        if place >= N::PLACES {
            Spot { mask: N::BARE, shift: 0 }
        } else {
            let shift = 4 * place as u32;
            Spot { mask: N::FIRST << shift, shift }
        }
    }

    /// Its digit.
    #[inline(always)]
    pub(crate) fn digit(self, word: N) -> usize {
        if self.mask == N::BARE { 0 } else { (word >> self.shift).digit() }
    }
}

/// A word about to be moved: where every name stands.
pub(crate) struct Named<N> {
    /// The word without the place that leaves.
    pub(crate) rest: N,
    /// The digit of the place that leaves.
    pub(crate) first: usize,
    /// Places of every name in `rest`.
    at: [N; NAMES + 2],
    /// Places of all later names; nothing for 0, which is no name.
    later: [N; NAMES + 2],
    /// Places of all names.
    all: N,
    /// Where names appear first, in the word as it was.
    firsts: N,
    /// Places before this one have the same number in the word as it was.
    low: N,
    /// By how much the others have moved.
    moved: u32,
}

impl<N: Nibbles> Named<N> {
    /// The word, from which the place `leaving` goes, with `lone` at the place left out.
    #[expect(clippy::needless_range_loop, reason = "a loop with constant bounds is unrolled: a sixth faster")]
    #[inline(always)]
    pub(crate) fn new(word: N, leaving: Option<usize>, lone: u64) -> Named<N> {
        let (low, moved) = match leaving {
            Some(place) => ((N::FIRST << (4 * place as u32)).minus(N::FIRST), 4),
            None => (N::BARE, 0),
        };
        let without = |mask: N| mask & low | mask >> moved & !low;
        let mut named = Named {
            rest: without(word) | N::FIRST.times(lone) << 60,
            first: leaving.map_or(0, |place| (word >> (4 * place as u32)).digit()),
            at: [N::BARE; NAMES + 2],
            later: [N::BARE; NAMES + 2],
            all: N::BARE,
            firsts: N::BARE,
            low,
            moved,
        };
        let mut upto = [N::BARE; NAMES + 2];
        for name in 1..=N::NAMES {
            let places = word.places_of(name as u64);
            named.firsts |= places.lowest();
            let places = without(places) | N::FIRST.times(u64::from(lone == name as u64)) << 60;
            named.at[name] = places;
            named.all |= places;
            upto[name] = named.all;
        }
        for name in 1..=N::NAMES {
            named.later[name] = named.all ^ upto[name];
        }
        named
    }

    /// The word after two ends are joined: the mates of two places, which become inner, or the
    /// places themselves where they are bare.
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

/// The word of the mirror image: the place at `order[i]` comes to place `i`.
pub(crate) fn mirrored<N: Nibbles>(word: N, order: &[u8]) -> N {
    let digit = N::FIRST.whole();
    let image = order.iter().enumerate().fold(N::BARE, |image, (place, &from)| {
        image | (word >> (4 * u32::from(from)) & digit) << (4 * place as u32)
    });
    let inner = image.places_of(FULL);
    let mut left = !(image.places_of(0) | inner) & N::all(1);
    let mut renamed = inner.times(FULL);
    let mut name = 1;
    while left != N::BARE {
        let places = image.places_of((image >> left.zeros()).digit() as u64);
        renamed = renamed.plus(places.times(name));
        left = left & !places;
        name += 1;
    }
    renamed
}

/// A sum over the degrees of all places, two nibbles at a time.
#[derive(Clone, Debug)]
pub(crate) struct Degrees(Box<Sums>);

impl Degrees {
    /// Given what a place adds with a degree.
    pub(crate) fn new(weight: impl Fn(usize, usize) -> u32) -> Degrees {
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
        Degrees(sums)
    }

    /// The degrees as a number in base 3, each place where `order` takes it; or what is missing
    /// to two everywhere.
    pub(crate) fn in_order(order: &[u8], is_missing: bool) -> Degrees {
        let mut at = [None; 2 * BYTES];
        for (place, &from) in order.iter().enumerate() {
            at[from as usize] = Some(3u32.pow(place as u32));
        }
        Degrees::new(|place, degree| {
            at[place].unwrap_or(0) * if is_missing { 2 - degree } else { degree } as u32
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
    own: Degrees,
    image: Degrees,
}

impl Mirror {
    pub(crate) fn new(order: Vec<u8>) -> Mirror {
        let own: Vec<u8> = (0..order.len() as u8).collect();
        let (own, image) = (Degrees::in_order(&own, false), Degrees::in_order(&order, false));
        Mirror { order, own, image }
    }

    /// The word of the mirror image.
    pub(crate) fn image<N: Nibbles>(&self, word: N) -> N {
        mirrored(word, &self.order)
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
    fn masks_find_digits() {
        let word = 0x0a21_1203_30a0_5005u64;
        assert_eq!(word.places_of(10), 0x0100_0000_0010_0000);
        assert_eq!(word.places_of(3), 0x0000_0001_1000_0000);
        assert_eq!(word.places_of(0) & 0xf, 0);
        assert_eq!(word.places_of(0).size(), 6);
        assert_eq!(u128::from(word).places_of(0).size(), 16 + 6);
        assert_eq!(lone_name(word), 0);
        assert_eq!(lone_name(word ^ 0x5000), 5);
    }

    #[test]
    fn a_mirror_twice_is_the_word() {
        let order = [3, 2, 1, 0, 7, 6, 5, 4];
        let word = 0x32a3_2101u64;
        let image = mirrored(word, &order);
        assert_eq!(image, 0x3a13_2021);
        assert_eq!(mirrored(image, &order), word);
        assert_eq!(mirrored(u128::from(word), &order), image.into());
    }

    #[test]
    fn a_wide_word_is_kept_in_a_narrow_one() {
        for pair in 0..9 {
            for byte in (0..=10u128).flat_map(|low| (0..=10).map(move |high| low | high << 4)) {
                let word = 0x1a_03a1_2a30_4040_a052u128 & !(0xff << (8 * pair)) | byte << (8 * pair);
                assert_eq!(u128::kept(word.keep(Form::Pairs), Form::Pairs), word);
            }
        }
        // A name that stands alone is that of the place left out.
        for (word, form) in
            [(0x2_a031_3a01_2004_4a00u128, Form::AllButOne), (0x5a5_a031_3a01_2004_4a02, Form::PairsButOne)]
        {
            assert_eq!(u128::kept(word.keep(form), form), word);
        }
    }
}

//! Keys: the degrees of all places of a frontier, two bits each, the first place lowest.

/// Bytes of a key: four places each.
const BYTES: usize = 5;
/// More places than a frontier has.
pub(crate) const PLACES: usize = 4 * BYTES;
/// The lower bit of every place: with degrees up to two, it is set where a path ends.
const ODD: u64 = 0x5555_5555_5555_5555;

/// Beyond all keys.
pub(crate) const END: u64 = 1 << 60;

/// The degree of a place.
pub(crate) fn degree(key: u64, place: usize) -> u64 {
    key >> (2 * place) & 3
}

/// One leap at a place.
pub(crate) fn once(place: usize) -> u64 {
    1 << (2 * place)
}

/// Every place touched twice.
pub(crate) fn full(places: usize) -> u64 {
    (once(places) - 1) & !ODD
}

/// The places where paths end.
pub(crate) fn ends(key: u64) -> u64 {
    key & ODD
}

/// How many pairs the ends make.
pub(crate) fn pairs(key: u64) -> usize {
    ends(key).count_ones() as usize / 2
}

/// How many of some ends come before a place.
pub(crate) fn ends_before(ends: u64, place: usize) -> usize {
    (ends & (once(place) - 1)).count_ones() as usize
}

/// The key without a place.
pub(crate) fn without(key: u64, place: usize) -> u64 {
    let low = once(place) - 1;
    key & low | key >> 2 & !low
}

/// The key with one more place, which is bare.
pub(crate) fn with_bare(key: u64, place: usize) -> u64 {
    let low = once(place) - 1;
    key & low | (key & !low) << 2
}

/// A sum over the degrees of all places, four at a time.
#[derive(Clone, Debug)]
pub(crate) struct KeySums(Box<[[u64; 256]; BYTES]>);

impl KeySums {
    /// Given what a place adds with a degree.
    pub(crate) fn new(weight: impl Fn(usize, u64) -> u64) -> KeySums {
        let mut sums = Box::new([[0; 256]; BYTES]);
        for (byte, sums) in sums.iter_mut().enumerate() {
            for (value, sum) in (0..).zip(sums) {
                *sum = (0..4).map(|at| weight(4 * byte + at, degree(value, at))).sum();
            }
        }
        KeySums(sums)
    }

    /// The sum for a key.
    pub(crate) fn of(&self, key: u64) -> u64 {
        let bytes = key.to_le_bytes();
        (0..BYTES).map(|at| self.0[at][usize::from(bytes[at])]).sum()
    }
}

/// Keys whose places are in another order.
#[derive(Clone, Debug)]
pub(crate) struct Reordered {
    order: Vec<u8>,
    keys: KeySums,
}

impl Reordered {
    /// The place at `order[i]` comes to place `i`.
    pub(crate) fn new(order: &[u8]) -> Reordered {
        let mut there = [0; PLACES];
        (0..).zip(order).for_each(|(to, &from)| there[usize::from(from)] = to);
        let is_place = |place: usize| place < order.len();
        let keys =
            KeySums::new(|place, degree| if is_place(place) { degree << (2 * there[place]) } else { 0 });
        Reordered { order: order.to_vec(), keys }
    }

    /// The key in that order.
    pub(crate) fn of(&self, key: u64) -> u64 {
        self.keys.of(key)
    }

    /// The order of its ends: the end at `order[i]` comes to place `i`.
    pub(crate) fn of_ends(&self, key: u64) -> Vec<u8> {
        let ends = ends(key);
        let places = self.order.iter().map(|&place| usize::from(place));
        let ended = places.filter(|&place| ends & once(place) != 0);
        ended.map(|place| ends_before(ends, place) as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_leave_and_change_their_order() {
        let key = 0b10_01_00_01_10;
        assert_eq!((pairs(key), ends(key), ends_before(ends(key), 3)), (1, 0b01_00_01_00, 1));
        assert_eq!((without(key, 0), without(key, 1)), (0b10_01_00_01, 0b10_01_00_10));
        assert_eq!(with_bare(without(key, 2), 2), key);
        assert_eq!(full(3), 0b10_10_10);
        let order = Reordered::new(&[1, 0, 4, 3, 2]);
        assert_eq!(order.of(key), 0b00_01_10_10_01);
        assert_eq!(order.of_ends(key), [0, 1]);
        assert_eq!(Reordered::new(&[3, 1, 0, 2, 4]).of_ends(key), [1, 0]);
    }
}

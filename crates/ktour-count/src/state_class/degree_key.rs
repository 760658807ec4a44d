//! Keys: the degrees of all slots of a frontier, two bits each, the first slot lowest.

/// Bytes of a key: four slots each.
const BYTES: usize = 5;
/// More slots than a frontier has.
pub(crate) const SLOTS: usize = 4 * BYTES;
/// The lower bit of every slot: with degrees up to two, it is set where a path ends.
const ODD: u64 = 0x5555_5555_5555_5555;

/// Beyond all keys.
pub(crate) const END: u64 = 1 << 60;

/// The degree of a slot.
pub(crate) fn degree(key: u64, slot: usize) -> u64 {
    key >> (2 * slot) & 3
}

/// One leap at a slot.
pub(crate) fn once(slot: usize) -> u64 {
    1 << (2 * slot)
}

/// Every slot touched twice.
pub(crate) fn full(slots: usize) -> u64 {
    (once(slots) - 1) & !ODD
}

/// The slots where paths end.
pub(crate) fn ends(key: u64) -> u64 {
    key & ODD
}

/// How many pairs the ends make.
pub(crate) fn pairs(key: u64) -> usize {
    ends(key).count_ones() as usize / 2
}

/// How many of some ends come before a slot.
pub(crate) fn ends_before(ends: u64, slot: usize) -> usize {
    (ends & (once(slot) - 1)).count_ones() as usize
}

/// The key without a slot.
pub(crate) fn without(key: u64, slot: usize) -> u64 {
    let low = once(slot) - 1;
    key & low | key >> 2 & !low
}

/// The key with one more slot, which is bare.
pub(crate) fn with_bare(key: u64, slot: usize) -> u64 {
    let low = once(slot) - 1;
    key & low | (key & !low) << 2
}

/// A sum over the degrees of all slots, four at a time.
#[derive(Clone, Debug)]
pub(crate) struct KeySums(Box<[[u64; 256]; BYTES]>);

impl KeySums {
    /// Given what a slot adds with a degree.
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

/// Keys whose slots are in another order.
#[derive(Clone, Debug)]
pub(crate) struct Reordered {
    order: Vec<u8>,
    keys: KeySums,
}

impl Reordered {
    /// The slot at `order[i]` comes to slot `i`.
    pub(crate) fn new(order: &[u8]) -> Reordered {
        let mut there = [0; SLOTS];
        (0..).zip(order).for_each(|(to, &from)| there[usize::from(from)] = to);
        let is_slot = |slot: usize| slot < order.len();
        let keys = KeySums::new(|slot, degree| if is_slot(slot) { degree << (2 * there[slot]) } else { 0 });
        Reordered { order: order.to_vec(), keys }
    }

    /// The key in that order.
    pub(crate) fn of(&self, key: u64) -> u64 {
        self.keys.of(key)
    }

    /// The order of its ends: the end at `order[i]` comes to slot `i`.
    pub(crate) fn of_ends(&self, key: u64) -> Vec<u8> {
        let ends = ends(key);
        let slots = self.order.iter().map(|&slot| usize::from(slot));
        let ended = slots.filter(|&slot| ends & once(slot) != 0);
        ended.map(|slot| ends_before(ends, slot) as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_leave_and_change_their_order() {
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

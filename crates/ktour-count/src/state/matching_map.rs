//! MatchingMaps: what a leap does to a pairing, as a map from number to number.
//!
//! A leap between two slots joins two ends, moves an end to another slot, or adds a pair of its own; a mirror
//! puts the points into another order. Which of these it is depends on the degrees alone, so for all states
//! with the same degrees the change is the same map of pairings. A map that is used often becomes a table.

use std::{
    collections::HashMap,
    sync::{
        Arc, OnceLock, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::pairing::{CLOSES, PAIRINGS, PointMates, rank, unrank};

/// The most pairs of which a map may become a table.
const MAX_TABULATED_PAIRS: usize = 7;
/// The most bytes of all tables of maps together.
pub(crate) const MAX_TABLE_BYTES: usize = 128 << 20;
/// More points than any pairing has.
const POINTS: usize = 20;
/// A point that was none before.
const NEW: u8 = u8::MAX;

/// Effect of a leap on a pairing.
pub(crate) struct MatchingMap {
    pairs: usize,
    /// Two points whose mates become mates, and which are no points any more.
    joined: Option<[usize; 2]>,
    /// Which point comes to each slot, or a new one.
    order: Vec<u8>,
    /// How many numbers were mapped one by one.
    used: AtomicUsize,
    table: OnceLock<Vec<u32>>,
}

impl MatchingMap {
    fn new(pairs: usize, joined: Option<[usize; 2]>, order: Vec<u8>) -> MatchingMap {
        MatchingMap { pairs, joined, order, used: AtomicUsize::new(0), table: OnceLock::new() }
    }

    /// The number that one becomes.
    fn of(&self, number: u32) -> u32 {
        let mut mates = unrank(self.pairs, number);
        if let Some([a, b]) = self.joined {
            let (x, y) = (mates[a], mates[b]);
            if usize::from(x) == b {
                return CLOSES;
            }
            mates[usize::from(x)] = y;
            mates[usize::from(y)] = x;
        }
        let mut there = [0; POINTS];
        let mut new = 0;
        for (to, &from) in (0..).zip(&self.order) {
            match from {
                // The sum of both, from which each knows the other.
                NEW => new += to,
                from => there[usize::from(from)] = to,
            }
        }
        let mut image: PointMates = [0; 18];
        for (to, &from) in (0..).zip(&self.order) {
            image[usize::from(to)] = match from {
                NEW => new - to,
                from => there[usize::from(mates[usize::from(from)])],
            };
        }
        rank(self.order.len() / 2, &image)
    }

    /// The table, if the map has been used so often that it is worth one.
    fn table(&self, uses: usize, left: &AtomicUsize) -> Option<&[u32]> {
        if let Some(table) = self.table.get() {
            return Some(table);
        }
        let size = PAIRINGS[self.pairs] as usize;
        let used = self.used.fetch_add(uses, Ordering::Relaxed) + uses;
        if self.pairs > MAX_TABULATED_PAIRS || used < size {
            return None;
        }
        let take = |left: usize| left.checked_sub(size * size_of::<u32>());
        left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).ok()?;
        Some(self.table.get_or_init(|| (0..size as u32).map(|number| self.of(number)).collect()))
    }
}

/// How many points, and their order.
type PointOrder = (usize, [u8; POINTS]);

/// All maps that were asked for.
pub struct MatchingMaps {
    leaps: Vec<OnceLock<Box<MatchingMap>>>,
    orders: RwLock<HashMap<PointOrder, Arc<MatchingMap>>>,
    /// Bytes that are left for tables.
    left: AtomicUsize,
    most_bytes: usize,
}

/// How points are changed by a leap.
#[derive(Clone, Copy)]
pub(crate) enum LeapEffect {
    /// Two points are joined.
    Join,
    /// A point moves to another slot.
    Move,
    /// Two new points are a pair.
    Add,
}

impl MatchingMaps {
    /// Maps with tables of some bytes at most.
    pub(crate) fn new(most_bytes: usize) -> MatchingMaps {
        let leaps = std::iter::repeat_with(OnceLock::new).take(3 * PAIRINGS.len() * POINTS * POINTS);
        MatchingMaps {
            leaps: leaps.collect(),
            orders: RwLock::default(),
            left: AtomicUsize::new(most_bytes),
            most_bytes,
        }
    }

    /// Number of bytes that the tables take.
    pub fn bytes(&self) -> usize {
        self.most_bytes - self.left.load(Ordering::Relaxed)
    }

    /// Number of bytes that the tables may take.
    pub(crate) fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// Map of a leap on `pairs` pairs: it joins points `a` and `b`, or moves point `a` to slot `b`, or adds
    /// points at slots `a` and `b`.
    pub(crate) fn leap(&self, leap: LeapEffect, pairs: usize, a: usize, b: usize) -> &MatchingMap {
        let at = ((leap as usize * PAIRINGS.len() + pairs) * POINTS + a) * POINTS + b;
        self.leaps[at].get_or_init(|| {
            let mut order: Vec<u8> = (0..2 * pairs as u8).collect();
            match leap {
                LeapEffect::Join => order.retain(|&point| usize::from(point) != a && usize::from(point) != b),
                LeapEffect::Move => {
                    let point = order.remove(a);
                    order.insert(b, point);
                }
                LeapEffect::Add => {
                    order.insert(a.min(b), NEW);
                    order.insert(a.max(b), NEW);
                }
            }
            let joined = matches!(leap, LeapEffect::Join).then_some([a, b]);
            Box::new(MatchingMap::new(pairs, joined, order))
        })
    }

    /// The point at `order[i]` comes to slot `i`.
    pub(crate) fn reordering(&self, order: &[u8]) -> Arc<MatchingMap> {
        let mut key = [0; POINTS];
        key[..order.len()].copy_from_slice(order);
        let key = (order.len(), key);
        if let Some(known) = self.orders.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let mut orders = self.orders.write().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(MatchingMap::new(order.len() / 2, None, order.to_vec()));
        orders.entry(key).or_insert_with(new).clone()
    }

    /// Applies the map to the numbers of pairings; [`CLOSES`] stays.
    pub(crate) fn rewire(&self, map: &MatchingMap, numbers: &mut [u32]) {
        match map.table(numbers.len(), &self.left) {
            Some(table) => {
                for number in numbers {
                    *number = table.get(*number as usize).copied().unwrap_or(CLOSES);
                }
            }
            None => numbers
                .iter_mut()
                .filter(|number| **number != CLOSES)
                .for_each(|number| *number = map.of(*number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::pairing::contract, *};

    /// A map one by one, and as a table.
    fn rewired(all: &MatchingMaps, map: &MatchingMap, pairs: usize) -> Vec<u32> {
        let one_by_one: Vec<u32> = (0..PAIRINGS[pairs]).map(|number| map.of(number)).collect();
        let mut numbers: Vec<u32> = (0..PAIRINGS[pairs]).collect();
        all.rewire(map, &mut numbers);
        assert!(map.table.get().is_some());
        assert_eq!(numbers, one_by_one);
        numbers
    }

    #[test]
    fn a_new_pair_closes_and_joining_the_first_point_is_a_contraction() {
        let all = MatchingMaps::new(MAX_TABLE_BYTES);
        for (a, b) in [(0, 1), (2, 5), (3, 4), (0, 7)] {
            let added = rewired(&all, all.leap(LeapEffect::Add, 3, a, b), 3);
            let closed = all.leap(LeapEffect::Join, 4, a, b);
            assert!(added.iter().all(|&number| closed.of(number) == CLOSES));
        }
        for b in 1..8 {
            let joined = rewired(&all, all.leap(LeapEffect::Join, 4, 0, b), 4);
            let contracted = (0..105).map(|number| contract(4, &unrank(4, number), b - 1));
            assert!(joined.into_iter().eq(contracted), "point {b}");
        }
    }

    #[test]
    fn an_order_and_its_inverse_change_nothing() {
        let all = MatchingMaps::new(MAX_TABLE_BYTES);
        let order = [3, 1, 4, 0, 5, 2];
        let mut back = [0; 6];
        order.iter().enumerate().for_each(|(at, &from)| back[usize::from(from)] = at as u8);
        let mut numbers = rewired(&all, &all.reordering(&order), 3);
        all.rewire(&all.reordering(&back), &mut numbers);
        assert_eq!(numbers, (0..15).collect::<Vec<_>>());
    }
}

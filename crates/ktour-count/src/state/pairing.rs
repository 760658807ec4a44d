//! Pairings of 2k points, numbered, and which two of them make a single cycle.
//!
//! The number of a pairing is read off point by point: the first point's mate among the others, then the
//! pairing of the rest. Two pairings make a single cycle exactly if they still do after the first pair of one
//! is contracted in the other; so a group with many points is reduced to groups with fewer points, until a
//! bit matrix gives the answer.

use std::sync::OnceLock;

use crate::threads::in_threads_with;

/// (2k − 1)!!, the pairings of 2k points.
pub(crate) const PAIRINGS: [u32; 10] = [1, 1, 3, 15, 105, 945, 10_395, 135_135, 2_027_025, 34_459_425];
/// Instead of a number: the ends that were to be joined were mates.
pub(crate) const CLOSES: u32 = u32::MAX;
/// The mate of every point.
pub(crate) type PointMates = [u8; 18];

/// A pairing's number and how many ways lead to it.
pub(crate) type Weighted = (u32, u64);

/// The number of a pairing of the first 2k points.
pub(crate) fn rank(k: usize, mates: &PointMates) -> u32 {
    let mut alive: u32 = (1 << (2 * k)) - 1;
    let mut rank = 0;
    for pairs in (1..=k).rev() {
        let first = alive.trailing_zeros();
        let mate = u32::from(mates[first as usize]);
        alive &= !(1 << first);
        let before = (alive & ((1 << mate) - 1)).count_ones();
        alive &= !(1 << mate);
        rank += before * PAIRINGS[pairs - 1];
    }
    rank
}

/// The pairing with a number.
pub(crate) fn unrank(k: usize, mut rank: u32) -> PointMates {
    let mut mates = [0; 18];
    let mut alive: u32 = (1 << (2 * k)) - 1;
    for pairs in (1..=k).rev() {
        let first = alive.trailing_zeros();
        alive &= alive - 1;
        let before = rank / PAIRINGS[pairs - 1];
        rank %= PAIRINGS[pairs - 1];
        let behind = (0..before).fold(alive, |left, _| left & (left - 1));
        let mate = behind.trailing_zeros();
        alive &= !(1 << mate);
        mates[first as usize] = mate as u8;
        mates[mate as usize] = first as u8;
    }
    mates
}

/// The smaller code of two pairings at the same slots.
pub(crate) fn lower(k: usize, a: u32, b: u32) -> u32 {
    // Names in the order of first appearance, the last slot first.
    let names = |number: u32| {
        let (mates, mut names, mut last) = (unrank(k, number), [0; 18], 0);
        for point in 0..2 * k {
            let mate = usize::from(mates[point]);
            last += u8::from(mate > point);
            names[point] = if mate > point { last } else { names[mate] };
        }
        names.reverse();
        names
    };
    if names(a) <= names(b) { a } else { b }
}

/// Joins the first point with the `b`-th of the others and numbers the rest anew.
pub(super) fn contract(k: usize, mates: &PointMates, b: usize) -> u32 {
    let joined = b + 1;
    let (one, other) = (mates[0] as usize, mates[joined] as usize);
    if one == joined {
        return CLOSES;
    }
    let mut mates = *mates;
    mates[one] = other as u8;
    mates[other] = one as u8;
    let shift = |point: usize| point - 1 - usize::from(point > joined);
    let mut rest = [0; 18];
    for point in (1..2 * k).filter(|&point| point != joined) {
        rest[shift(point)] = shift(mates[point] as usize) as u8;
    }
    rank(k - 1, &rest)
}

/// Number of pairs from which tables are worth several threads.
const MIN_PAIRS_FOR_THREADS: usize = 5;

/// Which pairs of pairings make a single cycle.
pub struct Pairings {
    /// Row of bits for every pairing, for up to six pairs.
    matrices: [OnceLock<Vec<u64>>; 7],
    /// Result of every contraction, for up to seven pairs.
    contractions: [OnceLock<Vec<u32>>; 8],
    /// Up to how many pairs matrices are worth their making.
    most_matrix: usize,
    /// Up to how many pairs tables of contractions are.
    most_contraction: usize,
    threads: usize,
}

impl Pairings {
    /// Creates the tables for a number of states, with at most `most_bytes` bytes; large ones are filled in
    /// several threads.
    pub fn new(states: usize, most_bytes: usize, threads: usize) -> Pairings {
        let (most_matrix, most_contraction) = match states {
            0..10_000 => (4, 4),
            10_000..300_000 => (5, 5),
            300_000..2_000_000 => (5, 6),
            // 16 MiB of matrices and 7 MiB of contractions.
            _ if most_bytes >= 32 << 20 => (6, 7),
            _ => (5, 6),
        };
        let (matrices, contractions) = Default::default();
        Pairings { matrices, contractions, most_matrix, most_contraction, threads }
    }

    /// The sum of products over all pairs that make a single cycle; both lists sorted by number.
    pub(crate) fn glue(&self, k: usize, near: &[Weighted], far: &[Weighted]) -> u128 {
        let (near, far) = if near.len() > far.len() { (far, near) } else { (near, far) };
        if near.is_empty() {
            return 0;
        }
        // Contracting costs a pass over the far list for every mate of the first point.
        let is_short = near.len() <= 6 * k;
        if k <= self.most_matrix && (is_short || k <= 3) {
            return self.compare(k, near, far);
        }
        if near.len() * far.len() < 64 * (near.len() + far.len()) && k > self.most_contraction {
            return walked(k, near, far);
        }
        let size = PAIRINGS[k - 1];
        let by_mate = near.chunk_by(|a, b| a.0 / size == b.0 / size);
        let mut sum = 0;
        for near in by_mate {
            let b = near[0].0 / size;
            let far = self.contracted(k, far, b as usize);
            let near: Vec<Weighted> =
                near.iter().map(|&(rank, multiplicity)| (rank - b * size, multiplicity)).collect();
            sum += self.glue(k - 1, &near, &far);
        }
        sum
    }

    /// Number of bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        let matrices = self.matrices.iter().filter_map(OnceLock::get).map(|matrix| 8 * matrix.len());
        let contractions = self.contractions.iter().filter_map(OnceLock::get).map(|table| 4 * table.len());
        matrices.chain(contractions).sum::<usize>() as u64
    }

    /// Number of threads that fill the tables of `k` pairs.
    fn threads_for(&self, k: usize) -> usize {
        if k < MIN_PAIRS_FOR_THREADS { 1 } else { self.threads }
    }

    fn compare(&self, k: usize, near: &[Weighted], far: &[Weighted]) -> u128 {
        let matrix = self.matrix(k);
        let words = PAIRINGS[k].div_ceil(64) as usize;
        let mut sum = 0;
        for &(rank, multiplicity) in near {
            let row = &matrix[rank as usize * words..][..words];
            let others: u64 = far
                .iter()
                .map(|&(rank, multiplicity)| {
                    multiplicity & (row[rank as usize / 64] >> (rank % 64) & 1).wrapping_neg()
                })
                .sum();
            sum += u128::from(multiplicity) * u128::from(others);
        }
        sum
    }

    /// The far list with its first point joined to the `b`-th of the others.
    fn contracted(&self, k: usize, far: &[Weighted], b: usize) -> Vec<Weighted> {
        let size = PAIRINGS[k] as usize;
        let table = (k <= self.most_contraction).then(|| &self.contraction(k)[b * size..][..size]);
        let follow = |rank: u32| match table {
            Some(table) => table[rank as usize],
            None => contract(k, &unrank(k, rank), b),
        };
        let led = far
            .iter()
            .map(|&(rank, multiplicity)| (follow(rank), multiplicity))
            .filter(|led| led.0 != CLOSES);
        let parts = PAIRINGS[k - 1] as usize;
        if far.len() * 8 > parts {
            let mut dense = vec![0; parts];
            led.for_each(|(rank, multiplicity)| dense[rank as usize] += multiplicity);
            return (0..).zip(dense).filter(|weighted| weighted.1 != 0).collect();
        }
        let mut led: Vec<Weighted> = led.collect();
        led.sort_unstable_by_key(|led| led.0);
        led.dedup_by(|more, kept| {
            let is_same = more.0 == kept.0;
            kept.1 += if is_same { more.1 } else { 0 };
            is_same
        });
        led
    }

    fn contraction(&self, k: usize) -> &[u32] {
        self.contractions[k].get_or_init(|| contractions(k, self.threads_for(k)))
    }

    fn matrix(&self, k: usize) -> &[u64] {
        self.matrices[k].get_or_init(|| {
            let (size, words) = (PAIRINGS[k] as usize, PAIRINGS[k].div_ceil(64) as usize);
            let mut matrix = vec![0; size * words];
            if k == 1 {
                matrix[0] = 1;
                return matrix;
            }
            let (smaller, contractions) = (self.matrix(k - 1), self.contraction(k));
            let (part, part_words) = (PAIRINGS[k - 1] as usize, PAIRINGS[k - 1].div_ceil(64) as usize);
            let per_thread = size.div_ceil(self.threads_for(k));
            let shares = matrix.chunks_mut(per_thread * words).enumerate().collect();
            in_threads_with(shares, |(share, rows): (usize, &mut [u64])| {
                for (near, to_row) in (share * per_thread..).zip(rows.chunks_exact_mut(words)) {
                    let led = &contractions[near / part * size..][..size];
                    let row = &smaller[near % part * part_words..][..part_words];
                    for (far, &to) in led.iter().enumerate().filter(|(_, to)| **to != CLOSES) {
                        let bit = row[to as usize / 64] >> (to % 64) & 1;
                        to_row[far / 64] |= bit << (far % 64);
                    }
                }
            });
            matrix
        })
    }
}

/// Result for every pairing of joining its first point with the `b`-th of the others.
fn contractions(k: usize, threads: usize) -> Vec<u32> {
    let all: Vec<PointMates> = (0..PAIRINGS[k]).map(|rank| unrank(k, rank)).collect();
    let mut made = vec![0; (2 * k - 1) * all.len()];
    let shares = made.chunks_mut((2 * k - 1).div_ceil(threads) * all.len()).enumerate().collect();
    let first_of = |share: usize| share * (2 * k - 1).div_ceil(threads);
    in_threads_with(shares, |(share, rows): (usize, &mut [u32])| {
        for (b, row) in (first_of(share)..).zip(rows.chunks_exact_mut(all.len())) {
            row.iter_mut().zip(&all).for_each(|(to, mates)| *to = contract(k, mates, b));
        }
    });
    made
}

/// The same as [`Pairings::glue`], by walking along the union of every two.
fn walked(k: usize, near: &[Weighted], far: &[Weighted]) -> u128 {
    let far: Vec<(PointMates, u64)> =
        far.iter().map(|&(rank, multiplicity)| (unrank(k, rank), multiplicity)).collect();
    let others = |near: PointMates| far.iter().filter(move |far| is_single_cycle(k, &near, &far.0));
    near.iter()
        .map(|&(rank, multiplicity)| {
            u128::from(multiplicity) * u128::from(others(unrank(k, rank)).map(|far| far.1).sum::<u64>())
        })
        .sum()
}

pub(crate) fn is_single_cycle(k: usize, a: &PointMates, b: &PointMates) -> bool {
    let (mut at, mut steps) = (0, 0);
    loop {
        at = b[a[at] as usize] as usize;
        steps += 1;
        if at == 0 {
            return steps == k;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_pairings_are_one_to_one() {
        for (k, &size) in PAIRINGS.iter().enumerate().take(7) {
            for number in 0..size {
                assert_eq!(rank(k, &unrank(k, number)), number);
            }
        }
    }

    #[test]
    fn gluing_agrees_with_walking() {
        for (k, &size) in PAIRINGS.iter().enumerate().take(9).skip(1) {
            let list = |step: u32, from: u32| -> Vec<Weighted> {
                (0..60)
                    .map(|at| (from + at * step) % size)
                    .collect::<std::collections::BTreeSet<_>>()
                    .into_iter()
                    .map(|rank| (rank, u64::from(rank % 7 + 1)))
                    .collect()
            };
            let (near, far) = (list(size / 61 + 1, 3), list(size / 37 + 1, 1));
            let plainly: u128 = near
                .iter()
                .flat_map(|p| far.iter().map(move |q| (p, q)))
                .filter(|(p, q)| is_single_cycle(k, &unrank(k, p.0), &unrank(k, q.0)))
                .map(|(p, q)| u128::from(p.1 * q.1))
                .sum();
            assert_eq!(walked(k, &near, &far), plainly, "{k} pairs");
            for states in [0, 1 << 15, 1 << 20].into_iter().chain((k < 8).then_some(1 << 22)) {
                assert_eq!(Pairings::new(states, usize::MAX, 2).glue(k, &near, &far), plainly, "{k} pairs");
            }
        }
    }
}

//! Work divided among threads; with one thread, none is started.

use std::{
    sync::{Mutex, PoisonError},
    thread,
};

/// Number of samples of each part of a list that is sorted in parts.
const SAMPLES_PER_PART: usize = 64;

/// Runs the same work in several threads and collects what they return.
pub(crate) fn in_threads<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    in_threads_with((0..threads).collect(), work)
}

/// Runs work on each item in its own thread; the last one in this thread.
pub(crate) fn in_threads_with<I: Send, T: Send>(items: Vec<I>, work: impl Fn(I) -> T + Sync) -> Vec<T> {
    if items.len() < 2 {
        return items.into_iter().map(work).collect();
    }
    // Items and what they become are kept here, so that threads are begun in one way for all.
    let all: Vec<_> = items.into_iter().map(|item| Mutex::new((Some(item), None))).collect();
    spread(all.len(), &|at| {
        let item = all[at].lock().unwrap_or_else(PoisonError::into_inner).0.take();
        let done = item.map(&work);
        all[at].lock().unwrap_or_else(PoisonError::into_inner).1 = done;
    });
    let done =
        |one: Mutex<(Option<I>, Option<T>)>| one.into_inner().unwrap_or_else(PoisonError::into_inner).1;
    all.into_iter().filter_map(done).collect()
}

/// Sorts numbers that are given in parts, each number once, with a thread for each part.
pub(crate) fn sorted_once(parts: Vec<Vec<u64>>) -> Vec<u64> {
    let threads = parts.len();
    let mut parts = in_threads_with(parts, |mut part| {
        part.sort_unstable();
        part.dedup();
        part
    });
    if threads < 2 {
        return parts.pop().unwrap_or_default();
    }
    let apart = |part: &Vec<u64>| part.len() / SAMPLES_PER_PART + 1;
    let mut samples: Vec<u64> =
        parts.iter().flat_map(|part| part.iter().copied().step_by(apart(part))).collect();
    samples.sort_unstable();
    let bound = |range: usize| samples.get(range * samples.len() / threads).copied();
    let merged = in_threads(threads, |range| {
        let start = |part: &[u64], range: usize| match bound(range) {
            Some(bound) if range > 0 => part.partition_point(|&number| number < bound),
            Some(_) => 0,
            None => part.len(),
        };
        // A stable sort merges runs that are in order.
        let mut all = parts
            .iter()
            .map(|part| &part[start(part, range)..start(part, range + 1)])
            .collect::<Vec<_>>()
            .concat();
        all.sort();
        all.dedup();
        all
    });
    merged.concat()
}

/// Calls `work` with every number below `threads`, each in a thread of its own.
fn spread(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    thread::scope(|scope| {
        for at in 1..threads {
            scope.spawn(move || work(at));
        }
        work(0);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_parts_are_sorted_as_numbers_in_one() {
        let number = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50;
        for (numbers, parts) in [(0, 3), (1, 2), (100, 1), (5000, 2), (40_000, 5)] {
            let mut all: Vec<u64> = (0..numbers).map(number).collect();
            let size = all.len() / parts + 1;
            let divided = (0..parts).map(|part| all.iter().copied().skip(part * size).take(size).collect());
            let sorted = sorted_once(divided.collect());
            all.sort_unstable();
            all.dedup();
            assert_eq!(sorted, all, "{numbers} numbers in {parts} parts");
        }
    }
}

//! Work that is shared among all cores.

use std::{
    sync::{Mutex, PoisonError},
    thread,
};

/// Ranks that are given to a thread at a time.
pub(super) const RANKS: usize = 64;

/// Does some work on every item, on as many threads as there are cores. Each has a desk of its own.
pub(super) fn share<I: Send, D>(
    items: impl Iterator<Item = I> + Send,
    desk: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, I) + Sync,
) {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let take_part = || {
        let mut desk = desk();
        while let Some(item) = next() {
            work(&mut desk, item);
        }
    };
    // A browser has one thread, and begins no other.
    let threads =
        if cfg!(target_family = "wasm") { 1 } else { thread::available_parallelism().map_or(1, usize::from) };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(take_part);
        }
        take_part();
    });
}

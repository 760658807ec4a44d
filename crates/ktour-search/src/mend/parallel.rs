//! Work on all cores.

use std::{
    sync::{Mutex, PoisonError},
    thread,
};

/// Ranks of a tile, which a thread processes at a time.
pub(super) const RANKS_PER_TILE: usize = 64;

/// Runs `work` on every item, with as many threads as there are cores, or as the system provides. Each thread
/// has its own scratch memory.
pub(super) fn run_parallel<I: Send, D>(
    items: impl Iterator<Item = I> + Send,
    scratch: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, I) + Sync,
) {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let take_part = || {
        let mut scratch = scratch();
        while let Some(item) = next() {
            work(&mut scratch, item);
        }
    };
    thread::scope(|scope| {
        let more = |_: &usize| thread::Builder::new().spawn_scoped(scope, take_part).is_ok();
        (1..threads()).take_while(more).for_each(drop);
        take_part();
    });
}

fn threads() -> usize {
    #[cfg(test)]
    if let many @ 1.. = tests::THREADS.get() {
        return many;
    }
    // A browser has one thread and cannot start others.
    if cfg!(target_family = "wasm") { 1 } else { thread::available_parallelism().map_or(1, usize::from) }
}

#[cfg(test)]
pub(super) mod tests {
    use std::cell::Cell;

    thread_local! {
        /// Number of threads that a test requests; 0 for the default.
        pub(crate) static THREADS: Cell<usize> = const { Cell::new(0) };
    }
}

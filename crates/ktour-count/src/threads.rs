//! Work divided among threads; with one thread, none is started.

use std::{
    sync::{Mutex, PoisonError},
    thread,
};

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

/// Calls `work` with every number below `threads`, each in a thread of its own.
fn spread(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    thread::scope(|scope| {
        for at in 1..threads {
            scope.spawn(move || work(at));
        }
        work(0);
    });
}

//! Work shared out among threads; with one thread, none is begun.

use std::thread;

/// Runs the same work in several threads and collects what they return.
pub(crate) fn in_threads<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    in_threads_with((0..threads).collect(), work)
}

/// Runs work on each item in its own thread; the last one in this thread.
pub(crate) fn in_threads_with<I: Send, T: Send>(items: Vec<I>, work: impl Fn(I) -> T + Sync) -> Vec<T> {
    let mut items = items;
    let Some(last) = items.pop() else { return Vec::new() };
    if items.is_empty() {
        return vec![work(last)];
    }
    thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = items.into_iter().map(|item| scope.spawn(move || work(item))).collect();
        let last = work(last);
        let mut done: Vec<T> = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect();
        done.push(last);
        done
    })
}

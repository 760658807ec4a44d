//! Work off the async threads: how much at once, how long, and no longer than somebody waits for it.
//!
//! Two doors. *Quick* work is bounded by its own cost and only takes turns. *Heavy* work takes one of a
//! few places and its share of the memory; a few more requests may wait for both, and the next is told
//! to come back later. Whoever waits for a job holds a [`Patience`]; when the client goes away it is
//! dropped, and the job is told to stop. When its time is over, it is told to stop as well.

pub(crate) mod memory;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use ktour_tour::Cancel;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::memory::{Memory, Share};
use crate::{
    Settings,
    error::{Error, Unserved},
};

/// How long a job that looks at the clock itself may take to say so.
const GRACE: Duration = Duration::from_millis(25);

/// The jobs of a server.
#[derive(Debug)]
pub struct Jobs {
    quick: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    memory: Memory,
    waiting: AtomicUsize,
    queue: usize,
    /// What runs, so that it can be stopped.
    running: Mutex<BTreeMap<u64, Cancel>>,
    number: AtomicU64,
    is_stopping: AtomicBool,
}

/// What a job takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Load {
    /// Next to no memory and time: a turn.
    Quick,
    /// A place, so many bytes, and so long at most.
    Heavy(u128, Duration),
}

/// Held by whoever waits; the job is told to stop when it is dropped.
pub(crate) struct Patience(Cancel);

impl Drop for Patience {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Held by the job itself: its place, its memory, and its line in the list of what runs.
pub(crate) struct Slot {
    jobs: Arc<Jobs>,
    number: u64,
    _permit: OwnedSemaphorePermit,
    share: Option<Share>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.jobs.list().remove(&self.number);
    }
}

impl Jobs {
    pub(crate) fn new(settings: &Settings) -> Arc<Jobs> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(Jobs {
            // More than there are processors: on a busy machine most of them wait to be woken.
            quick: Arc::new(Semaphore::new(16 * cores)),
            heavy: Arc::new(Semaphore::new(settings.jobs)),
            memory: Memory::new(settings.memory),
            waiting: AtomicUsize::new(0),
            queue: settings.queue,
            running: Mutex::default(),
            number: AtomicU64::new(0),
            is_stopping: AtomicBool::new(false),
        })
    }

    /// How many jobs run.
    pub fn running(&self) -> usize {
        self.list().len()
    }

    /// How many wait for a place.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }

    /// Tells every job to stop, and begins no other.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::SeqCst);
        self.list().values().for_each(Cancel::cancel);
    }

    fn list(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Cancel>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a job, as soon as there is one.
    pub(crate) async fn slot(self: &Arc<Self>, load: Load) -> Result<(Slot, Patience, Cancel), Error> {
        let (permit, share) = match load {
            Load::Quick => {
                (Arc::clone(&self.quick).acquire_owned().await.map_err(|_| Unserved::Stopping)?, None)
            }
            Load::Heavy(bytes, _) => self.room(bytes).await?,
        };
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let cancel = Cancel::default();
        self.list().insert(number, cancel.clone());
        let slot = Slot { jobs: Arc::clone(self), number, _permit: permit, share };
        if self.is_stopping.load(Ordering::SeqCst) {
            return Err(Unserved::Stopping.into());
        }
        Ok((slot, Patience(cancel.clone()), cancel))
    }

    /// Memory and a place among the heavy jobs, at once or after a while in the queue.
    async fn room(&self, bytes: u128) -> Result<(OwnedSemaphorePermit, Option<Share>), Error> {
        self.memory.check(bytes)?;
        if let Some(share) = self.memory.try_take(bytes)
            && let Ok(permit) = Arc::clone(&self.heavy).try_acquire_owned()
        {
            return Ok((permit, Some(share)));
        }
        let _waiting = Waiting::join(self).ok_or(Unserved::Busy)?;
        // The place first: whoever is next in the queue then waits for memory, and nobody passes by.
        let permit = Arc::clone(&self.heavy).acquire_owned().await.map_err(|_| Unserved::Stopping)?;
        Ok((permit, Some(self.memory.take(bytes).await?)))
    }

    /// Does the work; stops it when nobody waits any more, and when its time is over.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        load: Load,
        work: impl FnOnce(Cancel) -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.run_keeping(load, work).await.map(|(value, _)| value)
    }

    /// The same, and hands over the memory of the job, for an answer that is still to be sent.
    pub(crate) async fn run_keeping<T: Send + 'static>(
        self: &Arc<Self>,
        load: Load,
        work: impl FnOnce(Cancel) -> T + Send + 'static,
    ) -> Result<(T, Option<Share>), Error> {
        let (mut slot, _patience, cancel) = self.slot(load).await?;
        let heard = cancel.clone();
        let job = tokio::task::spawn_blocking(move || {
            let value = work(heard);
            (value, slot.share.take())
        });
        in_time(load, &cancel, job).await.map_err(|_| Unserved::Mistake.into())
    }
}

/// Waits for a job, and tells it to stop when its time is over.
pub(crate) async fn in_time<T>(load: Load, cancel: &Cancel, mut job: impl Future<Output = T> + Unpin) -> T {
    let Load::Heavy(_, time) = load else { return job.await };
    match tokio::time::timeout(time.saturating_add(GRACE), &mut job).await {
        Ok(done) => done,
        Err(_) => {
            cancel.cancel();
            job.await
        }
    }
}

/// A place in the queue.
struct Waiting<'a>(&'a Jobs);

impl<'a> Waiting<'a> {
    fn join(jobs: &'a Jobs) -> Option<Waiting<'a>> {
        let has_room = |waiting: usize| (waiting < jobs.queue).then_some(waiting + 1);
        jobs.waiting.fetch_update(Ordering::SeqCst, Ordering::SeqCst, has_room).ok().map(|_| Waiting(jobs))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Load = Load::Heavy(1 << 20, Duration::from_secs(60));

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
    }

    #[test]
    fn a_job_that_panics_is_a_sentence_and_leaves_its_slot() {
        let jobs = Jobs::new(&Settings { jobs: 1, queue: 0, ..Settings::default() });
        block_on(async {
            for _ in 0..3 {
                let panicked = jobs.run(SOME, |_| panic!("a mistake in a job, on purpose")).await;
                let error: Error = panicked.map(|(): ()| ()).unwrap_err();
                assert!(error.sentence().starts_with("an internal error occurred"), "{error:?}");
                assert_eq!(jobs.running(), 0);
            }
            assert_eq!(jobs.run(SOME, |_| 7).await.unwrap(), 7);
        });
    }

    #[test]
    fn whoever_stops_waiting_leaves_the_queue_and_stops_the_job() {
        let jobs = Jobs::new(&Settings { jobs: 1, queue: 1, ..Settings::default() });
        block_on(async {
            let (slot, patience, cancel) = jobs.slot(SOME).await.unwrap();
            let second = tokio::time::timeout(Duration::from_millis(20), jobs.slot(SOME)).await;
            assert!(second.is_err(), "there is one place only");
            assert_eq!((jobs.running(), jobs.waiting()), (1, 0));
            drop(patience);
            assert!(cancel.is_cancelled());
            drop(slot);
            assert_eq!(jobs.running(), 0);
            assert!(jobs.slot(SOME).await.is_ok());
        });
    }

    #[test]
    fn nothing_begins_once_the_server_stops() {
        let jobs = Jobs::new(&Settings::default());
        block_on(async {
            let (_slot, _patience, cancel) = jobs.slot(Load::Quick).await.unwrap();
            jobs.stop();
            assert!(cancel.is_cancelled());
            assert!(jobs.slot(SOME).await.is_err());
        });
    }

    #[test]
    fn jobs_share_one_memory_and_wait_for_it() {
        let jobs = Jobs::new(&Settings { jobs: 4, memory: 100 << 20, ..Settings::default() });
        let large = Load::Heavy(60 << 20, Duration::from_secs(60));
        block_on(async {
            let first = jobs.slot(large).await.unwrap();
            let second = tokio::time::timeout(Duration::from_millis(20), jobs.slot(large)).await;
            assert!(second.is_err(), "there is memory for one only");
            drop(first);
            assert!(jobs.slot(large).await.is_ok());
            assert_eq!(jobs.memory.rest(), 100 << 20);
            let too_large = jobs.slot(Load::Heavy(101 << 20, Duration::from_secs(60))).await;
            assert!(too_large.err().unwrap().sentence().contains("needs about 101.0 MiB"));
        });
    }

    #[test]
    fn a_job_that_knows_no_clock_is_told_when_its_time_is_over() {
        let jobs = Jobs::new(&Settings::default());
        block_on(async {
            let until_told = |cancel: Cancel| {
                while !cancel.is_cancelled() {
                    std::thread::sleep(Duration::from_millis(1));
                }
            };
            jobs.run(Load::Heavy(0, Duration::from_millis(10)), until_told).await.unwrap();
            assert_eq!(jobs.running(), 0);
        });
    }
}

//! A bounded pool for blocking work, cancelled when the client disconnects.
//!
//! *Quick* work has a bounded cost: it waits for a turn and for its memory. All other work may be *heavy*,
//! and few heavy jobs run at once, each in a *place*. Work starts in a free place if there is one; otherwise
//! it starts in a turn and has [`Settings::look`] to end or to find a place. If it does neither, it is
//! stopped, waits in a queue of limited length and starts again. So a question that takes milliseconds is
//! answered beside any number of heavy jobs.
//!
//! The response holds a [`CancelOnDrop`], which cancels the job when the client disconnects. A job is also
//! cancelled when its time limit is over.

pub(crate) mod memory;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use ktour_core::Cancel;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinHandle,
};

use self::memory::{MemoryBudget, MemoryPermit};
use crate::{
    Settings,
    error::{Error, Unserved},
};

/// Time after its deadline in which a job may end by itself before it is cancelled.
const STOP_GRACE: Duration = Duration::from_millis(25);

/// The jobs of a server.
#[derive(Debug)]
pub struct Jobs {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
    pub(crate) memory: MemoryBudget,
    waiting: AtomicUsize,
    queue: usize,
    look: Duration,
    /// Running jobs, so that they can be cancelled.
    running: Mutex<BTreeMap<u64, Cancel>>,
    number: AtomicU64,
    is_stopping: AtomicBool,
}

/// Guard of the waiting client; cancels the job when it is dropped.
pub(crate) struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Resources of a job: a turn or a place, and memory.
#[derive(Debug)]
struct Holdings {
    permit: OwnedSemaphorePermit,
    share: MemoryPermit,
}

/// Guard of the job itself: its resources and its entry in the list of running jobs.
pub(crate) struct Slot {
    jobs: Arc<Jobs>,
    number: u64,
    holdings: Arc<Mutex<Option<Holdings>>>,
}

impl Slot {
    /// Takes the memory of a finished job, for a response that is still to be sent.
    fn into_share(self) -> Option<MemoryPermit> {
        locked(&self.holdings).take().map(|holdings| holdings.share)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        locked(&self.holdings).take();
        locked(&self.jobs.running).remove(&self.number);
    }
}

/// A job that has started, or has already ended.
pub(crate) struct Begun<T> {
    job: Result<Result<T, Error>, JoinHandle<T>>,
    began: Instant,
    cancel: Cancel,
}

impl<T> Begun<T> {
    /// Waits for the job, and cancels it when its time limit is over.
    pub(crate) async fn with_deadline(self, time: Duration) -> Result<T, Error> {
        let mut job = match self.job {
            Ok(ended) => return ended,
            Err(job) => job,
        };
        let left = time.saturating_add(STOP_GRACE).saturating_sub(self.began.elapsed());
        let ended = match tokio::time::timeout(left, &mut job).await {
            Ok(ended) => ended,
            Err(_) => {
                self.cancel.cancel();
                job.await
            }
        };
        ended.map_err(|_| Unserved::Mistake.into())
    }
}

impl Jobs {
    pub(crate) fn new(settings: &Settings) -> Arc<Jobs> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(Jobs {
            // There are more turns than processors, since most jobs of a busy machine wait for the scheduler.
            turns: Arc::new(Semaphore::new(16 * cores)),
            places: Arc::new(Semaphore::new(settings.jobs)),
            memory: MemoryBudget::new(settings.memory),
            waiting: AtomicUsize::new(0),
            queue: settings.queue,
            look: settings.look,
            running: Mutex::default(),
            number: AtomicU64::new(0),
            is_stopping: AtomicBool::new(false),
        })
    }

    /// Number of jobs that run.
    pub fn running(&self) -> usize {
        locked(&self.running).len()
    }

    /// Number of jobs that wait for a place.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }

    /// Cancels all jobs and refuses new ones.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::SeqCst);
        locked(&self.running).values().for_each(Cancel::cancel);
    }

    /// Runs quick work once a turn and its memory are available. Memory is acquired first, so that unread
    /// responses do not hold turns.
    pub(crate) async fn quick<T: Send + 'static>(
        self: &Arc<Self>,
        bytes: u128,
        work: impl FnOnce(Cancel) -> T + Send + 'static,
    ) -> Result<(T, Option<MemoryPermit>), Error> {
        let share = self.memory.acquire(bytes).await?;
        let permit = acquire(&self.turns).await?;
        let (slot, _guard, cancel) = self.slot(permit, share)?;
        let job = tokio::task::spawn_blocking(move || (work(cancel), slot.into_share()));
        job.await.map_err(|_| Unserved::Mistake.into())
    }

    /// Runs work that may be heavy, with limits on memory and time. It may be started twice.
    pub(crate) async fn heavy<T: Send + 'static>(
        self: &Arc<Self>,
        bytes: u128,
        time: Duration,
        work: impl Fn(Cancel) -> T + Clone + Send + 'static,
    ) -> Result<(T, Option<MemoryPermit>), Error> {
        let begin = |slot: Slot, cancel| {
            let work = work.clone();
            tokio::task::spawn_blocking(move || (work(cancel), slot.into_share()))
        };
        let (begun, _guard) = self.start(bytes, begin).await?;
        begun.with_deadline(time).await
    }

    /// Starts work that may be heavy: in a free place, in a turn while it is short, or after waiting for a
    /// place.
    pub(crate) async fn start<T>(
        self: &Arc<Self>,
        bytes: u128,
        mut begin: impl FnMut(Slot, Cancel) -> JoinHandle<T>,
    ) -> Result<(Begun<T>, CancelOnDrop), Error> {
        self.memory.check(bytes)?;
        let free = Arc::clone(&self.places).try_acquire_owned().ok();
        if let Some(permit) = free
            && let Some(share) = self.memory.try_acquire_heavy(bytes)
        {
            return self.start_in(permit, share, &mut begin);
        }
        if let Some(share) = self.memory.try_acquire_some(bytes) {
            let permit = acquire(&self.turns).await?;
            let (slot, guard, cancel) = self.slot(permit, share)?;
            let (began, holdings) = (Instant::now(), Arc::clone(&slot.holdings));
            let mut job = begin(slot, cancel.clone());
            let place = tokio::select! {
                biased;
                ended = &mut job => {
                    let job = Ok(ended.map_err(|_| Unserved::Mistake.into()));
                    return Ok((Begun { job, began, cancel }, guard));
                }
                place = acquire(&self.places) => Some(place?),
                () = tokio::time::sleep(self.look) => None,
            };
            if let Some(place) = place
                && locked(&holdings)
                    .as_mut()
                    .is_none_or(|holdings| holdings.move_to_place(place, &self.memory))
            {
                return Ok((Begun { job: Err(job), began, cancel }, guard));
            }
            // Dropping the guard of the client cancels the job.
        }
        let _waiting = QueueGuard::join(self).ok_or(Unserved::Busy)?;
        // The place is acquired first, so that no other job passes the one that waits for memory.
        let permit = acquire(&self.places).await?;
        let share = self.memory.acquire_heavy(bytes).await?;
        self.start_in(permit, share, &mut begin)
    }

    fn start_in<T>(
        self: &Arc<Self>,
        place: OwnedSemaphorePermit,
        share: MemoryPermit,
        begin: &mut impl FnMut(Slot, Cancel) -> JoinHandle<T>,
    ) -> Result<(Begun<T>, CancelOnDrop), Error> {
        let (slot, guard, cancel) = self.slot(place, share)?;
        let began = Instant::now();
        Ok((Begun { job: Err(begin(slot, cancel.clone())), began, cancel }, guard))
    }

    /// Adds a job to the list of running jobs.
    fn slot(
        self: &Arc<Self>,
        permit: OwnedSemaphorePermit,
        share: MemoryPermit,
    ) -> Result<(Slot, CancelOnDrop, Cancel), Error> {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let cancel = Cancel::default();
        locked(&self.running).insert(number, cancel.clone());
        let holdings = Arc::new(Mutex::new(Some(Holdings { permit, share })));
        let slot = Slot { jobs: Arc::clone(self), number, holdings };
        if self.is_stopping.load(Ordering::SeqCst) {
            return Err(Unserved::Stopping.into());
        }
        Ok((slot, CancelOnDrop(cancel.clone()), cancel))
    }
}

impl Holdings {
    /// Replaces the turn by a place, unless the memory of heavy jobs is used up.
    fn move_to_place(&mut self, place: OwnedSemaphorePermit, memory: &MemoryBudget) -> bool {
        let is_heavy = self.share.make_heavy(memory);
        if is_heavy {
            self.permit = place;
        }
        is_heavy
    }
}

async fn acquire(permits: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Error> {
    Arc::clone(permits).acquire_owned().await.map_err(|_| Unserved::Stopping.into())
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Guard of a place in the queue.
struct QueueGuard<'a>(&'a Jobs);

impl<'a> QueueGuard<'a> {
    fn join(jobs: &'a Jobs) -> Option<QueueGuard<'a>> {
        let joined = |waiting: usize| (waiting < jobs.queue).then_some(waiting + 1);
        jobs.waiting.fetch_update(Ordering::SeqCst, Ordering::SeqCst, joined).ok().map(|_| QueueGuard(jobs))
    }
}

impl Drop for QueueGuard<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
    }

    fn until_cancelled(cancel: &Cancel) {
        while !cancel.is_cancelled() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// A job of this many bytes that ends when it is cancelled.
    async fn endless(jobs: &Arc<Jobs>, bytes: u128) -> Result<(Begun<()>, CancelOnDrop), Error> {
        let begin = |slot: Slot, cancel: Cancel| {
            tokio::task::spawn_blocking(move || {
                until_cancelled(&cancel);
                drop(slot);
            })
        };
        jobs.start(bytes, begin).await
    }

    #[test]
    fn a_job_that_panics_is_an_error_and_releases_its_slot() {
        let jobs = Jobs::new(&Settings { jobs: 1, queue: 0, ..Settings::default() });
        block_on(async {
            for _ in 0..3 {
                let panicked =
                    jobs.heavy(1 << 20, MINUTE, |_| panic!("a mistake in a job, on purpose")).await;
                let error: Error = panicked.map(|((), _)| ()).unwrap_err();
                assert!(error.sentence().starts_with("an internal error occurred"), "{error:?}");
                assert_eq!(jobs.running(), 0);
            }
            assert_eq!(jobs.heavy(1 << 20, MINUTE, |_| 7).await.unwrap().0, 7);
        });
    }

    #[test]
    fn a_client_that_disconnects_leaves_the_queue_and_cancels_its_job() {
        let jobs = Jobs::new(&Settings { jobs: 1, queue: 1, ..Settings::default() });
        block_on(async {
            let (first, guard) = endless(&jobs, 1 << 20).await.unwrap();
            let second = tokio::time::timeout(2 * jobs.look, endless(&jobs, 1 << 20)).await;
            assert!(second.is_err(), "there is one place only");
            assert_eq!(jobs.waiting(), 0);
            drop(guard);
            first.with_deadline(MINUTE).await.unwrap();
            assert!(endless(&jobs, 1 << 20).await.is_ok());
        });
    }

    #[test]
    fn short_work_is_answered_while_all_places_are_taken_and_the_queue_is_closed() {
        let jobs = Jobs::new(&Settings { jobs: 2, queue: 0, ..Settings::default() });
        block_on(async {
            let _heavy = (endless(&jobs, 1 << 20).await.unwrap(), endless(&jobs, 1 << 20).await.unwrap());
            for at in 0..20 {
                assert_eq!(jobs.heavy(1 << 20, MINUTE, move |_| at).await.unwrap().0, at);
            }
            assert_eq!(endless(&jobs, 1 << 20).await.err().unwrap().status(), 503);
        });
    }

    #[test]
    fn work_that_started_in_a_turn_continues_in_the_next_free_place() {
        let jobs = Jobs::new(&Settings { jobs: 1, queue: 0, ..Settings::default() });
        block_on(async {
            let (first, guard) = endless(&jobs, 1 << 20).await.unwrap();
            let begins = AtomicUsize::new(0);
            let begin = |slot: Slot, cancel: Cancel| {
                begins.fetch_add(1, Ordering::SeqCst);
                tokio::task::spawn_blocking(move || {
                    until_cancelled(&cancel);
                    drop(slot);
                })
            };
            let free = async {
                tokio::task::yield_now().await;
                drop(guard);
                first.with_deadline(MINUTE).await.unwrap();
            };
            let (second, ()) = tokio::join!(jobs.start(1 << 20, begin), free);
            assert_eq!((begins.into_inner(), jobs.running()), (1, 1));
            assert_eq!(jobs.places.available_permits(), 0, "it has the place");
            assert_eq!(jobs.turns.available_permits() % 16, 0, "and gave its turn back");
            let (second, guard) = second.unwrap();
            drop(guard);
            second.with_deadline(MINUTE).await.unwrap();
            assert_eq!((jobs.places.available_permits(), jobs.running()), (1, 0));
        });
    }

    #[test]
    fn no_job_starts_once_the_server_stops() {
        let jobs = Jobs::new(&Settings::default());
        block_on(async {
            let (begun, _guard) = endless(&jobs, 0).await.unwrap();
            jobs.stop();
            begun.with_deadline(MINUTE).await.unwrap();
            assert!(endless(&jobs, 0).await.is_err());
            assert!(jobs.quick(0, |_| ()).await.is_err());
        });
    }

    #[test]
    fn jobs_share_one_memory_and_wait_for_it() {
        let jobs = Jobs::new(&Settings { jobs: 4, memory: 100 << 20, ..Settings::default() });
        block_on(async {
            let (first, guard) = endless(&jobs, 60 << 20).await.unwrap();
            let second = tokio::time::timeout(2 * jobs.look, endless(&jobs, 60 << 20)).await;
            assert!(second.is_err(), "there is memory for one only");
            drop(guard);
            first.with_deadline(MINUTE).await.unwrap();
            assert!(endless(&jobs, 60 << 20).await.is_ok());
            let too_large = endless(&jobs, 101 << 20).await;
            assert!(too_large.err().unwrap().sentence().contains("needs about 101.0 MiB"));
        });
    }

    #[test]
    fn a_job_that_checks_no_deadline_is_cancelled_at_its_time_limit() {
        let jobs = Jobs::new(&Settings::default());
        block_on(async {
            jobs.heavy(0, Duration::from_millis(10), |cancel| until_cancelled(&cancel)).await.unwrap();
            assert_eq!(jobs.running(), 0);
        });
    }
}

//! Work off the async threads: how much at once, and no longer than somebody waits for it.
//!
//! Two doors. *Quick* work is bounded by its own cost and only takes turns. *Heavy* work takes one of a
//! few places; a few more requests may wait for a place, and the next is told to come back later.
//! Whoever waits for a job holds a [`Patience`]; when the client goes away it is dropped, and
//! the job is told to stop.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use knights_tour::Cancel;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{Settings, error::Error};

/// The jobs of a server.
#[derive(Debug)]
pub struct Jobs {
    quick: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    waiting: AtomicUsize,
    queue: usize,
    /// What runs, so that it can be stopped.
    running: Mutex<BTreeMap<u64, Cancel>>,
    number: AtomicU64,
    is_stopping: AtomicBool,
}

/// Which door.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    /// Bounded by its own cost.
    Quick,
    /// Everything else.
    Heavy,
}

/// Held by whoever waits; the job is told to stop when it is dropped.
pub(crate) struct Patience(Cancel);

impl Patience {
    /// Tells the job to stop, and goes on waiting for what it then says.
    fn end(&self) {
        self.0.cancel();
    }
}

impl Drop for Patience {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Held by the job itself: its place, and its line in the list of what runs.
pub(crate) struct Place {
    jobs: Arc<Jobs>,
    number: u64,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Place {
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
    pub(crate) async fn place(self: &Arc<Self>, weight: Weight) -> Result<(Place, Patience, Cancel), Error> {
        let permit = match weight {
            Weight::Quick => Arc::clone(&self.quick).acquire_owned().await,
            Weight::Heavy => match Arc::clone(&self.heavy).try_acquire_owned() {
                Ok(permit) => Ok(permit),
                Err(_) => {
                    let _line = Line::join(self).ok_or_else(Error::busy)?;
                    Arc::clone(&self.heavy).acquire_owned().await
                }
            },
        };
        let permit = permit.map_err(|_| Error::stopping())?;
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let cancel = Cancel::default();
        self.list().insert(number, cancel.clone());
        let place = Place { jobs: Arc::clone(self), number, _permit: permit };
        if self.is_stopping.load(Ordering::SeqCst) {
            return Err(Error::stopping());
        }
        Ok((place, Patience(cancel.clone()), cancel))
    }

    /// Does the work, and stops it when nobody waits any more.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        weight: Weight,
        work: impl FnOnce(Cancel) -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.run_within(weight, Duration::MAX, work).await
    }

    /// The same, for work that knows no clock: it is told to stop when the time is over.
    pub(crate) async fn run_within<T: Send + 'static>(
        self: &Arc<Self>,
        weight: Weight,
        time: Duration,
        work: impl FnOnce(Cancel) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (place, patience, cancel) = self.place(weight).await?;
        let mut job = tokio::task::spawn_blocking(move || {
            let _place = place;
            work(cancel)
        });
        let done = match tokio::time::timeout(time, &mut job).await {
            Ok(done) => done,
            Err(_) => {
                patience.end();
                job.await
            }
        };
        done.map_err(|_| Error::panicked())
    }
}

/// A place in the queue.
struct Line<'a>(&'a Jobs);

impl<'a> Line<'a> {
    fn join(jobs: &'a Jobs) -> Option<Line<'a>> {
        let has_room = |waiting: usize| (waiting < jobs.queue).then_some(waiting + 1);
        jobs.waiting.fetch_update(Ordering::SeqCst, Ordering::SeqCst, has_room).ok().map(|_| Line(jobs))
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
    }

    #[test]
    fn a_job_that_panics_is_a_sentence_and_leaves_its_place() {
        let jobs = Jobs::new(&Settings { jobs: 1, queue: 0, ..Settings::default() });
        block_on(async {
            for _ in 0..3 {
                let panicked = jobs.run(Weight::Heavy, |_| panic!("a mistake in a job, on purpose")).await;
                let error: Error = panicked.map(|(): ()| ()).unwrap_err();
                assert!(error.sentence().starts_with("the server made a mistake"), "{error:?}");
                assert_eq!(jobs.running(), 0);
            }
            assert_eq!(jobs.run(Weight::Heavy, |_| 7).await.unwrap(), 7);
        });
    }

    #[test]
    fn whoever_stops_waiting_leaves_the_queue_and_stops_the_job() {
        let jobs = Jobs::new(&Settings { jobs: 1, queue: 1, ..Settings::default() });
        block_on(async {
            let (place, patience, cancel) = jobs.place(Weight::Heavy).await.unwrap();
            let second = tokio::time::timeout(Duration::from_millis(20), jobs.place(Weight::Heavy)).await;
            assert!(second.is_err(), "there is one place only");
            assert_eq!((jobs.running(), jobs.waiting()), (1, 0));
            drop(patience);
            assert!(cancel.is_cancelled());
            drop(place);
            assert_eq!(jobs.running(), 0);
            assert!(jobs.place(Weight::Heavy).await.is_ok());
        });
    }

    #[test]
    fn nothing_begins_once_the_server_stops() {
        let jobs = Jobs::new(&Settings::default());
        block_on(async {
            let (_place, _patience, cancel) = jobs.place(Weight::Quick).await.unwrap();
            jobs.stop();
            assert!(cancel.is_cancelled());
            assert!(jobs.place(Weight::Heavy).await.is_err());
        });
    }
}

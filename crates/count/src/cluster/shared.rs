//! What the workers of one process share: the plans, the filter, the parts, and whether it is over.

use std::sync::{
    Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard,
    atomic::{AtomicBool, Ordering},
};

use knights_tour::Puzzle;

use super::{
    checkpoint::{Parts, WholeLayer},
    connection::Traffic,
};
use crate::{
    CountError, Watch, halves::meeting::Meeting, layers::filter::Sets, layers::walk::SETS,
    problem::plan::Plan, state::pairing::Pairings,
};

/// A walk that all workers take together.
pub(crate) struct SharedWalk<P> {
    pub(crate) plan: P,
    pub(crate) end: usize,
    sets: RwLock<Sets>,
    /// Whose turn it is to look whether the sets are there.
    turn: Mutex<()>,
}

impl<P: AsRef<Plan>> SharedWalk<P> {
    pub(crate) fn new(plan: P, end: usize, watch: &Watch) -> SharedWalk<P> {
        let bytes = usize::try_from(watch.memory() / 4).unwrap_or(usize::MAX).min(SETS);
        let sets = RwLock::new(Sets::new(plan.as_ref(), bytes));
        SharedWalk { plan, end, sets, turn: Mutex::default() }
    }

    /// The sets from the frontier after some steps on, worked out by whoever asks first, who also
    /// forgets earlier ones. Nobody asks for later ones before all have dropped what they were
    /// given.
    pub(crate) fn sets(
        &self,
        watch: &Watch,
        steps: usize,
        count: usize,
    ) -> Result<RwLockReadGuard<'_, Sets>, CountError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever comes later finds readers of the same sets.
        if let Ok(mut sets) = self.sets.try_write() {
            sets.ahead(self.plan.as_ref(), watch, steps..self.end, count)?;
        }
        Ok(self.sets.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl AsRef<Plan> for Plan {
    fn as_ref(&self) -> &Plan {
        self
    }
}

impl AsRef<Plan> for Meeting {
    fn as_ref(&self) -> &Plan {
        &self.plan
    }
}

/// One process of a cluster.
pub(crate) struct Process {
    pub(crate) puzzle: Puzzle,
    pub(crate) watch: Watch,
    /// The number of this process, and how many workers each has.
    pub(crate) number: usize,
    pub(crate) workers: usize,
    pub(crate) halves: Option<SharedWalk<Meeting>>,
    pub(crate) whole: SharedWalk<Plan>,
    pub(crate) pairings: OnceLock<Pairings>,
    pub(crate) parts: Option<Parts>,
    /// Where it goes on from.
    pub(crate) left: Option<WholeLayer>,
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) is_over: AtomicBool,
}

impl Process {
    /// The numbers of its workers among all.
    pub(crate) fn own(&self) -> std::ops::Range<usize> {
        self.number * self.workers..(self.number + 1) * self.workers
    }

    /// An error if the count has ended elsewhere.
    pub(crate) fn check(&self) -> Result<(), CountError> {
        match self.is_over.load(Ordering::Relaxed) {
            true => Err(CountError::Stopped),
            false => Ok(()),
        }
    }
}

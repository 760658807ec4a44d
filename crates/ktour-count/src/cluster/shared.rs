//! What the workers of one process share: the plans, the filter, the parts, and whether the count is over.

use std::sync::{
    Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard,
    atomic::{AtomicBool, Ordering},
};

use ktour_tour::{Control, Puzzle};

use super::{
    checkpoint::{Parts, WholeLayer},
    connection::Traffic,
};
use crate::{
    CountError, Report, Resources,
    frontier::filter::{Filter, bytes_kept},
    halves::meeting::Meeting,
    problem::plan::Plan,
    run::Run,
    state::pairing::Pairings,
};

/// A walk that all workers take together.
pub(crate) struct SharedWalk {
    pub(crate) plan: Arc<Plan>,
    pub(crate) end: usize,
    filter: RwLock<Filter>,
    /// Whose turn it is to look whether the sets are there.
    turn: Mutex<()>,
}

impl SharedWalk {
    pub(crate) fn new(plan: &Arc<Plan>, end: usize, resources: &Resources) -> SharedWalk {
        let filter = Filter::new(plan, bytes_kept(&plan.digits, resources.memory) as usize);
        let filter = RwLock::new(filter);
        SharedWalk { plan: plan.clone(), end, filter, turn: Mutex::default() }
    }

    /// The sets from the frontier after some steps on, worked out by the worker that asks first, which
    /// also forgets earlier ones. None asks for later ones before all have dropped what they were
    /// given.
    pub(crate) fn filter(
        &self,
        steps: usize,
        count: usize,
        run: &Run<'_>,
    ) -> Result<RwLockReadGuard<'_, Filter>, CountError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        // A worker that comes later finds readers of the same sets.
        if let Ok(mut filter) = self.filter.try_write() {
            filter.reach(&self.plan, steps..self.end, count, &mut { u64::MAX }, run)?;
        }
        Ok(self.filter.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// One process of a cluster.
pub(crate) struct Process {
    pub(crate) puzzle: Puzzle,
    pub(crate) resources: Resources,
    pub(crate) control: Control,
    pub(crate) report: Report,
    /// The number of this process, and how many workers each has.
    pub(crate) number: usize,
    pub(crate) workers: usize,
    /// A walk for each side of the halves.
    pub(crate) halves: Option<(Vec<SharedWalk>, Arc<Meeting>)>,
    pub(crate) whole: SharedWalk,
    pub(crate) pairings: OnceLock<Pairings>,
    pub(crate) parts: Option<Parts>,
    /// Where it goes on from.
    pub(crate) left: Option<WholeLayer>,
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) is_over: AtomicBool,
}

impl Process {
    pub(crate) fn run(&self) -> Run<'_> {
        Run { resources: &self.resources, control: &self.control, report: &self.report }
    }

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

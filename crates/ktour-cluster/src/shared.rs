//! What the threads of one process share: the plans, the parts of a checkpoint, and whether the count is
//! over.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use ktour_core::{Control, Puzzle};

use super::{
    checkpoint::{Parts, WholeLayer},
    connection::Traffic,
};
use ktour_count::{
    CountError, Report, Resources,
    engine::{BoardSplit, Context, Plan},
};

/// One process of a cluster.
pub(crate) struct Process {
    pub(crate) puzzle: Puzzle,
    pub(crate) resources: Resources,
    pub(crate) control: Control,
    pub(crate) report: Report,
    /// The number of this process.
    pub(crate) number: usize,
    pub(crate) meeting: Option<Arc<BoardSplit>>,
    pub(crate) whole: Arc<Plan>,
    pub(crate) parts: Option<Parts>,
    /// The layer from which the count is resumed.
    pub(crate) left: Option<WholeLayer>,
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) is_over: AtomicBool,
}

impl Process {
    pub(crate) fn run(&self) -> Context<'_> {
        Context { resources: &self.resources, control: &self.control, report: &self.report }
    }

    /// An error if the count has ended elsewhere.
    pub(crate) fn check(&self) -> Result<(), CountError> {
        match self.is_over.load(Ordering::Relaxed) {
            true => Err(CountError::Stopped),
            false => Ok(()),
        }
    }
}

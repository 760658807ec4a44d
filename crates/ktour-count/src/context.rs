//! One piece of work: the resources it may use, what can stop it, and where it reports.

use std::sync::Arc;

use ktour_core::Control;

use crate::{
    CountError, Report, Resources,
    state::matching_map::{MAX_TABLE_BYTES, MatchingMaps},
};

/// Bytes that `ktour` takes without any layer.
pub const PROCESS_BYTES: u64 = 11 << 20;
/// Bytes of what is remembered of the buckets of three layers in files.
const SPILLED_BUCKETS_BYTES: u64 = 5 << 20;
/// Bytes of the buffers of a thread.
const THREAD_BYTES: u64 = 1 << 20;

/// Context of every part of a count: resources, control and progress.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Memory, threads and directories.
    pub resources: &'a Resources,
    /// Stops the work.
    pub control: &'a Control,
    /// Receives the progress.
    pub report: &'a Report,
}

impl Context<'_> {
    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.resources.threads
    }

    pub(crate) fn memory(&self) -> u128 {
        self.resources.memory
    }

    /// Bytes of memory for a new layer, beside the bytes of other layers and of everything else. A count that
    /// spills holds three layers or parts of layers at once, and the buckets that were read last.
    pub(crate) fn layer_bytes(&self, held_bytes: u64, other_bytes: u64) -> u64 {
        let memory = u64::try_from(self.memory()).unwrap_or(u64::MAX);
        if !self.resources.has_spill() {
            return memory.saturating_sub(held_bytes);
        }
        let threads = self.threads() as u64 * THREAD_BYTES;
        let buckets = SPILLED_BUCKETS_BYTES.min(memory / 8);
        let caches = 3 * self.spill_cache_bytes() as u64;
        let others = (PROCESS_BYTES + threads).min(memory / 2) + other_bytes + buckets + caches;
        memory.saturating_sub(others) / 3
    }

    /// Maps of matchings, with tables as large as the memory allows.
    pub fn matching_maps(&self) -> Arc<MatchingMaps> {
        let share = usize::try_from(self.memory() / 8).unwrap_or(usize::MAX);
        let bytes = if self.resources.has_spill() { share.min(MAX_TABLE_BYTES) } else { MAX_TABLE_BYTES };
        Arc::new(MatchingMaps::new(bytes))
    }

    /// Bytes that the tables of pairs of matchings may take.
    pub fn pairing_bytes(&self) -> usize {
        if self.resources.has_spill() { (self.memory() / 4).min(32 << 20) as usize } else { 32 << 20 }
    }

    /// Bytes of buckets that were read last, for each layer in a file.
    pub(crate) fn spill_cache_bytes(&self) -> usize {
        (self.memory() / 32).clamp(1 << 20, 32 << 20) as usize
    }

    /// An error where the work must stop, asked at every step of a loop that follows no states.
    pub(crate) fn check_at(&self, step: usize) -> Result<(), CountError> {
        if self.control.is_stopped_at(step as u64) { Err(CountError::Stopped) } else { Ok(()) }
    }

    /// Whether to stop, having followed some more states.
    pub fn is_stopped(&self, states: usize) -> bool {
        let done = self.report.tell_done(states);
        self.control.raise_share(self.report.share());
        self.control.is_over(done)
    }

    /// The same as an error.
    pub(crate) fn check(&self, states: usize) -> Result<(), CountError> {
        if self.is_stopped(states) { Err(CountError::Stopped) } else { Ok(()) }
    }

    /// Reports that new work begins.
    pub fn report_begin(&self) {
        self.report.begin();
    }

    /// Reports the step from which a checkpoint is resumed.
    pub fn report_resumed(&self, step: usize) {
        self.report.tell_resumed(step);
    }

    /// Reports the layer after a step of a walk.
    pub fn report_layer(&self, step: usize, steps: usize, states: u64) {
        self.report.tell_step(step, steps, states as usize);
        self.report.tell_share(step as f64 / steps as f64);
    }

    /// Reports why a layer could not be saved.
    pub fn report_unsaved(&self, why: &CountError) {
        self.report.tell_unsaved(why);
    }

    /// All is done.
    pub(crate) fn end(&self) {
        self.report.tell_end();
        self.control.raise_share(1.0);
    }
}

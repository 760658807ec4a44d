//! What a worker reports about its share of a layer, and what all reports together imply.

use num_bigint::BigUint;

use ktour_count::engine::{ClassLayer, word_at};

/// One worker's report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShareReport {
    pub(crate) worker: u64,
    /// States of its share.
    pub(crate) states: u64,
    /// Bits of its largest multiplicity.
    pub(crate) widest: u64,
    /// Bytes that its tables take.
    pub(crate) bytes: u64,
    /// States it has sent to other processes so far.
    pub(crate) sent: u64,
    /// Bytes its process has sent so far.
    pub(crate) written: u64,
    /// Whether its process has time for a checkpoint.
    pub(crate) may_save: bool,
    /// The sum of its multiplicities, lowest byte first, where that is asked for.
    pub(crate) sum: Vec<u8>,
}

const NUMBERS: usize = 7;

impl ShareReport {
    /// The report of a share of a layer.
    pub(crate) fn of(layer: &ClassLayer) -> ShareReport {
        ShareReport { states: layer.states(), widest: layer.widest(), ..ShareReport::default() }
    }

    /// Number of bytes of [`to_bytes`](ShareReport::to_bytes).
    pub(crate) fn bytes(&self) -> usize {
        (8 * NUMBERS + self.sum.len()).next_multiple_of(8)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let ShareReport { worker, states, widest, bytes: own, sent, written, may_save, sum } = self;
        let numbers = [*worker, *states, *widest, *own, *sent, *written, u64::from(*may_save)];
        numbers.iter().flat_map(|number| number.to_le_bytes()).chain(sum.iter().copied()).collect()
    }

    pub(crate) fn read(bytes: &[u8], sum: usize) -> ShareReport {
        let [worker, states, widest, own, sent, written, may_save]: [u64; NUMBERS] =
            std::array::from_fn(|at| word_at(bytes, at));
        let sum = bytes[8 * NUMBERS..8 * NUMBERS + sum].to_vec();
        ShareReport { worker, states, widest, bytes: own, sent, written, may_save: may_save == 1, sum }
    }
}

/// The reports of all workers: every worker draws the same conclusions from them.
pub(crate) struct ShareReports(pub(crate) Vec<ShareReport>);

impl ShareReports {
    pub(crate) fn states(&self) -> u64 {
        self.total(|report| report.states)
    }

    /// Bits of numbers that a step cannot outgrow, as [`ClassLayer::bits`] of all shares together.
    pub(crate) fn bits(&self) -> u64 {
        let widest = self.0.iter().map(|report| report.widest).max().unwrap_or(0);
        widest + u64::from(self.states().max(1).ilog2()) + 10
    }

    pub(crate) fn may_save(&self) -> bool {
        self.0.iter().all(|report| report.may_save)
    }

    pub(crate) fn sum(&self) -> BigUint {
        self.0.iter().map(|report| BigUint::from_bytes_le(&report.sum)).sum()
    }

    pub(crate) fn total(&self, of: impl Fn(&ShareReport) -> u64) -> u64 {
        self.0.iter().map(of).sum()
    }

    /// The same of one worker.
    pub(crate) fn total_of(&self, worker: usize, of: impl Fn(&ShareReport) -> u64) -> u64 {
        self.0.iter().filter(|report| report.worker == worker as u64).map(of).sum()
    }
}

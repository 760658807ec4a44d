//! What a worker reports about its share of a layer, and what all reports together imply.

use num_bigint::BigUint;

use crate::frontier::multiplicity::word_at;

/// One worker's words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShareReport {
    pub(crate) worker: u64,
    /// States of its share.
    pub(crate) states: u64,
    /// Bits of its largest multiplicity.
    pub(crate) widest: u64,
    /// How wide its numbers are.
    pub(crate) bits: u64,
    /// Bytes that its tables take.
    pub(crate) bytes: u64,
    /// Bytes that they may take.
    pub(crate) room: u64,
    /// States it has sent to other processes so far.
    pub(crate) sent: u64,
    /// Bytes its process has sent so far, told by the first worker of the process.
    pub(crate) written: u64,
    /// Whether its process has time for a checkpoint.
    pub(crate) may_save: bool,
    /// The sum of its multiplicities, lowest byte first, where that is asked for.
    pub(crate) sum: Vec<u8>,
}

const NUMBERS: usize = 9;

impl ShareReport {
    pub(crate) fn bytes(&self) -> usize {
        (8 * NUMBERS + self.sum.len()).next_multiple_of(8)
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let ShareReport { worker, states, widest, bits, bytes: own, room, sent, written, may_save, sum } =
            self;
        for number in [worker, states, widest, bits, own, room, sent, written, &u64::from(*may_save)] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(sum);
    }

    pub(crate) fn read(bytes: &[u8], sum: usize) -> ShareReport {
        let [worker, states, widest, bits, own, room, sent, written, may_save]: [u64; NUMBERS] =
            std::array::from_fn(|at| word_at(bytes, at));
        let sum = bytes[8 * NUMBERS..8 * NUMBERS + sum].to_vec();
        ShareReport {
            worker,
            states,
            widest,
            bits,
            bytes: own,
            room,
            sent,
            written,
            may_save: may_save == 1,
            sum,
        }
    }
}

/// The words of all workers: every worker draws the same conclusions from them.
pub(crate) struct ShareReports(pub(crate) Vec<ShareReport>);

impl ShareReports {
    pub(crate) fn states(&self) -> u64 {
        self.total(|report| report.states)
    }

    pub(crate) fn widest(&self) -> u64 {
        self.0.iter().map(|report| report.widest).max().unwrap_or(0)
    }

    pub(crate) fn bits(&self) -> u64 {
        self.0.iter().map(|report| report.bits).max().unwrap_or(64)
    }

    /// Bytes that all workers together may take, if none takes more than the one that may take least.
    pub(crate) fn room(&self) -> u64 {
        self.0.iter().map(|report| report.room).min().unwrap_or(u64::MAX).saturating_mul(self.0.len() as u64)
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

    /// The same of the workers of one process.
    pub(crate) fn total_of(&self, workers: std::ops::Range<usize>, of: impl Fn(&ShareReport) -> u64) -> u64 {
        self.0.iter().filter(|report| workers.contains(&(report.worker as usize))).map(of).sum()
    }
}

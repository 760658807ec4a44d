//! What every walk over the frontier uses: which degrees can still be completed, how counts widen, and where
//! a layer is saved.

pub mod checkpoint;
mod checkpoint_file;
pub(crate) mod filter;
pub(crate) mod multiplicity;

use std::io;

use crate::CountError;

/// Number of states below which a layer is not worth a second thread.
pub(crate) const MIN_STATES_FOR_THREADS: usize = 1 << 12;

/// Mixes all bits of a word into all bits of another.
pub fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (word ^ (word >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The error of a table in a file.
pub(crate) fn disk(error: io::Error) -> CountError {
    CountError::Disk { error: error.to_string() }
}

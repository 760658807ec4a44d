//! Limits the memory of all request bodies together, so that many slow clients cannot exhaust it.
//!
//! Every byte counts when it arrives, and a JSON document counts for its parsed size as well.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use crate::error::{Error, Unserved};

/// Maximum size of all bodies together, in bytes.
const MAX_TOTAL_BODY_BYTES: usize = 128 << 20;

/// Number of bytes that are held.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies(Arc<AtomicUsize>);

/// Memory of one request body; released on drop.
#[derive(Debug)]
pub(crate) struct BodyBytes {
    bodies: Bodies,
    bytes: usize,
}

impl Bodies {
    /// Creates the budget entry of an empty body.
    pub(crate) fn start(&self) -> BodyBytes {
        BodyBytes { bodies: self.clone(), bytes: 0 }
    }
}

impl BodyBytes {
    /// Reserves this many more bytes, if they are available.
    pub(crate) fn reserve(&mut self, bytes: usize) -> Result<(), Error> {
        let all = self.bodies.0.fetch_add(bytes, Ordering::SeqCst) + bytes;
        self.bytes += bytes;
        if all <= MAX_TOTAL_BODY_BYTES { Ok(()) } else { Err(Unserved::Crowded.into()) }
    }
}

impl Drop for BodyBytes {
    fn drop(&mut self) {
        self.bodies.0.fetch_sub(self.bytes, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_share_one_budget_and_release_it() {
        let bodies = Bodies::default();
        let (mut first, mut second) = (bodies.start(), bodies.start());
        assert!(first.reserve(MAX_TOTAL_BODY_BYTES - 10).is_ok() && second.reserve(10).is_ok());
        assert!(second.reserve(1).is_err());
        drop((first, second));
        assert!(bodies.start().reserve(MAX_TOTAL_BODY_BYTES).is_ok());
    }
}

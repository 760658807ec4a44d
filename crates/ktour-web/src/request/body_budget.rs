//! Bodies that are being read: bounded in all, so that many slow ones cannot fill the memory.
//!
//! Every byte counts when it arrives, and a document counts for what it becomes when it is read.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use crate::error::{Error, Unserved};

/// Bytes of all bodies together.
const MAX_TOTAL_BODY_BYTES: usize = 128 << 20;

/// How many bytes are held now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies(Arc<AtomicUsize>);

/// Memory of one request body; released on drop.
#[derive(Debug)]
pub(crate) struct BodyBytes {
    bodies: Bodies,
    bytes: usize,
}

impl Bodies {
    /// A body of which nothing has arrived.
    pub(crate) fn begin(&self) -> BodyBytes {
        BodyBytes { bodies: self.clone(), bytes: 0 }
    }
}

impl BodyBytes {
    /// Reserves this many more bytes, if they are available.
    pub(crate) fn grow(&mut self, bytes: usize) -> Result<(), Error> {
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
    fn bodies_share_one_bound_and_give_it_back() {
        let bodies = Bodies::default();
        let (mut first, mut second) = (bodies.begin(), bodies.begin());
        assert!(first.grow(MAX_TOTAL_BODY_BYTES - 10).is_ok() && second.grow(10).is_ok());
        assert!(second.grow(1).is_err());
        drop((first, second));
        assert!(bodies.begin().grow(MAX_TOTAL_BODY_BYTES).is_ok());
    }
}

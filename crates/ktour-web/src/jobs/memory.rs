//! One budget of memory for all jobs together.
//!
//! Every job says before it begins how much it takes at most, waits until that much is there, and
//! gives it back when it ends. An answer that is still being sent keeps its own bytes.
//!
//! *Invariant:* all shares together are never more than the whole.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Unserved};

/// Bytes of one permit.
const UNIT: u128 = 1024;

/// What there is for all.
#[derive(Debug)]
pub(crate) struct Memory {
    rest: Arc<Semaphore>,
    whole: u128,
}

/// What one job has; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Share(OwnedSemaphorePermit);

impl Memory {
    pub(crate) fn new(bytes: u128) -> Memory {
        let units = (bytes / UNIT).clamp(1, u128::from(u32::MAX));
        Memory { rest: Arc::new(Semaphore::new(units as usize)), whole: units * UNIT }
    }

    /// Refuses what will never be there.
    pub(crate) fn check(&self, bytes: u128) -> Result<(), Error> {
        if bytes <= self.whole {
            return Ok(());
        }
        Err(Unserved::Memory { needed: bytes >> 20, most: self.whole >> 20 }.into())
    }

    /// So much, if it is there now.
    pub(crate) fn try_take(&self, bytes: u128) -> Option<Share> {
        Arc::clone(&self.rest).try_acquire_many_owned(units(bytes)).ok().map(Share)
    }

    /// So much, as soon as it is there; whoever came first is served first.
    pub(crate) async fn take(&self, bytes: u128) -> Result<Share, Error> {
        let taken = Arc::clone(&self.rest).acquire_many_owned(units(bytes)).await;
        taken.map(Share).map_err(|_| Unserved::Stopping.into())
    }

    /// What nobody has.
    #[cfg(test)]
    pub(crate) fn rest(&self) -> u128 {
        self.rest.available_permits() as u128 * UNIT
    }
}

impl Share {
    /// Gives back all but so much.
    pub(crate) fn keep(&mut self, bytes: u128) {
        let more = self.0.num_permits().saturating_sub(units(bytes) as usize);
        drop(self.0.split(more));
    }
}

fn units(bytes: u128) -> u32 {
    bytes.div_ceil(UNIT).min(u128::from(u32::MAX)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_is_given_back() {
        let memory = Memory::new(1 << 20);
        let mut share = memory.try_take(1 << 20).unwrap();
        assert!(memory.try_take(1).is_none());
        share.keep(1 << 10);
        assert_eq!(memory.rest(), (1 << 20) - (1 << 10));
        drop(share);
        assert_eq!(memory.rest(), 1 << 20);
    }

    #[test]
    fn what_will_never_be_there_is_refused() {
        let memory = Memory::new(100 << 20);
        assert!(memory.check(100 << 20).is_ok());
        let error = memory.check(101 << 20).unwrap_err();
        assert!(
            error.sentence().starts_with("this needs about 101.0 MiB, and 100.0 MiB may be used"),
            "{error:?}"
        );
    }
}

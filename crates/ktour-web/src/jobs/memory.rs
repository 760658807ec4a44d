//! One budget of memory for all jobs together.
//!
//! Every job says before it begins how much it takes at most, waits until that much is there, and
//! gives it back when it ends. An answer that is still being sent keeps its own bytes. Heavy jobs leave an
//! eighth of the memory to quick ones.
//!
//! *Invariant:* all shares together are never more than the whole.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Unserved};

/// Bytes of one permit.
const PERMIT_BYTES: u128 = 1024;

/// Part of the memory that heavy jobs leave to quick ones.
const RESERVE: u128 = 8;

/// The memory of all jobs.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    /// Memory that no job has.
    all: Arc<Semaphore>,
    /// The part of it that heavy jobs may take.
    heavy: Arc<Semaphore>,
    whole: u128,
}

/// The memory of one job; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct MemoryPermit {
    all: OwnedSemaphorePermit,
    heavy: Option<OwnedSemaphorePermit>,
}

impl MemoryBudget {
    pub(crate) fn new(bytes: u128) -> MemoryBudget {
        let units = (bytes / PERMIT_BYTES).clamp(1, u128::from(u32::MAX));
        let heavy = for_heavy(bytes) / PERMIT_BYTES;
        let semaphore = |units: u128| Arc::new(Semaphore::new(units as usize));
        MemoryBudget { all: semaphore(units), heavy: semaphore(heavy), whole: units * PERMIT_BYTES }
    }

    /// Refuses what heavy jobs will never have.
    pub(crate) fn check(&self, bytes: u128) -> Result<(), Error> {
        let most = for_heavy(self.whole);
        if bytes <= most {
            return Ok(());
        }
        Err(Unserved::Memory { needed: bytes >> 20, most: most >> 20 }.into())
    }

    /// Memory of a quick job, if it is there now.
    pub(crate) fn try_take(&self, bytes: u128) -> Option<MemoryPermit> {
        let all = Arc::clone(&self.all).try_acquire_many_owned(units(bytes)).ok()?;
        Some(MemoryPermit { all, heavy: None })
    }

    /// Memory of a quick job, as soon as it is there; the first that asks is the first that has it.
    pub(crate) async fn take(&self, bytes: u128) -> Result<MemoryPermit, Error> {
        if units(bytes) as usize > units(self.whole) as usize {
            return Err(Unserved::Memory { needed: bytes >> 20, most: self.whole >> 20 }.into());
        }
        let all = Arc::clone(&self.all).acquire_many_owned(units(bytes)).await;
        all.map(|all| MemoryPermit { all, heavy: None }).map_err(|_| Unserved::Stopping.into())
    }

    /// Memory of a heavy job, if it is there now.
    pub(crate) fn try_take_heavy(&self, bytes: u128) -> Option<MemoryPermit> {
        let mut share = self.try_take(bytes)?;
        share.make_heavy(self).then_some(share)
    }

    /// Memory of work that may turn out to be heavy, if it is there now; small work may have what heavy jobs leave.
    pub(crate) fn try_take_some(&self, bytes: u128) -> Option<MemoryPermit> {
        let is_small = bytes <= self.whole - for_heavy(self.whole);
        self.try_take_heavy(bytes).or_else(|| self.try_take(bytes).filter(|_| is_small))
    }

    /// Memory of a heavy job, as soon as it is there; the first that asks is the first that has it.
    pub(crate) async fn take_heavy(&self, bytes: u128) -> Result<MemoryPermit, Error> {
        let heavy = Arc::clone(&self.heavy).acquire_many_owned(units(bytes)).await;
        let heavy = heavy.map_err(|_| Unserved::Stopping)?;
        Ok(MemoryPermit { heavy: Some(heavy), ..self.take(bytes).await? })
    }

    /// Memory that no job has.
    #[cfg(test)]
    pub(crate) fn rest(&self) -> u128 {
        self.all.available_permits() as u128 * PERMIT_BYTES
    }
}

/// Bytes that heavy jobs may take.
pub(crate) fn for_heavy(bytes: u128) -> u128 {
    let units = (bytes / PERMIT_BYTES).clamp(1, u128::from(u32::MAX));
    (units - units / RESERVE) * PERMIT_BYTES
}

impl MemoryPermit {
    /// Counts it among the memory of heavy jobs, if that is not taken.
    pub(crate) fn make_heavy(&mut self, memory: &MemoryBudget) -> bool {
        if self.heavy.is_none() {
            let units = self.all.num_permits() as u32;
            self.heavy = Arc::clone(&memory.heavy).try_acquire_many_owned(units).ok();
        }
        self.heavy.is_some()
    }

    /// Gives back all but so much.
    pub(crate) fn keep(&mut self, bytes: u128) {
        for part in [Some(&mut self.all), self.heavy.as_mut()].into_iter().flatten() {
            let more = part.num_permits().saturating_sub(units(bytes) as usize);
            drop(part.split(more));
        }
    }
}

fn units(bytes: u128) -> u32 {
    bytes.div_ceil(PERMIT_BYTES).min(u128::from(u32::MAX)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_is_given_back() {
        let memory = MemoryBudget::new(1 << 20);
        let mut share = memory.try_take(1 << 20).unwrap();
        assert!(memory.try_take(1).is_none());
        share.keep(1 << 10);
        assert_eq!(memory.rest(), (1 << 20) - (1 << 10));
        drop(share);
        assert_eq!(memory.rest(), 1 << 20);
    }

    #[test]
    fn heavy_jobs_leave_an_eighth() {
        let memory = MemoryBudget::new(8 << 20);
        assert!(memory.try_take_heavy((7 << 20) + 1).is_none());
        let mut heavy = memory.try_take_heavy(7 << 20).unwrap();
        assert!(memory.try_take_heavy(1).is_none());
        assert!(memory.try_take_some((1 << 20) + 1).is_none());
        let mut light = memory.try_take_some(1 << 20).unwrap();
        assert!(!light.make_heavy(&memory));
        heavy.keep(6 << 20);
        assert!(light.make_heavy(&memory));
        drop((heavy, light));
        assert_eq!(memory.rest(), 8 << 20);
        assert!(memory.try_take_heavy(7 << 20).is_some());
    }

    #[test]
    fn what_will_never_be_there_is_refused() {
        let memory = MemoryBudget::new(160 << 20);
        assert!(memory.check(140 << 20).is_ok());
        let error = memory.check(141 << 20).unwrap_err();
        assert!(
            error.sentence().starts_with("this needs about 141.0 MiB, and 140.0 MiB may be used"),
            "{error:?}"
        );
    }
}

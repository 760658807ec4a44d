//! One memory budget for all jobs together.
//!
//! Every job declares the most memory it may take, waits until that much is available, and returns it when it
//! ends. A response that is still being sent holds its own bytes. Heavy jobs leave an eighth of the memory to
//! quick ones.
//!
//! *Invariant:* the permits never add up to more than the budget.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Unserved};

/// Bytes of one permit.
const PERMIT_BYTES: u128 = 1024;

/// Share of the memory that heavy jobs leave to quick ones, as a divisor.
const RESERVE: u128 = 8;

/// Memory budget of all jobs.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    /// Memory that no job holds.
    all: Arc<Semaphore>,
    /// Part of it that heavy jobs may acquire.
    heavy: Arc<Semaphore>,
    whole: u128,
}

/// Memory of one job; released when it is dropped.
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

    /// Refuses work that needs more memory than heavy jobs may have.
    pub(crate) fn check(&self, bytes: u128) -> Result<(), Error> {
        let most = for_heavy(self.whole);
        if bytes <= most {
            return Ok(());
        }
        Err(Unserved::Memory { needed: bytes >> 20, most: most >> 20 }.into())
    }

    /// Acquires memory for a quick job, if it is available now.
    pub(crate) fn try_acquire(&self, bytes: u128) -> Option<MemoryPermit> {
        let all = Arc::clone(&self.all).try_acquire_many_owned(units(bytes)).ok()?;
        Some(MemoryPermit { all, heavy: None })
    }

    /// Acquires memory for a quick job; waiting jobs are served in order.
    pub(crate) async fn acquire(&self, bytes: u128) -> Result<MemoryPermit, Error> {
        if units(bytes) as usize > units(self.whole) as usize {
            return Err(Unserved::Memory { needed: bytes >> 20, most: self.whole >> 20 }.into());
        }
        let all = Arc::clone(&self.all).acquire_many_owned(units(bytes)).await;
        all.map(|all| MemoryPermit { all, heavy: None }).map_err(|_| Unserved::Stopping.into())
    }

    /// Acquires memory for a heavy job, if it is available now.
    pub(crate) fn try_acquire_heavy(&self, bytes: u128) -> Option<MemoryPermit> {
        let mut share = self.try_acquire(bytes)?;
        share.make_heavy(self).then_some(share)
    }

    /// Acquires memory for work that may be heavy, if it is available now; small work may use the reserve.
    pub(crate) fn try_acquire_some(&self, bytes: u128) -> Option<MemoryPermit> {
        let is_small = bytes <= self.whole - for_heavy(self.whole);
        self.try_acquire_heavy(bytes).or_else(|| self.try_acquire(bytes).filter(|_| is_small))
    }

    /// Acquires memory for a heavy job; waiting jobs are served in order.
    pub(crate) async fn acquire_heavy(&self, bytes: u128) -> Result<MemoryPermit, Error> {
        let heavy = Arc::clone(&self.heavy).acquire_many_owned(units(bytes)).await;
        let heavy = heavy.map_err(|_| Unserved::Stopping)?;
        Ok(MemoryPermit { heavy: Some(heavy), ..self.acquire(bytes).await? })
    }

    /// Memory that no job holds.
    #[cfg(test)]
    pub(crate) fn available(&self) -> u128 {
        self.all.available_permits() as u128 * PERMIT_BYTES
    }
}

/// Memory that heavy jobs may have, of a budget of this size.
pub(crate) fn for_heavy(bytes: u128) -> u128 {
    let units = (bytes / PERMIT_BYTES).clamp(1, u128::from(u32::MAX));
    (units - units / RESERVE) * PERMIT_BYTES
}

impl MemoryPermit {
    /// Counts the permit among those of heavy jobs, if their part has enough memory.
    pub(crate) fn make_heavy(&mut self, memory: &MemoryBudget) -> bool {
        if self.heavy.is_none() {
            let units = self.all.num_permits() as u32;
            self.heavy = Arc::clone(&memory.heavy).try_acquire_many_owned(units).ok();
        }
        self.heavy.is_some()
    }

    /// Releases all memory but this many bytes.
    pub(crate) fn shrink_to(&mut self, bytes: u128) {
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
    fn released_memory_is_available_again() {
        let memory = MemoryBudget::new(1 << 20);
        let mut share = memory.try_acquire(1 << 20).unwrap();
        assert!(memory.try_acquire(1).is_none());
        share.shrink_to(1 << 10);
        assert_eq!(memory.available(), (1 << 20) - (1 << 10));
        drop(share);
        assert_eq!(memory.available(), 1 << 20);
    }

    #[test]
    fn heavy_jobs_leave_an_eighth() {
        let memory = MemoryBudget::new(8 << 20);
        assert!(memory.try_acquire_heavy((7 << 20) + 1).is_none());
        let mut heavy = memory.try_acquire_heavy(7 << 20).unwrap();
        assert!(memory.try_acquire_heavy(1).is_none());
        assert!(memory.try_acquire_some((1 << 20) + 1).is_none());
        let mut light = memory.try_acquire_some(1 << 20).unwrap();
        assert!(!light.make_heavy(&memory));
        heavy.shrink_to(6 << 20);
        assert!(light.make_heavy(&memory));
        drop((heavy, light));
        assert_eq!(memory.available(), 8 << 20);
        assert!(memory.try_acquire_heavy(7 << 20).is_some());
    }

    #[test]
    fn more_memory_than_the_budget_is_refused() {
        let memory = MemoryBudget::new(160 << 20);
        assert!(memory.check(140 << 20).is_ok());
        let error = memory.check(141 << 20).unwrap_err();
        assert!(
            error.sentence().starts_with("this needs about 141.0 MiB, and 140.0 MiB may be used"),
            "{error:?}"
        );
    }
}

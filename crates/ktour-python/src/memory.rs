//! How much memory is free, so that work that does not fit is refused before it begins.

use sysinfo::{MemoryRefreshKind, System};

/// Kept for everybody else.
const RESERVE: u128 = 256 << 20;

/// The bytes that work may take; no limit where the system does not say.
pub(crate) fn free() -> u128 {
    let Ok(mut system) = System::new() else { return u128::MAX };
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = u128::from(system.available_memory());
    let limit = system.cgroup_limits().map(|limits| u128::from(limits.free_memory));
    limit.map_or(machine, |limit| limit.min(machine)).saturating_sub(RESERVE)
}

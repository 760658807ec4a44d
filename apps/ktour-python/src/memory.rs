//! Free memory, so that work that does not fit is refused before it starts.

use sysinfo::{MemoryRefreshKind, System};

/// Memory reserved for other programs, in bytes.
const RESERVED_BYTES: u128 = 256 << 20;

/// Returns the bytes that work may use; unlimited if the system does not report them.
pub(crate) fn free() -> u128 {
    let Ok(mut system) = System::new() else { return u128::MAX };
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = u128::from(system.available_memory());
    let limit = system.cgroup_limits().map(|limits| u128::from(limits.free_memory));
    limit.map_or(machine, |limit| limit.min(machine)).saturating_sub(RESERVED_BYTES)
}

//! How much memory is free, and saying no before it runs out.

use sysinfo::{MemoryRefreshKind, System};
#[cfg(feature = "cluster")]
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, get_current_pid};

use crate::exit::Failure;

/// Kept for everybody else.
const RESERVE: u128 = 256 << 20;

/// The bytes a command may take; no limit where the system does not say.
pub(crate) fn free() -> u128 {
    let Ok(mut system) = System::new() else { return u128::MAX };
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = u128::from(system.available_memory());
    let limit = system.cgroup_limits().map(|limits| u128::from(limits.free_memory));
    let free = limit.map_or(machine, |limit| limit.min(machine)).saturating_sub(RESERVE);
    address_space().map_or(free, |limit| free.min(limit))
}

/// What `ulimit -v` leaves to this process, less an eighth for what is not accounted for.
fn address_space() -> Option<u128> {
    let number = |file: &str, name: &str, scale: u128| {
        let text = std::fs::read_to_string(file).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.split_whitespace().next()?.parse::<u128>().ok()? * scale)
    };
    let limit = number("/proc/self/limits", "Max address space", 1)?;
    let taken = number("/proc/self/status", "VmSize:", 1024)?;
    Some(limit.saturating_sub(taken) / 8 * 7)
}

/// The bytes this process has taken; 0 where the system does not say.
#[cfg(feature = "cluster")]
pub(crate) fn taken() -> u128 {
    let (Ok(mut system), Ok(own)) = (System::new(), get_current_pid()) else { return 0 };
    let memory = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, memory);
    system.process(own).map_or(0, |process| process.memory().into())
}

/// Refuses work that needs more than there is.
pub(crate) fn check(what: &str, needed: u128) -> Result<(), Failure> {
    let free = free();
    if needed <= free {
        return Ok(());
    }
    Err(Failure::Refused(format!("{what} needs about {}, and {} are free", bytes(needed), bytes(free))))
}

/// `1.5 GiB`.
pub(crate) fn bytes(bytes: u128) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (bytes.max(1).ilog2() / 10).min(6);
    if power == 0 {
        return format!("{bytes} bytes");
    }
    format!("{:.1} {}", bytes as f64 / 1024f64.powi(power as i32), units[power as usize])
}

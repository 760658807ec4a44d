//! How much memory is free, saying no before it runs out, and giving it back.

use sysinfo::{MemoryRefreshKind, System};
#[cfg(feature = "cluster")]
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, get_current_pid};

use ktour_tour::amounts::bytes;

use crate::exit::Failure;

/// Kept for everybody else.
const RESERVED_BYTES: u128 = 256 << 20;

/// The bytes a command may take; no limit where the system does not say.
pub(crate) fn free() -> u128 {
    let Ok(mut system) = System::new() else { return u128::MAX };
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    if system.total_memory() == 0 {
        // Without /proc, as in a bare root, nothing is known.
        return u128::MAX;
    }
    let machine = u128::from(system.available_memory());
    let limit = system.cgroup_limits().map(|limits| u128::from(limits.free_memory));
    let free = limit.map_or(machine, |limit| limit.min(machine)).saturating_sub(RESERVED_BYTES);
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

/// How glibc's allocator is told to keep next to nothing: no chunks aside for each thread, which pin
/// what lies around them; 1 MiB at most at the top of each heap; and nothing of that learned anew from
/// what is freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEEP_LITTLE: &str =
    "glibc.malloc.tcache_count=0:glibc.malloc.trim_threshold=1048576:glibc.malloc.mmap_threshold=33554432";

/// Begins the program anew, once, with an allocator that gives back what is freed.
///
/// It can be told so only by the environment a program starts with. Whoever has set that up is obeyed,
/// and where the program cannot begin anew it goes on as it is.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn give_back() {
    use std::{env, os::unix::process::CommandExt as _, process::Command};
    let name = "GLIBC_TUNABLES";
    if env::var_os(name).is_none()
        && let Ok(program) = env::current_exe()
    {
        let mut words = env::args_os();
        let own_name = words.next().unwrap_or_else(|| program.clone().into());
        let _ = Command::new(&program).arg0(own_name).args(words).env(name, KEEP_LITTLE).exec();
    }
}

/// Elsewhere the system's allocator is left as it is.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}

/// Refuses work that needs more than there is.
pub(crate) fn check(what: &str, needed: u128) -> Result<(), Failure> {
    let free = free();
    if needed <= free {
        return Ok(());
    }
    Err(Failure::Refused(format!("{what} needs about {}, and {} are free", bytes(needed), bytes(free))))
}

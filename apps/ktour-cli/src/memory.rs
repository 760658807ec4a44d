//! Free memory: refuses work that needs more, and restarts the program with a lean allocator.

use sysinfo::{MemoryRefreshKind, System};
#[cfg(feature = "cluster")]
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, get_current_pid};

use ktour_core::amounts::bytes;

use crate::exit::Failure;

/// Memory reserved for other programs, in bytes.
const RESERVED_BYTES: u128 = 256 << 20;

/// Returns the bytes that a command may use; unlimited if the system does not report them.
pub(crate) fn free() -> u128 {
    let Ok(mut system) = System::new() else { return u128::MAX };
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    if system.total_memory() == 0 {
        // Without /proc, as in a bare chroot, nothing is known.
        return u128::MAX;
    }
    let machine = u128::from(system.available_memory());
    let limit = system.cgroup_limits().map(|limits| u128::from(limits.free_memory));
    let free = limit.map_or(machine, |limit| limit.min(machine)).saturating_sub(RESERVED_BYTES);
    address_space().map_or(free, |limit| free.min(limit))
}

/// Returns the free address space under `ulimit -v`, less an eighth for untracked allocations.
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

/// Returns the resident bytes of this process; 0 if the system does not report them.
#[cfg(feature = "cluster")]
pub(crate) fn used() -> u128 {
    let (Ok(mut system), Ok(own)) = (System::new(), get_current_pid()) else { return 0 };
    let memory = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, memory);
    system.process(own).map_or(0, |process| process.memory().into())
}

/// Work for which the allocator of glibc is set.
#[derive(Clone, Copy)]
pub(crate) enum HeapUse {
    /// A server retains little freed memory: no per-thread caches, which pin the memory around them; at most
    /// 1 MiB at the top of each heap; and no adaptive thresholds.
    Server,
    /// A count has one heap for every few threads. Its layers are made by all threads and freed together, so with
    /// a heap for each thread a fifth of the memory is gaps.
    Count {
        /// Number of threads.
        threads: usize,
    },
}

/// Number of threads that share a heap while they count.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const THREADS_PER_HEAP: usize = 4;

/// Restarts the program once with an allocator that leaves less memory unused.
///
/// The allocator reads its settings from the environment at program start. Settings of the user take
/// precedence, and if the restart fails, the program continues unchanged.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn restart_for(heap_use: HeapUse) {
    use std::{env, os::unix::process::CommandExt as _, process::Command};
    let settings = match heap_use {
        HeapUse::Server => {
            "glibc.malloc.tcache_count=0:glibc.malloc.trim_threshold=1048576:glibc.malloc.mmap_threshold=33554432"
                .to_owned()
        }
        HeapUse::Count { threads } => {
            format!("glibc.malloc.arena_max={}", (threads / THREADS_PER_HEAP).max(1))
        }
    };
    let name = "GLIBC_TUNABLES";
    if env::var_os(name).is_none()
        && let Ok(program) = env::current_exe()
    {
        let mut words = env::args_os();
        let own_name = words.next().unwrap_or_else(|| program.clone().into());
        let _ = Command::new(&program).arg0(own_name).args(words).env(name, settings).exec();
    }
}

/// Does nothing, since other allocators have no such settings.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn restart_for(_: HeapUse) {}

/// Refuses work that needs more memory than is free.
pub(crate) fn check(what: &str, needed: u128) -> Result<(), Failure> {
    let free = free();
    if needed <= free {
        return Ok(());
    }
    Err(Failure::Refused(format!("{what} needs about {}, and {} are free", bytes(needed), bytes(free))))
}

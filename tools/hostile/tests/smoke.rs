//! Damaged files of every format are read or refused by every reader, quickly and within their memory.

use std::{fs, time::Duration};

use cpu_time::ProcessTime;
use ktour_hostile::{Random, read_all, seeds, spoil};

/// Number of damaged copies of each file; pictures take longer.
const COPIES: usize = 3000;
const COPIES_OF_PICTURES: usize = 100;

/// Processor time for the copies of one file, so that a busy machine makes no difference.
const MAX_TIME: Duration = Duration::from_secs(120);

/// Peak of resident memory, in KiB.
const MAX_MEMORY_KIB: u64 = 1 << 20;

#[test]
fn damaged_files_are_read_or_refused() {
    let mut random = Random::new(1, 0);
    let (mut accepted, mut refused) = (0, 0);
    for (name, file) in seeds() {
        let began = ProcessTime::now();
        for _ in 0..if name.ends_with("png") { COPIES_OF_PICTURES } else { COPIES } {
            let mut bytes = file.clone();
            for _ in 0..1 + random.below(4) {
                bytes = spoil(&bytes, &mut random);
            }
            *if read_all(&bytes) { &mut accepted } else { &mut refused } += 1;
        }
        assert!(began.elapsed() < MAX_TIME, "{name} took {:?}", began.elapsed());
    }
    assert!(refused > accepted && accepted > 0, "{accepted} accepted, {refused} refused");
    if let Ok(status) = fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(peak < MAX_MEMORY_KIB, "{peak} KiB");
    }
}

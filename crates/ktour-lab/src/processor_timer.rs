//! A timer of processor time, which a busy machine does not affect; not every system reports it.

#[cfg(not(target_family = "wasm"))]
use cpu_time::{ProcessTime, ThreadTime};
use ktour_search::Method;

/// The processor time since its start.
#[cfg(not(target_family = "wasm"))]
pub(crate) struct ProcessorTimer {
    thread: Option<ThreadTime>,
    process: Option<ProcessTime>,
}

#[cfg(not(target_family = "wasm"))]
impl ProcessorTimer {
    pub(crate) fn start(method: Method) -> ProcessorTimer {
        // Plain backtracking runs on a thread of its own; everything else on this one.
        let is_elsewhere = method == Method::Backtrack;
        ProcessorTimer {
            thread: ThreadTime::try_now().ok().filter(|_| !is_elsewhere),
            process: ProcessTime::try_now().ok().filter(|_| is_elsewhere),
        }
    }

    pub(crate) fn seconds(&self) -> Option<f64> {
        let thread = self.thread.and_then(|begin| Some(ThreadTime::try_now().ok()?.duration_since(begin)));
        let process = self.process.and_then(|begin| Some(ProcessTime::try_now().ok()?.duration_since(begin)));
        thread.or(process).map(|time| time.as_secs_f64()).filter(|&seconds| seconds > 0.0)
    }
}

/// The timer in a browser, which reports no processor time.
#[cfg(target_family = "wasm")]
pub(crate) struct ProcessorTimer;

#[cfg(target_family = "wasm")]
impl ProcessorTimer {
    pub(crate) fn start(_: Method) -> ProcessorTimer {
        ProcessorTimer
    }

    pub(crate) fn seconds(&self) -> Option<f64> {
        None
    }
}

//! Runs long work while the interpreter continues: its lock is released, Ctrl-C works, and panics become
//! exceptions.
//!
//! Python handles signals on its main thread, and only on request. So the work runs in a thread of its own,
//! while the calling thread waits, checks for signals at intervals, and cancels the work if one has come.
//! Work that will most likely finish at once is first tried in the calling thread, because a thread costs
//! more than a small tour.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use ktour_core::{Cancel, Control};
use pyo3::{PyErr, PyResult, Python, exceptions::PyRuntimeError};

/// Interval between two checks for signals; the work reacts to cancellation within 50 ms more.
pub(crate) const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(20);
/// Time for which work is tried in the calling thread.
const INLINE_TRY_TIME: Duration = Duration::from_millis(5);

/// Runs work of any length in a thread of its own, and checks for signals meanwhile.
pub(crate) fn run_interruptible<T: Send>(
    py: Python<'_>,
    control: &Control,
    work: impl FnOnce(&Control) -> T + Send,
) -> PyResult<T> {
    let cancel = Cancel::default();
    let control = control.clone().with_cancel(cancel.clone());
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let work = move || {
                let _ = sender.send(catch_panic(|| work(&control)));
            };
            thread::Builder::new().name("ktour".to_owned()).spawn_scoped(scope, work)?;
            let mut interrupt = None;
            loop {
                match receiver.recv_timeout(SIGNAL_CHECK_INTERVAL) {
                    Ok(done) => return interrupt.map_or(done, Err),
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(panic_error(&"its thread ended without a result"));
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if interrupt.is_none()
                    && let Err(signal) = Python::attach(|py| py.check_signals())
                {
                    cancel.cancel();
                    interrupt = Some(signal);
                }
            }
        })
    })
}

/// Runs work that takes milliseconds at most.
pub(crate) fn run_unlocked<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_panic(work))
}

/// Tries work in the calling thread for a short time, and starts it again in a thread if that is not enough.
pub(crate) fn try_inline_first<T: Send>(
    py: Python<'_>,
    control: &Control,
    work: impl Fn(&Control) -> T + Send + Sync,
    is_cut_off: impl Fn(&T) -> bool,
) -> PyResult<T> {
    let short_control = control.clone().with_time(INLINE_TRY_TIME);
    let tried = run_unlocked(py, || work(&short_control))?;
    if !(short_control.is_stopped() && is_cut_off(&tried)) {
        return Ok(tried);
    }
    run_interruptible(py, control, work)
}

/// Converts a panic into an exception.
pub(crate) fn catch_panic<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_error(&*panic))
}

/// Creates the exception of a panic.
fn panic_error(panic: &(dyn Any + Send)) -> PyErr {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic");
    PyRuntimeError::new_err(format!("the engine failed, which is a bug: {message}"))
}

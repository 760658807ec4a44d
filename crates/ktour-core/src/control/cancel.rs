//! The flag that stops long work.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A flag that stops all work holding a clone of it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Requests the work to stop.
    ///
    /// ```
    /// use ktour::{Cancel, Control};
    /// let cancel = Cancel::default();
    /// let control = Control::unlimited().with_cancel(cancel.clone());
    /// cancel.cancel(); // perhaps from another thread
    /// assert!(control.is_stopped());
    /// ```
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

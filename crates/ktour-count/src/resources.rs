//! What counting may use: threads, memory, and directories.

use std::{path::Path, sync::Arc};

/// Memory, threads and files that counting may use.
///
/// ```
/// use ktour::count::Resources;
/// let small = Resources::default().with_threads(1).with_memory(64 << 20);
/// assert_eq!(small.memory(), 64 << 20);
/// let with_files = small.with_spill("/var/tmp".as_ref()).with_checkpoint("layers".as_ref());
/// assert!(with_files.has_spill());
/// ```
#[derive(Clone, Debug)]
pub struct Resources {
    pub(crate) threads: usize,
    pub(crate) memory: u128,
    /// Directory for tables that do not fit into memory.
    pub(crate) spill: Option<Arc<Path>>,
    /// Directory for checkpoints.
    pub(crate) checkpoint: Option<Arc<Path>>,
}

impl Default for Resources {
    /// All threads of the machine and all of its memory; no files.
    fn default() -> Resources {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Resources { threads, memory: u128::MAX, spill: None, checkpoint: None }
    }
}

impl Resources {
    /// Sets the number of threads; with one, everything runs in the calling thread.
    pub fn with_threads(self, threads: usize) -> Resources {
        Resources { threads: threads.max(1), ..self }
    }

    /// Refuses counts that need more bytes than this.
    pub fn with_memory(self, bytes: u128) -> Resources {
        Resources { memory: bytes, ..self }
    }

    /// Uses files in this directory when memory runs out.
    pub fn with_spill(self, directory: &Path) -> Resources {
        Resources { spill: Some(directory.into()), ..self }
    }

    /// Saves layers in this directory, and continues from a saved one.
    pub fn with_checkpoint(self, directory: &Path) -> Resources {
        Resources { checkpoint: Some(directory.into()), ..self }
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The most bytes to use.
    pub fn memory(&self) -> u128 {
        self.memory
    }

    /// The directory for checkpoints, if one is given.
    pub fn checkpoint(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }

    /// Whether there is a directory for tables that do not fit.
    pub fn has_spill(&self) -> bool {
        self.spill.is_some()
    }
}

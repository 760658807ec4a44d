//! The checkpoint: the last layer in a file, which is either complete or absent.
//!
//! A killed process leaves the previous layer behind (see `checkpoint_file`). If the disk is full, the
//! checkpoint is lost but not the count. The directory is locked, so two counts never share one.

use std::{
    ffi::OsStr,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use ktour_core::control::Clock;

pub use super::checkpoint_file::PARTIAL_SUFFIX;
pub use super::checkpoint_file::SavedLayer;
use super::checkpoint_file::unwritable;
pub use super::checkpoint_file::{VERSION, check};
pub use super::checkpoint_file::{read, write};
use crate::{CountError, context::Context};

/// The name of the file.
const NAME: &str = "layer.ktour";
/// Layers are written as long as that takes no more than this share of the time.
const MAX_WRITE_TIME_FRACTION: u32 = 10;

/// A directory with the last layer of a count.
pub(crate) struct Checkpoint {
    path: PathBuf,
    about: String,
    /// Lock of the directory, released when the count ends.
    _lock: Option<File>,
    pace: WriteBudget,
    left: Option<SavedLayer>,
}

impl Checkpoint {
    /// Opens the checkpoint of a question, given as text, in a directory, which is created if necessary.
    pub(crate) fn new(directory: &Path, about: String, clock: &Clock) -> Result<Checkpoint, CountError> {
        make(directory)?;
        let _lock = lock(directory, File::try_lock)?;
        let path = directory.join(NAME);
        let left = read(&path, &about)?;
        remove_halves(&path);
        Ok(Checkpoint { path, about, _lock, pace: WriteBudget::new(clock), left })
    }

    /// Whether the saved layer, if any, belongs to a walk with `end` steps.
    pub(crate) fn is_for(&self, end: usize) -> bool {
        self.left.as_ref().is_none_or(|left| left.end == end)
    }

    /// The saved layer, if it is one of a walk with this number of steps.
    pub(crate) fn take(&mut self, end: usize) -> Option<SavedLayer> {
        self.left.take_if(|left| left.end == end)
    }

    /// Writes the layer after a step of a walk, unless writing has taken too much of the time: a number of
    /// bytes, in parts of whole words. If it cannot be written, the layer before stays, and the report says
    /// why.
    pub(crate) fn save(
        &mut self,
        steps: (usize, usize),
        bytes: u64,
        parts: impl Iterator<Item = io::Result<Vec<u8>>>,
        run: &Context<'_>,
    ) {
        if !self.pace.has_time() {
            return;
        }
        let (path, about) = (&self.path, &self.about);
        if let Err(error) = self.pace.spend(|| write(path, about, steps, bytes, parts)) {
            run.report.tell_unsaved(&error);
        }
    }

    /// The count is done: nothing is to be resumed.
    pub(crate) fn remove(self) {
        // A file that stays is refused or resumed later; the answer is the same.
        let _ = fs::remove_file(&self.path);
    }
}

/// How much of the time writing has taken.
pub struct WriteBudget {
    clock: Clock,
    began: Duration,
    spent: Duration,
}

impl WriteBudget {
    /// None yet.
    pub fn new(clock: &Clock) -> WriteBudget {
        WriteBudget { clock: clock.clone(), began: clock.now(), spent: Duration::ZERO }
    }

    /// Whether it has not taken too much.
    pub fn has_time(&self) -> bool {
        self.spent * MAX_WRITE_TIME_FRACTION <= self.clock.now().saturating_sub(self.began)
    }

    /// Writes something.
    pub fn spend<T>(&mut self, write: impl FnOnce() -> T) -> T {
        let began = self.clock.now();
        let written = write();
        self.spent += self.clock.now().saturating_sub(began);
        written
    }
}

/// Makes a directory if need be, and refuses one that nothing can be written to.
pub fn make(directory: &Path) -> Result<(), CountError> {
    fs::create_dir_all(directory).map_err(unwritable(directory))?;
    tempfile::tempfile_in(directory).map(drop).map_err(unwritable(directory))
}

/// Holds a directory for as long as the file is open. Where directories cannot be opened or locked,
/// as on Windows and some networks, nothing guards them.
pub fn lock(
    directory: &Path,
    hold: impl Fn(&File) -> Result<(), TryLockError>,
) -> Result<Option<File>, CountError> {
    let Ok(file) = File::open(directory) else { return Ok(None) };
    match hold(&file) {
        Err(TryLockError::WouldBlock) => Err(CountError::InUse { path: directory.display().to_string() }),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

/// Removes what killed processes have left of a file.
fn remove_halves(path: &Path) {
    let (Some(directory), Some(stem)) = (path.parent(), path.file_stem().and_then(OsStr::to_str)) else {
        return;
    };
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_half = |name: &str| name.starts_with(&format!("{stem}.")) && name.ends_with(PARTIAL_SUFFIX);
        if name.to_str().is_some_and(is_half) {
            // One that stays does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

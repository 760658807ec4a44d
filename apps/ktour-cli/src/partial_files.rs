//! Incomplete files, which the program removes when it ends early.
//!
//! A name is recorded before its file exists, so that a signal handler always finds all of them.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::NamedTempFile;

/// Names of temporary files. Names of complete ones remain: they are random and not reused.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Creates a temporary file, with the mode of the umask.
pub(crate) fn create(folder: &Path) -> io::Result<NamedTempFile> {
    let mut names = names();
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ktour-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    names.push(file.path().to_owned());
    Ok(file)
}

/// Removes incomplete files, and prevents new ones: the program ends after it.
pub(crate) fn remove_all() {
    let names = names();
    for name in names.iter() {
        let _ = fs::remove_file(name);
    }
    std::mem::forget(names);
}

fn names() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

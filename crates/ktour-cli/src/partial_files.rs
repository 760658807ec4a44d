//! Files that are not finished, of which a program that ends leaves none.
//!
//! Their names are written down before the files are there, so that a signal, whenever it comes, finds them all.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::NamedTempFile;

/// The names. Those of finished ones stay: they are random, and nothing else has them.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A new file with a name of its own, readable by whom the umask lets.
pub(crate) fn begin(folder: &Path) -> io::Result<NamedTempFile> {
    let mut names = names();
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ktour-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    names.push(file.path().to_owned());
    Ok(file)
}

/// Removes what is not finished, and keeps anything new from being begun: the program ends now.
pub(crate) fn abandon() {
    let names = names();
    for name in names.iter() {
        let _ = fs::remove_file(name);
    }
    std::mem::forget(names);
}

fn names() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

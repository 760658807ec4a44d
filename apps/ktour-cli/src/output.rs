//! Outputs: standard output, or a file that appears complete or not at all.
//!
//! A file is written under a temporary name in its directory, synced, and renamed. It keeps the mode of the
//! file it replaces; a new file follows the umask; a link is resolved first. Until then it is one of the
//! [`partial_files`].

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

#[cfg(unix)]
use std::{sync::mpsc, thread, time::Duration};

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};

#[cfg(unix)]
use crate::exit::Exit;
use crate::{exit::Failure, interrupt, partial_files};

/// Interval between two checks for a reader of standard output.
#[cfg(unix)]
const READER_POLL: Duration = Duration::from_millis(100);
/// Maximum number of links that are followed from one name.
const MAX_LINKS_FOLLOWED: usize = 40;

/// Writes to standard output; a closed pipe counts as success.
pub(crate) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let _watch = ReaderWatch::start();
    write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::writing("standard output", &error))
}

/// Ends the program when the reader of standard output has gone, because the next write may be far off.
struct ReaderWatch {
    #[cfg(unix)]
    _ended: mpsc::Sender<()>,
}

impl ReaderWatch {
    #[cfg(unix)]
    fn start() -> ReaderWatch {
        let (sender, ended) = mpsc::channel();
        let watch = move || {
            while ended.recv_timeout(READER_POLL) == Err(mpsc::RecvTimeoutError::Timeout) {
                let mut output = [PollFd::from_borrowed_fd(rustix::stdio::stdout(), PollFlags::empty())];
                let is_read = poll(&mut output, Some(&Timespec::default())).is_ok();
                if is_read && output[0].revents().contains(PollFlags::ERR) {
                    // A reader that has read enough is no failure.
                    interrupt::end(Exit::Yes);
                }
            }
        };
        // Without the thread, the next write notices the closed pipe.
        let _ = thread::Builder::new().spawn(watch);
        ReaderWatch { _ended: sender }
    }

    #[cfg(not(unix))]
    fn start() -> ReaderWatch {
        ReaderWatch {}
    }
}

/// Writes a file under a temporary name, and renames it when it is complete; `-` is standard output.
pub(crate) fn to_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    if path == Path::new("-") {
        return to_stdout(write);
    }
    let failed = |error: io::Error| {
        Failure::writing(format!("the file {}", path.display()), &without_temp_path(&error))
    };
    if is_stream(path) {
        // A device or a pipe has no incomplete state to hide.
        let open = || OpenOptions::new().write(true).open(path);
        let mut out = BufWriter::new(interrupt::run_blocking(open).map_err(failed)?);
        return write(&mut out).and_then(|()| out.flush()).map_err(failed);
    }
    let place = resolve_target(path);
    let folder = folder_of(path, &place)?;
    let mut out = BufWriter::with_capacity(1 << 16, partial_files::create(&folder).map_err(failed)?);
    write(&mut out).and_then(|()| out.flush()).map_err(failed)?;
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    finish(file, &place).map_err(failed)?;
    // Some systems cannot sync a directory; the file itself is already safe.
    let _ = File::open(&folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Refuses a path that is not writable, before any work.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let name = path.display();
    if path == Path::new("-") {
        return Ok(());
    }
    if path.is_dir() {
        return Err(Failure::Refused(format!("{name} is a directory: name a file in it")));
    }
    let place = resolve_target(path);
    let folder = folder_of(path, &place)?;
    if is_stream(path) {
        return Ok(());
    }
    if fs::metadata(&place).is_ok_and(|file| file.permissions().readonly()) {
        let sentence = format!("the file {name} cannot be written: it exists and is read-only");
        return Err(Failure::Refused(sentence));
    }
    let tried = partial_files::create(&folder);
    tried
        .map(|_| ())
        .map_err(|error| Failure::writing(format!("the file {name}"), &without_temp_path(&error)))
}

/// Resolves the links of a path, whether the target exists or not.
pub(crate) fn resolve_target(path: &Path) -> PathBuf {
    let mut place = path.to_owned();
    for _ in 0..MAX_LINKS_FOLLOWED {
        let Ok(to) = fs::read_link(&place) else { break };
        place = place.parent().unwrap_or(Path::new("")).join(to);
    }
    place
}

/// Whether the path is a device, a pipe, or the file of standard output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.starts_with("/dev/fd")
        || path == Path::new("/dev/stdout")
        || fs::metadata(path).is_ok_and(|file| !file.is_file())
}

fn folder_of(path: &Path, place: &Path) -> Result<PathBuf, Failure> {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::Refused(format!("the directory of {} does not exist", path.display())));
    }
    Ok(folder.to_owned())
}

/// Renames a complete file, with the owner and the mode of the file it replaces.
fn finish(file: NamedTempFile, place: &Path) -> io::Result<()> {
    if let Ok(old) = fs::metadata(place) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only the superuser can change the owner; for others the owner is the writer.
            let _ = fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
        }
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(place).map_err(|error| error.error)?;
    Ok(())
}

/// Removes the temporary path from an error.
fn without_temp_path(error: &io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or(&text).to_owned())
}

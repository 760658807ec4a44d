//! Where answers go: standard output, or a file that appears whole or not at all.
//!
//! A file is written under a name of its own beside its place, synced, and renamed. It keeps the mode of the
//! file it replaces; a new one is as the umask says; a link is followed to the file it names. Until then it is one
//! of the [`unfinished`] files.

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

/// Time between two looks at whether somebody reads standard output.
#[cfg(unix)]
const READER_POLL: Duration = Duration::from_millis(100);
/// The most links that are followed from one name.
const MAX_LINKS_FOLLOWED: usize = 40;

/// Writes to standard output; a reader that went away is success.
pub(crate) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let _watch = ReaderWatch::begin();
    write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::writing("standard output", &error))
}

/// Ends the program when the reader of standard output has gone: what is written next may take long to be made.
struct ReaderWatch {
    #[cfg(unix)]
    _ended: mpsc::Sender<()>,
}

impl ReaderWatch {
    #[cfg(unix)]
    fn begin() -> ReaderWatch {
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
        // Without a thread, the next write notices it.
        let _ = thread::Builder::new().spawn(watch);
        ReaderWatch { _ended: sender }
    }

    #[cfg(not(unix))]
    fn begin() -> ReaderWatch {
        ReaderWatch {}
    }
}

/// Writes a file under another name first, and renames it when it is complete; `-` is standard output.
pub(crate) fn to_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    if path == Path::new("-") {
        return to_stdout(write);
    }
    let failed = |error: io::Error| Failure::writing(format!("the file {}", path.display()), &plain(&error));
    if is_stream(path) {
        // A device or a pipe has no half-written state to hide.
        let open = || OpenOptions::new().write(true).open(path);
        let mut out = BufWriter::new(interrupt::while_blocked(open).map_err(failed)?);
        return write(&mut out).and_then(|()| out.flush()).map_err(failed);
    }
    let place = place(path);
    let folder = folder_of(path, &place)?;
    let mut out = BufWriter::with_capacity(1 << 16, partial_files::begin(&folder).map_err(failed)?);
    write(&mut out).and_then(|()| out.flush()).map_err(failed)?;
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    finish(file, &place).map_err(failed)?;
    // Not every system lets a directory be synced; the file itself is safe by now.
    let _ = File::open(&folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Refuses a place nothing can be written to, before any work is done.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let name = path.display();
    if path == Path::new("-") {
        return Ok(());
    }
    if path.is_dir() {
        return Err(Failure::Refused(format!("{name} is a directory: name a file in it")));
    }
    let place = place(path);
    let folder = folder_of(path, &place)?;
    if is_stream(path) {
        return Ok(());
    }
    if fs::metadata(&place).is_ok_and(|file| file.permissions().readonly()) {
        let sentence = format!("the file {name} cannot be written: it exists and is read-only");
        return Err(Failure::Refused(sentence));
    }
    let tried = partial_files::begin(&folder);
    tried.map(|_| ()).map_err(|error| Failure::writing(format!("the file {name}"), &plain(&error)))
}

/// The file a name stands for: where its links lead, whether anything is there yet or not.
pub(crate) fn place(path: &Path) -> PathBuf {
    let mut place = path.to_owned();
    for _ in 0..MAX_LINKS_FOLLOWED {
        let Ok(to) = fs::read_link(&place) else { break };
        place = place.parent().unwrap_or(Path::new("")).join(to);
    }
    place
}

/// A device, a pipe, or the file that standard output goes to.
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

/// Gives a whole file its place, with the owner and the mode of the one it replaces.
fn finish(file: NamedTempFile, place: &Path) -> io::Result<()> {
    if let Ok(old) = fs::metadata(place) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only the superuser gives files away; for anybody else the owner is who writes.
            let _ = fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
        }
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(place).map_err(|error| error.error)?;
    Ok(())
}

/// What went wrong, without the name under which it was tried.
fn plain(error: &io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or(&text).to_owned())
}

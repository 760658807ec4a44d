//! Where answers go: standard output, or a file that appears whole or not at all.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::Path,
};

use crate::exit::Failure;

/// Writes to standard output; a reader that went away is success.
pub(crate) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::writing("standard output", &error))
}

/// Writes a file under another name first, and renames it when it is complete; `-` is standard output.
pub(crate) fn to_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    if path == Path::new("-") {
        return to_stdout(write);
    }
    let name = path.display();
    let failed = |error: &io::Error| Failure::writing(format!("the file {name}"), &plain(error));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::Refused(format!("the directory of {name} does not exist")));
    }
    let is_special = fs::metadata(path).is_ok_and(|file| !file.is_file());
    if is_special {
        // A device or a pipe has no half-written state to hide.
        let mut out =
            BufWriter::new(fs::OpenOptions::new().write(true).open(path).map_err(|error| failed(&error))?);
        return write(&mut out).and_then(|()| out.flush()).map_err(|error| failed(&error));
    }
    let file =
        tempfile::Builder::new().prefix(".ktour-").tempfile_in(folder).map_err(|error| failed(&error))?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out).and_then(|()| out.flush()).map_err(|error| failed(&error))?;
    let file = out.into_inner().map_err(|error| failed(&error.into_error()))?;
    share(file.path()).map_err(|error| failed(&error))?;
    file.persist(path).map_err(|error| failed(&error.error))?;
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
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::Refused(format!("the directory of {name} does not exist")));
    }
    match fs::metadata(path) {
        Ok(file) if file.is_file() && file.permissions().readonly() => {
            let sentence = format!("the file {name} cannot be written: it is there and read-only");
            return Err(Failure::Refused(sentence));
        }
        // A device or a pipe.
        Ok(file) if !file.is_file() => return Ok(()),
        _ => {}
    }
    let tried = tempfile::Builder::new().prefix(".ktour-").tempfile_in(folder);
    tried.map(|_| ()).map_err(|error| Failure::writing(format!("the file {name}"), &plain(&error)))
}

/// What went wrong, without the name under which it was tried.
fn plain(error: &io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or(&text).to_owned())
}

/// Temporary files are private; results are readable like any other new file.
#[cfg(unix)]
fn share(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn share(_: &Path) -> io::Result<()> {
    Ok(())
}

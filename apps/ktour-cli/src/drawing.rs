//! Writes a tour to all outputs.

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use ktour_answer::render::{Drawing, DrawingParameters};
use ktour_core::{AnyTour, Board, Control, error::Stopped};
use ktour_render::Format;
use ktour_search::Stats;

use crate::{
    console::Console,
    exit::{Exit, Failure},
    output, progress,
};

/// Options of pictures in all formats.
pub(crate) struct Pictures(pub(crate) Drawing);

/// Returns one format for standard output, or one for each file.
pub(crate) fn formats(
    named: Option<Format>,
    outputs: &[PathBuf],
    default: Format,
) -> Result<Vec<Format>, Failure> {
    let is_stdout = |path: &&PathBuf| path.as_path() == Path::new("-");
    if outputs.iter().filter(is_stdout).count() > 1 {
        return Err(Failure::Refused("two outputs go to standard output: name files for all but one".into()));
    }
    outputs.iter().try_for_each(|path| output::check(path))?;
    let twice =
        (1..outputs.len()).find(|&at| outputs[..at].iter().any(|path| is_same_file(path, &outputs[at])));
    if let Some(at) = twice {
        let sentence = format!("two outputs go to the file {}: name it once", outputs[at].display());
        return Err(Failure::Refused(sentence));
    }
    let of_file = |path: &PathBuf| match named {
        Some(format) => Ok(format),
        None if is_stdout(&path) => Ok(default),
        None => Format::from_path(path).map_err(Failure::refused),
    };
    let formats: Vec<Format> = match outputs {
        [] => vec![named.unwrap_or(default)],
        _ => outputs.iter().map(of_file).collect::<Result<_, _>>()?,
    };
    let to_stdout = outputs.iter().position(|path| is_stdout(&path)).or(outputs.is_empty().then_some(0));
    if to_stdout.is_some_and(|at| !formats[at].facts().is_text) && io::stdout().is_terminal() {
        return Err(Failure::Refused("a terminal cannot show this format: name a file with -o FILE".into()));
    }
    Ok(formats)
}

/// Whether two names are one file, existing or not; a device or a pipe may be named twice.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let path = output::resolve_target(path);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some((folder.canonicalize().ok()?, path.file_name()?.to_owned()))
    };
    let is_special = one.exists() && !one.is_file();
    !is_special && place(one).is_some_and(|place_of_one| Some(place_of_one) == place(other))
}

impl Pictures {
    /// Creates the options from flags.
    pub(crate) fn from_flags(args: &DrawingParameters) -> Result<Pictures, Failure> {
        Ok(Pictures(Drawing::new(args, u64::MAX)?))
    }

    /// Refuses pictures that cannot be drawn, before any work.
    pub(crate) fn check(&self, formats: &[Format], board: &Board) -> Result<(), Failure> {
        Ok(formats.iter().try_for_each(|&format| self.0.check(format, board))?)
    }

    /// Writes the tour to standard output, or to every file.
    pub(crate) fn write_all(
        &self,
        tour: &dyn AnyTour,
        formats: &[Format],
        outputs: &[PathBuf],
        stats: Option<Stats>,
        console: &Console,
    ) -> Result<Exit, Failure> {
        for (place, &format) in formats.iter().enumerate() {
            let path = outputs.get(place).map_or(Path::new("-"), PathBuf::as_path);
            let is_written = write_drawn(path, console, |out, control| {
                self.0.render(format, stats).write(tour, out, control)
            })?;
            if !is_written {
                return Ok(Exit::Interrupted);
            }
        }
        Ok(Exit::Yes)
    }
}

/// Writes one file with a progress bar. Returns `false`, after a message, if Ctrl-C stopped it.
pub(crate) fn write_drawn(
    path: &Path,
    console: &Console,
    write: impl FnOnce(&mut dyn io::Write, &Control) -> io::Result<()>,
) -> Result<bool, Failure> {
    let is_written = console.run_cancellable(|cancel| {
        let control = Control::unlimited().with_cancel(cancel);
        let written =
            progress::run_with_progress(&path.display().to_string(), console.look.is_quiet, &control, || {
                output::to_file(path, |out| {
                    write(&mut InterruptibleWriter { out, control: &control }, &control)
                })
            });
        if control.is_cancelled() { Ok(false) } else { written.map(|()| true) }
    })?;
    if !is_written {
        match path.to_str() {
            Some("-") => say!("ktour: interrupted: the output is not complete"),
            _ if output::is_stream(path) => {
                say!("ktour: interrupted: what {} was given is not complete", path.display());
            }
            _ => {
                say!(
                    "ktour: interrupted: {} was not written; the incomplete file was removed",
                    path.display()
                );
            }
        }
    }
    Ok(is_written)
}

/// Writer that fails after Ctrl-C.
struct InterruptibleWriter<'a> {
    out: &'a mut dyn io::Write,
    control: &'a Control,
}

impl io::Write for InterruptibleWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.control.is_cancelled() {
            return Err(io::Error::other(Stopped));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

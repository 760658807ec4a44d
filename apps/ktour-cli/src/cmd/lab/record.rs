//! Rows in a csv that is appended to and can be resumed.

use std::{
    collections::{HashMap, HashSet},
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom},
    ops::ControlFlow,
    path::Path,
};

use indicatif::{ProgressBar, ProgressStyle};
use ktour_answer::Refused;
use ktour_core::Control;
use ktour_lab::{
    Completion, Experiment,
    record::{self, RecordError, Recorder},
    run,
};

use super::command::command;
use crate::{args::TextStyle, console::Console, exit::Failure, output};

/// Measures the rows that the file does not have. Returns all rows, in the order of the plan.
pub(super) fn measure<E: Experiment>(
    plan: &E,
    file: Option<&Path>,
    is_resumed: bool,
    console: &Console,
) -> Result<(Vec<E::Row>, Completion), Failure> {
    let (mut rows, mut recorder) = match file {
        Some(path) => open(plan, path, is_resumed).map(|(rows, recorder)| (rows, Some(recorder)))?,
        None => (Vec::new(), None),
    };
    let known: HashSet<String> = rows.iter().map(|row| plan.cell_of(row)).collect();
    let cells = plan.cells();
    let bar = bar(cells.len() as u64, console.look);
    bar.set_position(cells.iter().filter(|cell| known.contains(*cell)).count() as u64);
    let mut failed = None;
    let ended = console.run_cancellable(|cancel| {
        let control = Control::unlimited().with_cancel(cancel);
        run(plan, &|cell| known.contains(cell), &control, &mut |row| {
            if let Some(Err(error)) = recorder.as_mut().map(|recorder| recorder.row(&row)) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            bar.set_message(plan.cell_of(&row));
            bar.inc(1);
            rows.push(row);
            ControlFlow::Continue(())
        })
    });
    bar.finish_and_clear();
    if let (Some(error), Some(path)) = (failed, file) {
        return Err(Failure::writing(format!("the file {}", path.display()), &error));
    }
    let ended = ended.map_err(Refused::new)?;
    if ended == Completion::Stopped && !console.look.is_quiet {
        print_stopped(rows.len(), cells.len(), file);
    }
    let places: HashMap<&str, usize> = cells.iter().map(String::as_str).zip(0..).collect();
    rows.sort_by_cached_key(|row| places.get(plan.cell_of(row).as_str()).copied());
    Ok((rows, ended))
}

fn print_stopped(rows: usize, cells: usize, file: Option<&Path>) {
    let kept =
        file.map_or(String::new(), |path| format!(" in {}: --resume continues from there", path.display()));
    say!("ktour: stopped after {rows} of {cells} rows, which are saved{kept}");
}

/// Opens a csv, and reads its rows. An existing file is only appended to with `--resume`, and by one program
/// at a time: the lock lasts as long as the file is open.
fn open<E: Experiment>(
    plan: &E,
    path: &Path,
    is_resumed: bool,
) -> Result<(Vec<E::Row>, Recorder<File>), Failure> {
    output::check(path)?;
    let name = path.display();
    let failed = |error: io::Error| Failure::writing(format!("the file {name}"), &error);
    if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        return Ok((Vec::new(), Recorder::create(file, plan).map_err(failed)?));
    }
    let is_there = path.exists();
    let mut options = OpenOptions::new();
    let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    // A file system without locks is used without them.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let sentence =
            format!("another ktour works here: wait until it is done with {name}, or name another file");
        return Err(Failure::Refused(sentence));
    }
    if is_there && !is_resumed {
        return Err(Failure::Refused(format!(
            "{name} exists already: continue it with --resume, or name another file"
        )));
    }
    let mut text = String::new();
    file.read_to_string(&mut text)
        .map_err(|error| Failure::Refused(format!("{name} cannot be read: {error}")))?;
    let known = record::read(plan, &text)
        .map_err(|error| Failure::Refused(format!("{name} {}", error_text(&error))))?;
    file.set_len(known.bytes as u64).map_err(failed)?;
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    let recorder = Recorder::resume(file, plan, &known).map_err(failed)?;
    Ok((known.rows, recorder))
}

/// Explains why a csv cannot be resumed; plans are named by their commands.
fn error_text(error: &RecordError) -> String {
    match error {
        RecordError::OtherPlan { theirs, ours } => format!(
            "holds the rows of `{}`, not of `{}`: continue that one, or write to another file",
            command(theirs),
            command(ours)
        ),
        error => error.to_string(),
    }
}

/// Returns a progress bar on standard error if that is a terminal.
fn bar(cells: u64, look: TextStyle) -> ProgressBar {
    if look.is_quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}, Ctrl-C keeps the rows")
        .unwrap_or(ProgressStyle::default_bar());
    let bar = ProgressBar::new(cells).with_style(style).with_message("measuring");
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    bar
}

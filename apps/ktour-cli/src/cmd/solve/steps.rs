//! `ktour solve --method parberry --steps`: every merge, as JSON or as numbered drawings.

use std::path::{Path, PathBuf};

use ktour_answer::{
    merge::{MergeDocument, merge},
    solve::Solve,
    to_json,
};
use ktour_render::{Format, MergeFrame, merge_frames};
use ktour_search::{Method, build::parberry::Structured};

use crate::{
    args::SolveArgs,
    console::Console,
    drawing::{Pictures, write_drawn},
    exit::{Exit, Failure},
    output,
};

pub(crate) fn run(
    args: &SolveArgs,
    question: &Solve,
    pictures: &Pictures,
    console: &Console,
) -> Result<Exit, Failure> {
    let method = question.strategy.method;
    if method != Method::Parberry {
        let sentence = format!("--steps shows the merges of --method parberry; {method} has none");
        return Err(Failure::Refused(sentence));
    }
    args.output.iter().try_for_each(|path| output::check(path))?;
    let structured = merge(question.puzzle.board())?;
    let document = to_json(&MergeDocument::from(&structured));
    let named = args.format;
    if args.output.is_empty() {
        if !matches!(named, None | Some(Format::Json)) {
            return Err(Failure::Refused(
                "the steps are many drawings: name the first with -o FILE.svg, or ask for --json".into(),
            ));
        }
        output::to_stdout(|out| writeln!(out, "{document}"))?;
    }
    for path in &args.output {
        let format = named.map_or_else(|| Format::from_path(path), Ok).map_err(Failure::refused)?;
        let is_written = match format {
            Format::Json => output::to_file(path, |out| writeln!(out, "{document}")).map(|()| true)?,
            Format::Gif => write_drawn(path, console, |out, control| {
                pictures.0.gif().write_merges(&structured, out, control)
            })?,
            _ => write_frames(path, format, &structured, pictures, console)?,
        };
        if !is_written {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Yes)
}

/// Writes one file per drawing; `false` if it was stopped.
fn write_frames(
    path: &Path,
    format: Format,
    structured: &Structured,
    pictures: &Pictures,
    console: &Console,
) -> Result<bool, Failure> {
    if MergeFrame::check(format).is_err() {
        return Err(Failure::Refused("the steps are written as json, svg, png, pdf or gif".into()));
    }
    pictures.check(&[format], structured.board())?;
    for (number, frame) in (1..).zip(merge_frames(structured)) {
        let path = numbered(path, number, format);
        let picture = &pictures.0.picture;
        if !write_drawn(&path, console, |out, control| frame.write(picture, format, out, control))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Numbers a file name: `merge.svg` becomes `merge-01.svg`, `merge-02.svg`, …
fn numbered(path: &Path, number: u32, format: Format) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number:02}.{format}"))
}

//! `ktour solve --method parberry --steps`: every merge, as JSON or as numbered drawings.

use std::path::{Path, PathBuf};

use knights_tour::Method;
use knights_tour_answer::{
    json,
    merge::{MergeDocument, merge},
    solve::Solve,
};
use knights_tour_render::{Format, merge_frames};

use crate::{
    args::SolveArgs,
    exit::{Exit, Failure},
    output,
};

pub(crate) fn run(args: &SolveArgs, question: &Solve) -> Result<Exit, Failure> {
    let method = question.strategy.method;
    if method != Method::Parberry {
        let sentence = format!("--steps shows the merges of --method parberry; {method} has none");
        return Err(Failure::Refused(sentence));
    }
    args.output.iter().try_for_each(|path| output::check(path))?;
    let structured = merge(question.puzzle.board())?;
    let document = json(&MergeDocument::from(&structured));
    let named = args.format.as_deref().map(str::parse).transpose().map_err(Failure::refused)?;
    if args.output.is_empty() {
        if !matches!(named, None | Some(Format::Json)) {
            return Err(Failure::Refused(
                "the steps are many drawings: name the first with -o FILE.svg, or ask for --json".into(),
            ));
        }
        output::to_stdout(|out| writeln!(out, "{document}"))?;
    }
    for path in &args.output {
        match named.map_or_else(|| Format::from_path(path), Ok).map_err(Failure::refused)? {
            Format::Json => output::to_file(path, |out| writeln!(out, "{document}"))?,
            Format::Svg => {
                for (number, frame) in (1..).zip(merge_frames(&structured)) {
                    output::to_file(&numbered(path, number), |out| out.write_all(&frame))?;
                }
            }
            _ => return Err(Failure::Refused("the steps are written as json or svg".into())),
        }
    }
    Ok(Exit::Yes)
}

/// `merge.svg` becomes `merge-01.svg`, `merge-02.svg`, …
fn numbered(path: &Path, number: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number:02}.svg"))
}

//! Writes puzzles, and checks their formats.

use std::path::Path;

use ktour_core::Board;
use ktour_render::{Format, Picture, Puzzles};

use crate::{console::Console, drawing::write_drawn, exit::Failure, output};

/// Refuses formats that puzzles do not have, before any work.
pub(super) fn check_formats(
    formats: &[Format],
    number: u16,
    picture: &Picture,
    board: &Board,
) -> Result<(), Failure> {
    for format in formats {
        match format {
            Format::Svg | Format::Png if number > 1 => {
                let sentence =
                    format!("a {format} shows one puzzle: {number} of them go on a sheet with -o FILE.pdf");
                return Err(Failure::Refused(sentence));
            }
            Format::Png => Puzzles::check(picture, board).map_err(Failure::refused)?,
            Format::Grid | Format::Json | Format::Svg | Format::Pdf => {}
            _ => {
                let sentence =
                    format!("a puzzle is not written as {format}: choose grid, json, svg, png or pdf");
                return Err(Failure::Refused(sentence));
            }
        }
    }
    Ok(())
}

/// Writes puzzles as documents, pictures or text; `false` if Ctrl-C stopped it.
pub(super) fn write_puzzles(
    pictures: &Puzzles<'_>,
    documents: impl FnOnce() -> String,
    text: impl FnOnce() -> String,
    format: Format,
    path: &Path,
    console: &Console,
) -> Result<bool, Failure> {
    match format {
        Format::Json => output::to_file(path, |out| out.write_all(documents().as_bytes()))?,
        Format::Svg => output::to_file(path, |out| pictures.svg(out))?,
        Format::Png => return write_drawn(path, console, |out, control| pictures.png(out, control)),
        Format::Pdf => return write_drawn(path, console, |out, control| pictures.pdf(out, control)),
        _ => output::to_file(path, |out| out.write_all(text().as_bytes()))?,
    }
    Ok(true)
}

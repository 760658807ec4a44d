//! `ktour render`: a tour read in any format, drawn or written in any other.

use std::{fs::File, path::Path};

use knights_tour::{Board, Tour};
use knights_tour_render::{
    Format,
    read::{Hints, ReadError, Verified, rows, tour},
};

use crate::{
    args::RenderArgs,
    console::Console,
    drawing::{self, Pictures, write_drawn},
    exit::{Exit, Failure},
};

pub(crate) fn run(args: &RenderArgs, console: &Console) -> Result<Exit, Failure> {
    let formats = drawing::formats(args.format.as_deref(), &args.output, Format::Svg)?;
    let pictures = args.drawing.pictures()?;
    let hints = args.input.hints()?;
    let read = match args.input.file.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) if path.is_dir() => {
            return Err(Failure::Refused(format!("{} is a directory: name a file", path.display())));
        }
        Some(path) => match File::open(path) {
            Ok(file) => tour(file, &hints),
            Err(error) => {
                return Err(Failure::Refused(format!("the file {} cannot be read: {error}", path.display())));
            }
        },
        None => tour(std::io::stdin().lock(), &hints),
    };
    let file = args.input.file.as_deref().filter(|path| path.is_file());
    match (read, file) {
        (Err(ReadError::TooLarge { verified, .. }), Some(file))
            if formats.iter().all(|&format| format == Format::Png) =>
        {
            let board = Board::new(verified.files, verified.ranks).map_err(Failure::refused)?;
            pictures.check(&formats, &board)?;
            rows_to_png(args, file, &hints, &verified, &pictures, console)
        }
        (read, _) => write(read, args, &formats, &pictures, console),
    }
}

fn write(
    read: Result<Tour, ReadError>,
    args: &RenderArgs,
    formats: &[Format],
    pictures: &Pictures,
    console: &Console,
) -> Result<Exit, Failure> {
    match read {
        Ok(tour) => {
            pictures.check(formats, tour.board())?;
            pictures.write_all(&tour, formats, &args.output, None, console)
        }
        Err(error) if error.is_about_the_tour() => {
            match error.step() {
                Some(step) => say!("ktour: not a tour: step {step}: {error}"),
                None => say!("ktour: not a tour: {error}"),
            }
            Ok(Exit::No)
        }
        Err(error) => Err(Failure::refused(error)),
    }
}

/// A grid too large to hold, verified already: read once more, row by row, for each picture.
fn rows_to_png(
    args: &RenderArgs,
    file: &Path,
    hints: &Hints,
    verified: &Verified,
    pictures: &Pictures,
    console: &Console,
) -> Result<Exit, Failure> {
    let to_stdout = [Path::new("-").to_owned()];
    for path in if args.output.is_empty() { &to_stdout[..] } else { &args.output[..] } {
        let input = File::open(file).map_err(|error| {
            Failure::Refused(format!("the file {} cannot be read: {error}", file.display()))
        })?;
        let is_written = write_drawn(path, console, |out, control| {
            let drawn = rows(input, hints, |next| pictures.0.png().write_rows(verified, next, out, control));
            drawn.map_err(std::io::Error::other)?
        })?;
        if !is_written {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Yes)
}

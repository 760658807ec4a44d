//! `ktour render`: a tour read in any format, drawn or written in any other.

use std::{fs::File, path::Path};

use knights_tour::{AnyTour, Checked, Tour};
use knights_tour_render::{
    Format,
    read::{GridFile, ReadError, tour},
};

use crate::{
    args::RenderArgs,
    console::Console,
    drawing::{self, Pictures},
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
        (Err(ReadError::TooLarge { verified, .. }), Some(file)) if formats.iter().all(is_by_rank) => {
            // Verified already; read once more, rank by rank, for each output.
            let tour = Checked(GridFile::new(file, &hints, verified).map_err(Failure::refused)?);
            pictures.check(&formats, tour.board())?;
            pictures.write_all(&tour, &formats, &args.output, None, console)
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

/// Whether a format needs the numbers of one rank after another, and no more.
fn is_by_rank(format: &Format) -> bool {
    matches!(format, Format::Grid | Format::Npy | Format::Png)
}

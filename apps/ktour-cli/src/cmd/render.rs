//! `ktour render`: converts a tour from any format to any other.

use ktour_core::{AnyTour, Checked, Tour};
use ktour_render::{
    Format,
    read::{GridFile, ReadError},
};

use crate::{
    args::RenderArgs,
    console::Console,
    drawing::{self, Pictures},
    exit::{Exit, Failure},
    refusal_text,
};

pub(crate) fn run(args: &RenderArgs, console: &Console) -> Result<Exit, Failure> {
    let formats = drawing::formats(args.format, &args.output, Format::Svg)?;
    let pictures = Pictures::from_flags(&args.drawing)?;
    let hints = args.input.hints()?;
    let read = args.input.tour(&hints)?;
    match (read, args.input.regular_file()) {
        (Err(ReadError::TooLarge { verified, .. }), Some(file))
            if formats.iter().all(|format| format.facts().is_by_rank) =>
        {
            // The tour is already verified; for each output it is read again, rank by rank.
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
        Err(error) => not_a_tour(error),
    }
}

/// A file that is not a tour is an answer, an unreadable file is an error.
pub(super) fn not_a_tour(error: ReadError) -> Result<Exit, Failure> {
    if !error.is_about_the_tour() {
        return Err(Failure::Refused(refusal_text::input_error_text(&error)));
    }
    let what = refusal_text::input_error_text(&error);
    match error.step() {
        Some(step) => say!("ktour: not a tour: step {step}: {what}"),
        None => say!("ktour: not a tour: {what}"),
    }
    Ok(Exit::No)
}

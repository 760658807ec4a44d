//! `ktour render`: a tour read in any format, drawn or written in any other.

use std::{fs::File, path::Path};

use knights_tour_render::{
    Format,
    read::{Hints, tour},
};

use crate::{
    args::{Look, RenderArgs},
    drawing,
    exit::{Exit, Failure},
    interrupt::Interrupt,
    memory,
};

pub(crate) fn run(args: &RenderArgs, look: Look, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let formats = drawing::formats(args.format.as_deref(), &args.output, Format::Svg)?;
    let pictures = args.drawing.pictures()?;
    let hints = Hints { board: args.input.board()?, leaper: args.input.leaper()?, memory: memory::free() };
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
    match read {
        Ok(tour) => {
            pictures.check(&formats, tour.board())?;
            pictures.write_all(&tour, &formats, &args.output, None, look, interrupt)
        }
        Err(error) if error.is_about_the_tour() => {
            match error.step() {
                Some(step) => eprintln!("ktour: not a tour: step {step}: {error}"),
                None => eprintln!("ktour: not a tour: {error}"),
            }
            Ok(Exit::No)
        }
        Err(error) => Err(Failure::refused(error)),
    }
}

//! How pictures are asked for, and writing a tour to every place that was named.

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, builder::PossibleValuesParser};
use knights_tour::{Board, Cancel, Stats, Tour};
use knights_tour_render::{
    Csv, Format, Gif, Grid, Json, Motion, Npy, Pdf, Picture, Png, Proceed, Render, Show, Squares, Svg, Theme,
};

use crate::{
    args::{Look, parse_time},
    exit::{Exit, Failure},
    interrupt::Interrupt,
    output, progress,
};

/// How a picture looks.
#[derive(Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct DrawingArgs {
    /// The colours.
    #[arg(long, value_name = "T", default_value = "classic", value_parser = PossibleValuesParser::new(Theme::NAMED.map(|(name, _)| name)))]
    theme: String,
    /// How the path goes from square to square.
    #[arg(long, value_name = "P", default_value = "straight", value_parser = ["straight", "smooth"])]
    path: String,
    /// By step along a gradient, or all the same.
    #[arg(long, value_name = "C", default_value = "step", value_parser = ["step", "plain"])]
    colour: String,
    /// The numbers of the steps: where they can be read, always or never.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = ["auto", "always", "never"])]
    numbers: String,
    /// Letters and numbers along the edge: where they can be read, always or never.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = ["auto", "always", "never"])]
    coordinates: String,
    /// Pixels across; otherwise about 1000 on the longer side, 480 across for a gif.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=20_000))]
    width: Option<u32>,
    /// pdf: an empty board first, its solution on a second page.
    #[arg(long)]
    worksheet: bool,
    /// gif: the time of one leap.
    #[arg(long, value_name = "TIME", default_value = "120ms", value_parser = parse_time)]
    delay: Duration,
    /// gif: how long the finished tour stands.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = parse_time)]
    hold: Duration,
    /// gif: how long all of it may take; leaps share frames where there are too many.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    length: Option<Duration>,
    /// gif: stop at the end instead of beginning again.
    #[arg(long)]
    once: bool,
}

/// Every kind of picture, as it was asked for.
pub(crate) struct Pictures {
    svg: Svg,
    pub(crate) png: Png,
    pdf: Pdf,
    pub(crate) gif: Gif,
}

impl DrawingArgs {
    pub(crate) fn pictures(&self) -> Result<Pictures, Failure> {
        let show = |when: &str| match when {
            "always" => Show::Always,
            "never" => Show::Never,
            _ => Show::Auto,
        };
        let picture = Picture {
            theme: self.theme.parse().map_err(Failure::refused)?,
            path: self.path.parse().map_err(Failure::refused)?,
            is_plain: self.colour == "plain",
            numbers: show(&self.numbers),
            coordinates: show(&self.coordinates),
            width: self.width,
        };
        let (delay, hold, length, is_once) = (self.delay, self.hold, self.length, self.once);
        Ok(Pictures {
            svg: Svg(picture.clone()),
            png: Png(picture.clone()),
            pdf: Pdf { picture: picture.clone(), is_worksheet: self.worksheet },
            gif: Gif { picture, motion: Motion { delay, hold, length, is_once } },
        })
    }
}

/// One format for standard output, or one a file.
pub(crate) fn formats(
    named: Option<&str>,
    outputs: &[PathBuf],
    default: Format,
) -> Result<Vec<Format>, Failure> {
    let named = named.map(str::parse::<Format>).transpose().map_err(Failure::refused)?;
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
    let is_picture = |format: Format| matches!(format, Format::Png | Format::Gif | Format::Pdf | Format::Npy);
    if to_stdout.is_some_and(|at| is_picture(formats[at])) && io::stdout().is_terminal() {
        return Err(Failure::Refused("a terminal cannot show this format: name a file with -o FILE".into()));
    }
    Ok(formats)
}

/// Whether two names are one file, which is there or not; a device or a pipe takes what comes.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let path = output::place(path);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some((folder.canonicalize().ok()?, path.file_name()?.to_owned()))
    };
    let is_special = one.exists() && !one.is_file();
    !is_special && place(one).is_some_and(|place_of_one| Some(place_of_one) == place(other))
}

impl Pictures {
    /// Refuses what cannot be drawn, before any work is done.
    pub(crate) fn check(&self, formats: &[Format], board: &Board) -> Result<(), Failure> {
        if self.pdf.is_worksheet && !formats.contains(&Format::Pdf) {
            return Err(Failure::Refused("a worksheet is printed: give -o FILE.pdf".into()));
        }
        let refusal = formats.iter().find_map(|&format| self.render(format, None).refusal(board));
        refusal.map_or(Ok(()), |sentence| Err(Failure::Refused(sentence)))
    }

    /// Writes the tour to standard output, or to every file.
    pub(crate) fn write_all(
        &self,
        tour: &Tour,
        formats: &[Format],
        outputs: &[PathBuf],
        stats: Option<Stats>,
        look: Look,
        interrupt: &Interrupt,
    ) -> Result<Exit, Failure> {
        for (place, &format) in formats.iter().enumerate() {
            let path = outputs.get(place).map_or(Path::new("-"), PathBuf::as_path);
            let is_written = write_drawn(path, look, interrupt, |out, proceed| {
                self.render(format, stats).write_while(tour, out, proceed)
            })?;
            if !is_written {
                return Ok(Exit::Interrupted);
            }
        }
        Ok(Exit::Yes)
    }

    fn render(&self, format: Format, stats: Option<Stats>) -> Box<dyn Render + '_> {
        match format {
            Format::Grid => Box::new(Grid),
            Format::Squares => Box::new(Squares),
            Format::Json => Box::new(Json { stats }),
            Format::Csv => Box::new(Csv),
            Format::Npy => Box::new(Npy),
            Format::Svg => Box::new(self.svg.clone()),
            Format::Png => Box::new(self.png.clone()),
            Format::Pdf => Box::new(self.pdf.clone()),
            Format::Gif => Box::new(self.gif.clone()),
        }
    }
}

/// Writes one file while showing how far it is; `false` where Ctrl-C ended it, which was said.
pub(crate) fn write_drawn(
    path: &Path,
    look: Look,
    interrupt: &Interrupt,
    write: impl FnOnce(&mut dyn io::Write, &mut Proceed) -> io::Result<()>,
) -> Result<bool, Failure> {
    let is_written = interrupt.during(|cancel| {
        let share = progress::Share::default();
        let mut proceed = |done: f64| {
            share.set(done);
            heed(&cancel)
        };
        let written = progress::drawing(&path.display().to_string(), look.is_quiet, &share, || {
            output::to_file(path, |out| write(&mut Heeding { out, cancel: &cancel }, &mut proceed))
        });
        if cancel.is_cancelled() { Ok(false) } else { written.map(|()| true) }
    })?;
    if !is_written {
        say!("ktour: interrupted: {} was not written, and no half file is left", path.display());
    }
    Ok(is_written)
}

/// An error once Ctrl-C was heard; not `Interrupted`, which asks for another try.
fn heed(cancel: &Cancel) -> io::Result<()> {
    if cancel.is_cancelled() { Err(io::Error::other("interrupted")) } else { Ok(()) }
}

/// A writer that stops when Ctrl-C was heard.
struct Heeding<'a> {
    out: &'a mut dyn io::Write,
    cancel: &'a Cancel,
}

impl io::Write for Heeding<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        heed(self.cancel)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

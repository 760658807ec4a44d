//! `/render`: a tour as a file: a picture, an animation, numbers.

use std::{
    io::{self, Write},
    time::Duration,
};

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use knights_tour::{Board, Budget, Cancel, Outcome, Puzzle, Strategy, Tour, budget::parse_time, solve};
use knights_tour_render::{
    Csv, Format, Gif, Grid, Json, Motion, Npy, Pdf, Picture, Png, Render, Show, Squares, Svg,
    read::{self, Hints},
};

use super::{NAMED, PLAYED, verify::written};
use crate::{app::Shared, error::Error, jobs::Weight, request::Asked, response, settings::USUAL};

/// Pixels across, at most.
const WIDTH: u64 = 4000;
/// Bytes of a file, at most.
const FILE: usize = 64 << 20;

/// The file, of the tour that was sent or of one that is found.
pub(crate) async fn render(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let format =
        asked.text("format")?.map_or(Ok(Format::Svg), |name| name.parse()).map_err(Error::refused)?;
    let painter = painter(format, &asked)?;
    let source = Source::of(&asked, app.settings.memory)?;
    if let Source::Asked(puzzle, _) = &source {
        check(&*painter, puzzle.board())?;
    }
    let time = asked.time(USUAL, app.settings.max_time)?;
    let is_light = source.squares() <= PLAYED && !matches!(format, Format::Gif);
    let weight = if is_light && source.is_given() { Weight::Quick } else { Weight::Heavy };
    let drawn = app.jobs.run_within(weight, time, move |cancel| {
        let tour = source.tour(Budget::within(time).with_cancel(cancel.clone()))?;
        check(&*painter, tour.board())?;
        let mut file = Heeding { bytes: Vec::new(), cancel };
        painter.write(&tour, &mut file).map_err(Error::refused)?;
        Ok((tour.board().to_string(), file.bytes))
    });
    let (board, bytes) = drawn.await??;
    let (kind, ending) = media(format);
    let mut answer = response::typed(kind, bytes);
    let disposition = format!("attachment; filename=\"knights-tour-{board}.{ending}\"");
    answer
        .headers_mut()
        .insert(header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(Error::refused)?);
    Ok(answer)
}

/// Refuses what is too large to draw, before memory is taken for it.
fn check(painter: &dyn Render, board: &Board) -> Result<(), Error> {
    if board.area() > NAMED {
        return Err(Error::refused(format!("{board} is too large to draw: the limit is {NAMED} squares")));
    }
    painter.refusal(board).map_or(Ok(()), |sentence| Err(Error::refused(sentence)))
}

/// Where the tour comes from.
enum Source {
    Written(String, Hints),
    Asked(Puzzle, Strategy),
}

impl Source {
    fn of(asked: &Asked, memory: u128) -> Result<Source, Error> {
        if asked.value("squares").is_some() || asked.value("text").is_some() {
            let (text, hints) = written(asked, memory)?;
            return Ok(Source::Written(text, hints));
        }
        let puzzle = asked.puzzle(NAMED)?;
        let strategy = asked.strategy(puzzle.leaper())?;
        Ok(Source::Asked(puzzle, strategy))
    }

    fn is_given(&self) -> bool {
        matches!(self, Source::Written(..))
    }

    /// How many squares, about.
    fn squares(&self) -> u128 {
        match self {
            Source::Written(text, _) => text.len() as u128 / 2,
            Source::Asked(puzzle, _) => puzzle.board().area(),
        }
    }

    fn tour(&self, budget: Budget) -> Result<Tour, Error> {
        match self {
            Source::Written(text, hints) => {
                read::tour(text.as_bytes(), hints).map_err(|error| match error.step() {
                    Some(step) => Error::refused(format!("not a tour: step {step}: {error}")),
                    None => Error::refused(error),
                })
            }
            Source::Asked(puzzle, strategy) => {
                match solve(puzzle, strategy, &budget).map_err(Error::refused)?.outcome {
                    Outcome::Found(tour) => Ok(tour),
                    Outcome::Impossible(reason) => {
                        Err(Error::refused(format!("no tour: {}", reason.text(puzzle.board()))))
                    }
                    Outcome::Unknown(spent) => Err(Error::refused(spent)),
                }
            }
        }
    }
}

/// The format as it was asked for.
fn painter(format: Format, asked: &Asked) -> Result<Box<dyn Render + Send>, Error> {
    let show = |word: &str| match asked.text(word)?.as_deref() {
        None | Some("auto") => Ok(Show::Auto),
        Some("always") => Ok(Show::Always),
        Some("never") => Ok(Show::Never),
        Some(other) => Err(Error::refused(format!("`{word}` is {other}: choose auto, always or never"))),
    };
    let time =
        |word: &str| asked.text(word)?.map(|text| parse_time(&text)).transpose().map_err(Error::refused);
    let width = asked.number("width", 0, WIDTH)?;
    if width != 0 && width < 16 {
        return Err(Error::refused(format!("a width of {width} is too small: choose 16 to {WIDTH} pixels")));
    }
    let picture = Picture {
        theme: asked.text("theme")?.unwrap_or("classic".into()).parse().map_err(Error::refused)?,
        path: asked.text("path")?.unwrap_or("straight".into()).parse().map_err(Error::refused)?,
        is_plain: asked.text("colour")?.as_deref() == Some("plain"),
        numbers: show("numbers")?,
        coordinates: show("coordinates")?,
        width: (width > 0).then_some(width as u32),
    };
    Ok(match format {
        Format::Grid => Box::new(Grid),
        Format::Squares => Box::new(Squares),
        Format::Json => Box::new(Json::default()),
        Format::Csv => Box::new(Csv),
        Format::Npy => Box::new(Npy),
        Format::Svg => Box::new(Svg(picture)),
        Format::Png => Box::new(Png(picture)),
        Format::Pdf => Box::new(Pdf { picture, is_worksheet: asked.flag("worksheet")? }),
        Format::Gif => {
            let delay = time("delay")?.unwrap_or(Duration::from_millis(120));
            let hold = time("hold")?.unwrap_or(Duration::from_secs(3));
            let motion = Motion { delay, hold, length: time("length")?, is_once: asked.flag("once")? };
            Box::new(Gif { picture, motion })
        }
    })
}

/// What a file of this format is, and how its name ends.
fn media(format: Format) -> (&'static str, &'static str) {
    match format {
        Format::Grid => ("text/plain; charset=utf-8", "txt"),
        Format::Squares => ("text/plain; charset=utf-8", "squares"),
        Format::Json => ("application/json", "json"),
        Format::Csv => ("text/csv", "csv"),
        Format::Svg => ("image/svg+xml", "svg"),
        Format::Png => ("image/png", "png"),
        Format::Pdf => ("application/pdf", "pdf"),
        Format::Gif => ("image/gif", "gif"),
        Format::Npy => ("application/octet-stream", "npy"),
    }
}

/// A file in memory that stops growing when nobody waits for it, or when it is too large.
struct Heeding {
    bytes: Vec<u8>,
    cancel: Cancel,
}

impl Write for Heeding {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(io::Error::other("the drawing was not ready in time: ask for a smaller one"));
        }
        if self.bytes.len() + bytes.len() > FILE {
            return Err(io::Error::other(format!(
                "the file grows beyond {FILE} bytes: ask for a smaller one"
            )));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

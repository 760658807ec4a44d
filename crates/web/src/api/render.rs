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
use knights_tour::{
    Board, Budget, Cancel, Outcome, Puzzle, Strategy, Tour, budget::parse_time, solve, solve::memory_needed,
};
use knights_tour_render::{
    Csv, Format, Gif, Grid, Json, Motion, Npy, Pdf, Picture, Png, Render, Show, Squares, Svg,
    read::{self, Hints},
};

use super::{
    NAMED,
    verify::{reading, written},
};
use crate::{
    app::Shared,
    error::Error,
    jobs::Load,
    request::Asked,
    response,
    settings::{SMALL, USUAL},
};

/// Pixels across, at most.
const WIDTH: u64 = 4000;
/// Bytes of a file, at most.
const FILE: usize = 64 << 20;

/// Bytes of a file, a square, at most: numbers and curves in full.
const DRAWN: u128 = 1500;

/// The file, of the tour that was sent or of one that is found.
pub(crate) async fn render(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let most = app.settings.max_time;
    let question = app.jobs.read(asked, move |asked| {
        let format =
            asked.text("format")?.map_or(Ok(Format::Svg), |name| name.parse()).map_err(Error::refused)?;
        let (painter, source) = (painter(format, asked)?, Source::of(asked)?);
        let bytes = source.memory_needed() + source.board().map_or(0, |board| drawing(&*painter, board));
        if let Some(board) = source.board() {
            check(&*painter, board)?;
        }
        Ok((format, painter, source, bytes, asked.time(USUAL, most)?))
    });
    let (format, painter, source, bytes, time) = question.await?;
    // Only what was read says how large the board of a tour is that was sent: it is read first.
    let (source, bytes) = match source {
        Source::Written(text, hints) => {
            let tour = app.jobs.run(reading(&hints, time), move |_| read_tour(&text, &hints)).await??;
            check(&*painter, tour.board())?;
            let bytes = 32 * tour.board().area() + drawing(&*painter, tour.board());
            (Source::Read(tour), bytes)
        }
        source => (source, bytes),
    };
    let is_quick = bytes <= SMALL && matches!(source, Source::Read(_)) && format != Format::Gif;
    let load = if is_quick { Load::Quick } else { Load::Heavy(bytes, time) };
    let drawn = app.jobs.run_keeping(load, move |cancel| {
        let tour = source.tour(Budget::within(time).with_cancel(cancel.clone()))?;
        let mut file = Heeding { bytes: Vec::new(), cancel: cancel.clone() };
        painter.write_while(&tour, &mut file, &mut |_| heed(&cancel)).map_err(Error::refused)?;
        Ok((tour.board().to_string(), file.bytes))
    });
    let (drawn, share) = drawn.await?;
    let (board, bytes) = drawn?;
    let (kind, ending) = media(format);
    let mut answer = response::kept(kind, bytes, share);
    let disposition = format!("attachment; filename=\"knights-tour-{board}.{ending}\"");
    answer
        .headers_mut()
        .insert(header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(Error::refused)?);
    Ok(answer)
}

/// Bytes that a drawing takes: its canvas, and the file while it grows.
fn drawing(painter: &dyn Render, board: &Board) -> u128 {
    let canvas = painter.memory_needed(board);
    canvas + 2 * canvas.max(DRAWN * board.area()).min(FILE as u128)
}

/// Whether somebody still waits.
fn heed(cancel: &Cancel) -> io::Result<()> {
    match cancel.is_cancelled() {
        true => Err(io::Error::other("the drawing was not ready in time: ask for a smaller one")),
        false => Ok(()),
    }
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
    Read(Tour),
    Asked(Puzzle, Strategy),
}

impl Source {
    fn of(asked: &Asked) -> Result<Source, Error> {
        if asked.value("squares").is_some() || asked.value("text").is_some() {
            return written(asked).map(|(text, hints)| Source::Written(text, hints));
        }
        let puzzle = asked.puzzle(NAMED)?;
        let strategy = asked.strategy(puzzle.leaper())?;
        Ok(Source::Asked(puzzle, strategy))
    }

    /// The board, where it is known before any work.
    fn board(&self) -> Option<&Board> {
        match self {
            Source::Written(..) => None,
            Source::Read(tour) => Some(tour.board()),
            Source::Asked(puzzle, _) => Some(puzzle.board()),
        }
    }

    /// Bytes on the way to the tour.
    fn memory_needed(&self) -> u128 {
        match self {
            Source::Written(_, hints) => hints.memory,
            Source::Read(_) => 0,
            Source::Asked(puzzle, strategy) => memory_needed(puzzle, strategy.method),
        }
    }

    fn tour(self, budget: Budget) -> Result<Tour, Error> {
        match self {
            Source::Written(text, hints) => read_tour(&text, &hints),
            Source::Read(tour) => Ok(tour),
            Source::Asked(puzzle, strategy) => {
                match solve(&puzzle, &strategy, &budget).map_err(Error::refused)?.outcome {
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

/// What was written down, verified.
fn read_tour(text: &str, hints: &Hints) -> Result<Tour, Error> {
    read::tour(text.as_bytes(), hints).map_err(|error| match error.step() {
        Some(step) => Error::refused(format!("not a tour: step {step}: {error}")),
        None => Error::refused(error),
    })
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
        heed(&self.cancel)?;
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

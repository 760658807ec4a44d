//! A tour as a file: a picture, an animation or data.

use std::io::{self, Write};

use ktour_core::{Board, Coded as _, Control, Outcome, Tour};
use ktour_render::{
    Csv, DrawError, Fill, Format, Gif, Grid, Json, Motion, Npy, PathStyle, Pdf, Picture, Png, Render, Show,
    Squares, Svg, Theme,
    read::{self, ReadError},
};

use crate::{
    Cost, Declined, Job, Limits, Pace, Parameters, Refused, Reply, question::MAX_BYTES_FOR_QUICK_TRY,
    solve::Solve, verify::parse_input,
};

/// Maximum bytes per square of a file; pictures with numbers and curves need the most.
const FILE_BYTES_PER_SQUARE: u128 = 1500;
/// Maximum memory for reading a tour, in bytes.
const MAX_READING_BYTES: u128 = 64 << 20;

/// Source of the tour.
pub(crate) enum TourSource {
    Given(Tour),
    Asked(Box<Solve>),
}

impl TourSource {
    /// Parses the parameters. A tour in the request is read here, because only it knows the size of its
    /// board.
    pub(crate) fn parse(words: &Parameters, limits: &Limits) -> Result<TourSource, Refused> {
        if words.has("squares") || words.has("text") {
            let (text, hints) = parse_input(words, limits.memory.min(MAX_READING_BYTES))?;
            return Ok(TourSource::Given(read::tour(text.as_bytes(), &hints).map_err(not_a_tour)?));
        }
        Ok(TourSource::Asked(Box::new(Solve::parse(words, limits.named)?)))
    }

    pub(crate) fn board(&self) -> &Board {
        match self {
            TourSource::Given(tour) => tour.board(),
            TourSource::Asked(question) => question.puzzle.board(),
        }
    }

    /// Returns the memory for finding or reading the tour, in bytes.
    pub(crate) fn memory(&self, limits: &Limits) -> Result<u128, Refused> {
        match self {
            TourSource::Given(tour) => Ok(32 * tour.board().area()),
            TourSource::Asked(question) => question.memory(limits.memory),
        }
    }

    pub(crate) fn tour(&self, control: &Control) -> Result<Tour, Refused> {
        let question = match self {
            TourSource::Given(tour) => return Ok(tour.clone()),
            TourSource::Asked(question) => question,
        };
        match question.answer(control)?.outcome {
            Outcome::Found(tour) => Ok(tour),
            Outcome::Impossible(reason) => {
                let text = reason.text(question.puzzle.board());
                Err(Declined::NoTour { code: reason.code(), reason: text }.into())
            }
            Outcome::Unknown(spent) => {
                let milliseconds = spent.elapsed.as_millis() as u64;
                Err(Declined::NotFound { milliseconds, trials: spent.trials }.into())
            }
        }
    }
}

/// Converts the error of an unreadable or invalid tour into a refusal.
fn not_a_tour(error: ReadError) -> Refused {
    match error.step() {
        Some(step) => {
            let refused = Declined::NotATour { step, code: error.code(), what: error.to_string() };
            Refused::from(refused).with_cause_facts(&error)
        }
        None => Refused::new(error),
    }
}

pub(crate) fn prepare(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let format = words.parse_named("format", Format::Svg)?;
    let drawing = Drawing::parse(words, limits.width)?;
    let source = TourSource::parse(words, limits)?;
    let (board, most) = (source.board(), limits.file);
    if board.area() > limits.named {
        let (board, squares) = (board.to_string(), board.area());
        return Err(Declined::TooManySquares { board, squares, most: limits.named }.into());
    }
    drawing.check(format, board)?;
    let canvas = drawing.render(format, None).memory_needed(board);
    // The canvas and the file are in memory together.
    let file = 2 * canvas.max(FILE_BYTES_PER_SQUARE * board.area()).min(most as u128);
    let memory = source.memory(limits)? + canvas + file;
    let is_quick =
        memory <= MAX_BYTES_FOR_QUICK_TRY && matches!(source, TourSource::Given(_)) && format != Format::Gif;
    let pace = if is_quick { Pace::Quick } else { Pace::Long };
    Ok(Job::single(Cost { pace, memory }, words.time("max_time")?, move |control| {
        let tour = source.tour(control)?;
        let mut bytes = BoundedBuffer { bytes: Vec::new(), most, control };
        let written = drawing.render(format, None).write(&tour, &mut bytes, control);
        written.map_err(|error| why(&error, control, most))?;
        let (media, ending) = media(format);
        let name = format!("knights-tour-{}.{ending}", tour.board());
        Ok(Reply::File { media, name, bytes: bytes.bytes })
    }))
}

/// Converts a write error into a refusal.
fn why(error: &io::Error, control: &Control, most: usize) -> Refused {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<DrawError>()) {
        Some(undrawn) => Refused::new(undrawn.clone()),
        None if control.is_stopped() => Declined::SlowFile.into(),
        None if error.kind() == io::ErrorKind::FileTooLarge => {
            Declined::LargeFile { most: most as u64 }.into()
        }
        None => Refused::new(ReadError::Io(io::Error::other(error.to_string()))),
    }
}

/// Colours of the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathColour {
    /// A gradient along the steps.
    Step,
    /// One colour.
    Plain,
}

ktour_core::named! { PathColour: "colour of the path" { "step" => Step, "plain" => Plain } }

/// Options for drawing a tour in any format.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Colours, lines and letters.
    pub picture: Picture,
    /// pdf: whether an empty board comes first.
    pub is_worksheet: bool,
    /// gif: animation options.
    pub motion: Motion,
    /// json: whether the measures are included.
    pub is_measured: bool,
}

impl Drawing {
    /// Parses the options; a picture has at most `most` pixels across.
    pub fn parse(words: &Parameters, most: u64) -> Result<Drawing, Refused> {
        let show = |word: &str| Ok::<_, Refused>(words.choice(word, &Show::NAMES)?.unwrap_or_default());
        let width = words.number("width", 0, most)?;
        if width != 0 && width < 16 {
            return Err(Declined::Narrow { width, most }.into());
        }
        let is_plain = words.choice("colour", &PathColour::NAMES)? == Some(PathColour::Plain);
        let size = words
            .text("size")?
            .map(|text| parse_size(&text).ok_or_else(|| words.unknown_choice("size", SIZES)));
        let path = words.parse_named("path", PathStyle::Straight)?;
        let is_stroke = words.flag("stroke")?;
        if is_stroke && path == PathStyle::Woven {
            // A woven path is interrupted where it passes below itself, so a stroke cannot follow it.
            return Err(words.unknown_choice("path", &["straight", "smooth"]));
        }
        let usual = Motion::default();
        Ok(Drawing {
            picture: Picture {
                theme: words.parse_named("theme", Theme::Classic)?,
                path,
                is_plain,
                numbers: show("numbers")?,
                coordinates: if is_stroke { Show::Never } else { show("coordinates")? },
                width: (width > 0).then_some(width as u32),
                size: size.transpose()?,
                fill: words.parse_named("fill", Fill::None)?,
                is_stroke,
            },
            is_worksheet: words.flag("worksheet")?,
            motion: Motion {
                delay: words.time("delay")?.unwrap_or(usual.delay),
                hold: words.time("hold")?.unwrap_or(usual.hold),
                length: words.time("length")?,
                is_once: words.flag("once")?,
            },
            is_measured: words.flag("measure")?,
        })
    }

    /// Returns the writer of a format.
    pub fn render(&self, format: Format, stats: Option<ktour_search::Stats>) -> Box<dyn Render> {
        let picture = || self.picture.clone();
        match format {
            Format::Grid => Box::new(Grid),
            Format::Squares => Box::new(Squares),
            Format::Json => Box::new(Json { stats, is_measured: self.is_measured }),
            Format::Csv => Box::new(Csv),
            Format::Npy => Box::new(Npy),
            Format::Svg => Box::new(Svg(picture())),
            Format::Png => Box::new(Png(picture())),
            Format::Pdf => Box::new(Pdf { picture: picture(), is_worksheet: self.is_worksheet }),
            Format::Gif => Box::new(self.gif()),
        }
    }

    /// Returns the writer of an animation.
    pub fn gif(&self) -> Gif {
        Gif { picture: self.picture.clone(), motion: self.motion }
    }

    /// Refuses a picture that is too large, before memory is allocated.
    pub fn check(&self, format: Format, board: &Board) -> Result<(), Refused> {
        self.render(format, None).check_board(board).map_err(Refused::new)
    }
}

/// Examples of a valid size.
const SIZES: &[&str] = &["300mm", "30cm", "12in"];

/// Parses a size into millimetres, from a centimetre to five metres.
fn parse_size(text: &str) -> Option<f64> {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "mm" => 1.0,
        "cm" => 10.0,
        "in" => 25.4,
        _ => return None,
    };
    number.parse::<f64>().ok().map(|number| number * scale).filter(|size| (10.0..=5000.0).contains(size))
}

/// Returns the media type and the file extension of a format.
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

/// File in memory whose writes fail when the client has gone or the file grows too large.
struct BoundedBuffer<'a> {
    bytes: Vec<u8>,
    most: usize,
    control: &'a Control,
}

impl Write for BoundedBuffer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.control.is_stopped() {
            return Err(io::Error::other(ktour_core::error::Stopped));
        }
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

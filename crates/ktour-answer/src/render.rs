//! A tour as a file: a picture, an animation or data.

use std::{
    io::{self, Write},
    time::Duration,
};

use ktour_core::{Board, Coded as _, Control, Outcome, Tour};
use ktour_render::{
    Csv, DrawError, Fill, Format, FormatFacts, Gif, Grid, Json, Motion, Npy, PathStyle, Pdf, Picture, Png,
    Render, Show, Squares, Svg, Theme,
    read::{self, ReadError},
};
use ktour_search::symmetric::WantedSymmetry;
use serde_json::Value;

use crate::{
    Ask, Cost, Declined, Job, Limits, Pace, Refused, Reply, ReplyShape,
    parameters::{
        Parameter, SearchParameters, at_most, check_size, named_parameters, no_choice, parameters, text,
    },
    question::MAX_BYTES_FOR_QUICK_TRY,
    solve::{Solve, SolveParameters},
    verify::InputParameters,
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
    /// Checks the parameters. A tour in the request is read here, because only it knows the size of its
    /// board.
    pub(crate) fn new(
        search: &SearchParameters,
        symmetry: Option<WantedSymmetry>,
        input: &InputParameters,
        limits: &Limits,
    ) -> Result<TourSource, Refused> {
        let search = search.clone();
        if input.is_given() {
            let hints = search.tours.board.hints(limits.memory.min(MAX_READING_BYTES))?;
            return Ok(TourSource::Given(read::tour(input.text()?.as_bytes(), &hints).map_err(not_a_tour)?));
        }
        let parameters = SolveParameters { search, symmetry, ..SolveParameters::default() };
        Ok(TourSource::Asked(Box::new(Solve::new(&parameters, limits.named)?)))
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

parameters! {
    /// Options for drawing a tour in any format.
    pub struct DrawingParameters {
        /// Colours of the picture.
        #[cli(value_name("T"))]
        theme: Theme = Theme::Classic,
        /// How the path goes from square to square.
        #[cli(value_name("P"))]
        path: PathStyle = PathStyle::Straight,
        /// Fill the areas inside the path, by the even-odd rule.
        #[cli(value_name("F"))]
        fill: Fill = Fill::None,
        /// Draw only the path, in one stroke, for plotters and cutters.
        #[cli()]
        stroke: bool,
        /// Width on paper: 300mm, 30cm or 12in; a picture in pixels then has 300 to the inch.
        #[cli(value_name("SIZE").conflicts_with("width"))]
        size: Option<PaperSize>,
        /// Colour the path by step along a gradient, or all the same.
        #[cli(value_name("C"))]
        colour: PathColour = PathColour::Step,
        /// Draw the numbers of the steps: where they can be read, always or never.
        #[cli(value_name("WHEN"))]
        numbers: Show = Show::Auto,
        /// Draw letters and numbers along the edge: where they can be read, always or never.
        #[cli(value_name("WHEN"))]
        coordinates: Show = Show::Auto,
        /// Width in pixels; otherwise about 1000 on the longer side, or 480 across for a gif.
        #[cli(value_name("PIXELS").value_parser(clap::value_parser!(u64).range(16..=20_000)))]
        width: Option<u64>,
        /// pdf: put an empty board first, and its solution on a second page.
        #[cli()]
        worksheet: bool,
        /// gif: time for one leap.
        #[cli(value_name("TIME"))]
        delay: Duration = Motion::default().delay,
        /// gif: time for which the finished tour is shown.
        #[cli(value_name("TIME"))]
        hold: Duration = Motion::default().hold,
        /// gif: length of the whole animation; leaps share frames if there are too many.
        #[cli(value_name("TIME"))]
        length: Option<Duration>,
        /// gif: stop at the end instead of starting again.
        #[cli()]
        once: bool,
    }
}

parameters! {
    /// Parameters of a tour as a file.
    pub struct RenderParameters: search: SearchParameters, input: InputParameters, drawing: DrawingParameters {
        /// Format of the file.
        format: Format = Format::Svg,
        /// json: include the measures.
        measure: bool,
        /// Symmetry that the tour must have if it is searched for.
        symmetry: Option<WantedSymmetry>,
    }
}

impl RenderParameters {
    /// Checks the options of the drawing; a picture has at most `most` pixels across.
    pub fn drawing(&self, most: u64) -> Result<Drawing, Refused> {
        Ok(Drawing { is_measured: self.measure, ..Drawing::new(&self.drawing, most)? })
    }
}

impl Ask for RenderParameters {
    const NAME: &'static str = "render";
    const ABOUT: &'static str =
        "A tour as a file: the one that is sent as squares or text, or one that is found.";
    const EXAMPLE: &'static str = "board=6&format=csv";
    const SHAPE: ReplyShape = ReplyShape::File(&MEDIA);

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let format = self.format;
        let drawing = self.drawing(limits.width)?;
        let source = TourSource::new(&self.search, self.symmetry, &self.input, limits)?;
        let (board, most) = (source.board(), limits.file);
        check_size(board, limits.named)?;
        drawing.check(format, board)?;
        let canvas = drawing.render(format, None).memory_needed(board);
        // The canvas and the file are in memory together.
        let file = 2 * canvas.max(FILE_BYTES_PER_SQUARE * board.area()).min(most as u128);
        let memory = source.memory(limits)? + canvas + file;
        let is_quick = memory <= MAX_BYTES_FOR_QUICK_TRY
            && matches!(source, TourSource::Given(_))
            && format != Format::Gif;
        let pace = if is_quick { Pace::Quick } else { Pace::Long };
        Ok(Job::single(Cost { pace, memory }, self.search.max_time, move |control| {
            let tour = source.tour(control)?;
            let mut bytes = BoundedBuffer { bytes: Vec::new(), most, control };
            let written = drawing.render(format, None).write(&tour, &mut bytes, control);
            written.map_err(|error| why(&error, control, most))?;
            let FormatFacts { media_type: media, ending, .. } = format.facts();
            let name = format!("knights-tour-{}.{ending}", tour.board());
            Ok(Reply::File { media, name, bytes: bytes.bytes })
        }))
    }
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
named_parameters! { PathColour }

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
    /// Checks the options; a picture has at most `most` pixels across.
    pub fn new(parameters: &DrawingParameters, most: u64) -> Result<Drawing, Refused> {
        let &DrawingParameters { theme, path, fill, stroke: is_stroke, delay, hold, length, .. } = parameters;
        let width = at_most("width", parameters.width.unwrap_or(0), most)?;
        if width != 0 && width < 16 {
            return Err(Declined::Narrow { width, most }.into());
        }
        if is_stroke && path == PathStyle::Woven {
            // A woven path is interrupted where it passes below itself, so a stroke cannot follow it.
            return Err(no_choice("path", path.to_string(), &["straight", "smooth"]));
        }
        Ok(Drawing {
            picture: Picture {
                theme,
                path,
                is_plain: parameters.colour == PathColour::Plain,
                numbers: parameters.numbers,
                coordinates: if is_stroke { Show::Never } else { parameters.coordinates },
                width: (width > 0).then_some(width as u32),
                size: parameters.size.map(|PaperSize(millimetres)| millimetres),
                fill,
                is_stroke,
            },
            is_worksheet: parameters.worksheet,
            motion: Motion { delay, hold, length, is_once: parameters.once },
            is_measured: false,
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

/// Width on paper in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PaperSize(pub f64);

impl Parameter for PaperSize {
    fn parse(name: &str, value: &Value) -> Result<PaperSize, Refused> {
        let text = text(name, value)?;
        parse_size(&text).map(PaperSize).ok_or_else(|| no_choice(name, text, SIZES))
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

/// Media types of a tour as a file.
const MEDIA: [&str; Format::NAMED.len()] = {
    let mut media = [""; Format::NAMED.len()];
    let mut at = 0;
    while at < media.len() {
        media[at] = Format::NAMED[at].1.facts().media_type;
        at += 1;
    }
    media
};

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

//! Flags for pictures.

use clap::{Args, builder::PossibleValuesParser};
use ktour_answer::{Parameters, render::PathColour};
use ktour_core::control::{TimeError, parse_time};
use ktour_render::{Fill, PathStyle, Show, Theme};

/// Checks that a text is a time, and returns it unchanged.
fn checked_time(text: &str) -> Result<String, TimeError> {
    parse_time(text).map(|_| text.to_owned())
}

/// Options of a picture.
#[derive(Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct DrawingArgs {
    /// Colours of the picture.
    #[arg(long, value_name = "T", default_value = "classic", value_parser = PossibleValuesParser::new(Theme::NAMES))]
    theme: String,
    /// How the path goes from square to square.
    #[arg(long, value_name = "P", default_value = "straight", value_parser = PossibleValuesParser::new(PathStyle::NAMES))]
    path: String,
    /// Fill the areas inside the path, by the even-odd rule.
    #[arg(long, value_name = "F", default_value = "none", value_parser = PossibleValuesParser::new(Fill::NAMES))]
    fill: String,
    /// Draw only the path, in one stroke, for plotters and cutters.
    #[arg(long)]
    stroke: bool,
    /// Width on paper: 300mm, 30cm or 12in; a picture in pixels then has 300 to the inch.
    #[arg(long, value_name = "SIZE", conflicts_with = "width")]
    size: Option<String>,
    /// Colour the path by step along a gradient, or all the same.
    #[arg(long, value_name = "C", default_value = "step", value_parser = PossibleValuesParser::new(PathColour::NAMES))]
    colour: String,
    /// Draw the numbers of the steps: where they can be read, always or never.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = PossibleValuesParser::new(Show::NAMES))]
    numbers: String,
    /// Draw letters and numbers along the edge: where they can be read, always or never.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = PossibleValuesParser::new(Show::NAMES))]
    coordinates: String,
    /// Width in pixels; otherwise about 1000 on the longer side, or 480 across for a gif.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=20_000))]
    width: Option<u32>,
    /// pdf: put an empty board first, and its solution on a second page.
    #[arg(long)]
    worksheet: bool,
    /// gif: time for one leap.
    #[arg(long, value_name = "TIME", default_value = "120ms", value_parser = checked_time)]
    delay: String,
    /// gif: time for which the finished tour is shown.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = checked_time)]
    hold: String,
    /// gif: length of the whole animation; leaps share frames if there are too many.
    #[arg(long, value_name = "TIME", value_parser = checked_time)]
    length: Option<String>,
    /// gif: stop at the end instead of starting again.
    #[arg(long)]
    once: bool,
}

impl DrawingArgs {
    /// Returns the parameters of the drawing.
    pub(crate) fn parameters(&self) -> Parameters {
        Parameters::default()
            .with("theme", Some(&*self.theme))
            .with("path", Some(&*self.path))
            .with("fill", Some(&*self.fill))
            .with("stroke", Some(self.stroke))
            .with("size", self.size.as_deref())
            .with("colour", Some(&*self.colour))
            .with("numbers", Some(&*self.numbers))
            .with("coordinates", Some(&*self.coordinates))
            .with("width", self.width)
            .with("worksheet", Some(self.worksheet))
            .with("delay", Some(&*self.delay))
            .with("hold", Some(&*self.hold))
            .with("length", self.length.as_deref())
            .with("once", Some(self.once))
    }
}

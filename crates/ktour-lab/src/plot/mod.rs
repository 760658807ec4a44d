//! Plots as SVG: axes with units, straight or logarithmic, series told apart by colour, dash and mark.
//!
//! A plot is data ([`Plot`], [`Series`], [`Axis`]); [`Plot::svg`] draws it. Colours come from a style
//! sheet that knows light, dark and paper; the same drawing stands alone as a file or
//! inside a page. Text is text: it can be selected, searched and read aloud.

mod axis;
mod draw;

pub use axis::{Axis, Scale, Unit};
pub use draw::style;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Figure, Line};

/// One picture.
///
/// ```
/// use ktour_lab::{Plot, fit::Law, plot::{Axis, Series, Style, Unit, style}};
/// let (label, points) = (Law::Linear.line(), vec![(5.0, 1.0), (6.0, 0.9)]);
/// let plot = Plot {
///     name: "rates".to_owned(),
///     title: label.clone(),
///     x: Axis::log(label.clone(), Unit::Count),
///     y: Axis::linear(label, Unit::Percent).between(0.0, 1.0),
///     series: vec![Series::new("first", 0, Style::Marked, points).with_ranges(vec![(0.9, 1.0), (0.8, 1.0)])],
/// };
/// assert!(plot.svg().starts_with("<svg") && plot.svg().contains(&style())); // stands alone
/// assert!(!plot.inline_svg().contains(&style())); // for a page that has the style
/// ```
#[derive(Clone, Debug)]
pub struct Plot {
    /// A short name for files and links.
    pub name: String,
    /// What it shows.
    pub title: Line,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// What is drawn, first below.
    pub series: Vec<Series>,
}

/// Points of one kind.
#[derive(Clone, Debug)]
pub struct Series {
    /// For the legend.
    pub name: Figure,
    /// Which colour and mark, counted from 0; series of one hue belong together.
    pub hue: usize,
    /// How they are drawn.
    pub style: Style,
    /// x, y.
    pub points: Vec<(f64, f64)>,
    /// From where to where each point may lie, drawn behind it; empty or one for every point.
    pub ranges: Vec<(f64, f64)>,
}

/// How points are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// A line and a mark at every point.
    Marked,
    /// A line alone.
    Line,
    /// A broken line alone.
    Dashed,
    /// Marks alone.
    Marks,
    /// Empty marks alone: somebody else's numbers.
    Hollow,
    /// Arrows upwards: at least this much.
    AtLeast,
    /// A line that keeps its height until the next point.
    Steps,
}

impl Series {
    /// A series without ranges.
    pub fn new(name: impl Into<Figure>, hue: usize, style: Style, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), hue, style, points, ranges: Vec::new() }
    }

    /// The same with a range for every point.
    pub fn with_ranges(mut self, ranges: Vec<(f64, f64)>) -> Series {
        self.ranges = ranges;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrases;

    fn plot(points: Vec<(f64, f64)>) -> Plot {
        Plot {
            name: "growth".into(),
            title: phrases::time_by_squares("<any>"),
            x: Axis::log(phrases::squares(), Unit::Count),
            y: Axis::log(phrases::time(), Unit::Seconds),
            series: vec![Series::new("divide <here>", 0, Style::Marked, points)],
        }
    }

    #[test]
    fn a_plot_names_its_axes_and_series() {
        let svg = plot(vec![(36.0, 1e-6), (1e6, 0.5)]).svg();
        for part in [
            "Time of &lt;any&gt; against",
            "divide &lt;here&gt;",
            ">squares<",
            ">time<",
            "1 µs",
            "100 ms",
            "10⁵",
        ] {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn nothing_measured_is_still_a_picture() {
        let svg = plot(Vec::new()).svg();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }

    #[test]
    fn what_a_logarithm_cannot_show_is_left_out() {
        let svg = plot(vec![(0.0, 1.0), (10.0, 0.0), (10.0, 1.0)]).svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}

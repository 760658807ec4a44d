//! Plots as SVG: linear or logarithmic axes with units, and series that differ in colour, dash and mark.
//!
//! A plot is data ([`Plot`], [`Series`], [`Axis`]); [`Plot::svg`] draws it. Colours come from a style
//! sheet with light, dark and paper themes; the same drawing is a file of its own or part of a page. Text is
//! text: it can be selected, searched and read aloud.

mod axis;
mod draw;

pub use axis::{Axis, Scale, Unit};
pub use draw::style;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Figure, Line};

/// A plot as data.
///
/// ```
/// use ktour::lab::{Plot, fit::Law, plot::{Axis, Series, Style, Unit, style}};
/// let (label, points) = (Law::Linear.line(), vec![(5.0, 1.0), (6.0, 0.9)]);
/// let series = Series::new("first", 0, Style::Marked, points);
/// let series = series.with_ranges(vec![(0.9, 1.0), (0.8, 1.0)]);
/// let plot = Plot {
///     name: "rates".to_owned(),
///     title: label.clone(),
///     x: Axis::log(label.clone(), Unit::Count),
///     y: Axis::linear(label, Unit::Percent).between(0.0, 1.0),
///     series: vec![series],
/// };
/// assert!(plot.svg().starts_with("<svg") && plot.svg().contains(&style())); // stands alone
/// assert!(!plot.inline_svg().contains(&style())); // for a page that has the style
/// ```
#[derive(Clone, Debug)]
pub struct Plot {
    /// A short name for files and links.
    pub name: String,
    /// The title.
    pub title: Line,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series; the first is drawn first, below the others.
    pub series: Vec<Series>,
}

/// A series of points.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: Figure,
    /// Number of the colour and mark, counted from 0; series of one hue belong together.
    pub hue: usize,
    /// The style of the points.
    pub style: Style,
    /// The points as x and y.
    pub points: Vec<(f64, f64)>,
    /// The range of each point's y, drawn behind it; empty, or one for every point.
    pub ranges: Vec<(f64, f64)>,
}

/// The style of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// A line and a mark at every point.
    Marked,
    /// A line without marks.
    Line,
    /// A dashed line without marks.
    Dashed,
    /// Marks without a line.
    Marks,
    /// Hollow marks without a line, for published figures.
    Hollow,
    /// Arrows upwards, for lower bounds.
    AtLeast,
    /// A line that keeps its height until the next point.
    Steps,
}

impl Series {
    /// A series without ranges.
    pub fn new(name: impl Into<Figure>, hue: usize, style: Style, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), hue, style, points, ranges: Vec::new() }
    }

    /// Adds a range for every point.
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
    fn a_plot_labels_its_axes_and_series() {
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
    fn a_plot_without_points_is_valid() {
        let svg = plot(Vec::new()).svg();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }

    #[test]
    fn values_without_a_logarithm_are_omitted() {
        let svg = plot(vec![(0.0, 1.0), (10.0, 0.0), (10.0, 1.0)]).svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}

//! Drawing of plots as SVG: a frame, ticks, series and a legend, 760 by 400 pixels.

use std::fmt::Write;

use super::{Plot, Series, Style, axis::Span};
use crate::{Figure, table::escape};

/// Size of a plot, in pixels.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 400.0;
/// Edges of the frame around the data, in pixels.
const LEFT: f64 = 74.0;
const RIGHT: f64 = 560.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 344.0;
/// Left edge of the legend, and distance of its lines, in pixels.
const LEGEND_LEFT: f64 = 576.0;
const LEGEND_LINE_HEIGHT: f64 = 21.0;
/// Maximum number of characters of a name in a line of the legend.
const MAX_LEGEND_CHARS: usize = 21;

/// The colours of a plot, after Okabe and Ito, which colour-blind readers can distinguish.
struct PlotColours {
    ink: &'static str,
    soft: &'static str,
    grid: &'static str,
    back: &'static str,
    hues: [&'static str; 6],
}

/// Colours of the light theme and of paper.
const LIGHT: PlotColours = PlotColours {
    ink: "#1c2024",
    soft: "#666677",
    grid: "#dfe1e5",
    back: "#ffffff",
    hues: ["#0067a5", "#c8500a", "#00815c", "#a8437f", "#8a6d00", "#5b5fc7"],
};

/// Colours of the dark theme.
const DARK: PlotColours = PlotColours {
    ink: "#e6e8ea",
    soft: "#a2a8b0",
    grid: "#3a3f46",
    back: "#16191d",
    hues: ["#5cb4ee", "#ff9155", "#3fcf9f", "#ef93c8", "#e6c34a", "#a9adff"],
};

impl PlotColours {
    /// The style rules, without variables, which not every SVG viewer supports.
    fn rules(&self) -> String {
        let PlotColours { ink, soft, grid, back, .. } = self;
        let mut rules = format!(
            ".plot .back{{fill:{back}}}.plot text{{fill:{ink}}}.plot .tick{{fill:{soft}}}.plot .grid{{stroke:{grid}}}.plot .frame{{stroke:{soft}}}"
        );
        for (at, hue) in self.hues.iter().enumerate() {
            let _ = write!(
                rules,
                ".plot .h{at} .line,.plot .h{at} .range{{stroke:{hue}}}.plot .h{at} .band{{fill:{hue}}}.plot .h{at} .mark{{fill:{hue};stroke:{back}}}.plot .h{at} .hollow{{fill:{back};stroke:{hue}}}"
            );
        }
        rules
    }
}

/// Style rules of both themes.
const SHAPE_STYLE: &str = ".plot{font:13px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}.plot .title{font-weight:600;font-size:14px}.plot .grid,.plot .frame{fill:none;stroke-width:1}.plot .line{stroke-width:1.8;fill:none;stroke-linejoin:round}.plot .dashed{stroke-dasharray:6 4}.plot .range{stroke-width:1.2;opacity:.75}.plot .band{opacity:.16}.plot .mark{stroke-width:.8}.plot .hollow{stroke-width:1.8}";

/// The style sheet of all plots: light, dark where the reader prefers it, light again on paper.
pub fn style() -> String {
    format!(
        "{SHAPE_STYLE}{}\n@media screen and (prefers-color-scheme:dark){{{}}}\n",
        LIGHT.rules(),
        DARK.rules()
    )
}

impl Plot {
    /// The plot as an SVG that stands alone.
    pub fn svg(&self) -> String {
        let svg = self.inline_svg();
        let tag_end = svg.find('>').map_or(0, |end| end + 1);
        format!("{}\n<style>{}</style>{}", &svg[..tag_end], style(), &svg[tag_end..])
    }

    /// The plot for a page that has the [`style`].
    pub fn inline_svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| series.points.iter());
        let ranges = self.series.iter().flat_map(|series| series.ranges.iter());
        let x = self.x.span(points().map(|&(x, _)| x));
        let arrows = self.series.iter().filter(|series| series.style == Style::AtLeast);
        let above = arrows.flat_map(|series| series.points.iter().map(|&(_, y)| y * 10.0));
        let y = self
            .y
            .span(points().map(|&(_, y)| y).chain(ranges.flat_map(|&(low, high)| [low, high])).chain(above));
        let mut canvas = PlotCanvas { text: String::new(), x, y };
        canvas.put(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{}">"#,
            escape(&self.title.to_string())
        ));
        canvas.put(format_args!(r#"<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>"#));
        canvas.put(format_args!(
            r#"<text class="title" x="{LEFT}" y="20">{}</text>"#,
            escape(&self.title.to_string())
        ));
        self.axes(&mut canvas);
        for series in &self.series {
            canvas.series(series);
        }
        let mut line = TOP + 10.0;
        for series in self.series.iter().filter(|series| series.name != Figure::Nothing) {
            line = canvas.legend(series, line);
        }
        canvas.put(format_args!("</svg>"));
        canvas.text
    }

    fn axes(&self, canvas: &mut PlotCanvas) {
        for (value, text) in self.x.ticks(canvas.x) {
            let Some(at) = canvas.x.place(value).map(x_pixel) else { continue };
            canvas.put(format_args!(r#"<path class="grid" d="M{at:.1} {TOP}V{BOTTOM}"/>"#));
            canvas.put(format_args!(
                r#"<text class="tick" x="{at:.1}" y="{:.1}" text-anchor="middle">{text}</text>"#,
                BOTTOM + 18.0
            ));
        }
        for (value, text) in self.y.ticks(canvas.y) {
            let Some(at) = canvas.y.place(value).map(y_pixel) else { continue };
            canvas.put(format_args!(r#"<path class="grid" d="M{LEFT} {at:.1}H{RIGHT}"/>"#));
            canvas.put(format_args!(
                r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{text}</text>"#,
                LEFT - 8.0,
                at + 4.5
            ));
        }
        canvas.put(format_args!(r#"<path class="frame" d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}"/>"#));
        let middle = (LEFT + RIGHT) / 2.0;
        let label = escape(&self.x.label.to_string());
        canvas.put(format_args!(
            r#"<text x="{middle:.1}" y="{:.1}" text-anchor="middle">{label}</text>"#,
            BOTTOM + 42.0
        ));
        let (middle, label) = ((TOP + BOTTOM) / 2.0, escape(&self.y.label.to_string()));
        canvas.put(format_args!(
            r#"<text transform="translate(15 {middle:.1}) rotate(-90)" text-anchor="middle">{label}</text>"#
        ));
    }
}

/// The horizontal position in pixels of a place from 0 to 1.
fn x_pixel(place: f64) -> f64 {
    LEFT + place * (RIGHT - LEFT)
}

/// The vertical position in pixels of a place from 0, at the bottom, to 1.
fn y_pixel(place: f64) -> f64 {
    BOTTOM - place * (BOTTOM - TOP)
}

/// The SVG text so far, and the ranges of the axes.
struct PlotCanvas {
    text: String,
    x: Span,
    y: Span,
}

impl PlotCanvas {
    /// Appends a line of SVG.
    fn put(&mut self, line: std::fmt::Arguments) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// The position of a point in the picture; `None` if it is not on the axes.
    fn at(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        Some((x_pixel(self.x.place(x)?), y_pixel(self.y.place(y)?)))
    }

    fn series(&mut self, series: &Series) {
        let hue = series.hue % 6;
        self.put(format_args!(r#"<g class="h{hue}">"#));
        if matches!(series.style, Style::Marked | Style::Line | Style::Dashed | Style::Steps) {
            self.band(series);
            self.line(series);
        } else {
            self.bars(series);
        }
        if !matches!(series.style, Style::Line | Style::Dashed | Style::Steps) {
            let size = if series.points.len() > 40 { 2.6 } else { 4.2 };
            for place in series.points.iter().filter_map(|&point| self.at(point)).collect::<Vec<_>>() {
                let mark = mark(series.style, hue, place, size);
                self.put(format_args!("{mark}"));
            }
        }
        self.put(format_args!("</g>"));
    }

    /// Draws the line through the points, interrupted outside the frame.
    fn line(&mut self, series: &Series) {
        let dash = if series.style == Style::Dashed { " dashed" } else { "" };
        let mut path = String::new();
        let mut before: Option<(f64, f64)> = None;
        for &point in &series.points {
            let place = self.at(point);
            if let Some((x, y)) = place {
                let _ = match before {
                    Some((_, level)) if series.style == Style::Steps => {
                        write!(path, "L{x:.1} {level:.1}L{x:.1} {y:.1}")
                    }
                    Some(_) => write!(path, "L{x:.1} {y:.1}"),
                    None => write!(path, "M{x:.1} {y:.1}"),
                };
            }
            before = place;
        }
        self.put(format_args!(r#"<path class="line{dash}" d="{path}"/>"#));
    }

    /// Draws the ranges of a line as one shape behind it.
    fn band(&mut self, series: &Series) {
        let placed: Vec<(f64, f64, f64)> = series
            .points
            .iter()
            .zip(&series.ranges)
            .filter_map(|(&(x, _), &(low, high))| {
                Some((x_pixel(self.x.place(x)?), y_pixel(self.y.clamped(low)), y_pixel(self.y.clamped(high))))
            })
            .collect();
        if placed.len() < 2 {
            return;
        }
        let upper = placed.iter().map(|(x, _, high)| format!("{x:.1} {high:.1}"));
        let lower = placed.iter().rev().map(|(x, low, _)| format!("{x:.1} {low:.1}"));
        let shape = upper.chain(lower).collect::<Vec<_>>().join("L");
        self.put(format_args!(r#"<path class="band" d="M{shape}Z"/>"#));
    }

    /// Draws the ranges of marks as bars.
    fn bars(&mut self, series: &Series) {
        for (&(x, _), &(low, high)) in series.points.iter().zip(&series.ranges) {
            let Some(x) = self.x.place(x).map(x_pixel) else { continue };
            let (low, high) = (y_pixel(self.y.clamped(low)), y_pixel(self.y.clamped(high)));
            self.put(format_args!(r#"<path class="range" d="M{x:.1} {low:.1}V{high:.1}"/>"#));
        }
    }

    /// Draws one entry of the legend; returns the height of the next.
    fn legend(&mut self, series: &Series, line: f64) -> f64 {
        // An arrow is higher than other marks.
        let line = if series.style == Style::AtLeast { line + 9.0 } else { line };
        let hue = series.hue % 6;
        self.put(format_args!(r#"<g class="h{hue}">"#));
        if matches!(series.style, Style::Marked | Style::Line | Style::Dashed | Style::Steps) {
            let dash = if series.style == Style::Dashed { " dashed" } else { "" };
            self.put(format_args!(r#"<path class="line{dash}" d="M{LEGEND_LEFT} {line:.1}h26"/>"#));
        }
        if !matches!(series.style, Style::Line | Style::Dashed | Style::Steps) {
            let mark = mark(series.style, hue, (LEGEND_LEFT + 13.0, line), 4.2);
            self.put(format_args!("{mark}"));
        }
        self.put(format_args!("</g>"));
        let mut next = line;
        for part in wrapped(&series.name.to_string(), MAX_LEGEND_CHARS) {
            self.put(format_args!(
                r#"<text x="{:.1}" y="{:.1}">{}</text>"#,
                LEGEND_LEFT + 33.0,
                next + 4.5,
                escape(&part)
            ));
            next += 16.0;
        }
        next - 16.0 + LEGEND_LINE_HEIGHT
    }
}

/// Splits a text into lines of about `width` characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            let gap = if lines[last].is_empty() { "" } else { " " };
            lines[last] += &format!("{gap}{word}");
        }
    }
    lines
}

/// A mark, whose shape also distinguishes the series.
fn mark(style: Style, hue: usize, (x, y): (f64, f64), r: f64) -> String {
    let class = if style == Style::Hollow { "hollow" } else { "mark" };
    if style == Style::AtLeast {
        return format!(
            r#"<path class="line" d="M{x:.1} {y:.1}v-16m-5 6l5 -7l5 7"/><circle class="hollow" cx="{x:.1}" cy="{y:.1}" r="{r}"/>"#
        );
    }
    match hue {
        0 => format!(r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="{r}"/>"#),
        1 => {
            let s = r * 0.9;
            format!(
                r#"<rect class="{class}" x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}"/>"#,
                x - s,
                y - s,
                2.0 * s,
                2.0 * s
            )
        }
        2 => {
            let s = r * 1.2;
            format!(
                r#"<path class="{class}" d="M{x:.1} {:.1}l{s:.1} {:.1}h{:.1}z"/>"#,
                y - s,
                1.8 * s,
                -2.0 * s
            )
        }
        3 => {
            let s = r * 1.25;
            format!(
                r#"<path class="{class}" d="M{x:.1} {:.1}l{s:.1} {s:.1}l-{s:.1} {s:.1}l-{s:.1} -{s:.1}z"/>"#,
                y - s
            )
        }
        4 => {
            let s = r * 1.2;
            format!(
                r#"<path class="{class}" d="M{x:.1} {:.1}l{s:.1} {:.1}h{:.1}z"/>"#,
                y + s,
                -1.8 * s,
                -2.0 * s
            )
        }
        _ => format!(
            r#"<ellipse class="{class}" cx="{x:.1}" cy="{y:.1}" rx="{:.1}" ry="{:.1}"/>"#,
            r * 1.3,
            r * 0.7
        ),
    }
}

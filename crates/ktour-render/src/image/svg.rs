//! SVG: the picture as a document, in board units.
//!
//! Every path is one element. Coordinates are relative and rounded to a thousandth of a square, so a straight
//! leap costs about four bytes and rounding errors do not accumulate.

use std::io;

use ktour_core::{AnyTour, Board, Control, TourKind};

use crate::{
    DrawError, Picture, Render,
    picture::{
        canvas::{Canvas, Ink, Pen, Strokes},
        colour::Rgb,
        layout::Layout,
    },
};

/// The picture as an svg.
#[derive(Clone, Debug, Default)]
pub struct Svg(pub Picture);

impl Render for Svg {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let layout = Layout::new(&self.0, tour.board(), 0.0);
        sheet(&self.0, &layout, &title(tour), out, |page| self.0.draw(tour, &layout, page, control))
    }

    fn check_board(&self, board: &Board) -> Result<(), DrawError> {
        self.0.check_board(board)
    }
}

/// Writes a document with the caller's drawing.
pub(crate) fn sheet(
    picture: &Picture,
    layout: &Layout,
    title: &str,
    out: &mut dyn io::Write,
    draw: impl FnOnce(&mut SvgCanvas<'_>) -> io::Result<()>,
) -> io::Result<()> {
    open(layout, picture.size, title, out)?;
    draw(&mut SvgCanvas { out, shared: 0 })?;
    writeln!(out, "</svg>")
}

/// Title of a tour, such as `Closed knight's tour of the 8x8 board`.
pub(crate) fn title(tour: &dyn AnyTour) -> String {
    let kind = match tour.kind() {
        TourKind::Open => "Open",
        TourKind::Closed => "Closed",
    };
    format!("{kind} {}'s tour of the {} board", tour.leaper(), tour.board())
}

fn open(layout: &Layout, size: Option<f64>, title: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let [left, top, width, height] = layout.frame.map(|units| text(thousandths(units)));
    let (across, down) = match size {
        Some(size) => {
            let down = size * layout.frame[3] / layout.frame[2];
            (format!("{}mm", text(thousandths(size))), format!("{}mm", text(thousandths(down))))
        }
        None => (layout.pixels.0.to_string(), layout.pixels.1.to_string()),
    };
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" width="{across}" height="{down}" role="img">"#
    )?;
    writeln!(out, "<title>{title}</title>")
}

/// The document while it is written.
pub(crate) struct SvgCanvas<'a> {
    out: &'a mut dyn io::Write,
    /// Number of paths so far that were painted more than once.
    shared: u32,
}

impl Canvas for SvgCanvas<'_> {
    fn paint(&mut self, inks: &[Ink], trace: Strokes<'_>) -> io::Result<()> {
        if let [ink] = inks {
            write!(self.out, "<path{} d=\"", attributes(*ink))?;
            self.trace(trace)?;
            return writeln!(self.out, "\"/>");
        }
        self.shared += 1;
        let name = format!("p{}", self.shared);
        write!(self.out, "<defs><path id=\"{name}\" d=\"")?;
        self.trace(trace)?;
        writeln!(self.out, "\"/></defs>")?;
        inks.iter().try_for_each(|ink| writeln!(self.out, "<use href=\"#{name}\"{}/>", attributes(*ink)))
    }
}

impl SvgCanvas<'_> {
    /// Text centred at points, in the viewer's fonts: for letters without strokes of our own.
    pub(crate) fn draw_text<'t>(
        &mut self,
        colour: Rgb,
        size: f64,
        words: impl Iterator<Item = ([f64; 2], &'t str)>,
    ) -> io::Result<()> {
        let (colour, high) = (hex(colour), text(thousandths(size)));
        writeln!(
            self.out,
            r#"<g fill="{colour}" font-family="system-ui, sans-serif" font-size="{high}" text-anchor="middle">"#
        )?;
        for ([x, y], word) in words {
            // The middle of a letter is about this far above the baseline.
            let [x, y] = [x, y + 0.35 * size].map(|units| text(thousandths(units)));
            let word = word.replace('&', "&amp;").replace('<', "&lt;");
            writeln!(self.out, r#"<text x="{x}" y="{y}">{word}</text>"#)?;
        }
        writeln!(self.out, "</g>")
    }

    fn trace(&mut self, trace: Strokes<'_>) -> io::Result<()> {
        let mut nib =
            SvgPen { out: self.out, at: [0; 2], began: [0; 2], bend: [0; 2], command: ' ', failed: None };
        trace(&mut nib);
        nib.failed.map_or(Ok(()), Err)
    }
}

/// Shortest hexadecimal form of a colour.
fn hex(Rgb(r, g, b): Rgb) -> String {
    let is_short = [r, g, b].iter().all(|part| part % 17 == 0);
    if is_short {
        format!("#{:x}{:x}{:x}", r / 17, g / 17, b / 17)
    } else {
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

fn attributes(ink: Ink) -> String {
    let number = |units: f64| text(thousandths(units));
    match ink {
        Ink::Fill(colour) => format!(r#" fill="{}""#, hex(colour)),
        Ink::Areas(colour) => format!(r#" fill="{}" fill-rule="evenodd""#, hex(colour)),
        Ink::Stroke(colour, width) => format!(
            r#" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round""#,
            hex(colour),
            number(width)
        ),
        Ink::Dashes(colour, width, dash) => format!(
            r#" fill="none" stroke="{}" stroke-width="{}" stroke-dasharray="{}""#,
            hex(colour),
            number(width),
            number(dash)
        ),
    }
}

/// Writes the commands of a path in their shortest form.
struct SvgPen<'a> {
    out: &'a mut dyn io::Write,
    /// Current point of the pen and start of its line, in thousandths.
    at: [i64; 2],
    began: [i64; 2],
    /// Control point that mirrors the last one of the previous curve, relative to the current point.
    bend: [i64; 2],
    command: char,
    failed: Option<io::Error>,
}

impl SvgPen<'_> {
    fn command(&mut self, command: char, numbers: &[i64]) {
        // Only the first error is kept.
        if self.failed.is_some() {
            return;
        }
        let mut bytes = String::with_capacity(32);
        // Coordinates that follow a move without a letter are lines, so the letter of a move is always
        // written.
        if command != self.command || command == 'm' {
            bytes.push(command);
        }
        for &number in numbers {
            // A sign or a letter separates numbers as well as a space does.
            let follows_number = bytes.is_empty() || bytes.ends_with(|c: char| c.is_ascii_digit());
            if number >= 0 && follows_number {
                bytes.push(' ');
            }
            bytes.push_str(&text(number));
        }
        self.command = command;
        self.failed = self.out.write_all(bytes.as_bytes()).err();
    }

    /// Offset from the current point, in thousandths.
    fn offset_to(&self, x: f64, y: f64) -> [i64; 2] {
        [thousandths(x) - self.at[0], thousandths(y) - self.at[1]]
    }

    fn advance(&mut self, [x, y]: [i64; 2]) {
        self.at = [self.at[0] + x, self.at[1] + y];
    }
}

impl Pen for SvgPen<'_> {
    fn move_to(&mut self, x: f64, y: f64) {
        let by = self.offset_to(x, y);
        self.command('m', &by);
        self.advance(by);
        (self.began, self.bend) = (self.at, [0; 2]);
    }

    fn line_to(&mut self, x: f64, y: f64) {
        let by = self.offset_to(x, y);
        match by {
            [x, 0] => self.command('h', &[x]),
            [0, y] => self.command('v', &[y]),
            _ => self.command('l', &by),
        }
        self.advance(by);
        self.bend = [0; 2];
    }

    fn curve_to(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, x: f64, y: f64) {
        let (first, second, by) = (self.offset_to(x1, y1), self.offset_to(x2, y2), self.offset_to(x, y));
        let is_mirrored = (0..2).all(|i| (first[i] - self.bend[i]).abs() <= 1);
        // The mirrored control point exists only after a curve.
        if is_mirrored && matches!(self.command, 'c' | 's') {
            self.command('s', &[second, by].concat());
        } else {
            self.command('c', &[first, second, by].concat());
        }
        self.bend = [by[0] - second[0], by[1] - second[1]];
        self.advance(by);
    }

    fn close(&mut self) {
        self.command('z', &[]);
        (self.at, self.bend) = (self.began, [0; 2]);
    }

    fn is_stopped(&self) -> bool {
        self.failed.is_some()
    }
}

fn thousandths(units: f64) -> i64 {
    (units * 1000.0).round() as i64
}

/// Shortest decimal form of a number of thousandths: `-.25`, `3`, `1.5`.
fn text(thousandths: i64) -> String {
    let (sign, rest) = (if thousandths < 0 { "-" } else { "" }, thousandths.unsigned_abs());
    let (whole, part) = (rest / 1000, rest % 1000);
    if part == 0 {
        return format!("{sign}{whole}");
    }
    let part = format!("{part:03}");
    let part = part.trim_end_matches('0');
    if whole == 0 { format!("{sign}.{part}") } else { format!("{sign}{whole}.{part}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (units, short) in
            [(0.0, "0"), (1.5, "1.5"), (-0.25, "-.25"), (12.0, "12"), (-3.0004, "-3"), (0.05, ".05")]
        {
            assert_eq!(text(thousandths(units)), short);
        }
    }

    #[test]
    fn a_path_is_relative_and_its_curves_are_joined() {
        let mut bytes = Vec::new();
        let mut page = SvgCanvas { out: &mut bytes, shared: 0 };
        page.trace(&|pen| {
            pen.move_to(0.5, 0.5);
            pen.line_to(1.5, 2.5);
            pen.line_to(3.5, 1.5);
            pen.line_to(3.5, 0.0);
            pen.close();
            pen.move_to(0.0, 0.0);
            pen.curve_to(0.0, 1.0, 1.0, 1.0, 1.0, 0.0);
            pen.curve_to(1.0, -1.0, 2.0, -1.0, 2.0, 0.0);
        })
        .unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "m.5 .5l1 2 2-1v-1.5zm-.5-.5c0 1 1 1 1 0s1-1 1 0");
    }
}

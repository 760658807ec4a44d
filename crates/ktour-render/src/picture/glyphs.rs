//! Digits, letters and the knight as strokes: pictures need no fonts, so every machine draws the same.
//!
//! A glyph is drawn on a grid six units high with the baseline at 6; small letters are two units lower, and
//! descenders reach to 8. Its text has moves `M`, lines `L`, curves `C` and closings `Z`.

use super::canvas::Pen;

/// Height of a digit in grid units.
const HEIGHT: f64 = 6.0;
/// Space between two glyphs in grid units.
const GAP: f64 = 1.3;
/// Thickness of a stroke for text of height 1.
pub(crate) const WEIGHT: f64 = 0.13;

/// Width of a text of height 1.
pub(crate) fn width(text: &str) -> f64 {
    let all: f64 = text.chars().map(|letter| glyph(letter).0 + GAP).sum();
    (all - GAP).max(0.0) / HEIGHT
}

/// Whether a letter has strokes.
pub(crate) fn has(letter: char) -> bool {
    !glyph(letter).1.is_empty()
}

/// Traces a text with its left end at `x` and its digits between `y` and `y + height`.
pub(crate) fn text(pen: &mut dyn Pen, text: &str, x: f64, y: f64, height: f64) {
    let scale = height / HEIGHT;
    let mut left = x;
    for letter in text.chars() {
        let (width, strokes) = glyph(letter);
        trace(pen, strokes, left, y, scale);
        left += (width + GAP) * scale;
    }
}

/// Traces the knight's head inside a square of this side around a centre.
pub(crate) fn knight(pen: &mut dyn Pen, x: f64, y: f64, side: f64) {
    trace(pen, KNIGHT, x - side / 2.0, y - side / 2.0, side / 100.0);
}

/// The knight on a grid of a hundred by a hundred, facing left: outline, then eye.
const KNIGHT: &str = "M22 95L82 95L82 87C82 83 80 80 77 78C88 50 78 20 50 15L46 4L38 16C29 21 24 32 19 43\
C15 50 10 55 10 61C10 67 15 72 21 70C26 68 28 64 33 62C38 60 44 60 49 54C50 64 32 68 28 78C24 80 22 83 22 87Z\
M36 33C36 30 41 28 43 31C44 34 38 37 36 33Z";

fn trace(pen: &mut dyn Pen, strokes: &str, left: f64, top: f64, scale: f64) {
    let mut rest = strokes;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
        let mut numbers = rest[1..end].split_ascii_whitespace().map(|n| n.parse::<f64>().unwrap_or(0.0));
        let mut place = || {
            let (x, y) = (numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0));
            (left + x * scale, top + y * scale)
        };
        match command {
            'M' => {
                let (x, y) = place();
                pen.move_to(x, y);
            }
            'L' => {
                let (x, y) = place();
                pen.line_to(x, y);
            }
            'C' => {
                let ((x1, y1), (x2, y2), (x, y)) = (place(), place(), place());
                pen.curve_to(x1, y1, x2, y2, x, y);
            }
            _ => pen.close(),
        }
        rest = &rest[end..];
    }
}

/// Width and strokes of a glyph; a character outside of the table is a space.
fn glyph(letter: char) -> (f64, &'static str) {
    match letter {
        '0' => (4.0, "M2 0C.6 0 0 1.3 0 3C0 4.7 .6 6 2 6C3.4 6 4 4.7 4 3C4 1.3 3.4 0 2 0Z"),
        '1' => (2.4, "M.2 1.2L1.7 0L1.7 6"),
        '2' => (4.0, "M.2 1.5C.3 .5 1 0 2 0C3.1 0 3.8 .7 3.8 1.6C3.8 2.5 3.2 3.1 2.5 3.8L.1 6L4 6"),
        '3' => (
            4.0,
            "M.3 .9C.7 .3 1.3 0 2 0C3 0 3.7 .6 3.7 1.4C3.7 2.3 3 2.8 1.9 2.8C3.1 2.8 4 3.4 4 4.4C4 5.4 3.1 6 2 6C1.1 6 .4 5.6 0 4.9",
        ),
        '4' => (4.0, "M3 6L3 0L0 4.3L4 4.3"),
        '5' => (
            4.0,
            "M3.6 0L.7 0L.4 2.8C.9 2.4 1.4 2.2 2 2.2C3.2 2.2 4 3 4 4.1C4 5.2 3.2 6 2 6C1.1 6 .4 5.6 0 4.9",
        ),
        '6' => (
            4.0,
            "M3.6 .6C3.2 .2 2.7 0 2.2 0C.8 0 0 1.4 0 3.4C0 5.1 .8 6 2 6C3.2 6 4 5.2 4 4.1C4 3 3.2 2.3 2.1 2.3C1.1 2.3 .3 2.9 0 3.9",
        ),
        '7' => (4.0, "M0 0L4 0L1.5 6"),
        '8' => (
            4.0,
            "M2 2.8C1 2.8 .3 2.2 .3 1.4C.3 .6 1 0 2 0C3 0 3.7 .6 3.7 1.4C3.7 2.2 3 2.8 2 2.8C.8 2.8 0 3.5 0 4.4C0 5.4 .8 6 2 6C3.2 6 4 5.4 4 4.4C4 3.5 3.2 2.8 2 2.8Z",
        ),
        '9' => (
            4.0,
            "M.4 5.4C.8 5.8 1.3 6 1.8 6C3.2 6 4 4.6 4 2.6C4 .9 3.2 0 2 0C.8 0 0 .8 0 1.9C0 3 .8 3.7 1.9 3.7C2.9 3.7 3.7 3.1 4 2.1",
        ),
        'a' => (
            3.6,
            "M3.6 2L3.6 6M3.6 3.4C3.4 2.6 2.8 2 2 2C.8 2 .1 2.9 .1 4C.1 5.1 .8 6 2 6C2.8 6 3.4 5.4 3.6 4.6",
        ),
        'b' => (
            3.6,
            "M.1 0L.1 6M.1 4.6C.3 5.4 .9 6 1.7 6C2.9 6 3.6 5.1 3.6 4C3.6 2.9 2.9 2 1.7 2C.9 2 .3 2.6 .1 3.4",
        ),
        'c' => (3.4, "M3.4 2.7C3.1 2.3 2.6 2 2 2C.8 2 .1 2.9 .1 4C.1 5.1 .8 6 2 6C2.6 6 3.1 5.7 3.4 5.3"),
        'd' => (
            3.6,
            "M3.6 0L3.6 6M3.6 3.4C3.4 2.6 2.8 2 2 2C.8 2 .1 2.9 .1 4C.1 5.1 .8 6 2 6C2.8 6 3.4 5.4 3.6 4.6",
        ),
        'e' => (3.7, "M.2 4L3.7 4C3.7 2.8 3 2 1.9 2C.8 2 .1 2.9 .1 4C.1 5.1 .8 6 2 6C2.7 6 3.2 5.7 3.5 5.2"),
        'f' => (2.8, "M2.8 .2C2.6 .1 2.4 0 2.1 0C1.3 0 1 .5 1 1.4L1 6M.1 2.1L2.5 2.1"),
        'g' => (
            3.6,
            "M3.6 2L3.6 6.2C3.6 7.4 2.9 8 1.9 8C1.2 8 .7 7.8 .3 7.4M3.6 3.4C3.4 2.6 2.8 2 2 2C.8 2 .1 2.9 .1 4C.1 5.1 .8 6 2 6C2.8 6 3.4 5.4 3.6 4.6",
        ),
        'h' => (3.4, "M.1 0L.1 6M.1 3.7C.3 2.7 .9 2 1.8 2C2.8 2 3.3 2.6 3.3 3.7L3.3 6"),
        'i' => (0.8, "M.4 2.1L.4 6M.4 .4L.4 .5"),
        'j' => (1.4, "M1.1 2.1L1.1 6.6C1.1 7.5 .7 8 0 8M1.1 .4L1.1 .5"),
        'k' => (3.2, "M.1 0L.1 6M2.9 2.1L.1 4.5M1.2 3.7L3.2 6"),
        'l' => (0.8, "M.4 0L.4 6"),
        'm' => (
            5.2,
            "M.1 2L.1 6M.1 3.6C.3 2.6 .8 2 1.5 2C2.3 2 2.6 2.6 2.6 3.6L2.6 6M2.6 3.6C2.8 2.6 3.3 2 4 2C4.8 2 5.1 2.6 5.1 3.6L5.1 6",
        ),
        'n' => (3.4, "M.1 2L.1 6M.1 3.7C.3 2.7 .9 2 1.8 2C2.8 2 3.3 2.6 3.3 3.7L3.3 6"),
        'o' => (3.8, "M1.9 2C.8 2 .1 2.9 .1 4C.1 5.1 .8 6 1.9 6C3 6 3.7 5.1 3.7 4C3.7 2.9 3 2 1.9 2Z"),
        'p' => (
            3.6,
            "M.1 2L.1 8M.1 4.6C.3 5.4 .9 6 1.7 6C2.9 6 3.6 5.1 3.6 4C3.6 2.9 2.9 2 1.7 2C.9 2 .3 2.6 .1 3.4",
        ),
        'q' => (
            3.6,
            "M3.6 2L3.6 8M3.6 3.4C3.4 2.6 2.8 2 2 2C.8 2 .1 2.9 .1 4C.1 5.1 .8 6 2 6C2.8 6 3.4 5.4 3.6 4.6",
        ),
        'r' => (2.4, "M.1 2L.1 6M.1 3.9C.3 2.7 .9 2 1.7 2C2 2 2.2 2.1 2.4 2.2"),
        's' => (
            3.2,
            "M2.9 2.7C2.6 2.2 2.2 2 1.6 2C.8 2 .3 2.4 .3 3C.3 4.4 3.1 3.6 3.1 5C3.1 5.6 2.5 6 1.6 6C.9 6 .3 5.7 .1 5.2",
        ),
        't' => (2.6, "M1 .7L1 4.8C1 5.6 1.4 6 2 6C2.3 6 2.5 5.9 2.6 5.8M.1 2.1L2.4 2.1"),
        'u' => (3.4, "M.1 2L.1 4.3C.1 5.4 .6 6 1.6 6C2.5 6 3.1 5.3 3.3 4.3M3.3 2L3.3 6"),
        'v' => (3.6, "M.1 2L1.8 6L3.5 2"),
        'w' => (5.2, "M.1 2L1.3 6L2.6 2.4L3.9 6L5.1 2"),
        'x' => (3.4, "M.1 2L3.3 6M3.3 2L.1 6"),
        'y' => (3.6, "M.1 2L1.8 6M3.5 2L1.6 6.9C1.3 7.6 .9 8 .2 8"),
        'z' => (3.4, "M.2 2L3.2 2L.1 6L3.4 6"),
        '\'' => (0.8, "M.4 0L.4 1.2"),
        ',' => (0.8, "M.5 5.8L.2 6.9"),
        '.' => (0.8, "M.4 5.9L.4 6"),
        ':' => (0.8, "M.4 2.8L.4 2.9M.4 5.9L.4 6"),
        '-' => (2.4, "M.1 3.9L2.3 3.9"),
        _ => (2.0, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Bounds(Option<(f64, f64)>, usize);

    impl Pen for Bounds {
        fn move_to(&mut self, x: f64, y: f64) {
            self.line_to(x, y);
        }
        fn line_to(&mut self, x: f64, y: f64) {
            let (low, high) = self.0.unwrap_or((x, x));
            self.0 = Some((low.min(x), high.max(x)));
            assert!((0.0..=8.0 / 6.0).contains(&y), "{y}");
            self.1 += 1;
        }
        fn curve_to(&mut self, _: f64, _: f64, _: f64, _: f64, x: f64, y: f64) {
            self.line_to(x, y);
        }
        fn close(&mut self) {}
    }

    #[test]
    fn every_glyph_stays_in_its_place() {
        for letter in ('a'..='z').chain('0'..='9').chain(",.:'-".chars()) {
            let mut bounds = Bounds::default();
            text(&mut bounds, &letter.to_string(), 0.0, 0.0, 1.0);
            let (low, high) = bounds.0.unwrap();
            assert!(low >= 0.0 && high <= width(&letter.to_string()) + 1e-9, "{letter}: {low} to {high}");
        }
    }
}

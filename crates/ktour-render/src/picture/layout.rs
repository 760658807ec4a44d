//! Sizes of a picture: squares in pixels; lines, marks and letters in squares.

use ktour_core::{Board, Square, notation};

use super::{glyphs, options::Picture};

/// Default length of the longer side in pixels, approximately.
const DEFAULT_LONGER_SIDE: f64 = 1000.0;
/// Maximum size of a square in pixels by default.
const LARGEST_SQUARE: f64 = 96.0;
/// Minimum height of legible digits in pixels.
const MIN_LEGIBLE_PIXELS: f64 = 7.5;
/// Minimum height of coordinates in pixels.
const MIN_COORDINATE_PIXELS: f64 = 11.0;

/// The sizes of one picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Layout {
    /// Left, top, width and height in squares; the board's upper left corner is at 0, 0.
    pub(crate) frame: [f64; 4],
    /// Files and ranks.
    pub(crate) sides: (u64, u64),
    /// Width and height in pixels.
    pub(crate) pixels: (u32, u32),
    /// Pixels per square.
    pub(crate) scale: f64,
    /// Thickness of the path.
    pub(crate) line: f64,
    /// Size of the square in which the knight is drawn: 1, or more if squares are small.
    pub(crate) mark: f64,
    /// Height of digits on squares.
    pub(crate) digits: f64,
    /// Height of coordinates, and the number of squares from one coordinate to the next.
    pub(crate) letters: f64,
    pub(crate) every: u64,
    pub(crate) has_coordinates: bool,
    pub(crate) has_legible_numbers: bool,
}

impl Layout {
    /// Computes the sizes for a board, with `below` squares of space under it for a caption.
    pub(crate) fn new(picture: &Picture, board: &Board, below: f64) -> Layout {
        let (files, ranks) = (board.files() as f64, board.ranks() as f64);
        let longest = files.max(ranks);
        let around = |scale: f64| {
            let letters = (MIN_COORDINATE_PIXELS / scale).max(0.26);
            let has_coordinates =
                picture.coordinates.is_shown(scale >= 2.0 && letters * 8.0 < longest.max(6.0));
            let rim = (longest * 0.03).clamp(0.12, 0.3).max(4.0 / scale);
            if !has_coordinates {
                return (letters, false, rim, rim, rim);
            }
            let numbers = glyphs::width(&board.ranks().to_string()) * letters;
            // The last letters and the top number are at the edge, and may be wider than their square.
            let last = glyphs::width(&file_name(board, board.files() - 1)) * letters;
            let over = last.max(letters) / 2.0 - 0.5 + 0.25 * letters;
            (letters, true, rim.max(over), numbers + 1.2 * letters, 2.3 * letters)
        };
        let asked = picture.across();
        let guess = match asked {
            Some(width) => f64::from(width) / files,
            None => round_pixels(DEFAULT_LONGER_SIDE / longest).min(LARGEST_SQUARE),
        };
        let (letters, has_coordinates, rim, left, bottom) = around(guess);
        let (width, height) = (left + files + rim, rim + ranks + bottom + below);
        let scale = asked.map_or(guess, |pixels| f64::from(pixels) / width);
        let pixel = |units: f64| (units * scale).round().clamp(1.0, f64::from(u32::MAX)) as u32;
        let pixels = (asked.unwrap_or(pixel(width)), pixel(height));
        let room = (letters * 3.2).max(1.0);
        // The longest number leaves half of its square to the path.
        let longest_number = glyphs::width(&board.square_count().to_string());
        let digits = (8.0 / scale).clamp(0.2, 0.26).min(0.5 / longest_number);
        Layout {
            frame: [-left, -rim, width, height],
            sides: (board.files(), board.ranks()),
            pixels,
            scale,
            line: (0.075 * (longest / 8.0).powf(0.3)).clamp(0.065, 0.24).max((0.9 / scale).min(0.3)),
            mark: (36.0 / scale).clamp(1.0, (longest / 6.0).max(1.0)),
            digits,
            letters,
            every: [1, 2, 5]
                .into_iter()
                .cycle()
                .zip([1, 1, 1, 10, 10, 10, 100, 100, 100, 1000, 1000, 1000])
                .map(|(few, times)| few * times)
                .find(|&every| every as f64 >= room)
                .unwrap_or(10_000),
            has_coordinates,
            has_legible_numbers: digits * scale >= MIN_LEGIBLE_PIXELS,
        }
    }
}

impl Layout {
    /// Moves a point as little as necessary, so that a mark of this radius on it covers no coordinates and is
    /// not cut off.
    pub(crate) fn inside(&self, (x, y): (f64, f64), radius: f64) -> (f64, f64) {
        let rim = -self.frame[1];
        let within = |place: f64, side: u64| {
            let radius = radius.min(side as f64 / 2.0 + rim);
            place.max(radius - rim).min(side as f64 + rim - radius)
        };
        (within(x, self.sides.0), within(y, self.sides.1))
    }
}

/// Rounds to whole pixels, if there is at least one.
fn round_pixels(pixels: f64) -> f64 {
    if pixels >= 1.0 { pixels.floor() } else { pixels }
}

/// Letters of a file.
pub(super) fn file_name(board: &Board, file: u64) -> String {
    let name = notation::name(board, Square::new(file, 0));
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::{
        super::{
            Show,
            canvas::{Canvas, Ink, Pen, Strokes},
        },
        *,
    };

    /// Left, top, right and bottom of all lines.
    struct Bounds([f64; 4]);

    impl Canvas for Bounds {
        fn paint(&mut self, inks: &[Ink], trace: Strokes<'_>) -> io::Result<()> {
            if matches!(inks, [Ink::Stroke(..)]) {
                trace(self);
            }
            Ok(())
        }
    }

    impl Pen for Bounds {
        fn move_to(&mut self, x: f64, y: f64) {
            self.line_to(x, y);
        }
        fn line_to(&mut self, x: f64, y: f64) {
            let [left, top, right, bottom] = self.0;
            self.0 = [left.min(x), top.min(y), right.max(x), bottom.max(y)];
        }
        fn curve_to(&mut self, _: f64, _: f64, _: f64, _: f64, x: f64, y: f64) {
            self.line_to(x, y);
        }
        fn close(&mut self) {}
    }

    #[test]
    fn coordinates_are_not_cut_at_the_edge() {
        for (files, ranks, width) in
            [(1, 1, None), (3, 3, None), (8, 8, Some(150)), (60, 60, None), (200, 200, None), (703, 9, None)]
        {
            let board = Board::new(files, ranks).unwrap();
            let picture = Picture { coordinates: Show::Always, width, ..Picture::default() };
            let layout = Layout::new(&picture, &board, 0.0);
            let mut bounds = Bounds([0.0; 4]);
            picture.draw_background(&board, &layout, &mut bounds).unwrap();
            let ([left, top, right, bottom], [from, above, wide, high]) = (bounds.0, layout.frame);
            let rim = layout.letters * super::super::glyphs::WEIGHT / 2.0;
            assert!(left - rim >= from && top - rim >= above, "{board}: {:?}", bounds.0);
            assert!(right + rim <= from + wide && bottom + rim <= above + high, "{board}: {:?}", bounds.0);
        }
    }

    #[test]
    fn the_knight_in_the_corner_hides_no_coordinates() {
        for side in [8, 20, 60, 200] {
            let board = Board::new(side, side).unwrap();
            let layout = Layout::new(&Picture::default(), &board, 0.0);
            let radius = layout.mark * 0.33;
            let (x, y) = layout.inside((0.5, side as f64 - 0.5), radius * 1.2);
            let reach = 0.6 * layout.letters;
            assert!(x - radius >= -reach && y + radius <= side as f64 + reach, "{board}: {x} {y}");
        }
    }
}

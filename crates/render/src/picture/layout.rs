//! How large everything is: squares in pixels, and lines, marks and letters in squares.

use knights_tour::Board;

use super::Picture;

/// Pixels on the longer side, about, where nobody asks for a width.
const USUAL: f64 = 1000.0;
/// A square is at most so many pixels, where nobody asks for a width.
const LARGEST_SQUARE: f64 = 96.0;
/// Letters lower than this many pixels are not read.
const LEGIBLE: f64 = 6.5;
/// Coordinates are so many pixels high at least.
const LETTERS: f64 = 11.0;

/// The sizes of one picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Layout {
    /// Left, top, width and height in squares; the board's upper left corner is at 0, 0.
    pub(crate) frame: [f64; 4],
    /// The size of the picture in pixels.
    pub(crate) pixels: (u32, u32),
    /// Pixels a square.
    pub(crate) scale: f64,
    /// How thick the path is.
    pub(crate) line: f64,
    /// How large the knight's square is drawn: 1, and more where squares are small.
    pub(crate) mark: f64,
    /// How high digits on squares are.
    pub(crate) digits: f64,
    /// How high coordinates are, and every how many squares they stand.
    pub(crate) letters: f64,
    pub(crate) every: u64,
    pub(crate) has_coordinates: bool,
    pub(crate) has_legible_numbers: bool,
}

impl Layout {
    /// The sizes for a board; `below` squares of room are left under it for a caption.
    pub(crate) fn new(picture: &Picture, board: &Board, below: f64) -> Layout {
        let (files, ranks) = (board.files() as f64, board.ranks() as f64);
        let longest = files.max(ranks);
        let around = |scale: f64| {
            let letters = (LETTERS / scale).max(0.26);
            let has_coordinates =
                picture.coordinates.is_shown(scale >= 2.0 && letters * 8.0 < longest.max(6.0));
            let rim = (longest * 0.03).clamp(0.12, 0.3).max(4.0 / scale);
            if !has_coordinates {
                return (letters, false, rim, rim, rim);
            }
            let numbers = super::glyphs::width(&board.ranks().to_string()) * letters;
            (letters, true, rim, numbers + 1.2 * letters, 2.3 * letters)
        };
        let guess = match picture.width {
            Some(width) => f64::from(width) / files,
            None => whole(USUAL / longest).min(LARGEST_SQUARE),
        };
        let (letters, has_coordinates, rim, left, bottom) = around(guess);
        let (width, height) = (left + files + rim, rim + ranks + bottom + below);
        let scale = picture.width.map_or(guess, |pixels| f64::from(pixels) / width);
        let pixel = |units: f64| (units * scale).round().clamp(1.0, f64::from(u32::MAX)) as u32;
        let pixels = (picture.width.unwrap_or(pixel(width)), pixel(height));
        let room = (letters * 3.2).max(1.0);
        let digits = (0.2 + longest * 0.0015).min(0.26);
        let widest = super::glyphs::width(&board.square_count().to_string()) * digits;
        Layout {
            frame: [-left, -rim, width, height],
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
            has_legible_numbers: digits * scale >= LEGIBLE && widest < 0.85,
        }
    }
}

impl Layout {
    /// A place moved just so far that something of this radius on it is inside the frame.
    pub(crate) fn inside(&self, (x, y): (f64, f64), radius: f64) -> (f64, f64) {
        let [left, top, width, height] = self.frame;
        let within = |place: f64, from: f64, size: f64| {
            place.max(from + radius.min(size / 2.0)).min(from + size - radius.min(size / 2.0))
        };
        (within(x, left, width), within(y, top, height))
    }
}

/// Whole pixels where there is at least one.
fn whole(pixels: f64) -> f64 {
    if pixels >= 1.0 { pixels.floor() } else { pixels }
}

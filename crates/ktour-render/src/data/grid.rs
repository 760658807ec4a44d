//! The number grid: 1…N laid out like the board, top rank first, `#` for holes.

use std::io;

use ktour_core::{AnyTour, Control};

use super::stream;
use crate::Render;

/// The number grid.
///
/// ```text
///   1  4  7 10
///  12  9  2  5
///   3  6 11  8
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Grid;

/// Width of a column of numbers up to `squares`.
///
/// ```
/// assert_eq!(ktour::render::grid_width(64), 2);
/// ```
pub fn grid_width(squares: u128) -> usize {
    squares.max(1).ilog10() as usize + 1
}

impl Render for Grid {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let width = grid_width(tour.len());
        stream::ranks(tour, out, control, |numbers, to| row(numbers, width, to))
    }
}

/// Appends one line of numbers, right-aligned in their columns.
fn row(numbers: &[u64], width: usize, to: &mut Vec<u8>) {
    for (file, &number) in numbers.iter().enumerate() {
        let begin = to.len();
        to.resize(begin + width + usize::from(file > 0), b' ');
        let (mut at, mut rest) = (to.len(), number);
        if rest == 0 {
            to[at - 1] = b'#';
        }
        while rest > 0 {
            at -= 1;
            to[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
    }
    to.push(b'\n');
}

//! Verification of number grids of any size in one pass, with a few rows of memory.
//!
//! Number grids arrive row by row. Let the grid have N squares. If every number except N has its successor a
//! leap away, and the number 1 occurs, then 1, 2, …, N all occur; the N squares have N different numbers, so
//! each occurs exactly once, and the grid is a tour. Only the rows that a leap can span are stored: 2s + 1 of
//! them for an (r,s) leaper, with eight bytes per square. A 20000×20000 board takes under a megabyte.

use crate::{Leap, Leaper, Square, TourKind};

/// The rows of a number grid that leaps can still reach, and the faults found so far.
///
/// ```
/// use ktour::{KNIGHT, TourKind, window::Window};
/// let mut window = Window::new(4, KNIGHT);
/// for row in [[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]] {
///     window.push(&row);
/// }
/// assert_eq!(window.finish().unwrap().kind, TourKind::Open);
/// ```
#[derive(Clone, Debug)]
pub struct Window {
    leaps: Vec<Leap>,
    leaper: Leaper,
    files: usize,
    span: usize,
    /// A ring of `2 * span + 1` rows; row y of the grid is at `y % ring`.
    rows: Vec<Vec<u64>>,
    pushed: u64,
    squares: u128,
    first: Option<PlacedNumber>,
    broken: BrokenLinks,
}

/// Squares of a row that are processed together, so that their neighbours stay in the cache.
const SQUARES_PER_BLOCK: usize = 512;

/// Numbers whose successor is not a leap away.
#[derive(Clone, Debug, Default)]
struct BrokenLinks {
    count: u64,
    smallest: Option<PlacedNumber>,
    largest: Option<PlacedNumber>,
}

/// A number and its position, while the height of the grid is unknown.
#[derive(Clone, Copy, Debug)]
struct PlacedNumber {
    number: u64,
    file: u64,
    /// The row, counted from the top.
    row: u64,
}

impl PlacedNumber {
    fn square(self, ranks: u64) -> Square {
        Square::from_top(self.file, self.row, ranks)
    }
}

/// A grid that is a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridTour {
    /// The height of the grid.
    pub ranks: u64,
    /// Number of squares that are not holes.
    pub squares: u128,
    /// Open or closed.
    pub kind: TourKind,
    /// The squares of the number 1 and of the last number.
    pub ends: [Square; 2],
}

/// A grid that is not a tour, and what is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridFault {
    /// No square holds a number at all.
    Empty,
    /// The number 1 does not occur.
    NoOne,
    /// The next number is not a leap away.
    NoSuccessor {
        /// The number.
        step: u64,
        /// Its square.
        square: Square,
    },
    /// A number larger than the number of squares.
    OutOfRange {
        /// The number.
        step: u64,
        /// Its square.
        square: Square,
        /// The largest allowed.
        squares: u128,
    },
}

impl Window {
    /// Creates a window for a grid of this width, which has no rows yet.
    pub fn new(files: usize, leaper: Leaper) -> Self {
        let span = leaper.s() as usize;
        Window {
            leaps: leaper.leaps().collect(),
            leaper,
            files,
            span,
            rows: vec![Vec::new(); 2 * span + 1],
            pushed: 0,
            squares: 0,
            first: None,
            broken: BrokenLinks::default(),
        }
    }

    /// Memory in bytes for a grid of this width and any height.
    ///
    /// ```
    /// use ktour::{KNIGHT, window::Window};
    /// assert_eq!(Window::bytes(1_000_000, KNIGHT), 40_000_000); // however high the grid
    /// ```
    pub fn bytes(files: u64, leaper: Leaper) -> u128 {
        u128::from(files) * (2 * u128::from(leaper.s()) + 1) * 8
    }

    /// Adds the next row, from the top; 0 is a hole.
    ///
    /// # Panics
    /// If the row is not as wide as the window.
    pub fn push(&mut self, row: &[u64]) {
        assert_eq!(row.len(), self.files, "rows are as wide as the window");
        let ring = self.rows.len() as u64;
        let y = self.pushed;
        let slot = &mut self.rows[(y % ring) as usize];
        slot.clear();
        slot.extend_from_slice(row);
        if let Some(x) = row.iter().position(|&number| number == 1) {
            self.first = Some(PlacedNumber { number: 1, file: x as u64, row: y });
        }
        self.squares += row.iter().filter(|&&number| number != 0).count() as u128;
        self.pushed += 1;
        if let Some(ready) = y.checked_sub(self.span as u64) {
            self.check_row(ready);
        }
    }

    /// Counts the numbers whose successor is not a leap away, in rows that later ones cannot reach; a tour
    /// has one.
    ///
    /// ```
    /// use ktour::{KNIGHT, window::Window};
    /// let mut window = Window::new(1, KNIGHT);
    /// (0..5).for_each(|_| window.push(&[1]));
    /// assert_eq!(window.dead_ends(), 3);
    /// ```
    pub fn dead_ends(&self) -> u64 {
        self.broken.count
    }

    /// Decides, after the last row, whether the grid is a tour.
    ///
    /// ```
    /// use ktour::{KNIGHT, TourKind, window::Window};
    /// let mut window = Window::new(4, KNIGHT);
    /// for row in [[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]] {
    ///     window.push(&row);
    /// }
    /// assert_eq!(window.finish().map(|tour| (tour.squares, tour.kind)), Ok((12, TourKind::Open)));
    /// ```
    pub fn finish(mut self) -> Result<GridTour, GridFault> {
        for y in self.pushed.saturating_sub(self.span as u64)..self.pushed {
            self.check_row(y);
        }
        let ranks = self.pushed;
        let squares = self.squares;
        if squares == 0 {
            return Err(GridFault::Empty);
        }
        let smallest = self.broken.smallest.ok_or(GridFault::NoOne)?;
        let largest = self.broken.largest.ok_or(GridFault::NoOne)?;
        if u128::from(largest.number) > squares {
            let (step, square) = (largest.number, largest.square(ranks));
            return Err(GridFault::OutOfRange { step, square, squares });
        }
        if self.broken.count > 1 || u128::from(smallest.number) != squares {
            let (step, square) = (smallest.number, smallest.square(ranks));
            return Err(GridFault::NoSuccessor { step, square });
        }
        let first = self.first.ok_or(GridFault::NoOne)?;
        let ends = [first, smallest].map(|numbered| numbered.square(ranks));
        let is_closed = squares > 2 && self.leaper.is_leap(ends[1], ends[0]);
        let kind = if is_closed { TourKind::Closed } else { TourKind::Open };
        Ok(GridTour { ranks, squares, kind, ends })
    }

    /// Searches for the successor of every number of row y.
    fn check_row(&mut self, y: u64) {
        let ring = self.rows.len() as u64;
        let row = &self.rows[(y % ring) as usize];
        // Flags as wide as the numbers, so that the comparisons are vectorized.
        let mut found = vec![0u64; self.files];
        for begin in (0..self.files).step_by(SQUARES_PER_BLOCK) {
            let end = (begin + SQUARES_PER_BLOCK).min(self.files);
            for &Leap { file: dx, rank: dy } in &self.leaps {
                let Some(other) = y.checked_add_signed(dy).filter(|&other| other < self.pushed) else {
                    continue;
                };
                let other = &self.rows[(other % ring) as usize];
                // The files x for which x + dx is a file, too.
                let shift = dx.unsigned_abs() as usize;
                let (begin, end) = if dx < 0 {
                    (begin.max(shift), end)
                } else {
                    (begin, end.min(self.files.saturating_sub(shift)))
                };
                if begin >= end {
                    continue;
                }
                let other_begin = if dx < 0 { begin - shift } else { begin + shift };
                let pairs = row[begin..end].iter().zip(&other[other_begin..other_begin + end - begin]);
                for (seen, (&number, &neighbour)) in found[begin..end].iter_mut().zip(pairs) {
                    *seen |= u64::from(neighbour == number.wrapping_add(1));
                }
            }
        }
        for (x, (&number, _)) in
            row.iter().zip(&found).enumerate().filter(|(_, (n, seen))| **n != 0 && **seen == 0)
        {
            let here = PlacedNumber { number, file: x as u64, row: y };
            self.broken.count += 1;
            if self.broken.smallest.is_none_or(|smallest| number < smallest.number) {
                self.broken.smallest = Some(here);
            }
            if self.broken.largest.is_none_or(|largest| number > largest.number) {
                self.broken.largest = Some(here);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, KNIGHT, Tour};
    use proptest::prelude::*;

    const GRID: [[u64; 4]; 3] = [[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]];

    fn verdict(grid: &[[u64; 4]; 3]) -> Result<GridTour, GridFault> {
        let mut window = Window::new(4, KNIGHT);
        grid.iter().for_each(|row| window.push(row));
        window.finish()
    }

    /// Decides in the obvious way: sorts the squares by their numbers and verifies the list.
    fn is_tour_by_sorting(grid: &[[u64; 4]; 3]) -> bool {
        let board = Board::new(4, 3).unwrap();
        let mut squares: Vec<(u64, Square)> = board
            .squares()
            .map(|square| (grid[2 - square.rank as usize][square.file as usize], square))
            .collect();
        squares.sort_unstable();
        squares.iter().zip(1..).all(|(&(number, _), expected)| number == expected)
            && Tour::verify(&board, KNIGHT, squares.iter().map(|&(_, square)| square)).is_ok()
    }

    #[test]
    fn the_number_without_a_successor_is_named() {
        let mut grid = GRID;
        grid[0].swap(0, 1);
        assert_eq!(verdict(&grid), Err(GridFault::NoSuccessor { step: 1, square: Square::new(1, 2) }));
        grid = GRID;
        grid[1][0] = 13;
        assert!(matches!(verdict(&grid), Err(GridFault::OutOfRange { step: 13, .. })));
        assert_eq!(Window::new(4, KNIGHT).finish(), Err(GridFault::Empty));
    }

    proptest! {
        #[test]
        fn the_window_agrees_with_the_plain_verifier(changes in prop::collection::vec((0usize..3, 0usize..4, 1u64..14), 0..3)) {
            let mut grid = GRID;
            for (y, x, number) in changes {
                grid[y][x] = number;
            }
            prop_assert_eq!(verdict(&grid).is_ok(), is_tour_by_sorting(&grid));
        }
    }
}

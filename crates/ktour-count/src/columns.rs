//! Tours of four ranks whose columns of four squares have equal sums, counted by halves.
//!
//! A tour of four ranks walks first through one half of the squares (the outer ones of one colour and the
//! inner ones of the other), then by one leap between inner squares into the mirror half. In each half a
//! column has an outer and an inner square, and each leap goes from an outer square to an inner one, or back,
//! over one or two columns. So a half is a path from an outer square to an inner one, numbered from its outer
//! end, and the columns of the whole have equal sums exactly if both halves have the same sum in every
//! column. Halves are listed, sorted by their sums, and matched.
//!
//! *Cost:* the halves, whose number grows about 2.4-fold with every column: 3.5 million for 18. *Reference:*
//! G. P. Jelliss, on magic tours of four ranks; the numbers up to ten columns agree with a count of all
//! tours.

use ktour_core::Control;

/// The most columns that are counted.
pub const MOST_COLUMNS: u64 = 20;

/// The sums of a half's columns, and the column where it ends.
type ColumnSums = ([u8; MOST_COLUMNS as usize], u8);

/// How many tours with this many columns of four squares, regardless of direction, have equal sums in all
/// columns. `None` if it was stopped, or there are more columns than [`MOST_COLUMNS`].
///
/// ```
/// use ktour::Control;
/// use ktour::count::equal_columns;
/// assert_eq!(equal_columns(7, &Control::unlimited()), Some(18));
/// ```
pub fn equal_columns(columns: u64, control: &Control) -> Option<u128> {
    if columns > MOST_COLUMNS {
        return None;
    }
    let columns = columns as usize;
    let mut halves =
        HalfSearch { columns, left: [(1 << columns) - 1; 2], sums: Default::default(), found: Vec::new() };
    for start in 0..columns {
        if control.is_over(start as u64) {
            return None;
        }
        halves.enter(start, OUTER, 1, control)?;
    }
    let mut found = halves.found;
    found.sort_unstable();
    let alike = found.chunk_by(|a, b| a.0 == b.0);
    Some(alike.map(matched).sum())
}

/// Approximate peak of the bytes that the halves of this many columns take.
///
/// ```
/// assert_eq!(ktour::count::equal_columns_bytes(18) >> 20, 140);
/// ```
pub fn equal_columns_bytes(columns: u64) -> u128 {
    let halves = 3.5e6 * 2.4f64.powi(columns.min(2 * MOST_COLUMNS) as i32 - 18);
    (2.0 * halves * size_of::<ColumnSums>() as f64) as u128
}

/// Which of a column's two squares.
const OUTER: usize = 0;
const INNER: usize = 1;

struct HalfSearch {
    columns: usize,
    /// The columns whose outer, and whose inner, squares are not visited.
    left: [u32; 2],
    sums: [u8; MOST_COLUMNS as usize],
    found: Vec<ColumnSums>,
}

impl HalfSearch {
    /// Visits a square and all that can follow; goes as deep as there are squares, 40 at most.
    fn enter(&mut self, column: usize, side: usize, step: u8, control: &Control) -> Option<()> {
        self.left[side] &= !(1 << column);
        self.sums[column] += step;
        let squares = 2 * self.columns as u8;
        if step == squares {
            self.found.push((self.sums, column as u8));
            if control.is_stopped_at(self.found.len() as u64) {
                return None;
            }
        } else if self.has_hope(column, side) {
            let next = near(column, self.columns) & self.left[1 - side];
            for to in (0..self.columns).filter(|to| next >> to & 1 == 1) {
                self.enter(to, 1 - side, step + 1, control)?;
            }
        }
        self.sums[column] -= step;
        self.left[side] |= 1 << column;
        Some(())
    }

    /// Whether every square that is left can be come to, and every outer one left again.
    fn has_hope(&self, column: usize, side: usize) -> bool {
        let here = 1u32 << column;
        (0..self.columns).all(|at| {
            let ways = |side_there: usize| {
                let open = self.left[1 - side_there] | if side != side_there { here } else { 0 };
                (near(at, self.columns) & open).count_ones()
            };
            (self.left[OUTER] >> at & 1 == 0 || ways(OUTER) >= 2)
                && (self.left[INNER] >> at & 1 == 0 || ways(INNER) >= 1)
        })
    }
}

/// The columns one or two away.
fn near(column: usize, columns: usize) -> u32 {
    (0b11011u32 << column >> 2) & ((1 << columns) - 1)
}

/// The tours of halves with equal sums: one of either half, with ends two columns apart.
fn matched(halves: &[ColumnSums]) -> u128 {
    let mut ends = [0u128; MOST_COLUMNS as usize + 2];
    halves.iter().for_each(|half| ends[usize::from(half.1)] += 1);
    ends.windows(3).map(|ends| 2 * ends[0] * ends[2]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_tours_with_equal_columns_are_the_known_ones() {
        let counted = [5, 6, 7, 8, 9, 10, 11].map(|columns| equal_columns(columns, &Control::unlimited()));
        assert_eq!(counted, [0, 0, 18, 32, 76, 208, 534].map(Some));
        assert_eq!(equal_columns(21, &Control::unlimited()), None);
    }

    #[test]
    #[ignore = "a minute"]
    fn eighteen_columns_are_counted() {
        assert_eq!(equal_columns(18, &Control::unlimited()), Some(213_280));
    }
}

//! The pattern of a tidy tour: the two leaps of each square, by its position.
//!
//! Inside, every square has the leap (1,2) and its opposite, so the board is covered with parallel lines. At
//! the edges the ends of the lines are joined in pairs, each end by one leap:
//!
//! ```text
//!   bottom  (x, 0) – (x+2, 1)               left   (0, y) – (2, y+1)        for even y
//!   top     (x, m−2) – (x−2, m−1)           right  (n−1, y) – (n−3, y+1)    for even y
//! ```
//!
//! The remaining odd squares at the left and right edges form two zigzags along each, (0, y) – (1, y+2) – (0,
//! y+4) …. The edges fit each other except for two squares at every corner.
//!
//! Numbered by y − 2x, a line with an even number c is joined to c+5 at one of its ends and to c−3 at the
//! other: so following a line leads to line c+8, and the lines are walked by four knights side by side.

use super::super::offset::Offset;

/// The leap of the lines.
pub(super) const ALONG: Offset = Offset::new(1, 2);

/// The pattern on a board of these files and ranks; the number of ranks is even.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    pub(super) files: i64,
    pub(super) ranks: i64,
    /// The side of the four corners, which the pattern does not cover.
    pub(super) corner: i64,
}

impl Pattern {
    pub(super) fn is_corner(&self, Offset { file: x, rank: y }: Offset) -> bool {
        (x < self.corner || x >= self.files - self.corner)
            && (y < self.corner || y >= self.ranks - self.corner)
    }

    fn has(&self, Offset { file: x, rank: y }: Offset) -> bool {
        (0..self.files).contains(&x) && (0..self.ranks).contains(&y)
    }

    /// The squares that the pattern joins to this one: two, except at the corners.
    pub(super) fn neighbours(&self, square: Offset) -> impl Iterator<Item = Offset> + '_ {
        let Offset { file: x, rank: y } = square;
        let (files, ranks) = (self.files, self.ranks);
        let is_even = y % 2 == 0;
        // On odd ranks the leaps of the lines at the edges are replaced by the zigzags.
        let is_cut = |x: i64| !is_even && (x == 1 || x == files - 3);
        let rules = [
            (!is_cut(x), ALONG),
            (!is_cut(x - 1), -ALONG),
            (y == 0 || x == 0 && is_even, Offset::new(2, 1)),
            (y == 1 || x == 2 && !is_even, Offset::new(-2, -1)),
            (y == ranks - 2 || x == files - 1 && is_even, Offset::new(-2, 1)),
            (y == ranks - 1 || x == files - 3 && !is_even, Offset::new(2, -1)),
            (!is_even && (x == 0 || x == files - 2), Offset::new(1, -2)),
            (!is_even && (x == 1 || x == files - 1), Offset::new(-1, 2)),
        ];
        let leaps = rules.into_iter().filter(|(holds, _)| *holds).map(|(_, leap)| leap);
        leaps.map(move |leap| square + leap).filter(|&to| self.has(to))
    }

    /// Number of leaps along a line from a square in a direction that certainly belong to the pattern.
    pub(super) fn free(&self, Offset { file: x, rank: y }: Offset, direction: i64) -> i64 {
        let (wide, tall) = (self.corner, 3);
        let within = |left: i64, low: i64| {
            let leaps = if direction > 0 {
                (self.files - 1 - left - x).min((self.ranks - 1 - low - y) / 2)
            } else {
                (x - left).min((y - low) / 2)
            };
            let is_inside = (left..self.files - left).contains(&x) && (low..self.ranks - low).contains(&y);
            if is_inside { leaps } else { 0 }
        };
        within(wide, tall).max(within(tall, wide))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_two_leaps_except_two_squares_at_each_corner() {
        for (files, ranks) in [(20, 20), (21, 14), (12, 30)] {
            let pattern = Pattern { files, ranks, corner: 2 };
            for square in Offset::rectangle(files, ranks) {
                let near: Vec<Offset> = pattern.neighbours(square).collect();
                assert!(
                    near.iter().all(|&to| pattern.neighbours(to).any(|back| back == square)),
                    "{square:?}"
                );
                assert!(
                    near.len() == 2 || near.len() == 1 && pattern.is_corner(square),
                    "{square:?} {near:?}"
                );
            }
        }
    }
}

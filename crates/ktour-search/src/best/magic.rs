//! Semi-magic tours of the chessboard: the numbers of every rank and of every file add up to 260.
//!
//! A quarter of the board is divided into four rings of four squares, each with one square on each rank and
//! each file of the quarter. If a tour visits the squares of one ring after those of another, every line has
//! eight numbers 4q + r from eight rings: all lines are equal if the q of the rings of each half add up to 60
//! and the r of each line to 20. The search chooses rings at random and backtracks as soon as a sum cannot be
//! reached.
//!
//! *Guarantee:* the result is semi-magic. Not every semi-magic tour is made of rings, so finding none proves
//! nothing. *Cost:* at most a second, usually less. *Reference:* W. Beverley, 1848; H. J. R. Murray, *The
//! Magic Knight's Tours*, 1951, who calls the rings quartes.

use ktour_core::{Control, KNIGHT, Puzzle, Square, Tour, TourKind, random::Random};

/// Sum of the remainders of one line, and of the quotients of the rings of half a board.
const LINE_SUM: i32 = 20;
const HALF_SUM: i32 = 60;
/// The quarters that make a half of the board.
const HALVES: [[usize; 2]; 4] = [[0, 1], [2, 3], [0, 2], [1, 3]];

/// Whether semi-magic tours can be searched for: only for knights on an 8×8 board without holes, with nothing
/// given except a start.
///
/// ```
/// use ktour::{Board, Puzzle, best::suits_magic};
/// assert!(suits_magic(&Puzzle::new(Board::new(8, 8)?)) && !suits_magic(&Puzzle::new(Board::new(8, 9)?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn suits_magic(puzzle: &Puzzle) -> bool {
    let board = puzzle.board();
    (board.files(), board.ranks()) == (8, 8)
        && board.holes().is_empty()
        && puzzle.leaper() == KNIGHT
        && puzzle.visited().len() < 2
}

/// A semi-magic tour that answers the puzzle; `None` if none was found or time ran out.
///
/// ```
/// use ktour::{Board, Control, Puzzle, best::semi_magic, measure::{Magic, Measures}};
/// let tour = semi_magic(&Puzzle::new(Board::new(8, 8)?), 1, &Control::unlimited()).unwrap();
/// assert_eq!(Measures::new(&tour).sums.magic, Magic::Semi);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn semi_magic(puzzle: &Puzzle, seed: u64, control: &Control) -> Option<Tour> {
    if !suits_magic(puzzle) {
        return None;
    }
    let mut search = RingSearch::new(puzzle, control);
    // Restarts with a larger limit: an unlucky beginning can take very long.
    for round in 0..40 {
        let mut random = Random::new(seed, round);
        search.patience = search.trials + (1 << (16 + round / 2));
        if search.extend(&mut random) {
            let tour = Tour::verify(puzzle.board(), KNIGHT, search.squares()).ok()?;
            return Some(if puzzle.kind() == Some(TourKind::Open) { tour.as_open() } else { tour });
        }
        if search.trials < search.patience || control.is_stopped() {
            return None;
        }
    }
    None
}

/// A ring with a first square and a direction.
#[derive(Clone, Copy, Debug)]
struct DirectedRing {
    ring: usize,
    squares: [Square; 4],
}

struct RingSearch<'a> {
    puzzle: &'a Puzzle,
    control: &'a Control,
    /// Every ring, from each of its squares in both directions.
    walks: Vec<DirectedRing>,
    taken: Vec<usize>,
    is_taken: [bool; 16],
    /// Sum and number of the remainders on each rank and each file so far.
    lines: [(i32, i32); 16],
    /// Sum and number of the quotients of the rings of each quarter so far.
    quarters: [(i32, i32); 4],
    trials: u64,
    patience: u64,
}

impl<'a> RingSearch<'a> {
    fn new(puzzle: &'a Puzzle, control: &'a Control) -> RingSearch<'a> {
        let walks = rings().into_iter().enumerate().flat_map(|(ring, squares)| {
            (0..8).map(move |number: usize| {
                let step = |step: usize| {
                    if number.is_multiple_of(2) { number / 2 + step } else { number / 2 + 4 - step }
                };
                DirectedRing { ring, squares: [0, 1, 2, 3].map(|number| squares[step(number) % 4]) }
            })
        });
        RingSearch {
            puzzle,
            control,
            walks: walks.collect(),
            taken: Vec::new(),
            is_taken: [false; 16],
            lines: [(0, 0); 16],
            quarters: [(0, 0); 4],
            trials: 0,
            patience: 0,
        }
    }

    fn squares(&self) -> Vec<Square> {
        self.taken.iter().flat_map(|&walk| self.walks[walk].squares).collect()
    }

    /// Appends rings until all are used; recurses at most 16 deep.
    fn extend(&mut self, random: &mut Random) -> bool {
        self.trials += 1;
        if self.trials >= self.patience || self.control.is_over(self.trials) {
            return false;
        }
        if self.taken.len() == 16 {
            return self.is_answer();
        }
        let mut next: Vec<usize> = (0..self.walks.len()).filter(|&walk| self.may_follow(walk)).collect();
        while !next.is_empty() {
            let walk = next.swap_remove(random.index(next.len()));
            self.count(walk, 1);
            if self.has_hope(walk) && self.extend(random) {
                return true;
            }
            self.count(walk, -1);
        }
        false
    }

    fn may_follow(&self, walk: usize) -> bool {
        let DirectedRing { ring, squares } = self.walks[walk];
        let is_near = match self.taken.last() {
            Some(&last) => KNIGHT.is_leap(self.walks[last].squares[3], squares[0]),
            None => self.puzzle.start().is_none_or(|start| start == squares[0]),
        };
        is_near && !self.is_taken[ring]
    }

    fn is_answer(&self) -> bool {
        let [first, .., last] = &self.taken[..] else { return false };
        let (first, last) = (self.walks[*first].squares[0], self.walks[*last].squares[3]);
        let closes = self.puzzle.kind() != Some(TourKind::Closed) || KNIGHT.is_leap(last, first);
        closes && self.puzzle.end().is_none_or(|end| end == last)
    }

    /// Appends a ring, or removes the last one.
    fn count(&mut self, walk: usize, sign: i32) {
        let DirectedRing { ring, squares } = self.walks[walk];
        if sign < 0 {
            self.taken.pop();
        }
        let number = self.taken.len() as i32;
        if sign > 0 {
            self.taken.push(walk);
        }
        self.is_taken[ring] = sign > 0;
        let quarter = &mut self.quarters[ring / 4];
        *quarter = (quarter.0 + sign * number, quarter.1 + sign);
        for (remainder, square) in (1..).zip(squares) {
            for line in [square.rank as usize, 8 + square.file as usize] {
                let line = &mut self.lines[line];
                *line = (line.0 + sign * remainder, line.1 + sign);
            }
        }
    }

    /// Whether all sums that a ring is part of can still be reached.
    fn has_hope(&self, walk: usize) -> bool {
        let DirectedRing { squares, .. } = self.walks[walk];
        let lines = squares.iter().flat_map(|square| [square.rank as usize, 8 + square.file as usize]);
        let can_be = |line: usize| {
            let (sum, count) = self.lines[line];
            (sum + 8 - count..=sum + 4 * (8 - count)).contains(&LINE_SUM)
        };
        let next = self.taken.len() as i32;
        let can_be_half = |half: [usize; 2]| {
            let [a, b] = half.map(|quarter| self.quarters[quarter]);
            let (sum, left) = (a.0 + b.0, 8 - a.1 - b.1);
            // The least sum uses the next rings, the greatest the last ones.
            let least = sum + left * (2 * next + left - 1) / 2;
            let most = sum + left * (31 - left) / 2;
            (least..=most).contains(&HALF_SUM)
        };
        lines.into_iter().all(can_be) && HALVES.into_iter().all(can_be_half)
    }
}

/// The rings, quarter by quarter, each in the order of its leaps.
fn rings() -> Vec<[Square; 4]> {
    const fn at(file: u64, rank: u64) -> Square {
        Square::new(file, rank)
    }
    // Two squares and two diamonds of the quarter around a1.
    const RINGS: [[Square; 4]; 4] = [
        [at(0, 0), at(1, 2), at(3, 3), at(2, 1)],
        [at(3, 0), at(1, 1), at(0, 3), at(2, 2)],
        [at(1, 0), at(3, 1), at(2, 3), at(0, 2)],
        [at(2, 0), at(3, 2), at(1, 3), at(0, 1)],
    ];
    const QUARTERS: [Square; 4] = [at(0, 0), at(4, 0), at(0, 4), at(4, 4)];
    let ring = |corner: Square, ring: [Square; 4]| {
        ring.map(|square| at(corner.file + square.file, corner.rank + square.rank))
    };
    QUARTERS.iter().flat_map(|&corner| RINGS.map(|squares| ring(corner, squares))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ktour_core::Board;

    #[test]
    fn rings_are_rings_and_cover_the_board() {
        let rings = rings();
        let mut squares: Vec<Square> = rings.concat();
        squares.sort_unstable();
        assert_eq!(squares, Board::new(8, 8).unwrap().squares().collect::<Vec<_>>());
        for ring in rings {
            assert!((0..4).all(|at| KNIGHT.is_leap(ring[at], ring[(at + 1) % 4])), "{ring:?}");
            assert!((0..4).all(|at| ring.iter().filter(|square| square.file % 4 == at).count() == 1));
            assert!((0..4).all(|at| ring.iter().filter(|square| square.rank % 4 == at).count() == 1));
        }
    }
}

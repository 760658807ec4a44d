//! The exact probability that Warnsdorff's rule with random ties finds a tour.
//!
//! Two walks that have visited the same squares and are on the same one have the same continuations, so their
//! probabilities are added. Layer by layer, one for every step, this follows *all* walks at once; on 8×8 no
//! layer has more than 41,838 such states.
//!
//! The published 97.2 % (6×6) and 97.9 % (8×8) are the mean over all squares of the board, each
//! equally likely as the start, with tied leaps equally likely, and open tours counted:
//!
//! ```
//! use ktour::{Board, Control};
//! use ktour::lab::chance::over_all_starts;
//! let six = over_all_starts(&Board::new(6, 6)?, &Control::unlimited()).unwrap();
//! assert_eq!((six * 1000.0).round(), 972.0);
//! # Ok::<(), ktour::error::BoardError>(())
//! ```
//!
//! *Guarantee:* exact but for the rounding of floating-point sums, below 10⁻¹². *Cost:* grows with the
//! number of tied leaps; boards have at most 64 squares.

use std::collections::HashMap;

use ktour_core::{Board, Control, KNIGHT, Square};

/// The probability from one start; `None` for more than 64 squares, a square off the board, or when stopped.
///
/// ```
/// use ktour::{Board, Control};
/// use ktour::lab::chance::from_start;
/// let chance = from_start(&Board::new(5, 5)?, "b1".parse()?, &Control::unlimited());
/// assert_eq!(chance, Some(0.0)); // no tour begins there
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_start(board: &Board, start: Square, control: &Control) -> Option<f64> {
    let squares = squares(board)?;
    let start = squares.iter().position(|&square| square == start)?;
    LeapMasks::new(board, &squares).chance(start, control)
}

/// The mean probability over all squares as starts.
pub fn over_all_starts(board: &Board, control: &Control) -> Option<f64> {
    over_starts(board, |_| true, control)
}

/// The mean probability over some of the squares. Squares that a symmetry maps to each other share one
/// calculation.
///
/// ```
/// use ktour::{Board, Control};
/// use ktour::lab::chance::over_starts;
/// let light = over_starts(&Board::new(5, 5)?, |square| !square.is_dark(), &Control::unlimited());
/// assert_eq!(light, Some(0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn over_starts(board: &Board, is_start: impl Fn(Square) -> bool, control: &Control) -> Option<f64> {
    let squares = squares(board)?;
    let walks = LeapMasks::new(board, &squares);
    let symmetries = board.symmetries();
    let mut known: HashMap<Square, f64> = HashMap::new();
    let (mut sum, mut start_count) = (0.0, 0u32);
    for (at, &square) in squares.iter().enumerate().filter(|&(_, &square)| is_start(square)) {
        let first =
            symmetries.iter().map(|symmetry| symmetry.apply_to_square(board, square)).min().unwrap_or(square);
        let chance = match known.get(&first) {
            Some(&chance) => chance,
            None => walks.chance(at, control)?,
        };
        known.insert(first, chance);
        sum += chance;
        start_count += 1;
    }
    (start_count > 0).then(|| sum / f64::from(start_count))
}

/// The squares of a board; `None` if they do not fit the bits of a word.
fn squares(board: &Board) -> Option<Vec<Square>> {
    (board.square_count() <= 64).then(|| board.squares().collect())
}

/// The squares a leap away from each square, as bits.
struct LeapMasks {
    leaps: Vec<u64>,
}

/// The free squares, and the knight's square.
type WalkState = (u64, u8);

impl LeapMasks {
    fn new(board: &Board, squares: &[Square]) -> LeapMasks {
        debug_assert_eq!(board.square_count(), squares.len() as u128);
        let mask = |&from: &Square| {
            let is_leap = |&(_, &to): &(usize, &Square)| KNIGHT.is_leap(from, to);
            squares.iter().enumerate().filter(is_leap).fold(0, |bits, (at, _)| bits | 1u64 << at)
        };
        LeapMasks { leaps: squares.iter().map(mask).collect() }
    }

    /// The probability that a walk from this square visits all squares.
    fn chance(&self, start: usize, control: &Control) -> Option<f64> {
        let all = self.leaps.len();
        let free = u64::MAX >> (64 - all) & !(1 << start);
        let mut layer: HashMap<WalkState, f64> = HashMap::from([((free, start as u8), 1.0)]);
        for _ in 1..all {
            if control.is_stopped() {
                return None;
            }
            // A fixed order makes sums round the same way every time.
            let mut states: Vec<(WalkState, f64)> = layer.drain().collect();
            states.sort_unstable_by_key(|&(state, _)| state);
            for ((free, at), chance) in states {
                let tied = self.tied(free, at);
                let share = chance / f64::from(tied.count_ones());
                for to in ones(tied) {
                    *layer.entry((free & !(1 << to), to)).or_insert(0.0) += share;
                }
            }
        }
        let mut ends: Vec<(WalkState, f64)> = layer.into_iter().collect();
        ends.sort_unstable_by_key(|&(state, _)| state);
        Some(ends.iter().map(|&(_, chance)| chance).sum::<f64>().max(0.0))
    }

    /// The free squares a leap away with the fewest onward leaps; none if the walk is stuck.
    fn tied(&self, free: u64, at: u8) -> u64 {
        let (mut fewest, mut tied) = (u32::MAX, 0);
        for to in ones(self.leaps[usize::from(at)] & free) {
            let onward = (self.leaps[usize::from(to)] & free).count_ones();
            if onward < fewest {
                (fewest, tied) = (onward, 0);
            }
            tied |= u64::from(onward == fewest) << to;
        }
        tied
    }
}

/// The positions of the bits that are set.
fn ones(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let one = bits.trailing_zeros() as u8;
        bits &= bits.wrapping_sub(1);
        (one < 64).then_some(one)
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The rule cannot fail from the corner and the centre of 5x5, and cannot succeed from the wrong colour.
    #[test]
    fn probabilities_on_five_by_five_match_for_every_class_of_starts() {
        let board = Board::new(5, 5).unwrap();
        let chance = |file, rank| from_start(&board, Square::new(file, rank), &Control::unlimited()).unwrap();
        let seen = [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2)].map(|(file, rank)| chance(file, rank));
        assert_eq!(seen, [1.0, 0.0, 0.5, 0.75, 0.0, 1.0]);
    }

    #[test]
    fn large_boards_and_stopped_calculations_have_no_answer() {
        assert_eq!(over_all_starts(&Board::new(9, 9).unwrap(), &Control::unlimited()), None);
        let stopped = Control::within(Duration::ZERO);
        assert_eq!(over_all_starts(&Board::new(6, 6).unwrap(), &stopped), None);
        assert_eq!(over_all_starts(&Board::new(1, 1).unwrap(), &Control::unlimited()), Some(1.0));
    }
}

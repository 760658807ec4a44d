//! Connectivity of rectangles under a leaper's leaps (Knuth's theorem).
//!
//! An (r,s) leaper with r ≤ s reaches every square of a rectangle of more than one square
//! if and only if r + s is odd, r and s have no common divisor, the shorter side is at least
//! r + s and the longer at least 2s.
//!
//! Reference: D. E. Knuth, Leaper graphs, The Mathematical Gazette 78 (1994), theorem 1. Verified by flood
//! fill for r, s ≤ 6 on all rectangles up to 14×14 (`tests/all/theory/leapers.rs`).

use ktour_core::{
    Board, Leaper,
    proof::{LeaperBound, Reason},
};

/// Returns why the leaper does not reach every square of the rectangle; `None` if it does.
///
/// ```
/// use ktour::{Board, KNIGHT, proof::LeaperBound, theory::leaper_bound};
/// assert_eq!(leaper_bound(&Board::new(8, 8)?, KNIGHT), None);
/// assert_eq!(leaper_bound(&Board::new(3, 3)?, KNIGHT), Some(LeaperBound::Short(3)));
/// assert_eq!(leaper_bound(&Board::new(8, 8)?, "camel".parse()?), Some(LeaperBound::Colour));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn leaper_bound(board: &Board, leaper: Leaper) -> Option<LeaperBound> {
    if board.area() == 1 {
        return None;
    }
    let (r, s) = (u64::from(leaper.r()), u64::from(leaper.s()));
    let (short, long) = (board.files().min(board.ranks()), board.files().max(board.ranks()));
    let common = gcd(r, s);
    if common > 1 {
        Some(LeaperBound::Divisor(common))
    } else if !leaper.changes_colour() {
        Some(LeaperBound::Colour)
    } else if short < r + s {
        Some(LeaperBound::Narrow(short))
    } else if long < 2 * s {
        Some(LeaperBound::Short(long))
    } else {
        None
    }
}

/// The bound as a reason against a tour of the rectangle.
pub(super) fn unreachable(board: &Board, leaper: Leaper) -> Option<Reason> {
    let bound = leaper_bound(board, leaper).filter(|_| board.is_rectangle())?;
    Some(Reason::Leaper { leaper, bound })
}

fn gcd(a: u64, b: u64) -> u64 {
    if a == 0 { b } else { gcd(b % a, a) }
}

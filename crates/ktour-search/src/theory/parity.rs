//! Colour parity: leaps that change colour visit the two colours in turn.
//!
//! A closed tour therefore needs equally many squares of both colours; an open tour allows one more of one
//! colour, and then begins and ends on it.

use ktour_core::{Puzzle, Reason, TourKind};

/// The reason why colours forbid the tour, if they do.
///
/// ```
/// use ktour::{Board, Puzzle, TourKind, theory::parity};
/// let puzzle = Puzzle::new(Board::new(5, 5)?); // 13 dark squares, 12 light ones
/// assert!(parity(&puzzle.clone().with_kind(TourKind::Closed)).is_some());
/// assert!(parity(&puzzle.with_kind(TourKind::Open)).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parity(puzzle: &Puzzle) -> Option<Reason> {
    if !puzzle.leaper().changes_colour() {
        return None;
    }
    let (dark, light) = puzzle.board().colour_counts();
    let (start, end) = (puzzle.start(), puzzle.end());
    let kind = puzzle.kind().unwrap_or(TourKind::Open);
    let reason = |start, end| Some(Reason::Parity { kind, dark, light, start, end });
    let difference = dark.abs_diff(light);
    if difference > 1 || (difference == 1 && kind == TourKind::Closed) {
        return reason(None, None);
    }
    if difference == 1 {
        let rare = |square: &ktour_core::Square| square.is_dark() != (dark > light);
        return match (start.filter(rare), end.filter(rare)) {
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) if start.is_none() || end.is_none() => {
                reason(start.filter(rare), end.filter(rare))
            }
            _ => reason(start, end),
        };
    }
    match (start, end) {
        (Some(a), Some(b)) if a.is_dark() == b.is_dark() => reason(start, end),
        _ => None,
    }
}

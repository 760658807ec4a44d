//! A tour and its images under the board's symmetries.

use ktour_core::{Symmetry, Tour, TourKind};

/// Whether the tour comes first, in the order of their squares, among all its images under the board's
/// symmetries and reversal. This is true of exactly one tour of every class. The start and direction of a
/// closed tour do not matter, because each closed tour is listed only once.
///
/// ```
/// use ktour::{Board, KNIGHT, Puzzle, Tour, TourKind};
/// use ktour::count::{is_first_of_its_class, plain, symmetries_of};
/// let puzzle = Puzzle::new(Board::new(6, 5)?).with_kind(TourKind::Closed);
/// let (board, mut tours) = (puzzle.board(), Vec::new());
/// plain::each(&puzzle, &mut |squares| {
///     tours.extend(Tour::verify(board, KNIGHT, squares.iter().copied()));
/// })?;
/// let symmetries = board.symmetries();
/// let classes: Vec<&Tour> = tours.iter().filter(|tour| is_first_of_its_class(tour, &symmetries)).collect();
/// // As many tours are in a class as there are symmetries, for each that keeps the tour.
/// let all: usize = classes.iter().map(|tour| symmetries.len() / symmetries_of(tour, &symmetries)).sum();
/// assert_eq!((tours.len(), all), (8, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_first_of_its_class(tour: &Tour, symmetries: &[Symmetry]) -> bool {
    let own = standing(tour);
    let first = tour.square_at(1).map(|first| tour.board().index(first));
    let is_forward = tour.kind() == TourKind::Closed || first == own.first().copied();
    is_forward && symmetries.iter().all(|&symmetry| own <= standing(&tour.transformed(symmetry)))
}

/// How many of the symmetries carry the tour to itself, ignoring direction.
pub fn symmetries_of(tour: &Tour, symmetries: &[Symmetry]) -> usize {
    let own = standing(tour);
    symmetries.iter().filter(|&&symmetry| own == standing(&tour.transformed(symmetry))).count()
}

/// The squares as numbers, begun and directed in a way that only depends on the leaps.
fn standing(tour: &Tour) -> Vec<usize> {
    let mut order: Vec<usize> = tour.squares().map(|square| tour.board().index(square)).collect();
    if tour.kind() == TourKind::Closed {
        let first = (0..order.len()).min_by_key(|&at| order[at]).unwrap_or(0);
        order.rotate_left(first);
        if order[1] > order[order.len() - 1] {
            order[1..].reverse();
        }
    } else if order[0] > order[order.len() - 1] {
        order.reverse();
    }
    order
}

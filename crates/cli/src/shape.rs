//! What a tour looks like, in numbers: how often it turns, and how often it crosses itself.

use knights_tour::{Square, Tour, TourKind};

/// How often the next leap does not go on in the direction of the last one.
pub(crate) fn turns(tour: &Tour) -> usize {
    let leaps = leaps(tour);
    let direction = |&(from, to): &(Square, Square)| {
        (to.file as i64 - from.file as i64, to.rank as i64 - from.rank as i64)
    };
    let mut turns = leaps.windows(2).filter(|pair| direction(&pair[0]) != direction(&pair[1])).count();
    if let (TourKind::Closed, Some(first), Some(last)) = (tour.kind(), leaps.first(), leaps.last()) {
        turns += usize::from(direction(first) != direction(last));
    }
    turns
}

/// How many pairs of leaps cross, drawn as straight lines from square to square.
pub(crate) fn crossings(tour: &Tour) -> usize {
    let leaps = leaps(tour);
    let pairs = leaps.iter().enumerate().flat_map(|(at, a)| leaps[at + 1..].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| do_cross(a, b)).count()
}

fn leaps(tour: &Tour) -> Vec<(Square, Square)> {
    let squares: Vec<Square> = tour.squares().collect();
    let mut leaps: Vec<(Square, Square)> = squares.windows(2).map(|pair| (pair[0], pair[1])).collect();
    if tour.kind() == TourKind::Closed {
        leaps.push((squares[squares.len() - 1], squares[0]));
    }
    leaps
}

/// Whether each has its ends on both sides of the other. Lines that only touch do not cross.
fn do_cross(a: &(Square, Square), b: &(Square, Square)) -> bool {
    let side = |line: &(Square, Square), point: Square| {
        let (x, y) = (line.0.file as i64, line.0.rank as i64);
        let (dx, dy) = (line.1.file as i64 - x, line.1.rank as i64 - y);
        (dx * (point.rank as i64 - y) - dy * (point.file as i64 - x)).signum()
    };
    side(a, b.0) * side(a, b.1) < 0 && side(b, a.0) * side(b, a.1) < 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use knights_tour::{Board, KNIGHT, notation};

    #[test]
    fn of_a_small_tour() {
        let board = Board::new(4, 3).unwrap();
        let names = ["a3", "c2", "a1", "b3", "d2", "b1", "c3", "d1", "b2", "d3", "c1", "a2"];
        let squares = names.map(|name| notation::parse_square(&board, name).unwrap());
        let tour = Tour::verify(&board, KNIGHT, squares).unwrap();
        assert_eq!(turns(&tour), 10);
        assert_eq!(crossings(&tour), crossings(&tour.clone().reversed()));
        let [a, b] = [["a1", "c2"], ["a2", "b1"]]
            .map(|pair| pair.map(|name| notation::parse_square(&board, name).unwrap()))
            .map(|[from, to]| (from, to));
        assert!(!do_cross(&a, &a));
        assert!(!do_cross(&a, &(a.1, b.0)));
    }
}

//! The outline of a board: the line between its squares and everything else.
//!
//! Every side of a square that borders a hole or the outside is an edge of the outline, directed so that the
//! square is on its right. Edges are joined into loops, of which only the corners are stored. Where four
//! edges meet in a point the loop turns right, so that squares that touch only in a point stay separate.

use std::collections::BTreeMap;

use ktour_core::{Board, Square};

use super::canvas::Pen;

/// A corner in board units, y down.
pub(crate) type Corner = (u64, u64);

/// Loops around the squares; the interior lies between an outer loop and the loops inside it.
pub(crate) fn outline(board: &Board) -> Vec<Vec<Corner>> {
    let (files, ranks) = (board.files(), board.ranks());
    if board.is_rectangle() {
        return vec![vec![(0, 0), (files, 0), (files, ranks), (0, ranks)]];
    }
    let exists = |x: u64, y: u64| y < ranks && board.contains(Square::new(x, board.rank_of(y)));
    // Directions of edges by their start; directions count clockwise from right.
    let mut pieces: BTreeMap<Corner, Vec<u8>> = BTreeMap::new();
    let mut add = |x: u64, y: u64, direction: u8| pieces.entry((x, y)).or_default().push(direction);
    for y in 0..ranks {
        for x in (0..files).filter(|&x| exists(x, y)) {
            if y == 0 || !exists(x, y - 1) {
                add(x, y, 0);
            }
            if !exists(x + 1, y) {
                add(x + 1, y, 1);
            }
            if !exists(x, y + 1) {
                add(x + 1, y + 1, 2);
            }
            if x == 0 || !exists(x - 1, y) {
                add(x, y + 1, 3);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((&first, _)) = pieces.first_key_value() {
        let mut corners = Vec::new();
        let (mut at, mut heading) = (first, u8::MAX);
        while let Some(leaving) = pieces.get_mut(&at) {
            let turn = |direction: u8| (direction + 4 - heading % 4) % 4;
            // The loop turns right if it can, else goes straight on, else turns left.
            let choice = match heading {
                u8::MAX => 0,
                _ => [1, 0, 3]
                    .iter()
                    .find_map(|&path| leaving.iter().position(|&d| turn(d) == path))
                    .unwrap_or(0),
            };
            let direction = leaving.swap_remove(choice);
            if leaving.is_empty() {
                pieces.remove(&at);
            }
            if direction != heading {
                corners.push(at);
            }
            heading = direction;
            at = match direction {
                0 => (at.0 + 1, at.1),
                1 => (at.0, at.1 + 1),
                2 => (at.0 - 1, at.1),
                _ => (at.0, at.1 - 1),
            };
            if at == first {
                break;
            }
        }
        loops.push(corners);
    }
    loops
}

/// Traces the loops of an outline.
pub(super) fn trace_loops(loops: &[Vec<Corner>], pen: &mut dyn Pen) {
    for corners in loops {
        for (at, &(x, y)) in corners.iter().enumerate() {
            let (x, y) = (x as f64, y as f64);
            if at == 0 { pen.move_to(x, y) } else { pen.line_to(x, y) }
        }
        pen.close();
    }
}

/// Runs of squares in every row, each from its first square to its end.
pub(super) fn runs(board: &Board) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
    (0..board.ranks()).flat_map(move |y| {
        let rank = board.rank_of(y);
        let exists = move |file: u64| board.contains(Square::new(file, rank));
        let mut file = 0;
        std::iter::from_fn(move || {
            while file < board.files() && !exists(file) {
                file += 1;
            }
            let from = file;
            if board.is_rectangle() {
                file = board.files();
            }
            while file < board.files() && exists(file) {
                file += 1;
            }
            (from < file).then(|| (from + u64::from(!Square::new(from, rank).is_dark()), file, y))
        })
        .filter(|(from, to, _)| from < to)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_ring_has_two_loops() {
        let board = Board::new(3, 3).unwrap().with_holes([Square::new(1, 1)]).unwrap();
        let loops = outline(&board);
        assert_eq!(loops.len(), 2);
        assert_eq!(loops[0], [(0, 0), (3, 0), (3, 3), (0, 3)]);
        assert_eq!(loops[1].len(), 4);
    }

    proptest! {
        /// The signed areas of the loops add up to the squares.
        #[test]
        fn the_outline_holds_every_square(files in 1u64..9, ranks in 1u64..9, holes in prop::collection::vec((0u64..9, 0u64..9), 0..30)) {
            let board = Board::new(files, ranks).unwrap();
            let holes = holes.into_iter().filter(|&(x, y)| x < files && y < ranks).map(|(x, y)| Square::new(x, y));
            let Ok(board) = board.with_holes(holes) else { return Ok(()) };
            let area: i64 = outline(&board).iter().map(|corners| {
                let next = corners.iter().cycle().skip(1);
                corners.iter().zip(next).map(|(a, b)| a.0 as i64 * b.1 as i64 - b.0 as i64 * a.1 as i64).sum::<i64>()
            }).sum();
            prop_assert_eq!(area as u128, 2 * board.square_count());
        }
    }
}

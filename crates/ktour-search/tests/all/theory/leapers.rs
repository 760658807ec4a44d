//! Knuth's condition against flood fill, for every leaper to (6,6) on every rectangle to 14×14.

use std::collections::HashSet;

use ktour_core::{Board, Leaper, Puzzle, Square, proof::check};
use ktour_search::theory::{exists, leaper_bound};

fn reaches_everything(board: &Board, leaper: Leaper) -> bool {
    let first = Square::new(0, 0);
    let (mut reached, mut todo) = (HashSet::from([first]), vec![first]);
    while let Some(at) = todo.pop() {
        todo.extend(board.leaps(leaper, at).filter(|&to| reached.insert(to)));
    }
    reached.len() as u128 == board.area()
}

#[test]
fn a_leaper_reaches_every_square_exactly_where_knuth_says() {
    for (r, s) in (1..=6).flat_map(|s| (0..=s).map(move |r| (r, s))) {
        let leaper = Leaper::new(r, s).unwrap();
        for (files, ranks) in (1..=14).flat_map(|ranks| (ranks..=14).map(move |files| (files, ranks))) {
            let board = Board::new(files, ranks).unwrap();
            let bound = leaper_bound(&board, leaper);
            assert_eq!(bound.is_none(), reaches_everything(&board, leaper), "{leaper} on {board}: {bound:?}");
        }
    }
}

#[test]
fn an_unreachable_square_is_a_reason() {
    for (r, s, files, ranks) in [(1, 3, 8, 8), (2, 4, 9, 9), (2, 3, 4, 20), (2, 3, 5, 5), (0, 2, 8, 8)] {
        let board = Board::new(files, ranks).unwrap();
        let puzzle = Puzzle::new(board).with_leaper(Leaper::new(r, s).unwrap());
        let verdict = exists(&puzzle);
        let reason = verdict.reason().expect("no tour");
        assert_eq!(check(&puzzle, reason), Ok(()), "{reason}");
    }
}

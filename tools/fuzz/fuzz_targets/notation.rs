//! Boards, squares, leapers and move orders as they are typed.
#![no_main]

use ktour_core::{Board, KNIGHT, Leaper, notation};
use ktour_search::MoveOrder;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(&board));
    }
    let board = Board::new(1000, 1000).expect("a board");
    if let Ok(square) = notation::parse_square(&board, text) {
        assert_eq!(notation::parse_square(&board, &notation::name(&board, square)), Ok(square));
    }
    let _ = (text.parse::<Leaper>(), MoveOrder::parse(text, KNIGHT), notation::split_squares(text));
});

//! Every reader of the engine, given the same bytes.

use std::{fs, path::Path};

use ktour_core::{Board, KNIGHT, Leaper, notation};
use ktour_render::read::{Hints, board, picture, tour, verify};
use ktour_search::MoveOrder;

/// Memory that reading one tour may take.
const READER_BYTES: u128 = 64 << 20;

/// Gives bytes to every reader, and returns whether they are a tour.
///
/// # Panics
/// Panics if reading and verifying disagree, or if a board or a square does not survive being written and
/// read.
pub fn read_all(bytes: &[u8]) -> bool {
    let hints = Hints { memory: READER_BYTES, ..Hints::default() };
    let is_tour = tour(bytes, &hints).is_ok();
    assert_eq!(is_tour, verify(bytes, &hints).is_ok(), "{:?}", String::from_utf8_lossy(bytes));
    let _ = (board(bytes), picture(bytes));
    if let Ok(text) = str::from_utf8(bytes) {
        typed(text);
    }
    is_tour
}

/// Reads boards, squares, leapers and move orders as they are typed.
fn typed(text: &str) {
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(&board));
    }
    let board = Board::new(1000, 1000).expect("a board");
    if let Ok(square) = notation::parse_square(&board, text) {
        assert_eq!(notation::parse_square(&board, &notation::name(&board, square)), Ok(square));
    }
    let _ = (text.parse::<Leaper>(), MoveOrder::parse(text, KNIGHT), notation::split_squares(text));
}

/// Returns good files of every format, by name: tours as text and data, boards as text and as a picture.
///
/// # Panics
/// Panics if the repository has no such file.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let tours = ["csv", "grid", "json", "npy", "squares"]
        .into_iter()
        .flat_map(|ending| ["open", "ring"].map(|name| format!("golden/{name}.{ending}")));
    let read = |name: String| {
        let file = fs::read(testdata.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, file)
    };
    let mut seeds: Vec<_> = tours.chain(["letters.png".to_owned()]).map(read).collect();
    seeds.push(("a drawn board".to_owned(), b"..#..\n.....\n.#.#.\n.....\n..#..\n".to_vec()));
    seeds.push(("an empty file".to_owned(), Vec::new()));
    seeds
}

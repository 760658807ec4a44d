//! What a reason shows is small, whatever the board.

use ktour_core::{
    Board, KNIGHT, Puzzle, Square, TourKind,
    proof::{Group, Region},
};
use ktour_search::theory::{Verdict, exists};

fn groups(files: u64, ranks: u64) -> Vec<Group> {
    let puzzle = Puzzle::new(Board::new(files, ranks).unwrap()).with_kind(TourKind::Closed);
    match exists(&puzzle) {
        Verdict::No(reason) => reason.groups(puzzle.board()),
        other => panic!("{files}x{ranks}: {other:?}"),
    }
}

#[test]
fn lines_and_colours_of_any_board_are_said_in_a_few_words() {
    let long = 1_000_000_000;
    let [outer, inner] = &groups(4, long)[..] else { panic!("two groups") };
    assert_eq!((outer.role, &outer.region, outer.count), ("outer", &Region::Files([0, 3]), 2_000_000_000));
    assert_eq!((inner.role, &inner.region, inner.count), ("inner", &Region::Files([1, 2]), 2_000_000_000));
    let [dark, light] = &groups(long + 1, long + 1)[..] else { panic!("two groups") };
    assert_eq!((dark.role, dark.count - light.count), ("dark", 1));
    assert_eq!(light.region, Region::Colour { is_dark: false });
}

#[test]
fn three_ranks_show_what_is_forced() {
    assert_eq!(groups(3, 4)[0].region, Region::Ranks([0, 3]));
    let [forced] = &groups(6, 3)[..] else { panic!("one group") };
    let Region::Squares(squares) = &forced.region else { panic!("listed") };
    let board = Board::new(6, 3).unwrap();
    assert!(squares.iter().all(|&square| board.leaps(KNIGHT, square).count() == 2));
    assert!(squares.len() as u128 == forced.count && squares.contains(&Square::new(0, 0)));
}

#[test]
fn a_cut_shows_what_is_removed_and_what_it_leaves() {
    let board = Board::new(5, 4).unwrap();
    let holes = ["a1", "e1"].map(|name| ktour_core::notation::parse_square(&board, name).unwrap());
    let open = |board: Board| Puzzle::new(board).with_kind(TourKind::Open);
    let boards = [board.clone(), board.with_holes(holes).unwrap(), Board::new(4, 4).unwrap()];
    let cut = boards.into_iter().map(open).find_map(|puzzle| match exists(&puzzle) {
        Verdict::No(reason) if reason.code() == "cut" => Some(reason.groups(puzzle.board())),
        _ => None,
    });
    let groups = cut.expect("4x4 is cut");
    assert!(groups[0].role == "removed" && groups[1..].iter().all(|group| group.role == "piece"));
    assert_eq!(groups.iter().map(|group| group.count).sum::<u128>(), 16, "every square has its part");
}

//! The tables of the five documents, reproduced exactly.

use std::ops::ControlFlow;

use ktour_core::{Board, Control, KNIGHT, Outcome, Puzzle, Square, Tour, notation::parse_square};
use ktour_search::{CanStart, Method, MoveOrder, StartAnswer, Strategy, solve, starts, starts_with_tours};
use serde::Deserialize;

#[derive(Deserialize)]
struct DocumentFacts {
    grid: Vec<Grid>,
    backtracking_rows: BacktrackingRows,
}

#[derive(Deserialize)]
struct Grid {
    board: String,
    start: String,
    order: Vec<(i64, i64)>,
    rows: Vec<Vec<u32>>,
}

#[derive(Deserialize)]
struct BacktrackingRows {
    order_row_col: Vec<(i64, i64)>,
    start_row_col: (u64, u64),
    rows: Vec<PrintedRow>,
}

#[derive(Deserialize)]
struct PrintedRow {
    rows: u64,
    cols: u64,
    tested: u64,
    placed: u64,
    report_trials: u64,
    report_moves: u64,
}

fn documents() -> DocumentFacts {
    toml::from_str(include_str!("../../../../testdata/documents.toml")).unwrap()
}

fn pairs(leaps: impl Iterator<Item = (i64, i64)>) -> MoveOrder {
    let text: Vec<String> = leaps.map(|(dx, dy)| format!("{dx},{dy}")).collect();
    MoveOrder::parse(&text.join(" "), KNIGHT).unwrap()
}

#[test]
fn the_grid_of_the_page_is_reproduced() {
    for grid in documents().grid {
        let board: Board = grid.board.parse().unwrap();
        let start = parse_square(&board, &grid.start).unwrap();
        let puzzle = Puzzle::new(board.clone()).starting_at(start).unwrap();
        let order = pairs(grid.order.iter().copied());
        assert_eq!(order, MoveOrder::parse("d0", KNIGHT).unwrap());
        for method in [Method::Backtrack, Method::BacktrackIterative] {
            let strategy = Strategy { order: Some(order.clone()), ..Strategy::new(method) };
            let tour = solve(&puzzle, &strategy, &Control::unlimited()).unwrap().outcome.found().unwrap();
            let steps = tour.steps();
            let rows: Vec<Vec<u32>> =
                steps.chunks(board.files() as usize).rev().map(<[u32]>::to_vec).collect();
            assert_eq!(rows, grid.rows, "{method}");
        }
    }
}

#[test]
fn the_three_rows_of_trials_and_moves_of_the_report_are_reproduced() {
    let table = documents().backtracking_rows;
    let order = pairs(table.order_row_col.iter().map(|&(row, column)| (column, row)));
    assert_eq!(order, MoveOrder::parse("d2", KNIGHT).unwrap());
    for row in table.rows {
        let board = Board::new(row.cols, row.rows).unwrap();
        let (down, right) = table.start_row_col;
        let puzzle = Puzzle::new(board).starting_at(Square::new(right, row.rows - 1 - down)).unwrap();
        for method in [Method::Backtrack, Method::BacktrackIterative] {
            let strategy = Strategy { order: Some(order.clone()), ..Strategy::new(method) };
            let answer = solve(&puzzle, &strategy, &Control::unlimited()).unwrap();
            let stats = answer.stats;
            assert!(matches!(answer.outcome, Outcome::Found(_)));
            assert_eq!((stats.trials, stats.moves), (row.tested, row.placed), "{method}");
            assert_eq!(stats.as_the_report_counts(), (row.report_trials, row.report_moves));
        }
    }
}

#[test]
fn every_start_of_5x5_is_answered_as_the_article_does() {
    let puzzle = Puzzle::new(Board::new(5, 5).unwrap());
    let answers = starts(&puzzle, &Strategy::default(), &Control::unlimited(), |_| ()).unwrap();
    assert_eq!(answers.len(), 25);
    for StartAnswer { start, answer } in answers {
        let is_yes = match answer {
            CanStart::Yes => true,
            CanStart::No(_) => false,
            CanStart::Unknown(_) => panic!("5x5 is small enough to know"),
        };
        assert_eq!(is_yes, (start.file + 4 - start.rank) % 2 == 0, "{start}");
    }
}

#[test]
fn every_start_of_6x6_has_a_tour() {
    let puzzle = Puzzle::new(Board::new(6, 6).unwrap());
    let mut tours = 0;
    let each = |answer: &StartAnswer, tour: Option<&Tour>| {
        assert_eq!(tour.and_then(|tour| tour.square_at(1)), Some(answer.start));
        tours += 1;
        ControlFlow::Continue(())
    };
    starts_with_tours(&puzzle, &Strategy::default(), &Control::unlimited(), each).unwrap();
    assert_eq!(tours, 36);
}

//! The report's table of classes, computed, and where its two figures differ from it.
//!
//! `UPDATE=1 cargo test --test all theory::table` writes the page `docs/existence-table.md`.

use std::fmt::Write;

use ktour_core::{Board, Control, Outcome, Puzzle, TourKind};
use ktour_search::{
    Method, Strategy, solve,
    theory::{self, Class, Missing, exists},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct TableFacts {
    existence: PrintedExistence,
}

#[derive(Deserialize)]
struct PrintedExistence {
    figure_3_1: Vec<String>,
    figure_1_rows_that_differ: Vec<DifferingRow>,
}

#[derive(Deserialize)]
struct DifferingRow {
    m: usize,
    row: String,
}

type ClassTable = Vec<Vec<String>>;

/// Figures 1 and 3.1 as they are printed.
fn figures() -> (ClassTable, ClassTable) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/documents.toml");
    let documents: TableFacts = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cells = |row: &String| row.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let second: ClassTable = documents.existence.figure_3_1.iter().map(cells).collect();
    let mut first = second.clone();
    for DifferingRow { m, row } in &documents.existence.figure_1_rows_that_differ {
        first[m - 1] = cells(row);
    }
    (first, second)
}

fn board(m: usize, n: usize) -> Board {
    Board::new(n as u64, m as u64).unwrap()
}

fn truth() -> ClassTable {
    (1..=20).map(|m| (1..=20).map(|n| Class::new(&board(m, n)).to_string()).collect()).collect()
}

/// A tour that a person can follow, or, where it is long, how to have one printed.
fn a_tour(puzzle: &Puzzle) -> String {
    if puzzle.board().area() > 30 {
        let board = puzzle.board();
        return format!("`ktour solve {board} --closed` prints one");
    }
    let answer = solve(puzzle, &Strategy::new(Method::Exact), &Control::unlimited()).unwrap();
    let Outcome::Found(tour) = answer.outcome else { panic!("{} has a tour", puzzle.board()) };
    tour.squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// Why the true class is what it is, in one sentence.
fn because(board: &Board, claimed: &str) -> String {
    let of_kind = |kind| Puzzle::new(board.clone()).with_kind(kind);
    let reason = |kind| exists(&of_kind(kind)).reason().map(|reason| reason.text(board)).unwrap_or_default();
    match (Class::new(board), claimed) {
        (Class::Open, "x") if board.area() == 1 => "one square is an open tour without a leap".into(),
        (Class::Open, "c") => format!("no closed tour: {}", reason(TourKind::Closed)),
        (Class::Open, "e") => {
            "an even number of squares: without one of them an odd number is left, and colours alternate"
                .into()
        }
        (Class::MissingOne, "c") => format!("no closed tour: {}", reason(TourKind::Closed)),
        (Class::MissingOne, _) => {
            let rule = theory::missing_square_rule(board);
            let hole = board.squares().find(|&square| rule.allows(square)).unwrap();
            let rest = Puzzle::new(board.with_holes([hole]).unwrap()).with_kind(TourKind::Closed);
            format!("a closed tour without {hole}: {}", a_tour(&rest))
        }
        (Class::Closed, _) => format!("a closed tour: {}", a_tour(&of_kind(TourKind::Closed))),
        (Class::Neither, _) => format!("no tour: {}", reason(TourKind::Open)),
        (Class::Open, _) => format!("an open tour: {}", a_tour(&of_kind(TourKind::Open))),
    }
}

fn differences(page: &mut String, name: &str, figure: &ClassTable, truth: &ClassTable) {
    let cells = (0..20).flat_map(|m| (0..20).map(move |n| (m, n)));
    let wrong: Vec<(usize, usize)> = cells.filter(|&(m, n)| figure[m][n] != truth[m][n]).collect();
    writeln!(page, "\n## {name}: {} cells differ\n", wrong.len()).unwrap();
    writeln!(page, "| m×n | printed | true | because |\n| --- | --- | --- | --- |").unwrap();
    for (m, n) in wrong {
        let why = because(&board(m + 1, n + 1), &figure[m][n]);
        writeln!(page, "| {}×{} | {} | {} | {why} |", m + 1, n + 1, figure[m][n], truth[m][n]).unwrap();
    }
}

fn page() -> String {
    let ((first, second), truth) = (figures(), truth());
    let mut page = String::from(
        "# Which rectangles have a tour, to 20×20\n\n\
         Written by `UPDATE=1 cargo test -p ktour-search --test all theory::table`; the same test fails when it is out of date.\n\n\
         c: a closed tour. e: none, but one with a single square missing (both sides odd). o: neither, but an open tour. \
         x: no tour. Row m, column n; m ranks and n files. Why each is so: [existence.md](existence.md). The two tables that it is compared with are those of a [university report](sources.md#a-university-report).\n\n```\n",
    );
    for row in &truth {
        writeln!(page, "{}", row.join(" ")).unwrap();
    }
    page.push_str("```\n");
    differences(&mut page, "Figure 1 of the university report", &first, &truth);
    differences(&mut page, "Figure 3.1 of the university report", &second, &truth);
    page
}

#[test]
fn the_page_of_differences_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/existence-table.md");
    let page = page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page, "run it again with UPDATE=1");
}

#[test]
fn the_table_is_symmetric_and_every_e_says_which_squares() {
    let truth = truth();
    for (m, n) in (1..=20).flat_map(|m| (1..=20).map(move |n| (m, n))) {
        assert_eq!(truth[m - 1][n - 1], truth[n - 1][m - 1]);
        let rule = theory::missing_square_rule(&board(m, n));
        assert_eq!(rule.is_possible(), truth[m - 1][n - 1] == "e", "{m}x{n}");
        assert_eq!(rule == Missing::EvenBoard, m * n % 2 == 0);
    }
}

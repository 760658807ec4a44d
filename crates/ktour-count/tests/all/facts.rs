//! Published numbers, counted anew.

use ktour_core::{Control, Puzzle, TourKind};
use ktour_count::{Counter, Resources, TourCount};
use serde::Deserialize;

#[derive(Deserialize)]
struct Facts {
    count: Vec<CountFact>,
}

#[derive(Deserialize)]
struct CountFact {
    board: String,
    closed_undirected: Option<String>,
    open_directed: Option<String>,
    cost: u64,
    source: String,
}

fn count(puzzle: &Puzzle, resources: &Resources) -> TourCount {
    Counter::new(puzzle).unwrap().count(resources, &Control::unlimited()).unwrap().tours
}

fn check(is_chosen: impl Fn(u64) -> bool) {
    let facts: Facts = toml::from_str(include_str!("../../../../testdata/counts.toml")).unwrap();
    for fact in facts.count.iter().filter(|fact| is_chosen(fact.cost)) {
        let puzzle = Puzzle::new(fact.board.parse().unwrap());
        let tours = |kind| count(&puzzle.clone().with_kind(kind), &Resources::default());
        if let Some(number) = &fact.closed_undirected {
            let tours = tours(TourKind::Closed);
            assert_eq!(tours.undirected().to_string(), *number, "{}: {}", fact.board, fact.source);
            assert_eq!(*tours.directed(), tours.undirected() * 2u32);
        }
        if let Some(number) = &fact.open_directed {
            let tours = tours(TourKind::Open);
            assert_eq!(tours.directed().to_string(), *number, "{}: {}", fact.board, fact.source);
        }
    }
}

#[test]
fn small_boards_have_their_published_numbers() {
    check(|cost| cost == 0);
}

#[test]
#[ignore = "minutes and gigabytes"]
fn large_boards_have_their_published_numbers() {
    check(|cost| cost > 0);
}

#[test]
fn long_boards_need_wide_numbers() {
    // No published number is this long: this only says that counts widen, and that the answer
    // does not depend on the number of threads.
    let board = "3x200".parse().unwrap();
    let puzzle = Puzzle::new(board).with_kind(TourKind::Closed);
    let one = count(&puzzle, &Resources::default().with_threads(1));
    let two = count(&puzzle, &Resources::default().with_threads(2));
    assert_eq!(one, two);
    assert!(one.undirected().bits() > 128);
}

/// The numbers of a row of a table in Markdown, behind a board.
fn row(line: &str) -> Option<(Puzzle, Vec<String>)> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let board = cells[0].replace('×', "x").parse().ok()?;
    Some((Puzzle::new(board), cells[1..].iter().map(|cell| (*cell).to_owned()).collect()))
}

#[test]
fn the_table_of_all_boards_up_to_40_squares_is_true() {
    let page = include_str!("../../../../docs/counts.md");
    let (_, page) = page.split_once("## All boards with files × ranks up to 40").unwrap();
    let (table, _) = page.split_once("\n## ").unwrap();
    let mut boards = 0;
    for (puzzle, numbers) in table.lines().filter_map(row) {
        let tours = |kind| count(&puzzle.clone().with_kind(kind), &Resources::default());
        let counted = [TourKind::Closed, TourKind::Open].map(|kind| tours(kind).undirected().to_string());
        assert_eq!(numbers, counted, "{}", puzzle.board());
        boards += 1;
    }
    // From 3 a side on, the shorter side first.
    let sides = (3..=6u64).flat_map(|files| (files..=40 / files).map(move |_| files));
    assert_eq!(boards, sides.count());
}

//! The facts of `testdata/existence.toml` and `testdata/impossible.toml`, which no method contradicts.

use std::{collections::BTreeSet, time::Duration};

use ktour_core::{Board, Control, Outcome, Puzzle, Square, TourKind, notation::parse_square, proof::check};
use ktour_search::{
    Method, Strategy, solve,
    theory::{self, exists, parity},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Existence {
    closed: Vec<Boards>,
    open: Vec<Boards>,
    starts: Vec<SquareFacts>,
    pairs: Vec<SquareFacts>,
    missing: Vec<SquareFacts>,
}

#[derive(Deserialize)]
struct Boards {
    yes: Vec<String>,
    no: Vec<String>,
}

#[derive(Deserialize)]
struct SquareFacts {
    board: Sides,
    #[serde(default)]
    yes: Vec<String>,
    #[serde(default)]
    no: Vec<String>,
}

#[derive(Deserialize)]
struct Impossibles {
    impossible: Vec<Impossible>,
}

#[derive(Deserialize)]
struct Impossible {
    board: Sides,
    kind: Option<String>,
    start: Option<String>,
    end: Option<String>,
    #[serde(default)]
    holes: Vec<String>,
    leaper: Option<String>,
    code: String,
}

/// A board by its sides.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Sides(Board);

impl TryFrom<String> for Sides {
    type Error = ktour_core::error::BoardError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Sides)
    }
}

fn facts<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn of_kind(board: &str, kind: TourKind) -> Puzzle {
    Puzzle::new(board.parse().unwrap()).with_kind(kind)
}

#[test]
fn rectangles_with_and_without_tours() {
    let facts: Existence = facts("existence.toml");
    for (kind, entries) in [(TourKind::Closed, &facts.closed), (TourKind::Open, &facts.open)] {
        for boards in entries {
            boards
                .yes
                .iter()
                .for_each(|board| assert!(exists(&of_kind(board, kind)).is_yes(), "{board} {kind}"));
            for board in &boards.no {
                let puzzle = of_kind(board, kind);
                let verdict = exists(&puzzle);
                let reason = verdict.reason().unwrap_or_else(|| panic!("{board} {kind}: {verdict:?}"));
                assert_eq!(check(&puzzle, reason), Ok(()), "{board} {kind}: {reason}");
            }
        }
    }
}

#[test]
fn starts_pairs_and_missing_squares() {
    let facts: Existence = facts("existence.toml");
    let set = |board: &Board, names: &[String]| -> BTreeSet<Square> {
        names.iter().map(|name| parse_square(board, name).unwrap()).collect()
    };
    for SquareFacts { board: Sides(board), no, .. } in &facts.starts {
        let from = |start| Puzzle::new(board.clone()).with_kind(TourKind::Open).starting_at(start).unwrap();
        let none: BTreeSet<Square> =
            board.squares().filter(|&start| !exists(&from(start)).is_yes()).collect();
        assert_eq!(none, set(board, no), "{board}");
    }
    for SquareFacts { board: Sides(board), yes, .. } in &facts.missing {
        let rule = theory::missing_square_rule(board);
        let allowed: BTreeSet<Square> = board.squares().filter(|&hole| rule.allows(hole)).collect();
        assert_eq!(allowed, set(board, yes), "{board}");
    }
    for SquareFacts { board: Sides(board), no, .. } in &facts.pairs {
        let class = |a: Square, b: Square| {
            let turned = board
                .symmetries()
                .into_iter()
                .map(|s| [s.apply_to_square(board, a), s.apply_to_square(board, b)]);
            turned.map(|[a, b]| (a.min(b), a.max(b))).min().unwrap()
        };
        let read = |pair: &String| {
            let (a, b) = pair.split_once(' ').unwrap();
            class(parse_square(board, a).unwrap(), parse_square(board, b).unwrap())
        };
        let mut none = BTreeSet::new();
        for start in board.squares() {
            for end in board.squares().filter(|&end| end > start) {
                let puzzle = Puzzle::new(board.clone()).starting_at(start).unwrap().ending_at(end).unwrap();
                if parity(&puzzle).is_none() && !exists(&puzzle).is_yes() {
                    none.insert(class(start, end));
                }
            }
        }
        assert_eq!(none, no.iter().map(read).collect(), "{board}");
    }
}

fn puzzle(entry: &Impossible) -> Puzzle {
    let Sides(board) = &entry.board;
    let square = |name: &String| parse_square(board, name).unwrap();
    let mut puzzle = Puzzle::new(board.with_holes(entry.holes.iter().map(square)).unwrap());
    if let Some(leaper) = &entry.leaper {
        puzzle = puzzle.with_leaper(leaper.parse().unwrap());
    }
    match entry.kind.as_deref() {
        Some("closed") => puzzle = puzzle.with_kind(TourKind::Closed),
        Some(other) => assert_eq!(other, "open"),
        None => {}
    }
    if let Some(start) = &entry.start {
        puzzle = puzzle.starting_at(square(start)).unwrap();
    }
    match &entry.end {
        Some(end) => puzzle.ending_at(square(end)).unwrap(),
        None => puzzle,
    }
}

#[test]
fn every_impossible_puzzle_has_its_reason_and_no_method_solves_it() {
    for entry in facts::<Impossibles>("impossible.toml").impossible {
        let puzzle = puzzle(&entry);
        let verdict = exists(&puzzle);
        let reason = verdict.reason().unwrap_or_else(|| panic!("{}: {verdict:?}", puzzle.board()));
        assert_eq!(reason.code(), entry.code, "{} {reason}", puzzle.board());
        assert_eq!(check(&puzzle, reason), Ok(()), "{} {reason}", puzzle.board());
        for (name, method) in Method::NAMED {
            let answer = solve(&puzzle, &Strategy::new(method), &Control::within(Duration::from_millis(50)));
            let found = answer.is_ok_and(|answer| matches!(answer.outcome, Outcome::Found(_)));
            assert!(!found, "{name} claims a tour of {}", puzzle.board());
        }
    }
}

//! Time to make, solve and check puzzles: medians of fifty seeds on one thread, against their limits.

use std::{
    io::BufRead,
    time::{Duration, Instant},
};

use ktour_core::{Board, Control, KNIGHT, Outcome, TourKind};
use ktour_puzzle::{Clues, Difficulty, Givens, PuzzleOptions, Uniqueness};
use serde_json::Value;

use crate::{clock::fastest, row::Row};

const SEEDS: u64 = 50;

pub(super) fn puzzles() -> Vec<Row> {
    [
        (6, Some(Difficulty::Medium), None, 0.2),
        (8, Some(Difficulty::Hard), None, 2.0),
        (8, None, Some(Clues::Fewest), 20.0),
        (10, Some(Difficulty::Medium), None, 10.0),
    ]
    .into_iter()
    .flat_map(|(side, difficulty, clues, limit)| rows(side, difficulty, clues, limit))
    .collect()
}

/// Makes fifty puzzles, then solves each with either solver; signatures are the numbers of clues and of
/// positions.
fn rows(side: u64, difficulty: Option<Difficulty>, clues: Option<Clues>, limit: f64) -> [Row; 3] {
    let board = Board::new(side, side).expect("a board");
    let what = difficulty.map_or("fewest", Difficulty::name);
    let (mut making, mut solving, mut checking) = (Vec::new(), Vec::new(), Vec::new());
    let (mut all_clues, mut nodes, mut checked) = (0, 0, 0);
    for seed in 0..SEEDS {
        let began = Instant::now();
        let wish = PuzzleOptions { difficulty, clues, seed, ..PuzzleOptions::new(board.clone()) };
        let Ok(Outcome::Found(made)) = wish.make(&Control::unlimited()) else {
            panic!("{board} has puzzles")
        };
        making.push(began.elapsed());
        all_clues += made.givens.steps().len();
        let (time, looked) = timed(&made.givens, Givens::solve);
        solving.push(time);
        nodes += looked;
        let (time, looked) = timed(&made.givens, Givens::check);
        checking.push(time);
        checked += looked;
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    };
    let searching = median(&mut solving);
    let row = |verb: &str, mut times: Vec<Duration>, signature: String| {
        let median = Duration::from_secs_f64(median(&mut times));
        Row::new(format!("{verb} {board} {what}, median"), signature).time(median)
    };
    let longest = |times: &[Duration]| times.iter().max().map_or(0.0, Duration::as_secs_f64);
    let with_longest = |row: Row, median: f64, longest: f64| {
        row.against(format!("the longest ({longest:.3} s)"), longest / median)
    };
    let [longest_make, longest_solve, longest_check] =
        [&making, &solving, &checking].map(|times| longest(times));
    let (making_median, checking_median) = (median(&mut making), median(&mut checking));
    [
        with_longest(
            row("make", making, format!("{all_clues} clues")).within(limit),
            making_median,
            longest_make,
        ),
        with_longest(row("solve", solving, format!("{nodes} nodes")).within(0.05), searching, longest_solve),
        with_longest(
            row("check", checking, format!("{checked} nodes"))
                .against("solving it", searching / checking_median),
            checking_median,
            longest_check,
        ),
    ]
}

/// Solves puzzles of square boards, one per line, for comparison with a peer: the fastest of three rounds
/// each, from the given steps to the end of the search for a second solution.
pub(super) fn solve_lines(input: impl BufRead) {
    for line in input.lines() {
        let document: Value = serde_json::from_str(&line.expect("a line")).expect("a document");
        let side = |name: &str| document["board"][name].as_u64().expect("a side");
        let board = Board::new(side("files"), side("ranks")).expect("a board");
        let kind = if document["kind"] == "closed" { TourKind::Closed } else { TourKind::Open };
        let steps: Vec<_> = document["givens"]
            .as_object()
            .expect("given steps")
            .iter()
            .map(|(name, step)| (name.parse().expect("a square"), step.as_u64().expect("a step") as u32))
            .collect();
        let (time, verdict) = fastest(3, || {
            let givens = Givens::new(&board, KNIGHT, kind, steps.clone()).expect("a puzzle");
            givens.solve(&Control::unlimited())
        });
        println!("{} {}", time.as_secs_f64(), !matches!(verdict, Uniqueness::Unique(_)));
    }
}

fn timed(givens: &Givens, solver: impl Fn(&Givens, &Control) -> Uniqueness) -> (Duration, u64) {
    let control = Control::unlimited();
    let began = Instant::now();
    let verdict = solver(givens, &control);
    let time = began.elapsed();
    assert!(matches!(verdict, Uniqueness::Unique(_)), "a puzzle has one solution:\n{givens}");
    (time, control.progress().done + 1)
}

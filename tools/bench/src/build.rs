//! How fast tours are built: number grids against memory, single questions, and growth.
//!
//! Everything is measured in one run, so the ratios hold whatever the machine. A signature is a sum that
//! any change of the tours would change.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use ktour_core::{Board, Control, Puzzle, Square, random::Random};
use ktour_search::{
    Method, Strategy, Tie,
    build::{ImplicitTour, build},
    solve,
};

use crate::{
    clock::{fastest, fastest_alone},
    row::Row,
};

/// Squares per second of the fastest public constructors (see BENCHMARKS.md).
const PUBLIC: f64 = 35e6;

fn row(name: &str, seconds: f64, (amount, unit): (f64, &'static str), signature: u64) -> Row {
    Row::new(name, format!("{signature:016x}")).time(Duration::from_secs_f64(seconds)).done(amount, unit)
}

fn tour(files: u64, ranks: u64) -> ImplicitTour {
    let board = Board::new(files, ranks).expect("a board");
    build(&Puzzle::new(board)).expect("a tour of an even board")
}

/// Processor time of the fastest of several runs on one thread, in seconds.
fn best(times: u32, work: impl FnMut()) -> f64 {
    fastest_alone(times, work).0.as_secs_f64()
}

fn digest(numbers: &[u32]) -> u64 {
    numbers.iter().step_by(4099).fold(0, |sum: u64, &number| sum.wrapping_mul(31).wrapping_add(number.into()))
}

/// 0, 1, 2, … into the same memory, by as many threads.
fn store_counter(numbers: &mut [u32], threads: usize) {
    let share = numbers.len().div_ceil(threads);
    std::thread::scope(|scope| {
        for (number, part) in numbers.chunks_mut(share).enumerate() {
            scope.spawn(move || {
                for (to, value) in part.iter_mut().zip((number * share) as u32..) {
                    *to = value;
                }
            });
        }
    });
}

pub(super) fn number_grid() -> Vec<Row> {
    const SIDE: u64 = 16384;
    let tour = tour(SIDE, SIDE);
    let squares = (SIDE * SIDE) as usize;
    let began = Instant::now();
    let mut numbers = vec![0u32; squares];
    tour.write_grid(&mut numbers, 2);
    let fresh = began.elapsed().as_secs_f64();
    let touched = fastest(5, || tour.write_grid(black_box(&mut numbers), 2)).0.as_secs_f64();
    let signature = digest(&numbers);
    let counter = fastest(5, || store_counter(black_box(&mut numbers), 2)).0.as_secs_f64();
    let done = (squares as f64, "squares");
    let rows = [
        row("16384x16384 number grid, 2 threads, into touched memory", touched, done, signature).limit(
            0.6,
            "storing a running counter",
            counter / touched,
        ),
        row("the same into fresh memory", fresh, done, signature).against("touched memory", touched / fresh),
        row("a running counter into touched memory", counter, done, 0),
    ];
    rows.into()
}

pub(super) fn questions() -> Vec<Row> {
    const SIDE: u64 = 1_000_000_000;
    const COUNT: usize = 1_000_000;
    let began = Instant::now();
    let tour = tour(SIDE, SIDE);
    let building = began.elapsed().as_secs_f64();
    let mut random = Random::new(1, 0);
    let mut square = || Square::new(random.below_u64(SIDE), random.below_u64(SIDE));
    let squares: Vec<Square> = (0..COUNT).map(|_| square()).collect();
    let steps: Vec<u128> = squares.iter().map(|&square| tour.step_of(square).unwrap_or(0)).collect();
    let signature = steps.iter().fold(0, |sum: u64, &step| sum.wrapping_mul(31).wrapping_add(step as u64));
    let of = best(5, || squares.iter().for_each(|&square| _ = black_box(tour.step_of(square))));
    let at = best(5, || steps.iter().for_each(|&step| _ = black_box(tour.square_at(step))));
    assert!(squares.iter().zip(&steps).all(|(&square, &step)| tour.square_at(step) == Some(square)));
    let done = (COUNT as f64, "random queries");
    let query = |name: &str, seconds: f64| {
        let limit = 100e-9 * COUNT as f64 / seconds;
        row(name, seconds, done, signature).limit(1.0, "a limit of 100 ns each", limit)
    };
    vec![
        row("10^9 x 10^9, until the first answer", building, (1.0, "building"), signature),
        query("10^9 x 10^9, step_of", of),
        query("10^9 x 10^9, square_at", at),
    ]
}

pub(super) fn one_thread() -> Vec<Row> {
    const SIDE: u64 = 4000;
    let mut numbers = vec![0u32; (SIDE * SIDE) as usize];
    let grid = best(5, || tour(SIDE, SIDE).write_grid(black_box(&mut numbers), 1));
    let signature = digest(&numbers);
    let mut squares: Vec<Square> = Vec::with_capacity((SIDE * SIDE) as usize);
    let list = best(3, || {
        squares.clear();
        black_box(tour(SIDE, SIDE)).squares().for_each(|square| squares.push(square));
    });
    let board = Board::new(1000, 1000).expect("a board");
    let puzzle = Puzzle::new(board).starting_at(Square::new(0, 0)).expect("a1 is there");
    let rule = Strategy { tie: Tie::Far, ..Strategy::new(Method::Warnsdorff) };
    let greedy = best(2, || drop(black_box(solve(&puzzle, &rule, &Control::unlimited())))) / 1e6;
    let done = ((SIDE * SIDE) as f64, "squares");
    let public = |seconds: f64| done.0 / seconds / PUBLIC;
    let grid_row = row("4000x4000 closed, number grid, 1 thread", grid, done, signature)
        .limit(20.0, "35 M squares/s, the fastest public constructors", public(grid))
        .limit(30.0, "our Warnsdorff at 1000x1000, per square", greedy * done.0 / grid);
    let list_row = row("4000x4000 closed, squares in order, 1 thread", list, done, signature);
    vec![grid_row, list_row.against("35 M squares/s", public(list))]
}

pub(super) fn growth() -> Vec<Row> {
    let each = |side: u64, times: u32| {
        let tour = tour(side, side);
        let mut numbers = vec![0u32; side as usize];
        let seconds = best(times, || {
            (0..side).for_each(|rank| tour.write_rank(rank, black_box(&mut numbers)));
        });
        (seconds / (side * side) as f64, digest(&numbers))
    };
    let ((small, _), (large, signature)) = (each(1000, 20), each(31622, 2));
    let name = "10^9 squares, rank by rank, 1 thread";
    let row = row(name, large * 1e9, (1e9, "squares"), signature);
    vec![row.limit(0.67, "a square of 10^6", small / large)]
}

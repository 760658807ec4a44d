//! Large boards with holes all over, and large shapes: how time grows with the squares, and against the tour of the
//! whole rectangle, built and verified in the same run.
//!
//! Boards are made by chance with a seed, or drawn by formulas. Squares that no tour can visit are taken off the shapes, and
//! colours are evened out in the middle, where no square is starved by it.

use std::time::Duration;

use knights_tour::{
    Board, Control, Puzzle, Square, Strategy, TourKind, build, random::Random, search::Stats, solve,
};

use crate::{Row, fastest};

/// The control of one board.
const PATIENCE: Duration = Duration::from_secs(600);
const KINDS: [TourKind; 2] = [TourKind::Closed, TourKind::Open];
/// Of a thousand squares so many are missing.
const PER_MILLE: [u64; 3] = [1, 10, 30];
/// Around a square that is taken away to even the colours, so many are there on every side.
const INNER: usize = 4;

/// Holes all over, then shapes; each at four times the squares of the one before.
pub(crate) fn large() -> Vec<Row> {
    let riddles = PER_MILLE.into_iter().map(|per_mille| {
        let boards = [500, 1000, 2000, 4000].map(|side| riddled(side, per_mille));
        (format!("{per_mille} ‰ holes"), boards.to_vec())
    });
    let hearts = [1000, 2000, 4000].map(|side| drawn(side, side, heart)).to_vec();
    let letters = [1000, 2000, 4000].map(|side| drawn(side, side / 2, letters)).to_vec();
    let shapes = [("heart".to_owned(), hearts), ("letters".to_owned(), letters)];
    riddles.chain(shapes).flat_map(|(what, boards)| growth(&what, &boards)).collect()
}

/// Squares and seconds of closed tours of the same boards, for a picture.
pub(crate) fn points(what: &str) -> Vec<(f64, f64)> {
    let boards: Vec<Board> = match what {
        "heart" => [300, 1000, 2000, 4000].map(|side| drawn(side, side, heart)).to_vec(),
        "letters" => [500, 1000, 2000, 4000].map(|side| drawn(side, side / 2, letters)).to_vec(),
        _ => {
            let per_mille = what.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_default();
            [300, 500, 1000, 2000, 4000].map(|side| riddled(side, per_mille)).to_vec()
        }
    };
    let squares = |board: &Board| board.square_count() as f64;
    boards.iter().map(|board| (squares(board), solved(board, TourKind::Closed).0.as_secs_f64())).collect()
}

/// The fastest tour of a board, and what it counted.
fn solved(board: &Board, kind: TourKind) -> (Duration, Stats) {
    let puzzle = Puzzle::new(board.clone()).with_kind(kind);
    let repeats = if board.area() > 1_000_000 { 2 } else { 3 };
    let (time, answer) = fastest(repeats, || {
        solve(&puzzle, &Strategy::default(), &Control::within(PATIENCE)).expect("it fits")
    });
    assert!(answer.outcome.found().is_some(), "{board} with holes has a {kind} tour");
    (time, answer.stats)
}

/// Boards of one make, each of them against its whole rectangle and against the one before.
fn growth(what: &str, boards: &[Board]) -> Vec<Row> {
    let mut rows = Vec::new();
    for kind in KINDS {
        let mut before = None;
        for board in boards {
            let whole = Board::new(board.files(), board.ranks()).expect("the board has squares");
            let (whole, _) = fastest(2, || {
                let tour = build::build(&Puzzle::new(whole.clone())).expect("a large rectangle has a tour");
                tour.verified().expect("what is built is a tour").len()
            });
            let (time, stats) = solved(board, kind);
            let squares = board.square_count() as f64;
            let each = time.as_secs_f64() / squares;
            let mut ratios =
                vec![("the whole, built and verified".to_owned(), whole.as_secs_f64() / time.as_secs_f64())];
            ratios.extend(
                before.replace(each).map(|before| ("a square of the board before".to_owned(), before / each)),
            );
            rows.push(Row {
                name: format!("{board}, {what}, {} squares, {kind}", board.square_count()),
                time: Some(time),
                done: Some((squares, "squares")),
                ratios,
                signature: format!("{}, {} tries, {} trials", stats.method, stats.tries, stats.trials),
            });
        }
    }
    rows
}

/// A square board without so many squares of a thousand, all over but within three of an edge.
fn riddled(side: u64, per_mille: u64) -> Board {
    let mut random = Random::new(side, per_mille);
    let mut place = || 3 + random.below_wide(side - 6);
    let mut holes: Vec<Square> =
        (0..side * side * per_mille / 1000).map(|_| Square::new(place(), place())).collect();
    holes.sort_unstable();
    holes.dedup();
    let (mut dark, mut light): (Vec<Square>, Vec<Square>) = holes.into_iter().partition(|s| s.is_dark());
    let even = dark.len().min(light.len());
    dark.truncate(even);
    light.truncate(even);
    let full = Board::new(side, side).expect("the board has squares");
    full.with_holes(dark.into_iter().chain(light)).expect("squares are left")
}

/// From -1 to 1 both ways.
fn heart(x: f64, y: f64) -> bool {
    let (x, y) = (1.2 * x, 1.2 * y + 0.1);
    (x * x + y * y - 1.0).powi(3) < x * x * y.powi(3)
}

/// A W and an M on one line, of thin slanting strokes.
fn letters(x: f64, y: f64) -> bool {
    const STROKES: [[(f64, f64); 2]; 9] = [
        [(-0.95, 0.9), (-0.7, -0.8)],
        [(-0.7, -0.8), (-0.5, 0.6)],
        [(-0.5, 0.6), (-0.3, -0.8)],
        [(-0.3, -0.8), (-0.05, 0.9)],
        [(0.1, -0.8), (0.3, 0.9)],
        [(0.3, 0.9), (0.5, -0.3)],
        [(0.5, -0.3), (0.7, 0.9)],
        [(0.7, 0.9), (0.93, -0.8)],
        [(-0.95, -0.8), (0.95, -0.8)],
    ];
    STROKES.into_iter().any(|[(ax, ay), (bx, by)]| {
        let (along, up) = (bx - ax, by - ay);
        let share = ((x - ax) * along + (y - ay) * up) / (along * along + up * up);
        let share = share.clamp(0.0, 1.0);
        // Twice as wide as high.
        (x - ax - share * along).hypot((y - ay - share * up) / 2.0) < 0.03
    })
}

/// The squares that a drawing covers, but those with less than two leaps; evened out.
fn drawn(files: u64, ranks: u64, covers: fn(f64, f64) -> bool) -> Board {
    let (wide, high) = (files as usize, ranks as usize);
    let along = |at: usize, side: usize| (2 * at + 1) as f64 / side as f64 - 1.0;
    let mut is_square: Vec<bool> =
        (0..wide * high).map(|at| covers(along(at % wide, wide), along(at / wide, high))).collect();
    let leaps = |is_square: &[bool], at: usize| {
        let (file, rank) = ((at % wide) as i64, (at / wide) as i64);
        let near = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let to = near.map(|(right, up)| (file + right, rank + up));
        let is_on = |&(file, rank): &(i64, i64)| {
            (0..wide as i64).contains(&file)
                && (0..high as i64).contains(&rank)
                && is_square[rank as usize * wide + file as usize]
        };
        to.into_iter().filter(is_on).count()
    };
    loop {
        let poor: Vec<usize> =
            (0..wide * high).filter(|&at| is_square[at] && leaps(&is_square, at) < 2).collect();
        if poor.is_empty() {
            break;
        }
        poor.into_iter().for_each(|at| is_square[at] = false);
    }
    let is_dark = |at: usize| (at % wide + at / wide).is_multiple_of(2);
    let many = |colour: bool| (0..wide * high).filter(|&at| is_square[at] && is_dark(at) == colour).count();
    let (dark, light) = (many(true), many(false));
    let is_inner = |is_square: &[bool], at: usize| {
        let (file, rank) = (at % wide, at / wide);
        let is_in = |at: usize, side: usize| (INNER..side - INNER).contains(&at);
        let mut rows = rank.saturating_sub(INNER)..=rank + INNER;
        is_in(file, wide)
            && is_in(rank, high)
            && rows.all(|rank| {
                let begin = rank * wide + file - INNER;
                is_square[begin..=begin + 2 * INNER].iter().all(|&is_square| is_square)
            })
    };
    let mut random = Random::new(files, ranks);
    let mut left = dark.abs_diff(light);
    while left > 0 {
        let at = random.index(wide * high);
        if is_dark(at) == (dark > light) && is_inner(&is_square, at) {
            is_square[at] = false;
            left -= 1;
        }
    }
    let holes = (0..wide * high).filter(|&at| !is_square[at]);
    let holes = holes.map(|at| Square::new((at % wide) as u64, (at / wide) as u64));
    let full = Board::new(files, ranks).expect("the board has squares");
    full.with_holes(holes).expect("a drawing covers squares")
}

//! Large boards with holes all over, and large shapes: growth of the time with the number of squares, against
//! the tour of the whole rectangle, built and verified in the same run.
//!
//! Boards are random with a seed, or drawn by formulas. Squares that no tour can visit are removed from the
//! shapes, and colours are evened nearby without leaving a square with too few neighbours: along a slanting
//! stroke one colour has a surplus all the way, and a stroke that must carry it to its other end may have no
//! tour.

use std::{fs, time::Duration};

use ktour_core::{Board, Control, KNIGHT, Puzzle, Square, TourKind, random::Random};
use ktour_search::{Stats, Strategy, build, solve};

use crate::{
    clock::{fastest, fastest_alone, processor_time},
    hard,
    row::Row,
};

/// Time limit for one board.
const SOLVE_LIMIT: Duration = Duration::from_secs(600);
/// Number of holes in a thousand squares.
const PER_MILLE: [u64; 3] = [1, 10, 30];
/// Distance to every edge of a square that is removed to even the colours.
const INNER: usize = 4;
/// Files and ranks of the fields in which colours are evened.
const FIELD: usize = 32;

/// Holes all over, then shapes; each make in several sizes.
pub(crate) fn large() -> Vec<Row> {
    let riddles = PER_MILLE.into_iter().map(|per_mille| {
        let boards = [300, 1000, 3000].map(|side| riddled(side, per_mille));
        (format!("{per_mille} ‰ holes"), boards.to_vec())
    });
    let hearts = [1000, 4000].map(|side| drawn(side, side, heart)).to_vec();
    let letters = [1000, 4000].map(|side| drawn(side, side / 2, letters)).to_vec();
    let shapes = [("heart".to_owned(), hearts), ("letters".to_owned(), letters)];
    riddles.chain(shapes).flat_map(|(what, boards)| growth(&what, &boards)).chain(small()).collect()
}

/// Sides of boards that the peers get too, which `tools/bench/peers/anyboard.py large` reads from
/// `target/peers/large.txt`.
const SMALL_SIDES: [u64; 9] = [12, 16, 20, 30, 40, 60, 80, 100, 150];

/// Closed tours of small boards with three percent of holes.
fn small() -> Vec<Row> {
    let mut text = String::from("# Boards with holes that grow.\n");
    let mut random = Random::new(0, 0);
    let rows = SMALL_SIDES.map(|side| {
        let board = riddled(side, 30);
        text += &format!("= {}", hard::block(&format!("holes-{side}"), &board, KNIGHT, 0, &mut random));
        let puzzle = asked(&board, "closed");
        let (time, stats) = fastest_alone(5, || solved(&puzzle));
        let squares = board.square_count() as f64;
        let row = Row::new(format!("{board}, 30 ‰ holes, small"), format!("{} tries", stats.tries));
        row.time(time).done(squares, "squares").point("large-boards", "30 ‰ holes", squares)
    });
    let file = hard::PEERS.to_owned() + "/large.txt";
    fs::create_dir_all(hard::PEERS).and_then(|()| fs::write(file, text)).expect("target can be written");
    rows.into()
}

/// The largest boards, one after the other: minutes with what makes them.
pub(crate) fn largest() -> Vec<Row> {
    let boards = [(5000, 30), (10_000, 1), (10_000, 10), (10_000, 30)];
    let rows = |(side, per_mille)| growth(&format!("{per_mille} ‰ holes"), &[riddled(side, per_mille)]);
    boards.into_iter().flat_map(rows).collect()
}

/// Minimum number of squares of a board whose memory is measured.
const MEASURED: u128 = 1 << 22;
/// Maximum number of bytes per square for solving a board with holes, the tour included.
const BYTES: f64 = 40.0;

/// Questions that are asked about every board.
const QUESTIONS: [&str; 3] = ["closed", "open", "both ends given"];

fn asked(board: &Board, question: &str) -> Puzzle {
    let puzzle = Puzzle::new(board.clone());
    match question {
        "closed" => puzzle.with_kind(TourKind::Closed),
        "open" => puzzle.with_kind(TourKind::Open),
        _ => {
            let [start, end] = ends(board);
            let begun = puzzle.with_kind(TourKind::Open).starting_at(start).expect("it is a square");
            begun.ending_at(end).expect("it is another")
        }
    }
}

/// A tour, found and verified, and what the search counted.
fn solved(puzzle: &Puzzle) -> Stats {
    let answer = solve(puzzle, &Strategy::default(), &Control::within(SOLVE_LIMIT)).expect("it fits");
    assert!(answer.outcome.found().is_some(), "{} with holes has a tour", puzzle.board());
    answer.stats
}

/// Two squares of different colours, far apart, each in the middle of others.
fn ends(board: &Board) -> [Square; 2] {
    let is_inner = |square: &Square| board.leaps(KNIGHT, *square).count() == 8;
    let mut inner = board.squares().filter(is_inner);
    let start = inner.next().expect("a large board has such squares");
    let end = inner.filter(|square| square.is_dark() != start.is_dark()).last();
    [start, end.expect("it has many")]
}

/// Boards of one make, each of them against its whole rectangle and against the one before.
fn growth(what: &str, boards: &[Board]) -> Vec<Row> {
    QUESTIONS
        .into_iter()
        .flat_map(|question| {
            let mut before = None;
            boards.iter().map(move |board| row(what, board, question, &mut before))
        })
        .collect()
}

/// One question about one board, by the clock; `before` has the seconds of a square of the board before.
fn row(what: &str, board: &Board, question: &str, before: &mut Option<f64>) -> Row {
    let whole = Board::new(board.files(), board.ranks()).expect("the board has squares");
    let (whole, _) = fastest(2, || {
        let tour = build::build(&Puzzle::new(whole.clone())).expect("a large rectangle has a tour");
        tour.verified().expect("what is built is a tour").len()
    });
    let puzzle = asked(board, question);
    let is_measured = board.square_count() > MEASURED && what.ends_with("holes");
    if let Some(bytes) = is_measured.then(|| peak(|| solved(&puzzle))).flatten() {
        let each = bytes as f64 / board.square_count() as f64;
        assert!(each <= BYTES, "{board}, {what}, {question}: {each:.1} bytes a square");
    }
    let (mut alone, mut spent) = (Duration::MAX, processor_time());
    let (time, stats) = fastest(2, || {
        let stats = solved(&puzzle);
        let now = processor_time();
        alone = alone.min(now - std::mem::replace(&mut spent, now));
        stats
    });
    let squares = board.square_count() as f64;
    let each = time.as_secs_f64() / squares;
    let times = |other: Duration| other.as_secs_f64() / time.as_secs_f64();
    let signature = format!("{}, {} tries, {} trials", stats.method, stats.tries, stats.trials);
    let name = format!("{board}, {what}, {} squares, {question}", board.square_count());
    let row = Row::new(name, signature).time(time).done(squares, "squares");
    let row = row.limit(1.0, "5 M squares/s", 1.0 / (5e6 * each));
    let row =
        row.against("its processor time", times(alone)).peer("the whole board built", Some(whole), None);
    let row = match before.replace(each) {
        Some(before) => row.against("a square of the board before", before / each),
        None => row,
    };
    if question == "closed" { row.point("large-boards", what, squares) } else { row }
}

/// The most memory that some work takes, in bytes beyond what is taken before, where the system says.
fn peak<T>(work: impl FnOnce() -> T) -> Option<u64> {
    let taken = |name: &str| -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
    };
    // The highest mark begins anew.
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    let before = taken("VmRSS")?;
    work();
    Some(taken("VmHWM")?.saturating_sub(before))
}

/// A square board with this many holes in a thousand squares, evenly coloured, three squares off the edges.
pub(crate) fn riddled(side: u64, per_mille: u64) -> Board {
    let mut random = Random::new(side, per_mille);
    let mut place = || 3 + random.below_u64(side - 6);
    let mut hole = |is_dark: bool| loop {
        let hole = Square::new(place(), place());
        if hole.is_dark() == is_dark {
            return hole;
        }
    };
    let many = (side * side * per_mille / 2000) as usize;
    let [mut dark, mut light] = [true, false].map(|is_dark| -> Vec<Square> {
        let mut holes: Vec<Square> = (0..many).map(|_| hole(is_dark)).collect();
        holes.sort_unstable();
        holes.dedup();
        holes
    });
    // Some were drawn twice.
    let even = dark.len().min(light.len());
    dark.truncate(even);
    light.truncate(even);
    let full = Board::new(side, side).expect("the board has squares");
    full.with_holes(dark.into_iter().chain(light)).expect("squares are left")
}

/// Coordinates from -1 to 1 in both directions.
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
    // Field by field; the remainder of a full field passes to the next one, at the end to any.
    let mut random = Random::new(files, ranks);
    let mut left = 0i64;
    let fields =
        (0..high).step_by(FIELD).flat_map(|low| (0..wide).step_by(FIELD).map(move |left| (left, low)));
    let all: Vec<usize> = (0..wide * high).filter(|&at| is_square[at]).collect();
    let within = fields.map(|(right, low)| {
        let ranks = low..(low + FIELD).min(high);
        ranks
            .flat_map(|rank| (right..(right + FIELD).min(wide)).map(move |file| rank * wide + file))
            .collect()
    });
    for (field, tries) in within.map(|field: Vec<usize>| (field, 256)).chain([(all, usize::MAX)]) {
        if tries < usize::MAX {
            let own = field.iter().filter(|&&at| is_square[at]);
            left += own.map(|&at| if is_dark(at) { 1 } else { -1 }).sum::<i64>();
        }
        for _ in 0..tries {
            if left == 0 {
                break;
            }
            let at = field[random.index(field.len())];
            if is_dark(at) == (left > 0) && is_inner(&is_square, at) {
                is_square[at] = false;
                left -= left.signum();
            }
        }
    }
    let holes = (0..wide * high).filter(|&at| !is_square[at]);
    let holes = holes.map(|at| Square::new((at % wide) as u64, (at / wide) as u64));
    let full = Board::new(files, ranks).expect("the board has squares");
    full.with_holes(holes).expect("a drawing covers squares")
}

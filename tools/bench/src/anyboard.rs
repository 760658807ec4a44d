//! Any board: the boards of the corpus, with a limit of ten seconds each, and their outcomes.
//!
//! `testdata/corpus.txt` may be used for tuning, `testdata/corpus-held-out.txt` only for judging.
//! `tools/bench/peers/anyboard.py` runs CP-SAT and LKH on the same boards.

use std::time::{Duration, Instant};

use ktour_core::random::Random;
use ktour_core::{Board, Control, KNIGHT, Outcome, Puzzle, Square, TourKind, notation::parse_square};
use ktour_render::read;
use ktour_search::{Strategy, solve};

use crate::{
    clock::{fastest, fastest_alone},
    row::Row,
};

pub(crate) const CORPUS: &str = include_str!("../../../testdata/corpus.txt");
pub(crate) const HELD_OUT: &str = include_str!("../../../testdata/corpus-held-out.txt");
/// Time limit of one board.
const SOLVE_LIMIT: Duration = Duration::from_secs(10);

/// Every board of the corpus by kind of board, and all of them; and all of the second corpus.
pub(crate) fn corpus() -> Vec<Row> {
    let mut rows = of_corpus(CORPUS, "corpus");
    rows.extend(of_corpus(HELD_OUT, "held-out").pop());
    rows
}

fn of_corpus(text: &str, title: &str) -> Vec<Row> {
    let mut groups: Vec<(String, Vec<(Duration, char)>)> = Vec::new();
    for (name, puzzle) in boards(text) {
        let (time, outcome) = decide(&name, &puzzle, SOLVE_LIMIT);
        let kind = name.split('-').next().unwrap_or_default();
        let kind = if kind.len() == 1 { "letters" } else { kind }.to_owned();
        match groups.last_mut() {
            Some((last, times)) if *last == kind => times.push((time, outcome)),
            _ => groups.push((kind, vec![(time, outcome)])),
        }
    }
    let all = groups.iter().flat_map(|(_, times)| times.clone()).collect();
    groups.sort_by(|a, b| a.0.cmp(&b.0));
    let mut merged: Vec<(String, Vec<(Duration, char)>)> = Vec::new();
    for (kind, times) in groups {
        match merged.last_mut() {
            Some((last, more)) if *last == kind => more.extend(times),
            _ => merged.push((kind, times)),
        }
    }
    merged.push(("all".into(), all));
    merged.into_iter().map(|(kind, times)| row(&format!("{title} {kind}, median"), "boards", times)).collect()
}

/// Processor time for a board, and the outcome: `f`ound, `i`mpossible or `u`nknown. Panics if a reason does
/// not hold; a tour is verified by its type.
pub(crate) fn decide(name: &str, puzzle: &Puzzle, limit: Duration) -> (Duration, char) {
    let (time, answer) = fastest_alone(1, || solve(puzzle, &Strategy::default(), &Control::within(limit)));
    let outcome = match answer.expect("the boards are small").outcome {
        Outcome::Found(_) => 'f',
        Outcome::Impossible(reason) => {
            let checked = ktour_core::proof::check(puzzle, &reason);
            let is_search = reason.code() == "exhausted";
            assert!(checked.is_ok() || is_search, "{name}: {reason} does not hold: {checked:?}");
            'i'
        }
        Outcome::Unknown(_) => 'u',
    };
    (time, outcome)
}

/// The median as the time, the 95 % mark against it, and the outcomes as the signature.
pub(crate) fn row(name: &str, what: &str, mut times: Vec<(Duration, char)>) -> Row {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].0;
    let number = |wanted: char| times.iter().filter(|&&(_, outcome)| outcome == wanted).count();
    let (all, [found, impossible, unknown]) = (times.len(), ['f', 'i', 'u'].map(number));
    let signature = format!("{all} {what}: {found} found, {impossible} impossible, {unknown} unknown");
    let row = Row::new(name, signature).time(at(50));
    [95, 99, 100].into_iter().fold(row, |row, share| {
        let times = at(share).as_secs_f64() / at(50).as_secs_f64();
        row.against(format!("the median at {share} %"), times)
    })
}

/// Shapes of about 100×100 as people draw them: a ring, a heart, a letter, and letters as holes.
pub(crate) fn shapes() -> Vec<Row> {
    let heart = |x: f64, y: f64| {
        let (x, y) = (1.2 * x, 1.2 * y + 0.1);
        (x * x + y * y - 1.0).powi(3) < x * x * y.powi(3)
    };
    let heart = drawn(100, 100, |file, rank| heart(file as f64 / 49.5 - 1.0, rank as f64 / 49.5 - 1.0));
    let ring = |x: f64, y: f64| (400.0..=2500.0).contains(&(x * x + y * y));
    let ring = drawn(100, 100, |file, rank| ring(file as f64 - 49.5, rank as f64 - 49.5));
    let strokes = ["#...#", "#..#.", "#.#..", "##...", "#.#..", "#..#.", "#...#"].map(str::as_bytes);
    let letter = drawn(70, 98, |file, rank| strokes[6 - rank as usize / 14][file as usize / 14] == b'#');
    let image = read::board(include_bytes!("../../../testdata/letters.png")).expect("the image is a board");
    let less = heart.with_holes(heart.squares().take(1)).expect("squares are left");
    let boards = [
        ("ring", ring),
        ("heart", heart),
        ("letter", letter),
        ("image", image),
        ("heart less a square", less),
    ];
    let mut rows = Vec::new();
    for (name, board) in boards {
        let (dark, light) = board.colour_counts();
        let is_even = dark == light;
        assert!(is_even || name == "heart less a square", "{name} is mirrored, so its colours are even");
        for kind in [TourKind::Closed, TourKind::Open] {
            let puzzle = Puzzle::new(board.clone()).with_kind(kind);
            let (time, answer) = fastest(3, || {
                solve(&puzzle, &Strategy::default(), &Control::within(SOLVE_LIMIT))
                    .expect("the board is small")
            });
            let is_found = matches!(answer.outcome, Outcome::Found(_));
            let signature = match &answer.outcome {
                Outcome::Found(_) => format!("{}, {} tries", answer.stats.method, answer.stats.tries),
                Outcome::Impossible(reason) => reason.code().to_owned(),
                Outcome::Unknown(_) => "unknown".to_owned(),
            };
            match (is_even, kind) {
                (false, TourKind::Closed) => assert_eq!(signature, "parity", "{name}"),
                _ => assert!(is_found, "{name} {kind}: {signature}"),
            }
            let row =
                Row::new(format!("{name}, {} squares, {kind}", board.square_count()), signature).time(time);
            rows.push(if is_found { row.done(board.square_count() as f64, "squares") } else { row });
        }
    }
    rows
}

/// The squares of a rectangle that a drawing covers.
fn drawn(files: u64, ranks: u64, covers: impl Fn(u64, u64) -> bool) -> Board {
    let full = Board::new(files, ranks).expect("the board has squares");
    let holes = full.squares().filter(|square| !covers(square.file, square.rank));
    full.with_holes(holes).expect("a drawing covers squares")
}

/// Games of random leaps on 8×8, stopped anywhere: can each be finished? Fifty milliseconds each.
pub(crate) fn half_played() -> Vec<Row> {
    let board = Board::new(8, 8).expect("the board has squares");
    let mut random = Random::new(1, 0);
    let mut below = move |bound: usize| random.index(bound);
    let mut rows = Vec::new();
    for kind in [TourKind::Open, TourKind::Closed] {
        let mut times = Vec::new();
        for _ in 0..1000 {
            let mut game = vec![board.square(below(64))];
            for _ in 0..below(60) {
                let here = game[game.len() - 1];
                let next: Vec<Square> = board.leaps(KNIGHT, here).filter(|to| !game.contains(to)).collect();
                if next.is_empty() {
                    break;
                }
                game.push(next[below(next.len())]);
            }
            let puzzle = Puzzle::new(board.clone()).with_kind(kind);
            let puzzle = puzzle.after(game).expect("a game is a beginning");
            let began = Instant::now();
            let answer = solve(&puzzle, &Strategy::default(), &Control::within(Duration::from_millis(50)));
            let outcome = match answer.expect("the board is small").outcome {
                Outcome::Found(_) => 'f',
                Outcome::Impossible(_) => 'i',
                Outcome::Unknown(_) => 'u',
            };
            times.push((began.elapsed(), outcome));
        }
        rows.push(row(&format!("half-played 8x8 {kind}, median"), "games", times));
    }
    rows
}

/// The boards of the corpus with their names.
pub(crate) fn boards(text: &str) -> Vec<(String, Puzzle)> {
    let blocks = text.split("\n= ").skip(1);
    blocks
        .map(|block| puzzle(block).unwrap_or_else(|| panic!("the corpus cannot be read: {block}")))
        .collect()
}

/// One block of a corpus, from its name on.
pub(crate) fn puzzle(block: &str) -> Option<(String, Puzzle)> {
    let (head, picture) = block.split_once('\n')?;
    let mut words = head.split(' ');
    let (name, kind) = (words.next()?, words.next()?);
    let board = read::picture(picture.as_bytes()).ok()?;
    let mut puzzle = Puzzle::new(board);
    puzzle = puzzle.with_kind(if kind == "closed" { TourKind::Closed } else { TourKind::Open });
    while let (Some(word), Some(value)) = (words.next(), words.next()) {
        let square = || parse_square(puzzle.board(), value).ok();
        puzzle = match word {
            "start" => puzzle.clone().starting_at(square()?).ok()?,
            "end" => puzzle.clone().ending_at(square()?).ok()?,
            _ => puzzle.clone().with_leaper(value.parse().ok()?),
        };
    }
    Some((name.to_owned(), puzzle))
}

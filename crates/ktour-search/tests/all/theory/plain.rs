//! The oracle against the plainest search, on every small rectangle and on random boards.

use std::collections::BTreeSet;

use ktour_core::{Board, Control, KNIGHT, Leaper, Outcome, Puzzle, Square, TourKind, proof::check};
use ktour_search::{
    Strategy, solve,
    theory::{self, Verdict, exists},
};
use proptest::prelude::{Strategy as _, *};

/// The ends of all tours from a square, by trying everything.
fn ends_from(board: &Board, leaper: Leaper, start: Square) -> BTreeSet<Square> {
    fn go_on(leaps: &[u32], at: usize, free: u32, ends: &mut u32) {
        if free == 0 {
            *ends |= 1 << at;
        }
        let mut next = leaps[at] & free;
        while next != 0 {
            let to = next.trailing_zeros() as usize;
            next &= next - 1;
            go_on(leaps, to, free & !(1 << to), ends);
        }
    }
    let bits =
        |squares: &mut dyn Iterator<Item = Square>| squares.fold(0, |set, s| set | 1 << board.index(s));
    let area = board.area() as usize;
    let leaps: Vec<u32> = (0..area).map(|i| bits(&mut board.leaps(leaper, board.square(i)))).collect();
    let (at, mut ends) = (board.index(start), 0);
    go_on(&leaps, at, bits(&mut board.squares()) & !(1 << at), &mut ends);
    (0..area).filter(|i| ends >> i & 1 == 1).map(|i| board.square(i)).collect()
}

/// Whether the verdict may stand beside the truth, and whether its reason holds.
fn stands(puzzle: &Puzzle, verdict: &Verdict, truth: bool) -> Result<(), String> {
    let about = format!("{} {:?} {:?} {verdict:?}", puzzle.board(), puzzle.start(), puzzle.end());
    match verdict {
        Verdict::Yes(_) if truth => Ok(()),
        Verdict::No(reason) if !truth => check(puzzle, reason).map_err(|flaw| format!("{about}: {flaw}")),
        Verdict::Unknown => Ok(()),
        _ => Err(about),
    }
}

/// Every question about a board, answered by the oracle and by the plain search.
fn compare(board: &Board, leaper: Leaper) -> Result<Vec<Verdict>, String> {
    let any = Puzzle::new(board.clone()).with_leaper(leaper);
    let mut verdicts = Vec::new();
    let mut ask = |puzzle: &Puzzle, truth: bool| {
        let verdict = exists(puzzle);
        stands(puzzle, &verdict, truth)?;
        verdicts.push(verdict);
        Ok::<(), String>(())
    };
    let (mut open, mut closed) = (false, false);
    for start in board.squares() {
        let ends = ends_from(board, leaper, start);
        open |= !ends.is_empty();
        closed |= board.square_count() > 2 && ends.iter().any(|&end| leaper.is_leap(start, end));
        let from = any.clone().with_kind(TourKind::Open).starting_at(start).unwrap();
        ask(&from, !ends.is_empty())?;
        for end in board.squares().filter(|&end| end != start) {
            ask(&from.clone().ending_at(end).unwrap(), ends.contains(&end))?;
        }
    }
    ask(&any.clone().with_kind(TourKind::Open), open)?;
    ask(&any.clone().with_kind(TourKind::Closed), closed)?;
    ask(&any, open)?;
    Ok(verdicts)
}

#[test]
fn every_question_about_every_rectangle_up_to_25_squares_is_answered_rightly() {
    for ranks in 1..=5u64 {
        for files in 1..=25 / ranks {
            let board = Board::new(files, ranks).unwrap();
            let verdicts = compare(&board, KNIGHT).unwrap_or_else(|wrong| panic!("{wrong}"));
            assert!(!verdicts.contains(&Verdict::Unknown), "{board}: a question is left open");
        }
    }
}

#[test]
fn a_yes_can_be_turned_into_a_tour() {
    for (files, ranks) in [(3, 10), (11, 3), (7, 4), (6, 5), (7, 7), (9, 5), (8, 8)] {
        let board = Board::new(files, ranks).unwrap();
        for start in board.squares() {
            let from = Puzzle::new(board.clone()).with_kind(TourKind::Open).starting_at(start).unwrap();
            let answer = solve(&from, &Strategy::default(), &Control::unlimited()).unwrap();
            let found = matches!(answer.outcome, Outcome::Found(_));
            assert_eq!(exists(&from).is_yes(), found, "{board} from {start}");
        }
    }
}

#[test]
fn tampered_reasons_are_refused() {
    let mut refused = 0;
    for (files, ranks) in [(3, 3), (4, 4), (5, 3), (6, 3), (8, 3), (4, 7), (5, 5), (6, 5)] {
        let board = Board::new(files, ranks).unwrap();
        let wide = Puzzle::new(Board::new(8, 8).unwrap());
        let asked =
            board.squares().flat_map(|a| board.squares().map(move |b| (a, b))).filter(|(a, b)| a != b);
        for (start, end) in asked {
            let puzzle = Puzzle::new(board.clone()).starting_at(start).unwrap().ending_at(end).unwrap();
            let Verdict::No(reason) = exists(&puzzle) else { continue };
            let elsewhere = wide.clone().starting_at(start).unwrap().ending_at(end).unwrap();
            if exists(&elsewhere).is_yes() {
                assert!(check(&elsewhere, &reason).is_err(), "{reason} was accepted for 8x8");
                refused += 1;
            }
        }
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn sides_of_a_billion_billion_cost_nothing() {
    let long = 10u64.pow(18);
    // Processor time of this thread, so that a busy machine makes no difference.
    let began = cpu_time::ThreadTime::now();
    for (short, kind, expected) in [
        (1, TourKind::Open, "few-neighbours"),
        (2, TourKind::Open, "few-neighbours"),
        (4, TourKind::Closed, "schwenk"),
    ] {
        for board in [Board::new(short, long).unwrap(), Board::new(long, short).unwrap()] {
            let puzzle = Puzzle::new(board).with_kind(kind);
            let Verdict::No(reason) = exists(&puzzle) else { panic!("{} has none", puzzle.board()) };
            assert_eq!(reason.code(), expected);
            assert_eq!(check(&puzzle, &reason), Ok(()));
        }
    }
    let corner = Puzzle::new(Board::new(long - 1, 3).unwrap()).starting_at(Square::new(2, 0)).unwrap();
    let knot = corner.ending_at(Square::new(3, 1)).unwrap();
    let Verdict::No(reason) = exists(&knot) else { panic!("c1 to d2 is impossible") };
    assert_eq!(check(&knot, &reason), Ok(()));
    for board in [Board::new(long, long).unwrap(), Board::new(long, 3).unwrap(), Board::new(5, long).unwrap()]
    {
        assert!(exists(&Puzzle::new(board).with_kind(TourKind::Closed)).is_yes());
    }
    assert!(theory::missing_square_rule(&Board::new(long - 1, long - 1).unwrap()).allows(Square::new(6, 0)));
    assert!(began.elapsed().as_millis() < 100, "{:?}", began.elapsed());
}

fn small_board() -> impl proptest::strategy::Strategy<Value = Board> {
    (3u64..=5, 3u64..=5, prop::collection::vec(any::<u16>(), 0..8)).prop_map(|(files, ranks, holes)| {
        let board = Board::new(files, ranks).unwrap();
        let hole = |n: u16| Square::new(u64::from(n) % files, u64::from(n) / 64 % ranks);
        board.with_holes(holes.into_iter().map(hole)).unwrap()
    })
}

/// A side, short or as long as can be, and a place along it, often near an end.
fn side_and_place() -> impl proptest::strategy::Strategy<Value = (u64, [u64; 2])> {
    let side = prop_oneof![1u64..=14, 10u64.pow(18) - 8..=10u64.pow(18)];
    let place = || (prop_oneof![0u64..8, any::<u64>()], any::<bool>());
    (side, place(), place()).prop_map(|(side, a, b)| {
        let at = |(n, far): (u64, bool)| if far { side - 1 - n % side } else { n % side };
        (side, [at(a), at(b)])
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_question_about_a_rectangle_of_any_size_is_decided(x in side_and_place(), y in side_and_place()) {
        let board = Board::new(x.0, y.0).unwrap();
        let (a, b) = (Square::new(x.1[0], y.1[0]), Square::new(x.1[1], y.1[1]));
        let open = Puzzle::new(board.clone()).with_kind(TourKind::Open);
        let mut puzzles = vec![open.clone(), open.clone().starting_at(a).unwrap()];
        puzzles.extend(open.clone().starting_at(a).unwrap().ending_at(b));
        let boards = [Ok(board.clone()), board.with_holes([a])];
        for board in boards.into_iter().flatten() {
            puzzles.push(Puzzle::new(board.clone()).with_kind(TourKind::Closed));
            puzzles.push(Puzzle::new(board).with_kind(TourKind::Open));
        }
        for puzzle in puzzles {
            match exists(&puzzle) {
                Verdict::Yes(_) => {}
                Verdict::No(reason) => prop_assert_eq!(check(&puzzle, &reason), Ok(()), "{:?} {}", puzzle, reason),
                Verdict::Unknown => prop_assert!(false, "{:?} is not decided", puzzle),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn never_wrong_on_boards_with_holes(board in small_board()) {
        prop_assert!(compare(&board, KNIGHT).is_ok(), "{:?}", compare(&board, KNIGHT));
    }

    #[test]
    fn a_yes_between_two_squares_can_be_turned_into_a_tour(files in 3u64..=10, ranks in 3u64..=10, a: u64, b: u64) {
        let board = Board::new(files, ranks).unwrap();
        let square = |n: u64| board.square((n % (files * ranks)) as usize);
        prop_assume!(square(a) != square(b));
        let puzzle = Puzzle::new(board.clone()).starting_at(square(a)).unwrap().ending_at(square(b)).unwrap();
        let control = Control::unlimited();
        let outcome = solve(&puzzle, &Strategy::default(), &control).unwrap().outcome;
        prop_assert_eq!(exists(&puzzle).is_yes(), matches!(outcome, Outcome::Found(_)), "{} {:?}", board, outcome);
    }

    #[test]
    fn never_wrong_for_other_leapers(board in small_board(), r in 0u32..3, s in 1u32..4) {
        prop_assume!(board.square_count() <= 16);
        let leaper = Leaper::new(r, s).unwrap();
        prop_assert!(compare(&board, leaper).is_ok(), "{:?}", compare(&board, leaper));
    }
}

//! Tests of mending against searching, on boards of every shape.

use super::*;
use crate::{Method, solve};
use ktour_core::{Board, Outcome};

/// A board of 5 to 16 files and ranks with up to a fifth of its squares missing, and a question about it.
fn random_puzzle(random: &mut Random) -> Puzzle {
    let board = Board::new(5 + random.below_u64(12), 5 + random.below_u64(12)).unwrap();
    let squares: Vec<Square> = board.squares().collect();
    let most = [squares.len() / 5, squares.len() / 20][random.index(2)];
    let holes: Vec<Square> =
        (0..random.index(most + 1)).map(|_| squares[random.index(squares.len())]).collect();
    let board = board.with_holes(holes).unwrap();
    let squares: Vec<Square> = board.squares().collect();
    let puzzle = Puzzle::new(board);
    let any = |random: &mut Random| squares[random.index(squares.len())];
    let (start, end) = (any(random), any(random));
    match random.below(6) {
        0 | 1 => puzzle.with_kind(TourKind::Closed),
        2 => puzzle.with_kind(TourKind::Open),
        3 => puzzle.with_kind(TourKind::Open).starting_at(start).unwrap(),
        4 if start != end => puzzle.starting_at(start).unwrap().ending_at(end).unwrap(),
        _ => puzzle.ending_at(end).unwrap(),
    }
}

/// Tours are verified, reasons are checked, and if a tour exists, mending usually finds it.
#[test]
fn mending_agrees_with_searching_on_small_boards_with_holes() {
    let mut random = Random::new(27, 0);
    let (mut found, mut missed, mut named) = (0, 0, 0);
    for seed in 0..1500 {
        let puzzle = random_puzzle(&mut random);
        let mut stats = Stats::new(Method::Repair);
        let control = Control::unlimited();
        let strategy = Strategy { seed, ..Strategy::default() };
        let mended = try_mend(&puzzle, &strategy, &control, &mut stats);
        let truth = solve(&puzzle, &strategy, &Control::unlimited().with_trials(200_000)).unwrap().outcome;
        let what = (puzzle.board().to_string(), puzzle.board().holes(), puzzle.kind());
        match (mended, truth) {
            (Some(SearchEnd::Found(_)), Outcome::Impossible(reason)) => {
                panic!("{what:?} has a tour: {reason}")
            }
            (Some(SearchEnd::Found(_)), _) => found += 1,
            (Some(SearchEnd::Impossible(reason)), Outcome::Found(_)) => panic!("{what:?} has none: {reason}"),
            (Some(SearchEnd::Impossible(reason)), _) => {
                assert_eq!(proof::check(&puzzle, &reason), Ok(()), "{what:?}: {reason}");
                named += 1;
            }
            (_, Outcome::Found(_)) => missed += 1,
            _ => {}
        }
    }
    assert!(found > 300 && named > 100 && missed * 20 < found, "{found} found, {missed} not, {named} named");
}

/// Narrow boards with more than one tile.
#[test]
fn boards_of_many_tiles_are_mended() {
    let mut random = Random::new(28, 0);
    let mut missed = 0;
    for seed in 0..20 {
        let board = Board::new(12 + random.below_u64(6), 130 + 2 * random.below_u64(40)).unwrap();
        let mut few: Vec<Square> = board.squares().collect();
        few.retain(|square| (4..board.files() - 4).contains(&square.file));
        few.retain(|_| random.below(25) == 0);
        let (dark, light): (Vec<Square>, Vec<Square>) = few.into_iter().partition(|s| s.is_dark());
        let holes = dark.into_iter().zip(light).flat_map(|(dark, light)| [dark, light]);
        let puzzle = Puzzle::new(board.with_holes(holes).unwrap());
        let kind = [TourKind::Closed, TourKind::Open][seed as usize % 2];
        let puzzle = puzzle.with_kind(kind);
        let strategy = Strategy { seed, ..Strategy::default() };
        let end = try_mend(&puzzle, &strategy, &Control::unlimited(), &mut Stats::new(Method::Repair));
        match end {
            Some(SearchEnd::Found(_)) => {}
            Some(SearchEnd::Impossible(reason)) => assert_eq!(proof::check(&puzzle, &reason), Ok(())),
            _ => missed += 1,
        }
    }
    assert!(missed < 2, "{missed} boards with tours were given up");
}

/// The square is on the first rank of the second tile, with holes wherever a leap leads up.
#[test]
fn a_square_without_a_leap_in_its_tile_is_mended() {
    let at = |file, rank| Square::new(file, rank);
    let lonely = at(20, 64);
    let above = [at(18, 65), at(22, 65), at(19, 66), at(21, 66)];
    let far = [at(30, 20), at(10, 20), at(12, 90), at(30, 92)];
    assert!(far.iter().all(|hole| hole.is_dark() != above[0].is_dark()));
    let board = Board::new(40, 128).unwrap().with_holes(above.into_iter().chain(far)).unwrap();
    let mut was_short = false;
    for (seed, kind) in (0..8).zip([TourKind::Closed, TourKind::Open].into_iter().cycle()) {
        let mut choice = BoardFactor::new(&board, &Control::unlimited()).unwrap();
        assert!(choice.choose_tour(&board, seed, &Control::unlimited()));
        was_short |= choice.deficit(choice.index(lonely)) > 0;
        let puzzle = Puzzle::new(board.clone()).with_kind(kind);
        let strategy = Strategy { seed, ..Strategy::default() };
        let end = try_mend(&puzzle, &strategy, &Control::unlimited(), &mut Stats::new(Method::Repair));
        assert!(matches!(end, Some(SearchEnd::Found(_))), "seed {seed} {kind}");
    }
    assert!(was_short, "its leaps up are chosen in the built tour and missing here");
}

/// Shapes with slanting edges, thin strokes and necks: most rim squares have no leap in their tile, and long
/// cycles meet in few places.
#[test]
fn shapes_with_slanting_edges_are_mended_or_refuted() {
    let heart = |x: f64, y: f64| (x * x + y * y - 1.0).powi(3) < x * x * y.powi(3);
    let ring = |x: f64, y: f64| (0.4..1.2).contains(&(x * x + y * y));
    let stroke = |x: f64, y: f64| (x.abs() - (y + 1.2) / 2.0).abs() < 0.12;
    let two = |x: f64, y: f64| (x.abs() - 0.6).powi(2) + y * y < 0.3 || y.abs() < 0.05 && x.abs() < 0.6;
    type NamedShape<'a> = (&'a str, &'a dyn Fn(f64, f64) -> bool);
    let shapes: [NamedShape; 4] =
        [("heart", &heart), ("ring", &ring), ("strokes", &stroke), ("two discs", &two)];
    let (mut found, mut named) = (0, 0);
    for side in [150u64, 151, 180, 202] {
        for (name, covers) in shapes {
            let place = |at: u64| 2.4 * (at as f64 + 0.5) / side as f64 - 1.2;
            let full = Board::new(side, side).unwrap();
            let holes = full.squares().filter(|s| !covers(place(s.file), place(s.rank)));
            let board = even(&full.with_holes(holes).unwrap());
            let puzzle = Puzzle::new(board).with_kind(TourKind::Closed);
            let strategy = Strategy { seed: side, ..Strategy::default() };
            let end = try_mend(&puzzle, &strategy, &Control::unlimited(), &mut Stats::new(Method::Repair));
            match end {
                Some(SearchEnd::Found(_)) => found += 1,
                Some(SearchEnd::Impossible(reason)) => {
                    assert_eq!(proof::check(&puzzle, &reason), Ok(()), "{name} {side}: {reason}");
                    named += 1;
                }
                _ => panic!("{name} of {side}x{side} is not known"),
            }
        }
    }
    assert!(found >= 8, "{found} found, {named} named");
}

/// Removes squares with fewer than two leaps, then as many inner squares of the more frequent colour as
/// needed for equal numbers.
fn even(board: &Board) -> Board {
    let mut board = board.clone();
    loop {
        let poor: Vec<Square> =
            board.squares().filter(|&square| board.leaps(KNIGHT, square).count() < 2).collect();
        if poor.is_empty() {
            break;
        }
        board = board.with_holes(poor).unwrap();
    }
    let (dark, light) = board.colour_counts();
    let inner = |square: &Square| {
        let near = (0..7).flat_map(|up| (0..7).map(move |right| (right, up)));
        square.file >= 3
            && square.rank >= 3
            && square.is_dark() == (dark > light)
            && square.file % 9 == 4
            && near
                .into_iter()
                .all(|(right, up)| board.contains(Square::new(square.file + right - 3, square.rank + up - 3)))
    };
    let many = dark.abs_diff(light) as usize;
    let holes: Vec<Square> = board.squares().filter(inner).step_by(7).take(many).collect();
    board.with_holes(holes).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_tour() {
    let holes = [(7, 7), (9, 12), (13, 3), (20, 21)].map(|(file, rank)| Square::new(file, rank));
    let board = Board::new(24, 25).unwrap().with_holes(holes).unwrap();
    let puzzle = Puzzle::new(board).with_kind(TourKind::Closed);
    let tour = |seed| {
        let strategy = Strategy { seed, ..Strategy::default() };
        let end = try_mend(&puzzle, &strategy, &Control::unlimited(), &mut Stats::new(Method::Repair));
        match end {
            Some(SearchEnd::Found(tour)) => tour,
            _ => panic!("a board with tours"),
        }
    };
    assert_eq!(tour(1), tour(1));
    assert_ne!(tour(1), tour(2));
}

/// The board has four tiles, with deficient squares and cycles in each and between them.
#[test]
fn any_number_of_threads_gives_the_same_tour() {
    let mut random = Random::new(6, 6);
    let holes: Vec<Square> = (0..500)
        .flat_map(|_| {
            let (file, rank) = (4 + random.below_u64(80), 4 + random.below_u64(240));
            [Square::new(file, rank), Square::new(file + 1, rank)]
        })
        .collect();
    let board = even(&Board::new(90, 250).unwrap().with_holes(holes).unwrap());
    let puzzle = Puzzle::new(board).with_kind(TourKind::Closed);
    let tour = |threads| {
        tiles::tests::THREADS.set(threads);
        let mut stats = Stats::new(Method::Repair);
        match try_mend(&puzzle, &Strategy::default(), &Control::unlimited(), &mut stats) {
            Some(SearchEnd::Found(tour)) => (tour, stats.trials),
            _ => panic!("a board with tours"),
        }
    };
    let alone = tour(1);
    assert!((2..6).all(|threads| tour(threads) == alone));
}

/// Two chambers of `side` files, separated by a wall of three files that has some squares.
fn chambers(side: u64, ranks: u64, between: &[(u64, u64)]) -> Board {
    let full = Board::new(2 * side + 3, ranks).unwrap();
    let wall = (0..3).flat_map(|file| (0..ranks).map(move |rank| (file, rank)));
    let wall = wall.filter(|place| !between.contains(place));
    full.with_holes(wall.map(|(file, rank)| Square::new(side + file, rank))).unwrap()
}

#[test]
fn an_articulation_square_of_two_chambers_is_named_or_passed() {
    let (way, beside) = (Square::new(31, 15), Square::new(29, 14));
    let board = chambers(30, 30, &[(1, 15)]);
    let odd = board.with_holes([Square::new(5, if way.is_dark() { 5 } else { 6 })]).unwrap();
    let open = |board: &Board| Puzzle::new(board.clone()).with_kind(TourKind::Open);
    for (puzzle, code) in [
        (Puzzle::new(odd.clone()).with_kind(TourKind::Closed), "cut"),
        (open(&board).starting_at(way).unwrap(), "cut"),
        (open(&board), "found"),
        (open(&board).starting_at(Square::new(10, 10 + u64::from(!way.is_dark()))).unwrap(), "found"),
        // One leap connects the chambers.
        (open(&chambers(30, 30, &[(0, 15), (1, 17)])), "found"),
        (Puzzle::new(chambers(30, 30, &[(0, 15), (1, 17)])).with_kind(TourKind::Closed), "cut"),
        // The leap between the ends is illegal during the search.
        (open(&odd).starting_at(way).unwrap().ending_at(beside).unwrap(), "cut"),
        (Puzzle::new(chambers(30, 30, &[])).with_kind(TourKind::Open), "disconnected"),
    ] {
        let end =
            try_mend(&puzzle, &Strategy::default(), &Control::unlimited(), &mut Stats::new(Method::Repair));
        let what = match end {
            Some(SearchEnd::Found(_)) => "found",
            Some(SearchEnd::Impossible(reason)) => {
                assert_eq!(proof::check(&puzzle, &reason), Ok(()), "{reason}");
                reason.code()
            }
            _ => "not known",
        };
        assert_eq!(what, code, "{:?} from {:?} to {:?}", puzzle.kind(), puzzle.start(), puzzle.end());
    }
}

/// Dark deficits are far from light ones, so many have to cross the board. If every one used the same path,
/// no leap could be exchanged there, and cycles would stay apart.
#[test]
fn a_board_with_dark_holes_below_and_light_ones_above_is_mended() {
    let mut random = Random::new(5, 5);
    let mut holes = std::collections::BTreeSet::new();
    while holes.len() < 200 {
        let is_dark = holes.len() < 100;
        let rank = if is_dark { 4 } else { 215 } + random.below_u64(40);
        let hole = Square::new(4 + random.below_u64(252), rank);
        if hole.is_dark() == is_dark {
            holes.insert(hole);
        }
    }
    let board = Board::new(260, 260).unwrap().with_holes(holes).unwrap();
    for (seed, kind) in (0..4).zip([TourKind::Closed, TourKind::Open].into_iter().cycle()) {
        let puzzle = Puzzle::new(board.clone()).with_kind(kind);
        let strategy = Strategy { seed, ..Strategy::default() };
        let mut stats = Stats::new(Method::Repair);
        let end = try_mend(&puzzle, &strategy, &Control::unlimited(), &mut stats);
        assert!(matches!(end, Some(SearchEnd::Found(_))), "seed {seed} {kind}");
        assert_eq!(stats.tries, 1, "seed {seed} {kind}");
    }
}

//! Symmetric tours, compared with all tours of a board.

use std::{collections::BTreeSet, ops::ControlFlow};

use ktour_core::{
    Board, Control, Leaper, Outcome, Puzzle, Reason, Square, Symmetry, Tour, TourKind,
    measure::{Measures, SymmetryName, TourSymmetries},
    proof::check,
};
use ktour_search::symmetric::{WantedSymmetry, for_each_symmetric, sample_symmetric, solve_symmetric};

const ALL_SYMMETRIES: [WantedSymmetry; 8] = [
    WantedSymmetry::HalfTurn,
    WantedSymmetry::QuarterTurn,
    WantedSymmetry::Mirror,
    WantedSymmetry::MirrorFiles,
    WantedSymmetry::MirrorRanks,
    WantedSymmetry::Diagonal,
    WantedSymmetry::Transpose,
    WantedSymmetry::AntiTranspose,
];

fn puzzle(board: &str, holes: &str, kind: TourKind) -> Puzzle {
    let board: Board = board.parse().unwrap();
    let holes: Vec<Square> = holes.split_whitespace().map(|hole| hole.parse().unwrap()).collect();
    Puzzle::new(board.with_holes(holes).unwrap()).with_kind(kind)
}

fn solved(puzzle: &Puzzle, wanted: WantedSymmetry) -> Outcome {
    solve_symmetric(puzzle, wanted, 0, &Control::unlimited()).unwrap().outcome
}

fn listed(puzzle: &Puzzle, wanted: WantedSymmetry) -> Vec<Tour> {
    let mut tours = Vec::new();
    let is_whole = for_each_symmetric(puzzle, wanted, &Control::unlimited(), &mut |tour| {
        tours.push(tour);
        ControlFlow::Continue(())
    });
    assert!(is_whole.unwrap());
    tours
}

/// The leaps of a tour, independent of its direction.
fn leaps(tour: &Tour) -> BTreeSet<[Square; 2]> {
    let squares: Vec<Square> = tour.squares().collect();
    let closing = (tour.kind() == TourKind::Closed).then(|| [squares[squares.len() - 1], squares[0]]);
    let sorted = |mut leap: [Square; 2]| {
        leap.sort_unstable();
        leap
    };
    squares.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing).map(sorted).collect()
}

/// Every tour by plain enumeration: each as its leaps, with its symmetries.
fn every_tour(puzzle: &Puzzle) -> Vec<(BTreeSet<[Square; 2]>, TourSymmetries)> {
    let board = puzzle.board();
    let is_closed = puzzle.kind() == Some(TourKind::Closed);
    let total = board.square_count() as usize;
    let starts: Vec<Square> = board.squares().take(if is_closed { 1 } else { total }).collect();
    let mut seen = BTreeSet::new();
    let mut tours = Vec::new();
    for start in starts {
        let mut is_seen = vec![false; board.area() as usize];
        is_seen[board.index(start)] = true;
        let mut path = vec![start];
        let mut open: Vec<Vec<Square>> = vec![board.leaps(puzzle.leaper(), start).collect()];
        while let Some(next) = open.last_mut() {
            if path.len() == total {
                let tour = Tour::verify(board, puzzle.leaper(), path.iter().copied()).unwrap();
                let tour = if is_closed { tour } else { tour.as_open() };
                if (!is_closed || tour.kind() == TourKind::Closed) && seen.insert(leaps(&tour)) {
                    tours.push((leaps(&tour), TourSymmetries::new(&tour)));
                }
                next.clear();
            }
            match next.pop() {
                Some(square) if is_seen[board.index(square)] => {}
                Some(square) => {
                    is_seen[board.index(square)] = true;
                    path.push(square);
                    open.push(board.leaps(puzzle.leaper(), square).collect());
                }
                None => {
                    open.pop();
                    path.pop().into_iter().for_each(|square| is_seen[board.index(square)] = false);
                }
            }
        }
    }
    tours
}

#[test]
fn lists_and_answers_agree_with_plain_enumeration() {
    use TourKind::{Closed, Open};
    let boards = [
        ("3", "b2", Closed),
        ("3", "b2", Open),
        ("3x4", "", Open),
        ("4x3", "", Open),
        ("3x7", "", Open),
        ("4x5", "", Open),
        ("5", "c3", Closed),
        ("5x4", "c1 c4", Open),
        ("7x3", "d1 d3", Open),
        ("4x4", "a1 d4", Open),
        ("5x5", "a1 b2 c3 d4 e5", Open),
    ];
    let mut answers = [0; 3];
    for (board, holes, kind) in boards {
        let puzzle = puzzle(board, holes, kind);
        let every = every_tour(&puzzle);
        for wanted in ALL_SYMMETRIES {
            let Ok(symmetries) = wanted.on(puzzle.board()) else { continue };
            let is_kept =
                |kept: &TourSymmetries| symmetries.iter().any(|&symmetry| kept.reverses(symmetry).is_some());
            let symmetric: BTreeSet<_> =
                every.iter().filter(|(_, kept)| is_kept(kept)).map(|(leaps, _)| leaps).collect();
            let tours = listed(&puzzle, wanted);
            let found: BTreeSet<_> = tours.iter().map(leaps).collect();
            assert_eq!(found.iter().collect::<BTreeSet<_>>(), symmetric, "{board} {holes} {kind} {wanted}");
            let ways = if kind == Open { 2 } else { 1 };
            assert_eq!(tours.len(), ways * symmetric.len(), "each once: {board} {holes} {kind} {wanted}");
            match solved(&puzzle, wanted) {
                Outcome::Found(tour) => {
                    answers[0] += 1;
                    assert!(symmetric.contains(&leaps(&tour)), "{board} {holes} {kind} {wanted}");
                }
                Outcome::Impossible(reason) => {
                    answers[if reason.code() == "unkept" { 1 } else { 2 }] += 1;
                    assert!(symmetric.is_empty(), "{board} {holes} {kind} {wanted}: {reason}");
                    if matches!(reason, Reason::SymmetryImpossible(_)) {
                        assert_eq!(check(&puzzle, &reason), Ok(()), "{board} {kind} {wanted}: {reason}");
                    }
                }
                Outcome::Unknown(_) => panic!("{board} {holes} {kind} {wanted}: unknown"),
            }
        }
    }
    assert!(answers.iter().all(|&many| many > 2), "{answers:?}");
}

#[test]
fn six_by_six_has_five_classes_with_quarter_turns_and_seventeen_with_half_turns_alone() {
    // Source: D. E. Knuth, TAOCP 4, pre-fascicle 8A; 9862 tours, 1245 classes = 5 + 17 + 1223.
    let puzzle = puzzle("6", "", TourKind::Closed);
    assert_eq!(listed(&puzzle, WantedSymmetry::QuarterTurn).len(), 5 * 2);
    assert_eq!(listed(&puzzle, WantedSymmetry::HalfTurn).len(), 5 * 2 + 17 * 4);
    assert_eq!(listed(&puzzle, WantedSymmetry::Mirror).len(), 0);
}

#[test]
fn symmetric_tours_of_large_boards_are_found_at_once() {
    use TourKind::{Closed, Open};
    for (board, holes, kind, wanted, look) in [
        ("40", "", Closed, WantedSymmetry::HalfTurn, SymmetryName::Eulerian),
        ("42", "", Closed, WantedSymmetry::QuarterTurn, SymmetryName::Birotary),
        ("30x31", "", Closed, WantedSymmetry::Mirror, SymmetryName::Sulian),
        ("30x31", "", Closed, WantedSymmetry::HalfTurn, SymmetryName::Eulerian),
        ("20x31", "", Closed, WantedSymmetry::HalfTurn, SymmetryName::Bergholtian),
        ("20x31", "", Open, WantedSymmetry::HalfTurn, SymmetryName::Rotary),
        ("31", "", Open, WantedSymmetry::HalfTurn, SymmetryName::Rotary),
        ("31", "p16", Closed, WantedSymmetry::QuarterTurn, SymmetryName::Birotary),
        ("20", "a1 t20 a20 t1", Closed, WantedSymmetry::HalfTurn, SymmetryName::Eulerian),
    ] {
        let puzzle = puzzle(board, holes, kind);
        let tour = solved(&puzzle, wanted).found().unwrap_or_else(|| panic!("{board} {wanted}"));
        let symmetry = Measures::new(&tour).symmetry;
        assert_eq!((tour.kind(), symmetry.symmetry_name()), (kind, look), "{board} {kind} {wanted}");
    }
}

#[test]
fn a_tour_begins_on_the_given_start() {
    let start = "c3".parse().unwrap();
    let closed = puzzle("6", "", TourKind::Closed).starting_at(start).unwrap();
    let tour = solved(&closed, WantedSymmetry::HalfTurn).found().unwrap();
    assert_eq!(tour.square_at(1), Some(start));
    let open = puzzle("5x8", "", TourKind::Open).starting_at("a1".parse().unwrap()).unwrap();
    let tour = solved(&open, WantedSymmetry::HalfTurn).found().unwrap();
    assert_eq!((tour.square_at(1), tour.square_at(40)), ("a1".parse().ok(), "e8".parse().ok()));
    let wrong = open.ending_at("b1".parse().unwrap()).unwrap();
    let Outcome::Impossible(reason) = solved(&wrong, WantedSymmetry::HalfTurn) else { panic!("another end") };
    assert_eq!(check(&wrong, &reason), Ok(()), "{reason}");
}

#[test]
fn facts_common_to_two_mirrors_are_stated_once() {
    let said = |board: &str, wanted| match solved(&puzzle(board, "", TourKind::Open), wanted) {
        Outcome::Impossible(reason) => reason.to_string(),
        _ => panic!("no mirror keeps a tour of {board}"),
    };
    assert_eq!(
        said("8", WantedSymmetry::Mirror),
        "either mirror across the sides could only reverse an open tour, whose middle would then be a square that stays or a leap between a square and its image, and there is neither"
    );
    assert!(said("8", WantedSymmetry::Diagonal).starts_with("either mirror in a diagonal leaves 8 squares"));
    let two = said("7x9", WantedSymmetry::Mirror);
    assert!(
        two.contains("leaves 9 squares")
            && two.contains("; the mirror that exchanges top and bottom leaves 7")
    );
}

#[test]
fn a_false_reason_is_rejected() {
    let puzzle = puzzle("8", "", TourKind::Closed);
    let Outcome::Impossible(Reason::SymmetryImpossible(all)) = solved(&puzzle, WantedSymmetry::QuarterTurn)
    else {
        panic!("8x8 has none")
    };
    assert_eq!(
        Reason::SymmetryImpossible(all.clone()).text(puzzle.board()),
        "a quarter turn changes the colour of every square, and would carry each 16 leaps along a closed tour, which keeps it"
    );
    let mut other = all[0];
    other.fixed = 1;
    assert!(check(&puzzle, &Reason::SymmetryImpossible(vec![other])).is_err());
    // Six by six has such tours, so no facts about it are a reason.
    let six = Puzzle::new(Board::new(6, 6).unwrap()).with_kind(TourKind::Closed);
    let mut fitted = all[0];
    fitted.squares = 36;
    assert!(check(&six, &Reason::SymmetryImpossible(vec![fitted])).is_err());
}

#[test]
fn sampled_tours_are_listed_tours_and_reproducible_from_the_seed() {
    let puzzle = puzzle("6", "", TourKind::Closed);
    let draw = |seed| {
        sample_symmetric(&puzzle, WantedSymmetry::HalfTurn, 400, seed, &Control::unlimited())
            .unwrap()
            .unwrap()
    };
    let drawn = draw(1);
    assert_eq!(drawn, draw(1));
    let all: BTreeSet<_> = listed(&puzzle, WantedSymmetry::HalfTurn).iter().map(leaps).collect();
    let seen: BTreeSet<_> = drawn.iter().map(leaps).collect();
    assert!(seen.is_subset(&all) && seen.len() > 70, "{} of {}", seen.len(), all.len());
}

/// Leapers of every kind on boards of up to nine squares.
const LEAPERS: [(u32, u32); 10] =
    [(0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3), (0, 4), (1, 4)];

/// Every symmetric board of up to nine squares in a box whose sides it touches.
fn symmetric_boards(files: u64, ranks: u64) -> Vec<Board> {
    let full = Board::new(files, ranks).unwrap();
    let mut shapes = BTreeSet::new();
    for symmetry in full.symmetries().into_iter().skip(1) {
        let mut orbits: Vec<Vec<Square>> = Vec::new();
        for square in full.squares() {
            if !orbits.iter().flatten().any(|&seen| seen == square) {
                let images =
                    std::iter::successors(Some(square), |&at| Some(symmetry.apply_to_square(&full, at)));
                let mut orbit: Vec<Square> = images.take(symmetry.order().into()).collect();
                orbit.sort_unstable();
                orbit.dedup();
                orbits.push(orbit);
            }
        }
        let mut chosen = vec![Vec::new()];
        for orbit in &orbits {
            let with: Vec<Vec<Square>> = chosen
                .iter()
                .filter(|squares| squares.len() + orbit.len() <= 9)
                .map(|squares| [&squares[..], orbit].concat())
                .collect();
            chosen.extend(with);
        }
        for mut squares in chosen {
            let touches = |is_there: &dyn Fn(&Square) -> bool| squares.iter().any(is_there);
            if touches(&|square| square.file == 0)
                && touches(&|square| square.rank == 0)
                && touches(&|square| square.file == files - 1)
                && touches(&|square| square.rank == ranks - 1)
            {
                squares.sort_unstable();
                shapes.insert(squares);
            }
        }
    }
    let board = |squares: &Vec<Square>| {
        full.clone().with_holes(full.squares().filter(|square| !squares.contains(square))).unwrap()
    };
    shapes.iter().map(board).collect()
}

/// Every tour as a walk over squares: a closed one from the first square, in both directions.
fn every_walk(puzzle: &Puzzle) -> Vec<Vec<Square>> {
    let squares: Vec<Square> = puzzle.board().squares().collect();
    let is_closed = puzzle.kind() == Some(TourKind::Closed);
    let leap = |a: Square, b: Square| puzzle.leaper().is_leap(a, b);
    let (mut walks, mut paths) = (Vec::new(), Vec::new());
    paths.extend(squares.iter().take(if is_closed { 1 } else { 9 }).map(|&start| vec![start]));
    while let Some(path) = paths.pop() {
        let last = path[path.len() - 1];
        if path.len() == squares.len() {
            if !is_closed || path.len() > 2 && leap(last, path[0]) {
                walks.push(path);
            }
            continue;
        }
        let next = squares.iter().filter(|&&to| leap(last, to) && !path.contains(&to));
        paths.extend(next.map(|&to| [&path[..], &[to]].concat()));
    }
    walks
}

/// Action of a symmetry on a walk: `Some(true)` if it only reverses it, `None` if it changes it.
fn kept(puzzle: &Puzzle, walk: &[Square], symmetry: Symmetry) -> Option<bool> {
    let mut image: Vec<Square> =
        walk.iter().map(|&square| symmetry.apply_to_square(puzzle.board(), square)).collect();
    let turn = |image: &mut Vec<Square>| {
        if puzzle.kind() == Some(TourKind::Closed) {
            let first = image.iter().position(|&square| square == walk[0]).unwrap();
            image.rotate_left(first);
        }
    };
    turn(&mut image);
    if image == walk {
        return Some(false);
    }
    image.reverse();
    turn(&mut image);
    (image == walk).then_some(true)
}

/// Compares lists, answers, samples and measures of a board with every walk over it; returns the number of
/// tours.
fn agrees_with_every_walk(puzzle: &Puzzle) -> usize {
    let walks = every_walk(puzzle);
    let (board, leaper, kind) = (puzzle.board(), puzzle.leaper(), puzzle.kind().unwrap());
    let name = format!("{board} without {:?} by {leaper}, {kind}", board.holes());
    for walk in &walks {
        let tour = Tour::verify(board, leaper, walk.iter().copied()).unwrap();
        let tour = if kind == TourKind::Open { tour.as_open() } else { tour };
        let measured = TourSymmetries::new(&tour);
        for symmetry in board.symmetries() {
            assert_eq!(measured.reverses(symmetry), kept(puzzle, walk, symmetry), "{name}: {walk:?}");
        }
        let is_sulian = measured.symmetry_name() == SymmetryName::Sulian;
        assert!(!is_sulian || kind == TourKind::Closed, "{name}: {walk:?}");
    }
    for wanted in ALL_SYMMETRIES {
        let Ok(symmetries) = wanted.on(board) else { continue };
        let is_wanted = |walk: &&Vec<Square>| {
            let is_listed = kind == TourKind::Open || walk.len() < 3 || walk[1] < walk[walk.len() - 1];
            is_listed && symmetries.iter().any(|&symmetry| kept(puzzle, walk, symmetry).is_some())
        };
        let expected: BTreeSet<&Vec<Square>> = walks.iter().filter(is_wanted).collect();
        let tours: Vec<Vec<Square>> =
            listed(puzzle, wanted).iter().map(|tour| tour.squares().collect()).collect();
        assert_eq!(tours.len(), expected.len(), "{name}, {wanted}");
        assert_eq!(tours.iter().collect::<BTreeSet<_>>(), expected, "{name}, {wanted}");
        match solved(puzzle, wanted) {
            Outcome::Found(tour) => {
                let squares: Vec<Square> = tour.squares().collect();
                assert!(walks.contains(&squares), "{name}, {wanted}: {squares:?}");
                let is_kept = |&symmetry| kept(puzzle, &squares, symmetry).is_some();
                assert!(symmetries.iter().any(is_kept), "{name}, {wanted}: {squares:?}");
            }
            Outcome::Impossible(reason) => {
                assert!(expected.is_empty(), "{name}, {wanted}: {reason}");
                assert_eq!(check(puzzle, &reason).err(), None, "{name}, {wanted}: {reason}");
            }
            Outcome::Unknown(_) => panic!("{name}, {wanted}: unknown"),
        }
        let n = if expected.len() <= 4 { 10 * expected.len().max(1) } else { 4 };
        let sampled = sample_symmetric(puzzle, wanted, n, 1, &Control::unlimited()).unwrap().unwrap();
        let sampled: BTreeSet<Vec<Square>> = sampled.iter().map(|tour| tour.squares().collect()).collect();
        assert!(sampled.iter().all(|squares| expected.contains(squares)), "{name}, {wanted}");
        assert!(expected.len() > 2 || sampled.len() == expected.len(), "{name}, {wanted}: all are sampled");
    }
    walks.len()
}

/// All boxes up to five by five, and longer narrow ones.
fn boxes() -> impl Iterator<Item = (u64, u64)> {
    (1..=9).flat_map(|files| (1..=9).map(move |ranks| (files, ranks))).filter(|&(files, ranks)| {
        let (short, long) = (files.min(ranks), files.max(ranks));
        long <= [9, 9, 7, 5, 5][short.min(5) as usize - 1] && short <= 5
    })
}

fn boards_agree(boxes: impl Iterator<Item = (u64, u64)>, is_chosen: impl Fn(usize, &Board) -> bool) {
    let (mut number, mut boards, mut tours) = (0, 0, 0);
    for (files, ranks) in boxes {
        for board in symmetric_boards(files, ranks) {
            number += 1;
            if !is_chosen(number, &board) {
                continue;
            }
            boards += 1;
            for (r, s) in LEAPERS {
                for kind in [TourKind::Open, TourKind::Closed] {
                    let leaper = Leaper::new(r, s).unwrap();
                    let puzzle = Puzzle::new(board.clone()).with_leaper(leaper).with_kind(kind);
                    tours += agrees_with_every_walk(&puzzle);
                }
            }
        }
    }
    eprintln!("{boards} of {number} boards, {tours} tours");
    assert!(boards > 2000 && tours > 500);
}

#[test]
fn symmetric_boards_of_up_to_nine_squares_agree_with_every_walk() {
    // All boards of up to four squares, which have one orbit or none after folding, and some of the others.
    boards_agree(boxes(), |number, board| match board.square_count() {
        ..=4 => true,
        5 | 6 => number % 7 == 0,
        _ => number % 40 == 0,
    });
}

#[test]
#[ignore = "a minute: all boards, not some"]
fn all_symmetric_boards_of_up_to_nine_squares_agree_with_every_walk() {
    boards_agree(boxes(), |_, _| true);
}

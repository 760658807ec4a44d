//! Tours that a turn or a mirror keeps, against a look at every tour.

use std::{collections::BTreeSet, ops::ControlFlow};

use ktour_tour::{
    Board, Control, Outcome, Puzzle, Reason, Square, Tour, TourKind,
    measure::{KeptSymmetries, Measures, SymmetryName},
    proof::check,
    symmetric::{Sought, each_symmetric, sample_symmetric, solve_symmetric},
};

const ALL: [Sought; 8] = [
    Sought::HalfTurn,
    Sought::QuarterTurn,
    Sought::Mirror,
    Sought::MirrorFiles,
    Sought::MirrorRanks,
    Sought::Diagonal,
    Sought::Transpose,
    Sought::AntiTranspose,
];

fn puzzle(board: &str, holes: &str, kind: TourKind) -> Puzzle {
    let board: Board = board.parse().unwrap();
    let holes: Vec<Square> = holes.split_whitespace().map(|hole| hole.parse().unwrap()).collect();
    Puzzle::new(board.with_holes(holes).unwrap()).with_kind(kind)
}

fn solved(puzzle: &Puzzle, sought: Sought) -> Outcome {
    solve_symmetric(puzzle, sought, 0, &Control::unlimited()).unwrap().outcome
}

fn listed(puzzle: &Puzzle, sought: Sought) -> Vec<Tour> {
    let mut tours = Vec::new();
    let is_whole = each_symmetric(puzzle, sought, &Control::unlimited(), &mut |tour| {
        tours.push(tour);
        ControlFlow::Continue(())
    });
    assert!(is_whole.unwrap());
    tours
}

/// The leaps of a tour, whichever way it is walked.
fn leaps(tour: &Tour) -> BTreeSet<[Square; 2]> {
    let squares: Vec<Square> = tour.squares().collect();
    let closing = (tour.kind() == TourKind::Closed).then(|| [squares[squares.len() - 1], squares[0]]);
    let sorted = |mut leap: [Square; 2]| {
        leap.sort_unstable();
        leap
    };
    squares.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing).map(sorted).collect()
}

/// Every tour, by walking: each as its leaps, with the symmetries that keep it.
fn every_tour(puzzle: &Puzzle) -> Vec<(BTreeSet<[Square; 2]>, KeptSymmetries)> {
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
                    tours.push((leaps(&tour), KeptSymmetries::of(&tour)));
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
fn lists_and_answers_agree_with_a_look_at_every_tour() {
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
        for sought in ALL {
            let Ok(symmetries) = sought.on(puzzle.board()) else { continue };
            let is_kept =
                |kept: &KeptSymmetries| symmetries.iter().any(|&symmetry| kept.reverses(symmetry).is_some());
            let wanted: BTreeSet<_> =
                every.iter().filter(|(_, kept)| is_kept(kept)).map(|(leaps, _)| leaps).collect();
            let tours = listed(&puzzle, sought);
            let found: BTreeSet<_> = tours.iter().map(leaps).collect();
            assert_eq!(found.iter().collect::<BTreeSet<_>>(), wanted, "{board} {holes} {kind} {sought}");
            let ways = if kind == Open { 2 } else { 1 };
            assert_eq!(tours.len(), ways * wanted.len(), "each once: {board} {holes} {kind} {sought}");
            match solved(&puzzle, sought) {
                Outcome::Found(tour) => {
                    answers[0] += 1;
                    assert!(wanted.contains(&leaps(&tour)), "{board} {holes} {kind} {sought}");
                }
                Outcome::Impossible(reason) => {
                    answers[if reason.code() == "unkept" { 1 } else { 2 }] += 1;
                    assert!(wanted.is_empty(), "{board} {holes} {kind} {sought}: {reason}");
                    if matches!(reason, Reason::Unkept(_)) {
                        assert_eq!(check(&puzzle, &reason), Ok(()), "{board} {kind} {sought}: {reason}");
                    }
                }
                Outcome::Unknown(_) => panic!("{board} {holes} {kind} {sought}: unknown"),
            }
        }
    }
    assert!(answers.iter().all(|&many| many > 2), "{answers:?}");
}

#[test]
fn six_by_six_has_five_classes_with_quarter_turns_and_seventeen_with_half_turns_alone() {
    // Source: D. E. Knuth, TAOCP 4, pre-fascicle 8A; 9862 tours, 1245 classes = 5 + 17 + 1223.
    let puzzle = puzzle("6", "", TourKind::Closed);
    assert_eq!(listed(&puzzle, Sought::QuarterTurn).len(), 5 * 2);
    assert_eq!(listed(&puzzle, Sought::HalfTurn).len(), 5 * 2 + 17 * 4);
    assert_eq!(listed(&puzzle, Sought::Mirror).len(), 0);
}

#[test]
fn large_boards_have_their_symmetric_tours_at_once() {
    use TourKind::{Closed, Open};
    for (board, holes, kind, sought, look) in [
        ("40", "", Closed, Sought::HalfTurn, SymmetryName::Eulerian),
        ("42", "", Closed, Sought::QuarterTurn, SymmetryName::Birotary),
        ("30x31", "", Closed, Sought::Mirror, SymmetryName::Sulian),
        ("30x31", "", Closed, Sought::HalfTurn, SymmetryName::Eulerian),
        ("20x31", "", Closed, Sought::HalfTurn, SymmetryName::Bergholtian),
        ("20x31", "", Open, Sought::HalfTurn, SymmetryName::Rotary),
        ("31", "", Open, Sought::HalfTurn, SymmetryName::Rotary),
        ("31", "p16", Closed, Sought::QuarterTurn, SymmetryName::Birotary),
        ("20", "a1 t20 a20 t1", Closed, Sought::HalfTurn, SymmetryName::Eulerian),
    ] {
        let puzzle = puzzle(board, holes, kind);
        let tour = solved(&puzzle, sought).found().unwrap_or_else(|| panic!("{board} {sought}"));
        let symmetry = Measures::of(&tour).symmetry;
        assert_eq!((tour.kind(), symmetry.called()), (kind, look), "{board} {kind} {sought}");
    }
}

#[test]
fn a_given_start_is_where_the_tour_begins() {
    let start = "c3".parse().unwrap();
    let closed = puzzle("6", "", TourKind::Closed).starting_at(start).unwrap();
    let tour = solved(&closed, Sought::HalfTurn).found().unwrap();
    assert_eq!(tour.square_at(1), Some(start));
    let open = puzzle("5x8", "", TourKind::Open).starting_at("a1".parse().unwrap()).unwrap();
    let tour = solved(&open, Sought::HalfTurn).found().unwrap();
    assert_eq!((tour.square_at(1), tour.square_at(40)), ("a1".parse().ok(), "e8".parse().ok()));
    let wrong = open.ending_at("b1".parse().unwrap()).unwrap();
    let Outcome::Impossible(reason) = solved(&wrong, Sought::HalfTurn) else { panic!("another end") };
    assert_eq!(check(&wrong, &reason), Ok(()), "{reason}");
}

#[test]
fn what_is_the_same_of_two_mirrors_is_said_once() {
    let said = |board: &str, sought| match solved(&puzzle(board, "", TourKind::Open), sought) {
        Outcome::Impossible(reason) => reason.to_string(),
        _ => panic!("no mirror keeps a tour of {board}"),
    };
    assert_eq!(
        said("8", Sought::Mirror),
        "either mirror across the sides could only reverse an open tour, whose middle would then be a square that stays or a leap between a square and its image, and there is neither"
    );
    assert!(said("8", Sought::Diagonal).starts_with("either mirror in a diagonal leaves 8 squares"));
    let two = said("7x9", Sought::Mirror);
    assert!(
        two.contains("leaves 9 squares")
            && two.contains("; the mirror that exchanges top and bottom leaves 7")
    );
}

#[test]
fn a_false_reason_is_seen_through() {
    let puzzle = puzzle("8", "", TourKind::Closed);
    let Outcome::Impossible(Reason::Unkept(all)) = solved(&puzzle, Sought::QuarterTurn) else {
        panic!("8x8 has none")
    };
    assert_eq!(
        Reason::Unkept(all.clone()).text(puzzle.board()),
        "a quarter turn changes the colour of every square, and would carry each 16 leaps along a closed tour, which keeps it"
    );
    let mut other = all[0];
    other.stay = 1;
    assert!(check(&puzzle, &Reason::Unkept(vec![other])).is_err());
    // Six by six has such tours, so no facts about it are a reason.
    let six = Puzzle::new(Board::new(6, 6).unwrap()).with_kind(TourKind::Closed);
    let mut fitted = all[0];
    fitted.squares = 36;
    assert!(check(&six, &Reason::Unkept(vec![fitted])).is_err());
}

#[test]
fn drawn_tours_are_among_those_listed_and_the_same_for_the_same_seed() {
    let puzzle = puzzle("6", "", TourKind::Closed);
    let draw = |seed| {
        sample_symmetric(&puzzle, Sought::HalfTurn, 400, seed, &Control::unlimited()).unwrap().unwrap()
    };
    let drawn = draw(1);
    assert_eq!(drawn, draw(1));
    let all: BTreeSet<_> = listed(&puzzle, Sought::HalfTurn).iter().map(leaps).collect();
    let seen: BTreeSet<_> = drawn.iter().map(leaps).collect();
    assert!(seen.is_subset(&all) && seen.len() > 70, "{} of {}", seen.len(), all.len());
}

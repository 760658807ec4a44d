//! Every tour has a number, and every number a tour.

use std::{collections::BTreeSet, ops::ControlFlow};

use ktour_core::{Board, Control, Leaper, Puzzle, Square, Tour, TourKind, random::Random};
use ktour_count::{CountError, Counter, Resources, Shard};

/// The tours of a list, each undirected one once.
fn listed(counter: &Counter) -> Vec<Tour> {
    let mut tours: Vec<Tour> = Vec::new();
    let (resources, control) = (Resources::default(), Control::unlimited());
    let is_two_way = counter.puzzle().start().is_none() && counter.puzzle().end().is_none();
    counter
        .each_tour(Shard::default(), &resources, &control, &mut |tour| {
            let (first, last) = (tour.indices()[0], tour.indices()[tour.len() - 1]);
            if tour.kind() == TourKind::Closed || !is_two_way || first <= last {
                tours.push(tour);
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    tours
}

/// Every tour of the list has another number, and is the tour of its number.
fn is_one_to_one(puzzle: &Puzzle, step: usize) -> usize {
    let (resources, control) = (Resources::default(), Control::unlimited());
    let counter = Counter::new(puzzle).unwrap();
    let tours = listed(&counter);
    let mut numbers = BTreeSet::new();
    for tour in tours.iter().step_by(step) {
        let number = counter.rank(tour, &resources, &control).unwrap();
        assert!((1..=tours.len() as u128).contains(&number), "{puzzle:?}");
        assert!(numbers.insert(number), "{puzzle:?}: two tours are number {number}");
        let back = counter.unrank(number, &resources, &control).unwrap();
        let is_same = back.squares().eq(tour.squares()) || back.squares().eq(tour.squares().rev());
        assert!(is_same, "{puzzle:?}: {number}");
    }
    let beyond = tours.len() as u128 + 1;
    for number in [0, beyond] {
        let error = counter.unrank(number, &resources, &control).unwrap_err();
        assert_eq!(error, CountError::NoSuchNumber { number, tours: beyond - 1 });
    }
    tours.len()
}

fn puzzle(board: &str, kind: TourKind) -> Puzzle {
    Puzzle::new(board.parse().unwrap()).with_kind(kind)
}

#[test]
fn numbers_and_tours_of_small_boards_are_one_to_one() {
    use TourKind::{Closed, Open};
    for (board, kind, tours) in [
        ("1x1", Open, 1),
        ("3x4", Open, 8),
        ("4x5", Open, 82),
        ("5x5", Open, 864),
        ("3x8", Open, 396),
        ("3x10", Closed, 16),
        ("5x6", Closed, 8),
        ("4x4", Open, 0),
    ] {
        assert_eq!(is_one_to_one(&puzzle(board, kind), 1), tours, "{board} {kind}");
    }
    assert_eq!(is_one_to_one(&puzzle("6x6", Closed), 97), 9862);
}

#[test]
fn holes_ends_and_other_pieces_have_numbers_too() {
    let full: Board = "5x5".parse().unwrap();
    let holed = Puzzle::new(full.with_holes([Square::new(0, 1)]).unwrap()).with_kind(TourKind::Closed);
    is_one_to_one(&holed, 1);
    let open = puzzle("5x5", TourKind::Open);
    let corner = open.clone().starting_at(Square::new(0, 0)).unwrap();
    assert_eq!(is_one_to_one(&corner, 1), 304);
    let both = corner.ending_at(Square::new(4, 4)).unwrap();
    assert!(is_one_to_one(&both, 1) > 0);
    let wazir = puzzle("4x4", TourKind::Open).with_leaper(Leaper::new(0, 1).unwrap());
    assert!(is_one_to_one(&wazir, 1) > 0);
    let another =
        Tour::verify(open.board(), open.leaper(), listed(&Counter::new(&open).unwrap())[0].squares());
    let error =
        Counter::new(&holed).unwrap().rank(&another.unwrap(), &Resources::default(), &Control::unlimited());
    assert_eq!(error.unwrap_err(), CountError::AnotherTour);
}

/// Random numbers there and back, on a board that is cut into halves.
fn there_and_back(board: &str, kind: TourKind, tours: u128, times: usize) {
    let (resources, control) = (Resources::default(), Control::unlimited());
    let counter = Counter::new(&puzzle(board, kind)).unwrap();
    let mut random = Random::new(7, 0);
    for number in [1, tours].into_iter().chain((0..times).map(|_| u128::from(random.next()) % tours + 1)) {
        let tour = counter.unrank(number, &resources, &control).unwrap();
        assert_eq!(counter.rank(&tour, &resources, &control).unwrap(), number, "{board} {kind}");
        let back = tour.reversed();
        assert_eq!(counter.rank(&back, &resources, &control).unwrap(), number, "{board} {kind}");
    }
}

#[test]
fn numbers_of_halved_boards_lead_there_and_back() {
    there_and_back("6x8", TourKind::Closed, 55_488_142, 40);
    there_and_back("6x6", TourKind::Open, 3_318_960, 40);
    there_and_back("5x7", TourKind::Open, 622_868, 40);
}

#[test]
#[ignore = "minutes: ten thousand numbers of 8x8"]
fn ten_thousand_numbers_of_8x8_lead_there_and_back() {
    there_and_back("8x8", TourKind::Closed, 13_267_364_410_532, 10_000);
}

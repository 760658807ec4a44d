//! Listing and sampling: complete, without repetition, and fair.

use std::{
    collections::{BTreeSet, HashMap},
    ops::ControlFlow,
};

use ktour_core::{Board, Control, Leaper, Puzzle, Square, Tour, TourKind, notation};
use ktour_count::{Counter, Resources, Shard, is_first_of_its_class, plain, symmetries_of};

fn puzzle(board: &str, kind: TourKind) -> Puzzle {
    Puzzle::new(board.parse::<Board>().unwrap()).with_kind(kind)
}

fn each_tour(
    puzzle: &Puzzle,
    shard: Shard,
    resources: &Resources,
    found: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) {
    let counter = Counter::new(puzzle).unwrap();
    counter.each_tour(shard, resources, &Control::unlimited(), found).unwrap();
}

fn sample(puzzle: &Puzzle, tours: usize, seed: u64, resources: &Resources) -> Vec<Tour> {
    let drawn = Counter::new(puzzle).unwrap().sample(tours, seed, resources, &Control::unlimited());
    drawn.unwrap().unwrap()
}

fn list_of(puzzle: &Puzzle, shard: &str) -> Vec<Tour> {
    let mut tours = Vec::new();
    each_tour(puzzle, shard.parse::<Shard>().unwrap(), &Resources::default(), &mut |tour| {
        tours.push(tour);
        ControlFlow::Continue(())
    });
    tours
}

fn list(puzzle: &Puzzle, shard: &str) -> Vec<Vec<Square>> {
    list_of(puzzle, shard).iter().map(|tour| tour.squares().collect()).collect()
}

#[test]
fn all_tours_come_out_and_none_twice() {
    for (board, kind, number) in [
        ("6x6", TourKind::Closed, 9862),
        ("5x5", TourKind::Open, 1728),
        ("5x6", TourKind::Closed, 8),
        ("3x4", TourKind::Open, 16),
        ("4x4", TourKind::Open, 0),
        ("1x1", TourKind::Open, 1),
    ] {
        let tours = list(&puzzle(board, kind), "1/1");
        assert_eq!(tours.len(), number, "{board}");
        assert_eq!(tours.iter().collect::<BTreeSet<_>>().len(), number, "{board}");
    }
}

#[test]
fn the_order_is_the_same_however_little_memory_there_is() {
    let start = puzzle("5x5", TourKind::Open).starting_at(Square::new(0, 0));
    let others = [("6x6", TourKind::Closed), ("5x5", TourKind::Open), ("3x8", TourKind::Open)];
    for puzzle in others.map(|(board, kind)| puzzle(board, kind)).into_iter().chain([start.unwrap()]) {
        let all = list_of(&puzzle, "1/1");
        let mut tours = all.iter();
        // So little that no half is written down, and each tour is walked square by square.
        let little = Resources::default().with_memory(1);
        each_tour(&puzzle, Shard::default(), &little, &mut |tour| {
            assert_eq!(Some(&tour), tours.next());
            ControlFlow::Continue(())
        });
        assert_eq!(tours.next(), None, "{}", puzzle.board());
    }
}

#[test]
fn a_long_board_begins_to_list_its_tours_at_once() {
    // Halves that would fill any memory, and halves deeper than a stack.
    let wazir = puzzle("2x20000", TourKind::Closed).with_leaper(Leaper::new(0, 1).unwrap());
    for (puzzle, wanted) in [(puzzle("4x60", TourKind::Open), 100), (wazir, 1)] {
        let mut tours = 0;
        each_tour(&puzzle, Shard::default(), &Resources::default(), &mut |_| {
            tours += 1;
            if tours == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(tours, wanted, "{}", puzzle.board());
    }
}

#[test]
#[ignore = "a minute: 6637920 tours"]
fn all_open_tours_of_6x6_come_out() {
    let mut number = 0u64;
    each_tour(&puzzle("6x6", TourKind::Open), Shard::default(), &Resources::default(), &mut |_| {
        number += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(number, 6_637_920);
}

#[test]
fn the_list_is_that_of_the_obvious_walk() {
    let board = Board::new(4, 5).unwrap();
    for start in board.squares() {
        let puzzle = Puzzle::new(board.clone()).with_kind(TourKind::Open).starting_at(start).unwrap();
        let fast: BTreeSet<Vec<Square>> = list(&puzzle, "1/1").into_iter().collect();
        let mut slow = BTreeSet::new();
        plain::each(&puzzle, &mut |squares| assert!(slow.insert(squares.to_vec()))).unwrap();
        assert_eq!(fast, slow, "from {start}");
    }
}

#[test]
fn shards_are_disjoint_and_complete() {
    let puzzle = puzzle("6x6", TourKind::Closed);
    let mut together: Vec<_> = ["1/3", "2/3", "3/3"].iter().flat_map(|shard| list(&puzzle, shard)).collect();
    let mut all = list(&puzzle, "1/1");
    together.sort();
    all.sort();
    assert_eq!(together, all);
}

#[test]
fn one_tour_of_every_class() {
    let puzzle = puzzle("6x6", TourKind::Closed);
    let symmetries = puzzle.board().symmetries();
    let mut by_symmetries = HashMap::new();
    each_tour(&puzzle, Shard::default(), &Resources::default(), &mut |tour| {
        if is_first_of_its_class(&tour, &symmetries) {
            *by_symmetries.entry(symmetries_of(&tour, &symmetries)).or_insert(0) += 1;
        }
        ControlFlow::Continue(())
    });
    // Quaternary, binary and asymmetric classes: 1245 together.
    assert_eq!(by_symmetries, HashMap::from([(4, 5), (2, 17), (1, 1223)]));
}

#[test]
fn one_tour_of_every_class_where_the_first_square_is_a_hole() {
    // A ring of eight squares, walked file by file, which begins on a2 and not on the lowest b1.
    let full: Board = "7x4".parse().unwrap();
    let holes = "a1 d1 e1 f1 g1 a2 b2 f2 g2 c3 d3 e3 f3 g3 a4 b4 c4 e4 f4 g4";
    let square = |name| notation::parse_square(&full, name).unwrap();
    let board = full.with_holes(holes.split(' ').map(square)).unwrap();
    let symmetries = board.symmetries();
    let tours = list_of(&Puzzle::new(board).with_kind(TourKind::Closed), "1/1");
    assert_eq!(tours.len(), 1);
    assert!(is_first_of_its_class(&tours[0], &symmetries));
}

/// How far a chi-square sum is from what chance expects, in standard deviations.
fn chi_square(puzzle: &Puzzle, tours: usize, draws: usize, seed: u64) -> f64 {
    let mut hits: HashMap<Vec<Square>, u64> = list(puzzle, "1/1").into_iter().map(|tour| (tour, 0)).collect();
    assert_eq!(hits.len(), tours);
    for tour in sample(puzzle, draws, seed, &Resources::default()) {
        *hits.get_mut(&tour.squares().collect::<Vec<_>>()).expect("a tour of the list") += 1;
    }
    let expected = draws as f64 / tours as f64;
    let sum: f64 = hits.values().map(|&hits| (hits as f64 - expected).powi(2) / expected).sum();
    let freedom = tours as f64 - 1.0;
    (sum - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn samples_are_uniform() {
    for seed in [1, 2] {
        let open = chi_square(&puzzle("5x5", TourKind::Open), 1728, 17_280, seed);
        assert!(open.abs() < 3.5, "5x5 open: {open}");
        let closed = chi_square(&puzzle("6x6", TourKind::Closed), 9862, 49_310, seed);
        assert!(closed.abs() < 3.5, "6x6 closed: {closed}");
    }
}

#[test]
fn the_same_seed_gives_the_same_tours_on_any_number_of_threads() {
    let puzzle = puzzle("6x6", TourKind::Closed);
    let draw = |threads| sample(&puzzle, 20, 7, &Resources::default().with_threads(threads));
    assert_eq!(draw(1), draw(3));
    // Little memory makes small blocks, which draw the same.
    let little = Resources::default().with_memory(8 << 20);
    assert_eq!(sample(&puzzle, 700, 7, &little), sample(&puzzle, 700, 7, &Resources::default()));
    assert_eq!(sample(&puzzle, 5, 7, &Resources::default()), draw(2)[..5]);
    // So do layers in files, those of the whole board and those of halves.
    let files = tempfile::tempdir().unwrap();
    let little = little.with_memory(1 << 20).with_spill(files.path());
    assert_eq!(sample(&puzzle, 20, 7, &little), draw(2));
    let long = Puzzle::new("6x8".parse().unwrap()).with_kind(TourKind::Closed);
    assert_eq!(sample(&long, 20, 7, &little), sample(&long, 20, 7, &Resources::default()));
}

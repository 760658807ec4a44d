//! What is measured in one walk, against every pair of leaps and a sweep of the board, on every tour.

use std::{collections::BTreeMap, ops::ControlFlow};

use ktour_core::{
    Board, Control, KNIGHT, Leap, Leaper, Puzzle, Square, Symmetry, Tour, TourKind,
    measure::{Magic, Measures, SymmetryName},
    random::Random,
};
use ktour_count::{CountError, Counter, Measure, MeasurePart, Resources, Shard};
use ktour_search::{Method, Strategy, solve};

type LineEnds = [(i64, i64); 2];

fn lines(tour: &Tour) -> Vec<LineEnds> {
    let squares: Vec<(i64, i64)> =
        tour.squares().map(|square| (square.file as i64, square.rank as i64)).collect();
    let round = (tour.kind() == TourKind::Closed).then(|| [squares[squares.len() - 1], squares[0]]);
    squares.windows(2).map(|pair| [pair[0], pair[1]]).chain(round).collect()
}

/// On which side of a line a point lies.
fn side([a, b]: LineEnds, c: (i64, i64)) -> i64 {
    ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
}

fn cross(one: LineEnds, other: LineEnds) -> bool {
    side(one, other[0]) * side(one, other[1]) < 0 && side(other, one[0]) * side(other, one[1]) < 0
}

/// The area by the even-odd rule, from thin strips between which no two lines cross: every crossing of two
/// leaps lies at a multiple of 1/`fine` of a file.
fn inside(lines: &[LineEnds], files: i64, fine: i64) -> f64 {
    let mut area = 0.0;
    for strip in 0..(files - 1) * fine {
        let (left, right) = (strip as f64 / fine as f64, (strip + 1) as f64 / fine as f64);
        let at = |[a, b]: LineEnds, x: f64| {
            a.1 as f64 + (b.1 - a.1) as f64 * (x - a.0 as f64) / (b.0 - a.0) as f64
        };
        let is_here =
            |[a, b]: &LineEnds| (a.0.min(b.0) as f64) <= left && right <= a.0.max(b.0) as f64 && a.0 != b.0;
        let mut heights: Vec<(f64, f64)> =
            lines.iter().copied().filter(is_here).map(|line| (at(line, left), at(line, right))).collect();
        heights.sort_by(|one, other| (one.0 + one.1).total_cmp(&(other.0 + other.1)));
        for pair in heights.chunks(2) {
            area += ((pair[1].0 + pair[1].1) - (pair[0].0 + pair[0].1)) / 2.0 / fine as f64;
        }
    }
    area
}

/// The slow way beside the fast one; `fine` as above, or 0 to leave the area alone.
fn check(tour: &Tour, fine: i64) {
    let (measures, lines) = (Measures::new(tour), lines(tour));
    let crossed = |i: usize| (0..lines.len()).filter(|&j| j != i && cross(lines[i], lines[j])).count();
    let crossed: Vec<usize> = (0..lines.len()).map(crossed).collect();
    let crossings = &measures.crossings;
    assert_eq!(crossings.total * 2, crossed.iter().sum::<usize>() as u64, "{tour:?}");
    assert_eq!(crossings.uncrossed, crossed.iter().filter(|&&times| times == 0).count());
    for (times, &leaps) in crossings.by_leap.iter().enumerate() {
        assert_eq!(leaps, crossed.iter().filter(|&&met| met == times).count());
    }
    let step = |[a, b]: LineEnds| (b.0 - a.0, b.1 - a.1);
    let is_closed = tour.kind() == TourKind::Closed;
    let met = lines.len() - usize::from(!is_closed);
    let straight = (0..met).filter(|&i| step(lines[i]) == step(lines[(i + 1) % lines.len()])).count();
    assert_eq!((measures.leaps, measures.straight, measures.turns), (lines.len(), straight, met - straight));
    assert_eq!(measures.angles.iter().map(|angle| angle.count).sum::<usize>(), met);
    assert_eq!(measures.slopes.iter().map(|(_, count)| count).sum::<usize>(), lines.len());
    if let Some(area) = measures.area.filter(|_| fine > 0) {
        let slow = inside(&lines, tour.board().files() as i64, fine);
        assert!((area.inside - slow).abs() < 1e-6, "{} and {slow}: {tour:?}", area.inside);
    }
    let is_same = |turned: &Tour| {
        let sorted = |tour: &Tour| {
            let mut all = self::lines(tour);
            all.iter_mut().for_each(|line| line.sort_unstable());
            all.sort_unstable();
            all
        };
        turned.board() == tour.board() && sorted(turned) == sorted(tour)
    };
    for symmetry in Symmetry::ALL {
        let is_kept = measures.symmetry.reverses(symmetry).is_some();
        assert_eq!(is_kept, is_same(&tour.transformed(symmetry)), "{symmetry:?} of {tour:?}");
    }
}

fn all(board: &str, kind: TourKind, visit: &mut dyn FnMut(&Tour)) {
    let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(kind);
    let counter = Counter::new(&puzzle).unwrap();
    let mut each = |tour: Tour| {
        visit(&tour);
        ControlFlow::Continue(())
    };
    counter.each_tour(Shard::default(), &Resources::default(), &Control::unlimited(), &mut each).unwrap();
}

#[test]
fn every_closed_tour_of_5x6_and_3x10() {
    for (board, number) in [("5x6", 8), ("3x10", 16), ("10x3", 16)] {
        let mut tours = 0;
        all(board, TourKind::Closed, &mut |tour| {
            tours += 1;
            // Knights cross at multiples of 1/3, 1/4 and 1/5 of a leap of one or two files.
            check(tour, 60);
        });
        assert_eq!(tours, number, "{board}");
    }
}

#[test]
fn every_open_tour_of_5x6_and_3x10() {
    for (board, number) in [("5x6", 37_568), ("3x10", 6096)] {
        let mut tours = 0;
        all(board, TourKind::Open, &mut |tour| {
            tours += 1;
            check(tour, 0);
        });
        assert_eq!(tours, number, "{board}");
    }
}

#[test]
fn random_boards_leapers_and_holes() {
    let mut random = Random::new(24, 0);
    let mut checked = 0;
    for round in 0..60u64 {
        let leaper = *[(1, 2), (0, 1), (2, 3), (1, 4)].get(random.index(4)).unwrap();
        let leaper = Leaper::new(leaper.0, leaper.1).unwrap();
        let side = |random: &mut Random| 6 + 2 * random.below_u64(4);
        let board = Board::new(side(&mut random), side(&mut random)).unwrap();
        let holes = [Square::new(random.below_u64(3), 0), Square::new(random.below_u64(3), 1)];
        let board = if random.coin() { board.with_holes(holes).unwrap() } else { board };
        let puzzle = Puzzle::new(board).with_leaper(leaper).with_kind(TourKind::Closed);
        // Counted, not timed, so that a busy machine makes no difference.
        let control = Control::unlimited().with_trials(200_000);
        let strategy = Strategy { seed: round, ..Strategy::new(Method::Auto) };
        if let Some(tour) = solve(&puzzle, &strategy, &control).ok().and_then(|answer| answer.outcome.found())
        {
            checked += 1;
            check(&tour, if leaper == KNIGHT { 60 } else { 0 });
            check(&tour.as_open(), 0);
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn known_tours_have_their_names() {
    // Beverley's semi-magic tour of 1848.
    let grid = [
        [1, 30, 47, 52, 5, 28, 43, 54],
        [48, 51, 2, 29, 44, 53, 6, 27],
        [31, 46, 49, 4, 25, 8, 55, 42],
        [50, 3, 32, 45, 56, 41, 26, 7],
        [33, 62, 15, 20, 9, 24, 39, 58],
        [16, 19, 34, 61, 40, 57, 10, 23],
        [63, 14, 17, 36, 21, 12, 59, 38],
        [18, 35, 64, 13, 60, 37, 22, 11],
    ];
    let board = Board::new(8, 8).unwrap();
    let mut squares = [Square::new(0, 0); 64];
    for (row, numbers) in (0..).zip(grid) {
        for (file, number) in (0..).zip(numbers) {
            squares[number - 1] = Square::new(file, board.rank_of(row));
        }
    }
    let tour = Tour::verify(&board, KNIGHT, squares).unwrap();
    let measures = Measures::new(&tour);
    assert_eq!((measures.sums.magic, measures.sums.ranks[0]), (Magic::Semi, 260));
    assert_eq!(measures.sums.failing(), (Vec::new(), Vec::new()));
    assert_eq!(measures.symmetry.symmetry_name(), SymmetryName::Asymmetric);
}

#[test]
fn the_closed_tours_of_6x6_are_as_published() {
    let (mut tours, mut quarter, mut half, mut most) = (0, 0, 0, 0.0f64);
    all("6x6", TourKind::Closed, &mut |tour| {
        tours += 1;
        let measures = Measures::new(tour);
        match measures.symmetry.symmetry_name() {
            SymmetryName::Birotary => quarter += 1,
            SymmetryName::Eulerian => half += 1,
            SymmetryName::Asymmetric => {}
            other => panic!("{other}"),
        }
        most = most.max(measures.area.unwrap().swept);
    });
    // A class that the quarter turn keeps has two tours, one that the half turn keeps has four.
    assert_eq!((tours, quarter, half), (9862, 5 * 2, 17 * 4));
    assert_eq!(most, 61.0);
}

/// Compares counts by halves with the measures of every tour.
#[test]
fn every_tour_has_the_value_under_which_it_is_counted() {
    let wazir = Leaper::new(0, 1).unwrap();
    for (files, ranks, holes, kind, start, leaper) in [
        (6, 6, &[][..], TourKind::Closed, None, KNIGHT),
        (5, 6, &[], TourKind::Closed, None, KNIGHT),
        (10, 3, &[], TourKind::Closed, Some("b1"), KNIGHT),
        (5, 5, &[], TourKind::Open, None, KNIGHT),
        (5, 5, &[], TourKind::Open, Some("a1"), KNIGHT),
        (4, 5, &[], TourKind::Open, None, KNIGHT),
        (3, 4, &[], TourKind::Open, None, KNIGHT),
        (6, 6, &["a1", "f1"], TourKind::Closed, None, KNIGHT),
        (5, 4, &["a1", "a2"], TourKind::Open, None, KNIGHT),
        (4, 4, &[], TourKind::Open, None, KNIGHT),
        (3, 3, &["b2"], TourKind::Closed, None, KNIGHT),
        (2, 3, &["a2", "a3", "b1", "b2"], TourKind::Open, None, KNIGHT),
        (4, 6, &[], TourKind::Closed, None, wazir),
        (4, 4, &[], TourKind::Open, None, wazir),
    ] {
        let holes: Vec<Square> = holes.iter().map(|hole| hole.parse().unwrap()).collect();
        let board = Board::new(files, ranks).unwrap().with_holes(holes).unwrap();
        let mut puzzle = Puzzle::new(board).with_kind(kind).with_leaper(leaper);
        if let Some(start) = start {
            puzzle = puzzle.starting_at(start.parse().unwrap()).unwrap();
        }
        let counter = Counter::new(&puzzle).unwrap();
        let (resources, control) = (Resources::default(), Control::unlimited());
        let is_twice = kind == TourKind::Open && start.is_none();
        let mut seen: Vec<Measures> = Vec::new();
        let mut each = |tour: Tour| {
            if !is_twice || tour.square_at(1) < tour.square_at(tour.len()) {
                seen.push(Measures::new(&tour));
            }
            ControlFlow::Continue(())
        };
        counter.each_tour(Shard::default(), &resources, &control, &mut each).unwrap();
        for measure in [Measure::Turns, Measure::Straight, Measure::Angle, Measure::Slope] {
            let spread = counter.spread(measure, &resources, &control).unwrap();
            for (part, tours) in spread.parts {
                let value = |measures: &Measures| match part {
                    MeasurePart::Whole if measure == Measure::Turns => measures.turns,
                    MeasurePart::Angle(dot, _) => {
                        // A measure's cosine is that of the way back and the way on, as this one's is.
                        measures.angles.iter().find(|angle| angle.dot == dot).map_or(0, |angle| angle.count)
                    }
                    MeasurePart::Slope(leap) => {
                        measures.slopes.iter().find(|(slope, _)| *slope == leap).unwrap().1
                    }
                    _ => measures.straight,
                };
                let mut wanted = BTreeMap::new();
                seen.iter().for_each(|seen| *wanted.entry(value(seen) as u32).or_insert(0u128) += 1);
                assert_eq!(tours, wanted, "{files}x{ranks} {kind} {leaper} {measure} {part:?}");
            }
        }
    }
}

/// Number of tours by value, with this many threads.
fn spread(
    files: u64,
    ranks: u64,
    kind: TourKind,
    measure: Measure,
    threads: usize,
) -> Vec<(MeasurePart, BTreeMap<u32, u128>)> {
    let puzzle = Puzzle::new(Board::new(files, ranks).unwrap()).with_kind(kind);
    let resources = Resources::default().with_threads(threads);
    Counter::new(&puzzle).unwrap().spread(measure, &resources, &Control::unlimited()).unwrap().parts
}

/// All measures of a board agree with each other, with its mirror and with the number of its tours.
fn measures_agree(files: u64, ranks: u64, kind: TourKind, tours: u128) {
    let corners = files * ranks - if kind == TourKind::Open { 2 } else { 0 };
    let leaps = files * ranks - if kind == TourKind::Open { 1 } else { 0 };
    let [turns, straight, angle, slope] = [Measure::Turns, Measure::Straight, Measure::Angle, Measure::Slope]
        .map(|measure| spread(files, ranks, kind, measure, 2));
    let mirrored: BTreeMap<u32, u128> =
        straight[0].1.iter().map(|(value, tours)| (corners as u32 - value, *tours)).collect();
    assert_eq!(turns[0].1, mirrored);
    assert_eq!(angle[5].1, straight[0].1);
    for (parts, each) in [(&turns, None), (&angle, Some(corners)), (&slope, Some(leaps))] {
        assert!(parts.iter().all(|(_, values)| values.values().sum::<u128>() == tours));
        let values = parts.iter().flat_map(|(_, values)| values);
        let sum: u128 = values.map(|(value, tours)| u128::from(*value) * tours).sum();
        assert!(each.is_none_or(|each| sum == u128::from(each) * tours));
    }
    for (part, values) in &slope {
        let MeasurePart::Slope(leap) = part else { panic!("{part:?}") };
        let mirror = MeasurePart::Slope(Leap::new(leap.file, -leap.rank));
        assert_eq!(*values, slope.iter().find(|(part, _)| *part == mirror).unwrap().1);
    }
}

#[test]
fn the_tours_of_all_values_are_all_tours() {
    measures_agree(6, 6, TourKind::Closed, 9862);
    measures_agree(5, 6, TourKind::Open, 18784);
    let of = |threads| spread(6, 5, TourKind::Open, Measure::Angle, threads);
    assert_eq!(of(1), of(3));
}

#[test]
#[ignore = "a minute: the boards that tours are to be counted by measures on"]
fn the_tours_of_all_values_are_all_tours_of_larger_boards() {
    measures_agree(5, 8, TourKind::Open, 18_061_054);
    measures_agree(6, 8, TourKind::Closed, 55_488_142);
    measures_agree(6, 7, TourKind::Open, 389_969_466);
}

#[test]
fn boards_with_too_many_halves_are_refused_before_they_are_walked() {
    let refused = |files, ranks, kind, memory| {
        let puzzle = Puzzle::new(Board::new(files, ranks).unwrap()).with_kind(kind);
        let resources = Resources::default().with_memory(memory);
        Counter::new(&puzzle).unwrap().spread(Measure::Turns, &resources, &Control::unlimited()).unwrap_err()
    };
    // By the states of its layers, by what is guessed of its halves, and by its memory.
    for (files, ranks, kind) in [(8, 8, TourKind::Closed), (5, 16, TourKind::Open)] {
        let error = refused(files, ranks, kind, u128::MAX);
        assert!(matches!(error, CountError::NoSpread { .. }), "{error}");
    }
    assert!(matches!(refused(40, 30, TourKind::Closed, u128::MAX), CountError::TooWide { .. }));
    assert!(matches!(refused(3, 400, TourKind::Open, u128::MAX), CountError::TooLarge { most: 1023, .. }));
    assert!(matches!(refused(6, 6, TourKind::Closed, 1 << 20), CountError::OutOfMemory { .. }));
}

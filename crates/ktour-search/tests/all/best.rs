//! Optimised tours: they answer the puzzle, improve, and are reproducible from the seed.

use ktour_core::{
    Board, Control, Leaper, Puzzle, Square, Tour, TourKind,
    measure::{Magic, Measures},
};
use ktour_search::{
    Strategy,
    best::{Aim, Annealer, Feature, semi_magic, suits_magic},
    solve,
};

fn first(puzzle: &Puzzle) -> Tour {
    let answer = solve(puzzle, &Strategy::default(), &Control::unlimited()).unwrap();
    answer.outcome.found().unwrap_or_else(|| panic!("no tour of {}", puzzle.board()))
}

fn board(text: &str) -> Puzzle {
    Puzzle::new(text.parse().unwrap())
}

#[test]
fn the_chessboard_has_the_extremes_that_knuth_found_among_all_its_tours() {
    // Pre-fascicle 8A, exercises 158 to 165: the extremes over all 13,267,364,410,532 closed tours.
    let known = [
        (Feature::Turns, 45, 64),
        (Feature::Straight, 0, 19),
        (Feature::RightAngles, 2, 39),
        (Feature::SharpAngles, 4, 29),
    ];
    let puzzle = board("8").with_kind(TourKind::Closed);
    let begun = first(&puzzle);
    for (feature, least, most) in known {
        for (aim, extreme) in [(Aim::Fewest(feature), least), (Aim::Most(feature), most)] {
            let search = Annealer::new(&puzzle, aim, &begun);
            let round = |number| aim.value(&search.round(1, number, &Control::unlimited()).unwrap());
            let values: Vec<u64> = (0..2).map(round).collect();
            assert!(values.contains(&extreme), "{aim}: {values:?}");
            assert!(values.iter().all(|&value| !aim.is_better(value, extreme)), "{aim}: {values:?}");
        }
    }
}

#[test]
fn every_aim_keeps_the_conditions_and_improves() {
    let [a1, b1, d4, f5] = [(0, 0), (1, 0), (3, 3), (5, 4)].map(|(file, rank)| Square::new(file, rank));
    let hole = Board::new(6, 7).unwrap().with_holes([a1, b1]).unwrap();
    let puzzles = [
        board("6").with_kind(TourKind::Closed),
        board("6").with_kind(TourKind::Open),
        board("5x6").starting_at(a1).unwrap().with_kind(TourKind::Open),
        board("6").starting_at(a1).unwrap().ending_at(f5).unwrap(),
        board("6").ending_at(d4).unwrap(),
        board("6").after(["a1", "b3", "c5"].map(|name| name.parse().unwrap()).to_vec()).unwrap(),
        Puzzle::new(hole).with_kind(TourKind::Open),
        board("9x10").with_leaper(Leaper::new(2, 3).unwrap()).with_kind(TourKind::Open),
    ];
    for puzzle in &puzzles {
        let Some(found) = solve(puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found()
        else {
            continue;
        };
        for aim in Aim::iter() {
            let search = Annealer::new(puzzle, aim, &found);
            let round = || search.round(7, 0, &Control::unlimited());
            let tour = round().unwrap_or_else(|| panic!("{aim} on {}", puzzle.board()));
            assert_eq!(round().as_ref(), Some(&tour), "the same round is another tour");
            assert!(puzzle.end().is_some() || tour.kind() == found.kind());
            assert!(tour.squares().zip(puzzle.visited()).all(|(a, &b)| a == b), "{aim} begins elsewhere");
            assert!(
                puzzle.end().is_none_or(|end| tour.square_at(tour.len()) == Some(end)),
                "{aim} ends elsewhere"
            );
            assert!(
                !aim.is_better(aim.value(&found), aim.value(&tour)),
                "{aim} got worse on {}",
                puzzle.board()
            );
        }
    }
}

#[test]
fn semi_magic_tours_are_found_from_any_seed() {
    for seed in 0..3 {
        for kind in [TourKind::Open, TourKind::Closed] {
            let puzzle = board("8").with_kind(kind);
            let tour = semi_magic(&puzzle, seed, &Control::unlimited()).unwrap();
            assert_eq!((Measures::new(&tour).sums.magic, tour.kind()), (Magic::Semi, kind));
        }
    }
    assert!(!suits_magic(&board("6")) && !suits_magic(&board("8").with_leaper(Leaper::new(1, 3).unwrap())));
}

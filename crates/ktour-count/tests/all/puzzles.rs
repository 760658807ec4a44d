//! Number puzzles against lists: what was made by searching is proven by looking at every tour of the board.

use std::ops::ControlFlow;

use ktour_core::{Board, Control, Outcome, Puzzle, Square, TourKind, random::Random};
use ktour_count::{Counter, Resources, Shard};
use ktour_puzzle::{Clues, Difficulty, Givens, PuzzleOptions, Uniqueness};

/// Every tour of a kind; open ones in both directions, closed ones once.
fn all_tours(board: &Board, kind: TourKind) -> Vec<Vec<Square>> {
    let counter = Counter::new(&Puzzle::new(board.clone()).with_kind(kind)).unwrap();
    let mut tours = Vec::new();
    let mut keep = |tour: ktour_core::Tour| {
        tours.push(tour.squares().collect());
        ControlFlow::Continue(())
    };
    let whole: Shard = "1/1".parse().unwrap();
    counter.each_tour(whole, &Resources::default(), &Control::unlimited(), &mut keep).unwrap();
    tours
}

/// How many ways to number the tours have the given steps.
fn solutions(givens: &Givens, tours: &[Vec<Square>]) -> usize {
    let &(first, on) = givens.steps().first().unwrap();
    let fits = |tour: &[Square], begin: usize, way: usize| {
        let place = |step: u32| (begin + way * (step + tour.len() as u32 - first) as usize) % tour.len();
        givens.steps().iter().all(|&(step, square)| tour[place(step)] == square)
    };
    tours
        .iter()
        .map(|tour| match givens.kind() {
            TourKind::Open => usize::from(fits(tour, first as usize - 1, 1)),
            TourKind::Closed => {
                let begin = tour.iter().position(|&square| square == on).unwrap();
                [1, tour.len() - 1].into_iter().filter(|&way| fits(tour, begin, way)).count()
            }
        })
        .sum()
}

#[test]
fn every_puzzle_has_one_solution_among_all_tours_of_its_board() {
    let wishes = [
        (None, Some(Clues::Fewest), false),
        (Some(Difficulty::Fiendish), None, false),
        (Some(Difficulty::Hard), None, false),
        (None, Some(Clues::Fewest), true),
    ];
    let mut proven = 0;
    for (board, kind) in [("6x6", TourKind::Closed), ("5x5", TourKind::Open), ("3x10", TourKind::Closed)] {
        let board: Board = board.parse().unwrap();
        let tours = all_tours(&board, kind);
        for (seed, (difficulty, clues, is_symmetric)) in
            (0..3).flat_map(|seed| wishes.map(|wish| (seed, wish)))
        {
            let wish = PuzzleOptions {
                kind: Some(kind),
                difficulty,
                clues,
                is_symmetric,
                seed,
                ..PuzzleOptions::new(board.clone())
            };
            // Not every board has puzzles of every difficulty.
            let Ok(Outcome::Found(made)) = wish.make(&Control::unlimited()) else { continue };
            assert_eq!(solutions(&made.givens, &tours), 1, "{wish:?}\n{}", made.givens);
            proven += 1;
            if clues.is_none() || is_symmetric {
                continue;
            }
            for gone in 0..made.givens.steps().len() {
                let mut steps: Vec<_> =
                    made.givens.steps().iter().map(|&(step, square)| (square, step)).collect();
                steps.remove(gone);
                let fewer = Givens::new(&board, made.givens.leaper(), kind, steps).unwrap();
                assert!(fewer.steps().is_empty() || solutions(&fewer, &tours) > 1, "{}", made.givens);
            }
        }
    }
    assert!(proven >= 30, "{proven} puzzles");
}

#[test]
fn both_solvers_say_of_random_steps_what_the_list_says() {
    let mut random = Random::new(23, 0);
    let mut seen = [0; 3];
    for (board, kind) in [("6x6", TourKind::Closed), ("5x5", TourKind::Open), ("3x10", TourKind::Closed)] {
        let board: Board = board.parse().unwrap();
        let tours = all_tours(&board, kind);
        for _ in 0..500 {
            let mut tour = tours[random.index(tours.len())].clone();
            if kind == TourKind::Closed {
                let first = random.index(tour.len());
                tour.rotate_left(first);
            }
            let mut steps: Vec<(Square, u32)> = tour.into_iter().zip(1..).collect();
            for _ in 0..steps.len() - 1 - random.index(8) {
                steps.swap_remove(random.index(steps.len()));
            }
            if random.below(3) == 0 {
                steps[0].1 = 1 + random.below(board.square_count() as u32);
            }
            let leaper = Puzzle::new(board.clone()).leaper();
            // What cannot be given at all is named by another test.
            let Ok(givens) = Givens::new(&board, leaper, kind, steps) else { continue };
            let count = solutions(&givens, &tours).min(2);
            seen[count] += 1;
            for verdict in [givens.solve(&Control::unlimited()), givens.check(&Control::unlimited())] {
                let said = match verdict {
                    Uniqueness::None(_) => 0,
                    Uniqueness::Unique(_) => 1,
                    Uniqueness::Two(one, other) if one != other => 2,
                    other => panic!("{other:?}"),
                };
                assert_eq!(said, count, "{givens}");
            }
        }
    }
    assert!(seen.iter().sum::<usize>() > 1000 && seen.iter().all(|&seen| seen > 50), "{seen:?}");
}

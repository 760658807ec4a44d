//! Number puzzles: both solvers, the rules of a person and plain backtracking agree, and requests are met.

use ktour_core::{Board, Control, KNIGHT, Leaper, Outcome, Square, TourKind};
use ktour_puzzle::{Clues, Difficulty, Givens, MadePuzzle, PuzzleOptions, Solutions, Uniqueness};

fn control() -> Control {
    Control::unlimited()
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn given(board: &str, kind: TourKind, steps: &[(&str, u32)]) -> Givens {
    let steps = steps.iter().map(|&(name, step)| (square(name), step));
    Givens::new(&board.parse().unwrap(), KNIGHT, kind, steps).unwrap()
}

/// The obvious solver: plain backtracking from a given step up to the last, then down to the first. It prunes
/// only by the distance to the next given step.
struct Plain<'a> {
    givens: &'a Givens,
    order: Vec<u32>,
    square_of: Vec<Option<Square>>,
    found: Vec<Vec<Square>>,
}

impl Plain<'_> {
    /// Finds the first two solutions.
    fn solve(givens: &Givens) -> Vec<Vec<Square>> {
        let count = givens.board().square_count() as u32;
        let first = givens.steps()[0].0;
        let mut square_of = vec![None; count as usize + 1];
        givens.steps().iter().for_each(|&(step, square)| square_of[step as usize] = Some(square));
        let order = (first + 1..=count).chain((1..first).rev()).collect();
        let mut plain = Plain { givens, order, square_of, found: Vec::new() };
        plain.extend(0);
        plain.found
    }

    fn extend(&mut self, depth: usize) {
        if self.found.len() == 2 {
            return;
        }
        let Some(&step) = self.order.get(depth) else { return self.record() };
        let is_down = step < self.givens.steps()[0].0;
        let from = self.square_of[if is_down { step + 1 } else { step - 1 } as usize].unwrap();
        let (board, leaper) = (self.givens.board(), self.givens.leaper());
        if let Some(to) = self.square_of[step as usize] {
            return if leaper.is_leap(from, to) {
                self.extend(depth + 1)
            };
        }
        let next = self.givens.steps().iter().find(|given| given.0 > step).filter(|_| !is_down);
        for to in board.leaps(leaper, from).collect::<Vec<_>>() {
            let is_near = next.is_none_or(|&(there, square)| is_near(leaper, to, square, there - step));
            if !self.square_of.contains(&Some(to)) && is_near {
                self.square_of[step as usize] = Some(to);
                self.extend(depth + 1);
                self.square_of[step as usize] = None;
            }
        }
    }

    fn record(&mut self) {
        let squares: Vec<Square> = self.square_of[1..].iter().map(|square| square.unwrap()).collect();
        let is_closed = self.givens.leaper().is_leap(squares[0], squares[squares.len() - 1]);
        if is_closed || self.givens.kind() == TourKind::Open {
            self.found.push(squares);
        }
    }
}

/// Whether a square is within reach of `leaps` leaps.
fn is_near(leaper: Leaper, a: Square, b: Square, leaps: u32) -> bool {
    let max = u64::from(leaps * leaper.s().max(leaper.r()));
    a.file.abs_diff(b.file) <= max && a.rank.abs_diff(b.rank) <= max
}

/// Checks that both solvers give the verdict of plain backtracking.
fn assert_solvers_agree(givens: &Givens) {
    let plain = Plain::solve(givens);
    for verdict in [givens.solve(&control()), givens.check(&control())] {
        match verdict {
            Uniqueness::Unique(tour) => assert_eq!(plain, [tour.squares().collect::<Vec<_>>()], "{givens}"),
            Uniqueness::Two(one, other) => {
                assert_eq!(plain.len(), 2, "{givens}");
                assert!(one != other && givens.fits(&one) && givens.fits(&other));
            }
            Uniqueness::None(_) => assert!(plain.is_empty(), "{givens}"),
            Uniqueness::Unknown(..) => panic!("the control has no limit"),
        }
    }
}

fn made(options: PuzzleOptions) -> MadePuzzle {
    match options.make(&control()) {
        Ok(Outcome::Found(made)) => made,
        other => panic!("{options:?}: {other:?}"),
    }
}

/// Variants of a puzzle: without one of its steps, or with one of them on another square.
fn variants(givens: &Givens) -> Vec<Givens> {
    let steps: Vec<(Square, u32)> = givens.steps().iter().map(|&(step, square)| (square, step)).collect();
    let with = |steps: Vec<(Square, u32)>| Givens::new(givens.board(), givens.leaper(), givens.kind(), steps);
    let without = |removed: usize| {
        let mut fewer = steps.clone();
        fewer.remove(removed);
        with(fewer)
    };
    let moved = givens.board().squares().filter(|&to| givens.step_of(to).is_none()).map(|to| {
        let mut moved = steps.clone();
        moved[steps.len() / 2].0 = to;
        with(moved)
    });
    (0..steps.len()).map(without).chain(moved).flatten().collect()
}

#[test]
fn solvers_agree_with_plain_backtracking_on_made_puzzles_and_their_variants() {
    let holed = Board::new(6, 5).unwrap().with_holes([square("a1"), square("f1")]).unwrap();
    let boards = [Board::new(5, 5).unwrap(), Board::new(6, 6).unwrap(), Board::new(3, 10).unwrap(), holed];
    for (board, seed) in boards.into_iter().zip(0..) {
        for (difficulty, clues) in [(Some(Difficulty::Easy), None), (None, Some(Clues::Exactly(9)))] {
            let made = made(PuzzleOptions { difficulty, clues, seed, ..PuzzleOptions::new(board.clone()) });
            assert_solvers_agree(&made.givens);
            assert!(made.givens.fits(&made.solution));
            variants(&made.givens).iter().for_each(assert_solvers_agree);
        }
    }
}

#[test]
fn puzzles_are_made_for_other_leapers() {
    let options = PuzzleOptions {
        leaper: "zebra".parse().unwrap(),
        clues: Some(Clues::Exactly(30)),
        ..PuzzleOptions::new("10x10".parse().unwrap())
    };
    let made = made(PuzzleOptions { difficulty: None, ..options });
    assert_eq!((made.givens.steps().len(), made.solution.leaper().to_string().as_str()), (30, "zebra"));
}

#[test]
fn counts_match_known_numbers_of_tours() {
    // Directed counts: 1728 open tours of 5x5, 304 of them from a corner and 64 from the middle; 8 and 16
    // closed tours of 6x5 and 10x3, in either direction.
    for (board, kind, steps, count) in [
        ("5", TourKind::Open, &[][..], 1728),
        ("5", TourKind::Open, &[("a1", 1)], 304),
        ("5", TourKind::Open, &[("c3", 1)], 64),
        ("6x5", TourKind::Closed, &[("a1", 1)], 16),
        ("10x3", TourKind::Closed, &[("a1", 1)], 32),
        ("10x3", TourKind::Closed, &[], 30 * 32),
        ("4", TourKind::Open, &[], 0),
        ("1", TourKind::Open, &[("a1", 1)], 1),
        ("1", TourKind::Closed, &[], 0),
    ] {
        assert_eq!(given(board, kind, steps).count(&control()), Solutions::Exactly(count), "{board} {kind}");
    }
}

#[test]
fn no_clue_of_a_minimal_puzzle_can_be_removed() {
    for seed in 0..4 {
        let options = PuzzleOptions {
            difficulty: None,
            clues: Some(Clues::Fewest),
            seed,
            ..PuzzleOptions::new("6".parse().unwrap())
        };
        let givens = made(options).givens;
        for removed in 0..givens.steps().len() {
            let mut steps: Vec<(Square, u32)> =
                givens.steps().iter().map(|&(step, square)| (square, step)).collect();
            steps.remove(removed);
            let fewer = Givens::new(givens.board(), KNIGHT, givens.kind(), steps).unwrap();
            assert!(matches!(fewer.solve(&control()), Uniqueness::Two(..)), "{givens}");
        }
    }
}

#[test]
fn a_puzzle_has_the_requested_difficulty() {
    for (difficulty, seed) in Difficulty::NAMED.map(|(_, difficulty)| difficulty).into_iter().zip(5..) {
        let made = made(PuzzleOptions {
            difficulty: Some(difficulty),
            seed,
            ..PuzzleOptions::new("6".parse().unwrap())
        });
        assert_eq!((made.difficulty, made.givens.difficulty(&control())), (difficulty, Some(difficulty)));
    }
}

#[test]
fn deductions_reach_the_solution() {
    let made = made(PuzzleOptions {
        difficulty: Some(Difficulty::Hard),
        seed: 3,
        ..PuzzleOptions::new("6".parse().unwrap())
    });
    let (deductions, is_solved) = made.givens.deductions(&control());
    assert!(is_solved && !deductions.is_empty());
    for deduction in deductions {
        use ktour_puzzle::Conclusion::{Leaps, Not, OnlySquare, OnlyStep};
        let step_of = |square| made.solution.step_of(square).unwrap() as u32;
        match deduction.conclusion {
            OnlySquare { step, square, .. } | OnlyStep { step, square } => assert_eq!(step_of(square), step),
            Not { step, square, .. } => assert_ne!(step_of(square), step),
            Leaps { square, to } => {
                let last = made.solution.len() as u32;
                let is_next = |a: u32, b: u32| a.abs_diff(b) == 1 || a.abs_diff(b) == last - 1;
                assert!(to.into_iter().all(|to| is_next(step_of(square), step_of(to))));
            }
        }
    }
}

#[test]
fn a_seed_gives_the_stored_puzzle() {
    let made = made(PuzzleOptions { seed: 2026, ..PuzzleOptions::new("6".parse().unwrap()) });
    assert_eq!(made.givens.to_string(), include_str!("givens-6x6-2026.txt"));
}

#[test]
fn given_squares_can_be_symmetric() {
    let made =
        made(PuzzleOptions { is_symmetric: true, seed: 1, ..PuzzleOptions::new("6".parse().unwrap()) });
    let turned = |square: Square| Square::new(5 - square.file, 5 - square.rank);
    assert!(made.givens.steps().iter().all(|&(_, square)| made.givens.step_of(turned(square)).is_some()));
}

#[test]
fn impossible_given_steps_are_refused_by_name() {
    let board = Board::new(8, 8).unwrap();
    let refused = |steps: &[(&str, u32)]| {
        let steps = steps.iter().map(|&(name, step)| (square(name), step));
        Givens::new(&board, KNIGHT, TourKind::Open, steps).unwrap_err().to_string()
    };
    assert_eq!(refused(&[("a1", 5), ("c2", 5)]), "5 is given twice, on a1 and on c2");
    assert_eq!(refused(&[("a1", 5), ("a1", 7)]), "a1 is given two steps, 5 and 7");
    assert_eq!(refused(&[("a1", 65)]), "65 is given on a1, and the steps of this board are 1 to 64");
    assert_eq!(refused(&[("i1", 6)]), "6 is given on i1, which is not a square of the 8x8 board");
    assert_eq!(
        refused(&[("a1", 5), ("h8", 7)]),
        "from 5 on a1 to 7 on h8 there are 2 leaps, but at least 6 are needed"
    );
    assert_eq!(
        refused(&[("a1", 5), ("h8", 12)]),
        "from 5 on a1 to 12 on h8 there are 7 leaps, but every path between these squares has an even number"
    );
}

#[test]
fn no_solution_has_a_reason() {
    // The two neighbours of a1 have steps that are not two apart.
    let givens = given("6", TourKind::Open, &[("b3", 10), ("c2", 20), ("f6", 1), ("e4", 36)]);
    let Uniqueness::None(impasse) = givens.solve(&control()) else { panic!("a1 cannot be reached") };
    assert_eq!(impasse.text(givens.board()), "no step is left for a1");
}

#[test]
fn stopped_work_is_unknown() {
    let cancel = ktour_core::Cancel::default();
    cancel.cancel();
    let control = Control::unlimited().with_cancel(cancel);
    let givens = given("8", TourKind::Open, &[("a1", 1)]);
    assert!(matches!(givens.solve(&control), Uniqueness::Unknown(None, _)));
    assert!(matches!(givens.check(&control), Uniqueness::Unknown(None, _)));
    assert!(matches!(PuzzleOptions::new("8".parse().unwrap()).make(&control), Ok(Outcome::Unknown(_))));
}

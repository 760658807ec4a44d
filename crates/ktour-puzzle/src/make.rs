//! Making a puzzle: a random tour, from which steps are removed as long as the rest determines them.
//!
//! The seed decides the order. A step is removed if the puzzle can still be solved: by a person with the
//! rules of the requested difficulty or, if any difficulty will do, because a search finds no tour with
//! another step there. A step that cannot be removed now can never be removed later, so one pass
//! leaves a puzzle from which no clue can be removed. If the puzzle is not as requested, the next tour is
//! tried.
//!
//! *Guarantee:* the same request gives the same puzzle on every machine; only giving up depends on time. No
//! puzzle is proven by the code that made it: the [second solver](super::check) has to find its tour and no
//! other. If none of the clues can be removed, a second tour with all the other clues was found for each.

use crate::{
    Difficulty, Givens, Uniqueness,
    deduce::{DeductionEnd, deduce},
    search::{Bounds, ExtraCondition, search},
};
use ktour_core::{
    Board, Control, Leaper, Outcome, Puzzle, Square, Symmetry, Tour, TourKind, graph::Graph, random::Random,
};
use ktour_search::{Strategy, solve};
use thiserror::Error;

/// Maximum number of tours tried for one puzzle.
const MAX_TOURS_PER_PUZZLE: u64 = 60;

/// Number of given steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clues {
    /// Exactly this many.
    Exactly(u32),
    /// A minimal set: if any one were removed, there would be a second solution.
    Fewest,
}

/// The requested puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleOptions {
    /// The board.
    pub board: Board,
    /// The leaper.
    pub leaper: Leaper,
    /// Open or closed; if not given, closed if a closed tour exists.
    pub kind: Option<TourKind>,
    /// The difficulty; any, if not given.
    pub difficulty: Option<Difficulty>,
    /// The number of given steps; if not given, as few as the difficulty allows.
    pub clues: Option<Clues>,
    /// Whether the given squares are symmetric under a half turn.
    pub is_symmetric: bool,
    /// The same seed gives the same puzzle.
    pub seed: u64,
}

/// A puzzle with exactly one solution.
#[derive(Clone, Debug)]
pub struct MadePuzzle {
    /// The given steps.
    pub givens: Givens,
    /// The solution.
    pub solution: Tour,
    /// How hard it is for a person.
    pub difficulty: Difficulty,
}

/// Why no such puzzle was made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotMade {
    /// The board is too large.
    #[error("{board} has {squares} squares, and a puzzle has {most} at most")]
    TooLarge {
        /// The board's size.
        board: String,
        /// Number of squares of the board.
        squares: u128,
        /// Maximum number of squares.
        most: u128,
    },
    /// None of the tours tried gave such a puzzle.
    #[error(
        "no {wish} puzzle of {board} was found in {tries} tours: ask for another seed, difficulty or number of clues"
    )]
    NotFound {
        /// The request, such as `hard`, or `fiendish 9-clue`.
        wish: String,
        /// The board's size.
        board: String,
        /// Number of tours that were tried.
        tries: u64,
    },
    /// More clues than the board has squares, or none.
    #[error("{board} has {squares} squares, so a puzzle has 1 to {squares} clues, not {clues}")]
    NoClues {
        /// The board's size.
        board: String,
        /// Number of squares of the board.
        squares: u128,
        /// Number of clues that were requested.
        clues: u32,
    },
}

ktour_core::coded! {
    NotMade {
        "puzzle-too-large": TooLarge { board, squares, most },
        "puzzle-not-found": NotFound { wish, board, tries },
        "puzzle-clues": NoClues { board, squares, clues },
    }
}

impl PuzzleOptions {
    /// A puzzle of this board, of medium difficulty.
    pub fn new(board: Board) -> PuzzleOptions {
        PuzzleOptions {
            board,
            leaper: Leaper::default(),
            kind: None,
            difficulty: Some(Difficulty::Medium),
            clues: None,
            is_symmetric: false,
            seed: 0,
        }
    }

    /// Makes the puzzle, says why the board has no tour at all, or gives up when it is stopped.
    ///
    /// ```
    /// use ktour::{Board, Control, Outcome, givens::{Difficulty, Uniqueness, PuzzleOptions}};
    /// let options = PuzzleOptions { seed: 1, ..PuzzleOptions::new(Board::new(5, 5)?) };
    /// let Outcome::Found(made) = options.make(&Control::unlimited())? else { panic!("5x5 has puzzles") };
    /// assert_eq!(made.difficulty, Difficulty::Medium);
    /// assert!(matches!(made.givens.solve(&Control::unlimited()), Uniqueness::Unique(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make(&self, control: &Control) -> Result<Outcome<MadePuzzle>, NotMade> {
        let (board, squares) = (self.board.to_string(), self.board.square_count());
        if squares > super::MAX_SQUARES || self.board.small_area().is_none() {
            return Err(NotMade::TooLarge { board, squares, most: super::MAX_SQUARES });
        }
        if let Some(Clues::Exactly(clues)) = self.clues
            && !(1..=squares).contains(&u128::from(clues))
        {
            return Err(NotMade::NoClues { board, squares, clues });
        }
        let tour = match first_tour(&self.board, self.leaper, self.kind, control) {
            Outcome::Found(tour) => tour,
            Outcome::Impossible(reason) => return Ok(Outcome::Impossible(reason)),
            Outcome::Unknown(spent) => return Ok(Outcome::Unknown(spent)),
        };
        for attempt in 0..MAX_TOURS_PER_PUZZLE {
            if let Some(made) = self.attempt(&tour, attempt, control) {
                return Ok(Outcome::Found(made));
            }
            if control.is_stopped() {
                return Ok(Outcome::Unknown(control.spent(attempt)));
            }
        }
        Err(NotMade::NotFound { wish: self.description(), board, tries: MAX_TOURS_PER_PUZZLE })
    }

    /// The request as an English phrase: `hard`, `9-clue`, `fiendish 12-clue`.
    fn description(&self) -> String {
        let difficulty = self.difficulty.map(|difficulty| difficulty.to_string());
        let clues = match self.clues {
            Some(Clues::Exactly(clues)) => Some(format!("{clues}-clue")),
            Some(Clues::Fewest) => Some("fewest-clue".to_owned()),
            None => None,
        };
        difficulty.into_iter().chain(clues).collect::<Vec<_>>().join(" ")
    }

    /// Makes a puzzle of one tour; `None` if it does not meet the request.
    fn attempt(&self, tour: &Tour, attempt: u64, control: &Control) -> Option<MadePuzzle> {
        let mut random = Random::new(self.seed, attempt);
        let tour = randomized(tour, &mut random, control)?;
        let mut clues: Vec<(Square, u32)> = tour.squares().zip(1..).collect();
        let groups = self.groups(&clues, &mut random);
        let min_clues = if let Some(Clues::Exactly(clues)) = self.clues { clues as usize } else { 0 };
        let mut fewer = Vec::with_capacity(clues.len());
        let mut other_tours = Vec::new();
        for difficulty in self.difficulty_passes() {
            for group in &groups {
                if control.is_stopped() {
                    return None;
                }
                if clues.len() < min_clues + group.len() || !clues.contains(&group[0]) {
                    continue;
                }
                fewer.clear();
                fewer.extend(clues.iter().copied().filter(|clue| !group.contains(clue)));
                if self.still_determines(&tour, &fewer, group, *difficulty, &mut other_tours, control) {
                    std::mem::swap(&mut clues, &mut fewer);
                }
            }
        }
        if min_clues > 0 && clues.len() != min_clues {
            return None;
        }
        let givens = self.givens(&tour, &clues);
        let is_kept = |group: &&Vec<_>| clues.contains(&group[0]);
        if self.clues == Some(Clues::Fewest)
            && !groups.iter().filter(is_kept).all(|group| is_needed(&givens, group, &other_tours))
        {
            return None;
        }
        let difficulty = givens.difficulty(control)?;
        if self.difficulty.is_some_and(|wanted| wanted != difficulty) {
            return None;
        }
        match givens.check(control) {
            Uniqueness::Unique(solution) => {
                let solution = if tour.kind() == TourKind::Open { solution.as_open() } else { solution };
                assert_eq!(solution, tour, "both solvers agree");
                Some(MadePuzzle { givens, solution, difficulty })
            }
            Uniqueness::Unknown(..) => None,
            Uniqueness::Two(..) | Uniqueness::None(_) => {
                unreachable!("a puzzle that was made has one solution")
            }
        }
    }

    /// The difficulties at which steps are removed, one pass for each: easy rules first, because they are
    /// fast.
    fn difficulty_passes(&self) -> &'static [Option<Difficulty>] {
        use Difficulty::{Easy, Hard, Medium};
        match (self.clues, self.difficulty) {
            (Some(Clues::Fewest), _) | (_, None) => &[None],
            (_, Some(Easy)) => &[Some(Easy)],
            (_, Some(Medium)) => &[Some(Medium)],
            (_, Some(Hard)) => &[Some(Medium), Some(Hard)],
            (_, Some(Difficulty::Fiendish)) => &[Some(Medium), None],
        }
    }

    /// Groups of steps that are removed together, in the order in which they are tried.
    fn groups(&self, clues: &[(Square, u32)], random: &mut Random) -> Vec<Vec<(Square, u32)>> {
        let mut order = clues.to_vec();
        for last in (1..order.len()).rev() {
            order.swap(last, random.index(last + 1));
        }
        if !self.is_symmetric {
            return order.into_iter().map(|clue| vec![clue]).collect();
        }
        let turned = |square| Symmetry::HalfTurn.apply_to_square(&self.board, square);
        let with_turned = |&(square, step): &(Square, u32)| {
            let partner = order.iter().copied().find(|clue| clue.0 == turned(square) && clue.0 != square);
            // A pair is listed once, by its lower square.
            (partner.is_none_or(|partner| square < partner.0))
                .then(|| partner.into_iter().chain([(square, step)]).collect())
        };
        order.iter().filter_map(with_turned).collect()
    }

    /// The puzzle with these clues of a tour.
    fn givens(&self, tour: &Tour, clues: &[(Square, u32)]) -> Givens {
        let mut steps: Vec<(u32, Square)> = clues.iter().map(|&(square, step)| (step, square)).collect();
        steps.sort_unstable();
        Givens { board: self.board.clone(), leaper: self.leaper, kind: tour.kind(), steps }
    }

    /// Whether the remaining clues determine the removed ones. If a search finds another tour with the
    /// remaining clues, it is added to `other_tours`.
    fn still_determines(
        &self,
        tour: &Tour,
        remaining: &[(Square, u32)],
        removed: &[(Square, u32)],
        difficulty: Option<Difficulty>,
        other_tours: &mut Vec<Tour>,
        control: &Control,
    ) -> bool {
        let givens = self.givens(tour, remaining);
        match difficulty {
            Some(difficulty) => {
                let (rule, cases) = difficulty.limits();
                deduce(&givens, rule, cases, control, &mut |_| {}) == DeductionEnd::Solved
            }
            None => {
                let one = Bounds { solutions: 1, nodes: u64::MAX };
                removed.iter().all(|&(square, step)| {
                    let found = search(&givens, ExtraCondition::NotOn(square, step), one, control);
                    other_tours.extend(found.tours);
                    found.is_exhaustive && found.count == 0
                })
            }
        }
    }
}

/// Whether one of these tours is another solution without the clues of a group.
fn is_needed(givens: &Givens, group: &[(Square, u32)], other_tours: &[Tour]) -> bool {
    let clues = givens.steps().iter().filter(|&&(step, square)| !group.contains(&(square, step)));
    let fewer = Givens { steps: clues.copied().collect(), ..givens.clone() };
    other_tours.iter().any(|other| fewer.fits(other) && !givens.fits(other))
}

// Random tours by backbite moves: any tour, changed at its ends until nothing of it remains.
//
// In a backbite move one end of the path leaps to a square of the path, where the path is cut: the squares
// up to that one are then visited backwards, so the path has another end and still visits all squares.
//
// *Reference:* M. L. Mansfield, Monte Carlo studies of polymer chain dimensions in the melt,
// J. Chem. Phys. 77 (1982).

/// Number of backbite moves per square after which the search for a closed tour gives up.
const MAX_MOVES_PER_SQUARE: usize = 2000;

/// Finds a tour to start from; without a requested kind, a closed one if any exists.
pub(super) fn first_tour(
    board: &Board,
    leaper: Leaper,
    kind: Option<TourKind>,
    control: &Control,
) -> Outcome {
    let solve_kind = |kind| {
        let puzzle = Puzzle::new(board.clone()).with_leaper(leaper).with_kind(kind);
        let answer = solve(&puzzle, &Strategy::default(), control);
        answer.map_or_else(|_| Outcome::Unknown(control.spent(0)), |answer| answer.outcome)
    };
    match (kind, solve_kind(kind.unwrap_or(TourKind::Closed))) {
        (None, Outcome::Impossible(_)) => solve_kind(TourKind::Open).map(Tour::as_open),
        (Some(TourKind::Open), open) => open.map(Tour::as_open),
        (_, closed) => closed,
    }
}

/// Returns a random tour of the same kind; `None` if it was stopped.
pub(super) fn randomized(tour: &Tour, random: &mut Random, control: &Control) -> Option<Tour> {
    let (board, leaper, count): (&Board, Leaper, usize) = (tour.board(), tour.leaper(), tour.len());
    let (squares, graph) = Graph::from_board(board, leaper, control)?;
    let vertex = |square| squares.binary_search(&square).unwrap_or(0) as u32;
    let mut path: Vec<u32> = tour.squares().map(vertex).collect();
    let mut step_of = vec![0; count];
    index_part(&path, &mut step_of, 0..count);
    let wants_closed = tour.kind() == TourKind::Closed;
    let is_closed = |path: &[u32]| graph.between(path[0], path[count - 1]).is_some();
    for step in 0..count * (count / 2 + MAX_MOVES_PER_SQUARE) {
        if control.is_stopped_at(step as u64) {
            return None;
        }
        if step >= count * count / 2 && (!wants_closed || is_closed(&path)) {
            break;
        }
        let is_front = random.coin();
        let end = if is_front { path[0] } else { path[count - 1] };
        let around = graph.neighbours(end);
        if around.is_empty() {
            break;
        }
        let at = step_of[around[random.index(around.len())].1 as usize];
        let reversed = if is_front { 0..at } else { at + 1..count };
        path[reversed.clone()].reverse();
        index_part(&path, &mut step_of, reversed);
    }
    if wants_closed && !is_closed(&path) {
        path = tour.squares().map(vertex).collect();
    }
    if wants_closed {
        path.rotate_left(random.index(count));
    }
    let verified = Tour::verify(board, leaper, path.iter().map(|&v| squares[v as usize]));
    let verified = verified.expect("backbite moves preserve the path");
    Some(if wants_closed { verified } else { verified.as_open() })
}

/// Updates the steps of the squares in a part of the path.
fn index_part(path: &[u32], step_of: &mut [usize], part: std::ops::Range<usize>) {
    for at in part {
        step_of[path[at] as usize] = at;
    }
}

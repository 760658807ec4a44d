//! Given steps on squares of a board, and whether each is possible together with the next.

use std::{collections::VecDeque, fmt};

use super::error::GivensError;
use ktour_core::{Board, Control, Leaper, Square, Tour, TourKind, graph::Graph, notation};

/// Maximum number of squares of a board with given steps; sets of squares have up to seven machine words.
pub const MAX_SQUARES: u128 = 400;

/// Given steps on squares of a board, each possible by itself and together with the one before it.
///
/// ```
/// use ktour::{Board, Control, KNIGHT, TourKind, givens::{Difficulty, Givens, Solutions, Uniqueness}};
/// let steps = [("a3".parse()?, 1), ("a2".parse()?, 12)]; //  1  .  .  .
/// let board = Board::new(4, 3)?;                         // 12  .  .  .
/// let givens = Givens::new(&board, KNIGHT, TourKind::Open, steps)?; // .  .  .  .
/// let Uniqueness::Unique(tour) = givens.solve(&Control::unlimited()) else { panic!("one solution") };
/// assert!(givens.fits(&tour));
/// let (deductions, is_solved) = givens.deductions(&Control::unlimited()); // a person's way
/// assert!(is_solved && !deductions.is_empty());
/// assert_eq!(tour.square_at(2), Some("c2".parse()?));
/// assert_eq!(givens.difficulty(&Control::unlimited()), Some(Difficulty::Easy));
/// assert!(matches!(givens.check(&Control::unlimited()), Uniqueness::Unique(again) if again == tour));
/// assert_eq!(givens.count(&Control::unlimited()), Solutions::Exactly(1));
/// assert!(Givens::memory_needed(board.square_count()) > 0);
///
/// // The given steps can be read back:
/// assert_eq!((givens.board(), givens.leaper(), givens.kind()), (&board, KNIGHT, TourKind::Open));
/// assert_eq!(givens.steps(), steps.map(|(square, step)| (step, square)));
/// assert_eq!(givens.step_of("a2".parse()?), Some(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Givens {
    pub(super) board: Board,
    pub(super) leaper: Leaper,
    pub(super) kind: TourKind,
    /// Sorted by step.
    pub(super) steps: Vec<(u32, Square)>,
}

impl Givens {
    /// Checks the given steps, each by itself and with the next one.
    pub fn new(
        board: &Board,
        leaper: Leaper,
        kind: TourKind,
        steps: impl IntoIterator<Item = (Square, u32)>,
    ) -> Result<Givens, GivensError> {
        let squares = board.square_count();
        if squares > MAX_SQUARES || board.small_area().is_none() {
            return Err(GivensError::TooLarge { board: board.to_string(), squares, most: MAX_SQUARES });
        }
        let name = |square| notation::name(board, square);
        let last = squares as u32;
        let mut given: Vec<(u32, Square)> = steps.into_iter().map(|(square, step)| (step, square)).collect();
        for &(step, square) in &given {
            if !board.contains(square) {
                return Err(GivensError::NoSuchSquare {
                    step,
                    square: name(square),
                    board: board.to_string(),
                });
            }
            if !(1..=last).contains(&step) {
                return Err(GivensError::OutOfRange { step, square: name(square), last });
            }
        }
        given.sort_unstable();
        given.dedup();
        if let Some(&[(step, first), (_, second)]) = given
            .windows(2)
            .find(|pair| pair[0].0 == pair[1].0)
            .map(|pair| <&[_; 2]>::try_from(pair).expect("two"))
        {
            return Err(GivensError::StepTwice { step, first: name(first), second: name(second) });
        }
        let mut by_square: Vec<(Square, u32)> = given.iter().map(|&(step, square)| (square, step)).collect();
        by_square.sort_unstable();
        if let Some(pair) = by_square.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (first, second) = (pair[0].1, pair[1].1);
            return Err(GivensError::SquareTwice { square: name(pair[0].0), first, second });
        }
        let givens = Givens { board: board.clone(), leaper, kind, steps: given };
        givens.check_distances()?;
        Ok(givens)
    }

    /// Checks that every given step can be reached from the one before it in the leaps between them.
    fn check_distances(&self) -> Result<(), GivensError> {
        let Some((squares, graph)) = Graph::from_board(&self.board, self.leaper, &Control::unlimited())
        else {
            return Ok(());
        };
        let name = |square| notation::name(&self.board, square);
        let vertex = |square| squares.binary_search(&square).unwrap_or(0);
        let closing = match (self.kind, self.steps.first(), self.steps.last()) {
            (TourKind::Closed, Some(&first), Some(&last)) if first != last => Some((last, first)),
            _ => None,
        };
        let following = self.steps.windows(2).map(|pair| (pair[0], pair[1]));
        for ((first, from), (second, to)) in following.chain(closing) {
            let leaps = if second > first { second - first } else { second + squares.len() as u32 - first };
            let reach = distances(&graph, vertex(from));
            let [here, other] = [leaps % 2, 1 - leaps % 2].map(|parity| reach[parity as usize][vertex(to)]);
            let (from, to) = (name(from), name(to));
            match (here, other) {
                (Some(least), _) if least <= leaps => {}
                (Some(least), _) => {
                    return Err(GivensError::TooFar { first, from, second, to, leaps, least });
                }
                (None, Some(_)) => {
                    let parity = if leaps % 2 == 0 { "odd" } else { "even" };
                    return Err(GivensError::WrongColour { first, from, second, to, leaps, parity });
                }
                (None, None) => return Err(GivensError::NoWay { first, from, second, to }),
            }
        }
        Ok(())
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The leaper.
    pub fn leaper(&self) -> Leaper {
        self.leaper
    }

    /// Kind of the tours that are solutions.
    pub fn kind(&self) -> TourKind {
        self.kind
    }

    /// The given steps and their squares, in order.
    pub fn steps(&self) -> &[(u32, Square)] {
        &self.steps
    }

    /// The given step of a square.
    pub fn step_of(&self, square: Square) -> Option<u32> {
        self.steps.iter().find(|&&(_, given)| given == square).map(|&(step, _)| step)
    }

    /// Whether a tour has the given steps and the required kind.
    pub fn fits(&self, tour: &Tour) -> bool {
        let has = |&(step, square): &(u32, Square)| tour.square_at(step as usize) == Some(square);
        (self.kind == TourKind::Open || tour.kind() == TourKind::Closed) && self.steps.iter().all(has)
    }
}

/// A grid with `.` for squares whose step is to be found, the top rank first; holes are `#`.
impl fmt::Display for Givens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.board.square_count().to_string().len();
        for rank in (0..self.board.ranks()).rev() {
            for file in 0..self.board.files() {
                let square = Square::new(file, rank);
                let text = match self.step_of(square) {
                    Some(step) => step.to_string(),
                    None if self.board.contains(square) => ".".to_owned(),
                    None => "#".to_owned(),
                };
                let gap = if file == 0 { "" } else { " " };
                write!(f, "{gap}{text:>width$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Minimum number of leaps from a square to every other, for even and for odd numbers.
fn distances(graph: &Graph, from: usize) -> [Vec<Option<u32>>; 2] {
    let mut fewest = [vec![None; graph.vertex_count()], vec![None; graph.vertex_count()]];
    fewest[0][from] = Some(0);
    let mut todo = VecDeque::from([(from as u32, 0u32)]);
    while let Some((here, leaps)) = todo.pop_front() {
        for &(_, to) in graph.neighbours(here) {
            let known = &mut fewest[(leaps as usize + 1) % 2][to as usize];
            if known.is_none() {
                *known = Some(leaps + 1);
                todo.push_back((to, leaps + 1));
            }
        }
    }
    fewest
}

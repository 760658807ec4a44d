//! The board as the counter sees it: squares in the order in which they are decided.
//!
//! Squares are numbered line by line along the side that keeps the frontier narrow. An open tour
//! is a closed one through one more place, *beyond* the board, a leap away from every square
//! where it may end.

use knights_tour::{Board, Puzzle, Square, Symmetry, TourKind};

use crate::CountError;

/// What a square has to do with the place beyond the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The tour does not end here.
    Never,
    /// It may.
    Maybe,
    /// It must.
    Always,
}

/// Squares by number, and the leaps from each to later ones.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) squares: Vec<Square>,
    pub(crate) later: Vec<Vec<usize>>,
    /// For open tours, what each square has to do with the place beyond.
    pub(crate) ends: Option<Vec<End>>,
    /// Whether the lines are the board's files.
    pub(crate) is_turned: bool,
    board: Board,
    number: Vec<usize>,
}

impl Graph {
    /// The orientation with the narrower frontier.
    pub(crate) fn new(puzzle: &Puzzle) -> Result<Graph, CountError> {
        let board = puzzle.board();
        if board.square_count() > 1 << 16 {
            return Err(CountError::TooLarge { board: board.to_string() });
        }
        let by_ranks = Graph::oriented(puzzle, false)?;
        let by_files = Graph::oriented(puzzle, true)?;
        Ok(if by_files.reach() < by_ranks.reach() { by_files } else { by_ranks })
    }

    /// Line by line: ranks from the bottom, or files from the left.
    pub(crate) fn oriented(puzzle: &Puzzle, is_turned: bool) -> Result<Graph, CountError> {
        let kind = crate::kind_of(puzzle)?;
        let board = puzzle.board();
        let mut squares: Vec<Square> = board.squares().collect();
        if is_turned {
            squares.sort_unstable_by_key(|square| (square.file, square.rank));
        }
        let number = numbers(board, &squares);
        let later = squares.iter().enumerate().map(|(from, &square)| {
            let leaps = board.leaps(puzzle.leaper(), square).map(|to| number[board.index(to)]);
            let mut later: Vec<usize> = leaps.filter(|&to| to > from).collect();
            later.sort_unstable();
            later
        });
        let later = later.collect();
        let given: Vec<Square> = puzzle.start().into_iter().chain(puzzle.end()).collect();
        let end = |square: &Square| match (given.contains(square), given.len()) {
            (true, _) => End::Always,
            (false, 2) => End::Never,
            (false, _) => End::Maybe,
        };
        let ends = (kind == TourKind::Open).then(|| squares.iter().map(end).collect());
        Ok(Graph { squares, later, ends, is_turned, board: board.clone(), number })
    }

    /// The image of every square when the lines are reversed, where board and ends are their own.
    pub(crate) fn mirror(&self) -> Option<Vec<usize>> {
        let mirror = if self.is_turned { Symmetry::MirrorRanks } else { Symmetry::MirrorFiles };
        if mirror.of_board(&self.board) != self.board {
            return None;
        }
        let image = |&square: &Square| self.number[self.board.index(mirror.of_square(&self.board, square))];
        let image: Vec<usize> = self.squares.iter().map(image).collect();
        let is_own = |ends: &Vec<End>| image.iter().zip(ends).all(|(&there, end)| ends[there] == *end);
        self.ends.as_ref().is_none_or(is_own).then_some(image)
    }

    /// The board's index of a square, or of the place beyond.
    pub(crate) fn index(&self, number: usize) -> u32 {
        self.squares.get(number).map_or(u32::MAX, |&square| self.board.index(square) as u32)
    }

    /// The number of the square with a board's index.
    pub(crate) fn number(&self, index: u32) -> usize {
        self.number[index as usize]
    }

    /// How many squares the widest frontier spans.
    pub(crate) fn reach(&self) -> usize {
        let mut last = 0;
        let mut widest = 1;
        for (square, later) in self.later.iter().enumerate() {
            last = later.last().copied().unwrap_or(0).max(last);
            widest = widest.max(last.saturating_sub(square));
        }
        widest
    }
}

fn numbers(board: &Board, squares: &[Square]) -> Vec<usize> {
    let mut number = vec![usize::MAX; board.area() as usize];
    for (at, &square) in squares.iter().enumerate() {
        number[board.index(square)] = at;
    }
    number
}

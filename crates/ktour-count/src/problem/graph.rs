//! The board as the counter sees it: squares in the order in which they are decided.
//!
//! Squares are numbered line by line along the side that keeps the frontier narrow. If leaps are long and
//! few, lines are of little use, and the numbers follow the leaps instead: from one square to its neighbours,
//! then to theirs, and so on. An open tour is a closed one through one more vertex, *beyond* the board, a
//! leap away from every square where it may end.
//!
//! Reference: Cuthill & McKee, Reducing the bandwidth of sparse symmetric matrices, 1969.

use std::{cmp::Reverse, collections::HashMap};

use ktour_core::{Board, Puzzle, Square, Symmetry, TourKind};

use crate::{CountError, context::Context};

/// Relation of a square to the virtual vertex that joins the ends of an open tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndRule {
    /// The tour does not end here.
    Never,
    /// It may.
    Maybe,
    /// It must.
    Always,
}

/// How squares are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VertexOrder {
    /// Rank by rank, from the bottom.
    Ranks,
    /// File by file, from the left.
    Files,
    /// Breadth-first order along the leaps.
    Leaps,
}

/// The most squares of a board.
pub(crate) const MOST_SQUARES: usize = 1 << 16;
/// Maximum width of a frontier for which the order line by line is good enough.
const MAX_SLOTS_LINE_BY_LINE: usize = 12;
/// Minimum number of frontier squares saved for which unequal halves are preferred.
const MIN_SLOTS_SAVED: usize = 3;
/// Maximum number of first squares from which an order along leaps is tried.
const MAX_START_SQUARES: usize = 64;

/// Squares by number, and the leaps from each to later ones.
#[derive(Clone, Debug)]
pub(crate) struct OrderedGraph {
    pub(crate) squares: Vec<Square>,
    pub(crate) later: Vec<Vec<usize>>,
    /// Relation of each square to the virtual vertex, for open tours.
    pub(crate) ends: Option<Vec<EndRule>>,
    pub(crate) order: VertexOrder,
    /// Parallel leaps of a folded board (see `folded`): how many stay on their side, and how many change it.
    pub(super) parallel: HashMap<(usize, usize), [u8; 2]>,
    pub(super) board: Board,
    pub(super) number: Vec<usize>,
}

/// Refuses a board of more squares than tours are counted, listed or drawn on.
///
/// ```
/// use ktour::count::check_size;
/// use ktour::Board;
/// assert!(check_size(&Board::new(256, 256)?).is_ok() && check_size(&Board::new(256, 257)?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_size(board: &Board) -> Result<(), CountError> {
    if board.square_count() <= MOST_SQUARES as u128 {
        return Ok(());
    }
    Err(CountError::TooLarge { board: board.to_string(), most: MOST_SQUARES })
}

impl OrderedGraph {
    /// The orientation with the narrower frontier.
    pub(crate) fn new(puzzle: &Puzzle, run: &Context<'_>) -> Result<OrderedGraph, CountError> {
        let board = puzzle.board();
        check_size(board)?;
        let by_ranks = OrderedGraph::oriented(puzzle, VertexOrder::Ranks, run)?;
        let by_files = OrderedGraph::oriented(puzzle, VertexOrder::Files, run)?;
        let by_lines = if by_files.reach() < by_ranks.reach() { by_files } else { by_ranks };
        if by_lines.reach() <= MAX_SLOTS_LINE_BY_LINE {
            return Ok(by_lines);
        }
        let by_leaps = OrderedGraph::oriented(puzzle, VertexOrder::Leaps, run)?;
        Ok(if by_leaps.reach() + MIN_SLOTS_SAVED <= by_lines.reach() { by_leaps } else { by_lines })
    }

    /// Numbers the squares in a given order.
    pub(crate) fn oriented(
        puzzle: &Puzzle,
        order: VertexOrder,
        run: &Context<'_>,
    ) -> Result<OrderedGraph, CountError> {
        let mut squares: Vec<Square> = puzzle.board().squares().collect();
        match order {
            VertexOrder::Ranks => {}
            VertexOrder::Files => squares.sort_unstable_by_key(|square| (square.file, square.rank)),
            VertexOrder::Leaps => {
                let near = Neighbours::new(puzzle, &squares, run)?;
                let best = near.narrowest(run)?;
                squares = best.into_iter().map(|at| squares[at]).collect();
            }
        }
        OrderedGraph::numbered(puzzle, order, squares, run)
    }

    fn numbered(
        puzzle: &Puzzle,
        order: VertexOrder,
        squares: Vec<Square>,
        run: &Context<'_>,
    ) -> Result<OrderedGraph, CountError> {
        let kind = puzzle.kind().ok_or(CountError::NoKind)?;
        let board = puzzle.board();
        let number = numbers(board, &squares);
        let mut later = Vec::with_capacity(squares.len());
        for (from, &square) in squares.iter().enumerate() {
            run.check_at(from)?;
            let leaps = board.leaps(puzzle.leaper(), square).map(|to| number[board.index(to)]);
            let mut ahead: Vec<usize> = leaps.filter(|&to| to > from).collect();
            ahead.sort_unstable();
            later.push(ahead);
        }
        let given: Vec<Square> = puzzle.start().into_iter().chain(puzzle.end()).collect();
        let end = |square: &Square| match (given.contains(square), given.len()) {
            (true, _) => EndRule::Always,
            (false, 2) => EndRule::Never,
            (false, _) => EndRule::Maybe,
        };
        let ends = (kind == TourKind::Open).then(|| squares.iter().map(end).collect());
        Ok(OrderedGraph {
            squares,
            later,
            ends,
            order,
            parallel: HashMap::new(),
            board: board.clone(),
            number,
        })
    }

    /// The same board from its last line to its first; `None` where squares are not in lines.
    pub(crate) fn turned_round(
        &self,
        puzzle: &Puzzle,
        run: &Context<'_>,
    ) -> Result<Option<OrderedGraph>, CountError> {
        if self.order == VertexOrder::Leaps {
            return Ok(None);
        }
        let mut squares = self.squares.clone();
        squares.sort_by_key(|&square| Reverse(self.line(square)));
        OrderedGraph::numbered(puzzle, self.order, squares, run).map(Some)
    }

    /// The line that a square is on.
    pub(crate) fn line(&self, square: Square) -> u64 {
        if self.order == VertexOrder::Files { square.file } else { square.rank }
    }

    /// Relation of a square to the virtual vertex.
    pub(crate) fn end(&self, square: usize) -> EndRule {
        self.ends.as_ref().map_or(EndRule::Never, |ends| ends[square])
    }

    /// The image of every square when the lines are reversed, where board and ends are their own.
    pub(crate) fn mirror(&self) -> Option<Vec<usize>> {
        let mirror = match self.order {
            VertexOrder::Ranks => Symmetry::MirrorFiles,
            VertexOrder::Files => Symmetry::MirrorRanks,
            // A frontier along leaps is hardly ever its own image.
            VertexOrder::Leaps => return None,
        };
        if mirror.apply_to_board(&self.board) != self.board {
            return None;
        }
        let seen: Vec<Square> =
            self.squares.iter().map(|&square| mirror.apply_to_square(&self.board, square)).collect();
        let image: Vec<usize> = seen.iter().map(|&square| self.number[self.board.index(square)]).collect();
        // Where sides count, those of a folded board's squares must be the same in the mirror.
        let is_other_side = |(&there, &square): (&usize, &Square)| self.squares[there] != square;
        if self.has_sides() && image.iter().zip(&seen).any(is_other_side) {
            return None;
        }
        let is_own = |ends: &Vec<EndRule>| image.iter().zip(ends).all(|(&there, end)| ends[there] == *end);
        self.ends.as_ref().is_none_or(is_own).then_some(image)
    }

    /// How many leaps join two squares, and how many of a folded board change the side.
    pub(super) fn parallel(&self, from: usize, to: usize) -> [u8; 2] {
        self.parallel.get(&(from, to)).copied().unwrap_or([1, 0])
    }

    /// Whether tours end anywhere.
    pub(super) fn has_ends(&self) -> bool {
        self.ends.iter().flatten().any(|&end| end != EndRule::Never)
    }

    fn has_sides(&self) -> bool {
        self.parallel.values().any(|parallel| parallel[1] > 0)
    }

    /// The board's index of a square, or of the slot beyond.
    pub(crate) fn index(&self, number: usize) -> u32 {
        self.squares.get(number).map_or(u32::MAX, |&square| self.board.index(square) as u32)
    }

    /// The number of the square with a board's index.
    pub(crate) fn number(&self, index: u32) -> usize {
        self.number[index as usize]
    }

    /// How many lines the board is longer than it is wide.
    pub(crate) fn extra_lines(&self) -> u64 {
        self.board.files().abs_diff(self.board.ranks())
    }

    /// Number of slots of the widest frontier, the virtual vertex of open tours included.
    pub(crate) fn slots(&self) -> usize {
        self.reach() + usize::from(self.ends.is_some())
    }

    /// How many squares the widest frontier spans.
    pub(crate) fn reach(&self) -> usize {
        widest(self.later.iter().map(|later| later.last().copied().unwrap_or(0)))
    }
}

/// How many squares the widest frontier spans, given the last that each square reaches.
fn widest(lasts: impl Iterator<Item = usize>) -> usize {
    let (mut reached, mut widest) = (0, 1);
    for (square, last) in lasts.enumerate() {
        reached = last.max(reached);
        widest = widest.max(reached.saturating_sub(square));
    }
    widest
}

/// Which squares are a leap apart.
struct Neighbours(Vec<Vec<usize>>);

impl Neighbours {
    fn new(puzzle: &Puzzle, squares: &[Square], run: &Context<'_>) -> Result<Neighbours, CountError> {
        let board = puzzle.board();
        let number = numbers(board, squares);
        let mut near = Vec::with_capacity(squares.len());
        for (at, &square) in squares.iter().enumerate() {
            run.check_at(at)?;
            near.push(board.leaps(puzzle.leaper(), square).map(|to| number[board.index(to)]).collect());
        }
        Ok(Neighbours(near))
    }

    /// Orders the squares from several first ones and returns the order with the narrowest frontier.
    fn narrowest(&self, run: &Context<'_>) -> Result<Vec<usize>, CountError> {
        let firsts = self.0.len().div_ceil(MAX_START_SQUARES).max(1);
        let mut best: Option<(usize, Vec<usize>)> = None;
        for first in (0..self.0.len()).step_by(firsts) {
            run.check_at(0)?;
            let order = self.from(first);
            let reach = self.reach(&order);
            if best.as_ref().is_none_or(|best| reach < best.0) {
                best = Some((reach, order));
            }
        }
        Ok(best.map_or_else(Vec::new, |best| best.1))
    }

    /// All squares, from one to its neighbours, those with few neighbours first; what cannot be
    /// reached comes behind.
    fn from(&self, first: usize) -> Vec<usize> {
        let total = self.0.len();
        let (mut order, mut is_seen) = (Vec::with_capacity(total), vec![false; total]);
        for first in std::iter::once(first).chain(0..total) {
            let mut at = order.len();
            if !std::mem::replace(&mut is_seen[first], true) {
                order.push(first);
            }
            while at < order.len() {
                let start = order.len();
                for &to in &self.0[order[at]] {
                    if !std::mem::replace(&mut is_seen[to], true) {
                        order.push(to);
                    }
                }
                order[start..].sort_by_key(|&to| self.0[to].len());
                at += 1;
            }
        }
        order
    }

    fn reach(&self, order: &[usize]) -> usize {
        let mut number = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &square)| number[square] = at);
        widest(order.iter().map(|&square| self.0[square].iter().map(|&to| number[to]).max().unwrap_or(0)))
    }
}

fn numbers(board: &Board, squares: &[Square]) -> Vec<usize> {
    let mut number = vec![usize::MAX; board.area() as usize];
    for (at, &square) in squares.iter().enumerate() {
        number[board.index(square)] = at;
    }
    number
}

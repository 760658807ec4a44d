//! Random questions: small boards of every shape, every leaper, every kind, every end.
//!
//! Squares scattered at random hardly ever have a tour. So a board is what a leaper has seen on a
//! walk, which may begin anew somewhere else, together with the images of that under a symmetry;
//! or a full rectangle without a few squares. Shrinking makes the walk shorter.

use std::fmt;

use ktour_core::{Board, Control, Leaper, Puzzle, Square, Symmetry, TourKind, notation};
use ktour_count::{CountError, Counter, Estimate, Resources, Task};
use proptest::prelude::*;

/// The most squares, which the obvious counter walks in no time.
const SQUARES: u128 = 16;
/// Maximum number of bytes that a count is estimated to take, besides the process and its plan.
const BYTES: u128 = 8 << 20;

/// A question, and a number to choose by.
#[derive(Clone)]
pub(crate) struct RandomQuestion {
    pub(crate) puzzle: Puzzle,
    pub(crate) number: u64,
}

/// The question as arguments of the command line.
impl fmt::Debug for RandomQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (puzzle, board) = (&self.puzzle, self.puzzle.board());
        let name = |square: &Square| notation::name(board, *square);
        write!(f, "{board} --{}", puzzle.kind().unwrap_or(TourKind::Open))?;
        write!(f, " --leaper {},{}", puzzle.leaper().r(), puzzle.leaper().s())?;
        for (word, squares) in [
            ("holes", board.holes().to_vec()),
            ("start", puzzle.start().into_iter().collect()),
            ("end", puzzle.end().into_iter().collect()),
        ] {
            if !squares.is_empty() {
                write!(f, " --{word} {}", squares.iter().map(name).collect::<Vec<_>>().join(","))?;
            }
        }
        write!(f, " # {}", self.number)
    }
}

/// Estimate of a count.
pub(crate) fn estimate(puzzle: &Puzzle) -> Result<Estimate, CountError> {
    Counter::new(puzzle)?.estimate(Task::Count, &Resources::default(), &Control::unlimited())
}

/// Shape of a random board.
#[derive(Clone, Copy, Debug)]
enum BoardShape {
    Walked,
    WithoutAFew,
}

pub(crate) fn any_question() -> impl Strategy<Value = RandomQuestion> {
    let leaper = prop_oneof![
        2 => Just((1, 2)),
        5 => (0u32..=3, 1u32..=5),
    ];
    let shape = prop_oneof![4 => Just(BoardShape::Walked), 1 => Just(BoardShape::WithoutAFew)];
    let images = prop_oneof![
        3 => Just(None),
        2 => Just(Some(Symmetry::MirrorFiles)),
        2 => Just(Some(Symmetry::MirrorRanks)),
        2 => Just(Some(Symmetry::HalfTurn)),
    ];
    let walk = prop::collection::vec(any::<u8>(), 1..16);
    let ends =
        (any::<bool>(), prop::option::weighted(0.3, 0usize..64), prop::option::weighted(0.3, 0usize..64));
    (leaper, 1u64..=7, 1u64..=7, shape, images, walk, ends, any::<u64>()).prop_filter_map(
        "small",
        |((r, s), files, ranks, shape, images, walk, (is_open, start, end), number)| {
            let leaper = Leaper::new(r, s).ok()?;
            let board = board(files, ranks, leaper, shape, images, &walk)?;
            let board = Some(board).filter(|board| board.square_count() <= SQUARES)?;
            let puzzle = puzzle(board, leaper, is_open, start, end)?;
            let needed = estimate(&puzzle).ok()?;
            (needed.bytes - needed.plan_bytes <= BYTES).then_some(RandomQuestion { puzzle, number })
        },
    )
}

/// Random questions with long leaps on a large board, where lines are wide and leaps few.
pub(crate) fn any_with_long_leaps() -> impl Strategy<Value = RandomQuestion> {
    let leaper = prop::sample::select(vec![(1, 4), (2, 3), (3, 4), (2, 5), (3, 5), (1, 5), (0, 5)]);
    let walk = prop::collection::vec(0u8..240, 12..26);
    (leaper, 6u64..=10, 6u64..=10, walk, any::<bool>(), any::<u64>()).prop_filter_map(
        "a board",
        |((r, s), files, ranks, walk, is_open, number)| {
            let leaper = Leaper::new(r, s).ok()?;
            let board = board(files, ranks, leaper, BoardShape::Walked, None, &walk)?;
            Some(RandomQuestion { puzzle: puzzle(board, leaper, is_open, None, None)?, number })
        },
    )
}

fn board(
    files: u64,
    ranks: u64,
    leaper: Leaper,
    shape: BoardShape,
    images: Option<Symmetry>,
    walk: &[u8],
) -> Option<Board> {
    let full = Board::new(files, ranks).ok()?;
    let area = full.area() as usize;
    let mut chosen = Vec::new();
    for &step in walk {
        let next = match (shape, chosen.last()) {
            (BoardShape::Walked, Some(&last)) if step < 240 => {
                let is_new = |square: &Square| !chosen.contains(square);
                let leaps: Vec<Square> = full.leaps(leaper, last).filter(is_new).collect();
                // Where the walk is stuck it stays.
                leaps.get(step as usize % leaps.len().max(1)).copied().unwrap_or(last)
            }
            _ => full.square(step as usize % area),
        };
        chosen.push(next);
    }
    if let Some(symmetry) = images {
        let there: Vec<Square> =
            chosen.iter().map(|&square| symmetry.apply_to_square(&full, square)).collect();
        chosen.extend(there);
    }
    let is_hole = |square: &Square| match shape {
        BoardShape::Walked => !chosen.contains(square),
        BoardShape::WithoutAFew => chosen.iter().take(6).any(|chosen| chosen == square),
    };
    full.with_holes(full.squares().filter(is_hole)).ok()
}

fn puzzle(
    board: Board,
    leaper: Leaper,
    is_open: bool,
    start: Option<usize>,
    end: Option<usize>,
) -> Option<Puzzle> {
    let squares: Vec<Square> = board.squares().collect();
    let puzzle = Puzzle::new(board).with_leaper(leaper);
    if !is_open {
        return Some(puzzle.with_kind(TourKind::Closed));
    }
    let mut puzzle = puzzle.with_kind(TourKind::Open);
    if let Some(start) = start {
        puzzle = puzzle.starting_at(squares[start % squares.len()]).ok()?;
    }
    match end {
        Some(end) => puzzle.ending_at(squares[end % squares.len()]).ok(),
        None => Some(puzzle),
    }
}

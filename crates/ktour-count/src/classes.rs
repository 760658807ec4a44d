//! Classes: tours that are equal up to a symmetry of the board count once.
//!
//! By Burnside's lemma their number follows from how many tours each symmetry leaves unchanged. No leap joins
//! a square to its image in a mirror, so a mirror that leaves a tour unchanged carries every square halfway
//! along it, and two mirrors cannot both do so. Hence at most one of the mirrors and the half turn leaves a
//! closed tour unchanged, and if a quarter turn does, so does only the half turn.
//!
//! * *Half turns and mirrors across the middle* fold the board (see [`folded`](crate::problem::folded)): a
//!   closed tour is a cycle of the folded board that ends on the other side, or a path between two squares
//!   that are a leap away from their images.
//! * *Axes through squares:* a symmetry of a cycle fixes at most two of its squares.
//! * *Quarter turns* repeat a quarter of the tour, which is walked directly.
//!
//! A symmetry can only reverse an open tour, and it cannot be a quarter turn, because turning twice would
//! leave every square in place. The middle of the tour is the only square that stays in place, or a leap
//! between a square and its image: only half turns have these, on boards with an odd side. From the middle
//! on, the tour is a path of the folded board.

use std::sync::Arc;

use ktour_core::{Puzzle, Square, Symmetry, TourKind};
use num_bigint::BigUint;

use crate::{
    CountError,
    context::Context,
    problem::{folded::Fold, graph::OrderedGraph, plan::Plan},
    state_class::{Slice, StateClassCount},
};

/// How many classes of undirected tours there are, by their symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// All together.
    pub all: BigUint,
    /// Classes of tours with quarter-turn symmetry.
    pub quaternary: BigUint,
    /// Classes of tours with a half-turn or mirror symmetry, but no quarter turn.
    pub binary: BigUint,
    /// Classes of tours without symmetry.
    pub asymmetric: BigUint,
}

fn is_open(puzzle: &Puzzle) -> bool {
    puzzle.kind() != Some(TourKind::Closed)
}

/// Refuses what is known not to be possible before anything is counted.
pub(crate) fn check(puzzle: &Puzzle) -> Result<(), CountError> {
    let is_given = puzzle.start().is_some() || puzzle.end().is_some();
    let is_plain = puzzle.board().is_rectangle() && puzzle.leaper() == ktour_core::KNIGHT;
    if !is_plain || is_open(puzzle) && is_given {
        return Err(CountError::NoClasses);
    }
    Ok(())
}

/// The classes of all tours of a full rectangle, in slices.
pub(crate) struct ClassCount {
    /// How many tours there are.
    tours: BigUint,
    /// Folded boards that were not looked at, each with how many of the same number there are.
    left: Vec<(Symmetry, Fold, u32)>,
    /// Number of folded boards.
    folds: usize,
    at_hand: Option<(StateClassCount, u32)>,
    /// How many tours a half turn or a mirror keeps.
    halved: BigUint,
}

/// The share of a count with classes that counting all tours is, about.
pub(crate) const CLASSES: f64 = 0.6;

impl ClassCount {
    /// Given how many tours there are.
    pub(crate) fn new(puzzle: &Puzzle, tours: BigUint) -> ClassCount {
        let left = if tours == BigUint::ZERO { Vec::new() } else { folds(puzzle) };
        let folds = left.len();
        ClassCount { tours, left, folds, at_hand: None, halved: BigUint::ZERO }
    }

    /// Goes on for a slice of work; the classes, once they are known.
    pub(crate) fn advance(
        &mut self,
        puzzle: &Puzzle,
        work: &mut u64,
        run: &Context<'_>,
    ) -> Result<Option<Classes>, CountError> {
        while *work > 0 {
            if let Some((count, times)) = &mut self.at_hand {
                match count.advance(work, None, run)? {
                    Slice::Tours(tours) => self.halved += tours * *times,
                    Slice::NotYet | Slice::TooLong => continue,
                }
                self.at_hand = None;
            }
            let Some((symmetry, fold, times)) = self.left.pop() else {
                return self.classes(puzzle, run).map(Some);
            };
            let share =
                |left: usize| CLASSES + (1.0 - CLASSES) * (self.folds - left) as f64 / self.folds as f64;
            run.report.tell_part(share(self.left.len() + 1)..share(self.left.len()));
            let graph = OrderedGraph::folded(puzzle, symmetry, &fold, run)?;
            let plan = Plan::whole(&graph, run)?.with_mirror(&graph, run)?;
            self.at_hand = Some((StateClassCount::whole(&Arc::new(plan), None, run)?, times));
        }
        Ok(None)
    }

    fn classes(&self, puzzle: &Puzzle, run: &Context<'_>) -> Result<Classes, CountError> {
        let board = puzzle.board();
        let group = BigUint::from(board.symmetries().len());
        if board.square_count() == 1 {
            // Every symmetry keeps its only tour.
            let (all, none) = (self.tours.clone(), BigUint::ZERO);
            return Ok(Classes { all: all.clone(), quaternary: all, binary: none.clone(), asymmetric: none });
        }
        let has_quarters = !is_open(puzzle) && self.tours > BigUint::ZERO && board.files() == board.ranks();
        let turned = BigUint::from(if has_quarters { quarter_turned(puzzle, run)? } else { 0 });
        // A quarter turn twice is a half turn: those tours are among the halved ones.
        let halved = &self.halved - &turned;
        let alone = &self.tours - &self.halved;
        let quaternary = turned * 4u32 / &group;
        let (binary, asymmetric) = (halved * 2u32 / &group, alone / &group);
        Ok(Classes { all: &quaternary + &binary + &asymmetric, quaternary, binary, asymmetric })
    }
}

/// The folded boards whose cycles and paths are the tours that half turns and mirrors keep.
fn folds(puzzle: &Puzzle) -> Vec<(Symmetry, Fold, u32)> {
    let (board, middles) = (puzzle.board(), middles(puzzle));
    let turn = Symmetry::HalfTurn;
    if is_open(puzzle) {
        // A mirror exchanges the middles, if there are two.
        let (first, times) = (middles.first(), middles.len() as u32);
        return first.map(|&middle| (turn, Fold::Paths(vec![middle]), times)).into_iter().collect();
    }
    let fixes =
        |symmetry: Symmetry| board.squares().any(|square| symmetry.apply_to_square(board, square) == square);
    let is_own_inverse = |symmetry: &Symmetry| {
        matches!(symmetry, Symmetry::HalfTurn | Symmetry::MirrorFiles | Symmetry::MirrorRanks)
    };
    // All others fix a whole line, or are quarter turns.
    let free = board.symmetries().into_iter().filter(is_own_inverse).filter(|&symmetry| !fixes(symmetry));
    let mut folds: Vec<_> = free.map(|symmetry| (symmetry, Fold::Cycles, 1)).collect();
    if middles.len() == 2 {
        folds.push((turn, Fold::Paths(middles), 1));
    }
    folds
}

/// The squares that a half turn leaves where they are, and one of every two that it exchanges and
/// that are a leap apart: none, one or two.
fn middles(puzzle: &Puzzle) -> Vec<Square> {
    let board = puzzle.board();
    let is_middle = |&square: &Square| {
        let there = Symmetry::HalfTurn.apply_to_square(board, square);
        there == square || square < there && puzzle.leaper().is_leap(square, there)
    };
    board.squares().filter(is_middle).collect()
}

/// How many closed tours a quarter turn keeps: a quarter of the tour leads from a square to its
/// image and sees one square of every four that the turn exchanges. All such walks are walked.
fn quarter_turned(puzzle: &Puzzle, run: &Context<'_>) -> Result<u64, CountError> {
    let board = puzzle.board();
    let quarter = (board.square_count() / 4) as usize;
    // On an even board the turn changes the colour, so the quarter has an odd number of leaps.
    if board.files() % 2 == 1 || quarter.is_multiple_of(2) {
        return Ok(0);
    }
    let turn = |square: Square| Symmetry::QuarterTurn.apply_to_square(board, square);
    let mut is_seen = vec![false; board.area() as usize];
    let mark = |is_seen: &mut Vec<bool>, square: Square, seen: bool| {
        let mut at = square;
        for _ in 0..4 {
            is_seen[board.index(at)] = seen;
            at = turn(at);
        }
    };
    let start = Square::new(0, 0);
    mark(&mut is_seen, start, true);
    let mut path = vec![start];
    let mut open: Vec<Vec<Square>> = vec![board.leaps(puzzle.leaper(), start).collect()];
    let (mut walks, mut looked) = (0, 0);
    while let Some(next) = open.last_mut() {
        run.check_at(looked)?;
        looked += 1;
        if path.len() == quarter {
            walks += u64::from(puzzle.leaper().is_leap(path[quarter - 1], turn(start)));
            next.clear();
        }
        match next.pop() {
            Some(square) if is_seen[board.index(square)] => {}
            Some(square) => {
                mark(&mut is_seen, square, true);
                path.push(square);
                open.push(board.leaps(puzzle.leaper(), square).collect());
            }
            None => {
                open.pop();
                path.pop().into_iter().for_each(|square| mark(&mut is_seen, square, false));
            }
        }
    }
    Ok(walks)
}

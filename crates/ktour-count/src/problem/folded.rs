//! A board folded along a symmetry that is its own inverse: two squares that it exchanges become one.
//!
//! A tour with this symmetry covers the folded board twice, so there it is half as long. Two folded squares
//! may be joined by two leaps, one that stays on its *side* of the fold and one that changes it; a leap
//! between a square and its image joins nothing there.
//!
//! * A cycle that ends on the other side unfolds to a tour twice as long; one that ends on its own side
//!   unfolds to two cycles.
//! * A path unfolds to a path if it begins on a square that is its own image or a leap away from
//!   it, and to a cycle if it ends on such a square too.

use std::collections::HashMap;

use ktour_core::{Puzzle, Square, Symmetry};

use super::graph::{EndRule, OrderedGraph, VertexOrder};
use crate::{CountError, context::Context};

/// Kind of tours counted on a folded board.
#[derive(Clone, Debug)]
pub(crate) enum Fold {
    /// Cycles through all squares that come out on the other side.
    Cycles,
    /// Paths through all squares that end on these; from one of them, paths to anywhere.
    Paths(Vec<Square>),
}

impl OrderedGraph {
    /// The folded board, along the lines that keep its frontier narrow.
    pub(crate) fn folded(
        puzzle: &Puzzle,
        symmetry: Symmetry,
        fold: &Fold,
        run: &Context<'_>,
    ) -> Result<OrderedGraph, CountError> {
        let by_ranks = OrderedGraph::oriented(puzzle, VertexOrder::Ranks, run)?.fold(symmetry, fold);
        let by_files = OrderedGraph::oriented(puzzle, VertexOrder::Files, run)?.fold(symmetry, fold);
        Ok(if by_files.reach() < by_ranks.reach() { by_files } else { by_ranks })
    }

    fn fold(&self, symmetry: Symmetry, fold: &Fold) -> OrderedGraph {
        let image = |square: usize| {
            self.number[self.board.index(symmetry.apply_to_square(&self.board, self.squares[square]))]
        };
        // The first of two squares stands for both.
        let first: Vec<usize> = (0..self.squares.len()).map(|square| square.min(image(square))).collect();
        let firsts: Vec<usize> = (0..first.len()).filter(|&square| first[square] == square).collect();
        let mut folded = vec![0; first.len()];
        firsts.iter().enumerate().for_each(|(at, &square)| folded[square] = at);
        let mut parallel = HashMap::<(usize, usize), [u8; 2]>::new();
        for (a, b) in self.later.iter().enumerate().flat_map(|(a, later)| later.iter().map(move |&b| (a, b)))
        {
            // A leap and its image are one, which begins or ends on a first square; so are the two
            // leaps from a square that is its own image.
            for (from, to) in [(a, b), (b, a)] {
                let is_own = image(from) == from && first[to] != to;
                if first[from] == from && folded[from] < folded[first[to]] && !is_own {
                    let parallel = parallel.entry((folded[from], folded[first[to]])).or_default();
                    parallel[usize::from(first[to] != to)] += 1;
                }
            }
        }
        if let Fold::Paths(_) = fold {
            parallel.values_mut().for_each(|[own, across]| (*own, *across) = (*own + *across, 0));
        }
        let mut later = vec![Vec::new(); firsts.len()];
        parallel.keys().for_each(|&(from, to)| later[from].push(to));
        later.iter_mut().for_each(|later| later.sort_unstable());
        parallel.retain(|_, parallel| *parallel != [1, 0]);
        let squares: Vec<Square> = firsts.iter().map(|&square| self.squares[square]).collect();
        let mut number = self.number.clone();
        for number in number.iter_mut().filter(|number| **number < first.len()) {
            *number = folded[first[*number]];
        }
        // A cycle has no ends: the slot beyond is for the side that it is on.
        let mut ends = vec![EndRule::Never; squares.len()];
        if let Fold::Paths(given) = fold {
            if given.len() == 1 {
                ends.fill(EndRule::Maybe);
            }
            given.iter().for_each(|&end| ends[number[self.board.index(end)]] = EndRule::Always);
        }
        OrderedGraph {
            squares,
            later,
            ends: Some(ends),
            order: self.order,
            parallel,
            board: self.board.clone(),
            number,
        }
    }
}

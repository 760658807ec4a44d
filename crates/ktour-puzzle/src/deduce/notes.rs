//! The notes of a person: known steps, the steps that a square may still have, the leaps that remain.

use crate::{bit_set::BitSet, deduction::Impasse};
use ktour_core::{Control, Square, TourKind, graph::Graph};

/// The parts of a puzzle that never change.
pub(super) struct NotesBoard {
    pub(super) squares: Vec<Square>,
    pub(super) kind: TourKind,
    /// The colour of every square, if every leap changes colour.
    pub(super) dark: Option<Vec<bool>>,
}

impl NotesBoard {
    pub(super) fn new(squares: Vec<Square>, graph: &Graph, kind: TourKind) -> NotesBoard {
        NotesBoard { dark: colours(graph), squares, kind }
    }
}

/// The colour of every square; `None` if some leap keeps the colour.
fn colours(graph: &Graph) -> Option<Vec<bool>> {
    let mut dark = vec![false; graph.vertex_count()];
    graph.flood_fill(vec![false; graph.vertex_count()], &Control::unlimited(), |v, from| {
        dark[v as usize] = from.is_some_and(|from| !dark[from as usize]);
    });
    let changes = |v: u32| graph.neighbours(v).iter().all(|&(_, to)| dark[v as usize] != dark[to as usize]);
    (0..graph.vertex_count() as u32).all(changes).then_some(dark)
}

/// A run of unknown steps between two known ones, or before the first, or after the last.
pub(super) struct Gap {
    /// The known step before it and its square.
    pub(super) after: Option<(i64, usize)>,
    /// The known step after it; beyond the last step if the gap spans the start of a closed tour.
    pub(super) before: Option<(i64, usize)>,
    /// Its first and last step.
    pub(super) first: i64,
    pub(super) last: i64,
}

/// The notes on a puzzle. Squares are indices, and steps count from 0.
#[derive(Clone)]
pub(super) struct Notes<'a, const W: usize> {
    pub(super) board: &'a NotesBoard,
    /// The square of every known step.
    pub(super) square_of: Vec<Option<usize>>,
    /// Squares whose step is unknown.
    pub(super) free: BitSet<W>,
    /// The steps that may be on a square.
    pub(super) steps_of: Vec<BitSet<W>>,
    /// The leaps that are not excluded, and those that every solution needs.
    pub(super) leaps: Vec<BitSet<W>>,
    pub(super) included: Vec<BitSet<W>>,
}

impl<'a, const W: usize> Notes<'a, W> {
    pub(super) fn new(board: &'a NotesBoard, graph: &Graph) -> Self {
        let count = graph.vertex_count();
        let all = BitSet::below(count);
        let around = |v| {
            graph
                .neighbours(v)
                .iter()
                .fold(BitSet::EMPTY, |set: BitSet<W>, &(_, to)| set.union(BitSet::single(to as usize)))
        };
        Notes {
            board,
            square_of: vec![None; count],
            free: all,
            steps_of: vec![all; count],
            leaps: (0..count as u32).map(around).collect(),
            included: vec![BitSet::EMPTY; count],
        }
    }

    /// Number of squares.
    pub(super) fn count(&self) -> usize {
        self.steps_of.len()
    }

    pub(super) fn is_closed(&self) -> bool {
        self.board.kind == TourKind::Closed
    }

    /// The square of an index.
    pub(super) fn square_at(&self, square: usize) -> Square {
        self.board.squares[square]
    }

    /// Puts a step on a square, and excludes leaps to squares with known steps that are not adjacent.
    pub(super) fn place(&mut self, step: usize, square: usize) -> Result<(), Impasse> {
        if !self.steps_of[square].contains(step) {
            return Err(Impasse::NoStep { square: self.square_at(square) });
        }
        self.square_of[step] = Some(square);
        self.free.remove(square);
        self.steps_of[square] = BitSet::single(step);
        for other in self.free.iter() {
            self.steps_of[other].remove(step);
        }
        let adjacent = [self.step_after(step, -1), self.step_after(step, 1)];
        for to in self.leaps[square].iter() {
            let Some(at) = self.steps_of[to].only().filter(|_| !self.free.contains(to)) else { continue };
            if !adjacent.contains(&Some(at)) {
                self.exclude(square, to);
            }
        }
        for next in adjacent.into_iter().flatten() {
            if let Some(to) = self.square_of[next] {
                if !self.leaps[square].contains(to) {
                    return Err(Impasse::NoSquare { step: next as u32 + 1 });
                }
                self.include(square, to);
            }
        }
        Ok(())
    }

    /// The step `by` further, around the end of a closed tour; `None` beyond the ends of an open one.
    pub(super) fn step_after(&self, step: usize, by: i64) -> Option<usize> {
        let (count, to) = (self.count() as i64, step as i64 + by);
        if self.is_closed() {
            Some(to.rem_euclid(count) as usize)
        } else {
            usize::try_from(to).ok().filter(|&to| to < self.count())
        }
    }

    pub(super) fn exclude(&mut self, a: usize, b: usize) {
        self.leaps[a].remove(b);
        self.leaps[b].remove(a);
    }

    pub(super) fn include(&mut self, a: usize, b: usize) {
        self.included[a].insert(b);
        self.included[b].insert(a);
    }

    /// Minimum and maximum number of leaps of a square.
    pub(super) fn leap_bounds(&self, square: usize) -> (usize, usize) {
        if self.is_closed() {
            return (2, 2);
        }
        let ends = BitSet::single(0).union(BitSet::single(self.count() - 1));
        let as_end = self.steps_of[square].intersection(ends);
        (2 - usize::from(!as_end.is_empty()), 2 - usize::from(as_end == self.steps_of[square]))
    }

    /// The known steps before and after an unknown one.
    pub(super) fn known_neighbours(&self, step: usize) -> [Option<(u32, Square)>; 2] {
        let towards = |by: i64| {
            let mut at = self.step_after(step, by)?;
            while self.square_of[at].is_none() && at != step {
                at = self.step_after(at, by)?;
            }
            self.square_of[at].map(|square| (at as u32 + 1, self.square_at(square)))
        };
        [towards(-1), towards(1)]
    }

    /// The runs of unknown steps.
    pub(super) fn gaps(&self) -> Vec<Gap> {
        let count = self.count() as i64;
        let known: Vec<(i64, usize)> =
            (0..).zip(&self.square_of).filter_map(|(step, square)| Some((step, (*square)?))).collect();
        let gap = |after: Option<(i64, usize)>, before: Option<(i64, usize)>| {
            let (first, last) =
                (after.map_or(0, |known| known.0 + 1), before.map_or(count - 1, |known| known.0 - 1));
            (first <= last).then_some(Gap { after, before, first, last })
        };
        let inner = known.windows(2).filter_map(|pair| gap(Some(pair[0]), Some(pair[1])));
        let mut gaps: Vec<Gap> = inner.collect();
        match (known.first(), known.last()) {
            (Some(&(first, square)), Some(&last)) if self.is_closed() => {
                gaps.extend(gap(Some(last), Some((first + count, square))));
            }
            (first, last) => {
                gaps.extend(gap(None, first.copied()));
                if last.is_some() {
                    gaps.extend(gap(last.copied(), None));
                }
            }
        }
        gaps
    }
}

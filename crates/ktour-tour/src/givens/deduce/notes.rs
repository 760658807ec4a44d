//! What a person writes down: known steps, the steps that a square may still have, the leaps that are left.

use crate::{
    Control, Square, TourKind,
    givens::{bit_set::BitSet, deduction::Impasse},
    graph::Graph,
};

/// What never changes.
pub(super) struct NotesBoard {
    pub(super) squares: Vec<Square>,
    pub(super) kind: TourKind,
    /// The two colours of squares, where every leap changes them.
    pub(super) dark: Option<Vec<bool>>,
}

impl NotesBoard {
    pub(super) fn new(squares: Vec<Square>, graph: &Graph, kind: TourKind) -> NotesBoard {
        NotesBoard { dark: colours(graph), squares, kind }
    }
}

fn colours(graph: &Graph) -> Option<Vec<bool>> {
    let mut dark = vec![false; graph.len()];
    graph.flood_fill(vec![false; graph.len()], &Control::unlimited(), |v, from| {
        dark[v as usize] = from.is_some_and(|from| !dark[from as usize]);
    });
    let changes = |v: u32| graph.neighbours(v).iter().all(|&(_, to)| dark[v as usize] != dark[to as usize]);
    (0..graph.len() as u32).all(changes).then_some(dark)
}

/// A run of unknown steps between two known ones, or before the first, or after the last.
pub(super) struct Gap {
    /// The known step before it, which may be negative where a closed tour begins in the gap.
    pub(super) after: Option<(i64, usize)>,
    pub(super) before: Option<(i64, usize)>,
    /// Its steps, from and to.
    pub(super) first: i64,
    pub(super) last: i64,
}

#[derive(Clone)]
pub(super) struct Notes<'a, const W: usize> {
    pub(super) field: &'a NotesBoard,
    /// The square of every step that is known.
    pub(super) square_of: Vec<Option<usize>>,
    pub(super) free: BitSet<W>,
    /// The steps that may stand on a square.
    pub(super) when: Vec<BitSet<W>>,
    /// The leaps that are left, and those that are needed.
    pub(super) leaps: Vec<BitSet<W>>,
    pub(super) taken: Vec<BitSet<W>>,
}

impl<'a, const W: usize> Notes<'a, W> {
    pub(super) fn new(field: &'a NotesBoard, graph: &Graph) -> Self {
        let count = graph.len();
        let all = BitSet::below(count);
        let around = |v| {
            graph
                .neighbours(v)
                .iter()
                .fold(BitSet::EMPTY, |set: BitSet<W>, &(_, to)| set.or(BitSet::of(to as usize)))
        };
        Notes {
            field,
            square_of: vec![None; count],
            free: all,
            when: vec![all; count],
            leaps: (0..count as u32).map(around).collect(),
            taken: vec![BitSet::EMPTY; count],
        }
    }

    pub(super) fn count(&self) -> usize {
        self.when.len()
    }

    pub(super) fn is_closed(&self) -> bool {
        self.field.kind == TourKind::Closed
    }

    pub(super) fn name(&self, square: usize) -> Square {
        self.field.squares[square]
    }

    /// Writes a step on a square; leaps to squares whose steps are known and not beside it are left.
    pub(super) fn write(&mut self, step: usize, square: usize) -> Result<(), Impasse> {
        if !self.when[square].has(step) {
            return Err(Impasse::NoStep { square: self.name(square) });
        }
        self.square_of[step] = Some(square);
        self.free.remove(square);
        self.when[square] = BitSet::of(step);
        for other in self.free.iter() {
            self.when[other].remove(step);
        }
        let beside = [self.follow(step, -1), self.follow(step, 1)];
        for to in self.leaps[square].iter() {
            let Some(at) = self.when[to].only().filter(|_| !self.free.has(to)) else { continue };
            if !beside.contains(&Some(at)) {
                self.leave(square, to);
            }
        }
        for next in beside.into_iter().flatten() {
            if let Some(to) = self.square_of[next] {
                if !self.leaps[square].has(to) {
                    return Err(Impasse::NoSquare { step: next as u32 + 1 });
                }
                self.take(square, to);
            }
        }
        Ok(())
    }

    /// The step before or after a step.
    pub(super) fn follow(&self, step: usize, by: i64) -> Option<usize> {
        let (count, to) = (self.count() as i64, step as i64 + by);
        if self.is_closed() {
            Some(to.rem_euclid(count) as usize)
        } else {
            usize::try_from(to).ok().filter(|&to| to < self.count())
        }
    }

    pub(super) fn leave(&mut self, a: usize, b: usize) {
        self.leaps[a].remove(b);
        self.leaps[b].remove(a);
    }

    pub(super) fn take(&mut self, a: usize, b: usize) {
        self.taken[a].insert(b);
        self.taken[b].insert(a);
    }

    /// How many leaps a square needs, at least and at most.
    pub(super) fn needs(&self, square: usize) -> (usize, usize) {
        if self.is_closed() {
            return (2, 2);
        }
        let ends = BitSet::of(0).or(BitSet::of(self.count() - 1));
        let as_end = self.when[square].and(ends);
        (2 - usize::from(!as_end.is_empty()), 2 - usize::from(as_end == self.when[square]))
    }

    /// The known steps before and after an unknown one.
    pub(super) fn known_beside(&self, step: usize) -> [Option<(u32, Square)>; 2] {
        let towards = |by: i64| {
            let mut at = self.follow(step, by)?;
            while self.square_of[at].is_none() && at != step {
                at = self.follow(at, by)?;
            }
            self.square_of[at].map(|square| (at as u32 + 1, self.name(square)))
        };
        [towards(-1), towards(1)]
    }

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

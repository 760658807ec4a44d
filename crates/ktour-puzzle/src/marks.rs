//! Pencil marks: which steps may be on a square, which squares a step may have, and which leaps are left.
//!
//! The state has three views: `squares_of[k]`, the squares that step `k` may be on; `steps_of[s]`, the steps
//! that may be on square `s`; `leaps[s]`, the squares that `s` may be joined to. [`Marks::propagate`] removes
//! impossible marks until nothing changes:
//!
//! * a step is a leap from the step before it and from the step after it, which includes counting between
//!   given steps, and colours;
//! * a step with only one square has it to itself, and a square with only one step has it to itself;
//! * a leap is excluded if no two consecutive steps could use it; a square that is not an end needs two, so
//!   if only two remain they are included, and if two are included the others are excluded;
//! * consecutive included leaps are a chain: its steps rise or fall by one along it, so all its marks shift
//!   together, and its ends may not be joined before it contains every square.
//!
//! Steps and squares count from zero here. Marks are copied at every branch of a search.

use super::bit_set::BitSet;
use ktour_core::{TourKind, graph::Graph};

/// The marks contradict each other: a step without a square, a square without a step or without a way out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contradiction;

/// The marks of a puzzle; squares are the vertices of its graph.
#[derive(Clone)]
pub(super) struct Marks<const W: usize> {
    kind: TourKind,
    squares_of: Vec<BitSet<W>>,
    steps_of: Vec<BitSet<W>>,
    leaps: Vec<BitSet<W>>,
    /// Steps and squares whose marks changed since they were examined.
    stale_steps: BitSet<W>,
    stale_squares: BitSet<W>,
    /// Squares whose marks changed since their leaps were examined.
    stale_leaps: BitSet<W>,
}

impl<const W: usize> Marks<W> {
    /// Creates marks that allow every step on every square.
    pub(super) fn new(graph: &Graph, kind: TourKind) -> Self {
        let all = BitSet::below(graph.vertex_count());
        let around = |v| {
            graph
                .neighbours(v)
                .iter()
                .fold(BitSet::EMPTY, |set: BitSet<W>, &(_, to)| set.union(BitSet::single(to as usize)))
        };
        Marks {
            kind,
            squares_of: vec![all; graph.vertex_count()],
            steps_of: vec![all; graph.vertex_count()],
            leaps: (0..graph.vertex_count() as u32).map(around).collect(),
            stale_steps: all,
            stale_squares: all,
            stale_leaps: all,
        }
    }

    /// Number of steps.
    pub(super) fn steps(&self) -> usize {
        self.squares_of.len()
    }

    /// The squares that a step may be on.
    pub(super) fn squares_of(&self, step: usize) -> BitSet<W> {
        self.squares_of[step]
    }

    /// The steps that may be on a square.
    pub(super) fn steps_of(&self, square: usize) -> BitSet<W> {
        self.steps_of[square]
    }

    /// The square of every step, if all are known.
    pub(super) fn solution(&self) -> Option<Vec<usize>> {
        self.squares_of.iter().map(BitSet::only).collect()
    }

    /// Puts a step on a square.
    pub(super) fn place(&mut self, step: usize, square: usize) -> Result<(), Contradiction> {
        self.restrict_step(step, BitSet::single(square))
    }

    /// Restricts a step to these squares.
    pub(super) fn restrict_step(&mut self, step: usize, squares: BitSet<W>) -> Result<(), Contradiction> {
        let removed = self.squares_of[step].difference(squares);
        if removed.is_empty() {
            return Ok(());
        }
        self.squares_of[step] = self.squares_of[step].intersection(squares);
        self.stale_steps.insert(step);
        self.stale_squares = self.stale_squares.union(removed);
        for square in removed.iter() {
            self.steps_of[square].remove(step);
            if self.steps_of[square].is_empty() {
                return Err(Contradiction);
            }
        }
        if self.squares_of[step].is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    /// Restricts a square to these steps.
    pub(super) fn restrict_square(&mut self, square: usize, steps: BitSet<W>) -> Result<(), Contradiction> {
        let removed = self.steps_of[square].difference(steps);
        if removed.is_empty() {
            return Ok(());
        }
        self.steps_of[square] = self.steps_of[square].intersection(steps);
        self.stale_squares.insert(square);
        self.stale_steps = self.stale_steps.union(removed);
        for step in removed.iter() {
            self.squares_of[step].remove(square);
            if self.squares_of[step].is_empty() {
                return Err(Contradiction);
            }
        }
        if self.steps_of[square].is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    /// Removes impossible marks until nothing changes.
    pub(super) fn propagate(&mut self) -> Result<(), Contradiction> {
        loop {
            self.propagate_steps()?;
            self.propagate_leaps()?;
            if self.stale_steps.is_empty() && self.stale_squares.is_empty() {
                return Ok(());
            }
        }
    }

    /// Applies the rules about steps and squares until nothing changes.
    fn propagate_steps(&mut self) -> Result<(), Contradiction> {
        loop {
            if let Some(square) = self.stale_squares.pop() {
                self.stale_leaps.insert(square);
                if let Some(step) = self.steps_of[square].only() {
                    self.restrict_step(step, BitSet::single(square))?;
                }
            } else if let Some(step) = self.stale_steps.pop() {
                if let Some(square) = self.squares_of[step].only() {
                    self.restrict_square(square, BitSet::single(step))?;
                }
                let around = self.squares_of[step]
                    .iter()
                    .fold(BitSet::EMPTY, |all, square| all.union(self.leaps[square]));
                for next in self.adjacent_steps(step).into_iter().flatten() {
                    self.restrict_step(next, around)?;
                }
            } else {
                return Ok(());
            }
        }
    }

    /// The steps before and after a step.
    fn adjacent_steps(&self, step: usize) -> [Option<usize>; 2] {
        let last = self.squares_of.len() - 1;
        let wrapped = |step| (self.kind == TourKind::Closed).then_some(step);
        [
            if step > 0 { Some(step - 1) } else { wrapped(last) },
            if step < last { Some(step + 1) } else { wrapped(0) },
        ]
    }

    /// The steps that come `by` after these.
    fn later(&self, steps: BitSet<W>, by: usize) -> BitSet<W> {
        let count = self.squares_of.len();
        match self.kind {
            TourKind::Open => steps.shifted_up(by).intersection(BitSet::below(count)),
            TourKind::Closed => {
                let inside = BitSet::below(count - by);
                steps
                    .intersection(inside)
                    .shifted_up(by)
                    .union(steps.difference(inside).shifted_down(count - by))
            }
        }
    }

    /// The steps that come `by` before these.
    fn earlier(&self, steps: BitSet<W>, by: usize) -> BitSet<W> {
        match self.kind {
            TourKind::Open => steps.shifted_down(by),
            TourKind::Closed => self.later(steps, self.squares_of.len() - by),
        }
    }

    /// Whether a square may be an end, and whether it must be.
    fn end_bounds(&self, square: usize) -> (bool, bool) {
        match self.kind {
            TourKind::Closed => (false, false),
            TourKind::Open => {
                let ends = BitSet::single(0).union(BitSet::single(self.squares_of.len() - 1));
                let as_end = self.steps_of[square].intersection(ends);
                (!as_end.is_empty(), as_end == self.steps_of[square])
            }
        }
    }

    fn exclude(&mut self, a: usize, b: usize) {
        self.leaps[a].remove(b);
        self.leaps[b].remove(a);
        // The steps next to those of the two squares may have fewer squares to come from.
        self.stale_steps = self.stale_steps.union(self.steps_of[a]).union(self.steps_of[b]);
    }

    /// Excludes leaps that no two consecutive steps could use, includes forced leaps, and shifts chains.
    fn propagate_leaps(&mut self) -> Result<(), Contradiction> {
        while let Some(square) = self.stale_leaps.pop() {
            let adjacent = self.later(self.steps_of[square], 1).union(self.earlier(self.steps_of[square], 1));
            for to in self.leaps[square].iter() {
                if self.steps_of[to].intersection(adjacent).is_empty() {
                    self.exclude(square, to);
                }
            }
        }
        let forced = self.forced_leaps()?;
        self.propagate_chains(&forced)
    }

    /// Returns the leaps that every solution needs, and excludes those for which no need remains.
    fn forced_leaps(&mut self) -> Result<Vec<BitSet<W>>, Contradiction> {
        let count = self.squares_of.len();
        let mut forced: Vec<BitSet<W>> = vec![BitSet::EMPTY; count];
        let mut stale: BitSet<W> = BitSet::below(count);
        while let Some(square) = stale.pop() {
            let leaps = self.leaps[square];
            let (may_end, must_end) = self.end_bounds(square);
            let (remaining, max) = (leaps.len(), 2 - usize::from(must_end));
            if remaining < 2 - usize::from(may_end) && count > 1 {
                return Err(Contradiction);
            }
            if remaining == 1 && !must_end && count > 1 {
                let ends = BitSet::single(0).union(BitSet::single(count - 1));
                self.restrict_square(square, ends)?;
            }
            if remaining == 1 || (remaining == 2 && !may_end) {
                for to in leaps.iter().filter(|&to| !forced[square].contains(to)).collect::<Vec<_>>() {
                    forced[square].insert(to);
                    forced[to].insert(square);
                    stale.insert(to);
                }
            }
            let forced_here = forced[square];
            if forced_here.len() > max {
                return Err(Contradiction);
            }
            if forced_here.len() == max && remaining > max {
                for to in leaps.difference(forced_here).iter() {
                    self.exclude(square, to);
                    stale.insert(to);
                }
            }
            if forced_here.len() == 2 && may_end {
                self.restrict_square(square, BitSet::below(count - 1).difference(BitSet::single(0)))?;
            }
        }
        Ok(forced)
    }

    /// Propagates along chains of included leaps, where steps rise or fall by one.
    fn propagate_chains(&mut self, forced: &[BitSet<W>]) -> Result<(), Contradiction> {
        let mut unseen: BitSet<W> = BitSet::below(forced.len());
        let mut chain = Vec::new();
        for end in (0..forced.len()).filter(|&square| forced[square].len() == 1) {
            if !unseen.contains(end) {
                continue;
            }
            chain.clear();
            chain.push(end);
            unseen.remove(end);
            while let Some(next) = forced[chain[chain.len() - 1]].intersection(unseen).first() {
                unseen.remove(next);
                chain.push(next);
            }
            self.shift_marks(&chain)?;
        }
        // Other squares have two included leaps each: a cycle, which must be the whole tour.
        unseen = unseen.difference(self.without_forced_leap(forced));
        let Some(first) = unseen.first() else { return Ok(()) };
        let (mut length, mut here) = (0, first);
        while unseen.contains(here) {
            unseen.remove(here);
            length += 1;
            here = forced[here].intersection(unseen).first().unwrap_or(here);
        }
        if length == forced.len() && self.kind == TourKind::Closed { Ok(()) } else { Err(Contradiction) }
    }

    /// Squares without a forced leap.
    fn without_forced_leap(&self, forced: &[BitSet<W>]) -> BitSet<W> {
        let squares = (0..forced.len()).filter(|&square| forced[square].is_empty());
        squares.fold(BitSet::EMPTY, |set, square| set.union(BitSet::single(square)))
    }

    /// Restricts the squares of a chain to steps that rise or fall by one along it, and excludes the leap
    /// between its ends unless it contains every square.
    fn shift_marks(&mut self, chain: &[usize]) -> Result<(), Contradiction> {
        let all = BitSet::below(self.squares_of.len());
        let (mut rising, mut falling) = (all, all);
        for (by, &square) in chain.iter().enumerate() {
            rising = rising.intersection(self.earlier(self.steps_of[square], by));
            falling = falling.intersection(self.later(self.steps_of[square], by));
        }
        for (by, &square) in chain.iter().enumerate() {
            let steps = self.later(rising, by).union(self.earlier(falling, by));
            self.restrict_square(square, steps)?;
        }
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        if chain.len() > 2 && chain.len() < self.squares_of.len() && self.leaps[first].contains(last) {
            self.exclude(first, last);
        }
        Ok(())
    }
}

//! Pencil marks: which steps may be on a square, which squares a step may have, and which leaps are left.
//!
//! Three views of one state: `at[k]` the squares where step `k` may be, `when[s]` the steps that may be on
//! square `s`, `leaps[s]` the squares that `s` may be joined to. [`Marks::settle`] strikes out impossible
//! marks until nothing more follows:
//!
//! * a step is a leap from the step before it and from the step after it, which includes counting between
//!   given steps, and colours;
//! * a step with only one square has it to itself, and a square with only one step has it to itself;
//! * a leap is left out if no two consecutive steps could use it; a square that is not an end needs two, so
//!   if only two remain they are taken, and if two are taken the others are left out;
//! * leaps taken one after another are a chain: its steps rise or fall by one along it, so all its marks
//!   shift together, and its ends may not be joined before it contains every square.
//!
//! Steps and squares count from zero here. Marks are copied at every branch of a search.

use super::bit_set::BitSet;
use crate::{TourKind, graph::Graph};

/// The marks contradict each other: a step without a square, a square without a step, or one that cannot be left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contradiction;

#[derive(Clone)]
pub(super) struct Marks<const W: usize> {
    kind: TourKind,
    at: Vec<BitSet<W>>,
    when: Vec<BitSet<W>>,
    leaps: Vec<BitSet<W>>,
    /// Steps and squares whose marks changed since they were looked at.
    stale_steps: BitSet<W>,
    stale_squares: BitSet<W>,
    /// Squares whose marks changed since their leaps were looked at.
    touched: BitSet<W>,
}

impl<const W: usize> Marks<W> {
    /// Everything is possible.
    pub(super) fn new(graph: &Graph, kind: TourKind) -> Self {
        let all = BitSet::below(graph.len());
        let around = |v| {
            graph
                .neighbours(v)
                .iter()
                .fold(BitSet::EMPTY, |set: BitSet<W>, &(_, to)| set.or(BitSet::of(to as usize)))
        };
        Marks {
            kind,
            at: vec![all; graph.len()],
            when: vec![all; graph.len()],
            leaps: (0..graph.len() as u32).map(around).collect(),
            stale_steps: all,
            stale_squares: all,
            touched: all,
        }
    }

    /// How many steps there are.
    pub(super) fn steps(&self) -> usize {
        self.at.len()
    }

    /// The squares where a step may stand.
    pub(super) fn at(&self, step: usize) -> BitSet<W> {
        self.at[step]
    }

    /// The steps that may stand on a square.
    pub(super) fn when(&self, square: usize) -> BitSet<W> {
        self.when[square]
    }

    /// The square of every step, where all are known.
    pub(super) fn solution(&self) -> Option<Vec<usize>> {
        self.at.iter().map(BitSet::only).collect()
    }

    /// A step stands on a square.
    pub(super) fn place(&mut self, step: usize, square: usize) -> Result<(), Contradiction> {
        self.keep(step, BitSet::of(square))
    }

    /// A step stands on one of these squares only.
    pub(super) fn keep(&mut self, step: usize, squares: BitSet<W>) -> Result<(), Contradiction> {
        let gone = self.at[step].without(squares);
        if gone.is_empty() {
            return Ok(());
        }
        self.at[step] = self.at[step].and(squares);
        self.stale_steps.insert(step);
        self.stale_squares = self.stale_squares.or(gone);
        for square in gone.iter() {
            self.when[square].remove(step);
            if self.when[square].is_empty() {
                return Err(Contradiction);
            }
        }
        if self.at[step].is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    /// A square has one of these steps only.
    pub(super) fn keep_steps(&mut self, square: usize, steps: BitSet<W>) -> Result<(), Contradiction> {
        let gone = self.when[square].without(steps);
        if gone.is_empty() {
            return Ok(());
        }
        self.when[square] = self.when[square].and(steps);
        self.stale_squares.insert(square);
        self.stale_steps = self.stale_steps.or(gone);
        for step in gone.iter() {
            self.at[step].remove(square);
            if self.at[step].is_empty() {
                return Err(Contradiction);
            }
        }
        if self.when[square].is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    /// Strikes out what cannot be until nothing more follows.
    pub(super) fn settle(&mut self) -> Result<(), Contradiction> {
        loop {
            self.settle_steps()?;
            self.settle_leaps()?;
            if self.stale_steps.is_empty() && self.stale_squares.is_empty() {
                return Ok(());
            }
        }
    }

    fn settle_steps(&mut self) -> Result<(), Contradiction> {
        loop {
            if let Some(square) = self.stale_squares.pop() {
                self.touched.insert(square);
                if let Some(step) = self.when[square].only() {
                    self.keep(step, BitSet::of(square))?;
                }
            } else if let Some(step) = self.stale_steps.pop() {
                if let Some(square) = self.at[step].only() {
                    self.keep_steps(square, BitSet::of(step))?;
                }
                let around =
                    self.at[step].iter().fold(BitSet::EMPTY, |all, square| all.or(self.leaps[square]));
                for next in self.beside(step).into_iter().flatten() {
                    self.keep(next, around)?;
                }
            } else {
                return Ok(());
            }
        }
    }

    /// The steps before and after a step.
    fn beside(&self, step: usize) -> [Option<usize>; 2] {
        let last = self.at.len() - 1;
        let round = |step| (self.kind == TourKind::Closed).then_some(step);
        [
            if step > 0 { Some(step - 1) } else { round(last) },
            if step < last { Some(step + 1) } else { round(0) },
        ]
    }

    /// The steps that come so many after these.
    fn later(&self, steps: BitSet<W>, by: usize) -> BitSet<W> {
        let count = self.at.len();
        match self.kind {
            TourKind::Open => steps.raised(by).and(BitSet::below(count)),
            TourKind::Closed => {
                let inside = BitSet::below(count - by);
                steps.and(inside).raised(by).or(steps.without(inside).lowered(count - by))
            }
        }
    }

    /// The steps that come so many before these.
    fn earlier(&self, steps: BitSet<W>, by: usize) -> BitSet<W> {
        match self.kind {
            TourKind::Open => steps.lowered(by),
            TourKind::Closed => self.later(steps, self.at.len() - by),
        }
    }

    /// Whether a square may be an end, and whether it must be.
    fn is_end(&self, square: usize) -> (bool, bool) {
        match self.kind {
            TourKind::Closed => (false, false),
            TourKind::Open => {
                let ends = BitSet::of(0).or(BitSet::of(self.at.len() - 1));
                let as_end = self.when[square].and(ends);
                (!as_end.is_empty(), as_end == self.when[square])
            }
        }
    }

    fn leave(&mut self, a: usize, b: usize) {
        self.leaps[a].remove(b);
        self.leaps[b].remove(a);
        // Where the squares may stand, the steps beside them have fewer squares to come from.
        self.stale_steps = self.stale_steps.or(self.when[a]).or(self.when[b]);
    }

    /// Leaves out leaps that no two steps could use, takes those that are needed, and shifts chains.
    fn settle_leaps(&mut self) -> Result<(), Contradiction> {
        while let Some(square) = self.touched.pop() {
            let beside = self.later(self.when[square], 1).or(self.earlier(self.when[square], 1));
            for to in self.leaps[square].iter() {
                if self.when[to].and(beside).is_empty() {
                    self.leave(square, to);
                }
            }
        }
        let taken = self.taken()?;
        self.chains(&taken)
    }

    /// The leaps that are needed; those that they crowd out are left.
    fn taken(&mut self) -> Result<Vec<BitSet<W>>, Contradiction> {
        let count = self.at.len();
        let mut taken: Vec<BitSet<W>> = vec![BitSet::EMPTY; count];
        let mut look: BitSet<W> = BitSet::below(count);
        while let Some(square) = look.pop() {
            let leaps = self.leaps[square];
            let (may_end, must_end) = self.is_end(square);
            let (left, most) = (leaps.len(), 2 - usize::from(must_end));
            if left < 2 - usize::from(may_end) && count > 1 {
                return Err(Contradiction);
            }
            if left == 1 && !must_end && count > 1 {
                let ends = BitSet::of(0).or(BitSet::of(count - 1));
                self.keep_steps(square, ends)?;
            }
            if left == 1 || (left == 2 && !may_end) {
                for to in leaps.iter().filter(|&to| !taken[square].has(to)).collect::<Vec<_>>() {
                    taken[square].insert(to);
                    taken[to].insert(square);
                    look.insert(to);
                }
            }
            let mine = taken[square];
            if mine.len() > most {
                return Err(Contradiction);
            }
            if mine.len() == most && left > most {
                for to in leaps.without(mine).iter() {
                    self.leave(square, to);
                    look.insert(to);
                }
            }
            if mine.len() == 2 && may_end {
                self.keep_steps(square, BitSet::below(count - 1).without(BitSet::of(0)))?;
            }
        }
        Ok(taken)
    }

    /// Along leaps that are taken, steps rise or fall by one.
    fn chains(&mut self, taken: &[BitSet<W>]) -> Result<(), Contradiction> {
        let mut unseen: BitSet<W> = BitSet::below(taken.len());
        let mut chain = Vec::new();
        for end in (0..taken.len()).filter(|&square| taken[square].len() == 1) {
            if !unseen.has(end) {
                continue;
            }
            chain.clear();
            chain.push(end);
            unseen.remove(end);
            while let Some(next) = taken[chain[chain.len() - 1]].and(unseen).first() {
                unseen.remove(next);
                chain.push(next);
            }
            self.shift(&chain)?;
        }
        // What is left has two leaps taken everywhere: a cycle, which is the whole tour or none.
        unseen = unseen.without(self.bare(taken));
        let Some(first) = unseen.first() else { return Ok(()) };
        let (mut cycle, mut here) = (0, first);
        while unseen.has(here) {
            unseen.remove(here);
            cycle += 1;
            here = taken[here].and(unseen).first().unwrap_or(here);
        }
        if cycle == taken.len() && self.kind == TourKind::Closed { Ok(()) } else { Err(Contradiction) }
    }

    /// Squares without a leap that is taken.
    fn bare(&self, taken: &[BitSet<W>]) -> BitSet<W> {
        let bare = (0..taken.len()).filter(|&square| taken[square].is_empty());
        bare.fold(BitSet::EMPTY, |set, square| set.or(BitSet::of(square)))
    }

    fn shift(&mut self, chain: &[usize]) -> Result<(), Contradiction> {
        let all = BitSet::below(self.at.len());
        let (mut rising, mut falling) = (all, all);
        for (by, &square) in chain.iter().enumerate() {
            rising = rising.and(self.earlier(self.when[square], by));
            falling = falling.and(self.later(self.when[square], by));
        }
        for (by, &square) in chain.iter().enumerate() {
            let steps = self.later(rising, by).or(self.earlier(falling, by));
            self.keep_steps(square, steps)?;
        }
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        if chain.len() > 2 && chain.len() < self.at.len() && self.leaps[first].has(last) {
            self.leave(first, last);
        }
        Ok(())
    }
}

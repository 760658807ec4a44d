//! The second solver: it confirms what other code made or solved.
//!
//! It shares no deduction with the [search](super::search) or the [rules of a person](mod@super::deduce), and
//! knows only one thing about a tour: a square with step `k` is between a neighbour with step `k - 1` and
//! another with step `k + 1`. Two neighbours of a square that could be these for some `k` are a *pair*; an
//! end of an open tour has only one neighbour. For every square it keeps
//!
//! * `when`: the steps for which it has a pair;
//! * `near`: the neighbours that are in some pair, and `need`: those that are in all.
//!
//! A pair falls if one of the two is no longer near *the other way round*, if it leaves out a neighbour that
//! needs the square, or if no step is left for it. In addition, different squares have different steps, and
//! every step has a square. When no more pairs fall, each possibility is tried for the square with the fewest
//! steps or the step with the fewest squares.
//!
//! *Guarantee:* only pairs that occur in no solution fall, so all solutions are found. The order is fixed.

use std::ops::ControlFlow;

use super::{Givens, Impasse, Uniqueness, bit_set::BitSet};
use crate::{Control, Square, Tour, TourKind};

/// Positions after which it gives up.
const MAX_NODES: u64 = 1 << 20;

/// Whether exactly one solution has every step where it may be; unknown where that takes long.
pub(super) fn solve(givens: &Givens, may: StepFilter, control: &Control) -> Uniqueness {
    match givens.board().square_count() {
        0..=64 => Solver::<1>::solve(givens, may, control),
        65..=128 => Solver::<2>::solve(givens, may, control),
        _ => Solver::<7>::solve(givens, may, control),
    }
}

/// Whether a square may have a step.
type StepFilter<'a> = &'a dyn Fn(Square, usize) -> bool;

/// What is left of all possibilities.
#[derive(Clone)]
struct Candidates<const W: usize> {
    when: Vec<BitSet<W>>,
    /// A bit for each neighbour, in the order of [`Solver::around`].
    near: Vec<u8>,
    need: Vec<u8>,
    /// Squares beside which something fell since their pairs were looked at.
    stale: BitSet<W>,
}

struct Solver<'a, const W: usize> {
    givens: &'a Givens,
    control: &'a Control,
    squares: Vec<Square>,
    /// The neighbours of a square, and its number among the neighbours of each.
    around: Vec<Vec<(usize, usize)>>,
    found: Vec<Tour>,
    nodes: u64,
}

impl<'a, const W: usize> Solver<'a, W> {
    fn solve(givens: &'a Givens, may: StepFilter, control: &'a Control) -> Uniqueness {
        let (board, leaper) = (givens.board(), givens.leaper());
        let squares: Vec<Square> = board.squares().collect();
        let number =
            |square| squares.iter().position(|&other| other == square).expect("a square of the board");
        let beside: Vec<Vec<usize>> =
            squares.iter().map(|&square| board.leaps(leaper, square).map(number).collect()).collect();
        let number =
            |to: usize, from| beside[to].iter().position(|&back| back == from).expect("leaps go back");
        let around = (0..squares.len())
            .map(|from| beside[from].iter().map(|&to| (to, number(to, from))).collect())
            .collect();
        let all = BitSet::below(squares.len());
        let steps_of = |&square: &Square| {
            let given = givens.step_of(square).map(|step| step as usize);
            let fits = |&step: &usize| given.is_none_or(|given| given == step) && may(square, step);
            (1..=squares.len())
                .filter(fits)
                .fold(BitSet::EMPTY, |set: BitSet<W>, step| set.or(BitSet::of(step - 1)))
        };
        let left = Candidates {
            when: squares.iter().map(steps_of).collect(),
            near: vec![u8::MAX; squares.len()],
            need: vec![0; squares.len()],
            stale: all,
        };
        let mut solver = Solver { givens, control, squares, around, found: Vec::new(), nodes: 0 };
        let is_whole = solver.walk(left).is_continue();
        let mut found = solver.found.into_iter();
        match (found.next(), found.next()) {
            (Some(one), Some(other)) => Uniqueness::Two(one, other),
            (some, _) if !is_whole => Uniqueness::Unknown(some, control.spent(solver.nodes)),
            (Some(only), _) => Uniqueness::Unique(only),
            (None, _) => Uniqueness::None(Impasse::Exhausted { nodes: solver.nodes }),
        }
    }

    /// All solutions that are left, until there are two.
    fn walk(&mut self, mut left: Candidates<W>) -> ControlFlow<()> {
        if self.nodes >= MAX_NODES || self.control.is_over(self.nodes) {
            return ControlFlow::Break(());
        }
        self.nodes += 1;
        if self.settle(&mut left).is_none() {
            return ControlFlow::Continue(());
        }
        let Some(choices) = self.choices(&left) else { return self.keep(&left) };
        for (square, step) in choices {
            let mut tried = left.clone();
            self.write(&mut tried, square, BitSet::of(step));
            self.walk(tried)?;
        }
        ControlFlow::Continue(())
    }

    /// All steps of one square, or all squares of one step: whichever are fewest; `None` where nothing is open.
    fn choices(&self, left: &Candidates<W>) -> Option<Vec<(usize, usize)>> {
        let all = 0..self.squares.len();
        let mut squares_of = vec![0; all.len()];
        left.when.iter().flat_map(|when| when.iter()).for_each(|step| squares_of[step] += 1);
        let steps_of: Vec<usize> = left.when.iter().map(BitSet::len).collect();
        let fewest = |many: &[usize]| all.clone().filter(|&at| many[at] > 1).min_by_key(|&at| many[at]);
        let (square, step) = (fewest(&steps_of)?, fewest(&squares_of)?);
        Some(match squares_of[step] <= steps_of[square] {
            true => all.filter(|&square| left.when[square].has(step)).map(|square| (square, step)).collect(),
            false => left.when[square].iter().map(|step| (square, step)).collect(),
        })
    }

    /// Every square has one step: a solution.
    fn keep(&mut self, left: &Candidates<W>) -> ControlFlow<()> {
        let mut tour: Vec<(usize, Square)> = self
            .squares
            .iter()
            .enumerate()
            .filter_map(|(at, &square)| Some((left.when[at].only()?, square)))
            .collect();
        tour.sort_unstable();
        let squares = tour.into_iter().map(|(_, square)| square);
        let tour = Tour::verify(self.givens.board(), self.givens.leaper(), squares).expect("leap after leap");
        assert!(self.givens.fits(&tour), "a solution has the given steps");
        self.found.push(tour);
        if self.found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Strikes out what cannot be until nothing more falls; `None` where nothing is left.
    fn settle(&self, left: &mut Candidates<W>) -> Option<()> {
        loop {
            while let Some(square) = left.stale.pop() {
                self.pairs(left, square)?;
            }
            self.singles(left)?;
            if left.stale.is_empty() {
                return Some(());
            }
        }
    }

    /// Looks at all pairs of a square.
    fn pairs(&self, left: &mut Candidates<W>, square: usize) -> Option<()> {
        let around = &self.around[square];
        let (mut near, mut needing) = (0, 0u8);
        let (mut before, mut after) = ([BitSet::EMPTY; 8], [BitSet::EMPTY; 8]);
        for (at, &(to, back)) in around.iter().enumerate() {
            near |= (left.near[square] >> at & left.near[to] >> back & 1) << at;
            needing |= (left.need[to] >> back & 1) << at;
            (before[at], after[at]) = (self.next(left.when[to]), self.last(left.when[to]));
        }
        let (mut when, mut some, mut every) = (BitSet::EMPTY, 0, u8::MAX);
        let mut pair = |pair: u8, steps: BitSet<W>| {
            let steps = steps.and(left.when[square]);
            if needing & !pair == 0 && !steps.is_empty() {
                (when, some, every) = (when.or(steps), some | pair, every & pair);
            }
        };
        let last = self.squares.len() - 1;
        let is_near = |&at: &usize| near >> at & 1 == 1;
        for one in (0..around.len()).filter(is_near) {
            if self.givens.kind() == TourKind::Open {
                pair(1 << one, after[one].and(BitSet::of(0)).or(before[one].and(BitSet::of(last))));
            }
            for other in (0..one).filter(is_near) {
                let steps = before[one].and(after[other]).or(after[one].and(before[other]));
                pair(1 << one | 1 << other, steps);
            }
        }
        if last == 0 && self.givens.kind() == TourKind::Open {
            pair(0, BitSet::of(0));
        }
        if when.is_empty() {
            return None;
        }
        if (when, some, every) != (left.when[square], left.near[square], left.need[square]) {
            (left.when[square], left.near[square], left.need[square]) = (when, some, every);
            self.spread(left, square);
        }
        Some(())
    }

    /// No two squares have the same step, and every step has a square.
    fn singles(&self, left: &mut Candidates<W>) -> Option<()> {
        let (mut once, mut twice) = (BitSet::EMPTY, BitSet::EMPTY);
        for &when in &left.when {
            (once, twice) = (once.or(when), twice.or(once.and(when)));
        }
        if once != BitSet::below(self.squares.len()) {
            return None;
        }
        let mut taken = BitSet::EMPTY;
        for square in 0..self.squares.len() {
            let alone = left.when[square].without(twice);
            if !alone.is_empty() {
                self.write(left, square, BitSet::of(alone.only()?));
            }
            if let Some(step) = left.when[square].only() {
                if taken.has(step) {
                    return None;
                }
                taken.insert(step);
            }
        }
        for square in 0..self.squares.len() {
            if left.when[square].only().is_none() {
                let rest = left.when[square].without(taken);
                self.write(left, square, rest);
            }
        }
        Some(())
    }

    /// A square has one of these steps.
    fn write(&self, left: &mut Candidates<W>, square: usize, when: BitSet<W>) {
        if when != left.when[square] {
            left.when[square] = when;
            left.stale.insert(square);
            self.spread(left, square);
        }
    }

    /// Something fell at a square.
    fn spread(&self, left: &mut Candidates<W>, square: usize) {
        self.around[square].iter().for_each(|&(to, _)| left.stale.insert(to));
    }

    /// The steps after these; after the last one of a closed tour comes the first.
    fn next(&self, steps: BitSet<W>) -> BitSet<W> {
        let last = self.squares.len() - 1;
        let round = if self.is_round(&steps, last) { BitSet::of(0) } else { BitSet::EMPTY };
        steps.without(BitSet::of(last)).raised(1).or(round)
    }

    /// The steps before these.
    fn last(&self, steps: BitSet<W>) -> BitSet<W> {
        let last = self.squares.len() - 1;
        let round = if self.is_round(&steps, 0) { BitSet::of(last) } else { BitSet::EMPTY };
        steps.lowered(1).or(round)
    }

    fn is_round(&self, steps: &BitSet<W>, end: usize) -> bool {
        self.givens.kind() == TourKind::Closed && steps.has(end)
    }
}

//! The second solver: it confirms puzzles and solutions that other code made.
//!
//! It shares no deduction with the [search](super::search) or the [rules of a person](mod@super::deduce), and
//! knows only one thing about a tour: a square with step `k` is between a neighbour with step `k - 1` and
//! another with step `k + 1`. Two neighbours of a square that could be these for some `k` are a *pair*; an
//! end of an open tour has only one neighbour. It stores for every square
//!
//! * `steps_of`: the steps for which it has a pair;
//! * `paired`: the neighbours that are in some pair, and `required`: those that are in all.
//!
//! A pair is removed if for one of its two squares no pair contains this square, if it lacks a neighbour all
//! of whose pairs contain this square, or if no step remains for it. In addition, different squares have
//! different steps, and every step has a square. When no more pairs can be removed, each possibility is tried
//! for the square with the fewest steps or the step with the fewest squares.
//!
//! *Guarantee:* a removed pair occurs in no solution, so all solutions are found. The order is fixed.

use std::ops::ControlFlow;

use super::{Givens, Impasse, Uniqueness, bit_set::BitSet};
use ktour_core::{Control, Square, Tour, TourKind};

/// Number of nodes after which the second solver gives up.
const MAX_NODES: u64 = 1 << 20;

/// Whether exactly one solution has every step on an allowed square; unknown after [`MAX_NODES`].
pub(super) fn solve(givens: &Givens, is_allowed: StepFilter, control: &Control) -> Uniqueness {
    match givens.board().square_count() {
        0..=64 => Solver::<1>::solve(givens, is_allowed, control),
        65..=128 => Solver::<2>::solve(givens, is_allowed, control),
        _ => Solver::<7>::solve(givens, is_allowed, control),
    }
}

/// Whether a square may have a step.
type StepFilter<'a> = &'a dyn Fn(Square, usize) -> bool;

/// The possibilities that no rule has removed.
#[derive(Clone)]
struct Candidates<const W: usize> {
    steps_of: Vec<BitSet<W>>,
    /// A bit for each neighbour, in the order of [`Solver::neighbours`].
    paired: Vec<u8>,
    required: Vec<u8>,
    /// Squares with a changed neighbour since their pairs were examined.
    stale: BitSet<W>,
}

/// The search for up to two solutions.
struct Solver<'a, const W: usize> {
    givens: &'a Givens,
    control: &'a Control,
    squares: Vec<Square>,
    /// The neighbours of each square, with the position of the square among *their* neighbours.
    neighbours: Vec<Vec<(usize, usize)>>,
    found: Vec<Tour>,
    nodes: u64,
}

impl<'a, const W: usize> Solver<'a, W> {
    fn solve(givens: &'a Givens, is_allowed: StepFilter, control: &'a Control) -> Uniqueness {
        let (board, leaper) = (givens.board(), givens.leaper());
        let squares: Vec<Square> = board.squares().collect();
        let index_of =
            |square| squares.iter().position(|&other| other == square).expect("a square of the board");
        let adjacent: Vec<Vec<usize>> =
            squares.iter().map(|&square| board.leaps(leaper, square).map(index_of).collect()).collect();
        let position_of =
            |to: usize, from| adjacent[to].iter().position(|&back| back == from).expect("leaps go back");
        let neighbours = (0..squares.len())
            .map(|from| adjacent[from].iter().map(|&to| (to, position_of(to, from))).collect())
            .collect();
        let all = BitSet::below(squares.len());
        let allowed_steps = |&square: &Square| {
            let given = givens.step_of(square).map(|step| step as usize);
            let fits = |&step: &usize| given.is_none_or(|given| given == step) && is_allowed(square, step);
            (1..=squares.len())
                .filter(fits)
                .fold(BitSet::EMPTY, |set: BitSet<W>, step| set.union(BitSet::single(step - 1)))
        };
        let candidates = Candidates {
            steps_of: squares.iter().map(allowed_steps).collect(),
            paired: vec![u8::MAX; squares.len()],
            required: vec![0; squares.len()],
            stale: all,
        };
        let mut solver = Solver { givens, control, squares, neighbours, found: Vec::new(), nodes: 0 };
        let is_exhaustive = solver.search(candidates).is_continue();
        let mut found = solver.found.into_iter();
        match (found.next(), found.next()) {
            (Some(one), Some(other)) => Uniqueness::Two(one, other),
            (some, _) if !is_exhaustive => Uniqueness::Unknown(some, control.spent(solver.nodes)),
            (Some(only), _) => Uniqueness::Unique(only),
            (None, _) => Uniqueness::None(Impasse::Exhausted { nodes: solver.nodes }),
        }
    }

    /// Finds the solutions among the candidates, until there are two.
    fn search(&mut self, mut candidates: Candidates<W>) -> ControlFlow<()> {
        if self.nodes >= MAX_NODES || self.control.is_over(self.nodes) {
            return ControlFlow::Break(());
        }
        self.nodes += 1;
        if self.propagate(&mut candidates).is_none() {
            return ControlFlow::Continue(());
        }
        let Some(choices) = self.choices(&candidates) else { return self.record_solution(&candidates) };
        for (square, step) in choices {
            let mut tried = candidates.clone();
            self.restrict(&mut tried, square, BitSet::single(step));
            self.search(tried)?;
        }
        ControlFlow::Continue(())
    }

    /// All steps of one square or all squares of one step, whichever are fewer; `None` if nothing is open.
    fn choices(&self, candidates: &Candidates<W>) -> Option<Vec<(usize, usize)>> {
        let all = 0..self.squares.len();
        let mut square_counts = vec![0; all.len()];
        candidates.steps_of.iter().flat_map(|steps| steps.iter()).for_each(|step| square_counts[step] += 1);
        let step_counts: Vec<usize> = candidates.steps_of.iter().map(BitSet::len).collect();
        let fewest = |counts: &[usize]| all.clone().filter(|&at| counts[at] > 1).min_by_key(|&at| counts[at]);
        let (square, step) = (fewest(&step_counts)?, fewest(&square_counts)?);
        Some(match square_counts[step] <= step_counts[square] {
            true => all
                .filter(|&square| candidates.steps_of[square].contains(step))
                .map(|square| (square, step))
                .collect(),
            false => candidates.steps_of[square].iter().map(|step| (square, step)).collect(),
        })
    }

    /// Records a solution: every square has one step.
    fn record_solution(&mut self, candidates: &Candidates<W>) -> ControlFlow<()> {
        let mut tour: Vec<(usize, Square)> = self
            .squares
            .iter()
            .enumerate()
            .filter_map(|(at, &square)| Some((candidates.steps_of[at].only()?, square)))
            .collect();
        tour.sort_unstable();
        let squares = tour.into_iter().map(|(_, square)| square);
        let tour = Tour::verify(self.givens.board(), self.givens.leaper(), squares).expect("leap after leap");
        assert!(self.givens.fits(&tour), "a solution has the given steps");
        self.found.push(tour);
        if self.found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Removes impossible candidates until nothing changes; `None` on a contradiction.
    fn propagate(&self, candidates: &mut Candidates<W>) -> Option<()> {
        loop {
            while let Some(square) = candidates.stale.pop() {
                self.prune_pairs(candidates, square)?;
            }
            self.prune_singles(candidates)?;
            if candidates.stale.is_empty() {
                return Some(());
            }
        }
    }

    /// Removes the impossible pairs of a square; `None` if none remains.
    fn prune_pairs(&self, candidates: &mut Candidates<W>, square: usize) -> Option<()> {
        let around = &self.neighbours[square];
        // Neighbours that may come before or after the square, as bits, and those that must, because all
        // their pairs contain it.
        let (mut near, mut requiring) = (0, 0u8);
        let (mut before, mut after) = ([BitSet::EMPTY; 8], [BitSet::EMPTY; 8]);
        for (at, &(to, back)) in around.iter().enumerate() {
            near |= (candidates.paired[square] >> at & candidates.paired[to] >> back & 1) << at;
            requiring |= (candidates.required[to] >> back & 1) << at;
            (before[at], after[at]) =
                (self.steps_after(candidates.steps_of[to]), self.steps_before(candidates.steps_of[to]));
        }
        let (mut found_steps, mut in_some, mut in_every) = (BitSet::EMPTY, 0, u8::MAX);
        let mut add_pair = |pair: u8, steps: BitSet<W>| {
            let steps = steps.intersection(candidates.steps_of[square]);
            if requiring & !pair == 0 && !steps.is_empty() {
                (found_steps, in_some, in_every) =
                    (found_steps.union(steps), in_some | pair, in_every & pair);
            }
        };
        let last = self.squares.len() - 1;
        let is_near = |&at: &usize| near >> at & 1 == 1;
        for one in (0..around.len()).filter(is_near) {
            if self.givens.kind() == TourKind::Open {
                add_pair(
                    1 << one,
                    after[one]
                        .intersection(BitSet::single(0))
                        .union(before[one].intersection(BitSet::single(last))),
                );
            }
            for other in (0..one).filter(is_near) {
                let steps =
                    before[one].intersection(after[other]).union(after[one].intersection(before[other]));
                add_pair(1 << one | 1 << other, steps);
            }
        }
        if last == 0 && self.givens.kind() == TourKind::Open {
            add_pair(0, BitSet::single(0));
        }
        if found_steps.is_empty() {
            return None;
        }
        if (found_steps, in_some, in_every)
            != (candidates.steps_of[square], candidates.paired[square], candidates.required[square])
        {
            (candidates.steps_of[square], candidates.paired[square], candidates.required[square]) =
                (found_steps, in_some, in_every);
            self.mark_stale(candidates, square);
        }
        Some(())
    }

    /// Enforces that no two squares have the same step, and that every step has a square.
    fn prune_singles(&self, candidates: &mut Candidates<W>) -> Option<()> {
        let (mut once, mut twice) = (BitSet::EMPTY, BitSet::EMPTY);
        for &steps in &candidates.steps_of {
            (once, twice) = (once.union(steps), twice.union(once.intersection(steps)));
        }
        if once != BitSet::below(self.squares.len()) {
            return None;
        }
        let mut known = BitSet::EMPTY;
        for square in 0..self.squares.len() {
            let only_here = candidates.steps_of[square].difference(twice);
            if !only_here.is_empty() {
                self.restrict(candidates, square, BitSet::single(only_here.only()?));
            }
            if let Some(step) = candidates.steps_of[square].only() {
                if known.contains(step) {
                    return None;
                }
                known.insert(step);
            }
        }
        for square in 0..self.squares.len() {
            if candidates.steps_of[square].only().is_none() {
                let rest = candidates.steps_of[square].difference(known);
                self.restrict(candidates, square, rest);
            }
        }
        Some(())
    }

    /// Restricts a square to these steps.
    fn restrict(&self, candidates: &mut Candidates<W>, square: usize, steps: BitSet<W>) {
        if steps != candidates.steps_of[square] {
            candidates.steps_of[square] = steps;
            candidates.stale.insert(square);
            self.mark_stale(candidates, square);
        }
    }

    /// Marks the neighbours of a changed square for another examination.
    fn mark_stale(&self, candidates: &mut Candidates<W>, square: usize) {
        self.neighbours[square].iter().for_each(|&(to, _)| candidates.stale.insert(to));
    }

    /// The steps after these; after the last one of a closed tour comes the first.
    fn steps_after(&self, steps: BitSet<W>) -> BitSet<W> {
        let last = self.squares.len() - 1;
        let wrapped = if self.wraps_around(&steps, last) { BitSet::single(0) } else { BitSet::EMPTY };
        steps.difference(BitSet::single(last)).shifted_up(1).union(wrapped)
    }

    /// The steps before these; before the first one of a closed tour comes the last.
    fn steps_before(&self, steps: BitSet<W>) -> BitSet<W> {
        let last = self.squares.len() - 1;
        let wrapped = if self.wraps_around(&steps, 0) { BitSet::single(last) } else { BitSet::EMPTY };
        steps.shifted_down(1).union(wrapped)
    }

    /// Whether these steps of a closed tour contain its first or last step, `end`.
    fn wraps_around(&self, steps: &BitSet<W>, end: usize) -> bool {
        self.givens.kind() == TourKind::Closed && steps.contains(end)
    }
}

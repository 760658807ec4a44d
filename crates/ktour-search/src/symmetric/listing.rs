//! All Hamiltonian cycles of a quotient, and uniform samples of all symmetric tours.
//!
//! The search branches on leaps as the plain search that checks proofs, at the vertex with the fewest
//! undecided leaps. Every cycle is listed exactly once, because a leap is included in one branch and excluded
//! in the other.
//!
//! *Guarantee:* complete. *Cost:* exponential; the quotient has half the squares of the board, or a quarter.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use super::{for_each_symmetric, wanted::WantedSymmetry};
use crate::{
    Refusal, Stats,
    decisions::{BranchVisitor, Conflict, Decisions, Next, branch_and_propagate},
};
use ktour_core::{Control, Puzzle, Tour, random::Random};

/// How a list ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListEnd {
    /// All cycles were listed.
    All,
    /// The callback asked to stop.
    Enough,
    /// The time or the nodes were used up.
    Stopped,
}

/// Calls `found` with the decisions of every cycle, whose leaps are the included ones; expands at most
/// `nodes` nodes.
pub(super) fn for_each_cycle(
    decisions: &mut Decisions,
    given: &[u32],
    nodes: u64,
    control: &Control,
    stats: &mut Stats,
    found: &mut dyn FnMut(&Decisions) -> ControlFlow<()>,
) -> ListEnd {
    decisions.undo(0);
    let begun =
        given.iter().try_for_each(|&leap| decisions.include(leap)).and_then(|()| decisions.propagate_all());
    let root = begun.and_then(|()| decisions.check_biconnected(control));
    let last = stats.moves.saturating_add(nodes);
    branch_and_propagate(&mut CycleList { decisions, last, control, stats, found }, root)
        .unwrap_or(ListEnd::All)
}

struct CycleList<'a> {
    decisions: &'a mut Decisions,
    /// Number of moves at which the list stops.
    last: u64,
    control: &'a Control,
    stats: &'a mut Stats,
    found: &'a mut dyn FnMut(&Decisions) -> ControlFlow<()>,
}

impl BranchVisitor for CycleList<'_> {
    type Leap = u32;
    type Mark = usize;
    type End = ListEnd;

    fn mark(&self) -> usize {
        self.decisions.mark()
    }

    fn undo(&mut self, mark: usize) {
        self.stats.backtracks += 1;
        self.decisions.undo(mark);
    }

    fn visit(&mut self, _: usize) -> Next<u32, ListEnd> {
        let Some(leap) = self.decisions.choose() else {
            let flow = (self.found)(self.decisions);
            return if flow.is_break() { Next::End(ListEnd::Enough) } else { Next::Backtrack };
        };
        let moves = self.stats.moves;
        if moves >= self.last || moves.is_multiple_of(64) && self.control.is_over(self.stats.trials) {
            return Next::End(ListEnd::Stopped);
        }
        self.stats.moves += 1;
        self.stats.trials += 1;
        Next::Branch(leap)
    }

    fn decide(&mut self, leap: u32, is_first: bool) -> Result<(), Conflict> {
        if is_first {
            self.decisions.include(leap)?;
            return self.decisions.propagate();
        }
        self.decisions.exclude(leap)?;
        self.decisions.propagate()?;
        self.decisions.check_biconnected(self.control)
    }
}

// Symmetric tours sampled exactly uniformly: all are listed twice, first to count them and then to pick the
// sampled ones.

/// Samples `n` tours with a symmetry, each uniformly from all; an empty list if there are none, `None` if it
/// was stopped.
///
/// ```
/// use ktour::{Board, Control, Puzzle, TourKind, symmetric::{WantedSymmetry, sample_symmetric}};
/// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
/// let drawn = sample_symmetric(&puzzle, WantedSymmetry::HalfTurn, 3, 7, &Control::unlimited())?;
/// assert_eq!(drawn.map(|tours| tours.len()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sample_symmetric(
    puzzle: &Puzzle,
    wanted: WantedSymmetry,
    n: usize,
    seed: u64,
    control: &Control,
) -> Result<Option<Vec<Tour>>, Refusal> {
    let mut all = 0u64;
    let is_whole = for_each_symmetric(puzzle, wanted, control, &mut |_| {
        all += 1;
        ControlFlow::Continue(())
    })?;
    if !is_whole || all == 0 {
        return Ok(is_whole.then(Vec::new));
    }
    let mut random = Random::new(seed, 0);
    let drawn: Vec<u64> = (0..n).map(|_| below(&mut random, all)).collect();
    let last = drawn.iter().max().copied().unwrap_or(0);
    let numbers: HashSet<u64> = drawn.iter().copied().collect();
    let (mut number, mut sampled) = (0, HashMap::new());
    let is_whole = for_each_symmetric(puzzle, wanted, control, &mut |tour| {
        if numbers.contains(&number) {
            sampled.insert(number, tour);
        }
        number += 1;
        if number > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(is_whole.then(|| drawn.iter().filter_map(|number| sampled.get(number).cloned()).collect()))
}

/// A random number below `bound`, each with exactly equal probability.
fn below(random: &mut Random, bound: u64) -> u64 {
    let whole = u64::MAX - u64::MAX % bound;
    loop {
        let number = random.next();
        if number < whole {
            return number % bound;
        }
    }
}

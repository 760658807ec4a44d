//! The exact search for the missing steps of a puzzle, by backtracking over pencil marks.
//!
//! Marks are propagated; if something is still open, each possibility is tried for the step with the fewest
//! squares or the square with the fewest steps.
//!
//! *Guarantee:* any answer other than `Unknown` is exhaustive, and every tour passed [`Tour::verify`]. The
//! order is fixed, so the nodes are the same on every machine.

use super::{
    Givens, Impasse, Rule, Uniqueness,
    bit_set::BitSet,
    deduce::{DeductionEnd, deduce},
    marks::{Contradiction, Marks},
};
use ktour_core::{Control, Square, Tour, TourKind, graph::Graph};

/// Result of a search.
pub(super) struct GivensSolutions {
    /// The first solutions.
    pub(super) tours: Vec<Tour>,
    /// Number of solutions that were found.
    pub(super) count: u64,
    /// Number of positions examined.
    pub(super) nodes: u64,
    /// Whether every possibility was tried.
    pub(super) is_exhaustive: bool,
}

/// Limits of a search.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// Number of solutions after which it ends.
    pub(super) solutions: u64,
    /// Number of positions after which it ends.
    pub(super) nodes: u64,
}

/// A condition that solutions fulfil besides the given steps.
#[derive(Clone, Copy)]
pub(super) enum ExtraCondition<'a> {
    /// Nothing.
    Any,
    /// It has another step than this on the square.
    NotOn(Square, u32),
    /// It reads as this tour does: along both, the same signs come in the same order.
    Reads(&'a Tour, &'a [u32]),
}

/// Searches for solutions.
pub(super) fn search(
    givens: &Givens,
    condition: ExtraCondition,
    bounds: Bounds,
    control: &Control,
) -> GivensSolutions {
    match givens.board().square_count() {
        0..=64 => GivensSearch::<1>::run(givens, condition, bounds, control),
        65..=128 => GivensSearch::<2>::run(givens, condition, bounds, control),
        _ => GivensSearch::<7>::run(givens, condition, bounds, control),
    }
}

/// A position whose next step, or next square, is tried with each choice.
struct Branch<const W: usize> {
    marks: Marks<W>,
    /// The step or the square that is branched on.
    index: usize,
    is_step: bool,
    /// Choices that have not been tried.
    choices: BitSet<W>,
}

/// A depth-first search over pencil marks.
struct GivensSearch<const W: usize> {
    /// Open branches, from the first to the last.
    open: Vec<Branch<W>>,
}

impl<const W: usize> GivensSearch<W> {
    fn run(givens: &Givens, condition: ExtraCondition, bounds: Bounds, control: &Control) -> GivensSolutions {
        let (board, leaper) = (givens.board(), givens.leaper());
        let mut found = GivensSolutions { tours: Vec::new(), count: 0, nodes: 0, is_exhaustive: false };
        if givens.kind() == TourKind::Closed && board.square_count() < 3 {
            return GivensSolutions { is_exhaustive: true, ..found };
        }
        let Some((squares, graph)) = Graph::from_board(board, leaper, control) else { return found };
        let mut search = GivensSearch { open: Vec::new() };
        let mut next = initial_marks::<W>(givens, condition, &squares, &graph).ok();
        while let Some(marks) = next {
            if found.nodes >= bounds.nodes || control.is_over(found.nodes) {
                return found;
            }
            found.nodes += 1;
            if let Some(solution) = search.expand(marks) {
                found.count += 1;
                if found.tours.len() < 2 {
                    found.tours.push(verified(givens, solution.into_iter().map(|v| squares[v])));
                }
                if found.count == bounds.solutions {
                    return found;
                }
            }
            next = search.next();
        }
        found.is_exhaustive = true;
        found
    }

    /// Propagates the marks: returns a solution, or pushes a branch if something is open.
    fn expand(&mut self, mut marks: Marks<W>) -> Option<Vec<usize>> {
        marks.propagate().ok()?;
        if let Some(solution) = marks.solution() {
            return Some(solution);
        }
        let count = marks.steps();
        let if_open = |choices: BitSet<W>| Some(choices.len()).filter(|&count| count > 1);
        let step = (0..count).filter_map(|step| Some((if_open(marks.squares_of(step))?, step))).min()?;
        let square =
            (0..count).filter_map(|square| Some((if_open(marks.steps_of(square))?, square))).min()?;
        let is_step = step.0 <= square.0;
        let (index, choices) =
            if is_step { (step.1, marks.squares_of(step.1)) } else { (square.1, marks.steps_of(square.1)) };
        self.open.push(Branch { marks, index, is_step, choices });
        None
    }

    /// The next choice of the last branch that has one and does not contradict itself.
    fn next(&mut self) -> Option<Marks<W>> {
        while let Some(branch) = self.open.last_mut() {
            let Some(choice) = branch.choices.pop_last() else {
                self.open.pop();
                continue;
            };
            let mut marks = branch.marks.clone();
            let (step, square) = if branch.is_step { (branch.index, choice) } else { (choice, branch.index) };
            if marks.place(step, square).is_ok() {
                return Some(marks);
            }
        }
        None
    }
}

/// The marks of the given steps.
fn initial_marks<const W: usize>(
    givens: &Givens,
    condition: ExtraCondition,
    squares: &[Square],
    graph: &Graph,
) -> Result<Marks<W>, Contradiction> {
    let vertex = |square| squares.binary_search(&square).expect("a given square is one of the board");
    let mut marks = Marks::new(graph, givens.kind());
    for &(step, square) in givens.steps() {
        marks.place(step as usize - 1, vertex(square))?;
    }
    match condition {
        ExtraCondition::Any => {}
        ExtraCondition::NotOn(square, step) => {
            let others = BitSet::below(squares.len()).difference(BitSet::single(step as usize - 1));
            marks.restrict_square(vertex(square), others)?;
        }
        ExtraCondition::Reads(tour, signs) => {
            for (step, sign) in signs.iter().enumerate() {
                let same_sign = tour.squares().zip(signs).filter(|(_, other)| *other == sign);
                let same_sign = same_sign.fold(BitSet::EMPTY, |set: BitSet<W>, (square, _)| {
                    set.union(BitSet::single(vertex(square)))
                });
                marks.restrict_step(step, same_sign)?;
            }
        }
    }
    Ok(marks)
}

/// About how many bytes a search holds at its largest: the marks of a branch for every square.
pub(super) fn memory_needed(squares: u128) -> u128 {
    let squares = squares.min(super::MAX_SQUARES);
    let words = if squares <= 128 { 2 } else { 7 };
    squares * 3 * squares * 8 * words
}

/// Verifies a solution.
fn verified(givens: &Givens, squares: impl Iterator<Item = Square>) -> Tour {
    let tour = Tour::verify(givens.board(), givens.leaper(), squares)
        .expect("complete marks without a contradiction are a tour");
    assert!(givens.fits(&tour), "a solution has the given steps");
    tour
}

/// Whether there is exactly one solution.
pub(super) fn solve(givens: &Givens, control: &Control) -> (Uniqueness, u64) {
    let found = search(givens, ExtraCondition::Any, Bounds { solutions: 2, nodes: u64::MAX }, control);
    let nodes = found.nodes;
    let mut tours = found.tours.into_iter();
    let verdict = match (tours.next(), tours.next(), found.is_exhaustive) {
        (Some(one), Some(other), _) => Uniqueness::Two(one, other),
        (Some(only), None, true) => Uniqueness::Unique(only),
        (None, _, true) => Uniqueness::None(explain_impossible(givens, nodes, control)),
        (some, None, false) => Uniqueness::Unknown(some, control.spent(nodes)),
        (None, Some(_), _) => unreachable!("a second tour comes with a first"),
    };
    (verdict, nodes)
}

/// Returns a person's contradiction if the easy rules reach one, else that the search was exhaustive.
fn explain_impossible(givens: &Givens, nodes: u64, control: &Control) -> Impasse {
    match deduce(givens, Rule::Cuts, 0, control, &mut |_| {}) {
        DeductionEnd::Contradicted(impasse) => impasse,
        _ => Impasse::Exhausted { nodes },
    }
}

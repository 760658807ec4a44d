//! The exact search: all ways to write in the missing steps, until two are found or none is left.
//!
//! Marks are settled; where something is open, the step with the fewest squares or the square with the fewest steps
//! is tried with each of them. *Guarantee:* an answer other than `Unknown` left nothing out, and every tour passed
//! [`Tour::verify`]. The order is fixed, so the nodes are the same on every machine.

use super::{
    Givens, Impasse, Rule, Verdict,
    deduce::{End, deduce},
    marks::{Clash, Marks},
    set::Set,
};
use crate::{Board, Control, Leaper, Square, Tour, TourKind, graph::Graph};

/// What a search found.
pub(super) struct Found {
    /// The first solutions.
    pub(super) tours: Vec<Tour>,
    /// How many there are, as far as it was looked.
    pub(super) count: u64,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// Whether nothing was left out.
    pub(super) is_whole: bool,
}

/// How far a search goes.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// It ends with so many solutions.
    pub(super) solutions: u64,
    /// It ends after so many positions.
    pub(super) nodes: u64,
}

/// Looks for solutions; with `not`, for those that have another step on this square.
pub(super) fn search(
    givens: &Givens,
    not: Option<(Square, u32)>,
    bounds: Bounds,
    control: &Control,
) -> Found {
    match givens.board().square_count() {
        0..=64 => Search::<1>::run(givens, not, bounds, control),
        65..=128 => Search::<2>::run(givens, not, bounds, control),
        _ => Search::<7>::run(givens, not, bounds, control),
    }
}

struct Search<const W: usize> {
    /// Positions still to look at, the next one last.
    open: Vec<Marks<W>>,
}

impl<const W: usize> Search<W> {
    fn run(givens: &Givens, not: Option<(Square, u32)>, bounds: Bounds, control: &Control) -> Found {
        let (board, leaper) = (givens.board(), givens.leaper());
        let mut found = Found { tours: Vec::new(), count: 0, nodes: 0, is_whole: false };
        if givens.kind() == TourKind::Closed && board.square_count() < 3 {
            return Found { is_whole: true, ..found };
        }
        let Some((squares, graph)) = Graph::of_board(board, leaper, control) else { return found };
        let vertex = |square| squares.binary_search(&square).expect("a given square is one of the board");
        let begin = || -> Result<Marks<W>, Clash> {
            let mut marks = Marks::new(&graph, givens.kind());
            for &(step, square) in givens.steps() {
                marks.place(step as usize - 1, vertex(square))?;
            }
            if let Some((square, step)) = not {
                marks.keep_steps(
                    vertex(square),
                    Set::below(squares.len()).without(Set::of(step as usize - 1)),
                )?;
            }
            Ok(marks)
        };
        let mut search = Search { open: begin().into_iter().collect() };
        while let Some(marks) = search.open.pop() {
            if found.nodes >= bounds.nodes || control.is_over(found.nodes) {
                return found;
            }
            found.nodes += 1;
            let Some(solution) = search.look(marks) else { continue };
            found.count += 1;
            if found.tours.len() < 2 {
                found.tours.push(verified(board, leaper, givens, solution.into_iter().map(|v| squares[v])));
            }
            if found.count == bounds.solutions {
                return found;
            }
        }
        found.is_whole = true;
        found
    }

    /// Settles a position: a solution, or its branches are left to look at.
    fn look(&mut self, mut marks: Marks<W>) -> Option<Vec<usize>> {
        marks.settle().ok()?;
        if let Some(solution) = marks.solution() {
            return Some(solution);
        }
        let count = marks.steps();
        let many = |set: Set<W>| Some(set.len()).filter(|&many| many > 1);
        let step = (0..count).filter_map(|step| Some((many(marks.at(step))?, step))).min()?;
        let square = (0..count).filter_map(|square| Some((many(marks.when(square))?, square))).min()?;
        let (choices, is_step) =
            if step.0 <= square.0 { (marks.at(step.1), true) } else { (marks.when(square.1), false) };
        for choice in choices.iter() {
            let mut branch = marks.clone();
            let (step, square) = if is_step { (step.1, choice) } else { (choice, square.1) };
            if branch.place(step, square).is_ok() {
                self.open.push(branch);
            }
        }
        None
    }
}

fn verified(board: &Board, leaper: Leaper, givens: &Givens, squares: impl Iterator<Item = Square>) -> Tour {
    let tour = Tour::verify(board, leaper, squares).expect("marks that are settled are a tour");
    assert!(givens.fits(&tour), "a solution has the given steps");
    tour
}

/// Whether there is exactly one solution.
pub(super) fn solve(givens: &Givens, control: &Control) -> (Verdict, u64) {
    let found = search(givens, None, Bounds { solutions: 2, nodes: u64::MAX }, control);
    let nodes = found.nodes;
    let mut tours = found.tours.into_iter();
    let verdict = match (tours.next(), tours.next(), found.is_whole) {
        (Some(one), Some(other), _) => Verdict::Two(one, other),
        (Some(only), None, true) => Verdict::Unique(only),
        (None, _, true) => Verdict::None(why(givens, nodes, control)),
        (some, None, false) => Verdict::Unknown(some, control.spent(nodes)),
        (None, Some(_), _) => unreachable!("the first comes first"),
    };
    (verdict, nodes)
}

/// Why there is no solution: what a person comes to, else that the search left nothing out.
fn why(givens: &Givens, nodes: u64, control: &Control) -> Impasse {
    match deduce(givens, Rule::Cuts, 0, control, &mut |_| {}) {
        End::Contradicted(impasse) => impasse,
        _ => Impasse::Exhausted { nodes },
    }
}

//! From chosen leaps back to a tour.

use ktour_core::{Puzzle, Square, Tour, TourKind};

use crate::{
    problem::{
        graph::OrderedGraph,
        step::{Step, StepAction},
    },
    state::matching::SLOT_CAPACITY,
};

/// A chosen leap between two squares; `None` is the slot beyond the board.
pub(crate) type ChosenLeap = (usize, Option<usize>);
/// The leaps that one choice at a step takes.
pub(crate) type StepLeaps = [Option<ChosenLeap>; 2];

/// Leaps chosen by a step, from the slots that it reached.
pub(crate) fn taken(step: &Step, chosen: [usize; 2]) -> StepLeaps {
    let square = |slot: usize| slot.checked_sub(step.from.beyond).map(|at| step.from.first + at);
    match step.act {
        StepAction::Decide { .. } => {
            chosen.map(|slot| (slot != SLOT_CAPACITY).then(|| (step.from.first, square(slot))))
        }
        StepAction::Unfold => [None; 2],
        StepAction::Offer { .. } if chosen[0] == SLOT_CAPACITY => [None; 2],
        StepAction::Offer { .. } => [square(chosen[0]).map(|from| (from, square(chosen[1]))), None],
    }
}

/// The squares in order: a closed tour from its given start or its first square, towards the
/// lower of the two neighbours; an open one from its given start, or from its lower end.
pub(crate) fn squares(
    puzzle: &Puzzle,
    graph: &OrderedGraph,
    leaps: impl IntoIterator<Item = ChosenLeap>,
) -> Vec<Square> {
    const NONE: usize = usize::MAX;
    let total = graph.squares.len();
    let mut neighbours = vec![[NONE; 2]; total];
    let mut ends = Vec::new();
    let mut join = |from: usize, to: usize| {
        let which = usize::from(neighbours[from][0] != NONE);
        neighbours[from][which] = to;
    };
    for (from, to) in leaps {
        match to {
            Some(to) => {
                join(from, to);
                join(to, from);
            }
            None => ends.push(from),
        }
    }
    let number = |square: Square| graph.squares.iter().position(|&other| other == square);
    let (first, second) = match puzzle.kind() {
        Some(TourKind::Closed) => {
            let first = puzzle.start().and_then(number).unwrap_or(0);
            (first, neighbours[first][0].min(neighbours[first][1]))
        }
        _ => {
            let is_end = |end: &usize| ends.contains(end);
            let given = puzzle.start().and_then(number).filter(is_end);
            let other =
                puzzle.end().and_then(number).and_then(|end| ends.iter().copied().find(|&e| e != end));
            let first = given.or(other).or(ends.iter().copied().min()).unwrap_or(0);
            (first, neighbours[first][0])
        }
    };
    let mut order = vec![graph.squares[first]];
    let (mut last, mut at) = (first, second);
    while order.len() < total && at != NONE {
        order.push(graph.squares[at]);
        let [one, other] = neighbours[at];
        (last, at) = (at, if one == last { other } else { one });
    }
    order
}

/// The tour of a list of squares that the plan says is one.
pub(crate) fn verified(puzzle: &Puzzle, squares: Vec<Square>) -> Tour {
    Tour::verify(puzzle.board(), puzzle.leaper(), squares)
        .expect("every complete way through the plan is a tour: the verifier must agree")
}

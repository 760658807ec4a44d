//! The cut: a frontier in the middle of the board, and what each half must know of the other.
//!
//! Squares before the cut are decided by the near half, those behind it by the far half. What the far half
//! must know of the near one are the degrees at the frontier, the pairs of its ends, and in which directions
//! it leaves them. Directions at an end are distinguished only if some leap of the other half would give a
//! different value.

use super::measure_table::{MeasureTable, NOWHERE, Values};
use crate::{
    CountError,
    context::Context,
    frontier::filter::Filter,
    problem::{
        graph::{EndRule, OrderedGraph},
        plan::Plan,
        profile::{Digits, ProfileSet},
    },
};

/// Bits of the code of a direction at an end: one half has eight of them at most, the other then none.
pub(super) const CODE_BITS: usize = 3;
const CODES: usize = 1 << CODE_BITS;
const DIRECTIONS: usize = NOWHERE as usize + 1;

/// A later square, or the slot beyond the board, as a leap away from a square.
pub(super) struct CutTarget {
    pub(super) node: usize,
    /// Weight of the leap in a profile at its target.
    pub(super) weight: usize,
    /// The direction, and the one back.
    pub(super) there: u8,
    pub(super) back: u8,
}

/// A board, cut in two.
pub(super) struct Cut<'a> {
    pub(super) scale: &'a MeasureTable,
    pub(super) squares: usize,
    /// The first square behind the cut.
    pub(super) at: usize,
    /// Leaps from every square to later ones.
    pub(super) targets: Vec<Vec<CutTarget>>,
    /// Whether the first of them must be taken.
    pub(super) is_first_forced: Vec<bool>,
    /// Which degrees can be finished, before every square and at the end.
    pub(super) sets: Vec<ProfileSet>,
    /// The nodes of the frontier at the cut.
    pub(super) frontier: Vec<usize>,
    /// Weight of a leap at every node.
    pub(super) weights: Vec<usize>,
    digits: Digits,
    crossings: Vec<Crossing>,
    /// Number of bytes of the sets.
    pub(super) bytes: usize,
}

impl<'a> Cut<'a> {
    pub(super) fn new(
        graph: &OrderedGraph,
        plan: &Plan,
        scale: &'a MeasureTable,
        run: &Context<'_>,
    ) -> Result<Cut<'a>, CountError> {
        let squares = graph.squares.len();
        let digits = plan.digits;
        let weights = (0..squares).map(|square| digits.weight(square)).chain([digits.beyond()]).collect();
        let target = |from: usize, to: usize| {
            let (here, there) = (graph.squares[from], graph.squares[to]);
            let (there, back) = (scale.direction(here, there), scale.direction(there, here));
            CutTarget { node: to, weight: digits.weight(to), there, back }
        };
        let beyond = CutTarget { node: squares, weight: digits.beyond(), there: NOWHERE, back: NOWHERE };
        let targets: Vec<Vec<CutTarget>> = (0..squares)
            .map(|from| {
                let end = (graph.end(from) != EndRule::Never).then_some(CutTarget { ..beyond });
                end.into_iter().chain(graph.later[from].iter().map(|&to| target(from, to))).collect()
            })
            .collect();
        let is_first_forced = (0..squares).map(|square| graph.end(square) == EndRule::Always).collect();
        let bytes = digits.bytes() as u128 * (plan.steps.len() as u128 + 1);
        if bytes > run.memory() {
            return Err(CountError::OutOfMemory { bytes, memory: run.memory() });
        }
        let sets = Filter::all(plan, run)?;
        let at = middle(squares);
        let frontier = plan.frontier(at);
        let nodes =
            (0..frontier.beyond).map(|_| squares).chain(frontier.first..frontier.first + frontier.len);
        let frontier: Vec<usize> = nodes.collect();
        let crossing = |&node: &usize| Crossing::new(node, at, &targets, scale);
        let crossings = frontier.iter().map(crossing).collect();
        let bytes = bytes as usize;
        Ok(Cut {
            scale,
            squares,
            at,
            targets,
            is_first_forced,
            sets,
            frontier,
            weights,
            digits,
            crossings,
            bytes,
        })
    }

    /// The degree of a node in a profile.
    pub(super) fn degree(&self, profile: usize, node: usize) -> usize {
        self.digits.degree(profile, self.weights[node])
    }

    /// Crossing at a slot of the frontier.
    pub(super) fn crossing(&self, slot: usize) -> &Crossing {
        &self.crossings[slot]
    }
}

/// Step at which the halves meet so that both take equal time: a little before the middle, because the far
/// half goes deeper, and so early that no tour is complete by then.
fn middle(squares: usize) -> usize {
    (4 * squares / 9).max(1)
}

/// A slot of the frontier where a leap of the near half meets one of the far half.
pub(super) struct Crossing {
    /// The code of each direction, of the near and of the far half.
    pub(super) near: [u8; DIRECTIONS],
    pub(super) far: [u8; DIRECTIONS],
    /// Values that two leaps add at this slot, by their codes.
    pub(super) between: [[Values; CODES]; CODES],
}

impl Crossing {
    fn new(node: usize, at: usize, targets: &[Vec<CutTarget>], scale: &MeasureTable) -> Crossing {
        let mut near: Vec<u8> = Vec::new();
        let mut far: Vec<u8> = targets.get(node).into_iter().flatten().map(|target| target.there).collect();
        for (from, targets) in targets.iter().enumerate() {
            let back = targets.iter().filter(|target| target.node == node).map(|target| target.back);
            if from < at { near.extend(back) } else { far.extend(back) }
        }
        let of_near = codes(&near, |one| far.iter().map(|&other| scale.pair(one, other)).collect());
        let of_far = codes(&far, |other| near.iter().map(|&one| scale.pair(one, other)).collect());
        let mut between = [[Values::default(); CODES]; CODES];
        for &one in &near {
            for &other in &far {
                let (here, there) = (of_near[usize::from(one)], of_far[usize::from(other)]);
                between[usize::from(here)][usize::from(there)] = scale.pair(one, other);
            }
        }
        Crossing { near: of_near, far: of_far, between }
    }

    /// Whether nothing is ever added there.
    pub(super) fn is_idle(&self) -> bool {
        self.between.as_flattened().iter().all(|&values| values == Values::default())
    }
}

/// A code for each direction, the same for those that add the same.
fn codes(directions: &[u8], adds: impl Fn(u8) -> Vec<Values>) -> [u8; DIRECTIONS] {
    let mut codes = [0; DIRECTIONS];
    let mut known: Vec<Vec<Values>> = Vec::new();
    for &direction in directions {
        let adds = adds(direction);
        let code = known.iter().position(|known| *known == adds).unwrap_or_else(|| {
            known.push(adds);
            known.len() - 1
        });
        codes[usize::from(direction)] = code as u8;
    }
    codes
}

//! Every tour, one after the other, in an order that never changes.
//!
//! The steps of the plan are walked depth first, choices in their fixed order; the filter of
//! degrees keeps the walk out of most dead ends. Nothing is remembered but the way down, so the
//! first tours of a board with trillions of them come at once. A *shard* takes every n-th of the
//! ways to begin: shards are disjoint and together complete.

use std::{fmt, num::NonZeroU64, ops::ControlFlow, str::FromStr};

use knights_tour::{Puzzle, Symmetry, Tour, TourKind};

use crate::{
    CountError, Watch,
    filter::Filter,
    frontier::Mates,
    graph::Graph,
    kind_of, path,
    plan::{Act, Plan},
};

/// One of n disjoint parts, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    of: NonZeroU64,
}

impl Default for Shard {
    fn default() -> Self {
        Shard { part: 1, of: NonZeroU64::MIN }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=NonZeroU64::get(of)).contains(&part) => Ok(Shard { part, of }),
            _ => Err("write a shard such as 1/4: the first of four".to_owned()),
        }
    }
}

/// Steps after which the ways to begin are shared out.
const BEGINNING: usize = 10;
/// The most bytes of filter that are kept at once.
const FILTER: u128 = 2 << 30;

/// Calls `found` with every tour until it breaks; each is verified first.
///
/// Closed tours come once each; open tours in both directions, unless an end is given.
pub fn each_tour(
    puzzle: &Puzzle,
    shard: Shard,
    watch: &Watch,
    found: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) -> Result<(), CountError> {
    let kind = kind_of(puzzle)?;
    let board = puzzle.board();
    let is_two_way = kind == TourKind::Open && puzzle.start().is_none() && puzzle.end().is_none();
    if board.square_count() < 3 && kind == TourKind::Closed {
        return Ok(());
    }
    if board.square_count() == 1 {
        if shard.part == 1 {
            let _ = found(verified(puzzle, board.squares().collect()));
        }
        return Ok(());
    }
    let graph = Graph::new(puzzle)?;
    let plan = Plan::whole(&graph)?;
    let steps = plan.steps.len();
    let is_small = (plan.digits.bytes() * steps) as u128 <= watch.memory().min(FILTER);
    let filter = is_small.then(|| Filter::all(&plan, watch)).transpose()?;
    if filter.as_ref().is_some_and(|filter| !filter[0].contains(0)) {
        return Ok(());
    }
    let mut chosen = vec![[0; 2]; steps];
    let mut way = vec![(0, Mates::bare(), 0, [0; 2])];
    let mut next = Vec::new();
    let (mut beginnings, mut visited) = (0, 0usize);
    while let Some((level, mates, profile, choice)) = way.pop() {
        if level > 0 {
            chosen[level - 1] = choice;
        }
        visited += 1;
        if visited % 4096 == 0 && watch.is_stopped(4096) {
            return Err(CountError::Stopped);
        }
        if level == BEGINNING.min(steps) {
            beginnings += 1;
            if beginnings % shard.of != shard.part % shard.of {
                continue;
            }
        }
        if level == steps {
            let tour = verified(puzzle, path::squares(puzzle, &graph, &plan, &chosen));
            let back = is_two_way.then(|| as_kind(tour.clone().reversed(), kind));
            for tour in [Some(as_kind(tour, kind)), back].into_iter().flatten() {
                if found(tour).is_break() {
                    return Ok(());
                }
            }
            continue;
        }
        let step = &plan.steps[level];
        let set = filter.as_ref().map(|filter| &filter[level + 1]);
        step.each(&mates, profile, set, &mut |mates, profile, choice| {
            let mates = match step.act {
                Act::Decide { .. } => mates.shifted(step.from.beyond),
                Act::Offer(..) | Act::Unfold => *mates,
            };
            next.push((level + 1, mates, profile, choice));
        });
        way.extend(next.drain(..).rev());
    }
    Ok(())
}

/// Whether the tour is the first of all tours that the board's symmetries and walking backwards
/// make of it, in the order of their squares: exactly one tour of every class is.
pub fn is_first_of_its_class(tour: &Tour, symmetries: &[Symmetry]) -> bool {
    let own = standing(tour);
    let is_forward = tour.square_at(1).map(|first| tour.board().index(first)) == own.first().copied();
    is_forward && symmetries.iter().all(|&symmetry| own <= standing(&tour.turned(symmetry)))
}

/// Under how many of the symmetries the tour is carried to itself, direction aside.
pub fn symmetries_of(tour: &Tour, symmetries: &[Symmetry]) -> usize {
    let own = standing(tour);
    symmetries.iter().filter(|&&symmetry| own == standing(&tour.turned(symmetry))).count()
}

/// The squares as numbers, begun and directed in a way that only depends on the leaps.
fn standing(tour: &Tour) -> Vec<usize> {
    let mut order: Vec<usize> = tour.squares().map(|square| tour.board().index(square)).collect();
    if tour.kind() == TourKind::Closed {
        let first = (0..order.len()).min_by_key(|&at| order[at]).unwrap_or(0);
        order.rotate_left(first);
        if order[1] > order[order.len() - 1] {
            order[1..].reverse();
        }
    } else if order[0] > order[order.len() - 1] {
        order.reverse();
    }
    order
}

fn as_kind(tour: Tour, kind: TourKind) -> Tour {
    if kind == TourKind::Open { tour.as_open() } else { tour }
}

/// The tour of a list of squares that the plan says is one.
pub(crate) fn verified(puzzle: &Puzzle, squares: Vec<knights_tour::Square>) -> Tour {
    Tour::verify(puzzle.board(), puzzle.leaper(), squares)
        .expect("every complete way through the plan is a tour: the verifier must agree")
}

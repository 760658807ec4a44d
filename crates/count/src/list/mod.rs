//! Every tour, one after the other, in an order that never changes.
//!
//! Where the layers fit into memory, tours are put together from halves (see
//! [`product`](crate::product)). Elsewhere the steps of the plan are walked depth first, choices
//! in their fixed order; the filter of degrees keeps the walk out of most dead ends, and nothing
//! is remembered but the way down, so the first tours of a board with trillions of them come at
//! once. A *shard* takes every n-th of the states in the middle, or of the ways to begin: shards
//! are disjoint and together complete.

pub(crate) mod product;

use std::{fmt, num::NonZeroU64, ops::ControlFlow, str::FromStr};

use knights_tour::{Puzzle, Square, Symmetry, Tour, TourKind};

use crate::{
    CountError, Watch,
    estimate::all_states,
    kind_of,
    layers::filter::{Digits, Filter},
    list::product::Product,
    problem::graph::Graph,
    problem::path,
    problem::plan::{Act, Plan},
    state::mates::Mates,
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
/// The most states that are tried to be kept, by the estimate.
pub(crate) const SMALL: f64 = 1e8;

/// Whether the walk has a filter: without one it takes longer, and finds the same.
pub(crate) fn has_filter(digits: &Digits, steps: usize, watch: &Watch) -> bool {
    digits.bytes() as u128 * steps as u128 <= (watch.memory() / 2).min(FILTER)
}

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
    each_order(puzzle, shard, watch, &mut |order| {
        let squares = order.iter().map(|&index| board.square(index as usize)).collect();
        found(as_kind(verified(puzzle, squares), kind))
    })
}

/// The same as [`each_tour`], for whoever wants millions a second: squares as the board's
/// indices, checked against the rules by a table of leaps.
pub fn each_order(
    puzzle: &Puzzle,
    shard: Shard,
    watch: &Watch,
    found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<(), CountError> {
    let kind = kind_of(puzzle)?;
    let board = puzzle.board();
    if board.square_count() < 3 && kind == TourKind::Closed {
        return Ok(());
    }
    if board.square_count() == 1 {
        if shard.part == 1 {
            let _ = found(&board.squares().map(|square| board.index(square) as u32).collect::<Vec<_>>());
        }
        return Ok(());
    }
    let graph = Graph::new(puzzle, watch)?;
    let plan = Plan::whole(&graph, watch)?;
    let rules = Rules::new(puzzle);
    let mut found = |order: &[u32]| {
        assert!(rules.hold(order), "every way through the plan is a tour: the rules must agree");
        found(order)
    };
    let is_small = all_states(puzzle, &graph, watch)? < SMALL;
    let product = if is_small { Product::new(&plan, &graph, watch)? } else { None };
    if let Some(product) = product {
        let is_mine = |number: u64| (number + 1) % shard.of == shard.part % shard.of;
        return product.each(puzzle, is_mine, watch, &mut found).map(|_| ());
    }
    each_way(puzzle, &graph, &plan, shard, watch, &mut found)
}

/// Depth first, with nothing in memory but the way down and the filter.
fn each_way(
    puzzle: &Puzzle,
    graph: &Graph,
    plan: &Plan,
    shard: Shard,
    watch: &Watch,
    found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<(), CountError> {
    let is_two_way =
        puzzle.kind() == Some(TourKind::Open) && puzzle.start().is_none() && puzzle.end().is_none();
    let steps = plan.steps.len();
    let is_small = has_filter(&plan.digits, steps, watch);
    let filter = is_small.then(|| Filter::all(plan, watch)).transpose()?;
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
            let steps = plan.steps.iter().zip(&chosen);
            let leaps = steps.flat_map(|(step, &chosen)| path::taken(step, chosen)).flatten();
            let squares = path::squares(puzzle, graph, leaps);
            let mut order: Vec<u32> =
                squares.iter().map(|&square| puzzle.board().index(square) as u32).collect();
            for _ in 0..1 + usize::from(is_two_way) {
                if found(&order).is_break() {
                    return Ok(());
                }
                order.reverse();
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

/// The rules of a tour, which know nothing of how tours are found; small boards have a table of
/// leaps.
struct Rules<'a> {
    puzzle: &'a Puzzle,
    /// For every square of a board with 64 at most, a bit for every square that is a leap away.
    leaps: Vec<u64>,
    words: usize,
    squares: Vec<u64>,
    total: usize,
    is_closed: bool,
    ends: [Option<u32>; 2],
}

impl Rules<'_> {
    fn new(puzzle: &Puzzle) -> Rules<'_> {
        let board = puzzle.board();
        let area = board.area() as usize;
        let words = area.div_ceil(64);
        let (mut leaps, mut squares) = (vec![0; if words == 1 { area } else { 0 }], vec![0; words]);
        for square in board.squares() {
            let from = board.index(square);
            squares[from / 64] |= 1 << (from % 64);
            if words == 1 {
                board.leaps(puzzle.leaper(), square).for_each(|to| leaps[from] |= 1 << board.index(to));
            }
        }
        let index = |square: Option<Square>| square.map(|square| board.index(square) as u32);
        let is_closed = puzzle.kind() == Some(TourKind::Closed);
        let (total, ends) = (board.square_count() as usize, [index(puzzle.start()), index(puzzle.end())]);
        Rules { puzzle, leaps, words, squares, total, is_closed, ends }
    }

    fn is_leap(&self, from: u32, to: u32) -> bool {
        let square = |index: u32| self.puzzle.board().square(index as usize);
        self.puzzle.leaper().is_leap(square(from), square(to))
    }

    /// Whether every square comes once, each a leap from the one before, and the ends are right.
    fn hold(&self, order: &[u32]) -> bool {
        let mut are_leaps = order.len() == self.total;
        if self.words == 1 {
            let mut seen = 0u64;
            for (&from, &to) in order.iter().zip(&order[1..]) {
                seen |= 1 << (to % 64);
                are_leaps &= self.leaps[from as usize] >> (to % 64) & 1 == 1;
            }
            // So many different squares in so many steps: none comes twice.
            are_leaps &= seen | 1 << (order[0] % 64) == self.squares[0];
        } else {
            let mut seen = vec![0; self.words];
            for &square in order {
                seen[square as usize / 64] |= 1 << (square % 64);
            }
            are_leaps &= seen == self.squares;
            are_leaps &= order.iter().zip(&order[1..]).all(|(&from, &to)| self.is_leap(from, to));
        }
        let (first, last) = (order[0], order[order.len() - 1]);
        let is_end = |end: Option<u32>, at: u32| end.is_none_or(|end| end == at);
        are_leaps
            && (!self.is_closed || self.is_leap(last, first))
            && is_end(self.ends[0], first)
            && is_end(self.ends[1], last)
    }
}

/// Whether the tour is the first of all tours that the board's symmetries and walking backwards
/// make of it, in the order of their squares: exactly one tour of every class is. Where a closed
/// tour begins and which way it goes does not matter, since it comes once.
pub fn is_first_of_its_class(tour: &Tour, symmetries: &[Symmetry]) -> bool {
    let own = standing(tour);
    let first = tour.square_at(1).map(|first| tour.board().index(first));
    let is_forward = tour.kind() == TourKind::Closed || first == own.first().copied();
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

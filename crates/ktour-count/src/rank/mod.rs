//! Every tour has a number: the tour of a number, and the number of a tour.
//!
//! All layers of a walk are stored. The ways into a state are numbered by the states before it: predecessors
//! come in the order of their degree keys and of the numbers of their matchings, each with as many numbers as
//! ways lead to it. So a number leads back to the empty board, and a tour has the number to which the ways
//! beside it add up.
//!
//! *Order:* tours are compared state by state, from the last square decided to the first. On a board that is cut into
//! halves the states in the middle come first (see `split_board`), then the near half, then the far half. The
//! order depends on the puzzle only. *Cost:* all layers of the board, or of its halves, at once.

mod split_board;

use std::sync::Arc;

use ktour_core::{Puzzle, Tour};

use self::split_board::HalvesRanking;
use crate::{
    CountError,
    context::Context,
    counter::Prepared,
    estimate::is_drawn_whole,
    problem::{
        chosen_leaps::ChosenLeap,
        frontier::VIRTUAL_VERTEX,
        graph::OrderedGraph,
        plan::Plan,
        step::{LeapTarget, Step, StepAction},
    },
    state::{
        matching::{INNER, Matching},
        pairing::{PointMates, rank},
    },
    state_class::{ClassWalk, StoredLayers, once},
};

/// A state: its degree key, and the number of its matching.
pub(crate) type StateNumber = (u64, u32);

/// The tours of a puzzle in their order.
pub(crate) enum Ranking {
    Halves(Box<HalvesRanking>),
    Whole { plan: Arc<Plan>, layers: StoredLayers, last: StateNumber, tours: u128 },
    Empty,
}

impl Ranking {
    /// The tours of a puzzle that needs a frontier.
    pub(crate) fn new(prepared: &Prepared, run: &Context<'_>) -> Result<Ranking, CountError> {
        let halves = if is_drawn_whole(prepared.graph(run)?) { None } else { prepared.unmirrored(run)? };
        if let Some(meeting) = halves {
            match HalvesRanking::new(meeting, run) {
                // The counts of the halves are too long, as on boards too long for halves.
                Err(CountError::TooMany) => {}
                made => return made.map(|halves| Ranking::Halves(Box::new(halves))),
            }
        }
        let plan = prepared.whole(run)?;
        let walk = ClassWalk::new(plan, plan.steps.len(), &run.matching_maps(), run);
        let (last, layers) = walk.kept(run)?;
        let Some(key) = last.first_key(0) else { return Ok(Ranking::Empty) };
        let tours = u128::try_from(last.sum()?).map_err(|_| CountError::TooMany)?;
        Ok(Ranking::Whole { plan: plan.clone(), layers, last: (key, 0), tours })
    }

    /// Number of tours, each as a set of leaps.
    pub(crate) fn tours(&self) -> u128 {
        match self {
            Ranking::Halves(halves) => halves.tours(),
            Ranking::Whole { tours, .. } => *tours,
            Ranking::Empty => 0,
        }
    }

    /// The leaps of tours by their numbers, counted from 0.
    pub(crate) fn unrank(
        &self,
        numbers: &[u128],
        run: &Context<'_>,
    ) -> Result<Vec<Vec<ChosenLeap>>, CountError> {
        match self {
            Ranking::Halves(halves) => halves.unrank(numbers, run),
            Ranking::Whole { layers, last, .. } => {
                let ways = numbers.iter().map(|&number| Way::new(*last, number)).collect();
                Ok(back(layers, ways, run)?.into_iter().map(|way| way.leaps).collect())
            }
            Ranking::Empty => Ok(Vec::new()),
        }
    }

    /// The number of a tour, counted from 0.
    pub(crate) fn rank(&self, tour: &Leaps, run: &Context<'_>) -> Result<Option<u128>, CountError> {
        match self {
            Ranking::Halves(halves) => halves.rank(tour, run),
            Ranking::Whole { plan, layers, .. } => {
                way_number(layers, &tour.states(plan, plan.steps.len()), run).map(Some)
            }
            Ranking::Empty => Ok(None),
        }
    }
}

/// A way back from a state to the empty board.
pub(crate) struct Way {
    state: StateNumber,
    /// The number among all ways into the state.
    number: u128,
    pub(crate) leaps: Vec<ChosenLeap>,
}

impl Way {
    pub(crate) fn new(state: StateNumber, number: u128) -> Way {
        Way { state, number, leaps: Vec::new() }
    }
}

/// Walks all ways back, with one pass over every layer.
pub(crate) fn back(
    layers: &StoredLayers,
    mut ways: Vec<Way>,
    run: &Context<'_>,
) -> Result<Vec<Way>, CountError> {
    for back in layers.back() {
        let predecessors = back.predecessors(ways.iter().map(|way| way.state), run)?;
        for way in &mut ways {
            let before = predecessors[&way.state].iter().find(|before| {
                let is_it = way.number < before.multiplicity;
                way.number -= if is_it { 0 } else { before.multiplicity };
                is_it
            });
            let before = before.expect("a number below the sum of all ways falls to one of them");
            way.state = (before.key, before.number);
            way.leaps.extend(back.leaps(before.choice));
        }
    }
    Ok(ways)
}

/// The number of the way through some states, among all ways into the last one.
pub(crate) fn way_number(
    layers: &StoredLayers,
    states: &[StateNumber],
    run: &Context<'_>,
) -> Result<u128, CountError> {
    let mut number = 0;
    for back in layers.back() {
        let [from, to] = back.ends().map(|at| states[at]);
        let predecessors = back.predecessors([to].into_iter(), run)?;
        let before = predecessors.get(&to).into_iter().flatten();
        let before = before.take_while(|before| (before.key, before.number) != from);
        number += before.map(|before| before.multiplicity).sum::<u128>();
    }
    Ok(number)
}

/// The leaps of a tour, by the numbers of squares in a plan.
pub(crate) struct Leaps(Vec<Vec<usize>>);

impl Leaps {
    pub(crate) fn new(puzzle: &Puzzle, graph: &OrderedGraph, tour: &Tour) -> Leaps {
        let number = |square| graph.number(puzzle.board().index(square) as u32);
        let squares: Vec<usize> = tour.squares().map(number).collect();
        let mut leaps = vec![Vec::new(); squares.len()];
        for leap in squares.windows(2) {
            leaps[leap[0]].push(leap[1]);
            leaps[leap[1]].push(leap[0]);
        }
        let (first, last) = (squares[0], squares[squares.len() - 1]);
        let [to_last, to_first] = if graph.ends.is_some() { [VIRTUAL_VERTEX; 2] } else { [last, first] };
        leaps[first].push(to_last);
        leaps[last].push(to_first);
        Leaps(leaps)
    }

    /// The same tour by other numbers: square `square` has the number of `there[square]`.
    pub(crate) fn renumbered(&self, there: &[usize]) -> Leaps {
        let mut number = vec![0; there.len()];
        there.iter().enumerate().for_each(|(square, &from)| number[from] = square);
        let renumber = |&to: &usize| number.get(to).copied().unwrap_or(VIRTUAL_VERTEX);
        Leaps(there.iter().map(|&from| self.0[from].iter().map(renumber).collect()).collect())
    }

    fn has(&self, from: usize, to: usize) -> bool {
        match self.0.get(from) {
            Some(leaps) => leaps.contains(&to),
            None => self.0[to].contains(&from),
        }
    }

    /// The states that the tour goes through, before every step of a plan and after the last of them.
    pub(crate) fn states(&self, plan: &Plan, end: usize) -> Vec<StateNumber> {
        let mut mates = Matching::bare();
        let mut states = vec![(0, 0)];
        for step in &plan.steps[..end] {
            self.take(step, &mut mates);
            states.push(state_number(&mates, step.to.slots()));
        }
        states
    }

    /// Applies a step to a state.
    fn take(&self, step: &Step, mates: &mut Matching) {
        let square = |target: &LeapTarget| step.from.square(target.slot);
        match &step.act {
            StepAction::Decide { targets, .. } => {
                let own = step.from.beyond;
                for target in targets.iter().filter(|target| self.has(step.from.first, square(target))) {
                    mates.take(own, target.slot);
                }
                *mates = mates.shifted(own);
            }
            StepAction::Offer { ends: [a, b], .. } if self.has(square(a), square(b)) => {
                mates.take(a.slot, b.slot);
            }
            StepAction::Offer { .. } | StepAction::Unfold => {}
        }
    }
}

/// The degree key of a mate table, and the number of its matching.
fn state_number(mates: &Matching, slots: usize) -> StateNumber {
    let (mut key, mut points, mut ends) = (0, [0u8; 32], Vec::new());
    for (slot, &mate) in mates.0[..slots].iter().enumerate() {
        key += mates.degree(slot) as u64 * once(slot);
        if mate != INNER && usize::from(mate) != slot {
            points[slot] = ends.len() as u8;
            ends.push(usize::from(mate));
        }
    }
    let mut matching: PointMates = [0; 18];
    ends.iter().zip(&mut matching).for_each(|(&mate, point)| *point = points[mate]);
    (key, rank(ends.len() / 2, &matching))
}

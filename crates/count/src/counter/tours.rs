//! Tours one by one: all of them, how many have each value of a measure, some drawn by lot.

use std::{collections::BTreeMap, ops::ControlFlow};

use knights_tour::{Control, Square, Tour, TourKind};
use num_bigint::BigUint;

use super::{Counter, Prepared, Task};
use crate::{
    CountError, Resources, Shard,
    estimate::{is_drawn_whole, is_listed_by_layers},
    list::{
        self, Measure, Spread,
        product::Product,
        spread::{Scale, spread},
    },
    problem::path::verified,
    run::Run,
    sample::Urn,
};

/// Boards of so many squares are measured tour by tour.
const LISTED: u128 = 24;
/// The most states of all layers from which tours are counted by a measure, and bytes of each.
const KEPT: u128 = 40_000_000;
const STATE: u128 = 100;

impl Counter {
    /// Calls `found` with every tour until it breaks; each is verified first.
    ///
    /// Closed tours come once each; open tours in both directions, unless an end is given. The
    /// order never changes.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use knights_tour::{Board, Control, Puzzle, TourKind};
    /// use knights_tour_count::{Counter, Resources, Shard};
    /// let puzzle = Puzzle::new(Board::new(3, 4)?).with_kind(TourKind::Open);
    /// let mut tours = Vec::new();
    /// let (resources, control) = (Resources::default(), Control::unlimited());
    /// Counter::new(&puzzle)?.each_tour(Shard::default(), &resources, &control, &mut |tour| {
    ///     tours.push(tour);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(tours.len(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn each_tour(
        &self,
        shard: Shard,
        resources: &Resources,
        control: &Control,
        found: &mut dyn FnMut(Tour) -> ControlFlow<()>,
    ) -> Result<(), CountError> {
        let Prepared { puzzle, kind, .. } = &*self.prepared;
        let board = puzzle.board();
        self.each_order(shard, resources, control, &mut |order| {
            let squares = order.iter().map(|&index| board.square(index as usize)).collect();
            let tour = verified(puzzle, squares);
            found(if *kind == TourKind::Open { tour.as_open() } else { tour })
        })
    }

    /// The same for whoever wants millions a second: squares as the board's indices, checked
    /// against the rules by a table of leaps.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use knights_tour::{Board, Control, Puzzle, TourKind};
    /// use knights_tour_count::{Counter, Resources, Shard};
    /// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// let mut tours = 0;
    /// let (resources, control) = (Resources::default(), Control::unlimited());
    /// Counter::new(&puzzle)?.each_order("1/2".parse()?, &resources, &control, &mut |order| {
    ///     tours += 1;
    ///     assert_eq!((order.len(), order[0]), (36, 0));
    ///     if tours < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// })?;
    /// assert_eq!(tours, 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn each_order(
        &self,
        shard: Shard,
        resources: &Resources,
        control: &Control,
        found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<(), CountError> {
        self.report.begin();
        let (prepared, run) = (&*self.prepared, &Run { resources, control, report: &self.report });
        if let Some(tours) = prepared.tiny() {
            let board = prepared.puzzle.board();
            if tours == 1 && shard.has(0) {
                let only: Vec<u32> = board.squares().map(|square| board.index(square) as u32).collect();
                let _ = found(&only);
            }
            return Ok(());
        }
        let (graph, plan) = (prepared.graph(run)?, prepared.whole(run)?);
        let is_small = is_listed_by_layers(graph, prepared.images(run)?);
        list::each_order((&prepared.puzzle, graph, plan), is_small, shard, run, found)
    }

    /// How many undirected tours have each value of a measure; with given ends, each in one direction.
    ///
    /// *Guarantee:* exact; every tour is in one of the numbers. *Cost:* see [`Spread`]; refused where the layers are
    /// too many to be kept.
    ///
    /// ```
    /// use knights_tour::{Board, Control, Puzzle, TourKind};
    /// use knights_tour_count::{Counter, Measure, Resources};
    /// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// let spread = Counter::new(&puzzle)?.spread(Measure::Turns, &Resources::default(), &Control::unlimited())?;
    /// assert_eq!(spread.parts[0].1.values().sum::<u128>(), 9862);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spread(
        &self,
        measure: Measure,
        resources: &Resources,
        control: &Control,
    ) -> Result<Spread, CountError> {
        self.report.begin();
        let (prepared, run) = (&*self.prepared, &Run { resources, control, report: &self.report });
        let scale = Scale::new(measure, prepared.puzzle.leaper());
        let values = if prepared.tiny().is_some() {
            self.spread_by_listing(&scale, resources, control)?
        } else {
            let (graph, plan) = (prepared.graph(run)?, prepared.whole(run)?);
            let is_small = is_listed_by_layers(graph, prepared.images(run)?);
            let most = (run.memory() / STATE).min(KEPT) as usize;
            match if is_small { Product::new(plan, graph, most, run)? } else { None } {
                Some(product) => spread(&product, graph, &scale, run)?,
                // Too small to be halved, or without tours: else the layers were too many.
                None if prepared.puzzle.board().square_count() <= LISTED => {
                    self.spread_by_listing(&scale, resources, control)?
                }
                None if is_small && *self.count(resources, control)?.tours.undirected() == BigUint::ZERO => {
                    vec![Default::default(); scale.parts.len()]
                }
                None => {
                    let states = self.estimate(Task::List, resources, control)?.all_states;
                    let board = prepared.puzzle.board().to_string();
                    return Err(CountError::NoSpread { board, states: format!("{states:.1e}"), most });
                }
            }
        };
        Ok(Spread { parts: scale.parts.into_iter().zip(values).collect() })
    }

    /// The same by a look at every tour.
    fn spread_by_listing(
        &self,
        scale: &Scale,
        resources: &Resources,
        control: &Control,
    ) -> Result<Vec<BTreeMap<u32, u128>>, CountError> {
        let Prepared { puzzle, kind, .. } = &*self.prepared;
        let is_open = *kind == TourKind::Open;
        // Open tours are listed in both directions, unless an end is given.
        let is_twice =
            is_open && puzzle.start().or(puzzle.end()).is_none() && puzzle.board().square_count() > 1;
        let mut values = vec![BTreeMap::new(); scale.parts.len()];
        self.each_order(Shard::default(), resources, control, &mut |order| {
            let squares: Vec<Square> = order.iter().map(|&at| puzzle.board().square(at as usize)).collect();
            if !is_twice || squares[0] < squares[squares.len() - 1] {
                for (tours, value) in values.iter_mut().zip(scale.of_tour(&squares, !is_open)) {
                    *tours.entry(value).or_default() += 1;
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(values)
    }

    /// So many tours, each drawn uniformly among all; `None` where there are none.
    ///
    /// Open tours without given ends are drawn among directed ones. *Guarantee:* exactly uniform;
    /// the same seed gives the same tours on any number of threads.
    ///
    /// ```
    /// use knights_tour::{Board, Control, Puzzle, TourKind};
    /// use knights_tour_count::{Counter, Resources};
    /// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// let counter = Counter::new(&puzzle)?;
    /// let drawn = counter.sample(3, 7, &Resources::default(), &Control::unlimited())?;
    /// assert_eq!(drawn.map(|tours| tours.len()), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(
        &self,
        tours: usize,
        seed: u64,
        resources: &Resources,
        control: &Control,
    ) -> Result<Option<Vec<Tour>>, CountError> {
        let mut drawn = Vec::new();
        let has_tours = self.each_sample(tours, seed, resources, control, &mut |tour| {
            drawn.push(tour);
            ControlFlow::Continue(())
        })?;
        Ok(has_tours.then_some(drawn))
    }

    /// Calls `found` with the tours of [`sample`](Counter::sample), one by one, until it breaks;
    /// whether there are any.
    ///
    /// *Cost:* beside the layers, an eighth of the memory allowed, however many tours are drawn.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use knights_tour::{Board, Control, Puzzle, TourKind};
    /// use knights_tour_count::{Counter, Resources};
    /// let none = Puzzle::new(Board::new(4, 4)?).with_kind(TourKind::Open);
    /// let (resources, control) = (Resources::default(), Control::unlimited());
    /// let has_tours = Counter::new(&none)?
    ///     .each_sample(1, 7, &resources, &control, &mut |_| ControlFlow::Continue(()))?;
    /// assert!(!has_tours);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn each_sample(
        &self,
        tours: usize,
        seed: u64,
        resources: &Resources,
        control: &Control,
        found: &mut dyn FnMut(Tour) -> ControlFlow<()>,
    ) -> Result<bool, CountError> {
        self.report.begin();
        let (prepared, run) = (&*self.prepared, &Run { resources, control, report: &self.report });
        let puzzle = &prepared.puzzle;
        if let Some(number) = prepared.tiny() {
            if number == 1 {
                let tour = verified(puzzle, puzzle.board().squares().collect());
                let _ = (0..tours).try_for_each(|_| found(tour.clone()));
            }
            return Ok(number == 1);
        }
        let graph = prepared.graph(run)?;
        let meeting = if is_drawn_whole(graph) { None } else { prepared.meeting(run)? };
        let urn = match meeting {
            Some(meeting) => Urn::of_halves(meeting, run)?,
            None => Urn::of_whole(prepared.whole(run)?, run)?,
        };
        let Some(urn) = urn else { return Ok(false) };
        urn.draw((puzzle, graph), tours, seed, run, found)?;
        Ok(true)
    }
}

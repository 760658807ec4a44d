//! Individual tours: all of them, how many have each value of a measure, some drawn at random.

use std::ops::ControlFlow;

use ktour_core::{Control, Puzzle, Square, Tour, TourKind};

use super::{Counter, Prepared, Task};
use crate::{
    CountError, Resources, Shard,
    context::Context,
    distribution::{self, Distribution, Measure, MeasureTable},
    estimate::is_listed_by_layers,
    list,
    problem::chosen_leaps::{self, verified},
    rank::Leaps,
    sample,
};

impl Counter {
    /// Calls `found` with every tour until it breaks; each is verified first.
    ///
    /// Closed tours come once each; open tours in both directions, unless an end is given. The
    /// order never changes.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{Counter, Resources, Shard};
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

    /// The same for millions of tours a second: squares are given as the board's indices, and checked with a
    /// table of leaps.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{Counter, Resources, Shard};
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
        let (prepared, run) = (&*self.prepared, &Context { resources, control, report: &self.report });
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
    /// *Guarantee:* exact; every tour is in one of the numbers. *Cost:* depends on the number of half tours,
    /// not of tours; refused if there are too many.
    ///
    /// ```
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{Counter, Measure, Resources};
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
    ) -> Result<Distribution, CountError> {
        self.report.begin();
        let (prepared, run) = (&*self.prepared, &Context { resources, control, report: &self.report });
        let scale = MeasureTable::new(measure, prepared.puzzle.leaper());
        let board = prepared.puzzle.board();
        let values = match prepared.tiny() {
            // Its only tour has no leap.
            Some(tours) => vec![(0..tours).map(|_| (0, 1)).collect(); scale.parts.len()],
            None => {
                let (graph, plan) = (prepared.graph(run)?, prepared.whole(run)?);
                if !is_listed_by_layers(graph, prepared.images(run)?) {
                    let states = self.estimate(Task::List, resources, control)?.all_states;
                    return Err(distribution::refused(board, states));
                }
                distribution::distribution(board, (graph, plan), &scale, run)?
            }
        };
        run.end();
        Ok(Distribution { parts: scale.parts.into_iter().zip(values).collect() })
    }

    /// This many tours, each drawn uniformly from all; `None` if there are none.
    ///
    /// Open tours without given ends are drawn from the directed ones. *Guarantee:* exactly uniform; the same
    /// seed gives the same tours on any number of threads.
    ///
    /// ```
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{Counter, Resources};
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
    /// *Cost:* besides the layers, an eighth of the memory allowed, however many tours are drawn.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{Counter, Resources};
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
        let (prepared, run) = (&*self.prepared, &Context { resources, control, report: &self.report });
        let puzzle = &prepared.puzzle;
        if let Some(number) = prepared.tiny() {
            if number == 1 {
                let tour = verified(puzzle, puzzle.board().squares().collect());
                let _ = (0..tours).try_for_each(|_| found(tour.clone()));
            }
            return Ok(number == 1);
        }
        self.report.tell_part(0.0..sample::DRAWN);
        let (graph, ranking) = (prepared.graph(run)?, prepared.ranking(run)?);
        if ranking.tours() == 0 {
            return Ok(false);
        }
        sample::draw(ranking, (puzzle, graph), tours, seed, run, found)?;
        Ok(true)
    }

    /// The tour with a number, counted from 1 among all undirected tours.
    ///
    /// *Order:* the same on every machine, and documented in `docs/counts.md`: by the states of the middle, then square
    /// by square. *Guarantee:* every tour has one number; [`rank`](Counter::rank) is the inverse. *Cost:* all
    /// layers of the board or of its halves, which the counter keeps; milliseconds when it is asked again.
    ///
    /// ```
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{CountError, Counter, Resources};
    /// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// let (counter, resources, control) = (Counter::new(&puzzle)?, Resources::default(), Control::unlimited());
    /// let tour = counter.unrank(4711, &resources, &control)?;
    /// assert_eq!(counter.rank(&tour, &resources, &control)?, 4711);
    /// let none = counter.unrank(9863, &resources, &control).unwrap_err();
    /// assert_eq!(none, CountError::NoSuchNumber { number: 9863, tours: 9862 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unrank(&self, number: u128, resources: &Resources, control: &Control) -> Result<Tour, CountError> {
        self.report.begin();
        let (prepared, run) = (&*self.prepared, &Context { resources, control, report: &self.report });
        let puzzle = &prepared.puzzle;
        let tours = match prepared.tiny() {
            Some(tours) => tours.into(),
            None => prepared.ranking(run)?.tours(),
        };
        if number == 0 || number > tours {
            return Err(CountError::NoSuchNumber { number, tours });
        }
        if prepared.tiny().is_some() {
            return Ok(verified(puzzle, puzzle.board().squares().collect()));
        }
        let leaps = prepared.ranking(run)?.unrank(&[number - 1], run)?.concat();
        run.end();
        let tour = verified(puzzle, chosen_leaps::squares(puzzle, prepared.graph(run)?, leaps));
        Ok(if prepared.kind == TourKind::Open { tour.as_open() } else { tour })
    }

    /// The number of a tour among all undirected tours, counted from 1. See [`unrank`](Counter::unrank).
    pub fn rank(&self, tour: &Tour, resources: &Resources, control: &Control) -> Result<u128, CountError> {
        self.report.begin();
        let (prepared, run) = (&*self.prepared, &Context { resources, control, report: &self.report });
        let puzzle = &prepared.puzzle;
        if !fits(puzzle, tour) {
            return Err(CountError::AnotherTour);
        }
        if prepared.tiny().is_some() {
            return Ok(1);
        }
        let leaps = Leaps::new(puzzle, prepared.graph(run)?, tour);
        let number = prepared.ranking(run)?.rank(&leaps, run)?;
        run.end();
        number.map(|number| number + 1).ok_or(CountError::AnotherTour)
    }
}

/// Whether a tour is one of a puzzle, in either direction.
fn fits(puzzle: &Puzzle, tour: &Tour) -> bool {
    let is_closed = puzzle.kind() == Some(TourKind::Closed);
    let is_same = tour.board() == puzzle.board() && tour.leaper() == puzzle.leaper();
    let last = tour.len();
    let ends = [tour.square_at(1), tour.square_at(last)];
    let fits = |[first, last]: [Option<Square>; 2]| {
        puzzle.start().is_none_or(|start| first == Some(start))
            && puzzle.end().is_none_or(|end| last == Some(end))
    };
    let fits_ends = is_closed || fits(ends) || fits([ends[1], ends[0]]);
    is_same && fits_ends && (!is_closed || tour.kind() == TourKind::Closed)
}

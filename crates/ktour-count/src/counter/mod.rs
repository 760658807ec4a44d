//! The counter: a puzzle, prepared once, and everything that can be asked about its tours.

mod counting;
mod prepared;
mod tours;

use std::sync::Arc;

use ktour_core::{Control, Puzzle, Square};
use num_bigint::BigUint;

pub use self::counting::Counting;
pub use self::prepared::Prepared;
use crate::{
    CountError, CountForecast, Counted, Estimate, Report, Resources, classes, context::Context,
    estimate::is_drawn_whole, state::matching::MOST_SLOTS, state_class::ClassWalk,
};

/// Tasks of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Say how many tours there are.
    Count,
    /// The same, with the resources of several processes added together.
    Cluster,
    /// List them.
    List,
    /// Draw some of them at random.
    Sample,
}

/// A layer, summed up in two numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerSum {
    /// The square that was decided last.
    pub square: Square,
    /// How many states.
    pub states: u64,
    /// Total number of partial tours that lead to these states.
    pub multiplicity: BigUint,
}

/// Counts, lists and draws the tours of a puzzle.
///
/// Its plans are made when they are first needed and then kept, so that an estimate, a count and a sample of
/// one puzzle make them only once.
///
/// ```
/// use ktour::{Board, Control, Puzzle, TourKind};
/// use ktour::count::{Counter, Resources};
///
/// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
/// let counter = Counter::new(&puzzle)?;
/// let counted = counter.count(&Resources::default(), &Control::unlimited())?;
/// assert_eq!(*counted.tours.undirected(), 9862u32.into());
/// assert_eq!(counter.puzzle(), &puzzle);
/// assert!(counter.report().progress().done > 0 && counter.report().unsaved().is_none()); // another thread may have read along
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    prepared: Arc<Prepared>,
    report: Report,
}

impl Counter {
    /// Creates a counter of the tours of this puzzle, which must name a kind.
    ///
    /// ```
    /// use ktour::{Board, Puzzle};
    /// use ktour::count::{CountError, Counter};
    /// let either = Puzzle::new(Board::new(6, 6)?);
    /// assert_eq!(Counter::new(&either).unwrap_err(), CountError::NoKind);
    /// # Ok::<(), ktour::error::BoardError>(())
    /// ```
    pub fn new(puzzle: &Puzzle) -> Result<Counter, CountError> {
        Ok(Counter { prepared: Arc::new(Prepared::new(puzzle)?), report: Report::default() })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.prepared.puzzle
    }

    /// The report of its latest work, which can be read while it is running.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The plans that it has made, for `ktour-cluster`.
    #[doc(hidden)]
    pub fn prepared(&self) -> &Arc<Prepared> {
        &self.prepared
    }

    /// About how much a task will cost, known before it begins.
    ///
    /// ```
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{Counter, Resources, Task};
    /// let puzzle = Puzzle::new(Board::new(9, 9)?).with_kind(TourKind::Open);
    /// let counter = Counter::new(&puzzle)?;
    /// let needed = counter.estimate(Task::Count, &Resources::default(), &Control::unlimited())?;
    /// assert!(needed.bytes > 1 << 38);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimate(
        &self,
        task: Task,
        resources: &Resources,
        control: &Control,
    ) -> Result<Estimate, CountError> {
        let run = &Context { resources, control, report: &self.report };
        let graph = self.prepared.graph(run)?;
        Ok(match task {
            Task::Count => Estimate::of_count(self.puzzle(), graph, self.prepared.halves(run)?, resources),
            Task::Cluster => Estimate::of_shares(graph, self.prepared.halves(run)?, resources),
            Task::List => Estimate::of_list(graph, self.prepared.images(run)?, resources),
            Task::Sample if is_drawn_whole(graph) => Estimate::of_sample(graph, None, resources),
            Task::Sample => {
                let halves = self.prepared.meeting(run)?.map(Arc::as_ref);
                Estimate::of_sample(graph, halves, resources)
            }
        })
    }

    /// Forecasts a count: its layers, its files, and its time and memory on several machines. Nothing begins.
    ///
    /// ```
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{Counter, EstimateBasis, Resources};
    /// let puzzle = Puzzle::new(Board::new(10, 10)?).with_kind(TourKind::Closed);
    /// let forecast = Counter::new(&puzzle)?.forecast(&Resources::default(), &Control::unlimited())?;
    /// assert_eq!(forecast.estimate.basis, EstimateBasis::Trend);
    /// assert!(forecast.machines[1].bytes < forecast.estimate.bytes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forecast(&self, resources: &Resources, control: &Control) -> Result<CountForecast, CountError> {
        let estimate = self.estimate(Task::Count, resources, control)?;
        let run = &Context { resources, control, report: &self.report };
        let graph = self.prepared.graph(run)?;
        // Boards that are too wide for a plan are forecast by halves.
        let is_halved = graph.slots() > MOST_SLOTS || self.prepared.halves(run)?.is_some();
        Ok(CountForecast::new(estimate, graph, is_halved, resources))
    }

    /// How many tours, exactly.
    ///
    /// *Guarantee:* exact, or an error; numbers widen before they could overflow. *Cost:* grows
    /// about twenty-fold with every square of the shorter side and linearly with the longer one.
    ///
    /// ```
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{Counter, Resources};
    /// let puzzle = Puzzle::new(Board::new(5, 5)?).with_kind(TourKind::Open);
    /// let counted = Counter::new(&puzzle)?.count(&Resources::default(), &Control::unlimited())?;
    /// assert_eq!(*counted.tours.directed(), 1728u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, resources: &Resources, control: &Control) -> Result<Counted, CountError> {
        self.begin(resources).finish(control)
    }

    /// The layers of the same count, one after every square, for checking by an independent program: `each`
    /// is called with every layer when it is complete.
    ///
    /// A state of a layer is all that a choice of leaps at the decided squares means for the others: which of
    /// them are the two ends of a path, which already have two leaps and which have none. Only states whose
    /// squares can all still get two leaps are included. Each state is counted with the number of choices
    /// that lead to it.
    ///
    /// ```
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{Counter, Resources};
    /// let puzzle = Puzzle::new(Board::new(5, 6)?).with_kind(TourKind::Closed);
    /// let mut layers = Vec::new();
    /// Counter::new(&puzzle)?.layers(&Resources::default(), &Control::unlimited(), |layer| layers.push(layer))?;
    /// assert_eq!((layers.len(), layers[29].states, &layers[29].multiplicity), (30, 1, &8u32.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layers(
        &self,
        resources: &Resources,
        control: &Control,
        mut each: impl FnMut(LayerSum),
    ) -> Result<(), CountError> {
        if self.prepared.tiny().is_some() {
            return Ok(());
        }
        self.report.begin();
        let run = &Context { resources, control, report: &self.report };
        let (graph, plan) = (self.prepared.graph(run)?, self.prepared.whole(run)?);
        let mut walk = ClassWalk::new(plan, plan.steps.len(), &run.matching_maps(), run);
        while !walk.is_done() {
            let before = walk.at();
            walk.advance_layer(&mut { u64::MAX }, run)?;
            // One step, or all of them where nothing can be finished.
            for at in before..walk.at() {
                let states = walk.layer.states();
                each(LayerSum { square: graph.squares[at], states, multiplicity: walk.layer.sum()? });
            }
        }
        run.end();
        Ok(())
    }

    /// How many tours, and how many classes under the board's symmetries.
    ///
    /// *Guarantee:* exact, by Burnside's lemma. *Cost:* that of [`count`](Counter::count), plus half a board
    /// for every symmetry that exchanges the halves.
    pub fn classes(&self, resources: &Resources, control: &Control) -> Result<Counted, CountError> {
        self.begin_classes(resources)?.finish(control)
    }

    /// Begins a count that the caller advances slice by slice. See [`Counting`].
    pub fn begin(&self, resources: &Resources) -> Counting {
        self.counting(resources, false)
    }

    /// The same, with classes.
    ///
    /// ```
    /// use ktour::{Board, Control, Puzzle, TourKind};
    /// use ktour::count::{Counter, Resources};
    /// let puzzle = Puzzle::new(Board::new(5, 5)?).with_kind(TourKind::Open);
    /// let mut counting = Counter::new(&puzzle)?.begin_classes(&Resources::default())?;
    /// let counted = loop {
    ///     if let Some(counted) = counting.advance(1000, &Control::unlimited())? {
    ///         break counted;
    ///     }
    /// };
    /// assert_eq!(counted.tours.up_to_symmetry().unwrap().all, 112u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_classes(&self, resources: &Resources) -> Result<Counting, CountError> {
        classes::check(self.puzzle())?;
        Ok(self.counting(resources, true))
    }

    fn counting(&self, resources: &Resources, with_classes: bool) -> Counting {
        self.report.begin();
        Counting::new(self.prepared.clone(), resources.clone(), self.report.clone(), with_classes)
    }
}

#[cfg(test)]
mod tests;

//! A count that its caller advances slice by slice.

use std::sync::Arc;

use ktour_tour::Control;
use num_bigint::BigUint;

use super::prepared::Prepared;
use crate::{
    CountError, CountProgress, Counted, Report, Resources, TourCount,
    classes::{CLASSES, ClassCount},
    estimate::is_in_groups,
    frontier::checkpoint::Checkpoint,
    halves::{
        glue::Gluing,
        meeting::{Meeting, Side},
    },
    layers::{
        layer::{AnyLayer, Layer},
        walk::Walk,
    },
    run::Run,
    state_class::{Count, Slice, WALKED},
};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Tours, by halves where there are two.
    Tours,
    /// Tours, from the whole board.
    AsAWhole,
    /// Tours and classes.
    Classes,
}

/// A count in progress that its caller advances slice by slice.
///
/// ```
/// use ktour_tour::{Board, Control, Puzzle, TourKind};
/// use ktour_count::{Counter, Resources};
///
/// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
/// let mut counting = Counter::new(&puzzle)?.begin(&Resources::default().with_threads(1));
/// let mut slices = 1;
/// let counted = loop {
///     match counting.advance(1 << 10, &Control::unlimited())? {
///         Some(counted) => break counted,
///         None => slices += 1,
///     }
///     assert!(counting.progress().step <= counting.progress().steps);
/// };
/// assert_eq!(*counted.tours.undirected(), 9862u32.into());
/// assert!(slices > 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Counting {
    prepared: Arc<Prepared>,
    resources: Resources,
    report: Report,
    goal: Goal,
    checkpoint: Option<Checkpoint>,
    stage: Stage,
}

/// What comes next.
enum Stage {
    Begin,
    /// In groups, where nothing has to go to files.
    Groups(Box<Count>),
    /// Half the board, after the layers of halves that were walked before; and then all glued.
    Half(Box<Walk>, Arc<Meeting>, Walked),
    Glue(Box<Gluing>, Cost),
    Whole(Box<Walk>),
    /// The tours are known.
    Classes(Counted, Box<ClassCount>),
    Done(Counted),
    /// Nothing comes any more.
    Over,
}

/// Halves that were walked: their layers in the middle, and what they have cost.
#[derive(Default)]
struct Walked {
    layers: Vec<Layer<u64>>,
    cost: Cost,
}

/// What walks have cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    states: u64,
    peak_bytes: u64,
}

impl Counting {
    pub(crate) fn new(prepared: Arc<Prepared>, resources: Resources, report: Report, goal: Goal) -> Counting {
        Counting { prepared, resources, report, goal, checkpoint: None, stage: Stage::Begin }
    }

    /// How far it is.
    pub fn progress(&self) -> CountProgress {
        self.report.progress()
    }

    /// Continues for a slice, which is the work of following about this many states, and returns the number
    /// once it is known. A state takes about 0.3 µs of one thread.
    ///
    /// A slice ends between two buckets of states, of which a large layer has thousands, between two sets of
    /// the filter, or between two buckets of halves that are glued; only plans and the plain walks of
    /// symmetric tours are made in one go. Nothing runs between two slices. After the number or an error,
    /// every further slice is `Stopped`.
    pub fn advance(&mut self, states: u64, control: &Control) -> Result<Option<Counted>, CountError> {
        let mut work = states.max(1);
        while work > 0 {
            match self.stage(&mut work, control)? {
                Stage::Done(counted) => return Ok(Some(counted)),
                stage => self.stage = stage,
            }
        }
        Ok(None)
    }

    /// All slices.
    pub(crate) fn finish(mut self, control: &Control) -> Result<Counted, CountError> {
        loop {
            if let Some(counted) = self.advance(u64::MAX, control)? {
                return Ok(counted);
            }
        }
    }

    /// Goes on with a stage, and perhaps to the next.
    fn stage(&mut self, work: &mut u64, control: &Control) -> Result<Stage, CountError> {
        let stage = std::mem::replace(&mut self.stage, Stage::Over);
        let Counting { prepared, resources, report, goal, checkpoint, .. } = self;
        let slice = CountSlice { prepared, goal: *goal, run: Run { resources, control, report } };
        let run = &slice.run;
        let next = match stage {
            Stage::Begin => slice.begin(checkpoint)?,
            Stage::Groups(mut count) => match count.advance(work, checkpoint.as_mut(), run)? {
                Slice::NotYet => Stage::Groups(count),
                Slice::TooLong => {
                    let plan = prepared.folded(run)?;
                    Stage::Groups(Box::new(Count::whole(plan, checkpoint.as_mut(), run)?))
                }
                Slice::Tours(number) => slice.counted(number, count.states, count.peak_bytes),
            },
            Stage::Half(mut walk, meeting, walked) => {
                let is_last = walked.layers.len() + 1 == meeting.sides.len();
                walk.advance(work, checkpoint.as_mut().filter(|_| is_last), run)?;
                match walk.is_done() {
                    false => Stage::Half(walk, meeting, walked),
                    true => slice.after_half(*walk, &meeting, walked, checkpoint)?,
                }
            }
            Stage::Glue(mut gluing, cost) => match gluing.advance(work, run)? {
                None => Stage::Glue(gluing, cost),
                Some(number) => {
                    let states = cost.states + gluing.states as u64;
                    let peak_bytes = cost.peak_bytes.max(gluing.peak_bytes());
                    slice.counted(number.into(), states, peak_bytes)
                }
            },
            Stage::Whole(mut walk) => {
                walk.advance(work, checkpoint.as_mut(), run)?;
                match walk.is_done() {
                    false => Stage::Whole(walk),
                    true => slice.counted(walk.layer.sum()?, walk.states, walk.peak_bytes),
                }
            }
            Stage::Classes(counted, mut classes) => match classes.advance(&prepared.puzzle, work, run)? {
                None => Stage::Classes(counted, classes),
                Some(classes) => {
                    let tours = counted.tours.with_classes(classes);
                    Stage::Done(Counted { tours, ..counted })
                }
            },
            Stage::Done(_) | Stage::Over => return Err(CountError::Stopped),
        };
        match &next {
            Stage::Classes(..) => run.report.tell_share(1.0),
            Stage::Done(_) => run.end(),
            _ => {}
        }
        if matches!(next, Stage::Classes(..) | Stage::Done(_)) {
            // Nothing is to be resumed.
            checkpoint.take().into_iter().for_each(Checkpoint::remove);
        }
        Ok(next)
    }
}

/// What a slice works with.
struct CountSlice<'a> {
    prepared: &'a Prepared,
    goal: Goal,
    run: Run<'a>,
}

impl CountSlice<'_> {
    /// By groups, halves or the whole board, as what was left says, or what is estimated.
    fn begin(&self, checkpoint: &mut Option<Checkpoint>) -> Result<Stage, CountError> {
        let CountSlice { prepared, run, .. } = self;
        if let Some(number) = prepared.tiny() {
            return Ok(self.counted(number.into(), 0, 0));
        }
        run.report.tell_part(0.0..if self.goal == Goal::Classes { CLASSES } else { 1.0 });
        prepared.graph(run)?;
        if self.goal == Goal::AsAWhole {
            return self.whole(&mut None);
        }
        if let Some(directory) = &run.resources.checkpoint {
            let (about, clock) = (prepared.about(), run.control.clock());
            *checkpoint = Some(Checkpoint::new(directory, about, run.resources.has_spill(), clock)?);
        }
        let meeting = prepared.meeting(run)?;
        let is_left = |end| checkpoint.as_ref().is_none_or(|left| left.is_for(end));
        let halves = meeting.filter(|meeting| is_left(meeting.last().glue));
        // What was left is gone on with as it is.
        let left = checkpoint.as_ref().and_then(Checkpoint::is_in_groups);
        let estimated = || Ok(is_in_groups(prepared.graph(run)?, meeting.map(Arc::as_ref), run.resources));
        if left.map_or_else(estimated, Ok)? {
            let count = match halves {
                Some(meeting) => Count::by_halves(meeting, checkpoint.as_mut(), run),
                None => Count::whole(prepared.folded(run)?, checkpoint.as_mut(), run),
            };
            return Ok(Stage::Groups(Box::new(count?)));
        }
        match halves {
            Some(meeting) => Ok(self.half(meeting, Walked::default(), checkpoint)),
            None => self.whole(checkpoint),
        }
    }

    /// The tours are known; classes may be wanted as well.
    fn counted(&self, number: BigUint, states: u64, peak_bytes: u64) -> Stage {
        let puzzle = &self.prepared.puzzle;
        let counted = Counted { tours: TourCount::of(puzzle, number), states, peak_bytes };
        match self.goal {
            Goal::Classes => {
                let classes = ClassCount::new(puzzle, counted.tours.undirected().clone());
                Stage::Classes(counted, Box::new(classes))
            }
            Goal::Tours | Goal::AsAWhole => Stage::Done(counted),
        }
    }

    fn whole(&self, checkpoint: &mut Option<Checkpoint>) -> Result<Stage, CountError> {
        self.run.report.tell_stage(0.0..1.0);
        let plan = self.prepared.folded(&self.run)?;
        let walk = Walk::new(plan, plan.steps.len(), checkpoint.as_mut(), &self.run);
        Ok(Stage::Whole(Box::new(walk)))
    }

    /// The next half. Only the layers of the last one are left for a count that goes on: the others are walked anew.
    fn half(&self, meeting: &Arc<Meeting>, walked: Walked, checkpoint: &mut Option<Checkpoint>) -> Stage {
        self.run.report.tell_stage(0.0..WALKED);
        let at = walked.layers.len();
        let side = &meeting.sides[at];
        let checkpoint = checkpoint.as_mut().filter(|_| at + 1 == meeting.sides.len());
        let steps = |sides: &[Side]| sides.iter().map(|side| side.glue).sum::<usize>();
        let (before, others) = (steps(&meeting.sides[..at]), steps(&meeting.sides) - side.glue);
        let walk = Walk::new(&side.plan, side.glue, checkpoint, &self.run).among(before, others);
        Stage::Half(Box::new(walk), meeting.clone(), walked)
    }

    /// A half is walked: the next, or all are glued.
    fn after_half(
        &self,
        walk: Walk,
        meeting: &Arc<Meeting>,
        mut walked: Walked,
        checkpoint: &mut Option<Checkpoint>,
    ) -> Result<Stage, CountError> {
        let Walk { layer, states, peak_bytes, .. } = walk;
        // Halves with counts beyond a machine word belong to boards too long for this.
        let AnyLayer::Word(layer) = layer else { return self.whole(checkpoint) };
        // The layers of halves before are held beside those of this one.
        let held = walked.layers.iter().map(Layer::bytes).sum::<u64>();
        walked.layers.push(layer);
        walked.cost.states += states;
        walked.cost.peak_bytes = walked.cost.peak_bytes.max(peak_bytes + held);
        if walked.layers.len() < meeting.sides.len() {
            return Ok(self.half(meeting, walked, checkpoint));
        }
        let Walked { layers, cost } = walked;
        self.run.report.tell_stage(WALKED..1.0);
        Ok(Stage::Glue(Box::new(Gluing::new(meeting.clone(), layers, &self.run)), cost))
    }
}

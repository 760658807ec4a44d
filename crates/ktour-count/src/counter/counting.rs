//! A count that its caller advances slice by slice.

use std::sync::Arc;

use ktour_core::Control;
use num_bigint::BigUint;

use super::prepared::Prepared;
use crate::{
    CountError, CountProgress, Counted, Report, Resources, TourCount,
    classes::{CLASSES, ClassCount},
    context::{Context, PROCESS_BYTES},
    frontier::checkpoint::Checkpoint,
    state_class::{Slice, StateClassCount},
};

/// A count in progress that its caller advances slice by slice.
///
/// ```
/// use ktour::{Board, Control, Puzzle, TourKind};
/// use ktour::count::{Counter, Resources};
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
    with_classes: bool,
    checkpoint: Option<Checkpoint>,
    stage: Stage,
}

/// The work that comes next.
enum Stage {
    Begin,
    Tours(Box<StateClassCount>),
    /// The tours are known.
    Classes(Counted, Box<ClassCount>),
    Done(Counted),
    /// Nothing comes any more.
    Over,
}

impl Counting {
    pub(crate) fn new(
        prepared: Arc<Prepared>,
        resources: Resources,
        report: Report,
        with_classes: bool,
    ) -> Counting {
        Counting { prepared, resources, report, with_classes, checkpoint: None, stage: Stage::Begin }
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
        let Counting { prepared, resources, report, checkpoint, with_classes, .. } = self;
        let run = &Context { resources, control, report };
        let counted = |number: BigUint, states: u64, peak_bytes: u64| {
            let CountProgress { spilled: written_bytes, read_back: read_bytes, .. } = report.progress();
            let tours = TourCount::of(&prepared.puzzle, number);
            let peak_bytes = peak_bytes + PROCESS_BYTES;
            let counted = Counted { tours, states, peak_bytes, written_bytes, read_bytes };
            if *with_classes {
                let classes = ClassCount::new(&prepared.puzzle, counted.tours.undirected().clone());
                return Stage::Classes(counted, Box::new(classes));
            }
            Stage::Done(counted)
        };
        let next = match stage {
            Stage::Begin => match prepared.tiny() {
                Some(number) => counted(number.into(), 0, 0),
                None => {
                    run.report.tell_part(0.0..if *with_classes { CLASSES } else { 1.0 });
                    Stage::Tours(Box::new(begin(prepared, checkpoint, run)?))
                }
            },
            Stage::Tours(mut count) => match count.advance(work, checkpoint.as_mut(), run)? {
                Slice::NotYet => Stage::Tours(count),
                Slice::TooLong => {
                    let plan = prepared.folded(run)?;
                    Stage::Tours(Box::new(StateClassCount::whole(plan, checkpoint.as_mut(), run)?))
                }
                Slice::Tours(number) => counted(number, count.states, count.peak_bytes),
            },
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

/// A count by halves or of the whole board, as the checkpoint says, or the prepared board.
fn begin(
    prepared: &Prepared,
    checkpoint: &mut Option<Checkpoint>,
    run: &Context<'_>,
) -> Result<StateClassCount, CountError> {
    prepared.graph(run)?;
    if let Some(directory) = &run.resources.checkpoint {
        *checkpoint = Some(Checkpoint::new(directory, prepared.about(), run.control.clock())?);
    }
    let is_resumed = |end| checkpoint.as_ref().is_none_or(|checkpoint| checkpoint.is_for(end));
    match prepared.meeting(run)?.filter(|meeting| is_resumed(meeting.last().glue)) {
        Some(meeting) => StateClassCount::by_halves(meeting, checkpoint.as_mut(), run),
        None => StateClassCount::whole(prepared.folded(run)?, checkpoint.as_mut(), run),
    }
}

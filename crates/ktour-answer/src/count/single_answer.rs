//! Counts without progress events of their own: by a measure, with a symmetry, with equal columns.
//!
//! The first call of `next` does all of the work, or as much as the control permits. Callbacks of the
//! control receive the progress.

use ktour_core::Control;
use ktour_count::{CountError, Counter, Resources, Task};

use super::{
    budget::{Budget, budget, columns_bytes, refusal, symmetric_bytes},
    documents::{ColumnsDocument, CountedDocument, KeptCountDocument, SpreadDocument},
    question::{Count, CountedTours},
};
use crate::{END, Event, Events, Limits, Refused};

/// Returns memory and resources of such a count, or refuses it; `None` for counts with progress events.
pub(super) fn budget_for(count: &Count, limits: &Limits) -> Result<Option<(u128, Resources)>, Refused> {
    let puzzle = &count.puzzle;
    let kept = || Resources::default().with_memory(limits.memory);
    Ok(Some(match count.which {
        CountedTours::All | CountedTours::Classes => return Ok(None),
        CountedTours::Kept(_) => (symmetric_bytes(puzzle, 0, limits.memory)?, kept()),
        CountedTours::By(_) => {
            // There are more half tours than states in the estimate.
            let Budget { resources, bytes, .. } = budget(puzzle, Task::List, limits)?;
            let more = resources.memory().min(limits.memory - bytes);
            let tables = resources.memory() + more;
            (bytes + more, resources.with_memory(tables))
        }
        CountedTours::EqualColumns => (columns_bytes(puzzle.board(), limits.memory)?, kept()),
    }))
}

/// Count with a single event.
pub(super) struct SingleAnswer {
    count: Count,
    resources: Resources,
    is_over: bool,
}

impl SingleAnswer {
    pub(super) fn new(count: Count, resources: Resources) -> SingleAnswer {
        SingleAnswer { count, resources, is_over: false }
    }

    fn counted(&self, control: &Control) -> Result<Option<CountedDocument>, Refused> {
        let (puzzle, resources) = (&self.count.puzzle, &self.resources);
        Ok(match self.count.which {
            CountedTours::Kept(sought) => {
                KeptCountDocument::count(puzzle, sought, resources.memory(), control)?
                    .map(CountedDocument::Kept)
            }
            CountedTours::By(measure) => {
                let spread =
                    Counter::new(puzzle).and_then(|counter| counter.spread(measure, resources, control));
                let spread = spread.map_err(|error| refusal(puzzle, error, control.elapsed()))?;
                Some(CountedDocument::By(SpreadDocument::new(puzzle, measure, &spread, control.elapsed())))
            }
            _ => ColumnsDocument::count(puzzle, resources.memory(), control)?.map(CountedDocument::Columns),
        })
    }
}

impl Events for SingleAnswer {
    fn next_event(&mut self, control: &Control) -> Result<Option<Event>, Refused> {
        if std::mem::replace(&mut self.is_over, true) {
            return Ok(None);
        }
        let counted = self.counted(control)?;
        let counted =
            counted.ok_or_else(|| refusal(&self.count.puzzle, CountError::Stopped, control.elapsed()))?;
        Ok(Some(Event::new(END, &counted)))
    }
}

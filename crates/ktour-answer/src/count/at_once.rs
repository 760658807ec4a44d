//! Counts that are told when they are over: by a measure, of a symmetry, with equal columns.
//!
//! One pull does all of the work, or as much as the control lets it; who listens to the control hears how far it is.

use ktour_count::{CountError, Counter, Resources, Task, equal_columns_bytes};
use ktour_tour::Control;

use super::{
    asked::{Count, Which},
    documents::{ColumnsDocument, CountedDocument, KeptCountDocument, SpreadDocument},
    room::{Room, refused, room},
};
use crate::{Declined, END, Event, Events, Limits, Refused};

/// Bytes of a square on a board that is folded along a symmetry.
const FOLDED: u128 = 1 << 10;

/// What a count of this kind takes, refused where that is too much; `None` for those that tell how far they are.
pub(super) fn room_for(count: &Count, limits: &Limits) -> Result<Option<(u128, Resources)>, Refused> {
    let board = count.puzzle.board();
    Ok(Some(match count.which {
        Which::All | Which::Classes => return Ok(None),
        Which::Kept(_) => (FOLDED * board.area(), Resources::default()),
        Which::By(_) => {
            let Room { resources, bytes, .. } = room(&count.puzzle, Task::List, limits)?;
            (bytes, resources)
        }
        Which::EqualColumns => {
            let needed = equal_columns_bytes(board.files().max(board.ranks()));
            if needed > limits.memory {
                let (needed, most) = (needed >> 20, limits.memory >> 20);
                return Err(Declined::Memory { board: board.to_string(), needed, most }.into());
            }
            (needed, Resources::default())
        }
    }))
}

/// A count with nothing to tell on the way.
pub(super) struct AtOnce {
    count: Count,
    resources: Resources,
    is_over: bool,
}

impl AtOnce {
    pub(super) fn new(count: Count, resources: Resources) -> AtOnce {
        AtOnce { count, resources, is_over: false }
    }

    fn counted(&self, control: &Control) -> Result<Option<CountedDocument>, Refused> {
        let (puzzle, resources) = (&self.count.puzzle, &self.resources);
        Ok(match self.count.which {
            Which::Kept(sought) => {
                KeptCountDocument::count(puzzle, sought, control)?.map(CountedDocument::Kept)
            }
            Which::By(measure) => {
                let spread =
                    Counter::new(puzzle).and_then(|counter| counter.spread(measure, resources, control));
                let spread = spread.map_err(|error| refused(puzzle, error, control.elapsed()))?;
                Some(CountedDocument::By(SpreadDocument::new(puzzle, measure, &spread, control.elapsed())))
            }
            _ => ColumnsDocument::count(puzzle, control)?.map(CountedDocument::Columns),
        })
    }
}

impl Events for AtOnce {
    fn next(&mut self, control: &Control) -> Result<Option<Event>, Refused> {
        if std::mem::replace(&mut self.is_over, true) {
            return Ok(None);
        }
        let counted = self.counted(control)?;
        let counted =
            counted.ok_or_else(|| refused(&self.count.puzzle, CountError::Stopped, control.elapsed()))?;
        Ok(Some(Event::new(END, &counted)))
    }
}

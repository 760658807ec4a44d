//! Lists of all tours of a puzzle.

use std::ops::ControlFlow;

use ktour_core::{Control, Puzzle, Tour};
use ktour_count::{CountError, Counter, Resources, Shard, is_first_of_its_class};
use ktour_search::symmetric::{self, WantedSymmetry};

use crate::{
    Refused,
    count::{refusal, symmetric_bytes},
};

/// Tours of a puzzle in a fixed order: all, one of every class, or those with a symmetry.
pub(super) struct TourList {
    pub(super) puzzle: Puzzle,
    pub(super) is_unique: bool,
    pub(super) symmetry: Option<WantedSymmetry>,
    pub(super) resources: Resources,
}

/// Part of a list, and whether more tours follow.
pub(super) struct TourPage {
    pub(super) tours: Vec<Tour>,
    pub(super) has_more: bool,
}

impl TourList {
    pub(super) fn for_each(
        &self,
        control: &Control,
        found: &mut dyn FnMut(Tour) -> ControlFlow<()>,
    ) -> Result<(), Refused> {
        let symmetries = if self.is_unique { self.puzzle.board().symmetries() } else { Vec::new() };
        let mut each = |tour: Tour| match self.is_unique && !is_first_of_its_class(&tour, &symmetries) {
            true => ControlFlow::Continue(()),
            false => found(tour),
        };
        if let Some(sought) = self.symmetry {
            return for_each_symmetric(&self.puzzle, sought, self.resources.memory(), control, &mut each);
        }
        Counter::new(&self.puzzle)
            .and_then(|counter| counter.each_tour(Shard::default(), &self.resources, control, &mut each))
            .map_err(|error| refusal(&self.puzzle, error, control.elapsed()))
    }

    pub(super) fn page(&self, skip: u64, limit: u64, control: &Control) -> Result<TourPage, Refused> {
        let (mut seen, mut page) = (0, TourPage { tours: Vec::new(), has_more: false });
        self.for_each(control, &mut |tour| {
            seen += 1;
            if seen <= skip {
                return ControlFlow::Continue(());
            }
            page.has_more = page.tours.len() as u64 == limit;
            if page.has_more {
                return ControlFlow::Break(());
            }
            page.tours.push(tour);
            ControlFlow::Continue(())
        })?;
        Ok(page)
    }
}

/// Calls a function for every tour with a symmetry, until it breaks. Refuses a board for which `memory` is
/// not enough.
pub fn for_each_symmetric(
    puzzle: &Puzzle,
    sought: WantedSymmetry,
    memory: u128,
    control: &Control,
    each: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) -> Result<(), Refused> {
    symmetric_bytes(puzzle, 0, memory)?;
    match symmetric::for_each_symmetric(puzzle, sought, control, each).map_err(Refused::new)? {
        true => Ok(()),
        false => Err(refusal(puzzle, CountError::Stopped, control.elapsed())),
    }
}

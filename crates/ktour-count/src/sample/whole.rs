//! Tours drawn from all layers of the whole board.

use std::{ops::Range, sync::Arc};

use crate::{
    CountError,
    problem::plan::Plan,
    run::Run,
    sample::{
        back::{Draw, Drawn, walk_back},
        chance::Chance,
    },
    state::matching_map::MatchingMaps,
    state_class::{ClassWalk, StoredLayers},
};

/// All layers of a board.
pub(crate) struct Whole {
    kept: StoredLayers,
    /// The only state of the last one.
    last: (u64, u32),
}

impl Whole {
    /// `None` where there are no tours.
    pub(crate) fn new(plan: &Arc<Plan>, run: &Run<'_>) -> Result<Option<Whole>, CountError> {
        let walk = ClassWalk::new(plan, plan.steps.len(), &Arc::new(MatchingMaps::new()), run);
        let (last, kept) = walk.kept(run)?;
        Ok(last.keys().next().map(|key| Whole { kept, last: (key, 0) }))
    }

    /// The tours with these numbers.
    pub(crate) fn draw(
        &self,
        numbers: Range<u64>,
        seed: u64,
        run: &Run<'_>,
    ) -> Result<Vec<Drawn>, CountError> {
        let draw = |number| Draw::new(Chance::new(seed, number), self.last, false);
        let mut draws: Vec<Draw> = numbers.map(draw).collect();
        walk_back(&self.kept, &mut draws, run)?;
        Ok(draws.into_iter().map(|draw| (draw.leaps(None), draw.chance)).collect())
    }
}

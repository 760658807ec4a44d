//! Tours drawn from all layers of the whole board.

use std::{ops::Range, sync::Arc};

use crate::{
    CountError,
    layers::{
        layer::{AnyLayer, of_any},
        walk::Walk,
    },
    problem::plan::Plan,
    run::Run,
    sample::{
        Drawn,
        back::{Draw, walk_back},
        chance::Chance,
    },
};

/// All layers of a board.
pub(crate) struct Whole {
    plan: Arc<Plan>,
    layers: Vec<AnyLayer>,
    /// The only state of the last one.
    last: u64,
}

impl Whole {
    /// `None` where there are no tours.
    pub(crate) fn new(plan: &Arc<Plan>, run: &Run<'_>) -> Result<Option<Whole>, CountError> {
        let (end, layers) = kept(plan, plan.steps.len(), &mut 0, run)?;
        if end.sum()? == 0u32.into() {
            return Ok(None);
        }
        let mut last = 0;
        of_any!(&end, layer => layer.each(|word, _| last = word)?);
        Ok(Some(Whole { plan: plan.clone(), layers, last }))
    }

    /// The tours with these numbers.
    pub(crate) fn draw(
        &self,
        numbers: Range<u64>,
        seed: u64,
        run: &Run<'_>,
    ) -> Result<Vec<Drawn>, CountError> {
        let draw = |number| Draw::new(Chance::new(seed, number), self.last);
        let mut draws: Vec<Draw> = numbers.map(draw).collect();
        walk_back(&self.plan, &self.layers, &mut draws, run)?;
        Ok(draws.into_iter().map(|draw| (draw.leaps(None), draw.chance)).collect())
    }
}

/// The last layer of a walk through the first `end` steps, and all layers before it; `held` are
/// the bytes of all layers that are kept.
pub(crate) fn kept(
    plan: &Arc<Plan>,
    end: usize,
    held: &mut u128,
    run: &Run<'_>,
) -> Result<(AnyLayer, Vec<AnyLayer>), CountError> {
    let mut layers: Vec<AnyLayer> = Vec::new();
    let mut walk = Walk::new(plan, end, None, run).with_every_layer();
    while !walk.is_done() {
        let layer = &walk.layer;
        if matches!(layer, AnyLayer::Wide(_)) {
            return Err(CountError::TooMany);
        }
        let bytes = layer.bytes();
        // Half the memory is for the walk.
        if run.resources.has_spill() && *held + bytes > run.memory() / 2 {
            layers.push(layer.put_away(run)?);
        } else {
            layers.push(layer.clone());
            *held += bytes;
            if *held > run.memory() {
                return Err(CountError::OutOfMemory { bytes: *held, memory: run.memory() });
            }
        }
        walk.advance_layer(&mut { u64::MAX }, None, run)?;
    }
    Ok((walk.layer, layers))
}

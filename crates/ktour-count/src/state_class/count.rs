//! A complete count in groups: the halves of a board and their gluing, or the board from end to end.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{join::Joins, layer::ClassLayer, walk::ClassWalk};
use crate::{
    CountError,
    context::Context,
    frontier::checkpoint::Checkpoint,
    meet_in_middle::split::{BoardSplit, HalfBoard},
    problem::plan::Plan,
    state::matching_map::MatchingMaps,
};

/// A count that is pulled, slice by slice.
pub(crate) struct StateClassCount {
    stage: StateClassStage,
    maps: Arc<MatchingMaps>,
    /// States of all layers that are behind it.
    pub(crate) states: u64,
    pub(crate) peak_bytes: u64,
}

enum StateClassStage {
    Whole(Box<ClassWalk>),
    /// One of the halves, after the layers of those before it.
    Half(Box<ClassWalk>, Arc<BoardSplit>, Vec<ClassLayer>),
    Join(Box<Joins>),
    Over,
}

/// Result of a slice of work.
pub(crate) enum Slice {
    /// There is more to do.
    NotYet,
    /// How many tours.
    Tours(BigUint),
    /// The halves have numbers beyond a machine word: they belong to boards too long for halves.
    TooLong,
}

/// The share of a count by halves that walking them is, about; joining them is the rest.
pub(crate) const WALKED: f64 = 0.8;

impl StateClassCount {
    /// Counts by all steps of a plan.
    pub(crate) fn whole(
        plan: &Arc<Plan>,
        checkpoint: Option<&mut Checkpoint>,
        run: &Context<'_>,
    ) -> Result<StateClassCount, CountError> {
        run.report.tell_stage(0.0..1.0);
        let maps = run.matching_maps();
        let walk = ClassWalk::new(plan, plan.steps.len(), &maps, run).resumed(checkpoint, run)?;
        Ok(StateClassCount { stage: StateClassStage::Whole(Box::new(walk)), maps, states: 0, peak_bytes: 0 })
    }

    /// Counts by halves.
    pub(crate) fn by_halves(
        meeting: &Arc<BoardSplit>,
        checkpoint: Option<&mut Checkpoint>,
        run: &Context<'_>,
    ) -> Result<StateClassCount, CountError> {
        run.report.tell_stage(0.0..WALKED);
        let maps = run.matching_maps();
        let stage = half(meeting, Vec::new(), &maps, checkpoint, run)?;
        Ok(StateClassCount { stage, maps, states: 0, peak_bytes: 0 })
    }

    /// Goes on for a slice of work.
    pub(crate) fn advance(
        &mut self,
        work: &mut u64,
        checkpoint: Option<&mut Checkpoint>,
        run: &Context<'_>,
    ) -> Result<Slice, CountError> {
        self.stage = match std::mem::replace(&mut self.stage, StateClassStage::Over) {
            StateClassStage::Whole(mut walk) => {
                walk.advance(work, checkpoint, run)?;
                if walk.is_done() {
                    self.pay(&walk, &[]);
                    return Ok(Slice::Tours(walk.layer.sum()?));
                }
                StateClassStage::Whole(walk)
            }
            StateClassStage::Half(mut walk, meeting, mut layers) => {
                let is_last = layers.len() + 1 == meeting.sides.len();
                let mut checkpoint = checkpoint;
                walk.advance(work, checkpoint.as_deref_mut().filter(|_| is_last), run)?;
                if walk.is_done() {
                    self.pay(&walk, &layers);
                    if walk.layer.bits() > u64::BITS.into() {
                        return Ok(Slice::TooLong);
                    }
                    layers.push(walk.layer);
                    match layers.len() == meeting.sides.len() {
                        true => {
                            run.report.tell_stage(WALKED..1.0);
                            StateClassStage::Join(Box::new(Joins::new(
                                &meeting,
                                layers,
                                self.maps.clone(),
                                run,
                            )?))
                        }
                        false => half(&meeting, layers, &self.maps, checkpoint, run)?,
                    }
                } else {
                    StateClassStage::Half(walk, meeting, layers)
                }
            }
            StateClassStage::Join(mut joins) => {
                if let Some(tours) = joins.advance(work, run)? {
                    self.states += joins.states;
                    self.peak_bytes = self.peak_bytes.max(joins.peak_bytes + self.maps.bytes() as u64);
                    return Ok(Slice::Tours(tours.into()));
                }
                StateClassStage::Join(joins)
            }
            StateClassStage::Over => return Err(CountError::Stopped),
        };
        Ok(Slice::NotYet)
    }

    /// A walk is done, while these layers were held.
    fn pay(&mut self, walk: &ClassWalk, held: &[ClassLayer]) {
        let held: u64 = held.iter().map(ClassLayer::bytes).sum();
        self.states += walk.states;
        self.peak_bytes = self.peak_bytes.max(walk.peak_bytes + held);
    }
}

/// The next half. Only the layers of the last one are left for a count that goes on: others are walked anew.
fn half(
    meeting: &Arc<BoardSplit>,
    layers: Vec<ClassLayer>,
    maps: &Arc<MatchingMaps>,
    checkpoint: Option<&mut Checkpoint>,
    run: &Context<'_>,
) -> Result<StateClassStage, CountError> {
    let at = layers.len();
    let checkpoint = checkpoint.filter(|_| at + 1 == meeting.sides.len());
    let side = &meeting.sides[at];
    let steps = |sides: &[HalfBoard]| sides.iter().map(|side| side.glue).sum::<usize>();
    let (before, others) = (steps(&meeting.sides[..at]), steps(&meeting.sides) - side.glue);
    let walk = ClassWalk::new(&side.plan, side.glue, maps, run).among(before, others);
    Ok(StateClassStage::Half(Box::new(walk.resumed(checkpoint, run)?), meeting.clone(), layers))
}

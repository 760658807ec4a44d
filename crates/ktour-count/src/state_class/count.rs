//! A complete count in groups: the halves of a board and their gluing, or the board from end to end.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{join::Joins, layer::ClassLayer, walk::ClassWalk};
use crate::{
    CountError,
    frontier::checkpoint::Checkpoint,
    halves::meeting::{Meeting, Side},
    problem::plan::Plan,
    run::Run,
    state::matching_map::MatchingMaps,
};

/// A count that is pulled, slice by slice.
pub(crate) struct Count {
    stage: Stage,
    maps: Arc<MatchingMaps>,
    /// States of all layers that are behind it.
    pub(crate) states: u64,
    pub(crate) peak_bytes: u64,
}

enum Stage {
    Whole(Box<ClassWalk>),
    /// One of the halves, after the layers of those before it.
    Half(Box<ClassWalk>, Arc<Meeting>, Vec<ClassLayer>),
    Join(Box<Joins>),
    Over,
}

/// What a slice of work comes to.
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

impl Count {
    /// By all steps of a plan.
    pub(crate) fn whole(
        plan: &Arc<Plan>,
        checkpoint: Option<&mut Checkpoint>,
        run: &Run<'_>,
    ) -> Result<Count, CountError> {
        run.report.tell_stage(0.0..1.0);
        let maps = run.matching_maps();
        let walk = ClassWalk::new(plan, plan.steps.len(), &maps, run).resumed(checkpoint, run)?;
        Ok(Count { stage: Stage::Whole(Box::new(walk)), maps, states: 0, peak_bytes: 0 })
    }

    /// By halves.
    pub(crate) fn by_halves(
        meeting: &Arc<Meeting>,
        checkpoint: Option<&mut Checkpoint>,
        run: &Run<'_>,
    ) -> Result<Count, CountError> {
        run.report.tell_stage(0.0..WALKED);
        let maps = run.matching_maps();
        let stage = half(meeting, Vec::new(), &maps, checkpoint, run)?;
        Ok(Count { stage, maps, states: 0, peak_bytes: 0 })
    }

    /// Goes on for a slice of work.
    pub(crate) fn advance(
        &mut self,
        work: &mut u64,
        checkpoint: Option<&mut Checkpoint>,
        run: &Run<'_>,
    ) -> Result<Slice, CountError> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Whole(mut walk) => {
                walk.advance(work, checkpoint, run)?;
                if walk.is_done() {
                    self.pay(&walk, &[]);
                    return Ok(Slice::Tours(walk.layer.sum()?));
                }
                Stage::Whole(walk)
            }
            Stage::Half(mut walk, meeting, mut layers) => {
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
                            Stage::Join(Box::new(Joins::new(&meeting, layers, self.maps.clone(), run)?))
                        }
                        false => half(&meeting, layers, &self.maps, checkpoint, run)?,
                    }
                } else {
                    Stage::Half(walk, meeting, layers)
                }
            }
            Stage::Join(mut joins) => {
                if let Some(tours) = joins.advance(work, run)? {
                    self.states += joins.states;
                    self.peak_bytes = self.peak_bytes.max(joins.peak_bytes + self.maps.bytes() as u64);
                    return Ok(Slice::Tours(tours.into()));
                }
                Stage::Join(joins)
            }
            Stage::Over => return Err(CountError::Stopped),
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
    meeting: &Arc<Meeting>,
    layers: Vec<ClassLayer>,
    maps: &Arc<MatchingMaps>,
    checkpoint: Option<&mut Checkpoint>,
    run: &Run<'_>,
) -> Result<Stage, CountError> {
    let at = layers.len();
    let checkpoint = checkpoint.filter(|_| at + 1 == meeting.sides.len());
    let side = &meeting.sides[at];
    let steps = |sides: &[Side]| sides.iter().map(|side| side.glue).sum::<usize>();
    let (before, others) = (steps(&meeting.sides[..at]), steps(&meeting.sides) - side.glue);
    let walk = ClassWalk::new(&side.plan, side.glue, maps, run).among(before, others);
    Ok(Stage::Half(Box::new(walk.resumed(checkpoint, run)?), meeting.clone(), layers))
}

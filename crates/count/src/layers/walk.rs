//! The count by frontier: one layer after the other.
//!
//! *Guarantee:* exact. *Cost:* the states of all layers in time, the largest layer and its
//! successors in memory.

use num_bigint::BigUint;

use crate::{
    CountError, Watch,
    layers::checkpoint::Checkpoint,
    layers::filter::{Filter, Set},
    layers::layer::{Follow, Layer},
    layers::multiplicity::{Multiplicity, Wide},
    problem::plan::{Act, Plan, Step},
};

/// A layer in numbers just wide enough.
#[derive(Clone)]
pub(crate) enum AnyLayer {
    Word(Layer<u64>),
    Double(Layer<u128>),
    Wide(Layer<Wide>),
}

impl AnyLayer {
    /// How many bytes its states take.
    pub(crate) fn bytes(&self) -> u128 {
        let (states, size) = match self {
            AnyLayer::Word(layer) => (layer.len(), size_of::<(u64, u64)>()),
            AnyLayer::Double(layer) => (layer.len(), size_of::<(u64, u128)>()),
            AnyLayer::Wide(layer) => (layer.len(), size_of::<(u64, Wide)>()),
        };
        states as u128 * size as u128
    }

    /// The same layer in a file.
    pub(crate) fn put_away(&self, watch: &Watch) -> Result<AnyLayer, CountError> {
        Ok(match self {
            AnyLayer::Word(layer) => AnyLayer::Word(layer.put_away(watch)?),
            AnyLayer::Double(layer) => AnyLayer::Double(layer.put_away(watch)?),
            AnyLayer::Wide(layer) => AnyLayer::Wide(layer.put_away(watch)?),
        })
    }
}

/// What a walk found and what it cost.
pub(crate) struct Walked {
    pub(crate) layer: AnyLayer,
    pub(crate) states: u64,
    pub(crate) peak_bytes: u64,
}

impl Walked {
    /// The multiplicities of all states together.
    pub(crate) fn sum(&self) -> Result<BigUint, CountError> {
        fn sum<C: Multiplicity>(layer: &Layer<C>) -> Result<BigUint, CountError> {
            let mut sum = BigUint::ZERO;
            layer.each(|_, ways| sum += ways.to_big())?;
            Ok(sum)
        }
        match &self.layer {
            AnyLayer::Word(layer) => sum(layer),
            AnyLayer::Double(layer) => sum(layer),
            AnyLayer::Wide(layer) => sum(layer),
        }
    }
}

/// The most bytes of filter that are kept at once.
pub(crate) const SETS: usize = 1 << 30;
/// Bytes without which no step is taken, even where tables go to files.
const LEAST: usize = 1 << 20;

/// One step or two, with the filter behind each.
pub(crate) struct Filtered<'a> {
    first: (&'a Step, &'a Set),
    second: Option<(&'a Step, &'a Set)>,
}

impl<'a> Filtered<'a> {
    /// As many steps as there are sets, from step `at` on.
    pub(crate) fn new(plan: &'a Plan, at: usize, sets: &'a [Set]) -> Filtered<'a> {
        let second = sets.get(1).map(|set| (&plan.steps[at + 1], set));
        Filtered { first: (&plan.steps[at], &sets[0]), second }
    }

    /// How many steps are taken at once from step `at` on: two small ones, since adding up costs
    /// more than a few states twice.
    pub(crate) fn steps(plan: &Plan, at: usize, end: usize) -> usize {
        let is_small = |step: &Step| !matches!(step.act, Act::Decide { .. });
        let steps = &plan.steps[at..end];
        if steps.len() > 1 && steps[..2].iter().all(is_small) { 2 } else { 1 }
    }
}

impl Follow for Filtered<'_> {
    fn follow(&self, word: u64, found: &mut impl FnMut(u64)) {
        let (step, set) = self.first;
        match self.second {
            None => step.each_word(word, set, found),
            Some((second, after)) => {
                step.each_word(word, set, &mut |word| second.each_word(word, after, found));
            }
        }
    }
}

/// Whoever wants to see the layers on the way; given every one of them, or only those that are
/// made anyway.
pub(crate) type Keep<'a> = Option<&'a mut dyn FnMut(&AnyLayer) -> Result<(), CountError>>;

/// From the empty board, or from where a checkpoint was left, through the first `end` steps.
///
/// Small steps are taken two at a time, but not where every layer is to be kept.
pub(crate) fn walk(
    plan: &Plan,
    end: usize,
    watch: &Watch,
    checkpoint: Option<&mut Checkpoint>,
    mut keep: Keep<'_>,
) -> Result<Walked, CountError> {
    let sets = usize::try_from(watch.memory() / 4).unwrap_or(usize::MAX).min(SETS);
    let mut filter = Filter::new(plan, sets, watch);
    let mut walked = Walked { layer: AnyLayer::Word(Layer::root(0)), states: 1, peak_bytes: 0 };
    let mut at = 0;
    let mut checkpoint = checkpoint;
    if let Some(checkpoint) = &mut checkpoint
        && let Some((step, layer)) = checkpoint.take(end)
    {
        (at, walked.layer) = (step, layer);
        watch.resumed(step);
    }
    if at == 0 && !filter.ahead(0, end, 1)?[0].contains(0) {
        walked.layer = AnyLayer::Word(Layer::empty());
        return Ok(walked);
    }
    while at < end {
        if let Some(keep) = &mut keep {
            keep(&walked.layer)?;
        }
        walked.layer = match walked.layer {
            AnyLayer::Word(layer) if layer.is_nearly_full() => AnyLayer::Double(layer.widened()?),
            AnyLayer::Double(layer) if layer.is_nearly_full() => AnyLayer::Wide(layer.widened()?),
            AnyLayer::Wide(layer) if layer.is_nearly_full() => return Err(CountError::TooMany),
            fits => fits,
        };
        let taken = if keep.is_some() { 1 } else { Filtered::steps(plan, at, end) };
        filter.ahead(at + 1, end, taken)?;
        let room = watch.memory().saturating_sub(filter.bytes() as u128);
        let room = usize::try_from(room).unwrap_or(usize::MAX).max(LEAST);
        let step = Filtered::new(plan, at, filter.ahead(at + 1, end, taken)?);
        let (layer, states, bytes) = match walked.layer {
            AnyLayer::Word(layer) => advance(layer, watch, room, &step, AnyLayer::Word)?,
            AnyLayer::Double(layer) => advance(layer, watch, room, &step, AnyLayer::Double)?,
            AnyLayer::Wide(layer) => advance(layer, watch, room, &step, AnyLayer::Wide)?,
        };
        walked.layer = layer;
        walked.states += states;
        walked.peak_bytes = walked.peak_bytes.max(bytes + filter.bytes() as u64);
        at += taken;
        watch.step(at, end, states as usize);
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.save(at, end, &walked.layer, watch);
        }
    }
    Ok(walked)
}

fn advance<C: Multiplicity>(
    layer: Layer<C>,
    watch: &Watch,
    room: usize,
    step: &impl Follow,
    wrap: impl Fn(Layer<C>) -> AnyLayer,
) -> Result<(AnyLayer, u64, u64), CountError> {
    let before = layer.len();
    let next = layer.advance(watch, room, step)?;
    let states = next.len() as u64;
    let bytes = (before as u64 + 2 * states) * size_of::<(u64, C)>() as u64;
    if watch.spill.is_some() {
        return Ok((wrap(next), states, bytes.min(room as u64)));
    }
    if u128::from(bytes) * 2 > watch.memory {
        return Err(CountError::OutOfMemory { bytes: u128::from(bytes) * 2, memory: watch.memory });
    }
    Ok((wrap(next), states, bytes))
}

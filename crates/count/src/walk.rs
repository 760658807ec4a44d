//! The count by frontier: one layer after the other.
//!
//! *Guarantee:* exact. *Cost:* the states of all layers in time, the largest layer and its
//! successors in memory.

use num_bigint::BigUint;

use crate::{
    CountError, Watch,
    filter::{Filter, Set},
    layer::{Follow, Layer},
    number::{Multiplicity, Wide},
    plan::{Plan, Step},
};

/// A layer in numbers just wide enough.
pub(crate) enum AnyLayer {
    Word(Layer<u64>),
    Double(Layer<u128>),
    Wide(Layer<Wide>),
}

/// What a walk found and what it cost.
pub(crate) struct Walked {
    pub(crate) layer: AnyLayer,
    pub(crate) states: u64,
    pub(crate) peak_bytes: u64,
}

impl Walked {
    /// The multiplicities of all states together.
    pub(crate) fn sum(&self) -> BigUint {
        fn sum<C: Multiplicity>(layer: &Layer<C>) -> BigUint {
            layer.states().map(|state| state.1.to_big()).sum()
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

/// One step, with the filter behind it.
struct Filtered<'a> {
    step: &'a Step,
    set: &'a Set,
}

impl Follow for Filtered<'_> {
    fn follow(&self, word: u64, found: &mut impl FnMut(u64)) {
        self.step.each_word(word, self.set, found);
    }
}

/// From the empty board through the first `end` steps; `keep` sees every layer. Of the filter,
/// the sets up to `filtered` are made, which is not before `end`.
pub(crate) fn walk(
    filter: &mut Filter<'_>,
    plan: &Plan,
    (end, filtered): (usize, usize),
    watch: &Watch,
    keep: &mut dyn FnMut(usize, &AnyLayer) -> Result<(), CountError>,
) -> Result<Walked, CountError> {
    let mut walked = Walked { layer: AnyLayer::Word(Layer::root(0)), states: 1, peak_bytes: 0 };
    if !filter.after(0, filtered).contains(0) {
        walked.layer = AnyLayer::Word(Layer { buckets: Vec::new() });
        return Ok(walked);
    }
    for (at, step) in plan.steps.iter().enumerate().take(end) {
        keep(at, &walked.layer)?;
        walked.layer = match walked.layer {
            AnyLayer::Word(layer) if layer.is_nearly_full() => AnyLayer::Double(layer.widened()),
            AnyLayer::Double(layer) if layer.is_nearly_full() => AnyLayer::Wide(layer.widened()),
            AnyLayer::Wide(layer) if layer.is_nearly_full() => return Err(CountError::TooMany),
            fits => fits,
        };
        let filtered = Filtered { step, set: filter.after(at + 1, filtered) };
        let (layer, states, bytes) = match walked.layer {
            AnyLayer::Word(layer) => advance(layer, watch, &filtered, AnyLayer::Word)?,
            AnyLayer::Double(layer) => advance(layer, watch, &filtered, AnyLayer::Double)?,
            AnyLayer::Wide(layer) => advance(layer, watch, &filtered, AnyLayer::Wide)?,
        };
        walked.layer = layer;
        walked.states += states;
        walked.peak_bytes = walked.peak_bytes.max(bytes + filter.bytes() as u64);
        watch.step(at + 1, plan.steps.len(), states as usize);
    }
    Ok(walked)
}

fn advance<C: Multiplicity>(
    layer: Layer<C>,
    watch: &Watch,
    step: &impl Follow,
    wrap: impl Fn(Layer<C>) -> AnyLayer,
) -> Result<(AnyLayer, u64, u64), CountError> {
    let before = layer.len();
    let next = layer.advance(watch, step).ok_or(CountError::Stopped)?;
    let states = next.len() as u64;
    let bytes = (before as u64 + 2 * states) * size_of::<(u64, C)>() as u64;
    if u128::from(bytes) * 2 > watch.memory {
        return Err(CountError::OutOfMemory { bytes: u128::from(bytes) * 2, memory: watch.memory });
    }
    Ok((wrap(next), states, bytes))
}

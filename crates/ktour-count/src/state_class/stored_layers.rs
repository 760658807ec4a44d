//! Layers that are kept, and the ways back through them.
//!
//! Each choice leads to a key from only one key, so the states before a given state are sought in one group
//! per choice, or in two if states are counted together with their images. Many states go back together, so
//! that every group is examined once for all of them.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::{
    degree_key::{self as key, Reordered},
    layer::ClassLayer,
    transitions::Transitions,
};
use crate::{
    CountError,
    context::Context,
    problem::{
        chosen_leaps::ChosenLeap,
        frontier::VIRTUAL_VERTEX,
        plan::Plan,
        step::{Step, StepAction},
    },
    state::{
        matching_map::MatchingMaps,
        pairing::{CLOSES, lower},
    },
    threads::in_threads,
};

/// All layers of a walk but its last.
pub(crate) struct StoredLayers {
    plan: Arc<Plan>,
    maps: Arc<MatchingMaps>,
    /// Each with the number of the step that follows it, and how many are taken at once.
    layers: Vec<(usize, usize, ClassLayer)>,
}

/// A state before another: which one, by which choice, whether through the mirror, and in how
/// many ways that was reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Predecessor {
    pub(crate) key: u64,
    pub(crate) number: u32,
    pub(crate) choice: usize,
    pub(crate) is_mirrored: bool,
    pub(crate) multiplicity: u128,
}

/// The predecessors of some states, by key and number.
pub(crate) type Predecessors = HashMap<(u64, u32), Vec<Predecessor>>;

impl StoredLayers {
    pub(super) fn new(plan: &Arc<Plan>, maps: &Arc<MatchingMaps>) -> StoredLayers {
        StoredLayers { plan: plan.clone(), maps: maps.clone(), layers: Vec::new() }
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.layers.iter().map(|(_, _, layer)| layer.bytes()).sum()
    }

    /// Keeps a layer that some steps follow; in a file, where memory would be short.
    pub(super) fn keep(
        &mut self,
        at: usize,
        steps: usize,
        layer: ClassLayer,
        run: &Context<'_>,
    ) -> Result<(), CountError> {
        if layer.widest() > u128::BITS.into() {
            return Err(CountError::TooMany);
        }
        // Half the memory is for the walk.
        let is_much = u128::from(self.bytes() + layer.bytes()) > run.memory() / 2;
        let stored = if is_much && run.resources.has_spill() { layer.spilled(run)? } else { layer };
        self.layers.push((at, steps, stored));
        Ok(())
    }

    /// The way back through every layer, the last one first.
    pub(crate) fn back(&self) -> impl Iterator<Item = Back<'_>> {
        let steps = |at: usize, steps: usize| &self.plan.steps[at..at + steps];
        self.layers
            .iter()
            .rev()
            .map(move |(at, count, layer)| Back::new(*at, steps(*at, *count), layer, &self.maps))
    }
}

/// Some steps that are taken at once, from their end.
pub(crate) struct Back<'a> {
    at: usize,
    steps: &'a [Step],
    layer: &'a ClassLayer,
    transitions: Transitions,
    mirror: Option<Reordered>,
    is_apart: bool,
    /// The key of a complete tour, where one may be completed.
    tour: Option<u64>,
    maps: &'a MatchingMaps,
}

impl Back<'_> {
    fn new<'a>(at: usize, steps: &'a [Step], layer: &'a ClassLayer, maps: &'a MatchingMaps) -> Back<'a> {
        let last = &steps[steps.len() - 1];
        let is_apart = matches!(last.act, StepAction::Unfold);
        let may_end = matches!(last.act, StepAction::Decide { .. }) && last.is_last_view;
        Back {
            at,
            steps,
            layer,
            transitions: Transitions::new(steps),
            mirror: last.mirror.as_ref().map(|mirror| Reordered::new(mirror)),
            is_apart,
            tour: may_end.then(|| key::full(last.to.slots())),
            maps,
        }
    }

    /// Number of steps before and after which its states are.
    pub(crate) fn ends(&self) -> [usize; 2] {
        [self.at, self.at + self.steps.len()]
    }

    /// The squares of a choice's leaps; the slot beyond is none.
    pub(crate) fn leaps(&self, choice: usize) -> Vec<ChosenLeap> {
        if self.is_apart {
            return Vec::new();
        }
        let square = |slot: usize| self.steps[0].from.square(slot);
        let leaps = self.transitions.leaps(&self.transitions.all[choice]).into_iter();
        leaps
            .map(|leap| match leap.map(square) {
                [VIRTUAL_VERTEX, to] => (to, None),
                [from, VIRTUAL_VERTEX] => (from, None),
                [from, to] => (from, Some(to)),
            })
            .collect()
    }

    /// All predecessors in the layer of states with these keys and numbers, in an order that does not
    /// depend on threads.
    pub(crate) fn predecessors(
        &self,
        states: impl Iterator<Item = (u64, u32)>,
        run: &Context<'_>,
    ) -> Result<Predecessors, CountError> {
        let mut numbers: HashMap<u64, Vec<u32>> = HashMap::new();
        states.for_each(|(key, number)| numbers.entry(key).or_default().push(number));
        numbers.values_mut().for_each(|numbers| numbers.sort_unstable());
        let wanted: Vec<(u64, Vec<u32>)> = numbers.into_iter().collect();
        let next = AtomicUsize::new(0);
        let found = in_threads(run.threads().min(wanted.len()), |_| {
            let (mut found, mut numbers) = (Predecessors::new(), Vec::new());
            while let Some((key, wanted)) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.each_into(*key, &mut numbers, &mut |number, predecessor| {
                    if wanted.binary_search(&number).is_ok() {
                        found.entry((*key, number)).or_default().push(predecessor);
                    }
                })?;
                run.check(0)?;
            }
            Ok(found)
        });
        let mut all = Predecessors::new();
        for found in found {
            all.extend(found?);
        }
        all.values_mut().for_each(|predecessors| predecessors.sort_unstable());
        Ok(all)
    }

    /// Every predecessor of a state with this key, with its number.
    fn each_into(
        &self,
        key: u64,
        numbers: &mut Vec<u32>,
        found: &mut dyn FnMut(u32, Predecessor),
    ) -> Result<(), CountError> {
        let image = self.mirror.as_ref().map(|mirror| mirror.of(key));
        if self.is_apart {
            self.each_from((key, key), usize::MAX, false, numbers, found)?;
            return match image {
                Some(image) => self.each_from((image, image), usize::MAX, true, numbers, found),
                None => Ok(()),
            };
        }
        for choice in 0..self.transitions.all.len() {
            for (to, is_mirrored) in [(key, false)]
                .into_iter()
                .chain(image.filter(|&image| image != key).map(|image| (image, true)))
            {
                if let Some(from) = self.transitions.before(&self.transitions.all[choice], to) {
                    self.each_from((from, to), choice, is_mirrored, numbers, found)?;
                }
            }
        }
        Ok(())
    }

    /// Every predecessor with a key, to another key by a choice and then perhaps into the mirror.
    fn each_from(
        &self,
        (from, to): (u64, u64),
        choice: usize,
        is_mirrored: bool,
        numbers: &mut Vec<u32>,
        found: &mut dyn FnMut(u32, Predecessor),
    ) -> Result<(), CountError> {
        let Some((bucket, group)) = self.layer.find(from)? else { return Ok(()) };
        let multiplicities = bucket.group(group, numbers);
        let mut next = numbers.clone();
        if let Some(choice) = self.transitions.all.get(choice) {
            self.transitions.rewire(choice, from, self.tour == Some(to), self.maps, &mut next);
        }
        let seen = self.mirror.as_ref().filter(|mirror| is_mirrored || !self.is_apart && mirror.of(to) == to);
        let images = seen.map(|mirror| {
            let mut images = next.clone();
            self.maps.rewire(&self.maps.reordering(&mirror.of_ends(to)), &mut images);
            images
        });
        for (at, &number) in next.iter().enumerate().filter(|(_, number)| **number != CLOSES) {
            let into = match &images {
                None => number,
                Some(images) if is_mirrored => images[at],
                // The key is its own image: the lower pairing stands for both.
                Some(images) => lower(key::pairs(to), number, images[at]),
            };
            let is_mirrored = is_mirrored || into != number;
            let predecessor = Predecessor {
                key: from,
                number: numbers[at],
                choice,
                is_mirrored,
                multiplicity: multiplicities.of::<u128>(at),
            };
            found(into, predecessor);
        }
        Ok(())
    }
}

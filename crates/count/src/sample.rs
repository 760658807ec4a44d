//! Tours drawn exactly uniformly.
//!
//! The layers of a count are kept. A tour is drawn backwards: among all states that lead to the
//! present one, each is chosen with a chance in proportion to its multiplicity, which is the
//! number of ways to it. So every way from the empty board has the same chance. All tours asked
//! for walk back together, one pass over each layer.
//!
//! *Guarantee:* exactly uniform; the same seed gives the same tours on any number of threads.
//! *Cost:* all layers in memory at once.

use std::collections::HashMap;

use knights_tour::{Puzzle, Tour, TourKind};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::{
    CountError, Watch,
    frontier::Mates,
    graph::Graph,
    kind_of,
    list::verified,
    path,
    plan::{Plan, Step},
    walk::{AnyLayer, walk},
};

/// One way into a state: from which word, by which choice, and in how many ways that was reached.
type Entry = (u64, [usize; 2], u128);

/// So many tours, each drawn uniformly among all; `None` where there are none.
///
/// Open tours without given ends are drawn among directed ones.
pub fn sample(
    puzzle: &Puzzle,
    tours: usize,
    seed: u64,
    watch: &Watch,
) -> Result<Option<Vec<Tour>>, CountError> {
    let kind = kind_of(puzzle)?;
    let squares = puzzle.board().square_count();
    if squares == 1 && kind == TourKind::Open {
        let tour = verified(puzzle, puzzle.board().squares().collect());
        return Ok(Some(vec![tour; tours]));
    }
    if squares < 3 && kind == TourKind::Closed {
        return Ok(None);
    }
    let graph = Graph::new(puzzle)?;
    let plan = Plan::whole(&graph)?;
    let mut layers: Vec<AnyLayer> = Vec::new();
    let (mut kept, mut is_too_wide) = (0, false);
    let mut keep = |layer: &AnyLayer| {
        layers.push(layer.clone());
        is_too_wide |= matches!(layer, AnyLayer::Wide(_));
        kept += layer.bytes();
        if kept > watch.memory() {
            Err(CountError::OutOfMemory { bytes: kept, memory: watch.memory() })
        } else {
            Ok(())
        }
    };
    let walked = walk(&plan, plan.steps.len(), watch, None, Some(&mut keep))?;
    if is_too_wide {
        return Err(CountError::TooMany);
    }
    if walked.sum()? == 0u32.into() {
        return Ok(None);
    }
    let mut last = None;
    match &walked.layer {
        AnyLayer::Word(layer) => layer.each(|word, _| last = Some(word))?,
        AnyLayer::Double(layer) => layer.each(|word, _| last = Some(word))?,
        AnyLayer::Wide(layer) => layer.each(|word, _| last = Some(word))?,
    }
    let mut draws: Vec<Draw> =
        (0..tours as u64).map(|number| Draw::new(seed, number, last.unwrap_or(0))).collect();
    for (step, layer) in plan.steps.iter().zip(&layers).rev() {
        if watch.is_stopped(0) {
            return Err(CountError::Stopped);
        }
        step_back(step, layer, &mut draws)?;
    }
    let is_two_way = kind == TourKind::Open && puzzle.start().is_none() && puzzle.end().is_none();
    let tour = |mut draw: Draw| {
        draw.chosen.reverse();
        let tour = verified(puzzle, path::squares(puzzle, &graph, &plan, &draw.chosen));
        let tour = if is_two_way && draw.chance.next_u32() & 1 == 1 { tour.reversed() } else { tour };
        if kind == TourKind::Open { tour.as_open() } else { tour }
    };
    Ok(Some(draws.into_iter().map(tour).collect()))
}

/// A tour on its way back.
struct Draw {
    word: u64,
    chosen: Vec<[usize; 2]>,
    chance: Pcg64Mcg,
}

impl Draw {
    fn new(seed: u64, number: u64, word: u64) -> Draw {
        let mixed = crate::layer::mix(seed ^ crate::layer::mix(number.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        Draw { word, chosen: Vec::new(), chance: Pcg64Mcg::seed_from_u64(mixed) }
    }

    /// A number below `end`, all equally likely.
    fn below(&mut self, end: u128) -> u128 {
        let whole = u128::MAX - u128::MAX % end;
        loop {
            let number = u128::from(self.chance.next_u64()) << 64 | u128::from(self.chance.next_u64());
            if number < whole {
                return number % end;
            }
        }
    }
}

fn step_back(step: &Step, layer: &AnyLayer, draws: &mut [Draw]) -> Result<(), CountError> {
    let mut entries: HashMap<u64, Vec<Entry>> = draws.iter().map(|draw| (draw.word, Vec::new())).collect();
    let mut enter = |word: u64, ways: u128| {
        let (mates, profile) = Mates::unpack(word, step.from.form, &step.weights);
        step.each(&mates, profile, None, &mut |next, _, choice| {
            if let Some(entries) = entries.get_mut(&step.pack(next)) {
                entries.push((word, choice, ways));
            }
        });
    };
    match layer {
        AnyLayer::Word(layer) => layer.each(|word, ways| enter(word, ways.into()))?,
        AnyLayer::Double(layer) => layer.each(&mut enter)?,
        AnyLayer::Wide(_) => return Err(CountError::TooMany),
    }
    // The order of a layer depends on its threads; that of its words does not.
    entries.values_mut().for_each(|entries| entries.sort_unstable());
    for draw in draws {
        let entries = &entries[&draw.word];
        let all = entries.iter().map(|entry| entry.2).sum();
        let mut left = draw.below(all);
        let entry = entries.iter().find(|entry| {
            let is_it = left < entry.2;
            left -= if is_it { 0 } else { entry.2 };
            is_it
        });
        let &(word, choice, _) = entry.expect("a number below the sum falls into one of the entries");
        draw.word = word;
        draw.chosen.push(choice);
    }
    Ok(())
}

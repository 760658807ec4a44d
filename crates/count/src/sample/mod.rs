//! Tours drawn exactly uniformly.
//!
//! The layers of a count are kept. A tour is drawn backwards: among all states that lead to the
//! present one, each is chosen with a chance in proportion to its multiplicity, which is the
//! number of ways to it. So every way from the empty board has the same chance. Tours walk back
//! together, block by block, one pass over each layer for a block. Where the layers are many and the board has
//! two equal halves, only those of one half are kept (see `halves`).
//!
//! *Guarantee:* exactly uniform; the same seed gives the same tours on any number of threads.
//! *Cost:* all layers of the board, or of half of it, at once.

mod halves;

use std::{
    collections::HashMap,
    ops::{ControlFlow, Range},
};

use knights_tour::{Puzzle, Tour, TourKind};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::{
    CountError, Watch,
    estimate::is_drawn_by_halves,
    kind_of,
    layers::filter::{Backwards, Set},
    layers::layer::{Layer, mix},
    layers::multiplicity::Multiplicity,
    layers::walk::{AnyLayer, Walked, walk},
    list::verified,
    problem::graph::Graph,
    problem::path::{self, Chosen},
    problem::plan::{Act, Plan, Step},
    sample::halves::Halves,
    state::mates::{Mates, ROOM},
    state::packed::Nibbles,
};

/// Bytes that a leap of a tour takes while it is drawn.
const LEAP: u128 = 160;
/// The most tours that are drawn at once.
const BLOCK: u128 = 1 << 16;

/// So many tours, each drawn uniformly among all; `None` where there are none.
///
/// Open tours without given ends are drawn among directed ones.
pub fn sample(
    puzzle: &Puzzle,
    tours: usize,
    seed: u64,
    watch: &Watch,
) -> Result<Option<Vec<Tour>>, CountError> {
    let mut drawn = Vec::new();
    let has_tours = each_sample(puzzle, tours, seed, watch, &mut |tour| {
        drawn.push(tour);
        ControlFlow::Continue(())
    })?;
    Ok(has_tours.then_some(drawn))
}

/// Calls `found` with the tours of [`sample`], one by one, until it breaks; whether there are any.
///
/// *Cost:* beside the layers, an eighth of the memory allowed, however many tours are drawn.
pub fn each_sample(
    puzzle: &Puzzle,
    tours: usize,
    seed: u64,
    watch: &Watch,
    found: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) -> Result<bool, CountError> {
    let kind = kind_of(puzzle)?;
    let squares = puzzle.board().square_count();
    if squares == 1 && kind == TourKind::Open {
        let tour = verified(puzzle, puzzle.board().squares().collect());
        let _ = (0..tours).try_for_each(|_| found(tour.clone()));
        return Ok(true);
    }
    if squares < 3 && kind == TourKind::Closed {
        return Ok(false);
    }
    let graph = Graph::new(puzzle, watch)?;
    let meeting = is_drawn_by_halves(puzzle, &graph, watch)?;
    let urn = match &meeting {
        Some(meeting) => Halves::new(meeting, &graph, watch)?.map(Box::new).map(Urn::Halves),
        None => Whole::new(&graph, watch)?.map(Urn::Whole),
    };
    let Some(urn) = urn else { return Ok(false) };
    let is_two_way = kind == TourKind::Open && puzzle.start().is_none() && puzzle.end().is_none();
    let block = (watch.memory() / 8 / (LEAP * squares)).clamp(1, BLOCK) as usize;
    for first in (0..tours).step_by(block) {
        let numbers = first as u64..tours.min(first + block) as u64;
        let drawn = match &urn {
            Urn::Halves(halves) => halves.draw(numbers, seed, watch)?,
            Urn::Whole(whole) => whole.draw(numbers, seed, watch)?,
        };
        for (leaps, mut chance) in drawn {
            let tour = verified(puzzle, path::squares(puzzle, &graph, leaps));
            let tour = if is_two_way && chance.coin() { tour.reversed() } else { tour };
            if found(if kind == TourKind::Open { tour.as_open() } else { tour }).is_break() {
                return Ok(true);
            }
        }
    }
    Ok(true)
}

/// The leaps of a tour, and the chance that drew them.
pub(crate) type Drawn = (Vec<Chosen>, Chance);

/// What tours are drawn from.
enum Urn<'a> {
    Halves(Box<Halves<'a>>),
    Whole(Whole),
}

/// All layers of a board.
struct Whole {
    plan: Plan,
    layers: Vec<AnyLayer>,
    /// The only state of the last one.
    last: u64,
}

impl Whole {
    /// `None` where there are no tours.
    fn new(graph: &Graph, watch: &Watch) -> Result<Option<Whole>, CountError> {
        let plan = Plan::whole(graph, watch)?;
        let (walked, layers) = kept(&plan, plan.steps.len(), watch)?;
        if walked.sum()? == 0u32.into() {
            return Ok(None);
        }
        let mut last = 0;
        match &walked.layer {
            AnyLayer::Word(layer) => layer.each(|word, _| last = word)?,
            AnyLayer::Double(layer) => layer.each(|word, _| last = word)?,
            AnyLayer::Wide(layer) => layer.each(|word, _| last = word)?,
        }
        Ok(Some(Whole { plan, layers, last }))
    }

    /// The tours with these numbers.
    fn draw(&self, numbers: Range<u64>, seed: u64, watch: &Watch) -> Result<Vec<Drawn>, CountError> {
        let draw = |number| Draw::new(Chance::new(seed, number), self.last);
        let mut draws: Vec<Draw> = numbers.map(draw).collect();
        walk_back(&self.plan, &self.layers, &mut draws, watch)?;
        Ok(draws.into_iter().map(|draw| (draw.leaps(None), draw.chance)).collect())
    }
}

/// A walk through the first `end` steps, and all layers on the way.
pub(crate) fn kept(plan: &Plan, end: usize, watch: &Watch) -> Result<(Walked, Vec<AnyLayer>), CountError> {
    let mut layers: Vec<AnyLayer> = Vec::new();
    let (mut held, mut is_too_wide) = (0, false);
    let mut keep = |layer: &AnyLayer| {
        is_too_wide |= matches!(layer, AnyLayer::Wide(_));
        let bytes = layer.bytes();
        // Half the memory is for the walk.
        if watch.has_spill() && held + bytes > watch.memory() / 2 {
            layers.push(layer.put_away(watch)?);
            return Ok(());
        }
        layers.push(layer.clone());
        held += bytes;
        if held > watch.memory() {
            Err(CountError::OutOfMemory { bytes: held, memory: watch.memory() })
        } else {
            Ok(())
        }
    };
    let walked = walk(plan, end, watch, None, Some(&mut keep))?;
    if is_too_wide { Err(CountError::TooMany) } else { Ok((walked, layers)) }
}

/// Chances, the same for the same seed and number.
pub(crate) struct Chance(Pcg64Mcg);

impl Chance {
    pub(crate) fn new(seed: u64, number: u64) -> Chance {
        let mixed = mix(seed ^ mix(number.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        Chance(Pcg64Mcg::seed_from_u64(mixed))
    }

    /// A number below `end`, all equally likely.
    pub(crate) fn below(&mut self, end: u128) -> u128 {
        let whole = u128::MAX - u128::MAX % end;
        loop {
            let number = u128::from(self.0.next_u64()) << 64 | u128::from(self.0.next_u64());
            if number < whole {
                return number % end;
            }
        }
    }

    /// One of a list, each as likely as it has ways.
    pub(crate) fn among<'a, T>(&mut self, list: &'a [T], ways: impl Fn(&T) -> u128) -> &'a T {
        let mut left = self.below(list.iter().map(&ways).sum());
        let one = list.iter().find(|one| {
            let (is_it, ways) = (left < ways(one), ways(one));
            left -= if is_it { 0 } else { ways };
            is_it
        });
        one.expect("a number below the sum falls to one of the list")
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.0.next_u32() & 1 == 1
    }
}

/// A way on its way back.
pub(crate) struct Draw {
    word: u64,
    /// Whether what comes before is seen in the mirror.
    is_flipped: bool,
    /// What was chosen, and whether it is seen in the mirror.
    chosen: Vec<(Chosen, bool)>,
    pub(crate) chance: Chance,
}

impl Draw {
    pub(crate) fn new(chance: Chance, word: u64) -> Draw {
        Draw { word, is_flipped: false, chosen: Vec::new(), chance }
    }

    /// The same, seen in the mirror.
    pub(crate) fn flipped(self, is_flipped: bool) -> Draw {
        Draw { is_flipped, ..self }
    }

    /// The leaps, with those seen in the mirror where the mirror takes them.
    pub(crate) fn leaps(&self, mirror: Option<&[usize]>) -> Vec<Chosen> {
        let there = |square: usize, is_flipped: bool| match mirror {
            Some(mirror) if is_flipped => mirror[square],
            _ => square,
        };
        let leap = |&((from, to), is_flipped): &(Chosen, bool)| {
            (there(from, is_flipped), to.map(|to| there(to, is_flipped)))
        };
        self.chosen.iter().map(leap).collect()
    }
}

/// One way into a state: from which word, by which choice, whether through the mirror, and in how
/// many ways that was reached.
type Entry = (u64, [usize; 2], bool, u128);

/// All draws back to the empty board.
pub(crate) fn walk_back(
    plan: &Plan,
    layers: &[AnyLayer],
    draws: &mut [Draw],
    watch: &Watch,
) -> Result<(), CountError> {
    let mut sets = Backwards::new(plan, watch);
    for (at, layer) in layers.iter().enumerate().rev() {
        let (step, set) = (&plan.steps[at], sets.after(at + 1)?);
        let mut wanted = Wanted::new(draws.iter().map(|draw| draw.word));
        let found = match layer {
            AnyLayer::Word(layer) => wanted.entries(step, set, layer, watch, u128::from)?,
            AnyLayer::Double(layer) => wanted.entries(step, set, layer, watch, |ways| ways)?,
            AnyLayer::Wide(_) => return Err(CountError::TooMany),
        };
        wanted.sort(found);
        for draw in draws.iter_mut() {
            let entries = &wanted.words[&draw.word];
            let &(word, choice, is_mirrored, _) = draw.chance.among(entries, |entry| entry.3);
            draw.word = word;
            draw.is_flipped ^= is_mirrored;
            let leaps = path::taken(step, choice).into_iter().flatten();
            draw.chosen.extend(leaps.map(|leap| (leap, draw.is_flipped)));
        }
    }
    Ok(())
}

/// The words that draws are at, and the ways into them.
struct Wanted {
    words: HashMap<u64, Vec<Entry>>,
    /// A bit for the hash of every word: most states are of no use, and this says so at once.
    bits: Vec<u64>,
}

impl Wanted {
    fn new(words: impl Iterator<Item = u64>) -> Wanted {
        let words: HashMap<u64, Vec<Entry>> = words.map(|word| (word, Vec::new())).collect();
        let bits = vec![0; (words.len() / 2).next_power_of_two().max(64)];
        let mut wanted = Wanted { words, bits };
        let bits: Vec<(usize, u64)> = wanted.words.keys().map(|&word| wanted.bit(word)).collect();
        bits.into_iter().for_each(|(at, bit)| wanted.bits[at] |= bit);
        wanted
    }

    fn bit(&self, word: u64) -> (usize, u64) {
        let hash = mix(word);
        ((hash >> 6) as usize & (self.bits.len() - 1), 1 << (hash & 63))
    }

    fn may_have(&self, word: u64) -> bool {
        let (at, bit) = self.bit(word);
        self.bits[at] & bit != 0
    }

    /// Every way from a layer into one of the words.
    fn entries<C: Multiplicity>(
        &self,
        step: &Step,
        set: &Set,
        layer: &Layer<C>,
        watch: &Watch,
        number: impl Fn(C) -> u128 + Sync,
    ) -> Result<Vec<(u64, Entry)>, CountError> {
        let found = layer.gather(watch.threads, watch, Vec::new, |found, word, ways| {
            let mut is_wanted = false;
            step.each_word(word, set, &mut |next| is_wanted |= self.may_have(next));
            if is_wanted {
                self.enter(step, word, number(ways), found);
            }
        })?;
        Ok(found.concat())
    }

    /// The ways from one word.
    fn enter(&self, step: &Step, word: u64, ways: u128, found: &mut Vec<(u64, Entry)>) {
        let mut enter = |next: u64, choice: [usize; 2], is_mirrored: bool| {
            if self.words.contains_key(&next) {
                found.push((next, (word, choice, is_mirrored, ways)));
            }
        };
        if let (Act::Unfold, Some(mirror)) = (&step.act, &step.mirror) {
            let image = mirror.image(u128::kept(word, step.from.form));
            enter(word, [ROOM; 2], false);
            enter(image.keep(step.to.form), [ROOM; 2], true);
            return;
        }
        let (mates, profile) = Mates::unpack(word, step.from.form, &step.weights);
        step.each(&mates, profile, None, &mut |next, _, choice| match &step.mirror {
            None => enter(step.pack(next), choice, false),
            Some(mirror) => {
                let next = u128::kept(step.pack(next), step.to.form);
                let lower = mirror.lower(next);
                enter(lower.keep(step.to.form), choice, lower != next);
            }
        });
    }

    /// Shares out what was found; the order of a layer depends on its threads, this one does not.
    fn sort(&mut self, found: Vec<(u64, Entry)>) {
        for (word, entry) in found {
            self.words.entry(word).or_default().push(entry);
        }
        self.words.values_mut().for_each(|entries| entries.sort_unstable());
    }
}

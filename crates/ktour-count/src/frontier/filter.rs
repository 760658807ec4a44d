//! The filter: which degrees can still be finished.
//!
//! Forget the pairs of a mate table and keep how many chosen leaps touch each slot: 0, 1 or 2. Such a
//! *profile* has a future only if the leaps that remain can bring every slot to two. This is decided once for
//! all profiles, by going through the plan backwards with bit sets, and it removes most states before they
//! are made. A step is, block by block, the union of a few shifted and masked blocks.
//!
//! On a long board the sets repeat, as its lines do. A repeated set is recognised by its content, and the
//! result of a step of the same kind is already known, so such a board has a few hundred sets, however long
//! it is.

use std::{
    collections::{HashMap, VecDeque},
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    ops::{Range, RangeInclusive},
    sync::Arc,
};

use super::disk;
use crate::{
    CountError, Report,
    context::Context,
    problem::{
        plan::Plan,
        profile::{BLOCK, Digits, ProfileSet, WORD, WORD_PROFILES},
        step::{LeapTarget, StepAction, Tables},
    },
    threads::in_threads_with,
};

/// The most bytes of sets that are kept at once, unless a few take more.
const MAX_SET_BYTES: usize = 1 << 28;
const MIN_SETS_IN_MEMORY: usize = 12;
/// Blocks worth a second thread, and a look at whether to stop.
const MIN_BLOCKS_PER_THREAD: usize = 1 << 10;
/// Plans with more steps may repeat themselves.
const MIN_STEPS_FOR_MEMO: usize = 256;
/// The most bytes of sets that are remembered to be found again.
const MAX_MEMO_BYTES: usize = 16 << 20;
/// Bytes of a set that take as long as a state.
const SET_BYTES_PER_STATE: usize = 256;
/// Blocks of a set that are written and read at once.
const STRIP_BLOCKS: usize = 1 << 10;

/// The sets after some steps of a plan.
pub(crate) struct Filter {
    /// How many are kept at once.
    most: usize,
    /// `sets[i]` belongs to the frontier after `first + i` steps.
    first: usize,
    sets: VecDeque<ProfileSet>,
    /// Sets further on, the nearest last, from which those before them are worked out.
    marks: Vec<(usize, ProfileSet)>,
    filling: Option<BackwardPass>,
    /// All sets, where memory holds only one of them.
    file: Option<SetFile>,
    is_in_file: bool,
}

/// The plan, walked backwards for more sets.
struct BackwardPass {
    sets: BackwardSets,
    /// The next one that is kept.
    next: usize,
    /// Steps whose sets are stored, the first one last.
    marks: Vec<usize>,
}

impl Filter {
    /// Creates a filter that stores at most `bytes` bytes of sets.
    pub(crate) fn new(plan: &Plan, bytes: usize) -> Filter {
        let most = (bytes / plan.digits.bytes()).max(1);
        let (sets, marks) = Default::default();
        Filter { most, first: 0, sets, marks, filling: None, file: None, is_in_file: false }
    }

    /// The filter of a walk through some steps: where it may spill, in a file if its sets would have to be
    /// made again and again.
    pub(crate) fn of_walk(plan: &Plan, end: usize, run: &Context<'_>) -> Filter {
        let filter = Filter::new(plan, bytes_kept(&plan.digits, run.memory()) as usize);
        let is_much = end + 1 > filter.most && filter.enough_kept(end + 1).is_none();
        let is_in_file =
            is_much && run.resources.has_spill() && !is_remembered(&plan.digits, plan.steps.len());
        Filter { is_in_file, ..filter }
    }

    /// Number of bytes of the stored sets.
    pub(crate) fn bytes(&self, plan: &Plan) -> usize {
        (self.sets.len() + self.marks.len()) * plan.digits.bytes()
    }

    /// Makes `count` sets available from the frontier after `steps.start` steps on, and drops earlier ones;
    /// `steps.end` is the last set that will be needed. Returns false if the slice of work ended first.
    pub(crate) fn reach(
        &mut self,
        plan: &Plan,
        steps: Range<usize>,
        count: usize,
        work: &mut u64,
        run: &Context<'_>,
    ) -> Result<bool, CountError> {
        if self.is_in_file {
            return self.reach_in_file(plan, steps, work, run);
        }
        let is_there = steps.start >= self.first && steps.start + count <= self.first + self.sets.len();
        if self.filling.is_none() && !is_there {
            self.sets.clear();
            self.first = steps.start;
            self.filling = Some(self.begin(plan, &steps, count));
        }
        while let Some(BackwardPass { sets, next, marks }) = &mut self.filling {
            if *work == 0 {
                return Ok(false);
            }
            if marks.pop_if(|mark| *mark == sets.steps).is_some() {
                self.marks.push((sets.steps, sets.set.clone()));
            }
            if sets.steps > *next {
                sets.back(plan, run)?;
                *work = work.saturating_sub((plan.digits.bytes() / SET_BYTES_PER_STATE) as u64 + 1);
                continue;
            }
            self.sets.push_front(sets.set.clone());
            match *next == self.first {
                true => self.filling = None,
                false => *next -= 1,
            }
        }
        while self.first < steps.start {
            self.sets.pop_front();
            self.first += 1;
        }
        self.sets.make_contiguous();
        Ok(true)
    }

    /// The same for one set, with all sets in a file.
    fn reach_in_file(
        &mut self,
        plan: &Plan,
        steps: Range<usize>,
        work: &mut u64,
        run: &Context<'_>,
    ) -> Result<bool, CountError> {
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let (last, file) = (BackwardSets::new(plan).set, SetFile::new(&steps, run)?);
                file.seek(plan.steps.len(), plan.digits.bytes()).map_err(disk)?;
                file.write(&last.words).map_err(disk)?;
                (self.first, self.sets) = (plan.steps.len(), VecDeque::from([last]));
                self.file.insert(file)
            }
        };
        while self.first != steps.start {
            if *work == 0 {
                return Ok(false);
            }
            let Some(set) = self.sets.pop_front() else { return Err(CountError::Stopped) };
            let set = if self.first > steps.start {
                let step = &plan.steps[self.first - 1];
                let choices = choices(&step.act, plan.digits.weight(step.from.first));
                self.first -= 1;
                *work = work.saturating_sub((plan.digits.bytes() / SET_BYTES_PER_STATE) as u64 + 1);
                file.before(set, self.first, &choices, run)?
            } else {
                self.first = steps.start;
                file.read(steps.start, set)?
            };
            self.sets.push_back(set);
        }
        Ok(true)
    }

    /// Goes back from the nearest mark, or from the end of the plan.
    fn begin(&mut self, plan: &Plan, steps: &Range<usize>, count: usize) -> BackwardPass {
        while self.marks.pop_if(|mark| mark.0 + 1 < steps.start + count).is_some() {}
        let last = |kept: usize| steps.end.min(steps.start + kept.max(count) - 1);
        let Some((at, set)) = self.marks.last().cloned() else {
            let (kept, marks) = self.shared_out(steps);
            return BackwardPass { sets: BackwardSets::new(plan), next: last(kept), marks };
        };
        let next = at.min(last(self.most.saturating_sub(self.marks.len())));
        if next == at {
            self.marks.pop();
        }
        BackwardPass { sets: BackwardSets::from(plan, at, set), next, marks: Vec::new() }
    }

    /// Number of sets to store, and the steps of the marks. If not all sets fit, some of the memory is used
    /// for marks, evenly spaced and, if possible, no further apart than the stored sets: then each set is
    /// computed at most twice.
    fn shared_out(&self, steps: &Range<usize>) -> (usize, Vec<usize>) {
        let (all, most) = (steps.end + 1 - steps.start, self.most);
        if all <= most {
            return (all, Vec::new());
        }
        let kept = self.enough_kept(all).unwrap_or(most.div_ceil(2));
        let apart = (all - kept).div_ceil((most - kept).max(1));
        let marks = (steps.start + kept..=steps.end).rev().step_by(apart).take(most - kept);
        let mut marks: Vec<usize> = marks.collect();
        marks.reverse();
        (kept, marks)
    }

    /// The most sets that can be kept of a number of sets, if marks leave each to be made twice at most.
    fn enough_kept(&self, all: usize) -> Option<usize> {
        (1..self.most).rev().find(|kept| all - kept <= kept * (self.most - kept))
    }

    /// The `count` sets from the frontier after `steps` steps on; empty if they are not available.
    pub(crate) fn at_hand(&self, steps: usize, count: usize) -> &[ProfileSet] {
        let first = steps.wrapping_sub(self.first);
        self.sets.as_slices().0.get(first..first.wrapping_add(count)).unwrap_or(&[])
    }

    /// All sets, for walks back and forth.
    pub(crate) fn all(plan: &Plan, run: &Context<'_>) -> Result<Vec<ProfileSet>, CountError> {
        let mut filter = Filter::new(plan, usize::MAX);
        filter.reach(plan, 0..plan.steps.len(), 1, &mut { u64::MAX }, run)?;
        Ok(filter.sets.into())
    }
}

/// How many bytes of sets are kept of so much memory.
pub(crate) fn bytes_kept(digits: &Digits, memory: u128) -> u128 {
    (memory / 4).min(digits.bytes().saturating_mul(MIN_SETS_IN_MEMORY).max(MAX_SET_BYTES) as u128)
}

/// Peak number of bytes if at most `kept` bytes of sets are stored.
pub(crate) fn bytes_at_once(digits: &Digits, steps: usize, kept: u128) -> u128 {
    let set = digits.bytes() as u128;
    let remembered = if is_remembered(digits, steps) { MAX_MEMO_BYTES as u128 } else { 0 };
    // Besides the stored sets: the current one and its successor.
    kept.min(set * (steps as u128 + 1)).max(set).saturating_add(2 * set + remembered)
}

/// Whether the sets of this many steps may repeat, and are memoised.
fn is_remembered(digits: &Digits, steps: usize) -> bool {
    steps > MIN_STEPS_FOR_MEMO && digits.bytes() < MAX_MEMO_BYTES / 8
}

/// The sets of a plan from its end on, one at a time.
pub(crate) struct BackwardSets {
    /// Feasibility set of the frontier after `steps` steps.
    set: ProfileSet,
    steps: usize,
    remembered: Option<SetMemo>,
}

impl BackwardSets {
    pub(crate) fn new(plan: &Plan) -> BackwardSets {
        let (digits, steps) = (&plan.digits, plan.steps.len());
        let done = if digits.has_beyond { 2 * digits.beyond() } else { 0 };
        let remembered = is_remembered(digits, steps).then(SetMemo::default);
        BackwardSets { set: ProfileSet::only(digits, done), steps, remembered }
    }

    /// Starts from a known set.
    fn from(plan: &Plan, steps: usize, set: ProfileSet) -> BackwardSets {
        let remembered = is_remembered(&plan.digits, plan.steps.len()).then(SetMemo::default);
        BackwardSets { set, steps, remembered }
    }

    /// One step back.
    fn back(&mut self, plan: &Plan, run: &Context<'_>) -> Result<(), CountError> {
        let step = &plan.steps[self.steps - 1];
        let weight = plan.digits.weight(step.from.first);
        let make = || before(&self.set, &choices(&step.act, weight), run);
        let set = match &mut self.remembered {
            Some(remembered) => remembered.before(&self.set, step.kind(), make),
            None => make(),
        };
        run.check(0)?;
        self.set = set;
        self.steps -= 1;
        Ok(())
    }
}

/// The profiles that some of the choices carry into a set; anything once it must stop.
fn before(set: &ProfileSet, choices: &[ProfileShift], run: &Context<'_>) -> ProfileSet {
    // Made where they stay: a copy of a large set takes as long as the step.
    let mut made: Arc<[u32]> = std::iter::repeat_n(0, set.words.len()).collect();
    let words = Arc::get_mut(&mut made).expect("no other reference exists yet");
    let mut has_any = vec![false; set.has_any.len()];
    let (end, blocks) = (words.len() - BLOCK, has_any.len() - 2);
    make_blocks(set, choices, 0, (&mut words[BLOCK..end], &mut has_any[1..=blocks]), run);
    ProfileSet { words: made, has_any: has_any.into() }
}

/// The same for some blocks from one on, which are empty: their words, and whether each has any profile.
fn make_blocks(
    set: &ProfileSet,
    choices: &[ProfileShift],
    first: usize,
    (words, has_any): (&mut [u32], &mut [bool]),
    run: &Context<'_>,
) {
    let blocks = has_any.len();
    let threads = if blocks < MIN_BLOCKS_PER_THREAD { 1 } else { run.threads() };
    let share = blocks.div_ceil(threads);
    let shares = words.chunks_mut(share * BLOCK).zip(has_any.chunks_mut(share));
    in_threads_with(shares.enumerate().collect(), |(at, (words, has_any))| {
        let blocks = words.chunks_exact_mut(BLOCK).zip(has_any);
        for (block, (to, has_any)) in (first + at * share..).zip(blocks) {
            if block % MIN_BLOCKS_PER_THREAD == MIN_BLOCKS_PER_THREAD - 1 && run.is_stopped(0) {
                return;
            }
            for choice in choices.iter().filter(|choice| choice.fits(block)) {
                let start = ((block + 1) * BLOCK).wrapping_add_signed(choice.offset);
                if set.has_any[start / BLOCK] || set.has_any[start.div_ceil(BLOCK)] {
                    choice.join(to, &set.words[start..start + BLOCK]);
                    *has_any = true;
                }
            }
            *has_any &= to.iter().any(|&word| word != 0);
        }
    });
}

/// Sets in a file, where memory holds one of them.
struct SetFile {
    file: File,
    /// The first set, and those behind the last one share a place.
    first: usize,
    last: usize,
    report: Report,
}

impl SetFile {
    fn new(steps: &Range<usize>, run: &Context<'_>) -> Result<SetFile, CountError> {
        let directory = run.resources.spill.as_deref().ok_or(io::ErrorKind::OutOfMemory.into());
        let file = directory.and_then(tempfile::tempfile_in).map_err(disk)?;
        Ok(SetFile { file, first: steps.start, last: steps.end, report: run.report.clone() })
    }

    fn seek(&self, steps: usize, bytes: usize) -> io::Result<()> {
        let place = steps.min(self.last + 1) - self.first;
        (&self.file).seek(SeekFrom::Start((place * bytes) as u64)).map(drop)
    }

    /// Writes the set that some choices carry into one, in strips of blocks, and reads it into the memory of
    /// that one.
    fn before(
        &self,
        set: ProfileSet,
        steps: usize,
        choices: &[ProfileShift],
        run: &Context<'_>,
    ) -> Result<ProfileSet, CountError> {
        self.seek(steps, 4 * set.words.len()).map_err(disk)?;
        let empty = vec![0; BLOCK];
        self.write(&empty).map_err(disk)?;
        let blocks = set.has_any.len() - 2;
        let mut strip = vec![0; STRIP_BLOCKS * BLOCK];
        for first in (0..blocks).step_by(STRIP_BLOCKS) {
            let count = STRIP_BLOCKS.min(blocks - first);
            strip.fill(0);
            let words = &mut strip[..count * BLOCK];
            make_blocks(&set, choices, first, (words, &mut vec![false; count]), run);
            run.check(0)?;
            self.write(words).map_err(disk)?;
        }
        self.write(&empty).map_err(disk)?;
        self.read(steps, set)
    }

    fn write(&self, words: &[u32]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(4 * words.len().min(STRIP_BLOCKS * BLOCK));
        for strip in words.chunks(STRIP_BLOCKS * BLOCK) {
            bytes.clear();
            strip.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
            self.report.tell_spilled(bytes.len());
            (&self.file).write_all(&bytes)?;
        }
        Ok(())
    }

    /// Reads a set into the memory of another.
    fn read(&self, steps: usize, set: ProfileSet) -> Result<ProfileSet, CountError> {
        let mut words = set.words;
        self.seek(steps, 4 * words.len()).map_err(disk)?;
        let made = Arc::make_mut(&mut words);
        let mut bytes = vec![0; 4 * STRIP_BLOCKS * BLOCK];
        for strip in made.chunks_mut(STRIP_BLOCKS * BLOCK) {
            let bytes = &mut bytes[..4 * strip.len()];
            (&self.file).read_exact(bytes).map_err(disk)?;
            self.report.tell_read_back(bytes.len());
            for (word, bytes) in strip.iter_mut().zip(bytes.chunks_exact(4)) {
                *word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
            }
        }
        Ok(ProfileSet::of_words(words))
    }
}

/// Sets that were there before, and what steps made of them.
#[derive(Default)]
struct SetMemo {
    sets: HashMap<Arc<[u32]>, ProfileSet>,
    /// Predecessor sets by the addresses of the set and of the kind of step.
    before: HashMap<(usize, usize), ProfileSet>,
}

impl SetMemo {
    /// Predecessors of a set under a kind of step; computed only once.
    fn before(
        &mut self,
        set: &ProfileSet,
        kind: *const Tables,
        make: impl FnOnce() -> ProfileSet,
    ) -> ProfileSet {
        let key = (set.words.as_ptr().addr(), kind.addr());
        if let Some(known) = self.before.get(&key) {
            return known.clone();
        }
        if self.sets.len() * set.words.len() * size_of::<u32>() > MAX_MEMO_BYTES {
            // Nothing repeats. The current set stays, because its address is a key.
            *self = SetMemo::default();
        }
        self.sets.entry(set.words.clone()).or_insert_with(|| set.clone());
        let made = make();
        let made = self.sets.entry(made.words.clone()).or_insert(made).clone();
        self.before.insert(key, made.clone());
        made
    }
}

/// One choice of leaps, as a map from the profiles before it to those after it.
struct ProfileShift {
    /// Digits of the number of a block, each with the degrees from which the choice is possible.
    high: Vec<(usize, RangeInclusive<usize>)>,
    /// How many words further the profile after it stands.
    offset: isize,
    /// How many bits further.
    shift: isize,
    /// Bits of the words of a block from which the transition is possible.
    masks: [u32; BLOCK],
}

impl ProfileShift {
    /// Given for some weights from which degrees to which.
    fn new(moves: &[(usize, RangeInclusive<usize>, isize)]) -> ProfileShift {
        let mut choice = ProfileShift { high: Vec::new(), offset: 0, shift: 0, masks: [u32::MAX; BLOCK] };
        for (weight, degrees, change) in moves.iter().cloned() {
            if weight < WORD {
                choice.shift += weight as isize * change;
                let bits = (0..WORD_PROFILES).filter(|bit| degrees.contains(&(bit / weight % 3)));
                let mask: u32 = bits.map(|bit| 1 << bit).sum();
                choice.masks.iter_mut().for_each(|word| *word &= mask);
                continue;
            }
            let stride = weight / WORD;
            choice.offset += stride as isize * change;
            if stride < BLOCK {
                let is_out = |at: usize| !degrees.contains(&(at / stride % 3));
                (0..BLOCK).filter(|&at| is_out(at)).for_each(|at| choice.masks[at] = 0);
            } else {
                choice.high.push((stride / BLOCK, degrees));
            }
        }
        choice
    }

    fn fits(&self, block: usize) -> bool {
        self.high.iter().all(|(stride, degrees)| degrees.contains(&(block / stride % 3)))
    }

    fn join(&self, to: &mut [u32], from: &[u32]) {
        let all = to.iter_mut().zip(from).zip(&self.masks);
        match self.shift {
            0 => all.for_each(|((to, from), mask)| *to |= from & mask),
            shift if shift > 0 => all.for_each(|((to, from), mask)| *to |= from >> shift & mask),
            shift => all.for_each(|((to, from), mask)| *to |= from << -shift & mask),
        }
    }
}

fn leap(target: &LeapTarget) -> (usize, RangeInclusive<usize>, isize) {
    (target.weight, 0..=1, 1)
}

/// Transitions of a step as shifts of profiles.
fn choices(act: &StepAction, square: usize) -> Vec<ProfileShift> {
    let (targets, is_forced) = match act {
        StepAction::Offer { ends: [a, b], is_forced } => {
            let left = (!is_forced).then(|| ProfileShift::new(&[]));
            return left.into_iter().chain([ProfileShift::new(&[leap(a), leap(b)])]).collect();
        }
        StepAction::Unfold => return vec![ProfileShift::new(&[])],
        StepAction::Decide { targets, is_first_forced } => (targets, *is_first_forced),
    };
    let firsts = if is_forced { 1 } else { targets.len() };
    let decided = |degree: usize| (square, degree..=degree, -(degree as isize));
    let mut choices = Vec::new();
    if !is_forced {
        choices.push(ProfileShift::new(&[decided(2)]));
    }
    for (at, a) in targets[..firsts].iter().enumerate() {
        choices.push(ProfileShift::new(&[decided(1), leap(a)]));
        choices.extend(targets[at + 1..].iter().map(|b| ProfileShift::new(&[decided(0), leap(a), leap(b)])));
    }
    choices
}

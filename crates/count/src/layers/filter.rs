//! The filter: which degrees can still be finished.
//!
//! Forget the pairs of a mate table and keep how many chosen leaps touch each place: 0, 1 or 2.
//! Such a *profile* has a future only if the leaps that remain can bring every place to two. That
//! is decided once for all profiles, walking the plan backwards over bit sets, and it removes
//! most states before they are made.
//!
//! A profile is a number in base 3, each square at the digit `number mod reach`, so that digits
//! stay where they are while the frontier moves. The four lowest digits are the bits of one
//! 128-bit word and the next three tell the 27 words of a block apart; a step is then, block by
//! block, the union of a few shifted and masked blocks.
//!
//! On a long board the sets repeat as its lines do. A set that was there before is found again by
//! its content, and what a step of the same kind made of it is known: such a board has a few
//! hundred sets, however long it is.

use std::{collections::HashMap, sync::Arc};

use crate::{
    CountError, Watch,
    layers::layer::in_threads_with,
    problem::plan::{Act, Plan, Tables, Target},
};

/// Digits inside a word.
const LOW: usize = 4;
/// Bits a word of profiles takes.
const WORD: usize = 128;
/// Words of a block: three digits.
const BLOCK: usize = 27;
/// Blocks worth a second thread, and a look at whether to stop.
const LARGE: usize = 1 << 10;
/// Plans with more steps may repeat themselves.
const LONG: usize = 256;
/// The most bytes of sets that are remembered to be found again.
const REMEMBERED: usize = 16 << 20;

/// Where each square stands in a profile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digits {
    reach: usize,
    has_beyond: bool,
}

impl Digits {
    pub(crate) fn new(reach: usize, has_beyond: bool) -> Digits {
        Digits { reach, has_beyond }
    }

    /// What one leap at a square weighs.
    pub(crate) fn weight(&self, square: usize) -> usize {
        weight(square % self.reach)
    }

    /// What one leap at the place beyond the board weighs.
    pub(crate) fn beyond(&self) -> usize {
        weight(self.reach)
    }

    fn count(&self) -> usize {
        self.reach + usize::from(self.has_beyond)
    }

    /// How many words hold every profile.
    fn words(&self) -> usize {
        3usize.saturating_pow(self.count().saturating_sub(LOW) as u32).max(BLOCK)
    }

    /// How many bytes a set takes.
    pub(crate) fn bytes(&self) -> usize {
        self.words().saturating_add(2 * BLOCK).saturating_mul(16)
    }

    /// Whether the sets of so many steps may repeat themselves, and are remembered.
    fn is_remembered(&self, steps: usize) -> bool {
        steps > LONG && self.bytes() < REMEMBERED / 8
    }

    /// How many bytes are taken at most while at most so many bytes of sets are kept.
    pub(crate) fn bytes_at_once(&self, steps: usize, kept: u128) -> u128 {
        let set = self.bytes() as u128;
        let remembered = if self.is_remembered(steps) { REMEMBERED as u128 } else { 0 };
        // Beside those that are kept, the one at hand, and the one that is made of it.
        kept.min(set * (steps as u128 + 1)).max(set).saturating_add(2 * set + remembered)
    }
}

fn weight(digit: usize) -> usize {
    match digit.checked_sub(LOW) {
        None => 3usize.pow(digit as u32),
        Some(high) => WORD * 3usize.pow(high as u32),
    }
}

/// A set of profiles, with an empty block on either side; and which blocks are not empty.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    words: Arc<[u128]>,
    has_any: Arc<[bool]>,
}

impl Set {
    fn only(digits: &Digits, profile: usize) -> Set {
        let len = digits.words() + 2 * BLOCK;
        let (mut words, mut has_any) = (vec![0; len], vec![false; len / BLOCK]);
        let at = BLOCK + profile / WORD;
        words[at] |= 1 << (profile % WORD);
        has_any[at / BLOCK] = true;
        Set { words: words.into(), has_any: has_any.into() }
    }

    /// The same for sets that are shared.
    #[cfg(test)]
    pub(crate) fn address(&self) -> *const u128 {
        self.words.as_ptr()
    }

    pub(crate) fn contains(&self, profile: usize) -> bool {
        self.words[BLOCK + profile / WORD] >> (profile % WORD) & 1 == 1
    }

    /// The profiles that some of the choices carry into this set; anything once it must stop.
    fn before(&self, choices: &[Choice], watch: &Watch) -> Set {
        // Made where they stay: a copy of a large set takes as long as the step.
        let mut made: Arc<[u128]> = std::iter::repeat_n(0, self.words.len()).collect();
        let words = Arc::get_mut(&mut made).expect("nobody else has it yet");
        let mut has_any = vec![false; self.has_any.len()];
        let (end, blocks) = (words.len() - BLOCK, has_any.len() - 2);
        let threads = if blocks < LARGE { 1 } else { watch.threads };
        let share = blocks.div_ceil(threads);
        let shares = words[BLOCK..end].chunks_mut(share * BLOCK).zip(has_any[1..=blocks].chunks_mut(share));
        in_threads_with(shares.enumerate().collect(), |(at, (words, has_any))| {
            let blocks = words.chunks_exact_mut(BLOCK).zip(has_any);
            for (block, (to, has_any)) in (at * share..).zip(blocks) {
                if block % LARGE == LARGE - 1 && watch.is_stopped(0) {
                    return;
                }
                for choice in choices.iter().filter(|choice| choice.fits(block)) {
                    let start = ((block + 1) * BLOCK).wrapping_add_signed(choice.offset);
                    if self.has_any[start / BLOCK] || self.has_any[start.div_ceil(BLOCK)] {
                        choice.join(to, &self.words[start..start + BLOCK]);
                        *has_any = true;
                    }
                }
                *has_any &= to.iter().any(|&word| word != 0);
            }
        });
        Set { words: made, has_any: has_any.into() }
    }
}

/// Sets that were there before, and what steps made of them.
#[derive(Default)]
struct Remembered {
    sets: HashMap<Arc<[u128]>, Set>,
    before: HashMap<(*const u128, *const Tables), Set>,
}

impl Remembered {
    /// What a kind of step makes of a set; made only if it is new.
    fn before(&mut self, set: &Set, kind: *const Tables, make: impl FnOnce() -> Set) -> Set {
        let key = (set.words.as_ptr(), kind);
        if let Some(known) = self.before.get(&key) {
            return known.clone();
        }
        if self.sets.len() * set.words.len() * size_of::<u128>() > REMEMBERED {
            // Nothing repeats itself. The set at hand stays, since its address is a key.
            *self = Remembered::default();
        }
        self.sets.entry(set.words.clone()).or_insert_with(|| set.clone());
        let made = make();
        let made = self.sets.entry(made.words.clone()).or_insert(made).clone();
        self.before.insert(key, made.clone());
        made
    }
}

/// One choice of leaps, as a map from the profiles before it to those after it.
struct Choice {
    /// Digits of the number of a block, each with the degrees from which the choice is possible.
    high: Vec<(usize, std::ops::RangeInclusive<usize>)>,
    /// How many words further the profile after it stands.
    offset: isize,
    /// How many bits further.
    shift: isize,
    /// From which bits of which words of a block it is possible.
    masks: [u128; BLOCK],
}

impl Choice {
    /// Given for some weights from which degrees to which.
    fn new(moves: &[(usize, std::ops::RangeInclusive<usize>, isize)]) -> Choice {
        let mut choice = Choice { high: Vec::new(), offset: 0, shift: 0, masks: [u128::MAX; BLOCK] };
        for (weight, degrees, change) in moves.iter().cloned() {
            if weight < WORD {
                choice.shift += weight as isize * change;
                let bits = (0..81).filter(|bit| degrees.contains(&(bit / weight % 3)));
                let mask: u128 = bits.map(|bit| 1 << bit).sum();
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

    fn join(&self, to: &mut [u128], from: &[u128]) {
        let all = to.iter_mut().zip(from).zip(&self.masks);
        match self.shift {
            0 => all.for_each(|((to, from), mask)| *to |= from & mask),
            shift if shift > 0 => all.for_each(|((to, from), mask)| *to |= from >> shift & mask),
            shift => all.for_each(|((to, from), mask)| *to |= from << -shift & mask),
        }
    }
}

fn leap(target: &Target) -> (usize, std::ops::RangeInclusive<usize>, isize) {
    (target.weight, 0..=1, 1)
}

/// What a step may choose.
fn choices(act: &Act, square: usize) -> Vec<Choice> {
    let (targets, is_forced) = match act {
        Act::Offer(a, b) => return vec![Choice::new(&[]), Choice::new(&[leap(a), leap(b)])],
        Act::Unfold => return vec![Choice::new(&[])],
        Act::Decide { targets, is_first_forced } => (targets, *is_first_forced),
    };
    let firsts = if is_forced { 1 } else { targets.len() };
    let decided = |degree: usize| (square, degree..=degree, -(degree as isize));
    let mut choices = Vec::new();
    if !is_forced {
        choices.push(Choice::new(&[decided(2)]));
    }
    for (at, a) in targets[..firsts].iter().enumerate() {
        choices.push(Choice::new(&[decided(1), leap(a)]));
        choices.extend(targets[at + 1..].iter().map(|b| Choice::new(&[decided(0), leap(a), leap(b)])));
    }
    choices
}

/// The sets after every step of a plan, some of them at hand.
pub(crate) struct Filter<'a> {
    plan: &'a Plan,
    watch: &'a Watch,
    sets: Sets,
}

impl<'a> Filter<'a> {
    /// Keeps at most so many bytes of sets.
    pub(crate) fn new(plan: &'a Plan, bytes: usize, watch: &'a Watch) -> Filter<'a> {
        Filter { plan, watch, sets: Sets::new(plan, bytes) }
    }

    /// How many bytes the sets at hand take.
    pub(crate) fn bytes(&self) -> usize {
        self.sets.bytes(self.plan)
    }

    /// So many sets, from the frontier after `steps` steps on; earlier ones are forgotten, and
    /// `end` is the last that will be asked for.
    pub(crate) fn ahead(&mut self, steps: usize, end: usize, count: usize) -> Result<&[Set], CountError> {
        self.sets.ahead(self.plan, self.watch, steps..end, count)
    }

    /// All sets, for whoever goes back and forth.
    pub(crate) fn all(plan: &Plan, watch: &Watch) -> Result<Vec<Set>, CountError> {
        let mut filter = Filter::new(plan, usize::MAX, watch);
        filter.ahead(0, plan.steps.len(), 1)?;
        Ok(filter.sets.sets.into())
    }
}

/// The sets at hand, without their plan.
pub(crate) struct Sets {
    /// How many are kept at once.
    most: usize,
    /// `sets[i]` belongs to the frontier after `first + i` steps.
    first: usize,
    sets: std::collections::VecDeque<Set>,
}

impl Sets {
    pub(crate) fn new(plan: &Plan, bytes: usize) -> Sets {
        Sets { most: (bytes / plan.digits.bytes()).max(1), first: 0, sets: Default::default() }
    }

    pub(crate) fn bytes(&self, plan: &Plan) -> usize {
        self.sets.len() * plan.digits.bytes()
    }

    /// As [`Filter::ahead`], for the frontiers after `steps.start` steps and more.
    pub(crate) fn ahead(
        &mut self,
        plan: &Plan,
        watch: &Watch,
        steps: std::ops::Range<usize>,
        count: usize,
    ) -> Result<&[Set], CountError> {
        if steps.start < self.first || steps.start + count > self.first + self.sets.len() {
            let last = steps.end.min(steps.start + self.most.max(count) - 1);
            self.fill(plan, watch, steps.start, last)?;
        }
        while self.first < steps.start {
            self.sets.pop_front();
            self.first += 1;
        }
        Ok(&self.sets.make_contiguous()[..count])
    }

    /// The same sets, if they are at hand.
    #[cfg(feature = "cluster")]
    pub(crate) fn at_hand(&self, steps: usize, count: usize) -> Option<&[Set]> {
        let first = steps.checked_sub(self.first)?;
        self.sets.as_slices().0.get(first..first + count)
    }

    /// Walks the plan backwards, keeping the sets of the frontiers `first..=last`.
    fn fill(&mut self, plan: &Plan, watch: &Watch, first: usize, last: usize) -> Result<(), CountError> {
        self.sets.clear();
        self.first = first;
        let mut sets = Backwards::new(plan, watch);
        for steps in (first..=last).rev() {
            self.sets.push_front(sets.after(steps)?.clone());
        }
        Ok(())
    }
}

/// The sets of a plan from its end on, one at a time.
pub(crate) struct Backwards<'a> {
    plan: &'a Plan,
    watch: &'a Watch,
    /// The set of the frontier after so many steps.
    set: Set,
    steps: usize,
    remembered: Option<Remembered>,
}

impl<'a> Backwards<'a> {
    pub(crate) fn new(plan: &'a Plan, watch: &'a Watch) -> Backwards<'a> {
        let (digits, steps) = (&plan.digits, plan.steps.len());
        let done = if digits.has_beyond { 2 * digits.beyond() } else { 0 };
        let remembered = digits.is_remembered(steps).then(Remembered::default);
        Backwards { plan, watch, set: Set::only(digits, done), steps, remembered }
    }

    /// The set of the frontier after so many steps, which are no more than last time.
    pub(crate) fn after(&mut self, steps: usize) -> Result<&Set, CountError> {
        while self.steps > steps {
            let step = &self.plan.steps[self.steps - 1];
            let weight = self.plan.digits.weight(step.from.first);
            let make = || self.set.before(&choices(&step.act, weight), self.watch);
            let before = match &mut self.remembered {
                Some(remembered) => remembered.before(&self.set, step.kind(), make),
                None => make(),
            };
            if self.watch.is_stopped(0) {
                return Err(CountError::Stopped);
            }
            self.set = before;
            self.steps -= 1;
        }
        Ok(&self.set)
    }
}

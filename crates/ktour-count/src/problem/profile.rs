//! Profiles: how many chosen leaps touch each slot of a frontier, and sets of them.
//!
//! A profile is a number in base 3, each square at the digit `number mod reach`, so that digits
//! stay where they are while the frontier moves. The three lowest digits are the bits of a word
//! and the next four number the 81 words of a block.

use std::sync::Arc;

/// Digits inside a word.
const DIGITS_PER_WORD: usize = 3;
/// Bits of a word, and how many of them are profiles.
pub(crate) const WORD: usize = 32;
pub(crate) const WORD_PROFILES: usize = 27;
/// Words of a block: four digits.
pub(crate) const BLOCK: usize = 81;

/// Position of each square in a profile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digits {
    reach: usize,
    pub(crate) has_beyond: bool,
}

impl Digits {
    pub(crate) fn new(reach: usize, has_beyond: bool) -> Digits {
        Digits { reach, has_beyond }
    }

    /// Weight of one leap at a square.
    pub(crate) fn weight(&self, square: usize) -> usize {
        weight(square % self.reach)
    }

    /// Weight of one leap at the virtual vertex; 0 if tours have no ends.
    pub(crate) fn beyond(&self) -> usize {
        if self.has_beyond { weight(self.reach) } else { 0 }
    }

    /// How many leaps of a weight a profile has.
    pub(crate) fn degree(&self, profile: usize, weight: usize) -> usize {
        (if weight < WORD { profile % WORD } else { profile }) / weight % 3
    }

    fn count(&self) -> usize {
        self.reach + usize::from(self.has_beyond)
    }

    /// How many words hold every profile.
    fn words(&self) -> usize {
        3usize.saturating_pow(self.count().saturating_sub(DIGITS_PER_WORD) as u32).max(BLOCK)
    }

    /// How many bytes a set takes.
    pub(crate) fn bytes(&self) -> usize {
        self.words().saturating_add(2 * BLOCK).saturating_mul(size_of::<u32>())
    }
}

fn weight(digit: usize) -> usize {
    match digit.checked_sub(DIGITS_PER_WORD) {
        None => 3usize.pow(digit as u32),
        Some(high) => WORD * 3usize.pow(high as u32),
    }
}

impl ProfileSet {
    /// The set of some words, a whole number of blocks.
    pub(crate) fn of_words(words: Arc<[u32]>) -> ProfileSet {
        let has_any = words.chunks_exact(BLOCK).map(|block| block.iter().any(|&word| word != 0)).collect();
        ProfileSet { words, has_any }
    }
}

/// A set of profiles, with an empty block on either side; and which blocks are not empty.
#[derive(Clone, Debug)]
pub(crate) struct ProfileSet {
    pub(crate) words: Arc<[u32]>,
    /// Whether each block has any profile.
    pub(crate) has_any: Arc<[bool]>,
}

impl ProfileSet {
    /// One profile.
    pub(crate) fn only(digits: &Digits, profile: usize) -> ProfileSet {
        let len = digits.words() + 2 * BLOCK;
        let mut words: Arc<[u32]> = std::iter::repeat_n(0, len).collect();
        let at = BLOCK + profile / WORD;
        Arc::get_mut(&mut words).expect("no other reference exists yet")[at] |= 1 << (profile % WORD);
        ProfileSet::of_words(words)
    }

    /// The same for sets that are shared.
    #[cfg(test)]
    pub(crate) fn address(&self) -> *const u32 {
        self.words.as_ptr()
    }

    pub(crate) fn contains(&self, profile: usize) -> bool {
        self.words[BLOCK + profile / WORD] >> (profile % WORD) & 1 == 1
    }
}

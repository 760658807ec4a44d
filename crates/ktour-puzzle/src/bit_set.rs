//! A set of small numbers (squares or steps) as bits, in as many machine words as the board needs.

/// A set of numbers below 64 · `W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BitSet<const W: usize>([u64; W]);

impl<const W: usize> BitSet<W> {
    pub(crate) const EMPTY: Self = BitSet([0; W]);

    /// All numbers below `end`.
    pub(crate) fn below(end: usize) -> Self {
        BitSet(std::array::from_fn(|word| match end.saturating_sub(64 * word) {
            0 => 0,
            count => u64::MAX >> (64 - count.min(64)),
        }))
    }

    /// The set with only this number.
    pub(crate) fn single(number: usize) -> Self {
        let mut set = BitSet::EMPTY;
        set.insert(number);
        set
    }

    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(crate) fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// Returns the number of a set that has only one.
    pub(crate) fn only(&self) -> Option<usize> {
        let first = self.first()?;
        let mut rest = *self;
        rest.remove(first);
        rest.is_empty().then_some(first)
    }

    /// Removes and returns the smallest number.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let first = self.first()?;
        self.remove(first);
        Some(first)
    }

    /// Removes and returns the largest number.
    pub(crate) fn pop_last(&mut self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        let last = 64 * word + 63 - self.0[word].leading_zeros() as usize;
        self.remove(last);
        Some(last)
    }

    pub(crate) fn intersection(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    pub(crate) fn union(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    pub(crate) fn difference(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        BitSet(std::array::from_fn(|word| combine(self.0[word], other.0[word])))
    }

    /// Adds `by` to every number; numbers that do not fit the words are dropped.
    pub(crate) fn shifted_up(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        BitSet(std::array::from_fn(|word| {
            let at = |below: usize| if word >= below { self.0[word - below] } else { 0 };
            let carried = if bits == 0 { 0 } else { at(words + 1) >> (64 - bits) };
            at(words) << bits | carried
        }))
    }

    /// Subtracts `by` from every number; negative results are dropped.
    pub(crate) fn shifted_down(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        BitSet(std::array::from_fn(|word| {
            let at = |above: usize| self.0.get(word + above).copied().unwrap_or(0);
            let carried = if bits == 0 { 0 } else { at(words + 1) << (64 - bits) };
            at(words) >> bits | carried
        }))
    }

    /// Iterates over the numbers in increasing order.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || rest.pop())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_cross_the_words() {
        let set = [0, 1, 63, 64, 100, 127]
            .into_iter()
            .fold(BitSet::<2>::EMPTY, |set, n| set.union(BitSet::single(n)));
        assert_eq!(set.shifted_up(1).iter().collect::<Vec<_>>(), [1, 2, 64, 65, 101]);
        assert_eq!(set.shifted_down(1).iter().collect::<Vec<_>>(), [0, 62, 63, 99, 126]);
        assert_eq!(set.shifted_up(64).iter().collect::<Vec<_>>(), [64, 65, 127]);
        assert_eq!(set.shifted_down(100).iter().collect::<Vec<_>>(), [0, 27]);
        assert_eq!((set.len(), set.only(), BitSet::<1>::single(7).only()), (6, None, Some(7)));
    }
}

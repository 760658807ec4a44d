//! How many bits a slot has in the word of a table.

/// The digit of an inner slot.
pub(crate) const FULL_DIGIT: u64 = 10;

/// How a table is written as a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum StateEncoding {
    /// A nibble for every slot.
    Nibbles,
    /// The same without the 17th slot.
    AllButOne,
    /// Seven bits for two slots.
    Pairs,
    /// The same without the 19th slot.
    PairsButOne,
}

impl StateEncoding {
    /// Creates an encoding for `slots` slots, the last of them touched by at most `touched` leaps.
    pub(crate) fn of(slots: usize, touched: usize) -> Option<StateEncoding> {
        match slots {
            0..=16 => Some(StateEncoding::Nibbles),
            17 if touched < 2 => Some(StateEncoding::AllButOne),
            17 | 18 => Some(StateEncoding::Pairs),
            19 if touched < 2 => Some(StateEncoding::PairsButOne),
            _ => None,
        }
    }
}

//! How many bits a place has in the word of a table.

/// The digit of an inner place.
pub(crate) const FULL_DIGIT: u64 = 10;

/// How a table is written as a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Form {
    /// A nibble for every place.
    Nibbles,
    /// The same without the 17th place.
    AllButOne,
    /// Seven bits for two places.
    Pairs,
    /// The same without the 19th place.
    PairsButOne,
}

impl Form {
    /// For so many places, the last of them touched by so many leaps at most.
    pub(crate) fn of(places: usize, touched: usize) -> Option<Form> {
        match places {
            0..=16 => Some(Form::Nibbles),
            17 if touched < 2 => Some(Form::AllButOne),
            17 | 18 => Some(Form::Pairs),
            19 if touched < 2 => Some(Form::PairsButOne),
            _ => None,
        }
    }

    /// Whether a machine word holds the nibbles.
    pub(crate) fn is_narrow(self) -> bool {
        matches!(self, Form::Nibbles | Form::AllButOne)
    }
}

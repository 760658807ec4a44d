//! Ties: which of several squares with equally few onward leaps comes first.

use std::str::FromStr;

use thiserror::Error;

/// The rule among squares with equally few onward leaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tie {
    /// The first in the move order.
    #[default]
    First,
    /// Any, with equal chances.
    Random,
    /// The one from which the rule, applied one leap further, finds the fewest (after Pohl 1967).
    Lookahead,
    /// The one farthest from the centre of the board (Roth).
    Far,
}

impl Tie {
    /// All rules, with the names they have on the command line.
    pub const NAMED: [(&'static str, Tie); 4] =
        [("first", Tie::First), ("random", Tie::Random), ("lookahead", Tie::Lookahead), ("far", Tie::Far)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Tie::NAMED.into_iter().find(|&(_, tie)| tie == self).map_or("first", |(name, _)| name)
    }
}

/// A text that names no rule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a tie rule: choose first, random, lookahead or far")]
pub struct TieError(String);

impl FromStr for Tie {
    type Err = TieError;

    fn from_str(text: &str) -> Result<Self, TieError> {
        let named = Tie::NAMED.into_iter().find(|(name, _)| *name == text);
        named.map(|(_, tie)| tie).ok_or_else(|| TieError(text.to_owned()))
    }
}

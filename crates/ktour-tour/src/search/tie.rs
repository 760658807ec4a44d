//! Tie rules: which of several squares with equally few onward leaps comes first.

/// The rule for choosing among squares with equally few onward leaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tie {
    /// The first in the move order.
    #[default]
    First,
    /// Any, with equal probability.
    Random,
    /// The one from which the rule, applied one leap further, finds the fewest (after Pohl 1967).
    Lookahead,
    /// The one farthest from the centre of the board (Roth).
    Far,
}

crate::named! {
    Tie: "tie rule" { "first" => First, "random" => Random, "lookahead" => Lookahead, "far" => Far }
}

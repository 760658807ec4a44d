//! Reasons why there is no tour, with the data to check them, and a checker that does not depend on how they
//! were found.

mod check;
mod sentence;
mod steps;
mod symmetry_facts;

pub use check::{Flaw, check};
pub use steps::{Proof, ProofEnd, ProofStep};
pub use symmetry_facts::SymmetryFacts;
pub use symmetry_facts::{Group, Region};

use std::collections::HashSet;

use crate::{Leaper, Square, TourKind};

// The reason why there is no tour, which a person, or `check()`, can follow.
//
// Every reason carries enough facts about its board to be checked by code that does not know how it was
// found.

/// Why there is no tour: a theorem about this board, or an exhaustive search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A closed tour has at least three squares.
    TooSmall {
        /// Number of squares of the board.
        squares: u128,
    },
    /// Leaps alternate between two colours, and the numbers of the colours do not fit.
    Parity {
        /// The kind of tour that was required.
        kind: TourKind,
        /// Number of squares of a1's colour.
        dark: u128,
        /// Number of squares of the other colour.
        light: u128,
        /// The given first square, if it is the problem.
        start: Option<Square>,
        /// The given last square, if it is the problem.
        end: Option<Square>,
    },
    /// Squares with fewer neighbours than a tour needs.
    FewNeighbours {
        /// The kind of tour that was required.
        kind: TourKind,
        /// The squares, each with the number of its neighbours.
        squares: Vec<(Square, usize)>,
    },
    /// One square that is needed by too many others, each with only two neighbours.
    Contested {
        /// The square they all need.
        square: Square,
        /// The squares that need it.
        by: Vec<Square>,
        /// Number of leaps it can give: one if it is an end, otherwise two.
        gives: usize,
    },
    /// Squares that need more leaps than their neighbours can give.
    Shortage {
        /// The squares, no two of them a leap apart.
        squares: Vec<Square>,
        /// Neighbours that are counted as giving all the leaps they can; of the others, every leap is
        /// counted.
        givers: Vec<Square>,
    },
    /// One square cannot be reached from another.
    Disconnected {
        /// The one square.
        from: Square,
        /// The square that cannot be reached from it.
        to: Square,
    },
    /// A few squares whose removal leaves too many pieces.
    Cut {
        /// The squares removed.
        removed: Vec<Square>,
        /// Every piece that remains.
        pieces: Vec<Vec<Square>>,
        /// Maximum number of pieces that a tour could join.
        joins: usize,
    },
    /// Four ranks (or files): leaps from the two outer ones lead only to the two inner ones.
    OuterLines {
        /// The longer side.
        length: u64,
        /// The given end on an inner line, if there is one.
        end: Option<Square>,
        /// The missing square of an inner line, if there is one; otherwise a closed tour was required.
        hole: Option<Square>,
    },
    /// The rectangle is one of Schwenk's exceptions.
    Schwenk {
        /// The shorter side.
        short: u64,
        /// The longer side.
        long: u64,
    },
    /// The leaper cannot reach every square, because of its two numbers and the sides of the board.
    Leaper {
        /// The leaper.
        leaper: Leaper,
        /// The condition that fails.
        bound: LeaperBound,
    },
    /// Leaps that are forced one after another, with or without cases, until no tour is possible.
    Forced(Box<Proof>),
    /// No tour of this kind has any of these symmetries; there may be tours without them.
    SymmetryImpossible(Vec<SymmetryFacts>),
    /// An exhaustive search ended without a tour.
    Exhausted {
        /// Number of positions examined.
        nodes: u64,
    },
}

/// The condition of Knuth's theorem that fails, so that a leaper does not reach every square of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeaperBound {
    /// r + s is even: it never changes the colour of its square.
    Colour,
    /// r and s have this common divisor: it never leaves the lattice of its multiples.
    Divisor(u64),
    /// The shorter side is less than r + s.
    Narrow(u64),
    /// The longer side is less than 2s.
    Short(u64),
}

impl Reason {
    /// All names that [`code`](Reason::code) can return.
    pub const CODES: &'static [&'static str] = &[
        "too-small",
        "parity",
        "few-neighbours",
        "contested",
        "shortage",
        "disconnected",
        "cut",
        "outer-lines",
        "schwenk",
        "leaper",
        "forced",
        "unkept",
        "exhausted",
    ];

    /// A short stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::TooSmall { .. } => "too-small",
            Reason::Parity { .. } => "parity",
            Reason::FewNeighbours { .. } => "few-neighbours",
            Reason::Contested { .. } => "contested",
            Reason::Shortage { .. } => "shortage",
            Reason::Disconnected { .. } => "disconnected",
            Reason::Cut { .. } => "cut",
            Reason::OuterLines { .. } => "outer-lines",
            Reason::Schwenk { .. } => "schwenk",
            Reason::Leaper { .. } => "leaper",
            Reason::Forced(proof) if proof.cases() == 0 => "forced",
            Reason::SymmetryImpossible(_) => "unkept",
            Reason::Forced(_) | Reason::Exhausted { .. } => "exhausted",
        }
    }

    /// The squares that the reason is about, each once, the most important first; none if it is about the
    /// whole board.
    pub fn squares(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = match self {
            Reason::Parity { start, end, .. } => start.iter().chain(end).copied().collect(),
            Reason::FewNeighbours { squares, .. } => squares.iter().map(|&(square, _)| square).collect(),
            Reason::Contested { square, by, .. } => by.iter().chain([square]).copied().collect(),
            Reason::Shortage { squares, .. } => squares.clone(),
            Reason::Disconnected { from, to } => vec![*to, *from],
            Reason::Cut { removed, .. } => removed.clone(),
            Reason::OuterLines { end, hole, .. } => hole.iter().chain(end).copied().collect(),
            Reason::Forced(proof) => proof.squares(),
            Reason::SymmetryImpossible(all) => {
                all.iter().filter_map(|facts| facts.ends).flat_map(|(a, b)| [a, b]).collect()
            }
            Reason::TooSmall { .. }
            | Reason::Schwenk { .. }
            | Reason::Leaper { .. }
            | Reason::Exhausted { .. } => Vec::new(),
        };
        let mut seen = HashSet::new();
        squares.retain(|&square| seen.insert(square));
        squares
    }
}

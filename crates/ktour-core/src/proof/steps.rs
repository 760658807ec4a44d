//! Proofs by unit propagation: leaps that are forced into a tour or out of it, until none is possible.
//!
//! A tour has two leaps at every square, or one at an end. During a proof every leap is included, excluded or
//! undecided; leaps that are not excluded *remain*. Four rules apply without any choice:
//!
//! * the remaining leaps of a square are included if it needs them all ([`ProofStep::Only`]);
//! * the others are excluded if a square has the leaps it needs ([`ProofStep::Full`]);
//! * a leap that would close a loop before every square is in it is excluded ([`ProofStep::Loop`]);
//! * a square with fewer remaining leaps than it needs ends the proof ([`ProofEnd::TooFewLeaps`]).
//!
//! If none of them applies, the proof tries a leap both ways ([`ProofEnd::Cases`]); if an end is free, it
//! tries every square of the right colour ([`ProofEnd::Ends`]). The two ends of an open tour count as
//! joined, so a path between them is a loop as well.

use std::fmt::{self, Write};

use crate::{Square, notation::and_list};

/// A proof that there is no tour.
///
/// ```text
///  .  .  .  .      a4 and d1 have two leaps each, to b2 and c3:
///  .  .  .  .      with all four the tour would end after four squares
///  .  .  .  .
///  #  #  .  .
/// ```
///
/// ```
/// use ktour::{Board, Puzzle, Reason, TourKind, proof::ProofEnd, theory::exists};
/// let board = Board::new(4, 4)?.with_holes(["a1".parse()?, "b1".parse()?])?;
/// let verdict = exists(&Puzzle::new(board).with_kind(TourKind::Closed));
/// let Some(reason @ Reason::Forced(proof)) = verdict.reason() else { panic!("{verdict:?}") };
/// assert_eq!((proof.len(), proof.is_empty()), (4, false)); // three leaps are included, one is excluded
/// assert_eq!(proof.end, ProofEnd::TooFewLeaps("a4".parse()?));
/// assert_eq!((reason.code(), reason.squares()[0]), ("forced", "a4".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The forced steps, in order.
    pub steps: Vec<ProofStep>,
    /// The contradiction or the cases at the end.
    pub end: ProofEnd,
}

/// One forced step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofStep {
    /// The square `at` has no more remaining leaps than it needs, so the leap to `to` is included.
    Only {
        /// The square that needs the leap.
        at: Square,
        /// The square it leads to.
        to: Square,
    },
    /// The square `at` has the leaps it needs, so the leap to `to` is excluded.
    Full {
        /// The square that has enough.
        at: Square,
        /// The square that the excluded leap leads to.
        to: Square,
    },
    /// The squares are joined by included leaps, so the leap from the last to the first is excluded.
    Loop {
        /// The squares in order; two given ends may be next to each other.
        path: Vec<Square>,
    },
}

/// How a proof ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofEnd {
    /// The square has fewer remaining leaps than it needs.
    TooFewLeaps(Square),
    /// Remaining leaps no longer lead from one square to the other.
    Disconnected(Square, Square),
    /// Case distinction by a leap: it is included, or it is excluded.
    Cases {
        /// The leap.
        leap: (Square, Square),
        /// A proof that it cannot be included.
        included: Box<Proof>,
        /// A proof that it cannot be excluded.
        excluded: Box<Proof>,
    },
    /// Case distinction by a free end: a proof for every square it could be.
    Ends(Vec<(Square, Proof)>),
}

impl Proof {
    /// Number of cases: two for every leap on which the proof branches, and one for every end tried.
    pub(crate) fn cases(&self) -> u64 {
        match &self.end {
            ProofEnd::TooFewLeaps(_) | ProofEnd::Disconnected(..) => 0,
            ProofEnd::Cases { included, excluded, .. } => 2 + included.cases() + excluded.cases(),
            ProofEnd::Ends(ends) => ends.iter().map(|(_, proof)| 1 + proof.cases()).sum(),
        }
    }

    /// Number of forced steps in all cases together.
    pub fn len(&self) -> usize {
        self.steps.len()
            + match &self.end {
                ProofEnd::TooFewLeaps(_) | ProofEnd::Disconnected(..) => 0,
                ProofEnd::Cases { included, excluded, .. } => included.len() + excluded.len(),
                ProofEnd::Ends(ends) => ends.iter().map(|(_, proof)| proof.len()).sum(),
            }
    }

    /// Whether the proof has no step, because the board itself shows the contradiction.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The squares that its sentence names: the one with too few leaps and the forced leaps, or the first
    /// leap it branches on.
    pub(crate) fn squares(&self) -> Vec<Square> {
        let forced = self.steps.iter().filter_map(ProofStep::included).flat_map(|(at, to)| [at, to]);
        match self.end {
            ProofEnd::TooFewLeaps(square) => [square].into_iter().chain(forced).collect(),
            ProofEnd::Disconnected(from, to) => [from, to].into_iter().chain(forced).collect(),
            ProofEnd::Cases { leap: (from, to), .. } => vec![from, to],
            ProofEnd::Ends(_) => Vec::new(),
        }
    }

    pub(crate) fn write(&self, f: &mut dyn Write, name: &dyn Fn(Square) -> String) -> fmt::Result {
        let leap = |(a, b): (Square, Square)| format!("{}-{}", name(a), name(b));
        if self.cases() > 0 {
            let first = match &self.end {
                ProofEnd::Cases { leap: first, .. } => {
                    format!(", first with the leap {} taken, then with it left", leap(*first))
                }
                _ => ", first every possible end".to_owned(),
            };
            return write!(
                f,
                "an exhausted search of {} cases and {} forced leaps{first}",
                self.cases(),
                self.len()
            );
        }
        let included: Vec<String> = self.steps.iter().filter_map(ProofStep::included).map(leap).collect();
        match &included[..] {
            [] => {}
            [one] => write!(f, "the leap {one} is forced; then ")?,
            _ => write!(f, "the leaps {} are forced, one after another; then ", and_list(&included))?,
        }
        match self.end {
            ProofEnd::TooFewLeaps(square) => {
                write!(f, "{} keeps fewer leaps than it needs", name(square))?;
                let loops = self.steps.iter().rev().filter_map(ProofStep::closed_loop);
                match loops.into_iter().find(|&(a, b, _)| a == square || b == square) {
                    Some((a, b, squares)) => {
                        write!(f, ", since {} would finish the tour after {squares} squares", leap((a, b)))
                    }
                    None => Ok(()),
                }
            }
            ProofEnd::Disconnected(from, to) => {
                write!(f, "no remaining leap leads on from {} towards {}", name(from), name(to))
            }
            _ => Ok(()),
        }
    }
}

impl ProofStep {
    fn included(&self) -> Option<(Square, Square)> {
        match *self {
            ProofStep::Only { at, to } => Some((at, to)),
            _ => None,
        }
    }

    /// The leap that would close a loop, and the number of squares that would be in it.
    fn closed_loop(&self) -> Option<(Square, Square, usize)> {
        match self {
            ProofStep::Loop { path } => Some((*path.first()?, *path.last()?, path.len())),
            _ => None,
        }
    }
}

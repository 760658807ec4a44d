//! Certificates that no tour exists: a pseudo-Boolean formula, and a proof that it has no solution.
//!
//! The formula states, in two forms of constraints, what is true of every tour. [`check()`] and [`SCRIPT`], a
//! page of Python, confirm this from the board alone. The proof is in the format of `veripb`, a public
//! checker that knows nothing about tours. Who trusts these two need not trust the rest of this project.
//!
//! A proof shows what a [`Reason`] claims, not how it was found: a few sums if colours, pieces or lines
//! forbid the tour, and otherwise the exact search, with a clause for every conflict.
//!
//! *Guarantee:* the written proof is accepted. *Cost:* that of the search, with memory that grows only by a
//! few bytes per cut.
//!
//! Reference: B. Bogaerts, S. Gocht, C. McCreesh, J. Nordström, Certified dominance and symmetry breaking for
//! combinatorial optimisation, JAIR 77 (2023); W. Cook, C. R. Coullard, Gy. Turán, On the complexity of
//! cutting-plane proofs, Discrete Applied Mathematics 18 (1987).

mod arguments;
mod check;
mod conflicts;
mod formula;
mod proof_writer;

pub use check::{FormulaFlaw, check};

use std::io::{self, Read, Write};

use crate::{
    Method, Stats,
    cycle::{
        exact::exact_with,
        problem::{Opening, Problem},
    },
};
use arguments::ColourCounts;
use conflicts::ConflictClauses;
use formula::Formula;
use ktour_core::{Control, Puzzle, Reason, graph::GraphCache};
use proof_writer::ProofWriter;
use thiserror::Error;

/// The Python script that confirms a formula, or a tour, from the board alone.
pub const SCRIPT: &str = include_str!("check.py");

/// A finished proof: its size and its two files.
///
/// ```
/// use ktour::{Board, Control, Puzzle, TourKind, certificate::prove, theory::exists};
/// let puzzle = Puzzle::new(Board::new(5, 5)?).with_kind(TourKind::Closed);
/// let reason = exists(&puzzle).reason().unwrap().clone();
/// let (mut cuts, mut steps) = (Vec::new(), Vec::new());
/// let proof = prove(&puzzle, &reason, 1 << 20, &mut cuts, &mut steps, &Control::unlimited())?;
/// let (mut formula, mut file) = (Vec::new(), Vec::new());
/// proof.write_formula(&mut &cuts[..], &mut formula)?; // for the checker: what is true of every tour,
/// proof.write_proof(&mut &steps[..], &mut file)?; //     and why that cannot be
/// assert!(file.starts_with(b"pseudo-Boolean proof"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Certificate {
    formula: Formula,
    cuts: u64,
    steps: u64,
}

/// Estimates the size in bytes of the formula without cuts.
///
/// ```
/// use ktour::{Board, Puzzle, certificate::size};
/// assert!(size(&Puzzle::new(Board::new(8, 8)?)) < 20_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn size(puzzle: &Puzzle) -> u128 {
    formula::size(puzzle)
}

/// Proves that a puzzle has no solution, given the reason, in at max_bytes this many bytes. Cuts and steps
/// are written as they are made; [`Certificate`] puts the two files together.
///
/// ```
/// use ktour::{Board, Control, Puzzle, TourKind, certificate::prove, theory::exists};
/// let puzzle = Puzzle::new(Board::new(5, 5)?).with_kind(TourKind::Closed);
/// let reason = exists(&puzzle).reason().unwrap().clone();
/// let (mut cuts, mut steps) = (Vec::new(), Vec::new());
/// let proof = prove(&puzzle, &reason, 1 << 20, &mut cuts, &mut steps, &Control::unlimited())?;
/// assert_eq!((proof.leaps(), proof.constraints(), proof.steps()), (48, 50, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(
    puzzle: &Puzzle,
    reason: &Reason,
    max_bytes: u64,
    cuts: &mut dyn Write,
    steps: &mut dyn Write,
    control: &Control,
) -> Result<Certificate, Unproven> {
    let remaining = puzzle.remaining();
    let needed = size(&remaining);
    if needed > u128::from(max_bytes) {
        return Err(Unproven::TooLarge { board: puzzle.board().to_string(), needed, most: max_bytes });
    }
    let graphs = GraphCache::default();
    let formula = Formula::new(&remaining, &graphs, control).ok_or(Unproven::Stopped)?;
    let mut writer = ProofWriter::new(&formula, cuts, steps, max_bytes - needed as u64);
    write_argument(puzzle, &remaining, reason, &mut writer, &graphs, control)?;
    let (cuts, steps) = (writer.cut_count, writer.step_count);
    Ok(Certificate { formula, cuts, steps })
}

/// Chooses and writes the argument; its last step is a contradiction.
fn write_argument(
    puzzle: &Puzzle,
    remaining: &Puzzle,
    reason: &Reason,
    writer: &mut ProofWriter,
    graphs: &GraphCache,
    control: &Control,
) -> Result<(), Unproven> {
    let formula = writer.formula;
    if formula.squares.len() < 3 && formula.beyond.is_none() {
        return writer.clause(None, &[]);
    }
    let mut is_not_square = vec![true; formula.graph.vertex_count()];
    is_not_square[..formula.squares.len()].fill(false);
    if formula.pieces(is_not_square, |_| true).len() > 1 {
        return arguments::pieces(writer, &[]);
    }
    let colours = ColourCounts::new(formula, formula.colours(control).ok_or(Unproven::Stopped)?);
    match reason {
        _ if colours.contradicts(formula) && formula.beyond.is_none() => return colours.even(writer),
        _ if colours.contradicts(formula) => {
            colours.ends(writer)?;
            return writer.clause(None, &[]);
        }
        Reason::Cut { removed, .. } => return arguments::pieces(writer, removed),
        Reason::OuterLines { .. } | Reason::Schwenk { short: 4, .. } => {
            return arguments::lines(writer, remaining.board(), &colours.is_dark);
        }
        _ => colours.ends(writer)?,
    }
    search(puzzle, writer, graphs, control)
}

/// Runs the exact search, and writes a clause for every conflict.
fn search(
    puzzle: &Puzzle,
    writer: &mut ProofWriter,
    graphs: &GraphCache,
    control: &Control,
) -> Result<(), Unproven> {
    let Ok(Opening::Ready(mut problem)) = Problem::prepare(puzzle, graphs, control) else {
        return Err(Unproven::Stopped);
    };
    let mut stats = Stats::new(Method::Exact);
    let mut conflicts = ConflictClauses::new(writer, &problem, control);
    exact_with(&mut problem, u64::MAX, control, &mut stats, &mut conflicts);
    match conflicts.is_over {
        true => Ok(()),
        false => Err(conflicts.error.unwrap_or(Unproven::Stopped)),
    }
}

impl Certificate {
    /// Number of leaps of the formula: its variables.
    pub fn leaps(&self) -> usize {
        self.formula.graph.leap_count()
    }

    /// Number of constraints of the formula.
    pub fn constraints(&self) -> u64 {
        self.formula.degrees() + self.cuts
    }

    /// Number of steps of the proof.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Writes the complete formula, given the cuts that [`prove`] wrote.
    pub fn write_formula(&self, cuts: &mut dyn Read, out: &mut dyn Write) -> io::Result<()> {
        self.formula.write(self.cuts, out)?;
        io::copy(cuts, out).map(drop)
    }

    /// Writes the complete proof, given the steps that [`prove`] wrote.
    pub fn write_proof(&self, steps: &mut dyn Read, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "pseudo-Boolean proof version 3.0\nf {} ;\n", self.constraints())?;
        io::copy(steps, out)?;
        out.write_all(b"output NONE ;\nconclusion UNSAT : -1 ;\nend pseudo-Boolean proof ;\n")
    }
}

/// Why no proof was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unproven {
    /// The formula alone is too large.
    #[error("a proof about {board} has about {needed} bytes before its first step, and {most} are allowed")]
    TooLarge {
        /// The board's size.
        board: String,
        /// Estimated size in bytes.
        needed: u128,
        /// Number of bytes allowed.
        most: u64,
    },
    /// The proof grew too large.
    #[error("the proof grows beyond the {most} bytes that are allowed")]
    Grew {
        /// Number of bytes allowed.
        most: u64,
    },
    /// Time ran out, or the work was cancelled.
    #[error("the proof was not ready in time")]
    Stopped,
    /// A file cannot be written.
    #[error("the proof cannot be written: {0}")]
    Unwritten(#[from] io::Error),
}

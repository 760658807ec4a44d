//! A *no* that anyone can check: a formula, and a proof that it has no solution.
//!
//! The formula says, in two forms of constraints, what is true of every tour. [`check()`] and [`SCRIPT`], a
//! page of Python, confirm this from the board alone. The proof is in the format of `veripb`, a public
//! checker that knows nothing about tours. If you trust these two, you need not trust the rest of our code.
//!
//! A proof shows what a [`Reason`] claims, not how it was found: a few sums if colours, pieces or lines
//! forbid the tour, and otherwise the exact search, with a clause for every clash.
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
mod unproven;

use std::io::{self, Read, Write};

use crate::{
    Control, Puzzle, Reason,
    search::{
        Method, Stats,
        cycle::{
            exact::exact_with,
            problem::{Opening, Problem},
        },
    },
};
use arguments::ColourCounts;
pub use check::{FormulaFlaw, check};
use conflicts::ConflictClauses;
use formula::Formula;
use proof_writer::ProofWriter;
pub use unproven::Unproven;

/// The Python script that confirms a formula, or a tour, from the board alone.
pub const SCRIPT: &str = include_str!("check.py");

/// A finished proof: its size and its two files.
///
/// ```
/// use ktour_tour::{Board, Control, Puzzle, TourKind, certificate::prove, theory::exists};
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

/// About how many bytes the formula has before any cut, which is known beforehand.
///
/// ```
/// use ktour_tour::{Board, Puzzle, certificate::size};
/// assert!(size(&Puzzle::new(Board::new(8, 8)?)) < 20_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn size(puzzle: &Puzzle) -> u128 {
    formula::size(puzzle)
}

/// Proves that a puzzle has no solution, given the reason, in at most this many bytes. Cuts and steps are
/// written as they are made; [`Certificate`] puts the two files together.
///
/// ```
/// use ktour_tour::{Board, Control, Puzzle, TourKind, certificate::prove, theory::exists};
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
    most: u64,
    cuts: &mut dyn Write,
    steps: &mut dyn Write,
    control: &Control,
) -> Result<Certificate, Unproven> {
    let rest = puzzle.remaining();
    let needed = size(&rest);
    if needed > u128::from(most) {
        return Err(Unproven::TooLarge { board: puzzle.board().to_string(), needed, most });
    }
    let formula = Formula::new(&rest, control).ok_or(Unproven::Stopped)?;
    let mut ledger = ProofWriter::new(&formula, cuts, steps, most - needed as u64);
    write_argument(puzzle, &rest, reason, &mut ledger, control)?;
    let (cuts, steps) = (ledger.cut_count, ledger.step_count);
    Ok(Certificate { formula, cuts, steps })
}

/// Chooses the argument; its last step is a contradiction.
fn write_argument(
    puzzle: &Puzzle,
    rest: &Puzzle,
    reason: &Reason,
    ledger: &mut ProofWriter,
    control: &Control,
) -> Result<(), Unproven> {
    let formula = ledger.formula;
    if formula.squares.len() < 3 && formula.beyond.is_none() {
        return ledger.clause(None, &[]);
    }
    let mut is_beyond = vec![true; formula.graph.len()];
    is_beyond[..formula.squares.len()].fill(false);
    if formula.pieces(is_beyond, |_| true).len() > 1 {
        return arguments::pieces(ledger, &[]);
    }
    let colours = ColourCounts::new(formula, formula.colours(control).ok_or(Unproven::Stopped)?);
    match reason {
        _ if colours.contradicts(formula) && formula.beyond.is_none() => return colours.even(ledger),
        _ if colours.contradicts(formula) => {
            colours.ends(ledger)?;
            return ledger.clause(None, &[]);
        }
        Reason::Cut { removed, .. } => return arguments::pieces(ledger, removed),
        Reason::OuterLines { .. } | Reason::Schwenk { short: 4, .. } => {
            return arguments::lines(ledger, rest.board(), &colours.is_dark);
        }
        _ => colours.ends(ledger)?,
    }
    search(puzzle, ledger, control)
}

/// Searches, and writes every clash down.
fn search(puzzle: &Puzzle, ledger: &mut ProofWriter, control: &Control) -> Result<(), Unproven> {
    let Ok(Opening::Ready(mut problem)) = Problem::prepare(puzzle, control) else {
        return Err(Unproven::Stopped);
    };
    let mut stats = Stats::new(Method::Exact);
    let mut clashes = ConflictClauses::new(ledger, &problem, control);
    exact_with(&mut problem, u64::MAX, control, &mut stats, &mut clashes);
    match clashes.is_over {
        true => Ok(()),
        false => Err(clashes.error.unwrap_or(Unproven::Stopped)),
    }
}

impl Certificate {
    /// How many leaps the formula has.
    pub fn leaps(&self) -> usize {
        self.formula.graph.leap_count()
    }

    /// How many constraints it has.
    pub fn constraints(&self) -> u64 {
        self.formula.degrees() + self.cuts
    }

    /// How many steps the proof has.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The whole formula, given the cuts that were written.
    pub fn write_formula(&self, cuts: &mut dyn Read, out: &mut dyn Write) -> io::Result<()> {
        self.formula.write(self.cuts, out)?;
        io::copy(cuts, out).map(drop)
    }

    /// The whole proof, given the steps that were written.
    pub fn write_proof(&self, steps: &mut dyn Read, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "pseudo-Boolean proof version 3.0\nf {} ;\n", self.constraints())?;
        io::copy(steps, out)?;
        out.write_all(b"output NONE ;\nconclusion UNSAT : -1 ;\nend pseudo-Boolean proof ;\n")
    }
}

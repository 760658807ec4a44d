//! The writer of cuts and proof steps.
//!
//! The steps are those of `veripb`: a sum of constraints (`pol`), or a clause that follows by unit
//! propagation (`rup`). Cuts belong to the formula, which is complete before the proof begins, so cuts and
//! steps go to two outputs, which are combined at the end.

use std::{
    collections::HashMap,
    fmt::{self, Write as _},
    io,
};

use super::{Unproven, formula::Formula};

/// Maximum number of sets remembered as written; when it is reached, all are forgotten.
const MAX_MEMO_SETS: usize = 1 << 20;

/// A summand of a `pol` step.
#[derive(Clone, Copy)]
pub(super) enum Term<'a> {
    /// The constraint that a vertex has at least two leaps.
    Least(u32),
    /// The constraint that a vertex has at most two leaps.
    Most(u32),
    /// A cut, by its number.
    Cut(u64),
    /// A step with a name.
    Named(&'a str),
    /// The bound that the variable of a leap is at max_bytes 1.
    Spare(u32),
}

/// A writer of cuts and steps, which counts them and their bytes.
pub(super) struct ProofWriter<'a> {
    pub(super) formula: &'a Formula,
    cuts: &'a mut dyn io::Write,
    steps: &'a mut dyn io::Write,
    max_bytes: u64,
    pub(super) written: u64,
    pub(super) cut_count: u64,
    pub(super) step_count: u64,
    /// Numbers of the cuts written, by their sets, and facts already derived.
    known: HashMap<u128, u64>,
    is_in: Vec<bool>,
    line: String,
}

impl<'a> ProofWriter<'a> {
    /// Creates a writer of at max_bytes `max_bytes` bytes.
    pub(super) fn new(
        formula: &'a Formula,
        cuts: &'a mut dyn io::Write,
        steps: &'a mut dyn io::Write,
        max_bytes: u64,
    ) -> ProofWriter<'a> {
        let is_in = vec![false; formula.graph.vertex_count()];
        let (known, line) = (HashMap::new(), String::new());
        ProofWriter {
            formula,
            cuts,
            steps,
            max_bytes,
            written: 0,
            cut_count: 0,
            step_count: 0,
            known,
            is_in,
            line,
        }
    }

    /// Writes the cut that at least two leaps lead out of the set, if it is new; returns its number.
    pub(super) fn cut(&mut self, set: &[u32]) -> Result<u64, Unproven> {
        let key = key(0, set);
        if let Some(&number) = self.known.get(&key) {
            return Ok(number);
        }
        let formula = self.formula;
        set.iter().for_each(|&vertex| self.is_in[vertex as usize] = true);
        self.line.push_str("* out of");
        for &vertex in set {
            let _ = write!(self.line, " {}", formula.vertex(vertex));
        }
        self.line.push('\n');
        for &vertex in set {
            for &(leap, to) in formula.graph.neighbours(vertex) {
                if !self.is_in[to as usize] {
                    let _ = write!(self.line, "+1 {} ", formula.leap(leap));
                }
            }
        }
        self.line.push_str(">= 2 ;\n");
        set.iter().for_each(|&vertex| self.is_in[vertex as usize] = false);
        self.cuts.write_all(self.line.as_bytes())?;
        self.count_line()?;
        self.cut_count += 1;
        let number = formula.degrees() + self.cut_count;
        self.remember(key, number);
        Ok(number)
    }

    /// Writes that a proper subset has fewer leaps inside than vertices: as many would form a cycle.
    pub(super) fn write_subtour(&mut self, set: &[u32]) -> Result<(), Unproven> {
        if self.is_new(1, set, 0) {
            let cut = self.cut(set)?;
            let degrees = set.iter().map(|&vertex| Term::Most(vertex));
            self.sum(None, [Term::Cut(cut)].into_iter().chain(degrees), true)?;
        }
        Ok(())
    }

    /// Writes that a leap leads from a set to the other vertices, except for one vertex, which has two leaps
    /// only.
    pub(super) fn write_outgoing(&mut self, set: &mut Vec<u32>, vertex: u32) -> Result<(), Unproven> {
        if self.is_new(2, set, vertex) {
            let one = self.cut(set)?;
            set.push(vertex);
            let other = self.cut(set)?;
            set.pop();
            self.sum(None, [Term::Cut(one), Term::Cut(other), Term::Most(vertex)], true)?;
        }
        Ok(())
    }

    /// Writes a sum of constraints, divided by two if `is_halved`.
    pub(super) fn sum<'t>(
        &mut self,
        name: Option<&str>,
        terms: impl IntoIterator<Item = Term<'t>>,
        is_halved: bool,
    ) -> Result<(), Unproven> {
        self.named(name);
        self.line.push_str("pol");
        for (at, term) in terms.into_iter().enumerate() {
            let _ = match term {
                Term::Least(vertex) => write!(self.line, " {}", 2 * vertex + 1),
                Term::Most(vertex) => write!(self.line, " {}", 2 * vertex + 2),
                Term::Cut(number) => write!(self.line, " {number}"),
                Term::Named(name) => write!(self.line, " @{name}"),
                Term::Spare(leap) => write!(self.line, " ~{}", self.formula.leap(leap)),
            };
            if at > 0 {
                self.line.push_str(" +");
            }
        }
        self.line.push_str(if is_halved { " 2 d ;\n" } else { " ;\n" });
        self.step()
    }

    /// Writes the clause that one of the leaps is included.
    pub(super) fn clause(&mut self, name: Option<&str>, leaps: &[u32]) -> Result<(), Unproven> {
        self.named(name);
        self.line.push_str("rup");
        for &leap in leaps {
            let _ = write!(self.line, " +1 {}", self.formula.leap(leap));
        }
        self.line.push_str(" >= 1 ;\n");
        self.step()
    }

    /// Deletes a step that the rest of the proof does not use.
    pub(super) fn delete(&mut self, name: impl fmt::Display) -> Result<(), Unproven> {
        let _ = writeln!(self.line, "del id @{name} ;");
        self.steps.write_all(self.line.as_bytes())?;
        self.count_line()
    }

    fn named(&mut self, name: Option<&str>) {
        if let Some(name) = name {
            let _ = write!(self.line, "@{name} ");
        }
    }

    fn step(&mut self) -> Result<(), Unproven> {
        self.step_count += 1;
        self.steps.write_all(self.line.as_bytes())?;
        self.count_line()
    }

    fn count_line(&mut self) -> Result<(), Unproven> {
        self.written += self.line.len() as u64;
        self.line.clear();
        if self.written > self.max_bytes { Err(Unproven::Grew { most: self.max_bytes }) } else { Ok(()) }
    }

    fn is_new(&mut self, what: u64, set: &[u32], vertex: u32) -> bool {
        let key = key(what << 32 | u64::from(vertex), set);
        let is_new = !self.known.contains_key(&key);
        self.remember(key, 0);
        is_new
    }

    fn remember(&mut self, key: u128, number: u64) {
        if self.known.len() == MAX_MEMO_SETS {
            self.known.clear();
        }
        self.known.insert(key, number);
    }
}

/// A hash of a set that does not depend on the order of its vertices.
fn key(what: u64, set: &[u32]) -> u128 {
    let mixed = |number: u64| {
        let mut number =
            u128::from(number).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        number ^= number >> 67;
        number = number.wrapping_mul(0xda94_2042_e4dd_58b5_2545_f491_4f6c_dd1d);
        number ^ number >> 59
    };
    set.iter().fold(mixed(u64::MAX - what), |sum, &vertex| sum.wrapping_add(mixed(u64::from(vertex))))
}

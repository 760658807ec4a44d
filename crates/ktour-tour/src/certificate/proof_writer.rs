//! The ledger: cuts and steps, each written as soon as it is made.
//!
//! The steps are those that `veripb` knows: a sum of constraints (`pol`), or a clause that follows from
//! single constraints taken in turn (`rup`). Cuts belong to the formula, which is complete before the proof
//! begins, so the two go to two places and are put together at the end.

use std::{
    collections::HashMap,
    fmt::{self, Write as _},
    io,
};

use super::{Unproven, formula::Formula};

/// Of so many sets it is remembered that they were used; then all are forgotten.
const MAX_MEMO_SETS: usize = 1 << 20;

/// Something that a sum adds up.
#[derive(Clone, Copy)]
pub(super) enum Term<'a> {
    /// At least two leaps of a vertex.
    Least(u32),
    /// At most two of them.
    Most(u32),
    /// A cut, by its number.
    Cut(u64),
    /// A step with a name.
    Named(&'a str),
    /// A leap that may be left: it is at most 1.
    Spare(u32),
}

/// Where cuts and steps are written.
pub(super) struct ProofWriter<'a> {
    pub(super) formula: &'a Formula,
    cuts: &'a mut dyn io::Write,
    steps: &'a mut dyn io::Write,
    most: u64,
    pub(super) written: u64,
    pub(super) cut_count: u64,
    pub(super) step_count: u64,
    /// Sets whose cut is written, and facts that were derived.
    known: HashMap<u128, u64>,
    is_in: Vec<bool>,
    line: String,
}

impl<'a> ProofWriter<'a> {
    /// Nothing yet; of the bytes allowed, the formula's own are gone.
    pub(super) fn new(
        formula: &'a Formula,
        cuts: &'a mut dyn io::Write,
        steps: &'a mut dyn io::Write,
        most: u64,
    ) -> ProofWriter<'a> {
        let is_in = vec![false; formula.graph.len()];
        let (known, line) = (HashMap::new(), String::new());
        ProofWriter {
            formula,
            cuts,
            steps,
            most,
            written: 0,
            cut_count: 0,
            step_count: 0,
            known,
            is_in,
            line,
        }
    }

    /// The number of the constraint that at least two leaps lead out of the set.
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

    /// Leaps within a set that is not everything are fewer than its vertices: they would be a cycle.
    pub(super) fn write_subtour(&mut self, set: &[u32]) -> Result<(), Unproven> {
        if self.is_new(1, set, 0) {
            let cut = self.cut(set)?;
            let degrees = set.iter().map(|&vertex| Term::Most(vertex));
            self.sum(None, [Term::Cut(cut)].into_iter().chain(degrees), true)?;
        }
        Ok(())
    }

    /// A leap leads from a set to what is neither in it nor a certain vertex: that vertex has two leaps only.
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

    /// The sum of constraints, divided by two where all of it is even.
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

    /// One of the leaps is taken.
    pub(super) fn clause(&mut self, name: Option<&str>, leaps: &[u32]) -> Result<(), Unproven> {
        self.named(name);
        self.line.push_str("rup");
        for &leap in leaps {
            let _ = write!(self.line, " +1 {}", self.formula.leap(leap));
        }
        self.line.push_str(" >= 1 ;\n");
        self.step()
    }

    /// A step that is not needed any more.
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
        if self.written > self.most { Err(Unproven::Grew { most: self.most }) } else { Ok(()) }
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

/// A set by a number that no other has, whatever the order of its vertices.
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

//! The strip: boards of a fixed width and every length, decided column by column.
//!
//! Columns are added one at a time, and with each the leaps that join it to the two before. Only
//! those two columns can still be joined to what follows, so all that a partial choice of leaps
//! must remember is, for each of their squares, its *mate*:
//!
//! * itself: no chosen leap touches it (*bare*);
//! * another square: the two are the ends of one chosen path (*outer*);
//! * `END`: it is one end of a path whose other end is a given end of the tour;
//! * `DONE`: it has all its leaps, or is a hole (*inner*).
//!
//! There are finitely many such states, so the set of states that n plain columns can lead to
//! is, from some n on, periodic in n, and so is every answer. That makes a finite computation a
//! proof for all lengths.

use std::collections::HashMap;

const DONE: u8 = 30;
const END: u8 = 31;

/// A cell of a new column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RowCell {
    Plain,
    End,
    Hole,
}

/// The mates of two columns, five bits each.
type ColumnState = u64;
/// The state that has finished a tour; no column follows it.
pub(crate) const FINISHED: u32 = 0;
/// The state before the first column.
pub(crate) const EMPTY: u32 = 1;

/// The successors of one state for a column, if they are computed.
type NextStates = Option<Box<[u32]>>;

/// The states of a strip, numbered in the order of discovery, with their successors for each column.
pub(crate) struct Strip {
    pub(crate) width: usize,
    states: Vec<ColumnState>,
    numbers: HashMap<ColumnState, u32>,
    next: HashMap<Vec<RowCell>, Vec<NextStates>>,
}

impl Strip {
    pub(crate) fn new(width: usize) -> Self {
        let done = (0..2 * width).fold(0, |state, i| state | u64::from(DONE) << (5 * i));
        let mut strip = Strip { width, states: Vec::new(), numbers: HashMap::new(), next: HashMap::new() };
        strip.number(u64::MAX);
        strip.number(done);
        strip
    }

    /// Number of states discovered.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// How many given ends a state has behind it.
    pub(crate) fn ends(&self, state: u32) -> usize {
        let packed = self.states[state as usize];
        let mates = (0..2 * self.width).map(|i| (packed >> (5 * i) & 31) as u8);
        if state == FINISHED { 2 } else { mates.filter(|&mate| mate == END).count() }
    }

    /// A column with all rows plain but some.
    pub(crate) fn column(&self, special: &[(usize, RowCell)]) -> Vec<RowCell> {
        let mut column = vec![RowCell::Plain; self.width];
        special.iter().for_each(|&(row, cell)| column[row] = cell);
        column
    }

    fn number(&mut self, state: ColumnState) -> u32 {
        *self.numbers.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.states.len() as u32 - 1
        })
    }

    /// The states that a column leads to from one of them.
    pub(crate) fn after(&mut self, state: u32, column: &[RowCell]) -> &[u32] {
        let known = |strip: &Strip| strip.next.get(column)?.get(state as usize)?.as_ref().map(|_| ());
        if known(self).is_none() {
            let mut found = Vec::new();
            if state != FINISHED {
                let mates = self.mates(state, column);
                choose(&leaps(self.width), mates, self.width, &mut found);
            }
            found.sort_unstable();
            found.dedup();
            let numbers: Box<[u32]> = found.into_iter().map(|state| self.number(state)).collect();
            let row = self.next.entry(column.to_vec()).or_default();
            if row.len() <= state as usize {
                row.resize(state as usize + 1, None);
            }
            row[state as usize] = Some(numbers);
        }
        self.next[column][state as usize].as_deref().expect("stored above")
    }

    /// The states that a column leads to from any of some, in order.
    pub(crate) fn after_all(&mut self, states: &[u32], column: &[RowCell]) -> Vec<u32> {
        let mut met = vec![false; self.len()];
        for &state in states {
            let next = self.after(state, column).to_vec();
            met.resize(self.len(), false);
            next.into_iter().for_each(|state| met[state as usize] = true);
        }
        (0..).zip(met).filter(|&(_, met)| met).map(|(state, _)| state).collect()
    }

    fn mates(&self, state: u32, column: &[RowCell]) -> Vec<u8> {
        let old = 2 * self.width;
        let packed = self.states[state as usize];
        let mut mates: Vec<u8> = (0..old).map(|i| (packed >> (5 * i) & 31) as u8).collect();
        mates.extend(column.iter().zip(old..).map(|(cell, at)| match cell {
            RowCell::Plain => at as u8,
            RowCell::End => END,
            RowCell::Hole => DONE,
        }));
        mates
    }
}

/// The leaps between a new column and the two before, those of the column about to leave first.
fn leaps(width: usize) -> Vec<(usize, usize)> {
    let reach = |column: usize, rows: usize| {
        let pairs =
            (0..width).flat_map(move |row| [row.checked_sub(rows), Some(row + rows)].map(|to| (row, to)));
        pairs.filter_map(move |(row, to)| {
            to.filter(|&to| to < width).map(|to| (column * width + row, 2 * width + to))
        })
    };
    reach(0, 1).chain(reach(1, 2)).collect()
}

/// Chooses some of the leaps in every way and collects the states that result.
fn choose(leaps: &[(usize, usize)], mates: Vec<u8>, width: usize, found: &mut Vec<ColumnState>) {
    // A square whose last leap has been decided must be done.
    let leaving = leaps.first().map_or(width, |&(from, _)| from.min(width));
    if mates[..leaving].iter().any(|&mate| mate != DONE) {
        return;
    }
    let Some((&(a, b), rest)) = leaps.split_first() else {
        if mates.iter().any(|&mate| mate != DONE) {
            let shifted =
                mates[width..].iter().map(|&mate| if mate < DONE { mate - width as u8 } else { mate });
            found.push(shifted.enumerate().fold(0, |state, (i, mate)| state | u64::from(mate) << (5 * i)));
        }
        return;
    };
    choose(rest, mates.clone(), width, found);
    let (x, y) = (mates[a], mates[b]);
    if x == DONE || y == DONE {
        return;
    }
    if usize::from(x) == b || (x == END && y == END) {
        let others = mates.iter().enumerate().filter(|&(i, _)| i != a && i != b);
        if others.into_iter().all(|(_, &mate)| mate == DONE) {
            found.push(u64::MAX);
        }
        return;
    }
    let mut joined = mates;
    (joined[a], joined[b]) = (DONE, DONE);
    // A bare square is its own mate and stays the outer end of the longer path.
    if x < DONE {
        joined[usize::from(x)] = y;
    }
    if y < DONE {
        joined[usize::from(y)] = x;
    }
    choose(rest, joined, width, found);
}

/// A sequence that is periodic from some place on.
pub(crate) struct Orbit<T> {
    pub(crate) terms: Vec<T>,
    pub(crate) period: usize,
}

impl<T: PartialEq> Orbit<T> {
    /// Repeats a step until a term comes back.
    pub(crate) fn of(first: T, mut step: impl FnMut(&T) -> T) -> Self {
        let mut terms = vec![first];
        loop {
            let next = step(&terms[terms.len() - 1]);
            if let Some(at) = terms.iter().position(|term| *term == next) {
                let period = terms.len() - at;
                return Orbit { terms, period };
            }
            terms.push(next);
        }
    }

    /// The n-th term.
    pub(crate) fn at(&self, n: usize) -> &T {
        let before = self.terms.len() - self.period;
        if n < before { &self.terms[n] } else { &self.terms[before + (n - before) % self.period] }
    }

    /// Number of terms up to the end of the second period.
    pub(crate) fn span(&self) -> usize {
        self.terms.len() + self.period
    }
}

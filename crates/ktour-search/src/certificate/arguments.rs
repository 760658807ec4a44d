//! Arguments that need no search, each a few sums of constraints.
//!
//! * *Pieces:* remove k vertices. Every remaining piece needs two leaps to them, but they have only 2k.
//! * *Colours:* leaps between squares change the colour, so the sum over one colour minus the sum over the
//!   other retains only the leaps to the virtual vertex: it is the number of ends of each colour.
//! * *Lines:* on four ranks the leaps of the outer two lead to the inner two, which then have no leap for
//!   each other. So dark outer and light inner squares are never joined to the others.

use super::{
    Unproven,
    formula::Formula,
    proof_writer::{ProofWriter, Term},
};
use ktour_core::{Board, Square};

/// Writes that too many pieces remain without some vertices, which include the virtual vertex of an open
/// tour.
pub(super) fn pieces(writer: &mut ProofWriter, removed: &[Square]) -> Result<(), Unproven> {
    let formula = writer.formula;
    let squares = removed.iter().filter_map(|square| formula.squares.binary_search(square).ok());
    let removed: Vec<u32> = squares.map(|vertex| vertex as u32).chain(formula.beyond).collect();
    let mut is_gone = vec![false; formula.graph.vertex_count()];
    removed.iter().for_each(|&vertex| is_gone[vertex as usize] = true);
    let mut pieces = formula.pieces(is_gone, |_| true);
    pieces.sort_by_key(Vec::len);
    let cuts: Result<Vec<u64>, Unproven> =
        pieces.iter().take(removed.len() + 1).map(|piece| writer.cut(piece)).collect();
    let cuts = cuts?.into_iter().map(Term::Cut);
    writer.sum(None, cuts.chain(removed.into_iter().map(Term::Most)), false)
}

/// Numbers of squares and of given ends of each colour: dark, then light.
pub(super) struct ColourCounts {
    pub(super) is_dark: Vec<bool>,
    squares: [i64; 2],
    given: [i64; 2],
}

/// Names of the constraints on free ends: at least, at most; of dark, then of light squares.
pub(super) const ENDS: [[&str; 2]; 2] = [["dark_least", "dark_most"], ["light_least", "light_most"]];

impl ColourCounts {
    pub(super) fn new(formula: &Formula, is_dark: Vec<bool>) -> ColourCounts {
        let count = |is_one: bool| is_dark.iter().filter(|&&is_dark| is_dark == is_one).count() as i64;
        let ends = |is_one: bool| {
            formula.gates.iter().filter(|gate| is_dark[gate.square as usize] == is_one).count() as i64
        };
        let (squares, given) = ([count(true), count(false)], [ends(true), ends(false)]);
        ColourCounts { is_dark, squares, given }
    }

    /// Whether the colours alone forbid the tour.
    pub(super) fn contradicts(&self, formula: &Formula) -> bool {
        let more = self.squares[0] - self.squares[1];
        match formula.beyond {
            None => more != 0,
            Some(_) => 1 + more < self.given[0] || 1 - more < self.given[1],
        }
    }

    /// Degree constraints of all squares: at least two for one colour, at most two for the other.
    fn least<'t>(&'t self, is_dark: bool) -> impl Iterator<Item = Term<'t>> {
        let term = move |(vertex, &is_one): (usize, &bool)| match is_one == is_dark {
            true => Term::Least(vertex as u32),
            false => Term::Most(vertex as u32),
        };
        self.is_dark.iter().enumerate().map(term)
    }

    /// Writes that a closed tour has as many squares of either colour.
    pub(super) fn even(&self, writer: &mut ProofWriter) -> Result<(), Unproven> {
        writer.sum(None, self.least(self.squares[0] > self.squares[1]), false)
    }

    /// Writes the numbers of free ends of each colour that an open tour has.
    pub(super) fn ends(&self, writer: &mut ProofWriter) -> Result<(), Unproven> {
        let formula = writer.formula;
        let Some(beyond) = formula.beyond else { return Ok(()) };
        // Both leaps of a gate are included.
        let names: Vec<[String; 2]> = formula
            .gates
            .iter()
            .map(|gate| gate.leaps.map(|leap| format!("takes_{}", formula.leap(leap))))
            .collect();
        for (gate, names) in formula.gates.iter().zip(&names) {
            for (&leap, name) in gate.leaps.iter().zip(names) {
                writer.clause(Some(name), &[leap])?;
            }
        }
        for (is_dark, [least, most]) in [(true, ENDS[0]), (false, ENDS[1])] {
            for (name, is_least) in [(least, true), (most, false)] {
                let degree = if is_least { Term::Least(beyond) } else { Term::Most(beyond) };
                // A given end adds one to the sum, or subtracts one.
                let given = formula.gates.iter().zip(&names).flat_map(|(gate, [end, way])| {
                    let adds = (self.is_dark[gate.square as usize] == is_dark) == is_least;
                    let fixed = |adds: bool, leap: u32, name| {
                        if adds { Term::Spare(leap) } else { Term::Named(name) }
                    };
                    [fixed(adds, gate.leaps[0], &**end), fixed(is_least, gate.leaps[1], &**way)]
                });
                let squares = self.least(is_dark == is_least);
                writer.sum(Some(name), squares.chain([degree]).chain(given), true)?;
            }
        }
        Ok(())
    }
}

/// Writes the argument for four ranks, or four files, with holes on the inner ones only.
pub(super) fn lines(writer: &mut ProofWriter, board: &Board, is_dark: &[bool]) -> Result<(), Unproven> {
    let formula = writer.formula;
    let is_high = board.ranks() == 4;
    let is_inner = |&square: &Square| matches!(if is_high { square.rank } else { square.file }, 1 | 2);
    let line = |(vertex, square): (usize, &Square)| match is_inner(square) {
        true => Term::Most(vertex as u32),
        false => Term::Least(vertex as u32),
    };
    let beyond = formula.beyond.map(Term::Most);
    writer.sum(None, formula.squares.iter().enumerate().map(line).chain(beyond), false)?;
    let side = |vertex: u32| {
        let at = vertex as usize;
        formula.squares.get(at).map(|square| is_dark[at] != is_inner(square))
    };
    let side_of = |vertex: u32| {
        let gate = formula.gates.iter().find(|gate| gate.gate == vertex);
        side(gate.map_or(vertex, |gate| gate.square))
    };
    let mut one: Vec<u32> =
        (0..formula.graph.vertex_count() as u32).filter(|&vertex| side_of(vertex) == Some(true)).collect();
    match formula.beyond {
        Some(beyond) => writer.write_outgoing(&mut one, beyond)?,
        None => drop(writer.cut(&one)?),
    }
    writer.clause(None, &[])
}

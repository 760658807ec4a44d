//! Checks from the board alone that every tour satisfies every constraint of a formula.
//!
//! Like the Python script that comes with a proof, this module knows the rules of leaping and the two forms
//! of constraints, but not how a formula is made.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, BufRead},
};

use thiserror::Error;

use ktour_core::{Puzzle, TourKind};

/// Why a formula is not about a puzzle's tours.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormulaFlaw {
    /// A constraint that some tour may not satisfy.
    #[error("line {line} of the formula is not true of every tour of this board")]
    Untrue {
        /// The line, counted from one.
        line: u64,
    },
    /// The formula cannot be read.
    #[error("the formula cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

/// Returns the number of constraints in the formula, if every solution of the puzzle satisfies each of them:
/// at least two leaps lead out of a set of vertices, or at most two lead out of a single vertex. An open tour
/// of one remaining square satisfies none, since it is no cycle.
///
/// ```
/// use ktour::{Board, Puzzle, TourKind, certificate::check};
/// let puzzle = Puzzle::new(Board::new(5, 5)?).with_kind(TourKind::Closed);
/// let corner = "* out of a1\n+1 a1_c2 +1 a1_b3 >= 2 ;\n";
/// assert_eq!(check(&puzzle, &mut corner.as_bytes())?, 1);
/// assert!(check(&puzzle, &mut corner.replace(">= 2", ">= 3").as_bytes()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(puzzle: &Puzzle, formula: &mut dyn BufRead) -> Result<u64, FormulaFlaw> {
    let remaining = puzzle.remaining();
    // An open tour of one square would use the same leap twice: it is no cycle.
    let is_cycle = remaining.kind() == Some(TourKind::Closed) || remaining.board().square_count() > 1;
    let out = leaps(&remaining);
    let (mut group, mut line, mut number, mut count) = (BTreeSet::new(), String::new(), 0, 0);
    loop {
        number += 1;
        line.clear();
        if formula.read_line(&mut line)? == 0 {
            return Ok(count);
        }
        if line.starts_with('*') {
            if let Some(names) = line.strip_prefix("* out of ") {
                group = names.split_whitespace().map(str::to_owned).collect();
            }
            continue;
        }
        if !is_cycle || !is_true(&out, &group, &line) {
            return Err(FormulaFlaw::Untrue { line: number });
        }
        count += 1;
    }
}

/// Every vertex, with its neighbours and the names of the leaps to them.
type Out = BTreeMap<String, BTreeMap<String, String>>;

fn is_true(out: &Out, group: &BTreeSet<String>, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [terms @ .., ">=", bound, ";"] = &words[..] else { return false };
    if group.is_empty() || !group.iter().all(|vertex| out.contains_key(vertex)) {
        return false;
    }
    let leaps = group.iter().flat_map(|vertex| &out[vertex]).filter(|(to, _)| !group.contains(*to));
    let mut leaps: Vec<&str> = leaps.map(|(_, leap)| &**leap).collect();
    let mut named: Vec<&str> = terms.iter().skip(1).step_by(2).copied().collect();
    leaps.sort_unstable();
    named.sort_unstable();
    let signs = |sign: &str| terms.iter().step_by(2).all(|&is| is == sign);
    let at_least = signs("+1") && *bound == "2" && (group.len() == 1 || group.len() < out.len());
    let at_most = signs("-1") && *bound == "-2" && group.len() == 1;
    leaps == named && terms.len() == 2 * named.len() && (at_least || at_most)
}

/// The leaps of a puzzle with at most its start visited.
fn leaps(remaining: &Puzzle) -> Out {
    let board = remaining.board();
    let mut out: Out = board.squares().map(|square| (square.to_string(), BTreeMap::new())).collect();
    let mut join = |a: &str, b: &str| {
        for (from, to) in [(a, b), (b, a)] {
            out.entry(from.to_owned()).or_default().insert(to.to_owned(), format!("{a}_{b}"));
        }
    };
    for a in board.squares() {
        for b in board.leaps(remaining.leaper(), a).filter(|&b| a < b) {
            join(&a.to_string(), &b.to_string());
        }
    }
    if remaining.kind() == Some(TourKind::Closed) {
        return out;
    }
    let given: Vec<_> = [(remaining.start(), "first"), (remaining.end(), "last")]
        .into_iter()
        .filter_map(|(end, gate)| Some((end?, gate)))
        .collect();
    for square in board.squares().filter(|_| given.len() < 2) {
        if given.iter().all(|(end, _)| *end != square) {
            join(&square.to_string(), "beyond");
        }
    }
    for (end, gate) in given {
        join(&end.to_string(), gate);
        join("beyond", gate);
    }
    out
}

//! The checker of reasons, which uses only the puzzle, the reason and the rules of leaping.
//!
//! It does not know how reasons are found. A person can do the same with pencil and paper, except for the
//! searches, which are run again in the simplest possible way.

mod flaw;
mod replay;
mod requirements;

use std::collections::HashSet;

use crate::{
    Board, KNIGHT, Puzzle, Square, TourKind,
    proof::{LeaperBound, Reason, SymmetryFacts},
};
pub use flaw::Flaw;
use requirements::Requirements;

/// Checks that the reason shows that the puzzle has no solution, or with [`Reason::Unkept`], none that has
/// these symmetries.
///
/// ```
/// use ktour::{Board, Puzzle, Reason, Square, TourKind, proof};
/// let puzzle = Puzzle::new(Board::new(3, 3)?);
/// let centre = Reason::FewNeighbours { kind: TourKind::Open, squares: vec![(Square::new(1, 1), 0)] };
/// assert_eq!(proof::check(&puzzle, &centre), Ok(()));
/// # Ok::<(), ktour::error::BoardError>(())
/// ```
pub fn check(puzzle: &Puzzle, reason: &Reason) -> Result<(), Flaw> {
    if puzzle.visited().len() > 1 && !matches!(reason, Reason::TooSmall { .. }) {
        return check(&puzzle.remaining(), reason);
    }
    let terms = Requirements::new(puzzle);
    let board = puzzle.board();
    match reason {
        Reason::TooSmall { squares } => {
            require(*squares == board.square_count())?;
            reject_if(terms.is_closed && *squares < 3)
        }
        Reason::Parity { dark, light, .. } => {
            require(board.colour_counts() == (*dark, *light) && puzzle.leaper().changes_colour())?;
            reject_if(terms.clashes_with_colours(*dark, *light))
        }
        Reason::FewNeighbours { squares, .. } => few_neighbours(board, &terms, squares),
        Reason::Contested { square, by, .. } => {
            let needs_it = |&other: &Square| {
                terms.exists(other)
                    && terms.degree(other) == 2
                    && puzzle.leaper().is_leap(*square, other)
                    && !terms.ends.contains(&other)
            };
            require(terms.exists(*square) && by.iter().all(needs_it))?;
            reject_if(distinct(by.iter().copied()) > terms.needs(*square) + terms.free)
        }
        Reason::Shortage { squares, givers } => shortage(&terms, squares, givers),
        Reason::Disconnected { from, to } => {
            require(terms.exists(*from) && terms.exists(*to))?;
            reject_if(!terms.reachable(*from, &HashSet::new())?.contains(to))
        }
        Reason::Cut { removed, pieces, .. } => cut(&terms, removed, pieces),
        Reason::OuterLines { end, hole, .. } => {
            require(end.is_none_or(|end| terms.ends.contains(&end)))?;
            require(hole.is_none_or(|hole| board.holes().contains(&hole)))?;
            outer_lines(puzzle, &terms)
        }
        Reason::Schwenk { short, long } => {
            let sides = (board.files().min(board.ranks()), board.files().max(board.ranks()));
            require(
                board.is_rectangle()
                    && puzzle.leaper() == KNIGHT
                    && terms.is_closed
                    && sides == (*short, *long),
            )?;
            if *short == 4 { outer_lines(puzzle, &terms) } else { terms.exhausted() }
        }
        Reason::Leaper { leaper, bound } => {
            require(board.is_rectangle() && *leaper == puzzle.leaper() && board.area() > 1)?;
            let (r, s) = (u64::from(leaper.r()), u64::from(leaper.s()));
            let (short, long) = (board.files().min(board.ranks()), board.files().max(board.ranks()));
            reject_if(match *bound {
                LeaperBound::Colour => (r + s) % 2 == 0,
                LeaperBound::Divisor(d) => d > 1 && r % d == 0 && s % d == 0,
                LeaperBound::Narrow(side) => side == short && short < r + s,
                LeaperBound::Short(side) => side == long && long < 2 * s,
            })
        }
        Reason::Forced(proof) => replay::replay(&terms, proof),
        Reason::Unkept(all) => {
            require(!all.is_empty())?;
            all.iter().try_for_each(|unkept| unkept_by(puzzle, &terms, unkept))
        }
        Reason::Exhausted { .. } => terms.exhausted(),
    }
}

fn few_neighbours(board: &Board, terms: &Requirements, squares: &[(Square, usize)]) -> Result<(), Flaw> {
    let is_so = |&(square, count): &(Square, usize)| terms.exists(square) && terms.degree(square) == count;
    require(squares.iter().all(is_so))?;
    let not_ends = squares.iter().map(|&(square, _)| square).filter(|square| !terms.ends.contains(square));
    let poor = distinct(not_ends);
    let cut_off = squares.iter().any(|&(_, count)| count == 0);
    let too_few = squares.iter().all(|&(_, count)| count < 2) && poor > terms.free;
    reject_if(board.square_count() > 1 && (cut_off || too_few))
}

fn shortage(terms: &Requirements, squares: &[Square], givers: &[Square]) -> Result<(), Flaw> {
    let needy: HashSet<Square> = squares.iter().copied().collect();
    let giving: HashSet<Square> = givers.iter().copied().collect();
    require(needy.iter().chain(&giving).all(|&square| terms.exists(square)))?;
    let apart = |&square: &Square| terms.leaps(square).all(|to| !needy.contains(&to));
    require(needy.is_disjoint(&giving) && needy.iter().all(apart))?;
    let needed: usize = needy.iter().map(|&square| terms.needs(square)).sum();
    let given: usize = giving.iter().map(|&square| terms.needs(square)).sum();
    let leaps = needy.iter().flat_map(|&square| terms.leaps(square));
    let elsewhere = leaps.filter(|to| !giving.contains(to)).count();
    reject_if(needed > given + elsewhere + terms.free_among(&needy))
}

fn cut(terms: &Requirements, removed: &[Square], pieces: &[Vec<Square>]) -> Result<(), Flaw> {
    let gone: HashSet<Square> = removed.iter().copied().collect();
    let is_left = |&square: &Square| terms.exists(square) && !gone.contains(&square);
    require(gone.iter().all(|&square| terms.exists(square)) && pieces.iter().flatten().all(is_left))?;
    let mut seen = HashSet::new();
    for piece in pieces {
        let &first = piece.first().ok_or(Flaw::OffTopic)?;
        require(!seen.contains(&first))?;
        let reached = terms.reachable(first, &gone)?;
        require(reached == piece.iter().copied().collect())?;
        seen.extend(reached);
    }
    let lost = terms.ends.iter().filter(|end| gone.contains(end)).count();
    reject_if(pieces.len() > gone.len() + usize::from(!terms.is_closed) - lost)
}

fn require(fact: bool) -> Result<(), Flaw> {
    if fact { Ok(()) } else { Err(Flaw::OffTopic) }
}

fn reject_if(fact: bool) -> Result<(), Flaw> {
    if fact { Ok(()) } else { Err(Flaw::Harmless) }
}

fn distinct(squares: impl Iterator<Item = Square>) -> usize {
    squares.collect::<HashSet<_>>().len()
}

/// Checks that no tour has a symmetry, by the squares that stay in place, those joined to their image, and
/// the colours.
fn unkept_by(puzzle: &Puzzle, terms: &Requirements, unkept: &SymmetryFacts) -> Result<(), Flaw> {
    let (board, leaper) = (puzzle.board(), puzzle.leaper());
    let SymmetryFacts { symmetry, kind, squares, stay, crossed, recolours, ends } = *unkept;
    let order = u128::from(symmetry.order());
    require(board.small_area().is_some() && order > 1 && board.symmetries().contains(&symmetry))?;
    require(squares == board.square_count() && (kind == TourKind::Closed) == terms.is_closed)?;
    let image = |square: Square| symmetry.apply_to_square(board, square);
    let joined = |square: &Square| leaper.is_leap(*square, image(*square));
    let counted = board.squares().filter(|&square| image(square) == square).count() as u128;
    let halves = if order == 2 { board.squares().filter(joined).count() as u128 } else { 0 };
    require((stay, 2 * crossed) == (counted, halves))?;
    // A mirror whose axis goes through all squares moves none of them, and every tour has it.
    reject_if(stay < squares)?;
    let changes = |square: Square| square.is_dark() != image(square).is_dark();
    require(recolours.is_none_or(|recolours| {
        leaper.changes_colour() && board.squares().all(|square| changes(square) == recolours)
    }))?;
    require(ends.is_none_or(|(end, there)| terms.ends.contains(&end) && there == image(end)))?;
    // The ends are images of each other, so a given end must not stay in place or be the image of another
    // square.
    let clashes = ends
        .is_some_and(|(end, there)| end == there || terms.ends.len() == 2 && !terms.ends.contains(&there));
    let middles = if terms.is_closed { 2 } else { 1 };
    let is_reversed = order == 2 && stay <= middles && stay + crossed >= middles && !clashes;
    let is_even =
        squares % order == 0 && recolours.is_none_or(|recolours| recolours == (squares / order % 2 == 1));
    let is_carried = terms.is_closed && stay == 0 && is_even;
    reject_if(!is_reversed && !is_carried)
}

/// Checks the argument for boards four squares wide. Leaps from the outer lines lead to the inner ones, since
/// a leap moves one or two lines across. Both have as many squares, so in a closed tour, with an end on an
/// inner line, or with an inner square missing, outer and inner squares alternate; but colours alternate too,
/// and outer squares have both colours.
fn outer_lines(puzzle: &Puzzle, terms: &Requirements) -> Result<(), Flaw> {
    let board = puzzle.board();
    let across = |square: Square| if board.ranks() == 4 { square.rank } else { square.file };
    let is_inner = |square: &Square| matches!(across(*square), 1 | 2);
    require((board.files() == 4 || board.ranks() == 4) && puzzle.leaper() == KNIGHT)?;
    require(board.holes().iter().all(is_inner))?;
    reject_if(terms.is_closed || !board.is_rectangle() || terms.ends.iter().any(is_inner))
}

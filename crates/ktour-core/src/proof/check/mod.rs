//! The checker of reasons, which uses only the puzzle, the reason and the rules of leaping.
//!
//! It does not know how reasons are found. A person can do the same with pencil and paper, except for the
//! searches, which are run again in the simplest possible way.

mod replay;
mod requirements;

use std::collections::HashSet;

use thiserror::Error;

use crate::{
    Board, KNIGHT, Puzzle, Square, TourKind,
    proof::{LeaperBound, Reason, SymmetryFacts},
};
use requirements::Requirements;

/// Why a reason does not show what it claims.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The facts in it are not those of the puzzle.
    #[error("the reason speaks of another board or another kind of tour")]
    OffTopic,
    /// The facts are right, but they do not rule out a tour.
    #[error("the facts are right but do not forbid a tour")]
    Harmless,
    /// A step of a proof does not follow from those before it.
    #[error("step {0} of the proof does not follow")]
    BadStep(usize),
    /// A proof omits a possible end.
    #[error("the proof leaves out the possible end {0}")]
    EndLeftOut(Square),
    /// There is a tour.
    #[error("the search, run again, finds a tour")]
    TourFound,
    /// Checking it again would take too long.
    #[error("{0} squares are too many to run the search again")]
    TooLarge(u128),
}

/// Checks that the reason shows that the puzzle has no solution, or with [`Reason::SymmetryImpossible`], none
/// that has these symmetries.
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
    let requirements = Requirements::new(puzzle);
    let board = puzzle.board();
    match reason {
        Reason::TooSmall { squares } => {
            require_facts(*squares == board.square_count())?;
            require_contradiction(requirements.is_closed && *squares < 3)
        }
        Reason::Parity { dark, light, .. } => {
            require_facts(board.colour_counts() == (*dark, *light) && puzzle.leaper().changes_colour())?;
            require_contradiction(requirements.clashes_with_colours(*dark, *light))
        }
        Reason::FewNeighbours { squares, .. } => few_neighbours(board, &requirements, squares),
        Reason::Contested { square, by, .. } => {
            let needs_it = |&other: &Square| {
                requirements.exists(other)
                    && requirements.degree(other) == 2
                    && puzzle.leaper().is_leap(*square, other)
                    && !requirements.ends.contains(&other)
            };
            require_facts(requirements.exists(*square) && by.iter().all(needs_it))?;
            require_contradiction(
                distinct(by.iter().copied()) > requirements.needs(*square) + requirements.free_ends,
            )
        }
        Reason::Shortage { squares, givers } => shortage(&requirements, squares, givers),
        Reason::Disconnected { from, to } => {
            require_facts(requirements.exists(*from) && requirements.exists(*to))?;
            require_contradiction(!requirements.reachable(*from, &HashSet::new())?.contains(to))
        }
        Reason::Cut { removed, pieces, .. } => cut(&requirements, removed, pieces),
        Reason::OuterLines { end, hole, .. } => {
            require_facts(end.is_none_or(|end| requirements.ends.contains(&end)))?;
            require_facts(hole.is_none_or(|hole| board.holes().contains(&hole)))?;
            outer_lines(puzzle, &requirements)
        }
        Reason::Schwenk { short, long } => {
            let sides = (board.files().min(board.ranks()), board.files().max(board.ranks()));
            require_facts(
                board.is_rectangle()
                    && puzzle.leaper() == KNIGHT
                    && requirements.is_closed
                    && sides == (*short, *long),
            )?;
            if *short == 4 { outer_lines(puzzle, &requirements) } else { requirements.exhausted() }
        }
        Reason::Leaper { leaper, bound } => {
            require_facts(board.is_rectangle() && *leaper == puzzle.leaper() && board.area() > 1)?;
            let (r, s) = (u64::from(leaper.r()), u64::from(leaper.s()));
            let (short, long) = (board.files().min(board.ranks()), board.files().max(board.ranks()));
            require_contradiction(match *bound {
                LeaperBound::Colour => (r + s) % 2 == 0,
                LeaperBound::Divisor(d) => d > 1 && r % d == 0 && s % d == 0,
                LeaperBound::Narrow(side) => side == short && short < r + s,
                LeaperBound::Short(side) => side == long && long < 2 * s,
            })
        }
        Reason::Forced(proof) => replay::replay(&requirements, proof),
        Reason::SymmetryImpossible(all) => {
            require_facts(!all.is_empty())?;
            all.iter().try_for_each(|facts| symmetry_impossible(puzzle, &requirements, facts))
        }
        Reason::Exhausted { .. } => requirements.exhausted(),
    }
}

/// Checks squares with one neighbour, of which a tour has at most two, as its ends, and squares with none.
fn few_neighbours(
    board: &Board,
    requirements: &Requirements,
    squares: &[(Square, usize)],
) -> Result<(), Flaw> {
    let has_degree = |&(square, count): &(Square, usize)| {
        requirements.exists(square) && requirements.degree(square) == count
    };
    require_facts(squares.iter().all(has_degree))?;
    let not_ends =
        squares.iter().map(|&(square, _)| square).filter(|square| !requirements.ends.contains(square));
    let must_be_ends = distinct(not_ends);
    let cut_off = squares.iter().any(|&(_, count)| count == 0);
    let too_many_ends = squares.iter().all(|&(_, count)| count < 2) && must_be_ends > requirements.free_ends;
    require_contradiction(board.square_count() > 1 && (cut_off || too_many_ends))
}

/// Checks that squares, no two of them a leap apart, need more leaps than lead to them: each giver gives the
/// leaps it needs itself, every other neighbour all its leaps.
fn shortage(requirements: &Requirements, squares: &[Square], givers: &[Square]) -> Result<(), Flaw> {
    let needy: HashSet<Square> = squares.iter().copied().collect();
    let giving: HashSet<Square> = givers.iter().copied().collect();
    require_facts(needy.iter().chain(&giving).all(|&square| requirements.exists(square)))?;
    let is_apart = |&square: &Square| requirements.leaps(square).all(|to| !needy.contains(&to));
    require_facts(needy.is_disjoint(&giving) && needy.iter().all(is_apart))?;
    let needed: usize = needy.iter().map(|&square| requirements.needs(square)).sum();
    let given: usize = giving.iter().map(|&square| requirements.needs(square)).sum();
    let leaps = needy.iter().flat_map(|&square| requirements.leaps(square));
    let leaps_elsewhere = leaps.filter(|to| !giving.contains(to)).count();
    require_contradiction(needed > given + leaps_elsewhere + requirements.max_free_ends_among(&needy))
}

/// Checks that the removed squares leave these pieces, and that a tour cannot join as many.
fn cut(requirements: &Requirements, removed: &[Square], pieces: &[Vec<Square>]) -> Result<(), Flaw> {
    let missing: HashSet<Square> = removed.iter().copied().collect();
    let is_left = |&square: &Square| requirements.exists(square) && !missing.contains(&square);
    require_facts(
        missing.iter().all(|&square| requirements.exists(square)) && pieces.iter().flatten().all(is_left),
    )?;
    let mut seen = HashSet::new();
    for piece in pieces {
        let &first = piece.first().ok_or(Flaw::OffTopic)?;
        require_facts(!seen.contains(&first))?;
        let reached = requirements.reachable(first, &missing)?;
        require_facts(reached == piece.iter().copied().collect())?;
        seen.extend(reached);
    }
    let removed_ends = requirements.ends.iter().filter(|end| missing.contains(end)).count();
    require_contradiction(pieces.len() > missing.len() + usize::from(!requirements.is_closed) - removed_ends)
}

/// Fails with [`Flaw::OffTopic`] unless the facts in the reason are those of the puzzle.
fn require_facts(fact: bool) -> Result<(), Flaw> {
    if fact { Ok(()) } else { Err(Flaw::OffTopic) }
}

/// Fails with [`Flaw::Harmless`] unless the facts rule out a tour.
fn require_contradiction(fact: bool) -> Result<(), Flaw> {
    if fact { Ok(()) } else { Err(Flaw::Harmless) }
}

fn distinct(squares: impl Iterator<Item = Square>) -> usize {
    squares.collect::<HashSet<_>>().len()
}

/// Checks that no tour has a symmetry, by the squares that stay in place, those joined to their image, and
/// the colours.
fn symmetry_impossible(
    puzzle: &Puzzle,
    requirements: &Requirements,
    facts: &SymmetryFacts,
) -> Result<(), Flaw> {
    let (board, leaper) = (puzzle.board(), puzzle.leaper());
    let SymmetryFacts { symmetry, kind, squares, fixed, joined, changes_colour, ends } = *facts;
    let order = u128::from(symmetry.order());
    require_facts(board.small_area().is_some() && order > 1 && board.symmetries().contains(&symmetry))?;
    require_facts(squares == board.square_count() && (kind == TourKind::Closed) == requirements.is_closed)?;
    let image = |square: Square| symmetry.apply_to_square(board, square);
    let leaps_to_image = |square: &Square| leaper.is_leap(*square, image(*square));
    let fixed_squares = board.squares().filter(|&square| image(square) == square).count() as u128;
    // Each leap between a square and its image is counted at both.
    let twice_joined = if order == 2 { board.squares().filter(leaps_to_image).count() as u128 } else { 0 };
    require_facts((fixed, 2 * joined) == (fixed_squares, twice_joined))?;
    // A mirror whose axis goes through all squares moves none of them, and every tour has it.
    require_contradiction(fixed < squares)?;
    let has_other_colour = |square: Square| square.is_dark() != image(square).is_dark();
    require_facts(changes_colour.is_none_or(|changes_colour| {
        leaper.changes_colour() && board.squares().all(|square| has_other_colour(square) == changes_colour)
    }))?;
    require_facts(ends.is_none_or(|(end, there)| requirements.ends.contains(&end) && there == image(end)))?;
    // The ends are images of each other, so a given end must not stay in place or be the image of another
    // square.
    let clashes = ends.is_some_and(|(end, there)| {
        end == there || requirements.ends.len() == 2 && !requirements.ends.contains(&there)
    });
    let middles = if requirements.is_closed { 2 } else { 1 };
    let is_reversed = order == 2 && fixed <= middles && fixed + joined >= middles && !clashes;
    let is_even = squares % order == 0
        && changes_colour.is_none_or(|changes_colour| changes_colour == (squares / order % 2 == 1));
    let is_carried = requirements.is_closed && fixed == 0 && is_even;
    require_contradiction(!is_reversed && !is_carried)
}

/// Checks the argument for boards four squares wide. Leaps from the outer lines lead to the inner ones, since
/// a leap moves one or two lines across. Both have as many squares, so in a closed tour, with an end on an
/// inner line, or with an inner square missing, outer and inner squares alternate; but colours alternate too,
/// and outer squares have both colours.
fn outer_lines(puzzle: &Puzzle, requirements: &Requirements) -> Result<(), Flaw> {
    let board = puzzle.board();
    let across = |square: Square| if board.ranks() == 4 { square.rank } else { square.file };
    let is_inner = |square: &Square| matches!(across(*square), 1 | 2);
    require_facts((board.files() == 4 || board.ranks() == 4) && puzzle.leaper() == KNIGHT)?;
    require_facts(board.holes().iter().all(is_inner))?;
    require_contradiction(
        requirements.is_closed || !board.is_rectangle() || requirements.ends.iter().any(is_inner),
    )
}
